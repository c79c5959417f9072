"""Unicode on other Pythons, in Pyodide, and hosts as browsers read them.

IRIGRAMMAR_PYODIDE names folders with npm's pyodide in node_modules, with ":" between them. Hosts that Chromium, Firefox
and WebKitGTK read are in `browsers-recorded.jsonl.gz`, beside the checkout or in the folder IRIGRAMMAR_DATA.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import abnf
import idna
import one_unicode
import pytest
from examples import FULL
from places import SHARED

import irigrammar
from irigrammar import unicode
from irigrammar.matching.browser import read_url

pytestmark = pytest.mark.external

FOLDERS = [Path(name) for name in os.environ.get("IRIGRAMMAR_PYODIDE", "").split(os.pathsep) if name]
STEP, COUNT = (1, 200_000) if FULL else (101, 5_000)
RECORDED = [folder / "browsers-recorded.jsonl.gz" for folder in (SHARED, SHARED.parent / "findings4")]


def recorded() -> Path | None:
    return next(filter(Path.is_file, RECORDED), None)


@cache
def digests() -> dict[str, str]:
    return one_unicode.digests(STEP, COUNT, str(recorded() or ""))


@pytest.mark.parametrize("folder", FOLDERS or [None], ids=str)
def test_answers_are_the_same_on_other_pythons(folder: Path | None) -> None:
    if folder is None or shutil.which("node") is None:
        pytest.skip("needs node, and IRIGRAMMAR_PYODIDE, folders with pyodide in node_modules")
    modules = [Path(irigrammar.__file__).parents[1], Path(one_unicode.__file__).parent]
    modules += [Path(str(package.__file__)).parents[1] for package in (abnf, idna)]
    script = Path(one_unicode.__file__).with_suffix(".mjs")
    program = ["node", "--stack-size=8000", script, folder / "node_modules" / "pyodide"]
    command = [*program, STEP, COUNT, recorded() or "", *modules]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=True)
    answers = json.loads(done.stdout)
    assert [name for name, digest in digests().items() if answers["digests"][name] != digest] == [], answers["unicode"]


# Why Chromium 156 reads another host, or none.
NEWER = "characters of Unicode 18, of which Chromium 156 has no table yet"
SPACE = "Chromium keeps a space, percent-encoded"
NOT_LESS = 'Chromium refuses "<" before normalization'

# The characters that came with Unicode 18.
OF_UNICODE_18 = """
558 58B-58C 5C8-5C9 B53-B54 1ADE-1ADF 1AEC-1AF0 208F 209D-209F 20C2-20C4 2E60-2E63 A7DD A7E2 AB6C-AB6D 107BB-107BF
10EC9-10ECF 10ED9-10EEE 10EF0-10EF9 11B0A 11DF0-11DF1 1246F 12475-1247F 12550-12686 18CD6-18CDA 18D1F-18D20
18E00-19191 191A0-191D2 1B123-1B128 1B168 1CED2-1CED4 1CEDD-1CEDF 1CEF1-1CEFD 1D127-1D128 1D1EB-1D1FF 1D250-1D281
1D6A6 1DB00-1DB1C 1DF1F-1DF24 1DF2B-1DF81 1DF90-1DF96 1DFCD-1DFFF 1F1AE 1F6D9 1F7DA-1F7DB 1F7F1-1F7FF 1FA8B-1FA8D
1FACC 1FADD 1FAEB 1FAF9-1FAFA 2B81E 3D000-3FC3F
"""


def points(text: str) -> Iterator[int]:
    for part in text.split():
        low, _, high = part.partition("-")
        yield from range(int(low, 16), int(high or low, 16) + 1)


def reason(text: str, chromium: str | None, newer: frozenset[str]) -> str | None:
    """Return why Chromium's host of a text is not ours."""
    if chromium is None:
        return NEWER if not newer.isdisjoint(text) else NOT_LESS if "<\u0338" in text else None
    return SPACE if "%20" in chromium and " " in unicode.normalize("NFKC", text) else None


def test_hosts_are_those_of_chromium() -> None:
    file = recorded()
    if file is None:
        pytest.skip("browsers-recorded.jsonl.gz is neither beside the checkout nor in the folder IRIGRAMMAR_DATA")
    newer = frozenset(map(chr, points(OF_UNICODE_18)))
    assert len(newer) == 13_007
    assert all(map(unicode.is_assigned, newer))
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["kind"] == "host"]
    counts: Counter[str | None] = Counter()
    unexplained = []
    for row in rows:
        text, chromium = row["input"], row["all"] if "all" in row else row["chromium"]
        read = read_url(f"http://{text}/")
        if (None if read.refusal else read.host) == chromium:
            counts["same"] += 1
            continue
        counts[reason(text, chromium, newer)] += 1
        unexplained += [] if reason(text, chromium, newer) else [(text, read.refusal or read.host, chromium)]
    assert unexplained == []
    assert counts["same"] > 29_000
    assert counts[SPACE] + counts[NOT_LESS] < 20
