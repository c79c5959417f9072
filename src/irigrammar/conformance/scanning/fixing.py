"""Documents with their repairs made, every other octet as it was."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from difflib import unified_diff
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, NamedTuple, cast

from irigrammar.conformance.scanning.atomic import replacing
from irigrammar.conformance.scanning.document import Document
from irigrammar.conformance.scanning.found import Edit
from irigrammar.conformance.scanning.reading import encoded
from irigrammar.conformance.scanning.settings import FileRules

__all__ = ["Fixed", "Unwritable", "applied", "difference", "fixed", "write"]

_ROUNDS = 5  # one repair may bring another to light
_IN_MEMORY = 1 << 24
_COPIED = 1 << 20


class Unwritable(Exception):
    """A document that cannot be written again octet for octet: why, in words."""


class Fixed(NamedTuple):
    """A document with its repairs made, and how many identifiers were mended."""

    content: IO[bytes]
    mended: int


@contextmanager
def fixed(content: IO[bytes], rules: FileRules, *, limit: int) -> Iterator[Fixed]:
    """Give a document with all safe repairs made of findings that are told; the content itself where there are none.

    What was made is closed with the context, the content is not. Raises `Unwritable` where octets outside of the
    repairs would change: they are not in the charset, or its codec writes in another way what it reads; and `Refused`
    as a scan does.
    """
    with ExitStack() as stack:
        total = 0
        for _ in range(_ROUNDS):
            made = cast(IO[bytes], stack.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY)))
            mended = _mend(content, made, rules, limit)
            if not mended:
                break
            total += mended
            made.seek(0)
            content = made
        yield Fixed(content, total)


def _mend(content: IO[bytes], made: IO[bytes], rules: FileRules, limit: int) -> int:
    """Write a document with the repairs of one scan, and return how many identifiers were mended."""
    # Two looks at the content: one decodes it, one says what its octets are.
    original = _Copy(content)
    content.seek(0)
    document = Document("", content, rules, limit=limit, fix=True)
    made.write(document.charset.mark)
    original.expect(document.charset.mark)
    total = 0
    for scanned in document.blocks():
        text = scanned.block.text
        try:
            octets = encoded(text, document.charset)
            better = encoded(applied(text, scanned.edits), document.charset) if scanned.edits else octets
        except UnicodeEncodeError:
            raise Unwritable(f"some of its octets cannot be decoded as {document.charset.codec}") from None
        if not original.expect(octets):
            raise Unwritable(f"{document.charset.codec} would write some of its octets in another way")
        made.write(better)
        total += scanned.mended
    return total


class _Copy:
    """The octets of a content in turn, compared with what is expected; its place is kept between two looks."""

    def __init__(self, content: IO[bytes]) -> None:
        self._content = content
        self._at = 0

    def expect(self, octets: bytes) -> bool:
        """Tell whether these octets come next."""
        back = self._content.tell()
        self._content.seek(self._at)
        same = self._content.read(len(octets)) == octets
        self._at += len(octets)
        self._content.seek(back)
        return same


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made, none of which touches another.

    >>> applied("a b c", [Edit(3, 4, "%20"), Edit(1, 2, "")])
    'ab%20c'
    """
    parts: list[str] = []
    done = 0
    for edit in sorted(edits):
        parts += (text[done : edit.start], edit.written)
        done = edit.end
    return "".join([*parts, text[done:]])


def write(done: Fixed, path: Path) -> None:
    """Put a document into the place of its file, as a whole or not at all; raise `OSError` where that cannot be."""
    done.content.seek(0)
    with replacing(path) as stream:
        shutil.copyfileobj(done.content, stream, _COPIED)


def difference(old: IO[bytes], new: IO[bytes], path: str, codec: str) -> str:
    """Return what changed from one content to another, as a unified diff; "" where nothing did."""
    old.seek(0)
    new.seek(0)
    before, after = (content.read().decode(codec, "replace").splitlines(keepends=True) for content in (old, new))
    rows = unified_diff(before, after, path, path)
    return "".join(row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)
