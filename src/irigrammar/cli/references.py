"""`iri normalize`, `iri resolve` and `iri relativize`."""

from __future__ import annotations

import click

from irigrammar.cli.conversions import (
    Sources,
    authority_option,
    checked_base,
    convert,
    grammar_option,
    source_options,
    steps_options,
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
@steps_options
def normalize_command(
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


@click.command("resolve")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@click.option("--not-strict", is_flag=True, help="A reference with the base's scheme counts as one without.")
@steps_options
def resolve_command(
    base: str,
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    authority: AuthorityChoice,
    not_strict: bool,
    steps: bool,
    form: str,
) -> None:
    """Resolve each reference TEXT against BASE (RFC 3986, 5.2); lines of standard input where there is no TEXT.

    Exit status: 0 all resolved, 1 some TEXT is not in the grammar, 2 usage, or BASE is not absolute.
    """
    base = checked_base(base, escaped, grammar_name)
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: resolve(
            base, text, strict=not not_strict, grammar=grammar_name, authority=authority, trace=trace
        ),
        steps=steps,
        form=form,
    )


@click.command("relativize")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@steps_options
def relativize_command(
    base: str,
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    authority: AuthorityChoice,
    steps: bool,
    form: str,
) -> None:
    """Write each TEXT as the shortest reference that resolves to it against BASE (RFC 3986, 4.2 and 5.2); lines of
    standard input where there is no TEXT.

    Exit status: 0 all written, 1 some TEXT is not in the grammar or cannot be written so, 2 usage, or
    BASE is not absolute.
    """
    base = checked_base(base, escaped, grammar_name)
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: relativize(base, text, grammar=grammar_name, authority=authority, trace=trace),
        steps=steps,
        form=form,
    )
