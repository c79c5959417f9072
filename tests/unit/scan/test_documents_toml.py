"""TOML: strings that are chosen, URLs of projects, text, comments."""

from __future__ import annotations

import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from document_items import PIECES, check, edited, identifiers, malformed
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.tokens import correctness
from irigrammar.scan.formats.toml_values import fault, read_toml
from irigrammar.scan.formats.types import toml

DOCUMENT = """\
url = "a b"
x."y/z" = {url = 'c|d', n = [1, "e", ["f"]]}
[[source]]
url = "g"
[source.more]
url = "h"
[[source]]
url = '''
i'''
name = "see http://x.example/ now"
[source.more]
url = "j"
"""


@in_one_test(
    ("pointers", "expected"),
    [
        (("/url",), ["a b"]),
        (("/x/y~1z/url",), ["c|d"]),
        (("/x/y~1z/n/*",), ["e"]),
        (("/x/y~1z/n/**",), ["e", "f"]),
        (("/source/*/url",), ["g", "i"]),
        (("/source/0/more/url",), ["h"]),
        (("/source/1/more/url",), ["j"]),
        (("/**/url",), ["a b", "c|d", "g", "h", "i", "j"]),
        ((), ["http://x.example/"]),
    ],
)
def test_pointers_choose(pointers: tuple[str, ...], expected: list[str]) -> None:
    assert identifiers("toml", DOCUMENT, Options(pointers=pointers)) == expected
    assert identifiers("toml", DOCUMENT.replace("\n", "\r\n"), Options(pointers=pointers)) == expected


def test_urls_of_projects_are_identifiers() -> None:
    for path, text, expected in (
        (
            "a/pyproject.toml",
            '[project.urls]\nHome = "example.org"\n"A b" = ""\nC = "{{ c }}"\nd = "http://é/ x"\n'
            '[package]\nhomepage = "e f"\n',
            [("example.org", "urls.Home of pyproject.toml"), ("http://é/ x", "urls.d of pyproject.toml")],
        ),
        (
            "Cargo.toml",
            '[project.urls]\nHome = "example.org"\n[package]\nhomepage = "e f"\nname = "g"\n',
            [("e f", "package.homepage of Cargo.toml")],
        ),
    ):
        candidates = [item for item in check("toml", text, Options(path=path)) if isinstance(item, Candidate)]
        assert [(candidate.text, candidate.label) for candidate in candidates] == expected
        assert {candidate.production and candidate.production.rule for candidate in candidates} == {"URI"}


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r'"http://a.example/\u00e9"', "http://a.example/é"),
        ('"""\nx http://a.example/\\\n   é y"""', "http://a.example/é"),
        ("'''\r\nhttp://a.example/é\r\n'''", "http://a.example/é"),
        ('""""http://a.example/é""""', "http://a.example/é"),
        ('"\U0001f600 http://a.example/é"', "http://a.example/é"),
    ],
)
def test_each_kind_of_string_is_read_and_written(written: str, text: str) -> None:
    document = f"a = {written}\n"
    assert identifiers("toml", document) == [text]
    changed = edited("toml", document, lambda _: "http://b.example/")
    assert "http://b.example/" in tomllib.loads(changed)["a"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\n", None),
        ("a = nope\n", (4, "Invalid value")),
        ("é = 1\n", (0, "Invalid statement")),
        ("a = 1\r\nb = 'x\r\n", (15, 'Expected "\'"')),
        ("a = 'x", (6, 'Expected "\'"')),
        ("a = 1\na = 2\n", (11, "Cannot overwrite a value")),
    ],
)
def test_invalid_toml_is_reported(text: str, expected: tuple[int, str] | None) -> None:
    result = fault(text)
    if expected is None:
        assert result is None
    else:
        assert result == (expected[0], f"{expected[1]} (TOML 1.1)")


