"""Recognize patterns, templates and fragments that resemble identifiers."""

from __future__ import annotations

from irigrammar._generated.links import CLOSED, FOLLOWS, NEXT_STRING, NO_HOST, SIGN, SUBSTITUTION, TEMPLATE
from irigrammar.lazy import regex

_WORD = regex(r"\w")
_SUBSTITUTION, _TEMPLATE, _NO_HOST, _SIGN = map(regex, (SUBSTITUTION, TEMPLATE, NO_HOST, SIGN))
_CLOSED, _FOLLOWS, _NEXT_STRING = map(regex, (CLOSED, FOLLOWS, NEXT_STRING))
_ELLIPSES = ("@...", "@\u2026")
# The text before the pattern that sed replaces, whose delimiter may be any character.
_REPLACED = regex(r"(?<!\w)(?<!\w')s[|#,!@~]\Z")


def is_identifier(text: str, start: int, colon: int, end: int) -> bool:
    """Return whether a span is an identifier, rather than a pattern or a template of some, or hardly anything.

    The characters around it count, too. Its scheme ends at `colon`.

    >>> texts = ("http://e/", "http://{host}/", "http://%s/", "http://", "http://schemas.../main", "http://e/a{b")
    >>> [is_identifier(text, 0, 4, len(text)) for text in texts]
    [True, False, False, False, False, True]
    """
    if _WORD.search(text, colon, end) is None:
        return False
    line = f"{text[start:end]}\n"  # patterns ask what follows, and it is no matter what does
    sign = _SIGN.search(line)
    if sign and (_TEMPLATE.search(line, max(0, sign.start() - 2)) or _SUBSTITUTION.match(line)):
        return False
    brace = text.find("{", start, end)
    if brace == end - 1 or (brace >= 0 and _CLOSED.match(text, brace)):
        return False
    if _NO_HOST.match(line, colon - start) or text.startswith(_ELLIPSES, end - 1):
        return False
    return not (
        _REPLACED.search(text, max(0, start - 2), start) or _FOLLOWS.match(text, end) or is_cut(text, start, end)
    )


def is_substitution(text: str) -> bool:
    """Return whether a text has a substitution of reStructuredText in it, outside of a query and fragment."""
    return _SUBSTITUTION.match(f"{text}\n") is not None


def is_cut(text: str, start: int, end: int) -> bool:
    """Return whether an identifier at the end of a string goes on in the next one: percent-encoded text, and data.

    >>> is_cut('"http://e/%" + x', 1, 11)
    True
    """
    may_go_on = "%" in text[max(start, end - 2) : end] or text[start : start + 5].lower() == "data:"
    return may_go_on and _NEXT_STRING.match(text, end) is not None
