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

    parsed = SourceText(text, rule.source).parsed.split("\r\n")[:-1]
    written = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    starts = [index for index, line in enumerate(parsed) if _has_code(line) and not line[0].isspace()]
    wanted = [
        index for index in starts if (name := _NAME.match(parsed[index])) and name.group().lower() == rule.name.lower()
    ]
    if rule.line - 1 not in wanted:
        return None
    ends = dict(zip(starts, [*starts[1:], len(parsed)], strict=True))
    return "\n".join(line for index in wanted for line in written[_definition(parsed, index, ends[index])])


def _definition(parsed: list[str], start: int, end: int) -> slice:
    """Return the lines of the definition that begins at `start`, the next one beginning at `end`; a comment is one
    semicolon.
    """
    last = max(index for index in range(start, end) if _has_code(parsed[index]))
    after = last + 1
    while after < end and _is_comment(parsed[after]):
        after += 1
    if after == end < len(parsed):  # no blank line: what stands at the margin is the next rule's
        while after > last + 1 and not parsed[after - 1][0].isspace():
            after -= 1
    if not any(line.endswith(";") for line in parsed[start:after]):
        while start and _is_comment(parsed[start - 1]) and not parsed[start - 1][0].isspace():
            start -= 1
    return slice(start, after)


def _has_code(line: str) -> bool:
    return bool(line.rstrip(";").strip())


def _is_comment(line: str) -> bool:
    return line.endswith(";") and not _has_code(line)
