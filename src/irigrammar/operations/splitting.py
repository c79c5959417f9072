"""Split references into components (RFC 3986, 3)."""

# typed: delimiters: RFC 3986, appendix B
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from irigrammar.language.suite import Case as RuleCase
from irigrammar.lazy import regex
from irigrammar.matching.matcher import Matcher
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Input, Model, Run, Variant, five_parts
from irigrammar.operations.variants import answers as answers_of
from irigrammar.text.percent import decoded

_SECTION = "RFC 3986, 3"


class Splitting(Variant):
    """A variant of splitting."""

    INVALID = "splits a text that is not a reference, as appendix B does", "RFC 3986, appendix B", True

    NO_NULLS = "returns an empty string for an absent component", _SECTION
    NO_EMPTY = "treats an empty component as absent", _SECTION
    SCHEME_CASE = "writes the scheme in lower case", "RFC 3986, 3.1"
    AUTHORITY_CASE = "writes the authority in lower case", "RFC 3986, 3.2"
    DECODED = "decodes percent-encoded characters", "RFC 3986, 2.4"
    HOST_ALONE = "returns the host instead of the authority", "RFC 3986, 3.2"
    USER_LOST = "drops user information", "RFC 3986, 3.2.1"
    PORT_LOST = "drops the port", "RFC 3986, 3.2.3"
    NO_BRACKETS = "removes the brackets of an IP literal", "RFC 3986, 3.2.2"
    AUTHORITY_PATH = "reads an authority without a scheme as a path", "RFC 3986, 4.2"
    ROOT = "writes a slash for an empty path", "RFC 3986, 3.3"
    QUERY_LAST = "begins the query at the last question mark", "RFC 3986, 3.4"
    QUERY_MARK = 'keeps "?" with the query', "RFC 3986, 3.4"
    FRAGMENT_MARK = 'keeps "#" with the fragment', "RFC 3986, 3.5"
    FRAGMENT_LOST = "keeps the fragment with what is before it", "RFC 3986, 3.5"
    OPAQUE = "returns no path and query for a path that does not begin with a slash (RFC 2396)", "RFC 3986, 3.3"
    COLON = "reads a colon in a later segment as the end of a scheme", "RFC 3986, 4.2"


# RFC 3986, appendix B.
_APPENDIX_B = regex(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", 16)  # re.DOTALL


def by_appendix_b(text: str) -> Parts:
    """Return the components of any text, by the regular expression of RFC 3986, appendix B.

    >>> by_appendix_b("http://h?#")
    Parts(scheme='http', authority='h', path='', query='', fragment='')
    """
    match = _APPENDIX_B.fullmatch(text)
    assert match is not None
    return Parts(*match.groups())


def splitter(matcher: Matcher) -> Model:
    """Return the model of splitting texts of a rule; of others, the answer is a refusal."""

    def split(arguments: Input, run: Run) -> Value:
        """Return the components of `text`, None for a refusal."""
        text = arguments["text"]
        if matcher.matches(text):
            parts = five_parts(matcher.split(text))
        elif run.uses(Splitting.INVALID):
            parts = by_appendix_b(text)
        else:
            return None
        return _otherwise(text, parts, run)

    return split


def _otherwise(text: str, parts: Parts, run: Run) -> Parts:
    """Return components with the changes of the variants that are taken."""
    scheme, authority, path, query, fragment = parts
    if scheme is not None and scheme != scheme.lower() and run.uses(Splitting.SCHEME_CASE):
        scheme = scheme.lower()
    if authority is not None:
        if scheme is None and run.uses(Splitting.AUTHORITY_PATH):
            authority, path = None, f"//{authority}{path}"
        else:
            authority = _authority(authority, run)
            path = "/" if path == "" and run.uses(Splitting.ROOT) else path
    if scheme is None and path.find(":") > 0 and authority is None and run.uses(Splitting.COLON):
        scheme, _, path = path.partition(":")
    if query is not None and "?" in query and run.uses(Splitting.QUERY_LAST):
        before, _, query = query.rpartition("?")
        path = f"{path}?{before}"
    if fragment is not None and run.uses(Splitting.FRAGMENT_LOST):
        end, fragment = f"#{fragment}", None
        path, query = (path + end, None) if query is None else (path, query + end)
    if query is not None and run.uses(Splitting.QUERY_MARK):
        query = f"?{query}"
    if fragment is not None and run.uses(Splitting.FRAGMENT_MARK):
        fragment = f"#{fragment}"
    if scheme is not None and authority is None and not path.startswith("/") and run.uses(Splitting.OPAQUE):
        path, query = "", None
    if "%" in text and run.uses(Splitting.DECODED):
        authority, query, fragment = (part and decoded(part) for part in (authority, query, fragment))
        path = decoded(path)
    whole = Parts(scheme, authority, path, query, fragment)
    if None in whole and run.uses(Splitting.NO_NULLS):
        whole = Parts(scheme or "", authority or "", path, query or "", fragment or "")
    if "" in (scheme, authority, query, fragment) and run.uses(Splitting.NO_EMPTY):
        whole = Parts(scheme, authority or None, path, query or None, fragment or None)
    return whole


def _authority(authority: str, run: Run) -> str:
    """Return an authority with the changes of the variants that are taken."""
    if authority != authority.lower() and run.uses(Splitting.AUTHORITY_CASE):
        authority = authority.lower()
    _, at, host = authority.rpartition("@")
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not colon:
        name = host
    if (at or colon) and run.uses(Splitting.HOST_ALONE):
        return name
    if at and run.uses(Splitting.USER_LOST):
        authority = host
    if colon and run.uses(Splitting.PORT_LOST):
        authority = authority.removesuffix(colon + port)
    if "[" in authority and run.uses(Splitting.NO_BRACKETS):
        authority = authority.replace("[", "").replace("]", "")
    return authority


def split_cases(matcher: Matcher, suite: Iterable[RuleCase]) -> Iterator[Case]:
    """Yield a case for each of a complete suite of a rule: the components with their places, or the refusal."""
    model = splitter(matcher)
    for case in suite:
        arguments = {"text": case.text}
        answers = answers_of(model, arguments)
        purpose = "a string of the rule" if case.valid else f"a fault at offset {case.offset}"
        spans = _spans(case.text, answers[0]) if isinstance(answers[0], Parts) else None
        yield Case(arguments, answers, _SECTION, purpose, spans)


def _spans(text: str, parts: Parts) -> Mapping[str, tuple[int, int]] | None:
    """Return the places of components in a text; None where they are not put together as RFC 3986 has it."""
    if parts.text != text:
        return None
    spans, place = {}, 0
    before = {"authority": 2, "query": 1, "fragment": 1}
    for name, part in zip(Parts._fields, parts, strict=True):
        if part is not None:
            place += before.get(name, 0)
            spans[name] = (place, place + len(part))
            place += len(part) + (name == "scheme")
    return spans
