"""Examples of a user's grammars, from a file or generated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from irigrammar import language
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import GrammarError
from irigrammar.matching.grammar import Grammar
from irigrammar.text.names import visible


class Example(NamedTuple):
    """A string with what is expected of it: whether it matches a rule of a grammar. `text` may have `\\u{HEX}`."""

    text: str
    grammar: str
    rule: str
    valid: bool


_WORDS = {"valid": True, "invalid": False}


def written_examples(examples: Iterable[Example], *, as_lines: bool = False) -> str:
    """Return examples as a file that `read_examples` reads: JSON in lines, or, `as_lines`, lines of words.

    >>> written_examples([Example("a", "g.abnf", "r", True)])
    '{"text": "a", "valid": true, "rule": "r"}\\n'
    """
    lines: list[str] = []
    rule = ""
    for row in examples:
        if as_lines:
            lines += [f"rule {row.rule}"] if row.rule != rule else []
            lines.append(f"{'valid' if row.valid else 'invalid'} {row.text}".rstrip())
            rule = row.rule
        else:
            lines.append(json.dumps({"text": row.text, "valid": row.valid, "rule": row.rule}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in lines)


class SavedFiles:
    """The files that an editor may write: those of some grammars, and one of examples, None for none."""

    def __init__(self, grammars: Sequence[Grammar], examples: Path | None) -> None:
        self._grammars = {grammar.name: grammar for grammar in grammars}
        self._examples = examples

    def save(self, document: str) -> str:
        """Write a document, as JSON (`base`, `source`, `examples`), to its files; return what was written, or `error`.

        Line ends stay those of a file, and so do the comments and the form of the examples, and examples of others.
        """
        try:
            row = json.loads(document)
            grammar, source = self._grammars[row["base"]], str(row["source"])
            rows = [Example(str(text), grammar.name, str(rule), valid is True) for text, rule, valid in row["examples"]]
            _replace(Path(grammar.name), source)
            written = [grammar.name]
            if self._examples:
                before = self._examples.read_text(encoding="utf-8")
                known = read_examples(before, [*self._grammars.values()])
                others = [example for example in known if example.grammar != grammar.name]
                _replace(self._examples, _with_comments(before, [*rows, *others]))
                written.append(str(self._examples))
        except (ValueError, KeyError, TypeError) as error:
            return json.dumps({"error": f"nothing that can be saved: {error}"})
        except OSError as error:
            return json.dumps({"error": f"{error.filename} cannot be written ({error.strerror})"})
        return json.dumps({"saved": f"Saved {' and '.join(written)}."})


def _replace(path: Path, text: str) -> None:
    """Write a text to a file, as a whole or not at all, with the line ends that the file has."""
    ends = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
    other = path.with_name(f"{path.name}.new")
    other.write_text(text, encoding="utf-8", newline=ends)
    other.replace(path)


def _with_comments(before: str, rows: Sequence[Example]) -> str:
    """Return examples in the form of a file, with its comments before what they stood before."""
    is_json = any(line.startswith("{") for line in before.splitlines())
    comments: dict[str, list[str]] = {}
    held: list[str] = []
    for line in before.splitlines():
        if line.strip() and not line.startswith("#"):
            comments[line], held = held, []
        else:
            held.append(line)
    lines = written_examples(rows, as_lines=not is_json).splitlines()
    kept = [text for line in lines for text in [*comments.pop(line, []), line]]
    return "".join(f"{line}\n" for line in [*kept, *chain.from_iterable(comments.values()), *held])


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
    """Return the first grammar that has a rule, and the rule, by their names."""
    for grammar in grammars:
        if defined := grammar.rules.find(rule):
            return grammar.name, defined.name
    raise ValueError(f"line {number}: unknown rule {rule!r}")


def _of_json(line: str, number: int, grammars: Sequence[Grammar]) -> Example:
    try:
        row = json.loads(line)
    except ValueError:
        row = {}
    text, valid, rule = row.get("text"), row.get("valid"), row.get("rule")
    if not isinstance(text, str) or not isinstance(valid, bool) or not isinstance(rule, str | None):
        raise ValueError(f'line {number}: expected {{"text": TEXT, "valid": true or false, "rule": NAME}}')
    home = _home(rule, number, grammars) if rule else (grammars[0].name, grammars[0].start.rule)
    return Example(text, *home, valid)


def examples_of(grammars: Sequence[Grammar]) -> tuple[Example, ...]:
    """Return examples made of grammars, for a page without a file of them: strings of each start rule, near misses.

    >>> greeting = Grammar.from_text('greeting = %s"hello"\\n', name="greeting.abnf")
    >>> examples_of([greeting])[0]
    Example(text='hello', grammar='greeting.abnf', rule='greeting', valid=True)
    """
    return tuple(example for grammar in grammars for example in _made_of(grammar))


_MADE = 4  # strings of each grammar, and as many near misses


def _made_of(grammar: Grammar) -> Iterator[Example]:
    try:
        start = grammar.start
        texts = language.examples(start, _MADE)
        misses = [text for text, _ in language.near_misses(start, _MADE, near=texts)]
    except GrammarError:  # of prose, or undefined rules
        return
    yield from (Example(visible(text), grammar.name, start.rule, True) for text in texts)
    yield from (Example(visible(text), grammar.name, start.rule, False) for text in misses)
