"""Characters that Legacy Extended IRIs and Web Addresses allow and IRIs do not, group by group."""

from __future__ import annotations

from irigrammar.advice.characters import group_flaws
from irigrammar.advice.rule import Rule

_SPACE_PAGE = """A space stands in the text.

what        U+0020 as it is, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Lists put spaces between their items, and printing and typing add and drop them, so that one identifier
            becomes several, or another one.
grammar     leiri
example     http://example.org/a b
instead     http://example.org/a%20b
            http://example.org/a-b
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, appendix C
"""
SPACE = Rule("C001", "space", "warning", "draft-ietf-iri-3987bis-04, 7.3", _SPACE_PAGE, group_flaws("space"))


_DELIMITER_PAGE = """A delimiter of plain text stands in the text.

what        "<", ">" or a double quotation mark, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Plain text puts identifiers between angle brackets or quotation marks, so that a reader or a program takes
            the identifier to end there.
grammar     leiri
example     http://example.org/<a>
instead     http://example.org/%3Ca%3E
            http://example.org/a
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3986, appendix C
"""
DELIMITER = Rule(
    "C002", "delimiter", "warning", "draft-ietf-iri-3987bis-04, 7.3", _DELIMITER_PAGE, group_flaws("delimiter")
)


_UNWISE_PAGE = r"""An unwise character stands in the text.

what        One of the characters that the document calls unwise, such as a backslash, a brace or a vertical bar,
            which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Some systems show another character in its place, as a yen sign for a backslash; and as IRIs have none of
            them, what surrounds IRIs gives them a meaning of its own.
grammar     leiri
example     http://example.org/{id}
            http://example.org/a\b
instead     http://example.org/%7Bid%7D
            http://example.org/a/b
see         draft-ietf-iri-3987bis-04, 7.3
"""
UNWISE = Rule("C003", "unwise", "warning", "draft-ietf-iri-3987bis-04, 7.3", _UNWISE_PAGE, group_flaws("unwise"))


_CONTROL_PAGE = r"""A control character stands in the text.

what        A character of C0 or C1, or DEL, which Legacy Extended IRIs and Web Addresses allow and IRIs do not.
why         Controls get lost on the way, or stop a program, and can change a display without being seen.
grammar     leiri
example     http://example.org/a\u{9}b
            http://example.org/\u{85}
instead     http://example.org/ab
see         draft-ietf-iri-3987bis-04, 7.3
"""
CONTROL = Rule("C004", "control", "error", "draft-ietf-iri-3987bis-04, 7.3", _CONTROL_PAGE, group_flaws("control"))


_BIDI_FORMATTING_PAGE = r"""A bidi formatting character stands in the text.

what        LRM, RLM, LRE, RLE, LRO, RLO or PDF. The grammar has them, and the text beside it forbids them.
why         They are not seen and change the order in which the others are: what is shown could not be typed again,
            and may be made to look like another identifier.
example     http://example.org/\u{202E}gpj.exe
            http://example.org/a\u{200E}b
instead     http://example.org/gpj.exe
see         RFC 3987, 4.1; draft-ietf-iri-3987bis-04, 4.1 and 7.3
"""
BIDI_FORMATTING = Rule(
    "C005", "bidi-formatting", "error", "RFC 3987, 4.1", _BIDI_FORMATTING_PAGE, group_flaws("bidi formatting")
)


_SPECIAL_PAGE = r"""A special character stands in the text.

what        A code point from U+FFF0 to U+FFFD, such as the replacement character, which Legacy Extended IRIs and Web
            Addresses allow and IRIs do not.
why         They mark byte order, annotations, and what could not be shown or decoded. In an identifier they mean
            nothing; a replacement character tells that something was lost before.
grammar     leiri
example     http://example.org/caf\u{FFFD}
instead     http://example.org/café
see         draft-ietf-iri-3987bis-04, 7.3
"""
SPECIAL = Rule("C006", "special", "warning", "draft-ietf-iri-3987bis-04, 7.3", _SPECIAL_PAGE, group_flaws("special"))


_PRIVATE_USE_PAGE = r"""A private use character stands in the text.

what        A code point whose meaning is agreed upon in private. IRIs have them in queries, Legacy Extended IRIs and
            Web Addresses anywhere.
why         Without the agreement nobody knows how it looks or what it means, and the Internet has no agreement.
example     http://example.org/?q=\u{E000}
instead     http://example.org/?q=a
see         draft-ietf-iri-3987bis-04, 7.3; RFC 3987, 2.2 (iprivate)
"""
PRIVATE_USE = Rule(
    "C007", "private-use", "warning", "draft-ietf-iri-3987bis-04, 7.3", _PRIVATE_USE_PAGE, group_flaws("private use")
)


_TAG_PAGE = r"""A tag character stands in the text.

what        A code point from U+E0000 to U+E0FFF, most of which tag plain text with a language.
why         In what language an identifier is can be neither seen nor typed, so two that look the same would differ.
grammar     leiri
example     http://example.org/a\u{E0001}
instead     http://example.org/a
see         draft-ietf-iri-3987bis-04, 7.3
"""
TAG = Rule("C008", "tag", "warning", "draft-ietf-iri-3987bis-04, 7.3", _TAG_PAGE, group_flaws("tag"))


_NONCHARACTER_PAGE = r"""A noncharacter stands in the text.

what        A code point that Unicode will never give to a character, such as U+FDD0 or U+1FFFE.
why         One program may use it within, and others need not take it.
grammar     leiri
example     http://example.org/\u{FDD0}
            http://example.org/\u{1FFFE}
instead     http://example.org/
see         draft-ietf-iri-3987bis-04, 7.3
"""
NONCHARACTER = Rule(
    "C009", "noncharacter", "warning", "draft-ietf-iri-3987bis-04, 7.3", _NONCHARACTER_PAGE, group_flaws("noncharacter")
)
