"""The explorer in headless Chromium, as a reader uses it; the checks are in `browser/page.mjs`.

IRIGRAMMAR_BROWSER names a folder with playwright-core, axe-core and pyodide in node_modules, as `nox -s browser` makes.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from explorer_pages import CHECKING, SHOTS, missing, results

pytestmark = [pytest.mark.browser, pytest.mark.skipif(bool(missing()), reason=missing())]

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
