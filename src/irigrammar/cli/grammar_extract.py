"""`iri grammar extract`: the ABNF in a document."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

import click

from irigrammar.cli.options import FilesCommand, format_option
from irigrammar.cli.output import say, write
from irigrammar.errors import GrammarError
from irigrammar.files import read_regular
from irigrammar.grammars.authors.documents import Line, include_files
from irigrammar.grammars.authors.extract import Extract, Extracted, extract
from irigrammar.grammars.limits import LIMITS, Kind
from irigrammar.grammars.reader import decode

_NEAR = 12  # lines


@click.command("extract", cls=FilesCommand)
@click.argument("file", metavar="FILE")
@click.option("--line-numbers/--no-line-numbers", default=True, help="Say in comments where the rules are.")
@click.option("--from", "kind", type=click.Choice(get_args(Kind)), help="What FILE is (default: by name or content).")
@click.option("--examples", metavar="RULE", help="Write the lines of blocks that are examples of RULE instead.")
@format_option("text", "json")
def command(file: str, line_numbers: bool, kind: Kind | None, examples: str | None, form: str) -> None:
    """Write the ABNF in a document: an RFC or Internet-Draft as text, RFCXML, Markdown, reStructuredText or HTML; - is
    standard input.

    Blocks that are marked as ABNF are written unchanged; in a document without marks, whatever reads as a rule. Page
    ends, running heads and indentation are left out. Comments name the section and lines of the rules, and at the end
    the places of repeated rules. Lines that look like ABNF and are left out are reported: those that cannot be read,
    those that may continue a rule, and a second, different definition of a rule. With --format json, reports and
    repeated rules are records whose "rule" is null.

    With --examples RULE, write the lines of blocks whose type, or the comment before them, is the name of the rule.

    Exit status: 0, 1 something was reported, 2 no rule, or the file cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if file == "-" else read_regular(file, LIMITS.document)
        text = decode(data, file)
    except (OSError, GrammarError) as error:
        say(f"{file}: {error.strerror or error}" if isinstance(error, OSError) else str(error))
        raise click.exceptions.Exit(2) from None
    extraction = extract(include_files(text, file, kind), file, kind)
    if examples:
        texts = [text for words, text in extraction.examples if examples.lower() in words]
        if not texts:
            say(f"{file}: no example of {examples}")
            raise click.exceptions.Exit(2)
        write("".join(f"{line}\n" for text in texts for line in text.splitlines() if line.strip()))
        return
    for problem in extraction.problems:
        say(str(extraction.whole.locate(problem)))
    if not extraction.rules:
        say(f"{file}: no rule of ABNF")
        raise click.exceptions.Exit(2)
    if form == "json":
        rows = [_row(rule, extraction) for rule in extraction.rules]
        nothing = {"rule": None, "abnf": None}
        rows += ({**_row(rule, extraction), **nothing, "repeats": rule.name} for rule in extraction.repeated)
        rows += _problems(extraction)
        write(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")
    else:
        write(_text(extraction, line_numbers=line_numbers))
    raise click.exceptions.Exit(1 if extraction.problems else 0)


def _row(rule: Extracted, extraction: Extract) -> dict[str, object]:
    row = {"rule": rule.name, **_place(rule.lines, extraction), "abnf": rule.text}
    return row | ({"comments": [line.text for line in rule.comments]} if rule.comments else {})


def _place(lines: Sequence[Line], extraction: Extract) -> dict[str, object]:
    """Return the "line", "end_line" and "section" of lines for JSON, with "file" if the document includes it."""
    file, line = extraction.whole.place(lines[0].number)
    end = extraction.whole.place(lines[-1].number)[1]
    row: dict[str, object] = {"line": line, "end_line": end, "section": lines[0].section or None}
    return row if file == extraction.whole.name else row | {"file": file}


def _problems(extraction: Extract) -> Iterator[dict[str, object]]:
    """Yield the JSON row of each problem of an extraction, with its place; "rule" and "abnf" are null."""
    left_out = {id(row.error): row.lines for row in extraction.left_out}
    for problem in extraction.problems:
        lines = left_out.get(id(problem), ())
        place = _place(lines or (Line(problem.line or 1, 0, "", ""),), extraction)
        yield {"rule": None, **place, "abnf": None, "problem": problem.reason}


def _text(extraction: Extract, *, line_numbers: bool) -> str:
    """Return the rules as ABNF in blocks; with `line_numbers` each is below a comment with its section and lines, and
    comments at the end name the places of repeated rules.
    """
    parts = []
    for where, rules in _blocks(extraction.rules, extraction):
        head = [f"; {where}"] if line_numbers else []
        parts.append("\n".join([*head, *(line.text for rule in rules for line in (*rule.comments, *rule.lines))]))
    if line_numbers and extraction.repeated:
        parts.append("\n".join(f"; the same again: {where}" for where, _ in _blocks(extraction.repeated, extraction)))
    return "\n\n".join(parts) + "\n"


def _blocks(rules: Iterable[Extracted], extraction: Extract) -> Iterator[tuple[str, list[Extracted]]]:
    """Yield the rules that stand close together in a section and file, after words for their section, file and
    lines.
    """
    blocks: list[list[Extracted]] = []
    for rule in rules:
        before = blocks[-1][-1].lines[-1] if blocks else None
        first = rule.lines[0]
        is_near = before and before.section == first.section and first.number - before.number < _NEAR
        if before and is_near and extraction.whole.place(before.number)[0] == extraction.whole.place(first.number)[0]:
            blocks[-1].append(rule)
        else:
            blocks.append([rule])
    for block in blocks:
        place = _place((block[0].lines[0], block[-1].lines[-1]), extraction)
        section = f"section {place['section']}, " if place["section"] else ""
        file = f"{place['file']}, " if "file" in place else ""
        yield f"{section}{file}lines {place['line']} to {place['end_line']}", block
