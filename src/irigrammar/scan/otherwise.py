"""Identifiers that readers of documents read otherwise, or not at all.

`grammar/world/readers.toml` has the facts, `grammar/world/readers.abnf` the conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from irigrammar._generated.world import READERS
from irigrammar.matching.conditions import condition
from irigrammar.matching.matcher import Matcher
from irigrammar.scan.formats.contexts import OF_TERM
from irigrammar.scan.formats.items import IRI_REFERENCE, Candidate
from irigrammar.scan.formats.registry import document_type

_RST = "rst"
_RDF_XML = "RDF/XML"
_HTML, _JSON_LD = "link in HTML", "JSON-LD"
# What is read without a base.
_BASE = "xml:base"
_LINKS = ("link", "image", "definition")
_DESTINATION, _TERM = "destination in Markdown", "term in JSON-LD"
_ALONE = ("XInclude", "external entity", "namespace name, XML 1.1", _BASE, _HTML, _DESTINATION)


def read_otherwise(kind: str, item: Candidate, source: str) -> Iterator[str]:
    """Yield a sentence about its readers for each condition that an identifier in a document of a type meets.

    `source` is how it is written: references of JSON-LD have the text that they are expanded to.

    >>> item = Candidate(0, 0, "", base="http://e.example/a#f")
    >>> [text.partition(";")[2] for text in read_otherwise("turtle", item, "")]
    [' an empty reference, by a base with a fragment']
    """
    operation = _operation(kind, item)
    is_alone = operation in _ALONE
    reference = source if operation == _JSON_LD and item.base else item.text
    text = item.text if is_alone else f"{item.base or ''} {reference}"
    for name, matcher, readers in _rules(operation):
        if matcher.matches(text):
            who = f"{', '.join(readers[:-1])} and {readers[-1]}" if len(readers) > 1 else readers[0]
            is_read = not is_alone or operation == _DESTINATION
            deed = "make another IRI of this" if is_read else "do not read this"
            yield f"{who} {deed if len(readers) > 1 else _of_one(deed)}; {name}"


def _of_one(words: str) -> str:
    return words.replace("do not", "does not").replace("make", "makes")


def _operation(kind: str, item: Candidate) -> str:
    """Return the kind of document of the rows that are about an identifier, "" for none."""
    if item.label.endswith(OF_TERM):
        return _TERM
    if kind == "html":
        return _HTML if item.label == "href of a" else ""
    if kind == "markdown" and item.label in _LINKS:
        return _DESTINATION
    if kind == _RST and item.label:
        return ""  # a target, which is no running text
    if kind != "xml":
        return next(iter(operation for operation in READERS if operation == document_type(kind).title), "")
    if item.label.startswith("system identifier of ENTITY"):
        return "external entity"
    if item.label.startswith("xmlns"):
        return "namespace name, XML 1.1"
    if item.label.startswith(_BASE) and item.production is None:
        return _BASE
    if item.label.startswith("href of ") and item.label.rpartition(":")[2].endswith("include"):
        return "XInclude"
    return _RDF_XML if item.production == IRI_REFERENCE and item.fixes == "none" else ""


@cache
def _rules(operation: str) -> tuple[tuple[str, Matcher, tuple[str, ...]], ...]:
    """Return the conditions of a kind of document: in words, their rules, and the readers."""
    rows = READERS.get(operation, {})
    return tuple((words, condition("readers", words), readers) for words, readers in rows.items())
