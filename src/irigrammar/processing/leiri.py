"""Legacy Extended IRIs to IRIs (LEIRI Note, 3 to 5; draft-ietf-iri-3987bis-04, 7.1)."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from irigrammar.errors import GrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.processing.browser import announced
from irigrammar.processing.characters import productions
from irigrammar.processing.refused import BIS, checked, encode_grouped, encode_refused, may_stay, source
from irigrammar.processing.rewrite import rewrite
from irigrammar.processing.trace import Trace, record

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Rewriter

_SECTIONS = {"leiri": "W3C Note NOTE-leiri-20081103, 4", "leiri-bis": f"{BIS}, 7.1"}


def leiri_to_iri(s: str, /, *, check: bool = True, grammar: str | Grammar = "leiri", trace: Trace = None) -> str:
    """Return the IRI-reference of a Legacy Extended IRI reference (LEIRI Note, 4; draft-ietf-iri-3987bis-04, 7.1).

    Each character that RFC 3987 does not allow in its component is percent-encoded as UTF-8, and so are the bidi
    formatting characters, which its section 4.1 forbids; private use characters stay in queries. An IRI-reference by
    RFC 3987 without bidi formatting characters comes back unchanged. Browsers, which read "\\"
    as "/" and drop some controls, may read another host from the result than from `s`; the trace says so. `grammar` is
    "leiri" (the Note, the default) or "leiri-bis" (the draft, which allows "#" in fragments, and no percent-encoding in
    registered names). `trace` receives each character with its group and the reason.

    Raises `NoMatch` for what is neither in that grammar nor an IRI-reference, `GrammarError` and `UnknownGrammar` for
    another name. With `check=False` any string is mapped, as the Note advises for generic software; the result is an
    IRI-reference if the string was in the grammar.

    >>> leiri_to_iri("http://example.org/a b?<\\ue000>#\\u202e")
    'http://example.org/a%20b?%3C\\ue000%3E#%E2%80%AE'
    """
    if check and trace is None:
        kernel = rewriter(grammar)
        if kernel is not None and (iri := kernel.text(s)) is not NotImplemented:
            return iri
    return _by_steps(s, grammar, trace, check=check)


@cache
def rewriter(grammar: str | Grammar) -> Rewriter | None:
    """Return what maps Legacy Extended IRIs in the kernel; None where there is none.

    >>> kernel = rewriter("leiri")
    >>> kernel is None or kernel.text("a b") == "a%20b"
    True
    """
    from irigrammar.processing.plans import from_extended

    named = grammar_of(grammar)
    if named.name not in _SECTIONS:
        return None
    return from_extended(named, may_stay)


def _by_steps(s: str, grammar: str | Grammar, trace: Trace, *, check: bool) -> str:
    named = grammar_of(grammar)
    if named not in map(grammar_of, _SECTIONS):
        names = " and ".join(_SECTIONS)
        raise GrammarError(f"{named.name} is not a grammar of Legacy Extended IRIs; choose {names}")
    section = _SECTIONS[named.name]
    steps: Trace = None if trace is None else []
    matcher = source(named.start, s, section, steps)
    encode = partial(encode_refused, section=section, trace=steps)
    table = {name: partial(encode, field=field) for name, field in productions(matcher.grammar).items()}
    try:
        iri = checked(rewrite(matcher, s, table))
    except NoMatch:
        if check:
            raise
        iri = _unchecked(s, section, steps)
    if trace is not None:
        trace += steps or ()
    announced(s, iri, trace)
    what = "" if check else "unchecked: "
    return record(trace, section, s, iri, f"{what}percent-encode all that IRIs do not allow")


def _unchecked(text: str, section: str, trace: Trace) -> str:
    """Return a string that is not in the grammar, mapped as far as the documents say.

    The query is found as in RFC 3986, appendix B.
    """
    before, hash_sign, fragment = text.partition("#")
    start, question_mark, query = before.partition("?")
    parts = [(start, "path"), (query, "query"), (fragment, "fragment")]
    first, second, third = (encode_grouped(part, field, section, trace) for part, field in parts)
    return f"{first}{question_mark}{second}{hash_sign}{third}"
