"""Shells: the directive by which a backtick escapes; here-documents."""

from __future__ import annotations

import re

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, Unescaped
from irigrammar.scan.formats.tokens import tokens_of
from irigrammar.shipped.loader import value

# typed: \ufdd0, \ufdd1, \ufdd2: what stands for here-documents in the grammar

_PATTERNS = value("tokens-dockerfile", "patterns")


_DIRECTIVE, _BACKTICK = regex(_PATTERNS["directive"]), regex(_PATTERNS["backtick-directive"])

# What changes places where a backtick escapes.
SWAPPED = str.maketrans("\\`", "`\\")


def is_swapped(text: str) -> bool:
    """Return whether a Dockerfile has the directive by which a backtick escapes.

    >>> [is_swapped(text) for text in ("# syntax=a\\n#escape=`", "# a\\n# escape=`", "# escape=" + chr(92))]
    [True, False, False]
    """
    place = 0
    while directive := _DIRECTIVE.match(text, place):
        place = directive.end()
    return _BACKTICK.match(text, place) is not None


def swap(convention: Escapes) -> Escapes:
    """Return a convention with a backtick for the backslash."""

    def read(text: str) -> Unescaped:
        content = convention.read(text.translate(SWAPPED))
        return content._replace(text=content.text.translate(SWAPPED))

    return Escapes(read, lambda text: convention.write(text.translate(SWAPPED)).translate(SWAPPED))


_HERE = regex(r"<<(?P<tabs>-?)[ \t]*+(?P<quote>['\"\\]?)(?P<word>[^'\"]++)['\"]?\Z")
_SHELL = regex(r"\w*sh\b")


def here_documents(source: str) -> tuple[str, int]:
    r"""Return the source of a script with its here-documents marked, by whether their words are unquoted, and the place
    of one that does not end, the length without one. Those that are given to a shell stay.

    >>> ascii(here_documents("cat <<E 1" + chr(10) + "a'" + chr(10) + "E"))
    "('cat <<E 1\\ufdd1\\ufdd0\\ufdd0\\nE', 14)"
    """
    pieces: list[str] = []
    tokens, offset, line, done = tokens_of("shell"), 0, 0, 0
    for kind, start, end, *_ in tokens.every.tokens(source):
        if tokens.kinds[kind] != "here-begin" or line < start < done:
            continue
        match = _HERE.search(source, start, end)
        assert match is not None  # by the grammar
        if start >= done:
            line = done = source.find("\n", end)
        last = re.compile(rf"\n{chr(9) * bool(match['tabs'])}*{re.escape(match['word'])}\r?$", re.MULTILINE)
        closing = last.search(source, done) if done >= 0 else None
        if closing is None:
            return "".join((*pieces, source[offset:])), start
        if closing.start() > done and not _SHELL.search(source, source.rfind("\n", 0, start) + 1, start):
            mark = "\ufdd2" if match["quote"] else "\ufdd1"
            pieces += (source[offset:done], mark, "\ufdd0" * (closing.start() - done - 1))
            offset = closing.start()
        done = closing.end()
    return "".join((*pieces, source[offset:])), len(source)
