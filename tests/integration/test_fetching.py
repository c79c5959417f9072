"""The program of the how-to page on URLs from users."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from documentation import page, programs

from irigrammar.hosts import check_fetch

pytest.importorskip("urllib3", reason="urllib3 is missing: the extra parsers brings it")

REDIRECTS = {"/inside": "http://169.254.169.254/latest", "/loop": "/loop", "/moved": "/there"}


class Handler(BaseHTTPRequestHandler):
    """Answers with the Host and the path that were asked for; a few paths redirect."""

    def do_GET(self) -> None:
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
    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the names of the program, where every name resolves to this machine."""
    names: dict[str, Any] = {}
    exec(programs(page("how-to/ssrf"))[0], names)
    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda _, *rest, **more: resolve("127.0.0.1", *rest, **more))
    names["check_fetch"] = partial(check_fetch, ports="any")
    return names


def test_a_name_that_leads_inside_is_refused(program: dict[str, Any], port: int) -> None:
    with pytest.raises(ValueError, match=r"hook\.example\.org leads to an address that is not public"):
        program["fetch"](f"http://hook.example.org:{port}/")


def test_the_pinned_address_is_asked_for_the_name(program: dict[str, Any], port: int) -> None:
    program["is_public_host"] = lambda _: True
    response = program["fetch"](f"http://Hook.example.org:{port}/moved")
    assert response.data.decode() == f"hook.example.org:{port} /there"


@pytest.mark.parametrize(("path", "message"), [("/inside", "not public"), ("/loop", "too many redirects")])
def test_each_redirect_is_checked(program: dict[str, Any], port: int, path: str, message: str) -> None:
    program["is_public_host"] = lambda _: True
    with pytest.raises(ValueError, match=message):
        program["fetch"](f"http://hook.example.org:{port}{path}")
