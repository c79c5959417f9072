"""Files and findings that are chosen: types, severities, policies."""

from __future__ import annotations

import json
import pickle
import subprocess
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from document_items import identifiers
from rows import in_one_test

import irigrammar
from irigrammar.advice.rule import fails
from irigrammar.errors import IrigrammarError
from irigrammar.finding import Severity
from irigrammar.report.pages import Page, markdown, page_lines, pages
from irigrammar.report.record import Record
from irigrammar.scan.baseline import Ignores
from irigrammar.scan.choice import CODES, Choice, choose
from irigrammar.scan.config import ConfigError, load
from irigrammar.scan.document import Document
from irigrammar.scan.files import Target
from irigrammar.scan.formats.items import Comment
from irigrammar.scan.formats.registry import document_type, document_types
from irigrammar.scan.reading import Lines
from irigrammar.scan.reporters.sarif import rule_page
from irigrammar.scan.session import Session
from irigrammar.scan.settings import Settings

FAULTS = [code for code in CODES if code.startswith("F")]


def codes(choice: Choice) -> dict[str, str]:
    return {**choice.own, **{rule.code: severity for rule, severity in choice.advice.rules}}


def test_level_of_given_severities() -> None:
    result = codes(choose("publish", severities={"P003": "error", "C": "advice", "C001": "warning"}))
    assert result["P003"] == "error"
    assert result["C001"] == "warning"
    assert "C002" not in result
    assert {"P003", "C001", "F001"} <= set(codes(choose("publish", extend_select=["P003"])))
    assert choose(None).advice.rules == ()


@in_one_test(
    ("options", "reported"),
    [
        ({"select": ["F022"]}, {"F022", "S003", "S008"}),
        ({"select": ["F"]}, {*FAULTS, "S003", "S008"}),
        ({"select": ["S001"]}, {*FAULTS, "S003", "S008"}),  # the old name of all codes of faults
        (
            {"select": ["P003", "s00"]},
            {"P003", *FAULTS, "S002", "S003", "S004", "S005", "S006", "S007", "S008", "S009"},
        ),
        ({"select": ["F", "S003"], "ignore": ["S001"]}, {"S003", "S008"}),
        (
            {"select": ["P00"], "ignore": ["P001", "P002", "P004", "P005", "P006", "P007", "P008", "P009"]},
            {"P003", "S003", "S008"},
        ),
        ({"select": ["F001"], "extend_select": ["R004"]}, {"F001", "S003", "S008", "R004"}),
        ({"select": ["S003"], "ignore": ["S"]}, set()),
    ],
)
def test_selected_codes(options: dict[str, Any], reported: set[str]) -> None:
    assert set(codes(choose("publish", **options))) == reported


@pytest.mark.parametrize(
    "options",
    [
        *({"select": ["Z"]}, {"ignore": ["C999"]}, {"extend_select": [""]}, {"severities": {"S1": "error"}}),
        {"severities": {"S001": "fatal"}},
    ],
)
def test_unknown_names(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"unknown code|'fatal'"):
        choose("publish", **options)


@pytest.mark.parametrize(
    ("severity", "fail_on", "fail"),
    [("error", "error", True), ("warning", "error", False), ("advice", "advice", True), ("error", "never", False)],
)
def test_severities_that_fail(severity: str, fail_on: str, fail: bool) -> None:
    assert fails(severity, fail_on) is fail


BROKEN = "see http://e/%zz\n"


def session(folder: Path, **options: object) -> Session:
    settings = Settings(
        root=str(folder), baseline=str(folder / "known.json") if options.pop("baseline", False) else None
    )
    return Session(settings, **options)  # type: ignore[arg-type]  # the test gives what the class takes


def session_codes(scan: Session, *paths: Path, text: bytes = b"") -> list[str | None]:
    return [record.code for _, record in found_in(scan, *paths, text=text)]


