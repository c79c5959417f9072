"""`iri split`: the components of a reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, get_args

import click

from irigrammar.cli.converting import (
    Sources,
    authority_option,
    convert,
    departure_lines,
    report,
    schemes_option,
    source_options,
    steps_option,
)
from irigrammar.cli.lines import charset_option
from irigrammar.cli.options import Production, choice_option, format_option, matcher_options, whole_option
from irigrammar.cli.output import Rows, painter, reporter, sheet, show
from irigrammar.errors import ConversionError, ParseLimit
from irigrammar.faults.fault import NoMatch
from irigrammar.processing.choices import HOST_POLICIES, AuthorityChoice, Form, HostPolicy
from irigrammar.processing.split import split_by

if TYPE_CHECKING:
    from irigrammar.atlas import Departure
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher
    from irigrammar.processing.clients import ClientReadings
    from irigrammar.processing.liberal import Liberal
    from irigrammar.processing.scheme_rules.parts import Parts
    from irigrammar.processing.schemes import Schemes
    from irigrammar.processing.trace import Trace
    from irigrammar.report.record import Record


def _field_rules(_context: click.Context, _option: click.Parameter, arguments: tuple[str, ...]) -> dict[str, str]:
    """Return the rules of NAME=RULE arguments by name.

    Raises `click.BadParameter` for others, and for a name given twice.
    """
    field_rules: dict[str, str] = {}
    for argument in arguments:
        name, sign, rule = argument.partition("=")
        if not (name and sign and rule):
            raise click.BadParameter(f"{argument!r} is not NAME=RULE")
        if name in field_rules:
            raise click.BadParameter(f"{name} is named twice")
        field_rules[name] = rule
    return field_rules


@click.command("split")
@source_options
@whole_option
@matcher_options
@authority_option
@click.option(
    "--components",
    "field_rules",
    multiple=True,
    metavar="NAME=RULE",
    callback=_field_rules,
    help="Split by a rule of your choice, and call it so; may be repeated.",
)
@click.option(
    "--hostport", is_flag=True, help="Print only the host, and the port if it is not the default one (3987bis-04, 3.2)."
)
@click.option(
    "--scheme", "by_scheme", is_flag=True, help="The parts by the grammar of the scheme, and what clients read."
)
@click.option("--liberal", is_flag=True, help="Accept any string; change what is not allowed, and report the changes.")
@click.option(
    "--form",
    "target",
    type=click.Choice(get_args(Form)),
    help="With --liberal: components of an IRI or of a URI.  [default: iri]",
)
@charset_option("--charset", "With --liberal: the document's charset, used for queries.", queries=True)
@choice_option(
    "--host", among=HOST_POLICIES, default="idna", help="With --liberal --form uri: how hosts are converted."
)
@click.option(
    "--portable", is_flag=True, help="Show which libraries of other languages read other components, and why."
)
@schemes_option
@steps_option
@format_option("text", "json", "jsonl")
def command(
    sources: Sources,
    production: Production,
    authority: AuthorityChoice,
    field_rules: dict[str, str],
    hostport: bool,
    by_scheme: bool,
    liberal: bool,
    portable: bool,
    target: Form | None,
    charset: str,
    host: HostPolicy,
    schemes: Schemes,
    steps: bool,
    form: str,
) -> None:
    """Split each TEXT into its components: scheme, authority, userinfo, host, port, path, query, fragment; without
    TEXT, lines of standard input.

    In text, absent components are left out and empty ones are shown as "(empty)"; in JSON they are null and "". The
    kind of host is the rule that matched it. With --liberal the changes follow, and --steps shows how they came about
    (draft-weber-iri-guidelines-00, 5); bytes that are not UTF-8 are percent-encoded. Web Addresses lose white space
    first, as in from-web-address.

    With --scheme the parts are those of the grammar of the scheme: of a URN nid, nss, r, q and f (RFC 8141), of mailto,
    data, tel, sip and others what their documents have. What clients of the scheme read otherwise than others follows,
    as in iri check --clients.

    With --components the parts are those that rules of any grammar match, each at most once in a string.

    Exit status: 0 all split, 1 some TEXT does not match or has an authority that is refused, 2 usage. With --liberal
    every TEXT is split.
    """
    if field_rules:
        _check_unused(
            "{} cannot be combined with --components", "hostport", "liberal", "authority", "by_scheme", "portable"
        )
    if by_scheme:
        _check_unused("{} cannot be combined with --scheme", "hostport", "rule", "extends", "liberal", "authority")
    if hostport:
        _check_unused("{} cannot be combined with --hostport", "rule", "liberal", "target", "authority", "portable")
        raise convert(sources, partial(_hostport, grammar=production.grammar, schemes=schemes), steps=steps, form=form)
    if liberal:
        _check_unused(
            "{} cannot be combined with --liberal", "grammar_name", "rule", "extends", "authority", "portable"
        )
        from irigrammar.processing.liberal import split_liberal

        function = partial(split_liberal, form=target or get_args(Form)[0], host=host, charset=charset, schemes=schemes)
        _split_liberally(sources, function, steps, form)
        return
    _check_unused("{} needs --liberal", "target", "charset", "host", "steps")
    matcher = production.open()
    has_failed = False
    rows = Rows(form, alone=sources.alone, gap=True)
    for text in sources.or_bytes():
        readings: tuple[ClientReadings, ...] = ()
        try:
            components: Mapping[str, Any]
            if by_scheme:
                readings = _readings(text)
                components = _parts(text, schemes)
            elif field_rules:
                components = matcher.fields(text, field_rules)
            else:
                components = split_by(matcher, text, authority).as_dict()
        except NoMatch as error:
            has_failed = True
            record = _refusal(error, None if by_scheme else matcher)._replace(clients=readings or None)
            if form == "text":
                reporter("text").add(record)
            else:
                rows.add(record.as_dict())
        except (ConversionError, ParseLimit) as error:
            has_failed = True
            unsplit = text if isinstance(text, str) else text.decode(errors="backslashreplace")
            if form == "text":
                report(unsplit, error)
            else:
                rows.add({"text": unsplit, "error": str(error), "offset": None})
        else:
            rows.add(*_shown(components, readings, _departures(text) if portable else None))
    rows.finish()
    raise click.exceptions.Exit(1 if has_failed else 0)


def _shown(
    components: Mapping[str, Any], readings: tuple[ClientReadings, ...], departures: tuple[Departure, ...] | None
) -> tuple[dict[str, Any], list[str]]:
    """Return the row and the lines of components, of readings of clients, and of departures of libraries."""
    row = dict(components)
    lines = [*_component_lines(components), *(f"clients: {show(str(facts))}" for facts in readings)]
    if readings:
        row["clients"] = [facts.as_dict() for facts in readings]
    if departures is not None:
        row["departures"] = [departure.as_dict() for departure in departures]
        lines += departure_lines(departures)
    return row, lines


def _departures(text: str | bytes) -> tuple[Departure, ...]:
    """Return why libraries split a text otherwise, nothing for bytes that are not UTF-8."""
    from irigrammar.atlas import departures

    return departures("split", text) if isinstance(text, str) else ()


def _readings(text: str | bytes) -> tuple[ClientReadings, ...]:
    """Return the readings of clients of a text's scheme, none for bytes that are not UTF-8."""
    from irigrammar.processing.clients import client_readings

    return client_readings(text) if isinstance(text, str) else ()


