"""Select strings of a data format by JSON Pointers or the text rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Literal

from irigrammar._generated.documents import REFERENCE_KEYS, SCHEMA_DATA, SCHEMA_NAMES
from irigrammar.dataclass import NamedTuple
from irigrammar.lazy import regex
from irigrammar.matching.grammar import grammar
from irigrammar.scan.formats.items import IRI_REFERENCE, Fixes, Production
from irigrammar.scan.formats.pointers import Patterns, patterns
from irigrammar.scan.formats.registry import Finder, Options
from irigrammar.scan.formats.scalars import Text

# Jinja, Django, Liquid, Handlebars, Angular, Hugo; ERB and JSP; PHP; shells, JavaScript, Maven, Thymeleaf; Ruby, Pug.
_PLACEHOLDER = regex(r"\{\{|\{%|\{#|<%|<\?|[$#@]\{")
# Of the languages that make a whole file: in a place of an identifier, others have left a variable in it.
_FILE_TEMPLATE = regex(r"\{\{|\{%|\{#|<%|<\?")


# Beginnings of expressions of Smarty, JSX, Razor and Blade, with which no reference begins.
_EXPRESSION = regex(r"\s*(?:[{\[]|@(?:\w+(?:\.\w+)*+)?\()")
# Template Toolkit, Thymeleaf; tags of JSP, comments; strings put together; newsletters; printf; variables of Windows.
_IN_MARKUP = regex(
    r"\[[\[%]|<(?:!--|\w+:\w)|[\"'] ?\+ ?\w|\*\||%(?:[sqv](?![0-9A-Za-z])|\(\w+\)[sd])|%(?![0-9A-Fa-f]{2})[A-Z_]{2,}%"
)


_WRAPPED_DATA = regex(r"\s*data:[^,\s]*;base64,[A-Za-z0-9+/]*+(?:\s++[A-Za-z0-9+/]*+)++={0,2}\s*", re.IGNORECASE)


def is_wrapped_data(text: str) -> bool:
    """Return whether a value is a `data:` URL in base64 with white space in it, which editors wrap and readers skip.

    >>> is_wrapped_data("data:image/png;base64,iVBO Rw0="), is_wrapped_data("data:image/png;base64,iVBO|Rw0 =")
    (True, False)
    """
    return _WRAPPED_DATA.fullmatch(text) is not None


_DRAWING = regex(r"data:image/svg\+xml[^,]*,\s*(?:<|%3C)", re.IGNORECASE)


def is_drawing(text: str) -> bool:
    """Return whether a value is a `data:` URL with an SVG that is not in base64, which is often written as XML: its
    readers encode that.

    >>> is_drawing("data:image/svg+xml;utf8,<svg xmlns='a'/>"), is_drawing("data:image/svg+xml;base64,PHN2Zz4=")
    (True, False)
    """
    return _DRAWING.match(text) is not None


def has_placeholder(text: str) -> bool:
    """Return whether a value has something in it that a template language replaces.

    >>> has_placeholder("{{ url }}/x"), has_placeholder("{% url 'x"), has_placeholder("http://e/{id}")
    (True, True, False)
    """
    return _PLACEHOLDER.search(text) is not None


def is_template(text: str) -> bool:
    """Return whether the value of an attribute is one of a template: it has a placeholder, or begins with a bracket, as
    expressions do and references do not.

    >>> [is_template(text) for text in ("{{ u }}", "{$u|escape}", "[% u %]/x", "%U_L%/x", "/a|{b}", "/%zz", "/a[b")]
    [True, True, True, True, False, False, False]
    """
    return has_placeholder(text) or _EXPRESSION.match(text) is not None or _IN_MARKUP.search(text) is not None


# Members that hold regular expressions, as in JSON Schemas: these look like identifiers and are none.
PATTERNS = frozenset({"pattern", "regex", "regexp"})


# How a string is read: as an identifier as a whole, as one where it begins with one ("documented": unless its rule
# allows what is none), as the URL of a server with variables, as the value of one of these, as a requirement of Python,
# as commands of a shell (a "command" only as a string that is not in a list, where it is arguments), or as text.
Shape = (
    Literal["whole", "named", "documented", "template", "variable", "requirement", "command", "text", "shell"]
    | Literal["powershell", "batch"]
)


class Reading(NamedTuple):
    """The reading of a member's strings: their production (None for that of the type), their shape and their fixes."""

    production: Production | None
    shape: Shape = "whole"
    fixes: Fixes = "all"


# Names of members around a string, from "" for the document, arrays left out; where there are many, the nearest.
Path = tuple[str, ...]
NEAREST = 32


def path_to(around: Iterable[tuple[bool, str | None]], key: str | None, *, from_top: bool) -> Path:
    """Return the path to the member of a key, for None the path to the collection around.

    `around` has, of each collection that is open, whether the one around it has names, and the name there. A path that
    would be empty, in lists within lists beyond those that are looked at, is that of the top.

    >>> path_to([(False, None), (True, "a"), (True, "b"), (False, "b")], "c", from_top=True)
    ('', 'a', 'b', 'c')
    """
    names = [name for is_named, name in around if is_named and name is not None]
    names += [] if key is None else [key]
    return ("", *names) if from_top or not names else tuple(names)


