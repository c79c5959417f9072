"""The codes of a scan's own findings; those of advice are in `irigrammar.advice`, S001 is a fault of the grammar."""

from __future__ import annotations

from dataclasses import dataclass

from irigrammar.finding import Severity


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its name, default severity, and its help in a few sentences, as reports carry it."""

    code: str
    name: str
    severity: Severity
    title: str
    help: str


_ROWS = (
    Code(
        "S001",
        "no-match",
        "error",
        "The identifier does not match the production.",
        "The string is not in the language of the production that documents of this type are held against. The finding "
        "stands where the longest prefix ends that some valid string begins with; `iri explain` says all of it.",
    ),
    Code(
        "S002",
        "not-in-charset",
        "error",
        "Octets are not in the document's charset.",
        "The octets cannot be decoded with the charset that the document has by its byte order mark, by declaration or "
        "configuration, or UTF-8. The rest of the document is scanned all the same.",
    ),
    Code(
        "S003",
        "unreadable",
        "error",
        "The document cannot be read.",
        "The file is not there, may not be read, is a loop of links, holds binary data, is larger than the limit, or "
        "asks for a package that is not installed.",
    ),
    Code(
        "S004",
        "unused-ignore",
        "warning",
        "An inline ignore that is no longer needed.",
        "Nothing was found where the comment says that a code is to be ignored, or there is no such code. Remove it.",
    ),
    Code(
        "S005",
        "malformed-document",
        "warning",
        "The document is not well formed here.",
        "The parser had to skip something; identifiers near it may not have been found.",
    ),
    Code(
        "S006",
        "bad-escape",
        "error",
        "An escape in an identifier stands for no character.",
        "A character reference or escape sequence is incomplete, or names a surrogate or what is no code point; the "
        "identifier cannot be judged.",
    ),
)

CODES = {row.code: row for row in _ROWS}


def code(name: str) -> Code:
    """Return a scan's own code.

    >>> code("S004").name
    'unused-ignore'
    """
    return CODES[name]
