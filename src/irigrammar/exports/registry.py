"""Registry of dialects, in the order in which they are listed."""

from __future__ import annotations

from collections.abc import Callable

from irigrammar.dataclass import dataclass
from irigrammar.errors import UnknownDialect
from irigrammar.exports.abnf import abnf
from irigrammar.exports.antlr import antlr
from irigrammar.exports.dialects import ecmascript, ecmascript_utf16, java, json_schema, pcre2, python, re2, rust
from irigrammar.exports.ebnf import ebnf
from irigrammar.exports.lark import lark
from irigrammar.exports.notation import refusal
from irigrammar.exports.re2c import re2c
from irigrammar.exports.table import table
from irigrammar.exports.xsd import xsd
from irigrammar.matching.matcher import Matcher


@dataclass(frozen=True, slots=True)
class Dialect:
    """A notation: its name, the engine that reads it, the call of that engine, and the function that writes it.

    `regex` is true where it is one pattern, without a line end, which `write` leaves without anchors if `is_anchored`
    is false; the others are texts of lines.
    """

    name: str
    engine: str
    use: str
    write: Callable[..., str]
    regex: bool = True


DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
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
        Dialect("abnf", "ABNF, self-contained: the package abnf", "Rule.load_grammar(text)", abnf, regex=False),
        Dialect("ebnf", "W3C's EBNF: diagrams, parser generators", "read it", ebnf, regex=False),
        Dialect("antlr", "ANTLR 4: Java, Python, TypeScript and others", "parser.start_()", antlr, regex=False),
        Dialect("re2c", "re2c: C", "RULE_matches(utf8, length)", re2c, regex=False),
        Dialect("lark", "Lark's Earley parser", "Lark(text, ...), as its second line says", lark, regex=False),
        Dialect("table", "ten lines of any language", "see docs/how-to/exports.md", table, regex=False),
    )
}


def dialect(name: str) -> Dialect:
    """Return a dialect by its name, in any case of letters; raise `UnknownDialect` with near names where there is none
    of that name.
    """
    try:
        return DIALECTS[name.lower()]
    except KeyError:
        raise UnknownDialect(name, DIALECTS) from None


def export(matcher: Matcher, to: str, *, anchored: bool = True) -> str:
    r"""Return a production in the notation of another engine, of which it is proved that it means the same.

    `to` names the dialect: python, re2, rust, java, ecmascript, ecmascript-utf16, pcre2, xsd, json-schema, abnf, ebnf,
    antlr, re2c, lark or table. A regular expression matches whole strings only and has no line end after it; the other
    notations are texts of lines. Raises `UnknownDialect`; `GrammarError` for a grammar that is recursive (which abnf,
    ebnf, antlr and lark can write) or cannot be compiled; `ExportError`, with the reason, where the dialect or its
    engine cannot say what the production matches.

    One that is not `anchored` is for searches, and finds a match exactly where the production has one that begins
    there. Which of several it finds is the engine's choice: where that takes the first alternative that matches, and
    not the longest match as `Matcher.finditer`, a match may be shorter. In an engine that backtracks each attempt takes
    linear time, and a search at most quadratic time.

    >>> import irigrammar
    >>> export(irigrammar.grammar("rfc3986")["dec-octet"], to="re2")
    '\\A(?:[1-9]?[0-9]|1[0-9]{2}|2(?:[0-4][0-9]|5[0-5]))\\z'
    >>> export(irigrammar.grammar("rfc3986")["port"], to="rust", anchored=False)
    '[0-9]*'
    """
    notation = dialect(to)
    if anchored:
        return notation.write(matcher)
    if not notation.regex:
        raise refusal(matcher, notation.name, "only regular expressions have an unanchored form")
    return notation.write(matcher, is_anchored=False)
