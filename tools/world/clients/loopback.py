"""See what clients of schemes ask a server on the loopback interface.

    python tools/world/clients/loopback.py    as root: ports below 1024 are listened on

For each client that is installed: its version, and for each URI without a port the port to which it connects; what curl
and wget ask of a server of FTP for "?" in a URL, and curl of one of IMAP for parameters without a slash. Clients of
Python are those that are installed; those of Node.js (ioredis, redis, mqtt, ws) are looked for in NODE_PATH. The status
is 1 where a client connects to another port than the default one of `grammar/schemes.toml`.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "src"))

from irigrammar.processing.schemes import scheme  # noqa: E402  # the checkout's own, not another

_HOST = "127.0.0.1"
_WAIT = 6  # seconds for a client
_COAP = """
import asyncio, aiocoap
async def main():
    context = await aiocoap.Context.create_client_context()
    await context.request(aiocoap.Message(code=aiocoap.GET, uri={uri!r})).response
asyncio.run(main())
"""
_PYTHON: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "redis": ("redis", "import redis; redis.Redis.from_url({uri!r}).ping()", ("redis", "rediss")),
    "ldap3": ("ldap3", "import ldap3; ldap3.Connection(ldap3.Server({uri!r}.rstrip('/'))).bind()", ("ldap", "ldaps")),
    "websockets": ("websockets", "from websockets.sync.client import connect; connect({uri!r})", ("ws", "wss")),
    "aiocoap": ("aiocoap", _COAP, ("coap",)),
}
_NODE: dict[str, tuple[str, tuple[str, ...]]] = {
    "ioredis": ("new (require('ioredis'))({uri!r})", ("redis", "rediss")),
    "redis": ("require('redis').createClient({{url: {uri!r}}}).on('error', () => 0).connect()", ("redis", "rediss")),
    "mqtt": ("require('mqtt').connect({uri!r}).on('error', () => 0)", ("mqtt", "mqtts", "ws", "wss")),
    "ws": ("new (require('ws'))({uri!r}).on('error', () => 0)", ("ws", "wss")),
}
_CURL = (
    *("http", "https", "ftp", "ldap", "ldaps", "imap", "dict"),
    *("gopher", "telnet", "mqtt", "rtsp", "smb", "sftp"),
)
WEECHAT = ["weechat-headless", "-t", "-r", "/set irc.look.temporary_servers on", "-r"]
# The command of a program, its schemes, and how it says its version.
_PROGRAMS: dict[str, tuple[list[str], tuple[str, ...], str]] = {
    "curl": (["curl", "-s", "-m", "3", "-u", "u:p", "{uri}a/b"], _CURL, "--version"),
    "wget": (["wget", "-q", "-t1", "-T3", "-O-", "{uri}"], ("http", "https", "ftp"), "--version"),
    "git": (["git", "ls-remote", "{uri}x"], ("git", "ssh"), "--version"),
    "svn": (["svn", "info", "--non-interactive", "{uri}x"], ("svn",), "--version"),
    "rsync": (["rsync", "--timeout=3", "{uri}"], ("rsync",), "--version"),
    "ipptool": (["ipptool", "-T", "3", "{uri}", "get-printer-attributes.test"], ("ipp", "ipps"), "--version"),
    "weechat-headless": (
        [*WEECHAT, "/connect {uri}c"],
        ("irc",),
        "--version",
    ),
}


def commands() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the client with its version, the scheme, and the command that is to connect, of each that is installed."""
    for name, (command, schemes, option) in _PROGRAMS.items():
        if shutil.which(name):
            said = subprocess.run([name, option], capture_output=True, text=True, check=False).stdout
            number = re.search(r"\d+(\.\d+)+|^\d+\.\d+", said) or re.search(r"\d\S*", said)
            for one in schemes:
                yield f"{name} {number[0] if number else '?'}", one, [part.format(uri=_uri(one)) for part in command]
    for package, code, schemes in _PYTHON.values():
        done = subprocess.run(
            [sys.executable, "-c", f"import importlib.metadata as m, {package}; print(m.version({package!r}))"],
            capture_output=True,
            text=True,
            check=False,
        )
        for one in schemes if done.returncode == 0 else ():
            yield f"{package} {done.stdout.strip()} (Python)", one, [sys.executable, "-c", code.format(uri=_uri(one))]
    for package, (code, schemes) in _NODE.items():
        question = (
            f"console.log(require(require('path').join(process.env.NODE_PATH, {package!r}, 'package.json')).version)"
        )
        done = subprocess.run(["node", "-e", question], capture_output=True, text=True, check=False)
        for one in schemes if done.returncode == 0 else ():
            yield f"{package} {done.stdout.strip()} (Node.js)", one, ["node", "-e", code.format(uri=_uri(one))]


def _uri(name: str) -> str:
    return f"{name}://{_HOST}/"


@contextmanager
def _listening(ports: set[int]) -> Iterator[list[socket.socket]]:
    """Listen on ports, by TCP and UDP, those that nobody else has."""
    sockets = []
    for port in ports:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            with suppress(OSError):
                own = socket.socket(socket.AF_INET, kind)
                own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                own.bind((_HOST, port))
                if kind == socket.SOCK_STREAM:
                    own.listen()
                sockets.append(own)
    try:
        yield sockets
    finally:
        for own in sockets:
            own.close()


