"""Attribute wrong answers to causes.

A cause is a departure of which a model gives the same wrong answer. Among several, the one is preferred that explains
the most wrong answers, and contradicts the fewest right ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from irigrammar.dataclass import NamedTuple
from irigrammar.faults.fault import NoMatch
from irigrammar.operations.catalog import Operation
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Model, Variant, outcomes, parts_of

_RIGHT_SAMPLE = 2_000  # right answers that a cause is checked against
_WRONG_SAMPLE = 500  # smallest wrong answers for each purpose from which causes are derived, and as many others
_PAIRED = 60  # wrong answers for which all pairs of departures are tried
_COMBINED = 10  # departures that are combined, up to four
_ATTEMPTS = 40_000  # runs of combined departures
_LONGEST = 10_000  # characters of an input with a wrong answer that is attributed to a departure


class Wrong(NamedTuple):
    """A case with a wrong answer; `reason` is the implementation's own, for a refusal."""

    case: Case
    answer: Value
    reason: str = ""


class Cause(NamedTuple):
    """A cause in words, its section ("" if unknown), and its wrong answers: those with one right answer first, then by
    length of the input.
    """

    sentence: str
    section: str
    wrong: tuple[Wrong, ...]


def causes(operation: Operation, wrong: Iterable[Wrong], right: Sequence[Case]) -> tuple[Cause, ...]:
    """Return the causes of wrong answers, the most frequent first; each answer belongs to one cause. `right` are the
    cases with right answers.
    """
    rows_by_size = sorted(wrong, key=_size)
    rows_by_cause: dict[tuple[str, str], list[Wrong]] = {}
    remaining = rows_by_size
    if operation.model is not None:
        short_rows = [row for row in rows_by_size if sum(map(len, row.case.arguments.values())) <= _LONGEST]
        attributions = _attribute(operation.model, operation.departures, short_rows, right)
        for row, variant in attributions:
            rows_by_cause.setdefault((str(variant), variant.section), []).append(row)
        attributed_cases = {id(row.case) for row, _ in attributions}
        remaining = [row for row in rows_by_size if id(row.case) not in attributed_cases]
    for row in remaining:
        sentence = (
            operation.explain(row.case.arguments, row.answer) if operation.explain else _difference(operation, row)
        )
        rows_by_cause.setdefault((sentence, ""), []).append(row)
    rows = (Cause(*words, tuple(sorted(group, key=_size))) for words, group in rows_by_cause.items())
    return tuple(sorted(rows, key=lambda cause: -len(cause.wrong)))


def _size(row: Wrong) -> tuple[bool, int, tuple[str, ...]]:
    """Return the sort key of wrong answers: first those with one right answer, then by length."""
    texts = tuple(row.case.arguments.values())
    return len(row.case.answers) > 1, sum(map(len, texts)), texts


def _attribute(
    model: Model, departures: Sequence[Variant], wrong: Sequence[Wrong], right: Sequence[Case]
) -> list[tuple[Wrong, Variant]]:
    """Return the wrong answers that departures explain, each with one departure."""
    ranking = _ranking(model, departures, wrong, right)
    attempts = _ATTEMPTS
    attributions = []
    frequent: dict[tuple[Variant, ...], None] = {}  # combinations that explained an answer
    for row in wrong:
        for group in _groups(model, row, ranking, frequent):
            if len(group) > 1:
                attempts -= 1
                if attempts < 0 or row.answer is None:
                    break
            if _explains(model, row, group):
                attributions.append((row, group[0]))
                frequent[group] = None
                break
    return attributions


