"""Run the suite of an operation on an implementation.

The protocol: one object of JSON a line in, as `{"base": "http://h/", "reference": "a"}`, and one out, `{"output": ...}`
or `{"error": "..."}` for a refusal.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import Any

from irigrammar.dataclass import dataclass, field
from irigrammar.lazy import cached_property
from irigrammar.operations.catalog import Operation
from irigrammar.operations.causes import Cause, Wrong, causes, choices
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Variant
from irigrammar.trial.command import malformed_answer
from irigrammar.trial.implementation import Answer, Failure, Implementation, Kind, Result
from irigrammar.trial.trial import INCIDENTS_KEPT, Incident, share

VERSION = 1  # of the rows of a suite


def case_row(operation: Operation, case: Case) -> dict[str, Any]:
    """Return the object of a case in a suite: `version`, `operation`, `input`, the documents' answer (`output`, or
    `error` for a refusal), all `allowed` answers where there are several, `spans` where there are, `section`, `for`.

    >>> from irigrammar.operations.catalog import operation
    >>> from irigrammar.operations.variants import Case
    >>> case_row(operation("compare"), Case({"a": "x", "b": "x"}, (True,), "RFC 3986, 6.2.1", "identical"))["output"]
    True
    """
    row: dict[str, Any] = {"version": VERSION, "operation": operation.name, "input": dict(case.arguments)}
    row |= as_answer(case.answers[0])
    if len(case.answers) > 1:
        row["allowed"] = [as_answer(value) for value in case.answers]
    if case.spans is not None:
        row["spans"] = {name: list(span) for name, span in case.spans.items()}
    return row | {"section": case.section, "for": case.purpose}


def as_answer(value: Value, reason: str = "") -> dict[str, Any]:
    """Return an answer as the protocol has it.

    >>> as_answer("http://h/"), as_answer(None)
    ({'output': 'http://h/'}, {'error': 'refused'})
    """
    if value is None:
        return {"error": reason or "refused"}
    return {"output": value._asdict() if isinstance(value, Parts) else value}


def reader(operation: Operation) -> Callable[[bytes], Answer]:
    """Return a function from a line of output to the answer on it; a failure "malformed" for any other line.

    >>> from irigrammar.operations.catalog import operation
    >>> read = reader(operation("resolve"))
    >>> read(b'{"output": "a:b"}'), read(b'{"error": ""}')
    (Result(value='a:b', reason=''), Result(value=None, reason=''))
    """
    return partial(_read, operation.output)


_EXPECTED: dict[type[str | bool | Parts], str] = {
    str: "a str",
    bool: "True or False",
    Parts: "a mapping or a sequence of the five components",
}


def _read(output: type[str | bool | Parts], line: bytes) -> Answer:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return malformed_answer(line)
    if not isinstance(row, dict):
        return malformed_answer(line)
    if isinstance(row.get("crash"), str) and row.keys() == {"crash"}:  # only callables answer so
        return Failure("crash", row["crash"])
    if "error" in row:
        is_refusal = isinstance(row["error"], str) and "output" not in row
        return Result(None, row["error"]) if is_refusal else malformed_answer(line)
    value = row.get("output")
    if isinstance(value, dict) and value.keys() == {"type"}:  # only callables answer so
        return Failure("malformed", f"returned {value['type']}, not {_EXPECTED[output]}")
    if output is Parts and isinstance(value, dict) and value.keys() == set(Parts._fields):
        path = value["path"]
        if isinstance(path, str) and all(part is None or isinstance(part, str) for part in value.values()):
            return Result(Parts(**value))
    elif output is not Parts and isinstance(value, output):
        return Result(value)
    return malformed_answer(line)


@dataclass(frozen=True)
class OperationTrial:
    """The result of a trial of an operation.

    `cases` counts those that were asked, `right` the right answers. `wrong` has the others; `choices` counts the right
    answers other than the documents' own, by variant. `known` are the accepted wrong answers by the line of the input,
    None when none were given; `fixed` are the inputs of those that are right now. `incidents` and
    `failures` are those of a `Trial`, and so is `stopped`.
    """

    operation: Operation
    implementation: str
    cases: int
    right: tuple[Case, ...]
    wrong: tuple[Wrong, ...]
    choices: Mapping[Variant, int]
    incidents: tuple[Incident, ...] = ()
    failures: Mapping[Kind, int] = field(default_factory=dict)
    stopped: str | None = None
    known: Mapping[str, str] | None = None
    fixed: tuple[str, ...] = ()
    coverage: str = ""

    @property
    def score(self) -> float | None:
        """The share of right answers in all cases asked; None if none was asked."""
        return share(len(self.right), self.cases)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """The causes of the wrong answers that are not known, those of most answers first."""
        return causes(self.operation, self.new, self.right)

    @cached_property
    def new(self) -> tuple[Wrong, ...]:
        """The wrong answers that are not known."""
        known = self.known or {}
        return tuple(row for row in self.wrong if known.get(input_line(row.case)) != answer_line(row.answer))

    @property
    def agrees(self) -> bool:
        """Whether every case asked got an allowed answer, and none was left out."""
        return not (self.wrong or self.failures or self.stopped)

    @property
    def passed(self) -> bool:
        """Whether all wrong answers are known, none of the known ones is fixed, and nothing failed or stopped."""
        return not (self.new or self.fixed or self.failures or self.stopped)


def input_line(case: Case) -> str:
    """Return the input of a case as its line of JSON."""
    return json.dumps(dict(case.arguments))


def answer_line(value: Value) -> str:
    """Return an answer as its line of JSON."""
    return json.dumps(as_answer(value))


def run_operation_trial(
    operation: Operation,
    cases: Iterable[Case],
    implementation: Implementation,
    *,
    batch: int = 1000,
    known: Mapping[str, str] | None = None,
    coverage: str = "",
    progress: Callable[[int], object] | None = None,
) -> OperationTrial:
    """Give the cases to an implementation, `batch` inputs at a time, and return the trial.

    `progress` is called with the number of inputs of every reply. Raises `CannotStart`.
    """
    waiting: deque[list[Case]] = deque()

    def batches() -> Iterator[Sequence[Any]]:
        """Yield the inputs of at most `batch` cases at a time; their cases are added to `waiting`."""
        remaining = iter(cases)
        while rows := list(islice(remaining, batch)):
            waiting.append(rows)
            yield [dict(case.arguments) for case in rows]

    right: list[tuple[Case, Value]] = []
    wrong: list[Wrong] = []
    incidents: list[Incident] = []
    count, stop_reason = 0, None
    with closing(implementation.run(batches())) as replies:
        for reply in replies:
            rows = waiting.popleft()
            for number, (case, answer) in enumerate(zip(rows, reply.answers, strict=False), count + 1):
                if isinstance(answer, Failure):
                    incidents.append(Incident(answer, input_line(case), number, 1))
                elif isinstance(answer, Result) and operation.is_right(case, answer.value):
                    right.append((case, answer.value))
                elif isinstance(answer, Result):
                    wrong.append(Wrong(case, answer.value, answer.reason))
            if reply.incident:
                incidents.append(Incident(reply.incident, None, count + 1, len(rows)))
            count += min(len(rows), len(reply.answers))
            if progress:
                progress(len(rows))
            if reply.stopped:
                stop_reason = reply.stopped
                break
    lines = {input_line(case) for case, _ in right} if known else ()
    return OperationTrial(
        operation=operation,
        implementation=implementation.name,
        cases=count,
        right=tuple(case for case, _ in right),
        wrong=tuple(wrong),
        choices=choices(operation.model, right),
        incidents=tuple(incidents[:INCIDENTS_KEPT]),
        failures=Counter(incident.failure.kind for incident in incidents),
        stopped=stop_reason,
        known=known,
        fixed=tuple(sorted(line for line in known or () if line in lines)),
        coverage=coverage,
    )
