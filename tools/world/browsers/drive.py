"""Ask browsers what they read.

One page gets questions from loopback and posts the answers there: in Chromium, Firefox ESR and WebKitGTK as Debian has
them (packages chromium, firefox-esr, and gir1.2-webkit2-4.1 with python3-gi, xvfb and xauth), headless and without a
driver. whatwg-url, the URL Standard's own implementation, is asked in Node.js. No program gets an address outside of
this machine.

    python tools/world/browsers/drive.py JSON ...    what each reads from a string, [string, base]
                                                     or, as a link, [string, base, charset]
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

FOLDER = Path(__file__).resolve().parent
SYSTEM = "/usr/bin/python3"  # has python3-gi
WHATWG = "IRIGRAMMAR_WHATWG"  # the folder in which npm has installed whatwg-url
_SECONDS = 240
_NOWHERE = "127.0.0.1:9"  # a proxy for everything but loopback, where nobody listens
_SETTINGS = {  # of Firefox
    "network.proxy.type": 1,
    "network.proxy.http": _NOWHERE.partition(":")[0],
    "network.proxy.http_port": int(_NOWHERE.partition(":")[2]),
    "network.proxy.ssl": _NOWHERE.partition(":")[0],
    "network.proxy.ssl_port": int(_NOWHERE.partition(":")[2]),
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "app.update.auto": False,
}

# [href, username, password, hostname, port, pathname, search, hash] as `URL` has them; None for no URL.
Parts: TypeAlias = list[str] | None


class Questions(NamedTuple):
    """Strings to be read: `urls` with a base or none, `links` by the charset and the base of their document."""

    urls: Sequence[tuple[str, str | None]] = ()
    links: dict[str, dict[str, list[str]]] = {}  # noqa: RUF012  # never changed

    def __len__(self) -> int:
        return len(self.urls) + sum(len(texts) for bases in self.links.values() for texts in bases.values())


class Answers(NamedTuple):
    """What a program reads, in the order of the questions; of links the address, None where they have none."""

    urls: list[Parts]
    links: dict[str, dict[str, list[str | None]]]


class Browser(NamedTuple):
    """A program that reads URLs: the name in rows, its version, and what asks it."""

    name: str
    version: str
    ask: Callable[[Questions], Answers]


def browsers() -> tuple[list[Browser], list[str]]:
    """Return the programs that are installed, and the names of the others."""
    every = {"Chromium": _chromium, "Firefox": _firefox, "WebKitGTK": _webkit, "whatwg-url": _whatwg}
    found = [(name, find()) for name, find in every.items()]
    return [program for _, program in found if program], [name for name, program in found if not program]


def _chromium() -> Browser | None:
    program = shutil.which("chromium")

    def command(url: str, profile: str) -> list[str]:
        options = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-background-networking"]
        options += ["--disable-component-update", "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage"]
        return [program or "", *options, f"--proxy-server={_NOWHERE}", f"--user-data-dir={profile}", url]

    return _by_page("Chromium", [program, "--version"], command) if program else None


def _firefox() -> Browser | None:
    program = shutil.which("firefox-esr")

    def command(url: str, profile: str) -> list[str]:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _SETTINGS.items()]
        Path(profile, "user.js").write_text("".join(lines), encoding="utf-8")
        return [program or "", "--headless", "--no-remote", "--profile", profile, url]

    return _by_page("Firefox", [program, "--version"], command) if program else None


def _webkit() -> Browser | None:
    script = [SYSTEM, str(FOLDER / "webkit.py")]
    shown = shutil.which("xvfb-run")
    if shown is None or not Path(SYSTEM).exists():
        return None
    return _by_page("WebKitGTK", [*script, "--version"], lambda url, _: [shown, "-a", *script, url])


def _by_page(name: str, version: list[str], command: Callable[[str, str], list[str]]) -> Browser | None:
    done = subprocess.run(version, capture_output=True, text=True, check=False)
    number = re.search(r"\d+(?:\.\d+)+(?:esr)?", done.stdout)
    return Browser(name, number[0], lambda questions: _asked(command, questions)) if number else None


def _whatwg() -> Browser | None:
    folder = os.environ.get(WHATWG, "")
    manifest = Path(folder).resolve() / "node_modules" / "whatwg-url" / "package.json"
    node = shutil.which("node")
    if not folder or node is None or not manifest.is_file():
        return None

    def ask(questions: Questions) -> Answers:
        command = [node, str(FOLDER / "whatwg.js"), str(manifest.parent)]
        done = subprocess.run(
            command, input=json.dumps(questions._asdict()), capture_output=True, text=True, check=True
        )
        return Answers(**json.loads(done.stdout))

    return Browser("whatwg-url", json.loads(manifest.read_text(encoding="utf-8"))["version"], ask)


def _asked(command: Callable[[str, str], list[str]], questions: Questions) -> Answers:
    """Return the answers of a browser; raise `RuntimeError` where it gives none."""
    with _Server(questions) as server, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        line = command(f"http://127.0.0.1:{server.server_port}/", profile)
        log = Path(profile, "log.txt")
        with log.open("wb") as output:
            home = {**os.environ, "HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"}
            process = subprocess.Popen(line, stdout=output, stderr=output, env=home, start_new_session=True)
            try:
                is_done = server.is_done.wait(_SECONDS)
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(10)
        if not is_done:
            raise RuntimeError(f"{line[0]} gave no answer: {log.read_text(errors='replace')[-400:]}")
    if "error" in server.answers:
        raise RuntimeError(f"{line[0]}: {server.answers['error']}")
    return Answers(**server.answers)


class _Server(ThreadingHTTPServer):
    """A server on loopback of the page, of empty documents in a charset, and of the questions."""

    daemon_threads = True

    def __init__(self, questions: Questions) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.questions = json.dumps(questions._asdict()).encode()
        self.answers: dict[str, Any] = {}
        self.is_done = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *error: Any) -> None:
        self.shutdown()
        super().__exit__(*error)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        if self.path == "/questions":
            self._send("application/json", self.server.questions)
        elif self.path.startswith("/in/"):
            charset = self.path.removeprefix("/in/")
            self._send(f"text/html; charset={charset}", b"<!doctype html><title>-</title><body></body>")
        else:
            self._send("text/html; charset=utf-8", (FOLDER / "page.html").read_bytes())

    def do_POST(self) -> None:
        self.server.answers = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._send("text/plain", b"")
        self.server.is_done.set()

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def main() -> int:
    there, missing = browsers()
    print(*(f"{name} is not installed\n" for name in missing), sep="", end="")
    for asked in map(json.loads, sys.argv[1:]):
        text, base, charset = [*([asked] if isinstance(asked, str) else asked), None, None][:3]
        for program in there:
            if charset is None:
                parts = program.ask(Questions([(text, base)])).urls[0]
                answer = parts and parts[0]
            else:
                answer = (
                    program.ask(Questions((), {charset: {base: [text]}})).links.get(charset, {}).get(base, ["-"])[0]
                )
            print(f"{program.name} {program.version}: {answer or 'refused'}")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
