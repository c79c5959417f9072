"""The server of the explorer: which requests it answers, and the headers of its answers."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse

import pytest

from irigrammar.views.explorer import build
from irigrammar.views.explorer.build import page, server


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with server(page()) as http_server:
        thread = threading.Thread(target=http_server.serve_forever)
        thread.start()
        yield int(http_server.server_address[1])
        http_server.shutdown()
        thread.join()


def answer(port: int, *hosts: str, path: str = "/", method: str = "GET") -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=True)
    for host in hosts:
        connection.putheader("Host", host.replace("PORT", str(port)))
    connection.endheaders()
    response = connection.getresponse()
    response.body = response.read()  # type: ignore[attr-defined]
    connection.close()
    return response


@pytest.mark.parametrize("host", ["localhost:PORT", "127.0.0.1:PORT", "LocalHost:PORT"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_own_hosts_get_the_page(port: int, host: str, method: str) -> None:
    response = answer(port, host, method=method)
    assert response.status == 200
    assert response.body == (page().encode() if method == "GET" else b"")  # type: ignore[attr-defined]
    assert response.headers["Server"] == "irigrammar"
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert policy.endswith("; frame-ancestors 'none'")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_clients_that_go_away_are_not_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with server("x" * 10_000_000) as http_server:
        thread = threading.Thread(target=http_server.serve_forever)
        thread.start()
        address = ("127.0.0.1", int(http_server.server_address[1]))
        for request in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % address[1]):
            with socket.create_connection(address) as client:
                client.sendall(request)
                # Reset: what is sent after that is a broken pipe.
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert answer(address[1], "localhost:PORT", path="/x").status == 404
        http_server.shutdown()
        thread.join()
        for other in threading.enumerate():
            if "process_request_thread" in other.name:
                other.join(10)
    assert capsys.readouterr().err == ""


def test_half_requests_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_PATIENCE", 0.1)
    with server("") as http_server:
        thread = threading.Thread(target=http_server.serve_forever)
        thread.start()
        with socket.create_connection(("127.0.0.1", int(http_server.server_address[1])), timeout=30) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            assert client.recv(1) == b""  # it was closed
        http_server.shutdown()
        thread.join()


HOSTS = [
    "evil.example",
    "evil.example:PORT",
    "localhost",
    "localhost:1",
    "localhost.evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "[::1]:PORT",
    "user@localhost:PORT",
    "",
]


@pytest.mark.parametrize("host", HOSTS)
def test_other_hosts_get_one_line(port: int, host: str) -> None:
    response = answer(port, host)
    assert response.status == 421
    assert response.body == b"this server answers to localhost and 127.0.0.1 only\n"  # type: ignore[attr-defined]
    assert response.headers["Server"] == "irigrammar"


@pytest.mark.parametrize("hosts", [(), ("localhost:PORT", "evil.example")])
def test_the_host_is_there_once(port: int, hosts: tuple[str, ...]) -> None:
    assert answer(port, *hosts).status == 421


@pytest.mark.parametrize(("path", "status"), [("/?q", 200), ("/x", 404), ("/../etc/passwd", 404)])
def test_the_page_is_all_there_is(port: int, path: str, status: int) -> None:
    assert answer(port, "localhost:PORT", path=path).status == status


@pytest.mark.parametrize("method", ["POST", "NO-SUCH"])
def test_errors_of_the_protocol_name_no_version(port: int, method: str) -> None:
    response = answer(port, "localhost:PORT", method=method)
    assert response.status == 501
    assert response.headers["Server"] == "irigrammar"
