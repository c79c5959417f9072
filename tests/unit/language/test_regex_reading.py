"""Patterns of other engines as parts, and errors with their places.

A part is written as a pattern: sets as their ranges, (?<=..) and (?!..) for places, (?>..) for what is atomic.
"""

from __future__ import annotations

import pytest
from rows import in_one_test

from irigrammar import Grammar
from irigrammar.automata.charset import Ranges, union
from irigrammar.errors import RegexError
from irigrammar.language import ambiguous
from irigrammar.language.regex.pattern import Atomic, Chars, Choice, Look, Part, Repeat, Sequence, walk
from irigrammar.language.regex.reading import DIALECTS, dialects_of, read
from irigrammar.language.regex.tables import Tables
from irigrammar.matching.grammar import open_grammar

KNOWN: dict[tuple[str, str], Ranges] = {
    ("", "L"): ((0x41, 0x5A), (0x61, 0x7A)),
    ("", "Lu"): ((0x41, 0x5A),),
    ("", "Ll"): ((0x61, 0x7A),),
    ("sc", "Greek"): ((0x370, 0x3FF),),
    ("", "IsGreek"): ((0x370, 0x3FF),),
}


def fold(ranges: Ranges) -> Ranges:
    """Return a set with the other cases of ASCII and, as Unicode has it, of "k"."""
    chars = [chr(code) for first, last in ranges for code in range(first, min(last, 0x7F) + 1)]
    chars += [char for char in "kK\u212a" if any(first <= ord(each) <= last for first, last in ranges for each in "kK")]
    points = {ord(other) for char in chars for other in (char, char.lower(), char.upper())}
    return union(ranges, *(((point, point),) for point in points))


