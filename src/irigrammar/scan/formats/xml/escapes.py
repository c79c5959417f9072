"""Character references in XML values and content, read and written.

They are read with their places. XML 1.0: 3.3.3 (attribute values), 4.1 (references), 4.4 (where entities are read), 4.6
(the five predefined ones). Entities come from the internal subset of the document's own DTD; nothing else is ever
opened.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from irigrammar.lazy import regex
from irigrammar.scan.formats.strings import Escapes, Unescaped, escapes_by, unescape
from irigrammar.unicode import general_category

# The reason of a reference to what only an external part of the DTD may declare: it is nobody's fault.
UNKNOWN = ""

# What an entity may grow to, and how deep it may lie in others: identifiers need no more, and bombs do.
_LONGEST = 1 << 10
_DEEPEST = 16

_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_REFERENCE = r"&(?:#([0-9]++)|#x([0-9A-Fa-f]++)|([^\s&;<>\"'#=/?]++));|&"
_IN_ATTRIBUTE = regex(rf"{_REFERENCE}|\r\n?|[\t\n]")
_IN_CONTENT = regex(rf"{_REFERENCE}|\r\n?")
_IN_CDATA = regex(r"\r\n?")
_NUMBER = regex(r"&#(?:([0-9]++)|x([0-9A-Fa-f]++));")
_ANY_REFERENCE = regex(_REFERENCE)
_ASIDE = regex(r"<!\[CDATA\[(.*?)\]\]>|<!--.*?-->|<\?.*?\?>", re.DOTALL)
_WRITTEN = {char: f"&{name};" for name, char in _PREDEFINED.items()} | {char: f"&#{ord(char)};" for char in "\t\n\r"}


def _char(decimal: str | None, hexadecimal: str | None) -> str:
    """Return the character of a numeric reference; raise `ValueError` for one outside of XML (2.2: Char)."""
    digits, base = (decimal, 10) if decimal else (hexadecimal or "", 16)
    digits = digits.lstrip("0") or "0"
    # The length first: integers of many digits take long, and Python refuses those of too many.
    point = int(digits, base) if len(digits) <= len(str(sys.maxunicode)) else sys.maxunicode + 1
    if point > sys.maxunicode:
        raise ValueError("the number lies beyond the last code point (XML 1.0, 4.1)")
    char = chr(point)
    if general_category(char) == "Cs":
        raise ValueError(f"U+{point:04X} is a surrogate, not a character (XML 1.0, 2.2)")
    if (point < ord(" ") and char not in "\t\n\r") or char in "\ufffe\uffff":
        raise ValueError(f"XML has no U+{point:04X} (XML 1.0, 2.2)")
    return char


class Entities:
    """The general entities that the internal subset of a DTD declares, as they are written there.

    None is one that is not simple: external, or of parameter entities. `closed` says that no other declarations can be:
    the document has neither an external subset nor parameter entities.
    """

    __slots__ = ("closed", "replacements", "sources")

    def __init__(self, sources: Mapping[str, str | None] | None = None, *, closed: bool = True) -> None:
        self.sources = dict(sources or {})
        self.closed = closed
        self.replacements: dict[str, str | ValueError] = {}

    def value(self, name: str, depth: int = 0) -> str:
        """Return the text that stands for a reference; raise `ValueError`, with the reason, where none is known.

        `depth` is the number of entities that the reference is in.

        >>> Entities({"a": "http://a&#x2F;", "b": "&a;b"}).value("b")
        'http://a/b'
        """
        if name in _PREDEFINED:
            return _PREDEFINED[name]
        if name not in self.replacements:
            try:
                self.replacements[name] = self._expand(name, depth)
            except ValueError as error:
                self.replacements[name] = error
        replacement = self.replacements[name]
        if isinstance(replacement, ValueError):
            raise ValueError(str(replacement))
        return replacement

    def _expand(self, name: str, depth: int) -> str:
        """Return an entity's replacement text, references in it expanded.

        Raises `ValueError` for an entity that is unknown, not simple, nested too deep, or too long, and for what
        `reference` refuses in it.
        """
        if name not in self.sources:
            message = f"the document declares no entity {name} (XML 1.0, 4.1); & itself is written &amp;"
            raise ValueError(message if self.closed else UNKNOWN)
        source = self.sources[name]
        if source is None:
            raise ValueError(UNKNOWN)
        if depth > _DEEPEST:
            raise ValueError(f"the entity {name} lies in itself, or too deep in others (XML 1.0, 4.1)")
        # Numbers are read where an entity is declared, names where it stands (XML 1.0, 4.4 and appendix D).
        text = _NUMBER.sub(lambda match: _char(match[1], match[2]), source)
        parts: list[str] = []
        done = size = 0
        for match in _ANY_REFERENCE.finditer(text):
            parts += (text[done : match.start()], self.reference(match, depth + 1))
            done = match.end()
            size += len(parts[-1]) + len(parts[-2])
            if size > _LONGEST:
                break
        parts.append(text[done:])
        if size + len(parts[-1]) > _LONGEST:
            raise ValueError(f"the entity {name} stands for more than {_LONGEST} characters, and is not read")
        return "".join(parts)

    def reference(self, match: re.Match[str], depth: int = 0) -> str:
        """Return the text of a match of a reference. Raises `ValueError` for a malformed one, one whose text `value`
        does not know, and one to elements.

        `depth` is the number of entities that it is in.
        """
        decimal, hexadecimal, name = match.groups()
        if name is None:
            if decimal is None and hexadecimal is None:
                raise ValueError("this & begins no reference (XML 1.0, 4.1); & itself is written &amp;")
            return _char(decimal, hexadecimal)
        value = self.value(name, depth)
        if "<" in value and name not in _PREDEFINED:
            raise ValueError(UNKNOWN)  # elements, which are not part of an identifier
        return value


@cache
def _writer(encoding: str) -> Callable[[str], str]:
    """Return a writer of text for any value or content of documents with this encoding: a function that replaces
    special characters, and those that the encoding lacks (surrogates apart), by references.
    """

    def reference_to(char: str) -> str:
        """Return a character as XML has it: a reference if it is special or not in the encoding, else itself."""
        if char in _WRITTEN:
            return _WRITTEN[char]
        if not char.isascii() and general_category(char) != "Cs":  # a surrogate is a byte that was not decoded
            try:
                char.encode(encoding)
            except UnicodeEncodeError:
                return f"&#x{ord(char):X};"
        return char

    return lambda text: "".join(map(reference_to, text))


def attribute_escapes(entities: Entities, encoding: str = "utf-8") -> Escapes:
    """Return how attribute values are read and written: references are read, line ends and TAB are spaces (XML 1.0,
    3.3.3); what `encoding` lacks is written as a reference.

    >>> value = attribute_escapes(Entities()).read("a&#x2F;&amp;\\tb")
    >>> value.text, list(value.offsets)
    ('a/& b', [0, 1, 7, 12, 13, 14])
    >>> attribute_escapes(Entities(), "latin-1").write("é>≥")
    'é&gt;&#x2265;'
    """

    def value(match: re.Match[str]) -> str:
        return entities.reference(match) if match[0].startswith("&") else " "

    return escapes_by(_IN_ATTRIBUTE, value, _writer(encoding))


def content_escapes(entities: Entities, encoding: str = "utf-8") -> Escapes:
    """Return how element content without elements is read and written: references and CDATA sections are resolved, and
    comments and processing instructions left out; what `encoding` lacks is written as a reference.

    >>> content_escapes(Entities()).read("a<!-- -->&lt;<![CDATA[&lt;]]>").text
    'a<&lt;'
    """

    def value(match: re.Match[str]) -> str:
        return entities.reference(match) if match[0].startswith("&") else "\n"

    def read(source: str) -> Unescaped:
        """Return content unescaped: without comments and processing instructions, CDATA sections as they are."""
        if "<" not in source:
            return unescape(source, _IN_CONTENT, value)
        parts: list[str] = []
        offsets = array("q")
        bad: list[tuple[int, int, str]] = []
        pieces: list[tuple[int, int, re.Pattern[str]]] = []
        done = 0
        for aside in _ASIDE.finditer(source):
            pieces.append((done, aside.start(), _IN_CONTENT))
            if aside[1] is not None:
                pieces.append((*aside.span(1), _IN_CDATA))
            done = aside.end()
        for start, end, escape in (*pieces, (done, len(source), _IN_CONTENT)):
            text, places, wrong = unescape(source[start:end], escape, value)
            parts.append(text)
            offsets.extend(start + place for place in (range(len(text)) if places is None else places[:-1]))
            bad += ((start + first, start + last, why) for first, last, why in wrong)
        offsets.append(len(source))
        return Unescaped("".join(parts), offsets, tuple(bad))

    return Escapes(read, _writer(encoding))


def part_of(offsets: Sequence[int], first: int, last: int) -> tuple[list[int], bool]:
    """Return the places of a part of a text that was read, and whether it begins or ends within an escape.

    Then it stands where all of the escape does, and cannot be written anew without its neighbour.

    >>> part_of((0, 1, 1, 1, 1, 6), 1, 2), part_of((0, 1, 1, 1, 1, 6), 0, 1)
    (([1, 6], True), ([0, 1], False))
    """
    places = list(offsets[first : last + 1])
    begins = 0 < first < last and offsets[first] == offsets[first - 1]
    ends = first < last and offsets[last] == offsets[last - 1]
    if ends:
        places[-1] = offsets[bisect_right(offsets, offsets[last])]
    return places, begins or ends
