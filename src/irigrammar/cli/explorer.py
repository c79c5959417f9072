"""`iri explorer`: the page that tries strings on the grammars."""

from __future__ import annotations

import webbrowser
from typing import TextIO

import click

from irigrammar import __version__
from irigrammar.cli.options import file_options, open_named
from irigrammar.cli.output import OUTPUT, write


@click.command("explorer")
@click.option(
    "-g", "--grammar", "paths", multiple=True, metavar="FILE", help="Show this file of ABNF; may be repeated."
)
@click.option("--extends", metavar="NAME", help="The grammar that files given with -g extend.")
@click.option("--examples", type=click.File(encoding="utf-8"), help="Strings that should match, or not, with -g.")
@file_options
@click.option("--serve", is_flag=True, help="Serve the page on localhost until interrupted.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port for --serve.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser, with --serve.")
def command(
    paths: tuple[str, ...], extends: str | None, examples: TextIO | None, serve: bool, port: int, opens: bool
) -> None:
    """Write the explorer: one page that tries strings on grammars and works offline.

    It shows what is wrong with a string, with fixes, the rule where it went wrong with its diagram, the components, the
    tree, the readings step by step, the conversions, and right-to-left text. It is about the grammars of the catalog,
    or about those given with -g.

    A file for --examples has lines "valid TEXT" and "invalid TEXT"; "rule NAME" before them says for which rule, the
    start rule by default. Lines that begin with "#" are comments, and \\u{HEX} is that code point. Without --examples
    the page has strings made of the grammars, and near misses.

    Exit status: 0 written, 2 usage, or a file or port that cannot be used.
    """
    written = click.get_current_context().meta.get(OUTPUT) is not None
    if written == serve or ((port or opens) and not serve):
        raise click.UsageError("use --output FILE or --serve (--port and --open need --serve)")
    if (examples or extends) and not paths:
        raise click.UsageError("--examples and --extends need -g")
    text = _page(paths, extends, examples)
    if written:
        write(text)
        return
    from irigrammar.views.explorer.build import server

    try:
        http_server = server(text, port)
    except OSError as error:
        raise click.ClickException(f"port {port} cannot be used ({error.strerror})") from None
    with http_server:
        address = f"http://127.0.0.1:{http_server.server_address[1]}/"
        click.echo(f"Explorer running at {address} (press Ctrl-C to stop)")  # at once, also into a pipe
        if opens:
            webbrowser.open(address)
        http_server.serve_forever()


def _page(paths: tuple[str, ...], extends: str | None, examples: TextIO | None) -> str:
    """Return the page about grammars of files, or about those of the catalog where no file is named."""
    from irigrammar.views.explorer.build import page
    from irigrammar.views.explorer.own import read_examples

    own = tuple(open_named(path, extends) for path in paths)
    if catalog := [grammar.name for grammar in own if not grammar._is_own]:
        raise click.BadParameter(f"{catalog[0]} is in every page; give a file of ABNF", param_hint="-g")
    try:
        rows = read_examples(examples.read(), own) if examples else ()
    except ValueError as error:
        reason = str(error)
        if isinstance(error, UnicodeDecodeError):
            reason = f"byte 0x{error.object[error.start]:02X} is not UTF-8"
        raise click.BadParameter(f"{getattr(examples, 'name', '-')}: {reason}", param_hint="--examples") from None
    return page(__version__, own, rows)
