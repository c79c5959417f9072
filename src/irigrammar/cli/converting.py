"""Input, output and steps of the commands that convert.

Draft-ietf-iri-3987bis-04, 3.1: `--typed` normalizes what was typed or read aloud.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import IO, TYPE_CHECKING, Any, cast, get_args

import click

from irigrammar.cli.lines import UTF_8, Lines, charset_option, codec_name, decoded
from irigrammar.cli.options import (
    choice_option,
    escaped_option,
    format_option,
    is_escaped,
    is_whole,
    number_option,
    read_texts,
    together,
    unescape,
)
from irigrammar.cli.output import (
    F,
    Rows,
    ascii_option,
    brief,
    mask,
    painter,
    result,
    results,
    say,
    sheet,
    show,
    write,
    write_lines,
)
from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NO_RESULT, NoMatch, NoResult
from irigrammar.files import LONGEST_LINE, lines_of, open_regular
from irigrammar.processing.choices import HOST_POLICIES, AuthorityChoice, CharsetErrors, CharsetLabels

if TYPE_CHECKING:
    from io import BufferedIOBase

    from irigrammar.atlas import Departure
    from irigrammar.matching.grammar import Grammar
    from irigrammar.processing.schemes import Schemes
    from irigrammar.processing.trace import Step

# Takes a text.
Conversion = Callable[..., object]


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the arguments TEXT..., `--encoding` and `--typed`, which the command receives as `sources`, and `--escaped`,
    which `read_texts` obeys.
    """

    @wraps(command)
    def run(texts: tuple[str, ...], encoding: str, is_typed: bool, **options: Any) -> Any:
        return command(sources=Sources(texts, encoding, is_typed), **options)

    typed_option = click.option(
        "--typed", "is_typed", is_flag=True, help="Normalize what was typed or read aloud to NFC (RFC 3987, 3.1)."
    )
    encoding = charset_option("--encoding", "Charset of standard input.")
    return click.argument("texts", nargs=-1, metavar="[TEXT]...")(encoding(typed_option(escaped_option(run))))


def steps_option(command: F) -> F:
    """Add `--steps`."""
    return click.option("--steps", is_flag=True, help="Show each step: section, before, after, why.")(command)


def steps_options(command: F) -> F:
    """Add `--steps`, `--format` and `--ascii`."""
    return steps_option(format_option("text", "json", "jsonl")(ascii_option(command)))


def conversion(command: Callable[..., Conversion | Portable]) -> Callable[..., None]:
    """Add `--file`, `--jobs`, `--steps`, `--format` and `--ascii`, and write the results of the function that a command
    returns for each text of its `sources`; then exit, with status 1 if some text had none.

    Put it below the other options, of which `source_options` comes first.
    """

    @wraps(command)
    def run(sources: Sources, steps: bool, form: str, files: tuple[str, ...], jobs: int, **options: Any) -> None:
        sources = sources._replace(files=files)
        raise convert(sources, command(**options), steps=steps, form=form, jobs=jobs)

    file_option = click.option(
        "--file", "files", multiple=True, metavar="FILE", help="Convert each line of FILE.  [repeatable]"
    )
    jobs = number_option("--jobs", 1, help="Number of blocks of a file to convert in parallel.")
    return file_option(jobs(steps_options(run)))


def authority_option(command: F, default: AuthorityChoice = "refuse") -> F:
    """Add `--authority`."""
    return choice_option(
        "--authority",
        among=get_args(AuthorityChoice),
        default=default,
        help="How to read references in which only browsers see an authority.",
    )(command)


def strict_paths_option(command: F) -> F:
    """Add `--strict-paths`."""
    return click.option("--strict-paths", is_flag=True, help='Refuse a path that climbs above the root, as "/../a".')(
        command
    )


def labels_option(command: F) -> F:
    """Add `--labels`."""
    return choice_option(
        "--labels",
        among=get_args(CharsetLabels),
        default="encoding-standard",
        help="What charsets are labelled by: HTML's Encoding Standard, or IANA's registry, as in XML.",
    )(command)


def errors_option(command: F, default: CharsetErrors = "strict") -> F:
    """Add `--errors`."""
    return choice_option(
        "--errors",
        among=get_args(CharsetErrors),
        default=default,
        help="Refuse what a query's charset lacks, or write a numeric character reference.",
    )(command)


HOST_HELP = "How hosts are converted; idna-always takes every host for a domain name."


