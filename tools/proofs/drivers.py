"""The drivers in other languages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

__all__ = ["answers", "seconds", "version", "with_element"]

FOLDER = Path(__file__).with_name("drivers")
# Xerces follows a pattern by calls of functions, one character deeper with each.
COMMANDS = {
    "java": ["java", "-Xss1g", str(FOLDER / "Proof.java")],
    "node": ["node", str(FOLDER / "proof.mjs")],
}


def in_base64(text: str) -> str:
    """Return the bytes of UTF-16 (big-endian) in base64."""
    return b64encode(text.encode("utf-16-be", "surrogatepass")).decode()


# How a string is given: as the language reads it without a library.
WRITTEN: dict[str, Callable[[str], str]] = {"java": in_base64, "node": json.dumps}


def version(program: str, *engine: str) -> str | None:
    """Return the version of a program's language, None where it, or what the engine needs, is not installed."""
    if shutil.which(program) is None:
        return None
    done = subprocess.run([*COMMANDS[program], "--version", *engine], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def answers(program: str, engine: str, export: str, texts: Sequence[str]) -> list[bool]:
    """Return whether each text matches an export."""
    said = _output(program, [engine], export, texts).strip()
    if len(said) != len(texts):
        raise ValueError(f"{len(texts)} strings and {len(said)} answers")
    return [answer == "1" for answer in said]


def seconds(program: str, engine: str, export: str, texts: Sequence[str]) -> list[float]:
    """Return how long each text takes to be matched."""
    *times, _ = _output(program, [engine, "--time"], export, texts).splitlines()
    return [float(time) / 1e6 for time in times]


def _output(program: str, arguments: list[str], export: str, texts: Sequence[str]) -> str:
    lines = "".join(f"{WRITTEN[program](text)}\n" for text in [export, *texts])
    done = subprocess.run([*COMMANDS[program], *arguments], input=lines, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip()[-2000:])
    return done.stdout


def with_element(schema: str) -> str:
    """Return a schema of XML with an element `text` of its simple type."""
    match = re.search(r'<xs:simpleType name="([^"]*)"', schema)
    assert match
    return schema.replace("</xs:schema>", f'  <xs:element name="text" type="{match[1]}"/>\n</xs:schema>')
