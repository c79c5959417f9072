"""Report the results as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tools.world.peers.measure import Count, Result, is_visible
from tools.world.peers.registry import GRAMMARS

HEAD = (
    "peer", "version", "language", "claims", "called", "strings", "false accepts", "false rejects", "crashes, hangs",
    "µs a string",
)  # fmt: skip
LEGEND = (
    "False accepts are counted among the invalid strings and false rejects among the valid ones, each with the most "
    r"readable of the shortest strings; `\u{HEX}` is a code point. A crash is an answer, or an end of the process, "
    "that is not documented for a string; a hang is an answer that does not come; neither is agreement. A sample "
    "is seeded, and half of it is valid. The time is rough and includes the start, and reading and writing the lines."
)


def markdown(results: Sequence[Result], preface: str) -> str:
    """Return a table for each production, as Markdown, with what one must know to read it."""
    lines = [preface, "", LEGEND, ""]
    for rule, grammar in GRAMMARS.items():
        if rows := [_cells(result) for result in results if result.rule == rule and result.version is not None]:
            lines += [f"**{rule} of {grammar}**", "", _row(HEAD), "|---" * 5 + "|---:|---|---|---|---:|"]
            lines += [*map(_row, rows), ""]
    return "\n".join([*lines, *(f"- {line}" for line in _absent(results)), ""])


def _cells(outcome: Result) -> tuple[str, ...]:
    peer = outcome.peer
    return (
        peer.name,
        outcome.version or "",
        peer.language,
        peer.claims,
        code(peer.call[outcome.rule]),
        _strings(outcome),
        _count(outcome.accepts),
        _count(outcome.rejects),
        ", ".join(filter(None, (_count(outcome.crashes, "crashes"), _count(outcome.hangs, "hangs")))) or "0",
        _round(outcome.microseconds),
    )


def _strings(outcome: Result) -> str:
    if outcome.stopped:
        return f"{outcome.asked:,} of {outcome.of:,}, stopped: {outcome.stopped}"
    return f"{outcome.asked:,}" if outcome.asked == outcome.of else f"{outcome.asked:,} of {outcome.of:,}, sample"


def _count(count: Count, unit: str = "") -> str:
    if not count.number:
        return "" if unit else "0"
    example = "" if count.example is None else f": {code(escaped(count.example))}"
    share = unit or f"({_share(count)})"
    return f"{count.number:,} {share}{example}{f' ({_words(count.said)})' if count.said else ''}"


def _words(said: str) -> str:
    """Return what a program said without anything that could be markup."""
    return re.sub(r"[^\w .:-]", "?", said)[:60]


def _share(count: Count) -> str:
    share = 100 * count.number / count.of
    return f"{share:.2f}%" if share >= 0.01 else "<0.01%"


def _round(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def _absent(results: Sequence[Result]) -> list[str]:
    absent = {outcome.peer.name: outcome.peer for outcome in results if outcome.version is None}
    return [f"not installed: {peer.name} ({peer.language}; {peer.install})" for peer in absent.values()]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """Return a text with all but the visible characters of ASCII as `\\u{HEX}`, and the backslash too.

    Nothing then looks like another character, turns the line around or stands on its neighbour.

    >>> escaped("a b\\u212a\\\\c|")
    'a\\\\u{20}b\\\\u{212A}\\\\u{5C}c|'
    """
    return "".join(char if is_visible(char) else f"\\u{{{ord(char):X}}}" for char in text) or "(empty)"


def code(text: str) -> str:
    """Return a text as code in a cell of a Markdown table.

    >>> code("a|b"), code("`"), code("``a")
    ('`a\\\\|b`', '`` ` ``', '``` ``a ```')
    """
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if text[0] == "`" or text[-1] == "`" else ""
    return ticks + space + text.replace("|", "\\|") + space + ticks
