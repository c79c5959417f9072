"""`iri prepare`: arbitrary strings made ready."""

from __future__ import annotations

import click

from irigrammar.cli.conversions import Sources, convert, source_options, steps_options
from irigrammar.processing.prepare import References, Spaces, prepare


@click.command("prepare")
@source_options
@click.option(
    "--spaces",
    type=click.Choice(["encode", "remove", "split"]),
    default="encode",
    show_default=True,
    help="Spaces become %20, go, or part one reference from the next.",
)
@click.option(
    "--references",
    type=click.Choice(["none", "numeric", "html"]),
    default="none",
    show_default=True,
    help="Character references that are decoded.",
)
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    spaces: Spaces,
    references: References,
    steps: bool,
    form: str,
) -> None:
    """Make each TEXT ready to be read as a reference (draft-weber-iri-guidelines-00, 4): white space off the ends,
    character references, spaces; lines of standard input where there is no TEXT.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: prepare(text, spaces=spaces, references=references, trace=trace),
        steps=steps,
        form=form,
    )
