"""An identifier in URI notation, for the rules of its scheme.

It has the places of its parts in the text.
"""

# typed: IRI, path-abempty, ireg-name, ifragment: rules that the prose of a scheme is about
# typed: unreserved: RFC 3987, 3.1 and 3.2
from __future__ import annotations

from functools import cache
from itertools import chain, repeat

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import Fault
from irigrammar.grammars.expr import Ref, walk
from irigrammar.lazy import cached_property
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.processing.characters import alphabet
from irigrammar.processing.host import host_to_ascii
from irigrammar.processing.percent import Encoding
from irigrammar.processing.rewrite import parts
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.unicode import general_category

_GENERIC = grammar_of("rfc3986")
_FRAGMENT = "#"


class Place(NamedTuple):
    """A part of a URI: the rule or component that it matches, its offsets in code points, the end exclusive."""

    rule: str
    start: int
    end: int
    value: str


class SchemeUri:
    """A text with a scheme in URI notation (RFC 3987, 3.1), and how its scheme's grammar reads it.

    What a URI does not allow is percent-encoded, and so are unreserved characters that the grammar of the scheme lacks,
    which mean the same (RFC 3986, 2.3); a domain name is converted to ASCII. A fragment belongs to the reference (RFC
    3986, 3.5), so that it need not match where the grammar has none. A text for whose scheme no grammar is known stays
    as it is.

    >>> uri = SchemeUri("tel:\u00e9")
    >>> uri.uri, uri.fault.offset, uri.span(4, 7)
    ('tel:%C3%A9', 4, (4, 5))
    """

    def __init__(self, text: str, known: Schemes | None = None, *, with_fixes: bool = True) -> None:
        """Take a text, whose scheme is looked up among the known ones (by default those that come with the package),
        and write it as a URI, as that scheme's grammar needs it. `with_fixes` says whether fixes are asked for.
        """
        self.text = text
        self.with_fixes = with_fixes
        self.scheme = scheme_of(text) or ""
        self.known = shipped() if known is None else known
        self.entry = self.known.find(self.scheme)
        self.matcher = None if self.entry is None else self.entry.matcher
        self._domain = None if self.matcher is None or text.isascii() else self._converted_domain()
        start, end, name = self._domain or (0, 0, "")
        self.uri = self._encoded(text[:start]) + name + self._encoded(text[end:])

    def _encoded(self, text: str) -> str:
        return text if self.matcher is None else text.translate(_encoding(self.matcher))

    def _converted_domain(self) -> tuple[int, int, str] | None:
        """Return the place of a domain name that IDNA converts, and its form in ASCII; None for none, and for a list of
        hosts.
        """
        iri = grammar_of("rfc3987")["IRI"]
        if self.entry is None or not self.entry.domain_name or not iri.matches(self.text):
            return None
        components = iri.split(self.text)
        if not components.host or components.host_kind != "ireg-name" or self._has_several_hosts():
            return None
        user = "" if components.userinfo is None else f"{components.userinfo}@"
        start = len(f"{components.scheme}://{user}")
        try:
            return start, start + len(components.host), host_to_ascii(components.host)
        except ConversionError:  # as of a label that IDNA refuses
            return None

    def _has_several_hosts(self) -> bool:
        encoded = self._encoded(self.text)
        return (
            self.entry is not None
            and self.entry.beyond_uri
            and self.matcher is not None
            and self.matcher.matches(encoded)
            and len(parts(self.matcher, encoded, frozenset({"host"}))) > 1
        )

    def _pieces(self) -> list[tuple[str, int]]:
        """Return the pieces of the URI, each with the offset of its source in the text: characters, and as one piece a
        domain name that was converted.
        """
        start, end, name = self._domain or (0, 0, "")
        pieces = [(self._encoded(char), offset) for offset, char in enumerate(self.text)]
        return [*pieces[:start], (name, start), *pieces[end:]]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text of a part of the URI: code points, the end exclusive."""
        if len(self.uri) == len(self.text):
            return start, end
        first, last = self._offsets[start], self._offsets[end]
        return first, max(last, first + (end > start))

    @cached_property
    def _offsets(self) -> list[int]:
        """The offset in the text of each character of the URI, and of its end."""
        offset_runs = (repeat(offset, len(piece)) for piece, offset in self._pieces())
        return [*chain.from_iterable(offset_runs), len(self.text)]

    @cached_property
    def fault(self) -> Fault | None:
        """The fault by the rule of its scheme, None if the URI matches or no rule is known."""
        if self.matcher is None or self.matching_part is not None:
            return None
        return self.matcher.check(self.uri).fault

    @cached_property
    def matching_part(self) -> str | None:
        """The part of the URI that matches the rule of its scheme: all, or all but a fragment that the rule has no
        place for; None for nothing.
        """
        if self.matcher is None:
            return None
        if self.matcher.matches(self.uri):
            return self.uri
        head, mark, _ = self.uri.partition(_FRAGMENT)
        if not mark or not self.matcher.matches(head):
            return None
        fault = self.matcher.check(head + mark).fault
        return head if fault is not None and fault.offset == len(head) else None

    @property
    def matches_as_written(self) -> bool:
        """Whether the unchanged text matches the rule of its scheme, whatever the generic grammar says."""
        return self.matcher is not None and self.matcher.matches(self.text)

    @property
    def is_beyond_uri(self) -> bool:
        """Whether the document of the scheme allows the unchanged text, whatever the generic grammar says: it has
        strings that are not URIs, and the text matches its rule, except for a fragment.
        """
        if self.entry is None or not self.entry.beyond_uri or self.matcher is None:
            return False
        head, _, fragment = self.text.partition(_FRAGMENT)
        has_fragment = self.matcher.matches(head) and grammar_of("rfc3987")["ifragment"].matches(fragment)
        return has_fragment or self.matches_as_written

    @cached_property
    def components(self) -> Components | None:
        """The components of the URI, or of a reference; None where it does not match the generic grammar."""
        return _GENERIC.start.split(self.uri) if _GENERIC.start.matches(self.uri) else None

    def parts(self, *names: str) -> list[Place]:
        """Return the parts that match some rules of the scheme's grammar, in order; none where the URI does not match.

        >>> [part.value for part in SchemeUri("geo:1,2;u=3").parts("coord-a", "uval")]
        ['1', '3']
        """
        if self.matching_part is None or self.matcher is None:
            return []
        places = parts(self.matcher, self.matching_part, frozenset(names))
        return [Place(name, start, end, self.matching_part[start:end]) for name, start, end in places]

    def part(self, name: str) -> Place | None:
        """Return the first part that matches a rule of the scheme's grammar, None where there is none."""
        return next(iter(self.parts(name)), None)

    def component(self, name: str) -> Place | None:
        """Return a part of the authority by the name of its rule in RFC 3986 ("authority", "userinfo", "host", "port");
        None where it is absent, and for a text without an authority or not in the generic grammar.
        """
        components = self.components
        if components is None or components.authority is None:
            return None
        start = len("//") if components.scheme is None else len(f"{components.scheme}://")
        if name in ("host", "port") and components.userinfo is not None:
            start += len(f"{components.userinfo}@")
        if name == "port":
            start += len(f"{components.host}:")
        value: str | None = getattr(components, name)
        return None if value is None else Place(name, start, start + len(value), value)


