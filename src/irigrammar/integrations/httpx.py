"""httpx: a `Transport` and an `AsyncTransport` for URLs from users."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

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
    import anyio
    import anyio.to_thread
    import httpcore
    import httpx
except ImportError:
    raise MissingExtra("the transport for URLs from users", "httpx", "httpx") from None

__all__ = ["AsyncTransport", "RequestRefused", "Transport"]

_CHAIN = "irigrammar"  # the extension of a request that has its chain; the request of a redirect has the same


class Transport(httpx.HTTPTransport):
    """A transport that fetches only URLs that a policy allows: `httpx.Client(transport=Transport())`.

    Its options are keywords, and so are those of `httpx.HTTPTransport`; `proxy` has to be one that `proxies` names.
    Each request and each redirect is checked by `check_fetch`, a name is resolved once for each connection, which goes
    to a checked address; header, body and time are limited. The body is decoded here: a response has no field
    Content-Encoding. A `proxy` of the client, and its `mounts`, are other transports, which are not checked. Raises
    `RequestRefused` for what is refused, and for the rest what httpx does.

    >>> with httpx.Client(transport=Transport(max_seconds=10)) as client:
    ...     client.get("http://0x7f.1/")
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: programs disagree on the host: rfc3986 reads the host "0x7f.1", \
and url-standard reads the host "127.0.0.1"
    """

    def __init__(self, **keywords: Any) -> None:
        self._policy = policy_of(keywords)
        proxy = _proxy(self._policy, keywords)
        super().__init__(**keywords)
        _pin(self._pool, _Backend(self._policy, proxy))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request (or the redirect of one before), and return its response with the decoded body.

        Raises `RequestRefused` or `FetchRefused` if the policy refuses it.
        """
        chain = _chain(self._policy, request)
        with chain.hop(str(request.url)):
            _prepare(request, chain)
            response = super().handle_request(request)
            try:
                body = _body(chain, request, response)
            except BaseException:
                response.close()
                raise
        response.stream = _Stream(response.stream, body)
        return response


class AsyncTransport(httpx.AsyncHTTPTransport):
    """The `Transport` of asynchronous clients, with the same options, for asyncio and trio:
    `httpx.AsyncClient(transport=AsyncTransport())`.
    """

    def __init__(self, **keywords: Any) -> None:
        self._policy = policy_of(keywords)
        proxy = _proxy(self._policy, keywords)
        super().__init__(**keywords)
        _pin(self._pool, _AsyncBackend(self._policy, proxy))

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request (or the redirect of one before), and return its response with the decoded body.

        Raises `RequestRefused` or `FetchRefused` if the policy refuses it.
        """
        chain = _chain(self._policy, request)
        with chain.hop(str(request.url)):
            _prepare(request, chain)
            with anyio.fail_after(chain.remaining()):
                response = await super().handle_async_request(request)
            try:
                body = _body(chain, request, response)
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await response.aclose()
                raise
        response.stream = _AsyncStream(response.stream, body)
        return response


def _proxy(policy: Policy, keywords: dict[str, Any]) -> str | None:
    """Return the host of the proxy among a transport's keywords, None without one.

    Raises `FetchRefused` for one not allowed.
    """
    proxy = keywords.get("proxy")
    if proxy is None:
        return None
    url = proxy.url if isinstance(proxy, httpx.Proxy) else httpx.URL(proxy)
    Chain(policy).proxy(str(url))
    return str(url.raw_host, "ascii")


def _pin(pool: Any, backend: Any) -> None:
    """Make a pool connect by a backend. Raises `RuntimeError` if this version of httpcore connects otherwise."""
    if not hasattr(pool, "_network_backend"):
        raise RuntimeError("httpcore connects in a way that is not known here")
    pool._network_backend = backend


def _chain(policy: Policy, request: httpx.Request) -> Chain:
    chain = request.extensions[_CHAIN] = chain_of(policy, request.extensions.get(_CHAIN), request)
    return chain


def _prepare(request: httpx.Request, chain: Chain) -> None:
    """Reduce the content codings that a request accepts to those decoded here, and its time limits to the chain's."""
    if "Accept-Encoding" in request.headers:
        request.headers["Accept-Encoding"] = accept_encoding(request.headers["Accept-Encoding"])
    timeouts = {"connect": None, "read": None, "write": None, "pool": None} | request.extensions.get("timeout", {})
    request.extensions["timeout"] = {name: chain.cap(seconds) for name, seconds in timeouts.items()}


def _body(chain: Chain, request: httpx.Request, response: httpx.Response) -> Body:
    """Return the decoder of a response's body; fields that decoding makes untrue are removed from the response.

    Raises `FetchRefused` for a response that may not be read.
    """
    fields = [(str(name, "latin-1"), str(value, "utf-8", "surrogateescape")) for name, value in response.headers.raw]
    body = chain.response(response.status_code, fields, request.method)
    for name in {name for name, _ in fields if body.is_changed(name)}:
        del response.headers[name]
    return body


