"""One automaton that proves that no rule applies after an authority."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irigrammar.matching.plain import quiet_recognizer

if TYPE_CHECKING:
    from irigrammar.advice.registry import Selection
    from irigrammar.engines.recognizer import Recognizer
    from irigrammar.matching.matcher import Matcher


def quiet(name: str = "tail") -> Recognizer:
    """Return a recognizer of the texts after an authority to which no rule that `covers` applies.

    With the name of another rule of `grammar/quiet.abnf`, in the tails of all identifiers of a text. What it refuses
    may be without findings, too. It knows nothing of rules of schemes.

    >>> quiet().matches_many(["/wiki/Caf\u00e9_(bar)", "/a//b", "/%C3%A9", "/%zz"])
    [True, False, True, False]
    >>> quiet("running-text").matches_many(["see http://e.org/a.", "see http://e.org/a..", "or www.e.org"])
    [True, False, True]
    """
    return quiet_recognizer(name)


SHORT = 1_000  # characters: longer identifiers are a finding


def is_ordinary(matcher: Matcher, text: str, *, advice: bool = False) -> bool:
    """Return whether a text that matches is known to have no finding of severity error or warning, by one automaton.

    With `advice` also none of severity advice. Only for the grammars of URIs, IRIs and URLs; nothing is said of texts
    for which this is false.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> is_ordinary(iri, "https://example.org/a?b=c"), is_ordinary(iri, "https://example.org//a")
    (True, False)
    """
    if not (matcher.grammar._is_shipped and matcher.grammar.name in _KNOWN and len(text) < SHORT):
        return False
    return any(quiet(rule).matches(text) for rule in (("silent",) if advice else ("ordinary", "relative")))


_KNOWN = ("rfc3986", "rfc3987", "url-standard")


def head_allows_tails(head: str) -> bool:
    """Return whether rules look at a scheme and authority, with the slash after it, apart from the text behind.

    Not where the authority is empty, since browsers take what follows for it, nor where it has characters that some
    rule looks at as a whole; nor where the scheme has rules for what follows.

    >>> head_allows_tails("http://example.org/"), head_allows_tails("urn:"), head_allows_tails("http:///")
    (True, False, False)
    """
    from irigrammar.processing.scheme_rules.uri import is_generic_after_authority
    from irigrammar.processing.schemes import schemes

    scheme, _, authority = head.partition("://")
    is_plain = head.isascii() and len(authority) > 1 and "%" not in authority and "@" not in authority
    known = schemes().find(scheme)
    return is_plain and is_generic_after_authority(scheme.lower()) and not (known is not None and known.no_fragment)


def covers(selection: Selection) -> bool:
    """Return whether quiet tails are so for all of these rules: those of severity error and warning in a profile."""
    return all(rule.severity != "advice" and not rule.opt_in for rule, _ in selection)
