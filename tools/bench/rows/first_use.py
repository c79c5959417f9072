"""Row "compile": everything before the second call.

Of a custom grammar and of a catalog production.
"""

from __future__ import annotations

from statistics import median

from tools.bench.programs import LIFE, Program, alternate, available
from tools.bench.report import Figure, Grid, Measure, Report
from tools.bench.setting import Setting
from tools.bench.timing import Spread, spread

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
# What else can be asked for a verdict: name, program, modules.
MORE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("rfc3986", "import rfc3986; rfc3986.is_valid_uri(text)", ("rfc3986",)),
    (
        "rfc3986-validator",
        "import rfc3986_validator as own; own.validate_rfc3986(text, 'URI')",
        ("rfc3986_validator",),
    ),
    ("rfc3987-syntax", "import rfc3987_syntax as own; own.is_valid_syntax('iri', text)", ("rfc3987_syntax",)),
    ("hyperlink", "import hyperlink; hyperlink.URL.from_text(text)", ("hyperlink",)),
    ("yarl", "import yarl; yarl.URL(text)", ("yarl",)),
    ("ada-url", "import ada_url; ada_url.check_url(text)", ("ada_url",)),
    ("can-ada", "import can_ada; can_ada.can_parse(text)", ("can_ada",)),
    ("pydantic", "import pydantic; pydantic.TypeAdapter(pydantic.AnyUrl).validate_python(text)", ("pydantic",)),
    ("rdflib", "import rdflib; rdflib.URIRef(text)", ("rdflib",)),
    ("jsonschema", "import jsonschema; jsonschema.FormatChecker().conforms(text, 'iri')", ("jsonschema",)),
)
PYTHON = {"ABNF_NO_RUST": "1"}
RUST = ("abnf", "abnf_rust")
BACKENDS: tuple[tuple[str, tuple[str, ...], dict[str, str]], ...] = (("rust", RUST, {}), ("python", ("abnf",), PYTHON))
NOTES = [
    "Each time in a fresh process, imports included.",
    "Own grammar: RFC 3986 from its ABNF text, then the first matches and the first parse by URI.",
]


def run(setting: Setting) -> Report:
    """Measure in fresh processes."""
    rounds = 2 if setting.quick else 12
    report = Report("compile and first use", [], notes=list(NOTES))
    own_grammar(rounds, setting, report)
    for job in programs():
        first_use(job, rounds, setting, report)
    return report


def own_grammar(rounds: int, setting: Setting, report: Report) -> None:
    """Measure a grammar from its text, each back end of abnf with itself."""
    file = (str(setting.root / "grammar" / "rfc3986.abnf"),)
    wanted = [Program(f"irigrammar, abnf ({name})", OWN, needs, more, file) for name, needs, more in BACKENDS]
    wanted += [Program(f"abnf ({name})", OWN_ABNF, needs, more, file) for name, needs, more in BACKENDS]
    times = alternate(available(wanted, setting, report.missing), rounds)
    totals: dict[str, list[int]] = {}
    table: list[list[str]] = []
    for name, phases in times.items():
        totals[name] = [sum(turn) for turn in zip(*(phases[phase] for phase in phases if phase != LIFE), strict=True)]
        cells = [milliseconds(phases.get(phase)) for phase in ("read", "matches", "parse")]
        table.append([name, *cells, milliseconds(totals[name])])
        report.figures.append(Figure("own grammar", name, "milliseconds", median(totals[name]) / 1e6))
    head = ["grammar of one's own", "read, ms", "first matches, ms", "first parse, ms", "all, ms"]
    report.details.append(Grid(f"{rounds} rounds", head, table))
    report.measures.extend(
        Measure("own grammar", f"irigrammar, {name}", name, ratio(totals[f"irigrammar, {name}"], theirs))
        for name, theirs in totals.items()
        if f"irigrammar, {name}" in totals
    )


def first_use(job: str, rounds: int, setting: Setting, report: Report) -> None:
    """Measure the first use of a production of the catalog."""
    times = alternate(available(programs()[job], setting, report.missing), rounds)
    reference, *others = times
    us = times[reference]["first"]
    table = [[reference, milliseconds(us), "1"]]
    report.figures.append(Figure(f"first {job}", reference, "milliseconds", median(us) / 1e6))
    for name in others:
        quotient = ratio(us, times[name]["first"])
        table.append([name, milliseconds(times[name]["first"]), str(quotient)])
        report.measures.append(Measure(f"first {job}", reference, name, quotient))
    head = [f"first {job}", "ms", f"{reference} / this (quartiles)"]
    report.details.append(Grid(f"{rounds} rounds", head, table))


def programs() -> dict[str, list[Program]]:
    """Return the programs by job, irigrammar's own first."""
    return {
        "match": [
            ours("matches"),
            Program("jsonschema_rs", first(JSONSCHEMA), ("jsonschema_rs",)),
            Program("pyoxigraph", first("import pyoxigraph; pyoxigraph.NamedNode(text)"), ("pyoxigraph",)),
            Program("rfc3987 match", first("import rfc3987; rfc3987.match(text, 'IRI')"), ("rfc3987",)),
            *(Program(name, first(statement), needs) for name, statement, needs in MORE),
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


def ratio(ours: list[int], theirs: list[int]) -> Spread:
    """Return the quartiles of our time over theirs, round by round."""
    return spread([us / them for us, them in zip(ours, theirs, strict=True)])
