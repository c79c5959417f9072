"""Findings that are known, in a file: they are not reported, and those that are gone are counted.

A finding is known by its fingerprint: its file, code, text and offset in the text, and which of the same kind in its
file it is; not by its line, so that what moves stays known. The file repeats no password.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from irigrammar.files import Place, read_regular
from irigrammar.scan.found import Found
from irigrammar.scan.writing import replacing

_VERSION = 2


class Known(NamedTuple):
    """A finding: its fingerprint, and for people its code and its masked text, or its message where it has none.

    `path` is relative to the root, with "/". Only the path and the fingerprint count.
    """

    path: str
    fingerprint: str
    code: str
    text: str


class Baseline:
    """The findings that are known; `take` uses one up."""

    def __init__(self, rows: Iterable[Known] = ()) -> None:
        self._left = {(row.path, row.fingerprint): row for row in rows}

    def take(self, known: Known) -> bool:
        """Return whether a finding is known, and use it up.

        >>> row = Known("a.md", "0f", "S001", "a b")
        >>> baseline = Baseline([row])
        >>> baseline.take(row), baseline.take(row)
        (True, False)
        """
        return self._left.pop((known.path, known.fingerprint), None) is not None

    def gone(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what was not found again in the files that were scanned, or whose file is gone."""
        rows = sorted(self._left.values())
        gone = {path: path in scanned or not (root / path).exists() for path in {row.path for row in rows}}
        return [row for row in rows if gone[row.path]]

    def others(self, scanned: set[str], root: Path) -> list[Known]:
        """Return what is known of files that are there and were not scanned."""
        return [row for row in self._left.values() if row.path not in scanned and (root / row.path).exists()]


def known(found: Found, path: str) -> Known:
    """Return what a finding of a file is known by."""
    record = found.record
    return Known(path, found.fingerprint, record.code or "", record.message if record.text is None else record.text)


def load(path: Path, *, limit: int) -> Baseline:
    """Return the baseline of a file of at most `limit` bytes.

    Raises `OSError` for a file that cannot be read, `ValueError` for one that is not a baseline.
    """
    try:
        data: Any = json.loads(read_regular(path, limit).decode("utf-8"))
        version = data["version"]
        rows = [] if version != _VERSION else [_row(row) for row in data["findings"]]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"not a baseline that iri scan --write-baseline wrote ({error!r})") from None
    if version != _VERSION:
        raise ValueError(f"a baseline of version {version!r}, and this program reads {_VERSION}: write it again")
    return Baseline(rows)


def _row(row: Any) -> Known:
    fields = [row[name] for name in Known._fields]
    if not all(isinstance(field, str) for field in fields):
        raise TypeError(f"a finding whose fields are not strings: {row!r:.80}")
    return Known(*fields)


def written(rows: Iterable[Known], path: Path) -> int:
    """Write a baseline, in the order of paths and codes; return how many findings it has.

    Raises `OSError`, as `irigrammar.scan.writing.replacing` does.
    """
    listed = sorted(set(rows), key=lambda row: (row.path, row.code, row.text, row.fingerprint))
    text = json.dumps({"version": _VERSION, "findings": [row._asdict() for row in listed]}, indent=1) + "\n"
    with replacing(Place.of(path)) as stream:
        stream.write(text.encode())
    return len(listed)
