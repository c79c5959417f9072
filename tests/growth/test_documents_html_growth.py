"""Linear time: documents html."""

from __future__ import annotations

import pytest
from document_items import growth

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    "part",
    [
        *("<div>", "<a href=x>", "<svg>", "</math>", "<a ", "<!--", "<", "<img srcset='a (,'>", "<svg><title>", "x=y "),
        *(
            "<style>url(",
            "<p style=\"url('",
            "<code>a:b",
            "&amp;:",
            '<style>"\\"',
            "<style>/*",
            "<iframe srcdoc=<iframe",
        ),
        *("<p about=a_b:c prefix='a: b:'>", "<script type=application/ld+json><![CDATA[ ]]> a", "<p prefix='a:b:: "),
    ],
)
def test_time_is_linear(part: str) -> None:
    assert growth("html", part, 20_000) < 20
