"""Failing allocations of the kernel: MemoryError or the right answer."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
from kernels import NEEDS_KERNEL
from places import ROOT

pytestmark = [
    NEEDS_KERNEL,
    pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed"),
    pytest.mark.slow,
]


def test_every_allocation_may_fail() -> None:
    """In a process of its own, since the allocator stays there until the end."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.kernel.torture"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    rows = re.findall(r"^ *(\d+) allocations failed  (.*)$", done.stdout, re.MULTILINE)
    failed = {name: int(count) for count, name in rows}
    assert {"Automaton", "Spans", "Tree", "arrow_array", "matches_many", "picks"} <= failed.keys()
    assert min(count for name, count in failed.items() if name != "fault_offset") > 0
