"""A Python callable as an implementation, in a process of its own."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from irigrammar.trial.callables import _ask, find_callable, python_command
from irigrammar.trial.implementation import Answer, CannotStart, Failure, Reply

CODE = """
    import os, sys, time
    def digits(text):
        return text.isdigit()
    def talks(text):
        print("true")
        os.write(1, b"true")
        return sys.stdin.read() == ""
    def dies(text):
        if text == "die":
            os._exit(3)
        return True
    def stays(text):
        while text == "stay":
            try:
                time.sleep(60)
            except BaseException:
                pass
        return True
"""


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "implemented.py").write_text(dedent(CODE))
    (tmp_path / "fails_at_once.py").write_text("raise OSError('no data\\nat all')\n")
    (tmp_path / "json.py").write_text("raise OSError('a file here is not the library')\n")


def replies(name: str, *batches: list[str], **options: Any) -> list[Reply]:
    return [*python_command(f"implemented:{name}", **options).run(batches)]


def test_replies_are_in_order() -> None:
    assert replies("digits", ["1", "x"], ["", "\u0660", "\ud800"]) == [
        Reply([True, False]),
        Reply([False, True, False]),
    ]


def test_output_of_the_callable_is_not_the_protocol() -> None:
    assert replies("talks", ["a", "b"]) == [Reply([True, True])]


def test_a_process_that_dies_is_a_crash_on_that_string() -> None:
    (reply,) = replies("dies", ["a", "die", "b"])
    assert reply.answers == [True, Failure("crash", "exit status 3"), True]


@pytest.mark.slow
def test_a_string_that_takes_too_long_is_a_hang_whatever_is_caught() -> None:
    (reply,) = replies("stays", ["a", "stay", "b"], seconds=0.7, failures=1)
    assert reply == Reply([True, Failure("hang", "no answer within 0.7 s")], stopped="stopped after 1 failures")


@pytest.mark.parametrize(
    ("result", "verdict"),
    [(True, True), (False, False), (None, False), ("", False), ("x", True), (0, False), ([0], True)],
)
def test_a_truthy_result_means_valid(result: object, verdict: bool) -> None:
    assert _ask(lambda _: result, "x", raises=False) is verdict
    assert _ask(lambda _: result, "x", raises=True) is True


@pytest.mark.parametrize(
    ("error", "plain", "raising"),
    [
        (ValueError("a\n  b"), "ValueError: a b", False),
        (ValueError("x" * 1_000_000), f"ValueError: {'x' * 200}...", False),
        (KeyError(), "KeyError", False),
        (RecursionError(), "RecursionError", "RecursionError"),
        (MemoryError(), "MemoryError", "MemoryError"),
        (SystemExit(0), "SystemExit: 0", "SystemExit: 0"),
        (KeyboardInterrupt(), "KeyboardInterrupt", "KeyboardInterrupt"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_exceptions(error: BaseException, plain: Answer, raising: Answer) -> None:
    def function(_: str) -> None:
        raise error

    assert _ask(function, "x", raises=False) == plain
    assert _ask(function, "x", raises=True) == raising


def test_a_result_that_has_no_truth_is_a_crash() -> None:
    class Odd:
        def __bool__(self) -> bool:
            raise TypeError("neither")

    assert _ask(lambda _: Odd(), "x", raises=False) == "TypeError: neither"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("posixpath", "posixpath: write module:callable"),
        (":x", ":x: write module:callable"),
        ("nowhere:x", "nowhere:x: cannot be imported (ModuleNotFoundError: No module"),
        ("posixpath:nothing", "posixpath:nothing: cannot be imported (AttributeError: module 'posixpath' has no"),
        ("posixpath:sep", "posixpath:sep: is not callable (str)"),
        ("..:x", "..:x: cannot be imported (TypeError: the 'package' argument is required"),
    ],
)
def test_other_values_than_callables_are_named(name: str, message: str) -> None:
    with pytest.raises(CannotStart) as caught:
        find_callable(name)
    assert str(caught.value).startswith(message)


def test_an_attribute_of_an_attribute_is_found() -> None:
    assert find_callable("os:path.isabs")("/a") is True


def test_module_that_fails_at_import_is_named() -> None:
    reason = r"^fails_at_once:x: ends before it reads \(.*\): cannot be imported \(OSError: no data at all\)$"
    with pytest.raises(CannotStart, match=reason):
        [*python_command("fails_at_once:x").run([["a"]])]
