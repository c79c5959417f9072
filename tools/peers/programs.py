"""The drivers: one program per language, which runs any of its peers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["LANGUAGES", "command", "version"]

DRIVERS = Path(__file__).with_name("drivers")
LANGUAGES = {
    "Python": (sys.executable, "python.py"),
    "JavaScript": ("node", "node.mjs"),
    "Java": ("java", "Driver.java"),
    "Perl": ("perl", "perl.pl"),
    "Ruby": ("ruby", "ruby.rb"),
    "PHP": ("php", "php.php"),
}
SECONDS = 60


def command(language: str, *arguments: str) -> list[str]:
    """Return the command of a language's driver."""
    program, script = LANGUAGES[language]
    return [program, str(DRIVERS / script), *arguments]


def version(language: str, name: str) -> str | None:
    """Return the version of a peer, None where it is not installed; `control` is the language itself."""
    if shutil.which(LANGUAGES[language][0]) is None:
        return None
    done = subprocess.run(
        command(language, "--version", name), capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode not in {0, 3}:
        raise RuntimeError(f"{language} {name}: {done.stderr.strip() or f'exit status {done.returncode}'}")
    return done.stdout.strip() if done.returncode == 0 else None
