"""The server of the explorer: requests, headers, time limit."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from irigrammar import Grammar
from irigrammar.views.explorer import server as module
from irigrammar.views.explorer.saving import SavedFiles
from irigrammar.views.explorer.server import ExplorerServer, Processes

QUESTION = json.dumps({"kind": "verdict", "grammar": "rfc3986", "rule": "port", "text": "8a"})


@pytest.fixture(scope="module")
def running() -> Iterator[ExplorerServer]:
    with ExplorerServer() as http_server:
        thread = threading.Thread(target=http_server.serve_forever)
        thread.start()
        yield http_server
        http_server.shutdown()
        thread.join()


def port_of(http_server: ExplorerServer) -> int:
    return int(http_server.server_address[1])


def send(
    port: int, method: str, path: str, headers: list[tuple[str, str]], body: bytes = b""
) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest(method, path, skip_host=True)
    for name, value in headers:
        connection.putheader(name, value.replace("PORT", str(port)))
    connection.endheaders(body)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response, data


def headers_of(http_server: ExplorerServer, length: int) -> list[tuple[str, str]]:
    return [
        ("Host", "127.0.0.1:PORT"),
        ("Origin", "http://127.0.0.1:PORT"),
        ("Content-Type", "application/json"),
        ("Content-Length", str(length)),
        ("X-Explorer-Token", http_server.token),
    ]


def ask(http_server: ExplorerServer, **changes: str | None) -> tuple[int, bytes]:
    """Ask a question with the right headers, except for those that are changed or, with None, left out."""
    body = QUESTION.encode()
    headers: dict[str, str | None] = dict(headers_of(http_server, len(body)))
    headers |= {name.replace("_", "-"): value for name, value in changes.items()}
    rows = [(name, value) for name, value in headers.items() if value is not None]
    response, data = send(port_of(http_server), "POST", "/ask", rows, body)
    return response.status, data


@pytest.mark.parametrize("host", ["localhost:PORT", "127.0.0.1:PORT", "LocalHost:PORT"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_own_hosts_get_the_page(running: ExplorerServer, host: str, method: str) -> None:
    response, body = send(port_of(running), method, "/", [("Host", host)])
    assert response.status == 200
    assert body == (running.page if method == "GET" else b"")
    assert response.headers["Server"] == "irigrammar"
    assert response.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_question_is_answered(running: ExplorerServer) -> None:
    status, body = ask(running)
    assert status == 200
    assert json.loads(body)["message"] == '"a" is not a digit, and a port can contain only digits'


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"Origin": None}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost:1"}, 403),
        ({"Origin": "https://127.0.0.1:PORT"}, 403),
        ({"X_Explorer_Token": None}, 403),
        ({"X_Explorer_Token": "x"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Content_Type": "text/plain"}, 400),
        ({"Content_Length": None}, 400),
        ({"Content_Length": "-1"}, 400),
        ({"Content_Length": "4000001"}, 413),
        ({"Content_Length": "9" * 400}, 413),
    ],
)
def test_other_questions_are_refused(running: ExplorerServer, changes: dict[str, str | None], status: int) -> None:
    assert ask(running, **changes)[0] == status


@pytest.mark.parametrize(
    "hosts",
    [
        ["evil.example"],
        ["evil.example:PORT"],
        ["localhost"],
        ["localhost:1"],
        ["localhost.evil.example:PORT"],
        ["[::1]:PORT"],
        ["user@localhost:PORT"],
        [""],
        [],
        ["localhost:PORT", "evil.example"],
    ],
)
def test_other_hosts_get_one_line(running: ExplorerServer, hosts: list[str]) -> None:
    response, body = send(port_of(running), "GET", "/", [("Host", host) for host in hosts])
    assert response.status == 421
    assert body == b"this server answers to localhost and 127.0.0.1 only\n"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/?q", 200), ("GET", "/x", 404), ("GET", "/../etc/passwd", 404), ("POST", "/x", 404), ("PUT", "/", 501)],
)
def test_server_has_the_page_and_questions_only(running: ExplorerServer, method: str, path: str, status: int) -> None:
    response, _ = send(port_of(running), method, path, [("Host", "localhost:PORT")])
    assert response.status == status
    assert response.headers["Server"] == "irigrammar"


def test_files_are_saved_if_the_command_allows(running: ExplorerServer, tmp_path: Path) -> None:
    path = tmp_path / "a.abnf"
    path.write_text('a = "x"\n', encoding="utf-8")
    own = Grammar.from_file(path)
    body = json.dumps({"base": own.name, "source": 'a = "y"\n', "examples": []}).encode()
    with ExplorerServer((own,), files=SavedFiles([own], None)) as saving:
        thread = threading.Thread(target=saving.serve_forever)
        thread.start()
        answers = [
            send(port_of(each), "POST", "/save", [*headers_of(each, len(body)), *more], body)
            for each, more in ((running, []), (saving, [("Origin", "http://evil.example")]), (saving, []))
        ]
        saving.shutdown()
        thread.join()
    assert [response.status for response, _ in answers] == [404, 403, 200]
    assert json.loads(answers[2][1]) == {"saved": f"Saved {path}."}
    assert path.read_text(encoding="utf-8") == 'a = "y"\n'


def test_a_port_that_is_taken(running: ExplorerServer) -> None:
    with pytest.raises(OSError):  # noqa: PT011 - the number differs from system to system
        ExplorerServer(port=port_of(running))


@pytest.mark.slow
def test_an_answer_that_takes_too_long_is_stopped_and_the_next_one_comes() -> None:
    own = (Grammar.from_text('a = "x" / "(" a ")"\n', name="nested.abnf"),)
    processes = Processes(own, count=1, limit=2)
    slow = json.dumps({"kind": "fixes", "grammar": "nested.abnf", "rule": "a", "text": "(" * 400_000})
    assert "2 s" in json.loads(processes.ask(slow))["error"]
    assert json.loads(processes.ask(QUESTION))["valid"] is False
    processes.close()


def test_clients_that_go_away_are_not_reported(running: ExplorerServer, capsys: pytest.CaptureFixture[str]) -> None:
    address = ("127.0.0.1", port_of(running))
    for request in (b"", b"GET / HT", b"POST /ask HTTP/1.1\r\nHost: localhost:%d\r\n\r\n" % address[1]):
        with socket.create_connection(address) as client:
            client.sendall(request)
            # Reset: what is sent after that is a broken pipe.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert ask(running)[0] == 200
    assert capsys.readouterr().err == ""


def test_half_requests_end(running: ExplorerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Handler, "timeout", 0.1)
    with socket.create_connection(("127.0.0.1", port_of(running)), timeout=30) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert client.recv(1) == b""  # it was closed
