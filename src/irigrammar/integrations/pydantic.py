"""Annotated `str` types for pydantic, version 2: they validate by a production and change nothing."""

from __future__ import annotations

from irigrammar.integrations.annotation import IRI, URI, IRIReference, Matching, URIReference, matching
from irigrammar.integrations.pydantic_schema import ERROR_TYPE, core_schema, json_schema

__all__ = [
    "ERROR_TYPE",
    "IRI",
    "URI",
    "IRIReference",
    "Matching",
    "URIReference",
    "core_schema",
    "json_schema",
    "matching",
]
