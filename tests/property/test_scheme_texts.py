"""Verdicts and normal forms of schemes, on strings near to valid ones."""

from __future__ import annotations

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

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


@pytest.mark.slow
@settings(max_examples=examples(4_000))
@given(TEXTS, st.sampled_from(["rfc3986", "rfc3987", "leiri"]))
def test_findings_are_in_the_text_and_fixes_change_it(text: str, grammar: str) -> None:
    for finding in check_scheme(text, grammar=grammar).findings:
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.fix != text
        assert finding.section
