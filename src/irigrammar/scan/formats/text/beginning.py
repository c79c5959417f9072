"""Find where identifiers begin in running text.

At a scheme in use, or at a misspelled one.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Container, Iterator, Mapping
from functools import cache

from irigrammar._generated.beginnings import (
    AFTER_COLON,
    AUTHORITY,
    BEFORE_NONE,
    NO_COLON,
    PLAIN,
    PLAIN_REFERENCE,
    REGISTRABLE,
    SCHEME,
    SENTENCE_END,
)
from irigrammar._generated.documents import COMMON_SCHEMES, UNREAD_SCHEMES
from irigrammar.advice.likeness import TYPED_SCHEMES, is_file_name_like, is_host_like, is_misspelled
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.schemes import schemes
from irigrammar.scan.formats.items import KNOWN_SCHEMES, TextSchemes
from irigrammar.shipped.registries import registered_schemes
from irigrammar.unicode import of_words

_COLON = regex(r":(?=[^\s\"':=])")
_LONGEST = 64
_AUTHORITY = regex(AUTHORITY)
_REGISTRABLE = regex(REGISTRABLE)
# A name of a host with a dot, or localhost.
_LETTER = r"(?!\d|_)\w"
_DOTTED = rf"(?:localhost|(?!_)\w(?:-*\w)*(?:\.(?:\w|-)+)*\.(?:{_LETTER}){{2,}})(?!\w|-)"


class _Names(NamedTuple):
    """Patterns of characters of schemes: `run` of any number of them, `lead` of those with which no scheme begins."""

    run: re.Pattern[str]
    lead: re.Pattern[str]
    rule: Matcher | None = None

    def run_before(self, text: str) -> str:
        """Return the longest end of a text that consists of characters of schemes; "" if there is none."""
        run = self.run.match(text[::-1])
        assert run is not None  # it matches nothing at all, too
        return text[len(text) - run.end() :]

    def without_lead(self, name: str) -> str:
        """Return a name without the characters at its start with which no scheme begins, as "(+" and digits."""
        lead = self.lead.match(name)  # user agents have "(+http://", lists "1.http://"
        assert lead is not None
        return name[lead.end() :]

    def is_unlisted(self, name: str) -> bool:
        """Return whether a name is a scheme by the rule, and none that a registry could list."""
        return not _REGISTRABLE.fullmatch(name) and (self.rule or grammar("rfc3987")["scheme"]).matches(name)


@cache
def _names(rule: Matcher | None = None) -> _Names:
    """Return the patterns of schemes by a matcher of schemes; None stands for RFC 3986's."""
    if rule is None:
        run, lead = SCHEME
    else:
        from irigrammar.scan.formats.text.patterns import scheme_patterns

        run, lead = scheme_patterns(rule.grammar._production(rule.rule).with_marks(frozenset()))
    return _Names(re.compile(run), re.compile(lead), rule)


class Beginning(NamedTuple):
    """A possible start of an identifier, the end of its scheme, and the start of the search for its end.

    `least` is the end of the part that belongs to it for sure, and `end` is its end if that was seen at a glance, else
    0.
    """

    start: int
    colon: int
    rest: int
    least: int
    end: int = 0


# Most identifiers in text: after white space "http" or "https", a host, nothing that may be a template or end an
# identifier, and white space.
_PLAIN = regex(rf"{PLAIN}(?={SENTENCE_END}{{0,3}}(?:\s|\Z))")
_PLAIN_SCHEMES = ("http", "https")
_PLAIN_AS_A_WHOLE = regex(rf"(?:{'|'.join(_PLAIN_SCHEMES)}):{PLAIN}\Z")
_SPACES = " \n\t\r"


def is_plain(text: str, start: int, end: int) -> bool:
    """Return whether a span of a text, read by itself, is one identifier as most are: of http or https, with nothing
    in it that may be a template or end an identifier.

    >>> [is_plain(text, 0, len(text)) for text in ("http://e.org/a", "http://e.org/a b", "http://e.org/{a}", "urn:a:b")]
    [True, False, False, False]
    """
    return _PLAIN_AS_A_WHOLE.match(text, start, end) is not None


