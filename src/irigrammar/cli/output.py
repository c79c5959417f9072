"""Output of commands: destination and appearance."""

from __future__ import annotations

import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout, suppress
from functools import cache, wraps
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from irigrammar.errors import ParseLimit
from irigrammar.text import names
from irigrammar.text.names import visible

if TYPE_CHECKING:
    from io import BufferedIOBase

    from rich.progress import Progress

    from irigrammar.engines.node import Node
    from irigrammar.masking import Masked, Secrets
    from irigrammar.matching.matcher import Matcher
    from irigrammar.report.formats import JsonLinesReporter, JsonReporter, TextReporter
    from irigrammar.report.summary import Form, SummaryReporter
    from irigrammar.text.sheet import Sheet

F = TypeVar("F", bound=Callable[..., Any])

# The part of contexts for the options that `output` adds.
_ASCII, OUTPUT, _QUIET, _COLOR = "iri-ascii", "iri-output", "iri-quiet", "iri-color"
_COMMON = "_has_common_options"
_LONG_FILE = 4_000_000  # bytes: shorter files are done before a progress bar could be read

Reporter: TypeAlias = "TextReporter | JsonLinesReporter | JsonReporter"

_STYLES = {
    "path": {"bold": True},
    "error": {"fg": "red"},
    "warning": {"fg": "yellow"},
    "note": {"fg": "cyan"},
    "valid": {"fg": "green"},
    "summary": {"bold": True},
    "faint": {"dim": True},
    "match": {"fg": "red", "bold": True},
    "file": {"fg": "magenta"},
    "number": {"fg": "green"},
    "separator": {"fg": "cyan"},
}


def write(text: str) -> None:
    """Write to standard output, without adding a line end."""
    sys.stdout.write(text)


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output, each with a line end."""
    for line in lines:
        write(f"{line}\n")


class Rows:
    """Results as text, with `gap` a blank line between them, or as JSON: a line each, or all at the end, one object if
    there is only one source.
    """

    def __init__(self, form: str, *, alone: bool = False, gap: bool = False) -> None:
        self._form = form
        self._alone = alone
        self._gap = "\n" * gap
        self._before = ""
        self._rows: list[Mapping[str, object]] = []

    def add(self, row: Mapping[str, object], lines: Iterable[str] = ()) -> None:
        """Write the lines of a row as text, or the row as a JSON line; for one JSON document, keep it for `finish`."""
        if self._form == "text":
            write(self._before)
            write_lines(lines)
            self._before = self._gap
        elif self._form == "jsonl":
            from json import dumps

            write(dumps(row) + "\n")
        else:
            self._rows.append(row)

    def finish(self) -> None:
        """Write the kept rows as one JSON document: a list, or the object of an only row; nothing for other forms."""
        if self._form == "json":
            from json import dumps

            write(dumps(self._rows[0] if self._alone else self._rows, indent=2) + "\n")


def write_rows(rows: Iterable[Mapping[str, object]], form: str, *, alone: bool = False) -> None:
    """Write rows as JSON lines ("jsonl") or as one document: a list, or an object if `alone`."""
    writer = Rows(form, alone=alone)
    for row in rows:
        writer.add(row)
    writer.finish()


def with_references(text: str) -> str:
    """Return XML or HTML with references for characters that standard output cannot show."""
    return text.encode(encoding(), "xmlcharrefreplace").decode(encoding())


def encoding() -> str:
    """Return the encoding of standard output, "utf-8" where it has none."""
    return sys.stdout.encoding or "utf-8"


def show(text: str) -> str:
    """Return a text with escapes for characters that standard output cannot show."""
    return visible(text, encoding())


def show_line(line: str) -> str:
    """Return a line with escapes for characters that standard output cannot show, except for tabs and its line end,
    which loses its CR.
    """
    text = line.rstrip("\r\n")
    return "\t".join(map(show, text.split("\t"))) + line[len(text) :].replace("\r", "")


def say(message: str) -> None:
    """Write a message of the command on standard error, with escapes for characters that cannot be shown there.

    Whatever a message repeats (arguments, names of files, configuration) reaches neither a terminal nor the log of a CI
    system as a control character, a separate line or a command.
    """
    hint(f"iri: {message}")


def hint(line: str) -> None:
    """Write a line on standard error, as `say` does without saying whose it is."""
    click.echo(escaped(line), err=True)


def escaped(message: str) -> str:
    """Return a message with escapes for characters that standard error cannot show."""
    return visible(message, getattr(sys.stderr, "encoding", None) or "utf-8")


def write_file(path: str, data: bytes) -> None:
    """Write a file as a whole or not at all; raise `click.ClickException` where that cannot be."""
    try:
        from irigrammar.files import Place
        from irigrammar.scan.writing import replacing

        with replacing(Place.of(path)) as stream:
            stream.write(data)
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written ({error.strerror})") from None


def brief(text: str, show: Callable[[str], str] = str) -> str:
    """Return a text as a message names it: passwords masked, and of a very long one the two ends; with escapes by
    `show`, by default without those, which `say` and errors of usage write.
    """
    return names.brief(mask(text), show)


def mask(text: str, *, whole: bool = True) -> str:
    """Return a text with passwords masked: one identifier, or, unless it is the `whole`, with identifiers in it."""
    secrets, redact = _masking()
    spans = secrets(text, whole=whole)
    return redact(text, spans).text if spans else text


@cache  # an import takes as long as what it is for
def _masking() -> tuple[Callable[..., Secrets], Callable[..., Masked]]:
    from irigrammar.masking import redact, secrets

    return secrets, redact


def context_option(key: str, read: Callable[[Any], object] | None = None) -> dict[str, Any]:
    """Return the settings of an option whose value, unchanged or as `read` returns it, goes into the context under a
    key and not to the command.
    """

    def keep(context: click.Context, _: click.Parameter, value: object) -> None:
        context.meta[key] = read(value) if read else value

    return {"expose_value": False, "callback": keep}


def ascii_option(command: F) -> F:
    """Add `--ascii`, which `result` reads."""
    help_text = r"Write characters beyond ASCII as \u{HEX}, which --escaped reads."
    return click.option("--ascii", is_flag=True, help=help_text, **context_option(_ASCII))(command)


def result(text: str) -> str | None:
    """Write the result of a command in a line; return the reason where a line cannot hold it, else None.

    Into a file or a pipe it is written exactly, in UTF-8; on a terminal, or where `--ascii` asks for it, with escapes.
    """
    if "\n" in text or "\r" in text:
        return "the result has a line break; use --format jsonl"
    if click.get_current_context().meta.get(_ASCII):
        write(f"{visible(text, 'ascii')}\n")
    elif sys.stdout.isatty():
        write(f"{show(text)}\n")
    else:
        try:
            data = f"{text}\n".encode()
        except UnicodeEncodeError:
            return "the result has a lone surrogate; use --format jsonl"
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    return None


def results(data: bytes) -> None:
    """Write lines of UTF-8 to standard output: exactly, or on a terminal and with `--ascii` each as `result` does."""
    if click.get_current_context().meta.get(_ASCII) or sys.stdout.isatty():
        for line in data.decode().split("\n")[:-1]:
            result(line)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def paint(text: str, role: str) -> str:
    """Return a text with the ANSI codes of its role's colour. Raises `KeyError` for an unknown role."""
    return click.style(text, **_STYLES[role])  # type: ignore[arg-type]  # styles by name


