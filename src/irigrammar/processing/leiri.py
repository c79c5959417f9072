"""Legacy Extended IRIs to IRIs.

LEIRI Note, 3 to 5; draft-ietf-iri-3987bis-04, 7.1.
"""

# typed: leiri: the name of a grammar
from __future__ import annotations

from functools import partial

from irigrammar.errors import GrammarError
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.processing.browser import record_browser_difference
from irigrammar.processing.characters import productions
from irigrammar.processing.host import check_host_form
from irigrammar.processing.rewrite import rewrite
from irigrammar.processing.support.refused import (
    BIS,
    encode_grouped,
    encode_refused,
    require_iri_reference,
    source,
    target,
)
from irigrammar.processing.trace import Trace, record

LEIRIS = {"leiri": "W3C Note NOTE-leiri-20081103, 4", "leiri-bis": f"{BIS}, 7.1"}


def leiri_by_steps(s: str, grammar: str | Grammar, trace: Trace, *, check: bool) -> str:
    """Return the result of `leiri_to_iri`, whose parameters these are, and record its steps in the trace; those of the
    encoding only if there is a result. Raises its errors, and `GrammarError` for a grammar of no Legacy Extended IRIs.
    """
    source_grammar = grammar_of(grammar)
    section = LEIRIS.get(source_grammar._catalog_ancestor.name)
    if section is None:
        names = " and ".join(LEIRIS)
        raise GrammarError(f"{source_grammar.name} is not a grammar of Legacy Extended IRIs; choose {names}")
    steps: Trace = None if trace is None else []
    matcher = source(source_grammar.start, s, section, steps)
    if matcher.matches(s):
        check_host_form(matcher.split(s).host, source_grammar, target().grammar)
    encode = partial(encode_refused, section=section, trace=steps)
    table = {name: partial(encode, field=field) for name, field in productions(matcher.grammar).items()}
    try:
        iri = require_iri_reference(rewrite(matcher, s, table))
    except NoMatch:
        if check:
            raise
        iri = _lenient_iri(s, section, steps)
    if trace is not None:
        trace += steps or ()
    record_browser_difference(s, iri, trace)
    prefix = "" if check else "unchecked: "
    return record(trace, section, s, iri, f"{prefix}percent-encode all that IRIs do not allow")


def _lenient_iri(text: str, section: str, trace: Trace) -> str:
    """Return a string that is not in the grammar with the characters of the groups percent-encoded (see
    `encode_grouped`); the result need not be an IRI-reference.

    Query and fragment are found as in RFC 3986, appendix B; all that is before them counts as path.
    """
    before, hash_sign, fragment = text.partition("#")
    start, question_mark, query = before.partition("?")
    parts = [(start, "path"), (query, "query"), (fragment, "fragment")]
    first, second, third = (encode_grouped(part, field, section, trace) for part, field in parts)
    return f"{first}{question_mark}{second}{hash_sign}{third}"
