"""Build the kernel with AddressSanitizer and UndefinedBehaviorSanitizer, and run its tests and the fuzzer with it.

    python -m tools.kernel.sanitize [--seconds 60] [--seed N] [--no-tests]

It is built in a temporary folder, beside a copy of what it is used with: the checkout stays as it is. Python takes its
memory from malloc meanwhile, so that each object lies between guarded zones. Exit status 1 when a sanitizer reports
something or an answer is wrong, 0 with a message when there is no gcc or no libasan.
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
from pathlib import Path

__all__ = ["build", "environment", "libasan", "main"]

ROOT = Path(__file__).resolve().parents[2]
TESTS = [
    f"tests/test_{name}.py"
    for name in ("kernel", "kernel_utf8", "kernel_values", "blocks", "bulk", "column_memory", "tree", "spans")
]
NAME = "_kernel" + str(sysconfig.get_config_var("EXT_SUFFIX"))

_FLAGS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer"]

# Reads one octet behind an object: what does not stop at this would not stop at the kernel either.
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
    """Return the library of the sanitizer that gcc links with, None where there is no gcc or no such library."""
    if not shutil.which("gcc"):
        return None
    told = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout
    found = Path(told.strip())
    return found if found.is_absolute() and found.exists() else None


def build(sources: list[Path], to: Path) -> None:
    """Compile sources with the sanitizers into an extension module."""
    include = sysconfig.get_path("include")
    command = ["gcc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Wno-unused-parameter", *_FLAGS, f"-I{include}"]
    subprocess.run([*command, *map(str, sources), "-o", str(to)], check=True)


def environment(library: Path) -> dict[str, str]:
    """Return the environment in which Python runs with the sanitizers.

    Leaks are not looked for: Python leaves much behind at its end. tools/kernel/leaks.py looks for ours.
    """
    kept = {key: value for key, value in os.environ.items() if key != "IRIGRAMMAR_PURE"}
    return kept | {
        "LD_PRELOAD": str(library),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1:strict_string_checks=1:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONPATH": "src:.",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def copy(to: Path) -> None:
    """Copy the checkout without what was built, and put the kernel with sanitizers into it."""
    for name in ("src", "grammar", "tests", "tools"):
        shutil.copytree(
            ROOT / name, to / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info")
        )
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, to)
    declared = tomllib.loads((to / "pyproject.toml").read_text())["tool"]["setuptools"]["ext-modules"][0]
    build([to / source for source in declared["sources"]], to / "src/irigrammar/engines" / NAME)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of fuzzing")
    parser.add_argument("--seed", type=int, help="of the fuzzer")
    parser.add_argument("--no-tests", action="store_true", help="only the fuzzer")
    options = parser.parse_args(arguments)
    library = libasan()
    if library is None:
        print("sanitizers: skipped, for there is no gcc with libasan here")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        copy(work)
        (work / "wrong.c").write_text(_WRONG)
        build([work / "wrong.c"], work / "wrong.so")

        def run(*command: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [sys.executable, *command],
                cwd=work,
                env=environment(library),
                text=True,
                check=False,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )

        seen = run("-c", "import wrong; wrong.past_end(bytes(40))")
        if "heap-buffer-overflow" not in seen.stdout:
            print(f"sanitizers: they do not see a read behind an object:\n{seen.stdout}")
            return 1
        where = run("-c", "import irigrammar.engines._kernel as kernel; print(kernel.__file__)")
        if Path(where.stdout.strip()) != (work / "src/irigrammar/engines" / NAME).resolve():
            print(f"sanitizers: another kernel is used:\n{where.stdout}")
            return 1
        steps = [] if options.no_tests else [["-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]]
        seed = [] if options.seed is None else ["--seed", str(options.seed)]
        steps.append(["-m", "tools.kernel.fuzz", "--seconds", str(options.seconds), *seed])
        for step in steps:
            done = run(*step)
            print(done.stdout, end="", flush=True)
            if done.returncode:
                print(f"sanitizers: {' '.join(step)} ended with status {done.returncode}")
                return 1
    print("sanitizers: nothing to report")
    return 0


if __name__ == "__main__":
    sys.exit(main())
