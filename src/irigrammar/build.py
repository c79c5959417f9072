"""Build queries and paths from data, so that they read back unchanged.

query, query_pairs, with_query        names and values (URL Standard, 5, application/x-www-form-urlencoded)
segments, with_segments, join         the segments of a path (RFC 3986, 3.3)
quote, unquote                        data in any other part (RFC 3986, 2.4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.percent import encode_bytes, replace_runs
from irigrammar.processing.split import split
from irigrammar.processing.support.build import encode
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

__all__ = [
    "Pairs",
    "Part",
    "join",
    "query",
    "query_pairs",
    "quote",
    "segments",
    "unquote",
    "with_query",
    "with_segments",
]

Pairs = Mapping[str, str] | Iterable[tuple[str, str]]
Part = Literal["user", "userinfo", "host", "segment", "pair", "query", "fragment"]

_AND, _IS, _SPACE = "&", "=", "+"
# The rule of RFC 3986 of each part, and the delimiters in it.
_PARTS: Mapping[Part, tuple[str, tuple[str, ...]]] = {
    "user": ("userinfo", (":",)),
    "userinfo": ("userinfo", ()),
    "host": ("reg-name", ()),
    "segment": ("segment", ()),
    "pair": ("query", (_AND, _IS, _SPACE)),
    "query": ("query", ()),
    "fragment": ("fragment", ()),
}
_DOTS = (".", "..")


def __dir__() -> list[str]:
    return __all__


def quote(value: str, part: Part) -> str:
    """Return data percent-encoded as UTF-8 so that it is all of a part of a URI, or of an IRI, and nothing else
    (RFC 3986, 2.4).

    `part` is "user", "userinfo" (a user with a password after ":"), "host" (a name), "segment" (of a path), "pair" (a
    name or a value in a query), "query" or "fragment". "%" is encoded: what is quoted twice is encoded twice. The
    result is ASCII, and matches the rule of the part. Raises `ConversionError` for a lone surrogate, and `ValueError`
    for another part.

    >>> quote("a/b & 50%", "segment"), quote("a&b=c", "pair"), quote("a:b", "user")
    ('a%2Fb%20&%2050%25', 'a%26b%3Dc', 'a%3Ab')
    """
    check_choice("part", part, get_args(Part))
    rule, delimiters = _PARTS[part]
    text = encode(value, rule, grammar="rfc3986")
    for char in delimiters:
        text = text.replace(char, encode_bytes(char.encode()))
    return text


def unquote(text: str, /) -> str:
    """Return the data that a part stands for: its percent-encoded bytes decoded as UTF-8 (RFC 3986, 2.1).

    Take a reference apart first, since data may have delimiters. Characters beyond ASCII stay, and so does a "%" that
    begins no percent-encoded byte. `quote` gives the text back where it made it. Raises `ConversionError` for bytes
    that are not UTF-8.

    >>> unquote("a%2Fb%20&%2050%25")
    'a/b & 50%'
    """
    check_text(text)
    return _decoded(text)


def query(pairs: Pairs, /) -> str:
    """Return the query of names and values, without "?": "" for none.

    A space is written "%20", which every reader takes for one. `pairs` are a mapping, or pairs in any order, names
    perhaps repeated. The result matches `query` of RFC 3986, and `query_pairs` gives the pairs back. Raises
    `ConversionError` for a lone surrogate, and `TypeError` for what is not text.

    >>> query({"q": "caffè & tè", "page": "2"}), query([("a", "1"), ("a", "")])
    ('q=caff%C3%A8%20%26%20t%C3%A8&page=2', 'a=1&a=')
    """
    rows = pairs.items() if isinstance(pairs, Mapping) else pairs
    return _AND.join(f"{quote(name, 'pair')}{_IS}{quote(value, 'pair')}" for name, value in rows)


def query_pairs(text: str, /, *, plus: bool = True) -> list[tuple[str, str]]:
    """Return the names and values of a query, without "?", as forms are read (URL Standard, 5.1).

    A name alone has the value "", and nothing between two "&" is no pair. "+" is a space, unless `plus` is False.
    Characters beyond ASCII stay, and so does a "%" that begins no percent-encoded byte. Raises `ConversionError` for
    bytes that are not UTF-8, where the URL Standard puts U+FFFD: a deviation.

    >>> query_pairs("q=caff%C3%A8+nero&page=2&dry"), query_pairs("a=1+1", plus=False)
    ([('q', 'caffè nero'), ('page', '2'), ('dry', '')], [('a', '1+1')])
    """
    check_text(text)
    pairs: list[tuple[str, str]] = []
    for part in filter(None, text.split(_AND)):
        name, _, value = (part.replace(_SPACE, " ") if plus else part).partition(_IS)
        pairs.append((_decoded(name), _decoded(value)))
    return pairs


def with_query(text: str, pairs: Pairs, /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference with another query: that of names and values, or none for no pairs.

    Everything else stays. Raises `NoMatch` for what is not a reference of the grammar, and what `query` raises.

    >>> with_query("http://example.org/search?q=a#top", [("q", "b c")])
    'http://example.org/search?q=b%20c#top'
    """
    check_text(text)
    return str(split(text, grammar=grammar).replace(query=query(pairs) or None))


