"""Classify a fault by the rows of `grammar/hints.toml`, in order."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, reduce
from types import MappingProxyType

from irigrammar._generated.codes import CODES, FAULTS
from irigrammar.automata.charset import Classes, partition
from irigrammar.automata.dfa import DEAD, Dfa, first_characters, last_characters
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.compiled import CORE, compiled_conditions, condition_name
from irigrammar.engines.packing import unpack
from irigrammar.engines.production import Production
from irigrammar.engines.walk import matches_once
from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.faults.beginnings import Beginning
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import KINDS
from irigrammar.grammars.hints import Conditions, Hint, Hints, condition_key
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import is_shipped, load, value

# Conditions that one character can rule out: the first that they are about, or the last.
_FIRST = ("found", "rest", "cut", "before", "part")
_LAST = "after"
_FIELDS = (*_FIRST, _LAST)
_LONGEST = 2_000  # characters of a text in which an identifier is looked for
_AHEAD = 16  # characters that are read first: most conditions fail at once
_BEGINNING = 32  # characters of a part that are read for all rows together
_FEW = 8  # characters that are looked for one by one
_MOST = 2_000  # characters, and cases, for which the rows that may apply are kept


class Case(NamedTuple):
    """The facts about a fault: the text, the offset, `char` there (None where the text ends), the names of the
    productions and components that are open and of those given up with the character that ended each, and what returns
    the offsets at which something began, the likeliest first. `complete` tells whether what comes before the fault
    matches, `beginning` how the text begins where all strings of the language begin otherwise.
    """

    text: str
    offset: int
    char: str | None
    open: frozenset[str]
    lost: Mapping[str, str]
    starts: Callable[[], tuple[int, ...]]
    complete: bool
    beginning: Beginning | None = None


class MatchedHint(NamedTuple):
    """The row that applies, and the part of the text that it is about (offsets in code points, end exclusive); in it
    the identifier itself, where the row says what surrounds it.
    """

    hint: Hint
    start: int
    end: int
    middle: tuple[int, int] | None = None


class Letters(NamedTuple):
    """The conditions, by `condition_key`, that a character may begin (or, if they are about what comes after an
    identifier, end): for each class of characters the bits of those; `empty` are those that nothing meets, too.

    `needs` has of a condition, where that is known, the characters that every text has that meets it, as often.
    """

    keys: tuple[str, ...]
    starts: tuple[int, ...]
    ids: tuple[int, ...]
    bits: tuple[int, ...]
    empty: int
    needs: Mapping[str, str] = MappingProxyType({})


def letters(automata: Mapping[str, Dfa]) -> Letters:
    """Return which characters may begin or end what is meant by conditions, given by `condition_key`."""
    asked = {key: dfa for key, dfa in automata.items() if key.split(" ")[1] in _FIELDS}
    sets = [last_characters(dfa) if key.endswith(_LAST) else first_characters(dfa) for key, dfa in asked.items()]
    classes = partition(sets)
    empty = sum(bool(dfa.accepting[dfa.start]) << bit for bit, dfa in enumerate(asked.values()))
    masks = [classes.mask(ranges) for ranges in sets]
    bits = (sum((mask >> number & 1) << bit for bit, mask in enumerate(masks)) for number in range(classes.count))
    return Letters(tuple(asked), classes.starts, classes.ids, tuple(row | empty for row in bits), empty)


@cache
def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].message
    'a line break at the end is not part of the identifier'
    """
    rows: Hints = value("hints", "hints", (Hint, Hints))
    return rows


@cache
def conditions() -> Conditions:
    """Return the ABNF of the rows' conditions."""
    rows: Conditions = value("hints", "conditions", (*KINDS, Conditions))
    return rows


@cache
def _shipped_letters(grammar: str) -> Letters:
    """Return what begins and ends the conditions that are compiled, for a grammar of `condition_name`."""
    return Letters(*value("hints", f"letters {grammar}"))


