"""The targets of fuzzing, on their corpus and on random bytes."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import Kept, corpus
from fuzz.targets import TARGETS

_WORDS = st.sampled_from(
    [b"http://", b"//", b"\\", b"%", b"%C3%A9", b"[::1]", b"@", b":80", b"..", b'"', b"<a href=", b"\n", b"= "]
)
DATA = st.lists(_WORDS | st.binary(max_size=4), max_size=12).map(b"".join)


def needs_extra(name: str) -> bool:
    return name == "arrow" and find_spec("pyarrow") is None


@pytest.mark.parametrize("kept", corpus(), ids=lambda kept: f"{kept.target}/{kept.name[:24]}")
def test_the_corpus_finds_nothing(kept: Kept) -> None:
    if needs_extra(kept.target):
        pytest.skip("needs pyarrow")
    TARGETS[kept.target](kept.data)


@pytest.mark.parametrize("name", TARGETS)
def test_random_bytes_find_nothing(name: str) -> None:
    if needs_extra(name):
        pytest.skip("needs pyarrow")

    @given(DATA)
    def attempt(data: bytes) -> None:
        TARGETS[name](data)

    attempt()
