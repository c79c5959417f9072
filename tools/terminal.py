"""Write or check the teaching commands' output in a real terminal.

The terminal is tmux with 80 columns.

    python tools/terminal.py --write    run every case again and write what the terminal shows
    python tools/terminal.py --check    exit 1, naming the cases, where the files show something else

A file of `tests/golden/terminal/` is made of cases: a line `### COMMAND`, then the captured pane; `plain.txt` is with
NO_COLOR, in `colour.txt` a change of colour is `\\e[...m`. To add a case, add its first line and write, then read it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import cases  # noqa: E402  # the checkout's own, not another

GOLDEN = ROOT / "tests" / "golden" / "terminal"
HEADER = "Written by: python tools/terminal.py --write\n"
COLUMNS, ROWS = 80, 250
SECONDS = 120  # a machine may be busy


class Pane(NamedTuple):
    """The display of a terminal: its rows, without spaces and empty rows at their ends; and the column of the cursor.

    `whole` are the rows with those joined that the terminal had to break: the same, unless something is too long.
    """

    rows: list[str]
    whole: list[str]
    cursor: int


class Terminal:
    """A separate tmux server; a context, which ends it."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="terminal-")
        settings = Path(self._folder.name) / "settings"
        settings.write_text("set -g exit-empty off\n", encoding="utf-8")  # the server outlives each of its panes
        self._tmux = ["tmux", "-u", "-S", f"{self._folder.name}/socket", "-f", str(settings)]
        self._count = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._run("kill-server", check=False)
        self._folder.cleanup()

    def show(self, command: str, *, colour: bool = False) -> Pane:
        """Run a shell command in a new pane and return its display when the command has ended.

        `iri` is the command of this checkout by this Python.
        """
        self._count += 1
        name = f"pane{self._count}"
        script = Path(self._folder.name) / name
        python = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); from irigrammar.cli.main import main; main()"
        script.write_text(
            f'iri() {{ {shlex.quote(sys.executable)} -c {shlex.quote(python)} "$@"; }}\n'
            f"{'unset NO_COLOR' if colour else 'export NO_COLOR=1'}\n"
            f"{command}\ntmux wait-for -S {name}\nread -r wait\n",
            encoding="utf-8",
        )
        size = ["-x", str(COLUMNS), "-y", str(ROWS)]
        self._run("new-session", "-d", "-s", name, *size, f"sh {shlex.quote(str(script))}")
        self._run("wait-for", name)
        escapes = ["-e"] if colour else []
        rows, whole = (self._run("capture-pane", "-p", *escapes, *more, "-t", name) for more in ([], ["-J"]))
        cursor = self._run("display-message", "-p", "-t", name, "#{cursor_x}")
        self._run("kill-session", "-t", name, check=False)
        return Pane(_rows(rows), _rows(whole), int(cursor))

    def _run(self, *arguments: str, check: bool = True) -> str:
        # In this locale tmux takes all of Unicode, whatever that of the one who runs this.
        env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        env.pop("TMUX", None)
        done = subprocess.run(
            [*self._tmux, *arguments], env=env, capture_output=True, encoding="utf-8", check=check, timeout=SECONDS
        )
        return done.stdout


def _rows(captured: str) -> list[str]:
    return [row.rstrip() for row in captured.rstrip().split("\n")]


def missing() -> str:
    """Return why a terminal is missing here, "" if it is not."""
    if shutil.which("tmux") is None:
        return "tmux is not here"
    if not _takes_all_of_unicode():
        return "tmux is older than 3.2, does not start, or has no locale C.UTF-8"
    return ""


def _takes_all_of_unicode() -> bool:
    said = subprocess.run(["tmux", "-V"], capture_output=True, text=True, check=False).stdout
    digits = "".join(char for char in said.partition(" ")[2] if char.isdigit() or char == ".").split(".")
    if [int(part) for part in digits if part] < [3, 2]:
        return False
    try:
        with Terminal() as terminal:
            return terminal.show("printf '日'").cursor == 2
    except (OSError, subprocess.SubprocessError):
        return False


def shown(terminal: Terminal, path: Path, command: str) -> str:
    """Return what a command shows now, as the file has it."""
    pane = terminal.show(command, colour=path.stem == "colour")
    return "\n".join(pane.rows).replace("\x1b", "\\e").strip("\n")


def main() -> int:
    """Write or check; return the exit status."""
    reason = missing()
    if reason:
        print(f"nothing is done: {reason}")
        return 1 if "--write" in sys.argv else 0
    with Terminal() as terminal:
        return cases.main(__doc__, GOLDEN, HEADER, partial(shown, terminal))


if __name__ == "__main__":
    sys.exit(main())
