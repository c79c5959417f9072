"""The operations by name, with their models and suites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from irigrammar.dataclass import NamedTuple
from irigrammar.language.suite import Case as RuleCase
from irigrammar.matching.matcher import Matcher
from irigrammar.operations import comparing, mapping, normalizing, relativizing, resolving, splitting
from irigrammar.operations.values import Parts, Value
from irigrammar.operations.variants import Case, Input, Model, Variant, answers

NAMES = ("resolve", "split", "normalize", "to-uri", "to-iri", "relativize", "compare")
_PAIR = ("base", "reference")
_RESOLVING: tuple[type[Variant], ...] = (resolving.Resolving, resolving.Dots)
_NORMALIZING: tuple[type[Variant], ...] = (normalizing.Normalizing, normalizing.Triplets, resolving.Dots)


class Operation(NamedTuple):
    """An operation: its name, the keys of its input, the type of its output, its suite and the coverage of that in
    words, and a function from an input to the allowed answers, the documents' own first.

    `model` and `variants` (all that it consults) attribute wrong answers to causes. An operation without a model has
    `check`, which returns whether an answer is allowed, and `explain`, which describes a wrong one.
    """

    name: str
    keys: tuple[str, ...]
    output: type[str | bool | Parts]
    cases: Callable[[], Iterator[Case]]
    coverage: str
    answers: Callable[[Input], tuple[Value, ...]]
    model: Model | None = None
    variants: tuple[type[Variant], ...] = ()
    check: Callable[[Input, Value], bool] | None = None
    explain: Callable[[Input, Value], str] | None = None

    @property
    def departures(self) -> tuple[Variant, ...]:
        """The variants that depart from the documents, in the order of the model."""
        return tuple(variant for variants in self.variants for variant in variants if not variant.is_allowed)

    def is_right(self, case: Case, answer: Value) -> bool:
        """Return whether an answer to a case is one of those that the documents allow."""
        return self.check(case.arguments, answer) if self.check else answer in case.answers


def operation(
    name: str, matcher: Matcher | None = None, suite: Callable[[], Iterator[RuleCase]] | None = None
) -> Operation:
    """Return an operation by its name, one of `NAMES`; `split` needs the matcher of its rule, and the suite of that.

    >>> operation("resolve").keys
    ('base', 'reference')
    """
    match name:
        case "resolve":
            coverage = (
                "every branch of RFC 3986, 5.2.2 to 5.2.4, the examples of 5.4, every combination of present and empty"
                " components, and every sequence of up to four segments of '.', '..', '' and 'x' in references and in"
                " bases"
            )
            return _with_model(name, _PAIR, resolving.resolve, _RESOLVING, resolving.cases, coverage)
        case "split":
            assert matcher is not None
            assert suite is not None
            coverage = (
                f"the complete suite of {matcher.rule} of {matcher.grammar.name}, with the components of each string"
            )
            model = splitting.splitter(matcher)
            cases = partial(_split_cases, matcher, suite)
            return _with_model(name, ("text",), model, (splitting.Splitting,), cases, coverage, Parts)
        case "normalize":
            coverage = (
                "every byte percent-encoded and every allowed character in each component, every sequence of up to"
                " three dot segments, percent-encoded ones too, every known default port, and every combination of some"
                " steps"
            )
            return _with_model(name, ("text",), normalizing.normalize, _NORMALIZING, normalizing.cases, coverage)
        case "to-uri":
            coverage = "the ends and a middle of each range of ucschar and iprivate, and ASCII, in each component"
            return _with_model(name, ("text",), mapping.to_uri, (mapping.ToUri,), mapping.to_uri_cases, coverage)
        case "to-iri":
            coverage = (
                "every byte percent-encoded, and the ends and a middle of each range of ucschar and iprivate, in each"
                " component"
            )
            return _with_model(name, ("text",), mapping.to_iri, (mapping.ToIri,), mapping.to_iri_cases, coverage)
        case "relativize":
            coverage = "all pairs of some paths, and present, empty and absent components of base and target"
            return Operation(
                *(name, _PAIR, str, relativizing.cases, coverage, relativizing.answers),
                check=relativizing.leads_to_target,
                explain=relativizing.explain,
            )
        case "compare":
            coverage = "pairs on each rung of the ladder, for every variant of normalizing, and different ones"
            return _with_model(
                name,
                ("a", "b"),
                comparing.compare,
                (comparing.Comparing, *_NORMALIZING),
                comparing.cases,
                coverage,
                bool,
            )
    raise ValueError(f"unknown operation {name!r}; choose among {', '.join(NAMES)}")


def _with_model(
    name: str,
    keys: tuple[str, ...],
    model: Model,
    variants: tuple[type[Variant], ...],
    cases: Callable[[], Iterator[Case]],
    coverage: str,
    output: type[str | bool | Parts] = str,
) -> Operation:
    return Operation(name, keys, output, cases, coverage, partial(answers, model), model, variants)


def _split_cases(matcher: Matcher, suite: Callable[[], Iterator[RuleCase]]) -> Iterator[Case]:
    return splitting.split_cases(matcher, suite())
