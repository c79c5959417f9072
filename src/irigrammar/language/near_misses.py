"""Near misses: strings one edit away from a match.

Each has a fault that teaches something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, product

from irigrammar.automata.charset import difference, partition
from irigrammar.automata.naming import alphanumeric, most_readable, rank
from irigrammar.dataclass import NamedTuple
from irigrammar.faults.steps import Steps, steps_of
from irigrammar.grammars.expr import Literal, Range, walk
from irigrammar.grammars.rulelist import reachable, references, users
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


def near_misses(m: Matcher, n: int = 2, *, near: Iterable[str] | None = None) -> Iterator[NearMiss]:
    """Yield at most `n` strings that do not match and are one character exchanged, put in or left out away from a
    string that does: one of `near`, strings that match (by default the production's examples).

    The faults show different characters, the most instructive ones first: one of the production's own characters in the
    wrong place, one too many, a delimiter that belongs beside the production, an end too soon. Fewer, or none, come
    where no edit makes a fault. Of a long string not every place is edited. Raises `ValueError` where one of `near`
    does not match.

    >>> import irigrammar
    >>> uri = irigrammar.grammar("rfc3986")
    >>> list(near_misses(uri["dec-octet"]))
    [NearMiss(text='256', offset=2), NearMiss(text='2510', offset=3)]
    """
    texts = list(dict.fromkeys(examples(m) if near is None else near))
    if not texts:
        return
    rows: dict[str, list[tuple[tuple[int, ...], tuple[str, int]]]] = {kind: [] for kind in _KINDS}
    for kind, order, miss in _edits(m, [*texts[1:], *texts[:1]]):  # the shortest has the fewest places
        rows[kind].append((order, miss))
    kinds = list(_KINDS)
    if not m._production.is_regular or lengths(m)[1] is None:  # one too many is of interest where the length is limited
        kinds.append(kinds.pop(kinds.index("long")))
    queues = [iter([miss for _, miss in sorted(rows[kind])]) for kind in kinds]
    char_by_text: dict[str, str] = {}  # the character where the fault of each text is
    while queues and len(char_by_text) < n:
        queue = queues.pop(0)
        for text, offset in queue:
            char = text[offset : offset + 1]
            if text not in char_by_text and char not in char_by_text.values():
                char_by_text[text] = char
                queues.append(queue)
                yield NearMiss(text, offset)
                break


def _edits(m: Matcher, texts: list[str]) -> Iterator[tuple[str, tuple[int, ...], tuple[str, int]]]:
    """Yield the strings one edit away from matching texts that do not match: the kind of the fault, a sort key among
    those of a kind, the most instructive first, and the string with the fault's offset. See `near_misses`. Of a long
    text not every place is edited. Raises `ValueError` for a text that does not match.
    """
    steps = steps_of(m._production)
    classes = steps.classes
    own = sorted((most_readable(classes.ranges(number)) for number in range(1, classes.count)), key=rank)
    literals, far = _of_grammar(m)
    outside = difference(classes.ranges(0), ((SURROGATES.start, SURROGATES.stop - 1),))
    others = [*literals, *far, " ", *([chr(most_readable(outside))] if outside else [])]
    changes: list[tuple[str, int, int, str, tuple[int, ...]]] = [("omit", 1, 0, "", ())]
    for preference, letter in enumerate(
        [*map(chr, own), *dict.fromkeys(char for char in others if not classes.of(ord(char)))]
    ):
        letter_numbers = (classes.of(ord(letter)),)
        for name, length in (("insert", 0), ("exchange", 1)):
            changes.append((name, length, preference, letter, letter_numbers))

    is_own = cache(lambda char: bool(classes.of(ord(char))))
    is_letter = cache(lambda char: char != "" and alphanumeric(ord(char)))

    def kind_of(char: str, offset: int, state: object) -> str:
        """Return the kind of a fault by its character ("" at the end), its offset and the state before it: long,
        beginning, end, own, letter, delimiter or foreign.
        """
        if not steps.goes_on(state):
            return "long"
        if not offset:
            return "beginning"
        if not char:
            return "end"
        if is_own(char):
            return "own"
        if char in literals:
            return "letter" if is_letter(char) else "delimiter"
        return "letter" if char in far else "foreign"

    for text_number, text in enumerate(texts):
        size = len(text)
        numbers = list(classes.encode(text))
        states = list(accumulate(numbers, steps.step, initial=steps.start))
        if not steps.accepts(states[-1]):
            raise ValueError(f"{text!r} does not match {m.rule}")
        most = max(2, _WORK // (len(changes) * (size + 1)))
        places = range(size + 1) if size <= most else sorted({place * size // most for place in range(most + 1)})
        for index, (done, length, preference, put, put_numbers) in product(places, changes):
            if index + length > size:
                continue
            read, state = _walk(steps, states[index], put_numbers)
            if read == len(put):
                if state == states[index + length]:  # from which the rest leads to a match
                    continue
                more, state = _walk(steps, state, numbers[index + length :])
                read += more
                if more == size - index - length and steps.accepts(state):
                    continue
            changed_text, offset = text[:index] + put + text[index + length :], index + read
            wrong_char = changed_text[offset : offset + 1]
            kind = kind_of(wrong_char, offset, state)
            # A letter is mistaken for a letter, and a delimiter for a delimiter, sooner than one for the other.
            was_letter, is_put_letter = is_letter(text[index : index + length]), is_letter(put)
            alike = kind in ("own", "beginning")
            order = (
                kind != "end" and (wrong_char != put or offset != index),  # the fault is not where the edit is
                _KINDS[kind].index(done),
                alike and was_letter != is_put_letter,
                text_number,
                alike and not is_put_letter,
                abs(2 * offset - size) if kind in ("delimiter", "foreign") else -offset,
                preference,
            )
            yield kind, order, (changed_text, offset)


def _walk(steps: Steps, state: object, numbers: Sequence[int]) -> tuple[int, object]:
    """Return how many classes can be read from a state, and the state after them; the rest is not looked at."""
    for read, number in enumerate(numbers):
        after = steps.step(state, number)
        if after is None:
            return read, state
        state = after
    return len(numbers), state


def _of_grammar(m: Matcher) -> tuple[list[str], list[str]]:
    """Return the characters of the grammar's literals, those nearest to the production first: of the rules that use it,
    then of their users, then of the rules that the start rules reach; and one of each set that the grammar tells apart,
    the most readable first.
    """
    rules = m.grammar.rules
    refers = references(rules)
    names = reachable(users(refers), m.rule)
    for start in m.grammar.entry.start:
        names += reachable(refers, rules[start].name)
    exprs = [expr for name in dict.fromkeys(names) for expr in walk(rules[name].expr)]
    literals = list(dict.fromkeys(char for expr in exprs if isinstance(expr, Literal) for char in expr.text))
    sets = [((expr.low, expr.high),) for expr in exprs if isinstance(expr, Range)]
    cases = {form for char in literals for form in (char, char.lower(), char.upper()) if len(form) == 1}
    sets += [((ord(form), ord(form)),) for form in cases]
    classes = partition(sets)
    points = sorted((most_readable(classes.ranges(number)) for number in range(1, classes.count)), key=rank)
    return literals, [chr(point) for point in points]
