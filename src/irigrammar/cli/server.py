"""`iri server`: findings in editors, by the Language Server Protocol."""

from __future__ import annotations

import click

from irigrammar import __version__
from irigrammar.cli.output import speaks_protocol


@click.command("server")
@speaks_protocol
def command() -> None:
    """Serve the findings of `iri scan` to an editor, by the Language Server Protocol on standard input and output.

    Documents are scanned while you type, unsaved text included, with the nearest irigrammar.toml, or pyproject.toml
    with its table, above each document. Fixes and ignore comments are code actions; hover shows the page of a code. It
    needs the extra lsp: pip install 'irigrammar[lsp]'.

    Exit status: 0 when the editor ends it, 1 when it does so without asking before, 2 without the extra.
    """
    from irigrammar.integrations.lsp import serve

    raise click.exceptions.Exit(serve(__version__))
