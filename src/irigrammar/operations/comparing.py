"""Compare two references by the ladder of RFC 3986, 6.2, or otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from irigrammar.matching.grammar import grammar_of
from irigrammar.operations.normalizing import cases as normalizing_cases
from irigrammar.operations.normalizing import normalize
from irigrammar.operations.variants import Case, Input, Run, Variant, answers, unique_cases

_EACH = 4  # pairs for each variant of normalizing


class Comparing(Variant):
    """A variant of comparing."""

    SIMPLE = "compares these character by character", "RFC 3986, 6.2.1", True

    NEVER = "reports a text as different from itself", "RFC 3986, 6.2.1"


def compare(arguments: Input, run: Run) -> bool | None:
    """Return whether `a` and `b` are equivalent by syntax, None for a refusal; those equivalent by scheme may be so.

    >>> compare({"a": "HTTP://h/%7e", "b": "http://h/~"}, Run())
    True
    """
    if arguments["a"] == arguments["b"]:
        return not run.uses(Comparing.NEVER)
    if run.uses(Comparing.SIMPLE):
        return False
    first, second = (normalize({"text": arguments[side]}, run) for side in "ab")
    return None if first is None or second is None else first == second


def cases() -> Iterator[Case]:
    """Yield the suite of comparing: pairs that are identical, equivalent by syntax or by scheme, and different ones for
    each variant of normalizing that would make them the same.
    """
    return unique_cases(_rows(), compare)


def _rows() -> Iterator[tuple[Input, str, str]]:
    counts: dict[Variant, int] = {}
    for case in normalizing_cases():
        text = case.arguments["text"]
        run = Run()
        form = normalize(case.arguments, run)
        if form is None:
            continue
        new = [variant for variant in run.options if counts.get(variant, 0) < _EACH]
        for variant in new:
            other = normalize(case.arguments, Run(frozenset({variant})))
            if other is not None and other != form and grammar_of("rfc3986").start.matches(other):
                counts[variant] = counts.get(variant, 0) + 1
                yield _row(text, other, variant)
                yield _row(form, other, variant)
        if new:
            yield {"a": text, "b": text}, "RFC 3986, 6.2.1", "identical"


def _row(first: str, second: str, variant: Variant) -> tuple[Input, str, str]:
    """Return the row of a pair that is the same where a variant is run, with the rung on which it is equivalent."""
    arguments = {"a": first, "b": second}
    if compare(arguments, Run()):
        rung = "identical" if first == second else "syntax"
    else:
        rung = "scheme" if True in answers(compare, arguments) else "different"
    return arguments, variant.section, f"{rung}: equal for a program that {variant}"
