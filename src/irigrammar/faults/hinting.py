"""Classify a fault by the rows of `grammar/hints.toml`, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial, reduce
from operator import or_
from types import MappingProxyType

from irigrammar._generated.codes import CODES, FAULTS
from irigrammar.automata.charset import Classes, partition
from irigrammar.automata.dfa import DEAD, Dfa, first_characters, last_characters
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.compiled import CORE, compiled_conditions, condition_name
from irigrammar.engines.kernel import automaton, kernel
from irigrammar.engines.packing import pack, unpack
from irigrammar.engines.production import Production, shipped_production
from irigrammar.engines.walk import ends, matches_once
from irigrammar.errors import GrammarError
from irigrammar.faults.beginnings import Beginning
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import KINDS
from irigrammar.grammars.hints import Conditions, Hint, Hints, condition_key
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import is_shipped, load, value
from irigrammar.unicode import general_category

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from irigrammar.engines import _kernel
    from irigrammar.engines.values import Packed

    _T = TypeVar("_T")

# Conditions that one character can rule out: the first that they are about, or the last.
_FIRST = ("found", "rest", "cut", "before", "part")
_LAST = "after"
_FIELDS = (*_FIRST, _LAST)
_LONGEST = 2_000  # characters of a text in which an identifier is looked for
_MOST = 2_000  # characters, and cases, for which the rows that may apply are kept
_AT_FAULT, _CUT, _PART, _AROUND, _SOMEWHERE = range(1, 6)  # kinds of rows that the kernel tries: see c/rows.c


class Case(NamedTuple):
    """The facts about a fault: the text, the offset, `char` there (None at the end of the text), the names of the open
    productions and components, and by name the character that ruled out each lost one; `starts` returns the offsets at
    which a production began, the likeliest first. `complete` says whether the prefix before the fault matches,
    `beginning` describes a text without any beginning of its language.
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
    """The hint that applies, and the part of the text that it is about (offsets in code points, end exclusive);
    `middle` is the identifier in it, for a hint about the characters around it.
    """

    hint: Hint
    start: int
    end: int
    middle: tuple[int, int] | None = None


class Letters(NamedTuple):
    """The conditions, by `condition_key`, that a character may begin (or end, for conditions on the text after an
    identifier): for each class of characters the bits of its conditions; `empty` are those that also match "".

    `needs` has of a condition, where that is known, the characters that every text has that meets it, as often.
    """

    keys: tuple[str, ...]
    starts: tuple[int, ...]
    ids: tuple[int, ...]
    bits: tuple[int, ...]
    empty: int
    needs: Mapping[str, str] = MappingProxyType({})


def letters(automata: Mapping[str, Dfa]) -> Letters:
    """Return the first or last characters of the conditions' strings, given automata by `condition_key`. Conditions on
    other parts than those at the fault, from it on, before and after an identifier are left out.
    """
    automaton_by_key = {key: dfa for key, dfa in automata.items() if key.split(" ")[1] in _FIELDS}
    sets = [
        last_characters(dfa) if key.endswith(_LAST) else first_characters(dfa) for key, dfa in automaton_by_key.items()
    ]
    classes = partition(sets)
    empty = sum(bool(dfa.accepting[dfa.start]) << bit for bit, dfa in enumerate(automaton_by_key.values()))
    masks = [classes.mask(ranges) for ranges in sets]
    bits = (sum((mask >> number & 1) << bit for bit, mask in enumerate(masks)) for number in range(classes.count))
    return Letters(tuple(automaton_by_key), classes.starts, classes.ids, tuple(row | empty for row in bits), empty)


@cache
def hints() -> Hints:
    """Return the rows that come with the package.

    >>> hints().fault[0].message
    'a line break at the end is not part of the identifier'
    """
    names, spaces, refers, rows = value("hints", "hints")
    return Hints(names, spaces, refers, tuple(Hint(*row) for row in rows))


@cache
def conditions() -> Conditions:
    """Return the expressions of the rows' conditions by `condition_key`, and the rules that they refer to."""
    rows: Conditions = value("hints", "conditions", (*KINDS, Conditions))
    return rows


@cache
def _shipped_letters(grammar: str) -> Letters:
    """Return the first and last characters of the compiled conditions of a grammar, which `condition_name` names."""
    return Letters(*value("hints", f"letters {grammar}"))


