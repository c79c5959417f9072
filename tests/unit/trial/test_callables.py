"""Callables as implementations: what is a verdict and what is not."""

from __future__ import annotations

import io
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from irigrammar.trial.callables import PythonCallable, find_callable
from irigrammar.trial.implementation import Answer, CannotStart, Failure, Reply


def run(
    function: Callable[[str], object],
    *batches: list[str],
    raises: bool = False,
    seconds: float = 20,
    failures: int = 20,
) -> list[Reply]:
    implementation = PythonCallable("m:f", function, raises=raises, seconds=seconds, failures=failures)
    return list(implementation.run(batches))


def answers(function: Callable[[str], object], texts: list[str], *, raises: bool = False) -> list[Answer]:
    (reply,) = run(function, texts, raises=raises)
    assert reply[1:] == (None, None)
    return reply.answers


@pytest.mark.parametrize(
    ("result", "verdict"),
    [(True, True), (False, False), (None, False), ("", False), ("x", True), (0, False), ([0], True)],
)
def test_a_truthy_result_means_valid(result: object, verdict: bool) -> None:
    assert answers(lambda _: result, ["x"]) == [verdict]


def test_replies_are_in_order() -> None:
    assert run(str.isdigit, ["1", "x"], ["", "2", "3"]) == [Reply([True, False]), Reply([False, True, True])]


def test_an_exception_is_a_crash_on_that_string() -> None:
    """It is not a verdict, for nobody said that it means one."""
    assert answers(int, ["1", "x", "0"]) == [
        True,
        Failure("crash", "ValueError: invalid literal for int() with base 10: 'x'"),
        False,
    ]


def test_with_raises_no_exception_means_valid_whatever_is_returned() -> None:
    assert answers(int, ["1", "x", "0"], raises=True) == [True, False, True]


@pytest.mark.parametrize("raised", [RecursionError(), MemoryError(), SystemExit(0), GeneratorExit()])
def test_with_raises_what_says_nothing_about_the_string_is_a_crash(raised: BaseException) -> None:
    def function(_: str) -> None:
        raise raised

    for raises in (True, False):
        (answer,) = answers(function, ["x"], raises=raises)
        assert isinstance(answer, Failure)
        assert (answer.kind, answer.detail.partition(":")[0]) == ("crash", type(raised).__name__)


def test_a_result_that_has_no_truth_is_a_crash() -> None:
    class Odd:
        def __bool__(self) -> bool:
            raise TypeError("neither")

    assert answers(lambda _: Odd(), ["x"]) == [Failure("crash", "TypeError: neither")]


def test_ctrl_c_is_passed_on() -> None:
    def function(_: str) -> None:
        raise KeyboardInterrupt

    for raises in (True, False):
        with pytest.raises(KeyboardInterrupt):
            run(function, ["x"], raises=raises)


def test_what_it_prints_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with redirect_stderr(io.StringIO()) as errors:
        assert answers(print, ["x"]) == [False]
    assert errors.getvalue() == "x\n"
    assert capsys.readouterr().out == ""


needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on this system")


def sleep(text: str) -> bool:
    try:
        time.sleep(float(text))
    except Exception:  # as an implementation that catches everything does
        return False
    return True


@pytest.mark.slow
@needs_alarm
@pytest.mark.parametrize("raises", [False, True])
def test_a_string_that_takes_too_long_is_a_hang(raises: bool) -> None:
    """The time limit gets through an implementation that catches every exception."""
    (reply,) = run(sleep, ["0", "9", "0", "9"], raises=raises, seconds=0.2)
    hang = Failure("hang", "no answer within 0.2 s")
    assert reply == Reply([True, hang, True, hang])


@pytest.mark.slow
@needs_alarm
def test_a_batch_that_takes_too_long_is_reported_and_its_strings_are_answered() -> None:
    (reply,) = run(sleep, ["0.06"] * 10, seconds=0.2)
    assert reply == Reply([True] * 10, Failure("hang", "no answer within 0.2 s"))


@needs_alarm
def test_a_run_stops_at_the_failure_that_is_one_too_many() -> None:
    first, second = run(sleep, ["0", "9"], ["9", "0"], ["0"], seconds=0.1, failures=2)
    hang = Failure("hang", "no answer within 0.1 s")
    assert first == Reply([True, hang])
    assert second == Reply([hang], stopped="stopped after 2 failures")


@needs_alarm
def test_the_alarm_of_others_is_put_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    run(str.isdigit, ["1"])
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_no_limit_outside_the_main_thread() -> None:
    replies: list[Reply] = []
    thread = threading.Thread(target=lambda: replies.extend(run(sleep, ["0.3"], seconds=0.1)))
    thread.start()
    thread.join()
    assert replies == [Reply([True])]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("posixpath", "posixpath: write module:callable"),
        (":x", ":x: write module:callable"),
        (
            "a_module_that_is_nowhere:x",
            "a_module_that_is_nowhere:x: cannot be imported (ModuleNotFoundError: No module",
        ),
        ("posixpath:nothing", "posixpath:nothing: cannot be imported (AttributeError: module 'posixpath' has no"),
        ("posixpath:sep", "posixpath:sep: is not callable (str)"),
        ("..:x", "..:x: cannot be imported (TypeError: the 'package' argument is required"),
    ],
)
def test_what_cannot_be_called_is_said(name: str, message: str) -> None:
    with pytest.raises(CannotStart) as caught:
        find_callable(name)
    assert str(caught.value).startswith(message)


def test_an_attribute_of_an_attribute_is_found() -> None:
    assert find_callable("os:path.isabs")("/a") is True


def test_a_module_that_fails_when_it_is_imported_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fails_at_once.py").write_text("raise OSError('no data\\nat all')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CannotStart, match=r"^fails_at_once:x: cannot be imported \(OSError: no data at all\)$"):
        find_callable("fails_at_once:x")
    assert "fails_at_once" not in sys.modules
