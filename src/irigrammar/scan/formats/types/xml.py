"""XML documents: identifiers by namespace, never by prefix.

Bases, links, schema locations, namespace names, system identifiers, and the attributes and elements of vocabularies; as
LEIRI. Where identifiers stand is data: `scan.formats.xml.places`. In sitemaps locations are URIs, as their protocol
asks; a sitemap by another name is found by its namespace, and its locations are checked against the same production.

White space at the ends is not part of an identifier where the type is anyURI, which collapses it (XML Schema 2,
3.2.17), and is in RDF/XML, Atom, namespace names and system identifiers. A value with a placeholder of a template
language (`{{ url }}`, `{% url %}`, `${url}`, `<%= url %>`), and within XSLT one with a `{`, is not an identifier yet,
and left out; so is one with an entity that only an external part of the DTD can declare.
"""

from __future__ import annotations

import codecs
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import IrigrammarError
from irigrammar.lazy import regex
from irigrammar.processing.conversions import resolve
from irigrammar.scan.formats.comments import in_comment
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, URI, VALID_URL, Candidate, Item, Malformed, Production
from irigrammar.scan.formats.registry import DocumentType, Options
from irigrammar.scan.formats.scalars import inside, may_hold, scalar, within
from irigrammar.scan.formats.selection import is_template, is_wrapped_data
from irigrammar.scan.formats.strings import Escapes, Unescaped
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.scan.formats.tokens import Token, parts_of, tokens_of, with_parts, without_surrogates
from irigrammar.scan.formats.types.html import find as find_in_html
from irigrammar.scan.formats.xml import places
from irigrammar.scan.formats.xml.escapes import UNKNOWN, Entities, attribute_escapes, content_escapes, part_of
from irigrammar.scan.formats.xml.markup import Tag, declarations_of, inner_of, tag_of
from irigrammar.scan.formats.xml.places import Place

# typed: leiri, LEIRI-reference: what identifiers are checked against
# typed: delimiters, alphabets: signs of a template language, and of HTML in text
_DEFAULT = Production("leiri", "LEIRI-reference")

_SUFFIXES = """
.xml .xsd .xsl .xslt .rdf .owl .svg .wsdl .atom .rss .kml .gml .gpx .plist .mathml .opf .ncx .rng .xspf .dbk .dita
.ditamap .tei .xlf .xliff .sch .srx .smil .fo .pom .csproj .nuspec .resx .opml .docbook .fodt .fods .fodp
.props .targets .vbproj .fsproj .vcxproj .xaml .storyboard .xib .mxml .jnlp .cdx .webloc
"""
_LONGEST_BASE = 1 << 12  # code points: bases within bases must not grow without end
_WHITE = " \t\r\n"
_LOCAL = regex(r"<(?:[^\s/>:]*+:)*+([^\s/>]*+)")
_WORD = regex(rf"[^{_WHITE}]++")
_SECTION = regex(rf"[{_WHITE}]*+<!\[CDATA\[(.*)\]\]>[{_WHITE}]*+", re.DOTALL)
_STATEMENT = regex(r"\{[%#]|<%")  # of a template language: what comes out is well-formed
_LINKING = ("xml-stylesheet", "xml-model")  # instructions that link (Associating Style Sheets; Associating Schemas)
_DECLARES = "xmlns"
_TAGS, _TEXTS = ("start-tag", "empty-tag"), ("text", "section", "open-section")
_HTML = regex(r"</[A-Za-z]|<(?:a|br|hr|img|li|p)[\s/>]")  # what text has that is HTML, escaped
_ONE, _LINK, _NAME = (places.READINGS[kind] for kind in ("one", "link", "name"))
_RDF_BASE = places.READINGS["term"]._replace(trims=False)  # what it makes are RDF terms
_VERSION_1_1 = regex(r"<\?xml\s+version\s*=\s*[\"']1\.1")

