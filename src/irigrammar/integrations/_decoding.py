"""Decoders of content codings that yield at most a piece at a time.

gzip and deflate always; br where brotli or brotlicffi has a limit of the output (1.2 and later); zstd where Python
(3.14) or backports.zstd brings it. RFC 9110, 8.4.1; RFC 7932; RFC 8878.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Protocol


class Decoder(Protocol):
    """A decoder of one content coding."""

    @property
    def is_complete(self) -> bool:
        """Whether the encoded data has ended."""

    def pieces(self, data: bytes, size: int) -> Iterator[bytes]:
        """Yield the decoded content of some more data, in pieces of about `size` bytes; raise the library's error for
        wrong data.
        """


class _Deflate:
    """gzip, of one or more members, and deflate, with the head of zlib (RFC 1950) or without."""

    def __init__(self, coding: str) -> None:
        self._decoder = zlib.decompressobj(zlib.MAX_WBITS | 16) if coding == "gzip" else None
        self._head = b""
        self._is_gzip = coding == "gzip"
        self.is_complete = False

    def pieces(self, data: bytes, size: int) -> Iterator[bytes]:
        """Yield the decoded pieces of some data, of at most `size` bytes each; what follows the end, of gzip that of
        its last member, is dropped.

        Sets `is_complete`. Raises `zlib.error` for data that cannot be decoded.
        """
        if self._decoder is None:
            data, self._head = self._head + data, self._head + data
            if len(data) < 2:
                return
            is_zlib = data[0] & 15 == zlib.DEFLATED and int.from_bytes(data[:2]) % 31 == 0
            self._decoder = zlib.decompressobj(zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS)
        while data or not self.is_complete:
            if self.is_complete:
                if not (self._is_gzip and data.startswith(b"\x1f")):
                    return  # what follows is ignored
                self._decoder, self.is_complete = zlib.decompressobj(zlib.MAX_WBITS | 16), False
            piece = self._decoder.decompress(data, size)
            if piece:
                yield piece
            self.is_complete = self._decoder.eof
            data = self._decoder.unused_data if self.is_complete else self._decoder.unconsumed_tail
            if not data and len(piece) < size:
                return


class _Brotli:
    def __init__(self, module: Any) -> None:
        self._decoder = module.Decompressor()

    @property
    def is_complete(self) -> bool:
        return bool(self._decoder.is_finished())

    def pieces(self, data: bytes, size: int) -> Iterator[bytes]:
        """Yield the decoded pieces of some data, of at most `size` bytes each; nothing after the end of the stream."""
        while not self.is_complete and (piece := self._decoder.process(data, output_buffer_limit=size)):
            yield piece
            data = b""


class _Zstandard:
    """One or more frames; their window is at most 8 MiB (RFC 9659, 3)."""

    def __init__(self, module: Any) -> None:
        self._module = module
        self._decoder = self._frame()

    def _frame(self) -> Any:
        return self._module.ZstdDecompressor(options={self._module.DecompressionParameter.window_log_max: 23})

    @property
    def is_complete(self) -> bool:
        return bool(self._decoder.eof)

    def pieces(self, data: bytes, size: int) -> Iterator[bytes]:
        """Yield the decoded pieces of some data, of at most `size` bytes each, one frame after the other; the next call
        may complete a frame.
        """
        while True:
            if self._decoder.eof:
                if not data:
                    return
                self._decoder = self._frame()
            if piece := self._decoder.decompress(data, size):
                yield piece
            data = self._decoder.unused_data if self._decoder.eof else b""
            if not data and (self._decoder.eof or self._decoder.needs_input):
                return


def _decoder_maker(names: tuple[str, ...], decoder: Callable[[Any], Decoder]) -> Callable[[], Decoder] | None:
    """Return a function that makes a decoder by the first module that is installed and can limit its output; None
    without one.
    """
    for name in names:
        try:
            module = import_module(name)
            list(decoder(module).pieces(b"", 1))
        except (ImportError, TypeError, AttributeError):  # missing, or without a limit
            continue
        return lambda: decoder(module)
    return None


def _codings() -> dict[str, Callable[[], Decoder]]:
    rows: dict[str, Callable[[], Decoder] | None] = {
        "gzip": lambda: _Deflate("gzip"),
        "x-gzip": lambda: _Deflate("gzip"),
        "deflate": lambda: _Deflate("deflate"),
        "br": _decoder_maker(("brotli", "brotlicffi"), _Brotli),
        "zstd": _decoder_maker(("compression.zstd", "backports.zstd"), _Zstandard),
    }
    return {coding: decoder for coding, decoder in rows.items() if decoder is not None}


CODINGS: dict[str, Callable[[], Decoder]] = _codings()
