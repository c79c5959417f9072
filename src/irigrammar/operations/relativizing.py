"""Make references relative, and check them by resolving (RFC 3986, 5.2).

No document says which reference it is: any is right that resolves to the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.operations.resolving import resolve
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Input, Run, parts_of
from irigrammar.operations.variants import answers as answers_of
from irigrammar.processing.resolve import relativize

_SECTION = "RFC 3986, 5.2"


def leads_to_target(arguments: Input, answer: Value) -> bool:
    """Return whether a reference resolves to the target `reference`. If the target has dot segments that resolving
    removes, a refusal and a reference to the target without them are also right.

    >>> leads_to_target({"base": "http://a/b/c", "reference": "http://a/b/d"}, "d")
    True
    """
    target = arguments["reference"]
    targets_without_dots = answers_of(resolve, arguments)
    if answer is None:  # by the letter of 5.3, a path that begins with two slashes becomes an authority
        parts = parts_of(target)
        return target not in targets_without_dots or (parts.authority is None and parts.path.startswith("/.//"))
    result = _target(arguments["base"], answer)
    return result == target or (target not in targets_without_dots and result in targets_without_dots)


def _target(base: str, answer: Value) -> str | None:
    """Return the target of an answer, None for a text that is not a reference."""
    try:
        return resolve({"base": base, "reference": str(answer)}, Run())
    except NoMatch:
        return None


def explain(arguments: Input, answer: Value) -> str:
    """Return the cause of a reference that does not resolve to the target, in words."""
    if answer is None:
        return "refuses a target that has a reference"
    result = _target(arguments["base"], answer)
    if result is None:
        return "gives a text that is not a reference"
    if str(answer).startswith("//") and parts_of(arguments["reference"]).authority != parts_of(str(answer)).authority:
        return "writes a path that begins with two slashes, which is read as an authority"
    reference, expected, actual = parts_of(str(answer)), parts_of(arguments["reference"]), parts_of(result)
    if reference.scheme is not None and reference.scheme != expected.scheme:
        return "writes a first segment with a colon, which is read as a scheme"
    if reference.path == "" and reference.query is None and actual.query != expected.query:
        return "writes a reference without path and query, which has the query of the base"
    if reference.path == "" and actual.path != expected.path:
        return "writes a reference without a path, which has the path of the base"
    pairs = zip(Parts._fields, expected, actual, strict=True)
    return f"writes a reference to another {next(name for name, *values in pairs if values[0] != values[1])}"


_PATHS = (
    "",
    "/",
    "/b",
    "/b/",
    "/b/c",
    "/b/c/",
    "/b/d",
    "/b/d:e",
    "/b//d",
    "//b",
    "/b:/d",
    "/e/f/g",
    "/b/../d",
    "/b/./c",
)
_ROOTLESS = ("", "b", "b/c", "b/d", "b:c", "/b")
_AUTHORITIES = ("", "a", "u@a:1", "z")
_QUERIES = (None, "", "q")
_FRAGMENTS = (None, "", "s")


def cases() -> Iterator[Case]:
    """Yield the suite of making references relative: all pairs of some paths, with present, empty and absent other
    components, of the same and of other authorities and schemes.
    """
    for base, target, purpose in dict.fromkeys(_pairs()):
        arguments = {"base": base, "reference": target}
        yield Case(arguments, answers(arguments), _SECTION, purpose)


def answers(arguments: Input) -> tuple[Value, ...]:
    """Return the shortest reference, alone; None for a refusal."""
    try:
        return (relativize(arguments["base"], arguments["reference"], grammar="rfc3987"),)
    except ConversionError:
        return (None,)


def _pairs() -> Iterator[tuple[str, str, str]]:
    queries = list(product(_QUERIES, _FRAGMENTS))
    for base, target, (query, fragment), lent in product(_PATHS, _PATHS, queries, _QUERIES):
        yield Parts("http", "a", base, lent).text, Parts("http", "a", target, query, fragment).text, "paths and queries"
    for base, target, (query, fragment) in product(_ROOTLESS, _ROOTLESS, queries):
        yield f"foo:{base}", Parts("foo", None, target, query, fragment).text, "paths without authority"
    for scheme, base, target, path in product(("http", "https"), _AUTHORITIES, _AUTHORITIES, ("", "/b/c", "//d")):
        yield f"http://{base}/b/c", Parts(scheme, target, path).text, "authorities and schemes"
    for base, target in product(("foo:/b/c", "foo:b"), ("foo:/.//d", "foo:/d", "foo://d", "foo:///d", "foo:d")):
        yield base, target, "two slashes at the start of a path"