def found_in(scan: Session, *paths: Path, text: bytes = b"") -> list[tuple[str, Record]]:
    pieces = scan.pieces(scan.targets(map(str, paths)), standard_input=BytesIO(text))
    return [(str(piece.target.relative), finding.record) for piece in pieces for finding in piece.findings]


def test_new_findings_fail_and_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(BROKEN)
    scan = session(tmp_path)
    assert session_codes(scan, tmp_path) == ["F064"]
    assert (scan.summary.files, scan.summary.identifiers, scan.summary.codes["F064"]) == (1, 1, 1)
    assert (scan.failing, scan.status(), scan.status(exit_zero=True)) == (True, 1, 0)


def test_a_recorded_baseline_silences_and_counts_what_is_gone(tmp_path: Path) -> None:
    page = tmp_path / "a.txt"
    page.write_text(BROKEN * 2)
    recording = session(tmp_path, baseline=True, records_baseline=True)
    assert session_codes(recording, page) == []
    assert (recording.close(), recording.status()) == (2, 0)
    assert len(json.loads((tmp_path / "known.json").read_text())["findings"]) == 2
    page.write_text(BROKEN)
    again = session(tmp_path, baseline=True)
    assert session_codes(again, page) == []
    assert again.close() == 0
    assert (again.summary.known, again.summary.gone, again.status()) == (1, 1, 0)


def test_a_baseline_follows_files_that_are_renamed(tmp_path: Path) -> None:
    for name, text in (("a.txt", BROKEN), ("b.txt", BROKEN), ("c.txt", BROKEN * 2)):
        (tmp_path / name).write_text(text)
    recording = session(tmp_path, baseline=True, records_baseline=True)
    assert session_codes(recording, tmp_path) == []
    assert recording.close() == 4
    (tmp_path / "c.txt").rename(tmp_path / "d.txt")
    (tmp_path / "d.txt").write_text(BROKEN * 3)
    (tmp_path / "a.txt").write_text(BROKEN * 2)  # it has its name
    again = session(tmp_path, baseline=True)
    assert [path for path, _ in found_in(again, tmp_path)] == ["a.txt", "d.txt"]
    again.close()
    assert (again.summary.known, again.summary.gone) == (4, 0)


def test_a_renamed_file_is_the_one_with_the_most_findings_in_common(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    for number in range(3):
        (tmp_path / "x" / f"{number}.txt").write_text(f"{BROKEN}see http://e/%x{number}\n")
    recording = session(tmp_path, baseline=True, records_baseline=True)
    assert session_codes(recording, tmp_path) == []
    recording.close()
    (tmp_path / "x").rename(tmp_path / "z")
    (tmp_path / "z" / "0 new.txt").write_text(BROKEN)
    again = session(tmp_path, baseline=True)
    assert [path for path, _ in found_in(again, tmp_path)] == ["z/0 new.txt"]
    again.close()
    assert (again.summary.known, again.summary.gone) == (6, 0)


def test_only_lines_that_were_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIFF_OPTS", "-u5")

    def git(*arguments: str) -> None:
        command = ["git", "-c", "user.name=n", "-c", "user.email=a@e.org", *arguments]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    old, other = tmp_path / "a.txt", tmp_path / 'b \u00e9".txt'
    old.write_text(BROKEN)
    other.write_text(BROKEN)
    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "mine")
    other.write_text(BROKEN + BROKEN)
    (tmp_path / ".gitattributes").write_text("*.txt binary\n")
    (tmp_path / "new.txt").write_text(BROKEN)
    git("commit", "-a", "-m", "two")
    git("checkout", "main")
    old.write_text(BROKEN * 2)
    git("commit", "-a", "-m", "of others")
    git("checkout", "mine")
    scan = Session(Settings(root=str(tmp_path), changed_since="main"))
    assert [(path, record.line) for path, record in found_in(scan, tmp_path)] == [(other.name, 2), ("new.txt", 1)]
    assert scan.summary.old_count == 1
    for revision in ("nothing", "--output=x"):
        with pytest.raises(ConfigError, match="git knows no commit"):
            Session(Settings(root=str(tmp_path), changed_since=revision))
    with pytest.raises(ConfigError, match="only reports"):
        Session(Settings(root=str(tmp_path), changed_since="main"), fixing="write")


