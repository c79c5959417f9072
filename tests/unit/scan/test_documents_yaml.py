"""YAML: scalars that are chosen, text, comments, streams."""

from __future__ import annotations

import sys

import pytest
from document_items import PIECES, check, comments, edited, identifiers, malformed
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

pytest.importorskip("yaml")

import yaml

from irigrammar.errors import MissingExtra
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options
from irigrammar.scan.formats.yaml_values import KEPT, PLAIN, plain_value

DOCUMENT = """\
url: &u a b
items:
  - {url: 'c|d', name: "see http://x.example/ now"}
  - url: 3
  - !str e
x/y: {"~": f}
again: *u
base: &base {url: g, k: true, l: h}
merged:
  <<: *base
  k: ~
  l: i
"""


@in_one_test(
    ("pointers", "expected"),
    [
        (("/url",), ["a b"]),
        (("/again",), ["a b"]),
        (("/url", "/again"), ["a b"]),
        (("/items/*/url",), ["c|d"]),
        (("/items/2", "/x~1y/~0"), ["e", "f"]),
        (("/merged/url",), ["g"]),
        (("/merged/l",), ["i"]),
        (("/**/url",), ["a b", "c|d", "g"]),
        (("/**/k",), []),
        (("/items",), []),
        ((), ["http://x.example/"]),
    ],
)
def test_pointers_choose(pointers: tuple[str, ...], expected: list[str]) -> None:
    assert identifiers("yaml", DOCUMENT, Options(pointers=pointers)) == expected
    assert identifiers("yaml", f"{DOCUMENT}---\n{DOCUMENT}", Options(pointers=pointers)) == expected * 2


