"""Row "memory": memory of matchers, trees and bulk calls.

In fresh processes, and of one long tree as Python counts.
"""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from statistics import median

from tools.bench.contestants.jobs import make
from tools.bench.contestants.loading import ours
from tools.bench.hostile import KINDS
from tools.bench.programs import Program, alternate, available
from tools.bench.report import Figure, Grid, Measure, Report
from tools.bench.setting import Setting
from tools.bench.timing import Missing, settle, spread

__all__ = ["run"]

# Memory in use, and the most since it was asked to forget, in bytes, as Linux counts pages.
STATUS = """
import json, sys
def memory(field):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(field))
def forget():
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
def told(number):
    print(json.dumps({"bytes": number}))
"""
FIRST = """
text = "http://example.org/ros\\u00e9?q#f"
before = memory("VmRSS")
%s
told(memory("VmRSS") - before)
"""
# What is imported, and how a verdict is asked for, so that all that is lazy is there.
VERDICTS = {
    "irigrammar": "import irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches(text)",
    "jsonschema_rs": "import jsonschema_rs as own; own.validator_for({'format': 'iri'}, validate_formats=True)"
    ".is_valid(text)",
    "pyoxigraph": "import pyoxigraph; pyoxigraph.NamedNode(text)",
    "rfc3987": "import rfc3987; rfc3987.match(text, 'IRI')",
    "rfc3987-syntax": "import rfc3987_syntax; rfc3987_syntax.is_valid_syntax('iri', text)",
    "rfc3986": "import rfc3986; rfc3986.is_valid_uri(text)",
    "hyperlink": "import hyperlink; hyperlink.URL.from_text(text)",
    "yarl": "import yarl; yarl.URL(text)",
    "ada-url": "import ada_url; ada_url.URL.can_parse(text)",
    "pydantic": "import pydantic; pydantic.TypeAdapter(pydantic.AnyUrl).validate_python(text)",
    "rdflib": "import rdflib; rdflib.URIRef(text)",
    "abnf": "import abnf.grammars.rfc3987 as own; own.Rule('IRI').parse_all(text)",
}
MODULES = {
    "ada-url": "ada_url",
    "rfc3987-syntax": "rfc3987_syntax",
}
LENGTH = 600
TREES = """
texts = [f"http://example.org/{number:06}" + "/ab-c%20d" * 57 for number in range(int(sys.argv[1]))]
read(texts[0])
before = memory("VmRSS")
kept = [read(text) for text in texts]
told((memory("VmRSS") - before) / sum(map(len, texts)))
"""
OWN = """
import irigrammar; parse = irigrammar.grammar('rfc3987')['IRI'].parse
def walk(tree):
    return tree.walk()
"""
ABNF = """
import abnf.grammars.rfc3987 as own; parse = own.Rule('IRI').parse_all
def walk(node):
    yield node
    for child in node.children:
        yield from walk(child)
"""
PYTHON = {"ABNF_NO_RUST": "1"}
NODES = "read = lambda text: list(walk(parse(text)))"
RUST = ("abnf", "abnf_rust")


def parser(
    name: str, module: str, count: int, needs: tuple[str, ...], read: str = "read = parse", python: bool = False
) -> Program:
    """Return the program that keeps a number of trees: enough to make a difference, and soon made."""
    text = f"{STATUS}\n{module}\n{read}\n{TREES}"
    return Program(name, text, needs, PYTHON if python else {}, (str(count),))


PARSERS = (
    parser("irigrammar parse", OWN, 400, ("irigrammar",)),
    parser("irigrammar parse, all nodes", OWN, 100, ("irigrammar",), NODES),
    parser("abnf (rust)", ABNF, 100, RUST),
    parser("abnf (rust), all nodes", ABNF, 100, RUST, NODES),
    parser("abnf (python)", ABNF, 40, ("abnf",), python=True),
)
MANY = 200_000
BULK = """
sys.path.insert(0, sys.argv[1])
from tools.bench.contestants.jobs import make
one = make("bulk", sys.argv[2])
texts = [f"http://example.org/{number}/page" for number in range(%d)]
one.elapsed(texts[:100])
given = one.prepare(texts)
del texts
before = memory("VmRSS")
forget()
kept = one.work(given)
told((memory("VmHWM") - before) / %d)
""" % (MANY, MANY)  # noqa: UP031  # its braces are Python's
BULKS = {
    "irigrammar matches_many, list": (),
    "irigrammar matches_many, pyarrow string": ("pyarrow",),
    "irigrammar matches_many, polars": ("polars",),
    "jsonschema_rs": ("jsonschema_rs",),
    "pyarrow": ("pyarrow",),
    "polars": ("polars",),
    "duckdb": ("duckdb", "pyarrow"),
}
MIB = 1 << 20
LONG = ["", "while parsing, at the most", "kept by the tree", "kept with all nodes read"]


