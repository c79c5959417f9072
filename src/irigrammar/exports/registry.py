"""The dialects, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irigrammar.errors import UnknownDialect
from irigrammar.exports.backtracking import java, pcre2, python
from irigrammar.exports.ebnf import ebnf
from irigrammar.exports.ecmascript import ecmascript, ecmascript_utf16
from irigrammar.exports.json_schema import json_schema
from irigrammar.exports.lark import lark
from irigrammar.exports.linear_time import re2, rust
from irigrammar.exports.table import table
from irigrammar.exports.xsd import xsd
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Dialect:
    """A notation: its name, what reads it, how that is told to, and what writes it.

    `regex` is true where it is one pattern, without a line end; the others are texts of lines.
    """

    name: str
    engine: str
    use: str
    write: Callable[[Matcher], str]
    regex: bool = True


DIALECTS: dict[str, Dialect] = {
    one.name: one
    for one in (
        Dialect("python", "re of Python 3.11 or newer", "re.compile(P).match(text)", python),
        Dialect("re2", "RE2: C++, Go, DuckDB, BigQuery", "RE2::FullMatch(text, P)", re2),
        Dialect("rust", "Rust's regex crate: polars, ripgrep", "Regex::new(P)?.is_match(text)", rust),
        Dialect(
            "java", "java.util.regex: Java, Kotlin, Scala, Spark", "Pattern.compile(P).matcher(text).matches()", java
        ),
        Dialect("ecmascript", "ECMAScript with the flag u or v", "new RegExp(P, 'u').test(text)", ecmascript),
        Dialect("ecmascript-utf16", "ECMAScript without flags", "new RegExp(P).test(text)", ecmascript_utf16),
        Dialect("pcre2", "PCRE2: PHP, nginx, R, git grep -P", "pcre2_match(pcre2_compile(P, ...), text, ...)", pcre2),
        Dialect("xsd", "XML Schema, a simple type", '<xs:element name="..." type="RULE"/>', xsd, regex=False),
        Dialect("json-schema", "JSON Schema, a string", '{"$ref": "FILE"}', json_schema, regex=False),
        Dialect("ebnf", "W3C's EBNF: diagrams, parser generators", "read it", ebnf, regex=False),
        Dialect("lark", "Lark's Earley parser", "Lark(text, ...), as its second line says", lark, regex=False),
        Dialect("table", "ten lines of any language", "see README, Exports", table, regex=False),
    )
}


def dialect(name: str) -> Dialect:
    """Return a dialect; raise `UnknownDialect` with near names where there is none of that name."""
    try:
        return DIALECTS[name.lower()]
    except KeyError:
        raise UnknownDialect(name, DIALECTS) from None
