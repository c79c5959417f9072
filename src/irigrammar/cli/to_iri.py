"""`iri to-iri`: URIs mapped to IRIs."""

from __future__ import annotations

from typing import Literal

import click

from irigrammar.cli.conversion import Sources, convert, grammar_option, source_options, steps_options
from irigrammar.processing.to_iri import uri_to_iri


@click.command("to-iri")
@source_options
@grammar_option()
@click.option(
    "--host",
    type=click.Choice(["unicode", "keep"]),
    default="unicode",
    show_default=True,
    help="Whether labels of domain names are shown in Unicode.",
)
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    host: Literal["unicode", "keep"],
    steps: bool,
    form: str,
) -> None:
    """Map each URI reference TEXT to an IRI reference (RFC 3987, 3.2); lines of standard input where there is no TEXT.

    Only what maps back to the same URI is decoded.

    Exit status: 0 all mapped, 1 some TEXT is no URI reference, 2 usage.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: uri_to_iri(text, host=host, grammar=grammar_name, trace=trace),
        steps=steps,
        form=form,
    )
