"""The attacks of the security audit of version 0.1.0, on the installed command: none of them succeeds.

Each attack works in a new folder and returns what went wrong, "" where it was repelled. Those of files need a POSIX
system; H1 needs root. `SECURITY.md` says what is promised.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

COMMAND = Path(sys.executable).with_name("iri")

pytestmark = [
    pytest.mark.growth,
    pytest.mark.skipif(os.name != "posix" or not COMMAND.exists(), reason="needs POSIX and the command iri"),
]

_SECONDS = 20  # an answer that takes longer is a hang
_MEMORY = 1_500_000_000  # bytes of address space: more is a denial of service
_MARKS = ("\x1b", "\x07", "\x9b", "\u202e", "\u2028", "\r")
_HOSTILE = "\x1b]0;PWN\x07\n::error::PWN\r\u202e\u2028\x9b31m"
_LINK = '<a href="http://e/a b">x</a>\n'


class Done(NamedTuple):
    """The result of a command; status None means that it did not end."""

    status: int | None
    out: str
    err: str


class Target:
    """The command that is attacked, and the Python that it runs on."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.python = str(Path(shutil.which(command) or command).parent / "python")

    def __call__(self, *arguments: str, text: bytes = b"", limited: bool = True) -> Done:
        """Run the command in the current folder."""
        return self._run([self.command, *arguments], text, limited=limited)

    def ask(self, program: str) -> str:
        """Run a program of Python and return what it prints, or the end of its traceback."""
        done = self._run([self.python, "-c", program], b"", limited=True)
        return done.out.strip() or done.err.strip().rpartition("\n")[2]

    def _run(self, command: list[str], text: bytes, *, limited: bool) -> Done:
        def limit() -> None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

        try:
            done = subprocess.run(
                command,
                input=text,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                preexec_fn=limit if limited and os.name == "posix" else None,
                env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "100"},
            )
        except subprocess.TimeoutExpired:
            return Done(None, "", f"no end within {_SECONDS} s")
        return Done(done.returncode, *(said.decode("utf-8", "replace") for said in (done.stdout, done.stderr)))


def _set_id(iri: Target) -> str:
    page = Path("o.html")
    page.write_text(_LINK)
    if hasattr(os, "chown") and os.geteuid() == 0:
        os.chown(page, 1234, 1235)
    page.chmod(0o6755)
    before = page.stat()
    iri("scan", "--isolated", "--fix", "o.html")
    after = page.stat()
    if page.read_text() == _LINK:
        return "the file was not fixed"
    if after.st_mode & 0o7000:
        return f"mode {after.st_mode & 0o7777:o} of {after.st_uid}:{after.st_gid} keeps set-id bits"
    if (after.st_uid, after.st_gid) != (before.st_uid, before.st_gid):
        return f"owner {before.st_uid}:{before.st_gid} became {after.st_uid}:{after.st_gid}"
    return "" if after.st_mode & 0o777 == 0o755 else f"mode became {after.st_mode & 0o777:o}"


def _fix_outside(iri: Target) -> str:
    Path("outside").mkdir()
    Path("proj").mkdir()
    Path("outside/s.html").write_text(_LINK)
    Path("proj/l.html").symlink_to("../outside/s.html")
    iri("scan", "--isolated", "--fix", "proj")
    iri("scan", "--isolated", "--fix", "proj/l.html")
    return "" if Path("outside/s.html").read_text() == _LINK else "a file outside of the scanned folder was rewritten"


def _disclosure(iri: Target) -> str:
    Path("repo").mkdir()
    Path("cred").write_text("https://alice:TOKEN123@github.com\n")
    Path("repo/notes.txt").symlink_to("../cred")
    said = iri("scan", "--isolated", "--format", "github", "repo")
    return "the token is in the log" if "TOKEN123" in said.out + said.err else ""


