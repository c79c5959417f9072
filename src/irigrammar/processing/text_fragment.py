"""The triplets of text fragments that decoding would make delimiters.

URL Fragment Text Directives, 3.2: a browser divides the text at the delimiters before it decodes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from irigrammar.matching.grammar import grammar
from irigrammar.processing.characters import Characters, alphabet
from irigrammar.processing.percent import encode_bytes
from irigrammar.text.links import DIRECTIVE


@cache
def delimiters() -> Characters:
    """Return the characters that divide directives and the parameters of a text directive.

    >>> "".join(delimiters())
    '&,-'
    """
    rules = grammar("text-fragment")
    text = alphabet(rules["TextDirectiveString"])
    return Characters() | (char for char in alphabet(rules["FragmentDirective"]) if char not in text)


def pieces(fragment: str) -> list[str]:
    """Return the pieces of a fragment, of which every second one is a triplet that stays encoded: that of a delimiter
    after ":~:", and that of the "~" by which other text would become ":~:".

    >>> pieces("a%2D:~:text=%2D8,b"), pieces(":%7E:%2D")
    (['a%2D:~:text=', '%2D', '8,b'], [':', '%7E', ':%2D'])
    """
    if "%" not in fragment or ":" not in fragment:
        return [fragment]
    before, mark, text = fragment.partition(DIRECTIVE)
    first, middle, last = tuple(DIRECTIVE)
    *pieces, end = re.split(f"((?<={first}){_triplets(middle)}(?={last}))", before + mark)
    if not mark or "%" not in text:
        return [*pieces, end + text]
    start, *more = re.split(f"({_triplets(delimiters())})", text)
    return [*pieces, end + start, *more]


def decode_fragment(fragment: str, decode: Callable[[str], str]) -> str:
    """Return a fragment with a function applied to everything but the triplets that stay encoded.

    >>> decode_fragment("a:~:b%2Dc", str.upper)
    'A:~:B%2DC'
    """
    parts = pieces(fragment)
    return "".join(part if place % 2 else decode(part) for place, part in enumerate(parts))


def _triplets(chars: Iterable[str]) -> str:
    """Return a regular expression of the triplets of some characters, with digits in any case."""
    return f"(?i:{'|'.join(encode_bytes(char.encode()) for char in chars)})"
