"""Imports go one way, and the package loads next to nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from kernels import NEEDS_KERNEL
from places import ROOT
from rows import in_one_test

import irigrammar
from tools.house import CIRCLES, GROUND, MODULES, ORDER, SOURCE, circles, imports_of, may_import, upward


def test_every_package_has_its_place() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")} | {path.stem for path in SOURCE.glob("*.py")}
    assert packages - {"__init__"} <= {*ORDER, *GROUND}
    assert len(MODULES) > 30


def test_every_package_ships() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = {path.parent.relative_to(SOURCE.parent).as_posix() for path in SOURCE.rglob("__init__.py")}
    assert packages <= {name.replace(".", "/") for name in project["tool"]["setuptools"]["packages"]}


def test_imports_go_one_way() -> None:
    assert upward() == []


@in_one_test(
    ("module", "text", "right"),
    [
        ("irigrammar.automata.dfa", "from irigrammar.grammars.expr import Rule", True),
        ("irigrammar.automata.dfa", "from irigrammar.engines import walk", False),
        ("irigrammar.automata.dfa", "import irigrammar.engines.walk", False),
        ("irigrammar.automata.dfa", "def f():\n    from irigrammar.cli.main import main", False),
        ("irigrammar.automata.dfa", "from irigrammar.automata.nfa import FINAL", True),
        ("irigrammar.automata.dfa", "if TYPE_CHECKING:\n    from irigrammar.engines.walk import matches", False),
        ("irigrammar.automata.dfa", "from ..engines import walk", False),
        ("irigrammar.automata.dfa", "from .nfa import FINAL", True),
        ("irigrammar.automata.dfa", "from irigrammar import grammar", False),
        ("irigrammar.cli.main", "from irigrammar import __version__", True),
        ("irigrammar.automata.dfa", "importlib.import_module('irigrammar.engines.walk')", False),
        ("irigrammar.automata.dfa", "importlib.import_module(f'irigrammar._generated.{name}')", True),
        ("irigrammar.automata.dfa", "importlib.import_module(f'irigrammar.engines.{name}')", False),
        ("irigrammar.automata.dfa", "'''See irigrammar.engines.walk.'''", True),
        ("irigrammar.automata.dfa", "from irigrammar.errors import GrammarError", True),
        ("irigrammar.errors", "from irigrammar.grammars.expr import Rule", False),
        ("irigrammar._generated.codes", "from irigrammar.grammars.expr import Rule", False),
        ("irigrammar", "from irigrammar.matching.grammar import grammar", True),
    ],
)
def test_the_check_finds_what_runs_back(module: str, text: str, right: bool) -> None:
    assert all(may_import(module, target) for target, _ in imports_of(ast.parse(text), module)) is right


def test_first_lines_of_modules_are_short() -> None:
    modules = [path for name in ("src", "tests", "tools", "fuzz") for path in (ROOT / name).rglob("*.py")]
    first = {path: path.read_text(encoding="utf-8").partition("\n")[0].strip('"') for path in modules}
    assert [str(path) for path, line in first.items() if len(line) > 72] == []


def test_no_other_modules_import_one_another() -> None:
    assert circles() == CIRCLES


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a new interpreter has after a statement and has not before."""
    program = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def imported_by(statement: str) -> set[str]:
    """Return every module that a new interpreter imports for a statement, by its own account."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", statement], capture_output=True, text=True, check=True
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}


HEAVY = {
    *("abnf", "abnf_rust", "idna", "click", "rich", "tomllib", "importlib.resources"),
    *("importlib.metadata", "json"),
}


def test_importing_the_package_loads_nothing_else() -> None:
    ours = {name for name in loaded_by("import irigrammar") if name == "irigrammar" or name.startswith("irigrammar.")}
    assert ours == {"irigrammar"}
    assert imported_by("import irigrammar") - imported_by("import importlib") == {"irigrammar"}


def test_matching_by_a_catalog_grammar_reads_no_abnf_and_no_toml() -> None:
    loaded = loaded_by("import irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches('a:b')")
    assert not loaded & HEAVY
    assert "irigrammar.grammars.diagnose" not in loaded
    assert not any(name.startswith("irigrammar.cli") for name in loaded)


def test_matching_by_a_catalog_grammar_compiles_nothing() -> None:
    """Its pattern is compiled beforehand: neither automata nor what makes patterns is needed."""
    loaded = loaded_by("import irigrammar; irigrammar.grammar('rfc3987')['IRI'].matches('a:b')")
    assert {
        name for name in loaded if name.startswith("irigrammar.automata") or name == "irigrammar.engines.compile"
    } == set()


# Each takes about as long to import as the rest of a first verdict, or longer.
SLOW_TO_IMPORT = {
    *("collections", "dataclasses", "functools", "re", "typing", "operator", "importlib", "irigrammar.errors")
}


@NEEDS_KERNEL
@pytest.mark.parametrize("call", ["matches('a:b')", "grammar('rfc3987')['IRI'].matches('a:b')"])
def test_a_first_verdict_imports_nothing_that_is_slow_to_import(call: str) -> None:
    program = f"import sys\nimport irigrammar\nirigrammar.{call}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(irigrammar.__file__).parents[1])},
    )
    assert not SLOW_TO_IMPORT & set(done.stdout.split())


# What is only for fixes, for advice, for other types of documents, or for reports in JSON.
_FIXES = {"irigrammar.faults.fixes", "irigrammar.matching.authority", "irigrammar.automata.nfa", "urllib.parse"}
_ADVICE = {"irigrammar.advice.context", "irigrammar.advice.rules", "irigrammar.faults.hinting", "irigrammar.hosts"}
_TYPES = {"irigrammar.scan.formats.types.toml", "irigrammar.scan.formats.types.yaml", "tomllib", "yaml"}
_REPORTS = {"json", "rich", "textwrap", "importlib.metadata", "irigrammar.report.pages", "irigrammar.scan.correcting"}


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], {"irigrammar.matching.grammar", "importlib.metadata"}),
        (["check", "http://example.org/"], _FIXES | _ADVICE | _REPORTS),
        (["check", "http://r\u00e9sum\u00e9.example.org/ros\u00e9%20"], _FIXES | _ADVICE | _REPORTS | {"idna"}),
        (["check", "/\u4f8b?q=\u05d0"], _FIXES | _ADVICE | _REPORTS | {"idna"}),
        (["char", "\xdf"], {"irigrammar.language", "irigrammar.learn.walk", "irigrammar.learn.derivation"}),
        (
            ["grammar", "show", "-r", "port"],
            {"irigrammar.language.audit", "irigrammar.matching.lines", "irigrammar.shipped.package"},
        ),
        (["check", "http://example.org/a b"], _FIXES | _REPORTS | _ADVICE - {"irigrammar.faults.hinting"}),
        (["check", "--summary", "--file", "a.csv"], _FIXES | _ADVICE | _REPORTS | {"irigrammar.scan"}),
        (["check", "--column", "url", "--summary", "--file", "a.csv"], _FIXES | _ADVICE | _TYPES | _REPORTS),
        (["explain", "http://example.org/a b"], {"irigrammar.automata.nfa", "textwrap", "irigrammar.advice.context"}),
        (["grep", "-r", "IRI", "a.md"], _FIXES - {"irigrammar.automata.nfa"} | _ADVICE | _TYPES | _REPORTS),
        (["scan", "--isolated", "a.md"], _FIXES - {"urllib.parse"} | _ADVICE | _TYPES | _REPORTS),
        (["scan", "--isolated", "a.ttl"], _FIXES - {"urllib.parse"} | _ADVICE | _TYPES | _REPORTS),
        (["scan", "--isolated", "a.json"], _FIXES - {"urllib.parse"} | _ADVICE | _TYPES | _REPORTS),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@NEEDS_KERNEL
def test_a_command_imports_what_its_arguments_need(tmp_path: Path, arguments: list[str], absent: set[str]) -> None:
    link = "http://example.org/a#"
    texts = {
        "a.md": f"[x]({link})",
        "a.ttl": f"@prefix e: <{link}> .",
        "a.json": f'["{link}"]',
        "a.csv": f"url\n{link}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(f"{text}\n", encoding="utf-8")
    program = (
        "import sys, click\nbefore = {*sys.modules}\nfrom irigrammar.cli.main import main\n"
        "try:\n    main()\nfinally:\n    print(*{*sys.modules} - before, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "irigrammar.cli.main" in loaded
    assert absent & loaded == set()
