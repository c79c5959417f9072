"""The public function."""

from __future__ import annotations

from irigrammar.exports.registry import dialect
from irigrammar.matching.matcher import Matcher


def export(matcher: Matcher, to: str) -> str:
    r"""Return a production in the notation of another engine, of which it is proved that it means the same.

    `to` names the dialect: python, re2, rust, java, ecmascript, ecmascript-utf16, pcre2, xsd, json-schema, ebnf, lark
    or table. A regular expression matches whole strings only and has no line end after it; the other notations are
    texts of lines. Raises `UnknownDialect`; `GrammarError` for a grammar that is recursive (which ebnf and lark can
    write) or cannot be compiled; `ExportError`, with the reason, where the dialect or its engine cannot say what the
    production matches.

    >>> import irigrammar
    >>> export(irigrammar.grammar("rfc3986")["dec-octet"], to="re2")
    '\\A(?:[1-9]?[0-9]|1[0-9]{2}|2(?:[0-4][0-9]|5[0-5]))\\z'
    """
    return dialect(to).write(matcher)
