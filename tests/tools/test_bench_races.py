"""Races: loops that are the same for all, comparison of results, ratios round by round."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from places import ROOT

from tools.bench import races
from tools.bench.contestants.jobs import JOBS, OTHER_JOB, REMOTE, make
from tools.bench.contestants.loading import GRAMMAR, RULE, engine
from tools.bench.loops import outcome, verdict, written
from tools.bench.races import Lineup, lineup, report
from tools.bench.remote import Remote
from tools.bench.rows.lengths import paces, steepest
from tools.bench.run import ROWS
from tools.bench.setting import Setting
from tools.bench.timing import Answer, Bulk, Contestant, Heat, Local, Missing, against, compare, number, race, spread

HEAT = Heat("some", "about them", ["a", "bb", "ccc"], 4, 2)


@dataclass
class Fake:
    """A contestant whose rounds take so many nanoseconds, in turn."""

    name: str
    times: list[int]
    said: list[Answer] | None = None
    remark: str = ""
    given: list[list[str]] = field(default_factory=list)

    def elapsed(self, texts: list[str]) -> int:
        self.given.append(texts)
        return self.times[len(self.given) - 1]

    def answers(self, texts: list[str]) -> list[Answer] | None:
        assert texts == HEAT.texts
        return self.said


def test_the_loop_evaluates_the_expression_for_each_item() -> None:
    seen: list[str] = []
    loop, call = written("append(text)", {"append": seen.append})
    loop(["a", "b"])
    call("c")
    assert seen == ["a", "b", "c"]


def test_the_loop_passes_over_what_refuses_and_over_nothing_else() -> None:
    loop, call = written("int(text)", {"int": int}, ValueError)
    loop(["1", "x"])
    with pytest.raises(TypeError):
        loop([None])
    with pytest.raises(ValueError, match="invalid literal"):
        call("x")


def test_names_of_the_loop_are_not_those_of_the_expression() -> None:
    loop, call = written("call(loop(items))", {"call": str, "loop": len, "items": "abc"})
    loop(["x"])
    assert call("x") == "3"


def test_an_expression_may_take_an_item_apart() -> None:
    one = outcome(
        "join",
        "base + ref",
        {"_": None},
        str,
        target="base, ref",
        prepare=lambda texts: [text.split() for text in texts],
    )
    assert one.answers(["a b", "c d"]) == ["ab", "cd"]


def test_verdicts_are_what_a_call_gives_or_makes() -> None:
    made = verdict("made", "int(text)", {"int": int}, ValueError, made=True)
    given = verdict("given", "int(text)", {"int": int}, ValueError)
    assert made.answers(["1", "0", "x"]) == [True, True, False]
    assert given.answers(["1", "0", "x"]) == [True, False, False]
    assert given.remark == "int(text)"


def test_a_race_takes_turns_through_all_texts() -> None:
    ours, peer = (
        Fake("irigrammar x", [10, 20, 30, 40], [True, True, False]),
        Fake("peer", [20] * 4, [True, False, False]),
    )
    scores = race([ours, peer], HEAT)
    assert ours.given == peer.given == [["a", "bb"], ["ccc", "a"], ["bb", "ccc"], ["a", "bb"]]
    assert [score.nanoseconds for score in scores] == [12.5, 10]
    ratio = against(scores[0], scores[1])
    assert (ratio.low, ratio.middle, ratio.high) == (0.875, 1.25, 1.625)
    assert [(score.others, score.example) for score in scores] == [(0, ""), (1, "'bb', which it refuses")]


def test_the_shortest_text_is_the_example() -> None:
    assert compare(["bbb", "a"], [True, None], [None, True]) == (2, "'a', which it accepts")
    assert compare(["a"], ["x"], ["y"]) == (1, "'a': irigrammar says x, it says y")
    assert compare(["a"], [True], None) == (0, "")


def test_the_report_marks_those_who_do_another_job() -> None:
    ours = Fake("irigrammar split", [10] * 4, ["x", "x", "x"])
    others: list[Contestant] = [
        Fake("same", [20] * 4, ["x", "x", "x"]),
        Fake("differs", [5] * 4, ["x", "y", "y"]),
        Fake("yarl", [40] * 4, ["x", "x", "x"]),
    ]
    found = report("split", [(Lineup("split", [ours, *others], {"gone": "not installed"}), [HEAT])])
    assert [(one.peer, one.ratio.middle, one.differ, one.job) for one in found.measures] == [
        ("same", 0.5, 0, False),
        ("differs", 2.0, 2, False),
        ("yarl", 0.25, 0, True),
    ]
    assert [row[-2:] for row in found.details[0].rows] == [
        ["", ""],
        ["", ""],
        ["2", "yes"],
        ["", OTHER_JOB["split"]["yarl"]],
    ]
    assert found.missing == {"gone": "not installed"}
    assert any("another job on 2 of 3 strings (some), such as 'bb'" in note for note in found.notes)


def test_our_own_ways_must_agree() -> None:
    ours: list[Contestant] = [
        Fake("irigrammar matches", [1] * 4, [True, True, True]),
        Fake("irigrammar pure", [1] * 4, [True, True, False]),
    ]
    with pytest.raises(AssertionError, match="irigrammar pure differs"):
        report("match", [(Lineup("match", ours), [HEAT])])


def test_characters_a_second_and_the_reference() -> None:
    entered: list[Contestant] = [Fake("irigrammar list", [4] * 4, [True] * 3), Fake("copy", [2] * 4)]
    found = report("bulk", [(Lineup("bulk", entered), [HEAT])], throughput=True, reference="copy")
    assert [(one.of, one.unit, one.value) for one in found.figures] == [
        ("irigrammar list", "million characters a second", 1000),
        ("irigrammar list", "times copy", 2),
        ("copy", "million characters a second", 2000),
        ("copy", "times copy", 1),
    ]


def test_bulk_contestants_answer_for_a_whole_column() -> None:
    one = Bulk("bulk", tuple, lambda column: [text == "a" for text in column], lambda found: found)
    assert one.answers(["a", "b"]) == [True, False]
    assert one.elapsed(["a", "b"]) > 0
    assert Bulk("copy", tuple, len, None).answers(["a"]) is None


def test_who_is_missing_and_who_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> Local:
        raise Missing("not installed")

    job = {"irigrammar x": lambda: Fake("irigrammar x", []), "peer": lambda: Fake("peer", []), "gone": absent}
    monkeypatch.setitem(JOBS, "x", job)
    with lineup("x", Setting(True, ROOT)) as everybody:
        assert [one.name for one in everybody.contestants] == ["irigrammar x", "peer"]
        assert everybody.missing == {"gone": "not installed"}
    with lineup("x", Setting(True, ROOT, ("go",))) as few:
        assert [one.name for one in few.contestants] == ["irigrammar x"]
        assert few.missing == {"gone": "not installed"}


def test_another_environment_has_another_process() -> None:
    pytest.importorskip("abnf")
    with lineup("parse", Setting(True, ROOT), ("irigrammar parse", "abnf (python)")) as entered:
        assert entered.missing == {}
        ours, theirs = entered.contestants
        assert isinstance(theirs, Remote)
        texts = ["http://e/%41?é#f", "a b"]
        found = ours.answers(texts)
        assert found == theirs.answers(texts)
        assert found is not None
        assert json.loads(str(found[0]))[0] == [RULE, texts[0]]
        assert theirs.elapsed(texts) > 0


def test_pure_is_left_out_where_there_is_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "engine", lambda: "pure")
    with lineup("split", Setting(True, ROOT), ("irigrammar split", "irigrammar split, pure")) as entered:
        assert [one.name for one in entered.contestants] == ["irigrammar split"]


def test_our_contestants_do_their_jobs() -> None:
    assert GRAMMAR == "rfc3987"
    assert engine() in ("kernel", "pure")
    wanted: dict[tuple[str, str], list[Answer]] = {
        ("match", "irigrammar matches"): [True, False],
        ("match", "irigrammar pure"): [True, False],
        ("bulk", "irigrammar matches_many, list"): [True, False],
        ("bulk", "irigrammar matches, in a loop"): [True, False],
        ("to uri", "irigrammar iri_to_uri"): ["http://e/a/../%C3%A9", None],
        ("normalize", "irigrammar normalize"): ["http://e/é", None],
    }
    for (job, name), answers in wanted.items():
        assert make(job, name).answers(["http://e/a/../é", "a b"]) == answers
    assert make("resolve", "irigrammar resolve").answers(["http://e/a b"]) == ["http://e/b"]
    assert make("to iri", "irigrammar uri_to_iri").answers(["http://e/%C3%A9"]) == ["http://e/é"]


def test_jobs_name_those_who_do_them() -> None:
    assert set(OTHER_JOB) <= set(JOBS)
    for job, others in OTHER_JOB.items():
        assert set(others) <= set(JOBS[job])
    assert set(REMOTE) <= {name for job in JOBS.values() for name in job}
    assert all(next(iter(job)).startswith("irigrammar") for job in JOBS.values())
    assert len(ROWS) == len(set(ROWS.values()))


def test_rounds() -> None:
    assert [Setting(True, ROOT).rounds(many) for many in (8, 40)] == [4, 5]
    assert Setting(False, ROOT).rounds(40) == 40


def test_the_steepest_growth_a_doubling() -> None:
    assert steepest({10: 900.0, 100: 90.0, 1000: 9.0, 4000: 9.0}) == pytest.approx(2)
    assert steepest({1000: 1.0, 2000: 2.0, 8000: 2.0}) == pytest.approx(4)
    assert steepest({10: 5.0}) == 0


def test_lengths_end_before_a_call_takes_too_long() -> None:
    class Quadratic(Fake):
        def elapsed(self, texts: list[str]) -> int:
            return sum(len(text) ** 2 for text in texts) * 10

    from tools.bench.hostile import Kind

    found = paces(Quadratic("q", []), Kind("a", "", "a"), (10, 100, 1000, 10_000, 100_000))
    assert list(found) == [10, 100, 1000, 10_000]
    assert found[1000] == 10_000


def test_numbers_are_short() -> None:
    assert [number(value) for value in (0.0123, 0.5, 12.34, 123.4)] == ["0.012", "0.50", "12.3", "123"]
    assert str(spread([1.0, 2.0, 3.0])) == "2.00 (1.50–2.50)"
