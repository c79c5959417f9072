"""A user's variant of a catalog grammar: every function works with it.

On strings of both languages it does what it does with the catalog's grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from any_references import references
from examples import FULL, examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from near import members

import irigrammar
from irigrammar import Grammar, IrigrammarError, bidi, build, convert, html, schemes
from irigrammar.views.explanation import as_dict

BASE = "http://a/b/c/d;p?q"

# Each with the text before the grammar; "absolute" ones need a scheme.
FUNCTIONS: dict[str, Callable[[str, str | Grammar], Any]] = {
    "matches": lambda text, grammar: irigrammar.matches(text, grammar=grammar),
    "kind": lambda text, grammar: start(grammar).start.kind(text),
    "split": lambda text, grammar: irigrammar.split(text, grammar=grammar).as_dict(),
    "iri_to_uri": lambda text, grammar: irigrammar.iri_to_uri(text, grammar=grammar),
    "iri_to_uri percent": lambda text, grammar: irigrammar.iri_to_uri(text, grammar=grammar, host="percent"),
    "uri_to_iri": lambda text, grammar: irigrammar.uri_to_iri(text, grammar=grammar),
    "leiri_to_iri": lambda text, grammar: convert.leiri_to_iri(text, grammar=grammar),
    "web_address_to_iri": lambda text, grammar: convert.web_address_to_iri(text, grammar=grammar),
    "normalize": lambda text, grammar: irigrammar.normalize(text, grammar=grammar),
    "normalize by scheme": lambda text, grammar: irigrammar.normalize(text, grammar=grammar, level="scheme"),
    "resolve": lambda text, grammar: irigrammar.resolve(BASE, text, grammar=grammar),
    "resolve against it": lambda text, grammar: irigrammar.resolve(text, "../x", grammar=grammar),
    "relativize": lambda text, grammar: irigrammar.relativize(BASE, text, grammar=grammar),
    "compare": lambda text, grammar: irigrammar.compare(text, BASE, grammar=grammar, base=BASE).rung,
    "canonical_key": lambda text, grammar: convert.canonical_key(text, grammar=grammar),
    "advise": lambda text, grammar: irigrammar.advise(text, grammar=grammar),
    "check_scheme": lambda text, grammar: schemes.check_scheme(text, grammar=grammar).findings,
    "for_charset": lambda text, grammar: convert.for_charset(text, "iso-8859-5", grammar=grammar),
    "hostport": lambda text, grammar: html.hostport(text, grammar=grammar),
    "bidi findings": lambda text, grammar: bidi.findings(text, grammar=grammar),
    "display": lambda text, grammar: bidi.display(text, grammar=grammar),
    "segments": lambda text, grammar: build.segments(text, grammar=grammar),
    "with_query": lambda text, grammar: build.with_query(text, {"a": "b"}, grammar=grammar),
    "explain": lambda text, grammar: as_dict(start(grammar).start, text) | {"grammar": "", "section": "", "notes": ""},
}
# What is a reference of the grammar again.
OWN_RESULTS = ("uri_to_iri", "normalize", "normalize by scheme", "resolve", "resolve against it", "relativize")

# Rules of each grammar with what a variant adds to them, or reads in their place.
CHANGES = {
    "rfc3986": [
        "pchar",
        "unreserved",
        "query",
        "fragment",
        "userinfo",
        "scheme",
        "reg-name",
        "port",
        "host",
        "IP-literal",
    ],
    "rfc3987": [
        "ipchar",
        "iunreserved",
        "iquery",
        "ifragment",
        "iuserinfo",
        "scheme",
        "ireg-name",
        "port",
        "ihost",
        "IP-literal",
    ],
    "leiri": ["ipchar", "iunreserved", "iquery", "ifragment", "scheme", "ireg-name", "port", "ihost", "IP-literal"],
    "web-address": ["ipchar", "iquery", "ifragment", "scheme", "ireg-name", "port", "ihost", "IP-literal"],
}
ADDED = {
    "scheme": ['ALPHA "_" *ALPHA'],
    "port": ['1*DIGIT "x"'],
    "host": ['"{" 1*ALPHA "}"', '"<" *DIGIT ">"'],
    "IP-literal": ['"[local]"', '"[" IPv6address "%25" 1*unreserved "]"'],
}
ADDED |= {"ihost": ADDED["host"], "reg-name": ['"{" 1*ALPHA "}"'], "ireg-name": ['"{" 1*ALPHA "}"']}
NARROWED = {"port": "*5DIGIT", "IP-literal": '"[" IPv6address "]"'}
CHARS = ['"|"', '"^"', '"`"']


def start(grammar: str | Grammar) -> Grammar:
    return irigrammar.grammar(grammar) if isinstance(grammar, str) else grammar


@cache
def variant(name: str, rows: tuple[str, ...]) -> Grammar:
    return Grammar.from_text("".join(f"{row}\n" for row in rows), extends=name)


@st.composite
def variants(draw: st.DrawFn, name: str) -> Grammar:
    """Draw a grammar that adds to up to three rules of another one, or narrows them; without all examples always the
    same, since each takes a second to compile.
    """
    rows = []
    choice = st.lists(st.sampled_from(CHANGES[name]), min_size=1, max_size=3, unique=True)
    for rule in draw(choice if FULL else st.just(CHANGES[name][-2:])):
        addition = f"{rule} =/ {draw(st.sampled_from(ADDED.get(rule, CHARS)))}"
        narrower = [f"{rule} = {NARROWED[rule]}"] if rule in NARROWED else []
        rows.append(draw(st.sampled_from([addition, *narrower])) if FULL else f"{rule} =/ {ADDED[rule][0]}")
    return variant(name, tuple(sorted(rows)))


def outcome(function: Callable[[str, str | Grammar], Any], text: str, grammar: str | Grammar) -> tuple[str, Any]:
    """Return the name of the error and None, or "" and the result."""
    try:
        return "", function(text, grammar)
    except IrigrammarError as error:
        return type(error).__name__, None


@pytest.mark.parametrize("name", some(CHANGES, 2))
@settings(max_examples=examples(30))
@given(data=st.data())
def test_functions_agree_on_strings_of_both_languages(name: str, data: st.DataObject) -> None:
    own = data.draw(variants(name))
    text = data.draw(references(name))
    if not own.start.matches(text):
        return
    for key, function in FUNCTIONS.items():
        expected, result = outcome(function, text, name), outcome(function, text, own)
        assert result == expected or is_own_result(key, own, expected, result), (key, expected, result)


def is_own_result(key: str, own: Grammar, expected: tuple[str, Any], result: tuple[str, Any]) -> bool:
    """Return whether a function may have another result by a variant, of which the expected one is no string."""
    is_other = key in OWN_RESULTS and expected[0] == "" and not own.start.matches(expected[1])
    return is_other and (result[0] in ("ConversionError", "NoMatch") or own.start.matches(result[1]))


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
@settings(max_examples=examples(30))
@given(data=st.data())
def test_functions_answer_for_all_strings_of_a_variant(name: str, data: st.DataObject) -> None:
    own = data.draw(variants(name))
    text = data.draw(members(own.start.automaton))
    for key, function in FUNCTIONS.items():
        error, result = outcome(function, text, own)
        assert error in ("", "NoMatch", "ConversionError", "GrammarError"), (key, error)
        assert (error == "GrammarError") == (outcome(function, "", name)[0] == "GrammarError"), (key, error)
        if key in OWN_RESULTS and not error:
            assert own.start.matches(result), (key, result)


# In LEIRIs braces are characters of names.
@pytest.mark.parametrize("host", some(["[local]", "[fe80::1%25eth0]", "{x}", "<1>", "a.b", "[::1]"], 2))
@pytest.mark.parametrize(("name", "path"), [("rfc3986", "|"), ("rfc3987", "\u00e9"), ("leiri", " ")])
def test_no_other_host_by_percent_encoding(name: str, path: str, host: str) -> None:
    """A host that only the variant has is refused, and compared as it is."""
    if name == "leiri" and host[0] in "{<":
        host = f"[v.{host}]"
    rules = {"rfc3986": ("pchar", "host"), "rfc3987": ("ipchar", "ihost"), "leiri": ("ipchar", "ihost")}[name]
    hosts = (*ADDED["host"], *ADDED["IP-literal"], '"[v." 1*VCHAR "]"')
    own = variant(name, (f'{rules[0]} =/ "|"', f"{rules[1]} =/ {' / '.join(hosts)}"))
    text = f"s://{host}/{path}"
    error, uri = outcome(FUNCTIONS["iri_to_uri"], text, own)
    if irigrammar.matches(host, "host", "rfc3986"):
        assert irigrammar.split(uri).host == host
    else:
        assert error == "ConversionError"
    encoded = irigrammar.encode(host, "reg-name", grammar="rfc3986")
    other = f"s://{encoded}/{path}"
    if own.start.matches(other):
        assert bool(irigrammar.compare(text, other, grammar=own)) == (encoded == host)
    assert irigrammar.compare(text, f"S://{host.upper()}/{path}", grammar=own).rung == "syntax"
