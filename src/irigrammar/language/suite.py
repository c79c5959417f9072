"""Complete test suites for implementations of bounded size.

No wrong implementation within the bound agrees with the production on all of a suite.
"""

# typed: 0xD800, 0xE000: the surrogates
# typed: 0xFFFF, 0x10000: where encodings change their length
from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from irigrammar.automata.charset import MAX
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.naming import most_readable
from irigrammar.automata.stacked import Stacked
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.engines import walk
from irigrammar.errors import GrammarError
from irigrammar.language.relations import stack_automaton
from irigrammar.matching.matcher import Matcher
from irigrammar.unicode import combining_class, general_category

SURROGATES = range(0xD800, 0xE000)
_MAX_ASCII = 0x7F

# The lengths of UTF-8 and UTF-16 change here; an implementation that counts units goes wrong beside them.
_LENGTH_EDGES = (0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, MAX)


@cache
def suspects() -> tuple[int, ...]:
    """Return the code points that implementations take for others, or let through, in order: those whose case folds
    into ASCII, two digits outside ASCII, line ends, white space of ASCII, the edges of encoding lengths.
    """
    text = "".join(map(chr, (*range(SURROGATES.start), *range(SURROGATES.stop, sys.maxunicode + 1))))
    basic = text[_MAX_ASCII + 1 : 0x10000 - len(SURROGATES)]
    folding = [char for char in _cased(text) if char > chr(_MAX_ASCII) if _folds(char.lower()) or _folds(char.upper())]
    digits = [char for char in basic if general_category(char) == "Nd"]
    # `$` in many a pattern lets a line end through, and trimming removes white space.
    spaces = [char for char in text[: _MAX_ASCII + 1] if char.isspace()]
    line_ends = [line[-1] for line in text.splitlines(keepends=True)[:-1]]
    return tuple(sorted({*map(ord, (*folding, digits[0], digits[-1], *spaces, *line_ends)), *_LENGTH_EDGES}))


def _cased(text: str) -> str:
    """Return the pieces of a text in which a character has another case."""
    pieces = (text[start : start + 256] for start in range(0, len(text), 256))
    return "".join(piece for piece in pieces if not piece == piece.lower() == piece.upper())


def _folds(form: str) -> bool:
    """Return whether the other-case form of a character is an ASCII character, or one with marks (U+0130)."""
    return form[0].isascii() and all(map(combining_class, form[1:]))


def letters(dfa: Dfa, seed: int = 0, *, each: str = "interval") -> list[str]:
    """Return the alphabet for an automaton.

    With `each="interval"`, in code point order: of every interval of code points of one class the low end, the high end
    and one inside, drawn by the seed, and the suspects; a surrogate is drawn again from the other code points of its
    class, and a class that has no other gives none. With `each="class"`, in the order of the classes: one code point of
    each, the most readable one.
    """
    classes = dfa.classes
    if each == "class":
        return [chr(most_readable(classes.ranges(number))) for number in range(classes.count)]
    draw = random.Random(seed)
    points = set(suspects())
    ends = (*(start - 1 for start in classes.starts[1:]), MAX)
    for low, high, number in zip(classes.starts, ends, classes.ids, strict=True):
        if all(first in SURROGATES and last in SURROGATES for first, last in classes.ranges(number)):
            continue
        for first in (low, high, draw.randint(low, high)):
            point = first
            while point in SURROGATES:  # drawn again
                point = draw.randint(*draw.choice(classes.ranges(number)))
            points.add(point)
    return list(map(chr, sorted(points)))


# A string as the classes of its characters.
Word = tuple[int, ...]


def access(dfa: Dfa) -> dict[int, Word]:
    """Return, for each state that can be reached, the dead one too, a shortest string that reaches it, as classes of
    characters.
    """
    words: dict[int, Word] = {dfa.start: ()}
    todo = deque([dfa.start])
    while todo:
        state = todo.popleft()
        for number, to in enumerate(dfa.rows[state]):
            if to not in words:
                words[to] = (*words[state], number)
                todo.append(to)
    return words


