"""An oracle that shares nothing with the package under test.

ABNF is read with the `abnf` package's own grammar of ABNF, a rule becomes a regular expression over code points, and
Brzozowski derivatives decide. Expressions are interned and kept simplified, so that equal ones are the same object, an
expression with an empty language is `NOTHING`, and a prefix is viable as long as its derivative is not `NOTHING`.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Protocol, cast

from abnf.grammars import rfc7405
from places import ROOT

GRAMMAR_DIRECTORY = ROOT / "grammar"
CORE = "rfc5234"
LAST_CODE_POINT = 0x10FFFF
SURROGATES = (0xD800, 0xDFFF)

Ranges = tuple[tuple[int, int], ...]


# Expressions: values made only by chars(), cat(), alt() and repeat(), compared by identity.


@dataclass(frozen=True, eq=False)
class Regex:
    nullable: bool


@dataclass(frozen=True, eq=False)
class Chars(Regex):
    ranges: Ranges


@dataclass(frozen=True, eq=False)
class Cat(Regex):
    head: Regex
    tail: Regex


@dataclass(frozen=True, eq=False)
class Alt(Regex):
    parts: frozenset[Regex]


@dataclass(frozen=True, eq=False)
class Repeat(Regex):
    body: Regex
    low: int
    high: int | None


@cache
def _chars(ranges: Ranges) -> Chars:
    return Chars(False, ranges)


def chars(ranges: Iterable[tuple[int, int]]) -> Regex:
    """One code point out of these ranges, whose ends are included; surrogates are left out."""
    scalars: list[tuple[int, int]] = []
    for low, high in ranges:
        scalars += [(low, min(high, SURROGATES[0] - 1)), (max(low, SURROGATES[1] + 1), min(high, LAST_CODE_POINT))]
    merged: list[tuple[int, int]] = []
    for low, high in sorted(scalars):
        if low > high:
            continue
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return _chars(tuple(merged))


@cache
def _cat(head: Regex, tail: Regex) -> Regex:
    return Cat(head.nullable and tail.nullable, head, tail)


def cat(head: Regex, tail: Regex) -> Regex:
    """First the one, then the other."""
    if head is NOTHING or tail is NOTHING:
        return NOTHING
    if head is EPSILON:
        return tail
    if tail is EPSILON:
        return head
    if isinstance(head, Cat):
        return cat(head.head, cat(head.tail, tail))
    return _cat(head, tail)


@cache
def _alt(parts: frozenset[Regex]) -> Regex:
    return Alt(any(part.nullable for part in parts), parts)


def alt(alternatives: Iterable[Regex]) -> Regex:
    """Any one of these."""
    parts: set[Regex] = set()
    ranges: list[tuple[int, int]] = []
    for alternative in alternatives:
        for part in alternative.parts if isinstance(alternative, Alt) else (alternative,):
            if isinstance(part, Chars):
                ranges += part.ranges
            else:
                parts.add(part)
    if ranges:
        parts.add(chars(ranges))
    if EPSILON in parts and any(part.nullable for part in parts if part is not EPSILON):
        parts.discard(EPSILON)
    if len(parts) < 2:
        return parts.pop() if parts else NOTHING
    return _alt(frozenset(parts))


@cache
def _repeat(body: Regex, low: int, high: int | None) -> Regex:
    return Repeat(low == 0 or body.nullable, body, low, high)


def repeat(body: Regex, low: int, high: int | None) -> Regex:
    """From `low` to `high` of this; without bound if `high` is None."""
    if high is not None and high < low:
        return NOTHING
    if high == 0 or body is EPSILON:
        return EPSILON
    if body is NOTHING:
        return EPSILON if low == 0 else NOTHING
    if low == high == 1:
        return body
    return _repeat(body, 0 if body.nullable else low, high)


NOTHING: Regex = _chars(())
EPSILON: Regex = _repeat(NOTHING, 0, 0)


@cache
def derive(regex: Regex, point: int) -> Regex:
    """The strings that may follow this code point."""
    match regex:
        case Chars(ranges=ranges):
            return EPSILON if any(low <= point <= high for low, high in ranges) else NOTHING
        case Cat(head=head, tail=tail):
            first = cat(derive(head, point), tail)
            return alt([first, derive(tail, point)]) if head.nullable else first
        case Alt(parts=parts):
            return alt([derive(part, point) for part in parts])
        case Repeat(body=body, low=low, high=high):
            return cat(derive(body, point), repeat(body, max(low - 1, 0), None if high is None else max(high - 1, 0)))
    raise TypeError(regex)


# ABNF: its tree, and the expression of a rule.


class Tree(Protocol):
    """A node of the `abnf` package's tree, whichever backend made it."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def children(self) -> Sequence[Tree]: ...


def _child(tree: Tree, *names: str) -> Tree | None:
    return next((child for child in tree.children if child.name in names), None)


def _the(tree: Tree, *names: str) -> Tree:
    child = _child(tree, *names)
    if child is None:
        raise ValueError(f"no {' or '.join(names)} in {tree.value!r}")
    return child


@cache
def _read(text: str) -> tuple[tuple[str, bool, Tree], ...]:
    """The rules of an ABNF text: name in lower case, whether `=/` adds to an earlier one, alternation."""
    lines = text.replace("\r\n", "\n").rstrip("\n") + "\n"
    tree = cast(Tree, cast(Any, rfc7405.Rule)("rulelist").parse_all(lines.replace("\n", "\r\n")))
    return tuple(
        (
            _the(rule, "rulename").value.lower(),
            any(child.value == "=/" for child in _the(rule, "defined-as").children),
            _the(_the(rule, "elements"), "alternation"),
        )
        for rule in tree.children
        if rule.name == "rule"
    )


