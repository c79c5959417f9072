"""Deviations of processing from the documents.

Each row is a note that the step of a trace may have.
"""

from __future__ import annotations

from enum import Enum

from irigrammar.dataclass import NamedTuple

_RFC = "RFC 3987, "
_BIS = "draft-ietf-iri-3987bis-04, "
_GUIDELINES = "draft-weber-iri-guidelines-00, "
_URL = "URL Standard, 4.4"
_LEIRI = f"{_BIS}7.1, 7.2; W3C Note NOTE-leiri-20081103, 4"


class Deviation(NamedTuple):
    """A deviation of a step from a document: the document, its section, and the step done instead or the reason."""

    document: str
    section: str
    text: str


class DeviationNote(NamedTuple):
    """A row of the table, and the note that a step has for it."""

    deviation: Deviations
    note: str

    def at(self, section: str) -> Deviation:
        """Return a `Deviation` with this note from the place of a step, as "RFC 3987, 3.1"; the documents and sections
        of the table's row do not count.

        >>> Deviations.DOTS_FIRST.note().at("RFC 3987, 5.3.2.4")
        Deviation(document='RFC 3987', section='5.3.2.4', text='before decoding, as resolving does it')
        """
        document, _, place = section.partition(", ")
        return Deviation(document, place, self.note)

    def more(self, words: str) -> DeviationNote:
        """Return the same with words after its note."""
        return self._replace(note=self.note + words)