def run(setting: Setting) -> Report:
    """Measure processes that do a job, and one long tree."""
    report = Report("memory", [])
    if Path("/proc/self/clear_refs").exists():
        rounds = 1 if setting.quick else 3
        first = [
            Program(name, f"{STATUS}{FIRST}" % text, (MODULES.get(name, name),)) for name, text in VERDICTS.items()
        ]
        unit = "MiB for the first verdict, import included"
        weigh(first, rounds, unit, 1 / MIB, setting, report, "first verdict")
        unit = f"bytes a character of trees of about {LENGTH}"
        weigh(list(PARSERS), rounds, unit, 1, setting, report)
        bulk = [
            Program(name, f"{STATUS}{BULK}", needs, {"POLARS_MAX_THREADS": "1"}, (str(setting.root), name))
            for name, needs in BULKS.items()
            if takes(name, setting, report)
        ]
        weigh(bulk, rounds, f"bytes a string at the most, {MANY:,} at once", 1, setting, report)
    else:
        report.notes.append("What processes take is known on Linux only.")
    long_trees(report, setting)
    return report


def takes(name: str, setting: Setting, report: Report) -> bool:
    """Return whether a bulk contestant can take part here."""
    if not setting.wants(name):
        return False
    try:
        make("bulk", name)
    except Missing as error:
        report.missing[name] = str(error)
        return False
    return True


def weigh(
    programs: list[Program],
    rounds: int,
    unit: str,
    scale: float,
    setting: Setting,
    report: Report,
    part: str = "",
) -> None:
    """Add what each program reports, and of a part that has a name how much that is of each peer."""
    rows = []
    values: dict[str, float] = {}
    for name, phases in alternate(available(programs, setting, report.missing), rounds).items():
        value = median(phases["bytes"]) * scale
        rows.append([name, f"{value:,.1f}"])
        values[name] = value
        report.figures.append(Figure("processes", name, unit, value))
    if part and "irigrammar" in values:
        own = values.pop("irigrammar")
        for name, value in values.items():
            report.measures.append(Measure(part, "irigrammar", name, spread([own / value])))
    report.details.append(Grid(f"{unit}; the median of {rounds} processes", ["", "of the process"], rows))


def long_trees(report: Report, setting: Setting) -> None:
    """Add bytes a character of the tree of each kind of long string, once what is cached is there."""
    length, kinds = (10_000, KINDS[::3]) if setting.quick else (100_000, KINDS)
    settle()
    parse = ours("grammar")("rfc3987")["IRI-reference"].parse
    rows: list[list[str]] = []
    most = [0.0, 0.0, 0.0]
    for kind in kinds:
        text = kind.text(length)
        try:
            parse(text)
        except ValueError:
            continue
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            tree = parse(text)
            kept, peak = (size - before for size in tracemalloc.get_traced_memory())
            nodes = list(tree.walk())
            full = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        del tree, nodes
        sizes = [size / len(text) for size in (peak, kept, full)]
        most = [max(pair) for pair in zip(most, sizes, strict=True)]
        rows.append([kind.name, *(f"{size:.0f}" for size in sizes)])
    rows.append(["worst", *(f"{size:.0f}" for size in most)])
    report.details.append(Grid(f"bytes a character of one tree of {length:,} characters, as Python counts", LONG, rows))
    ways = ("irigrammar parse, at the most", "irigrammar parse, kept", "irigrammar parse, kept with all nodes read")
    for way, size in zip(ways, most, strict=True):
        report.figures.append(Figure("long", way, "bytes a character", size))
