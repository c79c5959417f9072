"""`iri explorer`: the page that tries strings on the grammars."""

from __future__ import annotations

import webbrowser

import click

from irigrammar import __version__
from irigrammar.cli.output import OUTPUT, write


@click.command("explorer")
@click.option("--serve", is_flag=True, help="Serve the page on localhost until interrupted.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Port for --serve.")
@click.option("--open", "opens", is_flag=True, help="Open the page in the browser, with --serve.")
def command(serve: bool, port: int, opens: bool) -> None:
    """Write the explorer: one page that tries strings on all grammars of the catalog and works offline.

    It shows the verdicts of several grammars side by side, the fault with what is allowed there and fixes, the tree,
    the rules with their diagrams, the conversions with their steps, and the order of right-to-left text.

    Exit status: 0 written, 2 usage, or a file or port that cannot be used.
    """
    written = click.get_current_context().meta.get(OUTPUT) is not None
    if written == serve or ((port or opens) and not serve):
        raise click.UsageError("use --output FILE or --serve (--port and --open need --serve)")
    from irigrammar.views.explorer.build import page

    if written:
        write(page(__version__))
        return
    from irigrammar.views.explorer.build import server

    try:
        http_server = server(page(__version__), port)
    except OSError as error:
        raise click.ClickException(f"port {port} cannot be used ({error.strerror})") from None
    with http_server:
        address = f"http://127.0.0.1:{http_server.server_address[1]}/"
        click.echo(f"Explorer running at {address} (press Ctrl-C to stop)")  # at once, also into a pipe
        if opens:
            webbrowser.open(address)
        http_server.serve_forever()
