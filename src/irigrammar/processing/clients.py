"""Readings by clients of a scheme, of URIs on which they differ.

`grammar/world/clients.toml` has the facts, measured, and `grammar/world/clients.abnf` the conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irigrammar.dataclass import dataclass
from irigrammar.errors import check_text
from irigrammar.matching.authority import scheme_of
from irigrammar.matching.conditions import condition
from irigrammar.processing.schemes import schemes
from irigrammar.text.names import quoted


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
        """Return a sentence.

        >>> print(client_readings("rediss://h/1/2")[0])  # doctest: +ELLIPSIS
        several segments: of redis://h/1/2 redis-py ... reads the database "12", ioredis ... "1", ... refuses it
        """
        read = [(_enumeration(names), len(names), result) for result, names in self.results if result != "refused"]
        parts = [f"no {self.part}" if result == "absent" else quoted(result) for *_, result in read]
        deeds = [f"{names} {part}" for (names, *_), part in zip(read, parts, strict=True)]
        if read:
            names, count, result = read[0]
            the = "" if result == "absent" else f"the {self.part} "
            deeds[0] = f"{names} {'reads' if count == 1 else 'read'} {the}{parts[0]}"
        for result, refusing in self.results:
            if result == "refused":
                deeds.append(f"{_enumeration(refusing)} {'refuses' if len(refusing) == 1 else 'refuse'} it")
        return f"{self.condition}: of {self.example} {', '.join(deeds)}"

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
    not asked. Schemes that share a grammar share the facts ("redis" and "rediss").

    Time is linear in the length. Raises `GrammarError` where the ABNF files are not installed.

    >>> [readings.part for readings in client_readings("mongodb://a:b+c@h/")]
    ['password']
    """
    check_text(text)
    return tuple(ClientReadings(*row) for row in _rows(text) if condition("clients", row[0]).matches(text))


def _rows(text: str) -> Iterator[tuple[str, str, str, tuple[tuple[str, tuple[str, ...]], ...]]]:
    """Yield the facts about the schemes that share the grammar of a text's scheme."""
    from irigrammar._generated.world import CLIENTS

    own = (scheme_of(text) or "").lower()
    for name, rows in CLIENTS.items():
        if name == own or _grammar_of(name) == _grammar_of(own) is not None:
            yield from rows


def _grammar_of(name: str) -> str | None:
    """Return the name of the grammar of a scheme, None where none is known."""
    known = schemes().find(name)
    return None if known is None or known.rule is None else known.rule.partition(":")[0]


def _enumeration(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
