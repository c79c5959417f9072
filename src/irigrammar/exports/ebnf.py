"""Export to the EBNF of the W3C (XML 1.0, section 6).

Railroad diagrams and parser generators read it. It knows no case-insensitive strings and no counts: both are written
out. Like ABNF's, its alternatives say what matches, not which is taken.
"""

from __future__ import annotations

from itertools import groupby

from irigrammar.automata.charset import Ranges
from irigrammar.exports.notation import refusal
from irigrammar.exports.rules import Chars, Count, Form, Name, Options, Sequence, heading, reached_forms
from irigrammar.matching.matcher import Matcher

_SIZE_LIMIT = 100_000
_SPECIAL = r"#-[\]^"


def ebnf(matcher: Matcher) -> str:
    """Return the production and all that it references, itself first.

    Recursive rules stay so. Raises `ExportError` where counts, written out, make a rule too long.
    """
    forms = reached_forms(matcher, "ebnf")
    for name, form in forms.items():
        if _size(form) > _SIZE_LIMIT:
            reason = f"the counts of {name}, written out, come to {_size(form):,} terms; {_SIZE_LIMIT:,} is the limit"
            raise refusal(matcher, "ebnf", reason)
    width = max(map(len, forms))
    head = f"/* {heading(matcher)} */\n"
    return head + "".join(f"{name:<{width}} ::= {_text(form)}\n" for name, form in forms.items())


def _size(form: Form) -> int:
    """Return how many terms a form has with its counts written out."""
    match form:
        case Chars() | Name():
            return 1
        case Sequence(items) | Options(items):
            return sum(map(_size, items))
        case Count(item, low, high):
            return _size(item) * max(low + (high is None), high or 0)


def _text(form: Form) -> str:
    match form:
        case Chars(ranges):
            return _set(ranges) if form.single is None else _character(form.single)
        case Name(name):
            return name
        case Sequence(()):
            return "''"
        case Sequence(items):
            return " ".join(_strings(items))
        case Options(items):
            return " | ".join(map(_text, items))
        case Count(item, low, high):
            return _repetition(_operand(item), low, high)


def _strings(items: tuple[Form, ...]) -> list[str]:
    """Return the terms of a sequence; characters in a row that can be quoted make one string."""
    texts: list[str] = []
    for plain, row in groupby(items, key=lambda item: isinstance(item, Chars) and _quotable(item.single)):
        if plain:
            texts.append(f'"{"".join(item.single for item in row if isinstance(item, Chars) and item.single)}"')
        else:
            texts += [f"({_text(item)})" if isinstance(item, Options) else _text(item) for item in row]
    return texts


def _quotable(char: str | None) -> bool:
    return char is not None and " " <= char <= "~" and char != '"'


def _character(char: str) -> str:
    return f'"{char}"' if _quotable(char) else f"#x{ord(char):X}"


def _set(ranges: Ranges) -> str:
    parts = (f"{_end(low)}" if low == high else f"{_end(low)}-{_end(high)}" for low, high in ranges)
    return f"[{''.join(parts)}]"


def _end(point: int) -> str:
    char = chr(point)
    return char if "!" <= char <= "~" and char not in _SPECIAL else f"#x{point:X}"


def _operand(item: Form) -> str:
    """Return an item as an operator takes it."""
    return _text(item) if isinstance(item, Chars | Name) else f"({_text(item)})"


def _repetition(text: str, low: int, high: int | None) -> str:
    if high is None:
        return f"{text}+" if low == 1 else " ".join([*[text] * low, f"{text}*"])
    optional = ""
    for _ in range(high - low):
        optional = f"({text} {optional})?" if optional else f"{text}?"
    return " ".join([*[text] * low, *([optional] if optional else [])])
