"""Contexts of JSON-LD and YAML-LD.

They expand compact IRIs, terms and relative references, and say what these are checked against. Numbers of steps are
those of JSON-LD 1.1 Processing Algorithms and API (2020): 4.1.2 processes contexts, 4.2.2 creates definitions of terms,
5.1.2 expands nodes, 5.2.2 IRIs. An error there, for which a processor refuses the document, makes a definition unknown
here: nothing is expanded by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from posixpath import normpath
from typing import Any

from irigrammar._generated.documents import JSON_LD_CONTEXTS, JSON_LD_KEYWORDS
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import IrigrammarError
from irigrammar.files import read_regular
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.processing.conversions import resolve
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, Candidate, Item, Production
from irigrammar.scan.formats.json_values import events, value_of
from irigrammar.scan.formats.scalars import Scalar, locate, scalar, whole
from irigrammar.scan.formats.selection import JSON_LD, has_placeholder, is_compact
from irigrammar.scan.formats.strings import JSON_STRING, standing_for

_LARGEST = 10_000_000  # bytes of a file with a context
_LONGEST = 1_000  # code points of a namespace: it is written out for each compact IRI
_DEEPEST = 10  # contexts that name another one, one in the other
_MOST_AGAIN = 50_000  # definitions of scoped contexts that are processed again for another active context
_WITH_AUTHORITY = regex(r"\s*[A-Za-z][A-Za-z0-9+.-]*+://")
# What only resolving it tells: a scheme, dot segments, a path from the root, a query.
_NOT_APPENDED = regex(r"\Z|[/?.]|[^#]*/\.|[^/?#]*:")
_NAMES = ("id", "type", "@id", "@type")
_KEYWORDS = frozenset(JSON_LD_KEYWORDS.split())
_MAPPINGS = ("@id", "@reverse", "@type", "@index")  # of the definition of a term: an IRI, or a term for one
_TYPES = ("@id", "@vocab", "@json")
_MAPS = ("@id", "@type", "@index")
# What members of nodes are; all other keywords have JSON that is a value.
_KINDS = dict.fromkeys(("@graph", "@included", "@list", "@reverse", "@set"), "node")
_KINDS |= {"@id": "id", "@type": "type", "@nest": "nest", "@context": "context"}
OF_TERM = " with a term before the colon"  # which is no prefix, though some processors expand it
_CONTEXT = "@context"
_GIVEN = (str, dict, list)
_STRINGS = ("node", "map", "languages")


class _Expansion(NamedTuple):
    """The expansion of a text (5.2.2): `beginning` is in the place of its first `length` characters.

    It is None for a term that is null, "" where it is not known, or nothing changes; `base` is that of a reference.
    `is_term` is true for terms,
    keywords and blank nodes, which are no IRIs that are written here, and for what is not known.
    """

    beginning: str | None
    length: int
    is_term: bool = False
    base: str | None = None

    def of(self, text: str) -> str | None:
        """Return the IRI, a keyword, None for null, or "" for an IRI that is unknown, not valid or very long."""
        if self.is_term:
            return self.beginning
        iri = f"{self.beginning}{text[self.length :]}"
        rule = "IRI-reference" if self.beginning else "IRI"  # by @vocab it may be relative
        return iri if len(iri) <= _LONGEST and grammar("rfc3987")[rule].matches(iri) else ""


_AS_IT_IS, _NOT_KNOWN, _NULL = _Expansion("", 0), _Expansion("", 0, is_term=True), _Expansion(None, 0, is_term=True)


class _Term(NamedTuple):
    """The definition of a term: its IRI or keyword, None for null, "" for one that is not known; whether it is a
    prefix, None for one that it would be if its definition were a string; the type of its values, if it is one of
    `_TYPES`; its containers; its context, if it has one, and the URL of the context around; the property of an index;
    and whether it is protected.
    """

    iri: str | None = ""
    is_prefix: bool | None = False
    type: str = ""
    containers: frozenset[str] = frozenset()
    scope: tuple[Any, ...] = ()
    indexed_by: str = ""
    is_protected: bool = False


# A map that shares what it can with the one that it was made of: by five bits of a hash at each level, another such map
# or one key with its value. Contexts within contexts would take quadratic time and memory with copies.
_Shared = dict[Any, Any]


def _get(node: Any, key: str) -> _Term | None:
    number, level = hash(key), 0
    while isinstance(node, dict):
        node = node.get(number & 31 if level < 13 else key)
        number, level = number >> 5, level + 1
    value: _Term | None = node[1] if node is not None and node[0] == key else None
    return value


def _with(root: _Shared, key: str, value: _Term | None) -> _Shared:
    root = node = dict(root)
    number, level = hash(key), 0
    while True:
        slot = number & 31 if level < 13 else key
        inner = node.get(slot)
        number, level = number >> 5, level + 1
        if isinstance(inner, dict):
            node[slot] = node = dict(inner)
        elif inner is None or inner[0] == key:
            node[slot] = key, value
            return root
        else:
            node[slot] = node = {(hash(inner[0]) >> 5 * level) & 31 if level < 13 else inner[0]: inner}


class Active(NamedTuple):
    """An active context (4.1): terms, vocabulary and base, the context before one that is not propagated, whether a
    term has a context, and whether one is protected.

    `vocab` may be relative to the document; `base` is None for none and "" for that of the document, which is not
    known. `is_open` says that a context that is not known may declare more. `members` has what is known of names.
    """

    terms: _Shared
    members: dict[str, tuple[str, _Expansion]]
    vocab: str | None = None
    base: str | None = ""
    is_open: bool = False
    previous: Active | None = None
    has_scopes: bool = False
    has_protected: bool = False

    def but(self, **changes: Any) -> Active:
        """Return a context with other fields."""
        return self._replace(members={}, **changes)

    def term(self, name: str | None) -> _Term:
        """Return the definition of a term, that of a term without anything if there is none."""
        return (name and _get(self.terms, name)) or _UNDEFINED

    def iri(self, text: str, *, vocab: bool = True, relative: bool = False) -> _Expansion:
        """Return the expansion of a text as a term or by `@vocab`, and as a reference by `@base` (5.2.2)."""
        if is_keyword(text):  # 1, 2
            return _Expansion(text if text in _KEYWORDS else None, 0, is_term=True)
        term = _get(self.terms, text)
        prefix, _, suffix = text.partition(":")
        if term is not None and (vocab or (term.iri or "").startswith("@")):  # 4, 5
            around = (prefix != text and _get(self.terms, prefix)) or _UNDEFINED
            # One that is mapped by its own prefix is written nowhere else.
            is_own = around.iri and term.iri == f"{around.iri}{suffix}"
            return _Expansion(around.iri, len(prefix) + 1) if is_own else _Expansion(term.iri, 0, is_term=True)
        if prefix and len(prefix) < len(text):  # 6
            if prefix == "_":
                return _Expansion(text, 0, is_term=True)
            if suffix.startswith("//"):
                return _AS_IT_IS
            term = _get(self.terms, prefix)
            if term is not None and term.iri and term.is_prefix:
                is_blank = term.iri.startswith("_:")
                return _Expansion(term.iri, 0 if is_blank else len(prefix) + 1, is_term=is_blank)
            if grammar("rfc3986")["scheme"].matches(prefix):
                return _AS_IT_IS
            if is_compact(text) and ((term is not None and term.iri == "") or self.is_open):
                return _NOT_KNOWN
        if vocab and self.is_open:
            return _NOT_KNOWN
        if vocab and self.vocab is not None:  # 7
            return _Expansion(self.vocab, 0)
        return _resolve(self.base, text) if relative and self.base else _AS_IT_IS  # 8, 9


_UNDEFINED = _Term()
_FIRST = Active({}, {})


def is_keyword(text: str) -> bool:
    """Return whether a text has the form of a keyword.

    >>> is_keyword("@id"), is_keyword("@x"), is_keyword("@1")
    (True, True, False)
    """
    return text.startswith("@") and JSON_LD.other(text) is not None


def _resolve(base: str, text: str) -> _Expansion:
    """Return the expansion of a reference by a base; no change where it cannot be resolved."""
    try:
        if not _NOT_APPENDED.match(text):
            return _Expansion(_beginning(base, text[:1] if text[:1] == "#" else ""), 0, base=base)
        iri = resolve(base, text)
    except IrigrammarError:
        return _AS_IT_IS
    if len(iri) > _LONGEST + len(text):
        return _AS_IT_IS
    common = 0  # the end of both, which keeps its place
    while common < len(text) and text[-1 - common] == iri[-1 - common]:
        common += 1
    return _Expansion(iri[: len(iri) - common], len(text) - common, base=base)


@lru_cache(64)
def _beginning(base: str, sign: str) -> str:
    """Return the text that a base puts before a fragment, whose sign is "#", and before a name in the same folder."""
    return resolve(base, f"{sign}a")[: -1 - len(sign)]


# The active contexts before and after each part of a local one.
_Rows = tuple[tuple[Active, Active], ...]
# Loads a context by its URL: a tuple of it, an empty one if it is not known.
Load = Callable[[str], tuple[Any, ...]]


class _Processing:
    """Processing of the contexts of a document. Results are kept for contexts of terms, and for those elsewhere, which
    are used again.
    """

    def __init__(self, load: Load) -> None:
        self._load = load
        self._results: dict[tuple[int, int, bool, bool], tuple[Active, Any, Active]] = {}
        self._known: set[int] = set()
        self._again = 0

    def with_scope(self, active: Active, scope: tuple[Any, ...], *, is_of_type: bool = False) -> Active:
        """Return the context with that of a property or, not propagated and protected terms kept, of a type."""
        if not scope:
            return active
        return self._process(active, scope[0], override=not is_of_type, propagate=not is_of_type, base=scope[1])

    def _process(
        self,
        active: Active,
        local: Any,
        *,
        override: bool,
        propagate: bool = True,
        urls: tuple[str, ...] = (),
        base: str = "",
    ) -> Active:
        """Return the active context with a local one; `urls` are those of the contexts around, `base` is that of URLs
        in a context of a term (4.1.2).

        After 50,000 definitions that were made again, what it declares is not known.
        """
        key = id(active), id(local), override, propagate
        if key not in self._results:
            if key[1] in self._known:
                self._again += 1 + sum(len(row) for row in _as_list(local) if isinstance(row, dict))
            self._known.add(key[1])
            if self._again > _MOST_AGAIN:
                return _unknown(active)
            rows = self.each(active, local, override=override, propagate=propagate, urls=urls, base=base)
            *_, result = active, *rows
            self._results[key] = active, local, result
        return self._results[key][2]

    def each(
        self,
        active: Active,
        local: Any,
        *,
        override: bool = False,
        propagate: bool = True,
        urls: tuple[str, ...] = (),
        base: str = "",
    ) -> Iterator[Active]:
        """Yield the active context after each part of a local one."""
        if isinstance(local, dict) and isinstance(local.get("@propagate"), bool):  # 2
            propagate = local["@propagate"]
        result = active
        if not propagate and result.previous is None:  # 3
            result = result.but(previous=active)
        for context in _as_list(local):
            if context is None and (override or not result.has_protected):  # 5.1
                result = _FIRST.but(previous=None if propagate else result)
            elif isinstance(context, str):
                result = self._remote(result, context, override, urls, base)
            elif isinstance(context, dict):
                result = self._define(result, context, override, urls, base)
            yield result

    def _remote(self, active: Active, url: str, override: bool, urls: tuple[str, ...], base: str) -> Active:
        """Return the active context with one elsewhere (5.2)."""
        url = _in_context(urls[-1] if urls else base, url)
        known = () if url in urls or len(urls) >= _DEEPEST else self._load(url)
        if known:
            return self._process(active, known[0], override=override, urls=(*urls, url))
        context = known_context(url)
        if "@vocab" not in context:
            return _with_terms(_unknown(active), context, override)
        if active.but() == _FIRST:
            return _whole_context(url).but()
        return self._process(active, context, override=override, urls=(*urls, url))

    def _define(
        self, active: Active, context: Mapping[str, Any], override: bool, urls: tuple[str, ...], around: str = ""
    ) -> Active:
        """Return the active context with a context definition (5.6 to 5.13), whose last URL or that around is the base
        of URLs in it.
        """
        around = urls[-1] if urls else around
        if isinstance(context.get("@import"), str):  # 5.6
            known = self._load(_in_context(around, context["@import"]))
            if known and isinstance(known[0], dict) and "@import" not in known[0]:
                context = {**known[0], **context}
            else:
                active = _unknown(active)
        base, vocab = (context.get(name, _NULL) for name in ("@base", "@vocab"))
        if not urls and base is None:  # 5.7
            active = active.but(base=None)
        elif not urls and isinstance(base, str):
            iri = base if grammar("rfc3987")["IRI"].matches(base) else ""
            if not iri and active.base:
                iri = _resolve(active.base, base).of(base) or ""
            active = active.but(base=iri if iri or active.base is not None else None)
        if vocab is None:  # 5.8
            active = active.but(vocab=None)
        elif isinstance(vocab, str):
            expansion = active.iri(vocab, relative=True)
            iri = expansion.of(vocab) or ""
            if expansion is _AS_IT_IS and not iri and grammar("rfc3987")["IRI-reference"].matches(vocab):
                active = active.but(vocab=None if active.base is None else vocab)
            else:  # an invalid one is like one that is not known
                is_known = bool(iri) and not iri.startswith("_:")
                active = active.but(vocab=iri if is_known else None, is_open=active.is_open or not is_known)
        return _with_terms(active, context, override, around)


def _in_context(base: str, url: str) -> str:
    """Return a URL in a context with the URL `base`, "" for none; unchanged where it cannot be resolved. Where both are
    relative to the document, so is the result.

    >>> _in_context("http://e.org/a/b", "../c"), _in_context("a/b", "../c"), _in_context("a/b", "/c")
    ('http://e.org/c', 'c', '/c')
    """
    with suppress(IrigrammarError):
        return resolve(base, url) if base else url
    is_path = url[:1] not in ("", "/", "?", "#") and grammar("rfc3987")["irelative-ref"].matches(url)
    return normpath(f"{base[: base.rfind('/') + 1]}{url}") if is_path else url


@lru_cache(16)
def known_context(url: str) -> dict[str, Any]:
    """Return the known part of the context with a URL: all of it if it has `@vocab`, for names that it does not define.

    >>> known_context("https://schema.org")["sameAs"], known_context("http://example.org/")
    ({'@type': '@id'}, {})
    """
    words = (word.partition("=") for word in JSON_LD_CONTEXTS.get(url, "").split())
    return {term: value if equals else {"@type": "@id"} for term, equals, value in words}


@lru_cache(16)
def _whole_context(url: str) -> Active:
    """Return the active context with one that is known as a whole, which takes milliseconds."""
    return _Processing(lambda _: ())._define(_FIRST, known_context(url), False, (url,))


def loader(files: tuple[tuple[str, str], ...]) -> Load:
    """Return a function that loads the contexts of some files by their URLs; those of other URLs, and of files that
    cannot be read, are not known.
    """
    paths = dict(files)

    @lru_cache(64)
    def load(url: str) -> tuple[Any, ...]:
        with suppress(IrigrammarError):
            return (context_in(paths[url]),) if url in paths else ()
        return ()

    return load


def context_in(path: str) -> Any:
    """Return the context in a file of JSON-LD; raise `IrigrammarError` for one that cannot be read or has none."""
    try:
        text = read_regular(path, _LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise IrigrammarError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or 'not UTF-8'})") from None
    document = value_of(events(text), lambda event: scalar(text, event.start, event.end, JSON_STRING))
    if not isinstance(document, dict) or _CONTEXT not in document:
        raise IrigrammarError(f"{path}: no object with the member @context")
    return document[_CONTEXT]


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _unknown(active: Active) -> Active:
    """Return the active context with one that is not known: it may declare anything but `@base` (5.7)."""
    return active.but(terms={}, vocab=None, is_open=True, has_scopes=False, has_protected=False)


def _with_terms(active: Active, context: Mapping[str, Any], override: bool, url: str = "") -> Active:
    """Return the active context with the terms of a context definition (5.13); each one after those that it needs.

    Terms that need each other are not known.
    """
    active = active.but()
    is_protected = context.get("@protected") is True
    done: set[str] = set()
    for name in context:
        todo = [] if name in done or is_keyword(name) else [name]
        around = {name}
        while todo:
            term = todo[-1]
            needs = {text for text in _needs(term, context[term]) if text in context and text not in done}
            if needs and not needs & around:
                todo.append(min(needs))
                around.update(needs & {todo[-1]})
                continue
            done.add(todo.pop())
            around.discard(term)
            active = _with_term(active, term, _Term() if needs else context[term], override, is_protected, url)
    return active


def _needs(term: str, definition: Any) -> Iterator[str]:
    """Yield the texts that are to be defined before a term: its target, its type, and their prefixes."""
    row = definition if isinstance(definition, dict) else {"@id": definition}
    target = row.get("@reverse", row.get("@id", term))
    for text in (target, row.get("@type")):
        if isinstance(text, str) and not is_keyword(text):
            prefix, _, suffix = text.partition(":")
            yield from () if text is target and text == term else (text,)
            yield from (prefix,) if len(prefix) < len(text) and prefix and not suffix.startswith("//") else ()


def _with_term(active: Active, term: str, value: Any, override: bool, is_protected: bool, url: str) -> Active:
    """Return the active context with the definition of a term, not known for a value that is no definition (4.2.2)."""
    if not term or is_keyword(term):  # 2, 4, 5
        return active
    previous = _get(active.terms, term)
    if previous is not None and previous.is_protected and not override:  # 27
        return active
    is_simple = value is None or isinstance(value, str)
    row = {"@id": value} if is_simple else value if isinstance(value, dict) else None
    definition: _Term | None = _Term()
    if row is not None:
        if previous is not None:
            active = active._replace(terms=_with(active.terms, term, None))  # 6
        definition = _definition(active, term, row, url, is_simple=is_simple)
    if definition is None:
        return active
    flag = row.get("@protected", is_protected) is True if row else is_protected
    return active._replace(
        terms=_with(active.terms, term, definition._replace(is_protected=flag)),
        has_scopes=active.has_scopes or bool(definition.scope),
        has_protected=active.has_protected or flag,
    )


def _definition(active: Active, term: str, row: Mapping[str, Any], url: str, *, is_simple: bool) -> _Term | None:
    """Return the definition of a term, None for one that is left out (4.2.2, 12 to 26)."""
    target = row.get("@reverse", row.get("@id", term))
    iri: str | None = ""
    if target is None:  # 14.1
        iri = None
    elif target != term or "@reverse" in row:  # 13, 14
        if isinstance(target, str) and is_keyword(target) and target not in _KEYWORDS:
            return None
        around = _get(active.terms, target.partition(":")[0]) if isinstance(target, str) and ":" in target else None
        is_known = isinstance(target, str) and (around is None or around.iri != "")
        iri = active.iri(target).of(target) if is_known else ""
    elif ":" in term[1:]:  # 15
        prefix, _, suffix = term.partition(":")
        around = _get(active.terms, prefix)
        iri = term if around is None else f"{around.iri}{suffix}" if around.iri else ""
    else:  # 16, 18
        iri = active.iri(term).of(term)
    kind = row.get("@type")
    of_values = active.iri(kind).of(kind) if isinstance(kind, str) else ""
    containers = frozenset(name for name in _as_list(row.get("@container")) if isinstance(name, str))
    if not of_values and "@type" in containers:  # 19.4
        of_values = "@id"
    may_be_prefix = bool(iri) and ":" not in term and "/" not in term
    ends_so = grammar("rfc3986")["gen-delims"].matches((iri or "")[-1:]) or (iri or "")[:2] == "_:"
    is_prefix = (True if is_simple else None) if ends_so else False
    return _Term(
        "" if iri == "@context" else iri,
        (row["@prefix"] is True if "@prefix" in row else is_prefix) if may_be_prefix else False,  # 14.2.5, 25
        of_values if of_values in _TYPES else "",
        containers,
        (row["@context"], url) if "@context" in row else (),
        str(row.get("@index") or ""),
    )


class _Slot(NamedTuple):
    """The reading of a value: its kind, the active context, the name of its property, None for none, whether it is in a
    map, and the context of types of the node around.

    Kinds: "node", "map" and "languages", of which a string is the value of a property; "nest", "id", "type", "text"
    for any JSON; in contexts "context", "vocab", "term" and "mapping", a string of a definition of a term.
    """

    kind: str
    active: Active
    key: str | None = None
    in_map: bool = False
    types: Active | None = None


class _Frame:
    """An open collection: its kind is that of its slot, or "array"; `slot` is that of the next value in it.

    `types` is the context of types; `before` that before a context, and `local` this context with those before and
    after each of its parts. `rows` are these of an array of contexts.
    """

    __slots__ = ("active", "before", "key", "kind", "local", "name", "rows", "slot", "types")

    def __init__(self, kind: str, active: Active, slot: _Slot, types: Active | None = None) -> None:
        self.kind, self.active, self.slot = kind, active, slot
        self.key, self.name = slot.key, ""
        self.types, self.before = types or active, active
        self.local: tuple[Any, _Rows] = (None, ())
        self.rows: Iterator[tuple[Active, Active]] | None = None


class Contexts:
    """The contexts of a document that is read once more, from its beginning to its end: each collection is begun and
    ended, and names and strings are given in their order.

    `collections` has the values of the collections, in the order in which they begin.

    >>> contexts = Contexts([{"@context": {"ex": "tag:"}, "@id": "ex:a"}, {"ex": "tag:"}])
    >>> contexts.begin()
    >>> contexts.name(Scalar(18, 21, "@id"))
    >>> [item.text for item in contexts.value(Scalar(25, 29, "ex:a"), "")]
    ['tag:a']
    """

    def __init__(self, collections: list[Any], load: Load = lambda _: ()) -> None:
        self._collections = iter(collections)
        self._processing = _Processing(load)
        self._frame = _Frame("array", _FIRST, _Slot("node", _FIRST))
        self._around: list[_Frame] = []

    @property
    def is_name(self) -> bool:
        """Whether the next string is a name, which is compared as a string (RDF 1.2 Concepts, 3.2): strings in a
        context, and ids and types where a context that is not known may declare them as such.
        """
        frame = self._frame
        kinds = (frame.kind, frame.slot.kind)
        return "context" in kinds or "term" in kinds or (frame.slot.active.is_open and frame.name in _NAMES)

    def begin(self) -> None:
        """Begin the next collection."""
        value, around = next(self._collections), self._frame
        self._around.append(around)
        slot = around.slot
        if slot.kind == "context":
            self._frame = self._context(value, slot, around)
        elif isinstance(value, list):
            kind = slot.kind if slot.kind in ("node", "nest", "type") else "node" if slot.kind in _STRINGS else "text"
            self._frame = _Frame("array", slot.active, slot._replace(kind=kind))
        elif slot.kind == "node":
            self._frame = self._node(value, slot)
        elif slot.kind == "nest":  # 14.2.2
            active = self._processing.with_scope(slot.active, slot.active.term(slot.key).scope)
            self._frame = _Frame("node", active, slot, slot.types)
        else:
            kind = slot.kind if slot.kind in ("map", "term") else "text"
            self._frame = _Frame(kind, slot.active, slot._replace(kind=kind))
        self._frame.name = around.name

    def end(self) -> None:
        """End the innermost collection."""
        self._frame = self._around.pop()

    def _context(self, value: Any, slot: _Slot, around: _Frame) -> _Frame:
        """Return the frame of a local context, or of an array of them."""
        if around.rows is not None:
            rows: _Rows = (next(around.rows),)
        elif around.local[0] is value:
            rows = around.local[1]
        else:
            rows = self._rows(slot.active, value, override=around.kind == "term")
        if isinstance(value, list):
            frame = _Frame("array", slot.active, slot if around.rows is None else slot._replace(kind="text"))
            # Others than these are not given.
            frame.rows = iter([row for row, part in zip(rows, value, strict=False) if isinstance(part, _GIVEN)])
            return frame
        before, after = rows[0]
        return _Frame("context", after, slot, before.but(base=after.base))

    def _rows(self, active: Active, local: Any, *, override: bool = False) -> _Rows:
        after = [*self._processing.each(active, local, override=override)]
        return tuple(zip((active, *after), after, strict=False))

    def _node(self, value: dict[str, Any], slot: _Slot) -> _Frame:
        """Return the frame of a node or value object (5.1.2, 3 to 11)."""
        active, with_scope = slot.active, self._processing.with_scope
        scope = active.term(slot.key).scope
        if active.previous is not None and not slot.in_map:  # 7
            keywords = [_member(active, name)[1].beginning for name in value]
            if "@value" not in keywords and keywords != ["@id"]:
                active = active.previous
        before = active = with_scope(active, scope)  # 8
        rows: _Rows = ()
        if _CONTEXT in value:  # 9
            rows = self._rows(active, value[_CONTEXT])
            active = rows[-1][1] if rows else active
        types = active
        if types.has_scopes:  # 11
            names = sorted(name for name in value if _member(types, name)[1].beginning == "@type")
            for name in names:
                for term in sorted(term for term in _as_list(value[name]) if isinstance(term, str)):
                    active = with_scope(active, types.term(term).scope, is_of_type=True)
        frame = _Frame("node", active, slot, types)
        frame.before, frame.local = before, (value.get(_CONTEXT), rows)
        return frame

    def name(self, scalar: Scalar) -> Iterator[Item] | None:
        """Return the items of the name of a member; None for a name that is not a property, and for one that nothing
        expands.
        """
        frame, name = self._frame, scalar.text
        frame.name = name
        active = frame.active
        if frame.kind == "node":
            kind, expansion = _member(active, name)
            of_kind = frame.before if kind == "context" else frame.types if kind == "type" else active
            key = frame.key if expansion.is_term and expansion.beginning in ("@list", "@set") else name
            frame.slot = _Slot(kind, of_kind, key, types=frame.types)
            return None if expansion.is_term else _items(scalar, "a name", expansion, active, IRI, is_name=True)
        if frame.kind == "map":
            return self._index(scalar, frame)
        if frame.kind == "context":
            kind = {"@vocab": "vocab", "@base": "id", "@import": "id"}.get(name, "text" if is_keyword(name) else "term")
            frame.slot = _Slot(kind, {"vocab": frame.types, "id": _FIRST}.get(kind, active), name)
        elif frame.kind == "term":
            kind = "context" if name == _CONTEXT else "mapping" if name in _MAPPINGS else "text"
            frame.slot = _Slot(kind, active, name)
        return None

    def _index(self, scalar: Scalar, frame: _Frame) -> Iterator[Item] | None:
        """Return the items of a name in a map (5.1.2, 13.8)."""
        active = frame.active
        term = active.term(frame.key)
        of_values, kind = active, ""
        if "@id" in term.containers or "@type" in term.containers:
            kind = "@id" if "@id" in term.containers else "@type"
            of_values = active.previous or active
            if kind == "@type":
                of_values = self._processing.with_scope(of_values, of_values.term(scalar.text).scope)
        elif term.indexed_by:
            kind = active.term(term.indexed_by).type
        frame.slot = _Slot("node", of_values, frame.key, in_map=True)
        return _of_kind(scalar, "a name", kind, active, relative=kind != "@type")

    def value(self, scalar: Scalar, label: str) -> Iterator[Item] | None:
        """Return the items of a string, expanded by a prefix, `@vocab` or `@base`, or unchanged; None for one that is
        not an identifier here. `label` is that of the items.
        """
        frame = self._frame
        kind, active, key, *_ = frame.slot
        if kind == "context":
            if frame.rows is not None:
                next(frame.rows)
            return _whole(scalar, label)
        if kind in _STRINGS:
            active = self._processing.with_scope(active, active.term(key).scope)
            return _of_kind(scalar, label, active.term(key).type, active)
        if kind in ("term", "mapping"):
            return _items(scalar, label, active.iri(scalar.text), active, IRI)
        if kind == "vocab":
            return _items(scalar, label, active.iri(scalar.text, relative=True), active, IRI_REFERENCE)
        return _of_kind(scalar, label, f"@{kind}", active)


def _member(active: Active, name: str) -> tuple[str, _Expansion]:
    """Return the kind of the value of a member of a node, and the expansion of its name (5.1.2, 13)."""
    member = active.members.get(name)
    if member is None:
        expansion, term = active.iri(name), active.term(name)
        beginning = expansion.beginning
        if expansion.is_term and beginning and beginning.startswith("@"):
            kind = _KINDS.get(beginning, "text")
        elif (beginning is None and not is_keyword(name)) or term.type == "@json":  # others may be of frames
            kind = "text"
        elif "@language" in term.containers:
            kind = "languages"
        else:
            kind = "node" if term.containers.isdisjoint(_MAPS) else "map"
        member = active.members[name] = kind, expansion
    return member


def _of_kind(scalar: Scalar, label: str, kind: str, active: Active, *, relative: bool = True) -> Iterator[Item] | None:
    """Return the items of a reference (`@id`), or of a term or a reference (`@vocab` and `@type`)."""
    if kind not in ("@id", "@vocab", "@type"):
        return None
    expansion = active.iri(scalar.text, vocab=kind != "@id", relative=relative)
    if kind == "@id" and expansion is _AS_IT_IS:
        return _whole(scalar, label + OF_TERM * _is_of_term(active, scalar.text))
    return _items(scalar, label, expansion, active, IRI_REFERENCE)


def _is_of_term(active: Active, text: str) -> bool:
    prefix, colon, _ = text.partition(":")
    return bool(colon) and active.term(prefix).is_prefix is None


def _whole(scalar: Scalar, label: str) -> Iterator[Item] | None:
    reading = JSON_LD.reading(("@id",), scalar.text, in_array=False)
    return None if reading is None else whole(scalar, label, reading.production, reading.fixes)


def _items(
    scalar: Scalar, label: str, expansion: _Expansion, active: Active, production: Production, *, is_name: bool = False
) -> Iterator[Item] | None:
    """Return the items of a string by its expansion; None for terms, unknown texts, and placeholders.

    A name without a colon that nothing expands is left out.
    """
    text = scalar.text
    if expansion.is_term or has_placeholder(text):
        return None
    if expansion is _AS_IT_IS:
        label += OF_TERM * _is_of_term(active, text)
    if len(expansion.beginning or "") > _LONGEST:
        return None
    if expansion is not _AS_IT_IS:
        return expand(scalar, label, expansion.length, expansion.beginning or "", expansion.base)
    if not text or text.startswith("@") or (is_name and ":" not in text):
        return None
    return None if active.is_open and not _WITH_AUTHORITY.match(text) else whole(scalar, label, production, "none")


def with_names_kept(items: Iterator[Item], *, is_name: bool) -> Iterator[Item]:
    """Yield the items of a value, those of a name without fixes."""
    for item in items:
        yield item._replace(fixes="none") if is_name and isinstance(item, Candidate) else item


def expand(scalar: Scalar, label: str, length: int, namespace: str, base: str | None = None) -> Iterator[Item]:
    """Yield a string as an item whose text has a namespace in the place of its first `length` characters; it is never
    fixed. `base` is that of the item.

    >>> [(item.text, item.offsets.tolist()) for item in expand(Scalar(4, 9, "ex:ab"), "", 3, "tag:")]
    [('tag:ab', [4, 4, 4, 4, 7, 8, 9])]
    """
    escapes = standing_for(length, namespace)
    text, offsets, _ = escapes.read(scalar.text)
    item = Candidate(0, len(scalar.text), text, label, escapes, offsets, IRI_REFERENCE, base=base, fixes="none")
    return iter(locate(scalar, item))
