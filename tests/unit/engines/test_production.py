"""Parts of a production: what is refused once is refused at once."""

from __future__ import annotations

import pytest

from irigrammar import Grammar, GrammarError
from irigrammar.engines import compile as compiling


def test_a_refusal_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def refuse(program: object) -> None:
        calls.append(program)
        raise GrammarError("the grammar is too large", line=1)

    monkeypatch.setattr(compiling, "determinize", refuse)
    m = Grammar.from_text('s = *( "a" / "b" )\r\n').start
    errors = []
    for _ in range(3):
        with pytest.raises(GrammarError, match=r"^1: the grammar is too large$") as caught:
            m.automaton  # noqa: B018  # it is compiled when it is read
        errors.append(caught.value)
    assert len(calls) == 1
    assert len({*map(id, errors)}) == 3  # each has a traceback of its own
    assert [error.line for error in errors] == [1, 1, 1]
