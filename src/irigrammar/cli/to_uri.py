"""`iri to-uri`: IRIs mapped to URIs."""

from __future__ import annotations

import click

from irigrammar.cli.conversion import (
    Sources,
    convert,
    grammar_option,
    query_charset_option,
    source_options,
    steps_options,
)
from irigrammar.processing.host import POLICIES
from irigrammar.processing.to_uri import iri_to_uri


@click.command("to-uri")
@source_options
@grammar_option()
@click.option("--host", type=click.Choice(POLICIES), default="idna", show_default=True, help="How hosts are converted.")
@query_charset_option("--query-charset", "The charset of http and https queries.")
@click.option("--scheme-rules", is_flag=True, help="Check the result against the scheme's own grammar too.")
@steps_options
def command(
    texts: tuple[str, ...],
    encoding: str,
    escaped: bool,
    grammar_name: str,
    host: str,
    query_charset: str,
    scheme_rules: bool,
    steps: bool,
    form: str,
) -> None:
    """Map each IRI reference TEXT to a URI reference (RFC 3987, 3.1); lines of standard input where there is no TEXT.

    Hosts that are domain names are converted by IDNA, label by label; what is ASCII already stays as it is.

    Exit status: 0 all mapped, 1 some TEXT is no IRI reference or has no URI, 2 usage.
    """
    raise convert(
        Sources(texts, encoding, escaped),
        lambda text, trace: iri_to_uri(
            text,
            host=host,
            query_charset=query_charset,
            grammar=grammar_name,
            scheme_rules=scheme_rules,
            trace=trace,
        ),
        steps=steps,
        form=form,
    )
