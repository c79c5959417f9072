"""`iri split`: the components of a reference."""

from __future__ import annotations

import json

import click

from irigrammar.cli.options import escaped_option, format_option, matcher_options, open_matcher, read_texts
from irigrammar.cli.output import painter, reporter, show, write
from irigrammar.conformance.record import fault_record
from irigrammar.errors import NoMatch
from irigrammar.matching.components import Components

__all__ = ["command"]


@click.command("split")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@matcher_options
@format_option("text", "json", "jsonl")
@escaped_option
def command(
    texts: tuple[str, ...], grammar_name: str, rule: str | None, extends: str | None, form: str, escaped: bool
) -> None:
    """Split each TEXT into its components: scheme, authority, userinfo, host, port, path, query, fragment.

    In text, components that are absent are left out and empty ones are shown as "(empty)"; in JSON they are null
    and "". The kind of host is the production that matched it.

    Exit status: 0 all split, 1 some TEXT does not match, 2 usage.
    """
    matcher = open_matcher(grammar_name, rule, extends)
    found: list[dict[str, str | None]] = []
    failed = False
    for at, text in enumerate(read_texts(texts, escaped)):
        try:
            components = matcher.split(text)
        except NoMatch as error:
            failed = True
            reporter("text" if form == "text" else "jsonl").add(fault_record(matcher, text, error.fault, None, None))
            continue
        if form == "text":
            _write_text(components, at > 0)
        else:
            found.append(components._asdict())
    if form == "json" and found:
        write(json.dumps(found[0] if len(texts) == 1 else found, indent=2) + "\n")
    elif form == "jsonl":
        for row in found:
            write(json.dumps(row) + "\n")
    raise click.exceptions.Exit(1 if failed else 0)


def _write_text(components: Components, again: bool) -> None:
    paint = painter()
    if again:
        write("\n")
    for name, value in components._asdict().items():
        if value is not None:
            label = name.replace("_", " ")
            write(f"{paint(f'{label:<9}', 'path')}  {show(value) if value else paint('(empty)', 'faint')}\n")
