"""The values of YAML documents, as JSON has them: an alias is the object that it names, merged keys are in place."""

from __future__ import annotations

import re
from typing import Any

from irigrammar.scan.formats.chosen import Text
from irigrammar.scan.formats.json_values import StringPlace, number
from irigrammar.scan.formats.scalars import Scalar

# YAML 1.2.2, 10.3.2; any other plain scalar is a string.
_WORDS = {
    **dict.fromkeys(("null", "Null", "NULL", "~", "")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)
_NO_STRING = re.compile(r"0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", re.ASCII)
_MOST_MERGED = 1_000_000


def plain_value(text: str) -> Any:
    """Return what a plain scalar stands for by the core schema: itself where it is a string.

    >>> [plain_value(text) for text in ("~", "yes", "1e3", "0o7")]
    [None, 'yes', 1000.0, 0]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return number(text)
    return 0 if _NO_STRING.fullmatch(text) else text


class Values:
    """The value of one document, made as its parts come; `root` is it, None as long as there is none.

    `size` tells how many values there are where each alias counts as all that it names. An alias within what it names
    is None.
    """

    def __init__(self) -> None:
        self.root: Any = None
        self.size = 1
        # Of each open collection: itself, its size, its anchor, and the name that waits for a value.
        self._open: list[tuple[Any, int, str | None, str | None]] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._merged = 0

    def begin(self, collection: dict[str, Any] | list[Any], anchor: str | None, key: str | None) -> None:
        """Open a mapping or a sequence, which has a name in the mapping around it, if any."""
        self._open.append((collection, self.size, anchor, key))
        self.size = 1

    def end(self) -> None:
        """Close what was opened last."""
        collection, before, anchor, key = self._open.pop()
        if isinstance(collection, dict) and "<<" in collection:
            self._merge(collection)
        size = self.size
        self.size = before
        self._add(collection, size, anchor, key)

    def scalar(self, found: Scalar | None, value: Any, anchor: str | None, key: str | None, what: str | None) -> None:
        """Add a scalar; `found` is None for what is no string, `what` is the name of the nearest member."""
        if found is not None:
            value = Text(found.text)
            value.place = StringPlace(found, what)
        self._add(value, 1, anchor, key)

    def alias(self, anchor: str, key: str | None) -> None:
        """Add what an anchor names."""
        value, size = self._anchors.get(anchor, (None, 1))
        self._add(value, size, None, key)

    def _add(self, value: Any, size: int, anchor: str | None, key: str | None) -> None:
        self.size += size
        if anchor is not None:
            self._anchors[anchor] = (value, size)
        if not self._open:
            self.root = value
            return
        around = self._open[-1][0]
        if isinstance(around, list):
            around.append(value)
        elif key is not None:
            around[key] = value

    def _merge(self, mapping: dict[str, Any]) -> None:
        # The key << of YAML 1.1, which all readers know: the members of other mappings, but for those that are there.
        named = mapping["<<"]
        for other in named if isinstance(named, list) else [named]:
            if isinstance(other, dict):
                self._merged += len(other)
                if self._merged > _MOST_MERGED:
                    return
                for key, value in other.items():
                    mapping.setdefault(key, value)
