"""Take the pictures of the explorer that README shows and the tests compare with, in headless Chromium.

IRIGRAMMAR_BROWSER names a folder in which `npm install playwright-core axe-core` was run.

python tools/explorer.py --write    take tests/golden/explorer/*.png
python tools/explorer.py --check    exit 1, naming the pictures, where the page looks otherwise (but for fonts)
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from irigrammar.views.explorer.build import page

ROOT = Path(__file__).resolve().parents[1]
CHECKS = ROOT / "tests" / "browser" / "page.mjs"
SHOTS = ROOT / "tests" / "golden" / "explorer"


def looks(mode: str, modules: str, chromium: str) -> dict[str, str | None]:
    """Return what is wrong with each picture, None where nothing is; with `write` they are taken."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "explorer.html"
        path.write_text(page(), encoding="utf-8")
        command = ["node", str(CHECKS), modules, chromium, str(path), str(SHOTS), mode]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    return {row["name"]: row["problem"] for row in map(json.loads, done.stdout.splitlines())}


def main() -> int:
    parser = argparse.ArgumentParser(description="Take the pictures of the explorer.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="take them")
    what.add_argument("--check", action="store_true", help="exit 1 where the page looks otherwise")
    options = parser.parse_args()
    modules = os.environ.get("IRIGRAMMAR_BROWSER")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not (modules and chromium and shutil.which("node")):
        print("needs node, chromium, and IRIGRAMMAR_BROWSER, a folder with playwright-core and axe-core")
        return 2
    wrong = {
        name: problem
        for name, problem in looks("write" if options.write else "looks", modules, chromium).items()
        if problem
    }
    for name, problem in wrong.items():
        print(f"{name}: {problem}; see whether it is meant, then run python tools/explorer.py --write")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
