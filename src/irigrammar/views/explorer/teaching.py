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
from irigrammar.errors import GrammarError
from irigrammar.faults.fault import Fault
from irigrammar.faults.naming import Naming
from irigrammar.grammars.authors.format import tokens
from irigrammar.grammars.render import excerpt
from irigrammar.grammars.rulelist import Rulelist, references, users
from irigrammar.learn.boxes import next_boxes, passed_boxes
from irigrammar.learn.derivation import derivation_at
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
from irigrammar.learn.quiz import Question
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import source_file
from irigrammar.shipped.place import place_of
from irigrammar.text.names import visible
from irigrammar.views.explorer.shown import cells, edit_of, shown

_WINDOW = 160  # characters that the lanes show around a place
_LANES = 14
_SO_FAR = 16  # characters of what a lane has read
_DERIVED = 2_000  # characters at most of a text whose derivation is shown
_SYMBOLS = 12  # of what is still to be derived
_AROUND = 40  # characters that are shown before and after a place
_CELLS = 40  # characters of a string in which a place is asked for
_CHANGES = 3  # characters at most that are changed to fix a string
_CHOICES = 3  # rules beside the right one
_NODES = 1_500  # of a tree, that one answer has


def completion_of(matcher: Matcher, prefix: str) -> str:
    """Return the shortest string of a rule that begins with a viable prefix."""
    steps = matcher._explainer.steps
    letters = [(chr(most_readable(steps.classes.ranges(number))), number) for number in range(1, steps.classes.count)]
    return prefix + steps.completion(prefix, letters)


