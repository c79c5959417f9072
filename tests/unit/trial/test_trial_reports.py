"""Reports of a trial: text, JSON, JUnit, files."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from rows import in_one_test
from trial_drivers import Canned

import irigrammar
from irigrammar.language.suite import Case, suite
from irigrammar.trial import text_report as module
from irigrammar.trial.divergence import Divergence
from irigrammar.trial.files import FileError, known_lines, read_cases, read_known
from irigrammar.trial.implementation import Answer, Failure
from irigrammar.trial.text_report import trial_dict, trial_lines, trial_xml
from irigrammar.trial.trial import Difference, Incident, Trial, run_trial

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
        "  strings 2,001 to 3,000, none of them alone  no answer",
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


def json_trial(rows: dict[str, Answer], *, known: dict[str, bool] | None = None) -> Trial:
    implementation = Canned(lambda text: rows.get(text, URI.matches(text)))
    cases = [Case(text, URI.matches(text), None) for text in ("a:b", "x", *rows)]
    return run_trial(URI, cases, implementation, known=known, proof="It is proved.")


def test_all_that_is_known_of_a_trial_is_there() -> None:
    rows: dict[str, Answer] = {
        "a:b c": True,
        "a:b\ud800": True,
        "a:b#": False,
        "a:": Failure("crash", "exit status 3", "x\ny"),
    }
    data = json.loads(json.dumps(trial_dict(json_trial(rows), examples=1)))
    assert data == {
        "implementation": "canned",
        "grammar": "rfc3986",
        "rule": "URI",
        "section": "RFC 3986, section 3",
        "passed": False,
        "strings": 6,
        "score": 0.333333,
        "valid": {"strings": 3, "right": 1, "share": 0.333333},
        "invalid": {"strings": 3, "right": 1, "share": 0.333333},
        "false_accepts": 2,
        "false_rejects": 1,
        "productions": [
            {
                "production": "path-rootless",
                "kind": "false accept",
                "count": 2,
                "examples": [{"text": "a:b\ud800", "verdict": True, "production": "path-rootless", "offset": 3}],
            },
            {
                "production": "fragment",
                "kind": "false reject",
                "count": 1,
                "examples": [{"text": "a:b#", "verdict": False, "production": "fragment", "offset": None}],
            },
        ],
        "failures": {"crash": 1},
        "failure_examples": [
            {"kind": "crash", "detail": "exit status 3", "stderr": "x\ny", "text": "a:", "first": 6, "count": 1}
        ],
        "stopped": None,
        "known": None,
        "proof": None,
    }


def test_agreement_has_its_proof() -> None:
    result = trial_dict(json_trial({}))
    assert (result["passed"], result["score"], result["proof"]) == (True, 1.0, "It is proved.")


def test_new_and_fixed_differences_are_all_there() -> None:
    rows: dict[str, Answer] = {f"a:b {number}": True for number in range(10)}
    result = trial_dict(json_trial(rows, known={"x": True, "a:b 0": True, "y": True}), examples=1)["known"]
    assert (result["met"], result["unmet"], result["fixed"]) == (1, 1, ["x"])
    assert [row["text"] for row in result["new"]] == [f"a:b {number}" for number in range(1, 10)]


def junit_trial(rows: dict[str, Answer], *, known: dict[str, bool] | None = None) -> Trial:
    implementation = Canned(lambda text: rows.get(text, URI.matches(text)))
    cases = [Case(text, URI.matches(text), None) for text in ("a:b", "x", *rows)]
    return run_trial(URI, cases, implementation, known=known)


def suite_of(of: Trial, *, examples: int = 3) -> ET.Element:
    """Return the one suite of a document, after looking at what every reader looks at."""
    text = trial_xml(of, examples=examples, seconds=1.25)
    assert text.isascii()
    assert text.startswith("<?xml version='1.0' encoding='us-ascii'?>\n<testsuites ")
    root = ET.fromstring(text)
    (suite,) = root
    assert (root.tag, suite.tag, suite.get("time")) == ("testsuites", "testsuite", "1.250")
    cases = suite.findall("testcase")
    assert len({case.get("name") for case in cases}) == len(cases)
    for element in (root, suite):
        assert element.get("tests") == str(len(cases))
        assert element.get("failures") == str(len(suite.findall("testcase/failure")))
        assert element.get("errors") == str(len(suite.findall("testcase/error")))
        assert element.get("skipped") == "0"
    assert all(case.get("classname") == "rfc3986 URI" for case in cases)
    return suite


def wrong(suite: ET.Element) -> dict[str, tuple[str, str, str]]:
    """Return what is wrong by the name of the test: element, message, text."""
    return {
        str(case.get("name")): (element.tag, str(element.get("message")), element.text or "")
        for case in suite.findall("testcase")
        for element in case
    }


def test_agreement_passes_two_tests_a_production() -> None:
    suite = suite_of(junit_trial({}))
    assert wrong(suite) == {}
    assert len(suite.findall("testcase")) == 2 * len(Divergence(URI).productions) + 7


def test_differences_fail_the_test_of_their_production() -> None:
    rows: dict[str, Answer] = {"a:b c": True, "a:b\n": True, "": True, "a:b#": False}
    suite = suite_of(junit_trial(rows), examples=1)
    assert wrong(suite) == {
        "path-rootless: rejects what is invalid": ("failure", "wrong verdicts: 2", "a:b\\u{A}  (offset 3)"),
        "scheme: rejects what is invalid": ("failure", "wrong verdicts: 1", "(empty)  (offset 0)"),
        "fragment: accepts what is valid": ("failure", "wrong verdicts: 1", "a:b#"),
    }


def test_the_names_of_the_tests_are_the_same_whatever_comes_out() -> None:
    def names(suite: ET.Element) -> list[str | None]:
        return [case.get("name") for case in suite.findall("testcase")]

    rows: dict[str, Answer] = {"a:b c": True, "a:": Failure("hang", "no answer")}
    assert names(suite_of(junit_trial({}))) == names(suite_of(junit_trial(rows, known={"x": True})))


def test_characters_outside_of_xml_are_escaped() -> None:
    """Control characters, U+FFFE and U+FFFF, and surrogates have no place in XML 1.0, not even as references."""
    rows: dict[str, Answer] = {"a:b\0\x1b\ufffe\uffff\ud800<&>\"']]>é\U0001f600": True}
    result = wrong(suite_of(junit_trial(rows)))
    ((_, _, text),) = result.values()
    assert text == "a:b\\u{0}\\u{1B}\\u{FFFE}\\u{FFFF}\\u{D800}<&>\"']]>é\U0001f600  (offset 3)"


def test_failures_are_errors() -> None:
    crash = Failure("crash", "exit status 3", "last\x07\nwords")
    result = Trial(
        URI,
        "it \x01",
        {True: 1, False: 1},
        {True: 0, False: 1},
        (),
        incidents=(Incident(crash, "", 1, 1), Incident(Failure("few", "its output ended"), None, 1, 1000)),
        failures={"crash": 1, "few": 1},
        stopped="stopped after 2 failures",
    )
    suite = suite_of(result)
    assert wrong(suite) == {
        "does not crash": ("error", "strings or batches: 1", "exit status 3: (empty)\nlast\\u{7}\nwords"),
        "gives an answer for each string": ("error", "strings or batches: 1", "its output ended: in a batch of 1,000"),
        "runs to the end": ("error", "stopped after 2 failures", ""),
    }
    properties = {element.get("name"): element.get("value") for element in suite.findall("properties/property")}
    assert properties == {"implementation": "it \\u{1}", "strings": "2", "score": "0.5"}


def test_known_differences_fail_no_test_and_fixed_ones_one() -> None:
    rows: dict[str, Answer] = {"a:b c": True, "a:b d": True}
    assert wrong(suite_of(junit_trial(rows, known={"a:b c": True, "a:b d": True}))) == {}
    result = wrong(suite_of(junit_trial(rows, known={"a:b c": True, "x": True})))
    assert result == {
        "path-rootless: rejects what is invalid": ("failure", "wrong verdicts: 1", "a:b d  (offset 3)"),
        "known differences": ("failure", "fixed: 1", "x"),
    }


PORT = irigrammar.grammar("rfc3986")["port"]


def lines(*rows: object) -> list[bytes]:
    return [json.dumps(row).encode() + b"\n" for row in rows]


def test_a_suite_is_read_back() -> None:
    cases = list(suite(PORT))
    assert list(read_cases(lines(*[case._asdict() for case in cases]), "f", PORT)) == cases


def test_empty_lines_and_other_keys_are_skipped_and_an_offset_may_be_missing() -> None:
    rows = [
        b"\n",
        *lines({"text": "x", "valid": False, "rule": "port"}),
        b" \r\n",
        b'{"text": "\xc3\xa9", "valid": false}',
    ]
    assert list(read_cases(rows, "f", PORT)) == [Case("x", False, None), Case("é", False, None)]
    assert list(read_cases([b'{"text": "\\ud800", "valid": false}'], "f", PORT)) == [Case("\ud800", False, None)]


@in_one_test(
    "row",
    [
        {"text": "1"},
        {"valid": True},
        {"text": 1, "valid": True},
        {"text": "1", "valid": 1},
        {"text": "1", "valid": "true"},
    ]
    + [{"text": "x", "valid": False, "offset": offset} for offset in ("0", 0.5, True)],
)
def test_a_case_must_have_its_fields(row: dict[str, object]) -> None:
    with pytest.raises(FileError, match=r"^f:2: a case is \{"):
        list(read_cases([b"\n", *lines(row)], "f", PORT))


@pytest.mark.parametrize("line", [b"x", b"{", b'"x"', b"[]", b"1", b'{"text": "\xff"}', b"[" * 100_000])
def test_a_line_must_be_an_object(line: bytes) -> None:
    for read in (lambda: list(read_cases([line], "f", PORT)), lambda: read_known([line], "f")):
        with pytest.raises(FileError, match=r"^f:1: (no JSON object|nested too deep|not UTF-8)"):
            read()


@pytest.mark.parametrize(("text", "valid", "word"), [("80", False, "invalid"), ("x", True, "valid")])
def test_cases_of_another_production_are_refused(text: str, valid: bool, word: str) -> None:
    with pytest.raises(FileError, match=f"^f:1: the case is said to be {word}, which is not so for port of rfc3986$"):
        list(read_cases(lines({"text": text, "valid": valid}), "f", PORT))


def test_known_differences_are_read_back() -> None:
    differences = [Difference("a\ud800", True, "port", 0), Difference("é\n", False, "port", None)]
    written = list(known_lines(differences))
    assert all(line.isascii() and line.endswith("\n") and line.count("\n") == 1 for line in written)
    assert read_known([line.encode() for line in written], "f") == {"a\ud800": True, "é\n": False}


@pytest.mark.parametrize(
    "row", [{"text": "1"}, {"verdict": True}, {"text": None, "verdict": True}, {"text": "", "verdict": 1}]
)
def test_a_known_difference_must_have_its_fields(row: dict[str, object]) -> None:
    with pytest.raises(FileError, match=r"^f:1: a known difference is \{"):
        read_known(lines(row), "f")
