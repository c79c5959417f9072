"""Sitemaps: their locations as URI, which their protocol asks for; all else as in XML.

A sitemap by another name is found by its namespace, and its locations are held against the same production.
"""

from __future__ import annotations

from irigrammar.scan.formats.document_type import DocumentType, Finder, Options
from irigrammar.scan.formats.xml.finder import XmlFinder
from irigrammar.scan.formats.xml.places import URI
from irigrammar.scan.formats.xml.tokens import declared


def _open(options: Options) -> Finder:
    return XmlFinder(options, sitemap=True)


assert URI.production
TYPES = (
    DocumentType(
        "sitemap",
        "sitemaps and their indexes",
        URI.production,
        "publish",
        _open,
        names=("sitemap*.xml",),
        declared=declared,
        comment="<!-- iri: ignore[CODE] -->",
    ),
)
