"""`iri compare`: the comparison ladder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, get_args

import click

from irigrammar.cli.converting import (
    as_texts,
    authority_option,
    checked_base,
    host_options,
    lines,
    open_lines,
    report,
    schemes_option,
    steps_options,
)
from irigrammar.cli.lines import charset_option
from irigrammar.cli.options import escaped_option, grammar_option
from irigrammar.cli.output import Rows, brief, sheet
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NO_RESULT, NoMatch, NoResult
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.choices import AuthorityChoice, RungName
from irigrammar.processing.compare import RUNGS, compare
from irigrammar.processing.trace import Step, call_recording
from irigrammar.views.results import comparison_dict, comparison_lines

_SEPARATOR = "\t"
_LINES = ((), ("-",))  # arguments that mean standard input


@click.command("compare")
@click.argument("references", nargs=-1, metavar="[FIRST SECOND]")
@charset_option("--encoding", "Charset of standard input.")
@grammar_option()
@authority_option
@click.option("--base", metavar="BASE", help="Resolve relative references against this base.")
@click.option(
    "--redirect",
    "redirects",
    type=(str, str),
    multiple=True,
    metavar="FROM TO",
    help="An observed redirect; FROM is resolved against BASE, and TO against FROM.",
)
@click.option("--ignore-fragment", is_flag=True, help="Ignore fragments, as network requests do.")
@click.option(
    "--rung",
    type=click.Choice(get_args(RungName)),
    help="Ask only whether they are equivalent on this rung or below; protocol needs --redirect.",
)
@host_options
@schemes_option
@steps_options
@escaped_option
def command(
    references: tuple[str, ...],
    encoding: str,
    grammar: str | Grammar,
    authority: AuthorityChoice,
    base: str | None,
    redirects: tuple[tuple[str, str], ...],
    ignore_fragment: bool,
    rung: RungName | None,
    steps: bool,
    form: str,
    **given_hosts: Any,
) -> None:
    """Report on which rung of the comparison ladder FIRST and SECOND are equivalent: as strings, by syntax, by the
    rules of their scheme, by observed redirects, or on none (RFC 3987, 5.3).

    Without them, or with only -, each line of standard input has two references with a tab between them, which no URI
    or IRI contains. Pass a Legacy Extended IRI with a tab as an argument.

    Exit status: 0 all equivalent (on the rung asked for), 1 some different, 2 usage, or some cannot be compared: a line
    is not a pair, or a reference is not in the grammar, or is relative without a BASE.
    """
    if rung == RUNGS[-2] and not redirects:
        raise click.UsageError("--rung protocol needs --redirect")
    ladder = partial(
        compare,
        rung=rung,
        base=None if base is None else checked_base(base, grammar),
        redirects=_redirects(redirects),
        ignore_fragment=ignore_fragment,
        grammar=grammar,
        authority=authority,
        **given_hosts,
    )
    has_failed = different = False
    rows = Rows(form, alone=references not in _LINES)
    for texts, line in _pairs(references, encoding):
        trace: list[Step] = []
        own_trace = trace if steps else None
        try:
            comparison = call_recording(own_trace, ladder, *_as_pair(texts))
        except NO_RESULT as error:
            has_failed = True
            if form == "text":
                separator = " and " if len(texts) == 2 else _SEPARATOR
                subject = str(error.text) if isinstance(error, NoMatch) else separator.join(texts)
                report(subject, error, own_trace, place=f"line {line}: " if line else "")
            else:
                rows.add(_error_row(texts, line, error))
        else:
            different = different or not comparison
            row = comparison_dict(comparison, own_trace) | {"line": line, "error": None, "offset": None}
            head = f"{' and '.join(map(brief, texts))}: " if line else ""
            result_lines = enumerate(comparison_lines(comparison, own_trace, sheet()))
            rows.add(row, (head * (number == 0) + text for number, text in result_lines))
    rows.finish()
    raise click.exceptions.Exit(2 if has_failed else 1 if different else 0)


def _as_pair(texts: tuple[str, ...]) -> tuple[str, str]:
    """Return the references of a line; raise `ConversionError` unless there are two."""
    if len(texts) != 2:
        tabs = f"has {len(texts) - 1} tabs" if len(texts) > 2 else "has no tab"
        raise ConversionError(f"the line {tabs}; write two references with one tab between them")
    first, second = texts
    return first, second


def _error_row(texts: tuple[str, ...], line: int | None, error: NoResult) -> dict[str, Any]:
    """Return the JSON of a pair that cannot be compared: null results, the error and its offset."""
    first, second = texts if len(texts) == 2 else (_SEPARATOR.join(texts), None)
    offset = error.fault.offset if isinstance(error, NoMatch) else None
    row: dict[str, Any] = {"rung": None, "equivalent": None, "first": first, "second": second}
    row |= {"rungs": [], "difference": None, "deviation": None, "line": line}
    return row | {"error": str(error), "offset": offset}


def _pairs(references: tuple[str, ...], encoding: str) -> Iterator[tuple[tuple[str, ...], int | None]]:
    """Yield the two arguments with None, or the texts of each line of standard input with its number from 1.

    Raises `click.UsageError` for a wrong number of arguments.
    """
    if references not in _LINES:
        if len(references) != 2:
            raise click.UsageError("give both FIRST and SECOND, or neither to read pairs from standard input")
        yield tuple(as_texts(references)), None
        return
    with open_lines("-") as stream:
        for number, line in enumerate(lines(stream, encoding, "standard input"), 1):
            yield tuple(line.split(_SEPARATOR)), number


def _redirects(options: tuple[tuple[str, str], ...]) -> dict[str, str] | None:
    """Return the targets by their references, None without any.

    Raises `click.UsageError` for two targets of one reference.
    """
    redirects: dict[str, str] = {}
    for source, location in map(as_texts, options):
        if redirects.setdefault(source, location) != location:
            raise click.UsageError(f"{brief(source)} is redirected to {brief(redirects[source])} and elsewhere")
    return redirects or None
