"""Grammars with additional requirements from a document's prose."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, get_args

from irigrammar.processing.choices import DocumentProfile
from irigrammar.text.choices import check_choice

if TYPE_CHECKING:
    from irigrammar.automata.charset import Ranges
    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher


# The characters that each profile takes out of a grammar (`grammar/characters.toml`).
_WITHOUT: dict[str, str] = {"rfc3987-4.1": "bidi-formatting"}


def with_profile(matcher: Matcher, profile: DocumentProfile) -> Matcher:
    """Return the matcher of the same rule in its grammar without the characters that a document's prose forbids.

    "rfc3987-4.1": IRIs must not contain bidirectional formatting characters (RFC 3987, 4.1). A grammar that has none of
    the characters is the same with the profile. Raises `ValueError` for an unknown profile.

    >>> import irigrammar
    >>> iri = with_profile(irigrammar.grammar("rfc3987")["IRI"], "rfc3987-4.1")
    >>> iri.matches("http://e/\\u05d0"), iri.matches("http://e/\\u202e\\u05d0")
    (True, False)
    """
    check_choice("profile", profile, get_args(DocumentProfile))
    return _narrower_grammar(matcher.grammar, profile)[matcher.rule]


@cache
def _narrower_grammar(source: Grammar, profile: str) -> Grammar:
    """Return a grammar whose sets of characters lack those of a profile, itself if none has them. It extends the given
    one, and is named by its document and the profile.
    """
    from irigrammar.automata.charset import difference
    from irigrammar.matching.grammar import Grammar
    from irigrammar.processing.characters import alphabet, characters

    forbidden_ranges = characters(_WITHOUT[profile]).ranges
    sets = [name for name in source.rules.names() if _is_set(source, name, forbidden_ranges)]
    if not sets:
        return source
    narrower_sets = {name: difference(alphabet(source[name]).ranges, forbidden_ranges) for name in sets}
    rows = ((name, " / ".join(f"%x{low:X}-{high:X}" for low, high in ranges)) for name, ranges in narrower_sets.items())
    text = "".join(f"{name} = {abnf}\n" for name, abnf in rows)
    profile_name = f"{source.entry.document} and {profile}"
    return Grammar.from_text(text, name=profile_name, extends=source, start=source.entry.start)


def _is_set(source: Grammar, name: str, forbidden_ranges: Ranges) -> bool:
    """Return whether a rule lists single characters of which some are removed, and refers to no other such rule. False
    for a rule without an automaton.
    """
    from irigrammar.automata.charset import intersection
    from irigrammar.errors import GrammarError
    from irigrammar.grammars.expr import Ref, walk
    from irigrammar.processing.characters import alphabet

    try:
        ranges = alphabet(source[name]).ranges
    except GrammarError:  # prose, or recursion
        return False
    if not intersection(ranges, forbidden_ranges) or not all(source[name].matches(chr(low)) for low, _ in ranges):
        return False
    others = [part.name for part in walk(source.rules[name].expr) if isinstance(part, Ref)]
    return not any(intersection(alphabet(source[other]).ranges, forbidden_ranges) for other in others)
