"""A fault as data, with details computed on first access."""

from __future__ import annotations

from irigrammar.errors import ConversionError, GrammarError, IrigrammarError, ParseLimit
from irigrammar.lazy import cache

TYPE_CHECKING = False  # typing costs more than a first verdict: see irigrammar.lazy
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from irigrammar.faults.explain import Explained, Explanation, OpenProduction, RuledOut
    from irigrammar.finding import Fix, Label
    from irigrammar.shipped.place import Place

    _T = TypeVar("_T")

# What leaves a text without a verdict.
UNDECIDED = (ParseLimit, GrammarError)


class Fault:
    """A mismatch: its place, the character there, and the reason.

    `offset` is the end of the longest viable prefix in code points from 0, `byte_offset` the same in UTF-8 bytes.
    `found` is the character there, None where the string ends too early, and one byte (`bytes`) where the input was
    bytes that are not UTF-8. The other attributes are computed when they are read, in time linear in the offset; those
    of a fault that no matcher made, or that take too much work, are empty. They take no part in equality.

    >>> import irigrammar
    >>> fault = irigrammar.grammar("rfc3987")["IRI"].check("http://h:8a/").fault
    >>> [part.rule for part in fault.open][:2], [(part.rule, part.offset) for part in fault.ruled_out]
    (['iuserinfo', 'iauthority'], [('port', 10)])
    >>> fault.code, fault.message, fault.labels[0].start
    ('F061', '"a" is not a digit, and a port can contain only digits', 10)
    >>> fault.expected
    ('more of the user information', '"@" for the host')
    """

    # A frozen dataclass by hand: the module dataclasses takes longer than a first verdict with its fault.
    __slots__ = ("_explanation", "_source", "byte_offset", "found", "offset")
    __match_args__ = ("offset", "byte_offset", "found")

    offset: int
    byte_offset: int
    found: str | bytes | None
    _source: tuple[Explained, str, int, bool, bool] | None
    _explanation: Explanation | None

    def __init__(
        self,
        offset: int,
        byte_offset: int,
        found: str | bytes | None,
        source: tuple[Explained, str, int, bool, bool] | None = None,
    ) -> None:
        """Give the place and, as `Explanation` takes them, the matcher that can say more, the text and its place."""
        put = object.__setattr__
        put(self, "offset", offset)
        put(self, "byte_offset", byte_offset)
        put(self, "found", found)
        put(self, "_source", source)
        put(self, "_explanation", None)

    def __setattr__(self, name: str, _: object = None) -> None:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        return self._place == other._place if isinstance(other, Fault) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._place)

    def __reduce__(self) -> tuple[Callable[..., Fault], tuple[object, ...]]:
        return Fault, (*self._place, self._source)

    def __repr__(self) -> str:
        return f"Fault(offset={self.offset!r}, byte_offset={self.byte_offset!r}, found={self.found!r})"

    @property
    def _place(self) -> tuple[int, int, str | bytes | None]:
        return self.offset, self.byte_offset, self.found

    @property
    def explanation(self) -> Explanation | None:
        """The details of the fault; None if no matcher made it."""
        if self._explanation is None and self._source is not None:
            object.__setattr__(self, "_explanation", _explanation_class()(*self._source))
        return self._explanation

    def explained_by(self, explanation: Explanation) -> Fault:
        """Return a copy of the fault with another explanation."""
        fault = Fault(*self._place)
        object.__setattr__(fault, "_explanation", explanation)
        return fault

    def _detail(self, detail: Callable[[Explanation], _T], default: _T) -> _T:
        """Return a detail of the explanation; the default without one, and where it takes too much work."""
        try:
            return default if self.explanation is None else detail(self.explanation)
        except ParseLimit:
            return default

    def __str__(self) -> str:
        """Return the diagnostic as plain text: code, message, the text with its labels, fixes; passwords are masked."""
        from irigrammar.faults.page import fault_page

        return fault_page(self)

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"

    @property
    def open(self) -> tuple[OpenProduction, ...]:
        """The productions that are open, innermost first: each could have another character in place of the fault.

        They are those of the first reading: of the live parses the one that needs least to be complete, then the first
        match (RFC 3986, 4.1). Productions of single characters are left out.
        """
        return self._detail(lambda about: about.open, ())

    @property
    def ruled_out(self) -> tuple[RuledOut, ...]:
        """The productions that were given up before, if the character at the fault could come after them."""
        return self._detail(lambda about: about.ruled_out, ())

    @property
    def expected(self) -> tuple[str, ...]:
        """The continuations that are allowed in place of the fault by the first readings, in words."""
        return self._detail(lambda about: about.expected, ())

    @property
    def code(self) -> str:
        """The stable code of the reason; `iri rule CODE` shows its page. F000 is for reasons that no page has."""
        return self._detail(lambda about: about.code, "F000")

    @property
    def message(self) -> str:
        """The message: one line of plain words, without the place."""
        if isinstance(self.found, bytes):
            return f"byte 0x{self.found.hex().upper()} is not UTF-8"
        return self._detail(lambda about: about.message, "the string does not match")

    @property
    def help(self) -> str | None:
        """The remedy, in one line, if the reason is a known one, or the comments beside a rule of a user's own; None
        for none.
        """
        return self._detail(lambda about: about.help, None)

    @property
    def section(self) -> str | None:
        """The document and section that say so, where the reason is one of those that are known."""
        return self._detail(lambda about: about.section, None)

    @property
    def shown_rule(self) -> tuple[str, Place] | None:
        """The rule that reports show, with its place; None where none is known."""
        return self._detail(lambda about: about.shown_rule, None)

    @property
    def url(self) -> str | None:
        """The address of the reason's page in the documentation, None while the documentation has no address."""
        from irigrammar.finding import page_url

        return page_url(self.code)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The parts of the text that the message is about, the primary one first, which is empty at bytes that are not
        UTF-8; () for a fault that no matcher made, and where its explanation takes too much work.
        """
        return self._detail(lambda about: about.labels, ())

    @property
    def place(self) -> tuple[int, int]:
        """The part of the text where reports show the fault: start and end of the primary label in code points from 0,
        the end exclusive. It may lie before `offset`, as where a "_" rules out a scheme that ends only later.

        >>> import irigrammar
        >>> fault = irigrammar.check("my_app://x").fault
        >>> fault.place, fault.offset
        ((2, 3), 6)
        """
        place = self._detail(lambda about: about.place, None)
        return place or (self.offset, self.offset + (self.found is not None))

    @property
    def brief(self) -> tuple[str, str, int, int]:
        """The code, the message, and the two offsets of `place`: all that a line about the fault says, at once."""
        if self._explanation is None and self._source is not None:
            matcher, text, offset, is_bytes, _ = self._source
            if not is_bytes and (brief := matcher._explainer.brief(text, offset)):
                return brief
        return self.code, self.message, *self.place

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Strings that match and are near, the most natural first; () where none was found, or for bytes that are not
        UTF-8.
        """
        return self._detail(lambda about: about.fixes, ())


