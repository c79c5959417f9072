"""The expression model: ABNF as written.

One value for each notation of RFC 5234 with its own meaning. A group is the tree's own shape, an option is a repetition
from 0 to 1, and a numeric value of one code point is a case-sensitive literal. `at` is the offset in the source text
(code points from 0), -1 where there is none; it takes no part in equality.
"""

# typed: 0xD800, 0xDFFF: surrogates and what is beyond Unicode
from __future__ import annotations

from collections.abc import Callable, Iterator

from irigrammar.dataclass import dataclass, field, replace

SURROGATES = (0xD800, 0xDFFF)  # the first and the last of the code points that are not characters


@dataclass(frozen=True, slots=True)
class Literal:
    """A string of code points, case-insensitive (in ASCII) unless `sensitive` (RFC 5234, 2.3; RFC 7405)."""

    text: str
    sensitive: bool = False
    offset: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Range:
    """One code point from `low` to `high`, both included (RFC 5234, 3.4)."""

    low: int
    high: int
    offset: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Concatenation:
    """The items one after the other (RFC 5234, 3.1)."""

    items: tuple[Expr, ...]
    offset: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Alternation:
    """One of the items; where several match, the first (RFC 5234, 3.2; "first match wins", RFC 3986, 4.1)."""

    items: tuple[Expr, ...]
    offset: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Repetition:
    """The item `low` to `high` times, `high` None meaning any number (RFC 5234, 3.6 to 3.8).

    `counted` is true where an option is written `*1( ... )` and not in brackets.
    """

    item: Expr
    low: int
    high: int | None
    offset: int = field(default=-1, compare=False, repr=False)
    counted: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Ref:
    """The rule of that name, which is case-insensitive (RFC 5234, 2.1)."""

    name: str
    offset: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Prose:
    """A description in words between angle brackets, which no machine can match (RFC 5234, 4)."""

    text: str
    offset: int = field(default=-1, compare=False, repr=False)


Expr = Literal | Range | Concatenation | Alternation | Repetition | Ref | Prose


@dataclass(frozen=True, slots=True)
class Rule:
    """A named expression and where it stands: `source` names the file; lines count from 1, `end_line` is the last.

    `comment` is what the comments on its lines say, or, without any, those on the lines directly above it. With `adds`
    its first definition has "=/": the alternatives follow those of an inherited rule (RFC 5234, 3.3).
    """

    name: str
    expr: Expr
    source: str
    line: int
    end_line: int
    comment: str = field(default="", compare=False, repr=False)
    adds: bool = field(default=False, compare=False, repr=False)

    @property
    def abnf(self) -> str:
        """The expression as ABNF, in one line.

        >>> import irigrammar
        >>> irigrammar.grammar("rfc3986").rules["port"].abnf
        '*DIGIT'
        """
        return abnf(self.expr)


KINDS = (Literal, Range, Concatenation, Alternation, Repetition, Ref, Prose, Rule)


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield the expression and all that it is made of, outer before inner, in the order of the text."""
    stack = [expr]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(reversed(parts(item)))


def parts(expr: Expr) -> tuple[Expr, ...]:
    """Return the expressions that one is made of, in the order of the text."""
    if isinstance(expr, Concatenation | Alternation):
        return expr.items
    return (expr.item,) if isinstance(expr, Repetition) else ()


def map_items(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """Return an expression with each of its direct parts changed, or itself, unchanged, if it has none."""
    if isinstance(expr, Concatenation | Alternation):
        return replace(expr, items=tuple(map(change, expr.items)))
    return replace(expr, item=change(expr.item)) if isinstance(expr, Repetition) else expr


def alternatives(expr: Expr) -> tuple[Expr, ...]:
    """Return the items of an alternation; of any other expression, that alone."""
    return expr.items if isinstance(expr, Alternation) else (expr,)


def without_offsets(expr: Expr) -> Expr:
    """Return an expression with offset -1 in all its parts, for another text than the one that it is from."""
    return replace(map_items(expr, without_offsets), offset=-1)


def holds(expr: Expr, of_leaf: Callable[[Expr], bool]) -> bool:
    """Return whether an expression has a string all of whose leaves have a property, as to be empty.

    >>> holds(Repetition(Literal("a"), 0, 1), lambda leaf: False)
    True
    """
    match expr:
        case Concatenation(items):
            return all(holds(item, of_leaf) for item in items)
        case Alternation(items):
            return any(holds(item, of_leaf) for item in items)
        case Repetition(item, low):
            return not low or holds(item, of_leaf)
    return of_leaf(expr)


def abnf(expr: Expr) -> str:
    """Return an expression in ABNF, on one line, with the groups that it needs.

    >>> from irigrammar.grammars.reader import read
    >>> rules = read('a = 1*4( "x" / %x30-39 ) [ b ] / %s"Yes" / %x0D.0A\\n', "example")
    >>> abnf(rules["a"].expr)
    '1*4( "x" / %x30-39 ) [ b ] / %s"Yes" / %x0D.0A'
    """
    match expr:
        case Alternation(items):
            return " / ".join(_in_brackets(item, Alternation) for item in items)
        case Concatenation(items):
            return " ".join(_in_brackets(item, Alternation, Concatenation) for item in items)
        case Repetition(item, 0, 1) if not expr.counted:
            return f"[ {abnf(item)} ]"
        case Repetition(item, low, high):
            return _count(low, high) + _in_brackets(item, Alternation, Concatenation, Repetition)
        case Ref(name):
            return name
        case Prose(text):
            return f"<{text}>"
        case Range(low, high):
            return f"%x{low:02X}-{high:02X}"
        case Literal(text, sensitive):
            quotable = all(" " <= char <= "~" and char != '"' for char in text)
            if not quotable or (sensitive and len(text) == 1):
                return "%x" + ".".join(f"{ord(char):02X}" for char in text)
            # Where case makes no difference the prefix says nothing.
            return f'{"%s" if sensitive and text.lower() != text.upper() else ""}"{text}"'


def _count(low: int, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{low or ''}*{'' if high is None else high}"


def _in_brackets(item: Expr, *kinds: type) -> str:
    option = isinstance(item, Repetition) and (item.low, item.high) == (0, 1) and not item.counted
    return f"( {abnf(item)} )" if isinstance(item, kinds) and not option else abnf(item)
