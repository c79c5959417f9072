"""Strategies: strings in the language or one step outside, and shrinking."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from itertools import product
from random import Random
from typing import Annotated, Any, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import find as hypothesis_find
from hypothesis import strategies as st

import irigrammar
from irigrammar.integrations._fixed import with_components
from irigrammar.integrations._walk import Draw, Walker
from irigrammar.integrations._wanted import find
from irigrammar.integrations.hypothesis import components, near_misses, strings
from irigrammar.integrations.pydantic import IRI, matching
from irigrammar.matching.matcher import Matcher

PRODUCTIONS = [
    ("rfc3986", "URI"),
    ("rfc3986", "IPv6address"),
    ("rfc3986", "dec-octet"),
    ("rfc3986", "port"),
    ("rfc3987", "IRI-reference"),
    ("leiri", "LEIRI-reference"),
    ("web-address", "IRI-reference"),
    ("rfc6570", "URI-Template"),
    ("rfc5234", "CRLF"),
    ("rfc5234", "OCTET"),
]
MATCHERS = [pytest.param(find(*production), id="-".join(production)) for production in PRODUCTIONS]
IRIS, TEMPLATES, BYTES = find("rfc3987", "IRI"), find("rfc6570"), find("rfc3986", "dec-octet")


CHOSEN = settings(database=None, max_examples=3000, derandomize=True)


def simplest(
    strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool] = lambda _: True, chosen: settings = CHOSEN
) -> Any:
    return hypothesis_find(strategy, condition, settings=chosen, random=Random(1))


class Chance(Draw):
    """Draws like Python's random numbers."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def number(self, count: int, least: int = 0) -> int:
        return self._random.randrange(least, count)

    def character(self, alphabet: str) -> str:
        return self._random.choice(alphabet)


def one_edit_away(text: str, matcher: Matcher, alphabet: str) -> bool:
    """Return whether leaving out, exchanging or putting in one character makes a text match."""
    places = range(len(text) + 1)
    edited = [text[:offset] + text[offset + 1 :] for offset in places[:-1]]
    edited += [text[:offset] + char + text[offset + 1 :] for offset, char in product(places[:-1], alphabet)]
    edited += [text[:offset] + char + text[offset:] for offset, char in product(places, alphabet)]
    return any(matcher.matches_many(edited))


@pytest.mark.parametrize("matcher", MATCHERS)
def test_strings_match_and_are_as_long_as_asked(matcher: Matcher) -> None:
    walker = Walker(matcher.automaton)
    texts = [walker.text(Chance(seed), length) for length in (0, 1, 7, 40) for seed in range(300)]
    assert all(matcher.matches_many(texts))
    least = min(map(len, texts))
    assert all(len(text) <= max(length, least) for length, text in zip((0, 1, 7, 40), texts[::300], strict=True))
    assert all(len(text) <= max(7, least) for text in texts[600:900])


@pytest.mark.parametrize("matcher", MATCHERS)
def test_near_misses_do_not_match_and_are_one_step_outside(matcher: Matcher) -> None:
    walker = Walker(matcher.automaton)
    texts = [walker.near_miss(Chance(seed), 12) for seed in range(300)]
    assert not any(matcher.matches_many(texts))
    dfa = matcher.automaton
    alphabet = "".join(map(chr, dfa.classes.starts))  # one of each class at least
    assert all(one_edit_away(text, matcher, alphabet) for text in texts[:60])
    assert len(set(texts)) > 20 or matcher.rule == "CRLF"
    assert not any("\ud800" <= char <= "\udfff" for text in texts for char in text)


