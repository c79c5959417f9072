"""The page about the files of grammars."""

from __future__ import annotations

import re

from places import ROOT

from irigrammar.shipped.loader import entry, names

FOLDER = ROOT / "grammar"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_every_file_is_named() -> None:
    present = {path.name for path in FOLDER.iterdir() if path.suffix in (".abnf", ".toml")}
    assert present == {name for name in re.findall(r"`([\w-]+\.(?:abnf|toml))`", PAGE) if "/" not in name}


def test_rows_have_the_document_of_the_catalog() -> None:
    rows = dict(re.findall(r"^\| `([\w-]+)\.abnf` \| (.*) \|$", PAGE, re.MULTILINE))
    for name in rows.keys() & {*names()} - {"url-standard"}:
        assert entry(name).document in rows[name], name
        assert entry(name).section in rows[name], name
    assert {*rows} - {*names()} == {"readers", "quiet"}
