"""The files of a trial, JSON Lines: cases, and known differences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.errors import IrigrammarError
from irigrammar.language.suite import Case
from irigrammar.matching.matcher import Matcher
from irigrammar.trial.trial import Difference


class FileError(IrigrammarError):
    """An invalid line; `name` is the file's, `line` counts from 1."""

    def __init__(self, reason: str, name: str, line: int) -> None:
        self.reason = reason
        self.name = name
        self.line = line
        super().__init__(f"{name}:{line}: {reason}")


def read_cases(lines: Iterable[bytes], name: str, matcher: Matcher) -> Iterator[Case]:
    """Yield the cases of a file: objects with `text`, `valid` and, when invalid, `offset`; other keys are skipped.

    A case whose `valid` is not what the matcher says is a `FileError`: the file belongs to another production. So is a
    line that is no such object.

    >>> import irigrammar
    >>> [*read_cases([b'{"text": "80", "valid": true}'], "cases.jsonl", irigrammar.grammar("rfc3986")["port"])]
    [Case(text='80', valid=True, offset=None)]
    """
    for number, row in _rows(lines, name):
        text, valid, offset = row.get("text"), row.get("valid"), row.get("offset")
        if not isinstance(text, str) or not isinstance(valid, bool) or not (offset is None or type(offset) is int):
            raise FileError('a case is {"text": a string, "valid": true or false, "offset": a number}', name, number)
        if matcher.matches(text) is not valid:
            says = "valid" if valid else "invalid"
            where = f"{matcher.rule} of {matcher.grammar.name}"
            raise FileError(f"the case is said to be {says}, which is not so for {where}", name, number)
        yield Case(text, valid, offset)


def read_known(lines: Iterable[bytes], name: str) -> dict[str, bool]:
    """Return the known differences of a file: for each text the implementation's verdict.

    Raises `FileError` for a wrong line.

    >>> read_known([b'{"text": "a b", "verdict": true}'], "known.jsonl")
    {'a b': True}
    """
    known: dict[str, bool] = {}
    for number, row in _rows(lines, name):
        text, verdict = row.get("text"), row.get("verdict")
        if not isinstance(text, str) or not isinstance(verdict, bool):
            raise FileError('a known difference is {"text": a string, "verdict": true or false}', name, number)
        known[text] = verdict
    return known


def known_lines(differences: Iterable[Difference]) -> Iterator[str]:
    """Yield the lines of a file of known differences, in their order, all ASCII."""
    for difference in differences:
        yield json.dumps({"text": difference.text, "verdict": difference.verdict}) + "\n"


def _rows(lines: Iterable[bytes], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the line numbers, from 1, and the objects of JSON Lines; blank lines are skipped.

    Raises `FileError` for a line that is no JSON object in UTF-8.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode())
        except ValueError:  # of JSON, and of UTF-8
            raise FileError("no JSON object in UTF-8", name, number) from None
        except RecursionError:
            raise FileError("nested too deep", name, number) from None
        if not isinstance(row, dict):
            raise FileError("no JSON object", name, number)
        yield number, row
