"""The program of the how-to page on URLs from users."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest
from documentation import page, programs

from irigrammar.hosts import check_fetch

urllib3 = pytest.importorskip("urllib3", reason="urllib3 is missing: the extra parsers brings it")

REDIRECTS = {"/inside": "http://169.254.169.254/latest", "/loop": "/loop", "/moved": "/there"}


PACKED = gzip.compress(bytes(5_000_000))


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    with suppress(OSError):
        while True:
            handler.wfile.write(bytes(65_536))


def packed(handler: BaseHTTPRequestHandler) -> None:
    """Answer with a small body that would be large when it is unpacked, asked or not."""
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
    handler.wfile.write(head % len(PACKED) + PACKED)


def silent(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
    handler.wfile.flush()
    FINISHED.wait(30)


def slow(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
    with suppress(OSError):
        while not FINISHED.wait(0.05):
            handler.wfile.write(b"a")


def mute(_: BaseHTTPRequestHandler) -> None:
    FINISHED.wait(30)


FINISHED = Event()
HOSTILE = {f"/{answer.__name__}": answer for answer in (endless, packed, silent, slow, mute)}


class Handler(BaseHTTPRequestHandler):
    """Answers with the Host and the path that were asked for; a few paths redirect."""

    def do_GET(self) -> None:
        if self.path in HOSTILE:
            HOSTILE[self.path](self)
            return
        location = REDIRECTS.get(self.path)
        self.send_response(200 if location is None else 302)
        if location is not None:
            self.send_header("Location", location)
        self.end_headers()
        self.wfile.write(f"{self.headers['Host']} {self.path}".encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server.server_port
    FINISHED.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names of the program, where every name resolves to this machine."""
    names: dict[str, Any] = {}
    source = programs(page("how-to/ssrf"))[0]
    # The same program with less patience.
    exec(re.sub(r"(connect|read)=5", r"\1=0.3", source.replace("1_000_000, 20", "1_000_000, 1.5")), names)
    FINISHED.clear()
    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _, *rest, **more: resolve("127.0.0.1", *rest, **more))
    names["check_fetch"] = partial(check_fetch, ports="any")
    return names


def test_a_name_that_leads_inside_is_refused(program: dict[str, Any], port: int) -> None:
    with pytest.raises(ValueError, match=r"hook\.example\.org leads to an address that is not public"):
        program["fetch"](f"http://hook.example.org:{port}/")


def test_the_pinned_address_is_asked_for_the_name(program: dict[str, Any], port: int) -> None:
    program["is_public_host"] = lambda _: True
    body = program["fetch"](f"http://Hook.example.org:{port}/moved")
    assert body.decode() == f"hook.example.org:{port} /there"


@pytest.mark.parametrize(("path", "message"), [("/inside", "not public"), ("/loop", "too many redirects")])
def test_each_redirect_is_checked(program: dict[str, Any], port: int, path: str, message: str) -> None:
    program["is_public_host"] = lambda _: True
    with pytest.raises(ValueError, match=message):
        program["fetch"](f"http://hook.example.org:{port}{path}")


@pytest.mark.parametrize("answer", ["endless", "silent", "slow", "mute"])
def test_hostile_servers_do_not_hold_the_program(program: dict[str, Any], port: int, answer: str) -> None:
    program["is_public_host"] = lambda _: True
    with pytest.raises((ValueError, urllib3.exceptions.HTTPError)):
        program["fetch"](f"http://hook.example.org:{port}/{answer}")


def test_bodies_are_not_unpacked(program: dict[str, Any], port: int) -> None:
    program["is_public_host"] = lambda _: True
    assert len(program["fetch"](f"http://hook.example.org:{port}/packed")) < 100_000
