"""Estimates of sizes: bytes of sets, and what the engines take where an export is not refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar.automata.charset import union
from irigrammar.errors import ExportError
from irigrammar.exports.dialects import byte_rows, byte_states
from irigrammar.matching.grammar import Grammar
from tools.proofs import pcre2


@given(st.lists(st.tuples(st.integers(0, 0x10FFFF), st.integers(0, 5_000)), min_size=1, max_size=3), st.data())
def test_rows_of_bytes_are_the_set(parts: list[tuple[int, int]], data: st.DataObject) -> None:
    ranges = union(tuple((low, min(low + size, 0x10FFFF)) for low, size in parts))
    rows = list(byte_rows(ranges))
    drawn = data.draw(st.lists(st.integers(0, 0x10FFFF), min_size=5, max_size=5))
    for point in [end for row in ranges for end in (row[0] - 1, *row, row[1] + 1)] + drawn:
        if 0 <= point <= 0x10FFFF:
            raw = chr(point).encode("utf-8", "surrogatepass")
            read = [
                row
                for row in rows
                if len(row) == len(raw) and all(low <= byte <= high for byte, (low, high) in zip(raw, row, strict=True))
            ]
            assert len(read) == any(low <= point <= high for low, high in ranges)
    assert byte_states(ranges) >= len(rows)


def export(part: str, count: int, to: str) -> str | None:
    """Return the export of a part repeated with a solidus, None where it is refused for its size."""
    grammar = Grammar.from_text(f'r = {count}( {part} "/" )\n', extends="rfc3987")
    try:
        return irigrammar.exports.export(grammar["r"], to=to)
    except ExportError as error:
        return None if "its limit is" in error.reason else str(error)


def re2() -> Callable[[str], object]:
    engine = pytest.importorskip("re2", reason="the extra proofs has google-re2")
    compile_pattern: Callable[[str], object] = engine.compile
    return compile_pattern


def rust() -> Callable[[str], object]:
    polars = pytest.importorskip("polars", reason="the extra proofs has polars")
    compile_pattern: Callable[[str], object] = polars.Series([""]).str.contains
    return compile_pattern


def of_pcre2() -> Callable[[str], object]:
    if pcre2.version() is None:
        pytest.skip("PCRE2 is not here: libpcre2-8")
    return lambda text: pcre2.matcher(text, jit=False)


@pytest.mark.external
@pytest.mark.parametrize(
    ("to", "part", "engine"),
    [
        ("re2", " ".join(["ucschar"] * 10), re2),
        ("rust", "ucschar", rust),
        ("rust", "iprivate iprivate", rust),
        ("pcre2", "ucschar", of_pcre2),
        ("pcre2", "iprivate", of_pcre2),
        ("pcre2", "ALPHA *( DIGIT / %x20-22 %x30-32 )", of_pcre2),
    ],
)
def test_what_is_not_refused_is_taken(to: str, part: str, engine: Callable[[], Callable[[str], object]]) -> None:
    """Up to the last count that is exported; and the engine refuses three times as much."""
    compiled = engine()
    low, high = 1, 990 if to == "re2" else 3_500  # a grammar of more is not compiled
    while low < high:
        middle = (low + high + 1) // 2
        if export(part, middle, to) is None:
            high = middle - 1
        else:
            low = middle
    text = export(part, low, to)
    assert text is not None
    assert low > 100
    compiled(text)
    head, _, body = text.removesuffix(r"\z").partition(r"\A")
    with pytest.raises(Exception, match=r"."):
        compiled(rf"{head}\A{body * 3}\z")


@pytest.mark.slow
@pytest.mark.parametrize("to", ["re2", "rust", "pcre2"])
def test_the_references_are_far_from_every_limit(to: str) -> None:
    for name in ("rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis"):
        assert irigrammar.exports.export(irigrammar.grammar(name).start, to=to)