def host_options(command: F) -> F:
    """Add `--host`, `--std3` and `--allow-unassigned`."""
    flag = partial(click.option, default=None)
    return together(
        choice_option("--host", among=HOST_POLICIES, default="idna", help=HOST_HELP),
        flag("--std3/--no-std3", help="With idna2003: only letters, digits and hyphens of ASCII."),
        flag("--allow-unassigned/--no-allow-unassigned", help="With idna2003: characters that Unicode 3.2 lacks."),
    )(command)


def schemes_option(command: F) -> F:
    """Add `--schemes`, which the command receives as the table of schemes, those of the file and those that are known;
    None where it is not there.
    """

    def read(_: click.Context, __: click.Parameter, path: str | None) -> Schemes | None:
        """Return the schemes with those of a file, None without the option."""
        if path is None:
            return None
        from irigrammar.processing.schemes import schemes

        return schemes().with_file(path)

    help_text = "A file of schemes, in addition to those that are known: their ports, and whose hosts are domain names."
    return click.option("--schemes", metavar="FILE", callback=read, help=help_text)(command)


def as_texts(arguments: tuple[str, ...]) -> list[str]:
    """Return arguments as texts; an argument that is not UTF-8 ends the command with status 2."""
    texts: list[str] = []
    for text in read_texts(arguments):
        if isinstance(text, bytes):
            raise click.UsageError(f"an argument is not UTF-8: {brief(text.decode(errors='backslashreplace'))}")
        texts.append(text)
    return texts


def as_text(argument: str) -> str:
    """Return an argument or the value of an option as a text, with escapes read where `--escaped` asks for it."""
    (text,) = as_texts((argument,))
    return text


def checked_base(base: str, grammar: str | Grammar) -> str:
    """Return a base as a text; a base that is not absolute in the grammar ends the command with status 2."""
    from irigrammar.processing.reference import matchers

    text = as_text(base)
    _, absolute = matchers(grammar)
    if not absolute.matches(text):
        raise click.UsageError(f"the base {brief(text)} is {_reason(absolute._no_match(text))}")
    return text


def checked_page(base: str) -> str:
    """Return a base as a text; one that browsers refuse, or that has no scheme, ends the command with status 2."""
    from irigrammar.matching.browser import read_url

    text = as_text(base)
    if (refusal := read_url(text).refusal) is not None:
        raise click.UsageError(f"browsers refuse the base {brief(text)}: {refusal}")
    return text


class Sources(NamedTuple):
    """The texts to convert: the arguments, and the lines of standard input if there are none or one is "-", then those
    of files; without arguments, only those of the files.

    Input that cannot be decoded ends the command with status 2, except for `or_bytes`. Lines in UTF-8 are read one at a
    time; in another charset all at once, since only the charset knows where they end.
    """

    arguments: tuple[str, ...]
    encoding: str
    is_typed: bool = False
    files: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether one argument is given and no lines, so that JSON is one object, not a list."""
        return len(self.arguments) == 1 and self.arguments != ("-",) and not self.files

    def texts(self) -> Iterator[str]:
        """Yield the texts of arguments and lines. One that is not UTF-8 ends the command with status 2."""
        return self._each(as_texts, lines)

    def or_bytes(self) -> Iterator[str | bytes]:
        """Yield the texts, and as bytes the arguments and lines that are not UTF-8."""
        return self._each(read_texts, _lines)

    def _each(self, read: Callable[..., list[Any]], lines_of: Callable[..., Iterator[Any]]) -> Iterator[Any]:
        """Yield the texts of the arguments, and the lines of standard input and of files."""
        arguments = self.arguments or (() if self.files else ("-",))
        for argument, text in zip(arguments, read(arguments), strict=True):
            if argument == "-" and not is_whole():
                yield from self._of_file("-", "standard input", lines_of)
            else:
                yield self._as_typed(text)
        for name in self.files:
            yield from self._of_file(name, name, lines_of)

    def _of_file(self, name: str, shown: str, lines_of: Callable[..., Iterator[Any]]) -> Iterator[Any]:
        """Yield the texts of a file's lines ("-" is standard input), unescaped if the command reads escapes."""
        with open_lines(name) as stream:
            for line in lines_of(stream, self.encoding, shown):
                yield self._as_typed(unescape(line) if is_escaped() and isinstance(line, str) else line)

    def _as_typed(self, text: Any) -> Any:
        """Return a text in the form for typed input, if the option asks for it; else, and for bytes, unchanged."""
        if not self.is_typed or not isinstance(text, str):
            return text
        from irigrammar.processing.ucs import to_ucs

        return to_ucs(text, source="typed")