def _refusal(error: NoMatch, matcher: Matcher | None) -> Record:
    """Return the record of a text that a matcher refuses: None for the rule of the catalog that the error names."""
    from irigrammar.matching.grammar import grammar
    from irigrammar.report.record import fault_record

    return fault_record(matcher or grammar(error.grammar)[error.rule], error.text, error.fault, None, None)


def _parts(text: str | bytes, schemes: Schemes) -> Parts:
    """Return the parts of a URI by the rules of its scheme; raise `ConversionError` for bytes that are not UTF-8."""
    from irigrammar.processing.scheme_rules.parts import parts

    try:
        return parts(text if isinstance(text, str) else text.decode(), schemes=schemes)
    except UnicodeDecodeError:
        raise ConversionError("it is not UTF-8") from None


def _hostport(text: str, *, grammar: Grammar, schemes: Schemes) -> str:
    """Return host and port of a reference as `html.hostport` does; raise `ConversionError` for one without a host."""
    from irigrammar import html

    host_and_port = html.hostport(text, grammar=grammar, schemes=schemes)
    if host_and_port is None:
        raise ConversionError("it has no host")
    return host_and_port


def _split_liberally(sources: Sources, function: Callable[..., Liberal], steps: bool, form: str) -> None:
    """Print the components and changes of each text as a liberal reader takes it; `steps` adds the trace.

    Raises `click.UsageError` for a charset that cannot be used.
    """
    from irigrammar.processing.trace import call_recording
    from irigrammar.views.results import change_dict, change_lines

    rows = Rows(form, alone=sources.alone, gap=True)
    for text in sources.or_bytes():
        own_trace: Trace = [] if steps else None
        try:
            liberal = call_recording(own_trace, function, text)
        except ConversionError as error:  # of the charset
            raise click.UsageError(str(error)) from None
        lines = chain(_component_lines(liberal.components.as_dict()), change_lines(liberal, own_trace, sheet()))
        rows.add(change_dict(liberal, own_trace), lines)
    rows.finish()


def _check_unused(message: str, *parameters: str) -> None:
    """Raise `click.UsageError`, with the option in the message, if one of these parameters was given."""
    context = click.get_current_context()
    for option in context.command.params:
        if option.name in parameters and (
            context.get_parameter_source(option.name) != click.core.ParameterSource.DEFAULT
        ):
            raise click.UsageError(message.format(option.opts[-1]))


def _component_lines(components: Mapping[str, Any]) -> Iterator[str]:
    """Yield the components that are there; of several values a line each; "(empty)" for an empty one."""
    paint = painter()
    width = max(9, *map(len, components))
    for name, each in components.items():
        for value in each if isinstance(each, tuple) else (each,):
            if value is not None:
                label = paint(f"{name.replace('_', ' '):<{width}}", "path")
                yield f"{label}  {show(value) if value else paint('(empty)', 'faint')}"
