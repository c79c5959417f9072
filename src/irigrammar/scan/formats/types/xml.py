"""XML: bases, links, schema locations, namespace names, system identifiers, and what vocabularies add; as LEIRI.

Where identifiers stand is data: `documents.xml.places`.
"""

from __future__ import annotations

from irigrammar.scan.formats.document_type import DocumentType
from irigrammar.scan.formats.xml.finder import DEFAULT, XmlFinder
from irigrammar.scan.formats.xml.tokens import declared

_SUFFIXES = """
.xml .xsd .xsl .xslt .rdf .owl .svg .wsdl .atom .rss .kml .gml .gpx .plist .mathml .opf .ncx .rng .xspf .dbk .dita
.ditamap .tei .xlf .xliff .sch .srx .smil .fo .pom .csproj .nuspec .resx
"""

TYPES = (
    DocumentType(
        "xml",
        "XML, with RDF/XML, XML Schema, XSLT, SVG, Atom, RSS, WSDL, KML and others",
        DEFAULT,
        "publish",
        XmlFinder,
        suffixes=tuple(_SUFFIXES.split()),
        declared=declared,
        comment="<!-- iri: ignore[CODE] -->",
    ),
)
