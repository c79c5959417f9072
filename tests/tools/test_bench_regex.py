r"""A production's language for RE2 and Rust's regex: the same as the automaton's.

The `re` module runs these expressions, too, once `\x{...}` and `\z` are written its way.
"""

from __future__ import annotations

import importlib
import re
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar import language as algebra
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Choice, Loop, Mark, Regular, Seq, Set, choice, loop, seq
from irigrammar.engines import table
from tools.bench.corpus import made
from tools.bench.regex import expression, language, whole

DIGIT, DOT, LETTER = Set(((0x30, 0x39),)), Set(((0x2E, 0x2E),)), Set(((0x61, 0x7A), (0xC0, 0x10FFFF)))
WORDS = ("rfc3987", "IRI"), ("rfc3986", "URI-reference"), ("rfc3986", "IPv6address"), ("iri-bis", "IRI")


def in_python(text: str) -> re.Pattern[str]:
    """Return such an expression as the re module reads it."""
    wide = re.sub(r"\\x\{([0-9A-F]+)\}", lambda found: f"\\U{int(found[1], 16):08X}", text)
    return re.compile(wide.replace(r"\z", r"\Z"))


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (seq(loop(DIGIT, 1, None), loop(seq(DOT, DIGIT), 0, 3)), r"[0-9]+(?:[\x{2E}][0-9]){0,3}"),
        (seq(DOT, Choice((DIGIT, seq(DOT, DOT)))), r"[\x{2E}](?:[0-9]|[\x{2E}][\x{2E}])"),
        (Seq((Mark("a", Choice((DIGIT, Seq((DOT, DOT))))), DOT)), r"(?:[0-9]|[\x{2E}][\x{2E}])[\x{2E}]"),
        (Loop(DIGIT, 2, 2), "[0-9]{2}"),
        (Loop(DIGIT, 2, None), "[0-9]{2,}"),
        (Loop(Loop(DIGIT, 0, 1), 0, None), "(?:[0-9]?)*"),
        (LETTER, r"[a-z\x{C0}-\x{D7FF}\x{E000}-\x{10FFFF}]"),
        (Choice(()), r"[^\x{0}-\x{10FFFF}]"),
        (Set(((0xD800, 0xDFFF),)), r"[^\x{0}-\x{10FFFF}]"),
    ],
)
def test_the_notation(item: Regular, text: str) -> None:
    assert expression(item) == text


def test_nothing_is_possessive_atomic_or_looked_ahead_for() -> None:
    found = language()
    assert not re.search(r"[*+?}]\+|\(\?[>=!<]", found)
    assert found.startswith(r"\A(?:")
    assert found.endswith(r")\z")
    assert found.isascii()
    assert len(found) < 10_000
    assert "'" not in found  # it stands in a literal of SQL


def items() -> st.SearchStrategy[Regular]:
    """Return small analysable forms."""
    return st.recursive(
        st.sampled_from([DIGIT, DOT, LETTER]),
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: seq(*parts)),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: choice(*parts)),
            st.tuples(inner, st.integers(0, 2), st.sampled_from([0, 1, None])).map(
                lambda row: loop(row[0], row[1], None if row[2] is None else max(1, row[1] + row[2]))
            ),
            inner.map(lambda one: Mark("rule", one)),
        ),
        max_leaves=6,
    )


@given(items(), st.lists(st.text("19.aé\U0010ffff-", max_size=6), max_size=12))
def test_an_expression_matches_what_the_automaton_matches(item: Regular, texts: list[str]) -> None:
    dfa, run = determinize(compile_program(item)), in_python(whole(item))
    assert [bool(run.match(text)) for text in texts] == [table.matches(dfa, text) for text in texts]


def suite_sample(grammar: str, rule: str, count: int) -> list[tuple[str, bool]]:
    """Return strings of a complete suite with their verdicts, drawn evenly, without what UTF-8 cannot carry."""
    cases = list(islice(algebra.suite(irigrammar.grammar(grammar)[rule], each="class"), 40_000))
    drawn = Random(1).sample(cases, min(count, len(cases)))
    return [(case.text, case.valid) for case in drawn if not re.search("[\ud800-\udfff]", case.text)]


@pytest.mark.parametrize(("grammar", "rule"), WORDS)
def test_a_sample_of_the_complete_suite(grammar: str, rule: str) -> None:
    cases = suite_sample(grammar, rule, 3000)
    run = in_python(language(grammar, rule))
    assert {valid for _, valid in cases} == {True, False}
    assert [text for text, valid in cases if bool(run.match(text)) is not valid] == []


@pytest.mark.parametrize("engine", ["re2", "polars", "pyarrow.compute", "duckdb"])
def test_the_engines_agree_on_the_corpus_and_on_the_suite(engine: str) -> None:
    module = pytest.importorskip(engine)
    cases = suite_sample("rfc3987", "IRI", 3000)
    matches = irigrammar.grammar("rfc3987")["IRI"].matches
    cases += [(text, matches(text)) for text in made(1000)]
    texts, wanted = [text for text, _ in cases], [valid for _, valid in cases]
    if engine == "re2":
        found = [module.compile(language()).match(text) is not None for text in texts]
    elif engine == "polars":
        found = module.Series(texts).str.contains(language()).to_list()
    elif engine == "pyarrow.compute":
        found = module.match_substring_regex(importlib.import_module("pyarrow").array(texts), language()).to_pylist()
    else:
        given = "SELECT unnest(?) AS text"
        query = f"SELECT regexp_full_match(text, '{language()}') FROM ({given})"
        found = [row[0] for row in module.execute(query, [texts]).fetchall()]
    assert found == wanted
