"""`iri relativize`: the shortest references from a base."""

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
from irigrammar.processing.resolve import relativize


@click.command("relativize")
@click.argument("base", metavar="BASE")
@source_options
@grammar_option()
@authority_option
@steps_options
def command(
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
