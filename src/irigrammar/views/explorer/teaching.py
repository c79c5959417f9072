"""Answers about rules: diagram, readings step by step, and tree.

The rule has its place in the diagram.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import Any

from irigrammar.automata.naming import most_readable
from irigrammar.engines.node import Node
from irigrammar.errors import GrammarError, IrigrammarError
from irigrammar.exports.dialects import ecmascript, re2
from irigrammar.faults.fault import Fault
from irigrammar.grammars.authors.format import tokens
from irigrammar.grammars.render import excerpt
from irigrammar.grammars.rulelist import Rulelist, references, users
from irigrammar.learn.boxes import next_boxes
from irigrammar.learn.derivation import Symbol, derived
from irigrammar.learn.diagram import (
    Choice,
    Diagram,
    Loop,
    Nonterminal,
    Noted,
    Option,
    Terminal,
    Track,
    Words,
    bounds,
    diagram,
)
from irigrammar.learn.lanes import Run, lanes
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import source_file
from irigrammar.shipped.place import place_of
from irigrammar.views.explorer.shown import shown

_DIALECTS = {"JavaScript": ecmascript, "RE2": re2}
_WINDOW = 160  # characters that the lanes show around a place
_LANES = 14
_DERIVED = 2_000  # characters at most of a text whose derivation is shown
_SYMBOLS = 12  # of what is still to be derived
_AROUND = 40  # characters that are shown before and after a place
_NODES = 1_500  # of a tree, that one answer has


def completed(matcher: Matcher, prefix: str) -> str:
    """Return the shortest string of a rule that begins with a viable prefix."""
    steps = matcher._explainer.steps
    letters = [(chr(most_readable(steps.classes.ranges(number))), number) for number in range(1, steps.classes.count)]
    return prefix + steps.completion(prefix, letters)


def rule_answer(matcher: Matcher, text: str, turn: int, fault: Fault | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule: that of `show`, by default the one where the string went wrong, or the one that is checked."""
    grammar = matcher.grammar
    about = fault.explanation.shown_rule if fault and fault.explanation else None
    wanted = str(more.get("show") or "")
    name = grammar.rules[wanted].name if wanted in grammar else about[0] if about else matcher.rule
    rule = grammar.rules[name]
    place = place_of(grammar.rules, rule)
    drawn = diagram(grammar.rules, rule)
    marked = frozenset[int]() if fault is None else next_boxes(matcher, text, turn, name)
    source = grammar._abnf_of(rule) or source_file(rule).read_text(encoding="utf-8")
    inherited = place.document and place.grammar != grammar.name
    return {
        "name": name,
        "role": "Where it went wrong: " if about and wanted not in grammar else "Rule ",
        "section": place.cited
        if place.document
        else f"{place.source.replace(chr(92), '/').rsplit('/', 1)[-1]}:{place.line}",
        "inherited": f", as {grammar.name} reads it" if inherited else "",
        "comment": grammar._comment(name),
        "abnf": list(_tokens(_plain(excerpt(source, rule) or ""), grammar.rules, name)),
        "diagram": _arrays(drawn, marked, count()),
        "marked": bool(marked),
        "users": _users(grammar).get(name, ()),
        "pattern": _pattern(grammar, name) if grammar._is_own else None,
        "checked": name == matcher.rule,
    }


@lru_cache(maxsize=8)
def _users(grammar: Grammar) -> Mapping[str, tuple[str, ...]]:
    return users(references(grammar.rules))


@lru_cache(maxsize=64)
def _pattern(grammar: Grammar, rule: str) -> dict[str, str] | None:
    """Return a regular expression in the first dialect that has one; None for recursion, prose and the like."""
    for name, written_in in _DIALECTS.items():
        try:
            return {"dialect": name, "pattern": written_in(grammar[rule])}
        except IrigrammarError:
            continue
    return None


def _plain(abnf: str) -> str:
    """Return ABNF with its original spelling; one line loses the spaces that align it with others."""
    return abnf if "\n" in abnf else re.sub(r"(?<=\S) {2,}", " ", abnf)


def _tokens(abnf: str, rules: Rulelist, name: str) -> Iterator[tuple[str, str]]:
    """Yield ABNF in pieces: "rule" for names of rules, "name" for the rule's own, "value", "comment", "" for others."""
    for kind, token in tokens(abnf):
        word = token.lstrip("0123456789*#") if kind == "word" else ""
        rule = rules.find(word) if word else None
        if rule:
            if word != token:
                yield "", token.removesuffix(word)
            yield "name" if rule.name == name else "rule", word
        else:
            is_value = word[:1] in ('"', "%", "<") and bool(word)
            yield kind if kind == "comment" else "value" if is_value else "", token


