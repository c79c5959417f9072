"""What changes for somebody who takes irigrammar instead of another check: verdicts, speed, licence, import.

    python -m tools.bench.instead                   to the terminal
    python -m tools.bench.instead --quick           samples of the suites and few rounds: to see that it works
    python -m tools.bench.instead --write           both tables into docs/evidence/measurements.md

Verdicts are those on the complete suites of RFC 3986's URI and RFC 3987's IRI (tools/peers has more libraries and other
languages); times are processor times side by side in this run. `pip install -e . --group bench` brings the others.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tools.bench.contestants import formats, verdicts
from tools.bench.contestants.loading import GRAMMAR, load, ours
from tools.bench.corpus import describe, generated
from tools.bench.loops import verdict
from tools.bench.programs import LIFE, Program, alternate
from tools.bench.report import Grid, table
from tools.bench.rows import formats as format_row
from tools.bench.run import version
from tools.bench.setting import Setting
from tools.bench.timing import Heat, Local, Missing, Score, against, number, race

__all__ = ["OTHERS", "Other", "judged"]

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- instead:start -->", "<!-- instead:end -->"
HAND_MADE = r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s]*$"
ABOUT = (
    "Measured by `python -m tools.bench.instead`, side by side, in Python {python}. Verdicts: on the complete suite of "
    "the production that each claims, URI (RFC 3986) or IRI (RFC 3987), or on a seeded sample of it, half of it valid, "
    "where all would take hours. Speed: time of irigrammar / time of the other over {corpus}; below 1, irigrammar is "
    "faster. Import: over bare Python; that of irigrammar has the first verdict in it. The regex is `{regex}`."
)
ABOUT_CHECKERS = (
    "Format checkers for jsonschema: irigrammar's, and its own with the package from which it takes its check "
    "(rfc3986-validator: format uri). Import: jsonschema with that package alone, and for irigrammar's the first check."
)
SAMPLE = 20_000  # strings of a suite that the quick run takes


@dataclass(frozen=True)
class Other:
    """What somebody may use now: how it is called, for which production, its distribution, and how many strings of the
    suite it is given where all would take hours; `program` is what is imported.
    """

    name: str
    make: Callable[[], Local]
    production: tuple[str, str]
    distribution: str | None
    program: str
    sample: int | None = None


def own() -> Local:
    """The function that users call."""
    return verdict("irigrammar", "matches(text)", {"matches": ours("grammar")(GRAMMAR)["IRI"].matches})


def validators() -> Local:
    """Its check of URLs, which returns an object that is false."""
    return verdict("validators", "url(text) is True", {"url": load("validators").url})


def hand_made() -> Local:
    """What one writes on the spot: a scheme, a colon, no white space."""
    match = re.compile(HAND_MADE).match
    return verdict("a regex by hand", "match(text)", {"match": match}, remark=f"re.match({HAND_MADE!r}, text)")


URI, IRI = ("rfc3986", "URI"), ("rfc3987", "IRI")
OURS = Other(
    "irigrammar", own, IRI, "irigrammar", "import irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches('a:')"
)
OTHERS = (
    OURS,
    Other("rfc3987", verdicts.rfc3987_match, IRI, "rfc3987", "import rfc3987"),
    Other("rfc3986-validator", verdicts.rfc3986_validator, URI, "rfc3986-validator", "import rfc3986_validator"),
    Other("rfc3987-syntax", verdicts.rfc3987_syntax, IRI, "rfc3987-syntax", "import rfc3987_syntax", 2_000),
    Other("validators", validators, URI, "validators", "import validators"),
    Other("a regex by hand", hand_made, IRI, None, f"import re; re.compile({HAND_MADE!r})"),
)
# jsonschema as it is imported where one of these packages alone is installed.
_ALONE = "import sys; sys.modules.update(dict.fromkeys({without!r})); import jsonschema"


def checkers() -> dict[str, str]:
    """Return the programs that import jsonschema with each checker, by the names of the contestants."""

    def alone(module: str | None) -> str:
        return _ALONE.format(without=sorted({*formats.CHECKS} - {module}))

    mine = "from irigrammar.integrations.jsonschema import format_checker; format_checker().conforms('a:', 'iri')"
    return {
        "irigrammar format_checker": f"{alone(None)}; {mine}",
        "jsonschema with rfc3987": alone("rfc3987"),
        "jsonschema with rfc3986-validator": alone("rfc3986_validator"),
        "jsonschema with rfc3987-syntax": alone("rfc3987_syntax"),
    }


def judged(answers: list[bool], valid: list[bool], texts: list[str]) -> tuple[str, str]:
    """Return what is accepted and refused wrongly, each with its count and the shortest string."""
    cells = []
    for wanted in (False, True):
        there = [index for index, right in enumerate(valid) if right is wanted]
        wrong = [texts[index] for index in there if answers[index] is not wanted]
        if not wrong:
            cells.append("none")
            continue
        example = min(wrong, key=lambda text: (len(text), not text.isprintable(), text))
        share = f"{len(wrong) / len(there):.1%}" if len(wrong) * 1000 > len(there) else "<0.1%"
        cells.append(f"{len(wrong):,} of {len(there):,} ({share}), such as {shown(example)}")
    return cells[0], cells[1]


def shown(text: str) -> str:
    """Return a string with escapes for what cannot be seen."""
    return '"' + "".join(char if "!" <= char <= "~" and char != '"' else f"\\u{{{ord(char):X}}}" for char in text) + '"'


def on_suite(other: Other, entrant: Local, quick: bool) -> tuple[str, str]:
    """Return what is wrong on the suite of the production that it claims."""
    cases = complete(*other.production)
    sample = min(other.sample or len(cases), SAMPLE if quick else len(cases))
    if sample < len(cases):  # half of it valid, which few strings are
        rng = Random(1)
        right = [case for case in cases if case.valid]
        wrong = [case for case in cases if not case.valid]
        cases = rng.sample(right, min(sample // 2, len(right))) + rng.sample(wrong, sample // 2)
    texts = [case.text for case in cases]
    answers = [bool(answer) for answer in entrant.answers(texts) or ()]
    return judged(answers, [case.valid for case in cases], texts)


@cache
def complete(grammar: str, rule: str) -> list[Any]:
    """Return the complete suite of a production."""
    from irigrammar.language import suite

    return list(suite(ours("grammar")(grammar)[rule]))


def licence(distribution: str | None) -> str:
    """Return what a distribution says of its licence."""
    if distribution is None:
        return "yours"
    headers: Any = metadata.metadata(distribution)
    classified = [
        classifier.rpartition(" :: ")[2]
        for classifier in headers.get_all("Classifier") or ()
        if classifier.startswith("License ::")
    ]
    licence = headers.get("License-Expression") or " ".join(classified) or headers.get("License") or "not told"
    return licence.splitlines()[0]


def imports(programs: dict[str, str], rounds: int) -> dict[str, str]:
    """Return the milliseconds that programs take beyond bare Python."""
    bare = Program("nothing", "pass")
    times = alternate([bare, *(Program(name, text) for name, text in programs.items())], rounds)
    base = times[bare.name][LIFE]
    return {
        name: f"{median((time - nothing) / 1e6 for time, nothing in zip(times[name][LIFE], base, strict=True)):.0f}"
        for name in programs
    }


def raced(entrants: list[Local], heat: Heat) -> dict[str, str]:
    """Return the first one's time over each other's."""
    scores: list[Score] = race(list(entrants), heat)
    return {score.name: number(against(scores[0], score).middle) for score in scores}


def instead_table(setting: Setting) -> Grid:
    """Return the table of checks."""
    there: list[tuple[Other, Local]] = []
    for other in OTHERS:
        try:
            there.append((other, other.make()))
        except Missing as error:
            print(f"{other.name}: {error}", file=sys.stderr)
    quick = [entrant for other, entrant in there if not other.sample]
    texts, short = generated(500 if setting.quick else 4000), generated(20 if setting.quick else 100, longest=60)
    speed = raced(quick, Heat("mixed", "", texts, setting.rounds(40), 200))
    slow = [quick[0], *(entrant for other, entrant in there if other.sample)]
    speed = raced(slow, Heat("short", "", short, setting.rounds(16) // 2, 8)) | speed
    cost = imports({other.name: other.program for other, _ in there}, 3 if setting.quick else 15)
    rows = []
    for other, entrant in there:
        accepts, refuses = on_suite(other, entrant, setting.quick)
        asked = f"{other.production[1]}" + (f", {other.sample:,} strings" if other.sample else "")
        ratio = "1" if other is OURS else speed[entrant.name]
        about = other.name if other.distribution is None else f"{other.name} {version(other.distribution)}"
        rows.append([about, asked, accepts, refuses, ratio, cost[other.name], licence(other.distribution)])
    head = ["", "checked against", "accepts wrongly", "refuses wrongly", "irigrammar / this", "import, ms", "licence"]
    return Grid(f"{describe(texts)}, a tenth with a fault", head, rows, 1)


def checker_table(setting: Setting) -> Grid:
    """Return the table of jsonschema's checkers."""
    entrants: list[Local] = []
    for name, make in formats.MAKERS.items():
        try:
            entrants.append(make())
        except Missing as error:
            print(f"{name}: {error}", file=sys.stderr)
    quick = [entrant for entrant in entrants if entrant.name != format_row.SLOW]
    slow = [entrants[0], *(entrant for entrant in entrants if entrant.name == format_row.SLOW)]
    texts = generated(500 if setting.quick else 2000)
    speed = raced(slow, format_row.heat(setting)) | raced(quick, Heat("mixed", "", texts, setting.rounds(40), 100))
    cost = imports(checkers(), 3 if setting.quick else 15)
    rows = [[entrant.name, speed[entrant.name], cost.get(entrant.name, "–")] for entrant in entrants]
    return Grid("", ["format iri, checked by", "irigrammar / this", "import, ms"], rows)


def text_of(setting: Setting) -> str:
    """Return what docs/evidence/measurements.md shows."""
    grids = [instead_table(setting), checker_table(setting)]
    python = sys.version.split()[0]
    lines = [ABOUT.format(python=python, corpus=grids[0].title, regex=HAND_MADE), "", *table(grids[0]), ""]
    lines += [ABOUT_CHECKERS, "", *table(grids[1]), ""]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="What changes for somebody who takes irigrammar instead.")
    parser.add_argument("--quick", action="store_true", help="few rounds and samples: it claims nothing")
    parser.add_argument(
        "--write", action="store_true", help=f"write it between {START} and {END} of docs/evidence/measurements.md"
    )
    options = parser.parse_args()
    if options.quick and options.write:
        parser.error("--quick claims nothing, so it does not go with --write")
    made_text = text_of(Setting(options.quick, ROOT))
    if options.write:
        page = ROOT / "docs" / "evidence" / "measurements.md"
        before, rest = page.read_text(encoding="utf-8").split(START)
        text = f"{before}{START}\n{made_text}{END}{rest.split(END)[1]}"
        page.write_text(text, encoding="utf-8", newline="\n")
    else:
        print(made_text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
