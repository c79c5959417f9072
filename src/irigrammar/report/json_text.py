"""JSON as other programs take it: arrays written item by item, and strings without surrogates."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unicodedata import category


class JsonArray:
    """An array of a report, which takes no memory however long it grows.

    It writes `opening` with a bracket, then each item on a line of its own, then the closing bracket. All is ASCII.

    >>> parts = []
    >>> array = JsonArray(parts.append, '{"x": ')
    >>> array.add({"a": "é"})
    >>> array.close("}")
    >>> "".join(parts)
    '{"x": [\\n  {"a": "\\\\u00e9"}\\n]}'
    """

    def __init__(self, write: Callable[[str], object], opening: str = "") -> None:
        self._write = write
        self._between = f"{opening}["

    def add(self, item: Any) -> None:
        """Write an item."""
        self._write(f"{self._between}\n  {json.dumps(item)}")
        self._between = ","

    def close(self, after: str = "") -> None:
        """Write the end, and what comes after it."""
        self._write(f"{self._between if self._between != ',' else chr(10)}]{after}")
        self._between = ""


def well_formed(text: str) -> str:
    """Return a text with U+FFFD for surrogates, as decoders have it: not every reader of JSON takes them.

    >>> well_formed("a\\udcff") == "a\\ufffd"
    True
    """
    if text.isascii():
        return text
    return "".join("\ufffd" if category(char) == "Cs" else char for char in text)
