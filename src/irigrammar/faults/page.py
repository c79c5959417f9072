"""A fault with all there is to say of it, as lines to read."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from irigrammar.faults.fault import Fault
from irigrammar.faults.render import headline, loss, stands
from irigrammar.text.caret import columns, strip
from irigrammar.text.sheet import INDENT, LABEL, PLAIN, Sheet, one_of

__all__ = ["PLAIN", "Sheet", "fault_lines"]


def fault_lines(text: str | bytes, fault: Fault, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a fault as lines: the text with a caret below, what was given up, what is open and where that is written,
    what was expected, the reason, and strings that match.

    The caret stands below the character also where wide, combining or right-to-left characters come before it. The
    text goes from left to right in the order of its code points; of a long one the part around the fault is shown.

    >>> import irigrammar
    >>> text = "http://h:8a/"
    >>> print("\\n".join(fault_lines(text, irigrammar.grammar("rfc3987")["IRI"].check(text).fault)))
      http://h:8a/
                ^ U+0061 LATIN SMALL LETTER A cannot stand in port (offset 10)
                 ^ U+002F SOLIDUS cannot stand in iuserinfo (offset 11)
    <BLANKLINE>
      given up   port         RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)
      reading    iuserinfo    RFC 3987, section 2.2 (grammar/rfc3987.abnf:24)
                 iauthority   RFC 3987, section 2.2 (grammar/rfc3987.abnf:23)
                 ihier-part   RFC 3987, section 2.2 (grammar/rfc3987.abnf:7)
                 IRI          RFC 3987, section 2.2 (grammar/rfc3987.abnf:4)
      expected   more of the user information, or "@" for the host
      why        a port is made of decimal digits (RFC 3986, section 3.2.3)
      try        http://h:8/   remove "a"
    """
    yield from _shown(text, fault, sheet)
    yield ""
    places = [("given up", one.rule, one.place) for one in fault.ruled_out]
    places += [("reading", one.rule, one.place) for one in fault.open]
    column = max((len(rule) for _, rule, _ in places), default=0)
    label = ""
    for what, rule, place in places:
        yield sheet.row(what if what != label else "", f"{rule:<{column}}   {sheet.show(str(place))}")
        label = what
    if fault.expected:
        yield from sheet.wrap("expected", sheet.show(one_of(fault.expected)))
    if fault.help:
        yield from sheet.wrap("why", f"{fault.help.text} ({fault.help.section})")
    first = min([fault.offset, *(one.offset for one in fault.ruled_out[:1])])
    made = [_around(fix.text, first, sheet) or "(empty)" for fix in fault.fixes]
    column = max(map(columns, made), default=0)
    for at, (fix, text_shown) in enumerate(zip(fault.fixes, made, strict=True)):
        gap = " " * (column - columns(text_shown) + 3)
        line, how = sheet.paint(text_shown, "valid"), sheet.show(fix.how)
        if INDENT + LABEL + column + 3 + columns(how) > sheet.width:
            yield sheet.row("" if at else "try", line)
            yield from sheet.wrap("", how)
        else:
            yield sheet.row("" if at else "try", f"{line}{gap}{how}")


def _around(text: str, offset: int, sheet: Sheet) -> str:
    """Return what is shown of a text, or of a long one as much around an offset as there is room for."""
    size = sheet.width // 2
    start = max(0, min(offset - size // 2, len(text) - size))
    end = min(len(text), start + size)
    while end - start > 1 and columns(sheet.show(text[start:end])) > size:
        if offset - start > end - offset:
            start += 1
        else:
            end -= 1
    return sheet.show(f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}")


def _shown(text: str | bytes, fault: Fault, sheet: Sheet) -> Iterator[str]:
    """Yield the text, cut to what is around the fault, and the carets."""
    if isinstance(text, bytes):
        before = text[: fault.byte_offset].decode()
        decoded = before + text[fault.byte_offset :].decode(errors="backslashreplace")
    else:
        decoded = text
    marks = [*(one.offset for one in fault.ruled_out[:1]), fault.offset]
    shown = strip(decoded, [(at, at + 1) for at in marks], sheet.width - INDENT - 2, sheet.encoding)
    yield f"{' ' * INDENT}{shown.line}" if decoded else f"{' ' * INDENT}(empty)"
    places = dict(zip(marks, shown.places, strict=True))
    for offset, words in _carets(fault):
        if place := places[offset]:
            yield from _pointed(INDENT + place[0], place[1], sheet.show(words), sheet)


def _pointed(column: int, size: int, words: str, sheet: Sheet) -> Iterator[str]:
    """Yield a caret and its message: behind it, before it if it does not fit behind, else below."""
    caret = sheet.paint("^" * size, "error")
    if column + size + 1 + columns(words) <= sheet.width:
        yield f"{' ' * column}{caret} {words}"
    elif INDENT + columns(words) < column:
        yield f"{' ' * (column - 1 - columns(words))}{words} {caret}"
    else:
        yield f"{' ' * column}{caret}"
        for line in textwrap.wrap(words, sheet.width - INDENT, break_long_words=False, break_on_hyphens=False):
            yield f"{' ' * INDENT}{line}"


def _carets(fault: Fault) -> list[tuple[int, str]]:
    """Return what is said below the text, with the offset where it is said."""
    at = f"(offset {fault.offset})"
    if isinstance(fault.found, bytes):
        return [(fault.offset, f"{headline(fault)} (byte offset {fault.byte_offset})")]
    rows = (
        [(fault.ruled_out[0].offset, f"{loss(fault)} (offset {fault.ruled_out[0].offset})")] if fault.ruled_out else []
    )
    if fault.found is None:
        unfinished = next((one.rule for one in fault.open if not one.complete), None)
        missing = f": {unfinished} is not complete" if unfinished else ""
        return [*rows, (fault.offset, f"the string ends too early{missing} {at}")]
    return [*rows, (fault.offset, f"{stands(fault)} {at}")]
