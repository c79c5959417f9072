"""What libraries say of bad strings: what a message tells, and the tables; with libraries made for the test."""

from __future__ import annotations

import doctest
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

import irigrammar
from tools.complaints import judge, ours, report, run, tellers
from tools.complaints.judge import judged
from tools.complaints.report import ACCEPTS, CUT, END, LIMIT, SILENT, Asked, markdown, plain, shown, stale
from tools.complaints.strings import BAD, Bad
from tools.complaints.tellers import OURS, TELLERS, Answer, Complain, Teller, answers, raising, sorted_items, version

IRI = irigrammar.grammar("rfc3987")["IRI"]
README = run.README.read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [judge, ours, report, tellers], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module: ModuleType) -> None:
    done = doctest.testmod(module)
    assert done.attempted
    assert done.failed == 0


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
    found = judged(text, message, position, base)
    assert (found.offset, found.agrees) == (offset, agrees)


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
        ("http://h/%zz", "'http://h/%zz' is no 'IRI'", None, False),
        ("http://h/%zz", "no 'z', no 'h:', no '%zz'", ("%zz", 9), True),
        ("http://h/ b", "don't, won't", None, False),
    ],
)
def test_the_part_that_a_message_quotes(text: str, message: str, quoted: tuple[str, int] | None, agrees: bool) -> None:
    found = judged(text, message)
    assert (found.quoted, found.agrees) == (quoted, agrees)


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
    ("message", "repair"),
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
def test_the_repair_in_a_message(message: str, repair: str | None) -> None:
    assert judged("http://h/a b", message).repair == repair


def test_a_repair_may_begin_with_the_string() -> None:
    assert judged("http://[::1", "'http://[::1' is bad; try http://[::1]", "never").repair == "http://[::1]"


