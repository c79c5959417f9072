"""Descriptions of the allowed continuations at a fault.

More of an open rule, the start of the next one and its first sign, or the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from irigrammar.automata.charset import Ranges, union
from irigrammar.automata.positions import Positions
from irigrammar.dataclass import NamedTuple
from irigrammar.faults.naming import Naming
from irigrammar.lazy import cached_property

# Sets of no more characters than this are listed.
_FEW_RANGES = 3
_FEW_CHARACTERS = 16
_LISTED = 3  # of a range, one by one


class _Group(NamedTuple):
    """Continuations that lead to the same place from the same production, as the alternatives of a character do."""

    home: int
    entries: tuple[int, ...]
    nodes: list[int]
    rows: bool


class Expectation:
    """A describer of the continuations of one production's positions."""

    def __init__(self, positions: Positions, naming: Naming) -> None:
        self._positions = positions
        self._naming = naming
        self._rules = positions.rules

    def phrases(self, readings: Iterable[int], *, at_end: bool) -> tuple[str, ...]:
        """Return the continuations of positions in words, in their order, each phrase once; "the end" last.

        With `at_end` the text ends there, so that the end is not expected.
        """
        texts: dict[object, str] = {}
        sets: dict[str, Ranges] = {}  # what may go on in a production that has begun, over all positions
        whole: dict[object, str] = {}  # of a phrase that is about the first character of a production, its words
        ends = False
        for position in readings:
            groups = self._merge(position, list(self._groups(position)))
            begun = {self._words(self._begins(position, group)) for group in groups if not self._sign(group)} - {""}
            around = set(self._positions.around(self._positions.scope(position)))
            for group in groups:
                sign, first = self._sign(group), group.nodes[0]
                is_last = not self._positions.program.leaf[first] and self._last(group) == first  # of what is under way
                if group.home in around and not group.rows and (not sign or is_last):
                    rule = self._rules[group.home]
                    sets[rule] = union(sets.get(rule, ()), *map(self._ranges, group.nodes))
                    texts[rule, "further"] = self._further(group.home, sets[rule], begun=True)
                elif not sign:
                    phrase = self._by_kind(position, group)
                    texts[(self._rules[group.home], "further") if group.home in around else phrase] = phrase
                    if group.home not in around:
                        whole[phrase] = self._words(group.home)
                elif not {self._words(self._begins(position, group)), self._ahead(position, group)} & begun:
                    phrase = self._by_sign(position, group, sign)
                    if sign not in texts or (" for " in phrase and " for " not in texts[sign]):
                        texts[sign] = phrase  # "the host" includes its bracket
            ends = ends or self._positions.ends(position)
        known = set(texts.values())
        phrases = [
            phrase for phrase in dict.fromkeys(texts.values()) if whole.get(phrase, phrase) not in known - {phrase}
        ]
        return (*phrases, "the end") if ends and not at_end else tuple(phrases)

    def _merge(self, position: int, groups: list[_Group]) -> list[_Group]:
        """Return the groups, those made one that begin the same production, unless all of them are literals."""
        around = set(self._positions.around(self._positions.scope(position)))
        beginning: dict[int, list[_Group]] = {}
        for group in groups:
            if group.home not in around and group.home in group.entries:
                beginning.setdefault(group.home, []).append(group)
        literal = {home for home, alike in beginning.items() if all(map(self._sign, alike))}
        result: list[_Group] = []
        for group in groups:
            if group.home in around or group.home not in group.entries or group.home in literal:
                result.append(group)
            elif group is (alike := beginning[group.home])[0]:
                nodes = [node for member in alike for node in member.nodes]
                result.append(group._replace(nodes=nodes, rows=any(member.rows for member in alike)))
        return result

    def _groups(self, position: int) -> Iterator[_Group]:
        """Yield the continuations of a position as groups, in order; those of one character that lead to the same place
        are together.
        """
        positions = self._positions
        open_now = {*positions.around(positions.scope(position))}
        groups: dict[tuple[int, int], _Group] = {}
        for continuation in positions.characters(position):
            chain = list(positions.around(positions.scopes[continuation.node]))
            unit = None  # the outermost row of characters that is entered
            home = 0
            entries = tuple(scope for scope in chain if positions.depths[scope] > positions.depths[continuation.floor])
            for scope in chain:
                if home == 0 and not self._small(scope, scope in open_now and scope not in entries):
                    home = scope
                elif home == 0 and scope in entries:
                    unit = scope
            exit_node = positions.exit(unit) if unit else positions.after(continuation.node)
            key = (home, self._after_closing(exit_node, home))
            group = groups.setdefault(key, _Group(home, entries, [], unit is not None and self._is_row(unit)))
            group.nodes.append(continuation.node)
        yield from groups.values()

    def _small(self, scope: int, is_open: bool) -> bool:
        """Return whether a scope is that of a single character, also written as a row that has not begun yet; the
        outermost scope never is.
        """
        rule = self._rules[scope]
        if not self._positions.parents[scope]:
            return False
        if rule in self._naming.rows:
            return not is_open
        return rule in self._naming.characters

    def _is_row(self, scope: int) -> bool:
        return self._rules[scope] in self._naming.rows

    def _after_closing(self, node: int, home: int) -> int:
        """Return the first node after a node's closing marks within a scope."""
        positions = self._positions
        program = positions.program
        depth = positions.depths[home]
        while program.event[node] < 0 and positions.depths[positions.scopes[node]] >= depth:
            node = program.next[node][0]
        return node

    def _sign(self, group: _Group) -> str:
        """Return the literal that a group is, from its first to its last character; "" for a set of characters."""
        if len(group.nodes) != 1 or group.rows:
            return ""
        text = ""
        node = group.nodes[0]
        program = self._positions.program
        while True:
            char = self._single(node)
            if not char:
                return ""
            text += char
            (node,) = program.next[node]
            if not program.masks[node] or program.leaf[node]:
                return text

    def _single(self, node: int) -> str:
        """Return the one character that a node reads, the small one for a letter in either case; "" where there are
        more.
        """
        ranges = self._ranges(node)
        points = [point for low, high in ranges[:2] for point in (low, high)]
        if len(ranges) == 1 and points[0] == points[1]:
            return chr(points[0])
        if len(ranges) == 2 and points[0] == points[1] and points[2] == points[3]:
            small, capital = chr(points[0]), chr(points[2])
            return capital if small.lower() == capital else ""
        return ""

    def _ranges(self, node: int) -> Ranges:
        program = self._positions.program
        return program.classes.within(program.masks[node])

    def _first_words(self, scopes: Iterable[int]) -> str:
        """Return the words of the first of some scopes that has any."""
        return next((words for scope in scopes if (words := self._words(scope))), "")

    def _words(self, scope: int) -> str:
        rule = self._rules[scope]
        return "" if not scope or rule in self._naming.characters else self._naming.words(rule) or ""

    def _begins(self, position: int, group: _Group) -> int:
        """Return the scope of the outermost production with a name that begins with a group, 0 where none does."""
        open_now = self._positions.open(position)
        new = [
            scope for scope in group.entries if scope not in open_now and self._words(scope) and not self._is_row(scope)
        ]
        return new[-1] if new else 0

    def _by_sign(self, position: int, group: _Group, sign: str) -> str:
        """Return the phrase of a literal, with the production that it begins, ends, leads to or follows, if one of them
        has a name.
        """
        positions = self._positions
        node = group.nodes[0]
        shown = quoted(sign)
        if not positions.program.leaf[node]:
            return f"{shown} to go on"
        new = self._begins(position, group)
        if new:
            return f"{shown} that begins {self._words(new)}"
        ahead = self._ahead(position, group)
        if ahead:
            return f"{shown} for {ahead}"
        last = self._last(group)
        if self._words(group.home) and group.home not in positions.open(last):
            return f"{shown} that ends {self._words(group.home)}"
        around = set(positions.around(positions.scopes[last]))
        exits = [scope for scope in positions.around(positions.scope(position)) if scope not in around]
        predecessor = self._first_words(reversed(exits))
        return f"{shown} after {predecessor}" if predecessor else shown

    def _last(self, group: _Group) -> int:
        """Return the node that reads the last character of the literal that a group is."""
        program = self._positions.program
        node = group.nodes[0]
        while True:
            (after,) = program.next[node]
            if not program.masks[after] or program.leaf[after]:
                return node
            node = after

    def _ahead(self, position: int, group: _Group) -> str:
        """Return the words for the production that every continuation of a literal enters, "" if there is none."""
        positions = self._positions
        last = self._last(group)
        around = set(positions.around(positions.scopes[last]))
        words = self._first_words(scope for scope in reversed(positions.open(last)) if scope not in around)
        before = {*positions.around(positions.scope(position)), *positions.open(position)}
        if words and words.split()[-1] in {self._words(scope).split(" ")[-1] for scope in before}:
            return f"the next {words.removeprefix('the ')}"
        return words

    def _by_kind(self, position: int, group: _Group) -> str:
        """Return the phrase of a set of characters: the production that begins with it, or one more character of the
        present one.
        """
        positions = self._positions
        new = self._begins(position, group)
        if new:
            return self._words(new)
        begun = group.home in set(positions.around(positions.scope(position)))
        ranges = union(*(self._ranges(node) for node in group.nodes))
        return self._further(group.home, () if group.rows else ranges, begun=begun)

    def _further(self, home: int, ranges: Ranges, *, begun: bool) -> str:
        """Return the phrase of one more character of a production; `ranges` () says that it may be written as a row."""
        words = self._first_words(self._positions.around(home)) or self._rules[home]
        exact = self._exact_words(ranges)
        if exact and self._rules[home] in self._naming.characters:
            return exact
        further = self._naming.further(self._rules[home])
        if further and not (exact and self.nouns.get(ranges, "") == "" and begun):
            return further
        if exact:
            return exact if begun else f"{exact} that begins {words}"
        return f"more of {words}" if begun else f"a character of {words}"

    def _exact_words(self, ranges: Ranges) -> str:
        """Return the noun of a set that a rule with a name describes, or the list of a few characters and ranges,
        letters in one case; "" for other sets.
        """
        noun = self.nouns.get(ranges, "")
        if noun or not ranges or sum(high - low + 1 for low, high in ranges) > _FEW_CHARACTERS:
            return noun
        ranges = _in_one_case(ranges)
        if len(ranges) > _FEW_RANGES:
            return ""
        parts: list[str] = []
        for low, high in ranges:
            if high - low < _LISTED:
                parts += [quoted(chr(point)) for point in range(low, high + 1)]
            else:
                parts.append(f"{quoted(chr(low))} to {quoted(chr(high))}")
        return parts[0] if len(parts) == 1 else f"one of {', '.join(parts[:-1])} and {parts[-1]}"

    @cached_property
    def nouns(self) -> dict[Ranges, str]:
        """The words for sets of characters, by set: those of the rule that has the set, of several the one that is read
        first.
        """
        if self._naming.nouns is not None:
            return self._naming.nouns
        program, positions = self._positions.program, self._positions
        # Of each scope the characters that are read in it, and the first node that reads one; inner scopes come later.
        masks = [0] * len(self._rules)
        firsts = [len(program.masks)] * len(self._rules)
        for node, mask in enumerate(program.masks):
            if mask:
                scope = positions.scopes[node]
                masks[scope] |= mask
                firsts[scope] = min(firsts[scope], node)
        sets: dict[int, int] = {}
        for scope in range(len(self._rules) - 1, 0, -1):
            if masks[scope] and self._rules[scope] in self._naming.characters and not self._is_row(scope):
                parent = positions.parents[scope]
                sets[scope] = masks[scope]
                masks[parent] |= masks[scope]
                firsts[parent] = min(firsts[parent], firsts[scope])
        nouns: dict[int, str] = {}
        for scope in sorted(sets, key=lambda scope: (firsts[scope], -scope)):
            rule = self._rules[scope]
            words = self._naming.words(rule)
            if words and (words != rule or positions.parents[scope]):
                nouns.setdefault(sets[scope], words)
        return {program.classes.within(mask): words for mask, words in nouns.items()}


def _in_one_case(ranges: Ranges) -> Ranges:
    """Return a small set without the capital letters whose small letters are in it too."""
    chars = {chr(point) for low, high in ranges for point in range(low, high + 1)}
    representatives = {char for char in chars if char.lower() == char or char.lower() not in chars}
    return union(tuple((ord(char), ord(char)) for char in sorted(representatives)))


def quoted(text: str) -> str:
    """Return a text between quotation marks, but the words "a quotation mark" for that character alone."""
    return "a quotation mark" if text == '"' else f'"{text}"'