def _arrays(item: Diagram, marked: frozenset[int], numbers: count[int]) -> list[Any]:
    """Return a diagram as an array whose first item says what it is; a marked box has true at its end."""
    match item:
        case Terminal(label, title):
            return ["sign", label, title, next(numbers) in marked]
        case Nonterminal(name, linked, title):
            return ["rule", name, title if not linked else "", next(numbers) in marked]
        case Words(text, title):
            return ["words", text, title]
        case Track(items):
            return ["track", [_arrays(part, marked, numbers) for part in items]]
        case Choice(items):
            return ["choice", [_arrays(part, marked, numbers) for part in items]]
        case Option(inner):
            return ["option", _arrays(inner, marked, numbers)]
        case Noted(inner):
            return _arrays(inner, marked, numbers)
        case Loop(inner, separator):
            once = _arrays(inner, marked, numbers)
            return ["loop", once, _arrays(separator, marked, numbers) if separator else None, bounds(item)]


def steps_answer(matcher: Matcher, text: str, fault: Fault | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is known when `place` characters of a text are read: by default all, or those before the fault."""
    end = len(text) if fault is None else fault.offset
    wanted = more.get("place")
    place = min(max(wanted, 0), end) if isinstance(wanted, int) else end
    explainer = matcher._explainer
    views = explainer.views(text, place)
    replays = [view.replay(text, place) for view in views]
    pairs = list(zip(views, replays, strict=True))
    first = [phrase for view, each in pairs for phrase in view.expectation.phrases(each.first(), at_end=False)]
    every = [phrase for view, each in pairs for phrase in view.expectation.phrases(each.order(), at_end=False)]
    view, replay = pairs[0]
    best = replay.order()[0]
    rules = view.positions.rules
    opened = [inside for inside in replay.reading(best).open if inside.scope in view.named]
    return {
        "place": place,
        "end": end,
        "before": shown(text[max(0, place - _AROUND) : place]),
        "next": shown(text[place : place + 1]) or "end",
        "after": shown(text[place + 1 : place + 1 + _AROUND]),
        "fails": fault is not None and place == end,
        "expected": list(dict.fromkeys(first)),
        "others": [phrase for phrase in dict.fromkeys(every) if phrase not in first],
        "open": [{"rule": rules[each.scope], "start": each.start} for each in reversed(opened)],
        "rest": view.positions.completion(best),
        "derived": _derived(matcher, text, place, fault) if len(text) <= _DERIVED else None,
    } | _lanes(matcher, text, place, end)


def _derived(matcher: Matcher, text: str, place: int, fault: Fault | None) -> dict[str, Any] | None:
    whole = text if fault is None else completed(matcher, text[:place])
    try:
        steps, rest = derived(matcher.parse(whole), place)
    except (GrammarError, ValueError):
        return None

    def symbol(each: Symbol) -> dict[str, str]:
        return {"rule": each.rule, "text": shown(each.text, 20)}

    return {"steps": steps, "rest": [symbol(each) for each in rest[:_SYMBOLS]], "more": len(rest) > _SYMBOLS}


def _lanes(matcher: Matcher, text: str, place: int, end: int) -> dict[str, Any]:
    """Return the lanes around a place, a lane for each rule: its runs, and how the last one of them ended."""
    start = max(0, min(place - _WINDOW // 2, end - _WINDOW))
    stop = min(end, start + _WINDOW)
    by_rule: dict[str, list[Run]] = {}
    for run in lanes(matcher, text, start, stop):
        by_rule.setdefault(run.rule, []).append(run)
    rows = []
    for rule, runs in list(by_rule.items())[:_LANES]:
        now = next((run for run in reversed(runs) if run.start <= place), runs[0])
        by = shown(text[now.known - 1 : now.known])
        said = f"{_OUTCOMES[now.outcome]} “{by}”" if now.outcome != "open" and now.known <= place else ""
        spans = [{"start": run.start, "end": run.end, "outcome": run.outcome} for run in runs]
        rows.append({"words": now.words or rule, "said": said, "later": now.start > place, "runs": spans})
    return {"from": start, "to": stop, "lanes": rows}


_OUTCOMES = {"complete": "complete with", "ruled out": "ruled out by", "ended": "ended by"}


def tree_answer(matcher: Matcher, text: str, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return nodes of the tree below the node at `path` (numbers of children), breadth first, as many as an answer has.

    A node is [rule, start, end, shown, number of its parent among them, how many children it has, whether it is small].
    The children of a node are all there or none.
    """
    naming = matcher._explainer.naming
    root: Node = matcher.parse(text)
    path = more.get("path")
    for number in path if isinstance(path, list) else ():
        root = root.children[number]

    def row(node: Node, parent: int, children: int) -> list[Any]:
        small = not node.rule or naming.is_character(node.rule) or naming.is_row(node.rule)
        return [node.rule, node.start, node.end, shown(node.value, 80), parent, children, small]

    rows: list[list[Any]] = []
    todo = [(root, -1)]
    for place, (node, parent) in enumerate(todo):  # grows during the loop
        children = node.children
        rows.append(row(node, parent, len(children)))
        if len(todo) + len(children) <= _NODES or not place:
            todo += [(child, place) for child in children]
    ambiguous = (
        matcher._production.is_recursive and not path and len(text) <= _DERIVED and len(matcher.parses(text)) > 1
    )
    return {"nodes": rows, "ambiguous": ambiguous}
