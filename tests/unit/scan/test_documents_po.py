"""Message catalogues of gettext: strings that go on over lines, escapes, comments."""

from __future__ import annotations

import pytest
from document_items import any_text, check, comments, identifiers, read_with_places
from hypothesis import given

from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.formats.types.po import MESSAGE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('msgid "see http://e.org/a."\nmsgstr ""\n', ["http://e.org/a"]),
        ('msgid ""\n"see http://www.e-"\n"f.org/a|b, "\n"and"\n', ["http://www.e-f.org/a|b"]),
        ('msgid ""\r\n"http://e.org/"\r\n"a"\r\n', ["http://e.org/a"]),
        ('msgid "http://e.org/a\\n"\n"http://e.org/b\\n"\n', ["http://e.org/a", "http://e.org/b"]),
        ('msgstr[1] "\\"http://e.org/a b\\""\n', ["http://e.org/a b"]),
        ('#~ msgid "http://e.org/"\n#~ "a"\n#| msgid "http://e.org/"\n#| "b"\n', ["http://e.org/a", "http://e.org/b"]),
        ('#. http://e.org/a\n#: x.py:1\nmsgctxt "http://e.org/b"\n', ["http://e.org/a", "http://e.org/b"]),
        ('msgid "http://%s/ http://{host}/ {0}"\n', []),
        ('msgid "http://e.org/a\n"b"\n', []),  # it is not closed
    ],
)
def test_messages(text: str, expected: list[str]) -> None:
    assert identifiers("po", text) == expected
    check("po", text)


def test_places_over_lines() -> None:
    read_with_places(MESSAGE, 'a\\"b"\n"c', 'a"bc', [0, 1, 3, 7, 8])


def test_comments() -> None:
    text = '# iri: ignore[F093]\nmsgid "http://e.org/a|b"\n'
    assert comments("po", text) == [("# iri: ignore[F093]", "iri: ignore[F093]")]


def test_blocks_end_at_blank_lines() -> None:
    cut = document_type("po").cut
    assert cut is not None
    assert cut('msgid "a"\n"b"\n') == 0
    assert cut('msgid "a"\r\n\r\nmsgid "b"\r\n') == len('msgid "a"\r\n\r\n')


@given(any_text('"', "\\", "\n", "msgid ", "http://", "e.org/a", "#~ ", "# ", " ", "\\n", "\\x41", "\\101"))
def test_any_text_at_all(text: str) -> None:
    check("po", text)