@in_one_test(
    ("text", "place", "why"),
    [
        (".".join("a" * 100) + " = 1\n", None, ""),
        (".".join("a" * 101) + " = 1\n", 199, "a key has more than 100 parts"),
        ("b = 1\n[" + " . ".join(["'a.b'"] * 101) + "]\n", 805, "a key has more than 100 parts"),
        ("a = {" + ".".join("a" * 101) + " = 1}\n", 204, "a key has more than 100 parts"),
        ("a = [" + "1.5, " * 1_000 + "]\n", None, ""),
        (f'a = \'{"." * 200}\' # {"[" * 200}\nb = "{"[" * 200}\\"{"." * 200}"\n', None, ""),
        (f"a = '''\n'{'.' * 200}''''\nb = \"\"\"{'[' * 200}\\\"\"\"\"\n", None, ""),
        ("a = " + "[" * 100 + "]" * 100 + "\n", None, ""),
        ("a = " + "[" * 101 + "]" * 101 + "\n", 104, "nested more than 100 deep"),
        ("a = " + "{a = " * 101 + "1" + "}" * 101 + "\n", 504, "nested more than 100 deep"),
        ("a = " + "[" * 20_000, 104, "nested more than 100 deep"),
    ],
)
def test_text_beyond_a_limit_is_a_fault(text: str, place: int | None, why: str) -> None:
    result = fault(text)
    assert (result and result[0]) == place
    assert result is None or why in result[1]


@pytest.mark.parametrize(
    "text",
    [".".join("a" * 100_000) + " = 'http://e/'", "a = '''" * 20_000, 'a = """\\' * 20_000],
    ids=["key", "literal", "basic"],
)
def test_memory_does_not_grow_with_the_square_of_a_key(text: str) -> None:
    tracemalloc.start()
    try:
        assert fault(text) is not None
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_broken_documents_lose_little() -> None:
    text = (
        'a = http://a.example/ b\nc = "http://c.example/"\n[d\ne = "http://e.example/"\nf = "\\q http://f.example/"\n'
    )
    assert identifiers("toml", text) == [
        "http://a.example/",
        "http://c.example/",
        "http://e.example/",
        "http://f.example/",
    ]
    assert malformed("toml", text) == [(4, 4, "S005", "Invalid value (TOML 1.1)")]
    assert malformed("toml", "{{ x }}\na = 1\n") == []


KEYS = st.text(st.sampled_from('ab. "'), max_size=3)
VALUES = st.recursive(
    st.booleans() | st.integers(-9, 9) | st.text(st.sampled_from("ab\"'\\\n é\U0001f600")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)} = {written(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return str(value).lower()


@given(
    st.dictionaries(KEYS, VALUES, max_size=3),
    st.lists(st.tuples(KEYS, st.dictionaries(KEYS, VALUES, max_size=2)), max_size=3),
)
def test_the_value_is_that_of_tomllib(top: dict[str, Any], tables: list[tuple[str, dict[str, Any]]]) -> None:
    rows = [f"{written(key)} = {written(value)}" for key, value in top.items()]
    for name, table in tables:
        rows.append(f"[[t.{written(name)}]]")
        rows += (f"{written(key)} = {written(value)}" for key, value in table.items())
    text = "\n".join(rows)
    try:
        expected = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert read_toml(text).value == expected


LITERALS = (
    '""', "''", '"a\\"#b"',
    "'#a\\'", '"""a""b""""', "''''a''b'''''", '"""\r\na\\\n  b"""', '"\\u00e9"', '"17"', '"[a]\\n"',
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(("a", '"b.c"', "'d = '", 'e . "f"')), st.lists(st.sampled_from(LITERALS)))))
def test_each_string_stands_where_it_is_written(rows: list[tuple[str, list[str]]]) -> None:
    text = "".join(
        f"[[x{index}.{key}]] # 'a'\n{key} = [ # \"\n{', '.join(values)}]\n"
        f"n.{index} = {{{key} = 1, z = {(values or ['1'])[0]}}}\n"
        for index, (key, values) in enumerate(rows)
    )
    result = read_toml(text)
    assert (result.value, result.is_broken) == (tomllib.loads(text), False)
    literals = [literal for _, values in rows for literal in (*values, *values[:1])]
    assert [str(string) for string in result.strings] == [tomllib.loads(f"a = {literal}")["a"] for literal in literals]
    for string, literal in zip(result.strings, literals, strict=True):
        assert literal.strip("\"'").strip() == text[string.scalar.start : string.scalar.end].strip("\"'").strip()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a = 'x'\n[b\na = 'y'\n[c]\na = 'z'\n", {"a": "x", "c": {"a": "z"}}),
        ("a = 'x'\na = 'y'\nb.c = 'z'\nb.d = {e = 'f'}\n", {"a": "x", "b": {"c": "z", "d": {"e": "f"}}}),
        ("a = ['x'\nb = 'y'\n", {"b": "y"}),
        ("[[a]]\nb = 'x'\n[[a]]\nb = 'y'\n[a.c]\nd = 'z'\n!\n", {"a": [{"b": "x"}, {"b": "y", "c": {"d": "z"}}]}),
        ('a = \'x\'\nb = """y\nc = 1\n', {"a": "x"}),
    ],
)
def test_readable_parts_of_a_broken_document(text: str, value: object) -> None:
    assert fault(text) is not None
    assert read_toml(text).value == value


