"""`iri split`: the components of a reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

import click

from irigrammar.cli.conversions import Sources, source_options, steps_option
from irigrammar.cli.options import Production, format_option, matcher_options
from irigrammar.cli.output import Rows, painter, reporter, sheet, show, write
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.parts import Components
from irigrammar.processing.liberal import Form, split_liberal
from irigrammar.processing.trace import Step
from irigrammar.report.record import Record, fault_record
from irigrammar.views.results import change_dict, change_lines


@click.command("split")
@source_options
@matcher_options
@click.option("--liberal", is_flag=True, help="Accept any string; change what is not allowed, and report the changes.")
@click.option(
    "--form",
    "target",
    type=click.Choice(get_args(Form)),
    help="With --liberal: components of an IRI or of a URI.  [default: iri]",
)
@steps_option
@format_option("text", "json", "jsonl")
def command(
    sources: Sources, production: Production, liberal: bool, target: Form | None, steps: bool, form: str
) -> None:
    """Split each TEXT into its components: scheme, authority, userinfo, host, port, path, query, fragment; without
    TEXT, lines of standard input.

    In text, absent components are left out and empty ones are shown as "(empty)"; in JSON they are null and "". The
    kind of host is the rule that matched it. With --liberal the changes follow, and --steps shows how they came about
    (draft-weber-iri-guidelines-00, 5); bytes that are not UTF-8 are percent-encoded.

    Exit status: 0 all split, 1 some TEXT does not match, 2 usage. With --liberal every TEXT is split.
    """
    if liberal:
        _check_unused("{} cannot be combined with --liberal", "grammar_name", "rule", "extends")
        _split_liberally(sources, target or get_args(Form)[0], steps, form)
        return
    _check_unused("{} needs --liberal", "target", "steps")
    matcher = production.open()
    out = _Output(form, alone=sources.alone)
    failed = False
    for text in sources.or_bytes():
        try:
            components = matcher.split(text)
        except NoMatch as error:
            failed = True
            out.add_fault(fault_record(matcher, text, error.fault, None, None))
        else:
            out.add(components, components.as_dict())
    out.finish()
    raise click.exceptions.Exit(1 if failed else 0)


def _split_liberally(sources: Sources, target: Form, steps: bool, form: str) -> None:
    out = _Output(form, alone=sources.alone)
    for text in sources.or_bytes():
        trace: list[Step] = []
        liberal = split_liberal(text, form=target, trace=trace)
        wanted = trace if steps else None
        out.add(liberal.components, change_dict(liberal, wanted), change_lines(liberal, wanted, sheet()))
    out.finish()


def _check_unused(said: str, *parameters: str) -> None:
    """Raise a usage error for an option that was given."""
    context = click.get_current_context()
    for option in context.command.params:
        if option.name in parameters and (
            context.get_parameter_source(option.name) != click.core.ParameterSource.DEFAULT
        ):
            raise click.UsageError(said.format(option.opts[-1]))


class _Output:
    """Components as text, a block each, or as JSON; with `alone`, JSON is one object, not a list."""

    def __init__(self, form: str, *, alone: bool) -> None:
        self._form = form
        self._rows = Rows(form, alone=alone)
        self._again = False
        self.finish = self._rows.finish

    def add(self, components: Components, row: Mapping[str, object], more: Iterable[str] = ()) -> None:
        """Write components, and in text more lines after them; JSON has the row."""
        if self._form != "text":
            self._rows.add(row)
            return
        if self._again:
            write("\n")
        self._again = True
        paint = painter()
        for name, value in components.as_dict().items():
            if value is not None:
                label = name.replace("_", " ")
                write(f"{paint(f'{label:<9}', 'path')}  {show(value) if value else paint('(empty)', 'faint')}\n")
        write("".join(f"{line}\n" for line in more))

    def add_fault(self, record: Record) -> None:
        """Write the fault of a text without components."""
        if self._form == "text":
            reporter("text").add(record)
        else:
            self._rows.add(record.as_dict())
