"""Reading ABNF."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Callable

import pytest
from growth import growth
from rows import in_one_test

from irigrammar.errors import GrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, walk
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.grammars.reader import SourceText, decode, read
from irigrammar.matching.grammar import Grammar, grammar

A, B, C = Ref("a"), Ref("b"), Ref("c")


@in_one_test(
    ("elements", "expr"),
    [
        # RFC 5234, 2.3: terminal values
        ("%x61", Literal("a", True)),
        ("%d97", Literal("a", True)),
        ("%b1100001", Literal("a", True)),
        ("%X61", Literal("a", True)),
        ("%D97", Literal("a", True)),
        ("%B1100001", Literal("a", True)),
        ("%x1F469", Literal("👩", True)),
        ("%x10FFFF", Literal("\U0010ffff", True)),
        ("%x0", Literal("\0", True)),
        ("%x0000061", Literal("a", True)),
        ("%d13.10", Literal("\r\n", True)),
        ("%x61.62.63", Literal("abc", True)),
        ('"aBc"', Literal("aBc")),
        ('""', Literal("")),
        ('"a;b"', Literal("a;b")),
        ('"<a>"', Literal("<a>")),
        ('"\\"', Literal("\\")),
        # RFC 7405
        ('%s"aBc"', Literal("aBc", True)),
        ('%S"aBc"', Literal("aBc", True)),
        ('%i"aBc"', Literal("aBc")),
        ('%I"aBc"', Literal("aBc")),
        ('%s""', Literal("", True)),
        # RFC 5234, 3.1 to 3.8
        ("a b c", Concatenation((A, B, C))),
        ("a / b / c", Alternation((A, B, C))),
        ("a/b", Alternation((A, B))),
        ("a b / c", Alternation((Concatenation((A, B)), C))),
        ("a ( b / c )", Concatenation((A, Alternation((B, C))))),
        ("(a b) c", Concatenation((Concatenation((A, B)), C))),
        ("%x30-39", Range(0x30, 0x39)),
        ("%d48-57", Range(48, 57)),
        ("%b0-1", Range(0, 1)),
        ("%x61-61", Range(0x61, 0x61)),
        ("%xE000-10FFFF", Range(0xE000, 0x10FFFF)),
        ("*a", Repetition(A, 0, None)),
        ("1*a", Repetition(A, 1, None)),
        ("*2a", Repetition(A, 0, 2)),
        ("1*2a", Repetition(A, 1, 2)),
        ("2a", Repetition(A, 2, 2)),
        ("0a", Repetition(A, 0, 0)),
        ("0*0a", Repetition(A, 0, 0)),
        ("007*010a", Repetition(A, 7, 10)),
        ("*( a b )", Repetition(Concatenation((A, B)), 0, None)),
        ("[ a ]", Repetition(A, 0, 1)),
        ("[a b]", Repetition(Concatenation((A, B)), 0, 1)),
        ("2[ a ]", Repetition(Repetition(A, 0, 1), 2, 2)),
        ("[ *a ]", Repetition(Repetition(A, 0, None), 0, 1)),
        # RFC 5234, 4
        ("<any words; even these>", Prose("any words; even these")),
        ("<>", Prose("")),
        ("1<a>", Repetition(Prose("a"), 1, 1)),
        ("(((a)))", A),
        ("( a )", A),
    ],
)
def test_each_notation_has_its_expression(elements: str, expr: Expr) -> None:
    assert read(f"x = {elements}\n", "f")["x"].expr == expr


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_end_in_lf_or_crlf(ending: str) -> None:
    text = ending.join(["a = b ; comment", "  c", "", "; more", "b = %x61", "c = %x62", ""])
    rules = read(text, "f")
    assert [(rule.name, rule.line, rule.end_line) for rule in rules.values()] == [("a", 1, 2), ("b", 5, 5), ("c", 6, 6)]
    assert rules["a"].expr == Concatenation((B, C))


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        # a rule goes on where the next line is indented
        (
            "a = b\n   \n ; comment\n\tc\n  / %x61\nb = %x61\nc = b\n",
            Alternation((Concatenation((B, C)), Literal("a", True))),
        ),
        # comments hold any character, and begin in no string
        (
            'a = "b" ; naïve “quotes” 👩\u202e\x00\x85 ; "unclosed <prose\n  / c ; x\n; é\nb = %x61\n',
            Alternation((Literal("b"), C)),
        ),
        ('a = ";" b ; ";"\n', Concatenation((Literal(";"), B))),
        ("a = <;> b ; <\n", Concatenation((Prose(";"), B))),
        ("a ; one / two\n =/ ; three\n b\n", B),
        # RFC 5234, 3.3
        ("a = b\na =/ c / %x61\nA =/ %x62\n", Alternation((B, C, Literal("a", True), Literal("b", True)))),
        ("a = b / c\na =/ b c\n", Alternation((B, C, Concatenation((B, C))))),
    ],
)
def test_a_rule_of_several_lines(text: str, expr: Expr) -> None:
    assert read(text, "f")["a"].expr == expr


def test_a_rulelist_may_be_indented_as_a_whole() -> None:
    """RFC 5234, 2.2 asks only that all rules begin in the same column."""
    rules = read("\n    ; head\n    a = b /\n        c\n\n    b = %x61\n    c = %x62\n", "f")
    assert [(rule.name, rule.line) for rule in rules.values()] == [("a", 3), ("b", 6), ("c", 7)]
    assert rules["a"].expr == Alternation((B, C))


def test_an_incremental_alternative_in_a_comment_is_none() -> None:
    with pytest.raises(GrammarError, match="defined again"):
        read("a = b\na = ; =/\n  c\n", "f")


def test_expressions_know_where_they_are() -> None:
    text = 'a = "xy" %x61-62 *( b / c )\n'
    expected: dict[Expr, int] = {
        Literal("xy"): text.index('"xy"'),
        Range(0x61, 0x62): text.index("%x61"),
        B: text.index("b /"),
        C: text.index("c )"),
    }
    offsets = {expr: expr.offset for expr in walk(read(text, "f")["a"].expr)}
    assert {expr: offsets[expr] for expr in expected} == expected


# Invalid ABNF: line and column of the first character that nothing can continue with, and what is said of it.
END = "the line ends too early"
INDENTED = "is indented, so that its line continues the rule before it: begin rules in one column"


SYNTAX = [
    ("a\n", 1, 2, END, '"=" or "=/"'),
    ("a =\n", 1, 4, END, "an element (a rule name, string, number, group or option)"),
    ("a = \n", 1, 5, END, "an element (a rule name, string, number, group or option)"),
    ("a =/\n", 1, 5, END, "an element (a rule name, string, number, group or option)"),
    ('a "x"\n', 1, 3, "'\"' is not allowed here", '"=" or "=/"'),
    ("a == b\n", 1, 4, "'=' is not allowed here", "an element (a rule name, string, number, group or option)"),
    ("1a = b\n", 1, 1, "'1' is not allowed here", "a rule"),
    ("é = b\n", 1, 1, "'é' is not allowed here (ABNF is written in ASCII)", "a rule"),
    ("a = é\n", 1, 5, "'é' is not allowed here (ABNF is written in ASCII)", "an element"),
    ('a = "é"\n', 1, 6, "'é' is not allowed here (ABNF is written in ASCII)", "the closing quotation mark"),
    ("a = “b”\n", 1, 5, "'“' is not allowed here (ABNF is written in ASCII)", "an element"),
    ('a = "\t"\n', 1, 6, "'\\t' is not allowed here", "the closing quotation mark"),
    ('a = "b\n', 1, 7, END, "the closing quotation mark"),
    ('a = "b', 1, 7, END, "the closing quotation mark"),
    ("a = <b\n", 1, 7, END, 'the closing ">"'),
    ("a = ( b\n", 1, 8, END, '")"'),
    ("a = ( b\nc = d\n", 1, 8, END, '")"'),
    ("a = [ b\n", 1, 8, END, '"]"'),
    ("a = ( b ]\n", 1, 9, "']' is not allowed here", '")"'),
    ("a = [ b )\n", 1, 9, "')' is not allowed here", '"]"'),
    ("a = b )\n", 1, 7, "')' is not allowed here", "the end of the line"),
    ("a = ()\n", 1, 6, "')' is not allowed here", "an element"),
    ("a = []\n", 1, 6, "']' is not allowed here", "an element"),
    ("a = / b\n", 1, 5, "'/' is not allowed here", "an element"),
    ("a = b /\n", 1, 8, END, "an element"),
    ("a = b / / c\n", 1, 9, "'/' is not allowed here", "an element"),
    ("a = b\n  /\nc = d\n", 2, 4, END, "an element"),
    ("a = * b\n", 1, 6, "' ' is not allowed here", "an element"),
    ("a = 1 b\n", 1, 6, "' ' is not allowed here", '"*"'),
    ("a = 2*\n", 1, 7, END, "an element"),
    ("a = b**c\n", 1, 6, "'*' is not allowed here", "the end of the line"),
    ("a = %x\n", 1, 7, END, "a hexadecimal digit"),
    ("a = %x41-\n", 1, 10, END, "a hexadecimal digit"),
    ("a = %x41.\n", 1, 10, END, "a hexadecimal digit"),
    ("a = %x4G\n", 1, 8, "'G' is not allowed here", "a hexadecimal digit"),
    ("a = %d\n", 1, 7, END, "a digit"),
    ("a = %d9a\n", 1, 8, "'a' is not allowed here", "a digit"),
    ("a = %b\n", 1, 7, END, "a binary digit"),
    ("a = %b12\n", 1, 8, "'2' is not allowed here", "a binary digit"),
    ("a = %x41-42-43\n", 1, 12, "'-' is not allowed here", "the end of the line"),
    ("a = %x41-42.43\n", 1, 12, "'.' is not allowed here", "the end of the line"),
    ("a = %x41.42-43\n", 1, 12, "'-' is not allowed here", "a hexadecimal digit"),
    ("a = b\nc\n", 2, 2, END, '"=" or "=/"'),
    ("a = b\n; c\n  / d\n", 3, 3, "'/' is not allowed here", "the end of the line"),
    ("a = b\n= c\n", 2, 1, "'=' is not allowed here", "a rule"),
    ("a = \\x\n", 1, 5, "'\\' is not allowed here", "an element (a rule name, string, number, group or option)"),
    ("a = b\r\nc = \r\n", 2, 5, END, "an element"),
    ("a = b ; é\nc = ;\n", 2, 6, END, "an element"),
    ("a\n= b\n", 1, 2, END, '"=" or "=/"'),
    ("a = b\x0bc = d\n", 1, 6, "'\\x0b' is not allowed here", "the end of the line"),
    ("a = b\x85c = d\n", 1, 6, "'\\x85' is not allowed here (ABNF is written in ASCII)", "the end of the line"),
]


@in_one_test(("text", "line", "column", "reason", "expected"), SYNTAX)
def test_a_syntax_error_says_where_and_what_was_expected(
    text: str, line: int, column: int, reason: str, expected: str
) -> None:
    with pytest.raises(GrammarError) as caught:
        read(text, "some/file.abnf")
    error = caught.value
    assert (error.source, error.line, error.column, error.reason) == ("some/file.abnf", line, column, reason)
    assert any(word == expected or word.startswith(f"{expected} (") for word in error.expected), error.expected
    assert str(error).startswith(f"some/file.abnf:{line}:{column}: {reason}; expected ")


@in_one_test(
    ("text", "line", "column", "reason"),
    [
        ("a := b\n", 1, 3, '":=" is not ABNF: a rule is defined with "="'),
        ("a_b = c\n", 1, 1, '"_" is not allowed in the name of a rule: write a-b'),
        ("a = 'b'\n", 1, 5, "'b' is not ABNF: a string is written in double quotation marks"),
        ("a = {b}\n", 1, 5, '"{" is not ABNF: what may be repeated is written *( )'),
        ("a = b | c\n", 1, 7, '"|" is not ABNF: alternatives are separated by "/"'),
        ("a = b\nc = d\n  | e\n", 3, 3, '"|" is not ABNF: alternatives are separated by "/"'),
        ("a = b (\nc ::= d\n", 1, 8, END),  # another rule has it
        ("a = %x110000\n", 1, 5, "110000 is above U+10FFFF, the last code point"),
        ("a = b\n / %d1114112\n", 2, 4, "1114112 is above U+10FFFF, the last code point"),
        ("a = %x61.110000\n", 1, 5, "110000 is above U+10FFFF, the last code point"),
        ("a = %xE000-110000\n", 1, 5, "110000 is above U+10FFFF, the last code point"),
        ("a = %x62-61\n", 1, 5, "the range %x62-61 is empty"),
        ("a = 3*2b\n", 1, 5, "a repetition from 3 to 2 is impossible"),
        ("  a = b\n  c = 3*2b\n", 2, 7, "a repetition from 3 to 2 is impossible"),
        # Common mistakes, without what else could be there
        ("a = b\n c = d\n", 2, 4, f"c {INDENTED}"),
        ("  a = b\n  c = d\n    e =/ f\n", 3, 7, f"e {INDENTED}"),
        ("a = %28-5B\n", 1, 6, 'the base of the number is missing after "%": x for hexadecimal, as in %x28-5B'),
        ("a = b\na /= c\n", 2, 3, "alternatives are added to a rule with =/"),
        ('a = ["-"]1*b\n', 1, 10, "elements that follow each other are separated by spaces"),
        ("a = b\n\n  ; c\n  / d\n", 4, 3, "a blank line ends a rule: remove it, or begin it with a semicolon"),
        ('a = "<" <b> <c\n  d> "<"\n', 1, 13, "prose ends in the line where it begins: write <...> in one line"),
    ],
)
def test_refused_grammars_and_reasons(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(GrammarError) as caught:
        read(text, "some/file.abnf")
    assert (caught.value.line, caught.value.column, caught.value.reason) == (line, column, reason)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("a = %y41\n", 6, {'"b"', '"d"', '"x"', '"s"', '"i"'}),
        ("a = %\n", 6, {'"b"', '"d"', '"x"', '"s"', '"i"'}),
        ('a = %s "x"\n', 7, None),  # RFC 7405: a quotation mark comes at once
    ],
)
def test_expected_characters_are_those_allowed(text: str, column: int, expected: set[str] | None) -> None:
    with pytest.raises(GrammarError) as caught:
        read(text, "f")
    assert caught.value.column == column
    assert set(caught.value.expected) == expected if expected else caught.value.expected


@pytest.mark.parametrize("elements", ["%xD800", "%xDFFF", "%x61.DC00", "%xD800-DFFF", "%xD801-D802", "%d55296"])
def test_surrogates_are_refused_with_the_reason(elements: str) -> None:
    with pytest.raises(GrammarError, match="surrogate code point") as caught:
        read(f"a = b / {elements}\n", "f")
    assert (caught.value.line, caught.value.column) == (1, 9)


@pytest.mark.parametrize(
    ("elements", "expr"),
    [
        ("%xD7FF-D800", Range(0xD7FF, 0xD7FF)),
        ("%xDFFF-E000", Range(0xE000, 0xE000)),
        ("%x7F-10FFFF", Alternation((Range(0x7F, 0xD7FF), Range(0xE000, 0x10FFFF)))),
    ],
)
def test_surrogates_are_left_out_of_a_range(elements: str, expr: Expr) -> None:
    assert read(f"a = {elements}\n", "f")["a"].expr == expr
    assert read(f"a = 1*{elements}\n", "f")["a"].expr == Repetition(expr, 1, None)


def test_a_rule_that_is_defined_twice_is_refused() -> None:
    with pytest.raises(GrammarError, match=r"A is defined again \(first at line 2\); write =/ to add") as caught:
        read("b = c\na = b\n\nA = c\n", "f")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("f", 4, 1)


@pytest.mark.parametrize(("text", "reason"), [("", "is empty"), ("\n \n", "is empty"), ("; a = b\n", "has no rules")])
def test_a_text_without_rules_is_refused(text: str, reason: str) -> None:
    with pytest.raises(GrammarError, match=reason) as caught:
        read(text, "f")
    assert caught.value.source == "f"


def test_bytes_that_are_not_utf_8_are_refused_where_they_are() -> None:
    assert decode("a = é\n".encode(), "f") == "a = é\n"
    with pytest.raises(GrammarError, match="byte 0xE9 is not UTF-8") as caught:
        decode(b"a = b\n; caf\xe9\n", "f")
    assert (caught.value.source, caught.value.line, caught.value.column) == ("f", 2, 6)


def use(text: str) -> None:
    """Read a grammar and do all that can be done with its first rule."""
    matcher = Grammar.from_text(text).start
    matcher.matches("a")
    matcher.check("a")
    with contextlib.suppress(NoMatch):
        matcher.parse("a")


def chain(body: str, size: int) -> str:
    rules = "".join(f"{_name(number)} = {body.replace('NEXT', _name(number + 1))}\n" for number in range(size))
    return f'{rules}{_name(size)} = "x"\n'


def _name(number: int) -> str:
    return f"r{number}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('a = 1*100000000"a"\n', "too large"),
        ('a = 100000000"a"\n', "too large"),
        ('a = 100000000*"a"\n', "too large"),
        ('a = *100000000[ "a" ]\n', "too large"),
        ('a = 1000( 1000( 1000"a" ) )\n', "too large"),
        (chain('"(" NEXT ")"', 300), "nested"),
        (f'a = {"(" * 10_000}"a"{")" * 10_000}\n', "nested"),
        (f'a = {"[" * 300}"a"{"]" * 300}\n', "nested"),
        (f'a = {"*( " * 300}"a"{" )" * 300}\n', "nested"),
        (f'a = {"(" * 2_000}"a"\n', "nested"),
        (f'a = {"(" * 100}"a"\n', "the line ends too early"),
    ],
    ids=lambda value: value[:24],
)
def test_too_large_grammars_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(GrammarError, match=reason) as caught:
        use(text)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize(
    "text", [f'a = 1*{"9" * 5_000}"a"\n', f"a = %d{'9' * 5_000}\n", f"a = %x{'F' * 2_000}\n"], ids=lambda text: text[:9]
)
def test_a_number_of_any_length_is_a_grammar_error(text: str) -> None:
    with pytest.raises(GrammarError) as caught:
        use(text)
    assert len(str(caught.value)) < 1_000


def test_grammars_within_the_limits_are_read_and_match() -> None:
    deep = f'a = {"( " * 40}"a"{" )" * 40}\n'
    assert Grammar.from_text(deep).start.matches("A")
    assert Grammar.from_text(chain("NEXT", 60)).start.matches("x")
    long = Grammar.from_text('a = 2*5000"a"\n').start
    assert [long.matches("a" * count) for count in (1, 2, 5_000, 5_001)] == [False, True, True, False]


def test_an_undefined_rule_is_refused_where_it_is_needed() -> None:
    grammar = Grammar.from_text('a = b\nb = "x" / nowhere\nc = "y"\n')
    assert grammar["c"].matches("y")
    for ask in ("matches", "check", "parse"):
        with pytest.raises(GrammarError, match="nowhere") as caught:
            getattr(grammar["a"], ask)("x")
        assert (caught.value.source, caught.value.line) == ("<text>", 2)


def test_prose_is_refused_unless_it_names_a_rule() -> None:
    """RFC 5234, 4: prose-val is a last resort; `0<pchar>` in RFC 3986 means the rule."""
    assert Grammar.from_text('a = <B>\nb = "x"\n')["a"].matches("x")
    assert Grammar.from_text('a = 0<b> "y"\nb = "x"\n')["a"].matches("y")
    with pytest.raises(GrammarError, match="<some words> is prose, which nothing can match") as caught:
        Grammar.from_text('a = "x" /\n  <some words>\n')["a"].matches("y")
    assert (caught.value.source, caught.value.line) == ("<text>", 1)


def test_core_rules_are_there_and_can_be_defined_again() -> None:
    assert Grammar.from_text("a = 2HEXDIG\n")["a"].matches("fF")
    assert Grammar.from_text('a = 2HEXDIG\nHEXDIG = "x"\n')["a"].matches("xX")


WORDS = ["a", "b-1", '"x"', '%s"x y"', "%x41-42", "%d65.66", "<p q>", "2", "1*", "*", "(", ")", "[", "]", "/", "="]


SPACES = ["", " ", " ", " ", "  ", "\t", "\n ", " ; c\n  ", "\n ;c\n \n  ", "\n"]


def soup(numbers: random.Random) -> str:
    """Return something like a grammar, which is often valid."""

    def space(*more: str) -> str:
        return numbers.choice([*SPACES[1:9], *more])

    def alternation(depth: int) -> str:
        if numbers.random() < 0.02:
            return "".join(numbers.choice(WORDS) + numbers.choice(SPACES) for _ in range(4))
        return f"{space()}/{space()}".join(concatenation(depth) for _ in range(numbers.randint(1, 3)))

    def concatenation(depth: int) -> str:
        return space().join(element(depth) for _ in range(numbers.choice([1, 2, 3, 40]) if depth == 0 else 2))

    def element(depth: int) -> str:
        repeat = numbers.choice(["", "", "", "2", "1*", "*3"])
        if depth < 3 and numbers.random() < 0.1:
            opening, closing = numbers.choice([("(", ")"), ("[", "]")])
            return f"{repeat}{opening}{space('')}{alternation(depth + 1)}{space('')}{closing}"
        return repeat + numbers.choice(WORDS[:7])

    return "".join(f"r{index} ={space()}{alternation(0)}{numbers.choice(SPACES)}\n" for index in range(2))


def refusal(text: str) -> GrammarError | None:
    try:
        read(text, "f")
    except GrammarError as error:
        return error
    return None


def is_abnf(text: str) -> bool:
    """Return whether the abnf package reads a text at once."""
    from abnf.grammars.rfc7405 import Rule
    from abnf.parser import ParseError

    try:
        Rule("rulelist").parse_all(SourceText(text, "f").parsed)
    except ParseError:
        return False
    return True


@pytest.mark.slow
def test_pieces_are_read_as_the_whole_is() -> None:
    numbers = random.Random(8)
    said = []
    for _ in range(400):
        text = soup(numbers)
        fault = refusal(text)
        said.append(fault is None)
        assert said[-1] == is_abnf(text), text
        assert fault is None or (fault.line is not None and fault.reason != "this is not ABNF")
    assert 100 < sum(said) < 350


def numbers_of(size: int, joint: str = " / ") -> str:
    return joint.join(f"%x{0x100 + 2 * index:X}" for index in range(size))


MANY: dict[str, Callable[[int], str]] = {
    "alternatives": lambda size: f"a = {numbers_of(size)}\n",
    "alternatives in a group": lambda size: f"a = *( {numbers_of(size)} )\n",
    "concatenation": lambda size: f"a = {numbers_of(size, ' ')}\n",
    "rules": lambda size: (
        f"a = {' / '.join(f'b{index}' for index in range(size))}\n"
        + "".join(f"b{index} = %x{index + 1:X}\n" for index in range(size))
    ),
    "comments": lambda size: 'a = "x"\n' + "  ; c\n" * size + '  "x"\n',
    "spaces": lambda size: f'a = "x"{" " * size}"x"\n',
    "a fault behind alternatives": lambda size: f"a = {numbers_of(size)} %\n",
    "a fault behind comments": lambda size: 'a = "x"\n' + "  ; c\n" * size + "  %\n",
    "a fault in groups": lambda size: f"a = {'( ' * 90}{numbers_of(size)}\n",
    "parentheses": lambda size: f'a = {"(" * size}"x"{")" * size}\n',
}


@pytest.mark.growth
@pytest.mark.parametrize("kind", MANY)
def test_time_grows_linearly_with_the_text(kind: str) -> None:
    assert growth(refusal, MANY[kind](500), MANY[kind](4_000), limit=24) < 24


@pytest.mark.slow
def test_many_alternatives_match() -> None:
    grammar = Grammar.from_text(f"a = {numbers_of(4_000)}\n")
    assert grammar.start.matches("\u0102")
    assert not grammar.start.matches("\u0101")


def test_a_limit_says_what_it_is_and_can_be_raised() -> None:
    deep = f'a = {"( " * 101}"a" / "b"{" )" * 101}\n'
    with pytest.raises(GrammarError, match=r"<text>:1:205: .* more than 100 deep \(GrammarLimits.nesting\)"):
        Grammar.from_text(deep)
    assert Grammar.from_text(deep, limits=GrammarLimits(nesting=101)).start.matches("a")
    with pytest.raises(GrammarError, match=r"has 9 characters, and 8 are the limit \(GrammarLimits.size"):
        Grammar.from_text('a = "xy"\n', limits=GrammarLimits(size=8))


def test_groups_as_deep_as_the_limit_can_be_used() -> None:
    grammar = Grammar.from_text(f'a = {"( %x62 / %x63 ( " * 45}"a"{" ) )" * 45}\n')
    assert grammar.start.matches("b")
    assert grammar.start.parse("cb").end == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = %28-5B\n", 'the base of the number is missing after "%"'),
        ('a = ["-"]1*DIGIT\n', "elements that follow each other are separated by spaces"),
        ('a = "x""y"\n', "elements that follow each other are separated by spaces"),
        ('a = "x"\na /= "y"\n', "alternatives are added to a rule with =/"),
    ],
)
def test_frequent_mistakes_have_specific_messages(text: str, said: str) -> None:
    with pytest.raises(GrammarError, match=re.escape(said)):
        read(text, "x")


def test_comments_of_rules() -> None:
    """Those on the lines of a rule; without any, those directly above it."""
    text = '; not of it\n\n; above\na = "x"\n; of b\nb = "y" ; beside\n    / ";" ; "quoted"\nc = <;> ;\n'
    text += '\n\n; e\n;\n; more\nd = "z"\n'
    rules = Grammar.from_text(text).rules
    assert {name: rules[name].comment for name in "abcd"} == {
        "a": "above",
        "b": 'beside "quoted"',
        "c": "",
        "d": "e more",
    }
    published = grammar("rfc3986").rules
    assert published["path-abempty"].comment == ""
    assert published["path"].comment.startswith('begins with "/" or is empty begins with')
