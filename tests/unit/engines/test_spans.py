"""Fields by the kernel in one pass, and by the tree engine in two."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import language
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import lower
from irigrammar.engines.kernel import kernel
from irigrammar.engines.spans import Spans
from irigrammar.engines.tree import TreeEngine
from irigrammar.matching.components import Splitter
from irigrammar.matching.grammar import Grammar

REFERENCES = [
    ("rfc3986", "URI-reference"),
    ("rfc3987", "IRI-reference"),
    ("iri-bis", "IRI"),
    ("leiri", "LEIRI-reference"),
    ("web-address", "IRI-reference"),
]

needs_kernel = pytest.mark.skipif(kernel() is None, reason="the kernel is not built, or IRIGRAMMAR_PURE is set")


class Two(NamedTuple):
    """A field and the name of a mark."""

    first: str | None
    kind: str | None


def both(spans: Spans, text: str) -> tuple[tuple[str | None, ...] | None, tuple[str | None, ...] | None]:
    return spans._by_kernel(text), spans._by_picks(text)


def splitter_of(grammar: str, rule: str) -> Spans:
    opened = irigrammar.grammar(grammar)
    split = Splitter(opened._production(rule), opened.entry.components, opened.entry.prefer).split
    spans = split.__self__  # type: ignore[attr-defined]  # it is a method of the spans
    assert isinstance(spans, Spans)
    return spans


SPLITTERS = {name: splitter_of(*name) for name in REFERENCES}


@needs_kernel
def test_long_texts_of_every_width() -> None:
    for char in "aé語\U00020000":
        text = f"http://{char * 3000}/{char * 70_000}?{char * 10}#"
        left, right = both(SPLITTERS["rfc3987", "IRI-reference"], text)
        assert left == right
        assert left is not None
        assert left[5] == "/" + char * 70_000


@needs_kernel
def test_more_states_than_the_kernel_keeps() -> None:
    """A grammar whose tagged automaton has 2 ** 13 states: what the kernel gives up the tree engine answers."""
    grammar = Grammar.from_text('r = *( "a" / "b" ) one 12( "a" / "b" )\none = "a"\n')
    program = compile_program(lower(grammar.rules, "r", "one".__eq__))
    spans = Spans(lambda: TreeEngine(program), (Two, 2, {"one": 0}))
    assert spans.native is not None
    given_up = 0
    for number in range(0, 2**14, 3):
        text = f"{number:014b}".replace("0", "a").replace("1", "b")
        given_up += spans.native.components(text) is NotImplemented
        left, right = both(spans, text)
        assert left == right
        assert (left is not None) == (text[-13] == "a")
    assert given_up


@needs_kernel
def test_threads_share_what_they_find() -> None:
    grammar = irigrammar.grammar("rfc3987")
    spans = Splitter(grammar._production("IRI-reference"), grammar.entry.components, None).split
    texts = [case.text for case in language.suite(grammar["IRI-reference"], each="class")][::50]
    wanted = [SPLITTERS["rfc3987", "IRI-reference"]._by_picks(text) for text in texts]
    wrong: list[str] = []

    def work() -> None:
        wrong.extend(text for text, components in zip(texts, wanted, strict=True) if spans(text) != components)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@needs_kernel
@pytest.mark.parametrize("value", [b"a:", None, 1])
def test_other_values_than_str_are_type_errors(value: object) -> None:
    with pytest.raises(TypeError, match="a text is str, not"):
        SPLITTERS["rfc3986", "URI-reference"]._by_kernel(value)  # type: ignore[arg-type]  # that is the test


BEGIN = ((1, 0, ()),)


@needs_kernel
@in_one_test(
    ("begin", "step"),
    [
        (None, None),
        ([], None),
        (((1, 0),), None),
        (((1, 1, ()),), None),
        (((1, -1, ()),), None),
        (((1, 2**70, ()),), None),
        ((("1", 0, ()),), None),
        (((1, 0, ((3, 0),)),), None),
        (((1, 0, ((0, -2),)),), None),
        (((1, 0, ((0, 2**31),)),), None),
        (((1, 0, ((True, 0),)),), None),
        (((1, 0, [(0, 0)]),), None),
        (BEGIN, None),
        (BEGIN, ((), (), ())),
        (BEGIN, (BEGIN, ())),
        (BEGIN, (BEGIN, [(0, ())])),
        (BEGIN, (BEGIN, ((1, ()),))),
        (BEGIN, (BEGIN, ((-1, ()),))),
        (BEGIN, (BEGIN, ((0,),))),
        (BEGIN, (BEGIN, ((0, ((-1, 0),)),))),
        (BEGIN, (BEGIN, ((0, ((0, 0, 0),)),))),
        (BEGIN, (((0, 1, ()),), ((0, ()),))),
        (BEGIN, (((0, 40, ()),), ((0, ()),) * 40)),
    ],
)
def test_a_wrong_tagged_automaton_is_refused(begin: object, step: object) -> None:
    """Nothing outside of the rows is read, whatever it answers."""
    from irigrammar.engines import _kernel

    tagged: Any = SimpleNamespace(begin=lambda: begin, step=lambda *_: step)
    spans = _kernel.Spans(starts=(0,), ids=(0,), tagged=tagged, names=(), type=Two, fields=2)
    for _ in range(2):
        with pytest.raises(ValueError, match="a tagged automaton gave what is not one of its states or steps"):
            spans.components("ab")


@needs_kernel
def test_exceptions_of_tagged_automata_are_raised() -> None:
    from irigrammar.engines import _kernel

    def failing(*_: object) -> object:
        raise LookupError("no step")

    tagged: Any = SimpleNamespace(begin=lambda: BEGIN, step=failing)
    with pytest.raises(LookupError, match="no step"):
        _kernel.Spans(starts=(0,), ids=(0,), tagged=tagged, names=(), type=Two, fields=2).components("a")
    tagged = SimpleNamespace(begin=failing, step=failing)
    with pytest.raises(LookupError, match="no step"):
        _kernel.Spans(starts=(0,), ids=(0,), tagged=tagged, names=(), type=Two, fields=2).components("a")
