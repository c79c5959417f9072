"""`iri scan`: options, exit statuses, baselines, reports, bad usage."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import command
import pytest
from click.testing import CliRunner, Result
from rows import in_one_test

pytest.importorskip("pyromark")

from irigrammar.cli.main import cli
from irigrammar.scan import run as scan_run
from irigrammar.scan.document import Document

GOOD, BAD, SHOUTED = "http://e.org/\n", "http://e.org/a|b\n", "HTTP://e.org/\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path


def write(**files: str) -> None:
    for name, text in files.items():
        Path(name.replace("_", ".")).write_text(text, "utf-8")


def iri(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["scan", *arguments], input=stdin, standalone_mode=False)


def run(*arguments: str, stdin: str | bytes | None = None) -> tuple[int, str]:
    """Return the exit status and standard output of the command, as the program has them."""
    result = command.run("scan", *arguments, stdin=stdin.encode() if isinstance(stdin, str) else stdin or b"")
    return result.status, result.out + result.err


def codes(*arguments: str) -> list[str]:
    _, said = run("--format", "jsonl", *arguments)
    return [json.loads(line)["code"] for line in said.splitlines() if line.startswith("{")]


@in_one_test(
    ("text", "options", "status"),
    [
        (GOOD, [], 0),
        (BAD, [], 1),
        (BAD, ["--exit-zero"], 0),
        (BAD, ["--fail-on", "never"], 0),
        (BAD, ["--severity", "S001=warning"], 0),
        (BAD, ["--severity", "S001=warning", "--fail-on", "warning"], 1),
        (BAD, ["--ignore", "S001"], 0),
        (SHOUTED, ["--fail-on", "advice"], 0),  # advice is not told
        (SHOUTED, ["--fail-on", "advice", "--level", "advice"], 1),
        (SHOUTED, ["--fail-on", "advice", "--select", "R005"], 1),
        (SHOUTED, ["--select", "P"], 0),
        (BAD, ["-g", "web-address", "-r", "IRI"], 0),
        (GOOD, ["-g", "rfc3986", "-r", "scheme"], 1),
        (GOOD, ["-r", "IRI"], 0),
        (GOOD, ["-r", "scheme"], 1),
    ],
)
def test_exit_statuses(text: str, options: list[str], status: int) -> None:
    write(a_txt=text)
    assert run(*options)[0] == status


def test_the_old_name_of_faults_gets_a_note_that_says_where_it_is() -> None:
    assert "old name" not in run("--ignore", "F")[1]
    write(
        irigrammar_toml='[types.text]\nignore = ["s001"]\n',
        a_txt=f"{BAD}  # iri: ignore[S001]\n",
        known_json='{"version": 2, "findings": [{"path": "a.txt", "fingerprint": "0", "code": "S001", "text": "a"}]}',
    )
    said = run("--ignore", "S001", "--baseline", "known.json")[1]
    assert "S001 is the old name of all F codes; write F or one of them instead" in said
    assert "(in an option, the configuration, 1 comment, known.json)" in said


def test_a_named_file_that_cannot_be_read_is_status_2_whatever_else() -> None:
    Path("a.txt").write_bytes(b"\0\1")
    status, said = run("--exit-zero", "--fail-on", "never", "a.txt")
    assert status == 2
    assert "binary data" in said
    assert run("--ignore", "S003", "a.txt")[0] == 2


def test_unreadable_files_in_folders_are_findings() -> None:
    Path("loop.txt").symlink_to("loop.txt")
    status, said = run(".")
    assert (status, "S003" in said) == (1, True)
    assert run("--exit-zero", ".")[0] == 0
    assert run("--ignore", "S003", ".")[0] == 0
    run("--baseline", "known.json", "--write-baseline", ".")
    assert run("--baseline", "known.json", ".")[0] == 0


def test_files_that_are_not_text_are_counted_and_named_on_request() -> None:
    write(a_txt=GOOD)
    for name in ("a.jpeg", "b.txt"):
        Path(name).write_bytes(b"\xff\xd8\0")
    status, said = run(".")
    assert (status, "2 files are not text and were skipped (--list-skipped)" in said) == (0, True)
    _, said = run("--list-skipped", ".")
    assert "a.jpeg: skipped: no type knows its name, and it is not text in UTF-8" in said
    assert "b.txt: skipped: it holds binary data (a NUL byte)" in said


def test_nothing_to_scan_is_a_warning() -> None:
    Path("empty").mkdir()
    status, said = run("empty")
    assert (status, "warning: no files to scan" in said) == (0, True)


def test_text_other_than_utf_8_is_a_warning() -> None:
    Path("a.txt").write_bytes(b"r\xe9sum\xe9: <http://e.org/a>\n")
    status, said = run("a.txt")
    assert (status, "S002 it is not UTF-8 (byte 1): read as windows-1252" in said) == (0, True)
    assert "S002" not in run("--encoding", "latin-1", "a.txt")[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "#!/usr/bin/python\n# -*- coding: iso-8859-1 -*-\ns = 'é http://e.org/'\n"),
        ("a.css", '@charset "windows-1252";\n/* é http://e.org/ */\n'),
    ],
)
def test_a_declared_charset_is_read(name: str, text: str) -> None:
    Path(name).write_text(text, "latin-1")
    assert run(name)[1].startswith("no findings in 1 file, 1 identifier")


def test_identifiers_are_listed() -> None:
    write(a_txt="see <http://u:pw@e.org/é> and http://e.org/a|b\n", b_md="[a](c)\n")
    status, said = run("--dump", ".")
    assert (status, said.splitlines()) == (0, ["http://u:***@e.org/é", "http://e.org/a|b", "c"])
    rows = [json.loads(line) for line in run("--dump", "--format", "jsonl", "b.md")[1].splitlines()]
    assert rows == [
        {
            "path": "b.md",
            "line": 1,
            "column": 5,
            "end_line": 1,
            "end_column": 6,
            "type": "markdown",
            "what": "link",
            "grammar": "rfc3987",
            "rule": "IRI-reference",
            "text": "c",
            "source": "c",
        }
    ]
    write(c_jsonld='{"@context": {"p": "http://u:pw@e.org/"}, "@id": "p:\\u0061"}')
    rows = [json.loads(line) for line in run("--dump", "--format", "jsonl", "c.jsonld")[1].splitlines()]
    expanded = [("http://u:***@e.org/", "http://u:***@e.org/"), ("http://u:***@e.org/a", "http://u:***@e.org/a")]
    assert [(row["text"], row["source"]) for row in rows] == expanded
    assert "http://u:pw@e.org/é" in run("--dump", "--show-secrets", "a.txt")[1]
    assert run("--dump", "--fix", "a.txt")[0] == 2


def test_contexts_are_read_from_files() -> None:
    url, linked = "https://e.org/c", '{"@context": "https://e.org/c", "@id": "ex:a b", "k": "ex:c d"}'
    write(
        irigrammar_toml=f'[contexts]\n"{url}" = "c.json"\n"{url}/d/e" = "e.json"\n',
        e_json='{"@context": {"o": {"@id": "http://e.org/o", "@context": "../../c"}}}',
        b_jsonld=f'{{"@context": "{url}/d/e", "o": {{"k": "ex:c d"}}}}',
        c_json='{"@context": {"ex": "http://e.org/#", "k": {"@id": "ex:k", "@type": "@id"}}}',
        a_jsonld=linked,
        a_yamlld=linked,
        a_html=f'<script type="application/ld+json">{linked}</script>',
    )
    for name in ("a.jsonld", "a.yamlld", "a.html"):
        assert run("--dump", name)[1].splitlines() == [url, "http://e.org/#a b", "http://e.org/#c d"], name
    assert run("--dump", "b.jsonld")[1].splitlines() == [f"{url}/d/e", "http://e.org/#c d"]
    for content, reason in (("[]", "no object with the member @context"), (None, "cannot be read")):
        Path("c.json").unlink()
        if content:
            Path("c.json").write_text(content)
        status, said = run("a.jsonld")
        assert status == 2
        assert reason in said
        Path("c.json").touch()


def test_documents_that_were_clean_are_not_scanned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    write(a_txt=GOOD, b_txt=BAD, own_abnf='thing = "http://e.org/" *DIGIT\r\n')
    Path("docs").mkdir()
    Path("docs/c.md").write_text("[a](http://e.org/)\n")
    first = run("--cache", ".cache", "--exclude", ".cache", ".")
    assert (first[0], len(Path(".cache/clean.txt").read_text().splitlines())) == (1, 3)
    seen: list[str] = []

    def noted(path: str, *rest: Any, **more: Any) -> Any:
        seen.append(path)
        return Document(path, *rest, **more)

    monkeypatch.setattr(scan_run, "Document", noted)
    assert run("--cache", ".cache", "--exclude", ".cache", ".") == first
    assert seen == ["b.txt"]  # what is reported comes from a scan
    Path("a.txt").write_text(BAD)
    assert run("--cache", ".cache", "--exclude", ".cache", ".")[1].count("F093") == 2 * first[1].count("F093") > 0
    seen.clear()
    run("--cache", ".cache", "--exclude", ".cache", "--select", "F", "docs")
    assert seen == ["docs/c.md"]  # other settings


@pytest.mark.parametrize("text", ["x", "a b c\n", "\xff 1\n"])
def test_a_cache_with_something_else_in_it_knows_nothing(text: str) -> None:
    write(a_txt=GOOD)
    Path(".cache").mkdir()
    Path(".cache/clean.txt").write_text(text)
    assert run("--cache", ".cache", "a.txt")[0] == 0


def test_standard_input_has_the_type_of_the_name_that_it_is_given() -> None:
    status, said = run("--stdin-filename", "docs/a.md", "--format", "concise", "-", stdin="[a](b%zz)\n")
    assert status == 1
    assert said.startswith("docs/a.md:1:")


def test_fixes_are_shown_on_request() -> None:
    write(a_txt="http://e.org/a^b\n")
    status, said = run("--fix", "--show-fixes", "a.txt")
    assert (status, "-http://e.org/a^b" in said, "+http://e.org/a%5Eb" in said) == (0, True, True)
    assert Path("a.txt").read_text() == "http://e.org/a%5Eb\n"


@in_one_test(
    ("options", "said"),
    [
        (["--select", "X1"], "unknown code 'X1'"),
        (["--severity", "S001"], "--severity takes CODE=LEVEL"),
        (["--severity", "S001=bad"], "unknown severity 'bad'"),
        (["--type", "htm"], "unknown document type 'htm'; did you mean 'html'?"),
        (["-g", "rfc3978"], "unknown grammar 'rfc3978'"),
        (["-r", "IRJ"], "has no rule 'IRJ'"),
        (["--config", "no.toml"], "no.toml: cannot be read"),
        (["--config", "a", "--isolated"], "cannot be combined"),
        (["--write-baseline"], "--write-baseline needs to know where"),
        (["--baseline", "no.json"], "no.json: cannot be read"),
        (["--fix", "-", "x"], "--fix cannot write to standard input"),
        (["--output", "no/such/folder/x"], "cannot be written"),
    ],
)
def test_bad_usage_is_status_2_and_says_what(options: list[str], said: str) -> None:
    write(a_txt=GOOD)
    status, text = run(*options)
    assert status == 2
    assert said in text
    assert "Traceback" not in text


def test_a_report_goes_to_a_file() -> None:
    write(a_txt=BAD)
    status, said = run("--format", "json", "--output", "r.json")
    assert (status, said) == (1, "")
    assert json.loads(Path("r.json").read_text())["findings"][0]["code"] == "F093"
    assert sorted(os.listdir()) == ["a.txt", "r.json"]  # noqa: PTH208  # names alone


def test_configuration_and_options_over_it(folder: Path) -> None:
    write(irigrammar_toml='exclude = ["b.txt"]\n[types.text]\nignore = ["S001"]\n', a_txt=BAD, b_txt=BAD)
    assert codes() == []
    assert codes("--isolated") == ["F093", "F093"]
    (folder / "sub").mkdir()
    os.chdir("sub")
    write(c_txt=SHOUTED)
    assert codes("--level", "advice") == ["R005"]


def test_files_and_types_are_listed() -> None:
    write(a_txt=GOOD, page_html="")
    listed = run("--list-files")[1].splitlines()
    assert [line.split("\t")[:2] for line in listed] == [["a.txt", "text"], ["page.html", "html"]]
    assert "N-Triples" in run("--list-types")[1]
    assert json.loads(run("--print-config", "--exclude", "x")[1])["exclude"] == ["x"]


def test_a_baseline_goes_round() -> None:
    write(a_txt=f"{BAD}{SHOUTED}")
    status, said = run("--baseline", "known.json", "--write-baseline")
    assert status == 0
    assert "recorded 1 finding in" in said
    assert codes("--baseline", "known.json") == []
    write(a_txt=f"one more line\nand another\n{BAD}")  # what moved stays known
    assert codes("--baseline", "known.json") == []
    write(a_txt=f"{BAD}{BAD}")  # a second one of a kind is new
    assert codes("--baseline", "known.json") == ["F093"]
    write(a_txt=GOOD)
    status, said = run("--baseline", "known.json")
    assert status == 0
    assert "1" in said
    assert "gone" in said or "no longer" in said
    run("--baseline", "known.json", "--write-baseline")
    assert json.loads(Path("known.json").read_text())["findings"] == []


def test_a_baseline_keeps_what_was_not_scanned() -> None:
    write(a_txt=BAD, b_txt=BAD)
    run("--baseline", "known.json", "--write-baseline")
    write(a_txt=GOOD)
    run("a.txt", "--baseline", "known.json", "--write-baseline")
    rows = json.loads(Path("known.json").read_text())["findings"]
    assert [(row["path"], row["code"]) for row in rows] == [("b.txt", "F093")]
    Path("b.txt").unlink()
    _, said = run("a.txt", "--baseline", "known.json")
    assert "gone" in said or "no longer" in said


def test_a_baseline_is_of_the_folder_of_its_configuration(folder: Path) -> None:
    write(irigrammar_toml='baseline = "known.json"\n')
    (folder / "sub").mkdir()
    (folder / "sub" / "a.txt").write_text(BAD)
    assert run("--write-baseline")[0] == 0
    os.chdir("sub")
    assert codes("a.txt") == []


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 9, "findings": []}', '{"version": 2, "findings": [{}]}'])
def test_a_baseline_that_is_none(text: str) -> None:
    write(a_txt=GOOD, known_json=text)
    status, said = run("--baseline", "known.json", "a.txt")
    assert status == 2
    assert "known.json: " in said
    assert "a baseline" in said


def test_fixing_in_place_and_as_a_diff() -> None:
    write(a_txt="http://e.org/a^b\nhttp://b|c/\n", b_txt=GOOD)
    status, said = run("--diff")
    assert status == 1
    assert "+http://e.org/a%5Eb\n" in said
    assert Path("a.txt").read_text() == "http://e.org/a^b\nhttp://b|c/\n"
    status, said = run("--fix", "--format", "concise")
    assert status == 1  # a host is not fixed
    assert Path("a.txt").read_text() == "http://e.org/a%5Eb\nhttp://b|c/\n"
    assert "a.txt:2:9" in said
    assert "1" in said
    assert run("--diff", "b.txt") == (0, "iri: 0 identifiers would be fixed\n")


def test_a_file_that_cannot_be_written_again_is_reported() -> None:
    Path("a.txt").write_bytes(b"\xff http://e.org/a^b\n")
    status, said = run("--fix", "--encoding", "utf-8")
    assert status == 1
    assert "a.txt: not fixed: some of its bytes cannot be decoded as utf-8" in said
    assert Path("a.txt").read_bytes() == b"\xff http://e.org/a^b\n"


def test_custom_grammar() -> None:
    write(own_abnf='thing = "http://e.org/" *DIGIT\r\n', a_txt="http://e.org/12 http://e.org/x\n")
    assert codes("-g", "own.abnf", "a.txt") == ["F000"]


@pytest.mark.slow
def test_an_interrupt_leaves_the_report_as_it_was() -> None:
    write(r_json="old", a_txt=BAD * 30_000)
    arguments = ["scan", "--output", "r.json", "a.txt"]
    process = subprocess.Popen([sys.executable, "-c", command.PROGRAM, *arguments], stderr=subprocess.PIPE)
    end = time.monotonic() + 30
    while time.monotonic() < end and len(os.listdir()) < 3:  # noqa: PTH208  # its temporary file is there
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert b"Traceback" not in said
    if process.returncode == 130:
        assert Path("r.json").read_text() == "old"
    assert sorted(os.listdir()) == ["a.txt", "r.json"]  # noqa: PTH208  # likewise


def test_bis_4_2_the_structure_of_bidirectional_identifiers_is_found_where_it_is_asked_for() -> None:
    """The rules B001 to B007, whose findings `irigrammar.bidi.findings` has, too."""
    write(a_txt="see http://e/a\u05d0 and http://e/\u05d0/1 and http://e/\u05d0\u05d1", b_html='<a href="/\u05d01">')
    assert not [code for code in codes("--level", "advice", "a.txt", "b.html") if code.startswith("B")]
    assert codes("--select", "B", "--level", "advice", "a.txt", "b.html") == ["B003", "B006", "B005"]


def test_one_scan_writes_several_reports() -> None:
    write(a_txt=BAD)
    status, said = run("--format", "concise", "--also", "jsonl=b.jsonl", "--also", "sarif=c.sarif", ".")
    assert (status, said.count("a.txt:1:")) == (1, 1)
    (row,) = map(json.loads, Path("b.jsonl").read_text("utf-8").splitlines())
    (result,) = json.loads(Path("c.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert row["code"] == result["ruleId"] == "F093"
    assert (
        run("--format", "jsonl", "--also", "text=b.jsonl", "--also", "json=c.sarif", ".")[1].count("\n") == 1
    )  # reports are not scanned


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--also", "sarif"), "write FORMAT=FILE, as sarif=iri.sarif, instead of 'sarif'"),
        (("--also", "sarif="), "write FORMAT=FILE"),
        (("--also", "xml=a.xml"), "write FORMAT=FILE"),
        (("--also", "json=no/where.json"), "no/where.json: cannot be written"),
        (("--also", "json=a.json", "--diff"), "--also cannot be combined with --diff"),
        (("--also", "json=a.json", "--also", "text=a.json"), "it changed while it was written"),
    ],
)
def test_reports_that_cannot_be_written_are_usage_errors(arguments: tuple[str, ...], said: str) -> None:
    write(a_txt=BAD)
    status, output = run(*arguments, "a.txt")
    assert (status, said in output) == (2, True), output


def test_findings_with_one_cause_in_a_line_are_one_in_reports_for_people() -> None:
    write(a_txt="http://e/a|b http://e/c|d http://h:8a/ http://e/f|g\nhttp://e/x|y\n")
    _, said = run("--format", "concise", "a.txt")
    shown = [line.split(" ", 3)[0] + line.rpartition("/")[2] for line in said.splitlines()[:3]]
    assert shown == ["a.txt:1:11:a|b; 2 more in this line", "a.txt:1:37:", "a.txt:2:11:x|y"]
    assert "5 findings" in said
    assert codes("a.txt") == ["F093", "F093", "F061", "F093", "F093"]