@contextmanager
def open_lines(name: str) -> Iterator[BufferedIOBase]:
    """Open a file, or standard input for "-", without a byte order mark; one that cannot be read ends the command with
    status 2.
    """
    try:
        if name == "-":
            yield Lines(cast("BufferedIOBase", sys.stdin.buffer))
            return
        with open_regular(name) as stream:
            yield Lines(cast("BufferedIOBase", stream))
    except OSError as error:
        raise click.ClickException(f"{name}: cannot be read ({error.strerror})") from None


def lines(stream: BufferedIOBase | IO[bytes], encoding: str, name: str) -> Iterator[str]:
    """Yield the lines of a stream without their line ends, empty ones too; legacy charsets are normalized.

    Input that cannot be decoded ends the command with status 2; `name` is for that message.
    """
    for number, line in enumerate(_lines(stream, encoding, name), 1):
        try:
            yield line if isinstance(line, str) else decoded(line, encoding)
        except ConversionError as error:
            raise click.ClickException(f"line {number} of {name} cannot be read: {error}") from None


def _lines(stream: BufferedIOBase | IO[bytes], encoding: str, name: str) -> Iterator[str | bytes]:
    """Yield the lines of a stream without line ends, in UTF-8 undecodable ones as bytes; another charset is read as a
    whole.

    Raises `click.ClickException` for input that cannot be decoded, or is too long in another charset.
    """
    if codec_name(encoding) == UTF_8:
        for line in lines_of(stream):
            raw = line.removesuffix(b"\n").removesuffix(b"\r")
            try:
                yield raw.decode()
            except UnicodeDecodeError:
                yield raw
        return
    try:
        data = stream.read(LONGEST_LINE + 1)
        if len(data) > LONGEST_LINE:
            raise click.ClickException(f"{name} in {encoding} has more than {LONGEST_LINE:,} bytes; use UTF-8")
        text = decoded(data, encoding)
    except ConversionError as error:
        raise click.ClickException(f"{name} cannot be read: {error}") from None
    yield from (line.removesuffix("\r") for line in text.removesuffix("\n").split("\n") if text)


@dataclass(frozen=True, slots=True)
class Checking:
    """A conversion that checks by schemes; a text that it cannot check is reported, or with `strict` refused."""

    function: Conversion
    grammar: str | Grammar
    schemes: Schemes | None
    strict: bool

    def __call__(self, text: str) -> object:
        """Return the result for a text; raise the function's errors, and with `strict` `ConversionError` if it is not
        checked.
        """
        result = self.function(text)
        if self.strict and (reason := self.unchecked_reason(text)) is not None:
            raise ConversionError(f"not checked: {reason}")
        return result

    def unchecked_reason(self, text: str) -> str | None:
        """Return why the scheme of a text was not checked, None where it was, or there is none."""
        from irigrammar.processing.scheme_rules.check import check_scheme

        return check_scheme(text, grammar=self.grammar, schemes=self.schemes).unchecked


def portable_option(command: Callable[..., Conversion]) -> Callable[..., Conversion | Portable]:
    """Add `--portable` to a command that returns a conversion, whose name is an operation of the atlas; its argument
    BASE comes before each text.
    """

    @wraps(command)
    def run(portable: bool, **options: Any) -> Conversion | Portable:
        function = command(**options)
        if not portable:
            return function
        operation = click.get_current_context().info_name or ""
        return Portable(function, operation, (options["base"],) if "base" in options else ())

    return click.option(
        "--portable", is_flag=True, help="Show which libraries of other languages were seen to do otherwise, and why."
    )(run)


@dataclass(frozen=True, slots=True)
class Portable:
    """A conversion, its operation in the atlas, and the texts before each that it converts."""

    function: Conversion
    operation: str
    before: tuple[str, ...]

    def departures(self, text: str) -> tuple[Departure, ...]:
        """Return the causes for which libraries do otherwise with a text."""
        from irigrammar.atlas import departures

        return departures(self.operation, *self.before, text)


def departure_lines(departures: Iterable[Departure]) -> Iterator[str]:
    """Yield the lines about causes: the cause with its example, and each result with its libraries."""
    from irigrammar.atlas import REFUSED
    from irigrammar.text.names import quoted
    from irigrammar.text.sheet import comma_units, row

    paint = painter()
    for departure in departures:
        example = " by ".join(quoted(text, show) for text in reversed(departure.example))
        yield from row("not portable", f"{departure.cause}, as {example}", paint)
        for result_text, libraries in departure.results:
            words = "refused by" if result_text == REFUSED else f"{quoted(result_text, show)} in"
            yield from row("", [words, *comma_units(" ".join(library) for library in libraries)], paint, hang=2)


