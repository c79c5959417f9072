"""What the page knows: rules, minimal automata and what the catalog says of them, all taken from the package."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from irigrammar._generated.url_standard import SETS, SPECIAL
from irigrammar.automata.charset import MAX, Classes, Ranges, union
from irigrammar.automata.dfa import Dfa
from irigrammar.automata.network import Network
from irigrammar.bidi.components import fields_of
from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import Alternation, Concatenation, Expr, Literal, Prose, Range, Ref, Repetition, Rule
from irigrammar.grammars.render import excerpt
from irigrammar.grammars.rulelist import cyclic, references
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
from irigrammar.learn.quiz import Difficulty, questions
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.processing.characters import characters, groups
from irigrammar.processing.labels import ACE_PREFIX
from irigrammar.processing.scheme_rules.uri import has_authority
from irigrammar.processing.schemes import schemes
from irigrammar.processing.to_iri import kept
from irigrammar.shipped.loader import generic_names, names, source_file
from irigrammar.shipped.place import cited, place_of
from irigrammar.text.names import visible
from irigrammar.views.explorer.advising import advice
from irigrammar.views.explorer.diagnostics import bidi, condition_keys, conditions, letters, rows, words
from irigrammar.views.explorer.domain_names import domain_names
from irigrammar.views.explorer.packing import gaps, packed, steps
from irigrammar.views.explorer.recursion import left_recursive, unrolled


def gallery() -> list[dict[str, Any]]:
    """Return the rows of `gallery.toml`: group, text (with escapes), grammar, rule, valid, says, and cite or None.

    >>> gallery()[0]["text"]
    'ftp://ftp.is.co.za/rfc/rfc1808.txt'
    """
    text = (files(__package__) / "gallery.toml").read_text(encoding="utf-8")
    return [{"cite": None, **row} for row in tomllib.loads(text)["entry"]]


@cache
def quiz_data() -> list[dict[str, Any]]:
    """Return questions of `iri quiz`, those about realistic strings first: text (with escapes), valid, topic.

    >>> quiz_data()[0]["difficulty"]
    'easy'
    """
    rule = grammar_of("rfc3987").start
    asked = [
        question for difficulty, count in _ASKED.items() for question in questions(rule, count, difficulty=difficulty)
    ]
    keys = ("text", "valid", "topic", "difficulty", "hint")
    return [{key: getattr(question, key) for key in keys} | {"text": visible(question.text)} for question in asked]


_ASKED: dict[Difficulty, int] = {"easy": 90, "medium": 16, "hard": 40}  # how many questions the page has
_SETS = ("bidi-control", "bidi-formatting", "trimmed", "stripped")
_URL_SETS = (
    "authority-end",
    "c0-control-or-space",
    "drive-letter",
    "drive-letter-mark",
    "slash",
    "special-authority-end",
    "special-slash",
    "tab-or-newline",
)
_TURNING = ("R", "AL", "AN", "RLE", "RLO", "RLI")


@cache
def page_data(own: tuple[Grammar, ...] = ()) -> dict[str, Any]:
    """Return the values that the page carries, ready for JSON, with the grammars that are not of schemes.

    A user's `own` grammars come first.

    `rules` and `tables` are shared: a grammar has the number of the rule that each name means in it (`names`, by
    lower-case name) and of the automaton of each rule (`tables`, by spelled name).

    >>> [grammar["name"] for grammar in page_data()["grammars"]][:3]
    ['rfc5234', 'rfc3986', 'rfc3987']
    """
    return _grammars(_Store(), [*own, *map(grammar_of, generic_names())]) | {
        "sets": packed(
            {name: characters(name).ranges for name in _SETS}
            | {"kept": kept().ranges, "right-to-left": _right_to_left()}
        ),
        "acePrefix": ACE_PREFIX,
        "groups": [
            {"name": group.name, "ranges": group.characters.ranges, "says": group.says, "section": group.section}
            for group in groups()
        ],
        "schemes": {
            scheme.name: {
                "domainName": scheme.domain_name,
                "documentCharset": scheme.document_charset,
                "needsHost": scheme.needs_host,
                "noUserinfo": scheme.no_userinfo,
                "noFragment": scheme.no_fragment,
                "address": scheme.address,
                "hasAuthority": has_authority(scheme.name),
                "rule": scheme.rule,
            }
            for scheme in schemes()
        },
        "gallery": gallery(),
        "bidi": bidi(),
        "advice": advice(),
        "idna": domain_names(),
        "quiz": [] if own else quiz_data(),
        "hints": rows(),
        "conditions": condition_keys(),
        "words": words(),
        "url": {"sets": packed({name: SETS[name] for name in _URL_SETS}), "special": SPECIAL},
    }


def scheme_data() -> dict[str, Any]:
    """Return the grammars of schemes, with the rules, classes and tables that come after those of `page_data`.

    >>> "mailto" in [grammar["name"] for grammar in scheme_data()["grammars"]]
    True
    """
    store = _Store()
    first = _grammars(store, map(grammar_of, generic_names()))
    schemes = [grammar_of(name) for name in names() if name not in generic_names()]
    second = _grammars(store, schemes)
    data = {"grammars": second["grammars"]}
    return data | {key: second[key][len(first[key]) :] for key in ("rules", "classes", "tables")}


def _grammars(store: _Store, grammars: Iterable[Grammar]) -> dict[str, Any]:
    """Return grammars, and all that is stored so far."""
    return {
        "grammars": [_grammar(grammar, store) for grammar in grammars],
        "rules": [row for _, row, _ in store.rules.values()],
        "classes": [[gaps(classes.starts), classes.ids, letters(classes)] for classes in store.classes],
        "tables": list(store.tables.values()),
    }


def _right_to_left() -> Ranges:
    """Return the code points that make an order other than left to right (UAX #9)."""
    points = (point for point in range(MAX + 1) if unicodedata.bidirectional(chr(point)) in _TURNING)
    return union(tuple((point, point) for point in points))


class _Store:
    """Rules, classes and automata, each kept once."""

    def __init__(self) -> None:
        self.rules: dict[int, tuple[int, dict[str, Any], Rule]] = {}  # with the rule, so that its id stays its own
        self.classes: dict[Classes, int] = {}
        self.tables: dict[tuple[Any, ...], dict[str, Any]] = {}
        self._numbers: dict[tuple[Any, ...], int] = {}

    def rule(self, grammar: Grammar, rule: Rule) -> int:
        if id(rule) not in self.rules:
            self.rules[id(rule)] = (len(self.rules), _rule(grammar, rule), rule)
        return self.rules[id(rule)][0]

    def table(self, dfa: Dfa) -> int:
        key = (dfa.classes, dfa.start, dfa.accepting, tuple(map(tuple, dfa.rows)))
        if key not in self.tables:
            self._numbers[key] = len(self.tables)
            self.tables[key] = {
                "classes": self.classes.setdefault(dfa.classes, len(self.classes)),
                "start": dfa.start,
                "accepting": gaps([state for state, accepts in enumerate(dfa.accepting) if accepts]),
                "states": dfa.states,
                "steps": steps(dfa.rows),
            }
        return self._numbers[key]


def _grammar(grammar: Grammar, store: _Store) -> dict[str, Any]:
    entry, rules = grammar.entry, grammar.rules
    needed = {name.lower(): rules[name] for name in rules.names()}
    todo = list(needed.values())
    for rule in todo:  # grows as it is read: a reference may read what no name leads to any more
        for ref in rules.refs(rule):
            if ref.name.lower() not in needed:
                needed[ref.name.lower()] = rules[ref.name]
                todo.append(rules[ref.name])
    tables = _tables(grammar, {rule.name for rule in todo}, store)
    return {
        "name": grammar.name,
        "title": entry.title,
        "document": cited(entry.document, entry.section),
        "extends": entry.extends,
        "start": [rule for rule in entry.start if rule in tables] or list(tables)[:1],
        "own": grammar._is_own,
        "scheme": not grammar._is_own and grammar.name not in generic_names(),
        "names": {name: store.rule(grammar, rule) for name, rule in needed.items()},
        "tables": tables,
        "recursive": sorted(cyclic(references(rules))),
        "letters": {name: letters(_classes(grammar, name)) for name, number in tables.items() if number is None},
        "fields": dict(entry.components),
        "splits": entry.splits,
        "bidiFields": dict(sorted(fields_of(grammar).items())) if entry.components and entry.splits else {},
        "conditions": conditions(grammar, store.table),
        "kinds": sorted({kind for kinds in entry.kinds.values() for kind in kinds}),
        "words": dict(entry.words),
        "further": dict(entry.further),
        "pairs": dict(entry.pairs),
        "prefer": rules[entry.prefer].name if entry.prefer else None,
    }


def _tables(grammar: Grammar, names: set[str], store: _Store) -> dict[str, int | None]:
    """Return the number of each rule's automaton; rules with prose are left out.

    It is None where the page makes the automaton as texts come to it: for recursive rules, and for those of schemes
    that are no start rules, whose tables would take as much room as all others.
    """
    is_small = grammar._is_own or grammar.name in generic_names()
    tables: dict[str, int | None] = {}
    for name in sorted(names):
        try:
            if not grammar.rules.cycle(name):
                automaton = grammar[name].automaton
                tables[name] = store.table(automaton) if is_small or name in grammar.entry.start else None
            elif not left_recursive(grammar.rules, name):
                tables[name] = None
        except GrammarError:  # prose
            continue
    return tables


def _classes(grammar: Grammar, name: str) -> Classes:
    recursive = grammar.rules.cycle(name)
    return Network(grammar.rules, name).program.classes if recursive else grammar[name].automaton.classes


def _rule(grammar: Grammar, rule: Rule) -> dict[str, Any]:
    place = place_of(grammar.rules, rule)
    text = grammar._abnf_of(rule) or source_file(rule).read_text(encoding="utf-8")
    parts = unrolled(rule)
    return {
        "name": rule.name,
        "expr": expr_as_arrays(rule.expr),
        "diagram": diagram_as_arrays(diagram(grammar.rules, rule)),
        "abnf": excerpt(text, rule),
        "section": cited(place.document, place.section) if place.document else "",
        "comment": grammar._comment(rule.name),
        "place": f"{place.source}:{place.line}",
        "grammar": place.grammar,
        **({"unrolled": [expr_as_arrays(part) for part in parts]} if parts else {}),
    }


def expr_as_arrays(expr: Expr) -> list[Any]:
    """Return an expression as an array whose first item says what it is, for JSON.

    >>> expr_as_arrays(Repetition(Ref("DIGIT"), 1, None))
    ['n', ['f', 'DIGIT'], 1, None]
    """
    match expr:
        case Literal(text, sensitive):
            return ["s", text, int(sensitive)]
        case Range(low, high):
            return ["r", low, high]
        case Concatenation(items):
            return ["c", [expr_as_arrays(item) for item in items]]
        case Alternation(items):
            return ["a", [expr_as_arrays(item) for item in items]]
        case Repetition(item, low, high):
            return ["n", expr_as_arrays(item), low, high]
        case Ref(name):
            return ["f", name]
        case Prose(text):
            return ["p", text]


def diagram_as_arrays(item: Diagram) -> list[Any]:
    """Return a diagram as an array whose first item says what it is, for JSON; comments are left out.

    >>> diagram_as_arrays(Loop(Nonterminal("DIGIT", True, ""), None, 2, 3))
    ['loop', ['rule', 'DIGIT'], None, '2 to 3 times', 2, 3]
    """
    match item:
        case Terminal(label, title):
            return ["sign", label, title]
        case Nonterminal(name):
            return ["rule", name]
        case Words(text, title):
            return ["words", text, title]
        case Track(items):
            return ["track", [diagram_as_arrays(item) for item in items]]
        case Choice(items):
            return ["choice", [diagram_as_arrays(item) for item in items]]
        case Option(inner):
            return ["option", diagram_as_arrays(inner)]
        case Loop(inner, separator, low, high):
            between = diagram_as_arrays(separator) if separator else None
            return ["loop", diagram_as_arrays(inner), between, bounds(item), low, high]
        case Noted(inner):
            return diagram_as_arrays(inner)