# How `<?xm` begins in families of encodings without a byte order mark; the declaration is read in the first of each.
_FAMILIES = ("utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le", "cp037")
_ENCODING_DECLARED = regex(r"<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"'\s]+)[\"']")
# Since this version expat stops what entities would blow up; before it, documents with entities are not asked about.
_SAFE = (2, 4, 1)


class _Frame(NamedTuple):
    """An element that is open: its name, the prefixes that it binds, the base within, whether it is in XSLT, in RDF/XML
    and in code; and where its content begins, and how that is read if it is one identifier.
    """

    name: str
    prefixes: tuple[str, ...] = ()
    base: str | None = None
    in_xslt: bool = False
    in_rdf: bool = False
    in_code: bool = False
    start: int = 0
    place: Place | None = None


# Answers about a start tag: what is in the element directly is of interest, and the tag itself.
_CONTENT, _ITSELF = 1, 2


@cache
def _answers() -> dict[str, int]:
    """Return the answers about elements of the vocabularies, by their local names."""
    rows = ((name, row) for elements in places.PLACES.values() for name, row in elements.items())
    answers: dict[str, int] = {}
    for name, row in rows:
        answers[name] = answers.get(name, 0) | _ITSELF | _CONTENT * ("" in row)
    return answers


def _answer(tag: str) -> int:
    """Return the answer about a start tag."""
    match = _LOCAL.match(tag)
    return _answers().get(match[1], 0) if match else 0