def test_aliases_that_multiply_are_read_once() -> None:
    rows = ["a0: &a0 [x, y]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    text = "\n".join(rows) + "\n"
    assert identifiers("yaml", text, Options(pointers=("/**",))) == ["x", "y"]
    assert identifiers("yaml", "a: &a [x, *a]\n", Options(pointers=("/**",))) == ["x"]


@in_one_test(
    ("written", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("True", True),
        ("no", "no"),
        ("0x1f", 0),
        ("1_000", "1_000"),
        ("-1.5", -1.5),
        (".inf", 0),
        ("inf", "inf"),
        ("2026-11-21", "2026-11-21"),
        ("http://e/", "http://e/"),
        ("١", "١"),
    ],
)
def test_plain_scalars_are_what_the_core_schema_says(written: str, value: object) -> None:
    assert plain_value(written) == value


@in_one_test(
    ("text", "expected"),
    [
        ("a: !<http://e.example/a#b> x\nu: http://e/ y\n", ["http://e/"]),
        ("%TAG !e! http://e.example/v# # c\n---\na: !e!b http://e/|x\n", ["http://e/|x"]),
        ("- !e#f x\n- {a: !<b#c> 'http://e/#d'}\n", ["http://e/#d"]),
        ("a: !<b#c> x\n---\nb: !<b#c> http://f/\n", ["http://f/"]),
        ("a: !<b#c> http://e/\nd: e: f\n", ["http://e/", 24]),
        ("a: !<b#c //\n", [8]),
        ("a: !<b#c d\n", []),
    ],
)
def test_tags_may_have_a_hash(text: str, expected: list[object]) -> None:
    """YAML 1.2.2, 5.6; PyYAML reads tags as 1.1 has them."""
    found = [item.text if isinstance(item, Candidate) else item.start for item in check("yaml", text)]
    assert found == expected


def test_only_strings_are_chosen() -> None:
    text = "- 12\n- '12'\n- !!str 13\n- !!int '14'\n- !x 15\n- null\n- \"\"\n"
    assert identifiers("yaml", text, Options(pointers=("/*",))) == ["12", "13", "15", ""]


@in_one_test(
    "text",
    [
        *["a: http://a.example/é b\n", "a: 'http://a.example/é'\n", 'a: "http://a.example/\\u00e9"\n'],
        *["a: |\n  x\n  http://a.example/é\n", "a: >\n  x\n  http://a.example/é\n  y\n"],
        *["- [http://a.example/é, b]\n", "a: x\n  http://a.example/é\r\n  y\n"],
        *['{"a":"http://a.example/é"}\n', "{a: http://a.example/é }"],
    ],
)
def test_each_kind_of_scalar_is_read_and_written(text: str) -> None:
    assert identifiers("yaml", text) == ["http://a.example/é"]
    changed = edited("yaml", text, lambda _: "http://b.example/%20")
    assert identifiers("yaml", changed) == ["http://b.example/%20"]
    assert yaml.load(changed, Loader=yaml.CSafeLoader)


def test_a_plain_scalar_that_begins_with_a_sign_is_not_written_anew() -> None:
    result = check("yaml", "a: ^b\nc: d\n", Options(pointers=("/*",)))
    assert [item.escapes for item in result if isinstance(item, Candidate)] == [KEPT, PLAIN]


def test_a_regular_expression_is_not_an_identifier() -> None:
    assert identifiers(
        "yaml", "pattern: http://a.example/[a-z]+\nx: {regex: [http://b.example/.*]}\ny: http://c.example/\n"
    ) == ["http://c.example/"]


def test_comments_are_read_where_they_are_comments() -> None:
    text = (
        "# iri: ignore[S001]\na: b # iri: ignore\nc: b#iri:x\nd: '# iri: y'\ne: | # iri: ignore-file\n  # iri: z\n"
        "# iri: last\nf: !t # iri: between\n  g\n"
        "h: !t # iri: tag\n  | # iri: head\n  x\n# iri: end"
    )
    assert [comment for _, comment in comments("yaml", text)] == [
        "iri: ignore[S001]",
        "iri: ignore",
        "iri: ignore-file",
        "iri: last",
        "iri: between",
        "iri: tag",
        "iri: head",
        "iri: end",
    ]


def test_an_error_ends_a_document_and_not_the_stream() -> None:
    text = "a: http://a.example/\nb: c: http://b.example/ x\n---\nd: http://d.example/\n--- [\n--- http://e.example/\n"
    assert identifiers("yaml", text) == [
        "http://a.example/",
        "http://b.example/",
        "http://d.example/",
        "http://e.example/",
    ]
    assert malformed("yaml", text) == [
        (25, 25, "S005", "mapping values are not allowed in this context"),
        (78, 78, "S005", "while parsing a flow node did not find expected node content"),
    ]
    assert identifiers("yaml", "a: b\nc: [d", Options(pointers=("/a", "/c/0"))) == ["b", "d"]
    assert len(malformed("yaml", "--- [ //\n" * 40)) == 3
    assert identifiers("yaml", "--- [\n" * 40 + "--- http://e.example/\n") == ["http://e.example/"]


def test_a_template_is_not_a_broken_document() -> None:
    text = "a: {{ .Values.a }}\n{{- if .x }}\nb: http://b.example/\n{{- end }}\n"
    assert malformed("yaml", text) == []
    assert identifiers("yaml", text) == ["http://b.example/"]


def test_lone_surrogates_are_reported() -> None:
    text = 'a: "http://e.example/\\ud83d!"\nb: "http://e.example/\\ud83d\\ude00"\n'
    assert malformed("yaml", text) == [
        (21, 27, "S006", "U+D83D is a surrogate, which is not a character (in value of a)")
    ]
    assert identifiers("yaml", text) == ["http://e.example/\U0001f600"]


def test_depth_does_not_matter() -> None:
    for piece in ("[", "{a: ", "- ", "? ", "[}"):
        check("yaml", f"{piece * 20_000}//")
    ((start, end, code, message),) = malformed("yaml", f"{'[' * 20_000}//{']' * 20_000}")
    assert (code, message) == ("S005", "collections nest more than 500 deep here")
    assert start == end
    assert start in (500, 1000)  # PyYAML 6.0.4 reads ahead to its own limit


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert check("yaml", "a: [b, data: c") == check("yaml", "a: http") == []  # nothing to parse it for
    with pytest.raises(MissingExtra, match="cli"):
        check("yaml", "a: http://b/")


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
    for chosen in (Options(), Options(pointers=("/**",))):
        check("yaml", text, chosen)
        check("yaml", f"url: {text}\n---\n{text}", chosen)
