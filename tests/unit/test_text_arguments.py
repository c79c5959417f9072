"""Arguments that are not text: one message in every public function."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from rows import in_one_test

import irigrammar

TEXTS = {
    *("text", "s", "a", "b", "iri", "base", "ref", "target", "data", "url", "value")
}  # what texts are called in signatures
OTHERS: dict[str, Any] = {
    "rule": "segment",
    "charset": "utf-8",
    "table": {},
    "pairs": [],
    "segments": ["a"],
    "part": "segment",
}
MODULES = (
    irigrammar,
    *(irigrammar.convert, irigrammar.schemes, irigrammar.build, irigrammar.hosts, irigrammar.html, irigrammar.bidi),
)
HOMES = {name: module for module in MODULES for name in module.__all__}


def text_arguments() -> Iterator[tuple[str, int, list[Any], bool]]:
    """Yield each public function that takes texts, the place of one, good arguments, and whether it takes bytes."""
    for name, module in HOMES.items():
        function = getattr(module, name)
        if not inspect.isfunction(function):
            continue
        parameters = [row for row in inspect.signature(function).parameters.values() if row.default is row.empty]
        parameters = [row for row in parameters if row.kind is not row.VAR_POSITIONAL]
        example = "tel:+1" if name == "parts" else "http://h.example/"
        good = [example if row.name in TEXTS else OTHERS.get(row.name, "") for row in parameters]
        for place, row in enumerate(parameters):
            if row.name in TEXTS:
                yield name, place, good, "bytes" in row.annotation


ARGUMENTS = [*text_arguments()]


def test_the_functions_are_found() -> None:
    assert {name for name, *_ in ARGUMENTS} >= {
        "advise",
        "check_fetch",
        "compare",
        "consensus",
        "find",
        "matches",
        "normalize",
        "resolve",
        "to_ucs",
    }


@in_one_test(("name", "place", "good", "takes_bytes"), ARGUMENTS)
def test_one_message(name: str, place: int, good: list[Any], takes_bytes: bool) -> None:
    function = getattr(HOMES[name], name)
    wrong: list[Any] = [b"http://h/", bytearray(b"http://h/"), None, 5, ["http://h/"]]
    for value in wrong:
        arguments = [*good[:place], value, *good[place + 1 :]]
        if takes_bytes and isinstance(value, bytes | bytearray):
            function(*arguments)
            continue
        kinds = "str or bytes" if takes_bytes else "str"
        with pytest.raises(TypeError) as caught:
            function(*arguments)
        assert str(caught.value) == f"a text is {kinds}, not {type(value).__name__}"


@in_one_test("name", sorted({name for name, *_ in ARGUMENTS}))
def test_subclasses_of_str_are_texts(name: str) -> None:
    class Text(str):
        __slots__ = ()

    good = next(good for known, _, good, _ in ARGUMENTS if known == name)
    getattr(HOMES[name], name)(*(Text(value) if isinstance(value, str) else value for value in good))
