"""Readings by clients of a scheme, of URIs on which they differ.

`grammar/world/clients.toml` has the facts, measured, and `grammar/world/clients.abnf` the conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from irigrammar.dataclass import dataclass
from irigrammar.errors import check_text
from irigrammar.matching.authority import scheme_of
from irigrammar.matching.conditions import condition
from irigrammar.text.names import quoted

# Schemes whose URIs the clients of another read as those of it: measured, with the rows.
SHARED: Mapping[str, str] = {
    "amqps": "amqp",
    "coaps": "coap",
    "git+ssh": "ssh",
    "ldaps": "ldap",
    "postgres": "postgresql",
    "rediss": "redis",
    "sips": "sip",
}


@dataclass(frozen=True, slots=True)
class ClientReadings:
    """Readings by clients of a scheme, of URIs that meet a condition: measured on an example, not on the URI.

    `condition` and `part`, what they were asked for, are words; `example` is the URI that they were given. `results`
    has each result with the clients and their versions: the part as a client reads it, "" if it is empty, "absent" if
    there is none, "refused" for an error.
    """

    condition: str
    part: str
    example: str
    results: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        """Return a sentence: the clients without their versions, those that most others agree with last.

        >>> print(client_readings("rediss://h/1/2")[0])
        several segments: of redis://h/1/2 redis-py reads the database "12"; ioredis reads "1"; @redis/client refuses it
        """
        clauses: list[str] = []
        subject = f" the {self.part}"
        for result, programs in sorted(self.results, key=lambda pair: len(pair[1])):
            *others, last = (program.rpartition(" ")[0] for program in programs)
            names, ending = (f"{', '.join(others)} and {last}", "") if others else (last, "s")
            if result == "refused":
                clauses.append(f"{names} refuse{ending} it")
            elif result == "absent":
                clauses.append(f"{names} read{ending} no {self.part}")
            elif not result:
                clauses.append(f"{names} read{ending} an empty {self.part}")
            else:
                clauses.append(f"{names} read{ending}{subject} {quoted(result)}")
                subject = ""
        return f"{self.condition}: of {self.example} {'; '.join(clauses)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them.

        >>> list(client_readings("redis://h/1/2")[0].as_dict())
        ['condition', 'part', 'example', 'results']
        """
        results = [{"result": result, "clients": [*names]} for result, names in self.results]
        return {"condition": self.condition, "part": self.part, "example": self.example, "results": results}


def client_readings(text: str, /) -> tuple[ClientReadings, ...]:
    """Return the measured facts about clients that concern a URI of a scheme: its conditions are met, whatever the
    scheme's document says of it. There are none for a reference without a scheme, and for schemes whose clients were
    not asked. Some schemes share the facts of another, whose clients read both alike (`SHARED`: "rediss" those of
    "redis").

    Time is linear in the length. Raises `GrammarError` where the ABNF files are not installed.

    >>> [readings.part for readings in client_readings("mongodb://a:b+c@h/")]
    ['password']
    """
    check_text(text)
    return tuple(ClientReadings(*row) for row in _rows(text) if condition("clients", row[0]).matches(text))


def _rows(text: str) -> tuple[tuple[str, str, str, tuple[tuple[str, tuple[str, ...]], ...]], ...]:
    """Return the facts about the scheme of a text."""
    from irigrammar._generated.world import CLIENTS

    scheme = (scheme_of(text) or "").lower()
    return CLIENTS.get(SHARED.get(scheme, scheme), ())
