"""Properties of all finders, for any document."""

from __future__ import annotations

from irigrammar.scan.formats.items import Candidate, Item, Malformed
from irigrammar.scan.formats.registry import Options, document_type


def items(name: str, text: str) -> list[Item]:
    """Return what a type finds in a whole text."""
    return list(document_type(name).open(Options())(text))


def shown(name: str, text: str) -> list[tuple[str, str]]:
    """Return each candidate's text after its span, each trouble's code after what it points at, comments' texts."""
    rows = []
    for item in items(name, text):
        what = item.text if not isinstance(item, Malformed) else item.code
        rows.append((text[item.start : item.end], what))
    return rows


def hold(name: str, text: str) -> list[Item]:
    """Check the contract of finders: spans in order and inside the text, and each text what its span is read as."""
    result = items(name, text)
    starts = [item.start for item in result]
    assert starts == sorted(starts)
    for item in result:
        assert 0 <= item.start <= item.end <= len(text)
        if not isinstance(item, Candidate):
            continue
        written = text[item.start : item.end]
        if item.escapes is None:
            assert item.offsets is None
            assert written == item.text
            continue
        read = item.escapes.read(written)
        assert not read.bad
        assert read.text == item.text
        places = list(item.offsets) if item.offsets is not None else list(range(item.start, item.end + 1))
        assert len(places) == len(item.text) + 1
        assert places == sorted(places)
        # What begins with a section (XML) begins before its first character.
        assert places[0] == item.start or (written.startswith("<") and item.start <= places[0])
        assert places[-1] == item.end
        again = item.escapes.read(item.escapes.write(item.text))
        assert again.text == item.text
        assert not again.bad
    return result
