"""The kernel's functions with their pure counterparts.

Whatever is added to the kernel gets a row here: agreement, the fuzzer and the search for leaks ask every row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import lower
from irigrammar.engines import kernel
from irigrammar.engines.node import root
from irigrammar.engines.recognizer import Pure, Recognizer, Text, decoded_text
from irigrammar.engines.search import Output, Search
from irigrammar.engines.spans import Spans
from irigrammar.engines.tree import TreeEngine
from irigrammar.errors import GrammarError, MissingExtra
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.bulk import matches_many
from irigrammar.matching.components import splitter_of
from irigrammar.matching.matcher import Matcher
from tools.kernel.conversions import CONVERSIONS

__all__ = ["TARGETS", "Ask", "Target", "difference", "missing"]

_KEPT = 64  # productions; the fuzzer makes up new ones all the time

# Asks about texts, all of one kind, and returns an answer to each; an exception that is documented is an answer too.
Ask = Callable[[list[Text]], list[object]]


@dataclass(frozen=True, slots=True)
class Target:
    """One function of the kernel, and what answers without it; each is made for a production when it is needed."""

    name: str
    utf8: bool  # whether it takes UTF-8 bytes as well as str
    kernel: Callable[[Matcher], Ask]
    pure: Callable[[Matcher], Ask]


def missing() -> str | None:
    """Return why the kernel cannot be asked, None where it can."""
    if kernel.engine() == "kernel":
        return None
    return "the kernel was not built, or IRIGRAMMAR_PURE is set"


def difference(target: Target, matcher: Matcher, texts: list[Text]) -> tuple[Text, object, object] | None:
    """Return the first text on which the two differ, with the kernel's answer and the pure one; None where none is."""
    ours, pure = target.kernel(matcher)(texts), target.pure(matcher)(texts)
    if ours == pure:
        return None
    return next(row for row in zip(texts, ours, pure, strict=True) if row[1] != row[2])


def each(function: Callable[[Text], object]) -> Ask:
    """Ask about one text after the other."""

    def answer(text: Text) -> object:
        try:
            return function(text)
        except (TypeError, ValueError) as error:
            return f"{type(error).__name__}: {error}"

    return lambda texts: list(map(answer, texts))


@lru_cache(_KEPT)
def _kernel(matcher: Matcher) -> Recognizer:
    recognizer = matcher.grammar._production(matcher.rule).recognizer
    assert not isinstance(recognizer, Pure)
    return recognizer


@lru_cache(_KEPT)
def _pure(matcher: Matcher) -> Recognizer:
    return Pure(matcher.grammar._production(matcher.rule))


def _recognizers(name: str, ask: Callable[[Recognizer], Ask], *, utf8: bool) -> Target:
    """Return the target of a method of recognizers."""
    return Target(name, utf8, lambda matcher: ask(_kernel(matcher)), lambda matcher: ask(_pure(matcher)))


def _lines(recognizer: Recognizer) -> Ask:
    """Ask about each text as a line of a file; line feeds in it end further lines, which are not distinguished."""
    return lambda texts: [_counted(recognizer, raw) for raw in _bytes(texts)]


def _counted(recognizer: Recognizer, data: bytes) -> tuple[int, int]:
    """Return how many lines of some bytes match and how many do not."""
    if not isinstance(recognizer, Pure):
        _, valid, invalid, _ = recognizer.match_lines(data, 1)  # type: ignore[attr-defined]  # the kernel's own
        return valid, invalid
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")[:-1]] + [data.split(b"\n")[-1]]
    verdicts = [recognizer.matches(line) for line in lines if line]
    return sum(verdicts), len(verdicts) - sum(verdicts)


def _column(recognizer: Recognizer) -> Ask:
    """Ask about texts as a column of Arrow, or as a list without pyarrow."""
    try:
        import pyarrow
    except ImportError:
        return lambda texts: [*recognizer.matches_many(texts)]

    def ask(texts: list[Text]) -> list[object]:
        answers: list[object] = matches_many(recognizer, pyarrow.array(_bytes(texts), pyarrow.binary())).to_pylist()
        return answers

    return ask


_ARROW_TYPES = ("binary", "large_binary", "binary_view")


def _bytes(texts: list[Text]) -> list[bytes]:
    return [text.encode(errors="surrogatepass") if isinstance(text, str) else bytes(text) for text in texts]


def _of_arrow(texts: list[Text], ask: Callable[[Any], list[object]]) -> list[object]:
    """Return what is made of texts as each type of column, and once more of a slice; they must not differ."""
    import pyarrow

    data = _bytes(texts)
    columns: list[list[object]] = []
    for name in _ARROW_TYPES:
        array = pyarrow.array([None, *data, None], getattr(pyarrow, name)())
        columns += [ask(array)[1:-1], ask(array[1:-1])]
    if any(column != columns[0] for column in columns):
        raise AssertionError(f"columns of the same texts in other types: {columns}")
    return columns[0]


def _fault_column(matcher: Matcher, native: bool) -> Ask:
    """Ask where the faults in a column of Arrow are; without pyarrow nothing is asked."""
    try:
        from irigrammar.integrations._arrow import faults
    except MissingExtra:
        return lambda texts: [None] * len(texts)
    if native:
        return lambda texts: _of_arrow(texts, lambda array: [*faults(matcher, array).to_pylist()])
    offset = _pure(matcher).fault_offset
    return lambda texts: [_fault_of(offset, raw) for raw in _bytes(texts)]


def _fault_of(offset: Callable[[str], int | None], raw: bytes) -> int | None:
    try:
        return offset(raw.decode())
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode()
        fault = offset(before)
        return len(before) if fault is None else fault


