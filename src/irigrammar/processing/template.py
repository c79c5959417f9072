"""Expand URI Templates (RFC 6570)."""

# typed: unreserved, reserved, expression, operator, varname, explode, max-length, varspec: RFC 6570, 1.5 and 2
# typed: variable-list: RFC 6570, 2.3
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.engines.node import Node
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import alphabet
from irigrammar.processing.percent import Encoding, outside
from irigrammar.processing.rewrite import parts
from irigrammar.text.names import quoted

Atom = str | int | float
Value = Atom | Sequence[Atom] | Mapping[str, Atom] | None


class _Operator(NamedTuple):
    """A row of RFC 6570, appendix A: the first character, the separator, whether names are written, the text after a
    name whose value is empty, and whether reserved characters stay.
    """

    first: str = ""
    separator: str = ","
    has_names: bool = False
    if_empty: str = ""
    reserved: bool = False


_OPERATORS: Mapping[str, _Operator] = {
    "": _Operator(),
    "+": _Operator(reserved=True),
    "#": _Operator("#", reserved=True),
    ".": _Operator(".", "."),
    "/": _Operator("/", "/"),
    ";": _Operator(";", ";", has_names=True),
    "?": _Operator("?", "&", has_names=True, if_empty="="),
    "&": _Operator("&", "&", has_names=True, if_empty="="),
}


class _Variable(NamedTuple):
    """A variable of an expression, its modifier "*", or how many characters of its value count: 0 for all."""

    name: str
    modifier: str = ""
    longest: int = 0


# What an expression says, from the bottom up (RFC 6570, 2.2 to 2.4).
_READING: Mapping[str, Callable[[Node, list[Any]], Any]] = {
    "operator": lambda node, _: node.text,
    "varname": lambda node, _: node.text,
    "explode": lambda node, _: {"modifier": node.text},
    "max-length": lambda node, _: {"longest": int(node.text)},
    "varspec": lambda _, values: _Variable(values[0], **dict(*values[1:])),
    "variable-list": lambda _, values: values,
    "expression": lambda _, values: (values[-1], *values[:-1]),
}


def expand(template: str, variables: Mapping[str, Value], /) -> str:
    """Return the expansion of a URI Template by the values of variables (RFC 6570, 3), levels 1 to 4.

    A value is text, a number, a sequence of these, or a mapping to them; a variable that is absent, None, or has an
    empty sequence or mapping is not defined and leaves nothing. Members whose value is None are left out. True and
    False are "true" and "false". Names are compared as they are written. The result has only characters of URIs; what
    is not one in a literal is percent-encoded as UTF-8 (3.1). "." is unreserved and stays (3.2.1), so that a value of
    "." or ".." becomes a dot segment, which readers take for a step: check values of others first, or build paths with
    `irigrammar.build.join`, which refuses these.

    Raises `NoMatch` for what is not a template; `ConversionError` for an operator that is reserved (2.2), a prefix of a
    value that is not text (2.4.1), and a lone surrogate; `TypeError` for another value.

    >>> expand("/users/{user}{?page,q}", {"user": "a/b", "page": 2, "q": "caffè"})
    '/users/a%2Fb?page=2&q=caff%C3%A8'
    >>> expand("/files/{name}", {"name": ".."})
    '/files/..'
    >>> expand("{/path*}{?keys*}{#x:3}", {"path": ["a", "b c"], "keys": {"k": "1", "l": ""}, "x": "frag/ment"})
    '/a/b%20c?k=1&l=#fra'
    """
    check_text(template)
    matcher = grammar("rfc6570").start
    matcher.require(template)
    pieces: list[str] = []
    done = 0
    try:
        for _, start, end in parts(matcher, template, frozenset({"expression"})):
            pieces += [_encoded(template[done:start], reserved=True), _expression(template[start:end], variables)]
            done = end
        return "".join([*pieces, _encoded(template[done:], reserved=True)])
    except UnicodeEncodeError:
        raise ConversionError("a lone surrogate is not a character") from None


def _expression(text: str, variables: Mapping[str, Value]) -> str:
    """Return the expansion of one template expression, empty if its variables have no values. Raises `ConversionError`
    for a reserved operator, and for a prefix of a list or mapping, and `TypeError` for a value of another type.
    """
    specs, *signs = _read(text)
    operator = _OPERATORS.get("".join(signs))
    if operator is None:
        raise ConversionError(f"the operator {quoted(signs[0])} of {quoted(text)} is reserved (RFC 6570, 2.2)")
    expansions: list[str] = []
    for name, modifier, prefix in specs:
        value = variables.get(name)
        if prefix and not isinstance(value, str | int | float | None):
            spec = quoted(f"{name}:{prefix}")
            raise ConversionError(f"{spec} asks for a prefix of a value that is not text (RFC 6570, 2.4.1)")
        expansions += _variable(operator, name, value, prefix, explode=bool(modifier))
    return operator.first + operator.separator.join(expansions) if expansions else ""


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Any, ...]:
    """Return the variables of an expression, and the operator if it has one."""
    read: tuple[Any, ...] = grammar("rfc6570")["expression"].evaluate(text, _READING)
    return read


def _variable(operator: _Operator, name: str, value: Value, prefix: int, *, explode: bool) -> Iterable[str]:
    """Return the expansions of a variable, none where it is not defined (RFC 6570, 3.2.1). With `explode` ("*") a list
    or mapping has an expansion for each member. `prefix` is how many characters of a text or number are expanded, 0 for
    all. Raises `TypeError` for a value of another type.
    """
    if value is None:
        return []
    if isinstance(value, str | int | float):
        return [_with_name(operator, name, _encoded(_text(value)[: prefix or None], reserved=operator.reserved))]
    if isinstance(value, Mapping):
        rows = [(_member(operator, key), _member(operator, item)) for key, item in value.items() if item is not None]
        if explode:
            return [f"{key}{'=' if item or not operator.has_names else operator.if_empty}{item}" for key, item in rows]
        items = [part for row in rows for part in row]
    else:
        items = [_member(operator, item) for item in value if item is not None]
        if explode:
            return [_with_name(operator, name, item) for item in items]
    return [_with_name(operator, name, ",".join(items))] if items else []


def _with_name(operator: _Operator, name: str, text: str) -> str:
    if not operator.has_names:
        return text
    return f"{name}={text}" if text else f"{name}{operator.if_empty}"


def _member(operator: _Operator, value: object) -> str:
    return _encoded(_text(value), reserved=operator.reserved)


def _text(value: object) -> str:
    """Return a string, a number or a boolean ("true", "false") as text. Raises `TypeError` for other values."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise TypeError(f"a value of a template is text, a number, or several of these, not {type(value).__name__}")
    return str(value)


def _encoded(text: str, *, reserved: bool) -> str:
    """Return a text with everything percent-encoded but unreserved and, if allowed, reserved characters and bytes that
    are percent-encoded (RFC 6570, 3.2.1). Raises `UnicodeEncodeError` for a surrogate.
    """
    encode = _encoding(reserved).encode
    return outside(text, encode) if reserved else encode(text)


@cache
def _encoding(reserved: bool) -> Encoding:
    rules = grammar("rfc6570")
    chars = {char for rule in ("unreserved", "reserved")[: 1 + reserved] for char in alphabet(rules[rule])}
    return Encoding(chars.__contains__)
