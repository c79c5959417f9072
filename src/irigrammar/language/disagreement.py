"""Strings on which two readers of hosts provably disagree.

From them one reads a host that the other does not read. A reader is an automaton over the characters of strings and two
marks, one before the host and one after it: it accepts a string with the marks where the reader reads a host. Two
noncharacters are the marks; strings that hold one are left out. Grammars mark their own host; the readers that follow
none are in `grammar/readers.abnf`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import cycle, permutations
from operator import and_, gt, or_

from irigrammar.automata.algebra import first as first_of
from irigrammar.automata.algebra import rebuilt, within
from irigrammar.automata.charset import MAX, Ranges, difference
from irigrammar.automata.dfa import DEAD, Dfa, determinize, product
from irigrammar.automata.naming import readable
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.program import FINAL, Program
from irigrammar.automata.regular import Capture, CharSet, Regular, alternate, concat, repeat
from irigrammar.dataclass import dataclass
from irigrammar.language.suite import Word, access, completions
from irigrammar.matching.grammar import Grammar, grammar
from irigrammar.shipped.loader import grammar_directory
from irigrammar.text.choices import check_choice

_OPENS, _CLOSES = MAX - 1, MAX
_CHARACTERS: Ranges = ((0, MAX - 2),)

# What each reader reads by: grammars of the catalog, or a rule of `grammar/readers.abnf`. Of a string that is not ASCII
# rfc3986 reads the URI (RFC 3987, 3.1), whose host is in the same place.
_GRAMMARS = {"rfc3986": ("rfc3986", "rfc3987"), "rfc3987": ("rfc3987",), "web-address": ("web-address",)}
_CONVENTIONS = ("appendix-b", "first-at", "last-at", "backslash-as-path")
_HOSTS = dict.fromkeys(("b-host", "b-named", "f-host", "f-named", "s-host", "s-named"), "host")

# Where the characters of a preferred rule may be, from the reading that is preferred to the last.
_FREE = (frozenset[str](), frozenset({"userinfo"}), frozenset({"userinfo", "host"}))

REGULAR_READERS: tuple[str, ...] = ("rfc3986", "rfc3987", *_CONVENTIONS, "web-address")


@dataclass(frozen=True)
class Disagreement:
    """The strings from which `first` reads a host that `second` does not read: it reads another, none, or refuses.

    Hosts are the same when they are in the same place. `automaton` accepts exactly these strings. `shortest` is a
    shortest one, None where there is none, which proves that `second` reads every host that `first` reads; `start` and
    `end` are the offsets of the host that `first` reads in it (code points, the end exclusive).
    """

    first: str
    second: str
    automaton: Dfa
    shortest: str | None = None
    start: int | None = None
    end: int | None = None


@cache
def disagreement(first: str, second: str, *, both: bool = False) -> Disagreement:
    """Return where two readers of `REGULAR_READERS` disagree, in the direction from the first to the second; with
    `both`, only on strings from which both read a host.

    Readers are those of `irigrammar.hosts` whose host is a regular function of the string, on what the string says
    itself: without IDNA, and of a Web Address without white space that is removed (draft-ietf-iri-3987bis-04, 7.2). An
    empty host is none. Raises `ValueError` for an unknown reader.

    >>> row = disagreement("appendix-b", "backslash-as-path")
    >>> row.shortest, row.shortest[row.start : row.end]
    ('//\\\\', '\\\\')
    >>> disagreement("rfc3987", "last-at").shortest is None  # on each IRI reference they agree
    True
    >>> disagreement("first-at", "last-at", both=True).shortest
    '//@@a'
    """
    difference_dfa = _difference(first, second, both=both)
    automaton = determinize(without_marks(difference_dfa))
    path = completions(difference_dfa, range(difference_dfa.classes.count)).get(difference_dfa.start)
    if path is None:
        return Disagreement(first, second, automaton)
    points = _points(difference_dfa, path)
    start, end = points.index(_OPENS), points.index(_CLOSES) - 1
    return Disagreement(first, second, automaton, _text(points), start, end)


def disagreement_suite(prefix: str = "http:") -> tuple[str, ...]:
    """Return strings that distinguish the readers: for each two, in each direction, those of which both read a host and
    those of which one may read none, and for each class of characters a shortest string with one of them.

    All begin with `prefix` (by default `http:`; "" for all strings, relative references among them), and none comes
    twice.

    >>> texts = disagreement_suite()
    >>> "http://@@a" in texts, len(texts) == len(set(texts))
    (True, True)
    """
    mark = repeat(CharSet(((_OPENS, _CLOSES),)), 0, None)
    letters = (concat(mark, CharSet(((ord(char), ord(char)),))) for char in prefix)
    begins = determinize(compile_program(concat(*letters, repeat(CharSet(((0, MAX),)), 0, None))))
    texts: dict[str, None] = {}
    for first, second in permutations(REGULAR_READERS, 2):
        for both in (True, False):
            difference_dfa = product(_difference(first, second, both=both), begins, and_)
            for path in _paths(difference_dfa):
                texts[_text(_points(difference_dfa, path))] = None
    return tuple(texts)


@cache
def _difference(first: str, second: str, *, both: bool) -> Dfa:
    """Return the automaton of marked texts that the first reader reads and the second does not, or, with `both`, reads
    with another host. Raises `ValueError` for a reader without an automaton.
    """
    for name in (first, second):
        check_choice("reader", name, REGULAR_READERS)
    own, other = reader_automaton(first), reader_automaton(second)
    differing = product(own, other, gt)
    return product(differing, determinize(_with_marks_anywhere(other)), and_) if both else differing


@cache
def reader_automaton(name: str) -> Dfa:
    """Return the automaton of the strings that a reader reads, with marks around the host, which is not empty. Raises
    `KeyError` for an unknown reader.
    """
    if name in _CONVENTIONS:
        owns = [(Grammar.from_file(grammar_directory() / "readers.abnf", components=_HOSTS), name)]
    else:
        owns = [(own, own.start.rule) for own in map(grammar, _GRAMMARS[name])]
    any_text = repeat(CharSet(_CHARACTERS), 0, None)
    with_host = concat(any_text, _mark(repeat(CharSet(_CHARACTERS), 1, None)), any_text)
    readings: Dfa | None = None
    for free in _FREE[: len(_FREE) if any(own.entry.prefer for own, _ in owns) else 1]:
        more = determinize(compile_program(alternate(*(_with_marks(own, rule, free) for own, rule in owns))))
        if readings is not None:
            without = determinize(_with_marks_anywhere(readings))
            more = product(readings, product(more, without, gt), or_)
        readings = more
    assert readings is not None
    return product(readings, determinize(compile_program(with_host)), and_)


def without_marks(dfa: Dfa) -> Program:
    """Return the program of the strings without their marks; it has as many ways for a string as there are places of
    marks in it.
    """
    marks = {dfa.classes.of(_OPENS), dfa.classes.of(_CLOSES)} - {0}
    program = Program(dfa.classes)

    nodes = [_node(program, 0) for _ in range(dfa.states)]
    for state, row in enumerate(dfa.rows):
        masks: dict[int, int] = {}
        for number, to in enumerate(row):
            if to != DEAD and number not in marks:
                masks[to] = masks.get(to, 0) | 1 << number
        ends = (FINAL,) if dfa.accepting[state] else ()
        by_mark = (nodes[row[number]] for number in marks if row[number] != DEAD)
        program.next[nodes[state]] = (*ends, *by_mark, *(_node(program, mask, nodes[to]) for to, mask in masks.items()))
    program.start = nodes[dfa.start]
    return program


def _with_marks_anywhere(dfa: Dfa) -> Program:
    """Return the program of the strings that a reader reads a host from, with any marks in them."""
    program = without_marks(dfa)
    marks = sum(1 << number for number in {dfa.classes.of(_OPENS), dfa.classes.of(_CLOSES)})
    for node, after in enumerate(list(program.next)):
        if node != FINAL and not program.masks[node]:
            program.next[node] = (*after, _node(program, marks, node))
    return program


def _node(program: Program, mask: int, *after: int) -> int:
    """Add a node to a program, with its mask of classes and its successors, and return its number."""
    program.masks.append(mask)
    program.leaf.append(False)
    program.next.append(after)
    program.event.append(0)
    return len(program.masks) - 1


def _mark(item: Regular) -> Regular:
    return concat(CharSet(((_OPENS, _OPENS),)), item, CharSet(((_CLOSES, _CLOSES),)))


def _with_marks(own: Grammar, rule: str, free: frozenset[str]) -> Regular:
    """Return the rule as a regular expression with marks around the host. A preferred rule (`Entry.prefer`) takes each
    of its characters that is in an authority, which so ends at the first; but not in the components that are `free`.
    """
    fields = {name.lower(): field for name, field in own.entry.components.items()}
    names = frozenset(name for name, field in fields.items() if field in ("authority", "userinfo", "host"))
    prefer = own.entry.prefer
    reserved = first_of(own._production(prefer).with_marks(frozenset())) if prefer else ()
    free_characters = difference(_CHARACTERS, reserved)

    def mark_host(item: Regular, characters: Ranges = _CHARACTERS) -> Regular:
        """Return an expression with marks around its host and only some characters elsewhere; other captures are
        removed.
        """

        def rewrite(part: Regular) -> Regular | None:
            """Return the content of a capture, a host with marks around it, or a set restricted to the characters; None
            for other parts.
            """
            match part:
                case Capture(name, inner):
                    field = fields[name.lower()]
                    inside = mark_host(inner, _CHARACTERS if field in free else free_characters)
                    return _mark(inside) if field == "host" else inside
                case CharSet():
                    return within(part, characters)
            return None

        return rebuilt(item, rewrite)

    return mark_host(own._production(rule).with_marks(names))


def _paths(dfa: Dfa) -> Iterable[Word]:
    """Return, for each class that an accepted text can have, a shortest path of classes from the start to an end that
    reads it.
    """
    before, after = access(dfa), completions(dfa, range(dfa.classes.count))
    ways: dict[int, Word] = {}
    for state, word in before.items():
        for number, to in enumerate(dfa.rows[state]):
            if to in after and (number not in ways or len(word) + 1 + len(after[to]) < len(ways[number])):
                ways[number] = (*word, number, *after[to])
    return ways.values()


def _points(dfa: Dfa, path: Word) -> list[int]:
    """Return a code point for each class of a path, one after the other, so that names differ."""
    letters = {number: cycle(readable(dfa.classes.ranges(number))) for number in set(path)}
    return [next(letters[number]) for number in path]


def _text(points: Iterable[int]) -> str:
    return "".join(chr(point) for point in points if point not in (_OPENS, _CLOSES))
