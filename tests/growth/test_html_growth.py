"""Linear time: html."""

from __future__ import annotations

import pytest
from growth import LIMIT, SIZE, growth

from irigrammar.html import hostport, hostspecific

pytestmark = pytest.mark.growth


def test_a_long_port_is_compared_as_text() -> None:
    zeros = "0" * SIZE
    assert hostport(f"http://h:{zeros}80/") == "h"
    assert hostport(f"http://h:{zeros}/") == f"h:{zeros}"
    texts = [f"http://u@h:{'0' * size}80/{'a' * size}" for size in (20_000, 40_000)]
    assert growth(hostport, *texts) < LIMIT
    assert growth(hostspecific, *texts) < LIMIT
