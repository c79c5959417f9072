"""`iri normalize`: normal forms."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import (
    Sources,
    authority_option,
    convert,
    grammar_option,
    source_options,
    steps_options,
)
from irigrammar.processing.browser import AuthorityChoice
from irigrammar.processing.normalize import Level, normalize


@click.command("normalize")
@source_options
@grammar_option()
@authority_option
@click.option(
    "--level",
    type=click.Choice(["syntax", "scheme"]),
    default="syntax",
    show_default=True,
    help="By syntax alone, or by what is known of the scheme too.",
)
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    authority: AuthorityChoice,
    level: Level,
    steps: bool,
    form: str,
) -> None:
    """Write each TEXT in normal form (RFC 3987, 5.3.2 and 5.3.3); lines of standard input where there is no TEXT.

    Exit status: 0 all written, 1 some TEXT is not in the grammar, 2 usage.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: normalize(text, level=level, grammar=grammar_name, authority=authority, trace=trace),
        steps=steps,
        form=form,
    )
