"""Parsers compared with the readers of hosts."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator, Iterable, Sequence
from functools import cache
from pathlib import Path

import pytest
from command import run
from rows import in_one_test

from irigrammar.hosts import readings
from irigrammar.language import disagreement_suite
from irigrammar.trial.command import Exchange, search
from irigrammar.trial.hosts import HostTrial, read_host, run_host_trial
from irigrammar.trial.implementation import Answer, Failure, Reply

READER = """
import json, sys
from irigrammar.hosts import readings
for line in sys.stdin:
    read = {reading.reader: reading.host for reading in readings(json.loads(line))}
    print(json.dumps(read["NAME"]))
"""


@cache
def hosts(text: str) -> dict[str, str | None]:
    return {reading.reader: reading.host for reading in readings(text)}


class Following:
    """An implementation that reads as one of our readers, but for some texts."""

    name = "following"

    def __init__(self, reader: str, otherwise: dict[str, Answer]) -> None:
        self._reader = reader
        self._otherwise = otherwise

    def run(self, batches: Iterable[Sequence[str]]) -> Generator[Reply, None, None]:
        for batch in batches:
            yield Reply([self._otherwise.get(text, self._host(text)) for text in batch])

    def _host(self, text: str) -> str | None:
        return hosts(text)[self._reader]


def trial(reader: str, otherwise: dict[str, Answer] | None = None) -> HostTrial:
    return run_host_trial(disagreement_suite(), Following(reader, otherwise or {}), batch=10)


@pytest.mark.parametrize(
    ("reader", "follows"),
    [
        ("last-at", {"appendix-b", "last-at"}),
        ("first-at", {"first-at"}),
        ("backslash-as-path", {"backslash-as-path"}),
        ("web-address", {"web-address"}),
        ("rfc3986", {"rfc3986", "rfc3987"}),
        ("url-standard", {"url-standard"}),
    ],
)
@pytest.mark.slow
def test_a_reader_is_known_by_what_it_reads(reader: str, follows: set[str]) -> None:
    assert set(trial(reader).follows) == follows


@pytest.mark.slow
def test_hosts_are_compared_in_normal_form_and_others_counted_by_kind() -> None:
    result = trial("last-at", {"http://@@a": "A", "http://a\\": "b", 'http://"': None, "http://\\": "\\"})
    (nearest, *_) = result.readers
    assert (nearest.reader, nearest.kinds) == ("appendix-b", (1, 0, 1))
    assert nearest.others[0] == ('http://"', None, '"')
    assert result.follows == ()


def test_a_missing_answer_is_no_reading() -> None:
    failure = Failure("crash", "exit status 1")
    result = trial("last-at", {"http://@@a": failure})
    assert result.failures == (("http://@@a", failure),)
    assert result.follows == ()


@pytest.mark.parametrize("line", [b"h", b"1", b"true", b"[]", b"", b"[" * 100_000], ids=len)
def test_lines_that_are_no_answer(line: bytes) -> None:
    assert isinstance(read_host(line), Failure)


@pytest.mark.slow
def test_the_command_with_a_program(tmp_path: Path) -> None:
    program = tmp_path / "reader.py"
    program.write_text(READER.replace("NAME", "last-at"))
    line = f"{sys.executable} {program}"
    result = run("hosts", "suite", "--exec", line)
    assert result.status == 0
    assert result.out.splitlines()[-1] == "it follows appendix-b and last-at on every string"
    result = run("hosts", "suite", "--exec", line, "--follows", "first-at", "--format", "json")
    assert result.status == 1
    answer = json.loads(result.out)
    assert (answer["follows"], answer["strings"]) == (["appendix-b", "last-at"], len(disagreement_suite()))


@pytest.mark.slow
def test_command_writes_the_suite() -> None:
    rows = [json.loads(line) for line in run("hosts", "suite").out.splitlines()]
    assert [row["text"] for row in rows] == list(disagreement_suite())
    row = next(row for row in rows if row["text"] == "http://@@a")
    assert (row["hosts"]["first-at"], row["hosts"]["last-at"], row["hosts"]["rfc3986"]) == ("@a", "a", None)
    assert run("hosts", "suite", "--follows", "last-at").status == 2
    assert run("hosts", "suite", "--exec", "", "--follows", "last-at").status == 2
    unknown = run("hosts", "suite", "--exec", "x", "--follows", "last")
    assert (unknown.status, "did you mean 'last-at'" in unknown.err) == (2, True)


# The search for the strings that break an implementation, with processes played by a function


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


@in_one_test("bad", [("0",), ("999",), ("500",), ("3", "4", "5"), ("0", "999"), ("7", "70", "700")])
@in_one_test("holds", [False, True])
@in_one_test("failure", [CRASH, FEW, Failure("hang", ""), Failure("many", "")])
def test_failing_strings_are_found_and_all_others_are_answered(
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


def test_failing_string_is_asked_again() -> None:
    player = Player("0")
    assert search(["0"], player(["0"]), player, 20).answers == [CRASH]
    assert search(["1"], Exchange([], CRASH, 0), player, 20) == ([False], CRASH, None)


def test_a_search_without_end_is_given_up() -> None:
    """Questions without an answer by then get the failure as theirs, and the run stops."""

    def fresh(texts: Sequence[str]) -> Exchange:
        if len(texts) > 1:
            return Exchange([], FEW, 1)
        return Exchange([True], None, 1)

    reply = search(TEXTS, fresh(TEXTS), fresh, 20)
    assert reply.stopped == "stopped: 65 parts of one batch failed"
    assert len(reply.answers) == len(TEXTS)
    assert set(reply.answers) == {True, FEW}
