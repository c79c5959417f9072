"""The site as it is built, in headless Chromium: no trouble on the console, no request, no broken link; it is searched.

IRIGRAMMAR_BROWSER names a folder with playwright-core in node_modules, and IRIGRAMMAR_SITE the folder of the site;
`nox -s browser` has both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest
from explorer_pages import NODE
from places import TESTS

MODULES, SITE = os.environ.get("IRIGRAMMAR_BROWSER"), os.environ.get("IRIGRAMMAR_SITE")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (NODE and MODULES and SITE and CHROMIUM),
        reason="needs node, chromium, IRIGRAMMAR_BROWSER and IRIGRAMMAR_SITE",
    ),
]


def test_every_page_of_the_site() -> None:
    command = [NODE or "", str(TESTS / "browser" / "site.mjs"), MODULES or "", CHROMIUM or "", SITE or ""]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    *troubles, count = done.stdout.splitlines() or [done.stderr]
    assert (troubles, done.stderr) == ([], "")
    assert int(re.sub(r"\D", "", count)) > 250