@in_one_test(
    ("name", "text"),
    [
        ("a.ttl", "@prefix i: <urn:isbn:> .\n"),
        ("a.jsonld", '{"@context": {"i": "urn:isbn:", "d": {"@id": "did:example:", "@prefix": true}}}'),
        ("a.xml", "<a xmlns:i='urn:uuid:'/>"),
    ],
)
def test_a_prefix_of_names_is_no_whole_name(tmp_path_factory: pytest.TempPathFactory, name: str, text: str) -> None:
    path = tmp_path_factory.mktemp("prefixes") / name
    path.write_text(text)
    assert session_codes(session(path.parent), path) == []


def test_a_file_that_cannot_be_read_is_status_2(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "nothing")
    scan = session(tmp_path)
    assert session_codes(scan, tmp_path / "a.txt") == ["S003"]
    assert (scan.status(), scan.status(exit_zero=True)) == (2, 2)


def test_a_diff_fails_for_changes(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[a](<http://e/a^b>)\n")
    scan = session(tmp_path, fixing="diff")
    assert session_codes(scan, tmp_path) == []
    assert (scan.summary.fix_count, scan.status()) == (1, 1)


def test_impossible_choices_are_refused_first(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="where"):
        session(tmp_path, records_baseline=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        session(tmp_path, baseline=True)
    with pytest.raises(ConfigError, match="standard input"):
        session(tmp_path, fixing="write").targets(["-"])


def test_targets_of_all_types_go_to_other_processes() -> None:
    for kind in document_types():
        target = Target("a", "a", PurePosixPath("a"), kind)
        assert pickle.loads(pickle.dumps(target)) == target


def ignores_in(text: str, comment: str) -> Ignores:
    result = Ignores()
    start = text.index(comment)
    result.add(Comment(start, start + len(comment), comment), Lines(text))
    return result


@in_one_test(
    ("text", "comment", "line", "code", "covered"),
    [
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 1, "S001", True),
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 2, "S001", False),
        ("a b # iri: ignore[S001]\nc d", "# iri: ignore[S001]", 1, "C001", False),
        ("# iri: ignore[S001]\n\n \nc d\ne", "# iri: ignore[S001]", 4, "S001", True),
        ("# iri: ignore[S001]\n\n \nc d\ne", "# iri: ignore[S001]", 5, "S001", False),
        ("<!--\niri: ignore[S]\n-->\nx", "<!--\niri: ignore[S]\n-->", 4, "S001", True),
        ("# iri: ignore[s001, C0]\nx", "# iri: ignore[s001, C0]", 2, "C010", True),
        ("# iri: ignore[s001,C0]\nx", "# iri: ignore[s001,C0]", 2, "S001", True),
        ("# iri: ignore\nx", "# iri: ignore", 2, "R001", True),
        ("# iri: ignore-file[R001]\nx\ny", "# iri: ignore-file[R001]", 3, "R001", True),
        ("# iri: ignored[R001]\nx", "# iri: ignored[R001]", 2, "R001", False),
        ("# iri: ignore-files[R001]\nx", "# iri: ignore-files[R001]", 2, "R001", False),
        ("# iri:ignore[R001]\nx", "iri:ignore[R001]", 2, "R001", True),
        ("# iri: ignore[R001]", "# iri: ignore[R001]", 2, "R001", False),
    ],
)
def test_lines_and_codes(text: str, comment: str, line: int, code: str, covered: bool) -> None:
    assert ignores_in(text, comment).covers(code, line, line) is covered


def needless(ignores: Ignores, line: int | None = None) -> list[tuple[str, ...]]:
    return [codes for _, codes in ignores.needless(line)]


@pytest.mark.parametrize(
    ("comment", "covered", "unused"),
    [
        ("# iri: ignore[S001, C001]", ["S001"], [("C001",)]),
        ("# iri: ignore[S001] iri: ignore[S]", ["S001"], []),  # both note their use
        ("# iri: ignore", ["H001"], []),
        ("# iri: ignore", [], [()]),
    ],
)
def test_codes_that_met_nothing(comment: str, covered: list[str], unused: list[tuple[str, ...]]) -> None:
    ignores = ignores_in(f"x {comment}\n", comment)
    assert all(ignores.covers(code, 1, 1) for code in covered)
    assert needless(ignores) == unused


def test_an_ignore_goes_on_over_lines_and_into_the_next_block() -> None:
    ignores = ignores_in("x\n# iri: ignore[S]\n", "# iri: ignore[S]")
    assert [needless(ignores, line) for line in (3, 4)] == [[], [("S",)]]
    assert ignores_in("a\nb # iri: ignore[S]\nc", "# iri: ignore[S]").covers("S001", 1, 3)


def test_an_ignore_of_the_file_notes_only_what_comes_after_it() -> None:
    ignores = ignores_in("# iri: ignore-file[C001]\n", "# iri: ignore-file[C001]")
    assert ignores.covers("C001", 1, 1)
    text = "# iri: ignore-file[C, R]"
    ignores.add(Comment(0, len(text), text), Lines(text, 3))
    assert ignores.covers("R001", 3, 3)
    assert needless(ignores) == [("C",)]


POLICY = """
term = namespace ( class / property )
namespace = "https://example.org/ontology/"
class = %x41-5A *ALPHA
property = %x61-7A *( ALPHA / "_" )
"""


TABLE = """
[[namespaces]]
prefix = "https://example.org/ontology/"
grammar = "policy.abnf"
rule = "term"
"""


def configured(folder: Path, table: str = TABLE) -> Settings:
    (folder / "policy.abnf").write_text(POLICY, "utf-8")
    (folder / "irigrammar.toml").write_text(table, "utf-8")
    return load(folder / "irigrammar.toml")


def reported(settings: Settings, name: str, text: str) -> list[tuple[str | None, int | None]]:
    kind = document_type(name)
    rules = settings.file_rules(PurePosixPath(f"a{kind.suffixes[0]}"), kind)
    document = Document("a", BytesIO(text.encode()), rules, limit=1 << 20)
    return [(row.record.code, row.record.column) for block in document.blocks() for row in block.findings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/ontology/Person", []),
        ("https://example.org/ontology/has_part", []),
        ("https://example.org/ontology/has-part", [("S007", 33)]),
        ("https://example.org/ontology/", [("S007", 30)]),
        ("https://example.org/ontology/a%zz", [("F064", 32)]),
        ("https://example.org/other/has-part", []),
    ],
)
@pytest.mark.parametrize("kind", ["n-triples", "turtle", "text"])
def test_terms(tmp_path: Path, kind: str, text: str, expected: list[tuple[str, int]]) -> None:
    line = f"<{text}> <http://e.org/b> <http://e.org/c> .\n"
    assert reported(configured(tmp_path), kind, line) == [(code, column + 1) for code, column in expected]


