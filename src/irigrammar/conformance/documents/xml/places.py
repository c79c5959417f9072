"""Where identifiers stand in XML, by namespace: the attributes and the elements of each vocabulary, as data.

A place is an attribute with a namespace of its own, which counts on any element; an attribute without, on an element
of a vocabulary ("*" on any of its elements); or the text of an element.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from irigrammar.conformance.documents.items import Production

__all__ = ["ATTRIBUTES", "BASE", "ELEMENTS", "GLOBAL", "NAMESPACES", "SITEMAPS", "XHTML", "XSLT", "Place"]

# How a value is read: as one reference, as a list of them (without words that begin with ##), as pairs of a namespace
# and a location, or as what is a reference unless the attribute isPermaLink says that it is not (RSS).
Shape = Literal["one", "list", "pairs", "permanent"]


class Place(NamedTuple):
    """How a value is read, and the production that its vocabulary asks for, None for the document type's."""

    shape: Shape = "one"
    production: Production | None = None


ONE, LIST, PAIRS = Place(), Place("list"), Place("pairs")
IRI = Place("one", Production("rfc3987", "IRI-reference"))  # where the vocabulary itself says RFC 3987
URI = Place("one", Production("rfc3986", "URI"))
WEB = Place("one", Production("web-address", "IRI-reference"))  # what browsers read as HTML's

XML = "http://www.w3.org/XML/1998/namespace"
XMLNS = "http://www.w3.org/2000/xmlns/"
XSLT = "http://www.w3.org/1999/XSL/Transform"
XHTML = "http://www.w3.org/1999/xhtml"
SITEMAPS = frozenset(["http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"])
# RSS 2.0 has no namespace: its names count where the root is `rss`, in what is no namespace's name.
RSS = "rss"

_XLINK = "http://www.w3.org/1999/xlink"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XSD = "http://www.w3.org/2001/XMLSchema"
_WSDL = "http://schemas.xmlsoap.org/wsdl/"
_KML = ["http://www.opengis.net/kml/2.2", *(f"http://earth.google.com/kml/2.{minor}" for minor in range(3))]

# Prefixes that are bound before anything is declared (Namespaces in XML, 3).
NAMESPACES = {"xml": XML, "xmlns": XMLNS}
BASE = (XML, "base")

# Attributes that count on any element: XML Base, XLink, XML Schema 1 (2.6), RDF/XML.
GLOBAL: dict[tuple[str, str], Place] = {
    BASE: ONE,
    **{(_XLINK, name): ONE for name in ("href", "role", "arcrole")},
    (_XSI, "schemaLocation"): PAIRS,
    (_XSI, "noNamespaceSchemaLocation"): ONE,
    **{(_RDF, name): IRI for name in ("about", "resource", "datatype")},
}

_Rows = dict[str, dict[str, Place]]


def _rows(place: Place, **elements: str) -> _Rows:
    """Return rows of elements whose attributes are all read alike; `any` is any element."""
    return {"*" if name == "any" else name: dict.fromkeys(words.split(), place) for name, words in elements.items()}


def _each(elements: str, **attributes: Place) -> _Rows:
    """Return rows of elements that have the same attributes."""
    return {name: dict(attributes) for name in elements.split()}


_SOAP = _rows(ONE, address="location", operation="soapAction", body="namespace", header="namespace")

