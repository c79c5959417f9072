"""Formatting and linting of grammars."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from abnf_package import package_texts
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.format import WIDTH, format_text
from irigrammar.grammars.authors.lint import LINT_CODES, LintCode, LintFinding, lint
from irigrammar.grammars.erratum import Erratum
from irigrammar.grammars.reader import SourceText, definitions, without_comment
from irigrammar.language.untaken import all_slips
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import entries, grammar_directory

CORE = catalog.load("rfc5234")


def findings(text: str) -> list[tuple[int, int, str]]:
    return [(finding.line, finding.column, finding.code) for finding in lint(text, "example.abnf", parent=CORE)]


CLEAN = 'a = "x" b ; one\nb = 1*DIGIT\n'


@in_one_test(
    ("text", "expected"),
    [
        pytest.param(CLEAN, [], id="clean"),
        pytest.param(CLEAN.replace("\n", "\r\n"), [], id="clean-crlf"),
        pytest.param('a = "x\n', [(1, 7, "L001")], id="unclosed-string"),
        pytest.param("a = %x110000\n", [(1, 5, "L001")], id="above-the-last-code-point"),
        pytest.param("a = %xD800-DFFF\n", [(1, 5, "L001")], id="surrogates"),
        pytest.param("a = %x7F-10FFFF\n", [(1, 5, "L010")], id="a range with surrogates"),
        pytest.param("a = 3*2DIGIT\n", [(1, 5, "L001")], id="impossible-count"),
        pytest.param('a = "x" / c\n', [(1, 11, "L002")], id="undefined"),
        pytest.param('a = "x"\nb = "y"\nc = b\n', [(3, 1, "L003")], id="unused"),
        pytest.param('a = "x"\nb = *b "y"\n', [(2, 1, "L003"), (2, 1, "L007")], id="roots"),
        pytest.param('a = "x"\na = "y"\n', [(2, 1, "L004")], id="duplicate"),
        pytest.param('a = B\nb = "y"\n', [(1, 5, "L005")], id="reference-in-another-case"),
        pytest.param('a = "y"\nA =/ "z"\n', [(2, 1, "L005")], id="definition-in-another-case"),
        pytest.param("a = 1*digit\n", [(1, 7, "L005")], id="core-rule-in-another-case"),
        pytest.param("a = <a word>\n", [(1, 5, "L006")], id="prose"),
        pytest.param("a = <b>\nb = DIGIT\n", [(1, 5, "L006")], id="prose-that-is-a-rule"),
        pytest.param('a = "x" / "(" a ")"\n', [(1, 1, "L007")], id="recursion"),
        pytest.param('a = b\nb = [ c ]\nc = "x" b\n', [(2, 1, "L007")], id="recursion-below"),
        pytest.param("a = “x”\n", [(1, 5, "L008"), (1, 7, "L008")], id="typographic-quotes"),
        pytest.param("a = %x30–39\n", [(1, 9, "L008")], id="dash"),
        pytest.param('a\u00a0= "x"\n', [(1, 2, "L008")], id="no-break-space"),
        pytest.param('a = "x" ; “quoted” – é\n', [], id="comments-may-hold-anything"),
        pytest.param('a =/ "x"\n', [(1, 1, "L009")], id="nothing-to-add-to"),
        pytest.param('a = "x"\na =/ b\nb = "y"\n', [], id="added-alternatives-are-reached"),
        pytest.param('  a = "x" /\n    B\n  b = "y"\n', [(2, 5, "L005")], id="indented-as-a-whole"),
        pytest.param("", [(1, 1, "L001")], id="empty"),
        pytest.param("; nothing\n", [(1, 1, "L001")], id="comments-only"),
    ],
)
def test_findings_with_their_places(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert findings(text) == expected


def test_a_message_counts_repeated_notations_only() -> None:
    message = '"::=" is not ABNF: a rule is defined with "="'
    assert lint("a ::= b\n", "example.abnf")[0].message == message
    assert lint("a ::= b\nb ::= c\n", "example.abnf")[0].message == f"{message} (2 times)"


def test_start_rules_and_extended_grammars_count() -> None:
    text = "mine = pchar\nyours = scheme\n"
    rfc3986 = catalog.load("rfc3986")
    assert [finding.code for finding in lint(text, "x", parent=rfc3986)] == ["L003"]
    assert lint(text, "x", parent=rfc3986, start=("mine", "yours")) == []


def test_an_erratum_is_carried_by_the_findings_of_its_rule() -> None:
    erratum = Erratum("a", "<x>", "<x>", "published so")
    (finding,) = lint("a = <x>\n", "x", parent=CORE, errata=(erratum,))
    assert finding.erratum == erratum


@pytest.mark.parametrize("name", catalog.generic_names())
def test_the_shipped_grammars_are_clean_but_for_recorded_errata(name: str) -> None:
    entry = catalog.entry(name)
    rows: list[LintFinding] = []
    for file in entry.files:
        text = (catalog.grammar_directory() / file).read_text(encoding="utf-8")
        parent = catalog.load(entry.extends) if entry.extends else None
        rows += lint(text, file, parent=parent, replace=entry.replace, start=entry.start, errata=entry.errata)
    assert [finding for finding in rows if finding.erratum is None] == []
    assert {finding.code for finding in rows} == ({"L003", "L006"} if name == "web-address" else set())


# What a document has and does not use, and what it calls as a core rule is called.
@in_one_test("name", some((name for name in catalog.entries() if name not in catalog.generic_names()), 10))
def test_grammars_of_schemes_are_clean_but_for_what_is_published_so(name: str) -> None:
    entry = catalog.entry(name)
    rows: list[LintFinding] = []
    for file in entry.files:
        text = (catalog.grammar_directory() / file).read_text(encoding="utf-8")
        parent = catalog.load(entry.extends or "rfc5234")
        rows += lint(text, file, parent=parent, start=entry.start, published=True)
    assert {finding.code for finding in rows} <= {"L003", "L005", "L010"}


def test_every_code_has_a_name_and_a_severity() -> None:
    assert {row.severity for row in LINT_CODES.values()} == {"error", "warning", "advice"}
    assert len({row.name for row in LINT_CODES.values()}) == len(LINT_CODES)
    assert all(text.endswith(".") for row in LINT_CODES.values() for text in (row.title, row.help))


@in_one_test(("code", "row"), [(code, row) for code, row in LINT_CODES.items() if row.wrong])
def test_examples_of_pages_are_wrong_and_right(code: str, row: LintCode) -> None:
    wrong, right = (lint(f"{rule}\n", "x.abnf", find_slips=all_slips) for rule in (row.wrong, row.right))
    assert code in {finding.code for finding in wrong}
    assert code not in {finding.code for finding in right}


SLIPS = [
    ("a = b / c *( b / c / d )", 9, "L021"),
    ('a = "b" / c 1*( c / "b" )', 11, "L021"),
    ("a = ( b / c ) *( b / c )", 0, ""),
    ("a = b / b *( b / d ) b", 0, ""),  # a label: one, or one at each end
    ("a = b / c *( c / d )", 0, ""),
    ('a = "(" a ")"', 5, "L022"),
    ('a = "x" / "(" a ")"', 0, ""),
    ("a = elsewhere a", 5, "L022"),
    ("a = elsewhere / a elsewhere", 0, ""),
    ("a = *( *b )", 5, "L023"),
    ("a = 1*( [ b ] )", 5, "L023"),
    ("a = 3( [ b ] )", 0, ""),
    ("a = [ *b ]", 5, "L023"),
    ("a = [ 1*b ]", 0, ""),
    ("a = b / c / b", 5, "L024"),
    ("a = b / [ b ]", 0, ""),
    (r'a = %x0A / "\n" / %s"\n" / b c d', 0, ""),  # the second is a backslash and n
    ('a = %x61-66 / "g"', 15, "L025"),
    ('a = %x41-5A / %x61-66 / "g"', 0, ""),
    ('a = %x61-66 / %s"g"', 0, ""),
    ('a = %x61-66 / "-"', 0, ""),
]


@in_one_test(("text", "column", "code"), SLIPS)
def test_slips(text: str, column: int, code: str) -> None:
    rules = f'{text}\nb = "b"\nc = "c"\nd = "d"\n'
    found = [(finding.line, finding.column, finding.code) for finding in lint(rules, "a") if finding.code >= "L021"]
    assert found == ([(1, column, code)] if code else [])


# The layout of ABNF: what it looks like, that it says the same, keeps every comment, and stays unchanged


LAYOUTS = [
    ("one line", 'a="x"/b', 'a = "x" / b'),
    ("spaces in brackets", "a=(b/[c]) *(d) 1*[e]", "a = ( b / [ c ] ) *( d ) 1*[ e ]"),
    ("what is added", "a  =/  b", "a =/ b"),
    ("numbers", "a = %X4f-5a / %d13.10", "a = %x4F-5A / %d13.10"),
    ("strings and prose stay", 'a = "%x4f ;" / <Some  prose; x>', 'a = "%x4f ;" / <Some  prose; x>'),
    ("a comment", "a = b;c", "a = b  ;c"),
    ("a comment before the sign", "a ;c\n = b", "a = b  ;c"),
    ("a comment between alternatives", "a = b ; one\n / c ; two", "a = b  ; one\n  / c  ; two"),
    ("comments in a column", "a = bbb ; one\n / c ; two", "a = bbb  ; one\n  / c    ; two"),
    ("a comment on its own line", "a = b\n ; one\n / c", "a = b\n      ; one\n  / c"),
    ("a comment behind a slash", "a = b / ; one\n c", "a = b  ; one\n  / c"),
    ("a comment at the end", "a = b\n ; one", "a = b\n      ; one"),
    ("comments between rules", "; one\na = b\n\n\n\n; two\n  \nc = d\n\n", "; one\na = b\n\n; two\n\nc = d"),
    ("indented as a whole", "   ; one\n   a = b\n     / c\n   d = e", "; one\na = b / c\nd = e"),
    (
        "too long for a line",
        "name = " + " / ".join(f"alternative-{number}" for number in range(5)),
        "name = alternative-0\n     / alternative-1\n     / alternative-2\n     / alternative-3\n     / alternative-4",
    ),
    (
        "too long for an alternative",
        "name = " + " ".join(f"element-{number}" for number in range(8)) + " ( last / one )",
        "name = element-0 element-1 element-2 element-3 element-4 element-5\n"
        "         element-6 element-7 ( last / one )",
    ),
]


@in_one_test(("text", "layout"), [row[1:] for row in LAYOUTS])
def test_a_layout(text: str, layout: str) -> None:
    text = text.rstrip("\n") + "\n"
    assert format_text(text) == f"{layout}\n"
    same(text)


@in_one_test("begin", ["", "\ufeff"])
@in_one_test("between", ["\n", "\r\n"])
@in_one_test("last", [True, False])
def test_ends_of_lines_and_the_byte_order_mark_stay(begin: str, between: str, last: bool) -> None:
    text = between.join(["a=b;c", " /d", "", "", "e = f"]) + between * last
    layout = between.join(["a = b  ;c", "  / d", "", "e = f"]) + between * last
    assert format_text(begin + text) == begin + layout
    assert format_text(begin + layout) == begin + layout


def test_of_several_ends_of_lines_most_count() -> None:
    assert format_text("a = b\r\nc = d\ne = f\r\n") == "a = b\r\nc = d\r\ne = f\r\n"
    assert format_text("a = b\r\nc = d\ne = f\n") == "a = b\nc = d\ne = f\n"


def meaning(text: str) -> list[object]:
    return [(row.rule.name, row.rule.expr, row.incremental) for row in definitions(SourceText(text, "a"))]


def comments(text: str) -> list[str]:
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return sorted(line[len(without_comment(line)) :].rstrip() for line in lines if without_comment(line) != line)


def same(text: str) -> None:
    """Assert what every layout has."""
    layout = format_text(text)
    assert meaning(layout) == meaning(text)
    assert "".join(comments(layout)).replace(" ", "") == "".join(comments(text)).replace(" ", "")
    assert format_text(layout) == layout
    assert layout.endswith("\n") == text.endswith("\n")
    assert not re.search(r"[ \t]$|\n\n\n", layout.replace("\r\n", "\n"), re.MULTILINE)


def published() -> Iterator[tuple[str, str]]:
    for name, entry in entries().items():
        for file in entry.files:
            yield f"{name} {file}", (grammar_directory() / file).read_text(encoding="utf-8")
    yield from ((name, text) for name, text in package_texts().items() if text)


@pytest.mark.parametrize("text", some((pytest.param(text, id=name) for name, text in published()), 20))
def test_published_grammars_say_the_same(text: str) -> None:
    same(text)
    long = [
        line for line in format_text(text).splitlines() if len(line) > WIDTH and ";" not in line and "<" not in line
    ]
    assert long == []


ELEMENTS = st.recursive(
    st.sampled_from(["b", '"x;"', "%x4f-5a", "<p ;>", "1*c", '%s"d"']),
    lambda inner: st.one_of(
        st.builds("({})".format, inner),
        st.builds("2*3[ {} ]".format, inner),
        st.builds("{} / {}".format, inner, inner).map("( {} )".format),
        st.builds("{} {}".format, inner, inner),
        st.builds("{} ; comment\n {}".format, inner, inner).map("( {} )".format),
    ),
    max_leaves=12,
)


@given(st.lists(st.tuples(ELEMENTS, ELEMENTS, st.sampled_from(["", " ; c", "\n  ; own", "\n\n; margin"]), ELEMENTS)))
def test_random_rules_say_the_same(rows: list[tuple[str, str, str, str]]) -> None:
    text = "".join(
        f"rule{number} = {first}\n / {second}{comment}\n\nother{number} = {third}\n"
        for number, (first, second, comment, third) in enumerate(rows)
    )
    if rows:
        same(text)


def test_other_text_than_abnf_is_refused() -> None:
    with pytest.raises(GrammarError, match="a rule is defined with"):
        format_text("a ::= b\n")


def test_a_rule_behind_a_broken_one_is_read() -> None:
    found = lint('a = ["-"]1*DIGIT\nb /= "x"\nc ::= "y"\nd = "z" )\n', "a")
    assert [(row.line, row.code) for row in found] == [(1, "L001"), (2, "L001"), (3, "L011"), (4, "L001")]
