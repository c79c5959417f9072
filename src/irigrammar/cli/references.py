"""`iri normalize`, `iri resolve` and `iri relativize`."""

from __future__ import annotations

from functools import partial

import click

from irigrammar.cli.conversions import (
    Conversion,
    authority_option,
    checked_base,
    conversion,
    grammar_option,
    source_options,
)
from irigrammar.processing.browser import AuthorityChoice
from irigrammar.processing.normalize import Level, normalize
from irigrammar.processing.resolve import relativize, resolve


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
@conversion
def normalize_command(grammar_name: str, authority: AuthorityChoice, level: Level) -> Conversion:
    """Write each TEXT in normal form (RFC 3987, 5.3.2 and 5.3.3); lines of standard input where there is no TEXT.

    Exit status: 0 all written, 1 some TEXT is not in the grammar, 2 usage.
    """
    return partial(normalize, level=level, grammar=grammar_name, authority=authority)


@click.command("resolve")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@click.option("--not-strict", is_flag=True, help="A reference with the base's scheme counts as one without.")
@conversion
def resolve_command(base: str, grammar_name: str, authority: AuthorityChoice, not_strict: bool) -> Conversion:
    """Resolve each reference TEXT against BASE (RFC 3986, 5.2); lines of standard input where there is no TEXT.

    Exit status: 0 all resolved, 1 some TEXT is not in the grammar, 2 usage, or BASE is not absolute.
    """
    return partial(
        resolve, checked_base(base, grammar_name), strict=not not_strict, grammar=grammar_name, authority=authority
    )


@click.command("relativize")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@conversion
def relativize_command(base: str, grammar_name: str, authority: AuthorityChoice) -> Conversion:
    """Write each TEXT as the shortest reference that resolves to it against BASE (RFC 3986, 4.2 and 5.2); lines of
    standard input where there is no TEXT.

    Exit status: 0 all written, 1 some TEXT is not in the grammar or cannot be written so, 2 usage, or
    BASE is not absolute.
    """
    return partial(relativize, checked_base(base, grammar_name), grammar=grammar_name, authority=authority)
