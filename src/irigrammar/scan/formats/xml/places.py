"""Places of identifiers in XML vocabularies, as data.

By namespace: the attributes and the elements of each vocabulary. A place is an attribute with a namespace of its own,
which counts on any element; an attribute without, on an element of a vocabulary ("*" on any of its elements); or the
text of an element.
"""

from __future__ import annotations

from typing import Literal

from irigrammar.dataclass import NamedTuple
from irigrammar.scan.formats import items
from irigrammar.scan.formats.items import IRI_REFERENCE, VALID_URL, Fixes, Production

# How a value is read: as one reference, as a list of them (without words that begin with ##), as pairs of a namespace
# and a location, or as what is a reference unless the attribute isPermaLink says that it is not (RSS).
Shape = Literal["one", "list", "pairs", "permanent"]


class Place(NamedTuple):
    """The reading of a value, which production its vocabulary asks for (None for the type's), and what is fixed.

    Of pairs the namespaces are names, whatever `fixes` says.
    """

    shape: Shape = "one"
    production: Production | None = None
    fixes: Fixes = "all"


ONE, PAIRS = Place(), Place("pairs")
LINK = Place("one", None, "spaced")
NAME, NAMES = Place("one", None, "none"), Place("list", None, "none")  # what is compared character by character
IRI = Place("one", IRI_REFERENCE)  # where the vocabulary itself says RFC 3987
IRIS = IRI._replace(shape="list")
TERM = IRI._replace(fixes="none")  # likewise, and compared character by character
URI = Place("one", items.URI)
WEB = Place("one", VALID_URL, "spaced")  # what browsers read as HTML's

XML = "http://www.w3.org/XML/1998/namespace"
XMLNS = "http://www.w3.org/2000/xmlns/"
XSLT = "http://www.w3.org/1999/XSL/Transform"
XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
SITEMAPS = frozenset(["http://www.sitemaps.org/schemas/sitemap/0.9", "http://www.google.com/schemas/sitemap/0.84"])
# Vocabularies without a namespace: their names count where the root has one of these names.
RSS, OPML, DOCBOOK, DITA = "rss", "opml", "docbook", "dita"
MSBUILD, NUSPEC, APPSTREAM = "msbuild", "nuspec", "appstream"
ROOTS = {
    "rss": RSS,
    "opml": OPML,
    **dict.fromkeys(("article", "book", "chapter", "part", "refentry", "section", "set"), DOCBOOK),
    **dict.fromkeys(("bookmap", "concept", "dita", "glossentry", "map", "reference", "task", "topic"), DITA),
    "Project": MSBUILD,
    "package": NUSPEC,
    "component": APPSTREAM,
}
_NUGETS = [f"http://schemas.microsoft.com/packaging/{month}/nuspec.xsd" for month in ("2010/07", "2012/06", "2013/05")]
_CYCLONEDX = [f"http://cyclonedx.org/schema/bom/1.{minor}" for minor in range(8)]

_XLINK = "http://www.w3.org/1999/xlink"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_XSD = "http://www.w3.org/2001/XMLSchema"
_WSDL = "http://schemas.xmlsoap.org/wsdl/"
_KML = ["http://www.opengis.net/kml/2.2", *(f"http://earth.google.com/kml/2.{minor}" for minor in range(3))]

_TEI = "http://www.tei-c.org/ns/1.0"
# TEI P5, teidata.pointer: RFC 3986, written as an IRI; lists of them.
_TEI_POINTERS = (
    "target corresp ana facs ref source resp who synch sameAs copyOf next prev exclude decls change rendition hand wit"
)

# Prefixes that are bound before anything is declared (Namespaces in XML, 3).
NAMESPACES = {"xml": XML, "xmlns": XMLNS}
BASE = (XML, "base")

# Attributes that count on any element: XML Base, XLink, XML Schema 1 (2.6), RDF/XML.
GLOBAL: dict[tuple[str, str], Place] = {
    BASE: ONE,
    (_XLINK, "href"): ONE,
    **{(_XLINK, name): NAME for name in ("role", "arcrole")},
    (_XSI, "schemaLocation"): PAIRS,
    (_XSI, "noNamespaceSchemaLocation"): ONE,
    **{(_RDF, name): TERM for name in ("about", "resource", "datatype")},
}

