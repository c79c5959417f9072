"""What was said, as plain text and as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import ndiff
from itertools import groupby

from irigrammar.text.names import visible
from tools.complaints.judge import Judgement
from tools.complaints.strings import Bad
from tools.complaints.tellers import Answer, Teller
from tools.peers.shown import code

__all__ = ["ACCEPTS", "SILENT", "Asked", "Said", "markdown", "plain", "shown", "stale"]

LIMIT = 110
END, CUT = " ⏎ ", "…"
ACCEPTS, SILENT = "accepts it", "refused, without a reason"
ABSENT = "- not installed: "
SUMMARY = ("library", "version", "called", "refuses", "offset", "production", "expected", "fix")
HEAD = ("library", "what it says", "offset", "production", "expected", "fix")
LEGEND = """\
Written by `python tools/complaints/run.py --write`, which asks each library and takes its message word for word.
In it, `⏎` is a line end and `…` what is left out; without options, the command prints everything. The names that
rfc3987-syntax2 lists come in another order each time, and are sorted here.

What a message says is found out by program. *offset*: the number in it, here in code points from 0, or else where the
part that it quotes is; “7, not 11” differs from irigrammar's, the end of the longest prefix with which some IRI begins.
(abnf's is the end of the longest prefix that is an IRI.) *production*: a rule of RFC 3987, by its name or in words, but
not `IRI`, which was asked for. *expected*: whether it says what is allowed there. *fix*: an IRI in it. Only
messages count: exceptions of rfc3987-syntax2 have the rules under consideration in an attribute, which its messages do
not show."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a library said of a string, and what that tells, where it refused it."""

    bad: Bad
    answer: Answer
    judgement: Judgement | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A library with what it said of each string; `version` is None, and nothing said, where it is not installed."""

    teller: Teller
    version: str | None
    said: tuple[Said, ...] = ()


def plain(asked: Sequence[Asked]) -> str:
    """Return all messages, whole, in the order of the strings."""
    lines: list[str] = []
    for bad, rows in _by_string(asked):
        lines += [f"== {bad.text}: {bad.what}", ""]
        for library, said in rows:
            cells = zip(HEAD[2:], _cells(said)[1:], strict=True)
            lines.append(f"{library.teller.name} {library.version} ({'; '.join(map(': '.join, cells))})")
            lines += [f"    {visible(line.expandtabs(4))}".rstrip() for line in _whole(said.answer).splitlines()]
        lines.append("")
    return "\n".join([*lines, *_absent(asked)])


def markdown(asked: Sequence[Asked]) -> str:
    """Return a table of the libraries and one for each string, with what one must know to read them."""
    lines = [LEGEND, "", *_table(SUMMARY, [_summary(library) for library in asked if library.version])]
    for bad, rows in _by_string(asked):
        lines += [f"{code(bad.text)}: {bad.what}", ""]
        lines += _table(HEAD, [(library.teller.name, *_cells(said)) for library, said in rows])
    return "\n".join([*lines, *_absent(asked), ""])


def shown(message: str, text: str) -> str:
    """Return a message in one line and shortened; lines that only repeat the string or point into it are left out.

    >>> shown("no 'a'\\n\\nx:a\\n  ^\\nsorry\\n", "x:a")
    "no 'a' ⏎ … ⏎ sorry"
    """
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    kept = _without_repeats(CUT if line in {text.strip(), "^"} else visible(line) for line in lines)
    if len(END.join(kept)) > LIMIT:
        while len(kept) > 1 and len(END.join([*kept, CUT])) > LIMIT:
            kept.pop()
        kept = _without_repeats([*kept, CUT])
    whole = END.join(kept)
    return whole if len(whole) <= LIMIT else whole[: LIMIT - 1].rstrip() + CUT


def stale(old: str, new: str, names: Collection[str]) -> list[str]:
    """Return the lines in which two versions of the tables differ; of libraries, only those with these names count."""

    def counted(text: str) -> list[str]:
        lines = (line for line in text.splitlines() if line and not line.startswith(ABSENT))
        return [line for line in lines if not _is_row(line) or line.split()[1] in names]

    return [line for line in ndiff(counted(old), counted(new)) if line[0] in "-+"]


def _without_repeats(lines: Iterable[str]) -> list[str]:
    return [line for line, _ in groupby(lines)]


def _by_string(asked: Sequence[Asked]) -> list[tuple[Bad, list[tuple[Asked, Said]]]]:
    """Return what was said of each string, with who said it."""
    present = [library for library in asked if library.version]
    rows = zip(*(library.said for library in present), strict=True)
    return [(row[0].bad, list(zip(present, row, strict=True))) for row in rows]


def _is_row(line: str) -> bool:
    return line.startswith("| ") and not line.startswith(f"| {HEAD[0]} |")


def _summary(library: Asked) -> tuple[str, ...]:
    refused = [said.judgement for said in library.said if said.judgement]
    offsets = [judgement.agrees for judgement in refused if judgement.offset is not None]
    return (
        library.teller.name,
        library.version or "",
        code(library.teller.call),
        f"{len(refused)} of {len(library.said)}",
        f"{len(offsets)}" if all(offsets) else f"{len(offsets)}, {sum(offsets)} the same",
        str(sum(judgement.production is not None for judgement in refused)),
        str(sum(judgement.expected is not None for judgement in refused)),
        str(sum(judgement.fix is not None for judgement in refused)),
    )


def _cells(said: Said) -> tuple[str, str, str, str, str]:
    message, judgement = said.answer.message, said.judgement
    if judgement is None:
        answer = ACCEPTS if message is None else f"fails: {code(shown(message, said.bad.text))}"
        return answer, "–", "–", "–", "–"
    return (
        code(shown(message, said.bad.text)) if message and message.strip() else SILENT,
        _place(judgement),
        judgement.production or "no",
        _number(judgement.expected),
        "no" if judgement.fix is None else code(visible(judgement.fix)),
    )


def _place(judgement: Judgement) -> str:
    offset, quotes = judgement.offset, ""
    if judgement.quoted is not None:
        part, offset = judgement.quoted
        quotes = f"no; {code(visible(part))} is at "
    if offset is None:
        return "no"
    return f"{quotes}{offset}" + ("" if judgement.agrees else f", not {judgement.fault}")


def _number(expected: int | None) -> str:
    if not expected:
        return "no" if expected is None else "yes"
    return f"{expected} name{'s' if expected > 1 else ''}"


def _whole(answer: Answer) -> str:
    if answer.message is None:
        return ACCEPTS
    return answer.message if answer.message.strip() else SILENT


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(head), "|---" * len(head) + "|", *map(_row, rows), ""]


def _absent(asked: Sequence[Asked]) -> list[str]:
    absent = (library.teller for library in asked if library.version is None)
    return [f"{ABSENT}{teller.name} (pip install {' '.join(teller.distributions)})" for teller in absent]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
