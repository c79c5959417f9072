"""The interface of an implementation under test."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, Literal, Protocol

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.errors import IrigrammarError
from irigrammar.operations.values import Value

# It died, it took too long, it gave fewer or more answers than it was asked for, or one that is neither true nor false.
Kind = Literal["crash", "hang", "few", "many", "malformed"]


class CannotStart(IrigrammarError):
    """The implementation cannot be tested at all: no such command, no such callable, or it ends before it reads."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The failure in place of a verdict; `stderr` is the end of the standard error, "" for nothing."""

    kind: Kind
    detail: str
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of an operation: its value, or None for a refusal and its reason."""

    value: Value
    reason: str = ""


# The verdict on a string, the host that was read from it (None for none), the result of an operation, or why there is
# no answer.
Answer = bool | str | None | Result | Failure


class Reply(NamedTuple):
    """The answers to a batch, in the order of its strings.

    `incident` is a failure of the batch that none of its strings causes by itself; there may be answers all the
    same. `stopped` says why the run ends with this reply, which then may lack the last answers.
    """

    answers: list[Answer]
    incident: Failure | None = None
    stopped: str | None = None


class Implementation(Protocol):
    """An implementation under test."""

    @property
    def name(self) -> str:
        """The name in reports."""

    def run(self, batches: Iterable[Sequence[Any]]) -> Generator[Reply, None, None]:
        """Yield a reply for each batch of JSON values, in order, until one says that the run stopped.

        Closing the generator leaves nothing running. Raises `CannotStart`.
        """
