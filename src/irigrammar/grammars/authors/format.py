"""Format ABNF in one layout, with all comments.

`iri grammar fmt` writes it. A rule is on one line where it fits. Else each of its alternatives has a line, with the
slash below the equals sign, and an alternative that is too long goes on deeper. Equals signs of different rules are not
aligned, so that a new rule changes no other line.
"""

# typed: alphabets: a pattern of ABNF's own tokens
from __future__ import annotations

import re
from collections.abc import Iterator

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import GrammarError
from irigrammar.grammars.reader import SourceText, definitions, document_kind, without_comment
from irigrammar.lazy import regex

_BYTE_ORDER_MARK = "\ufeff"
WIDTH = 72  # characters of a line of an RFC (RFC 7322, section 3)

_TOKEN = regex(
    r"""
      (?P<comment>;[^\n]*)
    | (?P<mark>[()\[\]/])
    | (?P<word>(?:"[^"\n]*"|<[^>\n]*>|[^\s;()\[\]/"<])+)
    | (?P<end>\n)
    | (?P<space>[ \t]+)
    """,
    re.VERBOSE,
)
_HEAD = regex(r"(?P<name>[^\s;=]+)(?P<between>(?:[ \t]|;[^\n]*\n|\n)*)(?P<sign>=/?)")
_NUMBER = regex(r"%([bdx])([\w.-]+)", re.IGNORECASE)


class _Word(NamedTuple):
    """A part that is never broken over lines; `alone` says of a comment that it had its line to itself."""

    text: str
    alone: bool = False

    @property
    def is_comment(self) -> bool:
        return self.text.startswith(";")


def format_text(text: str, source: str = "", *, width: int = WIDTH) -> str:
    """Return an ABNF text in its canonical layout: the same rules, in the same order, with the same comments.

    Lines have at most `width` characters, unless a word or a comment, with what stays beside it, takes more; blank
    lines are kept, one of several. Lines end as most of the text's do, with LF or CRLF, the last one if it does there;
    a byte order mark stays. Numbers have capital digits, groups and options a space inside of their brackets. A text in
    this layout stays unchanged. Raises `GrammarError` for a text that is not ABNF (RFC 5234, RFC 7405), and for a
    document that has ABNF in it.

    >>> print(format_text('a=("x"/b);one\\n\\n\\nb=%x61-7a\\n'), end="")
    a = ( "x" / b )  ;one
    <BLANKLINE>
    b = %x61-7A
    """
    if document_kind(text, source):
        raise GrammarError("this is a document: lay out what `iri grammar extract` writes", source=source)
    definitions(SourceText(text, source))
    lines: list[str] = []
    for block in _blocks(text):
        if not block.strip():
            if lines and lines[-1]:
                lines.append("")
        elif block.lstrip().startswith(";"):
            lines.append(block.strip())
        else:
            lines += _rule(block, width)
    laid_out = "\n".join(lines).rstrip("\n") + "\n" * text.endswith("\n")
    if 2 * text.count("\r\n") > text.count("\n"):
        laid_out = laid_out.replace("\n", "\r\n")
    return laid_out if text[:1] != _BYTE_ORDER_MARK else _BYTE_ORDER_MARK + laid_out


def _blocks(text: str) -> Iterator[str]:
    """Yield each rule with the lines that continue it, and each blank line and comment between rules. An indentation
    that all lines have in common, that of the first rule, is left out, and so is a byte order mark.
    """
    lines = [line.removesuffix("\r") for line in text.removeprefix(_BYTE_ORDER_MARK).split("\n")]
    first = next((line for line in lines if without_comment(line).strip()), "")
    margin = len(first) - len(first.lstrip(" \t"))
    rule: list[str] = []
    for line in lines:
        inside = line[margin:] if not line[:margin].strip() else line
        if rule and inside[:1].isspace() and inside.strip():
            rule.append(inside)
            continue
        if rule:
            yield "\n".join(rule)
            rule = []
        if without_comment(inside).strip():
            rule = [inside]
        else:
            yield inside
    if rule:
        yield "\n".join(rule)