@cache
def _file(name: str) -> str:
    return (GRAMMAR_DIRECTORY / name).read_text(encoding="utf-8")


class _Rules:
    """Rules by name, and the expressions built from them."""

    def __init__(self, grammar_texts: Sequence[str], replace: Mapping[str, str]) -> None:
        self.alternations: dict[str, list[Tree]] = {}
        for text in grammar_texts:
            for name, adds, alternation in _read(text):
                self.alternations[name] = [*(self.alternations.get(name, []) if adds else []), alternation]
        self.replace = {old.lower(): new.lower() for old, new in replace.items()}
        self.built: dict[str, Regex | None] = {}

    def rule(self, name: str) -> Regex:
        """The expression of a rule."""
        if name not in self.alternations:
            raise ValueError(f"undefined rule: {name}")
        if name not in self.built:
            self.built[name] = None
            self.built[name] = alt([self.build(alternation) for alternation in self.alternations[name]])
        built = self.built[name]
        if built is None:
            raise ValueError(f"recursive rule: {name}")
        return built

    def refer(self, name: str) -> Regex:
        """The expression of a reference, which reads the replacement of a replaced rule."""
        return self.rule(self.replace.get(name.lower(), name.lower()))

    def build(self, tree: Tree) -> Regex:
        match tree.name:
            case "alternation":
                return alt([self.build(child) for child in tree.children if child.name == "concatenation"])
            case "concatenation":
                parts = [self.build(child) for child in tree.children if child.name == "repetition"]
                return reduce(lambda tail, head: cat(head, tail), reversed(parts), EPSILON)
            case "repetition":
                count, element = _child(tree, "repeat"), self.build(_the(tree, "element").children[0])
                if count is None:
                    return element
                low, star, high = count.value.partition("*")
                return repeat(element, int(low or 0), int(high) if high else None if star else int(low))
            case "group":
                return self.build(_the(tree, "alternation"))
            case "option":
                return alt([EPSILON, self.build(_the(tree, "alternation"))])
            case "rulename":
                return self.refer(tree.value)
            case "prose-val":
                name = tree.value[1:-1].strip()
                return self.refer(name) if name.lower() in self.alternations else NOTHING
            case "char-val":
                return _literal(tree.value)
            case "num-val":
                return _number(tree.value)
        raise ValueError(f"unknown element: {tree.value!r}")


def _sequence(parts: Sequence[Iterable[int]]) -> Regex:
    return reduce(lambda tail, part: cat(chars((p, p) for p in part), tail), reversed(parts), EPSILON)


def _literal(value: str) -> Regex:
    prefix, text = value[:-1].split('"', 1)
    if prefix.lower() == "%s":
        return _sequence([{ord(c)} for c in text])
    return _sequence([{ord(c.lower()), ord(c.upper())} if c.isascii() else {ord(c)} for c in text])


def _number(value: str) -> Regex:
    base = {"b": 2, "d": 10, "x": 16}[value[1].lower()]
    low, dash, high = value[2:].partition("-")
    if dash:
        return chars([(int(low, base), int(high, base))])
    return _sequence([{int(digits, base)} for digits in low.split(".")])


# The oracle


def _bounds(regex: Regex, seen: set[Regex]) -> Iterator[int]:
    """Starts of the classes of code points that the expression distinguishes."""
    if regex not in seen:
        seen.add(regex)
        match regex:
            case Chars(ranges=ranges):
                yield from (bound for low, high in ranges for bound in (low, high + 1))
            case Cat(head=head, tail=tail):
                yield from _bounds(head, seen)
                yield from _bounds(tail, seen)
            case Alt(parts=parts):
                for part in parts:
                    yield from _bounds(part, seen)
            case Repeat(body=body):
                yield from _bounds(body, seen)


class Oracle:
    """Decides for one start rule. The core rules come first; rules of later texts override those of earlier ones."""

    def __init__(self, grammar_texts: Sequence[str], replace: Mapping[str, str], rule: str) -> None:
        core = _file(f"{CORE}.abnf")
        self.start = _Rules([core, *grammar_texts], replace).rule(rule.lower())
        self.bounds = sorted({0, *_bounds(self.start, set())})

    def matches(self, text: str) -> bool:
        return self.fault(text) is None

    def fault(self, text: str) -> int | None:
        """How many code points some valid string still begins with, or None if the text is valid."""
        rest = self.start
        for offset, character in enumerate(text):
            rest = derive(rest, self.bounds[bisect_right(self.bounds, ord(character)) - 1])
            if rest is NOTHING:
                return offset
        return None if rest.nullable else len(text)


@cache
def _catalog() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_file("catalog.toml"))


@cache
def catalog_oracle(grammar_name: str, rule: str) -> Oracle:
    """The oracle for a rule of a grammar of the catalog, with what the grammar inherits and replaces."""
    texts: list[str] = []
    replace: dict[str, str] = {}
    name = grammar_name
    while name != CORE:
        entry = _catalog()[name]
        texts = [_file(file) for file in entry["files"]] + texts
        replace = {old.lower(): new for old, new in entry.get("replace", {}).items()} | replace
        name = entry.get("extends", CORE)
    return Oracle(texts, replace, rule)
