"""The house: imports go one way, and importing the package loads next to nothing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import irigrammar

SOURCE = Path(irigrammar.__file__).resolve().parent
MODULES = {
    ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCE.rglob("*.py")
}

# Each package may import from those before it, and within itself.
ORDER = [
    "text",
    "grammars",
    "shipped",
    "automata",
    "engines",
    "faults",
    "matching",
    "language",
    "processing",
    "exports",
    "bidi",
    "advice",
    "report",
    "trial",
    "scan",
    "learn",
    "views",
    "integrations",
    "cli",
]
# Below all of them; the compiled rules and the compiled catalog are values of these two modules.
GROUND = ["masking", "files", "finding", "errors"]
BELOW = [*GROUND, "_generated"]
GENERATED_MAY_IMPORT = {
    "irigrammar.grammars.expr",
    "irigrammar.grammars.entry",
    "irigrammar.grammars.hints",
}

# What looks like the name of a module and is another thing.
FILES = {"irigrammar.toml", "tool.irigrammar"}

_MODULE_NAME = re.compile(r"irigrammar(\.\w+)+\.?")


def imports_of(tree: ast.AST, module: str) -> Iterator[tuple[str, int]]:
    """Yield the modules of this package that a module imports: in functions, and for types alone, too.

    A string that is the name of a module counts: it is there to be imported.
    """
    todo = [tree]
    while todo:
        node = todo.pop()
        match node:
            case ast.Import(names):
                yield from ((alias.name, node.lineno) for alias in names if _is_ours(alias.name))
            case ast.ImportFrom(source, names, level):
                if level:
                    package = module.split(".")[:-level]
                    source = ".".join([*package, *([source] if source else [])])
                if source is not None and _is_ours(source):
                    for alias in names:
                        full = f"{source}.{alias.name}"
                        yield full if full in MODULES else source, node.lineno
            case ast.Constant(str(text)) if _MODULE_NAME.fullmatch(text) and text not in FILES:
                yield text.rstrip("."), node.lineno
        todo += ast.iter_child_nodes(node)


def _is_ours(name: str) -> bool:
    return name == "irigrammar" or name.startswith("irigrammar.")


def package_of(module: str) -> str:
    return [*module.split("."), ""][1]


def may_import(module: str, target: str) -> bool:
    """Return whether one module of this package may import another."""
    here, there = package_of(module), package_of(target)
    if here == there and here:
        return True
    if here == "_generated":
        return target in GENERATED_MAY_IMPORT
    if here in GROUND:
        return there in GROUND and GROUND.index(there) < GROUND.index(here)
    if there in BELOW:
        return True
    if not there:  # the package itself offers everything there is
        return here == "cli"
    return not here or ORDER.index(there) < ORDER.index(here)


def test_every_package_has_its_place() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")} | {path.stem for path in SOURCE.glob("*.py")}
    assert packages - {"__init__"} <= {*ORDER, *BELOW}
    assert len(MODULES) > 30


def test_imports_go_one_way() -> None:
    wrong = [
        f"{module}, line {line}: {target}"
        for module, path in MODULES.items()
        for target, line in imports_of(ast.parse(path.read_text(encoding="utf-8")), module)
        if not may_import(module, target)
    ]
    assert wrong == []


@pytest.mark.parametrize(
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
        ("irigrammar.automata.dfa", "importlib.import_module(f'irigrammar._generated.rules.{name}')", True),
        ("irigrammar.automata.dfa", "importlib.import_module(f'irigrammar.engines.{name}')", False),
        ("irigrammar.automata.dfa", "'''See irigrammar.engines.walk.'''", True),
        ("irigrammar.automata.dfa", "from irigrammar.errors import GrammarError", True),
        ("irigrammar.errors", "from irigrammar.grammars.expr import Rule", False),
        ("irigrammar._generated.rules.leiri", "from irigrammar.grammars.expr import Rule", True),
        ("irigrammar._generated.rules.leiri", "from irigrammar.grammars.reader import read", False),
        ("irigrammar", "from irigrammar.matching.grammar import grammar", True),
    ],
)
def test_the_check_finds_what_runs_back(module: str, text: str, right: bool) -> None:
    assert all(may_import(module, target) for target, _ in imports_of(ast.parse(text), module)) is right


# The modules that import one another, in functions or for types: a Grammar hands out Matchers, which know their
# Grammar, and matchers check their fixes by what other grammars read.
CIRCLES = [
    {"matching.authority", "matching.browser", "matching.grammar", "matching.matcher"},
]


def test_no_other_modules_import_one_another() -> None:
    targets = {
        module: {target for target, _ in imports_of(ast.parse(path.read_text(encoding="utf-8")), module)}
        & MODULES.keys()
        for module, path in MODULES.items()
        if module != "irigrammar"
    }
    reached = {module: _reached(module, targets) for module in targets}
    circles = {frozenset(one for one in reached[module] if module in reached[one]) for module in targets}
    named = [{module.removeprefix("irigrammar.") for module in circle} for circle in circles if len(circle) > 1]
    assert sorted(map(sorted, named)) == sorted(map(sorted, CIRCLES))


def _reached(module: str, targets: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = [module]
    while todo:
        new = targets.get(todo.pop(), set()) - seen - {"irigrammar"}
        seen |= new
        todo += new
    return seen


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
    "abnf",
    "abnf_rust",
    "idna",
    "click",
    "rich",
    "tomllib",
    "importlib.resources",
    "importlib.metadata",
    "json",
}


def test_importing_the_package_loads_nothing_else() -> None:
    ours = {name for name in loaded_by("import irigrammar") if _is_ours(name)}
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


def test_the_check_of_loaded_modules_sees_them() -> None:
    assert {"tomllib", "irigrammar.matching.grammar"} <= loaded_by("import tomllib, irigrammar; irigrammar.grammar")
    assert "tomllib" in imported_by("import tomllib")
