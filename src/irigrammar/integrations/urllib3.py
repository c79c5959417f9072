"""urllib3: a `PoolManager` for URLs from users."""

from __future__ import annotations

import io
import socket
from http.client import HTTPResponse
from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations._fetching import (
    Body,
    Chain,
    Policy,
    RequestRefused,
    accept_encoding,
    chain_of,
    current,
    policy_of,
)

try:
    import urllib3
    from urllib3.connection import HTTPConnection, HTTPSConnection
    from urllib3.util.connection import create_connection
except ImportError:
    raise MissingExtra("the pool manager for URLs from users", "urllib3", "urllib3") from None

if TYPE_CHECKING:
    from urllib3.response import BaseHTTPResponse

__all__ = ["PoolManager", "RequestRefused", "pool_classes", "without_waiting"]

_PIECE = 16_384  # bytes that are read at a time


class PoolManager(urllib3.PoolManager):
    """A pool manager that fetches only URLs that a policy allows; its options are keywords, and so are those of
    urllib3's.

    Each request and each redirect is checked by `check_fetch`, a name is resolved once for each connection, which goes
    to a checked address; header, body and time are limited. urllib3 asks for a body without content coding; what has
    one is decoded here (`decode_content=False` is without effect). A Retry-After field is not waited for. Raises
    `RequestRefused` for what is refused, and for the rest what urllib3 does.

    >>> http = PoolManager(max_seconds=10)
    >>> http.request("GET", "http://169.254.169.254/")
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: the host "169.254.169.254" is not public: link-local (RFC 3927, \
2.1)
    """

    def __init__(self, num_pools: int = 10, headers: Any = None, **keywords: Any) -> None:
        self.policy = policy_of(keywords)
        keywords.setdefault("retries", urllib3.Retry(total=None, connect=3, read=3, other=3))
        super().__init__(num_pools, headers, **keywords)
        self.pool_classes_by_scheme = pool_classes(self.policy)

    def urlopen(self, method: str, url: str, redirect: bool = True, **keywords: Any) -> BaseHTTPResponse:  # type: ignore[override]  # as urllib3's
        """Send a request, and those that it is redirected to (which call this, too), and return the response.

        Raises `RequestRefused` for a refused URL or response, and for the rest what urllib3 does.
        """
        chain = chain_of(self.policy, current(), object())
        if keywords.get("retries") is not None:
            keywords["retries"] = without_waiting(keywords["retries"], redirect)
        with chain.hop(url):
            return super().urlopen(method, url, redirect=redirect, **keywords)


def without_waiting(retries: urllib3.Retry | int | bool, redirect: bool = True) -> urllib3.Retry:
    """Return the retries as a `Retry` that ignores Retry-After, since no server may say how long to wait."""
    return urllib3.Retry.from_int(retries, redirect=redirect).new(respect_retry_after_header=False)


def pool_classes(policy: Policy) -> dict[str, Any]:
    """Return the classes of pools for each scheme, whose connections a policy restricts."""

    class PinnedHTTPConnection(_Pinned, HTTPConnection):
        scheme = "http"

    class PinnedHTTPSConnection(_Pinned, HTTPSConnection):
        scheme = "https"

    class PinnedHTTPPool(urllib3.HTTPConnectionPool):
        ConnectionCls = PinnedHTTPConnection

    class PinnedHTTPSPool(urllib3.HTTPSConnectionPool):
        ConnectionCls = PinnedHTTPSConnection

    PinnedHTTPConnection.policy = PinnedHTTPSConnection.policy = policy
    return {"http": PinnedHTTPPool, "https": PinnedHTTPSPool}