def test_the_finding_says_which_rule(tmp_path: Path) -> None:
    settings = configured(tmp_path, f"profile = 'none'\n{TABLE}")
    kind = document_type("text")
    rules = settings.file_rules(PurePosixPath("a.txt"), kind)
    document = Document("a", BytesIO(b"https://example.org/ontology/1"), rules, limit=100)
    ((finding,),) = [block.findings for block in document.blocks()]
    assert finding.record.message.startswith(
        "identifiers that begin with https://example.org/ontology/ must match term of policy.abnf: "
    )
    assert finding.record.severity == "error"
    assert finding.edits == ()


def test_it_can_be_ignored(tmp_path: Path) -> None:
    text = "https://example.org/ontology/1\n"
    assert reported(configured(tmp_path), "text", text) == [("S007", 30)]
    assert reported(configured(tmp_path, f"ignore = ['S007']\n{TABLE}"), "text", text) == []


@pytest.mark.parametrize(
    "table",
    [
        TABLE.replace("policy.abnf", "../policy.abnf"),
        TABLE.replace('rule = "term"', "rules = 'x'"),
        "[[namespaces]]\nprefix = 'x'\n",
        TABLE.replace("https://example.org/ontology/", ""),
    ],
)
def test_impossible_configurations(tmp_path: Path, table: str) -> None:
    with pytest.raises(ConfigError):
        configured(tmp_path, table)


