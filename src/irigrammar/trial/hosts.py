"""Compare an implementation's hosts with the readers'.

The readers are those of `irigrammar.hosts`; the result is which of them it follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import islice

from irigrammar.dataclass import NamedTuple, dataclass
from irigrammar.hosts import readings
from irigrammar.hosts.readers import target_authority
from irigrammar.trial.command import malformed_answer
from irigrammar.trial.implementation import Answer, Failure, Implementation


class OtherHost(NamedTuple):
    """A string of which an implementation reads another host than a reader; None where one reads no host."""

    text: str
    host: str | None
    reader: str | None


@dataclass(frozen=True)
class Following:
    """Agreement of an implementation with a reader: the number of strings read the same; the others, shortest first."""

    reader: str
    same: int
    others: tuple[OtherHost, ...]

    @property
    def kinds(self) -> tuple[int, int, int]:
        """The numbers of the others with another host, with one where the reader has none, and the reverse."""
        more = sum(row.reader is None for row in self.others)
        fewer = sum(row.host is None for row in self.others)
        return len(self.others) - more - fewer, more, fewer


@dataclass(frozen=True)
class HostTrial:
    """The result of a trial: the readers, those that the implementation follows furthest first.

    `strings` counts the answers, `failures` has the strings without one and why; `stopped` says why it ended early.
    """

    implementation: str
    strings: int
    readers: tuple[Following, ...]
    failures: tuple[tuple[str, Failure], ...] = ()
    stopped: str | None = None

    @property
    def follows(self) -> tuple[str, ...]:
        """The readers with which it agrees on every string; none where an answer is missing."""
        complete = self.strings and not self.failures and not self.stopped
        return tuple(row.reader for row in self.readers if not row.others) if complete else ()


def read_host(line: bytes) -> Answer:
    """Return the answer on a line, the host as a JSON string, None for `null` and `""`; a failure "malformed" for any
    other line.

    >>> read_host(b'"h"'), read_host(b'null'), read_host(b'""')
    ('h', None, None)
    """
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return malformed_answer(line)
    if answer is None or isinstance(answer, str):
        return answer or None
    return malformed_answer(line)


def run_host_trial(texts: Iterable[str], implementation: Implementation, *, batch: int = 1000) -> HostTrial:
    """Give strings to an implementation that answers with a host or None, and return which readers it follows.

    Hosts are compared as `irigrammar.hosts.readings` has them; a refusal counts as none. Strings on which the
    implementation fails are not compared. Raises `CannotStart`.
    """
    remaining = iter(texts)
    batches = list(iter(lambda: list(islice(remaining, batch)), []))
    answers: list[tuple[str, Answer]] = []
    stop_reason = None
    with closing(implementation.run(batches)) as replies:
        for part, reply in zip(batches, replies, strict=False):
            answers += zip(part, reply.answers, strict=False)
            stop_reason = stop_reason or reply.stopped
    failures = tuple((text, answer) for text, answer in answers if isinstance(answer, Failure))
    hosts = ((text, host if isinstance(host, str) else "") for text, host in answers if not isinstance(host, Failure))
    read = [(text, target_authority(None, host, None, None).host or None) for text, host in hosts]
    return HostTrial(implementation.name, len(read), _following(read), failures, stop_reason)


def _following(read: Sequence[tuple[str, str | None]]) -> tuple[Following, ...]:
    """Return for each reader how many hosts it reads as the program does, and the texts of the others; the closest
    first.
    """
    others: dict[str, list[OtherHost]] = {}
    for text, host in sorted(read, key=lambda row: (len(row[0]), row[0])):
        for reading in readings(text):
            rows = others.setdefault(reading.reader, [])
            if reading.host != host:
                rows.append(OtherHost(text, host, reading.host))
    following = [Following(reader, len(read) - len(rows), tuple(rows)) for reader, rows in others.items()]
    return tuple(sorted(following, key=lambda row: -row.same))