def _secrets(iri: Target) -> str:
    lines = ["https://alice:TOKEN123@github.com", "http://u:TOKEN123 x@h/a b", "https://TOKEN123TOKEN123TOKEN@h/%zz"]
    Path("a.txt").write_text("".join(f"<{line}>\n" for line in lines))
    Path("a.html").write_text("".join(f'<a href="{line.replace("@", "&#64;")}">\n' for line in lines))
    Path("urls").write_bytes("".join(f"{line}\n" for line in lines).encode() + b"http://u:TOKEN123@h/\xff\n")
    runs: list[tuple[str, ...]] = [
        ("scan", "--isolated", "--level", "advice", "--format", form, "a.txt", "a.html")
        for form in ("text", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab")
    ]
    runs += [("scan", "--isolated", "--diff", "a.txt", "a.html"), ("scan", "--isolated", "--statistics", "a.html")]
    runs += [("check", "--file", "urls", *more) for more in ((), ("--explain",), ("--all",), ("--format", "json"))]
    runs += [("scan", "--isolated", "--baseline", "known.json", "--write-baseline", "a.txt", "a.html")]
    for run in runs:
        said = iri(*run)
        if "TOKEN123" in said.out + said.err:
            return f"iri {' '.join(run)} shows a password"
    return "the baseline has a password" if "TOKEN123" in Path("known.json").read_text() else ""


_HOSTS = (
    "/\\evil.example/x",
    "http:/\\evil.example/x",
    "&#31;//evil.example/x",
    "//evil.example/x&#31;",
    "///good.example/../evil.example/",
)


def _fixed_hosts(iri: Target) -> str:
    changed = []
    for text in _HOSTS:
        page = f'<a href="{text}">\n'
        Path("one.html").write_text(page)
        iri("scan", "--isolated", "--fix", "--level", "advice", "one.html")
        if Path("one.html").read_text() != page:
            changed.append(text)
    Path("one.md").write_text("[a](http:////good.example/../evil.example/x)\n")
    iri("scan", "--isolated", "--fix", "--level", "advice", "one.md")
    if "/../" not in Path("one.md").read_text():
        changed.append("http:////good.example/../evil.example/x")
    return f"another host for browsers: {' '.join(changed)}" if changed else ""


def _web_addresses(iri: Target) -> str:
    texts = ["/\\evil.example/x", "\\\\evil.example/x", "http:/\\evil.example/x", "\x1f//evil.example/"]
    passed = [text for text in texts if iri("from-web-address", "--", text).status == 0]
    return f"converted without a word: {' '.join(map(repr, passed))}" if passed else ""


def _normal_forms(iri: Target) -> str:
    wrong = []
    for text, level in (("http:////good.example/../evil.example/x", "syntax"), ("http://://evil.example/", "scheme")):
        normalized = iri("normalize", "--level", level, text).out.strip()
        if normalized.startswith("http:////evil"):
            wrong.append(f"{text} is {normalized}")
    return "; ".join(wrong)


def _patterns(iri: Target) -> str:
    Path(".gitignore").write_text("*a" * 20 + "*b\n")
    Path("a" * 240 + ".md").write_text("http://e/\n")
    return "a .gitignore of 43 bytes" if iri("scan", "--isolated", ".").status is None else ""


def _special_files(iri: Target) -> str:
    failures = []
    Path("a.md").write_text("http://e/\n")

    def attempt(what: str, make: Callable[[Path], object], *arguments: str, name: str = ".gitignore") -> None:
        make(Path(name))
        failures.extend([what] * _failed(iri(*arguments)))
        Path(name).unlink()

    for name, arguments in ((".gitignore", ("--isolated",)), ("irigrammar.toml", ())):
        attempt(f"a pipe {name}", os.mkfifo, "scan", *arguments, ".", name=name)
        attempt(f"{name} is /dev/zero", lambda p: p.symlink_to("/dev/zero"), "scan", *arguments, ".", name=name)
        attempt(f"{name} of 10 GB", _sparse, "scan", *arguments, ".", name=name)
    for key in ("schema", "grammar", "baseline"):
        text = f'{key} = "zero.abnf"\n'
        Path("zero.abnf").symlink_to("/dev/zero")
        attempt(f"{key} is /dev/zero", lambda p, text=text: p.write_text(text), "scan", ".", name="irigrammar.toml")  # type: ignore[misc]
        Path("zero.abnf").unlink()
    attempt("a line of /dev/zero", lambda p: p.symlink_to("/dev/zero"), "check", "--file", "zero", name="zero")
    attempt("a named pipe", os.mkfifo, "scan", "--isolated", "pipe", name="pipe")
    attempt("a grammar that is a pipe", os.mkfifo, "check", "-g", "./pipe.abnf", "x", name="pipe.abnf")
    return ", ".join(failures)


def _sparse(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)


def _dotted_keys(iri: Target) -> str:
    Path("x.toml").write_text(".".join("a" * 100_000) + ' = "http://e/"\n')
    if _failed(iri("scan", "--isolated", "x.toml")):
        return "a document of 200 kB takes all memory"
    Path("irigrammar.toml").write_text(".".join("a" * 100_000) + " = 1\n")
    return "a configuration of 200 kB takes all memory" if _failed(iri("scan", ".")) else ""


def _grammars(iri: Target) -> str:
    numbers = range(2_000)
    rules = "".join(f'r{n} = "{n}"\r\n' for n in numbers)
    rows = {
        "4,000 alternatives": "a = " + " / ".join(f"%x{n:X}" for n in range(0x100, 0x100 + 8_000, 2)) + "\r\n",
        "2,000 rules": "a = " + " / ".join(f"r{n}" for n in numbers) + f"\r\n{rules}",
        "100,000 parentheses": "a = " + "(" * 100_000 + '"a"' + ")" * 100_000 + "\r\n",
    }
    failures = []
    for what, text in rows.items():
        Path("x.abnf").write_bytes(text.encode())
        failures += [what] * _failed(iri("check", "-g", "./x.abnf", "a"))
    return ", ".join(failures)


def _patch(iri: Target) -> str:
    Path("victim.txt").write_text("old\n")
    name = "x\n--- victim.txt\n+++ victim.txt\n@@ -1 +1 @@\n-old\n+new by name\n--- y.md"
    Path(name).write_text("[a](http://e/a^b)\n")
    said = iri("scan", "--isolated", "--diff", ".")
    Path("p.diff").write_text(said.out)
    if shutil.which("patch"):
        subprocess.run(["patch", "-p0", "-s", "-f", "-i", "p.diff"], capture_output=True, check=False)
    if Path("victim.txt").read_text() != "old\n" or "\n+++ victim.txt" in said.out:
        return "the name of a file patches another file"
    return "" if "a%5Eb" in said.out else "no diff"


def _races(iri: Target) -> str:
    """Try to change a file while it is fixed: a line that is added must stay, and what a link leads to, too."""
    rows = "".join(f"<a href='http://example.org/{n} x|y'>{n}</a>\n" for n in range(600))
    for exchanged in (False, True):
        page, victim = Path("r.html"), Path("victim.txt")
        page.write_text(rows)
        victim.write_text("mine\n")
        running = subprocess.Popen(
            [iri.command, "scan", "--isolated", "--fix", "r.html"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(1.0)
        if exchanged:
            page.unlink()
            page.symlink_to("victim.txt")
        else:
            with page.open("a") as stream:
                stream.write("<p>added meanwhile</p>\n")
        running.wait(120)
        if victim.read_text() != "mine\n":
            return "what a link leads to was overwritten"
        if not exchanged and "added meanwhile" not in page.read_text():
            return "a line that was added meanwhile is lost"
        page.unlink()
    return ""


_NULL_COLUMN = """
import ctypes, irigrammar
pointer, number = ctypes.c_void_p, ctypes.c_int64
class Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", pointer), ("metadata", pointer), ("flags", number),
                ("n_children", number), ("children", pointer), ("dictionary", pointer), ("release", pointer),
                ("data", pointer)]
class Array(ctypes.Structure):
    _fields_ = [(name, number) for name in ("length", "null_count", "offset", "n_buffers", "n_children")]
    _fields_ += [(name, pointer) for name in ("buffers", "children", "dictionary", "release", "data")]
release = ctypes.CFUNCTYPE(None, pointer)(lambda at: None)
new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, (pointer, ctypes.c_char_p, pointer)
free = ctypes.cast(release, pointer)
schema = Schema(b"n", None, None, 2, 0, None, None, free, None)
array = Array(2**63 - 1, 2**63 - 1, 0, 0, 0, None, None, None, free, None)
class Column:
    def __arrow_c_array__(self, requested=None):
        return new(ctypes.addressof(schema), b"arrow_schema", None), new(ctypes.addressof(array), b"arrow_array", None)
try:
    irigrammar.grammar("rfc3987").start.matches_many(Column())
    print("an answer")
except (MemoryError, ValueError):
    pass
except BaseException as error:
    print(type(error).__name__, error)
"""


def _lengths(iri: Target) -> str:
    return iri.ask(_NULL_COLUMN)


def _messages(iri: Target) -> str:
    raw = []
    for text in (
        f'"{_escaped(_HOSTILE)}" = 1',
        f'schema = "{_escaped(_HOSTILE)}"',
        f'baseline = "{_escaped(_HOSTILE)}"',
        f'grammar = "./{_escaped(_HOSTILE)}.abnf"',
    ):
        Path("irigrammar.toml").write_text(text + "\n")
        raw += [text.partition(" ")[0]] * _is_raw(iri("scan", "."))
    Path("irigrammar.toml").unlink()
    for arguments in (
        ("grammar", "show", _HOSTILE),
        ("grammar", "railroad", _HOSTILE),
        ("grammar", "lint", _HOSTILE),
        ("grammar", "export", _HOSTILE),
        ("scan", "--config", _HOSTILE),
        ("scan", "--baseline", _HOSTILE),
        ("scan", "--output", f"none/{_HOSTILE}"),
        ("suite", "run", "--python", _HOSTILE),
        ("explorer", "-o", "none", "--runtime", _HOSTILE),
        (f"--{_HOSTILE}",),
    ):
        raw += [" ".join(arguments[:2]).replace(_HOSTILE, "X")] * _is_raw(iri(*arguments))
    return ", ".join(raw)


def _links_and_rights(iri: Target) -> str:
    failures = []
    Path("a.html").write_text(_LINK)
    os.link("a.html", "b.html")
    iri("scan", "--isolated", "--fix", "a.html")
    failures += ["a hard link was cut"] * (Path("a.html").stat().st_ino != Path("b.html").stat().st_ino)
    Path("c.html").write_text(_LINK)
    Path("c.html").chmod(0o444)
    iri("scan", "--isolated", "--fix", "c.html")
    failures += ["a read-only file was replaced"] * (Path("c.html").read_text() != _LINK)
    return ", ".join(failures)


def _server(iri: Target) -> str:
    return iri.ask(
        "import threading, http.client\n"
        "from irigrammar.views.explorer.server import server\n"
        "made = server()\n"
        "threading.Thread(target=made.serve_forever, daemon=True).start()\n"
        "link = http.client.HTTPConnection('127.0.0.1', made.server_address[1])\n"
        "link.request('GET', '/', headers={'Host': 'evil.example'})\n"
        "answer = link.getresponse()\n"
        "if answer.status == 200: print('any Host is answered,', answer.headers['Server'])\n"
        "answer.read()\n"
        "link.request('POST', '/ask', '{}', {'Content-Type': 'application/json', 'Origin': 'http://evil.example'})\n"
        "if link.getresponse().status == 200: print('any origin is answered')\n"
        "made.shutdown(); made.server_close()\n"
    )


def _escaped(text: str) -> str:
    return "".join(char if char.isprintable() and char.isascii() else f"\\u{ord(char):04x}" for char in text)


def _failed(done: Done) -> bool:
    """Return whether a run hung, ended in a traceback or was killed."""
    return done.status not in (0, 1, 2) or "Traceback" in done.err or "out of memory" in done.err


def _is_raw(done: Done) -> bool:
    """Return whether what was said would be executed by a terminal or a CI system."""
    said = done.out + done.err
    return any(mark in said for mark in _MARKS) or any(line.lstrip().startswith("::") for line in said.splitlines())


class Attack(NamedTuple):
    """An attack: the finding of the audit that it reproduces, what it tries, and how."""

    code: str
    title: str
    run: Callable[[Target], str]


ATTACKS = (
    Attack("H1", "--fix makes a set-id file of a user one of root", _set_id),
    Attack("H2", "--fix leaves the folder through a symbolic link", _fix_outside),
    Attack("H3", "a symbolic link brings a secret into a public log", _disclosure),
    Attack("H3b", "reports, diffs and baselines repeat passwords", _secrets),
    Attack("H4", "--fix changes the host that browsers go to", _fixed_hosts),
    Attack("H5", "a Web Address has another host for browsers", _web_addresses),
    Attack("M1", "a normal form has another host for browsers", _normal_forms),
    Attack("M2", "a pattern takes exponential time", _patterns),
    Attack("M3", "special and endless files are read", _special_files),
    Attack("M4", "a dotted key of TOML takes memory by the square", _dotted_keys),
    Attack("M5", "reading a grammar takes time by the square", _grammars),
    Attack("M7", "the name of a file makes --diff patch another", _patch),
    Attack("M8", "a file changes while it is fixed", _races),
    Attack("L1", "a length near the limit overflows in the kernel", _lengths),
    Attack("L2", "messages repeat control characters and commands", _messages),
    Attack("L3", "--fix cuts hard links and replaces read-only files", _links_and_rights),
    Attack("L5", "the explorer's server answers any Host", _server),
)


@contextmanager
def _new_folder() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def attempt(attack: Attack, target: Target) -> str:
    """Return what an attack achieved, "" where it was repelled."""
    with _new_folder():
        return attack.run(target)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.code)
def test_an_attack_is_repelled(attack: Attack) -> None:
    assert attempt(attack, Target(str(COMMAND))) == ""
