"""Render expressions and rules as ABNF text.

A rule is shown as in its file, with the comments that belong to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.grammars.expr import Rule
from irigrammar.lazy import regex

_NAME = regex(r"[^\s=]+")


class _Lines(NamedTuple):
    """A text line by line: as written, and as the parser needs it, where a comment is one semicolon."""

    written: list[str]
    parsed: list[str]

    def has_code(self, index: int) -> bool:
        return bool(self.parsed[index].rstrip(";").strip())

    def has_comment(self, index: int) -> bool:
        return self.parsed[index].endswith(";")

    def is_comment(self, index: int) -> bool:
        return self.has_comment(index) and not self.has_code(index)

    def begins_rule(self, index: int) -> bool:
        return self.has_code(index) and not self.parsed[index][0].isspace()


def excerpt(text: str, rule: Rule) -> str | None:
    """Return the lines of an ABNF text that define a rule, unchanged, without a final line end.

    Comments on these lines are part of it, and so are comment lines directly after it, unless they stand at the margin
    and directly before the next rule; where it has neither, the comment lines directly above it. The definitions of a
    rule that `=/` extends follow each other. None where the text does not define the rule at the rule's line.

    >>> from irigrammar.grammars.reader import read
    >>> text = '; the first\\na = "x"\\n\\nb = "y" ; the second\\n'
    >>> print(excerpt(text, read(text, "example")["a"]))
    ; the first
    a = "x"
    """
    from irigrammar.grammars.reader import SourceText

    source = SourceText(text, rule.source)
    parsed = source.parsed.split("\r\n")[:-1]
    written = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")][: len(parsed)]
    lines = _Lines(written, parsed)
    starts = [index for index in range(len(parsed)) if lines.begins_rule(index)]
    wanted = [
        index for index in starts if (name := _NAME.match(parsed[index])) and name.group().lower() == rule.name.lower()
    ]
    if rule.line - 1 not in wanted:
        return None
    ends = dict(zip(starts, [*starts[1:], len(parsed)], strict=True))
    return "\n".join(line for index in wanted for line in _definition(lines, index, ends[index]))


def _definition(lines: _Lines, start: int, end: int) -> Iterator[str]:
    """Yield the lines of the definition that begins at `start`, the next one beginning at `end`."""
    last = max(index for index in range(start, end) if lines.has_code(index))
    after = last + 1
    while after < end and lines.is_comment(after):
        after += 1
    if after == end < len(lines.parsed):  # no blank line: what stands at the margin is the next rule's
        while after > last + 1 and not lines.parsed[after - 1][0].isspace():
            after -= 1
    if not any(lines.has_comment(index) for index in range(start, after)):
        while start and lines.is_comment(start - 1) and not lines.parsed[start - 1][0].isspace():
            start -= 1
    yield from lines.written[start:after]
