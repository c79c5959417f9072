"""Trials of operations: the protocol, reports, known answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rows import in_one_test

from irigrammar.operations.catalog import operation
from irigrammar.operations.values import Parts
from irigrammar.trial.callables import operation_command
from irigrammar.trial.command import Command
from irigrammar.trial.files import FileError, known_answer_lines, read_known_answers, read_operation_cases
from irigrammar.trial.implementation import Answer, Failure, Result
from irigrammar.trial.operation_report import operation_dict, operation_lines, operation_xml
from irigrammar.trial.operations import OperationTrial, case_row, reader, run_operation_trial

CODE = """
    import os, sys, time
    from urllib.parse import urljoin, urlsplit
    def returns_bytes(text):
        return text.encode()
    def raises(text):
        raise KeyError(text)
    def recurses(text):
        return recurses(text)
    def dies(text):
        if text == "http://h?":
            os._exit(3)
        return text
    def stays(text):
        if text == "http://h?":
            time.sleep(60)
        return text
    def of_two(one, two):
        return one
    class Text(str):
        def __str__(self):
            return "other"
    def subclass(text):
        return Text(text)
    def as_mapping(text):
        return {"scheme": None, "authority": None, "path": text, "query": None, "fragment": 1}
"""
NORMALIZE = operation("normalize")
TEXTS = ["http://h?", "http://H/", "http://h/%7e", "http://h/a/../b"]


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "operating.py").write_text(dedent(CODE))


def lines(*rows: object) -> list[bytes]:
    return [json.dumps(row).encode() for row in rows]


def trial(name: str, **options: Any) -> OperationTrial:
    """Return the trial of a callable with four texts to normalize."""
    cases = read_operation_cases(lines(*({"input": {"text": text}} for text in TEXTS)), "cases", NORMALIZE)
    implementation = operation_command(f"operating:{name}", reader(NORMALIZE), seconds=1.5)
    return run_operation_trial(NORMALIZE, cases, implementation, **options)


@in_one_test(
    ("name", "line", "answer"),
    [
        ("resolve", '{"output": "a:b"}', Result("a:b")),
        ("resolve", '{"output": ""}\r', Result("")),
        ("resolve", '{"error": "not absolute"}', Result(None, "not absolute")),
        ("resolve", '{"output": "a:b", "error": "x"}', None),
        ("resolve", '{"output": "a:b", "note": 1}', Result("a:b")),
        ("resolve", '{"output": null}', None),
        ("resolve", '{"output": true}', None),
        ("resolve", '{"error": 1}', None),
        ("resolve", '"a:b"', None),
        ("resolve", "{", None),
        ("resolve", "[" * 100_000, None),
        ("compare", '{"output": false}', Result(False)),
        ("compare", '{"output": "false"}', None),
        ("compare", '{"output": 0}', None),
        (
            *("split", '{"output": {"scheme": "a", "authority": null, "path": "", "query": null, "fragment": ""}}'),
            Result(Parts("a", None, "", None, "")),
        ),
        ("split", '{"output": {"scheme": "a", "path": ""}}', None),
        ("split", '{"output": {"scheme": "a", "authority": 1, "path": "", "query": null, "fragment": ""}}', None),
        ("split", '{"output": {"scheme": "a", "authority": null, "path": null, "query": null, "fragment": ""}}', None),
    ],
)
def test_reading_of_answers(name: str, line: str, answer: Answer) -> None:
    read = reader(operation(name) if name != "split" else NORMALIZE._replace(output=Parts))(line.encode())
    assert read == answer if answer else isinstance(read, Failure) and read.kind == "malformed"


def test_exceptions_are_refusals() -> None:
    result = trial("raises")
    assert [row.answer for row in result.wrong] == [None] * 4
    assert [cause.sentence for cause in result.causes] == ["refuses an input that has a result"]


@in_one_test(
    ("name", "failures", "right"),
    [
        ("recurses", {"crash": 4}, 0),
        ("dies", {"crash": 1}, 0),
        ("stays", {"hang": 1}, 0),
        ("returns_bytes", {"malformed": 4}, 0),
        ("as_mapping", {"malformed": 4}, 0),
        ("of_two", {"crash": 4}, 0),
        ("subclass", {}, 1),
    ],
)
def test_failures_are_not_answers(name: str, failures: dict[str, int], right: int) -> None:
    result = trial(name)
    assert (dict(result.failures), len(result.right)) == (failures, right)
    assert result.cases == 4
    assert not result.passed


def test_reasons_of_refusals_and_types_are_reported() -> None:
    refusals = "\n".join(operation_lines(trial("raises"), lambda line, _: line))
    assert "http://h/a/../b gives a refusal (KeyError: 'http://h/a/../b'), not http://h/b" in refusals
    types = "\n".join(operation_lines(trial("returns_bytes"), lambda line, _: line))
    assert "case 1  returned bytes, not a str  on " in types
    arguments = "\n".join(operation_lines(trial("of_two"), lambda line, _: line))
    assert "it does not take the arguments text: missing a required argument" in arguments


def test_standard_error_of_a_command_is_reported() -> None:
    answering = """
