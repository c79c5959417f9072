"""The components to which the bidi restrictions apply.

RFC 3987, 4.2; draft-ietf-iri-3987bis-04, 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Literal, get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, GrammarError, check_text
from irigrammar.grammars.expr import Ref, walk
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.characters import alphabet, productions
from irigrammar.processing.host import DOTS, host_policy
from irigrammar.processing.labels import to_ascii_label
from irigrammar.processing.percent import encode
from irigrammar.processing.rewrite import parts
from irigrammar.processing.schemes import Schemes
from irigrammar.text.choices import check_choice
from irigrammar.text.splice import splice

Division = Literal["parts", "grammar"]

# What divides a component further, where section 4.2 names an example.
SEPARATORS = {"userinfo": regex(":"), "path": regex(r"\."), "query": regex("[&;]")}
_VALUE = "="  # the first one ends the name


class Component(NamedTuple):
    """A component: its production as spelled, the field of `Components` that it is in, where it stands (offsets in code
    points from 0, the end exclusive), whether it is the production as a whole, and whether it is a label of a domain
    name.
    """

    rule: str
    field: str
    start: int
    end: int
    whole: bool
    label: bool = False

    @property
    def words(self) -> str:
        """The name of the component in messages, by its rule: as a label or a part of it unless it is the whole."""
        if self.whole:
            return self.rule
        return f"a label of {self.rule}" if self.label else f"a part of {self.rule}"


def components(
    s: str, /, *, components: Division = "parts", grammar: str | Grammar = "rfc3987", schemes: Schemes | None = None
) -> list[Component]:
    """Return the components of a reference for the purpose of bidi behaviour, in order (RFC 3987, 4.2).

    With "grammar" they are the productions that the section lists: user information, registered name, each segment,
    query and fragment. With "parts" (the default) these are divided as it recommends: user information at ":", a host
    that is a domain name at its dots, segments at ".", queries at "&" and ";" into names and values. A host is a domain
    name where the scheme says so in `schemes` (by default those that come with the package), and without a scheme.
    Hosts that are addresses, and the port, are components too: they cannot hold right-to-left characters, but digits
    that come after some. Empty ones are left out.

    Raises `NoMatch` where the string is not a reference of the grammar, `GrammarError` for a grammar that names no
    components, `UnknownGrammar`, and `ValueError` for another division.

    >>> parts = components("http://ab.cd/e.f?g=h")
    >>> [(part.rule, part.start, part.end) for part in parts][:3]
    [('ireg-name', 7, 9), ('ireg-name', 10, 12), ('isegment', 13, 14)]
    >>> [part.words for part in parts][2:]
    ['a part of isegment', 'a part of isegment', 'a part of iquery', 'a part of iquery']
    """
    return components_of(matcher_of(grammar), s, components, schemes)


def components_of(
    matcher: Matcher, s: str, division: Division = "parts", schemes: Schemes | None = None
) -> list[Component]:
    """Return the components of a string that a matcher of references reads; see `components`. Raises `NoMatch` for a
    string that does not match, `ValueError` for an unknown division. The scheme and empty components are left out, and
    the kind of a host takes its place.
    """
    check_text(s)
    check_choice("components", division, get_args(Division))
    fields = fields_of(matcher.grammar)
    places: list[Component] = []
    scheme: str | None = None
    spans = parts(matcher, s, frozenset(fields))
    for (rule, start, end), after in zip_longest(spans, spans[1:]):
        field = fields[rule.lower()]
        if productions(matcher.grammar).get(rule.lower()) == "host" and after is not None and after[1] < end:
            continue  # its kind follows
        if field == "scheme":
            scheme = s[start:end]
        elif start < end and (
            not places or start >= places[-1].end
        ):  # the IPv4address inside an IPv6address is neither
            whole = Component(rule, field, start, end, whole=True)
            is_domain = not in_ascii(matcher.grammar, rule) and host_policy(scheme, known=schemes) != "percent"
            if division == "grammar" or (field == "host" and not is_domain):
                places.append(whole)
            else:
                places += _subcomponents(s, whole)
    return places


def matcher_of(grammar: str | Grammar) -> Matcher:
    """Return the matcher of a grammar's references; raise `GrammarError` where it names no components. Raises
    `UnknownGrammar`.
    """
    loaded_grammar = grammar_of(grammar)
    if not loaded_grammar.entry.components:
        raise GrammarError(f"the grammar {loaded_grammar.name} declares no components")
    return loaded_grammar.start


def _subcomponents(text: str, whole: Component) -> Iterator[Component]:
    """Yield the parts of a component between its separators, empty ones left out: labels of a host, names and values of
    a query; a component without separators, whole. In a query the first "=" of each pair is a separator, too.
    """
    separators = DOTS if whole.field == "host" else SEPARATORS.get(whole.field)
    if separators is None:
        yield whole
        return
    cuts = [whole.start, whole.end]
    for separator in separators.finditer(text, whole.start, whole.end):
        cuts[-1:-1] = separator.span()
    if whole.field == "query":
        values = [text.find(_VALUE, start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
        cuts = sorted([*cuts, *(offset + more for offset in values if offset >= 0 for more in (0, 1))])
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        if start < end:
            all_of_it = end - start == whole.end - whole.start
            yield Component(whole.rule, whole.field, start, end, all_of_it, label=whole.field == "host")


@cache
def in_ascii(grammar: Grammar, rule: str) -> bool:
    """Return whether a production is ASCII only, as the addresses among the kinds of hosts are."""
    return all(high < 128 for _, high in alphabet(grammar[rule]).ranges)


@cache
def fields_of(grammar: Grammar) -> Mapping[str, str]:
    """Return which field each production belongs to that is a component here, by its name in lower case.

    Hosts are represented by their kinds, if they have one, paths by what they repeat: their segments.
    """
    from irigrammar.language.strings import lengths

    inner = productions(grammar)
    fields = {name: field for name, field in inner.items() if field not in ("host", "path")}
    hosts = ("host", "host_kind")
    fields |= {name.lower(): "host" for name, field in grammar.entry.components.items() if field in hosts}
    paths = {name for name, field in inner.items() if field == "path"}
    for name in paths:
        rule = grammar.rules.find(name)
        for expr in walk(rule.expr) if rule else ():
            if isinstance(expr, Ref) and expr.name.lower() not in paths and lengths(grammar[expr.name])[1] is None:
                fields[expr.name.lower()] = "path"
    return fields


def percent_encoded(matcher: Matcher, text: str, places: Iterable[Component]) -> str | None:
    """Return a text with some components, in order, mapped to URI notation; None where one of them has none, or the
    text then does not match.

    A component may come twice; it is mapped once.
    """
    edits: list[tuple[int, int, str]] = []
    for component in places:
        if (
            edits and component.start < edits[-1][1]
        ):  # it came before, and mapping it each time would take quadratic time
            continue
        notation = to_uri_notation(text[component.start : component.end], component)
        if notation is None:
            return None
        edits.append((component.start, component.end, notation))
    result = splice(text, edits)
    return result if matcher.matches(result) else None


def to_uri_notation(text: str, component: Component) -> str | None:
    """Return a component in ASCII (RFC 3987, 3.1): a label of a domain name as its A-label, all else percent-encoded.

    None for a label that IDNA refuses: percent-encoded it would be in no domain name (draft-ietf-iri-3987bis-04, 3.4).

    >>> to_uri_notation("\\u05d0b", Component("isegment", "path", 0, 2, whole=True))
    '%D7%90b'
    >>> to_uri_notation("\\u05d0b", Component("ireg-name", "host", 0, 2, whole=True, label=True))
    """
    if not component.label:
        return encode(text, str.isascii)
    try:
        return to_ascii_label(text)
    except ConversionError:
        return None
