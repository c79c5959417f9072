"""Patterns of paths in the syntax of gitignore.

They are matched without backtracking (https://git-scm.com/docs/gitignore). What is between two `*` of a segment has a
fixed length, and the leftmost place where it matches is as good as any other one; likewise the segments between two
`**`. So no choice is ever made again, and the time for a name grows with the product of both lengths at most, whatever
the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, pairwise

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.lazy import regex

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_ANY = "[^/]"
_NONE = "(?!)"
_CLASS = regex(r"\[:([^\]]*):\]")

# Folders above, as few as possible.
_DEEPER = "(?:[^/]+/)*?"


@dataclass(frozen=True, slots=True)
class Spec:
    """Patterns in the order of their lines; `!` at the beginning of one excludes names again that those before it
    include.

    Names are relative, with "/" between their parts, and with "/" at the end if they are names of folders.
    """

    patterns: tuple[_Pattern, ...]

    def match_file(self, name: str) -> bool | None:
        """Return whether the patterns include a path, None where no pattern names it.

        The last pattern that names the path, or a folder that the path is in, decides. The exception is what makes
        `*`, `!*/` and `!*.txt` useful: a pattern that takes back a folder takes back what was said of that folder, not
        what was said of the path. As in git, nothing can be taken back in a folder that is still included: a walk must
        not enter it.

        >>> spec(("*.tmp", "!keep.tmp")).match_file("a/keep.tmp")
        False
        >>> spec(("build/",)).match_file("build")
        >>> spec(("docs/**/*.md",)).match_file("docs/a/b.md")
        True
        """
        taken_back = None
        for include, pattern in reversed(self.patterns):
            match = pattern.match(name)
            if match is None:
                continue
            if match["path"] is not None or (include and taken_back is None):
                return include
            if not include:
                taken_back = False
        return taken_back


@lru_cache(maxsize=1024)
def spec(patterns: tuple[str, ...]) -> Spec:
    """Return the patterns of some lines. As in git, a line that is not a pattern names nothing.

    >>> spec(("# a comment", "", "*.tmp", "[broken")).match_file("a/b.tmp")
    True
    """
    return Spec(tuple(pattern for line in patterns if (pattern := _pattern(line))))


class _Pattern(NamedTuple):
    """A pattern: the regular expression matches the paths that it names, with a group `path` if that is the path
    itself.
    """

    include: bool
    regex: re.Pattern[str]


def _pattern(line: str) -> _Pattern | None:
    """Return the pattern of a line, None for a blank line, a comment, or a pattern that can never name a path."""
    text = _without_spaces(line)
    if text.startswith("#"):
        return None
    include = not text.startswith("!")
    text = text.removeprefix("!")
    only_folders = text.endswith("/")
    text = text.removesuffix("/")
    is_anchored = "/" in text
    segments: list[list[str]] = [[]]
    for token in _tokens(text.removeprefix("/")):
        if token == "/":
            segments.append([])
        else:
            segments[-1].append(token)
    if not all(segments):
        return None
    if not is_anchored and not _is_any_depth(segments[0]):
        segments.insert(0, ["*", "*"])
    return _Pattern(include, re.compile(_regex(segments, only_folders=only_folders), re.DOTALL))


def _regex(segments: list[list[str]], *, only_folders: bool) -> str:
    """Return the regular expression of a pattern's segments, for relative paths; a group "path" matches where the path
    itself is meant.
    """
    groups = count()
    gaps = [index for index, segment in enumerate(segments) if _is_any_depth(segment)]
    rows = [
        "/".join(_segment(segment, groups) for segment in segments[start + 1 : end])
        for start, end in pairwise([-1, *gaps, len(segments)])
    ]
    first, last = rows[0], rows[-1]
    end = r"(?P<path>/\Z)" if only_folders else r"(?P<path>/?\Z)"
    if not gaps:
        return f"{first}(?:{end}|/)"
    begin = first + "/" * bool(first) + "".join(_atomic(f"{_DEEPER}{row}/", groups) for row in rows[1:-1] if row)
    if not last:
        return f"{begin}(?:{_DEEPER}[^/]+{end}|[^/]+/)"
    # Both names are tried, since the path itself counts for more than a folder above; groups need names of their own.
    again = "/".join(_segment(segment, groups) for segment in segments[gaps[-1] + 1 :])
    return f"{begin}(?:{_DEEPER}{last}{end}|{_DEEPER}{again}/)"


def _segment(tokens: list[str], groups: Iterator[int]) -> str:
    """Return the regular expression of a part of a path, between two "/", from its tokens."""
    pieces = [""]
    for token in tokens:
        if token == "*":
            pieces.append("")
        else:
            pieces[-1] += token
    if len(pieces) == 1:
        return f"{pieces[0]}(?![^/])"
    between = "".join(_atomic(f"[^/]*?{piece}", groups) for piece in pieces[1:-1] if piece)
    return f"(?=[^/]){pieces[0]}{between}[^/]*{pieces[-1]}(?![^/])"


def _atomic(regex: str, groups: Iterator[int]) -> str:
    """Return the equivalent of an atomic group: an expression that matches as `regex` does first, without backtracking
    into it.

    `groups` numbers the group in it. Python's own syntax is not used: CPython before 3.11.5 does not always match it
    right.
    """
    name = f"g{next(groups)}"
    return f"(?=(?P<{name}>{regex}))(?P={name})"


def _is_any_depth(segment: list[str]) -> bool:
    return len(segment) > 1 and set(segment) == {"*"}


def _without_spaces(line: str) -> str:
    """Return a line without the spaces at its end, except for one after a backslash that is not escaped itself."""
    text = line.rstrip(" ")
    escapes = len(text) - len(text.rstrip("\\"))
    return text + " " if escapes % 2 and len(text) < len(line) else text


def _tokens(text: str) -> list[str]:
    """Return a pattern as "/", "*" and the regular expressions of single characters; none if it is not a pattern."""
    tokens: list[str] = []
    offset = 0
    while offset < len(text):
        char = text[offset]
        offset += 1
        if char in "/*":
            tokens.append(char)
        elif char == "?":
            tokens.append(_ANY)
        elif char == "[":
            bracket = _bracket(text, offset)
            if bracket is None:
                return []
            token, offset = bracket
            tokens.append(token)
        elif char == "\\":
            if offset == len(text):
                return []
            tokens.append("/" if text[offset] == "/" else re.escape(text[offset]))
            offset += 1
        else:
            tokens.append(re.escape(char))
    return tokens


def _bracket(text: str, offset: int) -> tuple[str, int] | None:
    """Return the regular expression of a bracket expression that begins before an offset, and the offset after its "]";
    None if it does not end.

    A "]" that comes first is itself, "-" makes a range, which is empty if it runs down, and "\\" escapes; "/" is never
    matched. An unknown class gives an expression that matches nothing, and the end of the text.
    """
    is_negated = text[offset : offset + 1] in ("!", "^")
    offset += is_negated
    first = offset
    items: list[str] = []
    low = ""
    while True:
        char = text[offset : offset + 1]
        if not char:
            return None
        if char == "]" and offset > first:
            break
        name = _CLASS.match(text, offset)
        if name:
            if name[1] not in _CLASSES:
                return _NONE, len(text)  # git: the whole pattern names nothing
            items.append(_CLASSES[name[1]])
            offset, low = name.end(), ""
            continue
        is_range = char == "-" and low and text[offset + 1 : offset + 2] not in ("", "]")
        offset += bool(is_range)
        char = text[offset]
        if char == "\\":
            offset += 1
            char = text[offset : offset + 1]
            if not char:
                return None
        offset += 1
        if not is_range:
            items.append(re.escape(char))
            low = char
        else:
            if low <= char:
                items.append(f"{re.escape(low)}-{re.escape(char)}")
            low = ""
    inside = "".join(items)
    if not inside:
        return (_ANY if is_negated else _NONE), offset + 1
    return f"(?!/)[{'^' * is_negated}{inside}]", offset + 1
