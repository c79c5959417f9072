"""Reports of the bench: as text, as Markdown, and what README shows."""

from __future__ import annotations

from tools.bench.bars import Judged, bars, judge
from tools.bench.report import Figure, Grid, Measure, Report, grouped, markdown, plain
from tools.bench.run import END, START, replaced
from tools.bench.summary import JOBS, PARTS, summary
from tools.bench.timing import Spread

GRID = Grid("times", ["what", "ns", "job"], [["one|two", "5", "yes"], ["b", "1,234", ""]], 1)
REPORT = Report(
    "match",
    [GRID],
    notes=["it is *so*."],
    missing={"ada": "not installed", "duck": "not installed", "bull": "another reason"},
)


def test_text_in_columns() -> None:
    assert plain(REPORT).splitlines() == [
        "== match",
        "",
        "times",
        "  what        ns  job",
        "  one|two      5  yes",
        "  b        1,234",
        "",
        "  - it is *so*.",
        "  - ada, duck: missing, not installed.",
        "  - bull: missing, another reason.",
    ]


def test_markdown() -> None:
    assert markdown(REPORT).splitlines() == [
        "## match",
        "",
        "**times**",
        "",
        "| what | ns | job |",
        "|---|---:|---|",
        r"| one\|two | 5 | yes |",
        "| b | 1,234 |  |",
        "",
        r"- it is \*so\*.",
        "- ada, duck: missing, not installed.",
        "- bull: missing, another reason.",
    ]


def test_who_is_missing_for_one_reason_is_told_together() -> None:
    assert grouped({"a": "x", "b": "y", "c": "x"}) == {"x": "a, c", "y": "b"}


def measured() -> tuple[dict[str, Report], list[Judged], tuple[str, ...]]:
    """Return a run in which everybody took part, with the bars and the corpus."""
    found, corpus = bars()
    titles = [*corpus, "mixed", *(part for _, part in PARTS)]
    everybody = [f"peer {number}" for number in range(14)]
    match = [
        Measure(title, ours, peer, Spread(0.1, 0.25, 0.5), 3 if peer == "peer 3" else 0, 100, peer in everybody[3:5])
        for title in titles
        for ours in ("irigrammar matches", "irigrammar pure")
        for peer in [*everybody, "jsonschema_rs", "pyoxigraph", "rfc3987 match"]
    ]
    reports = {"match": Report("match", [], match)}
    for number, job in enumerate(JOBS):
        row = reports.setdefault(job.row, Report(job.row, []))
        row.measures.append(Measure(job.part, job.ours, "abnf (rust)", Spread(0.1, 10 + number, 0.3), 7, 9))
    figures = [Figure("", "irigrammar", "milliseconds over bare Python", 3)]
    reports["import"] = Report("import", [], figures=figures, missing={"ada-url": "not installed"})
    return reports, [judge(one, reports) for one in found], corpus


def test_what_readme_shows_is_short_and_whole() -> None:
    reports, judged, corpus = measured()
    text = summary(reports, judged, corpus)
    lines = text.splitlines()
    assert len(lines) <= 66
    assert all(one.bar.claim in text for one in judged)
    assert "| peer 0 | 0.25 | 0.25 (0.10–0.50) | 0.25 | 0.25 | 0.25 | 0.25 | 0.25 | 0.25 | 0.25 |  |" in lines
    assert f"| peer 3 | 0.25 | 0.25 (0.10–0.50){' | 0.25' * 7} | {3 * len(corpus)} of {100 * len(corpus):,} |" in lines
    assert f"| peer 4 | 0.25 | 0.25 (0.10–0.50){' | 0.25' * 7} | yes |" in lines
    assert [line for line in lines if "abnf (rust)" in line and "†7" in line] == [
        f"| {job.title} | abnf (rust) {10 + number}.0 †7 |" for number, job in enumerate(JOBS)
    ]
    assert "- import over bare Python, ms: irigrammar 3.00." in lines
    assert "- Missing: ada-url: not installed." in lines


def test_what_was_not_run_is_left_out() -> None:
    text = summary({}, [], ())
    assert "Verdicts" not in text
    assert "split" not in text


def test_a_way_that_is_missing_has_a_dash() -> None:
    name = "irigrammar matches_many, polars"
    reports = {"bulk": Report("bulk", [], missing={name: "a reason"})}
    assert "| matches_many, polars | – |" in summary(reports, [], ()).splitlines()


def test_readme_changes_between_the_marks_only() -> None:
    before = f"# Title\n{START}\nold\n{END}\nafter\n"
    assert replaced(before, "new\n") == f"# Title\n{START}\nnew\n{END}\nafter\n"
