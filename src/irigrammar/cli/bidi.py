"""`iri bidi`: how IRIs with right-to-left characters are displayed, and whether that is readable."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, get_args

import click

from irigrammar.bidi import components, displayed_alike, embed, findings, from_notation, symbols, to_notation
from irigrammar.bidi.components import Division
from irigrammar.bidi.display import Embedding, arranged, showable
from irigrammar.bidi.notation import Notation, Script
from irigrammar.bidi.structure import Edition
from irigrammar.cli.conversions import Sources, as_texts, convert, grammar_option, source_options, tell
from irigrammar.cli.lines import charset_option
from irigrammar.cli.options import format_option
from irigrammar.cli.output import Rows, brief, sheet, write, write_rows
from irigrammar.errors import MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.views.bidi_page import View, as_dict, as_lines, symbol_lines


@click.command("bidi")
@source_options
@grammar_option()
@click.option(
    "--notation", type=click.Choice(get_args(Notation)), help="TEXT is in Bidi Notation: upper case is right-to-left."
)
@click.option(
    "--script",
    type=click.Choice(get_args(Script)),
    default="hebrew",
    show_default=True,
    help="With --notation: the script that upper-case letters stand for.",
)
@click.option(
    "--components",
    "division",
    type=click.Choice(get_args(Division)),
    default="parts",
    show_default=True,
    help="What the restrictions apply to: the components of RFC 3987, 4.2, or their parts.",
)
@click.option(
    "--edition",
    type=click.Choice(get_args(Edition)),
    default="guidelines",
    show_default=True,
    help="Which restrictions: the 2012 guidelines allow nonspacing marks at the end.",
)
@charset_option("--can-show", "Percent-encode characters that this charset lacks.", default=None, metavar="CHARSET")
@click.option("--embed", "embedding", type=click.Choice(get_args(Embedding)), help="Print TEXT in a bidi embedding.")
@click.option("--alike", "other", metavar="OTHER", help="Compare how TEXT and OTHER look when displayed.")
@click.option("--symbols", "table", is_flag=True, help="Print the ASCII symbols with their bidi classes.")
@format_option("text", "json", "jsonl")
def command(
    sources: Sources,
    grammar_name: str,
    notation: Notation | None,
    script: Script,
    division: Division,
    edition: Edition,
    can_show: str | None,
    embedding: Embedding | None,
    other: str | None,
    table: bool,
    form: str,
) -> None:
    """Show each TEXT in logical and in visual order, with brackets below its components, and where its structure
    departs from RFC 3987, 4.2, and the bidi guidelines; without TEXT, lines of standard input.

    Exit status: 0 no finding, 1 some TEXT has one, does not match, or is shown as OTHER is, 2 usage.
    """
    if sum((embedding is not None, other is not None, table)) > 1:
        raise click.UsageError("--embed, --alike and --symbols cannot be combined")
    if table:
        if sources.arguments:
            raise click.UsageError("--symbols cannot be combined with a TEXT")
        _write_symbols(form)
        return
    read = partial(from_notation, script=script, grammar=grammar_name) if notation else str
    spell = partial(to_notation, script=script) if notation else str
    if embedding is not None:
        raise convert(
            sources,
            lambda text, trace: spell(embed(read(text), embedding, grammar=grammar_name)),  # noqa: ARG005  # no steps
            steps=False,
            form=form,
        )

    def look(text: str) -> View:
        original = read(text)
        shown = original if can_show is None else showable(original, can_show, grammar=grammar_name)
        original_parts = components(original, components=division, grammar=grammar_name)
        parts = original_parts if shown == original else components(shown, components=division, grammar=grammar_name)
        try:
            order = arranged(shown)
        except MissingExtra:
            order = None
        departs = findings(original, grammar=grammar_name, components=division, edition=edition)
        return View(original, original_parts, departs, shown, parts, order, spell)

    if other is None:
        raise _report(sources, look, form)
    (wanted,) = as_texts((other,), sources.escaped)
    raise _compare(sources, wanted, lambda text: displayed_alike(read(text), read(wanted), grammar=grammar_name), form)


def _report(sources: Sources, look: Callable[[str], View], form: str) -> click.exceptions.Exit:
    """Write a view of each text; the status is 1 if some text has a finding or does not match."""
    failed = False
    rows = Rows(form, alone=sources.alone)
    again = False
    for text in sources:
        try:
            view = look(text)
        except NoMatch as error:
            failed = True
            _refuse(rows, text, error, form, {"visual": None, "components": [], "findings": []})
            continue
        failed = failed or bool(view.findings)
        if form == "text":
            write(("\n" if again else "") + "".join(f"{line}\n" for line in as_lines(view, sheet())))
            again = True
        else:
            rows.add(as_dict(view) | {"error": None, "offset": None})
    rows.finish()
    return click.exceptions.Exit(1 if failed else 0)


def _compare(sources: Sources, other: str, alike: Callable[[str], bool], form: str) -> click.exceptions.Exit:
    """Write whether each text looks like another one; the status is 1 if some text does, or does not match."""
    failed = False
    rows = Rows(form, alone=sources.alone)
    for text in sources:
        try:
            same = alike(text)
        except NoMatch as error:
            failed = True
            _refuse(rows, str(error.text), error, form, {"other": other, "alike": None})
            continue
        failed = failed or same
        if form == "text":
            verdict = "the same string" if text == other else "displayed alike" if same else "displayed differently"
            write(f"{verdict}: {brief(text)}\n")
        else:
            rows.add({"text": text, "other": other, "alike": same, "error": None, "offset": None})
    rows.finish()
    return click.exceptions.Exit(1 if failed else 0)


def _refuse(rows: Rows, text: str, error: NoMatch, form: str, empty: dict[str, Any]) -> None:
    if form == "text":
        tell(text, error)
    else:
        rows.add({"text": text} | empty | {"error": str(error), "offset": error.fault.offset})


def _write_symbols(form: str) -> None:
    if form == "text":
        write("".join(f"{line}\n" for line in symbol_lines(symbols(), sheet())))
    else:
        write_rows((symbol._asdict() for symbol in symbols()), form)
