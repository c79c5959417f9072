"""aiohttp: a `session` for URLs from users."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
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
    set_current,
)

try:
    import aiohttp
    from aiohttp.abc import AbstractResolver
    from aiohttp.base_protocol import BaseProtocol
except ImportError:
    raise MissingExtra("the session for URLs from users", "aiohttp", "aiohttp") from None

__all__ = ["RequestRefused", "session"]

_BUFFER = 65_536  # bytes after which a reader asks for no more


def session(**keywords: Any) -> aiohttp.ClientSession:
    """Return a session that fetches only URLs that a policy allows; its options are keywords, and so are those of
    aiohttp's `ClientSession`, except `connector`, `request_class`, `response_class` and `auto_decompress`.

    Each request and each redirect is checked by `check_fetch`, with its user information and Location; a name is
    resolved once for each connection, which goes to a checked address; header, body and time are limited. The body is
    decoded here. Proxies are refused unless `proxies` names them. `connector` has keywords of `TCPConnector`, such as
    `limit` and `ssl`. Raises `RequestRefused` for what is refused, and for the rest what aiohttp does.

    >>> async def fetch(url):
    ...     async with session(max_seconds=10) as client, client.get(url) as response:
    ...         return await response.read()
    >>> asyncio.run(fetch("http://user@example.org/"))
    Traceback (most recent call last):
    irigrammar.integrations._fetching.RequestRefused: it has user information before the host
    """
    policy = policy_of(keywords)
    traces = [_trace(policy), *keywords.pop("trace_configs", ())]
    return aiohttp.ClientSession(
        connector=_Connector(policy, keywords.pop("connector", {})),
        response_class=_Response,
        auto_decompress=False,
        trace_configs=traces,
        max_field_size=min(keywords.pop("max_field_size", 8190), policy.max_header_bytes),
        **keywords,
    )


def _trace(policy: Policy) -> aiohttp.TraceConfig:
    """Return the hooks of a request, which see it before and after the connector: the URL as a user wrote it, and the
    place that a redirect names.
    """

    async def start(_: Any, context: Any, parameters: aiohttp.TraceRequestStartParams) -> None:
        """Begin a chain for the request, as the current one of its task; the one around is kept in `context.outer`."""
        context.outer = current()
        chain = chain_of(policy, None, None)
        chain.begin(str(parameters.url))
        set_current(chain)

    async def end(_: Any, context: Any, __: Any) -> None:
        set_current(context.outer)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(end)
    return trace


class _Connector(aiohttp.TCPConnector):
    """A connector to checked addresses, of requests that are checked."""

    def __init__(self, policy: Policy, options: dict[str, Any]) -> None:
        super().__init__(resolver=_Resolver(policy), use_dns_cache=False, **options)
        self._policy = policy

    async def connect(self, req: Any, *arguments: Any, **options: Any) -> Any:
        """Return the connection for a request after its URL and proxy are checked. Raises `RequestRefused` if one is
        refused.

        Its Accept-Encoding keeps only codings that are decoded here.
        """
        chain = current() or Chain(self._policy)
        chain.begin(str(req.url))
        if req.proxy is not None:
            chain.proxy(str(req.proxy))
        req.headers["Accept-Encoding"] = accept_encoding(req.headers.get("Accept-Encoding", ""))
        with chain.active():
            async with asyncio.timeout(chain.remaining()):
                return await super().connect(req, *arguments, **options)


class _Resolver(AbstractResolver):
    """The addresses of a name, each of which is checked."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    async def resolve(self, host: str, port: int = 0, family: int = 0) -> Any:  # noqa: ARG002  # both
        """Return the rows of the checked addresses of a host, as aiohttp has them.

        Raises what `Chain.addresses` does.
        """
        chain = current() or Chain(self._policy)
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET,
                "proto": socket.IPPROTO_TCP,
                "flags": socket.AI_NUMERICHOST,
            }
            for address in await asyncio.to_thread(chain.addresses, host)
        ]

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


class _Response(aiohttp.ClientResponse):
    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        """Read the fields of the response within the time of the chain, check them, and replace `content` by the
        decoded body.

        Raises `FetchRefused` for a response that may not be read, and `RuntimeError` for a version of aiohttp that
        sends requests otherwise.
        """
        chain = current()
        if chain is None:
            raise RuntimeError("aiohttp sends requests in a way that is not known here")
        with chain.active():
            async with asyncio.timeout(chain.remaining()):
                try:
                    await super().start(connection)
                except aiohttp.ClientResponseError as error:
                    chain.refuse("header", f"aiohttp does not read the header: {error.message}")
        fields = [
            (name.decode("latin-1"), value.decode("utf-8", "surrogateescape")) for name, value in self.raw_headers
        ]
        body = chain.response(self.status, fields, self.method)
        self.content = _Reader(self.content, body)
        return self


class _Reader(aiohttp.StreamReader):
    """A reader of the decoded body, which reads from that of the received bytes."""

    def __init__(self, stream: aiohttp.StreamReader, body: Body) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(_NoConnection(loop), _BUFFER, loop=loop)
        self._received, self._body = stream, body

    async def _wait(self, func_name: str) -> None:  # noqa: ARG002  # for messages
        """Wait for more of the body, and feed it decoded to this reader; the end of the body ends it."""
        chain = self._body.chain
        with chain.active():
            async with asyncio.timeout(chain.remaining()):
                data = await self._received.readany()
        for piece in self._body.feed(data):
            self.feed_data(piece)
        if not data:
            self._body.end()
            self.feed_eof()

    def set_exception(self, *arguments: Any) -> None:
        """Set an exception for readers of this stream and of the received one."""
        self._received.set_exception(*arguments)
        super().set_exception(*arguments)


class _NoConnection(BaseProtocol):
    """The protocol of a reader that has no connection to pause: the reader asks for the data that it needs."""

    def pause_reading(self) -> None:
        pass

    def resume_reading(self, resume_parser: bool = True) -> None:
        pass