class _Stream(httpx.SyncByteStream):
    def __init__(self, stream: Any, body: Body) -> None:
        self._received, self._body = stream, body

    def __iter__(self) -> Iterator[bytes]:
        """Yield the decoded content in pieces. Raises `FetchRefused` for a body that may not be read."""
        chunks = iter(self._received)
        while True:
            with self._body.chain.active():
                data = next(chunks, None)
            if data is None:
                return self._body.end()
            yield from self._body.feed(data)

    def close(self) -> None:
        self._received.close()


class _AsyncStream(httpx.AsyncByteStream):
    def __init__(self, stream: Any, body: Body) -> None:
        self._received, self._body = stream, body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the decoded content in pieces, within the chain's time.

        Raises `FetchRefused` for a body that may not be read.
        """
        chunks = aiter(self._received)
        while True:
            with self._body.chain.active(), anyio.fail_after(self._body.chain.remaining()):
                data = await anext(chunks, None)
            if data is None:
                self._body.end()
                return
            for piece in self._body.feed(data):
                yield piece

    async def aclose(self) -> None:
        await self._received.aclose()


class _Limited:
    """A network stream whose reads are within the limits of the current chain."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        tls = stream.get_extra_info("ssl_object")
        self._is_http2 = tls is not None and tls.selected_alpn_protocol() == "h2"  # h2 limits the fields itself

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _size(self, size: int) -> int:
        chain = current()
        return size if chain is None or self._is_http2 else chain.head_bytes(size)

    def _count(self, data: bytes) -> bytes:
        """Return the data, counted against the current chain's limit of header bytes; HTTP/2 is not counted."""
        chain = current()
        if chain is not None and not self._is_http2:
            chain.read(len(data))
        return data


class _NetworkStream(_Limited):
    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._count(self._stream.read(self._size(max_bytes), _cap(timeout)))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _cap(timeout))

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None) -> Any:
        """Return the stream over TLS; the connection is closed if the handshake fails."""
        try:
            return _NetworkStream(self._stream.start_tls(ssl_context, server_hostname, _cap(timeout)))
        except BaseException:
            self._stream.close()
            raise


def _cap(timeout: float | None) -> float | None:
    chain = current()
    return timeout if chain is None else chain.cap(timeout)


class _AsyncNetworkStream(_Limited):
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._count(await self._stream.read(self._size(max_bytes), timeout))

    async def start_tls(self, *arguments: Any, **options: Any) -> Any:
        """Return the stream over TLS; the connection is closed if the handshake fails or is cancelled."""
        try:
            return _AsyncNetworkStream(await self._stream.start_tls(*arguments, **options))
        except BaseException:
            with anyio.CancelScope(shield=True):
                await self._stream.aclose()
            raise


class _Backend(httpcore.SyncBackend):
    """The network, in which a host is one of its checked addresses."""

    def __init__(self, policy: Policy, proxy: str | None) -> None:
        self._policy, self._proxy = policy, proxy

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *rest: Any, **more: Any) -> Any:
        """Return a stream to an allowed address of the host, or to the proxy.

        Raises `httpcore.ConnectError` or `ConnectTimeout` if none answers, `FetchRefused` for a refused host.
        """
        chain = current() or Chain(self._policy)
        connect = super().connect_tcp
        if self._proxy is not None and host == self._proxy:
            return _NetworkStream(connect(host, port, chain.cap(timeout), *rest, **more))
        errors = (httpcore.ConnectError, httpcore.ConnectTimeout)
        try:
            stream = chain.connect(host, timeout, lambda at, limit: connect(at, port, limit, *rest, **more), errors)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        return _NetworkStream(stream)


class _AsyncBackend(httpcore.AnyIOBackend):
    def __init__(self, policy: Policy, proxy: str | None) -> None:
        self._policy, self._proxy = policy, proxy

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, *rest: Any, **more: Any) -> Any:
        """Return a stream to an allowed address of the host, or to the proxy.

        Raises `httpcore.ConnectError` or `ConnectTimeout` if none answers, `FetchRefused` for a refused host.
        """
        chain = current() or Chain(self._policy)
        connect = super().connect_tcp
        if self._proxy is not None and host == self._proxy:
            return _AsyncNetworkStream(await connect(host, port, chain.cap(timeout), *rest, **more))
        try:
            addresses = await anyio.to_thread.run_sync(chain.addresses, host, abandon_on_cancel=True)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        failure: Exception | None = None
        for address, limit in chain.attempts(addresses, timeout):
            try:
                return _AsyncNetworkStream(await connect(address, port, limit, *rest, **more))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure or AssertionError("a host has an address")
