"""Files with one identifier a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from irigrammar.faults.fault import Fault
from irigrammar.matching.matcher import Matcher


class Line(NamedTuple):
    """A line that was checked: its number from 1, its text (`bytes` where it is not UTF-8), its fault or None."""

    number: int
    text: str | bytes
    fault: Fault | None


def check_lines(
    matcher: Matcher, lines: Iterable[bytes], *, seen: Callable[[int], object] | None = None
) -> Iterator[Line]:
    """Yield every line that is not empty, with its fault, holding one line at a time.

    `lines` are octets that end in LF, as a binary file gives them; of each only that LF, or CRLF, is removed. `seen` is
    called with the number of octets of every line.

    >>> import io, irigrammar
    >>> matcher = irigrammar.grammar("rfc3987")["IRI"]
    >>> [(line.number, line.fault is None) for line in check_lines(matcher, io.BytesIO(b"urn:a\\r\\n\\nb\\n"))]
    [(1, True), (3, False)]
    """
    matches, check = matcher.matches, matcher.check
    for number, line in enumerate(lines, 1):
        if seen:
            seen(len(line))
        data = line[:-2] if line.endswith(b"\r\n") else line[:-1] if line.endswith(b"\n") else line
        if not data:
            continue
        try:
            text: str | bytes = data.decode()
        except UnicodeDecodeError:
            text = data
        yield Line(number, text, None if matches(text) else check(text).fault)
