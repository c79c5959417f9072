"""Examples of a user's grammars, from a file or generated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from irigrammar import language
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import Grammar
from irigrammar.text.names import visible
from irigrammar.unicode import general_category


class Example(NamedTuple):
    """A string with its expected verdict: whether it matches a rule of a grammar. `text` may have `\\u{HEX}`."""

    text: str
    grammar: str
    rule: str
    valid: bool


_WORDS = {"valid": True, "invalid": False}


def written_examples(examples: Iterable[Example], *, as_lines: bool = False) -> str:
    """Return examples as a file that `read_examples` reads: JSON in lines, or, `as_lines`, lines of words. Controls,
    other characters that end lines, and lone surrogates are written as escapes.

    >>> written_examples([Example("a", "g.abnf", "r", True)])
    '{"text": "a", "valid": true, "rule": "r"}\\n'
    """
    lines: list[str] = []
    rule = ""
    for row in examples:
        text = "".join(f"\\u{{{ord(char):X}}}" if general_category(char) in _ESCAPED else char for char in row.text)
        if as_lines:
            lines += [f"rule {row.rule}"] if row.rule != rule else []
            lines.append(" ".join(["valid" if row.valid else "invalid", *filter(None, [text])]))
            rule = row.rule
        else:
            lines.append(json.dumps({"text": text, "valid": row.valid, "rule": row.rule}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


_ESCAPED = ("Cc", "Cs", "Zl", "Zp")


def read_examples(text: str, grammars: Sequence[Grammar]) -> tuple[Example, ...]:
    r"""Return the examples of a file: one for each line "valid TEXT" or "invalid TEXT"; TEXT may be empty. A line may
    also be an object of JSON: `text`, `valid`, and `rule` unless it is for the start rule.

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
        if line.startswith("{"):
            examples.append(_of_json(line, number, grammars))
        elif word in _WORDS:
            examples.append(Example(rest, grammar, rule, _WORDS[word]))
        elif word == "rule" and rest.strip():
            grammar, rule = _home(rest.strip(), number, grammars)
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f'line {number}: expected "valid TEXT", "invalid TEXT" or "rule NAME"')
    return tuple(examples)


def _home(rule: str, number: int, grammars: Sequence[Grammar]) -> tuple[str, str]:
    """Return the names of the first grammar that has a rule, and of that rule.

    Raises `ValueError`, with the line, for none.
    """
    for grammar in grammars:
        if definition := grammar.rules.find(rule):
            return grammar.name, definition.name
    raise ValueError(f"line {number}: unknown rule {rule!r}")


def _of_json(line: str, number: int, grammars: Sequence[Grammar]) -> Example:
    """Return the example of a line of JSON. Raises `ValueError`, with the line's number, for another form or an unknown
    rule.
    """
    row: Any = None
    with suppress(ValueError, RecursionError):
        row = json.loads(line)
    row = row if isinstance(row, dict) else {}
    text, valid, rule = row.get("text"), row.get("valid"), row.get("rule")
    if not isinstance(text, str) or not isinstance(valid, bool) or not isinstance(rule, str | None):
        raise ValueError(f'line {number}: expected {{"text": TEXT, "valid": true or false, "rule": NAME}}')
    home = _home(rule, number, grammars) if rule else (grammars[0].name, grammars[0].start.rule)
    return Example(text, *home, valid)


def examples_of(grammars: Sequence[Grammar]) -> tuple[Example, ...]:
    """Return examples made of grammars, for a page without a file of them: strings of the first start rule of each, and
    near misses; none of one with prose or undefined rules.

    >>> greeting = Grammar.from_text('greeting = %s"hello"\\n', name="greeting.abnf")
    >>> examples_of([greeting])[0]
    Example(text='hello', grammar='greeting.abnf', rule='greeting', valid=True)
    """
    result: list[Example] = []
    for grammar in grammars:
        try:
            start = grammar.start
            texts = language.examples(start, _MADE)
            misses = [text for text, _ in language.near_misses(start, _MADE, near=texts)]
        except GrammarError:  # of prose, or undefined rules
            continue
        result += (Example(visible(text), grammar.name, start.rule, True) for text in texts)
        result += (Example(visible(text), grammar.name, start.rule, False) for text in misses)
    return tuple(result)


_MADE = 4  # strings of each grammar, and as many near misses
