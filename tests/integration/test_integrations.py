"""The integrations together: examples, extras, imports."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from documentation import INTEGRATIONS, PROGRAMS
from places import ROOT

import irigrammar.integrations
from tools.extras import OF_DEVELOPERS

FOLDER = Path(irigrammar.integrations.__file__).parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PYPROJECT["optional-dependencies"]
# The integrations, and whether there is an extra: argparse is in Python's own library.
NAMES = {"argparse": False, "hypothesis": True, "jsonschema": True, "pydantic": True, "rdflib": True}


OF_COLUMNS = {"duckdb", "pandas", "polars", "pyarrow"}  # their examples import large packages
OF_THE_BASE = {"argparse", "jsonschema"}  # installed with irigrammar
# Those whose classes are subclasses: the modules need their packages.
OF_FRAMEWORKS = {"aiohttp", "django", "fastapi", "httpx", "marshmallow", "requests", "sqlalchemy", "urllib3"}
IN_A_PROJECT = {"pytest"}  # test_pytest_plugin.py


def test_each_integration_has_an_example() -> None:
    assert {*NAMES, *OF_COLUMNS, *OF_FRAMEWORKS, *IN_A_PROJECT} == {*INTEGRATIONS}
    assert all((FOLDER / f"{name}.py").is_file() for name in INTEGRATIONS)


@pytest.mark.parametrize(
    ("name", "example"),
    [
        pytest.param(name, example, id=name, marks=() if name in OF_THE_BASE else pytest.mark.extra)
        for name, example in PROGRAMS
        if name not in IN_A_PROJECT
    ],
)
def test_the_example_runs(name: str, example: str) -> None:
    for package in re.findall(r"^(?:import|from) (?:irigrammar\.integrations\.)?(\w+)", example, re.MULTILINE):
        pytest.importorskip(package)
    space: dict[str, object] = {"__name__": __name__}
    exec(compile(example, f"the example of {name}", "exec", dont_inherit=True), space)
    ours = [value for name, value in space.items() if name.startswith("test_") and callable(value)]
    assert ours or "assert" in example
    for test in ours:
        test()


@pytest.mark.parametrize(("name", "extra"), NAMES.items())
def test_each_integration_has_an_extra_of_its_name(name: str, extra: bool) -> None:
    assert (name in EXTRAS) is extra
    assert not extra or any(re.match(rf"{name}\b", requirement) for requirement in EXTRAS[name])


def test_all_has_every_extra_that_is_for_users() -> None:
    listed = [name for line in EXTRAS["all"] for name in line.removeprefix("irigrammar[").removesuffix("]").split(",")]
    assert listed == sorted(set(EXTRAS) - OF_DEVELOPERS - {"all"})


def test_each_extra_is_known_to_the_installed_distribution() -> None:
    from importlib.metadata import metadata, requires

    provided = set(metadata("irigrammar").get_all("Provides-Extra") or ())
    if provided != set(EXTRAS):
        pytest.skip("installed from another state of pyproject.toml")
    for name in EXTRAS:
        assert any(re.search(rf"extra == .{name}.", requirement) for requirement in requires("irigrammar") or ()), name


@pytest.mark.parametrize("name", NAMES)
def test_a_module_can_be_imported_without_its_package(name: str) -> None:
    """The packages are imported when something of theirs is wanted."""
    packages = sorted({*NAMES} - {"argparse"})
    program = (
        f"import sys\nsys.modules.update(dict.fromkeys({packages!r}))\n"
        f"import irigrammar.integrations.{name}\nprint(*(one for one in {packages!r} if sys.modules[one]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_module_imports_no_other_package_of_these(name: str) -> None:
    program = f"import sys, irigrammar.integrations.{name}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split()) & {name for name, extra in NAMES.items() if extra}
    assert loaded <= {name}


def test_the_module_exports_what_the_issue_promises() -> None:
    promised = {
        "jsonschema": {"format_checker"},
        "pydantic": {"URI", "URIReference", "IRI", "IRIReference", "matching"},
        "argparse": {"matching"},
        "hypothesis": {"strings", "near_misses", "components"},
        "rdflib": {"ill_formed", "report"},
    }
    for name, exported in promised.items():
        assert exported <= set(importlib.import_module(f"irigrammar.integrations.{name}").__all__)
