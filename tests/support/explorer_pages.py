"""The explorer's pages for Chromium: servers, one file, a folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from own_grammars import NAMES, examples_of, own_grammar
from places import TESTS

from irigrammar import Grammar
from irigrammar.views.explorer.server import ExplorerServer
from irigrammar.views.explorer.static import PAGE, static_files

__all__ = ["CHECKING", "CHROMIUM", "MODULES", "NODE", "SHOTS", "missing", "pages", "results", "rows"]

CHECKING = TESTS / "browser" / "page.mjs"
SHOTS = TESTS / "golden" / "explorer"
NODE = shutil.which("node")
MODULES = os.environ.get("IRIGRAMMAR_BROWSER")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str:
    """Return what the browser needs and is not there, "" for nothing."""
    if NODE and CHROMIUM and MODULES and (Path(MODULES) / "node_modules" / "pyodide").is_dir():
        return ""
    return "needs node, chromium, and IRIGRAMMAR_BROWSER, a folder with playwright-core, axe-core and pyodide"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that http.server has
        """Say nothing."""


@contextmanager
def pages() -> Iterator[dict[str, str]]:
    """Give the address of each page while the context lasts."""
    own, examples = tuple(map(own_grammar, NAMES)), tuple(row for name in NAMES for row in examples_of(name))
    lectures = tuple(Grammar.from_file(TESTS / "data" / "lectures" / f"{name}.abnf") for name in ("json", "sum"))
    runtime = Path(MODULES or "", "node_modules", "pyodide")
    with TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "one.html").write_bytes(static_files(runtime, single=True)[PAGE])
        for part, data in static_files(runtime).items():
            (folder / part).write_bytes(data)
        servers: dict[str, ThreadingHTTPServer] = {
            "server": ExplorerServer(),
            "own": ExplorerServer(own, examples),
            "recursive": ExplorerServer(lectures),
            "folder": ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=name)),
        }
        for each in servers.values():
            threading.Thread(target=stack.enter_context(each).serve_forever, daemon=True).start()
            stack.callback(each.shutdown)
        addresses = {
            name: each.address if isinstance(each, ExplorerServer) else f"http://127.0.0.1:{each.server_address[1]}/"
            for name, each in servers.items()
        }
        yield addresses | {"one": (folder / "one.html").as_uri()}


def rows(script: Path, *more: str) -> list[dict[str, object]]:
    """Return the rows that a script writes about the pages."""
    with pages() as addresses:
        command = [NODE or "", str(script), MODULES or "", CHROMIUM or "", json.dumps(addresses), *more]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def results() -> dict[str, object]:
    """Return what is wrong by each check, None where nothing is."""
    return {str(row["name"]): row["problem"] for row in rows(CHECKING, str(SHOTS))}
