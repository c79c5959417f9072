"""Conversions beyond those between IRIs and URIs.

leiri_to_iri, web_address_to_iri      other identifiers to IRIs (LEIRI Note; draft-ietf-iri-3987bis-04, 7)
link_target                           the URI to which a link of a document leads
prepare, prepare_list, to_ucs         text before it is parsed, one reference or several, and bytes
split_liberal                         the components of text that need not match
for_charset, interpret                identifiers in documents of other charsets
map_component                         one component to that of a URI
to_ascii, to_unicode                  hosts by IDNA and UTS 46
convert_many, canonical_key           many texts at once, and keys for tables
traced                                any conversion with its steps
"""

from __future__ import annotations

from irigrammar.processing.compare import canonical_key
from irigrammar.processing.conversions import leiri_to_iri, web_address_to_iri
from irigrammar.processing.document_charset import for_charset, interpret
from irigrammar.processing.host import to_ascii, to_unicode
from irigrammar.processing.liberal import split_liberal
from irigrammar.processing.link import link_target
from irigrammar.processing.prepare import prepare, prepare_list
from irigrammar.processing.support.build import map_component
from irigrammar.processing.support.bulk import convert_many
from irigrammar.processing.trace import traced
from irigrammar.processing.ucs import to_ucs

__all__ = [
    "canonical_key",
    "convert_many",
    "for_charset",
    "interpret",
    "leiri_to_iri",
    "link_target",
    "map_component",
    "prepare",
    "prepare_list",
    "split_liberal",
    "to_ascii",
    "to_ucs",
    "to_unicode",
    "traced",
    "web_address_to_iri",
]


def __dir__() -> list[str]:
    return __all__
