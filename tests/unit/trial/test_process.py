"""One process under test: nothing blocks or outlives the trial."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from examples import some
from trial_drivers import alive, program

from irigrammar.trial.command import Child, Exchange, verdict
from irigrammar.trial.implementation import CannotStart, Failure

TEXTS = ["", "1", "a:", "22", "\ud800", "\n", "é"]
RIGHT = [True, True, False, True, False, False, False]


def ask(arguments: list[str], texts: list[str], *, seconds: float = 20.0) -> Exchange:
    return Child(arguments, texts, verdict).exchange(seconds)


def code(text: str) -> list[str]:
    return [sys.executable, "-c", text]


def failure(exchange: Exchange) -> Failure:
    assert exchange.failure is not None
    assert exchange.answers == []
    return exchange.failure


@pytest.mark.parametrize("name", ["right", "crlf", "unended", "noisy", "greedy", "sour"])
@pytest.mark.parametrize("options", some([pytest.param(()), pytest.param(("hold",))], 1))
def test_answers_come_in_order_however_they_are_written(tmp_path: Path, name: str, options: tuple[str, ...]) -> None:
    """JSON strings in, lone surrogates too; the output at once or at the end, with CR or not, the last line unended."""
    exchange = ask(program(tmp_path, name, *options), TEXTS)
    assert exchange.failure is None
    assert exchange.answers == RIGHT


def test_large_batches_do_not_block_the_pipes() -> None:
    """It fills its output and its error output before it reads, and is given more than a pipe holds."""
    text = (
        "import sys\nsys.stderr.write('e' * 1_000_000)\nfor line in sys.stdin: print('false' + ' ' * 0, flush=True)\n"
    )
    exchange = ask(code(text), ["x" * 1000] * 5000)
    assert exchange.answers == [False] * 5000


@pytest.mark.slow
def test_a_process_that_does_not_end_after_its_last_answer_is_ended(tmp_path: Path) -> None:
    exchange = ask(program(tmp_path, "stays"), TEXTS, seconds=600)
    assert exchange.answers == RIGHT
    assert exchange.status is None  # of its own accord it would end with 0, after a minute


@pytest.mark.parametrize(
    ("name", "kind", "detail"),
    [
        ("crash", "crash", "exit status 3"),
        ("skip", "few", "its output ended before it had answered"),
        ("twice", "many", 'more answers than strings: "false" was not asked for'),
        ("mute", "few", "its output ended before it had answered"),
        ("deaf", "hang", "no answer within 0.3 s"),
        ("hang", "hang", "no answer within 0.3 s"),
        ("eager", "many", 'more answers than strings: "true" was not asked for'),
    ],
)
def test_failures_are_reported(tmp_path: Path, name: str, kind: str, detail: str) -> None:
    exchange = ask(program(tmp_path, name), TEXTS, seconds=0.3 if kind == "hang" else 20)
    result = failure(exchange)
    assert (result.kind, result.detail) == (kind, detail)
    assert result.stderr == ("it was a:" if name == "crash" else "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_is_reported_by_name(tmp_path: Path) -> None:
    assert failure(ask(program(tmp_path, "signal"), TEXTS)).detail == "killed by SIGABRT"


def test_progress_is_reported(tmp_path: Path) -> None:
    assert ask(program(tmp_path, "crash"), TEXTS).got == 2
    assert ask(program(tmp_path, "crash", "hold"), TEXTS).got == 0


def test_a_malformed_answer_is_the_failure_of_its_string(tmp_path: Path) -> None:
    exchange = ask(program(tmp_path, "garbage"), TEXTS)
    assert exchange.failure is None
    assert exchange.answers == [*RIGHT[:2], Failure("malformed", 'answered "True"'), *RIGHT[3:]]


@pytest.mark.parametrize(
    ("written", "shown"),
    [("TRUE", '"TRUE"'), ("", '""'), (" true", '" true"'), ("true ", '"true "'), ("1", '"1"'), ("\\x00", '"\\u0000"')],
)
def test_only_true_and_false_are_answers(written: str, shown: str) -> None:
    exchange = ask(code(f"import sys; sys.stdout.write('{written}\\n')"), ["x"])
    assert exchange.answers == [Failure("malformed", f"answered {shown}")]


def test_answers_that_are_not_utf8_or_very_long_are_shown_in_short() -> None:
    data = ask(code("import sys; sys.stdout.buffer.write(b'\\xff\\n')"), ["x"]).answers
    assert data == [Failure("malformed", 'answered "\\\\xff"')]
    assert ask(code("print('x' * 1000)"), ["x"]).answers == [Failure("malformed", f'answered "{"x" * 60}..."')]


def test_output_without_end_is_cut_off() -> None:
    """It is never held in memory as a whole, whether it has lines or not."""
    for written in ("true\\n", "true"):
        result = failure(ask(code(f"import sys\nwhile True: sys.stdout.write('{written}' * 10_000)"), ["x"]))
        assert (result.kind, len(result.detail) < 200) == ("many", True)


@pytest.mark.slow
def test_error_output_without_end_is_cut_off() -> None:
    endless = "import sys, threading\ndef write():\n while True: sys.stderr.write('e' * 10_000)\n"
    result = failure(ask(code(f"{endless}write()"), ["x"], seconds=1))
    assert (result.kind, result.stderr) == ("hang", "e" * 4096)


def test_commands_that_cannot_be_started_are_named(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match=r"nowhere: cannot be started \(No such file or directory\)"):
        Child([str(tmp_path / "nowhere")], [], verdict)
    with pytest.raises(CannotStart, match="cannot be started"):
        Child(["a\0b"], [], verdict)


@pytest.mark.skipif(os.name != "posix", reason="process groups")
@pytest.mark.parametrize("output", ["", ">&- 2>&-"])
def test_children_end_after_their_parent(tmp_path: Path, output: str) -> None:
    note = tmp_path / "pid"
    script = f"sleep 60 {output} & echo $! >{note}; echo true"
    ask(["sh", "-c", script], ["1"], seconds=3)
    assert not alive(int(note.read_text()))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_children_end_with_their_parent(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    started = "import time; time.sleep(60)"
    text = (
        "import pathlib, subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', {started!r}])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    assert failure(ask(code(text), ["x"], seconds=3)).kind == "hang"
    assert not alive(int(note.read_text()))
