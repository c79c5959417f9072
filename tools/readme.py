"""Run the commands of README's console blocks, and of the golden ones, and put their real output under them.

python tools/readme.py --write    write README.md, and the files tests/golden/*.md
python tools/readme.py --check    exit 1, naming the files, where one is not what this would write
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = [ROOT / "README.md", *sorted((ROOT / "tests" / "golden").glob("*.md"))]
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


def written(text: str) -> str:
    """Return a text whose console blocks hold what their commands print."""
    with tempfile.TemporaryDirectory() as folder:
        return BLOCK.sub(lambda block: _ran(block.group(), folder), text)


def _ran(block: str, folder: str) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines += [line, *_output(line.removeprefix("$ "), folder)]
    return "".join(f"{line}\n" for line in lines)


def _output(command: str, folder: str) -> list[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return (done.stdout + done.stderr).splitlines()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the commands of README's console blocks.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="put the real output under the commands")
    what.add_argument("--check", action="store_true", help="exit 1 where the output is another")
    options = parser.parse_args()
    stale = 0
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        updated = written(text)
        if options.write:
            path.write_text(updated, encoding="utf-8", newline="\n")
        elif updated != text:
            stale += 1
            name = path.relative_to(ROOT)
            print(f"{name} shows other output than its commands print: run python tools/readme.py --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