@cache  # an import takes as long as a tenth of a message
def _explanation_class() -> type[Explanation]:
    from irigrammar.faults.explain import Explanation

    return Explanation


def fault_at(text: str, offset: int, matcher: Explained | None = None, *, is_cut: bool = False) -> Fault:
    """Return the fault of a text at an offset in code points; `matcher` can explain it. At the end of the text nothing
    is found. `is_cut` says that bytes follow which are not UTF-8. Raises `UnicodeEncodeError` for a surrogate before
    the offset.

    >>> fault_at("http://é b/", 8)
    Fault(offset=8, byte_offset=9, found=' ')
    """
    # A viable prefix holds no surrogates, so it can be encoded.
    char = text[offset] if offset < len(text) else None
    before = offset if text.isascii() else len(text[:offset].encode())
    return Fault(offset, before, char, (matcher, text, offset, False, is_cut) if matcher else None)


def decoding_fault(data: bytes, error: UnicodeDecodeError, matcher: Explained | None = None) -> Fault:
    """Return the fault of bytes that are not UTF-8; with a matcher, the bytes before it must be a viable prefix."""
    start = error.start
    before = data[:start].decode()
    source = (matcher, before, len(before), True, True) if matcher else None
    return Fault(len(before), start, data[start : start + 1], source)


class NoMatch(IrigrammarError, ValueError):
    """The string does not match the production; `fault` says where and why, `text` is the string.

    The message is any object with a text, so that the text need be made only when somebody reads it.
    """

    def __init__(self, message: object, *, fault: Fault, text: str | bytes, grammar: str, rule: str) -> None:
        self.fault = fault
        self.text = text
        self.grammar = grammar
        self.rule = rule
        super().__init__(message)

    @property
    def sentence(self) -> str:
        """The message and, where one is known, the first fix; passwords are masked in it, and it is safe to print.

        >>> import irigrammar
        >>> try:
        ...     irigrammar.require("http://u:secret@h/a b", "IRI")
        ... except NoMatch as error:
        ...     print(error.sentence)
        not IRI (RFC 3987), offset 19: a reference cannot contain a space; try http://u:***@h/a%20b
        """
        from irigrammar.masking import redact
        from irigrammar.text.names import visible

        fixes = self.fault.fixes
        return f"{self}; try {visible(redact(fixes[0].text, whole=True).text) or '(empty)'}" if fixes else str(self)


# What a conversion of a text raises where it has no result.
NO_RESULT = (NoMatch, ConversionError, ParseLimit)
NoResult = NoMatch | ConversionError | ParseLimit


class Undecided(Fault):
    """The fault of a text without a verdict, at the offset that was reached; `error` says why.

    >>> Undecided("http://é/", ParseLimit(8)).code
    'S008'
    """

    __slots__ = ("_text", "error")

    error: IrigrammarError
    _text: str | bytes

    def __init__(self, text: str | bytes, error: IrigrammarError) -> None:
        """Take the text and the error: the place is the offset of a `ParseLimit`, else the beginning."""
        read = text if isinstance(text, str) else text.decode(errors="ignore")
        offset = min(error.offset if isinstance(error, ParseLimit) else 0, len(read))
        before = len(read[:offset].encode("utf-8", "surrogatepass"))
        super().__init__(offset, before, read[offset] if offset < len(read) else None)
        object.__setattr__(self, "error", error)
        object.__setattr__(self, "_text", text)

    def __reduce__(self) -> tuple[Callable[..., Fault], tuple[object, ...]]:
        return Undecided, (self._text, self.error)

    @property
    def code(self) -> str:
        """The code of texts without a verdict."""
        return "S008"

    @property
    def message(self) -> str:
        """The message: the limit, or the error of the grammar."""
        return str(self.error)
