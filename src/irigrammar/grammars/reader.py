"""ABNF text becomes rules: the `abnf` package parses the text, and this module reads its tree.

The tree is that of the package's own grammar of ABNF (RFC 5234, section 4, with RFC 7405's case-sensitive strings).
Line ends may be CRLF or LF; a rulelist that is indented as a whole is read as if it were not; comments may hold any
character, since the parser does not see them. Lines and columns are those of the text as given.
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

# The abnf package takes quadratic time for one string, name or number; real ones are far below this length.
_TOKEN_LIMIT = 1_000
_TOKEN = re.compile(r'"[^"\r]*"?|<[^>\r]*>?|[\w.%-]+')
_DIGITS_LIMIT = 18

_BASES = {"x": 16, "d": 10, "b": 2}
_BEFORE_COMMENT = re.compile(r'(?:"[^"]*(?:"|$)|<[^>]*(?:>|$)|[^";<])*')


class SourceText:
    """A text with its name, as the parser wants it, and the way back to lines and columns (both from 1)."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
        while lines and not lines[-1]:
            lines.pop()
        first = next((line for line in lines if without_comment(line).strip()), "")
        indent = len(first) - len(first.lstrip(" \t"))
        self._starts: list[int] = []  # the offset of each line in `parsed`
        self._indents: list[int] = []  # what was taken off each line
        parsed: list[str] = []
        size = 0
        for line in lines:
            taken = indent if not line[:indent].strip() else 0
            # Comments may hold any character, and the package takes quadratic time for a long one: only ";" is left.
            code = without_comment(line)
            code = code[taken:] + ";" * (code != line)
            self._starts.append(size)
            self._indents.append(taken)
            parsed.append(code + "\r\n")
            size += len(code) + 2
        self.parsed = "".join(parsed)

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column of an offset in `parsed`."""
        if not self._starts:
            return 1, 1
        line = max(bisect_right(self._starts, at) - 1, 0)
        return line + 1, at - self._starts[line] + 1 + self._indents[line]

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
    for token in _TOKEN.finditer(source.parsed):
        if token.end() - token.start() > _TOKEN_LIMIT:
            reason = f"a string, name or number of more than {_TOKEN_LIMIT:,} characters is not read"
            raise source.error(reason, token.start())
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
        if max(len(low), len(high)) > _DIGITS_LIMIT:
            raise source.error(f"a count of more than {_DIGITS_LIMIT} digits is not read", at)
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
    significant = digits.lstrip("0") or "0"
    value = int(significant, base) if len(significant) <= 21 else 0x110000  # the last code point has 21 binary digits
    if value > 0x10FFFF:
        shown = digits if len(digits) <= 24 else digits[:21] + "..."
        raise source.error(f"{shown} is above U+10FFFF, the last code point", at)
    return value


def _named(node: Any, name: str) -> Iterator[Any]:
    return (child for child in node.children if child.name == name)


def _offset(node: Any) -> int:
    while node.children:
        node = node.children[0]
    return int(node.offset)


def _alternatives(expr: Expr) -> tuple[Expr, ...]:
    return expr.items if isinstance(expr, Alternation) else (expr,)
