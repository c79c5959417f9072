"""Linear time: documents text."""

from __future__ import annotations

import pytest
from document_items import growth

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    "part",
    [
        "http://",
        "http://a)",
        "http://a[",
        "http://[",
        "<http://a\n",
        "http://a?[",
        ":",
        "data:",
        "http://a'",
        "mailto:a",
        "a:b ",
        "http://a{b",
        "http://a}b",
        "http://a[b",
        "http://a\\b",
        "http://a`b",
        "a}b",
        '"http://a ',
        "'http://a ",
        "[x](http://a ",
        "http//a.b",
        "http:/a.",
        "https://http:",
        "htp://a",
        "::// ",
    ],
)
def test_time_is_linear(part: str) -> None:
    assert growth("text", part, 20_000) < 20


@pytest.mark.parametrize("part", ['"', '"\n"', '"a\\', 'msgid "http://e.org/"\n"a"\n', "#~ ", "\n \n"])
def test_catalogues_take_linear_time(part: str) -> None:
    assert growth("po", part, 20_000) < 20


@pytest.mark.parametrize("part", ["url=", "url=http://e.org/a b\n", "a ", "a=b ", "url=http\\:", "export "])
def test_settings_take_linear_time(part: str) -> None:
    assert growth("settings", part, 20_000) < 20
