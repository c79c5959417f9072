"""Linear time: explain."""

from __future__ import annotations

import pytest
from growth import growth

import irigrammar
from irigrammar.faults.fault import Fault

pytestmark = pytest.mark.growth


def details(fault: Fault) -> tuple[object, ...]:
    return fault.message, fault.labels, fault.open, fault.ruled_out, fault.expected, fault.help, fault.fixes


@pytest.mark.parametrize(
    ("start", "part", "end"),
    [
        ("http://h/", "a/", " x"),
        ("http://h/", "%C3%A9", "%zz"),
        ("http://h:", "1", "a/"),
        ("//[", "1:", ""),
        ("http://h/?", "[]", ""),
        ("", "a", " b"),
        ("//", "é.", "\ud800"),
    ],
)
def test_details_are_read_in_linear_time(start: str, part: str, end: str) -> None:
    """Twice the length takes at most three and a half times as long: the limit is wide, quadratic would be four."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]
    short, long = (start + part * (size // len(part)) + end for size in (50_000, 100_000))

    def ask(text: str) -> bool:
        fault = matcher.check(text).fault
        assert fault is not None
        return bool(details(fault))

    assert growth(ask, short, long) < 3.5
