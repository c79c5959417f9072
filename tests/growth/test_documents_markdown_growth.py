"""Linear time: documents markdown."""

from __future__ import annotations

import pytest
from document_items import growth

pytest.importorskip("pyromark")

pytestmark = pytest.mark.growth


@pytest.mark.parametrize(
    "part",
    ["[", "](", "[a](b) ", "![a](", "`a", "> ", "- a\n", "[a]: b\n\n", "<a ", "<!--", "|a", "*a **", "<div>\n\n"],
)
def test_time_is_linear(part: str) -> None:
    assert growth("markdown", part, 2_000) < 24
