"""The attacks of the security audit of 0.1.0 do not succeed.

Each attack works in a new folder and returns what went wrong, "" where it was repelled. Those of files need a POSIX
system; H1 needs root. `SECURITY.md` says what is promised. Others of the audit are in faster tests: H5 in
test_web_address.py, M1 in test_normalize.py, M4 and L1 in test_limits.py, M8 and L3 in test_writing.py, L2 in
test_hostile_output.py, L5 in test_explorer_server.py.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
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

    def __call__(self, *arguments: str, text: bytes = b"", limited: bool = True) -> Done:
        """Run the command in the current folder."""
        return self._run([self.command, *arguments], text, limited=limited)

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


def _failed(done: Done) -> bool:
    """Return whether a run hung, ended in a traceback or was killed."""
    return done.status not in (0, 1, 2) or "Traceback" in done.err or "out of memory" in done.err


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
    Attack("M2", "a pattern takes exponential time", _patterns),
    Attack("M3", "special and endless files are read", _special_files),
    Attack("M5", "reading a grammar takes time by the square", _grammars),
    Attack("M7", "the name of a file makes --diff patch another", _patch),
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