class _Pinned(HTTPConnection):
    """A connection to a checked address, whose requests belong to chains."""

    policy: Policy
    scheme: str
    chain: Chain | None = None
    _is_pinned = False

    def connect(self) -> None:
        """Connect to a checked address, with TLS for https; the certificate is for the host.

        Raises `RuntimeError` if this version of urllib3 connects otherwise.
        """
        self._is_pinned = False
        super().connect()
        if not self._is_pinned:
            self.close()
            raise RuntimeError("urllib3 connects in a way that is not known here")

    def _new_conn(self) -> socket.socket:
        """Return a socket to an allowed address of the host, or to the proxy.

        Raises `NameResolutionError` or `NewConnectionError` of urllib3 if there is none, and `FetchRefused` for a
        refused one.
        """
        chain = current() or Chain(self.policy)
        self._is_pinned = True
        if self.proxy is not None:
            chain.proxy(self.proxy.url)
            return super()._new_conn()

        def connect(address: str, seconds: float) -> socket.socket:
            return create_connection((address, self.port), seconds, self.source_address, self.socket_options)

        timeout = _seconds(self.timeout)
        try:
            sock = chain.connect(self._dns_host, timeout, connect)
        except socket.gaierror as error:
            raise urllib3.exceptions.NameResolutionError(self.host, self, error) from error
        except OSError as error:
            chain.remaining()
            raise urllib3.exceptions.NewConnectionError(self, f"cannot connect: {error}") from error
        try:
            sock.settimeout(chain.cap(timeout))
        except BaseException:
            sock.close()
            raise
        return sock

    def request(self, method: str, url: str, body: Any = None, headers: Any = None, **options: Any) -> None:
        """Send a request within the chain's time, its URL checked if no pool manager did so.

        Raises `RequestRefused`.
        """
        self.chain = current() or Chain(self.policy)
        if current() is None:
            self.chain.begin(f"{self.scheme}://{self.host}:{self.port}{url}")
        self.chain.expect_head()
        self.timeout = self.chain.cap(_seconds(self.timeout))
        super().request(method, url, body, headers, **options)

    def send(self, data: Any) -> None:
        """Send data; the socket waits no longer than the chain's time."""
        if self.sock is not None and self.chain is not None:
            self.sock.settimeout(self.chain.cap(_seconds(self.timeout)))
        super().send(data)

    def putheader(self, header: str, *values: Any) -> None:  # type: ignore[override]  # as urllib3's
        """Send a header field; Accept-Encoding without codings that are not decoded here."""
        if header.lower() == "accept-encoding":
            values = tuple(accept_encoding(str(value)) for value in values)
        super().putheader(header, *values)

    def response_class(  # type: ignore[override]  # it is only called
        self, sock: socket.socket, *arguments: Any, **options: Any
    ) -> HTTPResponse:
        """Return the response that comes from a socket, within the limits of the chain."""
        chain = self.chain or current() or Chain(self.policy)
        return _Response(chain, _Source(sock, chain), *arguments, **options)


class _Response(HTTPResponse):
    """A response that is decoded here: urllib3 above it sees neither the coding nor chunks."""

    def __init__(self, chain: Chain, source: _Source, *arguments: Any, **options: Any) -> None:
        self._chain = chain
        self._body: Body | None = None
        self._pieces = bytearray()
        self._is_read = False
        self._is_head = options.get("method") == "HEAD"
        super().__init__(source, *arguments, **options)  # type: ignore[arg-type]  # it needs only makefile

    def begin(self) -> None:
        """Read the head of the response, check it by the policy, and drop the fields that decoding makes untrue.

        Raises `FetchRefused` for a response that may not be read.
        """
        super().begin()
        if self._body is None:
            fields = [
                (name, value.encode("latin-1", "replace").decode("utf-8", "surrogateescape"))
                for name, value in self.headers.items()
            ]
            self._body = self._chain.response(self.status, fields, "HEAD" if self._is_head else "GET")
            for name in {name for name, _ in fields if self._body.is_changed(name)}:
                del self.headers[name]
            del self.headers["Transfer-Encoding"]  # urllib3 would read chunks past what is read here

    def read(self, amt: int | None = None) -> bytes:
        """Return the next `amt` decoded bytes, fewer only at the end; all that are left for None."""
        while not self._is_read and (amt is None or len(self._pieces) < amt):
            self._read_piece()
        return self._take(amt)

    def read1(self, n: int = -1) -> bytes:
        """Return the decoded bytes that are there, at most `n` unless it is negative; waits only for the first."""
        while not self._is_read and not self._pieces:
            self._read_piece()
        return self._take(None if n < 0 else n)

    def readinto(self, buffer: Any) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def isclosed(self) -> bool:
        return super().isclosed() and not self._pieces

    def close(self) -> None:
        self._pieces.clear()
        self._is_read = True
        super().close()

    def _read_piece(self) -> None:
        """Read and decode a piece of the body, appended to `_pieces`; at the end `_is_read` is set and the body
        checked.
        """
        assert self._body is not None
        with self._chain.active():
            data = super().read(_PIECE)
            for piece in self._body.feed(data):
                self._pieces += piece
            if not data:
                self._is_read = True
                self._body.end()

    def _take(self, size: int | None) -> bytes:
        data = bytes(self._pieces[:size])
        del self._pieces[: len(data)]
        return data


class _Source(io.RawIOBase):
    """The bytes of a response from a socket, each read of which is within the limits of a chain."""

    def __init__(self, sock: socket.socket, chain: Chain) -> None:
        self._sock, self._chain = sock, chain
        self._timeout = sock.gettimeout()
        self._raw = sock.makefile("rb", buffering=0)

    def makefile(self, *_: Any) -> io.BufferedReader:
        """Return the stream that a response reads, as a socket does."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read into a buffer, of a head no more bytes than it may still have, and count them; the socket waits no
        longer than the chain's time. Raises `FetchRefused` at either limit.
        """
        size = self._chain.head_bytes(len(buffer))
        self._sock.settimeout(self._chain.cap(self._timeout))
        count = self._raw.readinto(memoryview(buffer)[:size])
        self._chain.read(count or 0)
        return int(count) if count is not None else None

    def close(self) -> None:
        self._raw.close()
        super().close()


def _seconds(timeout: Any) -> float | None:
    """Return a time limit of urllib3 in seconds; None for its default, which is none."""
    return timeout if isinstance(timeout, float | int) else None