class _Finder:
    """The finder of one document.

    `sitemap` says that the type is that of sitemaps: their locations are checked against the type's production, and all
    else as elsewhere.
    """

    def __init__(self, options: Options, *, sitemap: bool = False) -> None:
        self._sitemap = sitemap
        self._encoding = options.encoding
        self._bound = {prefix: [name] for prefix, name in places.NAMESPACES.items()}
        self._root: str | None = None
        self._namespace = places.NAMESPACE
        self._known: list[tuple[int, int]] = []  # spans of faults that are reported
        self._values = self._plain = attribute_escapes(Entities(), self._encoding)
        self._content = content_escapes(Entities(), self._encoding)

    def __call__(self, text: str) -> list[Item]:
        """Return the items of a whole document by place; with S005 if it is not well-formed, unless a template
        statement is in it.
        """
        if _VERSION_1_1.match(text):  # Namespaces in XML 1.1, 2.1
            self._namespace = places.NAMESPACE._replace(production=IRI_REFERENCE)
        if not _is_unchecked(text) and fault(text) is None:
            return sorted(self._of_correct(text), key=lambda item: item.start)
        items = list(self._of_any(text))
        problem = fault(text, self._known)
        if problem is not None and not _STATEMENT.search(text):
            items.append(problem)
        return sorted(items, key=lambda item: item.start)

    def _of_correct(self, text: str) -> Iterator[Item]:
        """Yield the items of a well-formed document, by the tokens that can have some and the elements around them."""
        tokens, source = tokens_of("xml"), without_surrogates(text)
        frames = {-1: _Frame("")}
        depths = {-1: 0}
        within = [-1]  # the indices of the elements that may still be open, outermost first
        texts: dict[int, list[Token]] = {}  # in elements whose content may be one identifier
        root = iter((_ITSELF,))  # which is asked about first
        rows, _ = tokens.relevant.by_keys(source, 0, len(text), lambda tag: next(root, 0) | _answer(tag))
        for token in with_parts(tokens, rows):
            index, key, kind, start, _, _ = token
            around = frames[key]
            if kind in _TAGS:
                while depths[within[-1]] > depths[key]:  # it is closed
                    closed = within.pop()
                    self._unbind(frames.pop(closed))
                    del depths[closed]
                frames[index], items = self._element(text, tag_of(text, token), around)
                depths[index] = depths[key] + 1
                within.append(index)
                yield from items
            elif kind == "end-tag":
                yield from self._end(text, source, around, start, texts.pop(key, []))
            elif kind in _TEXTS and around.place is not None:
                texts.setdefault(key, []).append(token)
            else:
                yield from self._aside(text, source, token, around)

    def _end(self, text: str, source: str, frame: _Frame, end: int, texts: list[Token]) -> Iterator[Item]:
        """Yield the items of an element's content: it is one identifier, unless an element is in it: then the rest
        after that is text.
        """
        if frame.place is None:
            return
        inner = -1
        if text.find("<", frame.start, end) >= 0:
            inner = next((start for _, start, _ in parts_of("xml-inner", source, frame.start, end)), -1)
        if inner < 0:
            yield from self._whole(text, frame, end)
        for token in texts:
            if 0 <= inner < token[3]:
                yield from self._aside(text, source, token, frame)

    def _of_any(self, text: str) -> Iterator[Item]:
        """Yield the items of a document with faults: of its tokens and of the text between them, in their order. An end
        tag closes the last element of its name.
        """
        source = without_surrogates(text)
        frames = [_Frame("")]
        names: Counter[str] = Counter()
        is_whole = False  # the content may be one identifier
        done = 0
        tokens = tokens_of("xml")
        for token in with_parts(tokens, tokens.every.by_keys(source, 0, len(text), lambda _: 0)[0]):
            _, _, kind, start, end, _ = token
            if kind in ("text", "stray"):
                continue
            around = frames[-1]
            if not is_whole:
                yield from self._running(text, done, start, around, self._content)
            done = end
            if kind == "empty-tag":
                frame, items = self._element(text, tag_of(text, token), around)
                self._unbind(frame)
                yield from items
                is_whole = False
            elif kind == "start-tag":
                frame, items = self._element(text, tag_of(text, token), around)
                yield from items
                frames.append(frame)
                names[frame.name] += 1
                is_whole = frame.place is not None
            elif kind == "end-tag":
                name = text[start + 2 : end].removesuffix(">").rstrip()
                if names[name]:
                    if is_whole and around.name == name:
                        yield from self._whole(text, around, start)
                    while names[name]:
                        names[(frame := frames.pop()).name] -= 1
                        self._unbind(frame)
                        if frame.name == name:
                            break
                is_whole = False
            elif not (is_whole and kind in _TEXTS):
                yield from self._aside(text, source, token, around)

    def _aside(self, text: str, source: str, token: Token, around: _Frame) -> Iterator[Item]:
        """Yield the items of a token that is no tag, and of its content."""
        _, _, kind, start, end, _ = token
        if kind == "text":
            yield from self._running(text, start, end, around, self._content)
        elif kind in _TEXTS:
            yield from self._running(text, *inner_of(source, start, end), around, None)
        elif kind in ("comment", "open-comment"):
            yield from in_comment(text, start, end, inner_of(source, start, end))
        elif kind in ("link", "instruction"):
            instruction = tag_of(text, token)
            for name, first, last in instruction.attributes:
                if name == "href" and instruction.name in _LINKING:
                    label = f"href of {instruction.name}"
                    yield from self._identifiers(text, first, last, label, _ONE, self._plain)
        else:
            yield from self._declarations(text, source, start, end, around)

    def _running(self, text: str, start: int, end: int, around: _Frame, escapes: Escapes | None) -> Iterator[Item]:
        """Yield the identifiers in running text of a span; nothing in code."""
        if not around.in_code and may_hold(text, start, end):
            yield from self._by_text(text, start, end, f"text of {around.name}", escapes)

    def _by_text(self, text: str, start: int, end: int, label: str, escapes: Escapes | None) -> Iterator[Item]:
        """Yield the identifiers in a text, of its HTML if there are tags in it; problems are left out."""
        content = scalar(text, start, end, escapes)
        if _HTML.search(content.text):  # as in feeds
            inner = (item for item in find_in_html(content.text) if isinstance(item, Candidate))
            yield from inside(content, (item._replace(production=item.production or VALID_URL) for item in inner))
            return
        items = within(content, label, candidates, production=IRI)
        yield from (item for item in items if isinstance(item, Candidate))

    def _declarations(self, text: str, source: str, start: int, end: int, around: _Frame) -> Iterator[Item]:
        """Yield system identifiers and comments of a DTD; before the root, its entities are recorded for all values."""
        declarations = declarations_of(source, start, end)
        for name, first, last in declarations.system:
            yield from self._identifiers(text, first, last, f"system identifier of {name}", places.SYSTEM, None)
        for comment in declarations.comments:
            yield from in_comment(text, *comment, inner_of(source, *comment))
        if declarations.rest is not None:
            yield from self._running(text, *declarations.rest, around, self._content)
        if self._root is None:
            entities = Entities(declarations.entities, closed=declarations.closed)
            self._values = attribute_escapes(entities, self._encoding)
            self._content = content_escapes(entities, self._encoding)

    def _element(self, text: str, tag: Tag, around: _Frame) -> tuple[_Frame, list[Item]]:
        """Return an element, given the one around it, and the identifiers of its attributes, also of namespaces.
        Attributes with "{" are left out in XSLT.
        """
        items: list[Item] = []
        bound, prefixes = self._bound, []
        for name, start, end in tag.attributes:
            if name == _DECLARES or name.startswith(f"{_DECLARES}:"):
                prefixes.append(name[len(_DECLARES) + 1 :])
                bound.setdefault(prefixes[-1], []).append(self._values.read(text[start:end]).text)
                items += self._identifiers(text, start, end, name, self._namespace, self._values, around.base)
        namespace, local = _name(bound, tag.name, "")
        if self._root is None:
            self._root = places.ROOTS.get(local, "") if namespace == "" else namespace or ""
        vocabulary = self._root if namespace == "" and self._root in places.ROOTS.values() else namespace
        in_xslt, in_rdf = around.in_xslt or namespace == places.XSLT, around.in_rdf or namespace == places.RDF
        base = self._base(text, tag, bound, around.base)
        for name, start, end in tag.attributes:
            place, is_base = _place(bound, vocabulary, local, name)
            place = _RDF_BASE if is_base and in_rdf else place
            label = f"{name} of {tag.name}"
            if in_xslt and "{" in text[start:end]:
                continue
            if place is not None:
                scope = around.base if is_base else base
                items += self._identifiers(text, start, end, label, place, self._values, scope)
            elif _is_text(name) and may_hold(text, start, end):
                items += self._by_text(text, start, end, label, self._values)
        in_code = around.in_code or local in places.CODE
        place = places.PLACES.get(vocabulary or "", {}).get(local, {}).get("")
        attributes = ((name, text[start:end]) for name, start, end in tag.attributes)
        if place is not None and place.shape == "permanent" and ("isPermaLink", "false") in attributes:
            place = None
        return _Frame(tag.name, (*prefixes,), base, in_xslt, in_rdf, in_code, tag.end, place), items

    def _unbind(self, element: _Frame) -> None:
        """Take back the prefixes that an element binds, which is closed."""
        for prefix in element.prefixes:
            self._bound[prefix].pop()

    def _whole(self, text: str, element: _Frame, end: int) -> Iterator[Item]:
        """Yield the identifier that is an element's content, up to an offset."""
        assert element.place is not None
        start, escapes = element.start, self._content
        section = _SECTION.fullmatch(text, start, end)
        inner = (start + len("<![CDATA["), end - len("]]>"))
        if section and "]]>" not in section[1] and (element.place.trims or section.span(1) == inner):
            yield from self._identifiers(text, *section.span(1), element.name, element.place, None, element.base)
        else:
            yield from self._identifiers(text, start, end, element.name, element.place, escapes, element.base)

    def _base(self, text: str, tag: Tag, bound: Mapping[str, list[str]], around: str | None) -> str | None:
        """Return the base within an element (XML Base, 4), `around` if it sets none; None where what it sets makes no
        absolute one, or one that is too long.
        """
        for name, start, end in tag.attributes:
            if ":" in name and _name(bound, name, None) == places.BASE:
                value = self._values.read(text[start:end]).text.strip(_WHITE)
                try:
                    base = resolve(around or value, value, grammar="leiri")
                except IrigrammarError:
                    return None
                return base if len(base) <= _LONGEST_BASE else None
        return around

    def _identifiers(
        self,
        text: str,
        start: int,
        end: int,
        label: str,
        place: Place,
        escapes: Escapes | None,
        base: str | None = None,
    ) -> Iterator[Item]:
        """Yield the identifiers of a value or content by the shape of its place; S006 for each malformed reference
        instead.

        Nothing for values of templates, wrapped base64 data, and values with references to entities that are declared
        elsewhere.
        """
        source = text[start:end]
        content = Unescaped(source) if escapes is None else escapes.read(source)
        if content.bad:
            for first, last, why in content.bad:
                if why != UNKNOWN:
                    self._known.append((start + first, start + last))
                    yield Malformed(start + first, start + last, "S006", why)
            return
        if is_template(content.text):
            return
        production = self._production(place)
        whole = "<" in source and escapes is not None
        for number, (first, last) in enumerate(_spans(content.text, place, whole=whole)):
            if is_wrapped_data(content.text[first:last]):
                continue
            item_label, fixes = label, place.fixes
            if place.shape == "pairs":
                item_label = f"{('namespace', 'location')[number % 2]} in {label}"
                fixes = _NAME.fixes if number % 2 == 0 else fixes
            if content.offsets is None:
                span, offsets = (start + first, start + last), None
            else:
                places_of, is_cut = part_of(content.offsets, first, last)
                offsets = array("q", [start + offset for offset in places_of])
                span = (start, end) if whole else (offsets[0], offsets[-1])
                fixes = "none" if is_cut else fixes
            yield Candidate(
                *span, content.text[first:last], item_label, escapes, offsets, production, None, base, fixes
            )

    def _production(self, place: Place) -> Production | None:
        """Return the production of a place: RFC 3986 for valid URLs in sitemaps; None stands for the document type's
        own.
        """
        production = place.production
        if production == VALID_URL and self._root in places.SITEMAPS:
            production = URI
        if not self._sitemap:
            return production
        return None if production == URI else production or _DEFAULT