def test_all_parts_of_the_language_are_reached() -> None:
    """Literals of IPv6 are 130 of the 183 states and one character of twenty: they come often enough all the same."""
    walker = Walker(find("rfc3987").automaton)
    texts = [walker.text(Chance(seed), 40) for seed in range(2000)]
    kinds = [find("rfc3987").split(text).host_kind for text in texts]
    for kind, share in (("IPv6address", 0.03), ("IPvFuture", 0.005), ("ireg-name", 0.1), (None, 0.3)):
        assert kinds.count(kind) > share * len(texts), kind
    for char in "?#%@:/":
        assert sum(char in text for text in texts) > 0.05 * len(texts), char
    assert sum(not text.isascii() for text in texts) > 0.1 * len(texts)
    assert sum("\ue000" <= char <= "\uf8ff" for text in texts for char in text) > 10
    assert len({char for text in texts for char in text if char > "\uffff"}) > 100  # any character, not only a few


@given(strings(IRIS), near_misses(IRIS), strings(TEMPLATES), near_misses(TEMPLATES))
def test_by_hypothesis(iri: str, no_iri: str, template: str, no_template: str) -> None:
    assert IRIS.matches(iri)
    assert not IRIS.matches(no_iri)
    assert TEMPLATES.matches(template)
    assert not TEMPLATES.matches(no_template)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("matcher", "condition", "length"),
    [
        (IRIS, lambda _: True, 2),
        (IRIS, lambda text: "@" in text, 3),
        (IRIS, lambda text: not text.isascii(), 3),
        (IRIS, lambda text: "%" in text, 5),
        (IRIS, lambda text: "[" in text, 8),
        (IRIS, lambda text: len(text) > 9, 10),
        (IRIS, lambda text: IRIS.split(text).query, 4),
        (IRIS, lambda text: IRIS.split(text).port, 6),
        (find("rfc3986", "IPv6address"), lambda _: True, 2),
        (find("rfc3986", "IPv4address"), lambda _: True, 7),
        (TEMPLATES, lambda _: True, 0),
        (TEMPLATES, lambda text: "{" in text, 3),
        (BYTES, lambda text: len(text) > 2, 3),
    ],
)
def test_strings_shrink_to_the_shortest(matcher: Matcher, condition: Callable[[str], bool], length: int) -> None:
    result = simplest(strings(matcher), condition)
    # hypothesis begins with constants of the modules that are loaded, and may miss the last step from some of them
    assert length <= len(result) <= length + 1
    assert result.isprintable()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("matcher", "condition", "length"),
    [
        (IRIS, lambda _: True, 1),
        (IRIS, lambda text: text.startswith("A:"), 4),
        (BYTES, lambda _: True, 0),
        (BYTES, lambda text: len(text) == 3, 3),
        (TEMPLATES, lambda _: True, 1),
        (TEMPLATES, lambda text: "{" in text, 3),
    ],
)
def test_near_misses_shrink_too(matcher: Matcher, condition: Callable[[str], bool], length: int) -> None:
    result = simplest(near_misses(matcher), condition)
    assert len(result) <= length
    assert result.isprintable()


@pytest.mark.slow
def test_shrunk_strings_are_readable() -> None:
    assert simplest(strings(IRIS)) == "A:"
    assert simplest(strings(IRIS), lambda text: not text.isascii()) == "A:À"


@pytest.mark.slow
def test_an_empty_language_and_one_of_everything() -> None:
    everything = irigrammar.Grammar.from_text("all = *( %x0-D7FF / %xE000-10FFFF )")["all"]
    assert near_misses(everything).is_empty
    assert not strings(everything).is_empty
    almost = irigrammar.Grammar.from_text("some = *( %x0-D7FF / %xE000-10FFFF ) %x61")["some"]
    assert not almost.matches(simplest(near_misses(almost)))


@given(components(IRIS, scheme="http", query=None), components(find("rfc3986"), host="[::1]", path="/a"))
def test_components(http: irigrammar.Components, local: irigrammar.Components) -> None:
    assert (http.scheme, http.query) == ("http", None)
    assert IRIS.split(str(http)) == http
    assert (local.host, local.path, local.host_kind) == ("[::1]", "/a", "IPv6address")
    assert find("rfc3986").split(str(local)) == local


