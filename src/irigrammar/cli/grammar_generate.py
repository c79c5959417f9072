"""`iri grammar generate`: a rule's validator in another language."""

from __future__ import annotations

from pathlib import Path

import click

from irigrammar.cli.options import Production, matcher_options
from irigrammar.cli.output import output_file, write, written
from irigrammar.errors import IrigrammarError
from irigrammar.exports.validators import LANGUAGES, declarations, generate


@click.command("generate")
@matcher_options
@click.option("--to", required=True, type=click.Choice(list(LANGUAGES)), help="The language.")
@click.option("--prefix", metavar="NAME", help="The first part of names; by default the rule's name.")
@click.option("--split/--no-split", default=True, show_default=True, help="For a reference, write `split`, too.")
def command(production: Production, to: str, prefix: str | None, split: bool) -> None:
    """Write a validator for a rule in another language: one source file without dependencies, whose tables are the
    minimal automaton of the rule. It has `matches`, `fault`, the offset of the first fault, and for a
    reference `split`, the spans of its components.

    With --to javascript and --output, the declarations for TypeScript are written beside the file.

    Exit status: 0; 2 if the rule is recursive or its automaton too large.
    """
    matcher = production.open()
    try:
        source = generate(matcher, to, prefix=prefix, split=split)
    except IrigrammarError:
        raise
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--prefix") from None
    write(source)
    if to == "javascript" and (name := output_file()):
        path = Path(name)
        with written(str(path.with_suffix(f".d{path.suffix.replace('js', 'ts')}"))) as stream:
            stream.write(declarations(matcher, split=split))
