"""The command `iri`, run for a test in this process or in another."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import Any, NamedTuple
from unittest import mock

from irigrammar.cli.main import main

__all__ = ["PROGRAM", "Result", "iri", "process", "run"]

# What Python runs as the installed command does.
PROGRAM = "from irigrammar.cli.main import main; main()"


class Result(NamedTuple):
    """The exit status and what was written."""

    status: int
    out: str
    err: str


def iri(*arguments: str | bytes, stdin: bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    """Run the command in this process; return its exit status and what it wrote, read as UTF-8."""
    return run(*arguments, stdin=stdin, cwd=cwd)


def run(
    *arguments: str | bytes,
    stdin: bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> Result:
    """Run `main` in this process, with files as its standard streams; what it raises is raised here.

    `env` is added to the environment; the kernel is chosen before, so that IRIGRAMMAR_PURE needs `process`.
    """
    words = ["iri", *(os.fsdecode(argument) for argument in arguments)]
    with ExitStack() as stack:
        for item in (mock.patch.object(sys, "argv", words), mock.patch.dict(os.environ, env or {})):
            stack.enter_context(item)
        # By it click tells whether Python runs a package, and would name that.
        # (patch.dict would take back what the command imports, too, so that each run would import it anew.)
        stack.callback(sys.modules.__setitem__, "__main__", sys.modules["__main__"])
        sys.modules["__main__"] = ModuleType("__main__")
        stack.enter_context(chdir(cwd or "."))
        stack.enter_context(_shown_warnings())
        out, err = (stack.enter_context(_stream(name, encoding)) for name in ("stdout", "stderr"))
        stack.enter_context(_stream("stdin", encoding, stdin))
        try:
            main()
        except SystemExit as stop:
            status = stop.code
        return Result(int(status or 0), _written(out), _written(err))


def process(
    *arguments: str | bytes,
    stdin: bytes = b"",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    program: str = PROGRAM,
    options: tuple[str, ...] = (),
) -> Result:
    """Run a program, which is the command's unless said otherwise, in a process of its own."""
    done = subprocess.run(
        [sys.executable, *options, "-c", program, *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def _stream(name: str, encoding: str, content: bytes = b"") -> Iterator[TextIOWrapper]:
    """Replace a standard stream by a file, as Python would open it."""
    with TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        errors = "backslashreplace" if name == "stderr" else "strict"
        stream = TextIOWrapper(file, encoding, errors, write_through=name == "stderr")
        with mock.patch.object(sys, name, stream):
            yield stream


@contextmanager
def _shown_warnings() -> Iterator[None]:
    """Write warnings on standard error, those that Python shows users, instead of making them errors."""

    def show(message: Any, category: type[Warning], filename: str, lineno: int, *_: Any) -> None:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno))

    with warnings.catch_warnings():
        warnings.simplefilter("default")
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        with mock.patch.object(warnings, "showwarning", show):
            yield


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    file: Any = stream.buffer
    file.seek(0)
    return str(file.read(), stream.encoding)
