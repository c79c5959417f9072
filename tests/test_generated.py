"""What is compiled beforehand is what the grammar files compile to now."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import irigrammar

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools" / "compile_grammars.py"


def run(tool: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)


def test_the_generated_modules_are_up_to_date() -> None:
    done = run(TOOL)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_stale_module_is_found_and_named(tmp_path: Path) -> None:
    """In a copy of the checkout with the core rules alone."""
    for folder in ("tools", "src", "grammar"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    catalog = tmp_path / "grammar" / "catalog.toml"
    text = catalog.read_text(encoding="utf-8")
    catalog.write_text(text[: text.index("[rfc3986]")], encoding="utf-8")
    generated = Path("src") / "irigrammar" / "_generated"
    done = run(tmp_path / "tools" / TOOL.name)
    assert done.returncode == 1
    named = set(done.stdout.splitlines()[:-1])
    assert str(generated / "catalog.py") in named
    assert str(generated / "rules" / "rfc3986.py") in named  # it is there, and would not be written
    assert str(generated / "rules" / "rfc5234.py") not in named
    rules = tmp_path / generated / "rules" / "rfc5234.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("'SP'", "'XP'"), encoding="utf-8")
    done = run(tmp_path / "tools" / TOOL.name)
    assert done.returncode == 1
    assert str(generated / "rules" / "rfc5234.py") in done.stdout


def test_each_generated_module_says_how_it_was_made() -> None:
    folder = Path(irigrammar.__file__).resolve().parent / "_generated"
    modules = [path for path in folder.rglob("*.py") if path.name != "__init__.py"]
    assert len(modules) == 1 + 3 * len(irigrammar.catalog())
    for path in modules:
        assert "Written by: python tools/compile_grammars.py --write" in path.read_text(encoding="utf-8")


def test_each_grammar_has_its_modules() -> None:
    for name in irigrammar.catalog():
        for kind in ("rules", "tables", "patterns"):
            assert importlib.util.find_spec(f"irigrammar._generated.{kind}.{name.replace('-', '_')}")
