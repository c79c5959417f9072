"""Install the extras in fresh environments and run their examples.

Each extra alone, and all of them together.

    python tools/extras.py                      every extra for users, then all together
    python tools/extras.py jsonschema rdflib    these

Exit 1 where one cannot be installed, where its packages do not go together (`pip check`), or its example fails.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OF_DEVELOPERS = {"test"}
WITH_COMMAND = {"all", "cli", "pytest"}
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def extras() -> list[str]:
    """Return the extras for users, that of all of them last."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return sorted(set(project["optional-dependencies"]) - OF_DEVELOPERS, key=lambda name: (name == "all", name))


def examples() -> dict[str, str]:
    """Return the documentation's examples of the integrations by the names of their modules."""
    pages = sorted(
        page for page in (ROOT / "docs" / "how-to").glob("*.md") if page.stem != "spark"
    )  # it needs a session
    named = (
        (re.search(r"^(?:from|import) irigrammar\.integrations\.(\w+)", example, re.MULTILINE), example)
        for page in pages
        for example in EXAMPLE.findall(page.read_text(encoding="utf-8"))
        if not example.startswith(">>>")
    )
    return {name[1]: example for name, example in named if name}


def tried(extra: str, wheel: Path, folder: Path) -> str | None:
    """Return the error of an extra in a fresh environment, None if it works."""
    python = folder / "bin" / "python"
    steps = [
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", f"{wheel}[{extra}]"],
        [str(python), "-m", "pip", "check"],
        [str(python), "-c", "import irigrammar; irigrammar.require('http://[::1]/é', 'IRI')"],
    ]
    if extra in WITH_COMMAND:
        steps.append([str(folder / "bin" / "iri"), "check", "http://[::1]/é"])
    shown = examples()
    wanted = shown if extra == "all" else {extra, "argparse"} & set(shown)  # argparse needs no extra
    steps += [[str(python), "-c", shown[name]] for name in sorted(wanted)]
    for step in steps:
        done = subprocess.run(step, cwd=folder.parent, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"{' '.join(step)[:200]}\n{done.stdout}{done.stderr}"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description="Install each extra alone, and all together.")
    parser.add_argument("extra", nargs="*", default=extras(), help="some of them (default: all)")
    failed = 0
    with tempfile.TemporaryDirectory() as work:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", work, str(ROOT)]
        subprocess.run(command, check=True, capture_output=True)
        (wheel,) = Path(work).glob("*.whl")
        for extra in parser.parse_args().extra:
            wrong = tried(extra, wheel, Path(work) / f"{extra}-environment")
            failed += wrong is not None
            print(f"{extra}: {'ok' if wrong is None else wrong}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
