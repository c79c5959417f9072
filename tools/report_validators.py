"""Get the third-party validators of `iri scan` reports into a folder.

    python tools/report_validators.py FOLDER
    IRIGRAMMAR_REPORT_VALIDATORS=FOLDER python -m pytest -m external tests/against/test_scan_validators.py

From npm: Microsoft's SARIF Multitool with the published schema of SARIF 2.1.0, and GitHub's toolkit for actions. From
the source distribution of pytest: the schema of JUnit's XML that the xUnit plugin of Jenkins publishes. Each comes
under its own licence and is not part of this repository. Needs pip and npm.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

SYSTEMS = {"linux": "linux", "darwin": "darwin", "win32": "win"}
MULTITOOL = "5.7.0"
TOOLKIT = "3.0.1"
PYTEST = "9.2.0"
JUNIT = "junit-10.xsd"


def from_npm(folder: Path) -> None:
    """Install the packages of npm into `node_modules`, without running scripts of theirs."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("npm, which comes with Node.js, is not there")
    multitool = f"@microsoft/sarif-multitool-{SYSTEMS.get(sys.platform, 'linux')}"
    packages = [f"{multitool}@{MULTITOOL}", f"@actions/core@{TOOLKIT}"]
    options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(folder)]
    subprocess.run([npm, "install", *options, *packages], check=True)
    for program in (folder / "node_modules" / "@microsoft").glob("*/Sarif.Multitool"):
        program.chmod(0o755)


def from_pytest(folder: Path) -> None:
    """Take the schema out of the source distribution."""
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", "pytest", "-d", work]
        subprocess.run([*command, f"pytest=={PYTEST}"], check=True)
        (archive,) = Path(work).glob("pytest-*.tar.gz")
        with tarfile.open(archive) as members:
            member = next(member for member in members if Path(member.name).name == JUNIT)
            stream = members.extractfile(member)
            assert stream is not None
            (folder / JUNIT).write_bytes(stream.read())


def main() -> int:
    """Fill the folder; return the exit status."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    from_npm(folder)
    from_pytest(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
