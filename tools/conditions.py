"""Derive automata of texts in which rules of advice may find something.

The conditions of `grammar/quiet.abnf` are about structure; sets of characters, names and mixed scripts are made here of
what the rules themselves ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce
from itertools import pairwise
from string import digits
from typing import TypeVar

from irigrammar._generated.characters import SETS
from irigrammar._generated.suspicious import DOMAINS as SPECIAL
from irigrammar.advice.characters import kind_of
from irigrammar.advice.quiet import BEYOND_ASCII, DOMAINS, LARGE, LONG, MIXED, ORDINARY, PERCENT, SILENT, WRITTEN
from irigrammar.advice.registry import choose_rules, rules
from irigrammar.advice.rules.characters import is_deprecated, is_invisible, looked_like
from irigrammar.advice.rules.hosts import is_stable
from irigrammar.advice.rules.scripts import is_latin_look_alike
from irigrammar.advice.scripts import UNMIXED, Mixture, is_mixed, mixed_with, scripts_of, skeleton
from irigrammar.automata.charset import MAX, Classes, Ranges, union
from irigrammar.automata.dfa import DEAD, Dfa, common_string, determinize, explore, product
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import CharSet, repeat
from irigrammar.bidi.classes import derived_class
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.characters import characters, group_of, groups
from irigrammar.processing.labels import label_fault
from irigrammar.shipped.registries import top_level_domains
from irigrammar.text.bidi_classes import LEFT_TO_RIGHT, MARK, RIGHT_TO_LEFT
from irigrammar.unicode import (
    combining_class,
    decomposition,
    general_category,
    is_letter,
    is_letter_or_number,
    normalize,
)

K = TypeVar("K")

_WIDE = "\u2000"  # of labels with letters from here on fewer fit into 63 bytes of ASCII
_ENDS = ("/", "?", "#")
_AROUND_PARTS = (*_ENDS, ".", "&", ";", "=", ":", "@", "%", "\u3002", "\uff0e", "\uff61")  # the last end labels in IDNA
_AROUND_LABELS = (*_ENDS, "@", ":", ".")
_PERCENT = "%"
# Labels that are no beginning of a name, such of characters that are not looked at, and those of addresses.
_OTHER, _FOREIGN, _NUMBER = "*", "~", "0"
_NUMBERS = (*digits, "[")  # what addresses begin with, and no top-level domain


@cache
def _edges() -> tuple[int, ...]:
    """Return the code points that may have other properties than the one before: assigned ones, and edges of sets."""
    sets = [*SETS.values(), *(group.characters.ranges for group in groups())]
    edges = {edge for ranges in sets for low, high in ranges for edge in (low, high + 1)}
    kinds = [general_category(chr(point)) for point in range(MAX + 1)]
    edges.update(
        point for point, kind in enumerate(kinds) if kind not in ("Cn", "Co", "Cs") or kind != kinds[point - 1]
    )
    return tuple(sorted(edges - {MAX + 1}))


def _set(has: Callable[[str], object]) -> str:
    """Return ABNF for any of the characters that have a property."""
    ends = ((low, high - 1) for low, high in pairwise((*_edges(), MAX + 1)) if not 0xD800 <= low <= 0xDFFF)
    ranges = union(tuple((low, high) for low, high in ends if has(chr(low))))
    return " / ".join(f"%x{low:X}-{high:X}" for low, high in ranges)


def _classes(kind: Callable[[str], K]) -> tuple[Classes, list[K]]:
    """Return the classes of characters by their kinds, and the kind of each class."""
    numbers: dict[K, int] = {}
    ids = tuple(numbers.setdefault(kind(chr(point)), len(numbers)) for point in _edges())
    return Classes(_edges(), ids), list(numbers)


def derived() -> dict[str, str]:
    """Return the rules of ABNF that `grammar/quiet.abnf` leaves to what the rules of advice ask."""

    def direction(char: str) -> str:
        return "" if char in characters("bidi-control") else derived_class(char)

    strong_or_mark = {"", MARK, *LEFT_TO_RIGHT, *RIGHT_TO_LEFT}
    return {
        "odd-character": _set(_is_odd),
        "composing-character": _set(_composes),
        "narrow-letter": _set(lambda char: char < _WIDE and _is_usual_letter(char)),
        "wide-letter": _set(lambda char: char >= _WIDE and _is_usual_letter(char)),
        "ascii-like": _set(lambda char: not char.isascii() and skeleton(char).isascii()),
        "closing": _set(lambda char: char in characters("closing")),
        "bidi-control": _set(lambda char: char in characters("bidi-control")),
        "right-to-left": _set(lambda char: direction(char) in RIGHT_TO_LEFT),
        "left-to-right": _set(lambda char: direction(char) in LEFT_TO_RIGHT),
        "nonspacing": _set(lambda char: direction(char) == MARK),
        "neutral": _set(lambda char: direction(char) not in strong_or_mark and char not in _AROUND_PARTS),
    }


def _is_odd(char: str) -> bool:
    """Return whether a rule about single characters may find one, as such or percent-encoded."""
    if group_of(char) is not None or char in characters("bidi-control"):
        return True
    return not char.isascii() and bool(kind_of(char) or is_invisible(char) or is_deprecated(char) or looked_like(char))


def _composes(char: str) -> bool:
    """Return whether a text with a character may not be in Normalization Form C."""
    return char in _second() or combining_class(char) > 0 or normalize("NFC", char) != char


@cache
def _second() -> frozenset[str]:
    """Return the characters that may compose with the one before them (The Unicode Standard, 3.11 and 3.12)."""
    pairs = (decomposition(chr(point)).split() for point in _edges())
    jamo = map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)))
    return frozenset([*(chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"), *jamo])


def _is_usual_letter(char: str) -> bool:
    """Return whether a character is a letter beyond ASCII of labels that all versions of IDNA read alike, next to any
    other such letters.
    """
    return (
        not char.isascii()
        and is_letter(char)
        and derived_class(char) in LEFT_TO_RIGHT
        and is_stable(char)
        and not _composes(char)
        and label_fault(char) is None
        and not is_latin_look_alike(char)
    )


def mixtures() -> dict[str, Dfa]:
    """Return the automata of texts in which the scripts of a word, or of a segment of a path, may be mixed."""
    classes, columns = _classes(
        lambda char: (scripts_of(char), is_letter_or_number(char), char if char in (*_ENDS, _PERCENT) else "")
    )

    def words(state: tuple[int, Mixture]) -> list[tuple[int, Mixture]]:
        """Return the states after one in a text: how many digits of a percent-encoded byte follow, and the mixture of
        the word so far.
        """
        rest, mixture = state
        if is_mixed(mixture):
            return [state for _ in columns]
        if rest:
            return [(rest - 1, UNMIXED) for _ in columns]
        return [
            (2 if char == _PERCENT else 0, mixed_with(mixture, own) if in_word else UNMIXED)
            for own, in_word, char in columns
        ]

    def segments(mixture: Mixture | None) -> list[Mixture | None]:
        """Return the states after one in a path; None is that after it."""
        if mixture is None or is_mixed(mixture):
            return [mixture for _ in columns]
        after = {"/": UNMIXED, "?": None, "#": None}
        return [after[char] if char in after else mixed_with(mixture, own) for own, _, char in columns]

    automata = (
        explore(classes, (0, UNMIXED), words, lambda state: is_mixed(state[1])),
        explore(classes, UNMIXED, segments, lambda mixture: mixture is not None and is_mixed(mixture)),
    )
    return dict(zip(MIXED, automata, strict=True))


def unknown_domain(grammar: Grammar, *, in_ascii: bool) -> Dfa:
    """Return the automaton of the texts whose host ends in a label, in ASCII or not, that is not a top-level domain, or
    in a domain for special use; labels that begin with a digit are odd.
    """
    every = top_level_domains() - {name.rpartition(".")[2] for name, _, _ in SPECIAL}
    names = {name for name in every if name.isascii() is in_ascii}
    beginnings = {name[:end] for name in names for end in range(len(name) + 1)}
    letters = {*"".join(names), *_AROUND_LABELS, *(_NUMBERS if in_ascii else ())}
    before = grammar["before-host"].automaton

    def kind(char: str) -> tuple[int, str]:
        """Return the class of a character before the host, and what it is in a label, "" for a foreign one."""
        is_foreign = char.isascii() is not in_ascii and char not in _AROUND_LABELS
        return before.classes.of(ord(char)), "" if is_foreign else small if (
            small := char.lower()
        ) in letters else _OTHER

    classes, columns = _classes(kind)

    def after(state: tuple[str, str], number: int, char: str) -> tuple[str, str] | None:
        """Return the state after a character: where it is, and the label so far; before the host, the number of a state
        in its place.
        """
        where, label = state
        if where == "before":
            to = before.rows[int(label)][number]
            return None if to == DEAD else ("host", "") if before.accepting[to] else (where, str(to))
        if char in _ENDS or where == "end":
            return "end", label
        if char == "@" or (char == "." and where == "host"):
            return "host", ""
        if char == ":" or where == "port":
            return "port", label
        if label == _NUMBER or (not label and char in _NUMBERS):
            return where, _NUMBER
        if not char or label == _FOREIGN:
            return where, _FOREIGN if not char and label in ("", _FOREIGN) else _OTHER
        return where, label + char if label + char in beginnings else _OTHER

    return explore(
        classes,
        ("before", str(before.start)),
        lambda state: [after(state, *column) for column in columns],
        lambda state: state[0] != "before" and state[1] not in {*names, _FOREIGN, _NUMBER},
    )


def conditions(grammar: Grammar) -> dict[str, Dfa]:
    """Return the automata of the conditions of all rules, by their names; `grammar` is that of `grammar/quiet.abnf`."""
    automata = mixtures() | {
        name: unknown_domain(grammar, in_ascii=in_ascii) for name, in_ascii in zip(DOMAINS, (True, False), strict=True)
    }
    for name in dict.fromkeys(name for rule in rules() for name in rule.where.split() if name != LONG):
        if name not in automata:
            automata[name] = grammar[name].automaton
            if f"{name}-not" in grammar:
                automata[name] = less(automata[name], grammar[f"{name}-not"].automaton)
    return automata


def less(every: Dfa, without: Dfa) -> Dfa:
    """Return the automaton of the texts of one that another has not."""
    return product(every, without, lambda first, second: first and not second)


def quiet_texts(automata: Mapping[str, Dfa]) -> tuple[dict[str, Dfa], dict[str, tuple[str, ...]]]:
    """Return the automata of the texts that meet no condition of rules of severity error or warning (`ORDINARY`), or of
    any (`SILENT`), and sets of names of conditions: those left out of these automata, since they are on texts as they
    are written or large; and those that texts without "%", or in ASCII, never meet. Raises `SystemExit` for a rule
    without a condition.
    """
    every = [rule for rule, _ in choose_rules()]
    if codes := [rule.code for rule in every if not rule.where]:
        raise SystemExit(f'rules without a condition: {", ".join(codes)}; write where="NAME" (grammar/quiet.abnf)')
    quiet: dict[str, Dfa] = {}
    sets = {PERCENT: _never(automata, ((0, 0x24), (0x26, MAX))), BEYOND_ASCII: _never(automata, ((0, 0x7F),))}
    for part, chosen in ((ORDINARY, [rule for rule in every if rule.severity != "advice"]), (SILENT, every)):
        names = dict.fromkeys(name for rule in chosen for name in rule.where.split() if name != LONG)
        sets[part] = tuple(name for name in names if name in (*WRITTEN, *LARGE))
        quiet[part] = reduce(less, (automata[name] for name in names if name not in sets[part]), _texts(_EVERY))
    return quiet, sets


_EVERY: Ranges = ((0, 0xD7FF), (0xE000, MAX))  # all but surrogates


def _never(automata: Mapping[str, Dfa], ranges: Ranges) -> tuple[str, ...]:
    """Return the names of the conditions that no text of some characters meets."""
    texts = _texts(ranges)
    return tuple(name for name, automaton in automata.items() if common_string(automaton, texts) is None)


def _texts(ranges: Ranges) -> Dfa:
    """Return the automaton of the texts of some characters."""
    return determinize(compile_program(repeat(CharSet(ranges), 0, None)))
