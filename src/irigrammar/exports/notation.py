"""The notation of a regex engine, and the shared writer.

It says how sets, groups and repetitions are written.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from math import inf

from irigrammar.automata.algebra import simplify
from irigrammar.automata.ambiguity import unambiguous
from irigrammar.automata.charset import EMPTY, Ranges
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Alternate, CharSet, Concat, Regular, Repeat
from irigrammar.dataclass import dataclass, replace
from irigrammar.engines.compile import count_text
from irigrammar.engines.linear import Alt, Atomic, Chars, Committed, Piece, Repetition, Seq, linear, plain
from irigrammar.errors import ExportError
from irigrammar.matching.matcher import Matcher


def refusal(matcher: Matcher, dialect: str, reason: str, problem: str = "cannot be written for") -> ExportError:
    """Return the `ExportError` that says why a production cannot be written for a dialect, or another `problem` with
    it.
    """
    return ExportError(reason, dialect=dialect, grammar=matcher.grammar.name, rule=matcher.rule, failed=problem)


def simple_form(matcher: Matcher, dialect: str) -> Regular:
    """Return the simplified form of a production. Raises `GrammarError` for a grammar that is recursive or cannot be
    compiled, `ExportError` for one whose alternatives nest too deep, and one that has an automaton, and is too large
    for one expression or recurs where it ends.
    """
    production = matcher.grammar._production(matcher.rule)
    if production.is_regular and production.is_recursive:
        raise refusal(matcher, dialect, "it is too large for one expression, or recurs; table has its automaton")
    try:
        return simplify(production.with_marks(frozenset()))
    except RecursionError:
        raise refusal(matcher, dialect, "alternatives nest too deep to be simplified") from None


def linear_pieces(matcher: Matcher, dialect: str) -> Piece:
    """Return the pieces of a pattern that an engine which backtracks runs in linear time. Raises `ExportError` where
    none are known, and the errors of `simple_form`.
    """
    piece = linear(simple_form(matcher, dialect))
    if piece is None:
        raise refusal(
            matcher,
            dialect,
            "its engine backtracks, and no pattern is known that it runs in linear time, because one character can be "
            "read by two parts of the grammar; re2, rust and table have no such limit",
        )
    return piece


def any_pieces(matcher: Matcher, dialect: str, *, is_anchored: bool) -> Piece:
    """Return the pieces of a pattern for an engine that does not backtrack. Without `is_anchored`, those that may
    be longer come first, since the first that matches ends a search. Raises `ExportError` for alternatives that nest
    too deep, and the errors of `simple_form`.
    """
    try:
        piece = plain(simple_form(matcher, dialect))
        return piece if is_anchored else _longest_first(piece)
    except RecursionError:
        raise refusal(matcher, dialect, "alternatives nest too deep to be written") from None


def pieces(matcher: Matcher, dialect: str, *, is_anchored: bool) -> Piece:
    """Return the pieces of a pattern for an engine that backtracks. With `is_anchored`, it runs in linear time; of
    another, each attempt to match at one place does, since no part of a text is read in two ways.

    Raises `ExportError` where none are known.
    """
    if is_anchored:
        return linear_pieces(matcher, dialect)
    form = simple_form(matcher, dialect)
    if not unambiguous(compile_program(form)):
        raise refusal(
            matcher,
            dialect,
            "its engine backtracks, and a search with it may take exponential time, because the grammar can read some "
            "text in two ways; re2 and rust have no such limit",
        )
    return any_pieces(matcher, dialect, is_anchored=False)


def _longest_first(piece: Piece) -> Piece:
    """Return a piece without commitments with the alternatives in the order of the longest text that each matches."""
    match piece:
        case Seq(items):
            return Seq(tuple(map(_longest_first, items)))
        case Alt(items):
            return Alt(tuple(sorted(map(_longest_first, items), key=_length, reverse=True)))
        case Repetition(item, low, high, possessive):
            return Repetition(_longest_first(item), low, high, possessive)
    return piece


def _length(piece: Piece) -> float:
    """Return the length of the longest text that a piece matches, in code points."""
    match piece:
        case Chars():
            return 1
        case Seq(items):
            return sum(map(_length, items))
        case Alt(items):
            return max(map(_length, items), default=0)
        case Repetition(item, _, high, _):
            return inf if high is None else high and high * _length(item)
    return _length(piece.item)


# The ways in which an engine commits to a part.
ATOMIC = "atomic group"
CAPTURE = "lookahead and back reference"
NOTHING = ""


def braced_code(point: int) -> str:
    r"""Return the escape that most engines have for a code point.

    >>> braced_code(0x1F600)
    '\\x{1f600}'
    """
    return f"\\x{{{point:x}}}"


@dataclass(frozen=True, slots=True)
class Notation:
    """One engine's notation.

    `start` and `end` anchor the whole string, `outside` and `inside` are the characters escaped outside a set and
    inside one, `code` writes what is not a visible ASCII character, and the characters `coded_chars`, `group` opens a
    group, `never` matches nothing, `commits` is how a part is committed to. `charset` writes a set where the engine has
    no sets of code points, and `options` come before the pattern.
    """

    start: str
    end: str
    outside: str
    inside: str
    code: Callable[[int], str] = braced_code
    coded_chars: str = ""
    group: str = "(?:"
    never: str = "(?!)"
    possessive: bool = False
    commits: str = NOTHING
    charset: Callable[[Ranges], Piece] = Chars
    options: str = ""

    def unanchored(self) -> Notation:
        """Return the notation for patterns that match parts of a text."""
        return replace(self, start="", end="")

    def set_text(self, ranges: Ranges) -> str:
        """Return a set of code points: a single one as a character, more in brackets."""
        if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
            return self._char(ranges[0][0], self.outside)
        return self.set_in_brackets(ranges)

    def set_in_brackets(self, ranges: Ranges) -> str:
        """Return a set of code points in brackets, even one of a single code point; two neighbours are written without
        "-".
        """
        parts = []
        for low, high in ranges:
            first, last = self._char(low, self.inside), self._char(high, self.inside)
            parts.append(first if low == high else f"{first}{last}" if high == low + 1 else f"{first}-{last}")
        return f"[{''.join(parts)}]"

    def _char(self, point: int, special: str) -> str:
        if 0x21 <= point <= 0x7E and chr(point) not in self.coded_chars:
            return "\\" * (chr(point) in special) + chr(point)
        return self.code(point)


def write(piece: Piece, notation: Notation) -> str:
    """Return the text of a piece in a notation, as a pattern between its anchors."""
    captures = count(1)

    def text(piece: Piece) -> str:
        """Return a piece in the notation, possessive and atomic only where it has these."""
        match piece:
            case Chars(ranges):
                piece_of_set = notation.charset(ranges)
                return notation.set_text(ranges) if isinstance(piece_of_set, Chars) else text(piece_of_set)
            case Seq(items):
                return "".join(map(text, items))
            case Alt(()):
                return notation.never
            case Alt(items):
                return f"{notation.group}{'|'.join(map(text, items))})"
            case Repetition(item, low, high, possessive):
                suffix = "+" if possessive and notation.possessive else ""
                return operand(item) + count_text(low, high) + suffix
            case Committed(item, alphabet):
                return committed_text(item, alphabet)
            case Atomic(item):
                return f"(?>{text(item)})" if notation.possessive else text(item)

    def operand(item: Piece) -> str:
        """Return the text of an item as the operand of a repetition: in a group unless it is a set or a group
        already.
        """
        if isinstance(item, Chars):
            item = notation.charset(item.ranges)
        if isinstance(item, Atomic) and not notation.possessive:
            item = item.item
        alone = isinstance(item, Chars | Alt | Atomic)
        return text(item) if alone else f"{notation.group}{text(item)})"

    def committed_text(item: Piece, alphabet: Ranges) -> str:
        """Return the text of a part that is read as long as its alphabet lasts: as an atomic group or by a captured
        lookahead, if the notation has one and the part needs it, since it is read in several ways.
        """
        if notation.commits == ATOMIC:
            return f"(?>{text(item)}(?!{notation.set_text(alphabet)}))"
        if notation.commits == NOTHING or unambiguous(compile_program(_regular(item))):
            return text(item)
        number = next(captures)
        return f"(?=({text(item)}(?!{operand(Chars(alphabet))})))(?:\\{number})"

    return f"{notation.options}{notation.start}{text(piece)}{notation.end}"


def _regular(piece: Piece) -> Regular:
    """Return a piece as a regular expression of `irigrammar.automata`; commitments are left out."""
    match piece:
        case Chars(ranges):
            return CharSet(ranges) if ranges != EMPTY else Alternate(())
        case Seq(items):
            return Concat(tuple(map(_regular, items)))
        case Alt(items):
            return Alternate(tuple(map(_regular, items)))
        case Repetition(item, low, high, _):
            return Repeat(_regular(item), low, high)
        case Committed(item, _) | Atomic(item):
            return _regular(item)
