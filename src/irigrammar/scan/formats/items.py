"""Items found in a document: identifiers, comments, unreadable places.

They are found before anything is checked. Offsets are code points from 0 in the block of text that was given to the
finder, ends exclusive.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import GrammarError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher
    from irigrammar.scan.formats.strings import Escapes


class FileGrammars(NamedTuple):
    """The options of ABNF files in a configuration (table `grammar`), of the file `path`: the grammars that they
    import, and ABNF for names and prose that they leave undefined.
    """

    path: str = ""
    imports: tuple[str, ...] = ()
    define: tuple[tuple[str, str], ...] = ()

    def options(self, definitions: Mapping[str, str] | None = None) -> tuple[list[str | Grammar], dict[str, str]]:
        """Return the grammars to import, the last of them one with the rules that the table defines if there are such,
        and ABNF by names in prose. A name in `definitions` is defined there, and its rule left out here.
        """
        from re import fullmatch

        from irigrammar.matching.grammar import Grammar

        imports: list[str | Grammar] = [*self.imports]
        prose = {name: abnf for name, abnf in self.define if not fullmatch("[A-Za-z][A-Za-z0-9-]*", name)}
        rows = [f"{name} = {abnf}\n" for name, abnf in self.define if name not in {**prose, **(definitions or {})}]
        if rows:
            imports.append(Grammar.from_text("".join(rows), name=self.path))
        return imports, prose

    def open(self, name: str, extends: str | None = None) -> Grammar:
        """Return the grammar of a name, or of a file with these options and the grammar that it extends.

        Raises `UnknownGrammar` or other `IrigrammarError`s for one that cannot be opened.
        """
        from irigrammar.grammars.limits import is_file_name
        from irigrammar.matching.grammar import open_grammar

        if not is_file_name(name):
            return open_grammar(name)
        imports, define = self.options()
        return open_grammar(name, extends=extends, imports=imports, define=define)


class Production(NamedTuple):
    """The names of a grammar and of a rule of it; `files` has the options of a grammar that is a file, and `extends`
    the grammar that this extends.
    """

    grammar: str
    rule: str
    files: FileGrammars = FileGrammars()
    extends: str | None = None


class TextSchemes(NamedTuple):
    """Schemes of identifiers in text: `others` than those in use; and the rule `scheme` of a grammar that is not the
    catalog's, None for RFC 3986's.
    """

    others: tuple[str, ...] = ()
    rule: Matcher | None = None


KNOWN_SCHEMES = TextSchemes()


def scheme_rule(grammar: Grammar) -> Matcher | None:
    """Return the rule `scheme` of a grammar that does not ship, None where it has none that an automaton can match.

    >>> from irigrammar import Grammar
    >>> scheme_rule(Grammar.from_text('scheme = 1*( ALPHA / "_" )', extends="rfc3987"))
    <Matcher <text> scheme>
    """
    if grammar._is_shipped or "scheme" not in grammar.rules:
        return None
    rule = grammar["scheme"]
    try:
        rule.grammar._production(rule.rule).with_marks(frozenset())
    except GrammarError:
        return None
    return rule


IRI, IRI_REFERENCE = Production("rfc3987", "IRI"), Production("rfc3987", "IRI-reference")
URI, URI_REFERENCE = Production("rfc3986", "URI"), Production("rfc3986", "URI-reference")
VALID_URL = Production("url-standard", "valid-URL")
SCHEMA_REFERENCE = Production("json-schema", "schema-ref")

# What `--fix` may do to an identifier: all that is safe for a link; also encode spaces inside it, where it is the only
# one in an attribute of HTML or SVG; all but the fragment, which package managers do not decode; only what the grammar
# refuses, since a program may ask how the string is spelled;
# nothing that counts as safe, as in comments; or nothing: names are compared character by character, and an equivalent
# is another one (RDF 1.2 Concepts, 3.2; Namespaces in XML, 2.3).
Fixes = Literal["all", "spaced", "before-fragment", "faults", "unsafe", "none"]


class Candidate(NamedTuple):
    """An identifier in a block: its span without delimiters, and its text.

    `label` says in words where it stands ("href of a", "IRIREF"). `escapes` is the convention by which it is written,
    None where there is none. `offsets` has the place in the block of each code point of `text`, and the end; it is None
    where the text is written as it is. `production` is what the document itself asks for (as a JSON Schema's `format`
    does), None for the one of its type. `charset` is that of queries where it is not UTF-8 (HTML;
    3987bis-04, 3.5), and `base` the base that the document gives for it, if any. `fixes` says what may be fixed.
    """

    start: int
    end: int
    text: str
    label: str = ""
    escapes: Escapes | None = None
    offsets: Sequence[int] | None = None
    production: Production | None = None
    charset: str | None = None
    base: str | None = None
    fixes: Fixes = "all"


class Comment(NamedTuple):
    """A comment of the document, its delimiters included; `text` is its content."""

    start: int
    end: int
    text: str


class Malformed(NamedTuple):
    """A place where the document is not well formed, or an escape that stands for nothing: a code, and why."""

    start: int
    end: int
    code: str
    message: str


Item = Candidate | Comment | Malformed


def within(candidate: Candidate, start: int, end: int) -> tuple[int, int]:
    """Return the span in a candidate's text of a span of the block, as far as it is in it.

    >>> within(Candidate(4, 9, "a:bcd"), 6, 20)
    (2, 5)
    >>> within(Candidate(4, 13, "a:&b", offsets=(4, 5, 6, 11, 12)), 0, 11)
    (0, 3)
    """
    if candidate.offsets is None:
        return max(start - candidate.start, 0), min(end, candidate.end) - candidate.start
    offsets, last = candidate.offsets, len(candidate.text)
    return max(bisect_right(offsets, start) - 1, 0), min(bisect_left(offsets, end), last)


def span(candidate: Candidate, start: int, end: int) -> tuple[int, int]:
    """Return the span in the block of a span in a candidate's text; an escape that it ends in is part of it.

    >>> span(Candidate(4, 9, "a:bcd"), 2, 3)
    (6, 7)
    >>> span(Candidate(4, 13, "a:&", offsets=(4, 5, 6, 11)), 2, 3)
    (6, 11)

    A part of what one escape stands for stands where the whole escape does.

    >>> span(Candidate(4, 9, "abcd", offsets=(4, 5, 5, 8, 9)), 1, 2)
    (5, 8)
    """
    if candidate.offsets is None:
        return candidate.start + start, candidate.start + end
    first, last = candidate.offsets[start], candidate.offsets[end]
    while start < end < len(candidate.text) and last == candidate.offsets[end - 1]:
        end += 1
        last = candidate.offsets[end]
    return first, last
