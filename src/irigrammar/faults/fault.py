"""The place where a string leaves the language, as data; the details are computed when they are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from irigrammar.errors import IrigrammarError
from irigrammar.finding import page_url

if TYPE_CHECKING:
    from irigrammar.faults.explain import Explained, Explanation, OpenProduction, RuledOut
    from irigrammar.finding import Fix, Label


@dataclass(frozen=True, slots=True)
class Fault:
    """Where and by what a string leaves the language, and why.

    `offset` is the end of the longest viable prefix in code points from 0, `byte_offset` the same in UTF-8 bytes.
    `found` is the character there, None where the string ends too early, and one byte (`bytes`) where the input was
    bytes that are not UTF-8. The other attributes are computed when they are read, in time linear in the offset; those
    of a fault that no matcher made are empty. They take no part in equality.

    >>> import irigrammar
    >>> fault = irigrammar.grammar("rfc3987")["IRI"].check("http://h:8a/").fault
    >>> [part.rule for part in fault.open][:2], [(part.rule, part.offset) for part in fault.ruled_out]
    (['iuserinfo', 'iauthority'], [('port', 10)])
    >>> fault.code, fault.message, fault.labels[0].start
    ('F061', '"a" is not a digit, and a port can contain only digits', 10)
    >>> fault.expected
    ('more of the user information', '"@" for the host')
    """

    offset: int
    byte_offset: int
    found: str | bytes | None
    explanation: Explanation | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Return the diagnostic as plain text: code, message, the text with its labels, fixes; passwords are masked."""
        from irigrammar.faults.page import fault_page

        return fault_page(self)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    @property
    def open(self) -> tuple[OpenProduction, ...]:
        """The productions that are open, innermost first: each could have another character in place of the fault.

        They are those of the first reading: of the live parses the one that needs least to be complete, then the first
        match (RFC 3986, 4.1). Productions of single characters are left out.
        """
        return self.explanation.open if self.explanation else ()

    @property
    def ruled_out(self) -> tuple[RuledOut, ...]:
        """The productions that were given up before, if the character at the fault could come after them."""
        return self.explanation.ruled_out if self.explanation else ()

    @property
    def expected(self) -> tuple[str, ...]:
        """What the first readings could take in place of the fault, in words."""
        return self.explanation.expected if self.explanation else ()

    @property
    def code(self) -> str:
        """The stable code of the reason; `iri rule CODE` shows its page. F000 is for reasons that no page has."""
        return self.explanation.code if self.explanation else "F000"

    @property
    def message(self) -> str:
        """What is wrong, in one line of plain words, without the place."""
        if isinstance(self.found, bytes):
            return f"byte 0x{self.found.hex().upper()} is not UTF-8"
        return self.explanation.message if self.explanation else "the string does not match"

    @property
    def help(self) -> str | None:
        """What to do, in one line, where the reason is one of those that are known."""
        return self.explanation.help if self.explanation else None

    @property
    def section(self) -> str | None:
        """The document and section that say so, where the reason is one of those that are known."""
        return self.explanation.section if self.explanation else None

    @property
    def url(self) -> str | None:
        """The address of the reason's page in the documentation; None while that has no address."""
        return page_url(self.code)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The parts of the text that the message is about, the primary one first; () for bytes that are not UTF-8."""
        return self.explanation.labels if self.explanation else ()

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Strings that match and are near, the most natural first; () where none was found, or for bytes."""
        return self.explanation.fixes if self.explanation else ()


def fault_at(text: str, offset: int, matcher: Explained | None = None) -> Fault:
    """Return the fault of a text at an offset in code points; `matcher` is what can say more of it.

    >>> fault_at("http://é b/", 8)
    Fault(offset=8, byte_offset=9, found=' ')
    """
    # A viable prefix holds no surrogates, so it can be encoded.
    char = text[offset] if offset < len(text) else None
    return Fault(offset, len(text[:offset].encode()), char, _explained(matcher, text, offset))


def decoding_fault(data: bytes, error: UnicodeDecodeError, matcher: Explained | None = None) -> Fault:
    """Return the fault of bytes that are not UTF-8; with a matcher, what comes before them must be viable."""
    start = error.start
    before = data[:start].decode()
    return Fault(len(before), start, data[start : start + 1], _explained(matcher, before, len(before), is_bytes=True))


def _explained(matcher: Explained | None, text: str, offset: int, *, is_bytes: bool = False) -> Explanation | None:
    if matcher is None:
        return None
    from irigrammar.faults.explain import Explanation

    return Explanation(matcher, text, offset, is_bytes=is_bytes)


class NoMatch(IrigrammarError, ValueError):
    """The string does not match the production; `fault` says where and why, `text` is what was matched.

    The message is any object with a text, so that the text need be made only when somebody reads it.
    """

    def __init__(self, message: object, *, fault: Fault, text: str | bytes, grammar: str, rule: str) -> None:
        self.fault = fault
        self.text = text
        self.grammar = grammar
        self.rule = rule
        super().__init__(message)
