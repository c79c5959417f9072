"""Where a report is written to: standard output, or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from irigrammar.cli.progress import Screen
from irigrammar.files import Place
from irigrammar.scan.writing import replacing


@contextmanager
def written_to(output: str | None) -> Iterator[tuple[Callable[[str], object], Screen]]:
    """Give what writes a report, to standard output or to a file that is there when the report is done, and what shows
    progress; raise `click.UsageError` for a file that cannot be written.
    """
    screen = Screen()
    if output is None:
        yield screen.write, screen
        return
    try:
        with replacing(Place.of(output)) as stream:
            yield lambda text: stream.write(text.encode("utf-8", "backslashreplace")), screen
    except OSError as error:
        raise click.UsageError(f"{output}: cannot be written ({error.strerror})") from None
