"""`iri resolve`: references resolved against a base."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import (
    Sources,
    authority_option,
    checked_base,
    convert,
    grammar_option,
    source_options,
    steps_options,
)
from irigrammar.processing.browser import AuthorityChoice
from irigrammar.processing.resolve import resolve


@click.command("resolve")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@click.option("--not-strict", is_flag=True, help="A reference with the base's scheme counts as one without.")
@steps_options
def command(
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
