"""The table and the documentation's readers of it: the same verdicts and the same fault offsets as the matcher."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import random_grammars
from documentation import page
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from near import near

import irigrammar
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher

PAGE = page("how-to/exports")


def block(language: str) -> str:
    """Return the reader on the page."""
    texts = [text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if "fault(table, text)" in text]
    assert len(texts) == 1
    return str(texts[0])


def python_reader() -> Callable[[dict[str, Any], str], int | None]:
    names: dict[str, Any] = {}
    exec(block("python"), names)
    reader: Callable[[dict[str, Any], str], int | None] = names["fault"]
    return reader


READ = python_reader()


def offset(matcher: Matcher, text: str) -> int | None:
    fault = matcher.check(text).fault
    return None if fault is None else fault.offset


def test_a_table_as_it_is_written() -> None:
    assert irigrammar.exports.export(irigrammar.grammar("rfc3986")["pct-encoded"], to="table") == (
        '{"format": "irigrammar table 1",\n"grammar": "rfc3986",\n"rule": "pct-encoded",\n"start": 1,\n'
        '"accepting": [4],\n"classes": [[37,37,1],[48,57,2],[65,70,2],[97,102,2]],\n'
        '"transitions": [\n[0,0,0],\n[0,2,0],\n[0,0,3],\n[0,0,4],\n[0,0,0]\n]}\n'
    )


def test_the_readers_are_as_short_as_said() -> None:
    assert len(block("python").splitlines()) <= 11
    assert len(block("js").splitlines()) <= 11


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grammar", "rule"), some([("rfc3986", "URI-reference"), ("web-address", "IRI"), ("rfc5234", "CTL")], 1)
)
def test_the_python_reader_on_a_suite(grammar: str, rule: str) -> None:
    matcher = irigrammar.grammar(grammar)[rule]
    table = json.loads(irigrammar.exports.export(matcher, to="table"))
    cases = list(suite(matcher, each="class"))
    assert [READ(table, case.text) for case in cases] == [case.offset for case in cases]
    assert READ(table, "\ud800") == 0


@pytest.mark.external
def test_the_javascript_reader_on_a_suite(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node is not here")
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    cases = list(suite(matcher, each="class"))
    (tmp_path / "fault.mjs").write_text(block("js"), encoding="utf-8")
    (tmp_path / "table.json").write_text(irigrammar.exports.export(matcher, to="table"), encoding="utf-8")
    (tmp_path / "texts.json").write_text(json.dumps([case.text for case in cases] + ["a\ud800"]), encoding="utf-8")
    program = (
        'import {readFileSync} from "node:fs"; import {fault} from "./fault.mjs";'
        'const read = (name) => JSON.parse(readFileSync(name, "utf8")); const table = read("table.json");'
        'console.log(JSON.stringify(read("texts.json").map((text) => fault(table, text))));'
    )
    (tmp_path / "run.mjs").write_text(program, encoding="utf-8")
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [*(case.offset for case in cases), 1]


@given(generated=random_grammars.grammars(), data=st.data())
@settings(max_examples=examples(60))
def test_random_grammars(generated: tuple[str, Grammar], data: st.DataObject) -> None:
    matcher = generated[1]["r0"]
    table = json.loads(irigrammar.exports.export(matcher, to="table"))
    text = data.draw(near(matcher.automaton) | random_grammars.strings())
    assert READ(table, text) == offset(matcher, text)


def test_equal_languages_have_equal_tables() -> None:
    texts = ['r = "a" / "b" *"c"\n', 's = "b" / "b" 1*"c" / "a"\n']
    left, right = (json.loads(irigrammar.exports.export(Grammar.from_text(text).start, to="table")) for text in texts)
    assert {**left, "rule": ""} == {**right, "rule": ""}
