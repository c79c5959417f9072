"""Limits of TOML, which are checked before tomllib reads a text.

tomllib keeps every beginning of a dotted key, which takes memory with the square of its parts, and calls itself for
arrays and inline tables.
"""

from __future__ import annotations

import re

KEY_PARTS = 100
NESTING = 100

# What a text is made of: comments, strings, strings that are never closed (which have no name), and marks.
TOKEN = re.compile(
    r"""(?P<comment>\#[^\r\n]*+)
    |(?P<string>
      \"{3}(?:[^"\\]++|\\[\s\S]|"(?!""))*+\"{3,5}
      |'{3}(?:[^']++|'(?!''))*+'{3,5}
      |"(?!"")(?:[^"\\\n]++|\\.)*+"
      |'(?!'')[^'\n]*+'
    )
    |(?:\"{3}|'{3})[\s\S]*+
    |"(?:[^"\\\n]++|\\.)*+
    |'[^'\n]*+
    |(?P<mark>[.=,\[\]{}\n])""",
    re.VERBOSE,
)


def beyond_limit(text: str) -> tuple[int, str] | None:
    """Return where a text goes beyond a limit, in code points from 0, and which; None if it does not.

    At most 100 parts are read in a dotted key or in the header of a table, and 100 arrays and inline tables inside of
    each other.

    >>> beyond_limit("a.b = [[1.5]]")
    >>> beyond_limit("a" + ".a" * 100)
    (199, 'a key has more than 100 parts, which are the limit')
    """
    dots = depth = 0
    for token in TOKEN.finditer(text):
        mark = token["mark"]
        if mark is None:
            continue
        if mark != ".":
            dots = 0
            depth = max(depth + (mark in "[{") - (mark in "]}"), 0)
            if depth > NESTING:
                reason = f"arrays and inline tables are nested more than {NESTING} deep, which is the limit"
                return token.start(), reason
            continue
        dots += 1
        if dots == KEY_PARTS:
            return token.start(), f"a key has more than {KEY_PARTS} parts, which are the limit"
    return None
