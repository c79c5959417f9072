"""`iri bidi`: display of IRIs with right-to-left characters.

Shows how they are displayed, and whether that is readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, get_args

import click

from irigrammar.bidi import (
    components,
    displayed_alike,
    embed,
    findings,
    from_notation,
    needs_embedding,
    symbols,
    to_notation,
)
from irigrammar.bidi.components import Division
from irigrammar.bidi.display import Embedding, showable, visual_line
from irigrammar.bidi.notation import Notation, Script
from irigrammar.bidi.structure import Edition
from irigrammar.cli.converting import Sources, as_texts, convert, report, source_options
from irigrammar.cli.lines import charset_option
from irigrammar.cli.options import choice_option, format_option, grammar_option
from irigrammar.cli.output import Rows, brief, sheet, show, write_lines, write_rows
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.grammar import Grammar
from irigrammar.views.bidi_page import View, as_dict, as_lines, symbol_lines


@click.command("bidi")
@source_options
@grammar_option()
@click.option(
    "--notation", type=click.Choice(get_args(Notation)), help="TEXT is in Bidi Notation: upper case is right-to-left."
)
@choice_option(
    "--script",
    among=get_args(Script),
    default="hebrew",
    help="With --notation: the script that upper-case letters stand for.",
)
@choice_option(
    "--components",
    "division",
    among=get_args(Division),
    default="parts",
    help="What the restrictions apply to: the components of RFC 3987, 4.2, or their parts.",
)
@choice_option(
    "--edition",
    among=get_args(Edition),
    default="guidelines",
    help="Which restrictions: the 2012 guidelines allow nonspacing marks at the end.",
)
@charset_option("--can-show", "Percent-encode characters that this charset lacks.", default=None, metavar="CHARSET")
@click.option("--embed", "embedding", type=click.Choice(get_args(Embedding)), help="Print TEXT in a bidi embedding.")
@click.option("--alike", "other", metavar="OTHER", help="Compare how TEXT and OTHER look when displayed.")
@click.option(
    "--needs-embedding",
    "around",
    type=(str, str),
    metavar="BEFORE AFTER",
    help="Report whether TEXT is shown in another way between these texts than when it is embedded.",
)
@click.option("--symbols", "table", is_flag=True, help="Print the ASCII symbols with their bidi classes.")
@format_option("text", "json", "jsonl")
def command(
    sources: Sources,
    grammar: str | Grammar,
    notation: Notation | None,
    script: Script,
    division: Division,
    edition: Edition,
    can_show: str | None,
    embedding: Embedding | None,
    other: str | None,
    around: tuple[str, str] | None,
    table: bool,
    form: str,
) -> None:
    """Show each TEXT in logical and in visual order, with brackets below its components, and where its structure
    departs from RFC 3987, 4.2, and the bidi guidelines; without TEXT, lines of standard input.

    Exit status: 0 no finding, 1 some TEXT has one, does not match, is shown as OTHER is, or needs an embedding,
    2 usage.
    """
    if sum((embedding is not None, other is not None, around is not None, table)) > 1:
        raise click.UsageError("--embed, --alike, --needs-embedding and --symbols cannot be combined")
    if table:
        if sources.arguments:
            raise click.UsageError("--symbols cannot be combined with a TEXT")
        if form == "text":
            write_lines(symbol_lines(symbols(), sheet()))
        else:
            write_rows((symbol._asdict() for symbol in symbols()), form)
        return
    read = partial(from_notation, script=script, grammar=grammar) if notation else str
    spell = partial(to_notation, script=script) if notation else str
    if embedding is not None:
        raise convert(
            sources, lambda text: spell(embed(read(text), embedding, grammar=grammar)), steps=False, form=form
        )
    if around is not None:
        before, after = as_texts(around)
        words = ("needs no embedding", "needs an embedding")

        def needs(text: str) -> _Answer:
            is_so = needs_embedding(read(text), before=before, after=after, grammar=grammar)
            return is_so, {"text": text, "needs_embedding": is_so}, [f"{words[is_so]}: {brief(text, show)}"]

        raise _report(sources, needs, form, {"needs_embedding": None})
    if other is None:

        def look(text: str) -> _Answer:
            """Return whether the rules complain about a text, the answer as JSON has it, and the lines
            of the answer.
            """
            original = read(text)
            shown = original if can_show is None else showable(original, can_show, grammar=grammar)
            parts = components(original, components=division, grammar=grammar)
            visible_parts = parts if shown == original else components(shown, components=division, grammar=grammar)
            departs = findings(original, grammar=grammar, components=division, edition=edition)
            view = View(original, parts, departs, shown, visible_parts, visual_line(shown), spell)
            return bool(departs), as_dict(view), as_lines(view, sheet())

        raise _report(sources, look, form, {"visual": None, "components": [], "findings": []}, as_views=True)
    (target,) = as_texts((other,))
    target_text = read(target)

    def alike(text: str) -> _Answer:
        """Return whether a text is displayed as OTHER is, the row for JSON, and the lines for text."""
        is_so = displayed_alike(target_text, read(text), grammar=grammar)
        relation = "the same string" if text == target else "displayed alike" if is_so else "displayed differently"
        return is_so, {"text": text, "other": target, "alike": is_so}, [f"{relation}: {brief(text, show)}"]

    raise _report(sources, alike, form, {"other": target, "alike": None})


# Of a text whether it fails, its row as JSON, and its lines.
_Answer = tuple[bool, dict[str, Any], Iterable[str]]


def _report(
    sources: Sources, answer: Callable[[str], _Answer], form: str, empty: dict[str, Any], *, as_views: bool = False
) -> click.exceptions.Exit:
    """Write an answer for each text, and return the exit to raise: status 1 if some text fails or does not match.

    In JSON a text that does not match has the fields of `empty`. Views have a blank line between them, and name a text
    as it was given.
    """
    is_failure = False
    rows = Rows(form, alone=sources.alone, gap=as_views)
    for text in sources.texts():
        try:
            fails, row, lines = answer(text)
        except NoMatch as error:
            is_failure = True
            source_text = text if as_views else str(error.text)
            if form == "text":
                report(source_text, error)
            else:
                rows.add({"text": source_text} | empty | {"error": str(error), "offset": error.fault.offset})
        else:
            is_failure = is_failure or fails
            rows.add(row | {"error": None, "offset": None}, lines)
    rows.finish()
    return click.exceptions.Exit(1 if is_failure else 0)