@pytest.mark.parametrize("table", [TABLE.replace("term", "word"), TABLE.replace("policy.abnf", "none.abnf")])
def test_unknown_names_of_a_table(tmp_path: Path, table: str) -> None:
    with pytest.raises((IrigrammarError, OSError)):
        configured(tmp_path, table).check()


def test_offsets_are_those_of_what_is_written() -> None:
    text = '<a href="?a&amp;b">http://e.org/</a>'
    rows = list(irigrammar.find(text, type="html"))
    assert [(row.text, text[row.start : row.end]) for row in rows] == [
        ("?a&b", "?a&amp;b"),
        ("http://e.org/", "http://e.org/"),
    ]
    assert irigrammar.types.Identifier(1, 2, "x") == (1, 2, "x")


def test_it_finds_what_a_scan_finds() -> None:
    text = 'see "http://e.org/a b", http:/e.org, [a](b) and {"url": "c:d e"}'
    for kind in document_types():
        assert [row.text for row in irigrammar.find(text, kind.name)] == identifiers(kind.name, text)


def test_an_ending_is_that_of_one_type() -> None:
    endings = [(suffix, kind.name) for kind in document_types() for suffix in kind.suffixes]
    assert [(a, b) for a in endings for b in endings if a != b and a[0].endswith(b[0])] == []


def test_unknown_type() -> None:
    with pytest.raises(ValueError, match=r"unknown document type .markdwn.; did you mean .markdown."):
        irigrammar.find("", "markdwn")


@pytest.fixture(scope="module")
def all_pages() -> dict[str, Page]:
    return {page.code: page for page in pages()}


def test_every_code_has_its_page(all_pages: dict[str, Page]) -> None:
    for code, page in all_pages.items():
        assert page == rule_page(code, "unused", "advice")
        text = "\n".join(page_lines(page))
        for part in (page.title, page.what, text, markdown(page)):
            assert part
            assert part.strip() == part
            assert "unused-" not in part.replace("unused-rule", "").replace("unused-ignore", "")
        assert text.startswith(f"{code} {page.name} ({page.severity})")
        assert page.what.endswith((".", ")"))


def test_the_pages_are_of_every_kind_of_code(all_pages: dict[str, Page]) -> None:
    assert {code[0] for code in all_pages} == set("FUCHRPBSLX")
    assert list(all_pages) == sorted(all_pages)
    assert len({page.name for page in all_pages.values()}) == len(all_pages)


def test_a_page_in_markdown_has_its_strings_as_code(all_pages: dict[str, Page]) -> None:
    page = markdown(all_pages["R005"])
    assert "**Wrong:** `HTTP://example.org/`" in page
    assert "**Right:** `http://example.org/`" in page


@pytest.mark.parametrize("severity", ["error", "advice"])
def test_an_unknown_code_is_reported_by_its_name(severity: Severity) -> None:
    page = rule_page("X1", "", severity)
    assert (page.name, page.severity, page.title, markdown(page)) == ("X1", severity, "X1.", "X1.")