def test_a_string_of_a_broken_statement_has_its_key() -> None:
    assert [(str(string), string.key) for string in read_toml('a = ["x" "y"]\n"b c" = \'z\' \'\n').strings] == [
        ("x", "a"),
        ("y", "a"),
        ("z", "b c"),
    ]


NEW = {  # what TOML 1.1 adds, and the same in TOML 1.0
    "t = {\n  a = 'x', # {\n\r\n  b.c = [\n1,\n'y'],\n}\n": "t = {a = 'x', b.c = [1, 'y']}\n",
    "t = {\n}\nu = { 'a' = {\n},\n}": "t = {}\nu = {'a' = {}}",
    '"\\x41" = "\\e\\\\x41\\x7c"\n': '"A" = "\\u001b\\\\x41|"\n',
    "a = [12:30, 2010-02-03 14:15, 2010-02-03T14:15-01:00]\nb = '12:30'\n": "a = [1, 1, 1]\nb = '12:30'\n",
}


@in_one_test("text", NEW)
def test_toml_1_1(text: str) -> None:
    expected = tomllib.loads(NEW[text])
    value = read_toml(text).value
    if "a" in value:
        value["a"] = [1, 1, 1]
    assert (value, read_toml(text).is_broken, fault(text)) == (expected, False, None)
    assert correctness("toml")(text)
    assert fault(f"{text}\nv = ?") == (len(text) + 5, "Invalid value (TOML 1.1)")


@in_one_test(
    ("text", "place"),
    [
        ("t = {\n,\n}\n", 6),
        ("t = {a\n= 1}\n", 6),
        ("t = {a =\n1}\n", 8),
        ("t = {a = 1,,\n}\n", 11),
        ("t = {a = 'x\n'}\n", 11),
        ("t = {12:30 = 1}\n", 7),
        ("12:30 = 1\n", 2),
        ('t = "\\x4"\n', 7),
        ("t = {\n  a = 1\nb = 2\n[u]\n", 13),
    ],
)
def test_faults_of_toml_1_1(text: str, place: int) -> None:
    assert not correctness("toml")(text)
    assert (fault(text) or (-1,))[0] == place


def test_statements_after_an_open_inline_table_are_read() -> None:
    document = read_toml("t = {\n  a = 'x'\nb = 'y'\nu = {\n  c = 'z',\n[v]\nd = 'w'\n")
    assert document.value == {"b": "y", "v": {"d": "w"}}
    assert [f"{string.key}={string}" for string in document.strings] == ["a=x", "b=y", "c=z", "d=w"]


