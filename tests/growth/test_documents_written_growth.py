"""Linear time: documents written by conventions of their own."""

from __future__ import annotations

import pytest
from document_items import growth

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        *(("man", part) for part in ("\\f[", "\\-", "http://e/\\-", "\\(")),
        *(
            ("icalendar", part)
            for part in ("URL:http://e/\n ", "URL;", 'A;"', "A;B=\n ", "a.", "URL:a\n", "X:http://e/\n\\")
        ),
        *(("shex", part) for part in ("/a", "/\\", "a/", "<a")),
        *(("n3", part) for part in ("=>", "<=", "<- ", "<a>")),
    ],
)
def test_time_is_linear(kind: str, part: str) -> None:
    assert growth(kind, part, 20_000) < 20
