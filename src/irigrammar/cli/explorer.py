"""`iri explorer`: the page that tries strings on the grammars."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from irigrammar import __version__
from irigrammar.cli.options import DEFINED, IMPORTS, START, file_options, open_named
from irigrammar.files import read_regular
from irigrammar.grammars.limits import LIMITS
from irigrammar.matching.grammar import Grammar
from irigrammar.views.explorer.own import Example
from irigrammar.views.explorer.saving import SavedFiles


@click.command("explorer")
@click.option(
    "-g", "--grammar", "paths", multiple=True, metavar="FILE", help="Show this file of ABNF; may be repeated."
)
@click.option("--extends", metavar="NAME", help="The grammar that files given with -g extend.")
@click.option("--examples", metavar="FILE", help="Strings that should match, or not, with -g.")
@file_options
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port to serve at.")
@click.option("--open/--no-open", "opens", default=None, help="Open the page in the browser (default: at a terminal).")
@click.option("--write", "writes", is_flag=True, help="Let the page save to the files of -g and --examples, no others.")
@click.option("-o", "--output", metavar="FOLDER", help="Write the page as static files instead; needs --runtime.")
@click.option("--runtime", metavar="PATH", help="The npm package pyodide, which runs the library in the browser.")
@click.option("--single-file", "single", is_flag=True, help="Write one HTML file, --output, that works offline.")
def command(
    paths: tuple[str, ...],
    extends: str | None,
    examples: str | None,
    port: int,
    opens: bool | None,
    writes: bool,
    output: str | None,
    runtime: str | None,
    single: bool,
) -> None:
    """Serve the explorer on localhost: a page that tries strings on grammars, until it is interrupted.

    It shows what is wrong with a string, fixes, the diagram of the rule, the components, the tree, the automaton step
    by step, the conversions, and right-to-left text. It has the grammars of the catalog, or those given with -g. You
    can edit them there, with examples, proofs and exports; --write lets the page save. The library on this computer
    answers.

    With --output it writes static files for any web server, or with --single-file one file that works offline: the
    library then runs in the browser by Pyodide. Its runtime is an npm package, which `npm pack pyodide@314.0.7` gets;
    --runtime names that archive, or the folder that it was unpacked into.

    A file for --examples has lines "valid TEXT" and "invalid TEXT", for the start rule or after a line "rule NAME", or
    JSON objects with "text", "valid" and "rule". Lines that begin with "#" are
    comments, and \\u{HEX} is that code point. Without --examples the page has strings made of the grammars, and near
    misses.

    Exit status: 0 written, 2 usage, or a file or port that cannot be used.
    """
    if (output is None) != (runtime is None) or (single and output is None):
        from irigrammar.views.explorer.static import HOW

        raise click.UsageError(f"--output and --runtime go together, --single-file with both; {HOW}")
    if output is not None and (port or opens):
        raise click.UsageError("--port and --open serve the page; they cannot be combined with --output")
    meta = click.get_current_context().meta
    if (examples or extends or meta.get(IMPORTS) or meta.get(DEFINED) or writes) and not paths:
        raise click.UsageError("--examples, --extends, --import, --define and --write need -g")
    if meta.get(START) and not paths:
        raise click.UsageError("--start needs -g")
    if writes and output is not None:
        raise click.UsageError("--write is for the page that is served; it cannot be combined with --output")
    own = tuple(open_named(path, extends) for path in paths)
    if catalog := [grammar.name for grammar in own if not grammar._is_own]:
        raise click.BadParameter(f"{catalog[0]} is in every page; give a file of ABNF", param_hint="-g")
    rows = _examples(examples, own) if examples else ()
    if output is None or runtime is None:
        files = _saved_files(own, examples) if writes else None
        _serve(own, rows, port, files, opens=sys.stdout.isatty() if opens is None else opens)
    else:
        _write(Path(output), runtime, own, rows, single=single)


def _examples(name: str, own: tuple[Grammar, ...]) -> tuple[Example, ...]:
    """Return the examples of a file, "-" for standard input.

    Raises `click.BadParameter` if it cannot be read or is wrong.
    """
    from irigrammar.views.explorer.own import read_examples

    try:
        data = sys.stdin.buffer.read() if name == "-" else read_regular(name, LIMITS.size)
        return read_examples(data.decode(), own)
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint="--examples") from None
    except ValueError as error:
        reason = str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = f"byte 0x{error.object[error.start]:02X} is not UTF-8"
        raise click.BadParameter(f"{name}: {reason}", param_hint="--examples") from None


def _saved_files(own: tuple[Grammar, ...], examples: str | None) -> SavedFiles:
    """Return the files to save: those of the grammars and, unless it is None or "-", that of the examples.

    Raises `click.BadParameter` if they cannot be used.
    """
    try:
        return SavedFiles(own, Path(examples) if examples and examples != "-" else None)
    except (OSError, ValueError) as error:
        raise click.BadParameter(getattr(error, "strerror", None) or str(error), param_hint="--write") from None


def _serve(
    own: tuple[Grammar, ...], examples: tuple[Example, ...], port: int, files: SavedFiles | None, *, opens: bool
) -> None:
    """Run the explorer's server until it is interrupted: prints its address, and opens a browser with `opens`.

    Raises `click.ClickException` if the port cannot be used.
    """
    from irigrammar.views.explorer.server import ExplorerServer

    try:
        http_server = ExplorerServer(own, examples, port, version=__version__, files=files)
    except OSError as error:
        raise click.ClickException(f"port {port} cannot be used ({error.strerror})") from None
    with http_server:
        # At once, also into a pipe.
        click.echo(f"Explorer running at {http_server.address} (press Ctrl-C to stop)")
        with TemporaryDirectory(prefix="irigrammar-") as folder:
            if opens:
                webbrowser.open(_write_redirect(http_server.address, Path(folder)))
            http_server.serve_forever()


def _write_redirect(address: str, folder: Path) -> str:
    """Write a page that leads to an address into a folder, and return its own address: other users see the arguments of
    a browser, but not files in a folder for this user only.
    """
    file = folder / "explorer.html"
    file.write_text(f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={address}">')
    return file.as_uri()


def _write(
    output: Path, runtime: str, own: tuple[Grammar, ...], examples: tuple[Example, ...], *, single: bool
) -> None:
    """Write the explorer's files to the folder `output`, or its only page to the file `output` with `single`.

    Raises `click.BadParameter` for a wrong runtime and for files that cannot be written.
    """
    from irigrammar.views.explorer.static import PAGE, RuntimeMissing, static_files

    try:
        files = static_files(runtime, own, examples, single=single, version=__version__)
    except RuntimeMissing as error:
        raise click.BadParameter(str(error), param_hint="--runtime") from None
    try:
        if not single:
            output.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            (output if single and name == PAGE else output / name).write_bytes(data)
    except OSError as error:
        raise click.BadParameter(f"{output} cannot be written ({error.strerror})", param_hint="--output") from None
