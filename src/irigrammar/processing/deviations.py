"""Where processing deviates from a document: each row is a note that the step of a trace may have."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

_RFC = "RFC 3987, "
_BIS = "draft-ietf-iri-3987bis-04, "
_GUIDELINES = "draft-weber-iri-guidelines-00, "
_URL = "URL Standard, 4.4"
_LEIRI = f"{_BIS}7.1, 7.2; W3C Note NOTE-leiri-20081103, 4"


class Deviation(NamedTuple):
    """Where a step deviates from a document: the document, its section, and what is done instead or why."""

    document: str
    section: str
    text: str


class Departure(NamedTuple):
    """A row of the table, and the note that a step has for it."""

    deviation: Deviations
    note: str

    def at(self, section: str) -> Deviation:
        """Return the deviation as the step of a section has it.

        >>> Deviations.DOTS_FIRST.note().at("RFC 3987, 5.3.2.4")
        Deviation(document='RFC 3987', section='5.3.2.4', text='before decoding, as resolving does it')
        """
        document, _, place = section.partition(", ")
        return Deviation(document, place, self.note)

    def more(self, words: str) -> Departure:
        """Return the same with words after its note."""
        return self._replace(note=self.note + words)


class Deviations(Enum):
    """A deviation: the documents and sections that it departs from, and its note, with names in braces for what varies.

    >>> Deviations.READ_AS_IRI.id
    'read-as-iri'
    >>> Deviations.READ_AS_IRI.where
    'draft-ietf-iri-3987bis-04, 7.1, 7.2; W3C Note NOTE-leiri-20081103, 4'
    """

    STRAY_PERCENT = (_BIS + "3.3", "a percent sign that begins no percent-encoded octet is encoded too")
    UTS46_MAPPING = (f"{_RFC}3.1; {_BIS}3.4", "UTS 46 mapping and IDNA2008 for ToASCII of RFC 3490")
    IDNA2008_ONLY = (f"{_RFC}3.1; {_BIS}3.4", "IDNA2008 without mapping for ToASCII of RFC 3490")
    IDNA2003_FLAGS = (_RFC + "3.1", "ToASCII of RFC 3490 with UseSTD3ASCIIRules and AllowUnassigned false")
    HOST_DECODED = (
        f"{_RFC}3.1; {_BIS}3.4",
        "percent-encoded UTF-8 of characters outside ASCII and of unreserved is decoded first",
    )
    HOST_NO_NAME = (
        _BIS + "3.4",
        (
            "host: each octet of UTF-8 as %HH, since hosts of {scheme} are not known to be domain names; "
            f"{_BIS}3.4, would convert"
        ),
    )
    HOST_PERCENT = (_BIS + "3.4", f"host: each octet of UTF-8 as %HH; {_BIS}3.4, forbids that and converts")
    QUERY_CHARSET = (_RFC + "3.1, step 2", "query: each octet of {charset} as %HH; RFC 3987 has UTF-8")
    NUMBER_SIGN = (
        _BIS + "3.3",
        '{field}: each octet of UTF-8 as %HH, "#" too, which within a fragment {grammar} alone allows',
    )
    URI_REFERENCE = (
        f"{_RFC}3.1; {_BIS}3.6",
        "a URI reference, which is mapped to itself, though {grammar} has no such reference",
    )
    NO_URI = (_RFC + "3.2, step 1", "no URI, for not all of it is ASCII; what is not stays")
    STAYS_ENCODED = (
        _RFC + "3.2, step 4",
        "{chars} stays encoded: decoded in a domain name, it would lead to another URI",
    )
    LABELS_STAY = (_BIS + "3.7, step 6", "labels stay that do not map back, or that hold what would stay encoded")
    EMPTY_PORT = (_BIS + "3.2", "an empty port is the default port (RFC 3986, 6.2.3)")
    NO_SCHEME = (
        _GUIDELINES + "5.1",
        (
            "no scheme, and the authority is looked for all the same, as by RFC 3986, Appendix B; "
            "the draft goes on with the path"
        ),
    )
    BRACKETED_HOST = (
        _GUIDELINES + "5.2.2",
        "a host that begins with a bracket runs to its closing bracket, not to the last colon",
    )
    REFUSED_ENCODED = (_GUIDELINES + "5.2.1, 5.2.2, 5.5", "what the grammar refuses is percent-encoded here too")
    UCSCHAR_KEPT = (_GUIDELINES + "5.3 to 5.5", "characters of ucschar stay in an IRI, where the draft encodes them")
    UCSCHAR_ENCODED = (_GUIDELINES + "5.2.1", "characters of ucschar are percent-encoded here too")
    REFERENCES_DECODED = (
        _GUIDELINES + "4",
        "character references decoded, and before spaces; the draft leaves that open, as its last step",
    )
    REFERENCE_STAYS = (_URL, "the reference stays as it was: {change}")
    PATH_STAYS = (_URL, "the path stays, since the URL Standard reads a host from it")
    PORT_STAYS = (_URL, "the port stays, since the URL Standard would read a host from what follows")
    PATH_GUARDED = ("RFC 3986, 3.3", '"/." keeps the path from being read as an authority')
    DOTS_ENCODED = (
        _RFC + "5.3.2.3",
        'dots stay encoded in a path that does not begin with "/": resolving would remove them',
    )
    DOTS_STAY = (_RFC + "5.3.2.4", 'dot segments stay in a path that does not begin with "/"')
    DOTS_FIRST = (_RFC + "5.3.2.4", "before decoding, as resolving does it")
    SEPARATOR_ENCODED = (_BIS + "7.2", "the segment has a character that would separate here")
    READ_AS_IRI = (_LEIRI, "not in {grammar}, but an IRI-reference by RFC 3987, and read as one")
    NOT_ALLOWED = (_LEIRI, "no step encodes it, and RFC 3987, 2.2, does not allow it there")
    BIDI_FORMATTING = (_LEIRI, "the rule leaves it, and RFC 3987, 4.1, forbids it; {reason}")
    GROUP_STAYS = (_BIS + "7.1, 7.2", "{group}: stays where RFC 3987, 2.2, allows it")
    STRIPPED = (_BIS + "7.2, step 2", "href-strip is open in the draft; TAB, LF and CR go from everywhere")
    SLASHES_FIRST = (_BIS + "7.2, step 5", "before step 3, which would leave no backslash to convert")

    @property
    def id(self) -> str:
        """What names it outside of Python."""
        return self.name.lower().replace("_", "-")

    @property
    def where(self) -> str:
        """The documents and sections."""
        return self.value[0]

    @property
    def text(self) -> str:
        """The note, with names in braces."""
        return self.value[1]

    def note(self, **values: str) -> Departure:
        """Return a departure whose note has these values.

        >>> Deviations.QUERY_CHARSET.note(charset="latin-1").note
        'query: each octet of latin-1 as %HH; RFC 3987 has UTF-8'
        """
        return Departure(self, self.text.format(**values))
