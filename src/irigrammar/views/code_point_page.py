"""Facts about a code point, as text and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from irigrammar.learn.code_point import CodePoint
from irigrammar.learn.placing import PLACES
from irigrammar.text.caret import fold_words, left_to_right
from irigrammar.text.names import character
from irigrammar.text.sheet import PLAIN, Sheet
from irigrammar.unicode import character_name

_LABEL = 20


def as_lines(point: CodePoint, sheet: Sheet = PLAIN) -> Iterator[str]:
    """Yield a code point as lines: its name, then rows of its properties, normal forms, rules, conversions and advice.

    >>> from irigrammar.learn.code_point import code_point
    >>> print("\\n".join(list(as_lines(code_point(" ")))[:3]))
    U+0020 SPACE
      shown as            " "
      category            Zs, space separator
    """
    yield sheet.paint(point.name, "path")
    yield from _row("shown as", [f'"{_text(point.char, sheet)}"'], sheet)
    if point.says:
        yield from _row("it is", [point.says], sheet)
    yield from _row("category", [f"{point.category}, {point.category_name}"], sheet)
    yield from _row("bytes of UTF-8", [point.utf8.hex(" ").upper() if point.utf8 else "none"], sheet)
    bidi = f"{point.bidi_class}, {point.bidi_name}" if point.bidi_class else "none"
    yield from _row("bidi class", [f"{bidi}; {_mirroring(point)}"], sheet)
    for label, form in (("NFC", point.nfc), ("NFKC", point.nfkc)):
        yield from _row(label, [_form_words(point.char, form, sheet)], sheet)
    uts46_words = "refused" if point.uts46 is None else _form_words(point.char, point.uts46, sheet)
    yield from _row("IDNA", [f"{point.idna2008} in IDNA2008; by UTS 46 {uts46_words}"], sheet)
    if point.group:
        yield from _row("group", [f"{point.group.name}: {point.group.says} ({point.group.section})"], sheet)
    rules = [f"{grammar}: {', '.join(names)}" for grammar, names in point.rules.items()]
    yield from _row("in the rules", rules or ["none that stands for single characters"], sheet)
    for conversion in point.conversions:
        source = conversion["given"]
        prefix = f"{source} in " if source != point.char else ""
        together: dict[str, list[str]] = {}  # the components for which the same is true
        for field, outcome in conversion["components"].items():
            together.setdefault(_outcome(outcome, source, sheet), []).append(field)
        outcomes = [f"{prefix}{_fields(fields)}: {outcome_words}" for outcome_words, fields in together.items()]
        yield from _row(conversion["name"], outcomes, sheet)
    advice = [
        f"{row.code} {row.name}, {row.severity}: {'percent-encoded ' if row.encoded else ''}in {_fields(row.fields)}"
        for row in point.advice
    ]
    yield from _row("advice", advice or ["none"], sheet)


def as_dict(point: CodePoint) -> dict[str, Any]:
    """Return a code point as JSON has it; bytes are upper-case hexadecimal digits with spaces."""
    group = point.group
    return {
        "character": point.char,
        "code_point": f"U+{ord(point.char):04X}",
        "name": character_name(point.char) or None,
        "says": point.says,
        "utf8": point.utf8.hex(" ").upper() if point.utf8 is not None else None,
        "category": point.category,
        "bidi_class": point.bidi_class or None,
        "mirrored": point.mirrored != point.char,
        "mirror": point.mirrored if point.mirrored != point.char else None,
        "nfc": point.nfc,
        "nfkc": point.nfkc,
        "idna2008": point.idna2008,
        "uts46": point.uts46,
        "group": {"name": group.name, "says": group.says, "section": group.section} if group else None,
        "rules": {grammar: list(names) for grammar, names in point.rules.items()},
        "conversions": point.conversions,
        "advice": [row._asdict() for row in point.advice],
    }


def _mirroring(point: CodePoint) -> str:
    """Return in words which character mirrors a code point, if any."""
    if point.mirrored == point.char:
        return "not mirrored"
    if point.mirrored is None:
        return "mirrored, but no other character looks so"
    return f"mirrored as {character(point.mirrored)}"


def _form_words(char: str, form: str, sheet: Sheet) -> str:
    """Return a character's form in quotes with its code points; "unchanged", or "nothing: it is removed" for an empty
    one.
    """
    if form == char:
        return "unchanged"
    if not form:
        return "nothing: it is removed"
    points = " ".join(f"U+{ord(char):04X}" for char in form)
    return f'"{_text(form, sheet)}" {points}'


def _outcome(outcome: dict[str, str | None], source: str, sheet: Sheet) -> str:
    """Return the result of a conversion, or the reason for none; "unchanged" if it is the source, "removed" if it is
    empty.
    """
    result = outcome["result"]
    if result is None:
        return sheet.show(outcome["reason"] or "")
    if result == source:
        return "unchanged"
    return _text(result, sheet) if result else "removed"


def _fields(fields: Iterable[str]) -> str:
    """Return the names of components joined by commas and "and"; "every component" for all."""
    names = list(fields)
    if len(names) == len(PLACES):
        return "every component"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _text(text: str, sheet: Sheet) -> str:
    return left_to_right(sheet.show(text), sheet.encoding)


def _row(label: str, items: Iterable[str], sheet: Sheet) -> Iterator[str]:
    """Yield the lines of a label and its items, each item on lines of its own, wrapped to the sheet's width."""
    head = "  " + sheet.paint(f"{label:<{_LABEL}}", "faint")
    for item in items:
        for line in fold_words(item, sheet.width, _LABEL + 2, _LABEL + 4):
            yield head + line
            head = " " * (_LABEL + 4)
        head = " " * (_LABEL + 2)
