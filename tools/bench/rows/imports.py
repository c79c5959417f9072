"""Row "import": the cost of importing."""

from __future__ import annotations

from statistics import median

from tools.bench.programs import LIFE, Program, alternate, available
from tools.bench.report import Figure, Grid, Measure, Report
from tools.bench.setting import Setting
from tools.bench.timing import spread

__all__ = ["MODULES", "run"]

# What `site` imports is there in any Python that is started as usual.
BARE = Program("nothing", "import os")
OURS = Program("irigrammar", "import os, irigrammar", ("irigrammar",))
FIRST = "import os, irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches('a:')"
# Each peer's module, by the name of the peer.
MODULES = {
    "jsonschema_rs": "jsonschema_rs",
    "pyoxigraph": "pyoxigraph",
    "google-re2": "re2",
    "rfc3987": "rfc3987",
    "rfc3986-validator": "rfc3986_validator",
    "rfc3986": "rfc3986",
    "hyperlink": "hyperlink",
    "yarl": "yarl",
    "ada-url": "ada_url",
    "can-ada": "can_ada",
    "pydantic": "pydantic",
    "rdflib": "rdflib",
    "jsonschema": "jsonschema",
    "rfc3987-syntax": "rfc3987_syntax",
    "pyarrow": "pyarrow.compute",
    "polars": "polars",
    "duckdb": "duckdb",
}
PROGRAMS = [
    BARE,
    OURS,
    Program("irigrammar, first matches", FIRST, ("irigrammar",)),
    *(Program(name, f"import os, {module}", (module.partition(".")[0],)) for name, module in MODULES.items()),
    Program("abnf (rust), rfc3987", "import abnf.grammars.rfc3987", ("abnf", "abnf_rust")),
    Program("abnf (python), rfc3987", "import abnf.grammars.rfc3987", ("abnf",), {"ABNF_NO_RUST": "1"}),
]


def run(setting: Setting) -> Report:
    """Measure processes that import, against one that does nothing."""
    rounds = 3 if setting.quick else 15
    report = Report("import", [], notes=["Without site, so that it does not matter how irigrammar is installed."])
    programs = available(PROGRAMS, setting, report.missing)
    lives = {name: phases[LIFE] for name, phases in alternate(programs, rounds).items()}
    bare = lives[BARE.name]
    rows = []
    for name, life in lives.items():
        more = spread([(time - nothing) / 1e6 for time, nothing in zip(life, bare, strict=True)])
        times = str(spread([time / nothing for time, nothing in zip(life, bare, strict=True)]))
        rows.append([name, f"{median(life) / 1e6:.1f}", f"{more.middle:.1f} ({more.low:.1f}–{more.high:.1f})", times])
        report.figures.append(Figure("", name, "milliseconds over bare Python", more.middle))
        if name not in (BARE.name, OURS.name):
            ratio = spread([us / them for us, them in zip(lives[OURS.name], life, strict=True)])
            report.measures.append(Measure("whole process", OURS.name, name, ratio))
    head = ["import", "ms", "ms more than bare (quartiles)", "this / bare (quartiles)"]
    report.details.append(Grid(f"processor time of whole processes, {rounds} rounds of fresh ones", head, rows))
    return report
