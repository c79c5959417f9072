"""`iri split`: the components of a reference."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import get_args

import click

from irigrammar.cli.conversion import steps_option
from irigrammar.cli.options import escaped_option, format_option, matcher_options, open_matcher, read_texts
from irigrammar.cli.output import painter, reporter, sheet, show, write
from irigrammar.conformance.record import fault_record
from irigrammar.errors import NoMatch
from irigrammar.matching.components import Components
from irigrammar.processing.liberal import Form, split_liberal
from irigrammar.processing.trace import Step
from irigrammar.teaching.repairs import as_dict, as_lines

__all__ = ["command"]


@click.command("split")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@matcher_options
@click.option("--liberal", is_flag=True, help="Take any string: what cannot stay is repaired, and reported.")
@click.option(
    "--form",
    "target",
    type=click.Choice(get_args(Form)),
    help="With --liberal: whether an IRI's components are wanted or a URI's.  [default: iri]",
)
@steps_option
@format_option("text", "json", "jsonl")
@escaped_option
def command(
    texts: tuple[str, ...],
    grammar_name: str,
    rule: str | None,
    extends: str | None,
    liberal: bool,
    target: Form | None,
    steps: bool,
    form: str,
    escaped: bool,
) -> None:
    """Split each TEXT into its components: scheme, authority, userinfo, host, port, path, query, fragment.

    In text, components that are absent are left out and empty ones are shown as "(empty)"; in JSON they are null
    and "". The kind of host is the production that matched it. With --liberal the repairs follow, and --steps shows
    how they came about (draft-weber-iri-guidelines-00, 5).

    Exit status: 0 all split, 1 some TEXT does not match, 2 usage. With --liberal every TEXT is split.
    """
    given = read_texts(texts, escaped)
    if liberal:
        _check_unused("--liberal takes any string: {} does not go with it", "grammar_name", "rule", "extends")
        _split_liberally(given, target or get_args(Form)[0], steps, form)
        return
    _check_unused("{} goes with --liberal", "target", "steps")
    matcher = open_matcher(grammar_name, rule, extends)
    found: list[dict[str, str | None]] = []
    failed = False
    for at, text in enumerate(given):
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
    _write_json(found, form, alone=len(texts) == 1)
    raise click.exceptions.Exit(1 if failed else 0)


def _split_liberally(texts: list[str | bytes], target: Form, steps: bool, form: str) -> None:
    rows = []
    for at, text in enumerate(texts):
        trace: list[Step] = []
        # An octet that is not UTF-8 becomes a surrogate, which is repaired as any other.
        decoded = text if isinstance(text, str) else text.decode(errors="surrogateescape")
        made = split_liberal(decoded, form=target, trace=trace)
        if form == "text":
            _write_text(made.components, at > 0)
            write("".join(f"{line}\n" for line in as_lines(made, trace if steps else None, sheet())))
        else:
            rows.append(as_dict(made, trace if steps else None))
    _write_json(rows, form, alone=len(texts) == 1)


def _check_unused(said: str, *parameters: str) -> None:
    """Raise a usage error for an option that was given."""
    context = click.get_current_context()
    for option in context.command.params:
        if option.name in parameters and (
            context.get_parameter_source(option.name) != click.core.ParameterSource.DEFAULT
        ):
            raise click.UsageError(said.format(option.opts[-1]))


def _write_json(rows: Sequence[Mapping[str, object]], form: str, *, alone: bool) -> None:
    if form == "json" and rows:
        write(json.dumps(rows[0] if alone else rows, indent=2) + "\n")
    elif form == "jsonl":
        for row in rows:
            write(json.dumps(row) + "\n")


def _write_text(components: Components, again: bool) -> None:
    paint = painter()
    if again:
        write("\n")
    for name, value in components._asdict().items():
        if value is not None:
            label = name.replace("_", " ")
            write(f"{paint(f'{label:<9}', 'path')}  {show(value) if value else paint('(empty)', 'faint')}\n")
