"""ABNF text becomes rules: the `abnf` package parses the text, and this module reads its tree.

The tree is that of the package's own grammar of ABNF (RFC 5234, section 4, with RFC 7405's case-sensitive strings).
Line ends may be CRLF or LF; a rulelist that is indented as a whole is read as if it were not; comments may hold any
character. Offsets, lines and columns are those of the text as given.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from irigrammar.errors import GrammarError
from irigrammar.grammars.expr import (
    Alternation,
    Concatenation,
    Expr,
    Literal,
    Prose,
    Range,
    Ref,
    Repetition,
    Rule,
)

__all__ = ["Definition", "SourceText", "decode", "definitions", "merge", "read", "without_comment"]

_BASES = {"x": 16, "d": 10, "b": 2}
_LINE = re.compile(r"([^\r\n]*)(\r\n|\n|\Z)")
_BEFORE_COMMENT = re.compile(r'(?:"[^"]*"|<[^>]*>|[^";<])*')


class SourceText:
    """A text with its name, as the parser wants it, and the way back to lines and columns (both from 1)."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self._starts: list[int] = []  # offset of each line in `parsed`
        self._indent = 0
        lines = [found.group(1) for found in _LINE.finditer(text.removeprefix("\ufeff"))]
        while lines and not lines[-1]:
            lines.pop()
        self.lines = lines
        first = next((line for line in lines if line.strip() and not line.lstrip().startswith(";")), "")
        self._indent = len(first) - len(first.lstrip(" \t"))
        parsed: list[str] = []
        size = 0
        for line in lines:
            self._starts.append(size)
            kept = _ascii_comment(line[self._indent :] if not line[: self._indent].strip() else line)
            parsed.append(kept + "\r\n")
            size += len(kept) + 2
        self.parsed = "".join(parsed)

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset in `parsed`."""
        line = max(bisect_right(self._starts, at) - 1, 0)
        return line + 1, at - (self._starts[line] if self._starts else 0) + 1 + self._indent

    def error(self, reason: str, at: int, expected: tuple[str, ...] = ()) -> GrammarError:
        """Return the error that says where it is."""
        line, column = self.place(at)
        return GrammarError(reason, source=self.name, line=line, column=column, expected=expected)


@dataclass(frozen=True, slots=True)
class Definition:
    """One `name = elements` or `name =/ elements` of a text."""

    rule: Rule
    incremental: bool
    column: int


def decode(data: bytes, source: str) -> str:
    """Return the octets of an ABNF file as text; raise `GrammarError` with the place where they are not UTF-8."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        reason = f"octet 0x{data[error.start]:02X} is not UTF-8"
        raise GrammarError(reason, source=source, line=line, column=column) from None


def read(text: str, source: str) -> dict[str, Rule]:
    """Return the rules of an ABNF text by lower-case name, in file order, `=/` merged in (RFC 5234, 3.3).

    Raises `GrammarError` for a syntax error, with line, column and what was expected; for a rule that is defined twice;
    for code points that no Unicode string has.

    >>> rules = read('greeting = "hi" / "ho"\\n', "example")
    >>> rules["greeting"].expr
    Alternation(items=(Literal(text='hi', sensitive=False), Literal(text='ho', sensitive=False)))
    """
    return merge(definitions(SourceText(text, source)))


def merge(found: Iterable[Definition]) -> dict[str, Rule]:
    """Return one rule for each name, the alternatives of `=/` appended."""
    rules: dict[str, Rule] = {}
    for definition in found:
        rule = definition.rule
        key = rule.name.lower()
        earlier = rules.get(key)
        if earlier is None:
            rules[key] = rule
        elif definition.incremental:
            rules[key] = replace(earlier, expr=Alternation((*_alternatives(earlier.expr), *_alternatives(rule.expr))))
        else:
            raise GrammarError(
                f"{rule.name} is defined again (first at line {earlier.line}); write =/ to add alternatives",
                source=rule.source,
                line=rule.line,
                column=definition.column,
            )
    return rules


def definitions(source: SourceText) -> list[Definition]:
    """Return every definition of a text in order, duplicates and all; raise `GrammarError` for a syntax error."""
    from abnf.grammars.rfc7405 import Rule as AbnfRule
    from abnf.parser import ParseError

    if not source.parsed.strip():
        raise GrammarError("the grammar is empty", source=source.name)
    try:
        tree = AbnfRule("rulelist").parse_all(source.parsed)
        found = [_definition(node, source) for node in tree.children if node.name == "rule"]
    except ParseError as error:
        from irigrammar.grammars.diagnose import diagnose

        fault = diagnose(source.parsed, error.start)
        if fault is None:  # the package limits how deep groups may nest
            raise source.error("groups are nested too deeply to be read", error.start) from None
        at, expected = fault
        raise source.error(_found(source.parsed, at), at, expected) from None
    except RecursionError:
        raise GrammarError("groups are nested too deeply to be read", source=source.name) from None
    if not found:
        raise GrammarError("the grammar has no rules", source=source.name)
    return found


