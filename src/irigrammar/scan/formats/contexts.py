"""Contexts of JSON-LD and YAML-LD.

They expand compact IRIs, terms and relative references, and say what these are checked against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import IRI, IRI_REFERENCE, Candidate, Item, Production
from irigrammar.scan.formats.scalars import Scalar, locate, whole
from irigrammar.scan.formats.selection import JSON_LD, Path, has_placeholder, is_compact
from irigrammar.scan.formats.strings import standing_for

_LONGEST = 1_000  # code points of a namespace: it is written out for each compact IRI
_CONTEXT = "@context"
_WITH_AUTHORITY = regex(r"\s*[A-Za-z][A-Za-z0-9+.-]*+://")
# What only resolving it tells: dot segments, a path from the root, a query.
_NOT_APPENDED = regex(r"[/?.]|[^#]*/\.")
_NAMES = ("id", "type", "@id", "@type")
_MAPPINGS = ("@id", "@reverse", "@type")  # of the definition of a term
_KINDS = {"@id": "@id", "@type": "@vocab"}


class Context(NamedTuple):
    """The common declarations of all contexts of a document; conflicting ones are left out.

    `prefixes` are namespaces by prefix, `vocab` and `base` IRIs, "" for none. `terms` have a definition of their own;
    `types` are those whose values are references (`@id`) or terms (`@vocab`), `maps` those with names in their values
    that are not properties, each with what these are (`@id` or `@vocab`, "" for none), `opaque` those whose values are
    JSON. `aliases` are other names of keywords. `is_remote`
    says that a context elsewhere declares more, and `has_vocab` that there is an `@vocab`, which may be relative.
    """

    prefixes: Mapping[str, str]
    vocab: str = ""
    base: str = ""
    terms: frozenset[str] = frozenset()
    types: Mapping[str, str] = {}
    maps: Mapping[str, str] = {}
    opaque: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = {}
    is_remote: bool = False
    has_vocab: bool = False

    def value(self, scalar: Scalar, path: Path, label: str, *, in_array: bool) -> Iterator[Item] | None:
        """Return the items of the string at a path, its own name last, expanded by a prefix, `@vocab` or `@base`, or as
        it is; None for one that is not an identifier here.

        `in_array` says whether it is in an array; `label` is that of the items.

        >>> context = Context({"ex": "tag:"}, types={"knows": "@id"})
        >>> [item.text for item in context.value(Scalar(0, 5, "ex:ab"), ("", "knows"), "", in_array=False)]
        ['tag:ab']
        """
        keyword = self.aliases.get(path[-1], path[-1])
        if self._is_opaque(path):
            return None
        if _CONTEXT in path[:-1]:
            return self._in_context(scalar, path, keyword, label)
        kind = self.types.get(keyword, _KINDS.get(keyword))
        if kind is None:
            return self._whole(scalar, path, keyword, label, in_array=in_array)
        return self._of_kind(scalar, path, kind, label, in_array=in_array and keyword == "@id")

    def _of_kind(self, scalar: Scalar, path: Path, kind: str, label: str, *, in_array: bool) -> Iterator[Item] | None:
        """Return the items of a reference (`@id`) or a term (`@vocab`)."""
        items = self._of_prefix(scalar, label)
        if items is None and kind == "@vocab":
            items = self._of_vocab(scalar, label) or self._as_it_is(scalar, label, IRI_REFERENCE)
        elif items is None:
            items = self._of_base(scalar, label)
        if items is None and kind == "@id":
            return self._whole(scalar, path, kind, label, in_array=in_array)
        return items

    def name(self, scalar: Scalar, around: Path) -> Iterator[Item] | None:
        """Return the items of the name of a member of the object at a path; None for a name that is not a property, and
        for one that nothing expands.
        """
        if _CONTEXT in around or self._is_opaque((*around, "")) or scalar.text in self.aliases:
            return None
        kind = self.maps.get(around[-1]) if around else None
        if kind is not None:
            return self._of_kind(scalar, (*around, kind), kind, "a name", in_array=False) if kind else None
        items = self._of_prefix(scalar, "a name") or self._of_vocab(scalar, "a name")
        # Without a colon it is left out, like any name that no context knows.
        return items or (self._as_it_is(scalar, "a name", IRI) if ":" in scalar.text else None)

    def _is_opaque(self, path: Path) -> bool:
        """Return whether a path is in JSON that is a value (JSON-LD 1.1, 4.2.2)."""
        return bool(self.opaque.intersection(path)) or any(
            self.aliases.get(name, name) == "@value" for name in path[:-1]
        )

    def _in_context(self, scalar: Scalar, path: Path, keyword: str, label: str) -> Iterator[Item] | None:
        """Return the items of a string in a context: of one that maps a term, or is a `@base` or `@vocab`."""
        items = self._of_prefix(scalar, label)
        if items is not None or path[-1] == "@base":
            return items or self._whole(scalar, path, keyword, label, in_array=False)
        place = path[len(path) - path[::-1].index(_CONTEXT) :]
        if path[-1] == "@vocab":
            return self._as_it_is(scalar, label, IRI_REFERENCE)
        if (len(place) == 1 and not place[0].startswith("@")) or (len(place) == 2 and place[1] in _MAPPINGS):
            return None if self.has_vocab and ":" not in scalar.text else self._as_it_is(scalar, label, IRI)
        return self._whole(scalar, path, keyword, label, in_array=False)

    def _as_it_is(self, scalar: Scalar, label: str, production: Production) -> Iterator[Item] | None:
        """Return the item of a string that no declaration expands; None where one that is not known may, and for
        keywords and placeholders.
        """
        text = scalar.text
        if not text or text in self.terms or text.startswith("@") or has_placeholder(text) or self._is_compact(text):
            return None
        return None if self.is_remote and not _WITH_AUTHORITY.match(text) else whole(scalar, label, production, "none")

    def _is_compact(self, text: str) -> bool:
        """Return whether a text is a blank node, or has a prefix that a declaration may declare which is not known."""
        prefix, _, _ = text.partition(":")
        return is_compact(text) and (self.is_remote or prefix in self.terms or prefix == "_")

    def _whole(self, scalar: Scalar, path: Path, keyword: str, label: str, *, in_array: bool) -> Iterator[Item] | None:
        reading = JSON_LD.reading((*path[:-1], keyword), scalar.text, in_array)
        if reading is None or self._is_compact(scalar.text):
            return None
        return whole(scalar, label, reading.production, reading.fixes)

    def _of_prefix(self, scalar: Scalar, label: str) -> Iterator[Item] | None:
        """Return the item of a compact IRI, expanded; None if the text has no known prefix, or "//" after the colon."""
        prefix, colon, rest = scalar.text.partition(":")
        if not colon or rest.startswith("//") or prefix not in self.prefixes:
            return None
        return expand(scalar, label, len(prefix) + 1, self.prefixes[prefix])

    def _of_vocab(self, scalar: Scalar, label: str) -> Iterator[Item] | None:
        """Return the item of a name that `@vocab` expands; None for empty texts, terms, keywords, texts with a colon or
        a placeholder, and without `@vocab`.
        """
        text = scalar.text
        if not self.vocab or not text or ":" in text or text.startswith("@") or text in self.terms:
            return None
        return None if has_placeholder(text) else expand(scalar, label, 0, self.vocab)

    def _of_base(self, scalar: Scalar, label: str) -> Iterator[Item] | None:
        """Return the item of a relative reference, appended to `@base`; None where appending would not be resolving,
        for texts with a colon or a placeholder, and without `@base`.
        """
        text = scalar.text
        base = self.base.partition("#")[0] if text.startswith("#") else self.base
        if not base or not text or ":" in text or text.startswith("@") or _NOT_APPENDED.match(text):
            return None
        if has_placeholder(text) or not (text.startswith("#") or base.endswith("/")):
            return None
        return expand(scalar, label, 0, base)


def with_names_kept(items: Iterator[Item], context: Context | None, path: Path) -> Iterator[Item]:
    """Yield the items of a value, without fixes for names, which are compared as strings (RDF 1.2 Concepts, 3.2).

    Names are the strings in a context, and ids and types where a context elsewhere may declare them as such.
    """
    is_name = context is not None and (_CONTEXT in path[:-1] or (context.is_remote and path[-1] in _NAMES))
    for item in items:
        yield item._replace(fixes="none") if is_name and isinstance(item, Candidate) else item


def expand(scalar: Scalar, label: str, length: int, namespace: str) -> Iterator[Item]:
    """Yield a string as an item whose text has a namespace in the place of its first `length` characters; it is never
    fixed.

    >>> [(item.text, item.offsets.tolist()) for item in expand(Scalar(4, 9, "ex:ab"), "", 3, "tag:")]
    [('tag:ab', [4, 4, 4, 4, 7, 8, 9])]
    """
    escapes = standing_for(length, namespace)
    text, offsets, _ = escapes.read(scalar.text)
    item = Candidate(0, len(scalar.text), text, label, escapes, offsets, production=IRI_REFERENCE, fixes="none")
    return iter(locate(scalar, item))


def context_of(values: list[Any]) -> Context | None:
    """Return the common declarations of the contexts in values, None if there are none; nothing recurs.

    A term is a prefix where its IRI ends with a delimiter, or it says so (JSON-LD 1.1, 4.1.5). One whose IRI is not
    valid is left out, because that is reported where it is declared. What a context elsewhere declares is not known:
    where there is one, nothing is expanded by `@vocab`.

    >>> context_of([{"@context": {"ex": "http://e.org/#", "@vocab": "http://e.org/"}}]).vocab
    'http://e.org/'
    """
    definitions: dict[str, set[_Term]] = {}
    is_known = True
    contexts = 0
    for context, is_scoped in _contexts(values):
        contexts += 1
        if not isinstance(context, dict):
            is_known &= context is None
            continue
        for term, definition in context.items():
            definitions.setdefault(term, set()).add(_term(definition))
            if is_scoped:  # it is for some nodes only: what it is for others is not known
                definitions[term].add(_NOT_KNOWN)
    return _declarations(definitions, is_known=is_known) if contexts else None


class _Term(NamedTuple):
    """The definition of a term: its IRI or a keyword, the type of its values, the kind of names in these for maps (None
    for others), and whether it is a prefix in any case.
    """

    iri: str
    type: str = ""
    names: str | None = None
    is_prefix: bool = False


_NOT_KNOWN = _Term("", "", None, is_prefix=True)  # unlike all that a definition can say


def _term(definition: Any) -> _Term:
    """Return the term of a definition (a string or an object); an empty one for all other values."""
    if not isinstance(definition, dict):
        return _Term(str(definition) if isinstance(definition, str) else "")
    iri, kind = (value if isinstance(value, str) else "" for value in map(definition.get, ("@id", "@type")))
    container = definition.get("@container")
    containers = container if isinstance(container, list) else [container]
    names = next((_KINDS[name] for name in containers if isinstance(name, str) and name in _KINDS), "")
    is_map = container not in (None, "@set", "@list")
    return _Term(str(iri), str(kind), names if is_map else None, definition.get("@prefix") is True)


def _contexts(values: list[Any]) -> Iterator[tuple[Any, bool]]:
    """Yield each `@context` in nested values, the members of one that is a list separately, also those that are no
    object; and whether it is in the definition of a term (JSON-LD 1.1, 4.1.8).
    """
    todo, known_ids = [(value, False) for value in values], set()
    while todo:
        value, is_scoped = todo.pop()
        if not isinstance(value, dict | list) or id(value) in known_ids:
            continue
        known_ids.add(id(value))
        if isinstance(value, list):
            todo += ((member, is_scoped) for member in value)
            continue
        todo += ((member, is_scoped or name == _CONTEXT) for name, member in value.items())
        if _CONTEXT in value:
            context = value[_CONTEXT]
            yield from ((row, is_scoped) for row in (context if isinstance(context, list) else [context]))


def _declarations(definitions: Mapping[str, set[_Term]], *, is_known: bool) -> Context:
    """Return the context of some definitions, by term; a term with several definitions is no prefix and has no type,
    but is a map or JSON if one of them is.

    Without `is_known`, as a remote context is in use, there is no `@vocab`.
    """
    single = {term: next(iter(rows)) for term, rows in definitions.items() if len(rows) == 1}
    names = {term: row for term, row in single.items() if not term.startswith("@")}
    every = [(term, row) for term, rows in definitions.items() for row in rows]

    def iri_of(keyword: str) -> str:
        iri = single[keyword].iri if keyword in single else ""
        return iri if _is_iri(iri) else ""

    return Context(
        {
            term: row.iri
            for term, row in names.items()
            if _is_iri(row.iri) and (row.is_prefix or grammar("rfc3986")["gen-delims"].matches(row.iri[-1:]))
        },
        iri_of("@vocab") if is_known else "",
        iri_of("@base"),
        frozenset(term for term in definitions if not term.startswith("@")),
        {term: row.type for term, row in names.items() if row.type in _KINDS.values()},
        {term: row.names for term, row in every if row.names is not None},
        frozenset(term for term, row in every if row.type == "@json"),
        {term: row.iri for term, row in names.items() if row.iri.startswith("@")},
        not is_known,
        "@vocab" in definitions,
    )


def _is_iri(text: str) -> bool:
    return len(text) <= _LONGEST and grammar("rfc3987")["IRI"].matches(text)