# Attributes without a namespace, by the namespace and the name of their element.
ATTRIBUTES: dict[str, _Rows] = {
    _XSD: {
        "schema": {"targetNamespace": ONE, "xpathDefaultNamespace": LIST},
        "import": {"namespace": ONE, "schemaLocation": ONE},
        **_each("include redefine override", schemaLocation=ONE),
        **_each("any anyAttribute", namespace=LIST, notNamespace=LIST),
        **_each("element attribute", targetNamespace=ONE),
        **_each("documentation appinfo", source=ONE),
        "notation": {"system": ONE},
    },
    XSLT: {
        **_each("include import", href=ONE),
        "import-schema": {"namespace": ONE, "schema-location": ONE},
    },
    "http://www.w3.org/2001/XInclude": _rows(ONE, include="href"),
    "http://www.w3.org/2003/XInclude": _rows(ONE, include="href"),
    "http://www.w3.org/2000/svg": _rows(ONE, any="href"),
    "http://www.w3.org/1998/Math/MathML": _rows(ONE, any="href src altimg"),
    "http://www.w3.org/2005/Atom": _rows(IRI, link="href", content="src", category="scheme", generator="uri"),
    "http://www.w3.org/2007/app": _rows(IRI, collection="href", categories="href scheme"),
    RSS: _rows(ONE, enclosure="url", source="url"),
    "http://search.yahoo.com/mrss/": _rows(ONE, content="url", thumbnail="url", player="url"),
    "http://www.itunes.com/dtds/podcast-1.0.dtd": _rows(ONE, image="href"),
    XHTML: _rows(WEB, any="href src cite action formaction poster data longdesc background"),
    _WSDL: {
        **_each("definitions types", targetNamespace=ONE),
        "import": {"namespace": ONE, "location": ONE},
    },
    f"{_WSDL}soap/": _SOAP,
    f"{_WSDL}soap12/": _SOAP,
    f"{_WSDL}http/": _rows(ONE, address="location"),
    "http://www.w3.org/ns/wsdl": {
        "description": {"targetNamespace": ONE},
        **_each("include import", namespace=ONE, location=ONE),
        "endpoint": {"address": ONE},
    },
    "http://relaxng.org/ns/structure/1.0": {
        **_rows(ONE, include="href", externalRef="href"),
        "*": {"datatypeLibrary": ONE, "ns": ONE},
    },
    "urn:oasis:names:tc:entity:xmlns:xml:catalog": _rows(
        ONE,
        uri="name uri",
        public="uri",
        system="systemId uri",
        rewriteSystem="systemIdStartString rewritePrefix",
        rewriteURI="uriStartString rewritePrefix",
        nextCatalog="catalog",
        delegatePublic="catalog",
        delegateSystem="systemIdStartString catalog",
        delegateURI="uriStartString catalog",
    ),
    "http://www.idpf.org/2007/opf": _rows(ONE, item="href", reference="href", link="href"),
    "http://www.daisy.org/z3986/2005/ncx/": _rows(ONE, content="src"),
    "http://www.topografix.com/GPX/1/1": _rows(ONE, link="href"),
    "http://www.w3.org/2000/09/xmldsig#": _rows(ONE, Reference="URI Type", any="Algorithm"),
    "urn:oasis:names:tc:SAML:2.0:metadata": _rows(ONE, any="Location ResponseLocation Binding entityID"),
    "http://www.w3.org/2002/07/owl#": _rows(IRI, any="IRI ontologyIRI versionIRI datatypeIRI"),
    "http://www.w3.org/2005/sparql-results#": _rows(IRI, link="href", literal="datatype"),
}

# Elements whose text is an identifier, by their namespace.
ELEMENTS: dict[str, dict[str, Place]] = {
    **{namespace: {"loc": URI} for namespace in SITEMAPS},
    "http://www.google.com/schemas/sitemap-image/1.1": dict.fromkeys(("loc", "license"), URI),
    "http://www.google.com/schemas/sitemap-video/1.1": dict.fromkeys(
        ("thumbnail_loc", "content_loc", "player_loc"), URI
    ),
    "http://www.w3.org/2005/Atom": dict.fromkeys(("id", "uri", "icon", "logo"), IRI),
    RSS: {**dict.fromkeys(("link", "url", "docs", "comments"), ONE), "guid": Place("permanent")},
    "http://purl.org/rss/1.0/": dict.fromkeys(("link", "url"), ONE),
    **{namespace: dict.fromkeys(("href", "styleUrl", "targetHref", "sourceHref"), ONE) for namespace in _KML},
    "http://maven.apache.org/POM/4.0.0": {"url": ONE},
    "http://xspf.org/ns/0/": dict.fromkeys(("location", "identifier", "info", "image"), ONE),
    "http://www.w3.org/2002/07/owl#": dict.fromkeys(("IRI", "Import"), IRI),
    "http://www.w3.org/2005/sparql-results#": {"uri": IRI},
}
