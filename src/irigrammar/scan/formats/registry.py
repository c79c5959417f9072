"""Types of documents: names, grammars and finders.

The name of a file gives its type; the module of a type is imported when it is asked for.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from irigrammar._generated.document_types import INDEX, LANGUAGES
from irigrammar.dataclass import dataclass
from irigrammar.lazy import regex
from irigrammar.scan.formats.items import IRI, Item, Production, TextSchemes
from irigrammar.text.choices import unknown

if TYPE_CHECKING:
    from irigrammar.matching.matcher import Matcher

_PACKAGE = "irigrammar.scan.formats.types"


def document_types() -> tuple[DocumentType, ...]:
    """Return all types in the order of their names.

    >>> "text" in [kind.name for kind in document_types()]
    True
    """
    return tuple(map(document_type, INDEX))


@cache
def document_type(name: str) -> DocumentType:
    """Return the type of a name; raise `ValueError`, with a name that is near, for none.

    >>> document_type("text").title
    'plain text and source code'
    """
    if name not in INDEX:
        raise ValueError(unknown("document type", name, INDEX))
    types: tuple[DocumentType, ...] = importlib.import_module(f"{_PACKAGE}.{INDEX[name][0]}").TYPES
    return next(kind for kind in types if kind.name == name)


def type_of(path: PurePath) -> DocumentType | None:
    """Return the type of a file by its name, case ignored; None where no type knows it.

    Whole names come before endings.

    >>> type_of(PurePath("docs/NOTES.TXT")).name
    'text'
    >>> type_of(PurePath("photo.jpeg"))
    """
    name = path.name.lower()
    names, patterns, endings = _names()
    kind = names.get(name) or next((kind for pattern, kind in patterns if fnmatchcase(name, pattern)), None)
    dot = -1
    while kind is None and (dot := name.find(".", dot + 1)) >= 0:
        kind = endings.get(name[dot:])
    return document_type(kind) if kind else None


@cache
def _names() -> tuple[dict[str, str], list[tuple[str, str]], dict[str, str]]:
    """Return the types by whole names, by patterns, and by endings, which begin with a dot."""
    rows = [(name, kind) for kind, (_, names, _) in INDEX.items() for name in names]
    endings = {ending: kind for kind, (_, _, endings) in INDEX.items() for ending in endings}
    return {name: kind for name, kind in rows if "*" not in name}, [row for row in rows if "*" in row[0]], endings


def type_of_language(language: str) -> DocumentType | None:
    """Return the type of a document by the language that an editor says, case ignored: a type, an ending or a name of
    files, or a language of `documents.toml`; None for others.

    Vim puts several together with dots ("yaml.ansible").

    >>> [kind and kind.name for kind in map(type_of_language, ("Markdown", "jsonc", "dockercompose", "fortran"))]
    ['markdown', 'json', 'yaml', None]
    """
    for name in (language.lower(), *language.lower().split(".")):
        kind = name if name in INDEX else LANGUAGES.get(name)
        found = document_type(kind) if kind else type_of(PurePath(f"x.{name}")) or type_of(PurePath(name))
        if found is not None:
            return found
    return None


# What documents begin with that are called as XML is and are Turtle: comments, then a directive.
_TURTLE = regex(r"\A(?:\s|#[^\r\n]*+[\r\n])*+(?:@prefix|@base|PREFIX|BASE)\s", re.IGNORECASE)


def by_content(kind: DocumentType, head: bytes) -> DocumentType:
    """Return the type of a document by its first bytes, where its name says XML and it is none: ontologies (`.owl`,
    `.rdf`) in Turtle, JSON-LD, or another syntax, which is read as text; else `kind` itself.

    >>> [by_content(document_type("xml"), head).name for head in (b"<a/>", b"@prefix : <a> .", b"Prefix(:=<a>)", b"{}")]
    ['xml', 'turtle', 'text', 'json-ld']
    """
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if kind.name != "xml" or not text or text[0] in "<\x00\ufffd":
        return kind
    if text[0] in "{[":
        return document_type("json-ld")
    return document_type("turtle" if _TURTLE.match(text) else "text")


# Takes the blocks of one document in their order, and finds the items in each.
Finder = Callable[[str], Iterable[Item]]


# Content that is read on request only: event handlers of HTML, and literals of RDF.
SWITCHES = ("handlers", "literals")


@dataclass(frozen=True, slots=True)
class Options:
    """Options of finders, of which each type reads those that concern it.

    `pointers` are JSON Pointers (RFC 6901) in which a token `*` stands for any one and `**` for any number of them;
    `columns` are names, or numbers from 1, of the columns of a table, and with `cells` nothing else is read: each of
    their cells is one item, unchanged, an empty one, too, and a column that is not there raises `UnknownColumn`;
    `schemes` are schemes of identifiers in text, and `keys` names of keys and columns of identifiers, in addition to
    those that are known; `scheme_rule` is what schemes match where that is not the catalog's rule; `switches` are
    names of `SWITCHES` that are on; `comments` says whether comments are read for identifiers; `path` is the
    document's, whose name says what some hold; `encoding` is the codec that it was decoded with; `contexts` are files
    of JSON-LD by the URL of a context, which are read in its place.
    """

    pointers: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    path: str = ""
    encoding: str = "utf-8"
    schemes: tuple[str, ...] = ()
    scheme_rule: Matcher | None = None
    keys: tuple[str, ...] = ()
    switches: frozenset[str] = frozenset()
    comments: bool = True
    cells: bool = False
    contexts: tuple[tuple[str, str], ...] = ()

    @property
    def in_text(self) -> TextSchemes:
        """The schemes, listed ones and those of a rule, that begin identifiers in text besides the known ones."""
        return TextSchemes(self.schemes, self.scheme_rule)


def last_line_end(text: str) -> int:
    """Return where the last line of a text ends, 0 where none does: types that go by lines are cut there.

    >>> last_line_end("a\\r\\nb"), last_line_end("a\\r"), last_line_end("ab")
    (3, 0, 0)
    """
    return max(text.rfind("\n"), text.rfind("\r", 0, -1) if text else -1) + 1


Data = bytes | bytearray
# The identifiers of a block, their offsets and texts; and the number of all, of those too that are left out.
Spans = tuple[Iterable[tuple[int, int, str]], int]


@dataclass(frozen=True, slots=True)
class DocumentType:
    """A type of documents.

    `suffixes` are endings of file names in lower case (".html"), `names` whole names or patterns of them
    ("requirements*.txt"), which come first. `production` is what its identifiers are checked against, unless
    configuration says otherwise. `open` gives the finder of one document. `cut` says where a text that goes on may be
    cut into blocks, None for types that are read as a whole. `declared_charset` reads the charset that a document
    declares in its first bytes. For types that come in hundreds of megabytes there are `quiet`, the rule of
    `grammar/quiet.abnf` for texts with nothing to tell, and `spans`, which gives just the spans and texts of a block's
    identifiers, or None where it has escapes or comments of ours; asked for striking ones, it may only count those in
    which no rule of advice finds anything. `comment` shows an inline ignore, "" without comments. `local` says that
    servers on the machine itself (localhost) are usual there, as in source code, and not reported. `split` gives a
    document in UTF-8 that is read as a whole in parts, each with whether it is the last and the finder of its items.
    """

    name: str
    title: str
    open: Callable[[Options], Finder]
    production: Production = IRI
    suffixes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    cut: Callable[[str], int] | None = None
    declared_charset: Callable[[bytes], str | None] | None = None
    spans: Callable[..., Spans | None] | None = None
    quiet: str = ""
    comment: str = ""
    local: bool = False
    split: Callable[[Callable[..., Iterable[Item]], Data], Iterator[tuple[str, bool, Finder]]] | None = None

    def __reduce__(self) -> tuple[Callable[[str], DocumentType], tuple[str]]:
        """Return the call that makes the type again in another process: `document_type` with its name."""
        return document_type, (self.name,)
