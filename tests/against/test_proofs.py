"""Exports on the engines that they are for.

An engine that is not installed is skipped, with what installs it; `tools/proofs/run.py` asks the slow ones everything.
"""

from __future__ import annotations

import pytest

from tools.proofs.engines import ENGINES, PRODUCTIONS, Engine, wrong

pytestmark = pytest.mark.external

IDS = [engine.name for engine in ENGINES]


def installed(engine: Engine) -> None:
    if engine.version() is None:
        pytest.skip(f"{engine.name} is not here: {engine.install}")


@pytest.mark.parametrize(("grammar", "rule"), PRODUCTIONS, ids=[rule for _, rule in PRODUCTIONS])
@pytest.mark.parametrize("engine", ENGINES, ids=IDS)
def test_the_engine_gives_the_verdict_of_the_grammar_on_every_string(engine: Engine, grammar: str, rule: str) -> None:
    installed(engine)
    asked, differing = wrong(engine, grammar, rule, engine.sample)
    assert asked >= 2_000
    assert differing == []


EXPORTS: dict[str, str] = {}


@pytest.fixture(autouse=True, scope="module")
def _others() -> None:
    """Make the exports of the strings without a small a: some URI-references, and what is none."""
    import irigrammar
    from irigrammar.matching.grammar import Grammar

    other = Grammar.from_text("other = *( %x20-60 / %x62-D7FF / %xE000-FFFD / %x10000-10FFFF )\n")
    EXPORTS.update({engine.dialect: irigrammar.exports.export(other["other"], to=engine.dialect) for engine in ENGINES})
