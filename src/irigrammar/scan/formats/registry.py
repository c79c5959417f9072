"""The types of documents that there are, found in their package, and the type of a file by its name."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePath

from irigrammar.scan.formats import types as package
from irigrammar.scan.formats.document_type import DocumentType


@cache
def document_types() -> tuple[DocumentType, ...]:
    """Return all types in the order of their names.

    >>> "text" in [one.name for one in document_types()]
    True
    """
    names = [found.name for found in pkgutil.iter_modules(package.__path__)]
    modules = (importlib.import_module(f"{package.__name__}.{name}") for name in names)
    return tuple(sorted((one for module in modules for one in module.TYPES), key=lambda one: one.name))


def document_type(name: str) -> DocumentType:
    """Return the type of a name; raise `ValueError`, with a name that is near, for none.

    >>> document_type("text").title
    'plain text and source code'
    """
    known = {one.name: one for one in document_types()}
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        asked = f"; did you mean {near[0]}?" if near else f"; the types are {', '.join(known)}"
        raise ValueError(f"there is no document type {name!r}{asked}")
    return known[name]


def type_of(path: PurePath) -> DocumentType | None:
    """Return the type of a file by its name, case ignored; None where no type knows it.

    Whole names come before endings, and longer endings before shorter ones.

    >>> type_of(PurePath("docs/NOTES.TXT")).name
    'text'
    >>> type_of(PurePath("photo.jpeg"))
    """
    name = path.name.lower()
    for one in document_types():
        if any(fnmatchcase(name, pattern) for pattern in one.names):
            return one
    endings = [(len(suffix), one) for one in document_types() for suffix in one.suffixes if name.endswith(suffix)]
    return max(endings, key=lambda row: row[0])[1] if endings else None