def completions(dfa: Dfa, numbers: Sequence[int]) -> dict[int, Word]:
    """Return, for each state from which an end can be reached, a shortest string to it, as classes of characters, of
    which only those in `numbers` are used; of several classes from one state to the next, the first in `numbers`.
    """
    back: dict[int, list[tuple[int, int]]] = {}
    for state, row in enumerate(dfa.rows):
        for number in numbers:
            back.setdefault(row[number], []).append((state, number))
    words: dict[int, Word] = {state: () for state in range(dfa.states) if dfa.accepting[state]}
    todo = deque(words)
    while todo:
        to = todo.popleft()
        for state, number in back.get(to, ()):
            if state not in words:
                words[state] = (number, *words[to])
                todo.append(state)
    return words


@dataclass(slots=True)
class _Block:
    """A node of the splitting tree: its states, and the string after which some of them accept and others do not."""

    states: list[int]
    word: Word = ()
    parts: tuple[_Block, ...] = ()
    parent: _Block | None = None
    depth: int = 0


def identifiers(dfa: Dfa) -> list[tuple[Word, ...]]:
    """Return harmonized state identifiers: for each state a set of strings, such that for any two states some string
    is in the sets of both and is accepted from one of them only (Luo, Petrenko and von Bochmann, 1994).

    They are the strings on the way from the root to the state's leaf in a splitting tree, so that each pair shares the
    string of the node where it parts. Raises `AssertionError` for an automaton that is not minimal.
    """
    root = _Block(list(range(dfa.states)))
    leaf = dict.fromkeys(root.states, root)
    _split(root, (), [bool(dfa.accepting[state]) for state in root.states], leaf)
    todo = deque(root.parts or [root])
    waiting = 0
    while todo:
        block = todo.popleft()
        if len(block.states) == 1:
            continue
        best = _best_split(dfa, block, leaf)
        if best is None:  # its successors are not told apart yet
            todo.append(block)
            waiting += 1
            if waiting > len(todo):
                raise AssertionError("the automaton is not minimal")
            continue
        waiting = 0
        _split(block, *best, leaf)
        todo.extend(block.parts)
    return [_words(leaf[state]) for state in range(dfa.states)]


def _split(block: _Block, word: Word, ends: list[bool], leaf: dict[int, _Block]) -> None:
    """Split a block by whether its states accept after a word, and make the two parts the leaves of their states;
    nothing happens if all or none do.
    """
    sides = [[state for state, end in zip(block.states, ends, strict=True) if end is side] for side in (False, True)]
    if not all(sides):
        return
    block.word = word
    block.parts = tuple(_Block(states, parent=block, depth=block.depth + 1) for states in sides)
    for part in block.parts:
        for state in part.states:
            leaf[state] = part


def _best_split(dfa: Dfa, block: _Block, leaf: dict[int, _Block]) -> tuple[Word, list[bool]] | None:
    """Return the string that splits a block most evenly, of those that are a class and a string known already, and
    which states accept it; None where no successors are told apart yet.
    """
    best: tuple[tuple[int, int], Word, list[bool]] | None = None
    for number in range(dfa.classes.count):
        after = [dfa.rows[state][number] for state in block.states]
        node = _meeting([leaf[to] for to in set(after)])
        if node is None:
            continue
        while node is not None:  # what splits it, or, higher up, what splits it more evenly, if anything does
            ends = [accepts(dfa, to, node.word) for to in after]
            balance = min(sum(ends), len(ends) - sum(ends))
            if balance and (best is None or (balance, -len(node.word)) > best[0]):
                best = ((balance, -len(node.word)), (number, *node.word), ends)
            node = node.parent
    return best[1:] if best else None


def _meeting(blocks: list[_Block]) -> _Block | None:
    """Return the node at which leaves part, None where they are one leaf."""
    blocks_by_id = {id(block): block for block in blocks}
    if len(blocks_by_id) == 1:
        return None
    while len(blocks_by_id) > 1:
        deepest = max(blocks_by_id.values(), key=lambda block: block.depth)
        del blocks_by_id[id(deepest)]
        parent = deepest.parent
        assert parent is not None
        blocks_by_id[id(parent)] = parent
    return next(iter(blocks_by_id.values()))


