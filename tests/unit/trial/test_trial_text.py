"""Trials as lines to read."""

from __future__ import annotations

from trial_drivers import Canned

import irigrammar
from irigrammar.language.suite import Case
from irigrammar.trial import text_report as module
from irigrammar.trial.implementation import Answer, Failure
from irigrammar.trial.text_report import trial_lines
from irigrammar.trial.trial import Incident, Trial, run_trial

URI = irigrammar.grammar("rfc3986")["URI"]
WRONG: dict[str, Answer] = {"a:b c": True, "a:b\n": True, "a:\u00e9": True, "": True, "a:b#": False}


def trial(rows: dict[str, Answer], *, known: dict[str, bool] | None = None, proof: str = "") -> Trial:
    implementation = Canned(lambda text: rows.get(text, URI.matches(text)))
    cases = [Case(text, URI.matches(text), None) for text in ("a:b", "x", *rows)]
    return run_trial(URI, cases, implementation, known=known, proof=proof)


def shown(of: Trial, encoding: str = "utf-8", examples: int = 3) -> list[str]:
    return list(trial_lines(of, lambda text, _: text, encoding, examples=examples))


def test_agreement_says_what_it_proves() -> None:
    assert shown(trial({}, proof="It is proved.")) == [
        "URI (RFC 3986, section 3): 2 strings given to canned",
        "right verdicts        100.0000 %  2 of 2",
        "  on valid strings    100.0000 %  1 of 1",
        "  on invalid strings  100.0000 %  1 of 1",
        "false accepts: 0",
        "false rejects: 0",
        "It is proved.",
    ]


def test_differences_are_shown_by_production_and_prove_nothing() -> None:
    assert shown(trial(WRONG, proof="It is proved."), encoding="ascii", examples=1) == [
        "URI (RFC 3986, section 3): 7 strings given to canned",
        "right verdicts         28.5714 %  2 of 7",
        "  on valid strings     50.0000 %  1 of 2",
        "  on invalid strings   20.0000 %  1 of 5",
        "false accepts: 4",
        "  path-rootless        2  a:b\\u{A}  (offset 3)",
        "  path-empty           1  a:\\u{E9}  (offset 2)",
        "  scheme               1  (empty)  (offset 0)",
        "false rejects: 1",
        "  fragment        1  a:b#",
    ]
    assert shown(trial(WRONG), examples=2)[5:7] == [
        "  path-rootless        2  a:b\\u{A}  (offset 3)",
        "                          a:b c  (offset 3)",
    ]
    assert shown(trial(WRONG), examples=0)[5] == "  path-rootless        2"


def test_spaces_at_the_ends_can_be_seen() -> None:
    assert [module.shown(text) for text in ("", " ", "a ", "  a b", "a\\u{20}")] == [
        "(empty)",
        "\\u{20}",
        "a\\u{20}",
        "\\u{20}\\u{20}a b",
        "a\\u{5C}u{20}",
    ]


def test_one_wrong_verdict_of_many_is_not_rounded_away() -> None:
    result = Trial(URI, "it", {True: 10**8, False: 0}, {True: 10**8 - 1, False: 0}, ())
    assert shown(result)[1:4] == [
        "right verdicts         99.9999 %  99,999,999 of 100,000,000",
        "  on valid strings     99.9999 %  99,999,999 of 100,000,000",
        "  on invalid strings           -  0 of 0",
    ]


def test_failures_are_shown_with_their_place_and_the_end_of_the_error_output() -> None:
    crash = Failure("crash", "exit status 3", "1\n2\n3\n4\n5\n6\x1b[0m")
    result = Trial(
        URI,
        "it",
        {True: 1, False: 1},
        {True: 0, False: 1},
        (),
        incidents=(Incident(crash, "a:\u00e9", 1_001, 1), Incident(Failure("hang", "no answer"), None, 2_001, 1_000)),
        failures={"crash": 3, "hang": 1},
        stopped="stopped after 4 failures",
        proof="It is proved.",
    )
    assert shown(result)[6:] == [
        "crashes: 3",
        "  string 1,001  exit status 3  on a:\u00e9",
        "    | 2",
        "    | 3",
        "    | 4",
        "    | 5",
        "    | 6\\u{1B}[0m",
        "hangs: 1",
        "  strings 2,001 to 3,000, and on none of them alone,  no answer",
        "stopped after 4 failures",
    ]


def test_known_differences_are_counted_and_the_others_named() -> None:
    known = {"a:b c": True, "a:b\n": True, "x": True, "z": True}
    assert shown(trial(WRONG, known=known), examples=2)[-4:] == [
        "known differences: 2 met, 1 fixed, 3 new, 1 not met",
        "  new     (empty)",
        "  new     a:\u00e9",
        "  fixed   x",
    ]
    assert shown(trial({}, known={}))[-1] == "known differences: 0 met, 0 fixed, 0 new"


def test_colours_have_roles() -> None:
    lines = list(trial_lines(trial(WRONG), lambda text, role: f"<{role}>{text}", examples=1))
    assert lines[0].startswith("<summary>")
    assert "<error>false accepts: 4" in lines
    assert "<valid>false rejects: 0" in list(trial_lines(trial({}), lambda text, role: f"<{role}>{text}"))
