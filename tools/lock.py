"""Pin what CI installs, with hashes: one file for each environment.

`python tools/lock.py` resolves the newest versions that pyproject.toml allows, by `uv pip compile`, and writes them to
`.ci/locks`. What `.ci/run` installs comes from there; `nox -s newest` installs without them.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".ci" / "locks"

# What builds and installs the project itself, which has no hash: without isolation, from what is pinned.
BUILD = ("pip>=25.1", "setuptools>=77")

# For each file the extras and groups of pyproject.toml, and further requirements.
LOCKS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "nox": ((), ("nox>=2024.4",)),
    "build": ((), ("build>=1.2", *BUILD)),
    "cli": (("--extra=cli",), BUILD),
    "test": (("--extra=test",), ("abnf-rust>=2.9", *BUILD)),
    "dev": (
        ("--all-extras", *(f"--group={name}" for name in ("dev", "docs", "proofs", "spark"))),
        ("atheris>=2.3; python_version < '3.14' and sys_platform == 'linux'", *BUILD),
    ),
    "sbom": ((), ("cyclonedx-bom>=7",)),
}


def main() -> None:
    """Write every file, or those that are named."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or LOCKS:
        options, more = LOCKS[name]
        with tempfile.NamedTemporaryFile("w", suffix=".in") as further:
            further.write("".join(f"{row}\n" for row in more))
            further.flush()
            inputs = [further.name, *(["pyproject.toml"] if options else [])]
            how = ("--quiet", "--generate-hashes", "--universal", "--python-version=3.11", "--no-header")
            subprocess.run(
                ["uv", "pip", "compile", *how, "--no-annotate", *options, *inputs, "-o", str(FOLDER / f"{name}.txt")],
                cwd=ROOT,
                check=True,
            )


if __name__ == "__main__":
    main()
