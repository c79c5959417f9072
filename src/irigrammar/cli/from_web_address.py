"""`iri from-web-address`: Web Addresses mapped to IRIs."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import (
    Sources,
    authority_option,
    convert,
    query_charset_option,
    source_options,
    steps_options,
)
from irigrammar.processing.browser import AuthorityChoice
from irigrammar.processing.web_address import web_address_to_iri


@click.command("from-web-address")
@source_options
@query_charset_option("--charset", "The document's charset, which queries are in.")
@authority_option
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    charset: str,
    authority: AuthorityChoice,
    steps: bool,
    form: str,
) -> None:
    """Map each Web Address TEXT, as browsers take them, to an IRI reference (3987bis-04, 7.2); lines of standard input
    where there is no TEXT.

    Exit status: 0 all mapped, 1 some TEXT is none or would change its authority, 2 usage.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: web_address_to_iri(text, charset=charset, authority=authority, trace=trace),
        steps=steps,
        form=form,
    )