_Rows = dict[str, dict[str, Place]]


def _rows(place: Place, **elements: str) -> _Rows:
    """Return rows of elements whose attributes are all read alike; `any` is any element."""
    return {"*" if name == "any" else name: dict.fromkeys(words.split(), place) for name, words in elements.items()}


def _each(elements: str, **attributes: Place) -> _Rows:
    """Return rows of elements that have the same attributes."""
    return {name: dict(attributes) for name in elements.split()}


_SOAP = _rows(ONE, address="location") | _rows(NAME, operation="soapAction", body="namespace", header="namespace")

# Attributes without a namespace, by the namespace and the name of their element.
ATTRIBUTES: dict[str, _Rows] = {
    _XSD: {
        "schema": {"targetNamespace": NAME, "xpathDefaultNamespace": NAMES},
        "import": {"namespace": NAME, "schemaLocation": ONE},
        **_each("include redefine override", schemaLocation=ONE),
        **_each("any anyAttribute", namespace=NAMES, notNamespace=NAMES),
        **_each("element attribute", targetNamespace=NAME),
        **_each("documentation appinfo", source=ONE),
        "notation": {"system": ONE},
    },
    XSLT: {**_each("include import", href=ONE), "import-schema": {"namespace": NAME, "schema-location": ONE}},
    "http://www.w3.org/2001/XInclude": _rows(ONE, include="href"),
    "http://www.w3.org/2003/XInclude": _rows(ONE, include="href"),
    SVG: _rows(LINK, any="href"),
    "http://www.w3.org/1998/Math/MathML": _rows(ONE, any="href src altimg"),
    "http://www.w3.org/2005/Atom": _rows(IRI, link="href", content="src", generator="uri")
    | _rows(TERM, category="scheme"),
    "http://www.w3.org/2007/app": _each("collection", href=IRI) | _each("categories", href=IRI, scheme=TERM),
    RSS: _rows(ONE, enclosure="url", source="url"),
    OPML: _rows(ONE, outline="xmlUrl htmlUrl url"),
    DOCBOOK: _rows(ONE, ulink="url", any="fileref"),
    DITA: _rows(ONE, any="href conref"),
    **dict.fromkeys((NUSPEC, *_NUGETS), _rows(ONE, repository="url")),
    "urn:oasis:names:tc:xliff:document:1.2": {"external-file": {"href": ONE}},
    **{name: _rows(NAME, bom="serialNumber") for name in _CYCLONEDX},
    "http://search.yahoo.com/mrss/": _rows(ONE, content="url", thumbnail="url", player="url"),
    "http://www.itunes.com/dtds/podcast-1.0.dtd": _rows(ONE, image="href"),
    XHTML: _rows(WEB, any="href src cite action formaction poster data longdesc background"),
    _WSDL: {**_each("definitions", targetNamespace=NAME), "import": {"namespace": NAME, "location": ONE}},
    f"{_WSDL}soap/": _SOAP,
    f"{_WSDL}soap12/": _SOAP,
    f"{_WSDL}http/": _rows(ONE, address="location"),
    "http://www.w3.org/ns/wsdl": {
        "description": {"targetNamespace": NAME},
        **_each("include import", namespace=NAME, location=ONE),
        "endpoint": {"address": ONE},
    },
    "http://relaxng.org/ns/structure/1.0": {
        **_rows(ONE, include="href", externalRef="href"),
        "*": {"datatypeLibrary": NAME, "ns": NAME},
    },
    "urn:oasis:names:tc:entity:xmlns:xml:catalog": {
        **_each("uri", name=NAME, uri=ONE),
        **_each("public", uri=ONE),
        **_each("system", systemId=NAME, uri=ONE),
        **_each("rewriteSystem", systemIdStartString=NAME, rewritePrefix=ONE),
        **_each("rewriteURI", uriStartString=NAME, rewritePrefix=ONE),
        **_each("nextCatalog delegatePublic", catalog=ONE),
        **_each("delegateSystem", systemIdStartString=NAME, catalog=ONE),
        **_each("delegateURI", uriStartString=NAME, catalog=ONE),
    },
    "http://www.idpf.org/2007/opf": _rows(WEB, item="href", reference="href", link="href"),  # EPUB 3.3, 3.5 and 5
    "http://www.daisy.org/z3986/2005/ncx/": _rows(WEB, content="src"),
    "urn:oasis:names:tc:opendocument:xmlns:container": _rows(WEB, rootfile="full-path", link="href"),
    _TEI: _rows(IRIS, any=_TEI_POINTERS) | _rows(IRI, graphic="url", media="url", binaryObject="url", moduleRef="url"),
    "http://www.topografix.com/GPX/1/1": _rows(ONE, link="href"),
    "http://www.w3.org/2000/09/xmldsig#": _each("Reference", URI=ONE, Type=NAME) | _rows(NAME, any="Algorithm"),
    "urn:oasis:names:tc:SAML:2.0:metadata": _each("*", Location=ONE, ResponseLocation=ONE, Binding=NAME, entityID=NAME),
    "http://www.w3.org/2002/07/owl#": _rows(TERM, any="IRI ontologyIRI versionIRI datatypeIRI"),
    "http://www.w3.org/2005/sparql-results#": _each("link", href=IRI) | _each("literal", datatype=TERM),
}

