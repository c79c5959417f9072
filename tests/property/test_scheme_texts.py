"""Verdicts and normal forms of schemes, on strings that are nearly what a scheme has."""

from __future__ import annotations

from collections.abc import Callable

from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, compare, iri_to_uri, normalize
from irigrammar.processing.schemes import schemes
from irigrammar.schemes import check_scheme

PIECES = [
    *["//", "/", "a", "B", "1", "é", "@", "%40", "%2F", "%zz", "?", "#", "&", "=", ";", "+", ":", "[", "]", "::1"],
    *[",", "-", ".", "..", "uuid:", "oid:", "crs=", "u=", "wgs84", "isub=", "ext=", "phone-context=", "base64,"],
    *["text/html", "x-", "urn", "tel:", "mailto:", "ß", "xn--", "99999", "90", "-180", "0", "*", "(", ")"],
    *["\\", "例"],
]
NAMES = [*(scheme.name for scheme in schemes()), "foo"]
TEXTS = st.builds(
    lambda name, pieces, upper: (name.upper() if upper else name) + ":" + "".join(pieces),
    st.sampled_from(NAMES),
    st.lists(st.sampled_from([*PIECES, " ", "\ud800"]), max_size=8),
    st.booleans(),
)
RUNGS = ("identical", "syntax", "scheme")


def same_or_refused(first: str, make: Callable[[], str]) -> None:
    try:
        second = make()
        rung = compare(first, second).rung
    except ConversionError:
        return
    assert rung in RUNGS, (first, second)


@settings(max_examples=examples(8_000))
@given(TEXTS, st.sampled_from(["rfc3986", "rfc3987", "leiri"]))
def test_findings_are_in_the_text_and_fixes_change_it(text: str, grammar: str) -> None:
    for finding in check_scheme(text, grammar=grammar).findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.fix != text
        assert finding.section


@settings(max_examples=examples(8_000))
@given(TEXTS)
def test_normal_forms_and_uris_are_equivalent(text: str) -> None:
    if irigrammar.matches(text, "IRI"):
        same_or_refused(text, lambda: normalize(text, level="scheme"))
        same_or_refused(text, lambda: iri_to_uri(text))
        try:
            form = normalize(text, level="scheme")
        except ConversionError:
            return
        assert normalize(form, level="scheme") == form
