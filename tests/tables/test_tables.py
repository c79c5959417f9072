"""The tables of `data/`, by every engine: verdicts and offsets."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import abnf_engine
import pytest
import tables
from examples import some
from oracle import catalog_oracle

import irigrammar
from irigrammar import GrammarError
from irigrammar.engines.production import Production
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.matcher import Matcher
from irigrammar.shipped.loader import generic_names

CASES = {
    path.stem: tables.parse({path.name: path.read_text(encoding="utf-8")})
    for path in sorted(tables.DIRECTORY.glob("*.toml"))
}
ALL = tables.load()
ENCODABLE = [case for case in ALL if not case.has_surrogates]

each_file = pytest.mark.parametrize("file", CASES)
some_files = pytest.mark.parametrize("file", some(CASES, 4))


def ask(file: str, question: Callable[[tables.Case], None]) -> None:
    """Ask a question of each case of a file; fail with all those that are answered wrongly."""
    wrong = []
    for case in CASES[file]:
        try:
            question(case)
        except (Exception, pytest.fail.Exception) as error:
            reason = f"{type(error).__name__}: {error}".replace("\n", "\n    ")
            wrong.append(f"{case.name}: {case.text!r} as {case.rule} of {case.grammar}\n    {reason}")
    if wrong:
        pytest.fail(f"{len(wrong)} of {len(CASES[file])} cases of {file}.toml\n" + "\n".join(wrong), pytrace=False)


def matcher_of(case: tables.Case) -> Matcher:
    return irigrammar.grammar(case.grammar)[case.rule]


def production_of(case: tables.Case) -> Production:
    return irigrammar.grammar(case.grammar)._production(case.rule)


@cache
def can_split(grammar: str, rule: str) -> bool:
    try:
        irigrammar.grammar(grammar)[rule].split("")
    except irigrammar.NoMatch:
        return True
    except GrammarError:
        return False
    return True


def test_cases_of_every_grammar() -> None:
    assert {case.grammar for case in ALL} >= set(generic_names()) - {"rfc5234"}
    assert {case.valid for case in ALL} == {True, False}


@each_file
def test_matches(file: str) -> None:
    def question(case: tables.Case) -> None:
        assert matcher_of(case).matches(case.text) is case.valid

    ask(file, question)


@some_files
def test_pattern(file: str) -> None:
    def question(case: tables.Case) -> None:
        pattern = production_of(case).pattern
        if pattern is None:
            assert (case.grammar, case.rule.lower()) not in HAVE_PATTERNS
        else:
            assert (re.fullmatch(pattern.any, case.text) is not None) is case.valid
            if case.text.isascii():
                assert (re.fullmatch(pattern.ascii, case.text) is not None) is case.valid

    ask(file, question)


# Only in Web Addresses may a production lack a pattern: there the backslash is in names and is a separator too.
HAVE_PATTERNS = {
    (name, rule.lower())
    for name in generic_names()
    if name != "web-address"
    for rule in irigrammar.grammar(name).rules.names()
}


@each_file
def test_check(file: str) -> None:
    def question(case: tables.Case) -> None:
        verdict = matcher_of(case).check(case.text)
        assert verdict.valid is bool(verdict) is case.valid
        assert (verdict.fault and verdict.fault.offset) == case.offset
        if verdict.fault is not None:
            assert verdict.fault.byte_offset == len(case.text[: case.offset].encode())
            assert verdict.fault.found == (case.text[verdict.fault.offset :][:1] or None)

    ask(file, question)


@some_files
def test_parse(file: str) -> None:
    def question(case: tables.Case) -> None:
        matcher = matcher_of(case)
        if not case.valid:
            with pytest.raises(irigrammar.NoMatch) as caught:
                matcher.parse(case.text)
            assert caught.value.fault.offset == case.offset
            return
        root = matcher.parse(case.text)
        assert (root.rule, root.start, root.end, root.value) == (matcher.rule, 0, len(case.text), case.text)
        assert "".join(node.value for node in root.walk() if not node.rule) == case.text

    ask(file, question)


@some_files
def test_split(file: str) -> None:
    def question(case: tables.Case) -> None:
        matcher = matcher_of(case)
        if not can_split(case.grammar, case.rule):
            with pytest.raises(GrammarError):
                matcher.split(case.text)
        elif case.valid:
            assert matcher.split(case.text).as_dict() == components_in_tree(matcher, case.text)
        else:
            with pytest.raises(irigrammar.NoMatch) as caught:
                matcher.split(case.text)
            assert caught.value.fault.offset == case.offset

    ask(file, question)


def components_in_tree(matcher: Matcher, text: str) -> dict[str, str | None]:
    """Return what the full tree says of the components: the first node of each; the kind of host is the outermost."""
    fields = {rule.lower(): field for rule, field in matcher.grammar.entry.components.items()}
    rows: dict[str, Any] = {}
    for node in matcher.parse(text).walk():
        field = fields.get(node.rule.lower())
        if field is not None:
            rows.setdefault(field, node.rule if field == "host_kind" else node.value)
    return dict.fromkeys(COMPONENT_FIELDS) | rows


@each_file
def test_bytes(file: str) -> None:
    def question(case: tables.Case) -> None:
        if case.has_surrogates:
            return
        matcher, data = matcher_of(case), case.text.encode()
        assert matcher.matches(data) is case.valid
        fault = matcher.check(data).fault
        assert (fault and fault.offset) == case.offset
        assert fault is None or data[: fault.byte_offset].decode() == case.text[: case.offset]

    ask(file, question)


@some_files
def test_oracle(file: str) -> None:
    def question(case: tables.Case) -> None:
        oracle = catalog_oracle(case.grammar, case.rule)
        assert oracle.matches(case.text) is case.valid
        assert oracle.fault(case.text) == case.offset

    ask(file, question)


def questions() -> str:
    return json.dumps([[case.grammar, case.rule, case.text] for case in ENCODABLE])


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["abnf._parser_python", "abnf_rust"])
def test_the_abnf_package(backend: str) -> None:
    if backend == "abnf_rust" and importlib.util.find_spec("abnf_rust") is None:
        pytest.skip("abnf-rust is not installed")
    environment = {key: value for key, value in os.environ.items() if key != "ABNF_NO_RUST"}
    if backend != "abnf_rust":
        environment["ABNF_NO_RUST"] = "1"
    done = subprocess.run(
        [sys.executable, str(Path(abnf_engine.__file__))],
        input=questions(),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert answer["backend"].startswith(backend)
    wrong = [case for case, valid in zip(ENCODABLE, answer["answers"], strict=True) if valid != case.valid]
    assert wrong == []
