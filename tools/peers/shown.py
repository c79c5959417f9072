"""Display of strings, and selection of the simplest one."""

from __future__ import annotations

import re

__all__ = ["code", "escaped", "simplest"]


def escaped(text: str) -> str:
    """Return a text with all but the visible characters of ASCII as `\\u{HEX}`, and the backslash too.

    Nothing then looks like another character, turns the line around or stands on its neighbour.

    >>> escaped("a b\\u212a\\\\c|")
    'a\\\\u{20}b\\\\u{212A}\\\\u{5C}c|'
    """
    return "".join(char if _visible(char) else f"\\u{{{ord(char):X}}}" for char in text) or "(empty)"


def code(text: str) -> str:
    """Return a text as code in a cell of a Markdown table.

    >>> code("a|b"), code("`"), code("``a")
    ('`a\\\\|b`', '`` ` ``', '``` ``a ```')
    """
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if text[0] == "`" or text[-1] == "`" else ""
    return ticks + space + text.replace("|", "\\|") + space + ticks


def simplest(text: str) -> tuple[int, int, str]:
    """Return a key by which shorter and then more readable strings come first.

    >>> sorted(["b", "A:", "a:", "a\\u212a", "a\\n"], key=simplest)
    ['b', 'a:', 'A:', 'a\\n', 'a\u212a']
    """
    return len(text), sum(map(_strangeness, text)), text


def _visible(char: str) -> bool:
    return "!" <= char <= "~" and char != "\\"


def _strangeness(char: str) -> int:
    if char.isascii() and (char.islower() or char.isdigit()):
        return 0
    return 1 if _visible(char) else 5