TABLES = Tables(
    digit=((0x30, 0x39),),
    space=((9, 13), (32, 32)),
    word=((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
    line_ends=((10, 10),),
    fold=fold,
    property_of=lambda name, value: KNOWN.get((name, value)),
)


def char(code: int) -> str:
    return chr(code) if 0x20 < code < 0x7F else f"\\{code:X}"


def text_of(part: Part) -> str:
    """Return a part as a pattern."""
    match part:
        case Chars(ranges):
            return f"[{''.join(char(a) if a == b else f'{char(a)}-{char(b)}' for a, b in ranges)}]"
        case Sequence(items):
            return "".join(map(text_of, items))
        case Choice(items):
            return f"({'|'.join(map(text_of, items))})"
        case Repeat(item, low, high, _, lazy):
            return f"({text_of(item)}){{{low},{'' if high is None else high}}}{'?' if lazy else ''}"
        case Atomic(item):
            return f"(?>{text_of(item)})"
        case Look(item, ahead, negative):
            return f"(?{'' if ahead else '<'}{'!' if negative else '='}{text_of(item)})"


ALL = r"[\0-\D7FF\E000-\10FFFF]"
WORD = "[0-9A-Z_a-z]"


@in_one_test(
    "dialect, flags, pattern, expected",
    [
        # Characters beyond 16 bits are two units without u, and a quantifier is for the last.
        ("ecmascript", "", "\U0001f600+", r"[\D83D]([\DE00]){1,}"),
        ("ecmascript", "", "[\U0001f600]", r"[\D83D\DE00]"),
        ("ecmascript", "u", "\U0001f600+", r"([\1F600]){1,}"),
        ("ecmascript", "u", r"\uD83D\uDE00\u{1F600}", r"[\1F600][\1F600]"),
        ("ecmascript", "u", r"\uD83D\u0041", "[][A]"),
        # Annex B
        ("ecmascript", "", r"\08\1\377\400\8\a", r"[\0][8][\1][\FF][\20][0][8][a]"),
        ("ecmascript", "", r"\c\cA[\c0]\k<a>\x4\u", r"[\][c][\1][\10][k][<][a][>][x][4][u]"),
        ("ecmascript", "", "a{,2}]", "[a][{][,][2][}][]]"),
        ("ecmascript", "", r"[\d-x]", "[-0-9x]"),
        ("ecmascript", "", r"(?=a)*", "((?=[a])){0,}"),
        ("ecmascript", "", r"[\cA-b\u0041-B]", r"[\1-b]"),
        # Groups, and the idiom of an atomic group
        ("json-schema", "", "a(?:b|c)+?d{2,}", "[a](([b]|[c])){1,}?([d]){2,}"),
        ("ecmascript", "u", r"(?=(a*))\1b", "(?>([a]){0,})[b]"),
        ("ecmascript", "u", r"(x)(?=(a|ab))\2", "[x](?>([a]|[a][b]))"),
        ("ecmascript", "u", "(?<!a)(?<=b)(?!c)(?<n>d)|(?<m>)", "((?<![a])(?<=[b])(?![c])[d]|)"),
        # Flags, and modifiers of 2025
        ("ecmascript", "iu", r"k(?-i:k)\d", r"[Kk\212A][k][0-9]"),
        ("ecmascript", "iu", r"\W", r"[\0-/:-@[-^`{-\2129\212B-\D7FF\E000-\10FFFF]"),
        ("ecmascript", "iu", "[^k]", r"[\0-JL-jl-\2129\212B-\D7FF\E000-\10FFFF]"),
        ("ecmascript", "iu", r"\P{Lu}", ALL),
        ("ecmascript", "iv", r"\P{Lu}", r"[\0-@[-`{-\2129\212B-\D7FF\E000-\10FFFF]"),
        ("ecmascript", "u", "^$", f"(?<!{ALL})(?!{ALL})"),
        ("ecmascript", "mu", "^", rf"((?<!{ALL})|(?<=[\A]))"),
        ("ecmascript", "su", ".", ALL),
        # Sets of strings, longest first
        ("ecmascript", "v", r"[\q{abc|d|}x]", "([a][b][c]|[dx]|)"),
        ("ecmascript", "v", r"[\w--[a-z]--\d]", "[A-Z_]"),
        ("ecmascript", "v", r"[\q{ab|c}&&[\q{ab}d]]", "([a][b]|[])"),
        ("ecmascript", "iv", r"[\p{Lu}&&\p{Ll}]", r"[A-Za-z\212A]"),
        ("ecmascript", "v", r"[^[^a]\-]", "[a]"),
        # RE2
        ("re2", "", r"\Qa.b\E*\Q*", "[a][.]([b]){0,}[*]"),
        ("re2", "", r"a|b\Qc|d", "([a]|[b][c][|][d])"),
        ("re2", "", "[[:alpha:]-z][]a-]", "[-A-Za-z][-]a]"),
        ("re2", "", r"\pL\p{^Lu}\P{^Lu}\x{41}\x41\101\_", r"[A-Za-z][\0-@[-\D7FF\E000-\10FFFF][A-Z][A][A][A][_]"),
        ("re2", "", "a(?i)b|c(?-i:d)", "([a][Bb]|[Cc][d])"),
        ("re2", "U", "a*b*?(?-U)c*", "([a]){0,}?([b]){0,}([c]){0,}"),
        ("re2", "", r"(?m)^\A$", rf"((?<!{ALL})|(?<=[\A]))(?<!{ALL})((?!{ALL})|(?=[\A]))"),
        ("re2", "", "a{01}{", "[a][{][0][1][}][{]"),
        # Rust
        ("rust", "", "[a-z&&[^aeiou]--x][a~~b][]-a][&~-]", "[b-df-hj-np-tv-wy-z][a-b][-]a][&-~]"),
        ("rust", "", "[-a--b][a-]", "[-a][-a]"),
        ("rust", "", "[[:^alpha:]&&a-zA-Z0-9]", "[0-9]"),
        ("rust", "", "a{ 2 }+??", "((([a]){2,2}){1,}?){0,1}"),
        ("rust", "x", "a b + # c)\n[ d ]\\ ", r"[a]([b]){1,}[d][\20]"),
        ("rust", "", "(?x: a # )\n) b", r"[a][\20][b]"),
        ("rust", "", r"\b{start}a\>", rf"(?<!{WORD})(?={WORD})[a](?<={WORD})(?!{WORD})"),
        ("rust", "", r"\p{sc=Greek}\P{ sc : Greek }\u{41}", r"[\370-\3FF][\0-\36F\400-\D7FF\E000-\10FFFF][A]"),
        ("rust", "", r"(?i)k(?-u)k", r"[Kk\212A][Kk]"),
        ("rust", "mR", "^", rf"((?<!{ALL})|(?<=[\A])|(?<=[\D])(?![\A]))"),
        # XSD: no anchors, subtraction, hyphens
        ("xsd", "", "^a$", "[^][a][$]"),
        ("xsd", "", r"[a-z-[aeiou]][^a-c-[x]]", r"[b-df-hj-np-tv-z][\0-`d-wy-\D7FF\E000-\10FFFF]"),
        ("xsd", "", r"[a-c-1-4]\p{IsGreek}", r"[-1-4a-c][\370-\3FF]"),
        ("i-regexp", "", r"[^ab-]\.\p{Lu}|", r"([\0-,.-`c-\D7FF\E000-\10FFFF][.][A-Z]|)"),
    ],
)
def test_parts(dialect: str, flags: str, pattern: str, expected: str) -> None:
    assert text_of(read(pattern, dialect, flags, TABLES)) == expected


@in_one_test(
    "dialect, flags, pattern, offset, words",
    [
        ("ecmascript", "u", "a{2", 3, "unexpected end"),
        ("ecmascript", "", "a{1}{2}", 4, "nothing to repeat"),
        ("ecmascript", "", r"(a)\1", 3, "backreference"),
        ("ecmascript", "u", r"(?=(a))\1\1", 7, "backreference"),
        ("ecmascript", "u", r"(?=(a))\1*", 7, "backreference"),
        ("ecmascript", "u", r"(?<=(?=(a))\1)", 11, "backreference"),
        ("ecmascript", "u", r"(?<n>a)\k<n>", 7, "backreference"),
        ("ecmascript", "u", r"\p{Nope}", 3, "unknown property Nope"),
        ("ecmascript", "u", "[b-a]", 1, "not in order"),
        ("ecmascript", "u", "(?<n>)(?<n>)", 9, "two groups"),
        ("ecmascript", "u", "a{2,1}", 1, "not in order"),
        ("ecmascript", "v", "[a!!]", 2, "reserved"),
        ("ecmascript", "v", r"[^\q{ab}]", 0, "no strings"),
        ("ecmascript", "v", "[ab&&c]", 3, "reserved"),
        ("ecmascript", "uv", "a", None, "do not go together"),
        ("ecmascript", "x", "a", None, "unknown flag 'x'"),
        ("ecmascript", "u", "(" * 60 + ")" * 60, 50, "nested"),
        ("re2", "", "a**", 2, "not allowed"),
        ("re2", "", "a(?=b)", 3, "not allowed"),
        ("re2", "", "(a{40}){40}", 2, "1,000"),
        ("re2", "", "[[:nope:]]", 1, "POSIX"),
        ("re2", "", r"\C", 0, "byte"),
        ("rust", "", "a\\", 2, "unexpected end"),
        ("rust", "x", "a # b\n(", 7, "unexpected end"),
        ("rust", "x", r"a # b" + "\n[z-a]", 7, "not in order"),
        ("rust", "", "(?ii)", 2, "repeated"),
        ("rust", "", r"(?-u:\W)", 5, "bytes"),
        ("rust", "", r"\u{D800}", 0, "code point"),
        ("xsd", "", r"\b", 1, "not allowed"),
        ("i-regexp", "", r"\d", 1, "not allowed"),
    ],
)
def test_errors_have_places(dialect: str, flags: str, pattern: str, offset: int | None, words: str) -> None:
    with pytest.raises(RegexError, match=words) as error:
        read(pattern, dialect, flags, TABLES)
    assert error.value.offset == offset
    assert error.value.dialect == dialect


def test_syntax_errors_name_the_other_dialects() -> None:
    with pytest.raises(RegexError) as error:
        read("a++", "ecmascript", "u", TABLES)
    assert error.value.dialects == ("rust",) == dialects_of("a++")
    assert str(error.value).endswith("; it would be right in rust")
    assert error.value.expected


def test_spans_are_those_of_the_pattern() -> None:
    pattern = "a # b\n[bc] +"
    parts = [part for part in walk(read(pattern, "rust", "x", TABLES)) if isinstance(part, Chars | Repeat)]
    assert [pattern[slice(*part.span)] for part in parts] == ["a", "[bc] +", "[bc]"]


@pytest.mark.parametrize("name", sorted({dialect.grammar for dialect in DIALECTS.values()}))
def test_grammars_are_not_ambiguous(name: str) -> None:
    grammar: Grammar = open_grammar(f"notations/{name}")
    if name != "ecmascript":  # annex B has an order of alternatives
        assert ambiguous(grammar.start) is None
    else:
        assert all(ambiguous(grammar[rule]) is None for rule in ("pattern-u", "pattern-v"))


def test_long_patterns() -> None:
    assert text_of(read("a" * 9_000 + "[" + "ab" * 2_000 + "]", "rust", "", TABLES)) == "[a]" * 9_000 + "[a-b]"
