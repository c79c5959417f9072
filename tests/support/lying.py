"""Strings of a subclass of str whose methods give other characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SAID = "http://h/"


class Lying(str):
    """A string by whose methods it is `SAID`, and equal to everything."""

    __slots__ = ()

    def __str__(self) -> str:
        return SAID

    __repr__ = __str__

    def __format__(self, _: str) -> str:
        return SAID

    def __eq__(self, _: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(SAID)

    def __len__(self) -> int:
        return len(SAID)

    def __iter__(self) -> Iterator[str]:
        return iter(SAID)

    def __getitem__(self, key: Any) -> str:
        return SAID[key]

    def __contains__(self, part: Any) -> bool:
        return part in SAID

    def encode(self, *_: Any, **__: Any) -> bytes:
        return SAID.encode()

    def isascii(self) -> bool:
        return True

    def find(self, *arguments: Any) -> int:
        return SAID.find(*arguments)
