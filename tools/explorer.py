"""Take the pictures of the explorer that README shows and the tests compare with, and its times, in headless Chromium.

IRIGRAMMAR_BROWSER names a folder in which `npm install playwright-core axe-core` was run.

python tools/explorer.py --write    take tests/golden/explorer/*.png
python tools/explorer.py --check    exit 1, naming the pictures, where the page looks otherwise (but for fonts)
python tools/explorer.py --times    how large the page is, and how long it takes to answer a key in a long string
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from irigrammar.views.explorer.build import page

ROOT = Path(__file__).resolve().parents[1]
CHECKS = ROOT / "tests" / "browser" / "page.mjs"
TIMES = ROOT / "tools" / "explorer_times.mjs"
SHOTS = ROOT / "tests" / "golden" / "explorer"


def answers(script: Path, modules: str, chromium: str, *more: str) -> list[dict[str, Any]]:
    """Return the rows that a script writes about the page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "explorer.html"
        path.write_text(page(), encoding="utf-8")
        command = ["node", str(script), modules, chromium, str(path), *more]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def show_times(modules: str, chromium: str) -> None:
    text = page().encode()
    print(f"{len(gzip.compress(text)):,} bytes with gzip, {len(text):,} without")
    for row in answers(TIMES, modules, chromium):
        answer, panels = f"{row['answer']:.0f} ms", f"{row['panels']:.0f} ms"
        print(f"{row['name']}, {row['characters']:,} characters: answered in {answer}, with all panels in {panels}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Take the pictures of the explorer, or its times.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="take them")
    what.add_argument("--check", action="store_true", help="exit 1 where the page looks otherwise")
    what.add_argument("--times", action="store_true", help="print how large it is, and how fast")
    options = parser.parse_args()
    modules = os.environ.get("IRIGRAMMAR_BROWSER")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not (modules and chromium and shutil.which("node")):
        print("needs node, chromium, and IRIGRAMMAR_BROWSER, a folder with playwright-core and axe-core")
        return 2
    if options.times:
        show_times(modules, chromium)
        return 0
    rows = answers(CHECKS, modules, chromium, str(SHOTS), "write" if options.write else "looks")
    wrong = [row for row in rows if row["problem"]]
    for row in wrong:
        print(f"{row['name']}: {row['problem']}; see whether it is meant, then run python tools/explorer.py --write")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
