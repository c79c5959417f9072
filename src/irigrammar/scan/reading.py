"""Read files as blocks of text.

Byte order marks, declared charsets, bytes that cannot be decoded, binary data.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import IO

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, IrigrammarError
from irigrammar.lazy import cached_property, regex
from irigrammar.scan.formats.registry import DocumentType

_LINE_END = regex(r"\r\n|\r|\n")


def count_lines(text: str) -> int:
    """Return how many lines end in a text: by LF, CRLF or CR.

    >>> count_lines("a\\r\\nb\\rc\\nd")
    3
    """
    returns = text.count("\r")
    return text.count("\n") + (returns - text.count("\r\n") if returns else 0)


class Lines:
    """The lines of a block whose first one has the number `first`; they are looked for when one is asked for.

    >>> lines = Lines("ab\\r\\ncd", 7)
    >>> lines.place(5), lines.line(8)
    ((8, 2), 'cd')
    """

    def __init__(self, text: str, first: int = 1) -> None:
        self.text = text
        self.first = first
        self._last = (-1, "")

    @cached_property
    def _starts(self) -> list[int]:
        if "\r" in self.text:
            return [0, *(match.end() for match in _LINE_END.finditer(self.text))]
        *lines, _ = self.text.split("\n")
        return [*accumulate(map((1).__add__, map(len, lines)), initial=0)]

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column, from 1, of an offset in code points from 0."""
        index = bisect_right(self._starts, offset) - 1
        return self.first + index, offset - self._starts[index] + 1

    def start(self, number: int) -> int:
        """Return the offset of the start of a line in the block."""
        return self._starts[number - self.first]

    def line(self, number: int) -> str:
        """Return a line by its number, without its line end; calls in a row for one line return the same object."""
        if self._last[0] != number:
            index = number - self.first
            end = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
            self._last = number, self.text[self._starts[index] : end].removesuffix("\n").removesuffix("\r")
        return self._last[1]

    @cached_property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + count_lines(self.text)


# Bytes read at once; for types that are cut, also those held in memory, with the rest of a line.
_BLOCK = 1 << 20
_FALLBACK = "cp1252"
_LOW = 0xDC00  # what a byte that cannot be decoded is added to
_HANDLER = "irigrammar-bytes"

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Refused(IrigrammarError):
    """A document that cannot be scanned at all: why, in words."""


class NotText(Refused):
    """A document that is not text."""


class Charset(NamedTuple):
    """The decoding of a document: the codec, its byte order mark, and a declared name that no codec has, or None.

    `wrong` is the offset of the first byte that is not UTF-8, where the document is read as windows-1252 for that.
    """

    codec: str
    mark: bytes = b""
    unknown: str | None = None
    wrong: int | None = None

    @property
    def shown(self) -> str:
        """Python's name of the codec ("cp1252"), without the prefix "web-" of this package's own codecs."""
        from irigrammar.text.charsets import PREFIX

        return self.codec.removeprefix(PREFIX)


class Block(NamedTuple):
    """A part of a document as text: the number of its first line, from 1, and whether it is the last one.

    A document of a type that is split has its `data` in UTF-8, and no text, which may have four bytes for a character.
    """

    text: str
    line: int
    last: bool
    data: bytes | bytearray | None = None


def document_charset(
    stream: IO[bytes], head: bytes, declaration: Callable[[bytes], str | None] | None, encoding: str | None
) -> Charset:
    """Return how a document is decoded, whose first bytes, `head`, were read already.

    What would be UTF-8 by declaration or default and is not is windows-1252, as most such files are, unless an
    `encoding` was given or `head` has a NUL byte; that is not known of a stream that cannot be read twice.
    """
    charset = charset_of(head, declaration, encoding)
    if charset.codec != "utf-8" or charset.mark or encoding or b"\0" in head or not stream.seekable():
        return charset
    wrong = _first_wrong(head, stream)
    stream.seek(len(head))
    return charset if wrong is None else charset._replace(codec=_FALLBACK, wrong=wrong)


