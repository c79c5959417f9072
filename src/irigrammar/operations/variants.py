"""Variants of operations: allowed ones and departures.

A model computes an operation step by step, and consults each variant where it applies. So one model gives the
documents' result, every result that they allow, and those of programs that depart from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

from irigrammar.dataclass import NamedTuple
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.parts import Components
from irigrammar.operations.values import Parts, Value

Input = Mapping[str, str]


class Variant(StrEnum):
    """A variant of an operation: the sentence that reports show, its section, and whether the documents allow it."""

    section: str
    is_allowed: bool

    def __new__(cls, sentence: str, section: str, is_allowed: bool = False) -> Variant:
        """Set the sentence as the value; it begins with a verb."""
        variant = str.__new__(cls, sentence)
        variant._value_ = sentence
        variant.section, variant.is_allowed = section, is_allowed
        return variant


class Run:
    """One run of a model with some variants; it records the variants that the model consulted and the branches that it
    passed, in order.
    """

    __slots__ = ("branches", "options", "variants")

    def __init__(self, variants: frozenset[Variant] = frozenset()) -> None:
        self.variants = variants
        self.options: dict[Variant, None] = {}
        self.branches: dict[str, None] = {}

    def uses(self, variant: Variant) -> bool:
        """Return whether the run has a variant."""
        self.options[variant] = None
        return variant in self.variants

    def record(self, branch: str) -> None:
        """Record a branch of the documents' algorithm."""
        self.branches[branch] = None


Model = Callable[[Input, Run], Value]


class Outcomes(NamedTuple):
    """The results of a model with some variants and any allowed ones: each result with the first variants that lead to
    it; the result with those variants only is the first. `options` are all variants that these runs consulted.
    """

    variants: dict[Value, frozenset[Variant]]
    options: dict[Variant, None]


def outcomes(model: Model, arguments: Input, variants: frozenset[Variant] = frozenset()) -> Outcomes:
    """Return the results of a model for an input, with some variants (by default none) and any that are allowed."""
    variants_by_value: dict[Value, frozenset[Variant]] = {}
    options: dict[Variant, None] = {}
    worklist, keys = [variants], {variants}
    for current in worklist:  # grows during the loop
        run = Run(current)
        variants_by_value.setdefault(model(arguments, run), current)
        options |= run.options
        for variant in run.options:
            larger = current | {variant}
            if variant.is_allowed and larger not in keys:
                keys.add(larger)
                worklist.append(larger)
    return Outcomes(variants_by_value, options)


def answers(model: Model, arguments: Input) -> tuple[Value, ...]:
    """Return all results that the documents allow, their own first.

    >>> from irigrammar.operations.resolving import resolve
    >>> answers(resolve, {"base": "http://h/a", "reference": "http:b"})
    ('http:b', 'http://h/b')
    """
    return tuple(outcomes(model, arguments).variants)


class Case(NamedTuple):
    """A case of a suite: the input, the allowed answers with the documents' own first, the section and the purpose.

    `spans` are the offsets of components, for splitting: code points, the end exclusive.
    """

    arguments: Input
    answers: tuple[Value, ...]
    section: str
    purpose: str
    spans: Mapping[str, tuple[int, int]] | None = None


@lru_cache(maxsize=4096)
def parts_of(text: str) -> Parts:
    """Return the components of an IRI reference. Raises `NoMatch` for any other text.

    >>> parts_of("http://u@h:1/p?q").authority
    'u@h:1'
    """
    return five_parts(grammar_of("rfc3987").start.split(text))


def five_parts(components: Components) -> Parts:
    """Return the five components of a reference that a matcher has split."""
    scheme, path = components.scheme, components.path or ""
    return Parts(scheme, components.authority, path, components.query, components.fragment)


def unique_cases(rows: Iterable[tuple[Input, str, str]], model: Model) -> Iterator[Case]:
    """Yield a case for each row of input, section and purpose; an input is used only once."""
    keys = set()
    for arguments, section, purpose in rows:
        key = tuple(arguments.values())
        if key not in keys:
            keys.add(key)
            yield Case(arguments, answers(model, arguments), section, purpose)