def _name(bound: Mapping[str, list[str]], name: str, default_prefix: str | None) -> tuple[str | None, str]:
    """Return the namespace of a name, None for a prefix that is not bound, and its local part.

    `default_prefix` is the prefix that counts where there is none: "" for elements, None for attributes.
    """
    prefix, colon, local = name.rpartition(":")
    if not colon and default_prefix is None:
        return "", local
    values = bound.get(prefix)
    return (values[-1] if values else None if prefix else ""), local


def _place(
    bound: Mapping[str, list[str]], vocabulary: str | None, element: str, attribute: str
) -> tuple[Place | None, bool]:
    """Return how an attribute's value is read (None if it is no identifier), and whether the attribute is
    `xml:base`.
    """
    namespace, local = _name(bound, attribute, None)
    if namespace:
        place = places.GLOBAL.get((namespace, local))
        is_link = vocabulary == places.SVG and place == _ONE
        return _LINK if is_link else place, (namespace, local) == places.BASE
    if namespace is None or vocabulary is None:
        return None, False
    rows = places.PLACES.get(vocabulary, {})
    return rows.get(element, {}).get(local) or rows.get("*", {}).get(local), False


def _is_text(attribute: str) -> bool:
    """Return whether an attribute may hold running text: not a namespace, a pattern or a path."""
    prefix, _, local = attribute.rpartition(":")
    return _DECLARES not in (prefix, local) and local not in places.NO_TEXT


