"""The settings of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["OURS", "Setting"]

OURS = "irigrammar"


@dataclass(frozen=True)
class Setting:
    """Few rounds or many, where the repository is, and which peers take part: all, or those whose names begin so."""

    quick: bool
    root: Path
    peers: tuple[str, ...] = ()

    def wants(self, name: str) -> bool:
        """Return whether somebody is to take part."""
        return not self.peers or name.startswith((OURS, *self.peers))

    def rounds(self, many: int) -> int:
        """Return the number of rounds: an eighth of many for a quick run, but four."""
        return max(4, many // 8) if self.quick else many