def looks_like_text(head: bytes) -> bool:
    """Return whether the first bytes of a document are those of a text: Unicode with a mark, or UTF-8 without a NUL.

    >>> looks_like_text("# \u00e9".encode()), looks_like_text(bytes(3)), looks_like_text("caf\u00e9!".encode("latin-1"))
    (True, False, False)
    """
    if any(head.startswith(mark) for mark, _ in _MARKS):
        return True
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # the last character may be cut
    except UnicodeDecodeError:
        return False
    return b"\0" not in head


def _first_wrong(head: bytes, stream: IO[bytes]) -> int | None:
    """Return the offset of the first byte that is not UTF-8, None where all are; `head` was read from the stream, which
    is read on.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, data = 0, head
    while True:
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            return offset - held + error.start
        if not data:
            return None
        offset += len(data)
        data = stream.read(_BLOCK)


def charset_of(head: bytes, declaration: Callable[[bytes], str | None] | None, encoding: str | None) -> Charset:
    """Return the charset of a document: by its mark, by the option, by its declaration, or UTF-8.

    `head` is its first bytes. An unknown name gives UTF-8, with the name as `unknown`.

    >>> charset_of(b"\\xff\\xfea\\0", None, None)
    Charset(codec='utf-16-le', mark=b'\\xff\\xfe', unknown=None, wrong=None)
    """
    for mark, codec in _MARKS:
        if head.startswith(mark):
            return Charset(codec, mark)
    name = encoding or (declaration(head) if declaration else None)
    if name is None:
        return Charset("utf-8")
    from irigrammar.processing.ucs import charset_codec  # most documents say nothing of it

    try:
        return Charset(charset_codec(name).name)
    except ConversionError:
        return Charset("utf-8", unknown=name)


def read_blocks(
    stream: IO[bytes],
    head: bytes,
    charset: Charset,
    kind: DocumentType,
    *,
    limit: int,
    progress: Callable[[int], object],
) -> Iterator[Block]:
    """Yield the text of a document whose first bytes, `head`, were read already.

    Types that are cut come in blocks, others as one, which may have `limit` bytes, and is in UTF-8 if the type is
    split. A byte that cannot be decoded is the
    surrogate U+DC00 more than its value. `progress` is called with numbers of bytes that were read.

    Raises `NotText` for a NUL byte in `head`, unless the charset is UTF-16 or UTF-32, and `Refused` for a document
    beyond the limit, if its type is not cut.
    """
    wide = charset.codec.startswith(("utf-16", "utf-32"))
    if not wide and b"\0" in head:
        raise NotText("it holds binary data (a NUL byte)")
    decoder = codecs.getincrementaldecoder(charset.codec)(_HANDLER)
    pieces: list[str] = []
    held = bytearray()
    line, size = 1, 0
    data = head[len(charset.mark) :]
    while True:
        progress(len(data))
        size += len(data)
        if kind.cut is None and size > limit:
            raise Refused(f"it is larger than {limit:,} bytes, and documents of its type are read as a whole")
        # A line that does not end yet is looked at again: the more is held, the more is read.
        following = stream.read(max(_BLOCK, sum(map(len, pieces))))
        decoded = decoder.decode(data, final=not following)
        if kind.split is None:
            pieces.append(decoded)
        else:
            held += decoded.encode("utf-8", "surrogatepass")
        if not following:
            break
        data = following
        if kind.cut is None:
            continue
        text = "".join(pieces)
        end = kind.cut(text)
        pieces = [text[end:]]
        if end:
            yield Block(text[:end], line, last=False)
            line += count_lines(text[:end])
    text = "".join(pieces)
    del pieces, data  # while the block is read
    yield Block(text, line, last=True, data=held if kind.split is not None else None)


def _bytes(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "".join(chr(_LOW + byte) for byte in error.object[error.start : error.end]), error.end


codecs.register_error(_HANDLER, _bytes)
