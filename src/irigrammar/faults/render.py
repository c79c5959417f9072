"""The message for a string that does not match, by offset or by column.

Programs get the offset, people the column.
"""

from __future__ import annotations

from irigrammar.dataclass import NamedTuple
from irigrammar.faults.fault import Fault, NoMatch
from irigrammar.text.names import column


class Refusal(NamedTuple):
    """The message of a string that does not match, made when it is read."""

    rule: str
    document: str
    fault: Fault

    def __str__(self) -> str:
        place = self.fault.labels[0].start if self.fault.labels else self.fault.offset
        return f"not {self.rule} ({self.document}), offset {place}: {self.fault.message}"


def refusal_text(error: NoMatch) -> str:
    """Return the message of an error with the place as the command shows it, a column or a line and column.

    >>> import irigrammar
    >>> try:
    ...     irigrammar.require("http://h/a b", "IRI")
    ... except NoMatch as error:
    ...     refusal_text(error)
    'not IRI (RFC 3987): a reference cannot contain a space (column 11)'
    """
    message = error._arguments[0]
    if not isinstance(message, Refusal):
        return str(error)
    text = error.text if isinstance(error.text, str) else error.text.decode(errors="replace")
    where = column(text, message.fault.place[0])
    return f"not {message.rule} ({message.document}): {message.fault.message} ({where})"
