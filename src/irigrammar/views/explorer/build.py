"""The page made of its parts: one file of HTML without references to anything else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files

from irigrammar.views.explorer.data import page_data

_ENTRY = "page.js"
_IMPORT = re.compile(r'^import \{.*\} from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const |function |class )", re.MULTILINE)


@cache
def page(version: str = "") -> str:
    """Return the page, which names the package's version where it is given.

    Its policy (a `meta` element) lets run the one script and apply the one style sheet, by their hashes, and load
    nothing from anywhere.

    >>> page().startswith("<!doctype html>") and len(page()) < 1_500_000
    True
    """
    script = "\n".join(_without_modules(_read(name)) for name in module_order())
    style = _read("page.css")
    data = json.dumps(page_data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "policy": f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
        "style": style,
        "script": script,
        "version": f" {version}" if version else "",
        "data": data,
    }
    return re.sub(r"\{(policy|style|script|version|data)\}", lambda found: parts[found[1]], _read("page.html"))


def module_order() -> list[str]:
    """Return the names of the modules, each after those that it imports, the page's own last.

    >>> module_order()[-1]
    'page.js'
    """
    found: dict[str, None] = {}

    def add(name: str) -> None:
        for needed in _IMPORT.findall(_read(name)):
            if needed not in found:
                add(needed)
        found.setdefault(name)

    add(_ENTRY)
    return list(found)


def _without_modules(text: str) -> str:
    """Return a module's text for a script that has all of them: names are unique, so that imports can go."""
    return _EXPORT.sub("", _IMPORT.sub("", text))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _read(name: str) -> str:
    return (files(__package__) / "web" / name).read_text(encoding="utf-8")
