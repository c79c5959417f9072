"""The tables of Unicode data, and the tool that writes them."""

from __future__ import annotations

import json
import unicodedata
import zlib

import pytest

from irigrammar.advice.scripts import skeleton
from irigrammar.text.unicode import brackets, mirrored, prototypes, script
from tools import unicode_tables


def test_mirrored_characters() -> None:
    pairs = mirrored()
    for pair in ("()", "[]", "{}", "<>", "«»", "\u2264\u2265", "\u2208\u220b", "\u300c\u300d", "\uff08\uff09"):
        assert pairs[pair[0]] + pairs[pair[1]] == pair[::-1]
    assert "/" not in pairs
    assert all(pairs[pairs[char]] == char for char in pairs)
    # Those that Unicode made mirrored after this Python's version of it are all that may differ.
    assigned = [char for char in pairs if unicodedata.category(char) != "Cn"]
    assert sum(not unicodedata.mirrored(char) for char in assigned) < 20


def test_brackets_are_decomposed() -> None:
    assert brackets()["\u3008"] == "\u3009"  # U+2329 is canonically equivalent to U+3008
    assert "\u2329" not in brackets()


def test_skeletons_are_stable_but_for_sequences_whose_parts_have_prototypes() -> None:
    stable = sum(skeleton(skeleton(char)) == skeleton(char) for char in prototypes())
    assert stable > 0.97 * len(prototypes())


@pytest.mark.parametrize(("char", "code"), [("\0", "Zyyy"), ("\U0010ffff", "Zzzz"), ("a", "Latn"), ("\u0300", "Zinh")])
def test_scripts_at_the_ends(char: str, code: str) -> None:
    assert script(char) == code


@pytest.mark.slow
def test_the_file_has_what_the_tool_writes() -> None:
    pytest.importorskip("fontTools", reason="fonttools is not installed")
    pytest.importorskip("confusable_homoglyphs", reason="confusable-homoglyphs is not installed")
    data = unicode_tables.FILE.read_bytes()
    assert len(data) < 150_000
    recorded, made = json.loads(zlib.decompress(data)), unicode_tables.tables()
    if recorded["version"] != made["version"]:
        pytest.skip(f"fonttools follows Unicode {made['version']}, the file {recorded['version']}")
    assert recorded == made
