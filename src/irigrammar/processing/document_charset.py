"""IRIs in documents of other charsets.

Also their interpretation by software that receives references. Draft-ietf-iri-3987bis-04, 6.3 and 8.7; RFC 3987, 6.3
and 7.7.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import check_text
from irigrammar.lazy import regex
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.parts import edited
from irigrammar.processing.choices import CharsetEscape, Ignored
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.percent import encode, replace_runs
from irigrammar.processing.prepare import REFERENCE
from irigrammar.processing.schemes import Schemes
from irigrammar.processing.schemes import schemes as shipped
from irigrammar.processing.ucs import charset_codec, charset_name, is_unicode
from irigrammar.text.choices import check_choice
from irigrammar.text.normal_forms import in_order, nfc

_BEYOND = regex(r"[^\x00-\x7F]")


def for_charset(
    iri: str,
    /,
    charset: str,
    *,
    escape: CharsetEscape = "reference",
    grammar: str | Grammar = "rfc3987",
    schemes: Schemes | None = None,
) -> str:
    """Return an IRI reference as it is written into a document of a charset (draft-ietf-iri-3987bis-04, 6.3).

    Characters that the charset has stay. The others are written as numeric character references, for HTML and XML
    (`escape="reference"`, the default), or percent-encoded ("percent"); a host that has such a character is then
    written in ASCII. In a document that is not in a form of Unicode, the query of a scheme that takes the document's
    charset (http and https; see `schemes`) is percent-encoded as UTF-8, since its reader would encode it otherwise
    (3.5). With "reference" an "&" that would begin a character reference is written "&amp;", so that `prepare(...,
    references="html")` gives back the reference.

    Labels are those of the Encoding Standard, then Python's. Raises `NoMatch` for what is not a reference of the
    grammar, `ConversionError` for an unknown charset and, with "percent", for a host without a form in ASCII;
    `ValueError` for an unknown escape.

    >>> for_charset("http://example.org/r\\xe9sum\\xe9/\\u0416", "latin1") == "http://example.org/r\\xe9sum\\xe9/&#x416;"
    True
    >>> for_charset("http://r\\xe9sum\\xe9.example.org/\\xe9?\\xe9", "us-ascii", escape="percent")
    'http://xn--rsum-bpad.example.org/%C3%A9?%C3%A9'
    """
    check_text(iri)
    check_choice("escape", escape, get_args(CharsetEscape))
    codec = charset_codec(charset) if charset_codec(charset).name == "ascii" else charset_codec(charset, web=True)
    components = grammar_of(grammar).start.split(iri)
    scheme = (shipped() if schemes is None else schemes).find(components.scheme)
    if not is_unicode(codec) and scheme is not None and scheme.document_charset and components.query is not None:
        components = edited(components, query=encode(components.query, str.isascii))

    def lacks(char: str) -> bool:
        try:
            codec.encode(char, "strict")
        except UnicodeEncodeError:
            return True
        return False

    if escape == "reference":
        text = REFERENCE.sub(lambda match: f"&amp;{match[0][1:]}", str(components))
        return _BEYOND.sub(lambda match: f"&#x{ord(match[0]):X};" if lacks(match[0]) else match[0], text)
    host = components.host
    if host is not None and any(map(lacks, host)):
        uri = grammar_of("rfc3986").start.split(iri_to_uri(iri, grammar=grammar, schemes=schemes))
        components = edited(components, host=uri.host)
    return encode(str(components), lambda char: char.isascii() or not lacks(char))


class Interpretation(NamedTuple):
    """A reading of a received text: the local name, or the text that was read where no names are given; the charset of
    its percent-encoded bytes; and the differences that were ignored.
    """

    name: str
    charset: str
    ignored: tuple[str, ...] = ()


def interpret(
    text: str, /, charsets: Sequence[str] = (), *, names: Iterable[str] | None = None, ignore: Sequence[Ignored] = ()
) -> list[Interpretation]:
    """Return what a received path, query or segment may name, the most exact reading first
    (draft-ietf-iri-3987bis-04, 8.7; RFC 3987, 7.7).

    Percent-encoded bytes are read as UTF-8, then in each of the legacy `charsets` (labels of the Encoding Standard,
    then Python's), where all of them are valid there; other characters stay. Without `names` the result is the
    different readings. With the `names` of local resources it is those of them that a reading is the same as, in
    Normalization Form C, and then those that are the same when differences are ignored, in the order of `ignore`, each
    in addition to those before: "compatibility" (Normalization Form KC), "case" and "accents" (all nonspacing marks).

    Raises `ConversionError` for an unknown charset and `ValueError` for another difference to ignore.

    >>> [reading[:2] for reading in interpret("r%E9sum%E9", ["latin1", "shift_jis"])]
    [('r\\xe9sum\\xe9', 'latin1')]
    >>> interpret("R%C3%89SUME", names=["r\\xe9sum\\xe9"], ignore=["case", "accents"])
    [Interpretation(name='r\\xe9sum\\xe9', charset='utf-8', ignored=('case', 'accents'))]
    """
    check_text(text)
    for ignored in ignore:
        check_choice("difference to ignore", ignored, get_args(Ignored))
    readings: dict[str, str] = {}
    for charset in ("utf-8", *charsets):
        for reading in _readings(text, charset):
            readings.setdefault(reading, charset)
    if names is None:
        return [Interpretation(reading, charset) for reading, charset in readings.items()]
    known = list(dict.fromkeys(names))
    interpretations: dict[str, Interpretation] = {}
    for count in range(len(ignore) + 1):
        same = partial(_without, ignore=ignore[:count])
        by_form: dict[str, list[str]] = {}
        for name in known:
            by_form.setdefault(same(name), []).append(name)
        for reading, charset in readings.items():
            for name in by_form.get(same(reading), ()):
                interpretations.setdefault(name, Interpretation(name, charset, tuple(ignore[:count])))
    return list(interpretations.values())


def _readings(text: str, charset: str) -> Iterator[str]:
    """Yield the text with its percent-encoded bytes read in a charset, if all of them can be."""
    codec = charset_codec(charset, web=charset_name(charset) != "ascii")
    try:
        decoded = replace_runs(text, lambda run: codec.decode(bytes.fromhex(run.replace("%", "")), "strict")[0])
    except UnicodeError:
        return
    yield decoded if is_unicode(codec) else nfc(decoded)


_FORMS: dict[str, Callable[[str], str]] = {
    "compatibility": lambda text: unicodedata.normalize("NFKC", text),
    "case": str.casefold,
    "accents": lambda text: "".join(char for char in in_order(text) if unicodedata.category(char) != "Mn"),
}


def _without(text: str, ignore: Sequence[str]) -> str:
    """Return a text without the differences that are ignored."""
    for ignored in ignore:
        text = _FORMS[ignored](text)
    return nfc(text)
