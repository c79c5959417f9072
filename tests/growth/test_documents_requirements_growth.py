"""Linear time: documents requirements."""

from __future__ import annotations

import pytest
from document_items import growth

pytestmark = pytest.mark.growth


@pytest.mark.parametrize("part", ["-e ", "a [", "# ", "a @ http://", "http://", " \\\n", "a @ b:c ", "a "])
def test_time_is_linear(part: str) -> None:
    assert growth("requirements", part, 20_000) < 20