def painter() -> Callable[[str, str], str]:
    """Return `paint` where output has colors, by `--color`, NO_COLOR, FORCE_COLOR and the terminal, or no colors."""
    choice = click.get_current_context().meta.get(_COLOR, "auto")
    if choice == "auto":
        is_forced = bool(os.environ.get("FORCE_COLOR"))
        has_colors = not os.environ.get("NO_COLOR") and (is_forced or sys.stdout.isatty())
    else:
        has_colors = choice == "always"
    return paint if has_colors else lambda text, _: text


def sheet(*, plain: bool = False) -> Sheet:
    """Return how pages look on standard output, `plain` in ASCII: as wide as the terminal, or as COLUMNS says, with 60
    columns at least.
    """
    from irigrammar.text.sheet import Sheet

    columns = Sheet().width
    if output_file() is None and (sys.stdout.isatty() or (os.environ.get("COLUMNS") or "").isdigit()):
        from shutil import get_terminal_size  # it takes 2 ms to import

        columns = get_terminal_size().columns
    return Sheet(max(columns, 60), "ascii" if plain else encoding(), painter())


def reporter(form: str, to: Callable[[str], object] = write) -> Reporter:
    """Return the reporter of a format ("text", "json", "jsonl"), which writes to `to`, by default standard output."""
    from irigrammar.report.formats import JsonLinesReporter, JsonReporter, TextReporter

    if form == "jsonl":
        return JsonLinesReporter(to)
    if form == "json":
        return JsonReporter(to)
    return TextReporter(to, painter(), encoding())


def summary_reporter(form: Form, to: Callable[[str], object]) -> SummaryReporter:
    """Return the reporter of a summary in a format, which writes to `to`."""
    from irigrammar.report.summary import SummaryReporter

    return SummaryReporter(form, to, painter(), encoding())


@contextmanager
def reporting(matcher: Matcher, text: str | bytes, form: str) -> Iterator[None]:
    """Report on standard output a text that does not match, or that takes too much work, and end the command with
    status 1.
    """
    from irigrammar.faults.fault import NoMatch, Undecided
    from irigrammar.report.record import fault_record

    try:
        yield
    except (NoMatch, ParseLimit) as error:
        fault = error.fault if isinstance(error, NoMatch) else Undecided(text, error)
        reporter("text" if form in ("text", "boxes") else "jsonl").add(fault_record(matcher, text, fault, None, None))
        raise click.exceptions.Exit(1) from None


