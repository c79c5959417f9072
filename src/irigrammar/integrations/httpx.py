"""httpx: a `Transport` and an `AsyncTransport` for URLs from users."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from irigrammar.errors import MissingExtra
from irigrammar.integrations._fetching import (
    Body,
    Chain,
    Policy,
    RequestRefused,
    accept_encoding,
    continued,
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

_ERRORS = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.ProxyError,
    httpcore.UnsupportedProtocol,
)
_CHAIN = "irigrammar"  # the extension of a request that has its chain; the request of a redirect has the same


class _Exchange:
    """What both transports do: the chain of a request, what is sent, and what of the response is handed on."""

    def __init__(self, pool: type, backend: type, keywords: dict[str, Any]) -> None:
        self.policy = policy_of(keywords)
        proxy = keywords.pop("proxy", None)
        if proxy is not None:
            Chain(self.policy).proxy(str(proxy))
            keywords["proxy"] = httpcore.Proxy(str(proxy))
        tls = {name: keywords.pop(name) for name in ("verify", "cert", "trust_env") if name in keywords}
        limits = keywords.pop("limits", httpx.Limits(max_connections=100, max_keepalive_connections=20))
        self.pool: Any = pool(
            ssl_context=httpx.create_ssl_context(**tls),
            max_connections=limits.max_connections,
            max_keepalive_connections=limits.max_keepalive_connections,
            keepalive_expiry=limits.keepalive_expiry,
            network_backend=backend(self.policy, is_pinned=proxy is None),
            **keywords,
        )

    def chain(self, request: httpx.Request) -> Chain:
        """Return the chain of a request, which a redirect hands on."""
        chain = request.extensions[_CHAIN] = continued(self.policy, request.extensions.get(_CHAIN), request)
        return chain

    def request(self, request: httpx.Request, chain: Chain) -> httpcore.Request:
        """Return the request that the pool sends."""
        if "Accept-Encoding" in request.headers:
            request.headers["Accept-Encoding"] = accept_encoding(request.headers["Accept-Encoding"])
        timeouts = {name: chain.cap(seconds) for name, seconds in request.extensions.get("timeout", {}).items()}
        url = request.url
        return httpcore.Request(
            request.method,
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions={**request.extensions, "timeout": timeouts},
        )

    def response(
        self, response: httpcore.Response, body: Body, stream: httpx.SyncByteStream | httpx.AsyncByteStream
    ) -> httpx.Response:
        """Return the response that the client gets."""
        headers = [(name, value) for name, value in response.headers if not body.is_changed(name.decode("latin-1"))]
        return httpx.Response(response.status, headers=headers, stream=stream, extensions=response.extensions)


def _body(chain: Chain, response: httpcore.Response, method: str) -> Body:
    fields = [
        (name.decode("latin-1"), value.decode("utf-8", "surrogateescape")) for name, value in response.headers
    ]
    return chain.response(response.status, fields, method)


@contextmanager
def _errors_of_httpx() -> Iterator[None]:
    """Raise httpx's errors for httpcore's, which have the same names."""
    try:
        yield
    except _ERRORS as error:
        raise getattr(httpx, type(error).__name__)(str(error)) from error


class Transport(httpx.BaseTransport):
    """A transport that fetches only what a policy allows: `httpx.Client(transport=Transport())`.

    Its options are keywords, and so are `verify`, `cert`, `trust_env`, `limits`, and those of httpcore's pool: `http1`,
    `http2`, `retries`, `local_address`, `socket_options`; and `proxy`, the URL of one that `proxies` names. Each request and each redirect is checked by `check_fetch`, a
    name is resolved once for each connection, which goes to a checked address; header, body and time are limited. The
    body is decoded here: a response has no field Content-Encoding. Raises `RequestRefused` for what is refused, and for
    the rest what httpx does.

    >>> with httpx.Client(transport=Transport(max_seconds=10)) as client:
    ...     client.get("http://0x7f.1/")
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: programs disagree on the host: rfc3986 reads the host "0x7f.1", \
and url-standard reads the host "127.0.0.1"
    """

    def __init__(self, **keywords: Any) -> None:
        self._exchange = _Exchange(httpcore.ConnectionPool, _Backend, keywords)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, which may be a redirect of one before."""
        chain = self._exchange.chain(request)
        with chain.hop(str(request.url)), _errors_of_httpx():
            response = self._exchange.pool.handle_request(self._exchange.request(request, chain))
            try:
                body = _body(chain, response, request.method)
            except BaseException:
                response.close()
                raise
        return self._exchange.response(response, body, _Stream(response, body))

    def close(self) -> None:
        """Close all connections."""
        self._exchange.pool.close()


