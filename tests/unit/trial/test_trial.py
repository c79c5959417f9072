"""Trials: what is counted, what is kept, and when one has passed."""

from __future__ import annotations

import pytest
from trial_drivers import Canned

import irigrammar
from irigrammar.language.suite import Case, suite
from irigrammar.trial.implementation import Answer, Failure, Reply
from irigrammar.trial.trial import Difference, Incident, Trial, run_trial, share

PORT = irigrammar.grammar("rfc3986")["port"]
URI = irigrammar.grammar("rfc3986")["URI"]
CRASH = Failure("crash", "exit status 3", "last words")


def cases(*texts: str) -> list[Case]:
    return [
        Case(text, fault is None, fault.offset if fault else None)
        for text in texts
        for fault in [URI.check(text).fault]
    ]


def answering(rows: dict[str, Answer]) -> Canned:
    """Return what is right but on some strings."""
    return Canned(lambda text: rows.get(text, URI.matches(text)))


def test_agreement_on_all_strings() -> None:
    expected = list(suite(PORT))
    implementation = Canned(PORT.matches)
    seen: list[int] = []
    trial = run_trial(PORT, iter(expected), implementation, batch=25, proof="It is proved.", progress=seen.append)
    assert implementation.sizes == seen
    assert set(seen[:-1]) == {25}
    assert sum(seen) == trial.strings == len(expected)
    valid = sum(case.valid for case in expected)
    assert trial.asked == trial.right == {True: valid, False: len(expected) - valid}
    assert (trial.score, trial.groups, trial.incidents, trial.failures) == (1.0, (), (), {})
    assert trial.agrees
    assert trial.passed


def test_differences_are_grouped_by_production_the_shortest_first() -> None:
    wrong: dict[str, Answer] = {"a:b c": True, "a:b\n": True, "a:é": True, "a:b?\n": True, "a:#": False, "a:#é": True}
    trial = run_trial(URI, cases("a:b", "a:?", *wrong), answering(wrong))
    assert trial.differences == (
        Difference("a:é", True, "path-empty", 2),
        Difference("a:#é", True, "fragment", 3),
        Difference("a:b\n", True, "path-rootless", 3),
        Difference("a:b c", True, "path-rootless", 3),
        Difference("a:b?\n", True, "query", 4),
        Difference("a:#", False, "fragment", None),
    )
    assert [(group.accepted, group.production, len(group.differences)) for group in trial.groups] == [
        (True, "path-rootless", 2),
        (True, "fragment", 1),
        (True, "path-empty", 1),
        (True, "query", 1),
        (False, "fragment", 1),
    ]
    assert (trial.asked, trial.right) == ({True: 3, False: 5}, {True: 2, False: 0})
    assert trial.score == 0.25
    assert not trial.passed


def test_no_verdict_is_never_a_right_one() -> None:
    rows: dict[str, Answer] = {"a:": CRASH, "": Failure("malformed", 'answered "no"')}
    trial = run_trial(URI, cases("a:b", "a:", ""), answering(rows), batch=2)
    assert (trial.strings, trial.right, trial.differences) == (3, {True: 1, False: 0}, ())
    assert trial.incidents == (Incident(CRASH, "a:", 2, 1), Incident(Failure("malformed", 'answered "no"'), "", 3, 1))
    assert trial.failures == {"crash": 1, "malformed": 1}
    assert not trial.agrees
    assert not trial.passed


def test_a_failure_of_a_batch_is_reported_although_its_strings_are_answered() -> None:
    class Flaky(Canned):
        def run(self, batches):  # type: ignore[no-untyped-def]  # as the base class
            for number, reply in enumerate(super().run(batches)):
                yield reply._replace(incident=CRASH if number == 1 else None)

    trial = run_trial(URI, cases(*"abcde"), Flaky(URI.matches), batch=2)
    assert trial.incidents == (Incident(CRASH, None, 3, 2),)
    assert trial.score == 1.0
    assert not trial.passed


def test_many_failures_are_counted_and_the_first_ones_kept() -> None:
    longer = run_trial(URI, cases(*["x"] * 500), Canned(lambda _: CRASH))
    assert (longer.failures, len(longer.incidents)) == ({"crash": 500}, 100)


def test_a_run_that_stopped_counts_what_was_asked_up_to_there() -> None:
    implementation = Canned(URI.matches, stop_after=2)
    trial = run_trial(URI, cases(*"abcdefgh"), implementation, batch=3)
    assert (trial.strings, trial.stopped) == (6, "stopped")
    assert not trial.passed
    assert implementation.closed


def test_a_last_reply_may_lack_answers() -> None:
    class Short(Canned):
        def run(self, batches):  # type: ignore[no-untyped-def]  # as the base class
            next(iter(batches))
            yield Reply([False, CRASH], stopped="stopped after 1 failures")

    trial = run_trial(URI, cases(*"abcd"), Short(URI.matches))
    assert (trial.strings, trial.right, trial.failures) == (2, {True: 0, False: 1}, {"crash": 1})


def test_the_implementation_is_closed_when_something_else_fails() -> None:
    implementation = Canned(URI.matches)

    def failing(_: int) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        run_trial(URI, cases("a"), implementation, progress=failing)
    assert implementation.closed


def known_trial(known: dict[str, bool], rows: dict[str, Answer]) -> Trial:
    return run_trial(URI, cases("a:", "a:b", "x", "y"), answering(rows), known=known)


def test_known_differences_pass_if_exactly_they_occur() -> None:
    trial = known_trial({"x": True, "a:": False}, {"x": True, "a:": False})
    assert trial.passed
    assert not trial.agrees
    assert (trial.new, trial.fixed, trial.unmet) == ((), (), 0)


def test_a_new_difference_fails() -> None:
    trial = known_trial({"x": True}, {"x": True, "y": True})
    assert not trial.passed
    assert [difference.text for difference in trial.new] == ["y"]


def test_a_fixed_difference_fails() -> None:
    trial = known_trial({"x": True, "a:": False}, {"x": True})
    assert not trial.passed
    assert trial.fixed == ("a:",)


def test_a_known_difference_the_other_way_round_is_fixed_or_new() -> None:
    """A file that calls the right verdict a difference is out of date, whatever the implementation says."""
    assert known_trial({"x": False}, {}).fixed == ("x",)
    wrong = known_trial({"x": False}, {"x": True})
    assert ([difference.text for difference in wrong.new], wrong.unmet) == (["x"], 0)


def test_a_known_difference_that_is_not_asked_for_is_not_met() -> None:
    trial = known_trial({"x": True, "z": True}, {"x": True})
    assert trial.passed
    assert trial.unmet == 1
    crashed = known_trial({"x": True}, {"x": CRASH})
    assert (crashed.unmet, crashed.passed) == (1, False)


def test_a_share_is_rounded_down() -> None:
    assert [share(1, 3), share(2, 3), share(492_692, 492_693)] == [0.333333, 0.666666, 0.999997]
    assert share(10**9 - 1, 10**9) == 0.999999