def parse_or_exit(matcher: Matcher, text: str | bytes, form: str) -> Node:
    """Return the parse tree of a text; one that has none is reported, and ends the command with status 1."""
    with reporting(matcher, text, form):
        return matcher.parse(text)
    raise AssertionError  # the context ends the command


class Screen:
    """Standard output, and a progress bar while there is one.

    The bar is on standard error, or on standard output where that is a terminal too, since what is written there must
    then go above the bar.
    """

    def __init__(self) -> None:
        self._bar: Progress | None = None

    def write(self, text: str) -> None:
        """Write to standard output, unwrapped, without adding a line end."""
        if self._bar is not None and sys.stdout.isatty():
            self._bar.console.out(text, highlight=False, end="")
        else:
            write(text)

    @contextmanager
    def progress(self, label: str, total: int | None) -> Iterator[Callable[[int], object] | None]:
        """Show a bar while the context lasts and give a function that advances it by a number, None without a terminal.

        With a total of None it only shows that something goes on.
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

    @contextmanager
    def progress_of(self, stream: IO[bytes] | BufferedIOBase, label: str) -> Iterator[Callable[[int], object] | None]:
        """Show a bar as `progress` does while a long regular file is read; give None for other streams."""
        size = 0
        with suppress(OSError):  # it has no descriptor
            status = os.fstat(stream.fileno())
            size = status.st_size if stat.S_ISREG(status.st_mode) else 0
        with self.progress(label, size) if size > _LONG_FILE else nullcontext() as progress:
            yield progress


def with_common_options(command: click.Command) -> click.Command:
    """Give a command the options `--output`, `--quiet` and `--color` that it does not have itself, with their effect on
    its run, and return it; unchanged if it has them already or is marked by `speaks_protocol`. A short name that the
    command has for another option is left out.
    """
    if command.callback is None or hasattr(command.callback, _COMMON):
        return command
    callback = command.callback

    @wraps(callback)
    def run(*args: Any, **options: Any) -> Any:
        """Run the command with its output to nothing (--quiet), to the file of --output, or to standard output."""
        if is_quiet():
            with open(os.devnull, "w", encoding="utf-8") as nothing, redirect_stdout(nothing):  # noqa: PTH123  # pathlib is slow to import
                return callback(*args, **options)
        if (path := output_file()) is None:
            return callback(*args, **options)
        with _to_file(path):
            return callback(*args, **options)

    setattr(run, _COMMON, True)
    command.callback = run
    known = {name for param in command.params for name in param.opts}
    common = [
        click.Option(
            ["-o", "--output"],
            metavar="FILE",
            help="Write to FILE instead of standard output.",
            **context_option(OUTPUT),
        ),
        click.Option(
            ["-q", "--quiet"], is_flag=True, help="Print nothing; use the exit status.", **context_option(_QUIET)
        ),
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            default="auto",
            show_default=True,
            help="Colors; auto is on terminals (and follows NO_COLOR, FORCE_COLOR).",
            **context_option(_COLOR),
        ),
    ]
    for option in common:
        if option.opts[-1] not in known:
            option.opts = [name for name in option.opts if name not in known]
            command.params.append(option)
    return command


def speaks_protocol(callback: F) -> F:
    """Mark the callback of a command whose output is a protocol, for which the common options mean nothing."""
    setattr(callback, _COMMON, True)
    return callback


def is_quiet() -> bool:
    """Return whether `--quiet` asks for no output."""
    return bool(click.get_current_context().meta.get(_QUIET))


def output_file() -> str | None:
    """Return the file that `--output` names, None for standard output."""
    path: str | None = click.get_current_context().meta.get(OUTPUT)
    return None if path == "-" else path


@contextmanager
def replace_file(path: str) -> Iterator[io.TextIOWrapper]:
    """Give a stream of text, written as UTF-8, whose content replaces a file as a whole when the context ends without
    an exception. Lone surrogates are escaped.

    Raises `click.UsageError` for a file that cannot be written.
    """
    with ExitStack() as stack:
        try:
            from irigrammar.files import Place
            from irigrammar.scan.writing import replacing

            stream = stack.enter_context(replacing(Place.of(path)))
        except OSError as error:
            raise click.UsageError(f"{path}: cannot be written ({error.strerror})") from None
        text = io.TextIOWrapper(stream, "utf-8", "backslashreplace", newline="\n")
        yield text
        text.flush()
        text.detach()


@contextmanager
def _to_file(path: str) -> Iterator[None]:
    """Write standard output to a file within the block; the file is replaced unless an exception other than an exit
    ends it.
    """
    exit_status: click.exceptions.Exit | None = None
    with replace_file(path) as text, redirect_stdout(text):
        try:
            yield
        except click.exceptions.Exit as stop:
            exit_status = stop
    if exit_status is not None:
        raise exit_status
