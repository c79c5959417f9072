"""Commands as implementations: a verdict for every string."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from trial_drivers import alive, program

from irigrammar.trial.command import Command
from irigrammar.trial.implementation import Answer, CannotStart, Failure, Reply

TEXTS = [f"{number}" if number % 3 else f"x{number}" for number in range(200)]
HOLD = [(), ("hold",)]


def right(texts: Sequence[str]) -> list[Answer]:
    return [text.isascii() and (text.isdigit() or not text) for text in texts]


def batches(texts: Sequence[str], size: int = 20) -> list[Sequence[str]]:
    return [texts[start : start + size] for start in range(0, len(texts), size)]


def run(
    arguments: list[str], texts: Sequence[str] = TEXTS, *, size: int = 20, jobs: int = 1, seconds: float = 4.0
) -> list[Reply]:
    return list(Command(arguments, jobs=jobs, seconds=seconds).run(batches(texts, size)))


def answers(replies: list[Reply]) -> list[Answer]:
    return [answer for reply in replies for answer in reply.answers]


@pytest.mark.slow
@pytest.mark.parametrize("options", HOLD)
@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("size", [1, 20, 1000])
def test_replies_are_in_order_and_complete(tmp_path: Path, options: tuple[str, ...], jobs: int, size: int) -> None:
    texts = TEXTS[:20] if size == 1 else TEXTS
    replies = run(program(tmp_path, "right", *options), texts, size=size, jobs=jobs)
    assert [len(reply.answers) for reply in replies] == [len(batch) for batch in batches(texts, size)]
    assert answers(replies) == right(texts)
    assert all(reply[1:] == (None, None) for reply in replies)


def test_no_batches_no_replies(tmp_path: Path) -> None:
    assert run(program(tmp_path, "right"), []) == []


def test_a_process_is_started_for_each_batch(tmp_path: Path) -> None:
    marked = (
        "import os, sys\n"
        f"open(os.path.join({str(tmp_path)!r}, f'{{os.getpid()}}.started'), 'w').close()\n"
        "for line in sys.stdin: print('true')\n"
    )
    assert answers(run([sys.executable, "-c", marked], TEXTS, size=30)) == [True] * len(TEXTS)
    assert len(list(tmp_path.glob("*.started"))) == 7


@pytest.mark.slow
@pytest.mark.parametrize("options", HOLD)
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("name", "kind"), [("crash", "crash"), ("skip", "few"), ("twice", "many"), ("garbage", "malformed")]
)
def test_the_string_on_which_it_goes_wrong_is_found(
    tmp_path: Path, options: tuple[str, ...], jobs: int, name: str, kind: str
) -> None:
    """The others get their verdicts, those of other batches too, which a line too few or too many could shift."""
    bad = 67
    texts = [*TEXTS[:bad], "a:", *TEXTS[bad:]]
    replies = run(program(tmp_path, name, *options), texts, jobs=jobs)
    result = answers(replies)
    failure = result[bad]
    assert isinstance(failure, Failure)
    assert failure.kind == kind
    assert result[:bad] + result[bad + 1 :] == right(TEXTS)
    assert [reply.incident for reply in replies] == [None] * len(replies)


@pytest.mark.slow
@pytest.mark.parametrize("options", HOLD)
def test_the_string_on_which_it_hangs_is_found(tmp_path: Path, options: tuple[str, ...]) -> None:
    texts = [*TEXTS[:13], "a:", *TEXTS[13:30]]
    replies = run(program(tmp_path, "hang", *options), texts, size=8, jobs=2, seconds=1)
    hang = Failure("hang", "no answer within 1 s")
    assert answers(replies) == [*right(TEXTS[:13]), hang, *right(TEXTS[13:30])]
    assert [reply.incident for reply in replies] == [None] * len(replies)


@pytest.mark.parametrize("options", HOLD)
def test_the_end_of_its_error_output_is_reported(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert answers(run(program(tmp_path, "crash", *options), ["1", "a:", "2"])) == [
        True,
        Failure("crash", "exit status 3", "it was a:"),
        True,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_run_stops_at_the_failure_that_is_one_too_many_always_the_same(tmp_path: Path, jobs: int) -> None:
    texts = [text for pair in zip(TEXTS, ["a:"] * len(TEXTS), strict=True) for text in pair]
    command = Command(program(tmp_path, "crash"), jobs=jobs, seconds=4, failures=7)
    replies = list(command.run(batches(texts, 3)))
    result = answers(replies)
    assert result == [
        Failure("crash", "exit status 3", "it was a:") if i % 2 else right(TEXTS)[i // 2] for i in range(14)
    ]
    assert [reply.stopped for reply in replies] == [None] * 4 + ["stopped after 7 failures"]


def test_malformed_answers_do_not_stop_a_run(tmp_path: Path) -> None:
    result = answers(run(program(tmp_path, "garbage"), ["a:"] * 60))
    assert result == [Failure("malformed", 'answered "True"')] * 60


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), [("ten", "few"), ("weary", "crash")])
def test_failures_of_no_single_string_are_reported_for_the_batch(tmp_path: Path, name: str, kind: str) -> None:
    """It gives up after some strings, whichever they are: no verdict is lost, but neither is this."""
    replies = run(program(tmp_path, name), TEXTS[:60], size=30)
    assert answers(replies) == right(TEXTS[:60])
    assert [reply.incident.kind if reply.incident else None for reply in replies] == [kind, kind]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "kind"), [("deaf", "hang"), ("mute", "few"), ("fatal", "crash"), ("eager", "many")])
def test_one_that_never_answers_is_not_asked_for_ever(tmp_path: Path, name: str, kind: str) -> None:
    command = Command(program(tmp_path, name), seconds=0.3 if kind == "hang" else 4, failures=3)
    replies = list(command.run(batches(TEXTS)))
    assert [answer.kind for answer in answers(replies) if isinstance(answer, Failure)] == [kind] * 3
    assert replies[-1].stopped == "stopped after 3 failures"


@pytest.mark.parametrize("jobs", [1, 2])
def test_commands_that_cannot_be_started_are_errors(tmp_path: Path, jobs: int) -> None:
    with pytest.raises(CannotStart, match=r"cannot be started \(No such file"):
        run([str(tmp_path / "nowhere")], jobs=jobs)
    with pytest.raises(CannotStart, match=r"ends before it reads \(exit status 1\): ModuleNotFoundError: No module"):
        run(program(tmp_path, "broken"), jobs=jobs)


@pytest.mark.slow
def test_the_strings_may_come_without_end_and_are_taken_as_needed(tmp_path: Path) -> None:
    taken = 0

    def endless() -> Iterator[Sequence[str]]:
        nonlocal taken
        while True:
            taken += 1
            yield ["1", "x"]

    replies = Command(program(tmp_path, "right"), jobs=2).run(endless())
    assert answers(list(islice(replies, 100))) == [True, False] * 100
    replies.close()
    assert taken < 300


def test_an_error_where_the_strings_come_from_is_passed_on(tmp_path: Path) -> None:
    def failing() -> Iterator[Sequence[str]]:
        yield ["1"]
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(Command(program(tmp_path, "right")).run(failing()))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="process ids")
def test_closing_a_run_leaves_no_process_and_no_thread(tmp_path: Path) -> None:
    before = threading.active_count()
    noting = (
        "import os, sys, time\n"
        f"open(os.path.join({str(tmp_path)!r}, f'{{os.getpid()}}.pid'), 'w').close()\n"
        "for line in sys.stdin:\n"
        "    if 'stop' in line: time.sleep(60)\n"
        f"    if 'stop' in line: open(os.path.join({str(tmp_path)!r}, 'awake'), 'w').close()\n"
        "    print('true', flush=True)\n"
    )
    replies = Command([sys.executable, "-c", noting], jobs=2, seconds=60).run(iter([["1"]] * 200 + [["stop"]] * 50))
    assert next(replies).answers == [True]
    time.sleep(0.5)
    replies.close()
    assert not (tmp_path / "awake").exists()  # nothing was waited for
    pids = [int(path.stem) for path in tmp_path.glob("*.pid")]
    assert pids
    assert not any(alive(pid) for pid in pids)
    assert threading.active_count() == before


def test_the_name_is_the_command_line() -> None:
    assert Command(["a b", "--c"]).name == "'a b' --c"