def _found(text: str, at: int) -> str:
    if at >= len(text):
        return "the text ends in the middle of a rule"
    char = text[at]
    if char in "\r\n":
        return "the line ends too early"
    hint = "" if char.isascii() else " (ABNF is written in ASCII)"
    return f"{char!r} cannot stand here{hint}"


def without_comment(line: str) -> str:
    """Return a line up to its comment."""
    code = _BEFORE_COMMENT.match(line)
    return code.group() if code else ""


def _ascii_comment(line: str) -> str:
    """Return the line with every non-ASCII or control character of its comment made a question mark."""
    code = without_comment(line)
    return code + "".join(c if c == "\t" or " " <= c <= "~" else "?" for c in line[len(code) :])


# The tree of the abnf package is untyped here because its nodes differ between its Python and Rust back ends.
def _definition(node: Any, source: SourceText) -> Definition:
    name, defined_as, elements = (child for child in node.children if child.name != "c-nl")
    at = _offset(name)
    line, column = source.place(at)
    last, _ = source.place(at + len(node.value.rstrip()) - 1)
    expr = _alternation(next(iter(_named(elements, "alternation"))), source)
    return Definition(Rule(name.value, expr, source.name, line, last), "/" in _code(defined_as.value), column)


def _code(defined_as: str) -> str:
    return "".join(line.split(";")[0] for line in defined_as.splitlines())


def _alternation(node: Any, source: SourceText) -> Expr:
    items = [_concatenation(child, source) for child in _named(node, "concatenation")]
    return items[0] if len(items) == 1 else Alternation(tuple(items), at=_offset(node))


def _concatenation(node: Any, source: SourceText) -> Expr:
    items = [_repetition(child, source) for child in _named(node, "repetition")]
    return items[0] if len(items) == 1 else Concatenation(tuple(items), at=_offset(node))


def _repetition(node: Any, source: SourceText) -> Expr:
    item = _element(next(iter(_named(node, "element"))).children[0], source)
    for repeat in _named(node, "repeat"):
        low, star, high = repeat.value.partition("*")
        at = _offset(repeat)
        first = int(low or 0)
        last = (int(high) if high else None) if star else first
        if last is not None and first > last:
            raise source.error(f"a repetition from {first} to {last} is impossible", at)
        return Repetition(item, first, last, at=at)
    return item


def _element(node: Any, source: SourceText) -> Expr:
    at = _offset(node)
    match node.name:
        case "rulename":
            return Ref(node.value, at=at)
        case "group":
            return _alternation(next(iter(_named(node, "alternation"))), source)
        case "option":
            return Repetition(_alternation(next(iter(_named(node, "alternation"))), source), 0, 1, at=at)
        case "char-val":
            prefix, _, rest = node.value.partition('"')
            return Literal(rest[:-1], prefix.lower() == "%s", at=at)
        case "num-val":
            return _number(node.value, at, source)
        case "prose-val":
            return Prose(node.value[1:-1], at=at)
    raise AssertionError(f"the abnf package has no element {node.name}")


def _number(text: str, at: int, source: SourceText) -> Expr:
    base, digits = _BASES[text[1].lower()], text[2:]
    low, dash, high = digits.partition("-")
    if dash:
        first, last = (_code_point(part, base, at, source) for part in (low, high))
        if first > last:
            raise source.error(f"the range {text} is empty", at)
        if first <= 0xDFFF and last >= 0xD800:
            raise source.error(
                f"the range {text} holds surrogate code points, which are no characters: leave U+D800 to U+DFFF out",
                at,
            )
        return Range(first, last, at=at)
    points = [_code_point(part, base, at, source) for part in digits.split(".")]
    if any(0xD800 <= point <= 0xDFFF for point in points):
        raise source.error(f"{text} is a surrogate code point, which is no character", at)
    return Literal("".join(map(chr, points)), True, at=at)


def _code_point(digits: str, base: int, at: int, source: SourceText) -> int:
    value = int(digits, base)
    if value > 0x10FFFF:
        raise source.error(f"{digits} is above U+10FFFF, the last code point", at)
    return value


def _named(node: Any, name: str) -> Iterator[Any]:
    return (child for child in node.children if child.name == name)


def _offset(node: Any) -> int:
    while node.children:
        node = node.children[0]
    return int(node.offset)


def _alternatives(expr: Expr) -> tuple[Expr, ...]:
    return expr.items if isinstance(expr, Alternation) else (expr,)
