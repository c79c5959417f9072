"""Near misses: strings one edit away from a match.

Each has a fault that teaches something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from irigrammar.automata.charset import difference, partition
from irigrammar.automata.naming import alphanumeric, most_readable, rank
from irigrammar.dataclass import NamedTuple
from irigrammar.faults.steps import Steps, steps_of
from irigrammar.grammars.expr import Literal, Range, walk
from irigrammar.grammars.rulelist import reached, references, users
from irigrammar.language.examples import examples
from irigrammar.language.strings import lengths
from irigrammar.language.suite import SURROGATES
from irigrammar.matching.matcher import Matcher

_WORK = 300_000  # characters that are read at most; of a long string not every place is edited

# Kinds of faults, the most instructive first: a character of the production in the wrong place, one too many, a
# delimiter of the grammar that the production has not, an end too soon, a wrong beginning, another character of the
# grammar, a character that the grammar has not; and with each the edits from the most natural one on.
_KINDS = {
    "own": ("exchange", "insert", "omit"),
    "long": ("insert", "exchange", "omit"),
    "delimiter": ("insert", "exchange", "omit"),
    "end": ("omit", "exchange", "insert"),
    "beginning": ("exchange", "insert", "omit"),
    "letter": ("exchange", "insert", "omit"),
    "foreign": ("insert", "exchange", "omit"),
}


class NearMiss(NamedTuple):
    """A string that does not match, and the offset of its fault in code points from 0."""

    text: str
    offset: int


class _Edit(NamedTuple):
    """A near miss and how it came about: what was done at `start`, what was taken and put there."""

    text: str
    offset: int
    kind: str
    done: str
    start: int
    taken: str
    put: str
    preference: int

    @property
    def unexpected(self) -> str:
        return self.text[self.offset : self.offset + 1]


def near_misses(m: Matcher, n: int = 2, *, near: Iterable[str] | None = None) -> Iterator[NearMiss]:
    """Yield at most `n` strings that do not match and are one character exchanged, put in or left out away from a
    string that does: one of `near`, strings that match (by default the production's examples).

    The faults show different characters, the most instructive ones first: one of the production's own characters in the
    wrong place, one too many, a delimiter that belongs beside the production, an end too soon. Fewer, or none, come
    where no edit makes a fault. Raises `ValueError` where one of `near` does not match.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> list(near_misses(uri["dec-octet"]))
    [NearMiss(text='256', offset=2), NearMiss(text='2510', offset=3)]
    """
    texts = list(dict.fromkeys(examples(m) if near is None else near))
    editor = _Editor(m)
    rows: dict[str, list[tuple[tuple[int, ...], _Edit]]] = {kind: [] for kind in _KINDS}
    for number, text in enumerate([*texts[1:], *texts[:1]]):  # the shortest has the fewest places
        for edit in editor.edits(text):
            rows[edit.kind].append((_order(edit, number, len(text)), edit))
    kinds = list(_KINDS)
    if not m._production.is_regular or lengths(m)[1] is None:  # one too many is of interest where the length is limited
        kinds.append(kinds.pop(kinds.index("long")))
    queues = [iter([edit for _, edit in sorted(rows[kind])]) for kind in kinds]
    taken: list[_Edit] = []
    while queues and len(taken) < n:
        queue = queues.pop(0)
        for edit in queue:
            if all(edit.text != other.text and edit.unexpected != other.unexpected for other in taken):
                taken.append(edit)
                queues.append(queue)
                yield NearMiss(edit.text, edit.offset)
                break


def _order(edit: _Edit, number: int, size: int) -> tuple[int, ...]:
    """Return what sorts the near misses of a kind, the most instructive first."""
    late = edit.unexpected != edit.put or edit.offset != edit.start  # the fault is not where the edit is
    inner = edit.kind in ("delimiter", "foreign")
    # A letter is mistaken for a letter, and a delimiter for a delimiter, sooner than one for the other.
    taken, put = (char != "" and alphanumeric(ord(char)) for char in (edit.taken, edit.put))
    alike = edit.kind in ("own", "beginning")
    return (
        late and edit.kind != "end",
        _KINDS[edit.kind].index(edit.done),
        alike and taken != put,
        number,
        alike and not put,
        abs(2 * edit.offset - size) if inner else -edit.offset,
        edit.preference,
    )


class _Editor:
    """Edits strings of a production, with characters of the production and of its grammar."""

    def __init__(self, m: Matcher) -> None:
        self._rule = m.rule
        self._steps = steps_of(m._production)
        classes = self._steps.classes
        own = sorted((most_readable(classes.ranges(number)) for number in range(1, classes.count)), key=rank)
        near, far = _of_grammar(m)
        outside = difference(classes.ranges(0), ((SURROGATES.start, SURROGATES.stop - 1),))
        others = [*near, *far, " ", *([chr(most_readable(outside))] if outside else [])]
        self._literals = near
        self._elsewhere = {*near, *far}
        self._letters = [*map(chr, own), *dict.fromkeys(char for char in others if not classes.of(ord(char)))]

    def edits(self, text: str) -> Iterator[_Edit]:
        """Yield what is one edit away from a text that matches, and does not match; see `near_misses`."""
        steps, size = self._steps, len(text)
        numbers = list(steps.classes.encode(text))
        states = list(accumulate(numbers, steps.step, initial=steps.start))
        if not steps.accepts(states[-1]):
            raise ValueError(f"{text!r} does not match {self._rule}")
        changes = [("omit", 1, 0, "")]
        for preference, letter in enumerate(self._letters):
            changes += [("insert", 0, preference, letter), ("exchange", 1, preference, letter)]
        most = max(2, _WORK // (len(changes) * (size + 1)))
        places = range(size + 1) if size <= most else sorted({place * size // most for place in range(most + 1)})
        for index in places:
            for done, length, preference, put in changes:
                if index + length <= size:
                    rest = [*(steps.classes.of(ord(char)) for char in put), *numbers[index + length :]]
                    read, state = _walked(steps, states[index], rest)
                    if read < len(rest) or not steps.accepts(state):
                        edited = text[:index] + put + text[index + length :]
                        kind = self._kind(edited, index + read, state)
                        yield _Edit(
                            edited, index + read, kind, done, index, text[index : index + length], put, preference
                        )

    def _kind(self, text: str, offset: int, state: object) -> str:
        """Return the kind of a fault, by the state before it."""
        char = text[offset : offset + 1]
        if not self._steps.goes_on(state):
            return "long"
        if not offset:
            return "beginning"
        if not char:
            return "end"
        if self._steps.classes.of(ord(char)):
            return "own"
        if char in self._elsewhere:
            return "delimiter" if char in self._literals and not alphanumeric(ord(char)) else "letter"
        return "foreign"


def _walked(steps: Steps, state: object, numbers: Sequence[int]) -> tuple[int, object]:
    """Return how many classes can be read from a state, and the state after them."""
    for read, number in enumerate(numbers):
        after = steps.step(state, number)
        if after is None:
            return read, state
        state = after
    return len(numbers), state


def _of_grammar(m: Matcher) -> tuple[list[str], list[str]]:
    """Return the characters of the grammar's literals, those nearest to the production first: of the rules that use it,
    then of those that use these, then of what the start rules reach; and one of each set that the grammar tells apart,
    the most readable first.
    """
    rules = m.grammar.rules
    refers = references(rules)
    names = reached(users(refers), m.rule)
    for start in m.grammar.entry.start:
        names += reached(refers, rules[start].name)
    exprs = [expr for name in dict.fromkeys(names) for expr in walk(rules[name].expr)]
    literals = list(dict.fromkeys(char for expr in exprs if isinstance(expr, Literal) for char in expr.text))
    sets = [((expr.low, expr.high),) for expr in exprs if isinstance(expr, Range)]
    cases = {form for char in literals for form in (char, char.lower(), char.upper()) if len(form) == 1}
    sets += [((ord(form), ord(form)),) for form in cases]
    classes = partition(sets)
    points = sorted((most_readable(classes.ranges(number)) for number in range(1, classes.count)), key=rank)
    return literals, [chr(point) for point in points]
