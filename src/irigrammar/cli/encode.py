"""`iri encode`: data written as a component."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import Sources, charset_option, convert, source_options, steps_options
from irigrammar.matching.grammar import open_grammar
from irigrammar.processing.build import encode


@click.command("encode")
@source_options
@click.option(
    "-g", "--grammar", "grammar_name", default="rfc3987", show_default=True, metavar="NAME|FILE", help="The grammar."
)
@click.option("-r", "--rule", required=True, metavar="RULE", help="The production: segment, isegment, query, ...")
@charset_option("--charset", "The charset of the octets.")
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    rule: str,
    charset: str,
    steps: bool,
    form: str,
) -> None:
    """Write each TEXT, which is data such as a file's name, as a string of a production: what cannot stand in it is
    percent-encoded, "%" and delimiters too (RFC 3986, 2.4); lines of standard input where there is no TEXT.

    Exit status: 0 all written, 1 some TEXT cannot be, 2 usage.
    """
    grammar = open_grammar(grammar_name)
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: encode(text, rule, grammar=grammar, charset=charset, trace=trace),
        steps=steps,
        form=form,
    )
