"""Wrong implementations, and the causes that are named for them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType
from urllib.parse import urljoin

import by_the_letter
from examples import some
from rows import in_one_test

from irigrammar.operations.catalog import operation
from irigrammar.operations.causes import Cause, Wrong, causes, choices
from irigrammar.operations.values import Value
from irigrammar.operations.variants import Case

SOURCE = inspect.getsource(by_the_letter)


@cache
def cases(name: str) -> list[Case]:
    """Return some cases of a suite, evenly tested_operation."""
    rows = list(operation(name).cases())
    return [*rows[:250], *rows[250 :: 1 + len(rows) // 1_000]]


def causes_of(name: str, function: Callable[..., Value]) -> tuple[Cause, ...]:
    """Return the causes of the wrong answers of a function."""
    tested_operation = operation(name)
    right, wrong = [], []
    for case in cases(name):
        try:
            value = function(*case.arguments.values())
        except ValueError:
            value = None
        if tested_operation.is_right(case, value):
            right.append(case)
        else:
            wrong.append(Wrong(case, value))
    return causes(tested_operation, wrong, right)


def with_change(name: str, old: str, new: str) -> Callable[..., Value]:
    """Return the function by the letter with a change of its source."""
    assert SOURCE.count(old) == 1, old
    module = ModuleType("changed")
    exec(SOURCE.replace(old, new), module.__dict__)
    function: Callable[..., Value] = getattr(module, name)
    return function


RECOMPOSED = "return recompose((scheme, authority, path, query, fragment))\n\n\ndef decode"
NORMALIZED = "return recompose((scheme, authority, path, query, fragment))\n\n\ndef compare"


@in_one_test(
    ("name", "old", "new", "sentence"),
    some(
        [
            # resolvers
            (
                *("resolve", "base_query, _ = split(base)"),
                "base_query, base_fragment = split(base)\n    if reference == '':\n        return base",
                "keeps the base's fragment for an empty reference",
            ),
            (
                *("resolve", "query = base_query if query is None else query", "query = query or base_query"),
                "uses the base's query if the reference's query is empty",
            ),
            (
                *("resolve", "query = base_query if query is None else query", "pass"),
                "drops the base's query for a reference without path and query",
            ),
            (
                *("resolve", "base[: base.rfind('/') + 1] + path".replace("'", '"'), 'base + "/" + path'),
                "keeps the base's last segment before a relative path",
            ),
            (
                *("resolve", 'return "/" + path', "return path"),
                "puts no slash between an authority and a relative path",
            ),
            (
                *(
                    "resolve",
                    "        path = remove_dot_segments(path)\n    elif authority",
                    "        pass\n    elif authority",
                ),
                "keeps dot segments of a reference with a scheme",
            ),
            (
                *(
                    "resolve",
                    "            path = remove_dot_segments(path)\n        else:",
                    "            pass\n        else:",
                ),
                "keeps dot segments of a reference whose path begins with a slash",
            ),
            (
                *("resolve", "            path = base_path\n", "            path = remove_dot_segments(base_path)\n"),
                "removes dot segments of the base's path for a reference without one",
            ),
            (
                *("resolve", "            path = base_path\n"),
                '            path = base_path[: base_path.rfind("/") + 1] if query is not None else base_path\n',
                "removes the base's last segment for a query only (RFC 1808 and RFC 2396)",
            ),
            (
                *(
                    "resolve",
                    'elif path == "/..":\n            path = "/"',
                    'elif path == "/..":\n            path = ""',
                ),
                'keeps no slash after it removes a final "..", not even that of the root',
            ),
            (
                *("resolve", "elif authority is not None:\n        scheme", "elif authority:\n        scheme"),
                "treats an empty authority of the reference as absent",
            ),
            ("resolve", RECOMPOSED, RECOMPOSED.replace("query,", "query or None,"), "treats an empty query as absent"),
            (
                "resolve",
                RECOMPOSED,
                RECOMPOSED.replace("fragment))", "fragment or None))"),
                "treats an empty fragment as absent",
            ),
            (
                *(
                    "resolve",
                    "scheme, authority = base_scheme, base_authority",
                    "scheme, authority = base_scheme, None",
                ),
                "drops the base's authority",
            ),
            (
                *(
                    "resolve",
                    "elif authority is not None:\n        scheme",
                    "elif authority is not None and path:\n        scheme",
                ),
                "uses the base's authority and path for a reference without a path",
            ),
            (
                *("resolve", 'elif path == "/.":\n            path = "/"', 'elif path == "/.":\n            path = ""'),
                'keeps no slash after it removes a final ".", not even that of the root',
            ),
            # normalizers
            ("normalize", "path = decode(path)", "path = decode(path.lower())", "writes the path in lower case"),
            ("normalize", "scheme = scheme.lower()", "pass", "keeps capitals of the scheme"),
            ("normalize", "decode(host).lower()", "decode(host)", "keeps capitals of the host"),
            (
                "normalize",
                "decode(host).lower()",
                "decode(host.lower())",
                "writes the host in lower case before it decodes",
            ),
            (
                *("normalize", "    path = decode(path)\n    if", "    if"),
                "does not normalize the percent-encoding of the path",
            ),
            (
                *("normalize", "None if query is None else decode(query)", "query"),
                "does not normalize the percent-encoding of the query",
            ),
            ("normalize", "triplet.upper()", "triplet", "keeps lower-case hexadecimal digits"),
            ("normalize", "char in _UNRESERVED else", "False else", "keeps unreserved characters percent-encoded"),
            (
                *("normalize", "char in _UNRESERVED", "char in _UNRESERVED + ':/?#[]@'"),
                'decodes percent-encoded delimiters of components (such as "%2F")',
            ),
            ("normalize", "char in _UNRESERVED", 'char in _UNRESERVED + "%"', 'decodes "%25"'),
            (
                *("normalize", NORMALIZED, NORMALIZED.replace("path,", 'path.rstrip("/") or "/",')),
                "removes the slash at the end of the path",
            ),
            ("normalize", NORMALIZED, NORMALIZED.replace("query,", "query or None,"), "removes an empty query"),
            ("normalize", NORMALIZED, NORMALIZED.replace("fragment))", "None))"), "drops the fragment"),
            (
                *("normalize", "authority = decode(user) + at + host", "authority = host"),
                "drops user information",
            ),
            (
                *("normalize", NORMALIZED),
                NORMALIZED.replace("query,", 'query and "&".join(sorted(query.split("&"))),'),
                "sorts the query",
            ),
            (
                *(
                    "normalize",
                    "    path = decode(path)\n    if scheme",
                    "    path = remove_dot_segments(path)\n    if not scheme",
                ),
                "does not normalize the percent-encoding of the path",
            ),
            (
                *("normalize", NORMALIZED, NORMALIZED.replace("path,", "path.lower(),")),
                "writes the path in lower case with its percent-encoding",
            ),
            # comparing by a wrong normal form
            ("compare", "path = decode(path)", "path = decode(path.lower())", "writes the path in lower case"),
            ("compare", NORMALIZED, NORMALIZED.replace("fragment))", "None))"), "drops the fragment"),
        ],
        10,
    ),
)
def test_cause_of_a_changed_implementation(name: str, old: str, new: str, sentence: str) -> None:
    rows = causes_of(name, with_change(name, old, new))
    assert rows[0].sentence == sentence


def test_causes_of_urljoin() -> None:
    rows = causes_of("resolve", urljoin)
    sentences = {row.sentence for row in rows}
    assert {
        "keeps the base's fragment for an empty reference",
        "merges consecutive slashes",
        "returns the reference unchanged for a base with an unknown scheme",
    } <= sentences
    vague = sum(len(row.wrong) for row in rows if row.section == "")
    assert vague < 20
    sizes = [len(row.wrong) for row in rows]
    assert sizes == sorted(sizes, reverse=True)


@in_one_test(
    ("name", "function", "sentence"),
    [
        ("normalize", lambda _: None, "refuses an input that has a result"),
        ("normalize", lambda text: f"{text} ", "gives a text that is not a reference"),
        ("to-uri", lambda _: "a:b", "gives another scheme and path"),
        ("relativize", lambda _, target: target.rpartition("/")[2], "writes a reference to another path"),
        ("relativize", lambda *_: None, "refuses a target that has a reference"),
        ("compare", lambda first, second: first.lower() == second.lower(), "writes the whole text in lower case"),
        ("to-iri", lambda text: text, "keeps unreserved characters percent-encoded"),
        ("to-uri", lambda text: text, "does not encode a path that does not begin with a slash"),
    ],
)
def test_general_causes_of_other_answers(name: str, function: Callable[..., Value], sentence: str) -> None:
    assert sentence in {row.sentence for row in causes_of(name, function)[:3]}


def test_counts_of_choices() -> None:
    tested_operation = operation("normalize")
    arguments = {"text": "http://h:080"}
    case = next(row for row in tested_operation.cases() if row.arguments == arguments)
    counts = choices(tested_operation.model, [(case, "http://h/")])
    assert {str(variant) for variant in counts} == {
        "removes the scheme's default port",
        "writes a slash for an empty path after an authority",
    }