_PACKAGE_URLS = dict.fromkeys(("PackageProjectUrl", "PackageLicenseUrl", "PackageIconUrl", "RepositoryUrl"), ONE)

# Elements whose text is an identifier, by their namespace.
ELEMENTS: dict[str, dict[str, Place]] = {
    **{namespace: {"loc": URI} for namespace in SITEMAPS},
    "http://www.google.com/schemas/sitemap-image/1.1": dict.fromkeys(("loc", "license"), URI),
    "http://www.google.com/schemas/sitemap-video/1.1": dict.fromkeys(
        ("thumbnail_loc", "content_loc", "player_loc"), URI
    ),
    "http://www.w3.org/2005/Atom": {"id": TERM, **dict.fromkeys(("uri", "icon", "logo"), IRI)},
    RSS: {**dict.fromkeys(("link", "url", "docs", "comments"), ONE), "guid": Place("permanent")},
    OPML: dict.fromkeys(("docs", "ownerId"), ONE),
    "http://docbook.org/ns/docbook": {"uri": ONE},
    MSBUILD: _PACKAGE_URLS,
    "http://schemas.microsoft.com/developer/msbuild/2003": _PACKAGE_URLS,
    **dict.fromkeys((NUSPEC, *_NUGETS), dict.fromkeys(("projectUrl", "licenseUrl", "iconUrl"), ONE)),
    APPSTREAM: dict.fromkeys(("url", "image"), ONE),
    **{name: {"purl": URI, **dict.fromkeys(("endpoint", "featuredImage", "url"), IRI)} for name in _CYCLONEDX},
    "http://purl.org/rss/1.0/": dict.fromkeys(("link", "url"), ONE),
    **{namespace: dict.fromkeys(("href", "styleUrl", "targetHref", "sourceHref"), ONE) for namespace in _KML},
    "http://maven.apache.org/POM/4.0.0": {"url": ONE},
    "http://xspf.org/ns/0/": dict.fromkeys(("location", "identifier", "info", "image"), ONE),
    "http://www.w3.org/2002/07/owl#": dict.fromkeys(("IRI", "Import"), TERM),
    "http://www.w3.org/2005/sparql-results#": {"uri": TERM},
}

# Elements whose text is code or data, in any vocabulary: DocBook, DITA, SVG, XHTML, XSD, MSBuild, XSLT.
_CODE = """
code codeblock codeph command computeroutput filepath literal literallayout programlisting samp screen script style
synopsis systemoutput tt userinput pre kbd
"""
CODE = frozenset(_CODE.split())
# Attributes that are patterns and paths, in any vocabulary.
NO_TEXT = frozenset(("pattern", "regex", "regexp", "match", "select", "test", "xpath", "path", "d", "points", "style"))
