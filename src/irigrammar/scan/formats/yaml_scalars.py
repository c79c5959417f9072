"""How scalars are written in YAML 1.2.2 (7.3, 8.1): escapes, folded lines and indentation, read with their places.

The value that the parser has read is at hand; a reading of ours counts only where it is the same.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from irigrammar.scan.formats.strings import (
    HEX_ESCAPE,
    PAIR_ESCAPE,
    SIMPLE,
    Escapes,
    Unescaped,
    as_it_is,
    character,
    escaped,
    unescaped,
)

# YAML 1.2.2, 5.7.
_SIMPLE = {
    **SIMPLE,
    "/": "/", "0": "\0", "a": "\a", "v": "\v", "e": "\x1b", "\t": "\t", " ": " ",
    "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip

# What is white in YAML: other scripts' spaces are not.
WHITE = " \t\r\n"
_INK = re.compile(rf"[^{WHITE}]")
_BREAK = re.compile(r"\r\n|\r|\n")
_BREAKS = r"(?:\r\n|\r|\n)(?:[ \t]*+(?:\r\n|\r|\n))*+[ \t]*+"
# The white space before the end of a line goes with it. A run is looked at once: from where it begins.
_FOLD = rf"(?<![ \t])[ \t]*+{_BREAKS}"
_ESCAPE = re.compile(rf"\\{_BREAKS}|\\[ \t][ \t]*+{_BREAKS}|\\(?:{PAIR_ESCAPE}|{HEX_ESCAPE}|[\s\S]|\Z)|{_FOLD}")
_NOT_PRINTED = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"


def _folded(breaks: int) -> str:
    return " " if breaks == 1 else "\n" * (breaks - 1)


def _value(match: re.Match[str]) -> str:
    written = match[0]
    breaks = len(_BREAK.findall(written))
    if not breaks:
        return "'" if written == "''" else character(written[1:], _SIMPLE)
    if not written.startswith("\\"):
        return _folded(breaks)
    if written[1] in "\r\n":
        return "\n" * (breaks - 1)
    return _SIMPLE[written[1]] + _folded(breaks)


def _read(written: str, escape: re.Pattern[str]) -> Unescaped:
    return unescaped(written, escape, _value)


def _plain(written: str, never: re.Pattern[str]) -> str:
    # A ":" at the end, and a "#" at the start, might come to stand beside white space.
    if written.endswith(":") or written.startswith("#"):
        raise ValueError(f"{written!r} cannot be written in such a string")
    return as_it_is(written, never)


def block_scalar(written: str, value: str) -> tuple[int, int, Escapes] | None:
    """Return where the text of a block scalar begins and ends in it, white space at both ends left out, and how it is
    written; None where there is none. `written` begins with the indicator, `value` is what the parser has read.

    >>> start, end, lines = block_scalar(">-\\n  a\\n  b\\n", "a b")
    >>> start, end, lines.read("a\\n  b").text
    (5, 10, 'a b')
    """
    header = _BREAK.search(written)
    first = _INK.search(written, header.end()) if header else None
    shown = _INK.search(value)
    if header is None or first is None or shown is None:
        return None
    line = max(written.rfind("\n", 0, first.start()), written.rfind("\r", 0, first.start())) + 1
    # An indentation indicator counts from the parent's indentation: what the value keeps of the line tells.
    kept = shown.start() - (value.rfind("\n", 0, shown.start()) + 1)
    return first.start(), len(written.rstrip(WHITE)), _block(first.start() - line - kept, written[0] == ">", kept > 0)


@lru_cache(64)
def _block(indentation: int, folded: bool, blank: bool) -> Escapes:
    ends = re.compile(
        rf"(?:(?:\r\n|\r|\n)[ ]{{0,{indentation}}})+" if folded else rf"(?:\r\n|\r|\n)[ ]{{0,{indentation}}}"
    )
    read = (
        partial(_read_folded, ends=ends, blank=blank)
        if folded
        else partial(unescaped, escape=ends, value=lambda _: "\n")
    )
    return Escapes("YAML block scalar", read, partial(as_it_is, never=re.compile(rf"[\s{_NOT_PRINTED}]")))


def _read_folded(written: str, ends: re.Pattern[str], blank: bool) -> Unescaped:
    # Lines that begin with white space are not folded (YAML 1.2.2, 8.1.3). `blank` tells that the first one did.

    def value(match: re.Match[str]) -> str:
        nonlocal blank
        before, blank = blank, written[match.end() : match.end() + 1] in (" ", "\t")
        breaks = len(_BREAK.findall(match[0]))
        return "\n" * breaks if before or blank else _folded(breaks)

    return unescaped(written, ends, value)


DOUBLE = Escapes(
    "YAML double-quoted scalar",
    partial(_read, escape=_ESCAPE),
    partial(escaped, need=re.compile(rf"[\"\\\n{_NOT_PRINTED}]")),
)
SINGLE = Escapes(
    "YAML single-quoted scalar",
    partial(_read, escape=re.compile(rf"''|{_FOLD}")),
    lambda text: as_it_is(text, re.compile(rf"[\s{_NOT_PRINTED}]")).replace("'", "''"),
)
_read_plain = partial(_read, escape=re.compile(_FOLD))
PLAIN = Escapes("YAML plain scalar", _read_plain, partial(_plain, never=re.compile(rf"[\s{_NOT_PRINTED}]")))
FLOW_PLAIN = Escapes(
    "YAML plain scalar in a flow collection",
    _read_plain,
    partial(_plain, never=re.compile(rf"[\s,\[\]{{}}{_NOT_PRINTED}]")),
)
# Of one that does not begin with a letter or digit nothing is written anew: it might come to begin with an indicator.
KEPT = Escapes("YAML plain scalar that is kept", _read_plain, partial(as_it_is, never=re.compile("")))
