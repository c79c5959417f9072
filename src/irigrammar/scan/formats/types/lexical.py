"""Types of documents that a grammar and a table of tokens describe.

`[tokens]` of `grammar/documents.toml` has the tables.
"""

from __future__ import annotations

from functools import partial

from irigrammar._generated.documents import LEXICAL
from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.lexical import CODE, LexicalFinder, lexicon
from irigrammar.scan.formats.registry import DocumentType
from irigrammar.scan.formats.types.text import cut_lines, declared_codec


def lexical_type(name: str, tokens: str, row: dict[str, str]) -> DocumentType:
    """Return the type of a name that a table of tokens describes: its title, names, production and comments."""
    quiet, is_text = row.get("quiet", ""), "lead" in row
    return DocumentType(
        name,
        row["title"],
        partial(LexicalFinder, name=tokens),
        Production(row.get("rules", "rfc3987"), row["production"]),
        suffixes=tuple(row["suffixes"].split()),
        names=tuple(row.get("names", "").split()),
        cut=cut_lines if row.get("between") == CODE else lambda text: lexicon(tokens).cut(text),
        spans=None if quiet else lambda text, striking=False: lexicon(tokens).spans(text, striking=striking),
        declared_charset=declared_codec if is_text else None,
        quiet=quiet,
        local=is_text,
        comment=row.get("comment", ""),
    )


TYPES = tuple(lexical_type(name, *row) for name, row in LEXICAL.items())
