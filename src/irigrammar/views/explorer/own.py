"""A user's own grammars in the explorer: their examples, and what else the page knows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from irigrammar import language
from irigrammar.errors import GrammarError, IrigrammarError
from irigrammar.exports.dialects import ecmascript, re2
from irigrammar.matching.grammar import Grammar
from irigrammar.text.names import visible
from irigrammar.views.explorer.recursion import left_recursive


class Example(NamedTuple):
    """A string with what is expected of it: whether it matches a rule of a grammar. `text` may have `\\u{HEX}`."""

    text: str
    grammar: str
    rule: str
    valid: bool


_DIALECTS = {"JavaScript": ecmascript, "RE2": re2}
_WORDS = {"valid": True, "invalid": False}


def read_examples(text: str, grammars: Sequence[Grammar]) -> tuple[Example, ...]:
    r"""Return the examples of a file: one for each line "valid TEXT" or "invalid TEXT"; TEXT may be empty.

    A line "rule NAME" says which rule the lines after it are for, of the first of the grammars that has it; before the
    first such line it is the start rule of the first grammar. Empty lines and those that begin with "#" are skipped.
    Raises `ValueError`, with the number of the line, for other lines and for unknown rules.

    >>> greeting = Grammar.from_text('greeting = "hello" 1*( SP 1*ALPHA )\n', name="greeting.abnf")
    >>> read_examples("valid hello you\nrule ALPHA\ninvalid 1", [greeting])[1]
    Example(text='1', grammar='greeting.abnf', rule='ALPHA', valid=False)
    """
    grammar, rule = grammars[0].name, grammars[0].start.rule
    examples: list[Example] = []
    for number, line in enumerate(text.splitlines(), 1):
        word, _, rest = line.partition(" ")
        if word in _WORDS:
            examples.append(Example(rest, grammar, rule, _WORDS[word]))
        elif word == "rule" and rest.strip():
            homes = [(each, defined) for each in grammars if (defined := each.rules.find(rest.strip()))]
            if not homes:
                raise ValueError(f"line {number}: unknown rule {rest.strip()!r}")
            grammar, rule = homes[0][0].name, homes[0][1].name
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f'line {number}: expected "valid TEXT", "invalid TEXT" or "rule NAME"')
    return tuple(examples)


def own_data(grammars: Sequence[Grammar], examples: Sequence[Example]) -> dict[str, Any]:
    """Return the first state of a page with a user's own grammars, the examples, and the regular expressions of rules.

    Without examples there are some made of the grammars: strings of each start rule, and near misses.

    >>> greeting = Grammar.from_text('greeting = %s"hello"\\n', name="greeting.abnf")
    >>> own_data([greeting], [])["first"]
    {'grammar': 'greeting.abnf', 'rule': 'greeting', 'text': 'hello'}
    """
    rows = list(examples) or [example for grammar in grammars for example in _made_of(grammar)]
    first = rows[0] if rows else Example("", grammars[0].name, _start(grammars[0]), True)
    return {
        "first": {"grammar": first.grammar, "rule": first.rule, "text": first.text},
        "examples": [example._asdict() for example in rows],
        "patterns": {grammar.name: _patterns(grammar) for grammar in grammars},
    }


_MADE = 4  # strings of each grammar, and as many near misses


def _made_of(grammar: Grammar) -> Iterator[Example]:
    try:
        rule = _start(grammar)
        texts = language.examples(grammar[rule], _MADE)
        misses = [text for text, _ in language.near_misses(grammar[rule], _MADE, near=texts)]
    except GrammarError:  # of prose, or of a rule that begins with itself by others
        return
    yield from (Example(visible(text), grammar.name, rule, True) for text in texts)
    yield from (Example(visible(text), grammar.name, rule, False) for text in misses)


def _start(grammar: Grammar) -> str:
    """Return the default rule; raise `GrammarError` where the page cannot check strings against it."""
    start = grammar.start
    try:
        _ = start.automaton
    except GrammarError as error:
        if not error.cycle:
            raise
        if left := left_recursive(grammar.rules, start.rule):
            rule = grammar.rules[left[0]]
            raise GrammarError(
                f"{rule.name} begins with itself by way of another rule, or with nothing after it, which the page "
                "cannot check: write it as a repetition, or use iri check and iri explain",
                source=rule.source,
                line=rule.line,
                cycle=error.cycle,
            ) from None
    return start.rule


def _patterns(grammar: Grammar) -> dict[str, dict[str, str]]:
    """Return a regular expression for each rule that has one, in the first dialect that has it: {dialect, pattern}."""
    patterns: dict[str, dict[str, str]] = {}
    for rule in grammar:
        for name, written_in in _DIALECTS.items():
            try:
                patterns[rule] = {"dialect": name, "pattern": written_in(grammar[rule])}
            except IrigrammarError:  # recursive, prose, or beyond what the dialect can say
                continue
            break
    return patterns
