"""Measure what `irigrammar.consensus` says of strings that nobody attacks with, and how long it takes.

    python tools/consensus.py [--limit N]

The strings are the real IRIs of the data folder, the URLs in the metadata of installed packages, and the valid strings
of the complete suite of RFC 3986's URI by classes. Of each kind: how many there are, on how many of them readers
disagree in either profile, and one example for each two readers. The last line is the time of one call next to
`urlsplit` of urllib, over the same strings in turns: the median of the ratios.

The folder of the data is `IRIGRAMMAR_DATA` of the environment, or `shared/data` beside the checkout.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import distributions
from pathlib import Path
from typing import get_args
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import irigrammar  # noqa: E402  # the checkout's own, not another
from irigrammar import ConsensusProfile, why  # noqa: E402
from tools.bench.corpus import real  # noqa: E402

_ROUNDS, _SHARE = 15, 400


def metadata_urls() -> list[str]:
    """Return the URLs that installed packages name: home page, download, and the project's links."""
    urls: set[str] = set()
    for distribution in distributions():
        fields = distribution.metadata
        urls |= {fields[name] for name in ("Home-page", "Download-URL") if fields[name]}
        urls |= {link.partition(",")[2].strip() for link in fields.get_all("Project-URL") or ()}
    return sorted(urls - {"UNKNOWN"})


def alarms(texts: Sequence[str], profile: ConsensusProfile) -> dict[str, tuple[str, ...]]:
    """Return the strings without consensus, by the readers that disagree."""
    rows: dict[str, list[str]] = {}
    for text in texts:
        reason = why(text, profile=profile)
        if reason is not None:
            first, _, second = reason.partition(", and ")
            rows.setdefault(f"{first.split()[0]}, {second.partition(' ')[0]}", []).append(text)
    return {readers: tuple(found) for readers, found in rows.items()}


def ratio(texts: Sequence[str]) -> tuple[float, float]:
    """Return the microseconds of one call of `consensus`, and its time next to urlsplit's."""
    own, theirs = [], []
    for _ in range(_ROUNDS):
        own.append(_seconds(irigrammar.consensus, texts))
        theirs.append(_seconds(urlsplit, texts))
    ratios = [mine / other for mine, other in zip(own, theirs, strict=True)]
    return statistics.median(own) / len(texts) * 1e6, statistics.median(ratios)


def _seconds(function: Callable[[str], object], texts: Sequence[str]) -> float:
    urlsplit.cache_clear()  # type: ignore[attr-defined]  # typeshed does not know that it has a cache
    began = time.perf_counter()
    for text in texts:
        function(text)
    return time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=int, default=10**9, help="at most N strings of a kind (default: all)")
    limit = parser.parse_args().limit
    uri = irigrammar.grammar("rfc3986")["URI"]
    published = real(limit, ROOT) or []
    kinds = {
        "real IRIs": published,
        "URLs of installed packages": metadata_urls(),
        "URI, suite by classes": [case.text for case in irigrammar.language.suite(uri, each="class") if case.valid],
    }
    for kind, texts in kinds.items():
        for profile in get_args(ConsensusProfile):
            rows = alarms(texts[:limit], profile)
            print(f"{kind}: {len(texts[:limit]):,}; {profile}: no consensus on {sum(map(len, rows.values())):,}")
            for readers, strings in sorted(rows.items(), key=lambda row: -len(row[1])):
                print(f"  {readers}: {len(strings):,}, such as {min(strings, key=len)!a}")
    micros, times = ratio((published or metadata_urls())[:_SHARE])
    print(f"consensus: {micros:.0f} us for each, {times:.0f} times urlsplit")
    return 0


if __name__ == "__main__":
    sys.exit(main())