def rule_answer(matcher: Matcher, text: str, turn: int, fault: Fault | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule for display: the one that `more["show"]` names, else the rule that broke, else the checked one.

    The answer has its name, role, place, comment, ABNF as tokens, the rules that use it, and its diagram as arrays.
    With a fault, the boxes that may come at `turn`, the offset where the reading goes wrong, are marked "next"; without
    one, those of the rule's first match are marked "taken", but none for a long text. A name that the grammar does not
    have is ignored.
    """
    grammar = matcher.grammar
    about = fault.shown_rule if fault else None
    requested_name = str(more.get("show") or "")
    name = grammar.rules[requested_name].name if requested_name in grammar else about[0] if about else matcher.rule
    rule = grammar.rules[name]
    place = place_of(grammar.rules, rule)
    drawn = diagram(grammar.rules, rule)
    next_numbers = frozenset[int]() if fault is None else next_boxes(matcher, text, turn, name)
    passed_numbers = _boxes_taken(matcher, text, name) if fault is None else frozenset[int]()
    states = dict.fromkeys(passed_numbers, "taken") | dict.fromkeys(next_numbers, "next")
    source = grammar._abnf_of(rule) or source_file(rule).read_text(encoding="utf-8")
    text = excerpt(source, rule) or ""
    text = text if "\n" in text else re.sub(r"(?<=\S) {2,}", " ", text)  # the spaces that align it with other rules
    is_foreign = place.document and place.grammar != grammar.name
    return {
        "name": name,
        "role": "Where it went wrong: " if about and requested_name not in grammar else "Rule ",
        "section": place.citation
        if place.document
        else f"{place.source.replace(chr(92), '/').rsplit('/', 1)[-1]}:{place.line}",
        "inherited": f", as {grammar.name} reads it" if is_foreign else "",
        "comment": grammar._comment(name),
        "abnf": list(_tokens(text, grammar.rules, name)),
        "diagram": _arrays(drawn, states, count()),
        "marked": bool(next_numbers),
        "taken": bool(passed_numbers),
        "users": _users(grammar).get(name, ()),
        "checked": name == matcher.rule,
    }


@lru_cache(maxsize=8)
def _users(grammar: Grammar) -> Mapping[str, tuple[str, ...]]:
    return users(references(grammar.rules))


def _tokens(abnf: str, rules: Rulelist, name: str) -> Iterator[tuple[str, str]]:
    """Yield ABNF in pieces, each as its kind and its text.

    Kinds are "rule" for names of known rules, "name" for the rule's own, "value", "comment", and "" for others.
    """
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


def _boxes_taken(matcher: Matcher, text: str, name: str) -> frozenset[int]:
    """Return the numbers of the boxes of a rule that its first match in a text goes through; none for a long text."""
    if len(text) > _DERIVED:
        return frozenset()
    node = next((node for node in matcher.parse(text).walk() if node.rule == name), None)
    return passed_boxes(matcher.grammar, node) if node else frozenset()


def _arrays(item: Diagram, states: Mapping[int, str], numbers: count[int]) -> list[Any]:
    """Return a diagram as an array whose first item is its kind; a box has "next", "taken" or "" at its end."""
    match item:
        case Terminal(label, title):
            return ["sign", label, title, states.get(next(numbers), "")]
        case Nonterminal(name, linked, title):
            return ["rule", name, title if not linked else "", states.get(next(numbers), "")]
        case Words(text, title):
            return ["words", text, title]
        case Track(items):
            return ["track", [_arrays(part, states, numbers) for part in items]]
        case Choice(items):
            return ["choice", [_arrays(part, states, numbers) for part in items]]
        case Option(inner):
            return ["option", _arrays(inner, states, numbers)]
        case Noted(inner):
            return _arrays(inner, states, numbers)
        case Loop(inner, separator):
            once = _arrays(inner, states, numbers)
            return ["loop", once, _arrays(separator, states, numbers) if separator else None, bounds(item)]


def steps_answer(matcher: Matcher, text: str, fault: Fault | None, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state after `place` characters of a text: by default (and at most) all, or those before the fault.

    That is: the text around, phrases of characters that are expected, open rules, a completion, derivation and lanes.
    """
    end = len(text) if fault is None else fault.offset
    requested_place = more.get("place")
    place = min(max(requested_place, 0), end) if isinstance(requested_place, int) else end
    explainer = matcher._explainer
    views = explainer.views(text, place)
    replays = [view.replay(text, place) for view in views]
    pairs = list(zip(views, replays, strict=True))
    first = [phrase for view, each in pairs for phrase in view.expectation.phrases(each.first(), at_end=False)]
    every = [phrase for view, each in pairs for phrase in view.expectation.phrases(each.order(), at_end=False)]
    view, replay = pairs[0]
    best = replay.order()[0]
    rules = view.positions.rules
    open_rules = [inside for inside in replay.reading(best).open if inside.scope in view.scopes]
    return {
        "place": place,
        "end": end,
        "before": shown(text[max(0, place - _AROUND) : place]),
        "next": shown(text[place : place + 1]) or "end",
        "after": shown(text[place + 1 : place + 1 + _AROUND]),
        "fails": fault is not None and place == end,
        "expected": list(dict.fromkeys(map(visible, first))),
        "others": [visible(phrase) for phrase in dict.fromkeys(every) if phrase not in first],
        "open": [{"rule": rules[each.scope], "start": each.start} for each in reversed(open_rules)],
        "rest": view.positions.completion(best),
        "derived": _derivation_dict(matcher, text, place, fault) if len(text) <= _DERIVED else None,
    } | _lanes(matcher, text, place, end)


def _derivation_dict(matcher: Matcher, text: str, place: int, fault: Fault | None) -> dict[str, Any] | None:
    """Return the derivation up to an offset for the page, of the text or of its completed beginning; None if there is
    none.
    """
    whole = text if fault is None else completion_of(matcher, text[:place])
    try:
        steps, rest = derivation_at(matcher.parse(whole), place)
    except (GrammarError, ValueError):
        return None
    symbols = [{"rule": each.rule, "text": shown(each.text, 20)} for each in rest[:_SYMBOLS]]
    return {"steps": steps, "rest": symbols, "more": len(rest) > _SYMBOLS}


def _lanes(matcher: Matcher, text: str, place: int, end: int) -> dict[str, Any]:
    """Return `from`, `to` and `lanes`, one for each of at most `_LANES` rules: its runs in the `_WINDOW` characters
    around `place`, and of the last that began by then the outcome, or the text so far.
    """
    start = max(0, min(place - _WINDOW // 2, end - _WINDOW))
    stop = min(end, start + _WINDOW)
    by_rule: dict[str, list[Run]] = {}
    for run in lanes(matcher, text, start, stop):
        by_rule.setdefault(run.rule, []).append(run)
    rows = []
    for rule, runs in list(by_rule.items())[:_LANES]:
        now = next((run for run in reversed(runs) if run.start <= place), runs[0])
        by = shown(text[now.known - 1 : now.known])
        if now.outcome != "open" and now.known <= place:
            outcome = f"{_OUTCOMES[now.outcome]} “{by}”"
        else:  # what it would be if it goes on
            so_far = text[now.start : place]
            outcome = f"“{shown(so_far, _SO_FAR)}” so far" if so_far else ""
        spans = [{"start": run.start, "end": run.end, "outcome": run.outcome} for run in runs]
        rows.append({"words": now.words or rule, "said": outcome, "later": now.start > place, "runs": spans})
    return {"from": start, "to": stop, "lanes": rows}


_OUTCOMES = {"complete": "complete with", "ruled out": "ruled out by", "ended": "ended by"}


def form_of(matcher: Matcher, question: Question, number: int) -> dict[str, Any]:
    """Return the form of a quiz question: does it match, where does it go wrong, which rule does it break, fix it;
    about strings that do not match each form in turn where it applies, with the data for the answer.
    """
    fault = None if question.valid else matcher.check(question.text).fault
    shown_rule = fault.shown_rule if fault else None
    match number % 4:
        case 1 if fault and len(question.text) < _CELLS:
            return {"ask": "where", "cells": [*cells(question.text), "the end"], "offset": fault.offset}
        case 2 if fault and shown_rule and (others := _confusable_rules(matcher, shown_rule[0])):
            return {"ask": "rule", "broken": shown_rule[0], "choices": sorted([shown_rule[0], *others], key=str.lower)}
        case 3 if fault and fault.fixes and is_near(question.text, fault.fixes[0].text):
            return {"ask": "fix", "fix": shown(fault.fixes[0].text, 160)}
    return {"ask": "match"}


def is_near(before: str, after: str) -> bool:
    """Return whether two texts differ in one place of at most `_CHANGES` characters."""
    start, end, new = edit_of(before, after)
    return max(end - start, len(new)) <= _CHANGES


def _confusable_rules(matcher: Matcher, rule: str) -> list[str]:
    """Return up to `_CHOICES` other rules with which one could be confused: of those that the matcher's rule can use,
    in the order of `Rulelist.reach`, those after it, the first ones after the last; without rules of single characters.
    """
    names = [each.name for each in matcher.grammar.rules.reach(matcher.rule).values()]
    place = names.index(rule) + 1 if rule in names else 0
    near = (name for name in names[place:] + names[:place] if name != rule)
    return [name for name in near if name not in matcher._explainer.naming.characters][:_CHOICES]


def tree_answer(matcher: Matcher, text: str, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return nodes of the tree below the node at `path` (numbers of children), breadth first, as many as an answer has,
    and likewise those of a `second` tree, None without another. It is looked for only for a recursive rule or a user's
    own, without a `path` and in a short text.

    A node is [rule, start, end, shown, number of its parent among them, how many children it has, whether it is small].
    The children of a node are all there or none. Raises `NoMatch` for a text that does not match, and `IndexError` for
    a path that leads nowhere.
    """
    naming = matcher._explainer.naming
    root: Node = matcher.parse(text)
    path = more.get("path")
    for number in path if isinstance(path, list) else ():
        root = root.children[number]
    is_asked = matcher.grammar._is_own or matcher._production.is_recursive
    trees = matcher.parses(text) if is_asked and not path and len(text) <= _DERIVED else []
    return {"nodes": _rows(root, naming), "second": _rows(trees[1], naming) if len(trees) > 1 else None}


def _rows(root: Node, naming: Naming) -> list[list[Any]]:
    """Return the rows of a tree, parents before children, with the row number of the parent, -1 for the root.

    At most `_NODES` rows, apart from the root's children.
    """
    rows: list[list[Any]] = []
    todo = [(root, -1)]
    for place, (node, parent) in enumerate(todo):  # grows during the loop
        children = node.children
        small = not node.rule or node.rule in naming.characters | naming.rows
        rows.append([node.rule, node.start, node.end, shown(node.value, 80), parent, len(children), small])
        if len(todo) + len(children) <= _NODES or not place:
            todo += [(child, place) for child in children]
    return rows
