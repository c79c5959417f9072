"""Normal forms (RFC 3987, 5.3), and laws for every reference."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import Any

import pytest
from any_references import bases, references
from examples import examples, some
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError
from irigrammar.processing.browser import needs_host
from irigrammar.processing.choices import Level
from irigrammar.processing.conversions import iri_to_uri, normalize, resolve
from irigrammar.processing.schemes import schemes
from irigrammar.processing.trace import Step, call_recording
from irigrammar.shipped.loader import generic_names

GRAMMARS = [name for name in generic_names() if name not in ("rfc5234", "rfc6570")]
LEVELS: list[Level] = ["syntax", "scheme"]


@in_one_test(*conversions("normalize.by_syntax"))
def test_by_syntax(text: str, expected: str) -> None:
    assert normalize(text) == expected
    assert normalize(expected) == expected


@in_one_test(*conversions("normalize.by_scheme"))
def test_by_scheme(text: str, expected: str) -> None:
    assert normalize(text, level="scheme") == expected
    assert normalize(expected, level="scheme") == expected


@in_one_test("name", [scheme.name for scheme in schemes()])
def test_ports_of_each_scheme_are_numbers(name: str) -> None:
    known = schemes().find(name)
    assert known is not None
    for port in ("0", "1234567", str(known.default_port or 1)):
        expected = f"{name}://h:{port}/x" if port != str(known.default_port) else f"{name}://h/x"
        results = {
            call(f"{name}://h:{zeros}{port}/x", level="scheme")
            for zeros in ("", "0", "000")
            for call in (normalize, partial(call_recording, [], normalize))
        }
        assert results == {expected}


@in_one_test(*conversions("normalize.other_grammars"))
def test_other_grammars(grammar: str, text: str, by_syntax: str, by_scheme: str) -> None:
    assert normalize(text, grammar=grammar, authority="grammar") == by_syntax
    assert normalize(text, grammar=grammar, authority="grammar", level="scheme") == by_scheme


@in_one_test(*conversions("normalize.the_path_stays_where_browsers_read_a_host_from_it"))
def test_the_path_stays_where_browsers_read_a_host_from_it(text: str, by_syntax: str, by_scheme: str) -> None:
    trace: list[Step] = []
    assert call_recording(trace, normalize, text) == by_syntax
    assert normalize(text, level="scheme") == by_scheme
    if "/../" in by_syntax or "/./" in by_syntax:
        assert any(step.section == "URL Standard, 4.4" and step.deviation is not None for step in trace)


@pytest.mark.parametrize(
    ("text", "form"), [("/\\H\\.\\p", "//h/p"), ("HTTP:\\\\H\\p", "http://h/p"), (" \t//H\n", "//h")]
)
def test_web_addresses_as_browsers_read_them(text: str, form: str) -> None:
    assert normalize(text, grammar="web-address", authority="browser") == form
    if "\\" in text:
        with pytest.raises(ConversionError, match="browsers read the authority"):
            normalize(text, grammar="web-address")


@pytest.mark.parametrize(
    ("text", "options", "form"),
    [
        ("http://É.org", {"host": "percent"}, "http://É.org/"),
        ("http://É.org:80", {"host": "idna2003"}, "http://é.org/"),
        ("http://É_x.org:80", {"host": "idna2003"}, "http://É_x.org/"),
        ("foo://É.org:80", {"host": "idna-always"}, "foo://é.org:80"),
        ("foo://xn--9ca", {"host": "idna-always"}, "foo://é"),
        ("foo:a", {"host": "idna-always"}, "foo:a"),
    ],
)
def test_the_policy_of_hosts(text: str, options: dict[str, Any], form: str) -> None:
    assert normalize(text, level="scheme", **options) == form
    with pytest.raises(ValueError, match="std3 and allow_unassigned go with"):
        normalize(text, std3=True)


@in_one_test(
    ("text", "parts"),
    [
        ("foo://e:", ["port", "path"]),
        ("foo://e", ["path"]),
        ("foo://e:/", ["port"]),
        ("imap://e/", []),
        ("imap://e", ["path"]),
        ("foo://e/", []),
        ("foo:", []),
        ("//e:", []),
        ("http://e:", []),
    ],
)
def test_bis_5_3_3_in_general_is_a_deviation_where_no_rule_is_known(text: str, parts: list[str]) -> None:
    """An empty path "should be normalized to "/"", an empty port be removed: only where the scheme says so."""
    steps: list[Step] = []
    form = call_recording(steps, normalize, text, level="scheme")
    assert (form == text) == (not text.startswith("http:"))
    notes = [step.deviation.text for step in steps if step.deviation is not None]
    assert [note.split(":")[0] for note in notes] == [f"keep the empty {part}" for part in parts]


def test_a_host_that_idna_refuses_stays_with_a_note() -> None:
    trace: list[Step] = []
    call_recording(trace, normalize, "http://☃.com/", level="scheme")
    step = trace[-1]
    assert (step.section, step.before, step.after) == ("RFC 3987, 5.3.3", "☃.com", "☃.com")
    assert step.note.startswith('stays: the host label "☃"')
    assert "U+2603" in step.note


@pytest.mark.parametrize("text", ["//u:p\\@e/", "//g%2Ec\\@e/", "//%2e\\@"])
def test_a_backslash_that_fits_only_inside_an_authority_is_refused(text: str) -> None:
    """Decoding could let it end the authority, and browsers end it there."""
    with pytest.raises(ConversionError, match=r'the authority ".*" has a separator, at which browsers end it'):
        normalize(text, grammar="web-address")


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=examples(150))
@given(data=st.data())
def test_a_reference_and_its_normal_form_lead_to_the_same_target(name: str, level: Level, data: st.DataObject) -> None:
    base, ref = data.draw(bases(name)), data.draw(references(name))
    components = irigrammar.grammar(name).start.split(base)
    assume(components.host or not needs_host(components.scheme))  # else a relative path is resolved to what stays
    try:
        direct = resolve(base, ref, grammar=name)
    except ConversionError:  # a Web Address in which browsers read another authority
        reject()
    by_form = resolve(base, normalize(ref, grammar=name), grammar=name)
    assert normalize(direct, level=level, grammar=name) == normalize(by_form, level=level, grammar=name)


@pytest.mark.parametrize("ref", ["%2e%41", "//%c3%a9\\%41", "/.%c3%a9"])
def test_an_authority_that_stays_does_not_keep_the_path(ref: str) -> None:
    """Reading the host of this base changes with its normal form."""
    base = "A://%c3%a9\\"
    direct, by_form = (resolve(base, text, grammar="leiri") for text in (ref, normalize(ref, grammar="leiri")))
    assert normalize(direct, grammar="leiri") == normalize(by_form, grammar="leiri")


@pytest.mark.parametrize("name", some(GRAMMARS, 2))
@given(data=st.data())
def test_by_syntax_no_component_comes_or_goes(name: str, data: st.DataObject) -> None:
    matcher = irigrammar.grammar(name).start
    text = data.draw(references(name))
    before, after = matcher.split(text), matcher.split(normalize(text, grammar=name))
    assert [part is None for part in before[:8]] == [part is None for part in after[:8]]
    assert after.port == before.port
    assert [bool(part) for part in before[:5]] == [bool(part) for part in after[:5]]


@given(data=st.data())
def test_what_is_decoded_maps_back(data: st.DataObject) -> None:
    """A normal form by syntax maps to the URI that the reference maps to, when unreserved and case are left aside."""
    text = data.draw(references("rfc3987"))
    uris = [
        normalize(iri_to_uri(reference, host="percent"), grammar="rfc3986") for reference in (text, normalize(text))
    ]
    assert uris[0] == uris[1]


def test_no_character_normalization_is_applied() -> None:
    """RFC 3987, 5.3.2.2: what is Unicode stays, and what is decoded is not composed."""
    text = "http://e/e%CC%81e\u0301\u212b"
    assert normalize(text) == "http://e/e\u0301e\u0301\u212b" != unicodedata.normalize("NFC", normalize(text))
