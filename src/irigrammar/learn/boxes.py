"""The boxes of a railroad diagram that a string goes through.

Those that can come next are found, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from irigrammar.automata.nfa import compile_program
from irigrammar.automata.positions import Positions
from irigrammar.automata.regular import lower
from irigrammar.engines.node import Node, root
from irigrammar.engines.production import Production
from irigrammar.errors import GrammarError
from irigrammar.faults.explain import View
from irigrammar.faults.readings import Inside
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Range, Ref, Repetition, Rule
from irigrammar.grammars.rulelist import Rulelist
from irigrammar.learn.diagram import Choice, Diagram, Loop, Nonterminal, Noted, Option, Terminal, Track, Words, diagram
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

Box = Terminal | Nonterminal

_DRAWN = " "  # the name of the rule that is drawn; a box is called by its number after it, as no rule is


def boxes(item: Diagram) -> Iterator[Box]:
    """Yield the boxes of a diagram: its terminals and nonterminals, not its words; of a loop its item before its
    separator.
    """
    match item:
        case Terminal() | Nonterminal():
            yield item
        case Track(items) | Choice(items):
            for part in items:
                yield from boxes(part)
        case Option(inner) | Noted(inner):
            yield from boxes(inner)
        case Loop(inner, separator):
            yield from boxes(inner)
            yield from boxes(separator) if separator else ()


def next_boxes(matcher: Matcher, text: str, offset: int, rule: str) -> frozenset[int]:
    """Return the numbers of the boxes of a rule's diagram, in the order of `boxes`, that can come at an offset of a
    text, whose characters before it begin a string of the matcher's rule. Empty where the rule is not open there; of a
    recursive rule only boxes that are like no other of it.

    >>> from irigrammar.matching.grammar import grammar
    >>> uri = grammar("rfc3986")
    >>> drawn = list(boxes(diagram(uri.rules, uri.rules["IP-literal"])))
    >>> [drawn[number] for number in sorted(next_boxes(uri.start, "http://[::1/", 11, "IP-literal"))][1].label
    '"]"'
    """
    view = matcher._explainer.views(text, offset)[0]
    positions, replay = view.positions, view.replay(text, offset)
    places = [
        (position, inside)
        for position in replay.first()
        for inside in replay.reading(position).open
        if positions.rules[inside.scope] == rule
    ]
    incomplete = (
        place for place in places if offset == len(text) and not positions.may_leave(place[0], place[1].scope)
    )
    choice = next(incomplete, places[0] if places else None)
    if choice is None:
        return frozenset()
    _, inside = choice
    if matcher.grammar.rules.cycle(rule):
        return _unlike_others(matcher.grammar, view, replay.first(), inside, rule)
    within = _drawn(matcher.grammar, rule)
    state = within.start if within else None
    for number in within.program.classes.encode(text[inside.start : offset]) if within else ():
        step = within.step(state, number) if within and state else None
        state = step.state if step else None
    if within is None or state is None:
        return frozenset()
    scopes = (within.scopes[after.node] for position in state.positions for after in within.follow(position))
    chains = ([within.rules[scope] for scope in within.around(scope)] for scope in scopes)
    return frozenset(int(chain[-2]) for chain in chains if len(chain) > 1)


def _unlike_others(grammar: Grammar, view: View, readings: list[int], inside: Inside, rule: str) -> frozenset[int]:
    """Return the numbers of the boxes of a recursive rule that can come next and are like no other box of it."""
    positions = view.positions
    drawn = list(boxes(diagram(grammar.rules, grammar.rules[rule])))
    next_rules: set[str] = set()
    sets: set[int] = set()
    for position in readings:
        for after in positions.follow(position):
            chain = list(positions.around(positions.scopes[after.node]))
            place = chain.index(inside.scope) if inside.scope in chain else -1
            if place > 0:
                next_rules.add(positions.rules[chain[place - 1]])
            elif place == 0:
                sets.add(positions.program.masks[after.node])
    classes = positions.program.classes

    def begins(box: Box) -> bool:
        """Return whether a box can come next: its rule, or the first character of its terminal."""
        if isinstance(box, Nonterminal):
            return box.name in next_rules
        return any(mask >> classes.of(box.first) & 1 for mask in sets)

    distinct = [number for number, box in enumerate(drawn) if begins(box)]
    return frozenset(number for number in distinct if drawn.count(drawn[number]) == 1)


def passed_boxes(grammar: Grammar, node: Node) -> frozenset[int]:
    """Return the numbers of the boxes of a rule's diagram, in the order of `boxes`, that a part of a text goes through:
    the node that the rule matched. Empty for prose.

    >>> from irigrammar.matching.grammar import grammar
    >>> uri = grammar("rfc3986")
    >>> drawn = list(boxes(diagram(uri.rules, uri.rules["path-absolute"])))
    >>> tree = uri["path-absolute"].parse("/a")
    >>> [drawn[number] for number in sorted(passed_boxes(uri, tree))][1].name
    'segment-nz'
    """
    source = grammar.rules[node.rule]
    drawn = diagram(grammar.rules, source)
    known = list(enumerate(boxes(drawn)))
    letters: dict[frozenset[int], str] = {}  # of children, by the boxes that can read them
    text = ""
    for child in node.children:
        readers = frozenset(number for number, box in known if _reads(grammar, box, child))
        text += letters.setdefault(readers, chr(_LETTERS + len(letters)))

    def box(number: int, _: Box) -> Expr:
        return Alternation(tuple(Literal(letter, True) for readers, letter in letters.items() if number in readers))

    tree = Production.of(Rulelist("boxes", _rules_of(source, drawn, box)), _DRAWN).tree
    picks = tree.picks(text)
    nodes = root(text, picks, tree.program.marks).children if picks is not None else []
    return frozenset(int(each.rule) for each in nodes)


_LETTERS = 0xE000  # the first of the letters that stand for children


def _reads(grammar: Grammar, box: Box, node: Node) -> bool:
    """Return whether a node of the tree is one that a box reads: the box's rule, or characters of its terminal."""
    if isinstance(box, Nonterminal):
        rule = grammar.rules.find(box.name)
        return rule is not None and rule.name == node.rule
    if node.rule:
        return False
    if isinstance(box.expr, Range):
        return len(node.value) == 1 and box.expr.low <= ord(node.value) <= box.expr.high
    same = (box.expr.text, node.value)
    return len(set(same if box.expr.sensitive else map(str.lower, same))) == 1


