"""The page on localhost."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["server"]


def server(page: str, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of one page on the loopback address; port 0 (the default) takes a free one.

    The page is at "/", everything else is not found. `serve_forever()` serves, `server_address` has the port. Raises
    `OSError` where the port is taken.

    >>> made = server("<!doctype html>")
    >>> made.server_address[0], made.server_close()
    ('127.0.0.1', None)
    """
    body = page.encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.partition("?")[0] != "/":
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("X-Content-Type-Options", "nosniff")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server has
            """Say nothing."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
