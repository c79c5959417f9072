"""Check that every assertion of the tests runs.

    python tools/asserted.py -n 2 -m "not browser and not external"

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


def instrumented(path: Path, asserted: dict[str, list[str]]) -> str:
    """Return a file whose functions and assertions record that they run; note its assertions by function."""
    text = path.read_text(encoding="utf-8")
    added: dict[int, str] = {}  # by line

    def add(node: ast.stmt, row: str) -> None:
        line = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
        call = f"__import__('asserted_rows').record({row!r})"
        added[line] = f"{added.get(line, '')}{' ' * node.col_offset}{call}\n"

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = f"{name}::{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else name
            if isinstance(child, ast.FunctionDef):
                body = child.body[ast.get_docstring(child) is not None :]
                if body and body[0].lineno > child.lineno:
                    add(body[0], inner)
            if isinstance(child, ast.Assert):
                place = f"{path.relative_to(ROOT)}:{child.lineno}"
                asserted.setdefault(name, []).append(place)
                add(child, place)
            visit(child, inner)

    visit(ast.parse(text), str(path.relative_to(ROOT)))
    return "".join(added.get(line, "") + row for line, row in enumerate(text.splitlines(keepends=True), 1))


def main() -> int:
    asserted: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as name:
        ignored = shutil.ignore_patterns(".git", ".nox", "__pycache__", ".*_cache", "_build", "build")
        folder = Path(shutil.copytree(ROOT, Path(name) / "copy", ignore=ignored, symlinks=True))
        for path in sorted((ROOT / "tests").rglob("test_*.py")):
            (folder / path.relative_to(ROOT)).write_text(instrumented(path, asserted), encoding="utf-8")
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