@lru_cache(_KEPT)
def _tree(matcher: Matcher, native: bool) -> TreeEngine:
    production = matcher.grammar._production(matcher.rule)
    engine = TreeEngine(compile_program(lower(production.rules, production.name, lambda _: True, leaves=True)))
    if not native:
        engine._native = None
    return engine


def _picks(matcher: Matcher, native: bool) -> Ask:
    def picks(text: Text) -> object:
        picks = _tree(matcher, native).picks(text)  # type: ignore[arg-type]  # bytes are not asked about
        return picks and [(pick.events, pick.after, pick.leaf) for pick in picks]

    return each(picks)


def _nodes(matcher: Matcher, native: bool) -> Ask:
    """Ask for the nodes of trees, by walking and by children."""
    engine = _tree(matcher, True)

    def nodes(text: Text) -> object:
        picks = engine.picks(text)  # type: ignore[arg-type]  # bytes are not asked about
        if picks is None:
            return None
        tree = root(text, picks, engine.program.marks)  # type: ignore[arg-type]  # likewise
        if not native:
            tree._tree.__dict__["native"] = None
        walked = [(node.rule, node.start, node.end, node._mark, node._event_index) for node in tree.walk()]
        return walked, [(child.rule, child.start, child.end) for node in tree.walk() for child in node.children]

    return each(nodes)


@lru_cache(_KEPT)
def _spans(matcher: Matcher) -> Spans | None:
    """Return what splits by a production, None where it is not a reference."""
    try:
        split = splitter_of(matcher.grammar._production(matcher.rule), matcher.grammar.entry).split
    except GrammarError:
        return None
    spans: Spans = split.__self__  # type: ignore[attr-defined]  # it is a method of the spans
    spans._engine._native = None
    return spans


def _split(matcher: Matcher, native: bool) -> Ask:
    spans = _spans(matcher)
    if spans is None:
        return lambda texts: [None] * len(texts)
    return each(spans._by_kernel if native else spans._by_picks)  # type: ignore[arg-type]  # likewise


def _split_column(matcher: Matcher, native: bool) -> Ask:
    """Ask for the components in a column of Arrow; without pyarrow nothing is asked."""
    spans = _spans(matcher)
    try:
        from irigrammar.integrations._arrow import components
    except MissingExtra:
        spans = None
    if spans is None:
        return lambda texts: [None] * len(texts)
    if native:
        return lambda texts: _of_arrow(texts, lambda array: [*components(matcher, array).to_pylist()])

    def ask(texts: list[Text]) -> list[object]:
        rows = [None if text is None else spans._by_picks(text) for text in map(decoded_text, _bytes(texts))]
        return [None if row is None else dict(zip(COMPONENT_FIELDS, row, strict=True)) for row in rows]

    return ask


def _search(matcher: Matcher, native: bool) -> Search:
    search = matcher.grammar._production(matcher.rule).search
    return search if native else Search(lambda: matcher.automaton)


def _matches_in(matcher: Matcher, native: bool) -> Ask:
    search = _search(matcher, native)
    return each(lambda text: [*(search.spans(text) if isinstance(text, str) else search.byte_spans(bytes(text)))])


def _selected_lines(matcher: Matcher, native: bool) -> Ask:
    """Ask for the matches in lines, which "/" ends in long texts, and for the lines without one."""
    search = _search(matcher, native)

    def ask(text: Text) -> object:
        data = _bytes([text])[0]
        feed = b"/" if len(data) > 100 else b"\n"
        matches = search.lines(data, Output.MATCHES, feed=feed, prefix=b"f:", number=1)
        return matches, search.lines(data, Output.ROWS, invert=True)

    return each(ask)


def _conversion(name: str) -> Target:
    """Return the target of a conversion: of the grammars that it is for, the references; nothing else is asked."""
    by_grammar = {conversion.grammar: conversion for conversion in CONVERSIONS if conversion.name == name}

    def ask(matcher: Matcher, native: bool) -> Ask:
        conversion = by_grammar.get(matcher.grammar.name)
        if conversion is None or matcher != matcher.grammar.start:
            return lambda texts: [None] * len(texts)
        return each(conversion.by_kernel if native else conversion.by_steps)  # type: ignore[arg-type]  # likewise

    return _by_flag(name, ask)


def _by_flag(name: str, ask: Callable[[Matcher, bool], Ask], *, utf8: bool = False) -> Target:
    """Return the target of a function that takes whether the kernel answers."""
    return Target(name, utf8, lambda matcher: ask(matcher, True), lambda matcher: ask(matcher, False))


TARGETS = (
    _recognizers("matches", lambda recognizer: each(recognizer.matches), utf8=True),
    _recognizers("matches_many", lambda recognizer: lambda texts: [*recognizer.matches_many(texts)], utf8=True),
    _recognizers(
        "matches_many, iter", lambda recognizer: lambda texts: [*recognizer.matches_many(iter(texts))], utf8=True
    ),
    _recognizers("fault_offset", lambda recognizer: each(recognizer.fault_offset), utf8=False),  # type: ignore[arg-type]
    _recognizers("match_lines", _lines, utf8=True),
    _recognizers("a column of Arrow", _column, utf8=True),
    _by_flag("faults in Arrow", _fault_column, utf8=True),
    _by_flag("components in Arrow", _split_column, utf8=True),
    *(_conversion(name) for name in dict.fromkeys(conversion.name for conversion in CONVERSIONS)),
    _by_flag("Tree.picks", _picks),
    _by_flag("Nodes.inside", _nodes),
    _by_flag("Spans.components", _split),
    _by_flag("Search.spans", _matches_in, utf8=True),
    _by_flag("Search.lines", _selected_lines, utf8=True),
)