import sys
for line in sys.stdin:
    if "B:" in line:
        sys.exit("bad B")
    print('{"output": "a:"}')
"""
    cases = [*read_operation_cases(lines({"input": {"text": "A:"}}, {"input": {"text": "B:"}}), "cases", NORMALIZE)]
    result = run_operation_trial(NORMALIZE, cases, Command([sys.executable, "-c", answering], read=reader(NORMALIZE)))
    assert [(row.text, row.failure.stderr) for row in result.incidents] == [('{"text": "B:"}', "bad B")]
    assert len(result.right) == 1


def test_reports() -> None:
    result = trial("subclass")
    text = list(operation_lines(result, lambda line, _: line))
    assert text[0] == "normalize: 4 cases given to operating:subclass"
    assert text[1] == "right answers  25.0000 %  1 of 4"
    assert "  keeps capitals of the host: 1 case (RFC 3986, 6.2.2.1)" in text
    assert "    http://H/ gives http://H/, not http://h/" in text
    data = operation_dict(result)
    assert (data["cases"], data["right"], data["wrong"], data["passed"]) == (4, 1, 3, False)
    cause = next(row for row in data["causes"] if row["cause"] == "keeps capitals of the host")
    assert cause["examples"] == [
        {
            "input": {"text": "http://H/"},
            "answer": {"output": "http://H/"},
            "allowed": [{"output": "http://h/"}],
            "section": "",
        }
    ]
    root = ET.fromstring(operation_xml(result))
    cases = root.findall("testsuite/testcase")
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert failed == {
        "not: does not normalize the percent-encoding of the path",
        "not: keeps capitals of the host",
        "not: keeps dot segments",
    }
    assert len(cases) > 60
    names = [case.get("name") for case in ET.fromstring(operation_xml(trial("raises"))).findall("testsuite/testcase")]
    assert names == [case.get("name") for case in cases]


def test_known_answers() -> None:
    result = trial("subclass")
    known = read_known_answers(
        (line.encode() for line in known_answer_lines(result.wrong, NORMALIZE)), "known.jsonl", NORMALIZE
    )
    again = trial("subclass", known=known)
    assert (again.passed, again.new, again.causes, len(again.wrong)) == (True, (), (), 3)
    other = dict.fromkeys(known, '{"error": "refused"}') | {'{"text": "http://h?"}': '{"output": "x:"}'}
    changed = trial("subclass", known=other)
    assert not changed.passed
    assert (len(changed.new), changed.fixed) == (3, ('{"text": "http://h?"}',))


@in_one_test(
    ("line", "reason"),
    [
        (b"x", "no JSON object"),
        (b"{}", 'a case of normalize is {"input": {"text": a string}}'),
        (b'{"input": {"text": 1}}', 'a case of normalize is {"input": {"text": a string}}'),
        (b'{"input": {"text": "a", "base": "b"}}', 'a case of normalize is {"input": {"text": a string}}'),
        (b'{"operation": "resolve", "input": {"text": "a"}}', "the case is one of resolve"),
        (b'{"version": 9, "input": {"text": "a"}}', "unknown version 9 of suites"),
        (b'{"input": {"text": "a b"}}', "not IRI-reference"),
    ],
)
def test_wrong_cases(line: bytes, reason: str) -> None:
    with pytest.raises(FileError, match=r"cases\.jsonl:1: ") as caught:
        list(read_operation_cases([line], "cases.jsonl", NORMALIZE))
    assert reason in str(caught.value)


def test_wrong_known_answers() -> None:
    with pytest.raises(FileError, match="a known answer is"):
        read_known_answers([b'{"input": {"text": "a"}}'], "known.jsonl", NORMALIZE)
    with pytest.raises(FileError, match="the case is one of resolve"):
        read_known_answers([b'{"operation": "resolve", "input": {}, "output": ""}'], "known.jsonl", NORMALIZE)


def test_rows_of_a_suite_read_back() -> None:
    rows = [case_row(NORMALIZE, case) for case in [*NORMALIZE.cases()][:300]]
    again = list(read_operation_cases(lines(*rows), "cases", NORMALIZE))
    assert [case_row(NORMALIZE, case) for case in again] == rows
