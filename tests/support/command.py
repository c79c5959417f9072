"""The command `iri`, run for a test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["iri"]


def iri(*arguments: str | bytes, stdin: bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    """Run the command and return its exit status and what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", "from irigrammar.cli.main import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()
