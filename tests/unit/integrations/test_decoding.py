"""Decoders of content codings: the same as the libraries', in pieces."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Callable

import pytest

from irigrammar.integrations._decoding import CODINGS
from irigrammar.integrations._fetching import accept_encoding

SAMPLES = [b"", b"a", b"hello " * 1000, bytes(300_000), random.Random(1).randbytes(50_000)]


def encoders() -> dict[str, Callable[[bytes], bytes]]:
    rows: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress}
    if "br" in CODINGS:
        import brotli

        rows["br"] = brotli.compress
    if "zstd" in CODINGS:
        try:
            from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # Python 3.14
        except ImportError:
            from backports import zstd
        rows["zstd"] = zstd.compress
    return rows


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
@pytest.mark.parametrize("step", [1, 7, 10**6])
def test_pieces_are_the_body(coding: str, step: int) -> None:
    encode = encoders().get(coding)
    if encode is None:
        pytest.skip(f"a decoder of {coding} with a limit is missing")
    for body in SAMPLES[: 3 if step == 1 else None]:
        data = encode(body)
        decoder = CODINGS[coding]()
        pieces = [p for start in range(0, len(data), step) for p in decoder.pieces(data[start : start + step], 1000)]
        assert b"".join(pieces) == body
        assert decoder.is_complete
        assert max(map(len, pieces), default=0) <= 100_000


def test_deflate_without_the_head_of_zlib() -> None:
    encoder = zlib.compressobj(wbits=-15)
    data = encoder.compress(b"hello" * 100) + encoder.flush()
    decoder = CODINGS["deflate"]()
    assert b"".join(p for byte in data for p in decoder.pieces(bytes([byte]), 100)) == b"hello" * 100


def test_what_follows_gzip_is_ignored() -> None:
    decoder = CODINGS["gzip"]()
    assert b"".join(decoder.pieces(gzip.compress(b"a") + gzip.compress(b"b") + b"rest", 100)) == b"ab"


@pytest.mark.parametrize("coding", sorted({"gzip", "deflate", "br", "zstd"} & {*CODINGS}))
def test_cut_bodies_are_not_complete(coding: str) -> None:
    data = encoders()[coding](b"hello " * 1000)
    decoder = CODINGS[coding]()
    list(decoder.pieces(data[:-1], 1000))
    assert not decoder.is_complete


def test_accept_encoding_keeps_what_is_decoded() -> None:
    assert accept_encoding("gzip;q=1.0, compress, identity") == "gzip;q=1.0, identity"
    assert accept_encoding("") == "identity"
