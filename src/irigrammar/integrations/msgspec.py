"""Fields of msgspec's structs, checked by the productions that their annotations name.

`check_fields` in `__post_init__` is that of dataclasses; msgspec reports its errors with the place in the message.

>>> import msgspec
>>> class Link(msgspec.Struct):
...     target: IRI
...     def __post_init__(self) -> None:
...         check_fields(self)
>>> msgspec.json.decode(b'[{"target": "http://b c/"}]', type=list[Link])
Traceback (most recent call last):
msgspec.ValidationError: not IRI (RFC 3987), offset 8: a space is not allowed in a host name - at `$[0]`
"""

from __future__ import annotations

from irigrammar.integrations.dataclasses import IRI, URI, IRIReference, Matching, URIReference, check_fields, matching

__all__ = ["IRI", "URI", "IRIReference", "Matching", "URIReference", "check_fields", "matching"]
