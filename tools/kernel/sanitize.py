"""Analyse the kernel, and test and fuzz instrumented builds of it.

First gcc's -fanalyzer has to say nothing. Then the tests and the torture (tools/kernel/torture.py) run with a build in
which signed arithmetic traps on overflow and the C library checks sizes (-ftrapv, _FORTIFY_SOURCE=3), and the tests and
the fuzzer with AddressSanitizer and UndefinedBehaviorSanitizer.

    python -m tools.kernel.sanitize [--seconds 60] [--seed N] [--no-tests]

Each is built in a temporary folder, beside a copy of what it is used with: the checkout stays unchanged. Under the
sanitizers Python takes its memory from malloc, so that each object lies between guarded zones. Exit status 1 when
anything is reported or an answer is wrong, 0 with a message without gcc or libasan.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

__all__ = ["build", "copy", "environment", "libasan", "main"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = [
    f"tests/unit/{package}/test_{name}.py"
    for package, names in {
        "engines": (
            *("kernel", "kernel_limits", "kernel_utf8", "kernel_values"),
            *("column_memory", "nested", "search", "spans", "tokens", "tree"),
        ),
        "matching": ("lines", "bulk"),
        "processing": ("plans", "many"),
    }.items()
    for name in names
]
NAME = "_kernel" + str(sysconfig.get_config_var("EXT_SUFFIX"))

_SANITIZERS = ["-g", "-O1", "-fsanitize=address,undefined"]
_SANITIZERS += ["-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]
_ANALYZER = ["-O1", "-fanalyzer", "-Werror"]
# What is given away is taken from Python's memory here, so that the torture reaches it.
_CHECKS = ["-g", "-O2", "-Werror", "-ftrapv", "-D_FORTIFY_SOURCE=3"]
_CHECKS += ["-Dmalloc=PyMem_RawMalloc", "-Dcalloc=PyMem_RawCalloc", "-Dfree=PyMem_RawFree"]

# Reads one byte behind an object: what does not stop at this would not stop at the kernel either.
_WRONG = """
#include <Python.h>
static PyObject *past_end(PyObject *self, PyObject *text)
{
    return PyLong_FromLong(PyBytes_AS_STRING(text)[PyBytes_GET_SIZE(text) + 1]);
}
static PyMethodDef methods[] = {{"past_end", past_end, METH_O, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef wrong = {PyModuleDef_HEAD_INIT, .m_name = "wrong", .m_size = -1, .m_methods = methods};
PyMODINIT_FUNC PyInit_wrong(void) { return PyModule_Create(&wrong); }
"""


def libasan() -> Path | None:
    """Return the library of the sanitizer that gcc links with, None without gcc or the library."""
    if not shutil.which("gcc"):
        return None
    output = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout
    path = Path(output.strip())
    return path if path.is_absolute() and path.exists() else None


def build(sources: list[Path], to: Path, flags: list[str], compiler: str = "gcc") -> None:
    """Compile sources into an extension module, by default for this Python; another compiler has its own headers."""
    headers = [f"-I{sysconfig.get_path('include')}"] if compiler == "gcc" else []
    command = [compiler, "-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter", *flags, *headers]
    subprocess.run([*command, *map(str, sources), "-o", str(to)], check=True)


def environment(library: Path | None) -> dict[str, str]:
    """Return the environment in which Python runs: with the sanitizers where there is a library of them.

    Leaks are not looked for: Python leaves much behind at its end. tools/kernel/leaks.py looks for ours.
    """
    kept = {key: value for key, value in os.environ.items() if key != "IRIGRAMMAR_PURE"}
    kept |= {"PYTHONPATH": "src:.", "PYTHONDONTWRITEBYTECODE": "1"}
    if library is None:
        return kept
    return kept | {
        "LD_PRELOAD": str(library),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1:strict_string_checks=1:detect_stack_use_after_return=1"
        ":allocator_may_return_null=1",  # as malloc does for more than there is
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
    }


def copy(to: Path) -> list[Path]:
    """Copy the checkout without what was built; return the sources of the kernel there."""
    for name in ("src", "grammar", "docs", "tests", "tools"):
        shutil.copytree(
            ROOT / name,
            to / name,
            ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info", "_build"),
        )
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, to)
    declared = tomllib.loads((to / "pyproject.toml").read_text())["tool"]["setuptools"]["ext-modules"][0]
    return [to / source for source in declared["sources"]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of fuzzing")
    parser.add_argument("--seed", type=int, help="of the fuzzer")
    parser.add_argument("--no-tests", action="store_true", help="only the fuzzer")
    options = parser.parse_args(arguments)
    if not shutil.which("gcc"):
        print("sanitizers: skipped, gcc is missing")
        return 0
    library = libasan()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        sources = copy(work)
        kernel = work / "src/irigrammar/engines" / NAME

        def run(*command: str, sanitized: bool = True) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [sys.executable, *command],
                cwd=work,
                env=environment(library if sanitized else None),
                text=True,
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )

        build(sources, kernel, _ANALYZER)
        build(sources, kernel, _CHECKS)
        tests = [] if options.no_tests else [["-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]]
        if not _all_end_well([*tests, ["-m", "tools.kernel.torture"]], lambda *step: run(*step, sanitized=False)):
            return 1
        if library is None:
            print("sanitizers: skipped, libasan is missing")
            return 0
        build(sources, kernel, _SANITIZERS)
        (work / "wrong.c").write_text(_WRONG)
        build([work / "wrong.c"], work / "wrong.so", _SANITIZERS)
        seen = run("-c", "import wrong; wrong.past_end(bytes(40))")
        if "heap-buffer-overflow" not in seen.stdout:
            print(f"sanitizers: they do not see a read behind an object:\n{seen.stdout}")
            return 1
        where = run("-c", "import irigrammar.engines._kernel as kernel; print(kernel.__file__)")
        if Path(where.stdout.strip()) != (work / "src/irigrammar/engines" / NAME).resolve():
            print(f"sanitizers: another kernel is used:\n{where.stdout}")
            return 1
        seed = [] if options.seed is None else ["--seed", str(options.seed)]
        if not _all_end_well([*tests, ["-m", "tools.kernel.fuzz", "--seconds", str(options.seconds), *seed]], run):
            return 1
    print("sanitizers: nothing to report")
    return 0


def _all_end_well(steps: list[list[str]], run: Callable[..., subprocess.CompletedProcess[str]]) -> bool:
    for step in steps:
        done = run(*step)
        print(done.stdout, end="", flush=True)
        if done.returncode:
            print(f"sanitizers: {' '.join(step)} ended with status {done.returncode}")
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
