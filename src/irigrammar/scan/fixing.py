"""Apply fixes to a document; leave all other bytes unchanged."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import accumulate, groupby
from tempfile import SpooledTemporaryFile
from typing import IO, cast

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import IrigrammarError
from irigrammar.files import Place
from irigrammar.lazy import regex
from irigrammar.masking import secrets
from irigrammar.scan.document import Document
from irigrammar.scan.reading import count_lines
from irigrammar.scan.settings import FileRules
from irigrammar.scan.writing import ChangedMeanwhile, Identity, replacing
from irigrammar.text.splice import splice

_ROUNDS = 5  # one fix may bring another to light
_IN_MEMORY = 1 << 24
_COPIED = 1 << 20
_LINE = regex(r"[^\n]*\n|[^\n]+")
_AROUND = 3  # lines that a diff shows around a change
_ESCAPED = dict(zip('\a\b\t\n\v\f\r"\\', 'abtnvfr"\\', strict=True))  # what is behind a backslash


class Unwritable(IrigrammarError):
    """A document that cannot be written again byte for byte, or whose file cannot be replaced: why, in words."""


class Fixed(NamedTuple):
    """A document with its fixes made, how many identifiers were fixed, and the numbers of lines with passwords, None
    where passwords are shown.
    """

    content: IO[bytes]
    fix_count: int
    secret_lines: frozenset[int] | None


class Difference(NamedTuple):
    """A unified diff, and how many parts of it are left out because they show a password."""

    text: str
    hidden_count: int


@contextmanager
def apply_fixes(content: IO[bytes], rules: FileRules, *, limit: int, show_secrets: bool = False) -> Iterator[Fixed]:
    """Give a document with all safe fixes made of findings that are reported, and unsafe ones if the rules have
    `unsafe_fixes`; the content itself where there are none.

    What was made is closed with the context, the content is not. Identifiers with passwords are fixed only with
    `show_secrets`: nobody could review what no report shows. Raises `Unwritable` where bytes outside of the fixes would
    change: they are not in the charset, or its codec writes in another way what it reads; and `Refused` as a scan does.
    """
    with ExitStack() as stack:
        total = 0
        secret_lines: set[int] = set()
        for _ in range(_ROUNDS):
            output = cast(IO[bytes], stack.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY)))
            content.seek(0)
            document = Document("", content, rules, limit=limit, fix=True, show_secrets=show_secrets)
            count = _rewrite(content, output, document)
            secret_lines |= document.secret_lines
            if not count:
                break
            total += count
            output.seek(0)
            content = output
        yield Fixed(content, total, None if show_secrets else frozenset(secret_lines))


def _rewrite(content: IO[bytes], output: IO[bytes], document: Document) -> int:
    """Write a document with the fixes of one scan to `output`, and return how many identifiers were fixed.

    Raises `Unwritable` if other bytes would change.
    """
    total, offset = 0, len(document.charset.mark)
    output.write(document.charset.mark)
    for part in document.blocks():
        text = part.block.text
        try:
            data = text.encode(document.charset.codec)
            better = splice(text, sorted(part.edits)).encode(document.charset.codec) if part.edits else data
        except UnicodeEncodeError:
            raise Unwritable(f"some of its bytes cannot be decoded as {document.charset.shown}") from None
        # Another look at the content, which says what its bytes are: the document decodes it, and goes on where it was.
        place = content.tell()
        content.seek(offset)
        is_same, offset = content.read(len(data)) == data, offset + len(data)
        content.seek(place)
        if not is_same:
            raise Unwritable(f"{document.charset.shown} would write some of its bytes in another way")
        output.write(better)
        total += part.fix_count
    return total


def write(done: Fixed, place: Place, expected: Identity) -> None:
    """Put a document into the place of its file, as a whole or not at all.

    `expected` is what was read. Raises `ChangedMeanwhile` where the file is another by now, and `Unwritable` where it
    cannot be replaced.
    """
    done.content.seek(0)
    try:
        with replacing(place, expected=expected) as stream:
            shutil.copyfileobj(done.content, stream, _COPIED)
    except ChangedMeanwhile:
        raise
    except OSError as error:
        raise Unwritable(error.strerror or str(error)) from None


def difference(
    old: IO[bytes], new: IO[bytes], path: str, codec: str, secret_lines: frozenset[int] | None = frozenset()
) -> Difference:
    """Return the changes from one content to another as a unified diff, "" for none, and how many of its parts are
    hidden.

    Parts with a password are left out: a line among `secret_lines`, or one in which `irigrammar.masking.secrets` finds
    one; with None all is shown. Both have the same number of lines, else `ValueError` is raised. The name is quoted as
    git quotes it. Where a line around a change would be a command in the log of a CI system, the diff has no lines
    around changes.
    """
    old.seek(0)
    new.seek(0)
    before, after = (_LINE.findall(content.read().decode(codec, "replace")) for content in (old, new))
    # A fix writes no line end and removes none: lines correspond to each other.
    numbers_of_changes = [
        number for number, (line, other) in enumerate(zip(before, after, strict=True)) if line != other
    ]
    hunks = _hunks(numbers_of_changes, len(before), _AROUND)
    if any(line.lstrip().startswith(("::", "##[")) for start, end in hunks for line in before[start:end]):
        hunks = _hunks(numbers_of_changes, len(before), 0)
    numbers = list(accumulate(map(count_lines, before), initial=1))  # CR ends a line of a document, and none of a diff
    rows: list[str] = []
    hidden_count = 0
    for start, end in hunks:
        if secret_lines is not None and (
            not secret_lines.isdisjoint(range(numbers[start], numbers[end] + 1))
            or any(map(secrets, (*before[start:end], *after[start:end])))
        ):
            hidden_count += 1
            continue
        rows.append(f"@@ -{_range(start, end)} +{_range(start, end)} @@\n")
        for is_same, group in groupby(range(start, end), lambda number: before[number] == after[number]):
            span = list(group)
            rows += (f"{' ' if is_same else '-'}{before[number]}" for number in span)
            rows += (f"+{after[number]}" for number in span if not is_same)
    name = quoted_name(path)
    head = f"--- {name}\n+++ {name}\n" if rows else ""
    ends = (row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n" for row in rows)
    return Difference(head + "".join(ends), hidden_count)


def _hunks(changes: list[int], size: int, around: int) -> list[tuple[int, int]]:
    """Return the lines that a diff shows: each change and the lines around it, as start and exclusive end.

    >>> _hunks([1, 3, 9], 10, 2)
    [(0, 6), (7, 10)]
    """
    hunks: list[tuple[int, int]] = []
    for number in changes:
        start, end = max(0, number - around), min(size, number + 1 + around)
        if hunks and start <= hunks[-1][1]:
            start = hunks.pop()[0]
        hunks.append((start, end))
    return hunks


def _range(start: int, end: int) -> str:
    """Return the "START,COUNT" of lines, from 1, in the head of a part of a unified diff; "START" for one line."""
    length = end - start
    return f"{start + bool(length)}" if length == 1 else f"{start + bool(length)},{length}"


def quoted_name(path: str) -> str:
    r"""Return the name of a file as git quotes it in a diff; a name with a space ends in a tab.

    >>> for name in ("a/b.md", "a\nb", "\u202eé"):
    ...     print(quoted_name(name))
    a/b.md
    "a\nb"
    "\342\200\256\303\251"
    """
    if path.isascii() and path.isprintable() and not {'"', "\\"} & set(path):
        return f"{path}\t" if " " in path else path
    shown = []
    for byte in path.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char in _ESCAPED:
            shown.append(f"\\{_ESCAPED[char]}")
        else:
            shown.append(char if char.isascii() and char.isprintable() else f"\\{byte:03o}")
    return f'"{"".join(shown)}"'
