"""Recursive rules against the package abnf and Python's json."""

from __future__ import annotations

import json
import random
import re
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest
from examples import FULL
from places import TESTS

from irigrammar import Grammar

pytestmark = pytest.mark.external

JSON = TESTS / "data" / "lectures" / "json.abnf"
SEED = 8259
CORRUPTIONS = 40 if FULL else 4  # of each document
LARGEST = 20_000  # characters of a document


def other_rules(abnf: str) -> Any:
    package = pytest.importorskip("abnf")
    rules: Any = type("Rules", (package.Rule,), {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rules.load_grammar(abnf.replace("\n", "\r\n"))
    return rules


@pytest.mark.parametrize(
    ("abnf", "texts"),
    [
        ('r0 = "(" *r0 ")"\n', ["()", "(())", "(()", "())", "(()())", ""]),
        ('r0 = "a" [ r0 ] "b"\n', ["ab", "aabb", "aab", "abb", ""]),
        ('r0 = "a" r1 / "b"\nr1 = r0 [ "c" ]\n', ["b", "ab", "abc", "aabcc", "ac"]),
        (
            re.sub(r"\bchar\b", "json-char", JSON.read_text()),
            ["{}", '{"a": [1, -2.5e3]}', "[1,]", "tru", '"\\u00e9"', "01", " [ ] "],
        ),
    ],
)
def test_abnf_gives_the_same_verdicts(abnf: str, texts: list[str]) -> None:
    grammar = Grammar.from_text(abnf)
    rule = other_rules(abnf)(grammar.start.rule)
    package = pytest.importorskip("abnf")
    for text in texts:
        try:
            rule.parse_all(text)
            matched = True
        except package.ParseError:
            matched = False
        assert grammar.start.matches(text) is matched, text


def documents() -> list[Path]:
    """Return the schemas of the package jsonschema-specifications, and package.json files of npm."""
    package = pytest.importorskip("jsonschema_specifications")
    files = sorted(Path(package.__file__).parent.rglob("schemas/**/*"))
    npm = shutil.which("npm")
    if npm:
        files += sorted(Path(npm).resolve().parents[1].rglob("package.json"))[:: 1 if FULL else 8]
    return [file for file in files if file.is_file() and file.stat().st_size <= LARGEST]


def is_json(text: str) -> bool:
    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(text, parse_constant=refuse)  # NaN and Infinity are no JSON
    except (ValueError, RecursionError):
        return False
    return True


def test_json_gives_the_same_verdicts_on_real_files_and_corruptions() -> None:
    matcher = Grammar.from_file(JSON).start
    drawn = random.Random(SEED)
    files = documents()
    assert len(files) > 5
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert matcher.matches(text), file
        for _ in range(CORRUPTIONS):
            place = drawn.randrange(len(text))
            put = drawn.choice(["", *'{}[]",:0e-\\ \n\tx'])
            corrupt = text[:place] + put + text[place + drawn.randrange(2) :]
            assert matcher.matches(corrupt) is is_json(corrupt), (file, place, put)


def test_fault_offsets_of_json_are_not_before_those_of_python() -> None:
    """Python's parser says where it gave up, which can be before the end of the longest viable prefix, never after."""
    matcher = Grammar.from_file(JSON).start
    for text in ("[1,]", '{"a" 1}', "[1 2]", '{"a":1,}', "[", "tru", "01", '"\n"'):
        fault = matcher.check(text).fault
        assert fault is not None
        with pytest.raises(json.JSONDecodeError) as caught:
            json.loads(text)
        assert caught.value.pos <= fault.offset
