"""Types of documents that a grammar and a table of tokens describe.

`[tokens]` of `grammar/documents.toml` has the tables.
"""

from __future__ import annotations

from functools import partial

from irigrammar._generated.documents import LEXICAL
from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.lexical import LexicalFinder, lexicon
from irigrammar.scan.formats.registry import DocumentType


def _type(name: str, tokens: str, row: dict[str, str]) -> DocumentType:
    return DocumentType(
        name,
        row["title"],
        partial(LexicalFinder, name=tokens),
        Production("rfc3987", row["production"]),
        suffixes=tuple(row["suffixes"].split()),
        cut=lambda text: lexicon(tokens).cut(text),
        spans=lambda text, striking=False: lexicon(tokens).spans(text, striking=striking),
        comment=row.get("comment", ""),
    )


TYPES = tuple(_type(name, *row) for name, row in LEXICAL.items())
