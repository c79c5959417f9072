"""XML documents.

Bases, links, schema locations, namespace names, system identifiers, and the attributes and elements of vocabularies; as
LEIRI. Where identifiers stand is data: `scan.formats.xml.places`. In sitemaps locations are URIs, as their protocol
asks; a sitemap by another name is found by its namespace, and its locations are checked against the same production.
"""

from __future__ import annotations

from irigrammar.scan.formats.registry import DocumentType, Finder, Options
from irigrammar.scan.formats.xml.documents import declared
from irigrammar.scan.formats.xml.finder import DEFAULT, XmlFinder
from irigrammar.scan.formats.xml.places import URI

_SUFFIXES = """
.xml .xsd .xsl .xslt .rdf .owl .svg .wsdl .atom .rss .kml .gml .gpx .plist .mathml .opf .ncx .rng .xspf .dbk .dita
.ditamap .tei .xlf .xliff .sch .srx .smil .fo .pom .csproj .nuspec .resx .opml .docbook .fodt .fods .fodp
.props .targets .vbproj .fsproj .vcxproj .xaml .storyboard .xib .mxml .jnlp .cdx
"""


def _sitemap(options: Options) -> Finder:
    return XmlFinder(options, sitemap=True)


assert URI.production
TYPES = (
    DocumentType(
        "xml",
        "XML, with RDF/XML, XML Schema, XSLT, SVG, Atom, RSS, WSDL, KML and others",
        XmlFinder,
        DEFAULT,
        suffixes=tuple(_SUFFIXES.split()),
        declared=declared,
        comment="<!-- iri: ignore[CODE] -->",
    ),
    DocumentType(
        "sitemap",
        "sitemaps and their indexes",
        _sitemap,
        URI.production,
        names=("sitemap*.xml",),
        declared=declared,
        comment="<!-- iri: ignore[CODE] -->",
    ),
)
