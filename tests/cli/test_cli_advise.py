"""`iri advise` as a user runs it; its text is in golden/advise.md."""

from __future__ import annotations

import json

from command import iri, run
from rows import in_one_test

from irigrammar import advise
from irigrammar.advice.registry import rules
from irigrammar.views.advice import summary


@in_one_test(
    ("arguments", "status"),
    [
        (["https://example.org/"], 0),
        (["http://E/"], 0),
        (["--fail-on", "advice", "http://E/"], 1),
        (["http://0x7f.1/"], 1),
        (["--fail-on", "error", "http://0x7f.1/"], 0),
        (["--severity", "H005=error", "--fail-on", "error", "http://0x7f.1/"], 1),
        (["--severity", "H=advice", "http://0x7f.1/"], 0),
        (["--ignore", "H", "http://0x7f.1/"], 0),
        (["--fail-on", "error", "a b"], 1),
        (["--fail-on", "never", "a b"], 0),
    ],
)
def test_the_exit_status_follows_the_severities(arguments: list[str], status: int) -> None:
    exit_status, out, _ = iri("advise", *arguments)
    assert exit_status == status
    assert out


@in_one_test(
    ("arguments", "said"),
    [
        (["--explain", "X1"], "unknown code 'X1'"),
        (["--explain", "C01"], "unknown code 'C01'; did you mean C01"),
        (["--select", "not-nfc", "x"], "unknown code 'not-nfc'; did you mean C010?"),
        (["--ignore", "C010,,", "x"], "unknown code ''"),
        (["--severity", "C=bad", "x"], "unknown severity 'bad'; choose 'error', 'warning' or 'advice'"),
        (["--severity", "C", "x"], "--severity takes CODE=LEVEL, as C010=error, and not 'C'"),
        (["--profile", "both", "x"], "'both' is not one of"),
        (["-g", "rfc3978", "x"], "unknown grammar 'rfc3978'; did you mean rfc398"),
        (["--encoding", "nothing"], "nothing"),
        ([b"\xff"], "an argument is not UTF-8"),
    ],
)
def test_usage(arguments: list[str | bytes], said: str) -> None:
    status, out, err = iri("advise", *arguments)
    assert (status, out) == (2, "")
    assert said in err


def test_input_that_is_not_in_the_encoding_ends_it() -> None:
    status, _, err = iri("advise", stdin=b"\xff\n")
    assert status == 2
    assert "standard input cannot be read" in err
    assert iri("advise", "--encoding", "windows-1252", stdin=b"http://e/\xe9\n")[0] == 0


def test_lines_of_standard_input() -> None:
    status, out, err = iri("advise", "a", "-", stdin=b"http://e/\nhttp://e:/\r\na b\n")
    assert (status, err) == (1, "")
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "http://e:/",
        "a b",
        "4 texts: 1 error, 1 warning, 0 pieces of advice",
    ]
    assert iri("advise") == (0, "0 texts: 0 errors, 0 warnings, 0 pieces of advice\n", "")


def test_records() -> None:
    status, out, _ = iri("advise", "--format", "jsonl", "--select", "R", "HTTP://e:/", "a b", "x")
    first, second, fault = map(json.loads, out.splitlines())
    assert status == 1
    findings = advise("HTTP://e:/", select="R")
    for row, finding in zip((first, second), findings, strict=True):
        assert (row["code"], row["severity"], row["message"]) == (finding.code, finding.severity, finding.message)
        assert (row["offset"], row["column"], row["end_column"]) == (finding.start, finding.start + 1, finding.end + 1)
        assert (row["text"], row["rule"], row["section"]) == ("HTTP://e:/", "IRI-reference", finding.section)
    assert (fault["code"], fault["offset"], fault["section"]) == ("F094", 1, "RFC 3987, section 2.2")
    document = json.loads(iri("advise", "--format", "json", "HTTP://e:/", "x", "a b")[1])
    assert (document["valid"], document["invalid"], len(document["findings"])) == (1, 2, 3)
    assert json.loads(iri("advise", "--format", "json", stdin=b"")[1])["findings"] == []


def test_the_list_has_every_rule_and_the_pages_are_theirs() -> None:
    status, out, err = iri("advise", "--list")
    assert (status, err) == (0, "")
    assert [line.split()[:2] for line in out.splitlines()] == [
        [rule.code, rule.name] for rule in rules() if not rule.opt_in
    ]
    status, out, _ = iri("advise", *(part for rule in rules() for part in ("--explain", rule.code)))
    assert status == 0
    for rule in rules():
        assert f"{rule.code} {rule.name} ({rule.severity})\n" in out


def test_a_page_is_written_in_an_encoding_that_lacks_its_characters() -> None:
    status, out, _ = run("advise", "--explain", "C014", encoding="ascii")
    assert status == 0
    assert "http://example.org/\\ufb01le" in out


def test_a_summary_counts() -> None:
    assert summary({"error": 1, "warning": 0, "advice": 1_000}, 1) == (
        "1 text: 1 error, 0 warnings, 1,000 pieces of advice"
    )


def test_h001_and_r001_once_a_host() -> None:
    texts = ("http://E.org/a/../b", "http://e.ORG/c/./", "http://F.org/", "/a/../b", "/c/../d")
    status, out, _ = iri("advise", "--format", "jsonl", *texts)
    codes = [(row["text"], row["code"]) for row in map(json.loads, out.splitlines())]
    assert codes == [(texts[0], "H001"), (texts[0], "R001"), (texts[2], "H001"), (texts[3], "R001"), (texts[4], "R001")]
    assert status == 0
    assert iri("advise", "--select", "H001", *texts)[1].count("H001") == 3