_PLAIN_REFERENCE = regex(rf"{PLAIN_REFERENCE}\Z")


def is_plain_reference(text: str, start: int, end: int) -> bool:
    """Return whether a span of a text is a reference without doubt if its key says so: a path, or a JSON Pointer.

    >>> [is_plain_reference(text, 0, len(text)) for text in ("#/$defs/a", "/a.json", "//a", "#/a b", "a", "#/{a}")]
    [True, True, False, False, False, False]
    """
    return _PLAIN_REFERENCE.match(text, start, end) is not None


def beginnings(text: str, schemes: TextSchemes = KNOWN_SCHEMES) -> Iterator[Beginning]:
    """Yield where an identifier may begin; time is linear.

    >>> [tuple(row) for row in beginnings("see http://e.org/ (data: tag:x, urn:isbn:0-395-36341-1)")]
    [(4, 8, 8, 17, 17), (32, 35, 35, 42, 0)]

    So does what was meant to be a scheme of those that people type.

    >>> text = "htp://e/ http:/example.org/ http//example.org http:// example.org https;//example.org http:x"
    >>> [text[row.start : row.rest] for row in beginnings(text)]
    ['htp', 'http', 'http', 'http:// ', 'https;']
    """
    without_colon = [*_without_colon(text)]
    with_colon = _with_colon(text, schemes.rule, _followings(schemes.others))
    return heapq.merge(with_colon, without_colon) if without_colon else with_colon


def _with_colon(text: str, rule: Matcher | None, known: Mapping[str, re.Pattern[str]]) -> Iterator[Beginning]:
    """Yield the identifiers' beginnings that have a colon after the scheme, by place.

    `known` has the pattern of the text after each scheme, by its name in lower case. Before "//" a scheme may also be
    one that `rule` matches, or a misspelled one.
    """
    names = _names()
    # Names that the rule of a variant has, and no list, come first: "my_git:" has "git:" in it.
    patterns = [_names(rule), names] if rule else [names]
    for match in _COLON.finditer(text):
        colon = match.start()
        first = _plain_start(text, colon)
        if first >= 0:
            plain = _PLAIN.match(text, colon + 1)
            if plain:
                yield Beginning(first, colon, colon, plain.end(), plain.end())
                continue
        before = text[max(0, colon - _LONGEST) : colon]
        name = names.without_lead(names.run_before(before))
        first = colon
        following = known.get(name.lower())
        if following is None or rule:
            has_authority = text.startswith("//", colon + 1)
            other = next(filter(None, (_unlisted_scheme(before, row) for row in patterns)), "") if has_authority else ""
            if other:
                name, following = other, _AUTHORITY
            elif following is None and has_authority:
                name, first = _intended_scheme(before, colon, names, known)
                following = known.get(name.lower(), _AUTHORITY) if name else None
            if following is None:
                continue
        rest = following.match(text, colon + 1)
        if rest is None:
            continue
        if rest.lastindex is None:
            yield Beginning(first - len(name), first, first, rest.end())
        elif is_host_like(host := rest[0][rest.end(1) - rest.start() :]) and not is_file_name_like(host):
            yield Beginning(first - len(name), first, rest.end(1), rest.end())


def _unlisted_scheme(before: str, names: _Names) -> str:
    """Return the scheme at the end of a text that is none that a registry could list, "" for none."""
    name = names.without_lead(names.run_before(before))
    return name if name and names.is_unlisted(name) else ""


def _plain_start(text: str, colon: int) -> int:
    """Return where "http" or "https" begins before a colon, after white space; -1 where it does not."""
    for name in _PLAIN_SCHEMES:
        if text.endswith(name, 0, colon):
            first = colon - len(name)
            return first if first == 0 or text[first - 1] in _SPACES else -1
    return -1


