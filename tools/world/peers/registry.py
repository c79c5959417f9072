"""The peers, and the program of each language that runs them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("peers.toml")

# The productions that peers claim, each with its grammar.
GRAMMARS = {"URI": "rfc3986", "IRI": "rfc3987"}
# What a peer may be, in the order of the tables.
ROLES = ("validator", "other", "parser")
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


@dataclass(frozen=True)
class Peer:
    """A row of `peers.toml`; `call` has what is called for each production that the peer claims."""

    name: str
    language: str
    role: str
    claims: str
    call: dict[str, str]
    install: str
    sample: int | None = None


def peers(path: Path = FILE) -> list[Peer]:
    """Return all peers, in the order of the tables."""
    peers = [Peer(**row) for row in tomllib.loads(path.read_text(encoding="utf-8"))["peer"]]
    for peer in peers:
        if peer.role not in ROLES or not peer.call or not peer.call.keys() <= GRAMMARS.keys():
            raise ValueError(f"{path.name}: {peer.name} has a role or a production that there is not")
    return sorted(peers, key=lambda peer: ROLES.index(peer.role))


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
