"""The input of the rules: a matching text and lazily computed facts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cache, lru_cache

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.finding import Finding
from irigrammar.lazy import cached_property, regex
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import SETTABLE, Components, with_fields
from irigrammar.processing.characters import alphabet, group_of
from irigrammar.processing.host import host_policy, is_registered_name
from irigrammar.processing.labels import to_unicode_label
from irigrammar.processing.path import cut, guard, is_dots, remove_dot_segments
from irigrammar.processing.percent import Encoded, decode, encode, encoded, unescape
from irigrammar.processing.scheme_rules.uri import SchemeUri
from irigrammar.unicode import has_newer, is_letter, of_words


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text decoded; `offsets` has the place of each character, and of the end, in the original: None for the same.

    ASCII characters and bytes that are not UTF-8 stay percent-encoded, so that no delimiter comes into being.
    """

    text: str
    offsets: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the offsets of a part of the decoded text in the original: code points, the end exclusive."""
        return (start, end) if self.offsets is None else (self.offsets[start], self.offsets[end])

    def replacement(self, start: int, end: int, text: str) -> str:
        """Return a text as it would be written in the place of a stretch: percent-encoded where some of that was."""
        before, after = self.span(start, end)
        return text if after - before == end - start else encode(text, str.isascii)


def decoded(text: str) -> Decoded:
    """Return a text with percent-encoded UTF-8 of characters outside ASCII decoded (RFC 3987, 3.2).

    >>> text = decoded("r%C3%A9%2Fx")
    >>> text.text, text.span(1, 2), text.replacement(1, 2, "e\\u0301")
    ('ré%2Fx', (1, 7), 'e%CC%81')
    """
    return _decoded(text, encoded(text))


def _decoded(text: str, all_pieces: Iterable[str | Encoded]) -> Decoded:
    if "%" not in text:
        return Decoded(text)
    pieces: list[str] = []
    offsets: list[int] = []
    offset = 0
    for piece in all_pieces:
        stays = piece if isinstance(piece, str) else "" if piece.char and not piece.char.isascii() else piece.triplets
        if stays:
            pieces.append(stays)
            offsets.extend(range(offset, offset + len(stays)))
            offset += len(stays)
        elif not isinstance(piece, str):
            pieces.append(piece.char)
            offsets.append(offset)
            offset += len(piece.triplets)
    return Decoded("".join(pieces), (*offsets, offset))


_WORD = regex(r"%..|[^\W_]+")  # percent-encoded bytes are passed over


class Part(NamedTuple):
    """A part of the text: the component that it is or is in, and its offsets in code points, the end exclusive."""

    field: str
    start: int
    end: int
    text: str


class Label(NamedTuple):
    """A label of a host: as written, with its offsets, and in Unicode: an A-label decoded, any other of ASCII in lower
    case.
    """

    start: int
    end: int
    spelling: str
    text: str


class Context:
    """A text that matches a production, and its parts; raises `NoMatch` where the text does not match, and
    `GrammarError` for a production that is not a reference.

    >>> import irigrammar
    >>> context = Context("http://u@r%C3%A9.org/a//b", irigrammar.grammar("rfc3987").start)
    >>> [(part.field, part.start) for part in context.parts]
    [('scheme', 0), ('userinfo', 7), ('host', 9), ('path', 20)]
    >>> [label.text for label in context.labels], [part.text for part in context.segments]
    (['ré', 'org'], ['a', '', 'b'])
    """

    def __init__(self, text: str, matcher: Matcher) -> None:
        self.text = text
        self.matcher = matcher
        self.components: Components = matcher.split(text)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The components that are present, in order, the parts of an authority in its place."""
        components = self.components
        before: dict[str, str] = {"port": ":", "query": "?", "fragment": "#"}
        if components.authority is not None:
            before["host" if components.userinfo is None else "userinfo"] = "//"
        parts: list[Part] = []
        offset = 0
        for field in SETTABLE:
            text = getattr(components, field)
            if text is not None:
                offset += len(before.get(field, ""))
                parts.append(Part(field, offset, offset + len(text), text))
                offset += len(text) + (field in ("scheme", "userinfo"))  # with ":" or "@"
        return tuple(parts)

    def part(self, field: str) -> Part | None:
        """Return a component by the name of its field in `Components`, None where it is absent."""
        return self._by_field.get(field)

    @cached_property
    def _by_field(self) -> dict[str, Part]:
        return {part.field: part for part in self.parts}

    def field_at(self, offset: int) -> str:
        """Return the name of the last component that starts at or before an offset; "reference" if there is none."""
        index = bisect_right(self._starts, offset) - 1
        return self.parts[index].field if index >= 0 else "reference"

    @cached_property
    def _starts(self) -> list[int]:
        return [part.start for part in self.parts]

    @cached_property
    def pieces(self) -> tuple[str | Encoded, ...]:
        """The text as `encoded` cuts it: characters, and triplets that are a character or none."""
        return tuple(encoded(self.text)) if "%" in self.text else (self.text,)

    @cached_property
    def decoded(self) -> Decoded:
        """The text with percent-encoded characters outside ASCII decoded."""
        return _decoded(self.text, self.pieces)

    @cached_property
    def bidi(self) -> list[Finding]:
        """The places where the structure of bidirectional identifiers is violated (RFC 3987, 4.2)."""
        from irigrammar.bidi.structure import findings_by

        return findings_by(self.matcher, self.text)

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """The characters of the decoded text that are not ASCII."""
        return frozenset() if self.decoded.text.isascii() else frozenset(self.decoded.text) - _ASCII

    @cached_property
    def groups(self) -> dict[str, list[str]]:
        """The characters of the text that are in a group, by its name, each once and in no order
        (draft-ietf-iri-3987bis-04, 7.3).
        """
        groups: dict[str, list[str]] = {}
        for char in frozenset(self.text):
            group = group_of(char)
            if group is not None:
                groups.setdefault(group.name, []).append(char)
        return groups

    @cached_property
    def is_domain(self) -> bool:
        """Whether the host is a non-empty domain name (RFC 3987, 3.1)."""
        components = self.components
        is_name = bool(components.host) and is_registered_name(components, self.matcher.grammar)
        return is_name and host_policy(components.scheme) != "percent"

    @cached_property
    def is_of_iris(self) -> bool:
        """Whether the grammar is one of IRIs: characters beyond ASCII need not be encoded."""
        return "iunreserved" in self.matcher.grammar.rules

    @cached_property
    def has_drive_as_host(self) -> bool:
        """Whether the host is the letter of a drive: a letter with an empty port, in a file URL, or without a scheme
        before a path with "/".
        """
        components = self.components
        has_path = (components.path or "").startswith("/")
        is_of_files = has_path if components.scheme is None else components.scheme.lower() == "file"
        return (
            is_of_files
            and components.port == ""
            and len(components.host or "") == 1
            and is_letter(components.host or "")
        )

    @cached_property
    def scheme_uri(self) -> SchemeUri | None:
        """The text as the rules of its scheme see it; None for a grammar whose entry has `prefer`, as Web Address: its
        texts are converted first.
        """
        return SchemeUri(self.text) if self.matcher.grammar.entry.prefer is None else None

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels of the domain names, without the empty one after a last dot; `()` for other hosts.

        Their texts are decoded: percent-encoding, and A-labels to U-labels.
        """
        labels: list[Label] = []
        for name in self.domain_names:
            offset = name.start
            for spelling in name.text.removesuffix(".").split("."):
                end, text = offset + len(spelling), decoded(spelling).text
                labels.append(Label(offset, end, spelling, to_unicode_label(text.lower()) if text.isascii() else text))
                offset = end + 1
        return tuple(labels)

    @cached_property
    def domain_names(self) -> tuple[Part, ...]:
        """The host if it is a domain name; where the grammar of the scheme reads a list of hosts in it, those that are
        domain names. None is a socket by that grammar, or has a character that it refuses.
        """
        host, uri = self.part("host"), self.scheme_uri
        if host is None or not self.is_domain:
            return ()
        delimiters = alphabet(grammar_of("rfc3986")["sub-delims"])
        if uri is None or uri.matcher is None or not any(char == "%" or char in delimiters for char in host.text):
            return (host,)
        if uri.fault is not None:
            return () if host.start <= uri.span(*uri.fault.place)[0] < host.end else (host,)
        is_socket = uri.matcher.grammar["socket"].matches if "socket" in uri.matcher.grammar.rules else None
        if len(uri.parts("host")) == 1 and is_socket is None:
            return (host,)
        spans = [
            uri.span(name.start, name.end)
            for name in uri.parts("reg-name")
            if name.value and not (is_socket and is_socket(unescape(name.value).decode(errors="replace")))
        ]
        return tuple(Part("host", *span, self.text[slice(*span)]) for span in spans)

    @cached_property
    def segments(self) -> tuple[Part, ...]:
        """The segments of the path, as written, without "/": one empty one for an empty path, and none before a "/"
        that begins the path. `()` without a path.
        """
        path = self.part("path")
        if path is None:
            return ()
        segments: list[Part] = []
        offset = path.start
        for text in path.text.split("/"):
            segments.append(Part("path", offset, offset + len(text), text))
            offset += len(text) + 1
        return tuple(segments[1:] if path.text.startswith("/") else segments)

    @cached_property
    def hidden_dots(self) -> tuple[Part, ...]:
        """The dot segments that have a dot percent-encoded."""
        if "%" not in self.text:
            return ()
        return tuple(segment for segment in self.segments if "%" in segment.text and dots(segment.text))

    @cached_property
    def words(self) -> tuple[Part, ...]:
        """The words outside of scheme, host and port: runs of letters and digits in the decoded text, without what
        stays percent-encoded.
        """
        whole = self.decoded
        pattern = _newer_word() if has_newer(whole.text) else _WORD
        parts: list[Part] = []
        for field, *span, _ in self.parts:
            if field in ("scheme", "host", "port"):
                continue
            inside = span if whole.offsets is None else [bisect_right(whole.offsets, place) - 1 for place in span]
            words = (word for word in pattern.finditer(whole.text, *inside) if word[0][0] != "%")
            parts.extend(Part(field, *whole.span(*word.span()), word[0]) for word in words)
        return tuple(parts)


@cache
def _newer_word() -> re.Pattern[str]:
    return re.compile(of_words(r"%..|(?:(?!_)\w)+"))


_ASCII = frozenset(map(chr, range(128)))


_LONGEST = len("%2E%2E")


def dots(segment: str) -> str | None:
    """Return the dot segment that a segment is, with dots percent-encoded or not; None where it is none.

    >>> dots("%2e."), dots("a%2E")
    ('..', None)
    """
    return _short_dots(segment) if len(segment) <= _LONGEST else None


@lru_cache(maxsize=1024)
def _short_dots(segment: str) -> str | None:
    meant = decode(segment, ".".__eq__)
    return meant if is_dots(meant) else None


def with_path(context: Context, path: str) -> str:
    """Return the text with another path; "/." keeps one without an authority from being read as an authority."""
    safe_path = path if context.components.authority is not None else guard(path)
    return str(with_fields(context.components, path=safe_path))


def without_dot_segments(context: Context) -> str | None:
    """Return the text without dot segments, those with percent-encoded dots too (RFC 3986, 5.2.4 and 6.2.2).

    None for a path that does not begin with "/": what its dots mean depends on the base.
    """
    path = context.components.path or ""
    if not path.startswith("/"):
        return None
    pieces = [piece[:1] + (dots(piece[1:]) or piece[1:]) for piece in cut(path)]
    return with_path(context, remove_dot_segments("".join(pieces)))