class Deviations(Enum):
    """A deviation: the documents and sections that it departs from, and its note, a format string.

    >>> Deviations.READ_AS_IRI.id
    'read-as-iri'
    >>> Deviations.READ_AS_IRI.where
    'draft-ietf-iri-3987bis-04, 7.1, 7.2; W3C Note NOTE-leiri-20081103, 4'
    """

    STRAY_PERCENT = (_BIS + "3.3", "encode percent signs that do not begin percent-encoding, too")
    UTS46_MAPPING = (f"{_RFC}3.1; {_BIS}3.4", "UTS 46 mapping and IDNA2008 for ToASCII of RFC 3490")
    IDNA2008_ONLY = (f"{_RFC}3.1; {_BIS}3.4", "IDNA2008 without mapping for ToASCII of RFC 3490")
    UTS46_ONLY = (f"{_RFC}3.1; {_BIS}3.4", "UTS 46 for ToASCII of RFC 3490, as browsers have it (URL Standard, 3.3)")
    IDNA2003_FLAGS = (
        f"{_RFC}3.1; {_BIS}3.4",
        "ToASCII of RFC 3490 with UseSTD3ASCIIRules {std3} and AllowUnassigned {unassigned}",
    )
    HOST_DECODED = (
        f"{_RFC}3.1; {_BIS}3.4",
        "percent-encoded UTF-8 of characters outside ASCII and of unreserved is decoded first",
    )
    HOST_NO_NAME = (
        _BIS + "3.4",
        (
            "host: each byte of UTF-8 as %HH, since hosts of {scheme} are not known to be domain names; "
            f"{_BIS}3.4, would convert"
        ),
    )
    HOST_PERCENT = (_BIS + "3.4", f"host: each byte of UTF-8 as %HH; {_BIS}3.4, forbids that and converts")
    QUERY_CHARSET = (_RFC + "3.1, step 2", "query: each byte of {charset} as %HH; RFC 3987 has UTF-8")
    NUMBER_SIGN = (
        _BIS + "3.3",
        '{field}: each byte of UTF-8 as %HH, "#" too, which only {grammar} allows within a fragment',
    )
    URI_REFERENCE = (f"{_RFC}3.1; {_BIS}3.6", "already a URI reference, although {grammar} does not allow it")
    NO_URI = (_RFC + "3.2, step 1", "not a URI (it has non-ASCII characters); those are kept as they are")
    STAYS_ENCODED = (
        _RFC + "3.2, step 4",
        "{chars} stays encoded: decoded in a domain name, it would lead to another URI",
    )
    DELIMITER_STAYS = (
        f"{_RFC}3.2, step 4; {_RFC}5.3.2.3",
        "{chars} stays encoded: decoded, it would be a delimiter of a text fragment (URL Fragment Text Directives, 3)",
    )
    NEW_DOTS_STAY = (_RFC + "3.2, step 5", "keep dots encoded that would make a dot segment, another URI")
    LABELS_STAY = (_BIS + "3.7, step 6", "keep labels that do not map back, or that have what stays encoded")
    EMPTY_PORT = (_BIS + "3.2", "an empty port is the default port (RFC 3986, 6.2.3)")
    NO_SCHEME = (
        _GUIDELINES + "5.1",
        ("no scheme: look for the authority anyway, as RFC 3986, Appendix B; the draft goes on with the path"),
    )
    BRACKETED_HOST = (
        _GUIDELINES + "5.2.2",
        "a host that begins with a bracket ends with its closing bracket, not at the last colon",
    )
    REFUSED_ENCODED = (_GUIDELINES + "5.2.1, 5.2.2, 5.5", "percent-encode what the grammar does not allow here, too")
    UCSCHAR_KEPT = (_GUIDELINES + "5.3 to 5.5", "keep characters of ucschar in an IRI; the draft encodes them")
    UCSCHAR_ENCODED = (_GUIDELINES + "5.2.1", "percent-encode characters of ucschar here, too")
    REFERENCES_DECODED = (
        _GUIDELINES + "4",
        f"decode character references first, as {_BIS}5.2, asks; the draft leaves that open, as its last step",
    )
    BROWSER_AUTHORITY = (f"{_BIS}7.2", "the authority as browsers write it (URL Standard, 4.4)")
    BROWSER_PART = (
        f"{_BIS}7.2",
        "{field}: percent-encode what no IRI has there; browsers accept it (URL Standard, 4.4)",
    )
    QUERY_OCTETS = (
        _BIS + "3.5",
        (
            "query: each code point alone in {charset}, and bytes of ASCII as themselves, but for the special-query "
            "percent-encode set (URL Standard, 1.3); the draft encodes each byte of a character that is not ASCII"
        ),
    )
    SPECIAL_QUERY = (
        f"{_BIS}7.2",
        "query: percent-encode {chars}, as for special schemes (URL Standard, 1.3, special-query percent-encode set)",
    )
    PATH_HOST = (
        f"{_BIS}3.4",
        (
            "{field}: each byte of UTF-8 as %HH, since only an authority has a host (URL Standard, 4.4); the draft "
            "converts a domain name in the path of mailto"
        ),
    )
    BACKSLASH_DIFFERS = (
        f"{_BIS}7.2",
        (
            "browsers differ on a backslash in a reference by a base whose scheme is not special; this is what the URL "
            "Standard has (4.4, relative state)"
        ),
    )
    AUTHORITY_STAYS = (_URL, "keep the authority unchanged: {change}")
    PATH_STAYS = (_URL, "keep the path, since the URL Standard reads a host from it")
    PORT_STAYS = (_URL, "keep the port: without it the URL Standard would read another host")
    PATH_GUARDED = ("RFC 3986, 3.3", '"/." keeps the path from being read as an authority')
    DOTS_ENCODED = (
        _RFC + "5.3.2.3",
        'keep dots encoded in a path that does not begin with "/": resolving would remove them',
    )
    DOTS_STAY = (_RFC + "5.3.2.4", 'keep dot segments in a path that does not begin with "/"')
    DOTS_FIRST = (_RFC + "5.3.2.4", "before decoding, as resolving does it")
    EMPTY_STAYS = (
        f"{_RFC}5.3.3; {_BIS}5.3.3",
        "keep the empty {part}: no rule of {scheme} is known that allows to change it; the document would, in general",
    )
    PATH_OPAQUE = (
        _BIS + "3.2",
        'the path is opaque (the scheme is not special, and no "/" follows it): its backslashes and dots are data',
    )
    SEPARATOR_ENCODED = (_BIS + "7.2", "encode a character of the segment that would be a separator here")
    READ_AS_IRI = (_LEIRI, "not in {grammar}, but an IRI-reference of RFC 3987: read as one")
    NOT_ALLOWED = (_LEIRI, "no step encodes it, although RFC 3987, 2.2, does not allow it there")
    BIDI_FORMATTING = (_LEIRI, "the rule leaves it, although RFC 3987, 4.1, forbids it; {reason}")
    GROUP_STAYS = (_BIS + "7.1, 7.2", "{group}: stays where RFC 3987, 2.2, allows it")
    STRIPPED = (
        _BIS + "7.2, step 2",
        "remove TAB, LF and CR anywhere (our reading: the draft leaves href-strip undefined)",
    )
    SLASHES_FIRST = (
        _BIS + "7.2, step 5",
        "turn backslashes into slashes (before step 3, which would encode the backslashes)",
    )

    @property
    def id(self) -> str:
        """The identifier outside of Python."""
        return self.name.lower().replace("_", "-")

    @property
    def where(self) -> str:
        """The documents and sections."""
        return self.value[0]

    @property
    def text(self) -> str:
        """The note, with names in braces."""
        return self.value[1]

    def note(self, **values: str) -> DeviationNote:
        """Return the deviation with its note, in which these values replace the names in braces; others are ignored.
        Raises `KeyError` for a name without a value.

        >>> Deviations.QUERY_CHARSET.note(charset="latin-1").note
        'query: each byte of latin-1 as %HH; RFC 3987 has UTF-8'
        """
        return DeviationNote(self, self.text.format(**values))
