"""Save an edited grammar and its examples to the files they came from."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from irigrammar.errors import GrammarError
from irigrammar.files import Place, open_regular, read_regular
from irigrammar.grammars.limits import LIMITS
from irigrammar.grammars.reader import read
from irigrammar.matching.grammar import Grammar
from irigrammar.scan.writing import identity, replacing
from irigrammar.views.explorer.own import Example, read_examples, written_examples


class SavedFiles:
    """The files that an editor may write: those of some grammars, and one of examples, None for none.

    Raises `ValueError` for a file whose text is not that of its grammar, such as a document with ABNF in it, and
    `OSError` for one that cannot be read.
    """

    def __init__(self, grammars: Sequence[Grammar], examples: Path | None) -> None:
        """Read the files.

        Raises `ValueError` for a file whose text is not that of its grammar, `OSError` for an unreadable file.
        """
        self._grammars = {grammar.name: grammar for grammar in grammars}
        self._examples = examples
        self._known = {Path(grammar.name): read_regular(grammar.name, LIMITS.size) for grammar in grammars}
        for grammar in grammars:
            if self._known[Path(grammar.name)].decode() != grammar._recipe[0]:
                raise ValueError(f"{grammar.name} is a document, and the editor has only its ABNF")
        if examples:
            self._known[examples] = read_regular(examples, LIMITS.size)

    def save(self, document: str) -> str:
        """Write a document, as JSON (`base`, `source`, `examples`), to its files; return JSON with `saved`, a sentence,
        or `error`.

        What is not ABNF is not saved, and a file that another program changed stays. Line ends stay those of a file,
        and so do the comments and the form of examples, and the examples of other grammars.
        """
        try:
            row = json.loads(document)
            grammar, source = self._grammars[row["base"]], str(row["source"])
            rows = [Example(str(text), grammar.name, str(rule), valid is True) for text, rule, valid in row["examples"]]
            texts = {Path(grammar.name): source}
            if self._examples:
                before = self._known[self._examples].decode()
                known = read_examples(before, [*self._grammars.values()])
                others = [example for example in known if example.grammar != grammar.name]
                texts[self._examples] = _with_comments(before, [*rows, *others])
            new = {path: _encoded(text, self._known[path]) for path, text in texts.items()}
        except (ValueError, KeyError, TypeError) as error:
            return json.dumps({"error": f"Nothing was saved: {error}."})
        try:
            for path in new:
                self._identity(path)
            read(source, "the grammar")
            for path, data in new.items():
                self._write(path, data)
        except GrammarError as error:
            return json.dumps({"error": f"Nothing was saved: {error}."})
        except OSError as error:
            return json.dumps({"error": f"{path} was not saved: {error.strerror or error}."})
        return json.dumps({"saved": f"Saved {' and '.join(map(str, new))}."})

    def _identity(self, path: Path) -> tuple[int, ...]:
        """Return the identity of a file; raise `OSError` if its content differs from the last one read or written."""
        with open_regular(path) as current:
            if current.read(LIMITS.size + 1) != self._known[path]:
                raise OSError(0, "another program changed it; start iri explorer again")
            return identity(os.fstat(current.fileno()))

    def _write(self, path: Path, data: bytes) -> None:
        """Replace the content of a file; raise `OSError` if it differs from the last one read or written."""
        expected = self._identity(path)
        if data != self._known[path]:
            with replacing(Place.of(path), expected=expected) as stream:
                stream.write(data)
            self._known[path] = data


def _encoded(text: str, before: bytes) -> bytes:
    """Return a text in UTF-8, with CRLF if the bytes before have it, else LF."""
    lines = text.replace("\r\n", "\n")
    return (lines.replace("\n", "\r\n") if b"\r\n" in before else lines).encode()


def _with_comments(before: str, rows: Sequence[Example]) -> str:
    """Return examples in the form of a file, with its comments before the lines that they were before, those of lines
    that are gone at the end.
    """
    is_json = any(line.startswith("{") for line in before.splitlines())
    comments: dict[str, list[str]] = {}
    held: list[str] = []
    for line in before.splitlines():
        if line.strip() and not line.startswith("#"):
            comments.setdefault(line, []).extend(held)
            held = []
        else:
            held.append(line)
    lines = written_examples(rows, as_lines=not is_json).splitlines()
    result = [text for line in lines for text in [*comments.pop(line, []), line]]
    return "".join(f"{line}\n" for line in [*result, *chain.from_iterable(comments.values()), *held])
