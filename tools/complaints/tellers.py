"""The libraries, and how each is made to say what is wrong with a string."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tools.complaints.ours import ours

__all__ = ["OURS", "TELLERS", "Answer", "Complain", "Teller", "answers", "raising", "sorted_items", "version"]

# What a library says of a string that it refuses, None of one that it accepts.
Complain = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Teller:
    """A library: the distributions it needs (the first is its own), what is called, and what makes the call.

    `position` finds the number in its messages that is an offset, counted from `base`; None where they have none.
    """

    name: str
    distributions: tuple[str, ...]
    call: str
    make: Callable[[], Complain]
    position: str | None = None
    base: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What a library said: a message ("" without a reason), None where it accepts; `failed`: it broke off instead."""

    message: str | None
    failed: bool = False


def answers(teller: Teller, texts: Sequence[str]) -> list[Answer]:
    """Return what a library says of strings; what it raises without documenting it is a failure, told with its name."""
    try:
        complain = teller.make()
    except Exception as error:
        return [_failure(error)] * len(texts)
    return [_answer(complain, text) for text in texts]


def _answer(complain: Complain, text: str) -> Answer:
    try:
        return Answer(complain(text))
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> Answer:
    return Answer(f"{type(error).__name__}: {error}", failed=True)


def version(teller: Teller) -> str | None:
    """Return the versions of a library and of what it needs beside, None where one of them is not installed."""
    if not teller.distributions:
        return "this one"
    try:
        own, *others = ((name, importlib.metadata.version(name)) for name in teller.distributions)
    except importlib.metadata.PackageNotFoundError:
        return None
    return " + ".join([own[1], *map(" ".join, others)])


def load(name: str) -> Any:
    """Return a module."""
    return importlib.import_module(name)


def raising(refusal: type[BaseException], call: Callable[[str], object]) -> Complain:
    """Return what asks by a call that refuses by raising."""

    def complain(text: str) -> str | None:
        try:
            call(text)
        except refusal as error:
            return str(error)
        return None

    return complain


def rfc3987() -> Complain:
    parse = load("rfc3987").parse
    return raising(ValueError, lambda text: parse(text, "IRI"))


def jsonschema() -> Complain:
    module = load("jsonschema")
    draft = module.Draft202012Validator
    validator = draft({"type": "string", "format": "iri"}, format_checker=draft.FORMAT_CHECKER)
    return raising(module.ValidationError, validator.validate)


def jsonschema_rs() -> Complain:
    module = load("jsonschema_rs")
    validator = module.validator_for({"type": "string", "format": "iri"}, validate_formats=True)
    return raising(module.ValidationError, validator.validate)


def pyoxigraph() -> Complain:
    return raising(ValueError, load("pyoxigraph").NamedNode)


def rfc3987_syntax2() -> Complain:
    parse = load("rfc3987_syntax2").parse
    complain = raising(load("lark.exceptions").UnexpectedInput, lambda text: parse("iri", text))

    def ordered(text: str) -> str | None:
        message = complain(text)
        return message and sorted_items(message)

    return ordered


def abnf() -> Complain:
    rule = load("abnf.grammars.rfc3987").Rule("IRI")
    return raising(load("abnf").ParseError, rule.parse_all)


def sorted_items(message: str) -> str:
    """Return a message with the items of its list sorted: they come out of a set, in another order each time.

    >>> sorted_items("One of:\\n\\t* B\\n\\t* A\\n")
    'One of:\\n\\t* A\\n\\t* B\\n'
    """
    lines = message.splitlines(keepends=True)
    items = iter(sorted(line for line in lines if line.startswith("\t* ")))
    return "".join(next(items) if line.startswith("\t* ") else line for line in lines)


OURS = Teller("irigrammar", (), 'grammar("rfc3987")["IRI"].check(s)', lambda: ours, r"offset (\d+)\)(?:\n|\Z)")
TELLERS = (
    OURS,
    Teller("rfc3987", ("rfc3987",), 'parse(s, "IRI")', rfc3987),
    Teller("jsonschema", ("jsonschema", "rfc3987"), '{"format": "iri"}, with FORMAT_CHECKER', jsonschema),
    Teller("jsonschema-rs", ("jsonschema-rs",), '{"format": "iri"}, validate_formats=True', jsonschema_rs),
    Teller("pyoxigraph", ("pyoxigraph",), "NamedNode(s)", pyoxigraph),
    Teller("rfc3987-syntax2", ("rfc3987-syntax2",), 'parse("iri", s)', rfc3987_syntax2, r"at line 1 col (\d+)", 1),
    Teller("abnf", ("abnf",), 'grammars.rfc3987.Rule("IRI").parse_all(s)', abnf, r": (\d+)$"),
)
