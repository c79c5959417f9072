"""The files of a trial, JSON Lines: cases, and known differences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.errors import IrigrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.language.suite import Case
from irigrammar.matching.matcher import Matcher
from irigrammar.operations.catalog import Operation
from irigrammar.operations.causes import Wrong
from irigrammar.operations.variants import Case as OperationCase
from irigrammar.trial.operations import VERSION, as_answer
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


def read_operation_cases(lines: Iterable[bytes], name: str, operation: Operation) -> Iterator[OperationCase]:
    """Yield the cases of a file: objects with `input`, as the rows of a suite have it, and perhaps `section` and `for`;
    other keys are skipped, and the answers are those of the operation.

    Raises `FileError` for a line that is no such object, is of another operation, or has a text that is no reference.
    """
    for number, row in _rows(lines, name):
        arguments = _input(row, operation, name, number)
        try:
            answers = operation.answers(arguments)
        except NoMatch as error:
            raise FileError(str(error), name, number) from None
        section, purpose = (str(row.get(key, "")) for key in ("section", "for"))
        yield OperationCase(arguments, answers, section, purpose)


def _input(row: dict[str, Any], operation: Operation, name: str, number: int) -> dict[str, str]:
    """Return the input of a row of an operation. Raises `FileError` for one of another operation or version, and for a
    row without such an input.
    """
    if row.get("operation", operation.name) != operation.name:
        raise FileError(f"the case is one of {row['operation']}", name, number)
    if row.get("version", VERSION) != VERSION:
        raise FileError(f"unknown version {row['version']} of suites", name, number)
    texts = row.get("input")
    rows = texts if isinstance(texts, dict) and set(texts) == set(operation.keys) else {}
    if rows and all(isinstance(text, str) for text in rows.values()):
        return {key: rows[key] for key in operation.keys}
    keys = ", ".join(f'"{key}": a string' for key in operation.keys)
    raise FileError(f'a case of {operation.name} is {{"input": {{{keys}}}}}', name, number)


def read_known_answers(lines: Iterable[bytes], name: str, operation: Operation) -> dict[str, str]:
    """Return the known wrong answers of a file: for each input the answer, both as lines of JSON.

    Raises `FileError` for a wrong line, and one of another operation.

    >>> from irigrammar.operations.catalog import operation
    >>> read_known_answers([b'{"input": {"text": "A:"}, "output": "A:"}'], "known.jsonl", operation("normalize"))
    {'{"text": "A:"}': '{"output": "A:"}'}
    """
    known: dict[str, str] = {}
    for number, row in _rows(lines, name):
        arguments = _input(row, operation, name, number)
        if not {"output", "error"} & row.keys():
            raise FileError('a known answer is {"input": an object, "output": what it gave}', name, number)
        known[json.dumps(arguments)] = json.dumps(
            {"output": row["output"]} if "output" in row else {"error": "refused"}
        )
    return known


def known_answer_lines(wrong: Iterable[Wrong], operation: Operation) -> Iterator[str]:
    """Yield the lines of a file of known wrong answers, in their order, all ASCII."""
    for row in wrong:
        line = {"version": VERSION, "operation": operation.name, "input": dict(row.case.arguments)}
        yield json.dumps(line | as_answer(row.answer, row.reason)) + "\n"


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

    Raises `FileError` for a line that is not UTF-8 or no JSON object.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode())
        except UnicodeDecodeError:
            raise FileError("not UTF-8", name, number) from None
        except ValueError:
            raise FileError("no JSON object", name, number) from None
        except RecursionError:
            raise FileError("nested too deep", name, number) from None
        if not isinstance(row, dict):
            raise FileError("no JSON object", name, number)
        yield number, row
