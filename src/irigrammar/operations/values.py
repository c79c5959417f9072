"""Results of operations."""

from __future__ import annotations

from irigrammar.dataclass import NamedTuple


class Parts(NamedTuple):
    """The five components of a reference (RFC 3986, 3): None for one that is absent."""

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None

    @property
    def text(self) -> str:
        """The reference (RFC 3986, 5.3)."""
        text = self.path if self.authority is None else f"//{self.authority}{self.path}"
        text = text if self.scheme is None else f"{self.scheme}:{text}"
        text = text if self.query is None else f"{text}?{self.query}"
        return text if self.fragment is None else f"{text}#{self.fragment}"


# What an operation gives: None for a refusal.
Value = str | bool | Parts | None
