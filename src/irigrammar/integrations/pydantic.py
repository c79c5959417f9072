"""Annotated `str` types for pydantic 2.

They validate by a production and change nothing.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from irigrammar.integrations._annotation import IRI, URI, IRIReference, Matching, URIReference, matching
from irigrammar.integrations._pydantic_schema import ERROR_TYPE, NO_CONSENSUS, Consensual, core_schema, json_schema

__all__ = [
    "ERROR_TYPE",
    "IRI",
    "NO_CONSENSUS",
    "URI",
    "Consensual",
    "ConsensualURI",
    "IRIReference",
    "Matching",
    "URIReference",
    "core_schema",
    "json_schema",
    "matching",
]

ConsensualURI: TypeAlias = Annotated[str, Consensual()]
