"""Hostile servers on this machine, and clients to send to them.

The clients are those with an adapter, which they may have or not.
"""

from __future__ import annotations

import asyncio
import gzip
import socket
import ssl
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Any

__all__ = ["ANSWERS", "CLIENTS", "HOST", "LOCATIONS", "Get", "Server", "bomb", "fetch", "opened", "server", "versions"]

HOST = "good.example"  # the name that the server has in tests
LARGEST = 30_000_000  # bytes that a hostile answer has at most
LONGEST = 3.0  # seconds that one takes at most
STEP = 0.02


class Server(ThreadingTCPServer):
    """A server that answers by the path of a request: ANSWERS, or a redirect to what LOCATIONS has."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, address: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.address_family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.requests: list[tuple[str, str]] = []  # the path, and the field Host
        self.heads: list[bytes] = []
        self.connections = 0
        self.closed = Event()  # set when a client has closed a connection that an answer waits on
        self.finished = Event()
        self.inner = 0  # the port that redirects to the inside name
        super().__init__((address, port), Handler)
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def handle_error(self, *_: object) -> None:
        """Say nothing: clients close connections."""


class Handler(StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.server.connections += 1
        with suppress(OSError):
            while self.answer():
                pass

    def answer(self) -> bool:
        head = b""
        while line := self.rfile.readline(65_536):
            head += line
            if line == b"\r\n":
                break
        else:
            if head:
                self.server.closed.set()
            return False
        path = head.split()[1].decode()
        host = next((line[5:].strip() for line in head.splitlines() if line.lower().startswith(b"host:")), b"")
        self.server.requests.append((path, host.decode()))
        self.server.heads.append(head)
        if path in LOCATIONS:
            location = LOCATIONS[path].replace("PORT", str(self.server.inner)).encode()
            self.wfile.write(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: %s\r\n\r\n" % location)
            return True
        ANSWERS.get(path, greeting)(self)
        return path not in ANSWERS

    def send(self, data: bytes) -> None:
        self.wfile.write(data)

    def repeat(self, data: bytes, wait: float = 0) -> None:
        """Send data again and again, at most for LONGEST and LARGEST."""
        try:
            for _ in range(min(LARGEST // len(data), round(LONGEST / wait) if wait else LARGEST)):
                self.send(data)
                if wait and self.server.finished.wait(wait):
                    return
        except OSError:
            self.server.closed.set()
            raise


def greeting(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n\r\nhello")


def endless_body(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\n\r\n")
    handler.repeat(bytes(65_536))


def endless_chunks(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    handler.repeat(b"10000\r\n" + bytes(65_536) + b"\r\n")


def endless_header(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\n")
    handler.repeat(b"X: " + b"a" * 6000 + b"\r\n")


def endless_interim(handler: Handler) -> None:
    handler.repeat(b"HTTP/1.1 100 Continue\r\nX: " + b"a" * 6000 + b"\r\n\r\n")


def slow_header(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\nX: ")
    handler.repeat(b"a", STEP)


def slow_body(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\n\r\n")
    handler.repeat(b"a", STEP)


def mute(handler: Handler) -> None:
    handler.server.finished.wait(LONGEST)


def large_length(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n")
    handler.server.finished.wait(LONGEST)


def endless_length(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n")
    handler.repeat(bytes(65_536))


def later(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 503 Later\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n")


def endless_redirect(handler: Handler) -> None:
    handler.send(b"HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n")
    handler.repeat(bytes(65_536))


@cache
def bomb(coding: str) -> bytes:
    """Return five million bytes in a content coding."""
    data = bytes(5_000_000)
    if coding == "gzip":
        return gzip.compress(data)
    if coding == "deflate":
        return zlib.compress(data)
    if coding == "br":
        import brotli

        return bytes(brotli.compress(data))
    from backports import zstd

    return zstd.compress(data)


def encoded(coding: str, field: str | None = None) -> Callable[[Handler], None]:
    def answer(handler: Handler) -> None:
        data = bomb(coding)
        handler.send(b"HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\n" % (field or coding).encode())
        handler.send(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    return answer


def packed(handler: Handler) -> None:
    """Answer with two members of gzip."""
    data = gzip.compress(b"hello ") + gzip.compress(b"world")
    handler.send(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(data) + data)


def cut(handler: Handler) -> None:
    data = gzip.compress(b"hello world" * 100)[:-9]
    handler.send(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(data) + data)


ANSWERS: dict[str, Callable[[Handler], None]] = {
    "/endless-body": endless_body,
    "/endless-chunks": endless_chunks,
    "/endless-header": endless_header,
    "/endless-interim": endless_interim,
    "/endless-redirect": endless_redirect,
    "/slow-header": slow_header,
    "/slow-body": slow_body,
    "/mute": mute,
    "/large-length": large_length,
    "/endless-length": endless_length,
    "/later": later,
    "/packed": packed,
    "/cut": cut,
    "/bomb-gzip": encoded("gzip"),
    "/bomb-deflate": encoded("deflate"),
    "/bomb-br": encoded("br"),
    "/bomb-zstd": encoded("zstd"),
    "/bomb-twice": encoded("gzip", "gzip, gzip"),
    "/bomb-unknown": encoded("gzip", "compress"),
}

# Places to which the server redirects: PORT is that of a server inside.
LOCATIONS: dict[str, str] = {
    "/moved": "/there",
    "/loop": "/loop",
    "/two": "/moved",
    "/decimal": "http://127.0.0.1:PORT/",
    "/name": "http://localhost:PORT/",
    "/hexadecimal": "http://0x7f.0.0.1:PORT/",
    "/octal": "http://0177.0.0.1:PORT/",
    "/short": "http://127.1:PORT/",
    "/number": "http://2130706433:PORT/",
    "/zero": "http://0.0.0.0:PORT/",
    "/ipv6": "http://[::1]:PORT/",
    "/mapped": "http://[::ffff:127.0.0.1]:PORT/",
    "/full-width": "http://\uff11\uff12\uff17.0.0.1:PORT/",
    "/circled": "http://\u2460\u2461\u2466.0.0.1:PORT/",
    "/without-scheme": "//127.0.0.1:PORT/",
    "/backslashes": "http:\\\\127.0.0.1:PORT/",
    "/subdomain": "http://x.localhost:PORT/",
    "/zone": "http://[fe80::1%25lo]:PORT/",
    "/credentials": f"http://user:secret@{HOST}:PORT/",
    "/credentials-of-name": f"http://{HOST}@127.0.0.1:PORT/",
    "/scheme-ftp": f"ftp://{HOST}:PORT/",
    "/scheme-file": "file:///etc/hostname",
    "/scheme-gopher": f"gopher://{HOST}:PORT/",
    "/scheme-case": "FILE:///etc/hostname",
    "/private-name": "http://mixed.example:PORT/",
}


@contextmanager
def server(address: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> Iterator[Server]:
    """Start a server in a thread."""
    with Server(address, port, tls) as running:
        running.inner = running.port
        Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
        yield running
        running.finished.set()
        running.shutdown()


Get = Callable[..., bytes]  # of a URL, and fields of the request by name


@cache
def _httpx_tls() -> ssl.SSLContext:
    """Return the TLS context that httpx makes for each client; it takes longer than a request."""
    import httpx

    return httpx.create_ssl_context()


@contextmanager
def _httpx(options: dict[str, Any] | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    import httpx

    from irigrammar.integrations.httpx import Transport

    verify: dict[str, Any] = {"verify": tls or _httpx_tls()}
    transport = None if options is None else Transport(**options, **verify)
    with httpx.Client(transport=transport, follow_redirects=True, **verify) as client:
        yield lambda url, **headers: client.get(url, headers=headers).content


@contextmanager
def _httpx_async(options: dict[str, Any] | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    import httpx

    from irigrammar.integrations.httpx import AsyncTransport

    verify: dict[str, Any] = {"verify": tls or _httpx_tls()}
    transport = None if options is None else AsyncTransport(**options, **verify)
    client = httpx.AsyncClient(transport=transport, follow_redirects=True, **verify)

    async def get(url: str, headers: dict[str, str]) -> bytes:
        return (await client.get(url, headers=headers)).content

    with asyncio.Runner() as runner:
        try:
            yield lambda url, **headers: runner.run(get(url, headers))
        finally:
            runner.run(client.aclose())


@contextmanager
def _requests(options: dict[str, Any] | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    import requests

    from irigrammar.integrations.requests import Adapter

    class TLSAdapter(Adapter):
        def init_poolmanager(self, *arguments: Any, **keywords: Any) -> None:
            super().init_poolmanager(*arguments, ssl_context=tls, **keywords)

    with requests.Session() as client:
        for prefix in ("http://", "https://") if options is not None else ():
            client.mount(prefix, (Adapter if tls is None else TLSAdapter)(**options or {}))
        yield lambda url, **headers: client.get(url, headers=headers).content


@contextmanager
def _urllib3(options: dict[str, Any] | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    import urllib3

    from irigrammar.integrations.urllib3 import PoolManager

    keywords: dict[str, Any] = {} if tls is None else {"ssl_context": tls}
    with urllib3.PoolManager(**keywords) if options is None else PoolManager(**options, **keywords) as client:
        yield lambda url, **headers: bytes(client.request("GET", url, headers=headers).data)


@contextmanager
def _aiohttp(options: dict[str, Any] | None, tls: ssl.SSLContext | None) -> Iterator[Get]:
    import aiohttp

    from irigrammar.integrations.aiohttp import session

    connector = {} if tls is None else {"ssl": tls}

    async def opened() -> aiohttp.ClientSession:
        return aiohttp.ClientSession() if options is None else session(connector=connector, **options)

    async def get(client: aiohttp.ClientSession, url: str, headers: dict[str, str]) -> bytes:
        async with client.get(url, headers=headers) as response:
            return await response.read()

    with asyncio.Runner() as runner:
        client = runner.run(opened())
        try:
            yield lambda url, **headers: runner.run(get(client, url, headers))
        finally:
            runner.run(client.close())
            runner.run(asyncio.sleep(0.05))  # asyncio closes what TLS has refused a little later


CLIENTS: dict[str, Callable[[dict[str, Any] | None, ssl.SSLContext | None], Any]] = {
    "httpx": _httpx,
    "httpx, async": _httpx_async,
    "requests": _requests,
    "urllib3": _urllib3,
    "aiohttp": _aiohttp,
}


@contextmanager
def opened(client: str, options: dict[str, Any] | None, tls: ssl.SSLContext | None = None) -> Iterator[Get]:
    """Open a client: with the options of its adapter, or without adapter (None)."""
    with CLIENTS[client](options, tls) as get:
        yield get


def fetch(client: str, url: str, options: dict[str, Any] | None = None, *, codings: str = "") -> bytes:
    """Return what a client reads of a URL."""
    with opened(client, options) as get:
        return bytes(get(url, **({"Accept-Encoding": codings} if codings else {})))


def versions() -> dict[str, str]:
    """Return the versions of the clients."""
    return {name: version(name.partition(",")[0]) for name in CLIENTS}