@lru_cache(maxsize=256)
def _drawn(grammar: Grammar, rule: str) -> Positions | None:
    """Return the position automaton of a rule's diagram, with a mark for each box; None for prose."""

    def read(_: int, box: Box) -> Expr:
        return box.expr if isinstance(box, Terminal) else Ref(box.name)

    source = grammar.rules[rule]
    rules = grammar.rules.overlay(_rules_of(source, diagram(grammar.rules, source), read))
    try:
        return Positions(compile_program(lower(rules, _DRAWN, lambda name: name.isdecimal() or name == _DRAWN)))
    except GrammarError:  # prose
        return None


def _rules_of(source: Rule, drawn: Diagram, read: Callable[[int, Box], Expr]) -> dict[str, Rule]:
    """Return a diagram of a rule as a rule (`_DRAWN`), and its boxes as numbered rules with the expressions that
    `read` returns for their numbers, from "0" on.
    """
    box_rules: dict[str, Rule] = {}

    def rule(name: str, expr: Expr) -> Rule:
        return Rule(name, expr, source.source, source.line, source.end_line)

    def form(item: Diagram) -> Expr:
        """Return the expression of a diagram; each box becomes a rule named by its number, added to `box_rules`."""
        match item:
            case Terminal() | Nonterminal():
                number = f"{len(box_rules)}"
                box_rules[number] = rule(number, read(len(box_rules), item))
                return Ref(number)
            case Words(text):
                return Alternation(()) if text.startswith("<") else Concatenation(())
            case Track(items):
                return Concatenation(tuple(map(form, items)))
            case Choice(items):
                return Alternation(tuple(map(form, items)))
            case Option(inner):
                return Repetition(form(inner), 0, 1)
            case Noted(inner):
                return form(inner)
            case Loop(inner, separator, low, high):
                once = form(inner)
                if separator is None:
                    return Repetition(once, low, high)
                again = Concatenation((form(separator), once))
                return Concatenation((once, Repetition(again, low - 1, None if high is None else high - 1)))

    whole = rule(_DRAWN, form(drawn))
    return {_DRAWN: whole, **box_rules}