def _rule(block: str, width: int) -> Iterator[str]:
    """Yield the lines of one rule: a single one if it has no comments and fits the width, else one per alternative or
    more, with comments in a column if all fit there.
    """
    head = _HEAD.match(block)
    assert head  # the reader has read it
    early = [match[0].rstrip() for match in re.finditer(r";[^\n]*", head["between"])]  # comments before the sign
    alternatives = _alternatives(_words(block[head.end() :]))
    begin = f"{head['name']} {head['sign']}"
    line = f"{begin} {' / '.join(' '.join(word.text for word in words) for words in alternatives)}"
    if not early and not any(word.is_comment for words in alternatives for word in words) and len(line) <= width:
        yield line
        return
    margin = " " * (len(begin) - len(head["sign"]))
    rows = [
        row
        for number, words in enumerate(alternatives)
        for row in _rows(words, f"{margin}/" if number else begin, f"{margin}    ", width)
    ]
    if early:
        rows[0] = (rows[0][0], " ".join(filter(None, [*early, rows[0][1]])))
    beside = [(code, comment) for code, comment in rows if code.strip() and comment]
    column = max((len(code) for code, _ in beside), default=0) + 2
    is_aligned = all(column + len(comment) <= width for _, comment in beside)  # else they would be cut off
    for code, comment in rows:
        if comment and code.strip():
            yield f"{code:<{column}}{comment}" if is_aligned else f"{code}  {comment}"
        else:
            yield f"{code}{comment}"


def _rows(words: list[_Word], begin: str, deeper: str, width: int) -> Iterator[tuple[str, str]]:
    """Yield the lines of an alternative as code and comment; `begin` is before its first word, `deeper` before
    others.
    """
    code = begin
    for unit in _units(words):
        if unit.is_comment and unit.alone:
            if code.strip():
                yield code, ""
            yield deeper, unit.text
            code = ""
        elif unit.is_comment:
            yield code or deeper, unit.text
            code = ""
        elif code and (code == begin or len(code) + 1 + len(unit.text) <= width):
            code = f"{code} {unit.text}"
        else:
            if code:
                yield code, ""
            code = f"{deeper}{unit.text}"
    if code:
        yield code, ""


def _units(words: list[_Word]) -> Iterator[_Word]:
    """Yield the unbreakable units of a line: a bracket and the word next to it inside are one unit. A comment is a unit
    by itself.
    """
    unit = ""
    for word in words:
        if unit and (word.is_comment or (word.text[0] not in ")]" and unit[-1] not in "([")):
            yield _Word(unit)
            unit = ""
        if word.is_comment:
            yield word
        else:
            unit = f"{unit} {word.text}" if unit else word.text
    if unit:
        yield _Word(unit)


def _alternatives(words: list[_Word]) -> list[list[_Word]]:
    """Return the words between the slashes that are in no group; a comment right behind a slash counts to the
    alternative before it. The slashes are left out.
    """
    alternatives: list[list[_Word]] = [[]]
    depth = 0
    for word in words:
        depth += (word.text[-1] in "([") - (word.text in (")", "]")) if not word.is_comment else 0
        if word.text == "/" and not depth:
            alternatives.append([])
        elif word.is_comment and not alternatives[-1] and len(alternatives) > 1:
            alternatives[-2].append(word)
        else:
            alternatives[-1].append(word)
    return alternatives


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield the tokens of an ABNF text as kind and text: "comment", "mark", "word", "end" (of a line), "space".
    Characters that begin no token are passed over.

    >>> [*tokens('a = 1*"x" ; one')][4:]
    [('word', '1*"x"'), ('space', ' '), ('comment', '; one')]
    """
    return ((match.lastgroup or "", match[0]) for match in _TOKEN.finditer(text))


def _words(text: str) -> list[_Word]:
    """Return the words of a rule, comments among them; a count before a group is one word with its bracket, and numbers
    have capital digits.
    """
    words: list[_Word] = []
    fresh, is_adjacent = False, False  # on a new line; behind a word, with nothing between
    for kind, word in tokens(text):
        if kind in ("space", "end"):
            fresh, is_adjacent = fresh or kind == "end", False
            continue
        if kind == "comment":
            words.append(_Word(word.rstrip(), fresh))
        elif word in ("(", "[") and is_adjacent:
            words[-1] = _Word(words[-1].text + word)
        else:
            words.append(_Word(_number(word) if kind == "word" else word))
        fresh, is_adjacent = False, kind == "word"
    return words


def _number(word: str) -> str:
    """Return a word with capital digits in a number, and a small letter for its base."""
    if '"' in word or "<" in word:
        return word
    return _NUMBER.sub(lambda match: f"%{match[1].lower()}{match[2].upper()}", word)
