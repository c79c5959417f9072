"""Mutate modules and run the tests of their folders.

A mutant is one change of the syntax tree: a comparison, an `and`, a condition, a number, a keyword or a statement. The
mutants are drawn by a seed, at most three of a module; each is tried on a copy of the checkout. Survivors are printed;
the exit status is 1 where their share is above `--share`. Mutants that change nothing have a reason in `EQUIVALENT`.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "irigrammar"
LIMIT = 300.0  # seconds for the tests of a mutant; one that takes longer is killed

EQUIVALENT = {
    "faults/fixes.py: 16 -> 17": "the limit of the work; one more is as good",
    "processing/leiri.py: None if trace is None else [] -> None if False else []": "steps that nobody asked for",
    "processing/liberal.py: dataclass(frozen=True, slots=True) -> dataclass(frozen=True)": "memory only",
}
_PAIRS = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)]
_OPPOSITE = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_FUNCTIONS = {"sorted": "list", "min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """A module, the number of the node in the order of `ast.walk`, and which of the node's changes is made."""

    path: Path
    node: int
    change: int

    def trees(self) -> tuple[ast.Module, ast.AST, ast.AST]:
        """Return the changed module, the node that was, and the node that is."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        old = list(ast.walk(tree))[self.node]
        new = list(changes(old))[self.change]
        for parent in ast.walk(tree):
            for name, value in ast.iter_fields(parent):
                if value is old:
                    setattr(parent, name, new)
                elif isinstance(value, list) and any(item is old for item in value):
                    value[:] = [new if item is old else item for item in value]
        return tree, old, new

    def code(self) -> str | None:
        """Return the changed module; None where it cannot be written (before Python 3.12: "\\" in an f-string)."""
        code = ast.unparse(ast.fix_missing_locations(self.trees()[0]))
        with suppress(SyntaxError):
            return code if compile(code, self.path.name, "exec") else None
        return None

    def __str__(self) -> str:
        before, after = (ast.unparse(tree).partition("\n")[0] for tree in self.trees()[1:])
        return f"{self.path.relative_to(SOURCE)}: {before} -> {after}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand for a node instead."""
    match node:
        case ast.Compare(left, [op], right):
            yield ast.Compare(left, [_OPPOSITE[type(op)]()], right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield values[0]
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, ast.Add() | ast.Sub() as op, ast.Constant(int()) as right):
            yield ast.BinOp(left, ast.Sub() if isinstance(op, ast.Add) else ast.Add(), right)
        case ast.If(test) | ast.IfExp(test) if ast.unparse(test) != "TYPE_CHECKING":
            for value in (True, False):
                changed = copy.copy(node)
                changed.test = ast.Constant(value)
                yield changed
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Call(ast.Name(name), arguments, keywords) if name in _FUNCTIONS:
            yield ast.Call(ast.Name(_FUNCTIONS[name]), arguments, [] if name == "sorted" else keywords)
        case ast.Call(function, arguments, [*keywords, ast.keyword(str())]):
            yield ast.Call(function, arguments, keywords)
        case ast.Expr(ast.Call()) | ast.Raise() | ast.AugAssign():
            yield ast.Pass()


def tests_of(path: Path) -> list[str]:
    """Return the tests of a module: the folder of its package, the files in tests/unit for one at the top, or none."""
    package = path.relative_to(SOURCE).parts[0]
    elsewhere = {"cli": "cli", "integrations": "integration"}
    pattern = "unit/test_*.py" if package.endswith(".py") else elsewhere.get(package, f"unit/{package}")
    return sorted(str(tests.relative_to(ROOT)) for tests in (ROOT / "tests").glob(pattern))


def drawn(count: int, seed: int, patterns: list[str]) -> list[Mutant]:
    """Draw mutants of the modules that match one of the patterns, at most three of a module."""
    numbers, mutants = random.Random(seed), []
    for path in sorted({path for pattern in patterns for path in SOURCE.glob(pattern) if path.suffix == ".py"}):
        if "_generated" not in path.parts and tests_of(path):
            nodes = enumerate(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
            rows = [Mutant(path, number, change) for number, node in nodes for change, _ in enumerate(changes(node))]
            mutants += numbers.sample(rows, min(3, len(rows)))
    return numbers.sample(mutants, min(count, len(mutants)))


def is_killed(mutant: Mutant) -> bool:
    """Return whether the tests of a mutant fail in a copy of the checkout."""
    ignored = shutil.ignore_patterns(".git", ".nox", ".hypothesis", "__pycache__", ".*_cache", "_build", "build")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(shutil.copytree(ROOT, Path(name) / "copy", ignore=ignored, symlinks=True))
        (folder / mutant.path.relative_to(ROOT)).write_text(mutant.code() or "", encoding="utf-8")
        command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests_of(mutant.path)]
        env = {**os.environ, "PYTHONPATH": str(folder / "src"), "CI": "1"}
        try:
            done = subprocess.run(command, cwd=folder, env=env, capture_output=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Mutate modules and run the tests of their folders.")
    parser.add_argument("patterns", nargs="*", default=["**/*.py"], help="modules below src/irigrammar: 'scan/*.py'")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=float, default=0.4, help="the share of survivors that is allowed")
    options = parser.parse_args()
    rows = drawn(options.count, options.seed, options.patterns)
    mutants = [mutant for mutant in rows if mutant.code() and str(mutant) not in EQUIVALENT]
    survivors = 0
    with ThreadPoolExecutor(2) as pool:
        for mutant, killed in zip(mutants, pool.map(is_killed, mutants), strict=True):
            survivors += not killed
            line = getattr(mutant.trees()[1], "lineno", 0)
            print(f"{'killed' if killed else 'SURVIVES'}  line {line} of {mutant}", flush=True)
    print(f"{len(mutants)} mutants, {survivors} survive")
    return 1 if survivors > options.share * len(mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
