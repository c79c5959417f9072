"""Fuzzing of everything that reads untrusted input: `python -m fuzz`.

`corpus.jsonl` has the inputs that broke a promise once: a target, a name, and bytes as the characters U+0000 to U+00FF.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

CORPUS = Path(__file__).with_name("corpus.jsonl")
_BYTES = "latin-1"


class Kept(NamedTuple):
    """An input of the corpus: the target that it is for, a name, and its bytes."""

    target: str
    name: str
    data: bytes


def corpus() -> list[Kept]:
    """Return the inputs that are kept."""
    rows = map(json.loads, CORPUS.read_text(encoding="ascii").splitlines())
    return [Kept(row["target"], row["name"], row["data"].encode(_BYTES)) for row in rows]


def keep(found: Kept) -> None:
    """Add an input to the corpus."""
    row = {**found._asdict(), "data": found.data.decode(_BYTES)}
    with CORPUS.open("a", encoding="ascii") as stream:
        stream.write(f"{json.dumps(row)}\n")
