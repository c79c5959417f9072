"""Run the console blocks of README, documentation and golden pages.

python tools/examples.py --write [FILE...]    put their real output under them
python tools/examples.py --check [FILE...]    exit 1, naming the files, where the output is another

Without FILE these are README.md, docs/**/*.md and tests/golden/*.md. A page runs from top to bottom, in a folder of
its own; lines that begin with "> " continue a command.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools import writing  # noqa: E402

# A command, and its further lines, as a shell shows them.
COMMAND = re.compile(r"^\$ .*\n(?:>(?: .*)?\n)*", re.MULTILINE)
BLOCK = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


def examples() -> list[Path]:
    """Return the files that have such blocks."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "tests" / "golden").glob("*.md")]
    return sorted(path for path in pages if "_build" not in path.parts and BLOCK.search(path.read_text("utf-8")))


def written(text: str) -> str:
    """Return a text whose console blocks hold what their commands print."""
    with tempfile.TemporaryDirectory() as folder:
        return BLOCK.sub(lambda block: _ran(block.group(), folder), text)


def _ran(block: str, folder: str) -> str:
    lines: list[str] = []
    for command in COMMAND.findall(block):
        typed = command.splitlines()
        lines += [*typed, *_output("\n".join(line[2:] for line in typed), folder)]
    return "".join(f"{line}\n" for line in lines)


def _output(command: str, folder: str) -> list[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return (done.stdout + done.stderr).splitlines()


def main() -> int:
    parser = writing.parser(__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args()
    paths = options.files or examples()
    texts = [path.read_text(encoding="utf-8") for path in paths]
    stale = 0
    with ThreadPoolExecutor(max_workers=2) as workers:
        for path, text, updated in zip(paths, texts, workers.map(written, texts), strict=True):
            if updated == text:
                continue
            if options.write:
                path.write_text(updated, encoding="utf-8", newline="\n")
                print(path)
            else:
                stale += 1
                print(f"{path} shows other output than its commands print: run python tools/examples.py --write {path}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
