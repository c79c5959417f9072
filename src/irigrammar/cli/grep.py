"""`iri grep`: print the lines that have a match of a rule, or the matches.

Options, output and exit status are those of GNU grep, except that `-r` names the rule, and that folders are searched.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, cast

import click
from click.core import ParameterSource

from irigrammar.cli.options import FilesCommand, Production, number_option, production_options
from irigrammar.cli.output import Screen, encoding, is_quiet, paint, painter, say, show
from irigrammar.dataclass import NamedTuple
from irigrammar.engines.search import Output
from irigrammar.errors import UnknownRule
from irigrammar.files import LONGEST_LINE, Place, open_place

if TYPE_CHECKING:
    from io import BufferedIOBase

    from irigrammar.engines.search import Lines, Search

_STDIN, _STDIN_NAME, _STDIN_PATH = "-", "(standard input)", "<stdin>"  # as typed, as grep prints it, in records
_BLOCK = 1 << 20  # bytes that are read at a time
_NUL, _FEED = b"\0", b"\n"


@click.command("grep", cls=FilesCommand)
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
@production_options("The rule to search for.")
@click.option("-o", "--only-matching", is_flag=True, help="Print only the matches, each in its own line.")
@click.option("-c", "--count", is_flag=True, help="Print how many lines of each file are selected.")
@click.option("-l", "--files-with-matches", "listing", flag_value="selected", help="Print only the names of files.")
@click.option(
    "-L", "--files-without-match", "listing", flag_value="others", help="Print the names of files without any."
)
@click.option("-n", "--line-number", "numbers", is_flag=True, help="Print the line's number before it, from 1.")
@click.option("-v", "--invert-match", "invert", is_flag=True, help="Select the lines without a match.")
@click.option(
    "-m", "--max-count", "most", type=int, default=-1, metavar="N", help="Stop a file after N selected lines."
)
@click.option("-H", "--with-filename/--no-filename", "with_names", default=None, help="Print names of files, or none.")
@click.option("-z", "--null-data", is_flag=True, help="Lines end with a NUL byte, not with a line feed.")
@click.option("-a", "--text", "as_text", is_flag=True, help="Print lines of binary files, too.")
@click.option("-R", "--recursive", is_flag=True, help="Without FILE search the current folder, not standard input.")
@click.option("--include", multiple=True, metavar="GLOB", help="Search only files that match (repeatable).")
@click.option("--exclude", multiple=True, metavar="GLOB", help="Skip files and folders that match (repeatable).")
@click.option("--no-gitignore", is_flag=True, help="Also search what .gitignore files exclude.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print a line of JSON for each selected line, with -o each match."
)
@number_option("--max-line", LONGEST_LINE, least=_BLOCK, metavar="BYTES", help="Longest line.")
def command(
    grammar_name: str,
    rule: str | None,
    extends: str | None,
    files: tuple[str, ...],
    only_matching: bool,
    count: bool,
    listing: str | None,
    numbers: bool,
    invert: bool,
    most: int,
    with_names: bool | None,
    null_data: bool,
    as_text: bool,
    recursive: bool,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    no_gitignore: bool,
    as_json: bool,
    max_line: int,
) -> None:
    """Print the lines of each FILE that have a match of a rule.

    A FILE may be a folder, of which all files are searched except those that git ignores, or - for standard input,
    which is the default. A match is the longest of the leftmost ones, and never crosses the end of a line. Bytes that
    are not UTF-8 match nothing. What goes to a file or a pipe is exact; on a terminal control characters are escaped.

    A file with a NUL byte is binary: only that it has a selected line is reported, on standard error. So is a selected
    line that is not UTF-8. --text prints them.

    Exit status: 0 a line is selected, 1 none is, 2 an error, unless --quiet is given and a line is selected.
    """
    quiet = is_quiet()
    if as_json and (count or listing):
        raise click.UsageError("--json cannot be combined with --count, --files-with-matches or --files-without-match")
    names = files or (("",) if recursive else (_STDIN,))
    if names == (_STDIN,) and not files and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("nothing to search: give a FILE, a folder or standard input (-)")
    search = _search(Production(grammar_name, rule, extends))
    if most == 0 and listing != "others":
        raise click.exceptions.Exit(1)
    if quiet or listing or count:
        output = Output.NOTHING
    elif as_json or sys.stdout.isatty() or painter() is paint:
        output = Output.ROWS
    else:
        output = Output.MATCHES if only_matching else Output.LINES
    run = _Run(
        search=search,
        output=output,
        feed=_NUL if null_data else _FEED,
        invert=invert,
        most=min(most, 1) if most >= 0 and (quiet or listing) else 1 if quiet or listing else max(most, -1),
        with_names=len(names) > 1 or os.path.isdir(names[0] or os.curdir) if with_names is None else with_names,  # noqa: PTH112  # pathlib is slow to import
        numbers=numbers,
        only_matching=only_matching,
        as_text=as_text or as_json,
        as_json=as_json,
        is_exact=not sys.stdout.isatty(),
        paint=painter(),
        screen=Screen(),
        max_line=max_line,
        unreadable=[],
    )
    has_selected = False
    for source in run.sources(names, include, exclude, respect_gitignore=not no_gitignore):
        selected = run.search_source(source)
        if selected is None:
            continue
        has_selected |= selected > 0
        if quiet and has_selected:
            break
        if listing and (selected > 0) == (listing == "selected"):
            run.write(f"{run.paint(run.show(source.name), 'file')}\n")
        elif count and not listing and not quiet:
            run.write(f"{run.head(source.name)}{selected}\n")
    if run.unreadable and not (quiet and has_selected):
        raise click.exceptions.Exit(2)
    raise click.exceptions.Exit(int(not has_selected))


def _search(production: Production) -> Search:
    """Return the search for a rule. Raises `click.UsageError` without a rule, or for an unknown one if no grammar was
    given, and `GrammarError` for a recursive rule.
    """
    if production.rule is None:
        raise click.UsageError("give the rule to search for with -r RULE")
    try:
        return production.open()._production.search
    except UnknownRule as error:
        if click.get_current_context().get_parameter_source("grammar_name") is ParameterSource.DEFAULT:
            raise click.UsageError(f"{error} (-g names the grammar that has it)") from None
        raise


class _Source(NamedTuple):
    """A file: its name in the output, and its path or, in a folder, its place; None for standard input."""

    name: str
    place: str | Place | None

    def open(self) -> AbstractContextManager[BufferedIOBase]:
        """Return the open file; standard input stays open after it. Raises `OSError`."""
        if self.place is None:
            return nullcontext(cast("BufferedIOBase", sys.stdin.buffer))
        if isinstance(self.place, str):
            return open(self.place, "rb")  # noqa: PTH123  # pathlib is slow to import
        return cast("BufferedIOBase", open_place(self.place))


class _Run(NamedTuple):
    """The search of one run, and its output.

    `most` is of selected lines in a file, -1 for no limit. `is_exact` is false for a terminal. `unreadable` are the
    names of files that cannot be read.
    """

    search: Search
    output: Output
    feed: bytes
    invert: bool
    most: int
    with_names: bool
    numbers: bool
    only_matching: bool
    as_text: bool
    as_json: bool
    is_exact: bool
    paint: Callable[[str, str], str]
    screen: Screen
    max_line: int
    unreadable: list[str]

    def sources(
        self, names: Sequence[str], include: tuple[str, ...], exclude: tuple[str, ...], *, respect_gitignore: bool
    ) -> Iterator[_Source]:
        """Yield the files of names: those whose own names the patterns allow, or that do not exist, and those in
        folders, in the order of their names; "-" is standard input, "" the current folder.
        """
        for name in names:
            if name == _STDIN:
                yield _Source(_STDIN_NAME, None)
            elif os.path.isdir(name or os.curdir):  # noqa: PTH112  # pathlib is slow to import
                yield from self._files_in(name, include, exclude, respect_gitignore=respect_gitignore)
            elif not os.path.exists(name) or _is_included(os.path.basename(name), include, exclude):  # noqa: PTH110, PTH119
                yield _Source(name, name)

    def _files_in(
        self, folder: str, include: tuple[str, ...], exclude: tuple[str, ...], *, respect_gitignore: bool
    ) -> Iterator[_Source]:
        from pathlib import Path

        from irigrammar.scan.files import walk
        from irigrammar.scan.settings import Settings

        settings = Settings(include=include, exclude=exclude, respect_gitignore=respect_gitignore)
        is_empty = True
        for target in walk(Path(folder), settings):
            if target.place is None and target.reason:
                self.report_unreadable(target.path, OSError(0, target.reason))
            elif target.place is not None and not target.place.link:  # as grep -r, links are not followed
                is_empty = False
                yield _Source(os.path.join(folder, *target.place.names), target.place)  # noqa: PTH118
        if is_empty and not is_quiet():
            say(f"{folder or os.curdir}: no files to search; check --include, --exclude and what .gitignore leaves out")

    def search_source(self, source: _Source) -> int | None:
        """Search a file and write the selected lines; return their number, None for a file that cannot be
        opened. A binary file with selected lines is reported.
        """
        name = source.name
        with ExitStack() as stack:
            try:
                stream = stack.enter_context(source.open())
                if self.output and _is_output(stream):
                    raise OSError(0, "it is also the output")
            except OSError as error:
                self.report_unreadable(name, error)
                return None
            progress = stack.enter_context(self.screen.progress_of(stream, name))
            prefix = b"" if not self.with_names else os.fsencode(name) + b":"
            selected, number, offset = 0, 1, 0
            is_hidden = False  # whether a selected line was not written
            on_error = partial(self.report_unreadable, name)
            blocks = read_blocks(stream, self.feed, as_text=self.as_text, max_line=self.max_line, on_error=on_error)
            for block, has_nul in blocks:
                is_binary = has_nul and bool(self.output)
                lines = self.search.lines(
                    block,
                    Output.NOTHING if is_binary else self.output,
                    feed=self.feed,
                    invert=self.invert,
                    most=1 if is_binary else max(self.most - selected, -1),
                    prefix=prefix,
                    number=number if self.numbers else -1,
                )
                selected += lines.selected
                is_hidden |= (
                    bool(lines.selected) if is_binary else not self._write_lines(source, lines, block, number, offset)
                )
                if (is_binary and is_hidden) or selected == self.most:
                    break
                number += lines.line_count
                offset += len(block)
                if progress is not None:
                    progress(len(block))
        if is_hidden:
            say(f"{name}: binary file matches")
        return selected

    def _write_lines(self, source: _Source, lines: Lines, block: memoryview, number: int, offset: int) -> bool:
        """Write the output of a search of a block, whose first line has a number, at an offset of the file; return
        whether it is complete: a line that is not UTF-8 is left out unless it is text.
        """
        if self.output == Output.ROWS:
            return self._write_rows(source, lines, block, number, offset)
        data, is_complete = lines.output, True
        if self.output == Output.LINES and not self.as_text and not _is_utf8(data):
            size = len(os.fsencode(source.name)) + 1 if self.with_names else 0
            rows = data[:-1].split(self.feed)
            shown = [row for row in rows if _is_utf8(row[size:])]
            data, is_complete = b"".join(row + self.feed for row in shown), len(shown) == len(rows)
        if data:
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
        return is_complete

    def _write_rows(self, source: _Source, lines: Lines, block: memoryview, number: int, offset: int) -> bool:
        is_complete = True
        pieces: list[str] = []
        for (index, start, end), rows in groupby(lines.rows(), lambda row: row[:3]):
            line = bytes(block[start:end])
            spans = [(row.match_start - start, row.match_end - start) for row in rows if row.match_start >= 0]
            if self.as_json:
                path = _STDIN_PATH if source.place is None else source.name
                pieces += self._json({"path": path, "line": number + index}, line, spans, offset + start)
            elif self.as_text or self.only_matching or _is_utf8(line):
                pieces += self._painted(self.head(source.name, number + index), line, spans)
            else:
                is_complete = False
        self.write("".join(pieces))
        return is_complete

    def _json(
        self, place: dict[str, object], line: bytes, spans: Sequence[tuple[int, int]], offset: int
    ) -> Iterator[str]:
        """Yield the record of a line, or those of its matches: columns in code points from 1, bytes from the start of
        the file.
        """
        from json import dumps

        columns = _code_points(line, spans, partial(bytes.decode, errors="surrogateescape"))
        matches: list[dict[str, object]] = [
            {
                "text": line[start:end].decode(),
                "column": first + 1,
                "end_column": after + 1,
                "byte_offset": offset + start,
                "end_byte_offset": offset + end,
            }
            for (start, end), (first, after) in zip(spans, columns, strict=True)
        ]
        text = line.decode(errors="backslashreplace")
        for row in matches if self.only_matching else ({"text": text, "matches": matches},):
            yield dumps(place | row) + "\n"

    def _painted(self, head: str, line: bytes, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
        """Yield a line, or its matches, with the heads of lines, in colors; for a terminal with escapes."""
        decode = partial(bytes.decode, errors="surrogateescape" if self.is_exact else "backslashreplace")
        characters = decode(line) if self.is_exact else _visible(decode(line))
        feed = self.feed.decode()
        parts: list[str] = []
        before = 0
        for start, end in _code_points(line, spans, decode):
            match = self.paint("".join(characters[start:end]), "match")
            parts += (head, match, feed) if self.only_matching else (*characters[before:start], match)
            before = end
        return iter(parts if self.only_matching else (head, *parts, *characters[before:], feed))

    def head(self, name: str, number: int | None = None) -> str:
        """Return the head of a line or a count: the file's name and the line's number, if they are asked for."""
        colon = self.paint(":", "separator")
        head = f"{self.paint(self.show(name), 'file')}{colon}" if self.with_names else ""
        return f"{head}{self.paint(str(number), 'number')}{colon}" if number is not None and self.numbers else head

    def show(self, name: str) -> str:
        """Return the name of a file, with escapes for a terminal."""
        return name if self.is_exact else show(name)

    def write(self, text: str) -> None:
        """Write to standard output at once: exactly, unless it is a terminal."""
        if not self.is_exact:
            self.screen.write(text)
        elif text:
            sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
        sys.stdout.flush()

    def report_unreadable(self, name: str, error: OSError) -> None:
        """Report that a file cannot be read, and why."""
        say(f"{name}: cannot be read ({error.strerror})")
        self.unreadable.append(name)


def read_blocks(
    stream: BufferedIOBase, feed: bytes, *, as_text: bool, max_line: int, on_error: Callable[[OSError], object]
) -> Iterator[tuple[memoryview, bool]]:
    """Yield whole lines of a stream as they come, the last one perhaps without an end, each time with whether the file
    is binary: a NUL byte has been read, and is neither text nor an end of lines. From then on it is one, as in grep.
    The lines are overwritten by the next ones.

    An error in reading, or a line of more than `max_line` bytes, of which a block has at most as many, ends them.
    """
    buffer = memoryview(bytearray(2 * _BLOCK))
    size, is_binary = 0, False  # bytes of a line that has not ended, at the start of the buffer
    while True:
        if len(buffer) < size + _BLOCK:
            larger = memoryview(bytearray(2 * len(buffer)))
            larger[:size] = buffer[:size]
            buffer = larger
        data = cast("bytearray", buffer.obj)
        try:
            end = size + stream.readinto1(buffer[size : size + _BLOCK])
            first = data.find(feed, size, end) if size else 0
            if (first if first >= 0 else end) > max_line:
                raise OSError(0, f"a line has more than {max_line:,} bytes; --max-line allows more")
        except OSError as error:
            on_error(error)
            return
        if end == size:
            break
        if not as_text and feed != _NUL and (is_binary or data.find(_NUL, size, end) >= 0):
            data[size:end], is_binary = data[size:end].replace(_NUL, feed), True
        after = data.rfind(feed, size, end) + 1
        if after:
            yield buffer[:after], is_binary
        buffer[: end - after] = buffer[after:end]
        size = end - after
    if size:
        yield buffer[:size], is_binary


def _is_included(name: str, include: tuple[str, ...], exclude: tuple[str, ...]) -> bool:
    """Return whether patterns allow a file that is named, by its name without folders."""
    if not include and not exclude:
        return True
    from irigrammar.scan.patterns import spec

    return not spec(exclude).match_file(name) and (not include or bool(spec(include).match_file(name)))


def _is_output(stream: BufferedIOBase) -> bool:
    """Return whether a regular file is also standard output, where a search would find its own output."""
    with suppress(OSError):  # one of them has no descriptor
        source, output = os.fstat(stream.fileno()), os.fstat(sys.stdout.fileno())
        return stat.S_ISREG(source.st_mode) and os.path.samestat(source, output)
    return False


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _code_points(
    line: bytes, spans: Sequence[tuple[int, int]], decode: Callable[[bytes], str]
) -> Iterator[tuple[int, int]]:
    """Yield spans of bytes of a line as spans of the characters that `decode` makes of it."""
    size = position = 0
    for start, end in spans:
        first = size + len(decode(line[position:start]))
        size, position = first + len(decode(line[start:end])), end
        yield first, size


def _visible(line: str) -> Sequence[str]:
    """Return how a terminal shows each character of a line: tabs as they are, a CR at the end as nothing, and escapes
    as `show` writes them.
    """
    if line.isascii() and line.isprintable() and "\\" not in line:
        return line
    from irigrammar.text.names import visible_characters

    # A character before the line, since only the log of a CI system has commands, and it is not a terminal.
    pairs = zip(line, visible_characters(f".{line}", encoding())[1:], strict=True)
    shown = [char if char == "\t" else escape for char, escape in pairs]
    return [*shown[:-1], ""] if line.endswith("\r") else shown
