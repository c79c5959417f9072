"""The names of the choices that conversions take.

A command shows them without importing conversions.
"""

# typed: iri, uri: what the parameter form takes
from __future__ import annotations

from typing import Literal, get_args

AuthorityChoice = Literal["refuse", "browser", "grammar"]
CharsetErrors = Literal["strict", "reference"]
CharsetEscape = Literal["reference", "percent"]
CharsetLabels = Literal["encoding-standard", "iana"]
DocumentProfile = Literal["rfc3987-4.1"]
Errors = Literal["raise", "null"]  # what becomes of a text without a result, in lists and columns
Form = Literal["iri", "uri"]
HostForm = Literal["unicode", "keep"]
HostPolicy = Literal["idna", "idna2008", "idna2003", "percent", "idna-always", "uts46", "uts46-transitional"]
Ignored = Literal["compatibility", "case", "accents"]
Level = Literal["syntax", "scheme"]
References = Literal["none", "numeric", "html"]
RungName = Literal["identical", "syntax", "scheme", "protocol"]
Source = Literal["unicode", "typed"]
Spaces = Literal["encode", "remove"]

HOST_POLICIES: tuple[str, ...] = get_args(HostPolicy)