def test_long_messages_are_cut_at_a_line_end_where_there_is_one() -> None:
    assert shown("a\n\n  b \n", "x") == "a ⏎ b"
    assert shown("x" * LIMIT, "y") == "x" * LIMIT
    assert shown("x" * (LIMIT + 1), "y") == "x" * (LIMIT - 1) + CUT
    assert shown("short\n" + "x" * LIMIT, "y") == "short ⏎ …"
    assert shown("x" * LIMIT + "\nb", "y") == "x" * (LIMIT - 1) + CUT
    assert shown("a\nx:y\n  ^\nb\n" + "c" * LIMIT, "x:y") == "a ⏎ … ⏎ b ⏎ …"
    assert shown("a\nx:y\n" + "c" * LIMIT, "x:y") == "a ⏎ …"
    assert shown("a\u202eb", "y") == "a\\u{202E}b"
    for length in range(3 * LIMIT):
        assert len(shown("word\n" * (length // 5) + "x" * (length % 7), "y")) <= LIMIT


@pytest.mark.parametrize("width", range(2, 40))
def test_a_message_keeps_as_many_lines_as_fit(width: int) -> None:
    lines = [f"{number:0{width}}" for number in range(99)]
    text = shown("\n".join(lines), "y")
    kept = text.removesuffix(END + CUT).split(END)
    assert kept == lines[: len(kept)]
    assert text == END.join([*kept, CUT])
    assert len(text) <= LIMIT
    assert len(END.join([*lines[: len(kept) + 1], CUT])) > LIMIT


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
TABLES = """
| library | version | called | refuses | offset | production | expected | repair |
|---|---|---|---|---|---|---|---|
| reasoned | 1.0 | `ask(s, "a\\|b")` | 1 of 2 | 1 | 1 | 1 | 1 |
| silent | 2.0 | `ask(s)` | 2 of 2 | 0 | 0 | 0 | 0 |
| crashing | 3.0 | `ask(s)` | 1 of 2 | 0 | 0 | 0 | 0 |
| broken | 4.0 | `ask(s)` | 0 of 2 | 0 | 0 | 0 | 0 |

`x: `: a space

| library | what it says | offset | production | expected | repair |
|---|---|---|---|---|---|
| reasoned | `… ⏎ Expected one of: ⏎ * A\\|B ⏎ * C ⏎ at 3, in host; try x:%20` | 2 | host | 2 names | `x:%20` |
| silent | refused, without a reason | no | no | no | no |
| crashing | fails: `IndexError: list index out of range` | – | – | – | – |
| broken | fails: `ImportError: no such library` | – | – | – | – |

`x:[`: a bracket

| library | what it says | offset | production | expected | repair |
|---|---|---|---|---|---|
| reasoned | accepts it | – | – | – | – |
| silent | refused, without a reason | no | no | no | no |
| crashing | `no` | no | no | no | no |
| broken | fails: `ImportError: no such library` | – | – | – | – |

- not installed: absent (pip install absent needed)
"""


def fakes() -> list[Asked]:
    return [run.asked(teller, installed, STRINGS) for teller, installed in FAKES]


def test_the_tables() -> None:
    made = markdown(fakes())
    assert made == f"{report.LEGEND}\n{TABLES}"
    assert markdown(fakes()[:1]).count("\n| ") == 6


def test_the_summary_tells_how_many_offsets_are_the_same() -> None:
    says_three = Teller("three", ("three",), "ask(s)", by(lambda _: "at 3"), r"at (\d+)", 1)
    strings = (Bad("x: ", "2"), Bad("x:[", "2"), Bad("x:a[", "3"))
    made = markdown([run.asked(says_three, "1.0", strings)])
    assert "| three | 1.0 | `ask(s)` | 3 of 3 | 3, 2 the same | 0 | 0 | 0 |" in made
    assert "| three | `at 3` | 2, not 3 | no | no | no |" in made


def test_a_quoted_part_elsewhere_is_shown_with_the_place_of_the_fault() -> None:
    quoting = Teller("quoting", ("quoting",), "ask(s)", by(lambda _: "no 'a'"))
    made = markdown([run.asked(quoting, "1.0", (Bad("http://h:8a/", "a port"), Bad("x:[a", "a bracket")))])
    assert "| quoting | `no 'a'` | no; `a` is at 10, not 11 | no | no | no |" in made
    assert "| quoting | `no 'a'` | no; `a` is at 3, not 2 | no | no | no |" in made


def test_a_message_without_words_is_no_reason() -> None:
    made = [run.asked(Teller("blank", ("blank",), "ask(s)", by(lambda _: "\n ")), "1.0", STRINGS)]
    assert f"| blank | {SILENT} | no | no | no | no |" in markdown(made)
    assert f"    {SILENT}\n" in plain(made)


def test_everything_as_plain_text() -> None:
    made = plain(fakes())
    assert made.startswith(
        "== x: : a space\n\nreasoned 1.0 (offset: 2; production: host; expected: 2 names; repair: `x:%20`)\n"
        "    x:\n    Expected one of:\n        * A|B\n        * C\n    at 3, in host; try x:%20\nsilent 2.0 ("
    )
    assert f"    {SILENT}\n" in made
    assert f"    {ACCEPTS}\n" in made
    assert made.endswith("\n- not installed: absent (pip install absent needed)")
    assert CUT not in made


def test_nothing_but_what_is_documented_counts_as_a_refusal() -> None:
    def call(text: str) -> object:
        return {"a": 1}[text] / (text != "a")

    teller = Teller("t", (), "", by(raising(KeyError, call)))
    assert answers(teller, ["a", "b"]) == [Answer("ZeroDivisionError: division by zero", failed=True), Answer("'b'")]
    assert answers(Teller("t", (), "", by(raising(ValueError, int))), ["1"]) == [Answer(None)]


def test_sorted_items_stay_where_items_are() -> None:
    assert sorted_items("b\n\t* c\n\t* a\nx\n\t* b\n") == "b\n\t* a\n\t* b\nx\n\t* c\n"
    assert sorted_items("b\na") == "b\na"


def test_versions_are_those_of_what_is_installed() -> None:
    assert version(OURS) == "this one"
    assert version(Teller("t", ("no-such-distribution",), "", broken)) is None
    assert version(Teller("t", ("click", "no-such-distribution"), "", broken)) is None
    click, rich = (metadata.version(name) for name in ("click", "rich"))
    assert version(Teller("t", ("click", "rich"), "", broken)) == f"{click} + rich {rich}"


def test_stale_rows_are_found_for_the_libraries_that_count() -> None:
    made = markdown(fakes())
    assert stale(made, made, ["reasoned"]) == []
    other = made.replace("| silent | refused", "| silent | accepted")
    assert stale(other, made, ["reasoned"]) == []
    assert len(stale(other, made, ["silent"])) == 4
    once = made.replace("| silent | refused, without a reason | no | no | no | no |\n", "", 1)
    assert stale(once, made, ["silent"]) == ["+ | silent | refused, without a reason | no | no | no | no |"]
    assert stale(made.replace("a bracket", "brackets"), made, []) != []
    fewer = markdown([Asked(one.teller, None) if one.teller.name == "silent" else one for one in fakes()])
    assert stale(made, fewer, ["reasoned", "crashing", "broken"]) == []


def test_the_text_between_the_marks() -> None:
    readme = f"a\n{run.START}\nold\n{run.END}\nb\n"
    new = run.replaced(readme, "new\n")
    assert new == f"a\n{run.START}\nnew\n{run.END}\nb\n"
    assert run.section(new) == "\nnew\n"


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def status(*options: str) -> int:
        monkeypatch.setattr(sys, "argv", ["run.py", *options])
        return run.main()

    readme = tmp_path / "README.md"
    readme.write_text(f"é\n{run.START}\n{run.END}\n", encoding="utf-8")
    monkeypatch.setattr(run, "README", readme)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.setattr(tellers, "TELLERS", (OURS, FAKES[4][0]))
    assert status("--check") == 1
    assert "tools/complaints/run.py --write-readme" in capsys.readouterr().out
    assert status("--write-readme") == 0
    assert status("--check") == 0
    assert "absent is not installed, so its rows are left out" in capsys.readouterr().err
    assert status() == 0
    assert "(offset 20)" in capsys.readouterr().out
    text = readme.read_text(encoding="utf-8")
    readme.write_text(text.replace("(offset 20)", "(offset 21)"), encoding="utf-8")
    assert status("--check") == 1


def test_readme_has_what_the_libraries_say_that_are_installed_as_it_has_them() -> None:
    same = [teller for teller in TELLERS if f"| {teller.name} | {version(teller)} |" in README]
    assert OURS in same
    made = markdown([run.asked(teller, version(teller), BAD) for teller in same])
    assert stale(run.section(README), made, [teller.name for teller in same]) == []


def test_the_number_of_abnf_is_where_the_longest_valid_prefix_ends() -> None:
    """As README says; not where the longest prefix of something valid ends."""
    (teller,) = (teller for teller in TELLERS if teller.name == "abnf")
    for bad, answer in zip(BAD, answers(teller, [bad.text for bad in BAD]), strict=True):
        found = judged(bad.text, answer.message or "", teller.position, teller.base)
        assert found.offset == max(end for end in range(len(bad.text)) if IRI.matches(bad.text[:end]))
