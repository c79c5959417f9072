"""The explorer's modules asked in Node: the same files that the page has inlined."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from places import TESTS

import irigrammar.views.explorer
from irigrammar.matching.grammar import Grammar
from irigrammar.views.explorer.data import page_data, scheme_data

__all__ = ["NODE", "WEB", "ask"]

NODE = shutil.which("node")
WEB = Path(irigrammar.views.explorer.__file__).parent / "web"
ASKING = TESTS / "browser" / "engine.mjs"


def ask(what: str, texts: Iterable[str | tuple[Any, str]], own: Grammar | None = None, **request: Any) -> list[str]:
    """Return what the modules answer to each text, or to each rule (or rules) and text, as JSON without spaces.

    `own` is a user's grammar that the page has, too.
    """
    lines = "".join(f"{json.dumps(text)}\n" for text in texts)
    asked = json.dumps({"ask": what, **request})
    command = [NODE or "node", str(ASKING), str(WEB), str(_data(own)), asked]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


@cache
def _data(own: Grammar | None) -> Path:
    path = Path(mkdtemp()) / "data.json"
    data = {"page": page_data((own,)), "schemes": {}} if own else {"page": page_data(), "schemes": scheme_data()}
    path.write_text(json.dumps(data), encoding="utf-8")
    return path
