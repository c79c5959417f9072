"""Automata that prove that rules of advice find nothing in a text."""

from __future__ import annotations

from functools import lru_cache

from irigrammar.engines.compiled import QUIET
from irigrammar.lazy import cache, regex
from irigrammar.matching.plain import quiet_recognizer
from irigrammar.shipped.loader import value

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    import re
    from collections.abc import Callable

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
LONG = "long"  # the condition of a rule that finds something in longer ones only
WRITTEN = ("bidi", "lower-hex", "encoded-beyond-ascii")  # conditions on a text before it is decoded
MIXED = ("mixed-word", "mixed-segment")  # those on scripts
DOMAINS = ("unknown-domain", "foreign-domain")  # those on the last label of a host, in ASCII and not
LARGE = (*MIXED, *DOMAINS, "long-host")  # whose automata are parts of the file by their names
# Parts of the file: the texts that meet no condition of rules of severity error or warning, or of any; the conditions;
# and sets of their names.
ORDINARY, SILENT, CONDITIONS, SETS = "ordinary", "silent", "conditions", "names"
PERCENT, BEYOND_ASCII = "percent", "beyond-ascii"


def is_ordinary(matcher: Matcher, text: str, *, advice: bool = False) -> bool:
    """Return whether a text that matches is known to have no finding of severity error or warning, by a few automata.

    With `advice` also none of severity advice. Only for the grammars of URIs, IRIs and URLs; nothing is said of texts
    for which this is false.

    >>> import irigrammar
    >>> iri = irigrammar.grammar("rfc3987")["IRI"]
    >>> texts = ("https://r\u00e9sum\u00e9.example.org/a%20b?c=d", "https://example.org//a", "https://example.org/../")
    >>> [is_ordinary(iri, text) for text in texts], [is_ordinary(iri, text, advice=True) for text in texts]
    ([True, True, False], [True, False, False])
    """
    if not knows_conditions(matcher, text):
        return False
    plain = decoded(text)
    part = SILENT if advice else ORDINARY
    return condition(part)(plain) and not conditions_met(text, _names()[part], plain)


@cache
def _names() -> dict[str, frozenset[str]]:
    """Return sets of names of conditions: by the automaton of quiet texts, those that it leaves out; by `PERCENT` and
    `BEYOND_ASCII` those that texts without these never meet.
    """
    return {part: frozenset(names) for part, names in value(QUIET, SETS).items()}


def knows_conditions(matcher: Matcher, text: str) -> bool:
    """Return whether conditions say which rules of advice find nothing in a text that matches."""
    return matcher.grammar._is_shipped and matcher.grammar.name in _KNOWN and len(text) < SHORT


def conditions_met(text: str, names: frozenset[str], plain: str | None = None) -> set[str]:
    """Return those of some conditions, by name, that a text meets; `plain` is the text decoded, if that is known."""
    plain = decoded(text) if plain is None else plain
    rows = _conditions(names, "%" in text, plain.isascii())
    return {name for name, as_written, matches in rows if matches(text if as_written else plain)}


@lru_cache(maxsize=64)
def _conditions(
    names: frozenset[str], has_percent: bool, is_ascii: bool
) -> tuple[tuple[str, bool, Callable[[str], bool]], ...]:
    """Return the conditions that a text may meet, by name: whether they are asked of the text before it is decoded, and
    what says whether a text meets them.
    """
    never = _names()[PERCENT] if not has_percent else frozenset()
    never |= _names()[BEYOND_ASCII] if is_ascii else frozenset()
    return tuple((name, name in WRITTEN, condition(name)) for name in sorted(names - never - {LONG}))


def condition(name: str) -> Callable[[str], bool]:
    """Return the function that says whether a short text meets a condition, or is quiet, by the name."""
    part = CONDITIONS if name not in (*LARGE, ORDINARY, SILENT) else name
    return quiet_recognizer(name, part, runs=False).matches


def decoded(text: str) -> str:
    """Return a text with percent-encoded characters beyond ASCII decoded.

    >>> decoded("%c3%a9%2F%FF")
    '\xe9%2F%FF'
    """
    return _BEYOND_ASCII.sub(_decoded_run, text) if "%" in text else text


_BEYOND_ASCII = regex("(?:%[89A-Fa-f][0-9A-Fa-f])+")


def _decoded_run(match: re.Match[str]) -> str:
    try:
        return bytes.fromhex(match[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        from irigrammar.processing.percent import decode

        return decode(match[0], lambda char: not char.isascii())


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
