"""Examples of the page about browsers, from the URL Standard's tests."""

from __future__ import annotations

import re

from places import ROOT
from rows import in_one_test

from irigrammar import iri_to_uri, normalize, resolve
from irigrammar.convert import web_address_to_iri
from irigrammar.errors import IrigrammarError

PAGE = ROOT / "docs" / "explanation" / "browsers.md"
NOTHING = {"–": None, "the empty string": ""}
KINDS = ("we refuse", "they refuse", "another result")


def plain(code: str) -> str | None:
    """Return the string of a cell of code, with its escapes; None for a refusal."""
    if code in NOTHING:
        return NOTHING[code]
    text = re.sub(r"^`+ ?|(?<=`) ?`+$|`+$", "", code).replace("\\|", "|")
    return re.sub(r"\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|r)", lambda m: chr(int(m[1] or m[2] or "d", 16)), text)


def ours(text: str, base: str | None) -> str | None:
    """Return the normal form of the URI that a Web Address stands for; None where a step refuses it."""
    try:
        iri = web_address_to_iri(text, authority="browser")
        if base is not None:
            iri = resolve(web_address_to_iri(base), iri)
        return iri_to_uri(normalize(iri_to_uri(iri), level="scheme"))  # normalizing decodes; browsers write ASCII
    except IrigrammarError:
        return None


ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith(tuple(f"| {kind} |" for kind in KINDS))
]


@in_one_test("row", ROWS)
def test_each_example_differs_as_the_page_says(row: list[str]) -> None:
    kind, _, example, theirs, result = row
    text, _, base = example.partition(" by `")
    assert ours(plain(text) or "", plain(f"`{base}") if base else None) == plain(result)
    assert KINDS[2 if None not in (plain(theirs), plain(result)) else plain(theirs) is None] == kind
