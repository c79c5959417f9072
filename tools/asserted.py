"""Check that every assertion of the tests runs: python tools/asserted.py -n 2 -m "not browser and not external".

The arguments are pytest's. It runs in a copy of the checkout in which functions and assertions record that they run.
An assertion that no test executes is printed, and the exit status is 1; except in functions that were never called
(their tests are not selected) and in tests that were skipped (a package is missing).
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# A plugin of pytest. What it records is written at once: some tests run in processes that end without more ado.
PLUGIN = """
import os
seen = set()
def record(row):
    if row not in seen:
        seen.add(row)
        file = os.open({file!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, (row + "\\n").encode())
        os.close(file)
def pytest_runtest_logreport(report):
    if report.skipped:
        record("skipped " + report.nodeid.partition("[")[0])
"""


class Recording(ast.NodeTransformer):
    """Has each function and each assertion of a file record that it runs; `asserted` are the assertions by function."""

    def __init__(self, path: Path, asserted: dict[str, list[str]]) -> None:
        self.names = [str(path.relative_to(ROOT))]
        self.asserted = asserted

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Record a call of the function; its docstring is left out."""
        self.names.append(node.name)
        self.generic_visit(node)
        node.body.insert(0, _record("::".join(self.names)))
        self.names.pop()
        return node

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        """Record an assertion that is reached."""
        place = f"{self.names[0]}:{node.lineno}"
        self.asserted.setdefault("::".join(self.names), []).append(place)
        return [_record(place), node]


def _record(row: str) -> ast.stmt:
    return ast.parse(f"__import__('asserted_rows').record({row!r})").body[0]


def main() -> int:
    asserted: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as name:
        ignored = shutil.ignore_patterns(".git", ".nox", "__pycache__", ".*_cache", "_build", "build")
        folder = Path(shutil.copytree(ROOT, Path(name) / "copy", ignore=ignored, symlinks=True))
        for path in sorted((ROOT / "tests").rglob("test_*.py")):
            tree = Recording(path, asserted).visit(ast.parse(path.read_text(encoding="utf-8")))
            copy = folder / path.relative_to(ROOT)
            copy.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
        rows = Path(name) / "rows"
        (Path(name) / "asserted_rows.py").write_text(PLUGIN.format(file=str(rows)), encoding="utf-8")
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "src"), name))}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "asserted_rows", *sys.argv[1:]]
        status = subprocess.run(command, cwd=folder, env=env, check=False).returncode
        ran = set(rows.read_text(encoding="utf-8").splitlines())
    missed = [
        f"{place}: no test executes this assertion"
        for function, places in asserted.items()
        if function in ran and f"skipped {function}" not in ran
        for place in places
        if place not in ran
    ]
    print("\n".join(missed))
    return 1 if missed or status else 0


if __name__ == "__main__":
    sys.exit(main())