def fault_name(code: str) -> str:
    """Return the code of a fault in words with hyphens. Raises `KeyError` for an unknown code.

    >>> fault_name("F000")
    'no-match'
    """
    return FAULTS[code] if code in FAULTS else CODES[code]["name"]


def _matching_start(dfa: Dfa | None, text: str, starts: list[int], pick: Callable[[int, int], int]) -> list[int]:
    """Return the first or the last of some offsets from which an automaton matches the rest of a text, as a list of
    one, [] for none.

    `pick` is min or max. All are tried at once, so that this takes time linear in the text.
    """
    if dfa is None or not starts:
        return []
    live: dict[int, int] = {}
    coming = set(starts)
    for offset, number in enumerate([*dfa.classes.encode_once(text), None]):
        if offset in coming:
            live[dfa.start] = pick(live.get(dfa.start, offset), offset)
        if number is not None:
            successors: dict[int, int] = {}
            for state, begin in live.items():
                to = dfa.rows[state][number]
                if to != DEAD:
                    successors[to] = pick(successors.get(to, begin), begin)
            live = successors
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


class _RowsByFact(NamedTuple):
    """Rows as bits: those for grammars without a rule that this one has, those at the end of a text, those after a
    complete one; and by the kind of beginning, open rules ("" for none), rules outside of which, and lost ones.
    """

    never: int
    early: int
    complete: int
    begins: dict[str, int]
    open: dict[str, int]
    outside: dict[str, int]
    lost: dict[tuple[str, ...], int]


# Finds the part of a text that a row is about, None where the row does not apply.
_Test = Callable[[Case], "MatchedHint | None"]


class _Plan(NamedTuple):
    """How some rows are tried: the tests in Python, and the rows as the kernel tries them, None without it."""

    hints: tuple[Hint, ...]
    tests: tuple[_Test, ...]
    rows: _kernel.Rows | None

    def first(self, case: Case) -> MatchedHint | None:
        """Return the hint of the first row that applies to a fault, None where none does."""
        number = 0
        while row := self.find(case.text, case.offset, number):
            if isinstance(row, MatchedHint):
                return row
            match = self.tests[row - 1](case)
            if match:
                return match
            number = row
        return None

    def find(self, text: str, offset: int, number: int = 0) -> MatchedHint | int:
        """Return the hint of the first row, from a number on, that the kernel finds to apply; before that, for a row
        that is tried in Python, the number of the row after it, and 0 where none is left.
        """
        if self.rows is None:
            return (number + 1) % (len(self.hints) + 1)
        row = self.rows.find(text, offset, number)
        if row is None:
            return 0
        number, start, end, first, last = row
        middle = (first, last) if first >= 0 else None
        return number + 1 if start < 0 else MatchedHint(self.hints[number], start, end, middle)


class _Known(dict[str, int]):
    """The results of a function by character, kept for at most 2,000 of them."""

    def __init__(self, function: Callable[[str], int]) -> None:
        self._function = function

    def __missing__(self, char: str) -> int:
        if len(self) >= _MOST:
            self.clear()
        rows = self[char] = self._function(char)
        return rows


