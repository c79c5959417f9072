"""Places of identifiers in XML vocabularies, from documents.toml."""

from __future__ import annotations

from itertools import product
from typing import Literal

from irigrammar._generated import documents
from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats.items import IRI_REFERENCE, URI, URI_REFERENCE, VALID_URL, Fixes, Production

# How a value is read: as one reference, as a list of them (without words that begin with ##), as pairs of a namespace
# and a location, or as what is a reference unless the attribute isPermaLink says that it is not (RSS).
Shape = Literal["one", "list", "pairs", "permanent"]


class Place(NamedTuple):
    """The reading of a value: its shape, the production of its vocabulary (None for the type's), and its fixes.

    Of pairs the namespaces are names, whatever `fixes` says. `trims` says that white space at the ends is no part of
    one.
    """

    shape: Shape = "one"
    production: Production | None = None
    fixes: Fixes = "all"
    trims: bool = True


READINGS = {
    "one": Place(),
    "link": Place("one", None, "spaced"),
    "pairs": Place("pairs"),
    "name": Place("one", None, "none"),
    "names": Place("list", None, "none"),
    "uri": Place("one", URI),
    "iri": Place("one", IRI_REFERENCE),
    "iris": Place("list", IRI_REFERENCE),
    "term": Place("one", IRI_REFERENCE, "none"),
    "web": Place("one", VALID_URL, "spaced"),
    "permanent": Place("permanent"),
}
# Namespace names (Namespaces in XML 1.0, 2.1), and system identifiers (XML 1.0, 4.2.2).
NAMESPACE, SYSTEM = Place("one", URI_REFERENCE, "none", trims=False), Place(trims=False)

XML = "http://www.w3.org/XML/1998/namespace"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSLT = "http://www.w3.org/1999/XSL/Transform"
SVG = "http://www.w3.org/2000/svg"
SITEMAPS = frozenset(["http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"])
# Prefixes that are bound before anything is declared (Namespaces in XML, 3).
NAMESPACES = {"xml": XML, "xmlns": "http://www.w3.org/2000/xmlns/"}
BASE = (XML, "base")


def _tables() -> tuple[dict[str, str], dict[tuple[str, str], Place], dict[str, dict[str, dict[str, Place]]]]:
    """Return the vocabularies by the names of their roots, the attributes that count on any element by namespace and
    name, and by namespaces the attributes of each element, with those that are its text by the name "".
    """
    roots: dict[str, str] = {}
    anywhere: dict[tuple[str, str], Place] = {}
    elements: dict[str, dict[str, dict[str, Place]]] = {}
    for row in documents.XML:
        namespaces = row["namespaces"].split()
        roots |= dict.fromkeys(row.get("roots", "").split(), namespaces[0])
        readings = ((kind, place._replace(trims="trims" not in row)) for kind, place in READINGS.items())
        words = [(word, place) for kind, place in readings for word in row.get(kind, "").split()]
        for namespace, (word, place) in product(namespaces, words):
            element, _, attribute = word.partition("/@")
            if element == "/":
                anywhere[namespace, attribute] = place
            else:
                elements.setdefault(namespace, {}).setdefault(element, {})[attribute] = place
    return roots, anywhere, elements


ROOTS, GLOBAL, PLACES = _tables()
CODE = frozenset(documents.CODE_ELEMENTS.split())
NO_TEXT = frozenset(documents.CODE_ATTRIBUTES.split())
