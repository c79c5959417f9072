"""Read identifiers, one per line, from files and standard input.

Handles charsets, byte order marks and comments.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from io import BufferedIOBase, BytesIO

import click

from irigrammar.cli.output import F
from irigrammar.errors import ConversionError
from irigrammar.files import LONGEST_LINE

_COMMENT, _END, UTF_8 = b"#", b"\n", "utf-8"


class Lines(BufferedIOBase):
    """A stream of bytes without a byte order mark at its start and, if asked, with each comment as an empty line.

    A comment is a line that begins with "#". `on_mark` is called where there is a byte order mark.

    >>> Lines(BytesIO(b"\\xef\\xbb\\xbf#a\\nb\\n"), comments=True).read1(10)
    b'\\nb\\n'
    """

    def __init__(
        self, stream: BufferedIOBase, *, comments: bool = False, on_mark: Callable[[], object] | None = None
    ) -> None:
        """Skip a byte order mark at the start of the stream, and call `on_mark` if there is one."""
        super().__init__()
        self._stream = stream
        self._comments = comments
        self._is_start = True
        self._ahead = stream.read(len(codecs.BOM_UTF8))
        if self._ahead == codecs.BOM_UTF8:
            self._ahead = b""
            if on_mark:
                on_mark()

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line, or as much of it as `size` allows.

        A comment that is left out is an empty line.
        """
        line = self._readline(-1 if size is None else size)
        is_comment = self._comments and self._is_start and line.startswith(_COMMENT)
        while is_comment and line and not line.endswith(_END):
            line = self._readline(LONGEST_LINE)
        self._is_start = line.endswith(_END)
        return line[-1:] if is_comment else line

    def _readline(self, size: int) -> bytes:
        """Return the next line with its end, of at most `size` bytes from the stream; bytes read ahead come first."""
        ahead, end, rest = self._ahead.partition(_END)
        self._ahead = rest
        if end or not ahead:
            return ahead + end or self._stream.readline(size)
        return ahead + self._stream.readline(max(size - len(ahead), 0) if size >= 0 else -1)

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the bytes that are left, or as many as `size` allows; comments are among them."""
        ahead, self._ahead = self._ahead, b""
        return ahead + self._stream.read(-1 if size is None or size < 0 else max(size - len(ahead), 0))

    def read1(self, size: int = -1, /) -> bytes:
        """Return some bytes; none only at the end.

        Without comments there may be more than `size`; with them at most as many, and none for a size below 1.
        """
        if not self._comments:
            ahead, self._ahead = self._ahead, b""
            return ahead or self._stream.read1(size)
        lines: list[bytes] = []
        remaining = size
        while remaining > 0 and (line := self.readline(remaining)):
            lines.append(line)
            remaining -= len(line)
        return b"".join(lines)


def codec_name(encoding: str) -> str:
    """Return the name of a charset's codec; raise `ConversionError` for an unknown charset."""
    if encoding == UTF_8:
        return UTF_8
    from irigrammar.processing.ucs import charset_codec

    return charset_codec(encoding).name


def known_charset(name: str) -> str:
    """Return the name of a charset unchanged; an unknown one ends the command with status 2."""
    try:
        codec_name(name)
    except ConversionError as error:
        raise click.UsageError(str(error)) from None
    return name


def decoded(data: bytes, encoding: str) -> str:
    """Return bytes of a charset as text, normalized as `to_ucs` does. Raises `ConversionError` where they are not in
    it.
    """
    from irigrammar.processing.ucs import to_ucs

    return to_ucs(data, encoding)


def in_utf8(stream: BufferedIOBase, encoding: str) -> BufferedIOBase:
    """Return a stream in a charset as one in UTF-8; another charset is read as a whole, within `LONGEST_LINE` bytes.

    Raises `OSError` where it is longer, or cannot be decoded.
    """
    if codec_name(encoding) == UTF_8:
        return stream
    data = stream.read(LONGEST_LINE + 1)
    if len(data) > LONGEST_LINE:
        raise OSError(0, f"more than {LONGEST_LINE:,} bytes in {encoding}; use UTF-8")
    try:
        return BytesIO(decoded(data, encoding).encode())
    except (ConversionError, UnicodeEncodeError) as error:
        raise OSError(0, f"not in {encoding}: {error}") from None


def one_text(stream: BufferedIOBase, limit: int = LONGEST_LINE) -> str | bytes:
    """Return the content of a stream as one text, as bytes if it is not UTF-8; raise `OSError` beyond the limit."""
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise OSError(0, f"more than {limit:,} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def charset_option(
    name: str, help_text: str, *, queries: bool = False, default: str | None = UTF_8, metavar: str = "NAME"
) -> Callable[[F], F]:
    """Return a decorator that adds an option for a charset of bytes, or of queries; the command gets the name as it was
    given, and `default` without one.

    An unknown name ends the command with status 2.
    """

    def check(_: click.Context, option: click.Parameter, value: str | None) -> str | None:
        """Return the charset as given, None without one. Raises `click.BadParameter` for one that is unknown."""
        if value in (None, UTF_8):
            return value
        from irigrammar.processing.ucs import charset_codec, charset_name

        try:
            (charset_name if queries else charset_codec)(value)
        except ConversionError as error:
            raise click.BadParameter(str(error), param=option) from None
        return value

    return click.option(
        name, default=default, show_default=default is not None, metavar=metavar, help=help_text, callback=check
    )