def scheme_of(text: str) -> str | None:
    """Return the scheme of a text in lower case, valid or not; None where it begins with none (RFC 3986, 3.1).

    >>> scheme_of("TEL:["), scheme_of("//h:1")
    ('tel', None)
    """
    name, colon, _ = text.partition(":")
    return name.lower() if colon and _GENERIC["scheme"].matches(name) else None


@cache
def _encoding(matcher: Matcher) -> Encoding:
    """Return an encoding of characters that a URI lacks, and of unreserved ones that a grammar lacks."""
    chars, generic = alphabet(matcher), alphabet(_GENERIC.start)
    unreserved = alphabet(_GENERIC["unreserved"])
    return Encoding(
        lambda char: char in chars or (char in generic and char not in unreserved) or general_category(char) == "Cs"
    )


@cache
def has_authority(scheme: str) -> bool:
    """Return whether the grammar of a scheme has an authority; true where no grammar is known.

    >>> [scheme for scheme in ("https", "file", "mailto", "urn") if has_authority(scheme)]
    ['https', 'file']
    """
    return _reaches(scheme, "host") or _reaches(scheme, "authority")


@cache
def needs_authority(scheme: str) -> bool:
    """Return whether the grammar of a scheme lets nothing but an authority follow the colon; true where no grammar is
    known.

    >>> [scheme for scheme in ("https", "dns", "redis", "mailto") if needs_authority(scheme)]
    ['https', 'redis']
    """
    entry = shipped().find(scheme)
    if entry is None or entry.matcher is None:
        return True
    start = len(f"{scheme}:")
    fault = entry.matcher.check(f"{scheme}:a").fault
    return fault is not None and fault.offset == start


@cache
def is_generic_after_authority(scheme: str) -> bool:
    """Return whether a scheme's grammar leaves all that follows the authority to the generic grammar; true where no
    grammar is known.

    >>> [scheme for scheme in ("https", "coap", "file", "mailto") if is_generic_after_authority(scheme)]
    ['https', 'coap']
    """
    return _reaches(scheme, "host") and _reaches(scheme, "path-abempty")


def _reaches(scheme: str, target_rule: str) -> bool:
    """Return whether the rule of a scheme refers to a rule, directly or by others; true where no rule is known.
    `target_rule` is in lower case. Of schemes, those that come with the package are asked.
    """
    entry = shipped().find(scheme)
    if entry is None or entry.rule is None:
        return True
    grammar, _, rule = entry.rule.partition(":")
    rules = grammar_of(grammar).rules
    visited_rules: set[str] = set()
    todo = [rule]
    while todo:
        name = todo.pop().lower()
        if name not in visited_rules:
            visited_rules.add(name)
            todo += [part.name for part in walk(rules[name].expr) if isinstance(part, Ref)]
    return target_rule in visited_rules
