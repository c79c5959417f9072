"""The layout of ABNF: what it looks like, that it says the same, keeps every comment, and stays unchanged."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.errors import GrammarError
from irigrammar.grammars.authors.format import WIDTH, formatted
from irigrammar.grammars.reader import SourceText, definitions, without_comment
from irigrammar.shipped.loader import entries, grammar_directory

LAYOUTS = [
    ("one line", 'a="x"/b', 'a = "x" / b'),
    (
        "spaces in brackets",
        "a=(b/[c]) *(d) 1*[e]",
        "a = ( b / [ c ] ) *( d ) 1*[ e ]",
    ),
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


@pytest.mark.parametrize(("text", "layout"), [row[1:] for row in LAYOUTS], ids=[row[0] for row in LAYOUTS])
def test_a_layout(text: str, layout: str) -> None:
    text = text.rstrip("\n") + "\n"
    assert formatted(text) == f"{layout}\n"
    same(text)


@pytest.mark.parametrize("begin", ["", "\ufeff"])
@pytest.mark.parametrize("between", ["\n", "\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_ends_of_lines_and_the_byte_order_mark_stay(begin: str, between: str, last: bool) -> None:
    text = between.join(["a=b;c", " /d", "", "", "e = f"]) + between * last
    layout = between.join(["a = b  ;c", "  / d", "", "e = f"]) + between * last
    assert formatted(begin + text) == begin + layout
    assert formatted(begin + layout) == begin + layout


def test_of_several_ends_of_lines_most_count() -> None:
    assert formatted("a = b\r\nc = d\ne = f\r\n") == "a = b\r\nc = d\r\ne = f\r\n"
    assert formatted("a = b\r\nc = d\ne = f\n") == "a = b\nc = d\ne = f\n"


def meaning(text: str) -> list[object]:
    return [(row.rule.name, row.rule.expr, row.incremental) for row in definitions(SourceText(text, "a"))]


def comments(text: str) -> list[str]:
    lines = (line.removesuffix("\r") for line in text.split("\n"))
    return sorted(line[len(without_comment(line)) :].rstrip() for line in lines if without_comment(line) != line)


def same(text: str) -> None:
    """Assert what every layout has."""
    layout = formatted(text)
    assert meaning(layout) == meaning(text)
    assert "".join(comments(layout)).replace(" ", "") == "".join(comments(text)).replace(" ", "")
    assert formatted(layout) == layout
    assert layout.endswith("\n") == text.endswith("\n")
    assert not re.search(r"[ \t]$|\n\n\n", layout.replace("\r\n", "\n"), re.MULTILINE)


def published() -> Iterator[tuple[str, str]]:
    for name, entry in entries().items():
        for file in entry.files:
            yield f"{name} {file}", (grammar_directory() / file).read_text(encoding="utf-8")
    import abnf.grammars

    for module in pkgutil.iter_modules(abnf.grammars.__path__):
        grammar = importlib.import_module(f"abnf.grammars.{module.name}").Rule.grammar
        if grammar:
            yield module.name, "\r\n".join(grammar) + "\r\n" if isinstance(grammar, list) else grammar


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in published()])
def test_published_grammars_say_the_same(text: str) -> None:
    same(text)
    long = [line for line in formatted(text).splitlines() if len(line) > WIDTH and ";" not in line and "<" not in line]
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


def test_what_is_not_abnf_is_refused() -> None:
    with pytest.raises(GrammarError, match="a rule is defined with"):
        formatted("a ::= b\n")