def segments(text: str, /, *, grammar: str | Grammar = "rfc3987") -> tuple[str, ...]:
    """Return the segments of the path of a reference, decoded (RFC 3986, 3.3): one more than it has slashes, not
    counting a slash at its start; () for an empty path.

    Raises `NoMatch` for what is not a reference of the grammar, and `ConversionError` for bytes that are not UTF-8.

    >>> segments("/a%2Fb/"), segments("http://example.org/x/y?q"), segments("http://example.org")
    (('a/b', ''), ('x', 'y'), ())
    """
    check_text(text)
    path = split(text, grammar=grammar).path or ""
    return tuple(map(_decoded, path.removeprefix("/").split("/"))) if path else ()


def with_segments(text: str, segments: Iterable[str], /, *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference with another path, of these segments; everything else stays.

    The path begins with "/" after an authority, and where it did so before. `segments` gives them back. Raises
    `ConversionError` for "." and "..", which readers take for steps and not for data, encoded or not; for a path that
    would be read as something else (without an authority a first segment "", or one segment that is empty in a path
    without a slash); and for a lone surrogate. Raises `NoMatch` for what is not a reference of the grammar.

    >>> with_segments("http://example.org/a?q", ["x/y", ""]), with_segments("a/b", ["c:d"])
    ('http://example.org/x%2Fy/?q', 'c%3Ad')
    """
    check_text(text)
    parts = split(text, grammar=grammar)
    names = [_segment(name) for name in segments]
    absolute = parts.host is not None or (parts.path or "").startswith("/")
    if names and not absolute and parts.scheme is None:
        names[0] = names[0].replace(":", encode_bytes(b":"))  # which would end a scheme
    path = "/".join(names)
    if names and not absolute and (path == "" or path.startswith("/")):
        raise ConversionError(f"a path without a slash at its start cannot begin with an empty segment: {quoted(text)}")
    return str(parts.replace(path=f"/{path}" if names and absolute else path))


def join(base: str, /, *segments: str, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference below another: its path with more segments; without query and fragment.

    A slash at the end of the base counts once. "" as the last segment writes one. Raises what `with_segments` raises,
    as for "." and ".." (to resolve a reference, use `irigrammar.resolve`).

    >>> join("http://example.org/api", "v1", "a/b"), join("http://example.org/api/?q", "users", "")
    ('http://example.org/api/v1/a%2Fb', 'http://example.org/api/users/')
    """
    check_text(base)
    parts = split(base, grammar=grammar).replace(query=None, fragment=None)
    path = parts.path or ""
    names = "/".join(map(_segment, segments))
    if not segments:
        return str(parts)
    if not path and parts.host is None:
        return with_segments(str(parts), segments, grammar=grammar)
    return str(parts.replace(path=f"{path.removesuffix('/')}/{names}"))


def _segment(name: str) -> str:
    if name in _DOTS:
        raise ConversionError(f"the segment {quoted(name)} would be read as a step, not as data")
    return quote(name, "segment")


def _decoded(text: str) -> str:
    """Return a text with its percent-encoded bytes decoded as UTF-8."""

    def decode(run: str) -> str:
        try:
            return bytes.fromhex(run.replace("%", "")).decode()
        except UnicodeDecodeError:
            raise ConversionError(f"the bytes {run} are not UTF-8") from None

    return replace_runs(text, decode)