@given(components(find("rfc3987"), path="", authority=None, fragment="é"))
def test_components_that_are_absent_or_empty(parts: irigrammar.Components) -> None:
    assert (parts.authority, parts.path, parts.fragment) == (None, "", "é")


@pytest.mark.parametrize(
    ("fixed", "reason"),
    [
        ({"shceme": "http"}, "unknown component 'shceme'; did you mean 'scheme'"),
        ({"host_kind": "IPv6address"}, "unknown component 'host_kind'"),
        ({"scheme": "1"}, "'1' cannot be the scheme of IRI"),
        ({"scheme": None}, "no IRI has scheme=None"),
        ({"authority": "h", "path": "a"}, "no IRI has authority='h', path='a'"),
        ({"authority": "h", "port": "1"}, "port is a part of authority: give one of them"),
        ({"path": "a b"}, "'a b' cannot be the path of IRI"),
    ],
)
def test_components_that_no_reference_has(fixed: dict[str, str | None], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        components(IRIS, **fixed)  # type: ignore[arg-type]  # the length is not a component


def test_a_production_without_components() -> None:
    with pytest.raises(irigrammar.GrammarError, match="declares no components"):
        components(TEMPLATES)
    with pytest.raises(irigrammar.GrammarError, match="has no unique components"):
        components(find("rfc3986", "host"))


def test_given_components_leave_the_rest_of_the_language() -> None:
    """The automaton has exactly the strings whose component is that, for all short strings over some characters."""
    from irigrammar.engines.walk import matches

    reference = find("rfc3987")
    for fixed in ({"scheme": "a"}, {"host": "a"}, {"query": ""}, {"path": "/"}, {"userinfo": None, "port": "1"}):
        dfa = with_components(reference, fixed)
        for size in range(7):
            for text in map("".join, product("a:/?@1", repeat=size) if size < 6 else ["//a@a:1", "a://a:1"]):
                parts = reference.split(text).as_dict() if reference.matches(text) else None
                wanted = parts is not None and all(parts[field] == value for field, value in fixed.items())
                assert matches(dfa, text) is wanted, (fixed, text)


@pytest.mark.slow
def test_types_are_known_to_hypothesis() -> None:
    assert "irigrammar" in {entry.name for entry in entry_points(group="hypothesis")}
    assert IRIS.matches(simplest(st.from_type(IRI)))
    port, annotated = find("rfc3986", "port"), cast("type[str]", Annotated[str, matching("rfc3986", "port")])
    assert port.matches(simplest(st.from_type(annotated), lambda text: len(text) > 2))
    parts = simplest(st.from_type(irigrammar.Components), lambda components: components.port)
    assert find("rfc3987").split(str(parts)) == parts


def test_models_of_pydantic_are_built() -> None:
    pydantic = pytest.importorskip("pydantic")
    model = pydantic.create_model("Link", target=(IRI, ...), more=(list[IRI], ...))
    instance = simplest(
        st.builds(model), lambda instance: len(instance.more) == 2, settings(CHOSEN, phases=[Phase.generate])
    )
    assert all(IRIS.matches_many([instance.target, *instance.more]))


def test_importing_hypothesis_loads_next_to_nothing_of_ours() -> None:
    program = "import hypothesis, sys; print(*(name for name in sys.modules if name.startswith('irigrammar')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {
        "irigrammar",
        "irigrammar.errors",
        "irigrammar.grammars",
        "irigrammar.integrations",
        "irigrammar.integrations._wanted",
        "irigrammar.integrations.hypothesis",
        "irigrammar.matching",
        "irigrammar.matching.parts",
    }


def test_strings_of_a_recursive_rule_are_written_by_its_rules() -> None:
    lists = irigrammar.Grammar.from_text('a = "(" *a ")" / 1*DIGIT\n')["a"]
    assert lists.matches(hypothesis_find(strings(lists), lambda text: "(())" in text))
    nothing = irigrammar.Grammar.from_text('a = "(" a ")"\n')["a"]
    assert strings(nothing).is_empty
