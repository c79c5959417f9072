"""Linear time of exports on engines that backtrack.

A near miss is read nearly to its end, and fails there: what an engine then tries again shows in its time.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator

import pytest

import irigrammar
from tools.proofs import drivers, pcre2
from tools.proofs.engines import package

pytestmark = pytest.mark.external

SIZE = 20_000
LIMIT = 3.0  # quadratic would be 4
ROUNDS = 5
WARM = 40  # rounds after which a compiler at run time has done its work

# What to repeat, and what is before and after it.
KINDS = {
    "path": ("http://h/", "segment/", " "),
    "percent-encodings": ("http://h/", "%C3%A9", "%C"),
    "query": ("?", "key=value&", "["),
    "colons": ("", "a:", "\ud7ff["),
    "a name": ("//", "a", "["),
    "digits and dots": ("//", "1.", "["),
    "at signs": ("//", "a@", "["),
    "after an address": ("//[1:2:3:4:5:6:7:8]/", "a", "["),
    "after a short address": ("//[::1.2.3.4]/", "%41", "["),
    "an address without its end": ("//[", "1:", ""),
    "what is not ASCII": ("//", "é\U0001f469", "["),
    "a scheme": ("", "a+", "\x00"),
}

MATCHER = irigrammar.grammar("rfc3987")["IRI-reference"]


def text_of(kind: str, size: int) -> str:
    before, part, after = KINDS[kind]
    return before + part * (size // len(part)) + after


TEXTS = [text_of(kind, size) for kind in KINDS for size in (SIZE, 2 * SIZE)]


def timed(matches: Callable[[str], object]) -> Iterator[float]:
    for text in TEXTS * ROUNDS:
        start = time.thread_time()
        matched = matches(text)
        yield time.thread_time() - start
        assert not matched


def python(export: str) -> list[float]:
    return list(timed(re.compile(export).match))


def pcre(export: str, *, jit: bool) -> list[float]:
    if pcre2.version() is None:
        pytest.skip("PCRE2 is not here: libpcre2-8")
    return list(timed(pcre2.matcher(export, jit=jit)))


def driven(program: str, engine: str, export: str) -> list[float]:
    if drivers.version(program) is None:
        pytest.skip(f"{program} is not here")
    return drivers.seconds(program, engine, export, TEXTS * WARM)


def jsonschema(export: str) -> list[float]:
    if package("jsonschema") is None:
        pytest.skip("jsonschema is not here: pip install jsonschema")
    return list(timed(re.compile(json.loads(export)["pattern"]).search))


ENGINES: dict[str, tuple[str, Callable[[str], list[float]]]] = {
    "Python re": ("python", python),
    "PCRE2": ("pcre2", lambda export: pcre(export, jit=False)),
    "PCRE2, compiled": ("pcre2", lambda export: pcre(export, jit=True)),
    "Java": ("java", lambda export: driven("java", "java", export)),
    "Node, flag u": ("ecmascript", lambda export: driven("node", "u", export)),
    "Node, no flag": ("ecmascript-utf16", lambda export: driven("node", "utf16", export)),
    "JSON Schema's pattern in re": ("json-schema", jsonschema),
}


def growth(times: list[float]) -> dict[str, tuple[float, float]]:
    """Return, of each kind, how many times longer the long text takes and how long, by the best rounds of each."""
    best = [min(times[index :: len(TEXTS)]) for index in range(len(TEXTS))]
    return {
        kind: (best[2 * index + 1] / max(best[2 * index], 1e-9), best[2 * index + 1])
        for index, kind in enumerate(KINDS)
    }


@pytest.mark.parametrize("engine", ENGINES)
def test_near_misses_take_linear_time(engine: str) -> None:
    dialect, measure = ENGINES[engine]
    export = irigrammar.exports.export(MATCHER, to=dialect)
    for pause in (0.0, 1.0, 3.0):  # measured again while it looks too long
        time.sleep(pause)
        ratios = growth(measure(export))
        slow = {kind: row for kind, row in ratios.items() if row[0] >= LIMIT and row[1] > 1e-3}
        if not slow:
            return
    assert slow == {}
