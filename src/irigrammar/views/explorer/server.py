"""The explorer's local server.

It serves the page; worker processes answer questions within a time limit.
"""

from __future__ import annotations

import json
import secrets
import signal
import sys
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

from irigrammar.matching.grammar import Grammar
from irigrammar.views.explorer.answers import LIMITS, Explorer, warm
from irigrammar.views.explorer.own import Example
from irigrammar.views.explorer.page import page
from irigrammar.views.explorer.saving import SavedFiles

_PATIENCE = 10.0  # seconds that a client may take to go on
_START = 30.0  # seconds that a process may take to start
_LONGEST = 4_000_000  # bytes of a question
_PROCESSES = 2
_POLICY = {"connect-src": "'self'", "require-trusted-types-for": "'script'", "trusted-types": "'none'"}
_HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class ExplorerServer(ThreadingHTTPServer):
    """A server of the page on the loopback address; port 0 (the default) takes a free one.

    GET of `address` is the page. With grammars of the user's own, or files to save to, the address has a secret token
    in its query; with the page comes a cookie, with which "/" is the page, too. Other users of this machine know
    neither, and get 403. POST of "/ask" is a question in JSON, whose
    answer is JSON; everything else is not found. A request for another host than localhost or 127.0.0.1 with this port
    gets 421; a question from another origin, or without the token, 403; one that is too long 413.

    `serve_forever()` serves, `server_close()` ends the processes that answer. With `files`, POST of "/save" writes what
    the editor has to these files and no others. Raises `OSError` where the port is taken.

    >>> with ExplorerServer() as http_server:
    ...     http_server.server_address[0]
    '127.0.0.1'
    """

    daemon_threads = True
    processes: Processes | None = None

    def __init__(
        self,
        own: tuple[Grammar, ...] = (),
        examples: Sequence[Example] = (),
        port: int = 0,
        *,
        version: str = "",
        files: SavedFiles | None = None,
    ) -> None:
        """Bind the port (0 for a free one) on 127.0.0.1, make the page and start the processes.

        Raises `OSError` for a used port.
        """
        self.files = files
        self.is_private = bool(own) or files is not None
        self.token = secrets.token_urlsafe()
        super().__init__(("127.0.0.1", port), _Handler)
        words = "your text does not leave this computer"
        host = {"kind": "server", "token": self.token}
        self.page = page(host, _POLICY, own, examples, promise=words, version=version, saves=files is not None).encode()
        self.processes = Processes(own)

    @property
    def address(self) -> str:
        """The address of the page, for the user who started the server and nobody else."""
        token = f"?token={self.token}" if self.is_private else ""
        return f"http://127.0.0.1:{self.server_address[1]}/{token}"

    @property
    def cookie(self) -> str:
        """The cookie of who has the page, without its attributes; cookies do not tell ports from each other."""
        return f"explorer-{self.server_address[1]}={self.token}"

    def server_close(self) -> None:
        """Close the socket and end the idle processes."""
        super().server_close()
        if self.processes:
            self.processes.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error of a request, unless it is an `OSError`, as a client's disconnection is."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: ExplorerServer
    timeout = _PATIENCE
    protocol_version = "HTTP/1.1"
    server_version = "irigrammar"
    sys_version = ""
    wbufsize = -1  # head and body of an answer go out together

    def do_GET(self) -> None:
        """Answer with the page and a cookie; 421 for other hosts, 404 for other paths, 403 without the token of a
        private server.
        """
        if not self._is_for_us():
            self._answer(421, "this server answers to localhost and 127.0.0.1 only\n")
        elif self.path.partition("?")[0] != "/":
            self._answer(404, "the page is at /\n")
        elif self.server.is_private and not self._has_token():
            self._answer(403, "open the whole address that iri explorer printed\n")
        else:
            cookie = f"{self.server.cookie}; HttpOnly; SameSite=Strict; Path=/"
            self._answer(200, self.server.page, "text/html; charset=utf-8", {"Set-Cookie": cookie})

    def _has_token(self) -> bool:
        """Return whether the query of the address is the token, or a cookie has it."""
        cookies = (cookie.strip() for row in self.headers.get_all("Cookie", []) for cookie in row.split(";"))
        values = (self.path.partition("?")[2], *cookies)
        right = (f"token={self.server.token}", self.server.cookie)
        return any(secrets.compare_digest(value.encode(), token.encode()) for value in values for token in right)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_POST(self) -> None:
        """Answer a question at /ask, or save a file at /save; 4xx for other hosts, origins, tokens,
        types and lengths. Errors in the question itself are part of an answer with 200.
        """
        self.close_connection = True  # unless the question is read
        length = self.headers.get("Content-Length", "")
        token = self.headers.get("X-Explorer-Token", "")
        if not self._is_for_us():
            self._answer(421, "this server answers to localhost and 127.0.0.1 only\n")
        elif self.path != "/ask" and (self.path != "/save" or not self.server.files):
            self._answer(404, "questions go to /ask\n")
        elif self.headers.get_all("Origin", []) not in [[f"http://{name}"] for name in self._names()]:
            self._answer(403, "questions come from the page only\n")
        elif not secrets.compare_digest(token.encode(), self.server.token.encode()):
            self._answer(403, "the page is of another run of iri explorer; reload it\n")
        elif self.headers.get("Content-Type") != "application/json" or not (length.isascii() and length.isdecimal()):
            self._answer(400, "a question is JSON with its length\n")
        elif len(length) > 9 or int(length) > _LONGEST:
            self._answer(413, f"a question has at most {_LONGEST:,} bytes\n")
        else:
            question = self.rfile.read(int(length))
            self.close_connection = self.headers.get("Connection", "").lower() == "close"
            content = question.decode(errors="replace")
            assert self.server.processes is not None
            if self.path == "/save" and self.server.files:
                answer = self.server.files.save(content)
            else:
                answer = self.server.processes.ask(content)
            self._answer(200, answer.encode(), "application/json")

    def _names(self) -> list[str]:
        """Return how the server may be called: host and port, which may be left out where it is 80."""
        port = self.server.server_address[1]
        return [
            f"{name}{suffix}" for name in ("localhost", "127.0.0.1") for suffix in (f":{port}", "")[: 1 + (port == 80)]
        ]

    def _is_for_us(self) -> bool:
        """Return whether the `Host` of the request, which is there once, names this server."""
        hosts = self.headers.get_all("Host", [])
        return len(hosts) == 1 and hosts[0].strip().lower() in self._names()

    def _answer(
        self,
        status: int,
        body: str | bytes,
        kind: str = "text/plain; charset=utf-8",
        more: Mapping[str, str] | None = None,
    ) -> None:
        """Send a whole response; no body for HEAD, and "Connection: close" if the connection is to be closed."""
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for name, value in {"Content-Type": kind, **_HEADERS, **(more or {}), "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def version_string(self) -> str:
        return self.server_version

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server has
        """Log nothing."""


class Processes:
    """Processes that answer questions, one at a time each; one that takes too long is replaced.

    >>> processes = Processes((), count=1)
    >>> json.loads(processes.ask('{"kind": "verdict", "grammar": "rfc3986", "rule": "port", "text": "80"}'))["valid"]
    True
    >>> processes.close()
    """

    def __init__(self, own: tuple[Grammar, ...], count: int = _PROCESSES, limit: float = LIMITS[""]) -> None:
        """Start `count` processes; `limit` is in seconds per question."""
        self._own = own
        self._limit = limit
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        for _ in range(count):
            self._idle.put(_Process(own))

    def ask(self, question: str) -> str:
        """Return the answer (JSON), with `error` if all processes are busy or the limit of time is over.

        Some kinds of questions have a longer limit. A process that takes too long is ended and replaced.
        """
        try:
            process = self._idle.get(timeout=_START)
        except Empty:
            return json.dumps({"error": "too many questions at once; try again"})
        limits = (limit for kind, limit in LIMITS.items() if f'"kind":"{kind}"' in question)
        answer = process.ask(question, max([self._limit, *limits]))
        if answer is None:
            process.end()
            process = _Process(self._own)
            answer = json.dumps({"error": f"This took longer than {self._limit:g} s and was stopped."})
        self._idle.put(process)
        return answer

    def close(self) -> None:
        """End the idle processes; busy ones are daemons, which end with this process."""
        while not self._idle.empty():
            self._idle.get().end()


class _Process:
    """A process and the pipe to it."""

    def __init__(self, own: tuple[Grammar, ...]) -> None:
        """Start the process, which loads the library meanwhile."""
        context = get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other, own), daemon=True)
        self._process.start()
        other.close()
        self._ready = False

    def ask(self, question: str, limit: float) -> str | None:
        """Return the answer, None if it takes more than `limit` seconds or the process has ended."""
        try:
            if not self._ready and self._pipe.poll(_START):
                self._ready = bool(self._pipe.recv())
            self._pipe.send(question)
            return str(self._pipe.recv()) if self._pipe.poll(limit) else None
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        """Kill the process, wait for its end, and close its pipe."""
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _work(pipe: Connection, own: tuple[Grammar, ...]) -> None:
    """Answer questions until the other end is closed; first load the common modules and send True, then load more until
    a question comes. Ctrl-C is ignored.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this process
    explorer = Explorer(own)
    for number, question in enumerate(warm(explorer)):
        explorer.reply(question)
        if number == 0:
            pipe.send(True)
        if pipe.poll():
            break
    try:
        while True:
            pipe.send(explorer.reply(pipe.recv()))
    except (EOFError, OSError):
        return
