"""The bench: the same loops for all, races in turns, the arithmetic of its bars, expressions for other engines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT

import irigrammar
from irigrammar import language as algebra
from irigrammar.automata.dfa import determinize
from irigrammar.automata.nfa import compile_program
from irigrammar.automata.regular import Capture, CharSet, Regular, alternate, concat, repeat
from irigrammar.engines import walk
from tools.bench import instead, invalid
from tools.bench.bars import Bar, Judged, bars, judge
from tools.bench.contestants.columns import scattered
from tools.bench.contestants.jobs import JOBS, make
from tools.bench.contestants.loading import GRAMMAR, engine
from tools.bench.corpus import FAULTS, fresh, generated, parts, real
from tools.bench.loops import verdict, written
from tools.bench.programs import LIFE
from tools.bench.races import Lineup, report
from tools.bench.regex import language, whole
from tools.bench.report import Figure, Measure, Report
from tools.bench.rows.lengths import paces
from tools.bench.rows.memory import VERDICTS
from tools.bench.run import END, ROWS, START, replaced
from tools.bench.timing import (
    Answer,
    Contestant,
    Heat,
    Spread,
    against,
    race,
)
from tools.extras import examples, extras

HEAT = Heat("some", "about them", ["a", "bb", "ccc"], 4, 2)


@dataclass
class Fake:
    """A contestant whose rounds take these nanoseconds, in turn."""

    name: str
    times: list[int]
    said: list[Answer] | None = None
    remark: str = ""
    batches: list[list[str]] = field(default_factory=list)

    def elapsed(self, texts: list[str]) -> int:
        self.batches.append(texts)
        return self.times[len(self.batches) - 1]

    def answers(self, texts: list[str]) -> list[Answer] | None:
        assert texts == HEAT.texts
        return self.said


def test_the_loop_evaluates_the_expression_for_each_item() -> None:
    seen: list[str] = []
    repeat, call = written("append(text)", {"append": seen.append})
    repeat(["a", "b"])
    call("c")
    assert seen == ["a", "b", "c"]


def test_the_loop_passes_over_what_refuses_and_over_nothing_else() -> None:
    repeat, call = written("int(text)", {"int": int}, ValueError)
    repeat(["1", "x"])
    with pytest.raises(TypeError):
        repeat([None])
    with pytest.raises(ValueError, match="invalid literal"):
        call("x")


def test_names_of_the_loop_are_not_those_of_the_expression() -> None:
    repeat, call = written("call(loop(items))", {"call": str, "loop": len, "items": "abc"})
    repeat(["x"])
    assert call("x") == "3"


def test_verdicts_are_what_a_call_gives_or_makes() -> None:
    by_construction = verdict("made", "int(text)", {"int": int}, ValueError, by_construction=True)
    by_value = verdict("given", "int(text)", {"int": int}, ValueError)
    assert by_construction.answers(["1", "0", "x"]) == [True, True, False]
    assert by_value.answers(["1", "0", "x"]) == [True, False, False]
    assert by_value.remark == "int(text)"


def test_a_race_takes_turns_through_all_texts() -> None:
    ours, peer = (
        Fake("irigrammar x", [10, 20, 30, 40], [True, True, False]),
        Fake("peer", [20] * 4, [True, False, False]),
    )
    scores = race([ours, peer], HEAT)
    assert ours.batches == peer.batches == [["a", "bb"], ["ccc", "a"], ["bb", "ccc"], ["a", "bb"]]
    assert [score.nanoseconds for score in scores] == [12.5, 10]
    ratio = against(scores[0], scores[1])
    assert (ratio.low, ratio.middle, ratio.high) == (0.875, 1.25, 1.625)
    assert [(score.others, score.example) for score in scores] == [(0, ""), (1, "'bb', which it refuses")]


def test_our_own_ways_must_agree() -> None:
    ours: list[Contestant] = [
        Fake("irigrammar matches", [1] * 4, [True, True, True]),
        Fake("irigrammar pure", [1] * 4, [True, True, False]),
    ]
    with pytest.raises(AssertionError, match="irigrammar pure differs"):
        report("match", [(Lineup("match", ours), [HEAT])])


def test_characters_a_second_and_the_reference() -> None:
    entered: list[Contestant] = [Fake("irigrammar list", [4] * 4, [True] * 3), Fake("copy", [2] * 4)]
    result = report("bulk", [(Lineup("bulk", entered), [HEAT])], throughput=True, reference="copy")
    assert [(figure.of, figure.unit, figure.value) for figure in result.figures] == [
        ("irigrammar list", "million characters a second", 1000),
        ("irigrammar list", "times copy", 2),
        ("copy", "million characters a second", 2000),
        ("copy", "times copy", 1),
    ]


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


def test_lengths_end_before_a_call_takes_too_long() -> None:
    class Quadratic(Fake):
        def elapsed(self, texts: list[str]) -> int:
            return sum(len(text) ** 2 for text in texts) * 10

    from tools.bench.hostile import Kind

    times = paces(Quadratic("q", []), Kind("a", "", "a"), (10, 100, 1000, 10_000, 100_000))
    assert list(times) == [10, 100, 1000, 10_000]
    assert times[1000] == 10_000


def bar(**more: object) -> Bar:
    """Return a bar about two parts and one peer, but for what is given."""
    row: dict[str, object] = {
        "claim": "one / other",
        "row": "match",
        "ours": ("irigrammar one",),
        "peers": ("other",),
        "parts": ("a", "b"),
        "by": "geometric mean",
        "at_most": 0.5,
    }
    return Bar(**{key: value for key, value in {**row, **more}.items() if value is not None})  # type: ignore[arg-type]  # as from TOML


def measure(part: str, value: float, peer: str = "other", ours: str = "irigrammar one") -> Measure:
    return Measure(part, ours, peer, Spread(0, value, 99))


def reports(*entries: Measure | Figure, **missing: str) -> dict[str, Report]:
    measures = [entry for entry in entries if isinstance(entry, Measure)]
    figures = [entry for entry in entries if isinstance(entry, Figure)]
    return {"match": Report("match", [], measures, figures, missing=missing)}


def test_each_bar_is_about_rows_ways_and_peers_that_there_are() -> None:
    result, _ = bars()
    names = {name for job in JOBS.values() for name in job} | VERDICTS.keys()
    assert len(result) >= 15
    assert len({bar.claim for bar in result}) == len(result)
    for bar in result:
        assert bar.row in ROWS
        assert bar.figure or {*bar.ours, *bar.peers} <= names
        assert bar.limit > 0


def test_the_geometric_mean_counts() -> None:
    judged = judge(bar(), reports(measure("a", 0.1), measure("b", 0.4), measure("c", 9), measure("a", 9, "third")))
    assert judged.value == pytest.approx(0.2)
    assert judged.met is True
    assert judged.verdict == "met"
    assert judged.remark == ""


def test_the_worst_counts_and_is_named() -> None:
    judged = judge(bar(by="worst"), reports(measure("a", 0.1), measure("b", 1.25)))
    assert judged.value == 1.25
    assert judged.met is False
    assert judged.verdict == "missed: 2.50 times the limit"
    assert judged.remark == "other, b"
    ways = bar(by="worst", ours=("irigrammar one", "irigrammar two"), parts=())
    slower = judge(ways, reports(measure("a", 0.1), measure("a", 0.3, ours="irigrammar two")))
    assert slower.remark == "irigrammar two, other, a"


def test_the_limit_itself_meets_the_bar() -> None:
    assert Judged(bar(), 0.5).met is True
    assert Judged(bar(), 0.51).verdict == "missed by 2.0%"
    least = bar(peers=None, figure="speed", at_most=None, at_least=700)
    assert Judged(least, 700.0).met is True
    assert Judged(least, 693.0).verdict == "missed by 1.0%"
    assert Judged(least, 70.0).verdict == "missed: 0.10 of the limit"


def test_what_was_not_measured_is_said() -> None:
    assert judge(bar(row="growth"), reports()) == Judged(bar(row="growth"), None, "row growth was not run")
    nothing = judge(bar(), reports(other="not installed"))
    assert nothing.value is None
    assert nothing.met is None
    assert nothing.verdict == "not measured"
    assert nothing.remark == "other: not installed"
    half = judge(bar(), reports(measure("a", 0.4)))
    assert half.value == pytest.approx(0.4)
    assert half.remark == "1 of 2 parts"
    two = judge(bar(peers=("other", "third"), by="worst"), reports(measure("a", 0.4), measure("b", 0.3)))
    assert two.remark == "irigrammar one / third: not measured; other, a"


@pytest.mark.parametrize(
    "more",
    [{"at_most": None}, {"at_least": 3}, {"peers": None}, {"figure": "speed"}, {"by": "median"}],
)
def test_a_bar_that_means_nothing_is_refused(more: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="one / other: "):
        bar(**more)


IRI = irigrammar.grammar("rfc3987")["IRI"]


@pytest.mark.parametrize("title", FAULTS)
def test_what_is_said_to_have_a_fault_has_one_where_it_is_said(title: str) -> None:
    texts = parts(300, ROOT)[title]
    assert [text for text in texts if IRI.matches(text)] == []
    faults = [IRI.check(text).fault for text in texts]
    shares = [fault.offset / len(text) for fault, text in zip(faults, texts, strict=True) if fault]
    assert (sum(shares) / len(shares) < 0.3) is (title == "faults early")


def test_the_corpus_of_the_bars_is_the_one_that_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "dbpedia_links_iris.txt").write_text("http://a/\nhttp://b/é\nhttp://c/\n", encoding="utf-8")
    monkeypatch.setenv("IRIGRAMMAR_DATA", str(tmp_path))
    assert tuple(parts(5, ROOT)) == bars()[1]
    assert sorted(real(9, ROOT) or []) == ["http://a/", "http://b/é", "http://c/"]


def test_no_real_iri_lies_in_the_repository() -> None:
    assert [path for path in (ROOT / "tools" / "bench").rglob("*") if path.suffix in (".txt", ".gz", ".csv")] == []


@pytest.mark.parametrize("again", [fresh, scattered])
def test_copies_are_equal_and_new(again: object) -> None:
    assert callable(again)
    texts = generated(300)
    copies = again(texts)
    assert copies == texts
    assert not {id(text) for text in texts} & {id(text) for text in copies}


DIGIT, DOT, LETTER = CharSet(((0x30, 0x39),)), CharSet(((0x2E, 0x2E),)), CharSet(((0x61, 0x7A), (0xC0, 0x10FFFF)))

WORDS = ("rfc3987", "IRI"), ("rfc3986", "URI-reference"), ("rfc3986", "IPv6address"), ("iri-bis", "IRI")


def in_python(text: str) -> re.Pattern[str]:
    """Return such an expression as the re module reads it."""
    wide = re.sub(r"\\x\{([0-9A-F]+)\}", lambda match: f"\\U{int(match[1], 16):08X}", text)
    return re.compile(wide.replace(r"\z", r"\Z"))


def items() -> st.SearchStrategy[Regular]:
    """Return small analysable forms."""
    return st.recursive(
        st.sampled_from([DIGIT, DOT, LETTER]),
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: concat(*parts)),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: alternate(*parts)),
            st.tuples(inner, st.integers(0, 2), st.sampled_from([0, 1, None])).map(
                lambda row: repeat(row[0], row[1], None if row[2] is None else max(1, row[1] + row[2]))
            ),
            inner.map(lambda part: Capture("rule", part)),
        ),
        max_leaves=6,
    )


@given(items(), st.lists(st.text("19.aé\U0010ffff-", max_size=6), max_size=12))
def test_an_expression_matches_what_the_automaton_matches(item: Regular, texts: list[str]) -> None:
    dfa, run = determinize(compile_program(item)), in_python(whole(item))
    assert [bool(run.match(text)) for text in texts] == [walk.matches(dfa, text) for text in texts]


def suite_sample(grammar: str, rule: str, count: int) -> list[tuple[str, bool]]:
    """Return strings of a complete suite with their verdicts, drawn evenly, without what UTF-8 cannot carry."""
    cases = list(islice(algebra.suite(irigrammar.grammar(grammar)[rule], each="class"), 40_000))
    drawn = Random(1).sample(cases, min(count, len(cases)))
    return [(case.text, case.valid) for case in drawn if not re.search("[\ud800-\udfff]", case.text)]


@pytest.mark.slow
@pytest.mark.parametrize(("grammar", "rule"), WORDS)
def test_a_sample_of_the_complete_suite(grammar: str, rule: str) -> None:
    cases = suite_sample(grammar, rule, 3000)
    run = in_python(language(grammar, rule))
    assert {valid for _, valid in cases} == {True, False}
    assert [text for text, valid in cases if bool(run.match(text)) is not valid] == []


def test_readme_changes_between_the_marks_only() -> None:
    before = f"# Title\n{START}\nold\n{END}\nafter\n"
    assert replaced(before, "new\n") == f"# Title\n{START}\nnew\n{END}\nafter\n"


def test_wrong_verdicts_are_counted_with_the_shortest_string() -> None:
    texts = ["bb", "a", "cc", "\n", "é"]
    assert instead.judged([True, True, False, False, True], [True, False, True, False, False], texts) == (
        '2 of 3 (66.7%), such as "a"',
        '1 of 2 (50.0%), such as "cc"',
    )
    assert instead.judged([True], [True], ["a"]) == ("none", "none")
    assert instead.judged([False] * 2, [True] * 2, ["x y", "\n"])[1] == '2 of 2 (100.0%), such as "\\u{A}"'
    many = ["a"] * 2000
    assert instead.judged([True] * 1999 + [False], [True] * 2000, many)[1] == '1 of 2,000 (<0.1%), such as "a"'


def test_each_extra_for_users_is_tried_and_all_come_last() -> None:
    assert extras()[-1] == "all"
    assert {"jsonschema", "pydantic", "hypothesis", "rdflib"} <= {*extras()} & {*examples()}


def test_checks_of_invalid_strings_are_compared_by_job_and_phase() -> None:
    jobs = {
        "lines": {invalid.HERE: {LIFE: [1_000_000, 3_000_000]}, "old": {LIFE: [2_000_000, 2_000_000]}},
        "calls": {
            invalid.HERE: {LIFE: [9, 9], "check": [5_000_000], "fault": [8_000_000]},
            "old": {LIFE: [9, 9], "check": [5_000_000], "fault": [4_000_000]},
        },
    }
    assert invalid.grid("old", jobs).rows == [
        ["lines", "1.0", "2.0", "0.50", "1.00 (0.75–1.25)"],
        ["calls", "5.0", "5.0", "1.00", "1.00 (1.00–1.00)"],
        ["calls, open, ruled_out and help read", "8.0", "4.0", "2.00", "2.00 (2.00–2.00)"],
    ]
