"""What libraries say of bad strings: what a message reports, and when it counts as a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import irigrammar
from tools.complaints import ours, run
from tools.complaints.judge import judged
from tools.complaints.report import Asked, markdown, stale
from tools.complaints.strings import BAD, Bad
from tools.complaints.tellers import OURS, Answer, Complain, Teller, answers, raising

IRI = irigrammar.grammar("rfc3987")["IRI"]


def test_the_strings_are_bad_in_different_places() -> None:
    assert len({bad.text for bad in BAD}) == len(BAD) == 5
    for bad in BAD:
        fault = IRI.check(bad.text).fault
        assert fault is not None
        assert judged(bad.text, ours.ours(bad.text) or "", OURS.position).offset == fault.offset
    assert ours.ours("http://h/") is None


@pytest.mark.parametrize(
    ("message", "position", "base", "offset", "agrees"),
    [
        ("bad at 10", r"at (\d+)", 0, 10, True),
        ("bad at 11", r"at (\d+)", 1, 10, True),
        ("bad at 9", r"at (\d+)", 0, 9, False),
        ("bad", r"at (\d+)", 0, None, False),
        ("IPv6 and U64", None, 0, None, False),
        ("http://h:8a/ has no number of its own", r"(\d+)", 0, None, False),
    ],
)
def test_the_number_of_a_message(
    message: str, position: str | None, base: int, offset: int | None, agrees: bool
) -> None:
    text = "http://h:8a/" if "8a" in message else "http://h/a[b]"
    judgement = judged(text, message, position, base)
    assert (judgement.offset, judgement.agrees) == (offset, agrees)


def test_a_number_that_nobody_reads_is_an_error() -> None:
    with pytest.raises(ValueError, match="what is the number"):
        judged("http://h/a[b]", "bad at 10")
    assert judged("http://h:80:90/", "'http://h:80:90/' is bad").offset is None


def test_a_valid_string_is_an_error() -> None:
    with pytest.raises(ValueError, match="is valid"):
        judged("http://h/", "bad")


@pytest.mark.parametrize(
    ("text", "message", "quoted", "agrees"),
    [
        ("http://h/ b", "no ' '", (" ", 9), True),
        ("http://h/ b", 'no "b"', ("b", 10), False),
        ("http://h/%zz", "no '%zz'", ("%zz", 9), True),  # the fault is at 10, inside
        ("http://h/%zz", "no '%'", ("%", 9), False),
        ("http://h/%zz", "no 'z'", None, False),  # which of the two?
        ("http://h/%zz", "'http://h/%zz' is not an 'IRI'", None, False),
        ("http://h/%zz", "no 'z', no 'h:', no '%zz'", ("%zz", 9), True),
        ("http://h/ b", "don't, won't", None, False),
    ],
)
def test_the_part_that_a_message_quotes(text: str, message: str, quoted: tuple[str, int] | None, agrees: bool) -> None:
    judgement = judged(text, message)
    assert (judgement.quoted, judgement.agrees) == (quoted, agrees)


def test_a_number_counts_before_a_quoted_part() -> None:
    assert judged("http://h/ b", "no ' ' at 9", r"at (\d+)").quoted is None


@pytest.mark.parametrize(
    ("message", "production"),
    [
        ("no '[' in host", "host"),
        ("no '[' in Host, no '/' in path", "host"),
        ("no '[' in ireg_name", "ireg-name"),
        ("isegment: no '['", "isegment"),
        ("reading isegment < ipath-abempty < IRI", "isegment"),
        ("Invalid IRI percent encoding '%['", "pct-encoded"),
        ("invalid IPv6 address", "IPv6address"),
        ("not a valid 'IRI'", None),  # which was asked for
        ("not an iri", None),
        ("invalid char U+0030 DIGIT ZERO", None),  # rules of characters, and of other uses
        ("T_HEXDIG, ihosts, host2, un-host", None),
        ("'http://host/path[' is bad", None),
        ("http://host/path[: bad", None),
    ],
)
def test_the_production_of_a_message(message: str, production: str | None) -> None:
    assert judged("http://host/path[", message, "never").production == production


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("unexpected '['", None),
        ("expected a segment", 0),
        ("Expected one of:\n\t* A\n\t* B\n", 2),
        ("Expected: 2 * 3", 0),
    ],
)
def test_what_a_message_expects(message: str, expected: int | None) -> None:
    assert judged("http://h/[", message, "never").expected == expected


@pytest.mark.parametrize(
    ("message", "fix"),
    [
        ("try http://h/a%20b percent-encode it", "http://h/a%20b"),
        ("try 'http://h/ab', or not", "http://h/ab"),
        ("try http://h/a|b or http://h/a-b.", "http://h/a-b"),
        ("bad:\nhttp://h/a b\n          ^", None),  # its first word is an IRI
        ("'http://h/a b' is bad", None),
        ("http://h/a b: one of: c", None),
        ("see https://www.rfc-editor.org/rfc/rfc3987", None),
    ],
)
def test_the_fix_in_a_message(message: str, fix: str | None) -> None:
    assert judged("http://h/a b", message).fix == fix


def by(call: Callable[[str], str | None]) -> Callable[[], Complain]:
    return lambda: call


def reasoned(text: str) -> str | None:
    return f"{text}\nExpected one of:\n\t* A|B\n\t* C\nat 3, in host; try x:%20" if " " in text else None


def crashing(text: str) -> str | None:
    return ["no"][len(text) - len("x:[") if "[" in text else 1]


def broken() -> Complain:
    raise ImportError("no such library")


FAKES = [
    (Teller("reasoned", ("reasoned",), 'ask(s, "a|b")', by(reasoned), r"at (\d+)", 1), "1.0"),
    (Teller("silent", ("silent",), "ask(s)", by(lambda _: "")), "2.0"),
    (Teller("crashing", ("crashing",), "ask(s)", by(crashing)), "3.0"),
    (Teller("broken", ("broken",), "ask(s)", broken), "4.0"),
    (Teller("absent", ("absent", "needed"), "ask(s)", broken), None),
]

STRINGS = (Bad("x: ", "a space"), Bad("x:[", "a bracket"))


def fakes() -> list[Asked]:
    return [run.asked(teller, installed, STRINGS) for teller, installed in FAKES]


def test_nothing_but_what_is_documented_counts_as_a_refusal() -> None:
    def call(text: str) -> object:
        return {"a": 1}[text] / (text != "a")

    teller = Teller("t", (), "", by(raising(KeyError, call)))
    assert answers(teller, ["a", "b"]) == [Answer("ZeroDivisionError: division by zero", failed=True), Answer("'b'")]
    assert answers(Teller("t", (), "", by(raising(ValueError, int))), ["1"]) == [Answer(None)]


def test_stale_rows_are_found_for_the_libraries_that_count() -> None:
    page = markdown(fakes())
    assert stale(page, page, ["reasoned"]) == []
    other = page.replace("| silent | refused", "| silent | accepted")
    assert stale(other, page, ["reasoned"]) == []
    assert len(stale(other, page, ["silent"])) == 4
    once = page.replace("| silent | refused, without a reason | no | no | no | no |\n", "", 1)
    assert stale(once, page, ["silent"]) == ["+ | silent | refused, without a reason | no | no | no | no |"]
    assert stale(page.replace("a bracket", "brackets"), page, []) != []
    fewer = markdown([Asked(fake.teller, None) if fake.teller.name == "silent" else fake for fake in fakes()])
    assert stale(page, fewer, ["reasoned", "crashing", "broken"]) == []
