"""Render expressions and rules as ABNF text.

A rule is shown as in its file, with the comments that belong to it.
"""

from __future__ import annotations

from irigrammar.grammars.expr import Rule
from irigrammar.lazy import regex

_NAME = regex(r"[^\s=]+")


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

    code_lines = SourceText(text, rule.source).parsed.split("\r\n")[:-1]
    source_lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    starts = [index for index, line in enumerate(code_lines) if _has_code(line) and not line[0].isspace()]
    own_starts = [
        index
        for index in starts
        if (name := _NAME.match(code_lines[index])) and name.group().lower() == rule.name.lower()
    ]
    if rule.line - 1 not in own_starts:
        return None
    ends = dict(zip(starts, [*starts[1:], len(code_lines)], strict=True))
    return "\n".join(line for index in own_starts for line in source_lines[_definition(code_lines, index, ends[index])])


def _definition(lines: list[str], start: int, end: int) -> slice:
    """Return the slice of the lines of the definition that begins at `start`, the next one beginning at `end`; a
    comment is one semicolon. Comments below belong to it, those above at the margin only where there is none beside or
    below.
    """
    last = max(index for index in range(start, end) if _has_code(lines[index]))
    after = last + 1
    while after < end and _is_comment(lines[after]):
        after += 1
    if after == end < len(lines):  # no blank line: what stands at the margin is the next rule's
        while after > last + 1 and not lines[after - 1][0].isspace():
            after -= 1
    if not any(line.endswith(";") for line in lines[start:after]):
        while start and _is_comment(lines[start - 1]) and not lines[start - 1][0].isspace():
            start -= 1
    return slice(start, after)


def _has_code(line: str) -> bool:
    return bool(line.rstrip(";").strip())


def _is_comment(line: str) -> bool:
    return line.endswith(";") and not _has_code(line)
