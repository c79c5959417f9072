"""Findings that are known, in a file: they are not told, and those that are gone are.

A finding is known by its file, code, text and offset in the text, and by which of the same kind in its file it is: not
by its line, so that what moves stays known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from irigrammar.conformance.scanning.atomic import replacing
from irigrammar.conformance.scanning.found import Found

__all__ = ["Baseline", "Known", "known", "load", "written"]

_VERSION = 1


class Known(NamedTuple):
    """What a finding is known by; `path` is relative to the root, with "/"."""

    path: str
    code: str
    text: str | None
    offset: int | None
    message: str | None


class Baseline:
    """The findings that are known, each as often as it was there; `take` uses one up."""

    def __init__(self, rows: Iterable[Known] = ()) -> None:
        self._left = Counter(rows)

    def take(self, known: Known) -> bool:
        """Tell whether a finding is known; the next one of its kind must be known besides.

        >>> row = Known("a.md", "S001", "a b", 1, None)
        >>> baseline = Baseline([row])
        >>> baseline.take(row), baseline.take(row)
        (True, False)
        """
        if self._left[known] <= 0:
            return False
        self._left[known] -= 1
        return True

    def gone(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what was not found again in the files that were scanned, or whose file is gone."""
        rows = sorted(self._left.elements(), key=str)
        gone = {path: path in scanned or not (root / path).exists() for path in {row.path for row in rows}}
        return [row for row in rows if gone[row.path]]

    def others(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what is known of files that are there and were not scanned."""
        rows = self._left.elements()
        return [row for row in rows if row.path not in scanned and (root / row.path).exists()]


def known(found: Found, path: str) -> Known:
    """Return what a finding of a file is known by."""
    record = found.record
    assert record.code is not None
    return Known(path, record.code, record.text, record.offset, None if record.text is not None else record.message)


def load(path: Path) -> Baseline:
    """Return the baseline of a file; raise `OSError` where it cannot be read, `ValueError` for one that is none."""
    try:
        data: Any = json.loads(path.read_text("utf-8"))
        if data["version"] != _VERSION:
            raise ValueError(f"its version is {data['version']}, and this program knows {_VERSION}")
        rows = [(Known(**{name: row[name] for name in Known._fields}), row["count"]) for row in data["findings"]]
    except (KeyError, TypeError, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"it is no baseline that iri scan --write-baseline wrote ({error!r})") from None
    return Baseline(row for row, count in rows for _ in range(count))


def written(rows: Iterable[Known], path: Path) -> int:
    """Write a baseline, in the order of paths and codes; return how many findings it has."""
    counts = Counter(rows)
    listed = [row._asdict() | {"count": count} for row, count in sorted(counts.items(), key=lambda item: str(item[0]))]
    text = json.dumps({"version": _VERSION, "findings": listed}, indent=1, ensure_ascii=True) + "\n"
    with replacing(path) as stream:
        stream.write(text.encode())
    return counts.total()
