"""The explorer in headless Chromium, as a reader uses it; the checks are in `browser/page.mjs`.

IRIGRAMMAR_BROWSER names a folder with playwright-core and axe-core in node_modules; `nox -s browser` makes one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from explorer_engine import NODE
from own_grammars import NAMES as OWN
from own_grammars import examples_of, own_grammar
from places import TESTS

from irigrammar import Grammar
from irigrammar.views.explorer.build import page

CHECKING = TESTS / "browser" / "page.mjs"
SHOTS = TESTS / "golden" / "explorer"
MODULES = os.environ.get("IRIGRAMMAR_BROWSER")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (NODE and MODULES and CHROMIUM),
        reason="needs node, chromium, and IRIGRAMMAR_BROWSER, a folder with playwright-core and axe-core",
    ),
]

NAMES = re.findall(r'^  async "?([^"(]+)"?\(\)', CHECKING.read_text(encoding="utf-8"), re.MULTILINE)
LOOKS = sorted(path.stem for path in SHOTS.glob("*.png"))


@cache
def results() -> dict[str, str | None]:
    """Return what is wrong by each check, None where nothing is."""
    path = Path(mkdtemp()) / "explorer.html"
    path.write_text(page(), encoding="utf-8")
    own, examples = tuple(map(own_grammar, OWN)), tuple(row for name in OWN for row in examples_of(name))
    path.with_name("own.html").write_text(page("", own, examples), encoding="utf-8")
    recursive = tuple(Grammar.from_file(TESTS / "data" / "lectures" / f"{name}.abnf") for name in ("json", "sum"))
    path.with_name("recursive.html").write_text(page("", recursive), encoding="utf-8")
    command = [NODE or "", str(CHECKING), MODULES or "", CHROMIUM or "", str(path), str(SHOTS)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return {row["name"]: row["problem"] for row in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize(
    "name", [*NAMES, *(f"it looks as it did: {look}" for look in LOOKS), "no word on the console, and no request"]
)
def test_in_the_browser(name: str) -> None:
    assert results()[name] is None


def test_every_check_is_asked_for() -> None:
    assert len(results()) == len(NAMES) + len(LOOKS) + 1 > 20
