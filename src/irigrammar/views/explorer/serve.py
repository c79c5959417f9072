"""The page on localhost, with the headers that keep other sites away from it."""

from __future__ import annotations

import re
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
_OTHER_HOST = b"this server answers to localhost and 127.0.0.1 only\n"


def server(page: str, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of one page on the loopback address; port 0 (the default) takes a free one.

    The page is at "/", everything else is not found. A request for another host than localhost or 127.0.0.1 with this
    port (a name that its owner made to lead here, for one) gets 421. The policy of the page's `meta` element is a
    header, too, with what such an element cannot say. `serve_forever()` serves, `server_address` has the port. Raises
    `OSError` where the port is taken.

    >>> served = server("<!doctype html>")
    >>> served.server_address[0], served.server_close()
    ('127.0.0.1', None)
    """
    body = page.encode()
    policy = _POLICY.search(page)
    headers = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "; ".join([*([unescape(policy[1])] if policy else []), "frame-ancestors 'none'"]),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }

    class Handler(BaseHTTPRequestHandler):
        server_version = "irigrammar"
        sys_version = ""

        def do_GET(self) -> None:
            if not _is_own_host(self.headers.get_all("Host", []), made.server_address[1]):
                self._answer(421, {"Content-Type": "text/plain"}, _OTHER_HOST)
            elif self.path.partition("?")[0] == "/":
                self._answer(200, headers, body)
            else:
                self._answer(404, {"Content-Type": "text/plain"}, b"the page is at /\n")

        def do_HEAD(self) -> None:
            self.do_GET()

        def _answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def version_string(self) -> str:
            return self.server_version

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server has
            """Say nothing."""

    made = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    return made


def _is_own_host(hosts: list[str], port: int) -> bool:
    """Return whether the `Host` of a request, which is there once, names this server; port 80 may be left out."""
    own = {f"{name}:{port}" for name in ("localhost", "127.0.0.1")}
    if port == 80:
        own |= {"localhost", "127.0.0.1"}
    return len(hosts) == 1 and hosts[0].strip().lower() in own
