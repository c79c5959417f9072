"""Recognize patterns, templates and fragments that resemble identifiers."""

from __future__ import annotations

from irigrammar.lazy import regex

_WORD = regex(r"\w")
# A host that is left out, or a part of one; any host; a port to be filled in, in any language; a socket (nginx).
_NO_HOST = regex(
    r"://(?:\.\.|[^/?#]*?(?:\.{3}|\u2026|\*[.:/]|:(?:\w*[Pp]ort|PORT)\b)"
    r"|(?:[^/?#@.:]*+@)?(?!localhost)[^\W\d_]++:[^\W\d_]{2,}+(?:/|\Z)|unix:/)"
)
_ELLIPSES = ("@...", "@\u2026")
_TEMPLATE = regex(
    r"\{\{|\}\}"
    r"|\$[({\d]|\$[A-Z_]|(?<![?&/])\$[a-z_]|(?<=//)\$[a-z_]"  # shells; but not OData's ?$filter
    # printf, strftime, batch files
    r"|%[(<{]|%%|%0\d[dioxX]|%s|%(?![0-9A-Fa-f]{2})(?:[A-Za-z_]\w*%|\d+\$|[-+ #]?\d*(?:\.\d+)?[a-zA-Z](?![0-9A-Za-z]))"
    r"|@[A-Z_]+@|#[A-Z_]{2,}#|#\.#"  # autoconf; numbers of a version
    r"|\(\?|\[\^|\.[*+]|[\])][*+]|\[\w-\w|\)\?(?!\w)|\([\w.\\-]*\||\^\^"  # regular expressions, TeX
    r"|\[/[A-Z_]+\]|(?<=[/=.:@])\[(?=[^\]:]{0,64}[g-zG-Z_])[^\]]{2,256}\]"  # [host], [id]; but not a[key]=
)
# A substitution of reStructuredText, which no letter touches; in a query or fragment bars are between values.
SUBSTITUTION = regex(r"[^?#|]*+(?<!\w)\|\w+\|(?!\w)")
# What each of them has as its first or second character: most identifiers have none.
_MARK = regex(r"[{}$%@#|()\[\]^*+]")
_ESCAPED_PATTERN = regex(r"\\[.dwsDWSb/?+*()\[\]{}|^$-]")
# A string that another one follows: percent-encodings and base64 are cut in two there.
_CONTINUED = regex(r"[\"'][ \t]*+(?:[+.&%]|\\?\s*+[A-Za-z]{0,2}[\"'])")
# The next brace that closes what an f-string or a URI Template opens: quotes may be inside.
_CLOSED = regex(r"\{[^{}\r\n]{0,256}+[{}]")
# The text before the pattern that sed replaces, whose delimiter may be any character.
_REPLACED = regex(r"(?<!\w)(?<!\w')s[|#,!@~]\Z")
# The text after an identifier that goes on with a value.
_VALUE = regex(r"\{|%s|<[%?]|`\$|<(?:[A-Z][A-Z\d_-]+|[a-z]+(?:[-_][a-z]+)+)>")


def is_identifier(text: str, start: int, colon: int, end: int) -> bool:
    """Return whether a span is an identifier, rather than a pattern or a template of some, or hardly anything.

    The characters around it count, too. Its scheme ends at `colon`.

    >>> texts = ("http://e/", "http://{host}/", "http://%s/", "http://", "http://schemas.../main", "http://e/a{b")
    >>> [is_identifier(text, 0, 4, len(text)) for text in texts]
    [True, False, False, False, False, True]
    """
    if _WORD.search(text, colon, end) is None:
        return False
    mark = _MARK.search(text, start, end)
    if mark and _TEMPLATE.search(text, mark.start() - 1, end):
        return False
    if SUBSTITUTION.match(text, start, end):
        return False
    brace = text.find("{", start, end)
    if brace == end - 1 or (brace >= 0 and _CLOSED.match(text, brace)):
        return False
    if _NO_HOST.match(text, colon, end) or text.startswith(_ELLIPSES, end - 1):
        return False
    if _REPLACED.search(text, max(0, start - 2), start) or is_cut(text, start, end):
        return False
    return _VALUE.match(text, end) is None and _ESCAPED_PATTERN.match(text, end) is None


def is_cut(text: str, start: int, end: int) -> bool:
    """Return whether an identifier at the end of a string goes on in the next one: percent-encoded text, and data.

    >>> is_cut('"http://e/%" + x', 1, 11)
    True
    """
    may_go_on = "%" in text[max(start, end - 2) : end] or text[start : start + 5].lower() == "data:"
    return may_go_on and _CONTINUED.match(text, end) is not None
