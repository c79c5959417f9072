"""A parsed reference: its components, and its path at its separators."""

from __future__ import annotations

from functools import cache

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components, with_fields
from irigrammar.processing.browser import has_opaque_path
from irigrammar.processing.path import cut
from irigrammar.processing.percent import encode
from irigrammar.processing.rewrite import parts


class Reference(NamedTuple):
    """A reference, its components, and the pieces of its path (see `cut`)."""

    text: str
    components: Components
    path: list[str]


@cache
def matchers(source: str | Grammar) -> tuple[Matcher, Matcher]:
    """Return the matchers of a grammar's references, and of those with a scheme: the first two of its start rules.

    A grammar with one start rule has the second one of the grammar that it extends, if that begins with the same rule,
    or the same matcher twice. Raises `UnknownGrammar`, and `GrammarError` where the grammar's references have no
    components.

    >>> matchers("rfc3986")
    (<Matcher rfc3986 URI-reference>, <Matcher rfc3986 URI>)
    """
    owner = grammar_of(source)
    start = owner.entry.start
    if start[1:] == () and owner.parent is not None:
        start = next((rules for rules in [owner.parent._references(start[0])] if rules[:1] == start), start)
    reference, absolute = (owner[rule] for rule in (*start, start[0])[:2])
    reference._splitter  # noqa: B018  # raises for a grammar without references
    return reference, absolute


def generic(matcher: Matcher) -> Matcher:
    """Return the matcher of all references of the kind of a matcher's rule, as URI-reference for absolute-URI; for a
    rule that is not one of references, that of the grammar's first start rule.

    >>> import irigrammar
    >>> generic(irigrammar.grammar("rfc3986")["absolute-URI"])
    <Matcher rfc3986 URI-reference>
    """
    references = matcher.grammar._references(matcher.rule)
    return matcher.grammar[references[0]] if references else matchers(matcher.grammar)[0]


def read(matcher: Matcher, text: str) -> Reference:
    """Return a parsed reference; raise `NoMatch` if the text does not match.

    Segments end at "/" or, where the catalog names a preferred rule, at what it reads (Web Addresses: "\\\\", too), but
    in an opaque path only at "/".

    >>> import irigrammar
    >>> read(irigrammar.grammar("web-address").start, "/\\\\h\\\\a").path
    ['', '/\\\\h', '\\\\a']
    """
    components = matcher.split(text)
    path = components.path or ""
    prefer = matcher.grammar.entry.prefer
    if prefer is None or has_opaque_path(components):
        return Reference(text, components, cut(path))
    start = len(str(with_fields(components, path="", query=None, fragment=None)))
    separators = (offset - start for _, offset, _ in parts(matcher, text, frozenset({prefer})))
    return Reference(text, components, cut(path, separators))


def keeps_path(matcher: Matcher, components: Components) -> bool:
    """Return whether a path is data that resolving and normalizing keep: an opaque path of a Web Address
    (draft-ietf-iri-3987bis-04, 3.2; URL Standard, 4.4).

    >>> import irigrammar
    >>> [keeps_path(irigrammar.grammar(name).start, irigrammar.split("a:b")) for name in ("rfc3986", "web-address")]
    [False, True]
    """
    return matcher.grammar.entry.prefer is not None and has_opaque_path(components)


def encode_separators(matcher: Matcher, pieces: list[str]) -> list[str]:
    """Return the pieces of a path with everything percent-encoded in them that the catalog's preferred rule could read.
    The separator at the start of a piece stays, and so do all pieces of a grammar without a preferred rule.

    >>> import irigrammar
    >>> encode_separators(irigrammar.grammar("web-address").start, ["\\\\", "/h", "\\\\a"])
    ['%5C', '/h', '\\\\a']
    """
    prefer = matcher.grammar.entry.prefer
    if prefer is None:
        return pieces
    separates = matcher.grammar[prefer].matches

    def encoded(segment: str) -> str:
        return encode(segment, lambda char: not separates(char))

    return [encoded(pieces[0]), *(piece[:1] + encoded(piece[1:]) for piece in pieces[1:])]
