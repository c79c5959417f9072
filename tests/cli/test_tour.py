"""The way of an identifier through the calls, as CONTRIBUTING shows it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from irigrammar.engines.kernel import engine

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([\w/.]+)` \| `([\w.]+)` \|", re.MULTILINE)
FILE = re.compile(r"`([\w/]+\.py|[\w/]+/)`")

# Prints the calls of a process as lines of JSON: the file under src/irigrammar and the name; of C, the folder.
FOLLOWER = """
import json, sys
from irigrammar.cli.main import main
calls = []
def follow(frame, event, argument):
    if event == "call":
        _, found, file = frame.f_code.co_filename.replace("\\\\", "/").rpartition("/irigrammar/")
        calls.append((file, frame.f_code.co_name)) if found else None
    elif event == "c_call" and "kernel" in type(getattr(argument, "__self__", None)).__module__:
        calls.append(("engines/c/", argument.__qualname__))
sys.setprofile(follow)
try:
    main()
finally:
    sys.setprofile(None)
    print(json.dumps(calls), file=sys.stderr)
"""


def section(title: str) -> str:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return re.split(r"^#+ ", text.partition(title)[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.mark.skipif(engine() != "kernel", reason="the way leads through the kernel")
def test_an_identifier_takes_the_way_that_is_shown() -> None:
    way = ROW.findall(section("### An identifier's way"))
    command = [sys.executable, "-c", FOLLOWER, "check", "http://[::1/x"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    calls = iter([*map(tuple, json.loads(done.stderr.splitlines()[-1]))])
    assert "F047" in done.stdout
    assert [row for row in way if row not in calls] == []  # an iterator goes on where the last one was
    assert len(way) > 12


def test_the_map_names_files() -> None:
    named = {name for name in FILE.findall(section("## The map of the house")) if "/" in name.rstrip("/")}
    assert len(named) > 8
    places = (ROOT, ROOT / "src" / "irigrammar")
    assert [name for name in sorted(named) if not any((place / name).exists() for place in places)] == []
