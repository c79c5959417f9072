"""A text with its percent-encoded characters outside ASCII decoded, and where each of them was."""

from __future__ import annotations

from dataclasses import dataclass

from irigrammar.processing.decode import encoded
from irigrammar.processing.percent import encode


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text decoded; `offsets` has the place of each character, and of the end, in the original: None for the same.

    ASCII characters and octets that are no UTF-8 stay percent-encoded, so that no delimiter comes into being.
    """

    text: str
    offsets: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a stretch of the decoded text stands in the original: code points, the end exclusive."""
        return (start, end) if self.offsets is None else (self.offsets[start], self.offsets[end])

    def written(self, start: int, end: int, text: str) -> str:
        """Return a text as it would be written in the place of a stretch: percent-encoded where some of that was."""
        before, after = self.span(start, end)
        return text if after - before == end - start else encode(text, str.isascii)


def decoded(text: str) -> Decoded:
    """Return a text with percent-encoded UTF-8 of characters outside ASCII decoded (RFC 3987, 3.2).

    >>> found = decoded("r%C3%A9%2Fx")
    >>> found.text, found.span(1, 2), found.written(1, 2, "e\\u0301")
    ('ré%2Fx', (1, 7), 'e%CC%81')
    """
    if "%" not in text:
        return Decoded(text)
    made: list[str] = []
    offsets: list[int] = []
    at = 0
    for one in encoded(text):
        stays = one if isinstance(one, str) else "" if one.char and not one.char.isascii() else one.written
        if stays:
            made.append(stays)
            offsets.extend(range(at, at + len(stays)))
            at += len(stays)
        elif not isinstance(one, str):
            made.append(one.char)
            offsets.append(at)
            at += len(one.written)
    return Decoded("".join(made), (*offsets, at))