def fault_name(code: str) -> str:
    """Return the code of a fault in words with hyphens.

    >>> fault_name("F000")
    'no-match'
    """
    return FAULTS[code] if code in FAULTS else CODES[code]["name"]


def _ends(dfa: Dfa, text: str, start: int) -> Iterator[int]:
    """Yield the ends of what an automaton matches from an offset on, the shortest first."""
    rows, accepting = dfa.rows, dfa.accepting
    state = dfa.start
    if accepting[state]:
        yield start
    offset = start
    for end in (start + _AHEAD, len(text)):  # most runs end in the first stretch
        for number in dfa.classes.encode_once(text[offset:end]):
            offset += 1
            state = rows[state][number]
            if state == DEAD:
                return
            if accepting[state]:
                yield offset


def _begins(dfa: Dfa, text: str, starts: list[int], pick: Callable[[int, int], int]) -> list[int]:
    """Return the first or the last of some offsets from which an automaton matches the rest of a text, [] for none.

    All are tried at once, so that this takes time linear in the text.
    """
    live: dict[int, int] = {}
    coming = set(starts)
    for offset, number in enumerate([*dfa.classes.encode_once(text), None]):
        if offset in coming:
            live[dfa.start] = pick(live.get(dfa.start, offset), offset)
        if number is not None:
            moved: dict[int, int] = {}
            for state, begin in live.items():
                to = dfa.rows[state][number]
                if to != DEAD:
                    moved[to] = pick(moved.get(to, begin), begin)
            live = moved
    begins = [begin for state, begin in live.items() if dfa.accepting[state]]
    return [reduce(pick, begins)] if begins else []


class _Rows(NamedTuple):
    """The rows, as bits in their order, of which no condition says that something else is at a character."""

    found: int
    rest: int
    cut: int
    before: int
    part: int
    after: int


# A row, the automaton of its `before` or `part`, a state of that, and whether nothing may come after that part.
_Live = tuple[int, Dfa, int, bool]


class _Begun:
    """The rows of which a `before` or a `part` has been read up to here: those `met`, those that go on, and what comes
    after the next character.
    """

    __slots__ = ("after", "live", "met", "open")

    def __init__(self, live: tuple[_Live, ...], met: int) -> None:
        self.live = live
        self.met = met
        self.open = sum(row for row, _, _, _ in live)
        self.after: dict[str, _Begun] = {}