def _ranking(
    model: Model, departures: Sequence[Variant], wrong: Sequence[Wrong], right: Sequence[Case]
) -> list[Variant]:
    """Return departures that together explain a sample of wrong answers, the most likely first."""
    sample = _sample(wrong)
    explanations = [_single(model, row) for row in sample]
    counts = Counter(variant for variants in explanations for variant in variants)
    step = max(1, len(right) // _RIGHT_SAMPLE)
    checks = [(case, outcomes(model, case.arguments).options) for case in right[::step]]
    contradictions = {
        variant: step * sum(_contradicts(model, variant, case) for case, options in checks if variant in options)
        for variant in counts
    }
    order = {variant: -place for place, variant in enumerate(departures)}
    ranking: list[Variant] = []
    remaining = [variants for variants in explanations if variants]
    while remaining:
        counts = Counter(variant for variants in remaining for variant in variants)
        best = max(counts, key=lambda variant: (counts[variant] / (1 + contradictions[variant]), order[variant]))
        ranking.append(best)
        remaining = [variants for variants in remaining if best not in variants]
    others = [row for row, variants in zip(sample, explanations, strict=True) if not variants]
    for row in [row for row in others if row.answer is not None][:_PAIRED]:
        second = _second(model, row, ranking)
        if second is not None and second not in ranking:
            ranking.append(second)
    return ranking


def _sample(wrong: Sequence[Wrong]) -> list[Wrong]:
    """Return some wrong answers for each purpose: the smallest ones, and others at even distances."""
    rows_by_purpose: dict[str, list[Wrong]] = {}
    for row in wrong:
        rows_by_purpose.setdefault(row.case.purpose, []).append(row)
    return [
        row
        for rows in rows_by_purpose.values()
        for row in (*rows[:_WRONG_SAMPLE], *rows[_WRONG_SAMPLE :: 1 + len(rows) // _WRONG_SAMPLE])
    ]


def _groups(
    model: Model, row: Wrong, ranking: Sequence[Variant], frequent: Iterable[tuple[Variant, ...]]
) -> Iterator[tuple[Variant, ...]]:
    """Yield the groups of departures to try for an answer: each that the model consults, and combinations of up to four
    that it consults after another one, the frequent ones first.
    """
    options = outcomes(model, row.case.arguments).options
    singles = [variant for variant in ranking if variant in options]
    yield from ((variant,) for variant in singles)
    reachable = {
        variant for single in singles for variant in outcomes(model, row.case.arguments, frozenset({single})).options
    }
    yield from (group for group in list(frequent) if len(group) > 1 and reachable.issuperset(group))
    variants = [variant for variant in ranking if variant in reachable]
    yield tuple(variants)
    for size in (2, 3, 4):
        yield from combinations(variants[:_COMBINED], size)


def _explains(model: Model, row: Wrong, variants: Iterable[Variant]) -> bool:
    """Return whether a model gives a wrong answer with some departures."""
    return row.answer in outcomes(model, row.case.arguments, frozenset(variants)).variants


def _single(model: Model, row: Wrong) -> frozenset[Variant]:
    """Return the departures that explain a wrong answer without others."""
    options = outcomes(model, row.case.arguments).options
    return frozenset(variant for variant in options if not variant.is_allowed and _explains(model, row, (variant,)))


def _contradicts(model: Model, variant: Variant, case: Case) -> bool:
    """Return whether the right answer to a case would be wrong with a departure."""
    values = outcomes(model, case.arguments, frozenset({variant})).variants
    return not any(value in case.answers for value in values)


def _second(model: Model, row: Wrong, ranking: Sequence[Variant]) -> Variant | None:
    """Return a departure that explains an answer together with another one, preferably one in the ranking, or None."""
    arguments = row.case.arguments
    options = [variant for variant in outcomes(model, arguments).options if not variant.is_allowed]
    firsts = [variant for variant in ranking if variant in options] or options
    for first in firsts:
        seconds = outcomes(model, arguments, frozenset({first})).options
        for second in seconds:
            if not second.is_allowed and second is not first and _explains(model, row, (first, second)):
                return first if second in ranking else second
    return None


def _difference(operation: Operation, row: Wrong) -> str:
    """Return the difference between a wrong answer and the documents' own, in words."""
    expected, answer = row.case.answers[0], row.answer
    if answer is None:
        return "refuses an input that has a result"
    if expected is None:
        return "gives a result for an input that has to be refused"
    if isinstance(answer, bool):
        return "reports different texts as equal" if answer else "reports equal texts as different"
    pair = []
    for value in (expected, answer):
        try:
            pair.append(value if isinstance(value, Parts) else parts_of(str(value)))
        except NoMatch:
            return "gives a text that is not a reference"
    names = [name for name, *values in zip(Parts._fields, *pair, strict=True) if values[0] != values[1]]
    return f"gives another {' and '.join(names)}" if names else f"gives another result of {operation.name}"


def choices(model: Model | None, pairs: Iterable[tuple[Case, Value]]) -> Mapping[Variant, int]:
    """Return the allowed variants that lead to right answers other than the documents' first ones, with the number of
    these answers.
    """
    if model is None:
        return {}
    return Counter(
        variant
        for case, answer in pairs
        if answer != case.answers[0]
        for variant in outcomes(model, case.arguments).variants.get(answer, ())
    )