def convert(
    texts: Sources, function: Conversion | Portable, *, steps: bool, form: str, jobs: int = 1
) -> click.exceptions.Exit:
    """Write the result of a function for each text, with the steps if asked for, and return the exit to raise.

    Lines of files without steps, in UTF-8 and as text, are converted block by block by as many processes as `jobs`.

    A text without a result is reported on standard error (in JSON as `error`), with `--steps` as a page and with the
    steps that were done. The status is 1 if some text had none, or one that a line cannot hold.
    """
    portable = function if isinstance(function, Portable) else None
    function = function.function if isinstance(function, Portable) else function
    checking = function if isinstance(function, Checking) else None
    is_plain = checking is None and portable is None
    as_lines = form == "text" and not steps and is_plain and not is_escaped() and not texts.is_typed
    has_failed, files = False, texts.files if as_lines and codec_name(texts.encoding) == UTF_8 else ()
    arguments = texts._replace(files=()) if files else texts
    rows = Rows(form, alone=texts.alone)
    if steps:
        from irigrammar.processing.trace import call_recording
        from irigrammar.views.results import as_dicts
    for text in arguments.texts() if texts.arguments or not files else ():
        trace: list[Step] = []
        row: dict[str, Any] = {"text": text, "result": None, "error": None, "offset": None}
        error = None
        reason = None
        try:
            row["result"] = call_recording(trace, function, text) if steps else function(text)
            reason = checking.unchecked_reason(text) if checking else None
        except NO_RESULT as caught:
            has_failed, error = True, caught
            row["error"] = str(error)
            row["offset"] = error.fault.offset if isinstance(error, NoMatch) else None
        if checking:
            row["checked"] = reason is None and error is None
        if steps:
            row["steps"] = as_dicts(trace)
        departures = portable.departures(text) if portable and error is None else ()
        if portable:
            row["departures"] = [departure.as_dict() for departure in departures]
        if form != "text":
            rows.add(row)
        elif error is not None:
            report(text, error, trace if steps else None)
        else:
            if reason is not None:
                say(f"{mask(text)}: not checked: {reason}")
            for line in row["result"] if isinstance(row["result"], list) else [row["result"]]:
                if refusal := result(str(line)):
                    has_failed = True
                    say(f"{mask(text)}: {refusal}")
            write(_table(trace) if steps else "")
            write_lines(departure_lines(departures))
    rows.finish()
    for name in files:
        has_failed |= _convert_file(name, function, jobs)
    return click.exceptions.Exit(1 if has_failed else 0)


def _table(trace: list[Step]) -> str:
    from irigrammar.views.results import as_table

    return as_table(trace, sheet())


def _convert_file(name: str, function: Conversion, jobs: int) -> bool:
    """Write the result of each line of a file, report lines without one, and return whether some line had none."""
    from irigrammar.matching.lines import blocks
    from irigrammar.processing.support.bulk import convert_blocks

    has_failed, before = False, 0
    with open_lines(name) as stream:
        for block in convert_blocks(function, blocks(stream), jobs):
            results(block.data)
            for number, text, error in block.refusals:
                has_failed = True
                shown = text if isinstance(text, str) else text.decode(errors="backslashreplace")
                report(shown, error, place=f"{name}:{before + number}: ")
            before += block.lines
    return has_failed


def report(subject: str, error: NoResult, trace: list[Step] | None = None, *, place: str = "") -> None:
    """Write on standard error why a text has no result; with a trace, the fault as a page and the steps done so far.

    `place` says where the text is. Passwords are masked, except in a trace.
    """
    say(f"{place}{brief(subject)}: {_reason(error)}")
    if trace is not None:
        if isinstance(error, NoMatch):
            from irigrammar.faults.page import fault_lines

            click.echo("\n".join(fault_lines(error.text, error.fault, sheet())), err=True)
        click.echo(_table(trace), err=True, nl=False)


def _reason(error: NoResult) -> str:
    """Return the reason for no result in words, with secrets masked."""
    if not isinstance(error, NoMatch):
        return mask(error.reason if isinstance(error, ConversionError) else str(error), whole=False)
    from irigrammar.faults.render import refusal_text

    return refusal_text(error)