def port_of(command: list[str], ports: set[int]) -> int | None:
    """Return the port to which a command connects first, None where it is none of some ports."""
    with _listening(ports) as sockets, tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"HOME": home, "GIT_SSH_COMMAND": "ssh -o BatchMode=yes"}
        quiet = subprocess.DEVNULL
        client = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=environment)
        try:
            ready, _, _ = select.select(sockets, [], [], _WAIT)
            return ready[0].getsockname()[1] if ready else None
        finally:
            client.kill()
            client.wait()


class _Server(threading.Thread):
    """A server of one protocol of lines: it notes what it is asked, and answers by the first word, or the second."""

    def __init__(self, greeting: str, answers: dict[str, str], listing: str = "") -> None:
        super().__init__(daemon=True)
        self.own, self.data = socket.create_server((_HOST, 0)), socket.create_server((_HOST, 0))
        self.port = self.own.getsockname()[1]
        self.lines: list[str] = []
        self._greeting, self._answers, self._listing = greeting, answers, listing

    def run(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self.own.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with (
            suppress(OSError),
            connection,
            connection.makefile("rw", encoding="utf-8", errors="backslashreplace", newline="") as file,
        ):
            self._say(file, self._greeting)
            for line in file:
                self.lines.append(line.strip())
                first, *rest = line.split()
                key = rest[0].upper() if first.upper() not in self._answers and rest else first.upper()
                answer = self._answers.get(key, "500 what")
                data_port = self.data.getsockname()[1]
                self._say(file, answer.format(tag=first, port=data_port, high=data_port >> 8, low=data_port & 0xFF))
                if key in ("LIST", "RETR"):
                    data, _ = self.data.accept()
                    with data:
                        data.sendall(self._listing.encode() if key == "LIST" else b"x")
                    self._say(file, "226 done")

    def _say(self, file: object, text: str) -> None:
        file.write(text + "\r\n")  # type: ignore[attr-defined]  # a text file of a socket
        file.flush()  # type: ignore[attr-defined]  # as above


_FTP = {
    "USER": "331 who",
    "PASS": "230 in",
    "SYST": "215 UNIX",
    "PWD": '257 "/"',
    "TYPE": "200 ok",
    "SIZE": "213 1",
    "CWD": "250 ok",
    "EPSV": "229 (|||{port}|)",
    "PASV": "227 (127,0,0,1,{high},{low})",
    "RETR": "150 go",
    "LIST": "150 go",
    "MDTM": "550 no",
    "QUIT": "221 bye",
}
_IMAP = {
    "CAPABILITY": "* CAPABILITY IMAP4rev1\r\n{tag} OK",
    "LOGIN": "{tag} OK",
    "SELECT": "* OK [UIDVALIDITY 1]\r\n{tag} OK",
    **dict.fromkeys(("FETCH", "UID"), "* 1 FETCH (BODY[] {{1}}\r\nx)\r\n{tag} OK"),
    "LOGOUT": "{tag} OK",
}
# The commands of programs that fetch a URI.
_FETCH = {
    "curl": ["curl", "-s", "-m", "5", "{uri}"],
    "wget": ["wget", "-q", "-t1", "-T3", "{uri}"],
}
_FILES = "-rw-r--r-- 1 u g 1 Jan 01 00:00 a?b\r\n-rw-r--r-- 1 u g 1 Jan 01 00:00 axb\r\n"


def asked(client: str, path: str, protocol: str, *, user: str = "", words: str = "RETR|FETCH|LIST") -> list[str]:
    """Return the lines of a server, with one of some words, that say what a client asks for a URL of a path, and of a
    user with "@": by default names of files, or of messages.
    """
    server = _Server(
        "220 hi" if protocol.lower() == "ftp" else "* OK hi", _FTP if protocol.lower() == "ftp" else _IMAP, _FILES
    )
    server.start()
    uri = f"{protocol}://{user}{_HOST}:{server.port}{path}"
    with tempfile.TemporaryDirectory() as folder:
        command = [part.format(uri=uri) for part in _FETCH[client]]
        subprocess.run(command, capture_output=True, check=False, cwd=folder, timeout=30)
    time.sleep(0.2)
    server.own.close()
    return [line for line in server.lines if re.search(words, line)]


def main() -> int:
    rows = list(commands())
    ports = {known.default_port for _, name, _ in rows if (known := scheme(name)) and known.default_port} | {194, 6667}
    status = 0
    for client, name, command in rows:
        known, port = scheme(name), port_of(command, ports)
        expected = known.default_port if known else None
        is_other = expected is not None and port != expected
        status |= is_other
        print(f"{name}: {client} connects to {port}{f', and the table has {expected}' if is_other else ''}", flush=True)
    for client, paths in (("curl", ("/a?b", "/a%3Fb")), ("wget", ("/a?b", "/a%3Fb"))):
        for path in paths if shutil.which(client) else ():
            print(f"ftp://HOST{path}: {client} asks {asked(client, path, 'ftp')}")
    for path in ("/INBOX;UID=1", "/INBOX/;UID=1", "/INBOX;MAILINDEX=1") if shutil.which("curl") else ():
        print(f"imap://HOST{path}: curl asks {asked('curl', path, 'imap', user='u:p@')}")
    return status


if __name__ == "__main__":
    sys.exit(main())
