"""Railroad diagrams as values: a rule's ABNF as tracks.

They come from the expression model and need no automaton, so that recursive rules have theirs. What is drawn matches
what the rule matches: alternatives that begin or end alike share that part, and an item repeated with another between
is one loop. First match wins between alternatives, the upper one before the lower.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from irigrammar.dataclass import dataclass, field
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
    abnf,
)
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.learn.written import comments
from irigrammar.shipped.place import place_of
from irigrammar.text.names import character, visible


def label(expr: Literal | Range, encoding: str = "utf-8") -> str:
    """Return the label of a terminal: characters of ASCII in quotation marks, others as code points, each with the
    character if `encoding` has it.

    >>> label(Literal("v")), label(Literal("\\r\\n", True)), label(Range(0x30, 0x39)), label(Range(0xA0, 0xD7FF))
    ('"v"', 'U+000D U+000A', '"0" to "9"', 'U+00A0 to U+D7FF')
    """
    if isinstance(expr, Range):
        ends = (expr.low, expr.high)
        if all(_is_quotable(chr(point)) for point in ends):
            return " to ".join(f'"{chr(point)}"' for point in ends)
        return " to ".join(_point(point, encoding) for point in ends)
    quoted = abnf(expr)
    return quoted if '"' in quoted else " ".join(_point(ord(char), encoding) for char in expr.text)


def _is_quotable(char: str) -> bool:
    """Return whether a character of ASCII is seen, and can be in a string of ABNF."""
    return char.isascii() and char.isprintable() and not char.isspace() and char != '"'


def describe_terminal(expr: Literal | Range) -> str:
    """Return the names of a terminal's characters, and whether case counts where that makes a difference.

    >>> describe_terminal(Literal("v")), describe_terminal(Range(0x31, 0x39))
    ('U+0076 LATIN SMALL LETTER V, in upper or lower case', 'U+0031 DIGIT ONE to U+0039 DIGIT NINE')
    """
    if isinstance(expr, Range):
        return f"{character(chr(expr.low))} to {character(chr(expr.high))}"
    names = ", ".join(map(character, expr.text))
    if expr.text.lower() == expr.text.upper():
        return names
    return f"{names}, in this case only" if expr.sensitive else f"{names}, in upper or lower case"


def _point(point: int, encoding: str) -> str:
    shown = visible(chr(point), encoding)
    return f"U+{point:04X}" + (f" {shown}" if shown == chr(point) and not shown.isspace() else "")


@dataclass(frozen=True, slots=True)
class Terminal:
    """Characters, as a label in ABNF's manner, as a description in words, and as the expression."""

    label: str
    title: str
    expr: Literal | Range = field(compare=False, repr=False)

    @property
    def first(self) -> int:
        """The first code point of the expression."""
        return self.expr.low if isinstance(self.expr, Range) else ord(self.expr.text[0])


@dataclass(frozen=True, slots=True)
class Nonterminal:
    """The rule that is read here, `is_linked` if it exists, and a note on it."""

    name: str
    is_linked: bool
    title: str


