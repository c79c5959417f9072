"""Growth of the time in which `iri grep` reads a line."""

from __future__ import annotations

from io import BytesIO

import pytest
from growth import LIMIT, growth

from irigrammar.cli.grep import read_blocks

pytestmark = pytest.mark.growth


class Chunks(BytesIO):
    """A pipe that gives a few bytes at a time."""

    def read1(self, _: int | None = -1) -> bytes:
        return self.read(64)


@pytest.mark.parametrize("unit", [b"a" * 64, b"a" * 40 + b"\n", b"a" * 40 + b"\0"])
def test_time_to_read_lines_is_linear_in_their_length(unit: bytes) -> None:
    def read(data: bytes) -> bool:
        blocks = read_blocks(
            Chunks(data), b"\n", as_text=False, max_line=len(data), on_error=lambda error: pytest.fail(str(error))
        )
        return sum(len(block) for block, _ in blocks) == len(data)

    short, long = unit * 100_000, unit * 200_000
    assert read(short)
    assert growth(read, short, long) < LIMIT
