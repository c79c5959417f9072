"""The cost of a first use, by programs in fresh processes.

They run in alternation.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.bench.contestants.loading import load
from tools.bench.setting import Setting

__all__ = ["LIFE", "Program", "alternate", "available", "with_bytecode"]

LIFE = "life"


@dataclass(frozen=True)
class Program:
    """Python text that prints nothing, or a JSON object with the nanoseconds of its phases; and what it must find."""

    name: str
    text: str
    needs: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()


def available(programs: list[Program], setting: Setting, missing: dict[str, str]) -> list[Program]:
    """Return the programs that can run and are wanted, and say of others which modules they miss."""
    runnable = []
    for program in programs:
        absent = [module for module in program.needs if importlib.util.find_spec(module) is None]
        if absent:
            missing[program.name] = f"not installed ({', '.join(absent)})"
        elif setting.wants(program.name) or not program.needs:
            runnable.append(program)
    return runnable


def alternate(programs: list[Program], rounds: int) -> dict[str, dict[str, list[int]]]:
    """Run the programs in turn, that many times, after once for nothing; return the nanoseconds of each phase by name.

    The phase "life" is all the processor time that the process took. The processes run without `site`.
    """
    with tempfile.TemporaryDirectory() as folder:
        return _alternate(programs, rounds, with_bytecode(folder))


def with_bytecode(folder: str) -> dict[str, str]:
    """Return this environment, in which Python keeps bytecode in a folder, as it does for people by default."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": folder}


def _alternate(programs: list[Program], rounds: int, environment: dict[str, str]) -> dict[str, dict[str, list[int]]]:
    times: dict[str, dict[str, list[int]]] = {program.name: {} for program in programs}
    order = list(programs)
    rng = Random(rounds)
    for turn in range(rounds + 1):
        rng.shuffle(order)
        for program in order:
            began = used()
            done = subprocess.run(
                [sys.executable, "-S", "-c", program.text, *program.arguments],
                env={**environment, "PYTHONPATH": path(), **program.environment},
                capture_output=True,
                text=True,
                check=False,
            )
            life = used() - began
            if done.returncode:
                raise RuntimeError(f"{program.name}: {done.stderr}")
            if turn:  # the first time writes bytecode and fills caches of files
                phases = {LIFE: life, **(json.loads(done.stdout) if done.stdout else {})}
                for phase, nanoseconds in phases.items():
                    times[program.name].setdefault(phase, []).append(nanoseconds)
    return times


def path() -> str:
    """Return where the modules are, for processes without `site`: an editable install would slow down all of them."""
    package = Path(str(load("irigrammar").__file__)).parent
    here = [str(package.parent), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    return os.pathsep.join(dict.fromkeys(here))


def used() -> int:
    """Return the processor time of all child processes that have ended, in nanoseconds."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((children.ru_utime + children.ru_stime) * 1e9)
