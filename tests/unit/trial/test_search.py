"""The search for the strings that break an implementation, with processes played by a function."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from irigrammar.trial.command import Exchange, search
from irigrammar.trial.implementation import Answer, Failure

CRASH = Failure("crash", "exit status 3")
FEW = Failure("few", "its output ended before it had answered")
TEXTS = [str(number) for number in range(1000)]


class Player:
    """Plays processes that fail on some strings; `holds` says that answers before the failure are lost."""

    def __init__(self, *bad: str, failure: Failure = CRASH, holds: bool = False) -> None:
        self.bad = bad
        self.failure = failure
        self.holds = holds
        self.asked: list[int] = []

    def __call__(self, texts: Sequence[str]) -> Exchange:
        self.asked.append(len(texts))
        answers: list[Answer] = []
        for text in texts:
            if text in self.bad:
                return Exchange([], self.failure, 0 if self.holds else len(answers))
            answers.append(text.endswith("0"))
        return Exchange(answers, None, len(texts))


def expected(*bad: str, failure: Failure = CRASH) -> list[Answer]:
    return [failure if text in bad else text.endswith("0") for text in TEXTS]


@pytest.mark.parametrize("bad", [("0",), ("999",), ("500",), ("3", "4", "5"), ("0", "999"), ("7", "70", "700")])
@pytest.mark.parametrize("holds", [False, True])
@pytest.mark.parametrize("failure", [CRASH, FEW, Failure("hang", ""), Failure("many", "")])
def test_each_string_that_fails_alone_is_found_and_all_others_are_answered(
    bad: tuple[str, ...], holds: bool, failure: Failure
) -> None:
    player = Player(*bad, failure=failure, holds=holds)
    reply = search(TEXTS, player(TEXTS), player, 20)
    assert reply == (expected(*bad, failure=failure), None, None)
    assert len(player.asked) < 30 * len(bad)


def test_the_first_string_without_an_answer_is_suspected_first() -> None:
    player = Player("500")
    search(TEXTS, player(TEXTS), player, 20)
    assert player.asked == [1000, 500, 1, 499]


def test_the_search_ends_with_the_string_that_is_one_too_many() -> None:
    player = Player("3", "5", "7")
    reply = search(TEXTS, player(TEXTS), player, 2)
    assert reply.answers == expected("3", "5")[:6]


def test_a_failure_that_does_not_come_again_is_the_incident_of_the_batch() -> None:
    """All strings are answered then; it is reported all the same."""
    failed = Exchange([], CRASH, 10)
    assert search(TEXTS, failed, Player(), 20) == (expected(), CRASH, None)


def test_one_string_is_asked_again_alone() -> None:
    player = Player("0")
    assert search(["0"], player(["0"]), player, 20).answers == [CRASH]
    assert search(["1"], Exchange([], CRASH, 0), player, 20) == ([False], CRASH, None)


def test_a_search_without_end_is_given_up() -> None:
    """What is not answered by then has the failure for an answer, and the run stops."""

    def fresh(texts: Sequence[str]) -> Exchange:
        if len(texts) > 1:
            return Exchange([], FEW, 1)
        return Exchange([True], None, 1)

    reply = search(TEXTS, fresh(TEXTS), fresh, 20)
    assert reply.stopped == "stopped: 65 parts of one batch failed"
    assert len(reply.answers) == len(TEXTS)
    assert set(reply.answers) == {True, FEW}
