"""Row "compile": what comes before the second call, of a grammar of one's own and of a catalog production."""

from __future__ import annotations

from pathlib import Path
from statistics import median

from tools.bench.programs import LIFE, Program, alternate, available
from tools.bench.report import Grid, Report
from tools.bench.timing import spread

__all__ = ["run"]

TEXT = "http://example.org/ros%C3%A9?q#f"
CLOCK = "import json, sys; from time import process_time_ns as now; began = now()\n"
OWN = f"""{CLOCK}
from irigrammar import Grammar
grammar = Grammar.from_text(open(sys.argv[1], encoding="utf-8").read()); read = now()
assert grammar["URI"].matches({TEXT!r}); matched = now()
grammar["URI"].parse({TEXT!r}); parsed = now()
print(json.dumps({{"read": read - began, "matches": matched - read, "parse": parsed - matched}}))
"""
OWN_ABNF = f"""{CLOCK}
import abnf
class Own(abnf.Rule):
    pass
Own.load_grammar(open(sys.argv[1], encoding="utf-8").read().rstrip().replace("\\n", "\\r\\n") + "\\r\\n"); read = now()
Own("URI").parse_all({TEXT!r}); parsed = now()
print(json.dumps({{"read": read - began, "parse": parsed - read}}))
"""
JSONSCHEMA = (
    "import jsonschema_rs; jsonschema_rs.validator_for({'format': 'iri'}, validate_formats=True).is_valid(text)"
)
ABNF = "import abnf.grammars.rfc3987 as own; own.Rule('IRI').parse_all(text)"
PYTHON = {"ABNF_NO_RUST": "1"}
RUST = ("abnf", "abnf_rust")
BACKENDS: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = (("rust", RUST, {}), ("python", ("abnf",), PYTHON))
NOTES = [
    "Each time in a fresh process, imports included.",
    "Own grammar: RFC 3986 from its ABNF text, then the first matches and the first parse by URI.",
]


def run(quick: bool, root: Path) -> Report:
    """Measure in fresh processes."""
    rounds = 3 if quick else 20
    notes = list(NOTES)
    details: list[Grid] = []
    rows: list[list[str]] = []
    for measure in (own_grammar(rounds, root, notes), *(first_use(job, rounds, notes) for job in programs())):
        details.append(measure[0])
        rows += measure[1]
    title = "compile: time of irigrammar / time of the other"
    return Report("compile and first use", details, [Grid(title, ["what", "against", "ratio"], rows)], notes)


def own_grammar(rounds: int, root: Path, notes: list[str]) -> tuple[Grid, list[list[str]]]:
    """Measure a grammar from its text, each back end of abnf with itself."""
    file = (str(root / "grammar" / "rfc3986.abnf"),)
    wanted = [Program(f"irigrammar, abnf ({name})", OWN, needs, more, file) for name, needs, more in BACKENDS]
    wanted += [Program(f"abnf ({name})", OWN_ABNF, needs, more, file) for name, needs, more in BACKENDS]
    found = alternate(available(wanted, notes), rounds)
    totals: dict[str, list[int]] = {}
    table: list[list[str]] = []
    for name, phases in found.items():
        totals[name] = [sum(turn) for turn in zip(*(phases[one] for one in phases if one != LIFE), strict=True)]
        cells = [milliseconds(phases.get(phase)) for phase in ("read", "matches", "parse")]
        table.append([name, *cells, milliseconds(totals[name])])
    head = ["grammar of one's own", "read, ms", "first matches, ms", "first parse, ms", "all, ms"]
    rows = [
        ["own grammar: read, match, parse", name, ratio(totals[f"irigrammar, {name}"], theirs)]
        for name, theirs in totals.items()
        if f"irigrammar, {name}" in totals
    ]
    return Grid(f"{rounds} rounds", head, table), rows


def first_use(job: str, rounds: int, notes: list[str]) -> tuple[Grid, list[list[str]]]:
    """Measure the first use of a production of the catalog."""
    found = alternate(available(programs()[job], notes), rounds)
    reference, *others = found
    ours = found[reference]["first"]
    rows = [[f"first {job}", name, ratio(ours, found[name]["first"])] for name in others]
    table = [[reference, milliseconds(ours), "1"]]
    table += [[name, milliseconds(found[name]["first"]), quotient] for _, name, quotient in rows]
    return Grid(f"{rounds} rounds", [f"first {job}", "ms", f"{reference} / this (quartiles)"], table), rows


def programs() -> dict[str, list[Program]]:
    """Return the programs by job, irigrammar's own first."""
    return {
        "match": [
            ours("matches"),
            Program("jsonschema_rs", first(JSONSCHEMA), ("jsonschema_rs",)),
            Program("pyoxigraph", first("import pyoxigraph; pyoxigraph.NamedNode(text)"), ("pyoxigraph",)),
            Program("rfc3987 match", first("import rfc3987; rfc3987.match(text, 'IRI')"), ("rfc3987",)),
        ],
        "split": [
            ours("split"),
            Program("rfc3987 parse", first("import rfc3987; rfc3987.parse(text, 'IRI')"), ("rfc3987",)),
        ],
        "parse": [
            ours("parse"),
            *(Program(f"abnf ({name})", first(ABNF), needs, more) for name, needs, more in BACKENDS),
        ],
    }


def first(statement: str) -> str:
    """Return a program that times the import and the first call."""
    return f"{CLOCK}text = {TEXT!r}\n{statement}\nprint(json.dumps({{'first': now() - began}}))"


def ours(call: str) -> Program:
    """Return the program that times irigrammar's first call."""
    return Program(f"irigrammar {call}", first(f"import irigrammar; irigrammar.grammar('rfc3987')['IRI'].{call}(text)"))


def milliseconds(times: list[int] | None) -> str:
    """Return the median."""
    return f"{median(times) / 1e6:.1f}" if times else "–"


def ratio(ours: list[int], theirs: list[int]) -> str:
    """Return the quartiles of our time over theirs, round by round."""
    return str(spread([us / them for us, them in zip(ours, theirs, strict=True)]))
