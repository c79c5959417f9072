"""Classify a fault by the rows of `grammar/hints.toml`, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import islice
from operator import or_
from types import MappingProxyType

from irigrammar._generated.codes import CODES, FAULTS
from irigrammar.automata.charset import Classes, partition
from irigrammar.automata.dfa import DEAD, Dfa, first_characters, last_characters
from irigrammar.automata.naming import size
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.compiled import CORE, compiled_conditions, condition_name
from irigrammar.engines.kernel import automaton
from irigrammar.engines.packing import pack, unpack
from irigrammar.engines.production import Production, shipped_production
from irigrammar.engines.walk import matches_once
from irigrammar.errors import GrammarError
from irigrammar.faults.beginnings import Beginning
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.expr import KINDS
from irigrammar.grammars.hints import Conditions, Hint, Hints, condition_key
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.lazy import cached_property
from irigrammar.shipped.loader import is_shipped, load, value
from irigrammar.unicode import general_category

# Conditions that one character can rule out: the first that they are about, or the last.
_FIRST = ("found", "rest", "cut", "before", "part")
_LAST = "after"
_FIELDS = (*_FIRST, _LAST)
_LONGEST = 2_000  # characters of a text in which an identifier is looked for
_AHEAD = 16  # characters that are read first: most conditions fail at once
_FEW = 8  # characters that are looked for one by one
_MOST = 2_000  # characters, and cases, for which the rows that may apply are kept
_TRIED = 64  # places that are tried one by one
_MOST_STEPS = 20_000  # from node to node that are kept


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


def _ends(dfa: Dfa | None, text: str, start: int) -> Iterator[int]:
    """Yield the ends of an automaton's matches from an offset on, the shortest first."""
    if dfa is None:
        return
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


class _Condition(NamedTuple):
    """A condition of a row, which is given by its bit: where it begins, and where it may end."""

    row: int
    dfa: Dfa
    from_fault: bool = False  # it begins at the fault
    beyond_fault: bool = False  # it may not end before the fault
    whole: bool = False  # it ends with the text


class _Node(dict[str, "_Node"]):
    """The conditions of some rows after a part of a text: the bits of those `met`, the states of those that go on. The
    values come after each next character; "" leads to the same at the fault.
    """

    __slots__ = ("_cached_rows", "_group", "_is_past", "live", "met")

    def __init__(self, group: _Group, live: Sequence[tuple[int, int]], met: int, *, is_past: bool) -> None:
        self._group = group
        self.live = live
        self.met = met
        self._is_past = is_past
        self._cached_rows: int | None = None

    def __missing__(self, char: str) -> _Node:
        """Compute, keep and return the node after a character, or for "" the node at the fault, where further
        conditions begin.
        """
        conditions = self._group.conditions
        self._group.room[0] -= 1
        if len(self) >= _MOST:
            self.clear()
        if char:
            steps = ((number, conditions[number].dfa, state) for number, state in self.live)
            successors = [(number, dfa.rows[state][dfa.classes.of(ord(char))]) for number, dfa, state in steps]
        else:
            successors = [*self.live, *self._group.starts(from_fault=True)]
        node = self[char] = self._group.node(successors, self.met, is_past=self._is_past or not char)
        return node

    @property
    def rows_at_end(self) -> int:
        """The rows, as bits, whose conditions are met if the text ends at this node."""
        if self._cached_rows is None:
            conditions = self._group.conditions
            finals = {
                number
                for number, state in self.live
                if conditions[number].whole and conditions[number].dfa.accepting[state]
            }
            rows = (
                row.row for number, row in enumerate(conditions) if not (self.met >> number & 1 or number in finals)
            )
            self._cached_rows = self._group.rows & ~reduce(or_, rows, 0)
        return self._cached_rows


class _Group:
    """The conditions of some rows that are read together, and the nodes that are known.

    `room` counts down how many steps from node to node may be kept.
    """

    def __init__(self, rows: int, conditions: Sequence[_Condition], room: list[int]) -> None:
        self.rows = rows
        self.room = room
        self.conditions = conditions
        self._nodes: dict[object, _Node] = {}
        self.start = self.node(self.starts(from_fault=False), 0, is_past=False)

    def starts(self, *, from_fault: bool) -> list[tuple[int, int]]:
        """Return the conditions that begin at the start or at the fault, each with its first state."""
        conditions = enumerate(self.conditions)
        return [(number, condition.dfa.start) for number, condition in conditions if condition.from_fault == from_fault]

    def node(self, states: Sequence[tuple[int, int]], met: int, *, is_past: bool) -> _Node:
        """Return the node for the states of conditions, always the same for the same ones; conditions that are met at
        any end need not be read on.
        """
        live: list[tuple[int, int]] = []
        for number, state in states:
            condition = self.conditions[number]
            if condition.dfa.accepting[state] and not condition.whole and (is_past or not condition.beyond_fault):
                met |= 1 << number
            elif state != DEAD:
                live.append((number, state))
        key = is_past, met, *live
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = _Node(self, live, met, is_past=is_past)
        return node


