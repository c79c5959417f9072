"""The peers that are checked against the suites, from `peers.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

__all__ = ["GRAMMARS", "ROLES", "Peer", "peers"]

FILE = Path(__file__).with_name("peers.toml")

# The productions that peers claim, each with its grammar.
GRAMMARS = {"URI": "rfc3986", "IRI": "rfc3987"}
# What a peer may be, in the order of the tables.
ROLES = ("validator", "other", "parser")


@dataclass(frozen=True)
class Peer:
    """A row of `peers.toml`; `call` has what is called for each production that the peer claims."""

    name: str
    language: str
    role: str
    claims: str
    call: dict[str, str]
    install: str
    sample: int | None = None


def peers(path: Path = FILE) -> list[Peer]:
    """Return all peers, in the order of the tables."""
    peers = [Peer(**row) for row in tomllib.loads(path.read_text(encoding="utf-8"))["peer"]]
    for peer in peers:
        if peer.role not in ROLES or not peer.call or not peer.call.keys() <= GRAMMARS.keys():
            raise ValueError(f"{path.name}: {peer.name} has a role or a production that there is not")
    return sorted(peers, key=lambda peer: ROLES.index(peer.role))