def _spans(text: str, place: Place, *, whole: bool) -> list[tuple[int, int]]:
    """Return the spans of the identifiers in a value: words of a list (without those that begin with "##") or pairs,
    all if `whole`, or if nothing is trimmed there, else all without blank ends.
    """
    if place.shape in ("list", "pairs"):
        words = [match.span() for match in _WORD.finditer(text)]
        return [span for span in words if place.shape == "pairs" or not text.startswith("##", span[0])]
    if whole or not place.trims:  # sections and comments within: the ends are where they are written
        return [(0, len(text))]
    first = len(text) - len(text.lstrip(_WHITE))
    return [(first, max(first, len(text.rstrip(_WHITE))))]


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding of the XML declaration in the first bytes of a document; None where there is none.

    Of a wide encoding without a byte order mark it is the one by which the declaration itself can be read, whatever it
    says; and one whose declaration is in ASCII is not UTF-16, though it says so, as documents do that were copied.

    >>> declared_encoding(b'<?xml version="1.0" encoding="ISO-8859-1"?>'), declared_encoding(b"<a/>")
    ('ISO-8859-1', None)
    >>> declared_encoding("<?xml version='1.0'?>".encode("utf-16-le"))
    'utf-16-le'
    """
    for family in _FAMILIES:
        if not data.startswith("<?xm".encode(family)):
            continue
        match = _ENCODING_DECLARED.match(data.decode(family, "replace"))
        name = match[1] if match else None
        if family not in ("utf-8", "cp037"):
            return family
        return None if name is None or (family == "utf-8" and _is_wide(name)) else name
    return None


def _is_wide(name: str) -> bool:
    """Return whether a charset encodes ASCII in other bytes than ASCII; False for an unknown one."""
    try:
        return "a".encode(codecs.lookup(name).name) != b"a"
    except (LookupError, ValueError):  # the latter for U+0000 in the name, too
        return False


def fault(text: str, known: Iterable[tuple[int, int]] = ()) -> Malformed | None:
    """Return the first fault of a document as S005, None for a well-formed one.

    `known` are spans that are reported otherwise, with only a faulty reference in each: they count as well formed.
    Nothing is checked (None) where a DTD has entities and the installed expat is too old. Nothing outside the document
    is read, and no entity is expanded in its content.

    >>> fault("<a><b></a>")
    Malformed(start=8, end=9, code='S005', message='not well-formed XML: mismatched tag (XML 1.0, 2.1)')
    >>> fault("<a b='&c=1'/>", [(6, 7)])
    """
    if _is_unchecked(text):
        return None
    from xml.parsers import expat

    if known:
        text = _without(text, known)
    data = text.encode("utf-8", "replace")
    parser = expat.ParserCreate("utf-8")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    if "<!ENTITY" in text:
        # With a handler for everything else entities in content are passed on as they are written.
        parser.DefaultHandler = lambda _: None
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        place = min(len(data[: parser.ErrorByteIndex].decode("utf-8", "ignore")), len(text))
        why = expat.ErrorString(error.code)
        return Malformed(place, min(place + 1, len(text)), "S005", f"not well-formed XML: {why} (XML 1.0, 2.1)")
    return None


def _is_unchecked(text: str) -> bool:
    from xml.parsers import expat

    return expat.version_info < _SAFE and "<!ENTITY" in text


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with "_" for each character of the spans, of those that overlap the first one only."""
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        if start >= done:
            parts += (text[done:start], "_" * (end - start))
            done = end
    return "".join([*parts, text[done:]])


TYPES = (
    DocumentType(
        "xml",
        "XML, with RDF/XML, XML Schema, XSLT, SVG, Atom, RSS, WSDL, KML and others",
        _Finder,
        _DEFAULT,
        suffixes=tuple(_SUFFIXES.split()),
        declared_charset=declared_encoding,
        comment="<!-- iri: ignore[CODE] -->",
    ),
    DocumentType(
        "sitemap",
        "sitemaps and their indexes",
        partial(_Finder, sitemap=True),
        URI,
        names=("sitemap*.xml",),
        declared_charset=declared_encoding,
        comment="<!-- iri: ignore[CODE] -->",
    ),
)