def accepts(dfa: Dfa, state: int, word: Sequence[int]) -> bool:
    """Return whether a string of classes leads from a state to an end."""
    for number in word:
        state = dfa.rows[state][number]
    return bool(dfa.accepting[state])


def _words(block: _Block) -> tuple[Word, ...]:
    """Return the words that split the blocks around a block, the outermost first."""
    words: list[Word] = []
    node = block.parent
    while node is not None:
        words.append(node.word)
        node = node.parent
    return tuple(reversed(words))


class Case(NamedTuple):
    """A string, whether it matches, and the fault offset in code points when it does not (None when it does)."""

    text: str
    valid: bool
    offset: int | None


def suite(
    m: Matcher, extra_states: int = 0, *, seed: int = 0, each: str = "interval", depth: int | None = None
) -> Iterator[Case]:
    """Yield a complete suite for a production, by the HSI method (Luo, Petrenko and von Bochmann, 1994).

    An implementation that behaves as an automaton with at most n + `extra_states` states (n counts the refusing state)
    and treats code points of one letter alike, and that agrees on every string, accepts exactly the language. Letters
    are, with `each="interval"`, each interval's low end, high end and one inside drawn by `seed`, plus suspects; with
    `each="class"` one for each class of code points. No string comes twice; the same seed gives the same suite.

    With `depth` all this is said of the strings in which at most `depth` brackets are open at a time, those between
    which a rule recurs: these are a regular language. Raises `GrammarError` for a recursive rule without a depth, for
    one that only the general engine reads, and for an automaton with too many states.

    >>> import irigrammar
    >>> cases = suite(irigrammar.grammar("rfc3986")["port"], each="class")
    >>> [case.text for case in cases if case.valid]
    ['', '0']
    """
    stack, dfa = _automata(m, depth)
    letter_by_class = [chr(most_readable(dfa.classes.ranges(number))) for number in range(dfa.classes.count)]
    alphabet = {char: dfa.classes.of(ord(char)) for char in letters(stack.dfa if stack else dfa, seed, each=each)}
    tails = [["".join(letter_by_class[number] for number in word) for word in words] for words in identifiers(dfa)]
    known: set[str] = set()
    for length in range(extra_states + 2):
        for state, word in access(dfa).items():
            head = "".join(letter_by_class[number] for number in word)
            for middle in product(alphabet, repeat=length):
                end_state = state
                for char in middle:
                    end_state = dfa.rows[end_state][alphabet[char]]
                start = head + "".join(middle)
                for tail in tails[end_state] or [""]:
                    text = start + tail
                    if text not in known:
                        known.add(text)
                        offset, deepest = stack.read(text) if stack else (walk.fault_offset(dfa, text), 0)
                        if deepest <= (depth or 0):
                            yield Case(text, offset is None, offset)


def guarantee(m: Matcher, extra_states: int = 0, *, each: str = "interval", depth: int | None = None) -> str:
    """Return, in one sentence, the guarantee that agreement on the whole suite gives. Raises `GrammarError` as `suite`
    does.
    """
    stack, dfa = _automata(m, depth)
    count = len(letters(stack.dfa if stack else dfa, each=each))
    strings, those = (
        ("An", "") if depth is None else (f"Of strings with brackets at most {depth} deep, an", "those of ")
    )
    return (
        f"{strings} implementation that behaves as an automaton with at most {dfa.states + extra_states} states (the "
        f"refusing state counted) and treats code points of one of the {count} letters alike, and that agrees on every "
        f"string, accepts exactly {those}{m.rule} of {m.grammar.name}."
    )


def _automata(m: Matcher, depth: int | None) -> tuple[Stacked | None, Dfa]:
    """Return the automaton with a stack, None without a depth, and that of the strings of the suite. Raises
    `GrammarError` for a recursive rule without a depth.
    """
    if depth is not None:
        stack = stack_automaton(m)
        return stack, stack.to_depth(depth)
    if not m._production.is_regular and not isinstance(m._production.nested, str):
        cycle = m._production.rules.cycle(m.rule) or ()
        way = " -> ".join(cycle)
        raise GrammarError(
            f"{m.rule} is recursive ({way}): its complete suites are of strings up to a depth of brackets (--depth)",
            cycle=cycle,
        )
    return None, m.automaton
