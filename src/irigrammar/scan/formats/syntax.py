"""Syntax trees of documents, by tree-sitter: nodes in their order without recursion, and their places in code points.

tree-sitter reads UTF-8 and tells places in octets; whoever reports them wants code points.
"""

from __future__ import annotations

import importlib
import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from irigrammar.errors import MissingExtra

if TYPE_CHECKING:
    from tree_sitter import Language, Node

# The module of each grammar, and the function of it that gives the language.
LANGUAGES = {"toml": ("tree_sitter_toml", "language")}

_STEP = 256  # octets between two of the places that are kept
_CONTINUING = bytes(range(0x80, 0xC0))  # octets of UTF-8 that begin no code point
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")


class Visit(NamedTuple):
    """A node in its turn: how deep it lies below the first, and the field of its parent that it is, if any."""

    node: Node
    depth: int
    field: str | None


@dataclass(frozen=True, slots=True)
class Syntax:
    """The tree of a text: its root, and `place`, which gives the code point at an octet that a node tells.

    `data` is what the parser read: the text in UTF-8, in which U+FFFD stands for each surrogate and U+0001 for U+0000.
    """

    text: str
    data: bytes
    root: Node
    place: Callable[[int], int]

    def span(self, node: Node) -> tuple[int, int]:
        """Return where a node stands in the text, in code points from 0, the end exclusive."""
        return self.place(node.start_byte), self.place(node.end_byte)

    def read(self, node: Node) -> str:
        """Return the text that a node stands for."""
        return self.text[self.place(node.start_byte) : self.place(node.end_byte)]

    def walk(self, node: Node | None = None, *, into: Callable[[Node], bool] = lambda _: True) -> Iterator[Visit]:
        """Yield a node (default: the root) and all below it, parents before children, in the order of the text.

        Nothing below a node is visited for which `into` is false. Time is linear, and nothing recurs. A node of a
        `Visit` may be kept; do not ask it for its `parent`, which tree-sitter looks for from the root.

        >>> found = parse("a = [1]", "toml")
        >>> [(visit.node.type, visit.depth) for visit in found.walk() if visit.node.is_named][1:4:2]
        [('pair', 1), ('array', 2)]
        """
        cursor = (self.root if node is None else node).walk()
        depth = 0
        while True:
            here = cursor.node
            assert here is not None  # a cursor always stands somewhere
            yield Visit(here, depth, cursor.field_name)
            if into(here) and cursor.goto_first_child():
                depth += 1
                continue
            while not cursor.goto_next_sibling():
                if not depth:
                    return
                cursor.goto_parent()
                depth -= 1
            if not depth:  # the first node's own sibling
                return


def parse(text: str, language: str) -> Syntax:
    """Return the tree of any text at all in a language of `LANGUAGES`; broken parts are nodes of the type ERROR.

    Raises `MissingExtra` where tree-sitter or its grammar is not installed.

    >>> found = parse('"\\xe9" = "x"', "toml")
    >>> [found.span(visit.node) for visit in found.walk() if visit.node.type == "string"]
    [(6, 9)]
    """
    spoken = _language(language)
    from tree_sitter import Parser

    data = text.encode("utf-8", "surrogatepass")
    place = places(data)
    if not data.isascii():
        data = _SURROGATE.sub(b"\xef\xbf\xbd", data)
    data = data.replace(b"\0", b"\1")  # where scanners believe the end to be
    return Syntax(text, data, Parser(spoken).parse(data).root_node, place)


def places(data: bytes) -> Callable[[int], int]:
    """Return what gives the code point, from 0, that stands at an octet of UTF-8.

    It is made in linear time and answers in constant time; inside of a code point it gives the next one.

    >>> place = places("a\\xe9b".encode())
    >>> [place(octet) for octet in range(5)]
    [0, 1, 2, 2, 3]
    """
    if data.isascii():
        return lambda octet: octet
    steps = (len(data[at : at + _STEP].translate(None, _CONTINUING)) for at in range(0, len(data), _STEP))
    before = array("Q", accumulate(steps, initial=0))

    def place(octet: int) -> int:
        at = octet // _STEP
        return before[at] + len(data[at * _STEP : octet].translate(None, _CONTINUING))

    return place


@cache
def _language(name: str) -> Language:
    module, function = LANGUAGES[name]
    try:
        import tree_sitter

        grammar = importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(f"reading {name}", "scan", module.replace("_", "-")) from error
    return tree_sitter.Language(getattr(grammar, function)())
