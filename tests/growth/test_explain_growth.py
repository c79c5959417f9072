"""Linear time: explain."""

from __future__ import annotations

import pytest
from growth import growth

import irigrammar
from irigrammar.faults.fault import Fault

pytestmark = pytest.mark.growth


AROUND = [
    ("'", 1_900, "|"),
    ("'a b|", 375, ""),
    ("(http://a", 210, ""),
    ("a=http://", 210, ""),
    ("see ", 300, "http://a|"),
]


@pytest.mark.parametrize(("part", "times", "end"), AROUND)
def test_what_surrounds_a_reference_is_looked_for_in_linear_time(part: str, times: int, end: str) -> None:
    """Of texts of this length: in longer ones it is not looked for."""
    matcher = irigrammar.grammar("rfc3987")["IRI-reference"]

    def ask(text: str) -> bool:
        fault = matcher.check(text).fault
        assert fault is not None
        return bool(fault.message)

    assert growth(ask, part * (times // 4) + end, part * times + end) < 8


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