class Keywords(NamedTuple):
    """Members with the reading of their strings.

    `arrays` are those whose arrays count as well (None for all), `other` tells values that are let pass, and
    `vocabulary` is the name of the vocabulary, if findings have it.

    `readings` has the ends of paths, and how what is there is read, by the last name; `*` is any name.
    """

    readings: Mapping[str, tuple[tuple[Path, Reading], ...]]
    arrays: frozenset[str] | None
    other: Callable[[str], object]
    vocabulary: str = ""

    def label(self, path: Path) -> str:
        """Return the label of the value at a path: "KEY.KEY of VOCABULARY" with the last two names, without a
        vocabulary "value of KEY".

        >>> JSON_LD.label(("", "author", "@id")), JSON_LD._replace(vocabulary="SPDX").label(("", "crossRefs", "url"))
        ('value of @id', 'crossRefs.url of SPDX')
        """
        return (
            f"{'.'.join(filter(None, path[-2:]))} of {self.vocabulary}" if self.vocabulary else f"value of {path[-1]}"
        )

    def holds(self, key: str | None) -> bool:
        """Return whether there is a reading for members with a name, or with any; false for None.

        >>> JSON_LD.holds("@id"), JSON_LD.holds("id")
        (True, False)
        """
        return key is not None and (key in self.readings or _ANY in self.readings)

    def reading(self, path: Path, text: str, in_array: bool) -> Reading | None:
        """Return how a string of a member is read, None for one that is not an identifier here.

        >>> JSON_LD.reading(("", "@id"), "a b", False).production[:2]
        ('rfc3987', 'IRI-reference')
        >>> [JSON_LD.reading(("", "@id"), text, False) for text in ("@type", "{{ id }}")]
        [None, None]
        """
        name = path[-1]
        if REFERENCE_KEYS.strip() in self.readings and _is_data(path):
            return Reading(None, "text")
        if in_array and self.arrays is not None and name not in self.arrays:
            return None
        rows = self.readings.get(name, ()) + self.readings.get(_ANY, ())
        reading = next((reading for names, reading in rows if _ends_with(path, names)), None)
        if reading is not None and reading.shape == "command":
            reading = reading._replace(shape="text" if in_array else "shell")
        is_filled_in = reading is not None and reading.shape != "shell" and _FILE_TEMPLATE.search(text)
        return None if reading is None or is_filled_in or self.other(text) else reading


_ANY = "*"
_DATA, _NAMES = (frozenset(words.split()) for words in (SCHEMA_DATA, SCHEMA_NAMES))


def _is_data(path: Path) -> bool:
    """Return whether a member of a schema is in data, such as a default (JSON Schema Validation 2020-12, 6.1 and 9)."""
    return any(name in _DATA and around not in _NAMES for around, name in pairwise(path[:-1]))


def _ends_with(path: Path, names: Path) -> bool:
    end = path[-len(names) :]
    return len(end) == len(names) and all(name in (_ANY, part) for name, part in zip(names, end, strict=True))


def is_compact(text: str) -> bool:
    """Return whether the text before the first colon can only be a prefix: it has no white space, and is neither empty
    nor a path nor a scheme.

    >>> [is_compact(text) for text in ("_:b0", "my_prefix:x", ":x", " a:x", "dbr:x", "a_b/c:d")]
    [True, True, False, False, False, False]
    """
    prefix, colon, _ = text.partition(":")
    is_name = prefix and colon and not re.search(r"[/?#\s]", prefix)
    return bool(is_name) and not grammar("rfc3986")["scheme"].matches(prefix)


# JSON-LD 1.1, 9; keywords are none (3.5). @type and @vocab are not among them: they take terms, too, which only a
# context says what they are.
JSON_LD = Keywords(
    {name: (((name,), Reading(IRI_REFERENCE, fixes="none")),) for name in ("@base", "@context", "@id", "@import")},
    frozenset({"@context"}),
    regex(r"@[A-Za-z]+\Z").match,
)


def selection(options: Options) -> tuple[Patterns | None, Finder | None]:
    """Return the patterns of the pointers in options and None, or without pointers None and the finder of text.

    Raises `ValueError` for an invalid pointer.

    >>> pointers, find = selection(Options(pointers=("/url",)))
    >>> pointers is None, find is None
    (False, True)
    """
    from irigrammar.scan.formats.registry import document_type

    if options.pointers:
        return patterns(options.pointers), None
    return None, document_type("text").open(options)


def strings_at(value: Any, pointers: Patterns) -> Iterator[Text]:
    """Yield the strings of a value that pointers choose, each once, whatever aliases lead to it, in no certain order;
    nothing recurs.

    >>> from irigrammar.scan.formats.pointers import patterns
    >>> list(strings_at({"a": [Text("x"), Text("y")]}, patterns(["/a/1"])))
    ['y']
    """
    todo = [(value, pointers.start)]
    known_states: set[tuple[int, int]] = set()
    output_ids: set[int] = set()
    while todo:
        value, state = todo.pop()
        if not state or (id(value), state) in known_states:
            continue
        if isinstance(value, Text):
            if pointers.matches(state) and id(value) not in output_ids:
                output_ids.add(id(value))
                yield value
        elif isinstance(value, dict | list):
            known_states.add((id(value), state))
            members = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [(member, pointers.step(state, token)) for token, member in members]
