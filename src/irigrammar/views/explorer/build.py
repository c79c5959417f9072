"""The page made of its parts: one file of HTML without references to anything else."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import sys
from functools import cache
from html import escape, unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from irigrammar.matching.grammar import Grammar
from irigrammar.views.explorer.data import page_data, scheme_data
from irigrammar.views.explorer.own import Example, own_data

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
_PATIENCE = 10.0  # seconds that a client may take to go on
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
        timeout = _PATIENCE
        server_version = "irigrammar"
        sys_version = ""

        def do_GET(self) -> None:
            if not _is_own_host(self.headers.get_all("Host", []), http_server.server_address[1]):
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

    http_server = _Server(("127.0.0.1", port), Handler)
    return http_server


class _Server(ThreadingHTTPServer):
    """A server that clients may leave without a word."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what is not a client that went away."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _is_own_host(hosts: list[str], port: int) -> bool:
    """Return whether the `Host` of a request, which is there once, names this server; port 80 may be left out."""
    own = {f"{name}:{port}" for name in ("localhost", "127.0.0.1")}
    if port == 80:
        own |= {"localhost", "127.0.0.1"}
    return len(hosts) == 1 and hosts[0].strip().lower() in own


_ENTRY = "page.js"
_IMPORT = re.compile(r'^import \{.*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*\*.*\*/)\n", re.MULTILINE)  # a line that is nothing else
_EXPORT = re.compile(r"^export (?=const |function\*? |async function |class )", re.MULTILINE)


@cache
def page(version: str = "", own: tuple[Grammar, ...] = (), examples: tuple[Example, ...] = ()) -> str:
    """Return the page, which names the package's version where it is given.

    With a user's `own` grammars it is about these, with their `examples`, and has no grammars of schemes. Its policy (a
    `meta` element) lets run the one script and apply the one style sheet, by their hashes, and load nothing from
    anywhere. Raises `GrammarError` where a start rule has no automaton.

    >>> page().startswith("<!doctype html>") and len(page()) < 600_000
    True
    """
    script = "\n".join(_without_modules(_read(name)) for name in module_order())
    style = _read("page.css")
    data = [page_data(own) | {"own": own_data(own, examples)}, {}] if own else [page_data(), scheme_data()]
    parts = {
        "policy": f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
        "style": style,
        "script": script,
        "version": f" {version}" if version else "",
        "title": escape(f"Grammar explorer: {', '.join(Path(each.name).stem for each in own)}")
        if own
        else "IRI explorer",
        "data": _packed(data),
    }
    return re.sub(r"\{(policy|style|script|version|title|data)\}", lambda match: parts[match[1]], _read("page.html"))


def _packed(data: list[dict[str, Any]]) -> str:
    """Return data as JSON, compressed and in base64: most of it is tables of automata."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def module_order() -> list[str]:
    """Return the names of the modules, each after those that it imports, the page's own last.

    >>> module_order()[-1]
    'page.js'
    """
    order: dict[str, None] = {}

    def add(name: str) -> None:
        for needed in _IMPORT.findall(_read(name)):
            if needed not in order:
                add(needed)
        order.setdefault(name)

    add(_ENTRY)
    return list(order)


def _without_modules(text: str) -> str:
    """Return a module's text for a script that has all of them: names are unique, so that imports can go.

    Of comments, the head of each module comes along; other lines that are nothing else stay in the sources.
    """
    head, blank, text = text.partition("\n\n")
    code = _COMMENT.sub("", text)
    return _EXPORT.sub("", _IMPORT.sub("", head + blank + code))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _read(name: str) -> str:
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")
