"""The strings that the explorer offers: examples of the documents, surprising verdicts, faults to study."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def gallery() -> list[dict[str, Any]]:
    """Return the rows of `gallery.toml`: group, text (with escapes), grammar, rule, valid, says, and cite or None.

    >>> gallery()[0]["text"]
    'ftp://ftp.is.co.za/rfc/rfc1808.txt'
    """
    text = (files(__package__) / "gallery.toml").read_text(encoding="utf-8")
    return [{"cite": None, **row} for row in tomllib.loads(text)["entry"]]
