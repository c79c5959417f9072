"""IRIs in documents of other charsets.

Also their interpretation by software that receives references. Draft-ietf-iri-3987bis-04, 6.3 and 8.7; RFC 3987, 6.3
and 7.7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape as escape_markup
from typing import get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError, check_text
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.parts import with_fields
from irigrammar.processing.choices import CharsetEscape, CharsetLabels, Ignored
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.percent import encode, replace_runs
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.ucs import is_unicode, labelled_codec, numeric_reference
from irigrammar.text.choices import check_choice
from irigrammar.text.names import character
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import casefold, decompose, general_category, normalize

_BEYOND = regex(r"[^\x00-\x7F]")
_SPECIAL = regex(r"[\x00-\x1F]")  # in attributes, readers of XML normalize line ends and tabs
_NOT_XML = regex(r"[^\t\n\r\x20-\U0010FFFF]")  # XML 1.0, 2.2


def for_charset(
    iri: str,
    /,
    charset: str,
    *,
    escape: CharsetEscape = "reference",
    labels: CharsetLabels = "encoding-standard",
    grammar: str | Grammar = "rfc3987",
    schemes: Schemes | None = None,
) -> str:
    """Return an IRI reference as it is written into a document of a charset (draft-ietf-iri-3987bis-04, 6.3).

    Characters that the charset has stay. The others are written as numeric character references, for HTML and XML
    (`escape="reference"`, the default), or percent-encoded ("percent"); a host that has such a character is then
    written in ASCII. In a document that is not in a form of Unicode, the query of a scheme that takes the document's
    charset (http and https; see `schemes`) is percent-encoded as UTF-8, since its reader would encode it otherwise
    (3.5). With "reference" every "&" is written "&amp;", and so are quotation marks, "<", ">" and line ends as
    references, so that readers of HTML and of XML find the reference in text and in attributes, and `prepare(...,
    references="html")` gives it back.

    The charset is labelled as in HTML, by the Encoding Standard, then as Python does (`labels="encoding-standard"`, the
    default), or as in XML, by IANA's registry (`labels="iana"`): a document in `iso-8859-1` has no "€" there. Raises
    `NoMatch` for what is not a reference of the grammar, `ConversionError` for an unknown charset, with "percent" for a
    host without a form in ASCII, with "reference" for what HTML and XML cannot both have (controls, in a LEIRI);
    `ValueError` for an unknown escape or labels.

    >>> for_charset("http://example.org/r\\xe9sum\\xe9/\\u0416", "latin1") == "http://example.org/r\\xe9sum\\xe9/&#x416;"
    True
    >>> for_charset("?a&copy=\\u20ac", "iso-8859-1", labels="iana")
    '?a&amp;copy=&#x20AC;'
    >>> for_charset("http://r\\xe9sum\\xe9.example.org/\\xe9?\\xe9", "us-ascii", escape="percent")
    'http://xn--rsum-bpad.example.org/%C3%A9?%C3%A9'
    """
    check_text(iri)
    check_choice("escape", escape, get_args(CharsetEscape))
    codec = labelled_codec(charset, labels)
    components = grammar_of(grammar).start.split(iri)
    scheme = (shipped() if schemes is None else schemes).find(components.scheme)
    if not is_unicode(codec) and scheme is not None and scheme.document_charset and components.query is not None:
        components = with_fields(components, query=encode(components.query, str.isascii))

    def lacks(char: str) -> bool:
        """Return whether the charset has no bytes for a character."""
        try:
            codec.encode(char, "strict")
        except UnicodeEncodeError:
            return True
        return False

    if escape == "reference":
        text = _SPECIAL.sub(lambda match: _reference(match[0]), escape_markup(str(components)))
        return _BEYOND.sub(lambda match: _reference(match[0]) if lacks(match[0]) else match[0], text)
    host = components.host
    if host is not None and any(map(lacks, host)):
        uri = grammar_of("rfc3986").start.split(iri_to_uri(iri, grammar=grammar, schemes=schemes))
        components = with_fields(components, host=uri.host)
    return encode(str(components), lambda char: char.isascii() or not lacks(char))


def _reference(char: str) -> str:
    """Return the numeric character reference of a character; raise `ConversionError` where HTML or XML has none."""
    digits = f"{ord(char):X}"
    if numeric_reference(digits, 16, html=True)[0] != char or _NOT_XML.match(char):
        raise ConversionError(
            f"{character(char)} has no character reference that HTML and XML read alike; percent-encode it"
        )
    return f"&#x{digits};"


class Interpretation(NamedTuple):
    """A reading of a received text: the local name, or the text that was read where no names are given; the charset of
    its percent-encoded bytes; and the differences that were ignored.
    """

    name: str
    charset: str
    ignored: tuple[str, ...] = ()


def interpret(
    text: str,
    /,
    charsets: Sequence[str] = (),
    *,
    names: Iterable[str] | None = None,
    ignore: Sequence[Ignored] = (),
    labels: CharsetLabels = "encoding-standard",
) -> list[Interpretation]:
    """Return the possible readings of a received path, query or segment, the most exact one first
    (draft-ietf-iri-3987bis-04, 8.7; RFC 3987, 7.7).

    Percent-encoded bytes are read as UTF-8, then in each of the legacy `charsets` (`labels` of the Encoding Standard,
    then Python's, by default; "iana" for IANA's), where all of them are valid there; other characters stay. Without
    `names` the result is the different readings. With the `names` of local resources it is those of them that a reading
    is the same as, in Normalization Form C, and then those that are the same when differences are ignored, in the order
    of `ignore`, each in addition to those before: "compatibility" (Normalization Form KC), "case" and "accents" (all
    nonspacing marks).

    Raises `ConversionError` for an unknown charset and `ValueError` for another difference to ignore or other labels.

    >>> [reading[:2] for reading in interpret("r%E9sum%E9", ["latin1", "shift_jis"])]
    [('r\\xe9sum\\xe9', 'latin1')]
    >>> interpret("R%C3%89SUME", names=["r\\xe9sum\\xe9"], ignore=["case", "accents"])
    [Interpretation(name='r\\xe9sum\\xe9', charset='utf-8', ignored=('case', 'accents'))]
    """
    check_text(text)
    for difference in ignore:
        check_choice("difference to ignore", difference, get_args(Ignored))
    readings: dict[str, str] = {}
    for charset in ("utf-8", *charsets):
        for reading in _readings(text, charset, labels):
            readings.setdefault(reading, charset)
    if names is None:
        return [Interpretation(reading, charset) for reading, charset in readings.items()]
    known = list(dict.fromkeys(names))
    interpretations: dict[str, Interpretation] = {}
    for count in range(len(ignore) + 1):
        same = partial(_comparable, ignore=ignore[:count])
        by_form: dict[str, list[str]] = {}
        for name in known:
            by_form.setdefault(same(name), []).append(name)
        for reading, charset in readings.items():
            for name in by_form.get(same(reading), ()):
                interpretations.setdefault(name, Interpretation(name, charset, tuple(ignore[:count])))
    return list(interpretations.values())


def _readings(text: str, charset: str, labels: CharsetLabels) -> Iterator[str]:
    """Yield the text with its percent-encoded bytes decoded from a charset, in NFC if that is none of Unicode; nothing
    where bytes are not of the charset. Raises `ConversionError` for an unknown charset.
    """
    codec = labelled_codec(charset, labels)
    try:
        decoded = replace_runs(text, lambda run: codec.decode(bytes.fromhex(run.replace("%", "")), "strict")[0])
    except UnicodeError:
        return
    yield decoded if is_unicode(codec) else nfc(decoded)


_FORMS: dict[str, Callable[[str], str]] = {
    "compatibility": lambda text: normalize("NFKC", text),
    "case": casefold,
    "accents": lambda text: "".join(char for char in decompose(text) if general_category(char) != "Mn"),
}


def _comparable(text: str, ignore: Sequence[str]) -> str:
    """Return a text in NFC, with the differences that are to be ignored normalized."""
    for difference in ignore:
        text = _FORMS[difference](text)
    return nfc(text)
