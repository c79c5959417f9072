"""Decisions about hosts.

Which host each convention reads, whether all agree, and what a server may fetch.

check_fetch, require_fetch            the one question of a server before it fetches a URL from outside
consensus, why                        whether all readers would connect to the same host, port and user
readings                              the host that each convention reads
is_public_host                        whether an address or a name is public
"""

from __future__ import annotations

from irigrammar.hosts.agreement import ConsensusProfile, consensus, why
from irigrammar.hosts.fetch import FetchReason, FetchRefused, FetchVerdict, check_fetch, require_fetch
from irigrammar.hosts.readers import HostReading, readings
from irigrammar.hosts.special import is_public_host

__all__ = [
    "ConsensusProfile",
    "FetchReason",
    "FetchRefused",
    "FetchVerdict",
    "HostReading",
    "check_fetch",
    "consensus",
    "is_public_host",
    "readings",
    "require_fetch",
    "why",
]


def __dir__() -> list[str]:
    return __all__