def test_pyproject_may_be_toml_1_1() -> None:
    text = '[project]\nurls = {\n  Home = "http:\\x2f/e/a b", # c\n}\n'
    items = check("toml", text, Options(path="pyproject.toml"))
    candidates = [(item.text, item.label) for item in items if isinstance(item, Candidate)]
    assert candidates == [("http://e/a b", "urls.Home of pyproject.toml")]
    assert malformed("toml", text) == []


def test_depth_does_not_matter() -> None:
    for text in ("a = " + "[" * 20_000 + "]" * 20_000, "a = " + "{a = " * 5_000, "[" * 20_000, "a." * 5_000 + "a = 1"):
        check("toml", text)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
    for chosen in (Options(), Options(pointers=("/**",))):
        check("toml", text, chosen)
        check("toml", f'url = {text}\n[a]\nb = "{text}', chosen)


STATEMENTS = st.sampled_from(
    [
        *(
            "a = 1\n",
            'b.c = "http://e/b"\n',
            "b.d = '''x\n'''\n",
            "[t]\n",
            "[t.u]\n",
            "[[w]]\n",
            "[w.x]\n",
            "\n",
            "[b]\n",
        ),
        *('url = ["http://e/a", "rel/x"]\n', 'k = { a.b = 1, url = "//h" } # c\n', '"q" = ["a", ["b"]]\n', "t.x = 2\n"),
        *("# http://e/c\n", "d = 1979-05-27T07:32:00Z\n", "d = 1979-02-30\n", 'u = "\\u0041:b"\n', '[ "t" . z ]\n'),
        *(
            'arr = [\n  ["a:b"],\n  "http://e/é" ,\n]\n',
            "e = 'http://e.org/a'  \n",
            'f = "words: http://e/ x"\n',
            '"a\\t" = 1\n',
        ),
    ]
)


@given(st.lists(STATEMENTS, max_size=8).map("".join))
def test_tokens_give_what_tomllib_gives(text: str) -> None:
    found = check("toml", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toml, "_of_tokens", lambda *_: None)
        assert check("toml", text) == found


def of_tokens(text: str) -> bool:
    return toml._of_tokens(text, document_type("text").open(Options()), ()) is not None


@in_one_test(
    "text",
    [
        "a = 1\n[t]\nb.c = 2\nb.d = 3\n[t.u]\n[[w]]\nx = 1\n[w.v]\n[[w]]\nx = 1\n[w.v]\n",
        "a = { b = 1, c = { b = 2 } }\nd = [ { b = 1 }, { b = 1 } ]\n[x.y]\n[x]\n",
    ],
)
def test_usual_documents_are_read_by_their_tokens(text: str) -> None:
    assert of_tokens(text)
    assert not of_tokens(f"{text}[a.b]\n")


def test_deep_documents_are_not_read_by_their_tokens() -> None:
    assert of_tokens(f"a = {'[' * 99}1{']' * 99}\n")
    assert not of_tokens(f"a = {'[' * 101}'x'{']' * 101}\n")
    assert not of_tokens(f"a{'.a' * 100} = 1\n")


def test_the_suite_of_tomllib() -> None:
    folder = Path(tomllib.__file__).parents[1] / "test" / "test_tomllib" / "data"
    if not folder.exists():
        pytest.skip("this Python has no test.test_tomllib")
    matches, semantic = correctness("toml"), 0
    for path in folder.rglob("*.toml"):
        try:
            text = path.read_bytes().decode()
            tomllib.loads(text)
        except UnicodeDecodeError:
            continue
        except tomllib.TOMLDecodeError:
            assert not of_tokens(text), path
            semantic += matches(text)
        else:
            assert matches(text), path
    assert semantic < 25  # names that are defined twice, dates and code points that are none
