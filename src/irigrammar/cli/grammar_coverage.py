"""`iri grammar coverage`: which parts of a grammar a set of strings touches."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from irigrammar.cli.options import format_option, matcher_options, open_matcher
from irigrammar.cli.output import painter, show, write
from irigrammar.errors import GrammarError
from irigrammar.language.coverage import Coverage, coverage
from irigrammar.matching.lines import check_lines
from irigrammar.matching.matcher import Matcher


@click.command("coverage")
@matcher_options
@click.option(
    "--file", "files", multiple=True, required=True, metavar="FILE", help="One identifier a line; - for stdin."
)
@format_option("text", "json")
def command(grammar_name: str, rule: str | None, extends: str | None, files: tuple[str, ...], form: str) -> None:
    """Say which rules, alternatives, options and repetition bounds the lines of the files touch, and which never.

    Each valid line counts by the derivation that `iri tree` shows; lines that do not match are only counted.

    Exit status: 0, 2 when a file cannot be read.
    """
    matcher = open_matcher(grammar_name, rule, extends)
    found = coverage(matcher, (text for name in files for text in _texts(matcher, name)))
    if form == "json":
        sites = [
            {"rule": site.rule, "site": site.label, "source": site.source, "line": site.line, "times": times}
            for site, times in found.sites.items()
        ]
        row = {"matched": found.matched, "unmatched": found.unmatched, "rules": found.rules, "sites": sites}
        write(json.dumps(row, indent=2) + "\n")
    else:
        _write_text(found)


def _texts(matcher: Matcher, name: str) -> Iterator[str | bytes]:
    try:
        with click.open_file(name, "rb") as stream:
            for line in check_lines(matcher, stream):
                yield line.text
    except OSError as error:
        raise GrammarError(f"cannot be read ({error.strerror})", source=str(Path(name))) from None


def _write_text(found: Coverage) -> None:
    paint = painter()
    touched = sum(times > 0 for times in found.rules.values())
    places = sum(times > 0 for times in found.sites.values())
    write(f"{found.matched:,} strings matched, {found.unmatched:,} did not\n")
    write(f"rules touched: {touched} of {len(found.rules)}; places touched: {places} of {len(found.sites)}\n")
    width = max(map(len, found.rules), default=0)
    for rule, times in found.rules.items():
        write(
            f"{rule:<{width}}  {times:>12,}\n" if times else paint(f"{rule:<{width}}  {'never':>12}", "warning") + "\n"
        )
        for site, count in found.sites.items():
            if times and site.rule == rule and not count:
                write(f"  never: {show(site.label)} ({site.source}:{site.line})\n")
