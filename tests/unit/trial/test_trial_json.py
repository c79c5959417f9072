"""Trials as one JSON object."""

from __future__ import annotations

import json

from trial_drivers import Canned

import irigrammar
from irigrammar.language.suite import Case
from irigrammar.trial.implementation import Answer, Failure
from irigrammar.trial.text_report import trial_dict
from irigrammar.trial.trial import Trial, run_trial

URI = irigrammar.grammar("rfc3986")["URI"]


def trial(rows: dict[str, Answer], *, known: dict[str, bool] | None = None) -> Trial:
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
    data = json.loads(json.dumps(trial_dict(trial(rows), examples=1)))
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
    result = trial_dict(trial({}))
    assert (result["passed"], result["score"], result["proof"]) == (True, 1.0, "It is proved.")


def test_new_and_fixed_differences_are_all_there() -> None:
    rows: dict[str, Answer] = {f"a:b {number}": True for number in range(10)}
    result = trial_dict(trial(rows, known={"x": True, "a:b 0": True, "y": True}), examples=1)["known"]
    assert (result["met"], result["unmet"], result["fixed"]) == (1, 1, ["x"])
    assert [row["text"] for row in result["new"]] == [f"a:b {number}" for number in range(1, 10)]
