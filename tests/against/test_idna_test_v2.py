"""Host policies against Unicode's IdnaTestV2, by causes.

The page has the counts. A row of the file has `input`, and what UTS 46 says of it, non-transitional: `toAsciiN`, and in
`toAsciiNStatus` the rules that it breaks ("" or "[]" where it has a result); `toAsciiT` is the transitional result. To
agree is to give the same result, or to refuse what UTS 46 refuses.
"""

from __future__ import annotations

import gzip
import json
import re
import stringprep
from collections import Counter
from collections.abc import Iterable, Mapping
from encodings.idna import ToASCII
from typing import Any, NamedTuple

import idna
import pytest
from places import ROOT, SHARED

import irigrammar
from irigrammar.processing.host import POLICIES, host_to_ascii
from irigrammar.unicode import has_newer

AGREES = "agrees"
UNEXPLAINED = "unexplained"

FILE = SHARED / "idnatestv2-15.0.jsonl.gz"
PAGE = ROOT / "docs" / "explanation" / "uts46.md"
BLOCK = re.compile(r"(?<=<!-- idna:start -->\n).*?(?=<!-- idna:end -->)", re.DOTALL)

_DOTS = re.compile("[.\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH FULL STOP}\N{HALFWIDTH IDEOGRAPHIC FULL STOP}]")
_CHARACTER = re.compile(r"U\+[0-9A-F]+ (?:\([a-z ]+\)|[A-Z0-9 -]+[A-Z0-9])")
_RULES = re.compile(r"[A-Z]+[0-9]+(?:_[0-9])?")


class Row(NamedTuple):
    """One row: the host, what UTS 46 gives (None where it refuses), the rules it breaks, the transitional result."""

    host: str
    ascii: str | None
    broken: frozenset[str]
    transitional: str


def rows() -> list[Row]:
    """Return the rows of the file."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return [_row(json.loads(line)) for line in lines]


def _row(row: dict[str, Any]) -> Row:
    broken = frozenset(_RULES.findall(row["toAsciiNStatus"]))
    return Row(row["input"], None if broken else row["toAsciiN"], broken, row["toAsciiT"])


def counts(table: Iterable[Row], policy: str) -> Counter[str]:
    """Return how many rows agree, and how many differ for which cause."""
    return Counter(cause(row, policy) for row in table)


def cause(row: Row, policy: str) -> str:
    """Return why a policy and UTS 46 differ on a row, or that they agree."""
    ours, reason = _result(row.host, policy)
    if ours == row.ascii:
        return AGREES
    if row.host.isascii():
        return "accepts: a host in ASCII is left alone"
    if ours is None:
        return f"refuses: {_why_refused(row, policy, reason)}"
    if row.ascii is None:
        return _why_accepted(row, ours, policy)
    if ours.lower() == row.ascii:
        return "another result: labels in ASCII keep their case"
    if ours.lower() == row.transitional:
        return "another result: what UTS 46 calls deviations is mapped"
    return UNEXPLAINED


def _result(host: str, policy: str) -> tuple[str | None, str]:
    try:
        return host_to_ascii(host, policy), ""
    except irigrammar.ConversionError as error:
        return None, str(error)


def _package(host: str) -> str | None:
    """Return what the idna package makes of a whole name, its labels in ASCII too."""
    try:
        return idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return None


def _of_python(host: str) -> str:
    """Return what ToASCII of Python makes of a name, label by label."""
    return ".".join(ToASCII(label).decode() if label else "" for label in _DOTS.split(host))


def _why_refused(row: Row, policy: str, reason: str) -> str:
    if policy == "idna2008" and _result(row.host, "idna")[0] is not None:
        return "nothing is mapped, and U+002E is the only dot"
    return _CHARACTER.sub("a character", reason.partition(f"in ASCII by {policy}: ")[2] or "the name as a whole")


def _why_accepted(row: Row, ours: str, policy: str) -> str:
    if policy == "idna2003" and ours == _of_python(row.host):
        return "accepts: IDNA2003 allows more, and maps joiners to nothing"
    if policy == "idna2003" and any(stringprep.in_table_a1(char.lower()) for char in row.host if char != char.lower()):
        return "accepts: capitals stay whose small letters came after Unicode 3.2"
    if _package(row.host) is None and any(label.isascii() for label in _DOTS.split(row.host)):
        return "accepts: labels in ASCII stay, whatever they are"
    if all(rule.startswith("B") for rule in row.broken):
        return "accepts: the Bidi rule is for labels with right-to-left characters alone"
    if {"V6"} <= row.broken <= {"P1", "V6"} and (_package(row.host) == ours or has_newer(row.host)):
        return "accepts: the tables are those of a later version of Unicode"
    return UNEXPLAINED


def markdown(size: int, counts: Mapping[str, Counter[str]]) -> str:
    """Return the counts of each policy as a table in Markdown."""
    causes = sorted({cause for counter in counts.values() for cause in counter} - {AGREES})
    lines = [
        f"{size:,} rows; idna {idna.__version__}, Unicode {irigrammar.unicode_version}.",
        "",
        f"| | {' | '.join(counts)} |",
        f"|---|{'---:|' * len(counts)}",
        *(
            f"| {cause} | {' | '.join(f'{counted[cause]:,}' for counted in counts.values())} |"
            for cause in (AGREES, *causes)
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.external
def test_each_difference_has_its_cause_and_the_page_their_counts() -> None:
    if not FILE.is_file():
        pytest.skip(f"{FILE.name} is neither beside the checkout nor in the folder IRIGRAMMAR_DATA")
    table = rows()
    by_policy = {policy: counts(table, policy) for policy in POLICIES if policy != "percent"}
    assert all(counter.total() == 6235 and UNEXPLAINED not in counter for counter in by_policy.values())
    block = BLOCK.search(PAGE.read_text(encoding="utf-8"))
    assert block is not None
    if f"idna {idna.__version__}, Unicode {irigrammar.unicode_version}." in block[0]:
        assert block[0] == markdown(len(table), by_policy)
    assert all(counter[AGREES] > 3500 for counter in by_policy.values())
