"""Compatibility characters, kind by kind."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from irigrammar.advice.characters import kind_flaws, kind_of, plain
from irigrammar.advice.context import Context
from irigrammar.advice.rule import Flaw, rule
from irigrammar.processing.percent import encode
from irigrammar.text.names import character, quoted

_FULL_WIDTH_PAGE = """A full-width form of an ASCII character stands in the text.

what        A letter, digit or sign of ASCII as wide as a Chinese character.
why         It looks like the common one and is another; who types the identifier again will type the common one.
example     http://example.org/ＡＢＣ
            http://example.org/%EF%BC%91
instead     http://example.org/ABC
            http://example.org/1
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
"""


def _looks_like(char: str) -> str:
    return f"{character(char)} looks like {quoted(unicodedata.normalize('NFKC', char))}"


@rule("C012", "full-width", "advice", "draft-ietf-iri-3987bis-04, 6.1", _FULL_WIDTH_PAGE)
def _full_width(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "full-width", _looks_like, plain)


_HALF_WIDTH_PAGE = """Half-width Katakana stand in the text.

what        Katakana, or their marks, in the narrow forms of early terminals.
why         They look like the common ones and are others; who types the identifier again will type the common ones.
example     http://example.org/ｶﾀｶﾅ
instead     http://example.org/カタカナ
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
"""


def _half_width_is(char: str) -> str:
    return f"{character(char)} has a full-width form, which is the usual one"


@rule("C013", "half-width-katakana", "advice", "draft-ietf-iri-3987bis-04, 6.1", _HALF_WIDTH_PAGE)
def _half_width(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "half-width", _half_width_is, plain)


_LIGATURE_PAGE = """A ligature stands in the text.

what        One character for several letters, as U+FB01 for "f" and "i", that Normalization Form KC takes apart.
why         It looks like the letters, and who types the identifier again will type those. A query that looks for
            words written with the ligature is the exception.
example     http://example.org/ﬁle
instead     http://example.org/file
see         draft-ietf-iri-3987bis-04, 8.5
"""


@rule("C014", "ligature", "advice", "draft-ietf-iri-3987bis-04, 8.5", _LIGATURE_PAGE)
def _ligature(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "ligature", _looks_like, plain)


_SPACE_LOOK_ALIKE_PAGE = r"""A character looks like a space.

what        A space other than U+0020, such as the no-break or the ideographic one, or a character that fonts show as
            nothing but room, percent-encoded ones too.
why         It cannot be told from a space, which no IRI has; who types the identifier again will type that, or
            nothing, and a line may be broken there.
example     http://example.org/a\u{A0}b
            http://example.org/a%E3%80%80b
instead     http://example.org/a-b
            http://example.org/a%20b
see         RFC 3987, 6.1; draft-ietf-iri-3987bis-04, 6.1
"""


def _instead(run: str) -> str:
    return encode(" " * len(run), lambda _: False)


@rule("C015", "space-look-alike", "warning", "draft-ietf-iri-3987bis-04, 6.1", _SPACE_LOOK_ALIKE_PAGE)
def _space_look_alike(context: Context) -> Iterator[Flaw]:
    says = "{} looks like a space".format
    return kind_flaws(context, lambda char: kind_of(char) == "space", lambda char: says(character(char)), _instead)


_NOT_NFKC_PAGE = """A character changes under Normalization Form KC.

what        A compatibility character, such as a superscript digit, a circled letter or an ellipsis, that Form KC
            replaces with others. Spaces, ligatures, full-width and half-width forms have rules of their own.
why         New names should be in Form KC: such a character is a variant of others for the sake of typography, looks
            like them, and many programs that search or compare replace it.
example     http://example.org/m²
            http://example.org/№5
instead     http://example.org/m2
see         draft-ietf-iri-3987bis-04, 8.5; UAX #15
"""


def _not_nfkc_is(char: str) -> str:
    return f"{character(char)} is {quoted(unicodedata.normalize('NFKC', char))} in Normalization Form KC"


@rule("C011", "not-nfkc", "advice", "draft-ietf-iri-3987bis-04, 8.5", _NOT_NFKC_PAGE, profiles=("publish",))
def _not_nfkc(context: Context) -> Iterator[Flaw]:
    return kind_flaws(context, lambda char: kind_of(char) == "other", _not_nfkc_is, plain)