class Hinting:
    """Finds the rows that apply to strings of one grammar."""

    def __init__(self, rules: Rulelist, entry: Entry) -> None:
        self._rules = rules
        self._entry = entry
        self._automata: dict[str, Dfa | None] = {}
        self._by_scope: dict[object, tuple[int, tuple[tuple[str, int], ...]]] = {}
        self._by_char: dict[str, _Rows] = {}
        self._by_class: dict[tuple[int, ...], _Rows] = {}
        self._begun: dict[object, _Begun] = {}
        self._firsts: dict[str, str] = {}
        self._begun_by: dict[tuple[str, int], _Begun] = {}

    @cached_property
    def _faults(self) -> tuple[Hint, ...]:
        """The rows that are for the grammar."""
        return tuple(filter(self._concerns, hints().fault))

    @cached_property
    def _sources(self) -> tuple[str, ...]:
        """The names of the grammars whose compiled conditions are those of this one, too."""
        pairs = [(self._rules.find(name), rule) for name, rule in load(CORE).own.items()]
        core = all(rule and rule.expr == core_rule.expr for rule, core_rule in pairs)
        return (CORE,) * core + (self._rules.name,) * is_shipped(self._rules)

    @cached_property
    def _letters(self) -> list[tuple[Classes, Letters]]:
        """The first and last characters of the conditions: of those that ship, and of the others."""
        shipped = [*map(_shipped_letters, self._sources)]
        known = {key for rows in shipped for key in rows.keys}
        others: dict[str, Dfa] = {}
        if len(shipped) < len((CORE, self._rules.name)):
            keys = {condition_key(hint.code, field) for hint in self._faults for field in hint.conditions} - known
            others = {key: dfa for key in sorted(keys) if (dfa := self.automaton(key))}
        return [(Classes(rows.starts, rows.ids), rows) for rows in (*shipped, letters(others))]

    @cached_property
    def _of_field(self) -> tuple[tuple[int, dict[str, int]], ...]:
        """For each field the rows without it, and of the others each one's bit by the key of its condition."""
        every = (1 << len(self._faults)) - 1
        rows = [
            {
                condition_key(hint.code, field): 1 << row
                for row, hint in enumerate(self._faults)
                if field in hint.conditions
            }
            for field in _FIELDS
        ]
        return tuple((every - sum(keys.values()), keys) for keys in rows)

    @cached_property
    def _of_category(self) -> dict[str, int]:
        """The rows about characters of each general category."""
        rows: dict[str, int] = {}
        for row, hint in enumerate(self._faults):
            if hint.category:
                rows[hint.category] = rows.get(hint.category, 0) | 1 << row
        return rows

    @cached_property
    def _needs(self) -> list[tuple[str, int, int]]:
        """Texts that must occur for some rows to apply, how often, and these rows."""
        known: dict[str, str] = {}
        for _, letters in self._letters:
            known |= letters.needs
        rows: dict[tuple[str, int], int] = {}
        for row, hint in enumerate(self._faults):
            keys = {(hint.has, 1)} if hint.has else set()
            for field in hint.conditions:
                needed = known.get(condition_key(hint.code, field), "")
                keys |= {(char, needed.count(char)) for char in needed}
            for key in keys:
                rows[key] = rows.get(key, 0) | 1 << row
        return [(needed, count, bits) for (needed, count), bits in rows.items()]

    def _at(self, char: str) -> _Rows:
        """Return the rows that a character leaves, "" for none."""
        rows = self._by_char.get(char)
        if rows is None:
            if len(self._by_char) >= _MOST:
                self._by_char.clear()
            classes = tuple(classes.of(ord(char)) if char else -1 for classes, _ in self._letters)
            rows = self._by_class.get(classes)
            if rows is None:
                rows = self._by_class[classes] = self._met(classes)
            category = unicodedata.category(char) if char else ""
            others = sum(bits for wanted, bits in self._of_category.items() if wanted != category)
            self._by_char[char] = rows = rows._replace(found=rows.found & ~others)
        return rows

    def _met(self, classes: tuple[int, ...]) -> _Rows:
        met: set[str] = set()
        for number, (_, rows) in zip(classes, self._letters, strict=True):
            bits = rows.empty if number < 0 else rows.bits[number]
            met.update(key for bit, key in enumerate(rows.keys) if bits >> bit & 1)
        return _Rows(
            *(without + sum(row for key, row in keys.items() if key in met) for without, keys in self._of_field)
        )

    def of_fault(self, case: Case) -> MatchedHint | None:
        """Return the first row that applies to a fault."""
        text, char = case.text, case.char or ""
        kind = case.beginning.kind if case.beginning else ""
        scope = case.open, frozenset(case.lost), case.complete, case.char is None, kind
        known = self._by_scope.get(scope)
        if known is None:
            if len(self._by_scope) >= _MOST:
                self._by_scope.clear()
            known = self._by_scope[scope] = self._fitting(case)
        left, about = known
        here = self._at(char)
        left &= here.rest & here.cut & self._at(text[:1]).before & self._at(text[-1:]).after
        for needed, count, rows in self._needs:
            if left & rows and text.count(needed) < count:
                left &= ~rows
        for name, rows in about:
            left &= ~rows | self._at(case.lost.get(name, char)).found
        part = self._parts[2]
        for start in case.starts() if left & self._parts[1] else (0,):
            rows = (left if start == 0 else left & self._parts[1]) & self._at(text[start : start + 1]).part
            if rows & ~part:
                part |= self._beginning(text, start, rows & ~part)
        left &= part
        while left:
            row = left & -left
            matched = self._apply(self._faults[row.bit_length() - 1], case)
            if matched:
                return matched
            left -= row
        return None

    def _fitting(self, case: Case) -> tuple[int, tuple[tuple[str, int], ...]]:
        """Return the rows that may apply by what is open, was ruled out and comes to an end; and of each name that was
        ruled out those that are about the character that did it, of "" those about the character at the fault.
        """
        fitting = 0
        about: dict[str, int] = {}
        for row, hint in enumerate(self._faults):
            if _fits(hint, case):
                fitting |= 1 << row
                name = _lost(hint, case)
                about[name] = about.get(name, 0) | 1 << row
        return fitting, tuple(about.items())

    @cached_property
    def _parts(self) -> tuple[int, int, int]:
        """The rows about a part from the start of the text on, those about one from anywhere on, and the others."""
        rows = [0, 0, 0]
        for row, hint in enumerate(self._faults):
            is_part = "part" in hint.conditions
            rows[0 if "before" in hint.conditions or (is_part and hint.whole) else 1 if is_part else 2] |= 1 << row
        return rows[0], rows[1], rows[2]

    def _beginning(self, text: str, start: int, rows: int) -> int:
        """Return those of some rows of which a `before` or a `part` may begin at an offset."""
        first = text[start : start + 1]
        begun = self._begun_by.get((first, rows))
        if begun is None:
            if len(self._begun_by) >= _MOST:
                self._begun_by.clear()
            begun = self._begun_by[first, rows] = self._after([*self._starts(rows)], 0, first)
        for char in text[start + 1 : start + _BEGINNING]:
            if not begun.live:
                break
            after = begun.after.get(char)
            if after is None:
                after = begun.after[char] = self._after(begun.live, begun.met, char)
            begun = after
        return begun.met | begun.open

    def _starts(self, rows: int) -> Iterator[_Live]:
        """Yield rows, each with the automaton of its `before` or `part` and the start of that."""
        for number, hint in enumerate(self._faults):
            if rows >> number & 1:
                dfa = self.automaton(condition_key(hint.code, "before" if "before" in hint.conditions else "part"))
                then = self.automaton(condition_key(hint.code, "then")) if "then" in hint.conditions else None
                if dfa is not None:
                    yield 1 << number, dfa, dfa.start, then is not None and not any(then.rows[then.start])

    def _after(self, live: Sequence[_Live], met: int, char: str) -> _Begun:
        """Return what has begun after one more character, "" for none."""
        met |= sum(row for row, dfa, state, to_end in live if dfa.accepting[state] and not (to_end and char))
        steps = ((row, dfa, dfa.rows[state][dfa.classes.of(ord(char))], to_end) for row, dfa, state, to_end in live)
        moved = [step for step in steps if step[2] != DEAD] if char else []
        met |= sum(row for row, dfa, state, to_end in moved if dfa.accepting[state] and not to_end)
        key = met, *((row, state) for row, _, state, _ in moved)
        if len(self._begun) >= _MOST:
            self._begun.clear()
        return self._begun.setdefault(key, _Begun(tuple(moved), met))

    def _concerns(self, hint: Hint) -> bool:
        return not (hint.references and not self._entry.components) and not (
            hint.lacks and self._rules.find(hint.lacks)
        )

    def _apply(self, hint: Hint, case: Case) -> MatchedHint | None:
        text = case.text
        if hint.begins and case.beginning:
            return MatchedHint(hint, case.beginning.start, case.beginning.end)
        if hint.has not in text or ("rest" in hint.conditions and not self._matches(hint, "rest", text[case.offset :])):
            return None
        if "before" in hint.conditions:
            return self._around(hint, text)
        if "cut" in hint.conditions:
            end = self._longest(hint, "cut", text, case.offset)
            return MatchedHint(hint, case.offset, end) if end else None
        if "part" not in hint.conditions:
            return MatchedHint(hint, case.offset, case.offset + (case.char is not None))
        for start in (0,) if hint.whole else case.starts():
            end = self._longest(hint, "part", text, start)
            reaches = end is not None and end >= case.offset and hint.has in text[start:end]
            if (
                end is not None
                and reaches
                and ("then" not in hint.conditions or self._matches(hint, "then", text[end:]))
            ):
                return MatchedHint(hint, start, end)
        return None

    def _around(self, hint: Hint, text: str) -> MatchedHint | None:
        """Return the row with what it surrounds: the longest beginning, then the shortest identifier."""
        needed = self._first_after(hint.code)
        if len(text) > _LONGEST or (needed and not any(map(text.__contains__, needed))):
            return None
        starts = self._ends(hint, "before", text, 0)
        if len(starts) > 1:
            starts = self._begins(hint, "following", text, starts, max)
        elif starts and not self._matches(hint, "following", text[starts[0] :]):
            return None
        ends = self._ends(hint, "middle", text, starts[0]) if starts else []
        ends = self._begins(hint, "after", text, ends, min) if ends else []
        return MatchedHint(hint, 0, len(text), (starts[0], ends[0])) if ends else None

    def _first_after(self, code: str) -> str:
        """Return the few characters of which one begins what is after an identifier, "" for many or none."""
        if code not in self._firsts:
            dfa = self.automaton(condition_key(code, "after"))
            ranges = first_characters(dfa) if dfa and not dfa.accepting[dfa.start] else ()
            few = ranges if sum(high - low + 1 for low, high in ranges) <= _FEW else ()
            self._firsts[code] = "".join(chr(point) for low, high in few for point in range(low, high + 1))
        return self._firsts[code]

    def _begins(
        self, hint: Hint, field: str, text: str, starts: list[int], pick: Callable[[int, int], int]
    ) -> list[int]:
        """Return the first or the last of some offsets from which a condition matches the rest of a text."""
        dfa = self.automaton(condition_key(hint.code, field))
        return _begins(dfa, text, starts, pick) if dfa else []

    def _ends(self, hint: Hint, field: str, text: str, start: int) -> list[int]:
        """Return the ends of what a condition matches from an offset on, the shortest first."""
        dfa = self.automaton(condition_key(hint.code, field))
        return [*_ends(dfa, text, start)] if dfa else []

    def _matches(self, hint: Hint, field: str, text: str) -> bool:
        dfa = self.automaton(condition_key(hint.code, field))
        return dfa is not None and matches_once(dfa, text)

    def _longest(self, hint: Hint, field: str, text: str, start: int) -> int | None:
        """Return the end of the longest match that begins at an offset."""
        ends = self._ends(hint, field, text, start)
        return ends[-1] if ends else None

    def automaton(self, key: str) -> Dfa | None:
        """Return the automaton of a condition by `condition_key`, None where it names a rule that the grammar lacks."""
        try:
            return self._automata[key]
        except KeyError:
            dfa = self._automata[key] = self._compile(key)
            return dfa

    def _compile(self, key: str) -> Dfa | None:
        for grammar in self._sources:
            compiled = compiled_conditions().get(condition_name(grammar, key))
            if compiled:
                return unpack(compiled.packed)
        name = hints().refers.get(key)
        try:
            if name:
                return Production.of(self._rules.home(name), name).dfa
            from irigrammar.engines.compile import compile_condition

            return compile_condition(conditions().exprs[key], conditions().rules, self._rules)
        except (GrammarError, UnknownRule):
            return None


def _lost(hint: Hint, case: Case) -> str:
    """Return which of the names that a row looks for was ruled out or is open, "" for none."""
    return next((name for name in hint.lost if name in case.lost or name in case.open), "") if hint.lost else ""


def _fits(hint: Hint, case: Case) -> bool:
    """Return whether a row may apply, by what is open, was ruled out and comes to an end."""
    return not (
        (hint.lost and not _lost(hint, case))
        or (hint.early and case.char is not None)
        or (hint.complete and not case.complete)
        or (hint.begins and hint.begins != (case.beginning.kind if case.beginning else ""))
        or (hint.open and not case.open.intersection(hint.open))
        or case.open.intersection(hint.outside)
    )
