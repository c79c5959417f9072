"""The explorer and the site in headless Chromium.

IRIGRAMMAR_BROWSER names a folder with playwright-core, axe-core and pyodide in node_modules, and IRIGRAMMAR_SITE the
folder of the site that was built; `nox -s browser` has both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache

import pytest
from explorer_pages import CHECKING, NODE, SHOTS, missing, results
from places import TESTS

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing())]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
MODULES, SITE = os.environ.get("IRIGRAMMAR_BROWSER", ""), os.environ.get("IRIGRAMMAR_SITE", "")

NAMES = re.findall(r'^  async "?([^"(]+)"?\(\)', CHECKING.read_text(encoding="utf-8"), re.MULTILINE)
LOOKS = sorted(path.stem for path in SHOTS.glob("*.png"))

results = cache(results)


@pytest.mark.parametrize(
    "name", [*NAMES, *(f"it looks as it did: {look}" for look in LOOKS), "no word on the console, and no request"]
)
def test_in_the_browser(name: str) -> None:
    assert results()[name] is None


def test_every_check_is_asked_for() -> None:
    assert len(results()) == len(NAMES) + len(LOOKS) + 1 > 20


@pytest.mark.skipif(not (SITE and CHROMIUM), reason="needs chromium, and IRIGRAMMAR_SITE")
def test_every_page_of_the_site() -> None:
    """No trouble on the console, no request, no broken link; it is searched."""
    command = [NODE or "", str(TESTS / "browser" / "site.mjs"), MODULES, CHROMIUM, SITE]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    *troubles, count = done.stdout.splitlines() or [done.stderr]
    assert (troubles, done.stderr) == ([], "")
    assert int(re.sub(r"\D", "", count)) > 250
