"""`iri from-leiri`: LEIRIs mapped to IRIs."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import Sources, convert, grammar_option, source_options, steps_options
from irigrammar.processing.leiri import leiri_to_iri


@click.command("from-leiri")
@source_options
@grammar_option("leiri")
@click.option("--no-check", is_flag=True, help="Map any string at all, without asking whether it is a LEIRI.")
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    no_check: bool,
    steps: bool,
    form: str,
) -> None:
    """Map each Legacy Extended IRI reference TEXT to an IRI reference (LEIRI Note, 4; 3987bis-04, 7.1); lines of
    standard input where there is no TEXT.

    Exit status: 0 all mapped, 1 some TEXT is none, 2 usage.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: leiri_to_iri(text, check=not no_check, grammar=grammar_name, trace=trace),
        steps=steps,
        form=form,
    )
