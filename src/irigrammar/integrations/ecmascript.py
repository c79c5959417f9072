"""A production as a regular expression for JSON Schema's `pattern`, which is ECMAScript's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from irigrammar.matching.matcher import Matcher

__all__ = ["ecmascript_pattern"]

# The parts of the package's own patterns that a rewriting has to tell apart.
_SET = r"\[(?:\\.|[^\\\]])*\]"
_TOKEN = re.compile(
    rf"""(?P<ahead>\(\?!{_SET}\)) | (?P<set>{_SET}) | (?P<escape>\\.) | (?P<atomic>\(\?>) | (?P<more>[*+?}}]\+)""",
    re.VERBOSE,
)
_BARE = "&~"  # which ECMAScript does not let be escaped where it reads code points (its flag u)


def ecmascript_pattern(matcher: Matcher) -> str | None:
    """Return an anchored pattern of a production's strings that ECMAScript, with its flag u or without, and Python read
    alike; None for a production that has none, or that has characters beyond the Basic Multilingual Plane, which are
    two for the one and one for the other.

    It is the package's own pattern without what only saves time: possessive and atomic parts, and the lookaheads of the
    latter. ECMAScript's `$` stands at the very end; in Python, where it also stands before a last line feed, use
    `re.fullmatch`.

    >>> from irigrammar.integrations.wanted import find
    >>> ecmascript_pattern(find("rfc3986", "h16")), ecmascript_pattern(find("rfc3987", "IRI"))
    ('^(?:[0-9A-Fa-f]{1,4})$', None)
    """
    found = matcher.grammar.production(matcher.rule).pattern
    if found is None or r"\U" in found.any:
        return None
    return f"^(?:{_TOKEN.sub(_plain, found.any)})$"


def _plain(token: re.Match[str]) -> str:
    text = token.group()
    match token.lastgroup:
        case "ahead":
            return ""
        case "atomic":
            return "(?:"
        case "more":
            return text[0]
        case "set":
            return re.sub(rf"\\([{_BARE}])", r"\1", text)
    return text
