"""What there is to know of a code point, as lines to read and as JSON values."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.advice.scripts import MISSING
from irigrammar.learn.code_point import CodePoint
from irigrammar.learn.placing import PLACES, Conversion, Outcome
from irigrammar.text.caret import folded, left_to_right
from irigrammar.text.names import character
from irigrammar.text.sheet import PLAIN, Sheet

_LABEL = 20


def as_lines(found: CodePoint, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a code point as lines.

    >>> from irigrammar.learn.code_point import code_point
    >>> print("\\n".join(list(as_lines(code_point(" ")))[:3]))
    U+0020 SPACE
      shown as            " "
      category            Zs, space separator
    """
    yield sheet.paint(found.name, "path")
    yield from _row("shown as", [f'"{_text(found.char, sheet)}"'], sheet)
    if found.says:
        yield from _row("it is", [found.says], sheet)
    yield from _row("category", [f"{found.category}, {found.category_name}"], sheet)
    yield from _row("bytes of UTF-8", [found.utf8.hex(" ").upper() if found.utf8 else "none"], sheet)
    bidi = f"{found.bidi_class}, {found.bidi_name}" if found.bidi_class else "none"
    yield from _row("bidi class", [f"{bidi}; {_mirroring(found)}"], sheet)
    for label, form in (("NFC", found.nfc), ("NFKC", found.nfkc)):
        yield from _row(label, [_became(found.char, form, sheet)], sheet)
    mapped = "refused" if found.uts46 is None else _became(found.char, found.uts46, sheet)
    yield from _row("IDNA", [f"{found.idna2008} in IDNA2008; by UTS 46 {mapped}"], sheet)
    if found.group:
        yield from _row("group", [f"{found.group.name}: {found.group.says} ({found.group.section})"], sheet)
    rules = [f"{one.grammar}: {', '.join(one.rules)}" for one in found.rules]
    yield from _row("in the rules", rules or ["none that stands for single characters"], sheet)
    for conversion in found.conversions:
        what = f"{conversion.given} in " if conversion.given != found.char else ""
        yield from _row(conversion.name, [f"{what}{row}" for row in _outcomes(conversion, sheet)], sheet)
    advice = [
        f"{one.code} {one.name}, {one.severity}: {'percent-encoded ' if one.encoded else ''}in {_fields(one.fields)}"
        for one in found.advice
    ]
    if found.skipped:
        advice.append(f"{', '.join(found.skipped)} not asked: {MISSING}")
    yield from _row("advice", advice or ["none"], sheet)


def as_dict(found: CodePoint) -> dict[str, Any]:
    """Return a code point as JSON has it; bytes are upper-case hexadecimal digits with spaces."""
    group = found.group
    return {
        "character": found.char,
        "code_point": f"U+{ord(found.char):04X}",
        "name": unicodedata.name(found.char, None),
        "says": found.says,
        "utf8": found.utf8.hex(" ").upper() if found.utf8 is not None else None,
        "category": found.category,
        "bidi_class": found.bidi_class or None,
        "mirrored": found.mirrored != found.char,
        "mirror": found.mirrored if found.mirrored != found.char else None,
        "nfc": found.nfc,
        "nfkc": found.nfkc,
        "idna2008": found.idna2008,
        "uts46": found.uts46,
        "group": {"name": group.name, "says": group.says, "section": group.section} if group else None,
        "rules": {one.grammar: list(one.rules) for one in found.rules},
        "conversions": [
            {
                "name": one.name,
                "given": one.given,
                "components": {made.field: {"result": made.result, "reason": made.reason} for made in one.outcomes},
            }
            for one in found.conversions
        ],
        "advice": [one._asdict() for one in found.advice],
        "skipped": list(found.skipped),
    }


def _mirroring(found: CodePoint) -> str:
    if found.mirrored == found.char:
        return "not mirrored"
    if found.mirrored is None:
        return "mirrored, but no other character looks so"
    return f"mirrored as {character(found.mirrored)}"


def _became(char: str, form: str, sheet: Sheet) -> str:
    if form == char:
        return "unchanged"
    if not form:
        return "nothing: it is removed"
    points = " ".join(f"U+{ord(one):04X}" for one in form)
    return f'"{_text(form, sheet)}" {points}'


def _outcomes(conversion: Conversion, sheet: Sheet) -> Iterator[str]:
    """Yield what becomes of a character, the components of which that is true together."""
    rows: dict[str, list[str]] = {}
    for one in conversion.outcomes:
        rows.setdefault(_outcome(one, conversion.given, sheet), []).append(one.field)
    for said, fields in rows.items():
        yield f"{_fields(fields)}: {said}"


def _outcome(one: Outcome, given: str, sheet: Sheet) -> str:
    if one.result is None:
        return sheet.show(one.reason or "")
    if one.result == given:
        return "unchanged"
    return _text(one.result, sheet) if one.result else "removed"


def _fields(fields: Iterable[str]) -> str:
    """Return components in words."""
    names = list(fields)
    if len(names) == len(PLACES):
        return "every component"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _text(text: str, sheet: Sheet) -> str:
    return left_to_right(sheet.show(text), sheet.encoding)


def _row(label: str, items: Iterable[str], sheet: Sheet) -> Iterator[str]:
    """Yield a label and what it says, each item on lines of its own."""
    head = "  " + sheet.paint(f"{label:<{_LABEL}}", "faint")
    for item in items:
        for line in folded(item, sheet.width, _LABEL + 2, _LABEL + 4):
            yield head + line
            head = " " * (_LABEL + 4)
        head = " " * (_LABEL + 2)
