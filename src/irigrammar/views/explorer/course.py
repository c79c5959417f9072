"""The exercises of the course, checked by grammars and conversions."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from irigrammar.bidi.structure import findings
from irigrammar.errors import IrigrammarError
from irigrammar.language import witness
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.compare import compare
from irigrammar.processing.conversions import iri_to_uri, resolve
from irigrammar.views.explorer.shown import shown

_OWN = "own"


@cache
def exercises() -> list[dict[str, Any]]:
    """Return the rows of `course.toml`, in the order of the lessons."""
    rows: list[dict[str, Any]] = tomllib.loads((files(__package__) / "course.toml").read_text(encoding="utf-8"))[
        "exercise"
    ]
    return rows


def faults_of(exercise: Mapping[str, Any], text: str) -> Iterator[str]:
    """Yield the faults of an answer, in sentences; none for one that is right.

    >>> list(faults_of(exercises()[0], "new:s"))
    ['The scheme is "new", not "news".']
    """
    for name, rule, should in exercise.get("needs", ()):
        own = Grammar.from_text(f"{exercise['abnf']}\n", name=_OWN, extends="rfc3986") if name == _OWN else None
        matcher = (own or grammar_of(name))[rule]
        yield from _of_match(matcher, text, should=should)
    try:
        yield from _of_parts(exercise, text)
        yield from _of_conversions(exercise, text)
    except IrigrammarError as error:
        yield _sentence(str(error))
    if "equal" in exercise:
        yield from _of_grammar(exercise["equal"], text)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _of_match(matcher: Matcher, text: str, *, should: bool) -> Iterator[str]:
    """Yield the problem of a text that matches although it `should` not, or the reverse; nothing for a right answer."""
    fault = matcher.check(text).fault
    if (fault is None) is should:
        return
    if matcher.grammar.name == _OWN:
        yield "That is not what the task asks for."
    elif fault is None:
        yield f"That matches {matcher.rule} of {matcher.grammar.name}, and should not."
    else:
        yield f"That is not {matcher.rule} of {matcher.grammar.name}: {fault.message}."


def _of_parts(exercise: Mapping[str, Any], text: str) -> Iterator[str]:
    """Yield a problem for each component that is not the expected one.

    Raises `NoMatch` for a text that is no reference.
    """
    for name, expected in exercise.get("parts", {}).items():
        value = getattr(grammar_of("rfc3986").start.split(text), name)
        if value != expected:
            problem = "is not there" if value is None else f'is "{shown(value, 80)}", not "{expected}"'
            yield f"The {name} {problem}."


def _of_conversions(exercise: Mapping[str, Any], text: str) -> Iterator[str]:
    """Yield a problem for each of "resolved", "uri", "same" and "bidi" of the exercise that the text does not satisfy.

    Raises `IrigrammarError` for a text that cannot be resolved or compared.
    """
    if "resolved" in exercise:
        base, target = exercise["resolved"]
        uri = resolve(base, text)
        if uri != target:
            yield f"That leads to {shown(uri, 160)}."
    if "uri" in exercise:
        try:
            uri = iri_to_uri(text)
            message = f"Its URI is {shown(uri, 160)}."
        except IrigrammarError as error:
            uri, message = "", _sentence(str(error))
        if uri != exercise["uri"]:
            yield message
    if "same" in exercise:
        level, other = exercise["same"]
        if text == other or compare(text, other).rung not in ("identical", "syntax", level):
            yield "That is the same string." if text == other else "That is not equivalent at this level."
    if "bidi" in exercise and bool(findings(text)) is not exercise["bidi"]:
        yield "The rules complain about that." if not exercise["bidi"] else "The rules do not complain about that."


def _of_grammar(equal: list[str], text: str) -> Iterator[str]:
    """Yield how a grammar differs from the one of the solution, with a shortest string; the error of
    one that is none.
    """
    try:
        answer = Grammar.from_text(text if text.endswith("\n") else f"{text}\n", name="answer").start
        name, *rest = equal
        right = Grammar.from_text("\n".join([*rest, ""])).start if name == _OWN else grammar_of(name)[rest[0]]
        missing, wrong = witness(right, answer), witness(answer, right)
    except IrigrammarError as error:
        yield _sentence(str(error))
        return
    if missing is not None:
        yield f'It lacks "{shown(missing, 80)}", a shortest string that it should match.'
    if wrong is not None:
        yield f'It matches "{shown(wrong, 80)}", a shortest string that it should not.'
