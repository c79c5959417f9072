"""The suites of operations: coverage, allowed answers, departures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

import by_the_letter
import pytest
from resolution import ABNORMAL, BASE, NORMAL
from rows import in_one_test

import irigrammar
from irigrammar.language.cover import cover
from irigrammar.language.suite import Case as RuleCase
from irigrammar.operations.catalog import NAMES, Operation, operation
from irigrammar.operations.resolving import Branch, resolve
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Run, Variant, five_parts, outcomes

RULE = irigrammar.grammar("rfc3986")["URI-reference"]
TEXTS = ["a:%41", "A:", "//H%41", "//u@h:1/", "//[::1]", "a/b:c", "a?b?c", "//h#f", "a:?q"]  # beside the small suite


def texts_of_rule() -> Iterator[RuleCase]:
    """Yield the small suite of the rule, as the complete one is large, and some more texts."""
    yield from (RuleCase(row.text, row.valid, row.offset) for row in cover(RULE))
    yield from (RuleCase(text, True, None) for text in TEXTS)


@cache
def operation_named(name: str) -> Operation:
    return operation(name, RULE, texts_of_rule)


@cache
def cases(name: str) -> list[Case]:
    return list(operation_named(name).cases())


def parts(text: str) -> Parts:
    return five_parts(RULE.split(text))


OURS: dict[str, list[Callable[..., Value]]] = {
    "resolve": [lambda base, ref: irigrammar.resolve(base, ref, grammar="rfc3986")],
    "split": [parts],
    "normalize": [
        lambda text: irigrammar.normalize(text, grammar="rfc3986"),
        lambda text: irigrammar.normalize(text, grammar="rfc3987"),
        lambda text: irigrammar.normalize(text, grammar="rfc3986", level="scheme"),
    ],
    "to-uri": [irigrammar.iri_to_uri, lambda text: irigrammar.iri_to_uri(text, host="percent")],
    "to-iri": [irigrammar.uri_to_iri, lambda text: irigrammar.uri_to_iri(text, host="keep")],
    "relativize": [lambda base, target: irigrammar.relativize(base, target, grammar="rfc3986")],
    "compare": [
        lambda first, second: bool(irigrammar.compare(first, second, base="http://x/y/z", rung="syntax")),
        lambda first, second: bool(irigrammar.compare(first, second, base="http://x/y/z")),
    ],
}


def answer(function: Callable[..., Value], case: Case) -> Value:
    try:
        return function(*case.arguments.values())
    except irigrammar.IrigrammarError:
        return None


@pytest.mark.parametrize("name", NAMES)
def test_own_functions_pass(name: str) -> None:
    for function in OURS[name]:
        wrong = [case for case in cases(name) if not operation_named(name).is_right(case, answer(function, case))]
        assert wrong == []


@pytest.mark.parametrize("name", ["resolve", "split", "normalize", "compare", "relativize"])
def test_implementation_by_the_letter_passes(name: str) -> None:
    function = getattr(by_the_letter, name)
    arguments = [(case, function(*case.arguments.values())) for case in cases(name)]
    answers = [(case, Parts(*value) if name == "split" else value) for case, value in arguments]
    assert [row for row in answers if not operation_named(name).is_right(*row)] == []


def test_coverage_of_resolving() -> None:
    answers = {tuple(case.arguments.values()): case.answers for case in cases("resolve")}
    for reference, target in (*NORMAL, *ABNORMAL):
        assert answers[BASE, reference][0] == target
    branches: set[str] = set()
    for case in cases("resolve"):
        run = Run()
        resolve(case.arguments, run)
        branches |= run.branches.keys()
    assert branches == set(Branch)
    sequences = ["/".join(segments) for size in (1, 2, 3, 4) for segments in product((".", "..", "", "x"), repeat=size)]
    assert {("http://a/b/c/d", path) for path in sequences} <= answers.keys()
    assert {(f"http://a/{path}", "y") for path in sequences} <= answers.keys()
    presence = {bits(base) + bits(reference) for base, reference in answers}
    assert len(presence) == 2 * 3 * 2 * 3 * 3 * 2 * 3 * 2 * 3 * 3


def bits(text: str) -> tuple[bool | None, ...]:
    """Return of each component whether it is absent (None), empty or present; schemes are never empty, paths always
    there.
    """
    scheme, authority, path, query, fragment = by_the_letter.split(text)
    return scheme is not None, *(part if part is None else part != "" for part in (authority, path, query, fragment))


def wrong_answers(name: str) -> dict[Variant, set[tuple[int, Value]]]:
    """Return for each departure the first cases to which it gives a wrong answer, each with that."""
    model = operation_named(name).model
    assert model is not None
    wrong: dict[Variant, set[tuple[int, Value]]] = {variant: set() for variant in operation_named(name).departures}
    for number, case in enumerate(cases(name)):
        for variant in outcomes(model, case.arguments).options:
            if not variant.is_allowed and len(wrong[variant]) < 200:
                values = outcomes(model, case.arguments, frozenset({variant})).variants
                wrong[variant] |= {(number, value) for value in values if value not in case.answers}
    return wrong


@pytest.mark.parametrize("name", [name for name in NAMES if name != "relativize"])
def test_departures_are_distinguished(name: str) -> None:
    wrong = wrong_answers(name)
    # A program may depart so that it takes no two texts for one that are two, nor the reverse.
    assert [str(variant) for variant in wrong if not wrong[variant]] == [] or name == "compare"
    assert name != "compare" or sum(map(bool, wrong.values())) > 30
    variants = [variant for variant in wrong if wrong[variant]]
    alike = [(str(one), str(other)) for one, other in combinations(variants, 2) if wrong[one] == wrong[other]]
    assert alike == [] or name == "compare"


@in_one_test(
    ("name", "arguments", "answers"),
    [
        # Choices that the documents leave, as the audit's rows have them.
        ("resolve", ("http://a/b/c/d;p?q", "http:g"), ["http:g", "http://a/b/c/g"]),
        ("resolve", ("http://a/b#f", ""), ["http://a/b"]),
        ("resolve", ("foo:a/b", "../c"), ["foo:/c"]),
        ("resolve", ("urn:a:b", "#f"), ["urn:a:b#f"]),
        ("resolve", ("foo:/a", "/.//b"), ["foo:/.//b", "foo://b", None]),
        ("resolve", ("/a", "b"), ["/b", None]),
        ("normalize", ("http://h:080/",), ["http://h:080/", "http://h/", "http://h:80/"]),
        ("normalize", ("http://h",), ["http://h", "http://h/"]),
        ("normalize", ("./a:b",), ["./a:b", None]),
        ("normalize", ("a/../b",), ["a/../b", None, "b"]),
        ("normalize", ("http://h/%c3%a9",), ["http://h/%C3%A9", "http://h/\xe9"]),
        ("normalize", ("http://h%41/",), ["http://ha/"]),
        ("to-uri", ("http://fa\xdf.example/",), ["http://xn--fa-hia.example/", *("http://fa%C3%9F.example/",)]),
        ("to-uri", ("http://h/a b",), [None, "http://h/a%20b"]),
        ("to-iri", ("http://h/%FF%C3%A9",), ["http://h/%FF\xe9"]),
        ("to-iri", ("http://h/?%EE%80%80",), ["http://h/?%EE%80%80", "http://h/?\ue000"]),
        ("compare", ("a:b", "a:b"), [True]),
        ("compare", ("http://h/%7e", "http://h/~"), [True, False]),
        ("compare", ("http://h:80/", "http://h/"), [False, True]),
        ("compare", ("http://h/A", "http://h/a"), [False]),
        ("relativize", ("http://a/b/c", "http://a/b/d:e"), ["./d:e"]),
    ],
)
def test_allowed_answers(name: str, arguments: tuple[str, ...], answers: list[Value]) -> None:
    wrong = operation_named(name).answers(dict(zip(operation_named(name).keys, arguments, strict=True)))
    assert wrong[0] == answers[0]
    assert set(answers) <= set(wrong)
    if name != "to-uri":
        assert set(answers) == set(wrong)


def test_spans_of_split() -> None:
    for case in cases("split"):
        if case.spans is not None:
            assert isinstance(case.answers[0], Parts)
            text = case.arguments["text"]
            wrong = {name: text[start:end] for name, (start, end) in case.spans.items()}
            assert wrong == {name: part for name, part in case.answers[0]._asdict().items() if part is not None}
