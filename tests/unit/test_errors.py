"""Errors carry their data, and their text is one line made from them."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
from contextlib import suppress

import pytest
from places import MODULES
from rows import in_one_test

import irigrammar
from irigrammar.errors import ConversionError, GrammarError, IrigrammarError, MissingExtra, UnknownGrammar, UnknownRule
from irigrammar.faults.fault import Fault, NoMatch


def every_error() -> list[type[BaseException]]:
    """Return the exceptions that a caller can meet: those of all modules, except where the name begins with "_"."""
    classes = []
    for name in MODULES:
        with suppress(MissingExtra):
            classes += [value for value in vars(importlib.import_module(name)).values() if inspect.isclass(value)]
    ours = {
        member for member in classes if member.__module__.startswith("irigrammar") and issubclass(member, BaseException)
    }
    return sorted(
        (member for member in ours if not member.__name__.startswith("_")), key=lambda member: member.__name__
    )


def test_every_error_is_an_irigrammar_error() -> None:
    errors = every_error()
    assert len(errors) > 12
    assert [error for error in errors if not issubclass(error, IrigrammarError)] == []
    for kind in (NoMatch, ConversionError):
        assert issubclass(kind, ValueError)
    assert issubclass(MissingExtra, ImportError)
    assert issubclass(UnknownGrammar, LookupError)
    assert not issubclass(GrammarError, ValueError)


@in_one_test(
    ("error", "text"),
    [
        (GrammarError("no"), "no"),
        (GrammarError("no", source="f"), "f: no"),
        (GrammarError("no", source="f", line=2), "f:2: no"),
        (GrammarError("no", source="f", line=2, column=3), "f:2:3: no"),
        (GrammarError("no", expected=("a",)), "no; expected a"),
        (GrammarError("no", expected=("a", "b", "c")), "no; expected a, b or c"),
        (UnknownGrammar("x", ()), "unknown grammar 'x'"),
        (UnknownGrammar("rfc398", ("rfc3986", "leiri")), "unknown grammar 'rfc398'; did you mean rfc3986?"),
        (UnknownRule("IRIS", "g", ("IRI", "URI", "q")), "g has no rule 'IRIS'; did you mean IRI or URI?"),
        (ConversionError("why"), "why"),
        (ConversionError('of "é\n\u202e\ud800 \\"'), r'of "é\u{A}\u{202E}\u{D800} \"'),
        (MissingExtra("this", "cli", "p"), "this needs p: install it with pip install 'irigrammar[cli]'"),
    ],
)
def test_texts(error: IrigrammarError, text: str) -> None:
    assert str(error) == text
    assert error.args == (text,)
    assert repr(error) == f"{type(error).__name__}({text!r})"


def test_near_names_are_those_that_resemble_in_any_case() -> None:
    known = ["IRI-reference", "irelative-ref", "scheme"]
    assert UnknownRule("iri-REFERENCES", "g", known).near[0] == "IRI-reference"
    assert UnknownRule("zzz", "g", known).near == ()
    assert len(UnknownRule("a", "g", [f"a{index}" for index in range(20)]).near) <= 3


def raised() -> list[IrigrammarError]:
    return [
        GrammarError("no", source="f", line=2, column=3, expected=("a", "b"), cycle=("a", "a")),
        UnknownGrammar("rfc398", ("rfc3986",)),
        UnknownRule("IRIS", "g", ("IRI",)),
        NoMatch("not it", fault=Fault(1, 2, "x"), text="éx", grammar="g", rule="r"),
        ConversionError("why"),
        MissingExtra("this", "cli", "python-bidi"),
    ]


@in_one_test("error", raised())
@in_one_test("again", [lambda error: pickle.loads(pickle.dumps(error)), copy.copy])
def test_errors_come_back_from_other_processes_with_their_data(error: IrigrammarError, again: object) -> None:
    assert callable(again)
    other = again(error)
    assert type(other) is type(error)
    assert str(other) == str(error)
    assert vars(other) == vars(error)


def test_an_error_of_a_match_can_be_pickled() -> None:
    with pytest.raises(NoMatch) as caught:
        irigrammar.grammar("rfc3987")["IRI"].parse("a b")
    other = pickle.loads(pickle.dumps(caught.value))
    assert other.fault == caught.value.fault


def test_the_message_of_a_match_is_made_when_it_is_read_and_shows_no_password() -> None:
    with pytest.raises(NoMatch) as caught:
        irigrammar.grammar("rfc3987")["IRI"].split("http://h/ x")
    assert isinstance(caught.value.args[0], str)
    assert caught.value.args[0] == str(caught.value)
    error = ConversionError("http://user:secret@h/ has no form")
    assert "secret" not in error.args[0] + repr(error)
    assert "secret" in error.reason
