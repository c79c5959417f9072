"""Trials as JUnit's XML."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from trial_drivers import Canned

import irigrammar
from irigrammar.language.suite import Case
from irigrammar.trial.divergence import Divergence
from irigrammar.trial.implementation import Answer, Failure
from irigrammar.trial.text_report import trial_xml
from irigrammar.trial.trial import Incident, Trial, run_trial

URI = irigrammar.grammar("rfc3986")["URI"]


def trial(rows: dict[str, Answer], *, known: dict[str, bool] | None = None) -> Trial:
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
    suite = suite_of(trial({}))
    assert wrong(suite) == {}
    assert len(suite.findall("testcase")) == 2 * len(Divergence(URI).productions) + 7


def test_differences_fail_the_test_of_their_production() -> None:
    rows: dict[str, Answer] = {"a:b c": True, "a:b\n": True, "": True, "a:b#": False}
    suite = suite_of(trial(rows), examples=1)
    assert wrong(suite) == {
        "path-rootless: rejects what is invalid": ("failure", "wrong verdicts: 2", "a:b\\u{A}  (offset 3)"),
        "scheme: rejects what is invalid": ("failure", "wrong verdicts: 1", "(empty)  (offset 0)"),
        "fragment: accepts what is valid": ("failure", "wrong verdicts: 1", "a:b#"),
    }


def test_the_names_of_the_tests_are_the_same_whatever_comes_out() -> None:
    def names(suite: ET.Element) -> list[str | None]:
        return [case.get("name") for case in suite.findall("testcase")]

    rows: dict[str, Answer] = {"a:b c": True, "a:": Failure("hang", "no answer")}
    assert names(suite_of(trial({}))) == names(suite_of(trial(rows, known={"x": True})))


def test_what_xml_cannot_hold_is_escaped() -> None:
    """Control characters, U+FFFE and U+FFFF, and surrogates have no place in XML 1.0, not even as references."""
    rows: dict[str, Answer] = {"a:b\0\x1b\ufffe\uffff\ud800<&>\"']]>é\U0001f600": True}
    result = wrong(suite_of(trial(rows)))
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
    assert wrong(suite_of(trial(rows, known={"a:b c": True, "a:b d": True}))) == {}
    result = wrong(suite_of(trial(rows, known={"a:b c": True, "x": True})))
    assert result == {
        "path-rootless: rejects what is invalid": ("failure", "wrong verdicts: 1", "a:b d  (offset 3)"),
        "known differences": ("failure", "fixed: 1", "x"),
    }
