"""Libraries of other languages, and where they depart.

departures                            what libraries do otherwise than the documents have, by cause
causes                                all causes that are known for an operation
Departure                             a cause, with the libraries and what they make of an example

`grammar/world/ecosystems.toml` has the facts, measured, and `grammar/world/ecosystems.abnf` the conditions.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from irigrammar.dataclass import dataclass
from irigrammar.errors import ConversionError, check_text
from irigrammar.faults.fault import NoMatch
from irigrammar.matching.conditions import Condition, conditions
from irigrammar.processing.scheme_rules.uri import scheme_of
from irigrammar.shipped.loader import value
from irigrammar.text.choices import check_choice
from irigrammar.text.names import quoted

__all__ = ["Departure", "causes", "departures"]

OPERATIONS = ("resolve", "split", "normalize", "to-uri", "to-iri", "relativize")
PAIRS = ("resolve", "relativize")  # operations on two texts
REFUSED = "refused"
# What goes with an example of `resolve` that is one text: a base, and two references.
BASE, ABSOLUTE, RELATIVE = "http://x.example/y", "http://y.example/z", "?z"

# A library: its ecosystem, name and version.
Library = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Departure:
    """A cause for which libraries do something else than the documents have.

    `cause` is a condition in words that the texts meet, `example` the smallest texts that meet it (a base and a
    reference, or one text), `expected` what the documents have of the example. `results` has each other result of the
    example, "refused" for a refusal, with the libraries that gave it: ecosystem, name and version. What they make of
    other texts is not measured, but that most random texts that meet the condition have another result, too.
    """

    cause: str
    example: tuple[str, ...]
    expected: str
    results: tuple[tuple[str, tuple[Library, ...]], ...]

    @property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries, in the order of the results."""
        return tuple(library for _, libraries in self.results for library in libraries)

    def __str__(self) -> str:
        of = f" by {quoted(self.example[0])}" if len(self.example) > 1 else ""
        groups = (
            f"{'refused by' if result == REFUSED else f'{quoted(result)} in'} {', '.join(map(' '.join, libraries))}"
            for result, libraries in self.results
        )
        return f"{self.cause}: of {quoted(self.example[-1])}{of} {', '.join(groups)}"

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON has them."""
        names = ("ecosystem", "library", "version")
        results = [
            {"result": result, "libraries": [dict(zip(names, library, strict=True)) for library in libraries]}
            for result, libraries in self.results
        ]
        return {"cause": self.cause, "example": [*self.example], "expected": self.expected, "results": results}


def departures(operation: str, /, *texts: str) -> tuple[Departure, ...]:
    """Return for which causes libraries of other languages do something else with these texts than the documents have.

    `operation` is "resolve" (with a base and a reference), "split", "normalize", "to-uri" or "to-iri" (with a text), or
    "relativize" (with a base and a target). The documents are RFC 3986 and RFC 3987, and each result that they allow is
    right; for "split" only other components or a refusal are a departure. A library that is not named was not seen to
    depart: that is no promise. Time is linear in the length of the texts.

    Raises `ValueError` for another operation or number of texts, and `GrammarError` where the ABNF files are not
    installed.

    >>> [departure.cause for departure in departures("resolve", "http://h.example/a", "?b")]
    ['a query alone by a base with a name at its end']
    >>> departures("split", "http://h.example/a")
    ()
    """
    check_choice("operation", operation, OPERATIONS)
    if len(texts) != 1 + (operation in PAIRS):
        raise ValueError(f"{operation} takes {1 + (operation in PAIRS)} texts, and {len(texts)} are given")
    for text in texts:
        check_text(text)
    result = right(operation, *texts) if operation == "resolve" else None
    known = {row.words: row for row in conditions("ecosystems")}
    rows = []
    for row in causes(operation):
        of_others, of_refusals = met(known[row.cause], row.example, row.expected, texts, result)
        groups = tuple(group for group in row.results if (of_refusals if group[0] == REFUSED else of_others))
        if groups:
            rows.append(Departure(row.cause, row.example, row.expected, groups))
    return tuple(rows)


@cache
def causes(operation: str, /) -> tuple[Departure, ...]:
    """Return all causes that are known for an operation, one of those of `departures`: those of one cause in a row.

    Raises `ValueError` for another operation.

    >>> {len(row.example) for row in causes("normalize")}, {len(row.example) for row in causes("resolve")}
    ({1}, {2})
    """
    check_choice("operation", operation, OPERATIONS)
    data: dict[str, Any] = value("atlas", "rows")
    libraries = tuple(tuple(row) for row in data["libraries"])
    rows = (
        Departure(
            words,
            tuple(example),
            expected,
            tuple((result, tuple(libraries[index] for index in numbers)) for result, numbers in results),
        )
        for words, example, expected, results in data["operations"].get(operation, ())
    )
    return tuple(sorted(rows, key=lambda row: row.cause))


def met(
    condition: Condition, example: tuple[str, ...], expected: str, texts: tuple[str, ...], result: str | None
) -> tuple[bool, bool]:
    """Return whether texts meet a condition for libraries that write something else of an example, and for those that
    refuse it.

    A condition on one text was tried in a reference with a scheme, or in a base. What a library refuses is one of them
    that meets it: a base if the reference has a scheme as that of the example, or has none as that. What it writes
    otherwise is a `result` of resolving that meets it, unless the `expected` one of the example does not.
    """
    if " " in condition.example or len(texts) == 1:
        is_met = condition.meets(" ".join(texts))
        return is_met, is_met
    base, reference = texts
    is_absolute = scheme_of(reference) is not None
    is_of_base = example[0] != BASE
    if is_of_base and is_absolute is not (example[1] == ABSOLUTE):
        return False, False
    is_read = condition.meets(base if is_of_base else reference)
    if condition.meets(expected):
        is_written = result is not None and condition.meets(result)
        return is_written, is_read if is_of_base else is_read or is_written
    return is_read and (is_of_base or is_absolute), is_read


def right(operation: str, *texts: str) -> str | None:
    """Return the result that the documents have, None where they refuse the texts."""
    if operation == "write":
        return texts[0]
    from irigrammar.operations.catalog import operation as operation_of

    of = operation_of(operation)
    try:
        answer = of.answers(dict(zip(of.keys, texts, strict=True)))[0]
    except (NoMatch, ConversionError):
        return None
    return answer if isinstance(answer, str) else None


def __dir__() -> list[str]:
    return __all__