_ESCAPES = {"\\": 1, "%": 2}  # and how many characters belong to it


def _intended_scheme(before: str, colon: int, names: _Names, known: Container[str]) -> tuple[str, int]:
    r"""Return the scheme that is meant at the end of a text, "" for none, and the place of its colon: of the first of
    those that end the text, else `colon`.

    >>> texts = ("see htp", r"\nhttp", "%2Chttp", "http:", "git+x", "x")
    >>> [_intended_scheme(text, len(text), _names(None), {"http", "git"}) for text in texts]
    [('htp', 7), ('http', 6), ('http', 7), ('http', 4), ('git+x', 5), ('', 1)]
    """
    text = before.rstrip(":")
    colon -= len(before) - len(text)
    name = names.run_before(text)
    escape = text[len(text) - len(name) - 1 : len(text) - len(name)]
    if escape in _ESCAPES:
        name = names.without_lead(name[_ESCAPES[escape] :])
        return (name if name.lower() in known else ""), colon
    if text != before and name.lower() in _typed_schemes():  # there is another colon
        return name, colon
    main, plus, _ = name.lower().partition("+")
    return (name if (plus and main in known) or (not plus and is_misspelled(main)) else ""), colon


_SLASHES = rf"//(?:(?<=\w//)|(?<={NO_COLON}//)|(?<=\ //))(?=\w)"


@cache
def _slashes() -> re.Pattern[str]:
    return re.compile(of_words(_SLASHES))


@cache
def _host() -> re.Pattern[str]:
    return re.compile(of_words(_DOTTED))


_NO_COLON = regex(NO_COLON)


def _without_colon(text: str) -> Iterator[Beginning]:
    """Yield where a scheme that people type lacks its colon, or has another character in its place."""
    for match in _slashes().finditer(text):
        slashes = match.start()
        if text[slashes - 1].lower() in _last_of_typed() or _NO_COLON.match(text, slashes - 1):
            name = _typed_before().search(text, max(0, slashes - _LONGEST), slashes)
            host = _host().match(text, match.end())
            if name is not None and host:
                yield Beginning(name.start(), slashes, slashes, host.end())


@cache
def _typed_schemes() -> tuple[str, ...]:
    """Return the schemes that people type and that have a domain name as host, without those with a default host."""
    known = ((name, schemes().find(name)) for name in TYPED_SCHEMES)
    return tuple(name for name, scheme in known if scheme and scheme.domain_name and not scheme.default_host)


@cache
def _typed_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?<!{BEFORE_NONE})(?:{'|'.join(_typed_schemes())})(?:{NO_COLON}|:[ ])?\Z", re.ASCII | re.IGNORECASE
    )


@cache
def _last_of_typed() -> frozenset[str]:
    return frozenset({" ", *(name[-1] for name in _typed_schemes())})


@cache
def _followings(schemes: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Return by scheme, of those in use and of others, a pattern of the text after the colon.

    Where a group ends, the search for the end begins.
    """
    return dict.fromkeys(map(str.lower, schemes), _AUTHORITY) | _known_followings()


@cache
def _known_followings() -> dict[str, re.Pattern[str]]:
    """Return, by scheme in lower case, the pattern that has to match after the colon; unread schemes are absent."""
    again = "|".join(_typed_schemes())
    # One slash, backslashes, white space, the scheme again.
    slips = rf"/{_DOTTED}|(\\\\|//[ ]){_DOTTED}|(?:{again})://"
    misspelling = re.compile(rf"{AUTHORITY}|{of_words(slips)}", re.IGNORECASE)
    others = dict.fromkeys([*registered_schemes(), *COMMON_SCHEMES.split()], _AUTHORITY)
    rows = {
        name: following for names, text in AFTER_COLON.items() for following in (regex(text),) for name in names.split()
    }
    known = others | rows | dict.fromkeys(_typed_schemes(), misspelling)
    return {name: following for name, following in known.items() if name not in UNREAD_SCHEMES.split()}