class Hinting:
    """Finds the rows that apply to strings of one grammar."""

    def __init__(self, production: Production, entry: Entry) -> None:
        """Take a production and its grammar's entry; rows and automata are found when they are asked for, and
        remembered.
        """
        self._production = production
        self._entry = entry
        self._packed = cache(self._compile)
        self._at = lru_cache(maxsize=_MOST)(self._rows_at)
        self._met = cache(self._met_by)
        self._by_first = _Known(self._rows_by_first)
        self._by_last = _Known(lambda char: self._at(char).after)
        self._plan = lru_cache(maxsize=_MOST)(self._make_plan)
        self._test = cache(self._make_test)
        self._kernel_row = cache(self._make_kernel_row)
        self._native = cache(self._make_native)
        self.automaton = cache(self._make_automaton)

    @cached_property
    def _faults(self) -> tuple[Hint, ...]:
        """The rows that are for the grammar."""
        return tuple(hint for hint in hints().fault if self._entry.components or not hint.references)

    @cached_property
    def _sources(self) -> tuple[str, ...]:
        """The names of the grammars whose compiled conditions are those of this one, too."""
        if self._production.usual:
            return CORE, self._production.usual
        if is_shipped(self._rules):  # whose core rules have the language of those
            return CORE, self._rules.name
        pairs = [(self._rules.find(name), rule) for name, rule in load(CORE).own.items()]
        return (CORE,) * all(rule and rule.expr == core_rule.expr for rule, core_rule in pairs)

    @property
    def _rules(self) -> Rulelist:
        return self._production.rules

    def _of(self, rule: str) -> Production:
        """Return the production of a rule of the grammar. Raises `LookupError` where it lacks the rule."""
        usual = self._production.usual  # of such grammars the rules need not be loaded
        return shipped_production(usual, rule) if usual else Production.of(self._rules.home(rule), rule)

    def _has(self, rule: str) -> bool:
        try:
            return bool(self._of(rule))
        except LookupError:
            return False

    @cached_property
    def _letters(self) -> list[tuple[Classes, Letters]]:
        """The first and last characters of the conditions: a pair for each grammar of `_sources`, and a last one for
        the other conditions.
        """
        rows_by_grammar = [*map(_shipped_letters, self._sources)]
        known = {key for rows in rows_by_grammar for key in rows.keys}
        others: dict[str, Dfa] = {}
        if len(rows_by_grammar) < 2:  # those of the core rules and of the grammar
            keys = {condition_key(hint.code, field) for hint in self._faults for field in hint.conditions} - known
            others = {key: dfa for key in sorted(keys) if (dfa := self.automaton(key))}
        return [(Classes(rows.starts, rows.ids), rows) for rows in (*rows_by_grammar, letters(others))]

    @cached_property
    def _of_field(self) -> tuple[tuple[int, dict[str, int]], ...]:
        """For each field, the rows without a condition on it as bits, and the bit of each other row by the key of its
        condition.
        """
        tables = [
            self._by(lambda hint: [condition_key(hint.code, field) if field in hint.conditions else ""])  # noqa: B023  # called at once
            for field in _FIELDS
        ]
        return tuple((table.pop("", 0), table) for table in tables)

    @cached_property
    def _of_category(self) -> dict[str, int]:
        """The rows, as bits, about characters of each general category."""
        return self._by(lambda hint: [hint.category] if hint.category else [])

    def _needs(self, row: int) -> str:
        """Return the characters that must occur for a row to apply."""
        hint = self._faults[row]
        keys = [condition_key(hint.code, field) for field in hint.conditions]
        return "".join(letters.needs.get(key, "") for _, letters in self._letters for key in keys)

    def _rows_at(self, char: str) -> _Rows:
        """Return the rows, as bits, that a character does not rule out by a condition or its category; "" is the end of
        the text.
        """
        rows = self._met(tuple(classes.of(ord(char)) if char else -1 for classes, _ in self._letters))
        category = general_category(char) if char else ""
        others = sum(bits for own_category, bits in self._of_category.items() if own_category != category)
        return rows._replace(found=rows.found & ~others)

    def _met_by(self, classes: tuple[int, ...]) -> _Rows:
        """Return the rows of hints that have no condition on a character, or one that it meets, given its class in each
        automaton, -1 where there is no character.
        """
        met: set[str] = set()
        for number, (_, rows) in zip(classes, self._letters, strict=True):
            bits = rows.empty if number < 0 else rows.bits[number]
            met.update(key for bit, key in enumerate(rows.keys) if bits >> bit & 1)
        return _Rows(
            *(without + sum(row for key, row in keys.items() if key in met) for without, keys in self._of_field)
        )

    def of_fault(self, case: Case) -> MatchedHint | None:
        """Return the first row that applies to a fault, with its place; None where none does."""
        text = case.text
        candidates = self.candidates(case) & self._by_first[text[:1]] & self._by_last[text[-1:]]
        return self._plan(candidates).first(case) if candidates else None

    def at_once(self, candidates: int, text: str, offset: int) -> MatchedHint | None:
        """Return the first of some rows, as bits, that applies to a fault, None where that has to be asked in Python,
        and where none does.
        """
        row = self._plan(candidates & self._by_first[text[:1]] & self._by_last[text[-1:]]).find(text, offset)
        return row if isinstance(row, MatchedHint) else None

    def candidates(self, case: Case) -> int:
        """Return the rows, as bits, that may apply given the open, lost and complete rules, the kind of beginning, and
        the characters at the fault and at the loss.
        """
        char, rows = case.char or "", self._rows_by_fact
        at_fault = self._at(char)
        candidates = at_fault.rest & at_fault.cut & ~rows.never
        if char:
            candidates &= ~rows.early
        if not case.complete:
            candidates &= ~rows.complete
        candidates &= rows.begins[""] | (rows.begins.get(case.beginning.kind, 0) if case.beginning else 0)
        candidates &= rows.open[""] | reduce(or_, (rows.open.get(name, 0) for name in case.open), 0)
        candidates &= ~reduce(or_, (rows.outside.get(name, 0) for name in case.open), 0)
        found = 0
        for names, of_names in rows.lost.items():
            name = next((name for name in names if name in case.lost or name in case.open), "")
            if name or not names:
                found |= of_names & self._at(case.lost.get(name, char)).found
        return candidates & found

    @cached_property
    def _rows_by_fact(self) -> _RowsByFact:
        """The rows, as bits, by the rules and the beginning of a text that they ask for."""
        return _RowsByFact(
            never=self._by(lambda hint: [bool(hint.lacks) and self._has(hint.lacks or "")]).get(True, 0),
            early=self._by(lambda hint: [hint.early]).get(True, 0),
            complete=self._by(lambda hint: [hint.complete]).get(True, 0),
            begins=self._by(lambda hint: [hint.begins]),
            open=self._by(lambda hint: hint.open or [""]),
            outside=self._by(lambda hint: hint.outside),
            lost=self._by(lambda hint: [hint.lost]),
        )

    def _by(self, values: Callable[[Hint], Iterable[_T]]) -> dict[_T, int]:
        """Return the rows, as bits, by the values that a function returns for them."""
        rows: dict[_T, int] = {}
        for row, hint in enumerate(self._faults):
            for field_value in values(hint):
                rows[field_value] = rows.get(field_value, 0) | 1 << row
        return rows

    @cached_property
    def _anywhere(self) -> int:
        """The rows, as bits, about a part that may begin anywhere in the text."""
        rows = enumerate(self._faults)
        return sum(1 << row for row, hint in rows if "part" in hint.conditions and not hint.whole)

    def _rows_by_first(self, char: str) -> int:
        """Return the rows, as bits, that the first character of a text does not rule out."""
        rows = self._at(char)
        return rows.before & (rows.part | self._anywhere)

    def _make_plan(self, rows: int) -> _Plan:
        """Return how some rows, given as bits, are tried in their order."""
        numbers = [row for row in range(len(self._faults)) if rows >> row & 1]
        module = kernel()
        in_kernel = module.Rows(tuple(map(self._kernel_row, numbers))) if module else None
        return _Plan(tuple(self._faults[row] for row in numbers), tuple(map(self._test, numbers)), in_kernel)

    def _make_test(self, row: int) -> _Test:
        """Return the test of a row: what must occur, the text from the fault on, and the part that it is about."""
        hint, needs = self._faults[row], self._needs(row)
        find = self._finder(hint)
        rest = condition_key(hint.code, "rest") if "rest" in hint.conditions else None

        def test(case: Case) -> MatchedHint | None:
            if not all(map(case.text.__contains__, needs)) or hint.has not in case.text:
                return None
            return find(case) if rest is None or self._matches(rest, case.text[case.offset :]) else None

        return test

    def _make_kernel_row(self, row: int) -> _kernel.Row:
        """Return a row as the kernel tries it; with the kind 0 where it has no way to do so."""
        hint = self._faults[row]
        kind, fields = _kind_of(hint)
        fields = "rest", *fields
        rest, first, then, middle, after = (
            self._native(condition_key(hint.code, field)) if field in hint.conditions else None
            for field in (*fields, *[""] * (5 - len(fields)))
        )
        found = sum(automaton is not None for automaton in (rest, first, then, middle, after))
        is_whole = found == sum(field in hint.conditions for field in fields)
        return kind if is_whole else 0, self._needs(row), hint.has, rest, first, then, middle, after

    def _finder(self, hint: Hint) -> _Test:
        """Return the function that finds the part that a row is about."""
        if hint.begins:
            return partial(_at_beginning, hint)
        if "before" in hint.conditions:
            return partial(self._around, hint)
        if "cut" in hint.conditions:
            return partial(self._cut, hint)
        return partial(self._part, hint) if "part" in hint.conditions else partial(_at_fault, hint)

    def _cut(self, hint: Hint, case: Case) -> MatchedHint | None:
        end = max(self._ends(condition_key(hint.code, "cut"), case.text, case.offset), default=0)
        return MatchedHint(hint, case.offset, end) if end else None

    def _part(self, hint: Hint, case: Case) -> MatchedHint | None:
        """Return the hint for the first part of the text that matches its "part" and reaches the fault, the end as far
        right as it can be, None where none does.
        """
        text = case.text
        for start in (0,) if hint.whole else case.starts():
            end = max(self._ends(condition_key(hint.code, "part"), text, start), default=-1)
            if end < case.offset or hint.has not in text[start:end]:
                continue
            if "then" not in hint.conditions or self._matches(condition_key(hint.code, "then"), text[end:]):
                return MatchedHint(hint, start, end)
        return None

    def _around(self, hint: Hint, case: Case) -> MatchedHint | None:
        """Return the hint with the identifier that a text has around it other text: after the longest beginning, the
        shortest one; None where it has none, or more than 2,000 characters.
        """
        text = case.text
        if len(text) > _LONGEST:
            return None
        before, following, middle, after = (
            condition_key(hint.code, field) for field in ("before", "following", "middle", "after")
        )
        starts = _matching_start(self.automaton(following), text, self._ends(before, text, 0), max)
        for start in starts:
            ends = _matching_start(self.automaton(after), text, self._ends(middle, text, start), min)
            return MatchedHint(hint, 0, len(text), (start, ends[0])) if ends else None
        return None

    def _ends(self, key: str, text: str, start: int) -> list[int]:
        """Return where the matches of a condition end that begin at an offset, the shortest first."""
        dfa = self.automaton(key)
        return ends(dfa, text, start) if dfa else []

    def _matches(self, key: str, text: str) -> bool:
        """Return whether a text meets a condition; nothing does without an automaton."""
        dfa = self.automaton(key)
        return dfa is not None and matches_once(dfa, text)

    def _make_automaton(self, key: str) -> Dfa | None:
        """Return the automaton of a condition by `condition_key`, None where it has none."""
        packed = self._packed(key)
        return unpack(packed) if packed else None

    def _make_native(self, key: str) -> _kernel.Automaton | None:
        """Return the automaton of a condition that the kernel walks, None where it has none."""
        packed = self._packed(key)
        return automaton(packed, runs=False) if packed else None

    def _compile(self, key: str) -> Packed | None:
        """Return the automaton of a condition by `condition_key`, None where it names a rule that the grammar lacks, or
        cannot be compiled.
        """
        for grammar in self._sources:
            packed = compiled_conditions().get(condition_name(grammar, key))
            if packed:
                return packed
        name = hints().refers.get(key)
        try:
            if name:
                return pack(self._of(name).dfa)
            from irigrammar.engines.compile import compile_condition

            return pack(compile_condition(conditions().exprs[key], conditions().rules, self._rules))
        except (GrammarError, LookupError):  # `UnknownRule` is one
            return None


def _at_fault(hint: Hint, case: Case) -> MatchedHint:
    return MatchedHint(hint, case.offset, case.offset + (case.char is not None))


def _at_beginning(hint: Hint, case: Case) -> MatchedHint:
    beginning = case.beginning
    return MatchedHint(hint, beginning.start, beginning.end) if beginning else _at_fault(hint, case)


def _kind_of(hint: Hint) -> tuple[int, tuple[str, ...]]:
    """Return the kind of a row in the kernel, 0 where it is tried in Python, and the fields of its automata."""
    if hint.begins:
        return 0, ()
    if "before" in hint.conditions:
        return _AROUND, ("before", "following", "middle", "after")
    if "cut" in hint.conditions:
        return _CUT, ("cut",)
    if "part" in hint.conditions:
        return _PART if hint.whole else _SOMEWHERE, ("part", "then")
    return _AT_FAULT, ()