class AsyncTransport(httpx.AsyncBaseTransport):
    """The `Transport` of asynchronous clients, with the same options, for asyncio and trio:
    `httpx.AsyncClient(transport=AsyncTransport())`.
    """

    def __init__(self, **keywords: Any) -> None:
        self._exchange = _Exchange(httpcore.AsyncConnectionPool, _AsyncBackend, keywords)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, which may be a redirect of one before."""
        chain = self._exchange.chain(request)
        with chain.hop(str(request.url)), _errors_of_httpx():
            with anyio.fail_after(chain.remaining()):
                response = await self._exchange.pool.handle_async_request(self._exchange.request(request, chain))
            try:
                body = _body(chain, response, request.method)
            except BaseException:
                with anyio.CancelScope(shield=True):
                    await response.aclose()
                raise
        return self._exchange.response(response, body, _AsyncStream(response, body))

    async def aclose(self) -> None:
        """Close all connections."""
        await self._exchange.pool.aclose()


class _Stream(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response, body: Body) -> None:
        self._response, self._body = response, body

    def __iter__(self) -> Iterator[bytes]:
        received = iter(self._response.iter_stream())
        while True:
            with self._body.chain.active(), _errors_of_httpx():
                data = next(received, None)
            if data is None:
                return self._body.end()
            yield from self._body.feed(data)

    def close(self) -> None:
        self._response.close()


class _AsyncStream(httpx.AsyncByteStream):
    def __init__(self, response: httpcore.Response, body: Body) -> None:
        self._response, self._body = response, body

    async def __aiter__(self) -> AsyncIterator[bytes]:
        received = aiter(self._response.aiter_stream())
        while True:
            chain = self._body.chain
            with chain.active(), _errors_of_httpx(), anyio.fail_after(chain.remaining()):
                data = await anext(received, None)
            if data is None:
                self._body.end()
                return
            for piece in self._body.feed(data):
                yield piece

    async def aclose(self) -> None:
        await self._response.aclose()


class _Limits:
    """A network stream whose reads are within the limits of the current chain."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        tls = stream.get_extra_info("ssl_object")
        self._is_http2 = tls is not None and tls.selected_alpn_protocol() == "h2"  # h2 limits the fields itself

    def get_extra_info(self, info: str) -> Any:
        """Return what is known of the stream."""
        return self._stream.get_extra_info(info)

    def _before(self, size: int, timeout: float | None) -> tuple[int, float | None]:
        chain = current()
        if chain is None:
            return size, timeout
        return size if self._is_http2 else chain.head_bytes(size), chain.cap(timeout)

    def _after(self, data: bytes) -> bytes:
        chain = current()
        if chain is not None and not self._is_http2:
            chain.read(len(data))
        return data


class _NetworkStream(_Limits, httpcore.NetworkStream):
    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._after(self._stream.read(*self._before(max_bytes, timeout)))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        chain = current()
        self._stream.write(buffer, timeout if chain is None else chain.cap(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        chain = current()
        limit = timeout if chain is None else chain.cap(timeout)
        return _NetworkStream(self._stream.start_tls(ssl_context, server_hostname, limit))


class _AsyncNetworkStream(_Limits, httpcore.AsyncNetworkStream):
    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._after(await self._stream.read(*self._before(max_bytes, timeout)))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _AsyncNetworkStream(await self._stream.start_tls(ssl_context, server_hostname, timeout))


class _Backend(httpcore.SyncBackend):
    """The network, in which a host is one of its checked addresses."""

    def __init__(self, policy: Policy, *, is_pinned: bool) -> None:
        self._policy, self._is_pinned = policy, is_pinned

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, *rest: Any, **more: Any) -> Any:
        chain = current() or Chain(self._policy)
        connect = super().connect_tcp
        if not self._is_pinned:
            return _NetworkStream(connect(host, port, chain.cap(timeout), *rest, **more))
        try:
            stream = chain.connected(host, timeout, lambda at, limit: connect(at, port, limit, *rest, **more), _ERRORS)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        return _NetworkStream(stream)


class _AsyncBackend(httpcore.AnyIOBackend):
    """The same for asyncio and trio."""

    def __init__(self, policy: Policy, *, is_pinned: bool) -> None:
        self._policy, self._is_pinned = policy, is_pinned

    async def connect_tcp(self, host: str, port: int, timeout: float | None = None, *rest: Any, **more: Any) -> Any:
        chain = current() or Chain(self._policy)
        connect = super().connect_tcp
        if not self._is_pinned:
            return _AsyncNetworkStream(await connect(host, port, chain.cap(timeout), *rest, **more))
        try:
            addresses = await anyio.to_thread.run_sync(chain.addresses, host, abandon_on_cancel=True)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        failure: Exception | None = None
        for address, limit in chain.attempts(addresses, timeout):
            try:
                return _AsyncNetworkStream(await connect(address, port, limit, *rest, **more))
            except _ERRORS as error:
                failure = error
        raise failure or AssertionError("a host has an address")
