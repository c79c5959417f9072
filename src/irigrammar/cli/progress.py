"""A progress bar that lines can be written above."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from irigrammar.cli.output import show, write

if TYPE_CHECKING:
    from rich.progress import Progress


class Screen:
    """Standard output, and a progress bar while there is one.

    The bar is on standard error, or on standard output where that is a terminal too, since what is written there must
    then go above the bar.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def write(self, text: str) -> None:
        """Write to standard output, unwrapped, without a line end of its own."""
        if self._bar is not None and sys.stdout.isatty():
            self._bar.console.out(text, highlight=False, end="")
        else:
            write(text)

    @contextmanager
    def progress(self, label: str, total: int | None) -> Iterator[Callable[[int], object] | None]:
        """Show a bar while the context lasts and give what moves it on by a number, None without a terminal.

        With a total of None it tells that something goes on, and no more.
        """
        if not sys.stderr.isatty():
            yield None
            return
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=not sys.stdout.isatty())
        with Progress(console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
            self._bar = bar
            task = bar.add_task(show(label), total=total)
            try:
                yield lambda done: bar.advance(task, done)
            finally:
                self._bar = None
