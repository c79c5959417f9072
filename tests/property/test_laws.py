"""The laws of docs/explanation/laws.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

import pytest
from any_references import references
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, NoMatch, compare, iri_to_uri, language, normalize, resolve, split
from irigrammar.convert import canonical_key
from irigrammar.processing.choices import Level
from irigrammar.processing.compare import canonical_text
from irigrammar.processing.host import host_policy
from irigrammar.processing.schemes import schemes
from irigrammar.shipped.loader import generic_names
from tools.world.browser_differential import strings

GRAMMARS = [name for name in generic_names() if name not in ("rfc5234", "rfc6570")]
MAPPED = [name for name in GRAMMARS if name != "web-address"]
LEVELS: tuple[Level, ...] = ("syntax", "scheme")
BASES = [f"{name}://h.example/a/b?c" for name in (*(scheme.name for scheme in schemes()), "foo")]
LETTERS = [f"{name}:A@İ.É/{rest}" for name in (scheme.name for scheme in schemes()) for rest in ("?İ=É", ";É=1")]
BASES += ["urn:a:b", "data:,a/../b", "mailto:a@b", "foo:x/y", "http://résumé.example/é?é", "ws://h:80/."]
HOSTILE = st.integers(0, 2**32).map(lambda seed: next(strings(str(seed))))


def result(function: Callable[[], str]) -> str | None:
    """Return what a function returns, None for what has no result."""
    try:
        return function()
    except (ConversionError, NoMatch):
        return None


def check_normal_forms(text: str, grammar: str) -> None:
    if not irigrammar.grammar(grammar).start.matches(text):
        return
    assert str(irigrammar.grammar(grammar).start.split(text)) == text
    for level, rungs in zip(LEVELS, (("identical", "syntax"), ("identical", "syntax", "scheme")), strict=True):
        form = result(lambda level=level: normalize(text, level=level, grammar=grammar))  # type: ignore[misc]
        if form is None:
            continue
        assert normalize(form, level=level, grammar=grammar) == form
        base = None if split(form, grammar=grammar).scheme else "http://base.example/a/b"
        rung = result(lambda form=form, base=base: compare(text, form, grammar=grammar, base=base).rung)  # type: ignore[misc]
        may_be_refused = base is not None or (split(form, grammar=grammar).scheme or "").lower() == "file"
        assert rung in rungs or (rung is None and may_be_refused)


def respelled(text: str, places: int) -> str:
    """Return a text with some letters percent-encoded or in another case, by the bits of a number."""
    spellings = ((char, f"%{ord(char):02x}", char.swapcase(), f"%{ord(char):02X}") for char in text)
    return "".join(
        (row[places >> 2 * index & 3] if char.isascii() and char.isalpha() else char)
        for index, (char, row) in enumerate(zip(text, spellings, strict=True))
    )


def rung_of(text: str, other: str, grammar: str, base: str | None) -> str:
    return compare(text, other, grammar=grammar, base=base).rung


def check_equal_normal_forms(text: str, other: str, grammar: str) -> bool:
    """Check that texts with the same normal form are equivalent; return whether they have."""
    start = irigrammar.grammar(grammar).start
    if not (start.matches(text) and start.matches(other)):
        return False
    equal = False
    for level, rungs in zip(LEVELS, (("identical", "syntax"), ("identical", "syntax", "scheme")), strict=True):
        forms = [result(partial(normalize, item, level=level, grammar=grammar)) for item in (text, other)]
        if forms[0] is None or forms[0] != forms[1]:
            continue
        equal = True
        base = None if split(text, grammar=grammar).scheme else "http://base.example/a/b"
        rung = result(partial(rung_of, text, other, grammar, base))
        may_be_refused = base is not None or (split(text, grammar=grammar).scheme or "").lower() == "file"
        assert rung in rungs or (rung is None and may_be_refused), (text, other, level)
    return equal


def check_mapping(base: str, text: str, grammar: str) -> None:
    reference = irigrammar.grammar(grammar).start
    if not (reference.matches(base) and reference.matches(text)):
        return
    of_text, of_base = reference.split(text), reference.split(base)
    takes_scheme = of_text.scheme is None and of_text.authority is not None
    if takes_scheme and (host_policy(of_base.scheme) == "percent" or of_base.scheme == "file"):
        return  # whether its host is a domain name is not known before it is resolved
    if of_text.scheme is None and of_base.scheme == "mailto" and "@" in (of_text.path or ""):
        return  # whether it has an address is not known before it is resolved
    target = resolve(base, text, grammar=grammar)
    last = result(lambda: iri_to_uri(target, grammar=grammar))
    first = result(lambda: resolve(iri_to_uri(base, grammar=grammar), iri_to_uri(text, grammar=grammar)))
    assert first is None or first == last


@pytest.mark.parametrize("grammar", some(GRAMMARS, 3))
@settings(max_examples=examples(600))
@given(data=st.data())
def test_normal_forms(grammar: str, data: st.DataObject) -> None:
    check_normal_forms(data.draw(HOSTILE | references(grammar)), grammar)


@pytest.mark.parametrize("grammar", some(GRAMMARS, 3))
@settings(max_examples=examples(600))
@given(data=st.data())
def test_equal_normal_forms_are_equivalent(grammar: str, data: st.DataObject) -> None:
    text = data.draw(HOSTILE | references(grammar))
    check_equal_normal_forms(text, respelled(text, data.draw(st.integers(0, 4 ** len(text) - 1))), grammar)


# Equivalent at the level, and with other normal forms: the host is not US-ASCII, or stays percent-encoded.
CONVERSE: list[tuple[str, str, Level]] = [
    ("http://Aé.org/", "http://aé.org/", "syntax"),
    ("http://%C3%A9/", "http://é/", "syntax"),
    ("foo://%C3%A9A/", "foo://éa/", "scheme"),
]


@pytest.mark.parametrize(("text", "other", "level"), CONVERSE)
def test_equivalent_texts_may_have_other_normal_forms(text: str, other: str, level: Level) -> None:
    assert compare(text, other).rung == "syntax"
    assert normalize(text, level=level) != normalize(other, level=level)
    assert canonical_key(text) == canonical_key(other)


@pytest.mark.parametrize(
    "text", ["HTTP://e/%7Ea", "http://a%C3%A9/", "mailto:a@E.org", "sip:a@b;c=1", "urn:A:b", "//E/%61"]
)
def test_respelled_texts_have_equal_normal_forms(text: str) -> None:
    assert any(check_equal_normal_forms(text, respelled(text, places), "rfc3987") for places in range(1, 4**8, 97))


@pytest.mark.parametrize("grammar", some(MAPPED, 3))
@settings(max_examples=examples(600))
@given(data=st.data())
def test_mapping_and_resolving_commute(grammar: str, data: st.DataObject) -> None:
    check_mapping(data.draw(st.sampled_from(BASES)), data.draw(HOSTILE | references(grammar)), grammar)


@pytest.mark.slow
@pytest.mark.parametrize("grammar", GRAMMARS)
def test_the_laws_hold_over_the_suite(grammar: str) -> None:
    """Of the suite each ninth string: it is complete for automata, and the laws are about conversions."""
    for place, string in enumerate(islice(language.suite(irigrammar.grammar(grammar).start), 0, None, 9)):
        check_normal_forms(string.text, grammar)
        if grammar in MAPPED:
            check_mapping(BASES[place % len(BASES)], string.text, grammar)


TEXTS = ["é", "../é?é#é", "//é.example/é", "http://é.example/é", "?", "", "//h:80/%2e", "foo:é/./é"]


@in_one_test("text", [*BASES, *TEXTS, *LETTERS])
def test_every_scheme(text: str) -> None:
    for grammar in GRAMMARS:
        check_normal_forms(text, grammar)
    for reference in TEXTS if text in BASES else ():
        for grammar in MAPPED:
            check_mapping(text, reference, grammar)


ENCODED = (
    "%41",
    "%2e",
    "%2F",
    "%7e",
    "%C3%A9",
    "%c3",
    "%FF",
    "%00",
    "%25",
    "%252e",
    "%CC%81",
    "%F0%90%80%80",
    "%E2%80%AE",
)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("grammar", ["rfc3986", "rfc3987"])
@settings(max_examples=examples(400))
@given(references("rfc3986"), st.sampled_from(ENCODED), st.integers(0, 60))
def test_the_kernel_makes_the_keys_that_the_steps_make(
    grammar: str, level: Level, reference: str, encoded: str, place: int
) -> None:
    text = f"{reference[:place]}{encoded}{reference[place:]}"
    key = result(lambda: canonical_text(text, grammar=grammar, level=level))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("irigrammar.processing.compare.rewriter", lambda *_: None)
        assert key == result(lambda: canonical_text(text, grammar=grammar, level=level))
