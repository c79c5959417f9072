"""Split references; Web Addresses as their conversion reads them.

Draft-ietf-iri-3987bis-04, 2.2 and 7.2; RFC 3987, 2.2: the first alternative of the host that matches is taken. `str()`
of the components is the reference again (RFC 3986, 5.3).
"""

from __future__ import annotations

from irigrammar.lazy import cache
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.plain import is_plain

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable

    from irigrammar.matching.grammar import Grammar
    from irigrammar.matching.matcher import Matcher
    from irigrammar.matching.parts import Components
    from irigrammar.processing.choices import AuthorityChoice


def split(
    text: str | bytes,
    /,
    rule: str | None = None,
    grammar: str | Grammar = "rfc3987",
    *,
    authority: AuthorityChoice = "refuse",
) -> Components:
    r"""Return the components of a reference.

    Parameters as in `matches`. With `web-address`, white space goes first as in `web_address_to_iri`
    (draft-ietf-iri-3987bis-04, 7.2, steps 1 and 2), and `authority` chooses how to handle a text that is not an
    IRI-reference, and in which browsers read an authority and the grammar does not: "refuse" (the default) raises,
    "browser" splits what browsers read (URL Standard, 4.4), "grammar" splits by the grammar. `Matcher.split` splits the
    text by the grammar as it is.

    Raises `NoMatch` for a text that does not match, `GrammarError` for a rule without components, `ConversionError` for
    an authority as above, and `ValueError` for another choice.

    >>> split("http://example.org:80/a").host
    'example.org'
    >>> split("/\t/example.org/x", grammar="web-address").host
    'example.org'
    >>> split("/\\example.org/x", grammar="web-address", authority="browser").host
    'example.org'
    """
    if authority == "refuse" and isinstance(text, str):
        plainly = grammar == "web-address" and rule is None and is_plain(text)
        components = _finder(rule, "rfc3987" if plainly else grammar)(text)
        if components is not None and components is not NotImplemented:
            return components
    elif authority != "refuse":
        from irigrammar.processing.browser import check_authority

        check_authority(authority)
    source_grammar = grammar_of(grammar)
    return split_by(source_grammar.start if rule is None else source_grammar[rule], text, authority)


@cache
def _finder(rule: str | None, grammar: str | Grammar) -> Callable[[str], Components | None]:
    """Return the kernel's function from a text to its components by a rule; where the kernel cannot split, one that
    returns None. It returns None for no match, and NotImplemented where it has no answer.
    """
    source_grammar = grammar_of(grammar)
    native = (source_grammar.start if rule is None else source_grammar[rule])._splitter.spans.native
    if native is None or source_grammar.entry.prefer is not None:  # what is prepared first
        return lambda _: None
    return native.components  # type: ignore[return-value]  # or NotImplemented


def split_by(matcher: Matcher, text: str | bytes, authority: AuthorityChoice = "refuse") -> Components:
    """Return the components of a reference that a matcher reads; see `split`.

    >>> split_by(grammar_of("web-address").start, " //h ").host
    'h'
    """
    if matcher.grammar.entry.prefer is None:
        return matcher.split(text)
    from irigrammar.processing.browser import prepare_reference

    return matcher.split(prepare_reference(matcher._text(text), matcher, authority))