@dataclass(frozen=True, slots=True)
class Words:
    """A label: prose, which no machine can match, or a note that nothing is read here."""

    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """The items one after the other."""

    items: tuple[Diagram, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the items, in `columns` of about the same length."""

    items: tuple[Diagram, ...]
    columns: int = 1


@dataclass(frozen=True, slots=True)
class Option:
    """The item, or nothing."""

    item: Diagram


@dataclass(frozen=True, slots=True)
class Loop:
    """The item `low` (1 or more) to `high` times, None meaning any number, with the separator between."""

    item: Diagram
    separator: Diagram | None
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Noted:
    """An item with a comment of the ABNF."""

    item: Diagram
    comment: str


Diagram = Terminal | Nonterminal | Words | Track | Choice | Option | Loop | Noted

EMPTY = Track(())

_TALL = 8  # alternatives in one column
_DEEP = 5  # choices that a shared beginning or end puts in one another


def diagram(rules: Rulelist, rule: Rule, encoding: str = "utf-8") -> Diagram:
    """Return the diagram of a rule of a grammar, or of one that the grammar inherits.

    References are those that the grammar reads. A rule that is not defined, and prose, are shown as such. Labels have
    only characters that the encoding has.

    >>> from irigrammar.shipped import loader as catalog
    >>> uri = catalog.load("rfc3986")
    >>> drawing = diagram(uri, uri["path-absolute"])
    >>> drawing.items[0].label, drawing.items[1].item.items[0].name
    ('"/"', 'segment-nz')
    """
    return _Drawing(rules, encoding).rule(rule.expr, *comments(rules, rule))


def bounds(loop: Loop) -> str:
    """Return how often a loop goes, in words; "" for as often as one likes, which its track says.

    >>> bounds(Loop(EMPTY, None, 1, 4)), bounds(Loop(EMPTY, None, 2, 2)), bounds(Loop(EMPTY, None, 3, None))
    ('1 to 4 times', '2 times', '3 or more times')
    """
    if loop.high is None:
        return f"{loop.low:,} or more times" if loop.low > 1 else ""
    if loop.low == loop.high:
        return f"{loop.low:,} times"
    return f"{loop.low:,} to {loop.high:,} times"


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Makes diagrams of expressions of a grammar."""

    rules: Rulelist
    encoding: str

    def rule(self, expr: Expr, whole: str, alternatives: tuple[str, ...]) -> Diagram:
        """Return the diagram of a rule's expression, with its comment and those of its alternatives, where they have
        one.
        """
        if alternatives and isinstance(expr, Alternation):
            # Each has its own place, so that its comment has one.
            pairs = zip(expr.items, alternatives, strict=True)
            drawn: Diagram = _choice([Noted(self.of(item), note) if note else self.of(item) for item, note in pairs])
        else:
            drawn = self.of(expr)
        return Noted(drawn, whole) if whole else drawn

    def of(self, expr: Expr) -> Diagram:
        """Return the diagram of an expression; words for an empty string and for prose that names no rule."""
        match expr:
            case Literal("", _):
                return Words("nothing", "the empty string")
            case Literal() | Range():
                return Terminal(label(expr, self.encoding), describe_terminal(expr), expr)
            case Ref(name):
                return self.reference(name)
            case Prose(text):
                box = self.reference(text)
                return box if box.is_linked else Words(f"<{text}>", "described in words, which no machine can match")
            case Repetition(item, low, high):
                return self._repetition(item, low, high)
            case Concatenation():
                return self._sequence(list(_flat(expr, Concatenation)))
            case Alternation():
                return self._alternation([list(_flat(item, Concatenation)) for item in _flat(expr, Alternation)])

    def reference(self, name: str) -> Nonterminal:
        """Return the box of a reference, titled with the rule's place; one that is not linked if no rule defines it."""
        rule = self.rules.find(name)
        if rule is None:
            return Nonterminal(name, is_linked=False, title="no rule defines it")
        spelling = "" if rule.name.lower() == name.lower() else f"written {name}; "
        return Nonterminal(rule.name, is_linked=True, title=f"{spelling}{place_of(self.rules, rule)}")

    def _repetition(self, item: Expr, low: int, high: int | None) -> Diagram:
        """Return an option, a loop, or both; "nothing" for a repetition of at most 0."""
        if high == 0:
            return Words("nothing", abnf(Repetition(item, low, high)))
        inner = self.of(item)
        body = inner if (low <= 1 and high == 1) else Loop(inner, None, max(low, 1), high)
        return body if low else Option(body)

    def _sequence(self, items: list[Expr]) -> Diagram:
        """Return a track of the items; `X *( S X )` and `*( X S ) X` become one loop."""
        drawn: list[Diagram] = []
        index = 0
        while index < len(items):
            result = self._separated_loop(items, index)
            if result:
                loop, index = result
                drawn.append(loop)
            else:
                drawn.append(self.of(items[index]))
                index += 1
        return _track(drawn)

    def _separated_loop(self, items: list[Expr], index: int) -> tuple[Diagram, int] | None:
        """Return the loop for `X *( S X )` or `*( X S ) X` at an index, and the index after it; None without one.

        X may be several items, S is one symbol. The loop's bounds count X; the diagram is that of X for only one.
        """
        for before in (True, False):
            for size in range(1, (len(items) - index + 1) // 2 + 1):
                place = index + size if before else index
                repetition = items[place] if place < len(items) else None
                if not isinstance(repetition, Repetition) or not isinstance(repetition.item, Concatenation):
                    continue
                body = list(_flat(repetition.item, Concatenation))
                rest = index if before else index + 1
                items_around = items[rest : rest + size]
                separator = body[0] if before else body[-1]
                same = body[1:] if before else body[:-1]
                # The way back is read from right to left, so it can have only one item.
                if same == items_around and len(items_around) == size and isinstance(separator, Literal | Range | Ref):
                    low, high = repetition.low + 1, None if repetition.high is None else repetition.high + 1
                    inner = self._sequence(items_around)
                    loop = Loop(inner, self.of(separator), low, high) if high != 1 else inner
                    return loop, index + size + 1
        return None

    def _alternation(self, rows: list[list[Expr]], level: int = 0) -> Diagram:
        """Return the choice between sequences; neighbours that begin or end with the same items share these, at most
        `_DEEP` levels deep.
        """
        if level == _DEEP:
            return _choice([*map(self._sequence, rows)])
        drawn: list[Diagram] = []
        for _, same_start in groupby(rows, lambda row: row[:1]):
            group = list(same_start)
            size = _common_prefix(group)
            if len(group) > 1 and size:
                rest = self._alternation([row[size:] for row in group], level + 1)
                drawn.append(_track([self._sequence(group[0][:size]), rest]))
                continue
            drawn += map(self._sequence, group)
        if len(drawn) == len(rows) > 1:
            ends = [list(group) for _, group in groupby(rows, lambda row: row[-1:])]
            if len(ends) < len(rows):
                return _choice([self._ending(group, level) for group in ends])
        return _choice(drawn)

    def _ending(self, group: list[list[Expr]], level: int) -> Diagram:
        """Return the diagram of alternatives, with their common end drawn once, after the choice of the rest."""
        size = _common_prefix([row[::-1] for row in group])
        if len(group) == 1 or not size:
            return _choice([*map(self._sequence, group)])
        rest = self._alternation([row[: len(row) - size] for row in group], level + 1)
        return _track([rest, self._sequence(group[0][-size:])])


def _flat(expr: Expr, kind: type[Concatenation | Alternation]) -> Iterator[Expr]:
    """Yield the items of an expression and of nested ones of the same kind; an expression of another kind itself."""
    if isinstance(expr, kind):
        for item in expr.items:
            yield from _flat(item, kind)
    else:
        yield expr


def _common_prefix(rows: Sequence[Sequence[Expr]]) -> int:
    """Return how many equal items all rows begin with; there must be a row."""
    size = 0
    while all(len(row) > size and row[size] == rows[0][size] for row in rows):
        size += 1
    return size


def _track(items: Iterable[Diagram]) -> Diagram:
    """Return the items as one sequence, without sequences in it; an only item as it is."""
    flat: list[Diagram] = []
    for item in items:
        flat += item.items if isinstance(item, Track) else [item]
    return flat[0] if len(flat) == 1 else Track(tuple(flat))


def _choice(items: list[Diagram]) -> Diagram:
    """Return the items as one choice, without choices and repeated items in it; an only item as it is.

    With `EMPTY` among them it is an option.
    """
    flat: list[Diagram] = []
    for item in items:
        flat += item.items if isinstance(item, Choice) else [item]
    some = [item for item in dict.fromkeys(flat) if item != EMPTY]
    if not some:
        return EMPTY
    small = all(isinstance(item, Terminal | Nonterminal) for item in some)
    columns = -(-len(some) // _TALL) if small else 1
    drawn = some[0] if len(some) == 1 else Choice(tuple(some), columns)
    return Option(drawn) if EMPTY in flat else drawn
