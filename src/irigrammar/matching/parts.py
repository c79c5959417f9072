"""The components of a reference: which part of the string each is."""

from __future__ import annotations

from typing import NamedTuple


class Components(NamedTuple):
    """The components of a reference, each the part of the string that matched: None when absent, "" when empty.

    `host` keeps its brackets; `host_kind` is the production that matched it: IPv6address, IPvFuture, IPv4address, or
    reg-name (ireg-name). `str()` puts the reference together again (RFC 3986, 5.3).
    """

    scheme: str | None = None
    authority: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str | None = None
    query: str | None = None
    fragment: str | None = None
    host_kind: str | None = None

    def __str__(self) -> str:
        """Return the reference that these components make."""
        text = self.path or ""
        if self.authority is not None:
            text = f"//{self.authority}{text}"
        if self.scheme is not None:
            text = f"{self.scheme}:{text}"
        if self.query is not None:
            text = f"{text}?{self.query}"
        return text if self.fragment is None else f"{text}#{self.fragment}"
