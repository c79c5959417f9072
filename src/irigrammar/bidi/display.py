"""Display order of bidirectional IRIs.

RFC 3987, 4.1 and 4.4; draft-ietf-iri-3987bis-04, 4.1, 4.4, 8.6 and 10; draft-ietf-iri-bidi-guidelines-03, 2, 5 and 7.
As in a left-to-right embedding: each IRI is a separate left-to-right line.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Literal, get_args

from irigrammar.bidi.classes import derived_class
from irigrammar.bidi.components import components, matcher_of
from irigrammar.bidi.notation import Notation, Script, from_notation, to_notation
from irigrammar.bidi.ordering import Base, Place, ordering
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, check_text
from irigrammar.matching.grammar import Grammar
from irigrammar.processing.characters import characters
from irigrammar.processing.percent import encode
from irigrammar.processing.ucs import charset_codec
from irigrammar.text.bidi_classes import MARK, RIGHT_TO_LEFT
from irigrammar.text.choices import check_choice
from irigrammar.text.names import can_encode, character
from irigrammar.text.normal_forms import nfc
from irigrammar.text.splice import splice
from irigrammar.unicode import general_category, mirror_pairs


def showable(
    s: str, /, can_show: str | Callable[[str], bool] = "us-ascii", *, grammar: str | Grammar = "rfc3987"
) -> str:
    """Return a reference with characters that a screen lacks percent-encoded as UTF-8 (draft-ietf-iri-3987bis-04, 8.6).

    `can_show` is a charset (default: ASCII), or a predicate for characters outside ASCII. A letter is encoded with the
    marks on it. Of a component with right-to-left characters (see `components`) all is encoded or nothing, since a
    part of it would be shown elsewhere (RFC 3987, 4.2). Raises `NoMatch`, `GrammarError` and `UnknownGrammar` as
    `components` does, and `ConversionError` for a charset that is not known.

    >>> showable("r\\xe9sum\\xe9/\\u0416", "latin-1") == "r\\xe9sum\\xe9/%D0%96"
    True
    """
    check_text(s)
    encoding = charset_codec(can_show).name if isinstance(can_show, str) else ""
    is_shown = cache(partial(can_encode, encoding=encoding) if isinstance(can_show, str) else can_show)

    def stays(char: str) -> bool:
        return char.isascii() or is_shown(char)

    edits: list[tuple[int, int, str]] = []
    for component in components(s, grammar=grammar):
        part = s[component.start : component.end]
        if not all(map(stays, part)):
            whole = any(derived_class(char) in RIGHT_TO_LEFT for char in part)
            pieces = [part] if whole else _with_marks(part)
            shown = (piece if all(map(stays, piece)) else encode(piece, str.isascii) for piece in pieces)
            edits.append((component.start, component.end, "".join(shown)))
    return splice(s, edits)


def _with_marks(text: str) -> Iterator[str]:
    """Yield the characters of a text, each with the marks that follow it; "" once for an empty text."""
    start = 0
    for offset, char in enumerate(text):
        if offset and not general_category(char).startswith("M"):
            yield text[start:offset]
            start = offset
    yield text[start:]


class Shown(NamedTuple):
    """A displayed character, and the offset of the original one."""

    offset: int
    char: str


def display(
    s: str,
    /,
    *,
    grammar: str | Grammar = "rfc3987",
    notation: Notation | None = None,
    script: Script = "hebrew",
    can_show: str | Callable[[str], bool] | None = None,
) -> str:
    """Return a reference in visual order, from left to right (RFC 3987, 4.1;
    draft-ietf-iri-3987bis-04, 4.1).

    The order is that of the Unicode Bidirectional Algorithm in a left-to-right embedding. Characters such as "(" are
    mirrored where they are shown from right to left, and marks follow the letter that they stand on (UAX #9, rules L3
    and L4). Formatting characters, which are not seen, are left out. With `notation="BN"` the string and the result are
    in Bidi Notation, whose upper case letters stand for letters of `script`: "hebrew" (the default) or "arabic".
    With `can_show`, a charset or a predicate for characters, what cannot be displayed is percent-encoded first
    (draft-ietf-iri-3987bis-04, 8.6); of a component with right-to-left characters, all of it.

    Raises `NoMatch` where the string is not a reference of the grammar, `GrammarError` for a grammar that names no
    components, `UnknownGrammar`, `ConversionError` for a charset that is not known, and `ValueError` for another
    notation or script.

    >>> display("http://ab.CDEFGH.ij/", notation="BN"), display("a/A(B)", notation="BN")
    ('http://ab.HGFEDC.ij/', 'a/(B)A')
    >>> display("http://e/\\u05d0/\\u263a", can_show="latin-1")
    'http://e/%D7%90/%E2%98%BA'
    """
    check_text(s)
    if notation is not None:
        check_choice("notation", notation, get_args(Notation))
    matcher = matcher_of(grammar)
    matcher.require(s)
    text = from_notation(s, script=script, grammar=matcher.grammar) if notation else s
    if can_show is not None:
        text = showable(text, can_show, grammar=matcher.grammar)
    line = "".join(shown.char for shown in visual_line(text))
    return to_notation(line, script=script) if notation else line


def displayed_alike(a: str, b: str, /, *, grammar: str | Grammar = "rfc3987") -> bool:
    """Return whether two different references look the same when they are shown (draft-ietf-iri-bidi-guidelines-03, 7).

    That is so where their visual orders differ at most in what cannot be seen (Default_Ignorable_Code_Point) and in the
    normalization form. A string and itself are not different, and letters that resemble one another are another
    question. Raises what `display` does.

    >>> displayed_alike("a/\\u05d01/2", "a/\\u05d0/12"), displayed_alike("a/\\u05d0.1", "a/1.\\u05d0")
    (False, True)
    """
    check_text(a)
    check_text(b)
    return a != b and _look(a, grammar) == _look(b, grammar)


def visual_line(text: str, base: Base = "ltr") -> list[Shown]:
    """Return the characters of a line as they are shown, from left to right (UAX #9, rules P1 to L4).

    Bidi_Control characters are left out.

    >>> [(shown.offset, shown.char) for shown in visual_line("\\u05d0(1)")][:3]
    [(3, '('), (2, '1'), (1, ')')]
    """
    mirror = mirror_pairs()
    controls = frozenset(characters("bidi-control"))
    places = [place for place in ordering(text, base) if text[place.offset] not in controls]
    return [
        Shown(place.offset, mirror.get(text[place.offset], text[place.offset]) if place.rtl else text[place.offset])
        for place in _marks_last(text, places)
    ]


def _marks_last(text: str, places: list[Place]) -> Iterator[Place]:
    """Yield places in visual order, each right-to-left letter before the marks that follow it in the text (UAX #9, rule
    L3).
    """
    waiting: list[Place] = []
    for place in places:
        if waiting and not (place.rtl and place.offset == waiting[-1].offset - 1):
            yield from waiting  # these stand on nothing that is shown beside them
            waiting.clear()
        waiting.append(place)
        if not place.rtl or derived_class(text[place.offset]) != MARK:
            yield from reversed(waiting)
            waiting.clear()
    yield from waiting


def _look(s: str, grammar: str | Grammar) -> str:
    ignorable = characters("default-ignorable")
    return nfc("".join(char for char in display(s, grammar=grammar) if char not in ignorable))


Embedding = Literal["controls", "html"]

_LRE, _PDF = "\N{LEFT-TO-RIGHT EMBEDDING}", "\N{POP DIRECTIONAL FORMATTING}"
_PARAGRAPH = "B"


def embed(s: str, /, form: Embedding = "controls", *, grammar: str | Grammar = "rfc3987") -> str:
    """Return a reference in a left-to-right embedding, to be put into any text (RFC 3987, 4.1).

    "controls" (the default) puts LRE before it and PDF after it, which are not part of the IRI; "html" makes it a
    `span` with `dir="ltr"`, all that HTML gives a meaning escaped. Raises `NoMatch` where the string is not a reference
    of the grammar, `ConversionError` where it holds a formatting character or a paragraph separator, which could end
    the embedding, `GrammarError`, `UnknownGrammar`, and `ValueError` for another form.

    >>> embed("a/\\u05d0?b&c", "html")
    '<span dir="ltr">a/\u05d0?b&amp;c</span>'
    >>> embed("a/\\u05d0") == "\\u202aa/\\u05d0\\u202c"
    True
    """
    check_text(s)
    check_choice("form", form, get_args(Embedding))
    matcher_of(grammar).require(s)
    controls = characters("bidi-control")
    offset = next(
        (offset for offset, char in enumerate(s) if char in controls or derived_class(char) == _PARAGRAPH), None
    )
    if offset is not None:
        raise ConversionError(
            f"{character(s[offset])} at offset {offset} could end an embedding (RFC 3987, 4.1); percent-encode it first"
        )
    return f"{_LRE}{s}{_PDF}" if form == "controls" else f'<span dir="ltr">{html.escape(s)}</span>'


def needs_embedding(
    s: str, /, before: str = "", after: str = "", base: Base = "ltr", *, grammar: str | Grammar = "rfc3987"
) -> bool:
    """Return whether a reference between two texts is shown in another way, or they are, than when it is embedded.

    `before` and `after` are the rest of its paragraph, and `base` the direction of that ("auto": its first letter
    decides). The documents recommend to embed wherever one is not completely sure (RFC 3987, 4.1). Raises `NoMatch`
    where the string is not a reference of the grammar, and else what `display` does. Raises `ValueError` for another
    `base`.

    >>> needs_embedding("http://e/\\u05d0", "see ", " there"), needs_embedding("http://e/\\u05d0", "see ", " \\u05d1")
    (False, True)
    """
    check_text(s)
    check_choice("base", base, get_args(Base))
    matcher_of(grammar).require(s)
    start, end = len(before), len(before) + len(s)
    with_embedding = visual_line(f"{before}{_LRE}{s}{_PDF}{after}", base)
    expected = [
        shown._replace(offset=shown.offset - (shown.offset > start) - (shown.offset > end + 1))
        for shown in with_embedding
    ]
    return visual_line(f"{before}{s}{after}", base) != expected