# Rows in their order: characters of which the text must have one where they are few, and what applies the row.
_Plan = tuple[tuple[Hint, str, "Callable[[Hint, Case], MatchedHint | None]"], ...]


class Hinting:
    """Finds the rows that apply to strings of one grammar."""

    def __init__(self, production: Production, entry: Entry) -> None:
        """Take a production and its grammar's entry; rows and automata are found when they are asked for, and
        remembered.
        """
        self._production = production
        self._entry = entry
        self.automaton = cache(self._compile)
        self._at = lru_cache(maxsize=_MOST)(self._rows_at)
        self._met = cache(self._met_by)
        self._by_case: dict[object, int] = {}
        self._group: dict[int, _Group] = {}
        self._room = [0]
        self._plan = lru_cache(maxsize=_MOST)(self._make_plan)
        self._first_after = cache(self._begins_after)
        self._matches = cache(self._make_matches)
        self._requirements = lru_cache(maxsize=_MOST)(self._requirements_of)

    @cached_property
    def _faults(self) -> tuple[Hint, ...]:
        """The rows that are for the grammar."""
        return tuple(hint for hint in hints().fault if self._entry.components or not hint.references)

    @cached_property
    def _sources(self) -> tuple[str, ...]:
        """The names of the grammars whose compiled conditions are those of this one, too."""
        if self._production.usual:
            return CORE, self._production.usual
        pairs = [(self._rules.find(name), rule) for name, rule in load(CORE).own.items()]
        core = all(rule and rule.expr == core_rule.expr for rule, core_rule in pairs)
        return (CORE,) * core + (self._rules.name,) * is_shipped(self._rules)

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
        """The rows, as bits, about characters of each general category."""
        rows: dict[str, int] = {}
        for row, hint in enumerate(self._faults):
            if hint.category:
                rows[hint.category] = rows.get(hint.category, 0) | 1 << row
        return rows

    @cached_property
    def _needs(self) -> list[tuple[str, int, int]]:
        """The texts that must occur for some rows to apply, how often, and the bits of these rows."""
        known: dict[str, str] = {}
        for _, letters in self._letters:
            known |= letters.needs
        rows: dict[tuple[str, int], int] = {}
        for row, hint in enumerate(self._faults):
            keys = {(hint.has, 1)} if hint.has else set()
            for field in hint.conditions:
                chars = known.get(condition_key(hint.code, field), "")
                keys |= {(char, chars.count(char)) for char in chars}
            for key in keys:
                rows[key] = rows.get(key, 0) | 1 << row
        return [(chars, count, bits) for (chars, count), bits in rows.items()]

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
        key = case.open, tuple(case.lost.items()), case.complete, case.char, case.beginning and case.beginning.kind
        candidates = self._by_case.get(key)
        if candidates is None:
            if len(self._by_case) >= _MOST:
                self._by_case.clear()
            candidates = self._by_case[key] = self._candidates(case)
        begins, ends = self._at(text[:1]), self._at(text[-1:])
        candidates &= begins.before & (begins.part | self._anywhere) & ends.after
        candidates, requirements = self._requirements(candidates, self._needed.intersection(text))
        for substring, count, rows in requirements:
            if text.count(substring) < count:
                candidates &= ~rows
        candidates = self._read(text, case.offset, candidates)
        for hint, few, apply in self._plan(candidates) if candidates else ():
            if not few or any(map(text.__contains__, few)):
                match = apply(hint, case)
                if match:
                    return match
        return None

    def _candidates(self, case: Case) -> int:
        """Return the rows, as bits, that may apply given the open, lost and complete rules, and the characters at the
        fault and at the loss.
        """
        char = case.char or ""
        rows_at_fault = self._at(char)
        allowed_rows = {name: self._at(case.lost.get(name, char)).found for name in ("", *case.lost)}
        candidates = 0
        for number, hint in enumerate(self._faults):
            if _fits(hint, case) and allowed_rows.get(_name_looked_for(hint, case), rows_at_fault.found) >> number & 1:
                candidates |= (not hint.lacks or not self._has(hint.lacks)) << number
        return candidates & rows_at_fault.rest & rows_at_fault.cut

    def _make_plan(self, rows: int) -> _Plan:
        """Return how some rows are tried, in their order; each with characters of which the text must have one."""
        hints = (hint for number, hint in enumerate(self._faults) if rows >> number & 1)
        return tuple((hint, *self._method_of(hint)) for hint in hints)

    def _method_of(self, hint: Hint) -> tuple[str, Callable[[Hint, Case], MatchedHint | None]]:
        """Return the characters that a hint may apply at ("" for any), and the method that looks for it."""
        if hint.begins:
            return "", self._beginning
        if "before" in hint.conditions:
            return self._first_after(hint.code), self._around
        if "cut" in hint.conditions:
            return "", self._cut
        return "", self._part if "part" in hint.conditions else self._at_fault

    @cached_property
    def _anywhere(self) -> int:
        """The rows, as bits, about a part that may begin anywhere in the text."""
        rows = enumerate(self._faults)
        return sum(1 << row for row, hint in rows if "part" in hint.conditions and not hint.whole)

    @cached_property
    def _needed(self) -> frozenset[str]:
        """The characters that must occur for some rows to apply."""
        return frozenset(substring for substring, _, _ in self._needs if len(substring) == 1)

    def _requirements_of(self, rows: int, chars: frozenset[str]) -> tuple[int, tuple[tuple[str, int, int], ...]]:
        """Return those of some rows that do not lack a character in a text, given the needed ones that it has; and what
        must occur otherwise for some of them: several characters, how often, and their rows.
        """
        others: list[tuple[str, int, int]] = []
        for substring, count, bits in self._needs:
            if len(substring) == 1 and substring not in chars:
                rows &= ~bits
            elif len(substring) > 1 or count > 1:
                others.append((substring, count, bits))
        return rows, tuple((substring, count, rows & bits) for substring, count, bits in others if rows & bits)

    def _read(self, text: str, offset: int, rows: int) -> int:
        """Return those of some rows, as bits, whose conditions a text meets that are read from its start or the fault.
        Conditions on the middle of a text are checked later, row by row.
        """
        if self._room[0] <= 0:
            self._group.clear()
            self._room[0] = _MOST_STEPS
        group = self._group.get(rows)
        if group is None:
            group = self._group[rows] = _Group(rows, [*self._conditions(rows)], self._room)
        node = group.start
        if len(text) > _LONGEST:
            return _through(_through(node, text[:offset])[""], text[offset:]).rows_at_end
        for char in text[:offset]:
            node = node[char]
        node = node[""]
        for char in text[offset:]:
            node = node[char]
        return node.rows_at_end

    def _conditions(self, rows: int) -> Iterator[_Condition]:
        """Yield the conditions of some rows, given as bits, about the text before a fault, from it on or beyond it;
        those about a part that may be anywhere, and those without an automaton, are left out.
        """
        for number, hint in enumerate(self._faults):
            if not rows >> number & 1:
                continue
            row = 1 << number
            for field in ("before", "part", "rest", "cut"):
                dfa = self._automaton_of(hint, field) if field in hint.conditions else None
                if dfa is None:
                    continue
                if field == "before":
                    yield _Condition(row, dfa)
                elif field == "part" and hint.whole:
                    then = self._automaton_of(hint, "then") if "then" in hint.conditions else None
                    ends = then is not None and not any(then.rows[then.start])
                    yield _Condition(row, dfa, beyond_fault=True, whole=ends)
                elif field != "part":
                    yield _Condition(row, dfa, from_fault=True, whole=field == "rest")

    def _at_fault(self, hint: Hint, case: Case) -> MatchedHint:
        return MatchedHint(hint, case.offset, case.offset + (case.char is not None))

    def _beginning(self, hint: Hint, case: Case) -> MatchedHint:
        return (
            MatchedHint(hint, case.beginning.start, case.beginning.end)
            if case.beginning
            else self._at_fault(hint, case)
        )

    def _cut(self, hint: Hint, case: Case) -> MatchedHint | None:
        end = max(_ends(self._automaton_of(hint, "cut"), case.text, case.offset), default=0)
        return MatchedHint(hint, case.offset, end) if end else None

    def _part(self, hint: Hint, case: Case) -> MatchedHint | None:
        """Return the hint for the first part of the text that matches its "part" and reaches the fault, the end as far
        right as it can be, None where none does.
        """
        text = case.text
        for start in (0,) if hint.whole else case.starts():
            end = max(_ends(self._automaton_of(hint, "part"), text, start), default=None)
            if end is None or end < case.offset or hint.has not in text[start:end]:
                continue
            if "then" not in hint.conditions or self._matches(condition_key(hint.code, "then"))(text[end:]):
                return MatchedHint(hint, start, end)
        return None

    def _around(self, hint: Hint, case: Case) -> MatchedHint | None:
        """Return the hint with the identifier that a text has around it other text: after the longest beginning, the
        shortest one; None where it has none, or more than 2,000 characters.
        """
        text = case.text
        if len(text) > _LONGEST:
            return None
        starts = [*_ends(self._automaton_of(hint, "before"), text, 0)]
        if len(starts) > _TRIED:
            starts = _matching_start(self._automaton_of(hint, "following"), text, starts, max)
        else:
            follows = self._matches(condition_key(hint.code, "following"))
            starts = [*islice((start for start in reversed(starts) if follows(text[start:])), 1)]
        if not starts:
            return None
        (start,), few = starts, self._first_after(hint.code)
        ends = [end for end in range(start, len(text)) if text[end] in few] if few else []
        if few and len(ends) <= _TRIED:
            in_middle, follows = (self._matches(condition_key(hint.code, field)) for field in ("middle", "after"))
            ends = [*islice((end for end in ends if in_middle(text[start:end]) and follows(text[end:])), 1)]
        else:
            ends = [*_ends(self._automaton_of(hint, "middle"), text, start)]
            ends = _matching_start(self._automaton_of(hint, "after"), text, ends, min)
        return MatchedHint(hint, 0, len(text), (start, ends[0])) if ends else None

    def _begins_after(self, code: str) -> str:
        """Return the characters with which a text can begin that meets the condition `after` of the row with a code;
        "" for more than 8, where that text may be empty, and without such a condition.
        """
        dfa = self.automaton(condition_key(code, "after"))
        ranges = first_characters(dfa) if dfa and not dfa.accepting[dfa.start] else ()
        few = ranges if size(ranges) <= _FEW else ()
        return "".join(chr(point) for low, high in few for point in range(low, high + 1))

    def _make_matches(self, key: str) -> Callable[[str], bool]:
        """Return the function that says whether a text meets a condition, given by `condition_key`; false without an
        automaton.
        """
        dfa = self.automaton(key)
        if dfa is None:
            return lambda _: False
        native = automaton(pack(dfa))
        return partial(matches_once, dfa) if native is None else native.matches

    def _automaton_of(self, hint: Hint, field: str) -> Dfa | None:
        """Return the automaton of a condition of a row, None where it has none."""
        return self.automaton(condition_key(hint.code, field))

    def _compile(self, key: str) -> Dfa | None:
        """Return the automaton of a condition by `condition_key`, None where it names a rule that the grammar lacks, or
        cannot be compiled.
        """
        for grammar in self._sources:
            automaton = compiled_conditions().get(condition_name(grammar, key))
            if automaton:
                return unpack(automaton)
        name = hints().refers.get(key)
        try:
            if name:
                return self._of(name).dfa
            from irigrammar.engines.compile import compile_condition

            return compile_condition(conditions().exprs[key], conditions().rules, self._rules)
        except (GrammarError, LookupError):  # `UnknownRule` is one
            return None


def _through(node: _Node, text: str) -> _Node:
    """Return the node after a text, or one from which no condition goes on."""
    for start in range(0, len(text), _LONGEST):
        if not node.live:
            break
        for char in text[start : start + _LONGEST]:
            node = node[char]
    return node


def _name_looked_for(hint: Hint, case: Case) -> str:
    """Return the name of the first rule that a row looks for that was ruled out or is open, "" for none."""
    return next((name for name in hint.lost if name in case.lost or name in case.open), "") if hint.lost else ""


def _fits(hint: Hint, case: Case) -> bool:
    """Return whether a row may apply, given the open, lost and complete rules, the kind of beginning, and whether the
    fault is the end of the text.
    """
    return not (
        (hint.lost and not _name_looked_for(hint, case))
        or (hint.early and case.char is not None)
        or (hint.complete and not case.complete)
        or (hint.begins and hint.begins != (case.beginning.kind if case.beginning else ""))
        or (hint.open and not case.open.intersection(hint.open))
        or case.open.intersection(hint.outside)
    )
