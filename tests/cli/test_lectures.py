"""A lecturer's five grammars through the commands, as a student reads them."""

from __future__ import annotations

import json

import pytest
from command import iri
from places import TESTS

FOLDER = TESTS / "data" / "lectures"

WRONG = {
    "timestamp": ("1985-04-12T23:20Z", '"Z" is not allowed in partial-time', "1985-04-12T23:20:00Z"),
    "semver": ("1.2.03", '"3" is not allowed in version', "1.2.0"),
    "address": ("Ada Byron, Long Lane 12b, 1234 Town", "a space is not allowed in town", None),
    "message": ("From:Ada (a (b) <a@b.test>", "unexpected end of string: comment is incomplete", None),
    "sum": ("2*(3+4", "unexpected end of string: factor is incomplete", "2*(3+4)"),
}
RIGHT = {
    "timestamp": "1985-04-12T23:20:50.52Z",
    "semver": "1.2.3-rc.1",
    "address": "Dr. Ada Byron, Long Lane 12b, 12345 Town",
    "message": "From: Ada (a (b)) <a@b.test>\r\n",
    "sum": "2*(3+4)-5",
}


def run(name: str, *arguments: str) -> tuple[int, str, str]:
    command, *rest = arguments
    return iri(*command.split(), "-g", f"./{name}.abnf", *rest, cwd=FOLDER)


@pytest.mark.parametrize("name", WRONG)
def test_check_and_explain(name: str) -> None:
    text, message, fix = WRONG[name]
    assert run(name, "check", RIGHT[name])[0] == 0
    assert run(name, "check", text)[0] == 1
    status, out, _ = run(name, "explain", text)
    assert (status, out.splitlines()[0]) == (1, f"error[F000]: {message}")
    assert fix is None or f"  fix        {fix}   " in out


@pytest.mark.parametrize("name", RIGHT)
def test_tree_derive_and_trace(name: str) -> None:
    text = RIGHT[name]
    status, out, _ = run(name, "tree", text, "--format", "json")
    tree = json.loads(out)
    assert status == 0
    assert (tree["start"], tree["end"]) == (0, len(text))
    assert run(name, "derive", text)[1].splitlines()[-1].endswith("steps")
    assert run(name, "trace", text)[0] == 0


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "message")) for name in RIGHT])
def test_quiz_suite_railroad_and_sample(name: str) -> None:
    status, out, _ = run(name, "quiz", "-n", "4", "--format", "json")
    questions = json.loads(out)["questions"]
    assert status == 0
    assert {question["valid"] for question in questions} == {True, False}
    rows = [json.loads(line) for line in run(name, "suite generate", "--cover", "rules")[1].splitlines()]
    assert any(row["valid"] for row in rows)
    for row in rows:
        assert (row["offset"] is None) == row["valid"]
    assert run(name, "grammar railroad")[0] == 0
    samples = run(name, "sample", "-n", "3")
    assert samples[0] == 0


def test_a_sum_and_all_of_its_derivations() -> None:
    status, out, _ = run("sum", "tree", "--all", "1-2-3")
    assert (status, out.splitlines()[:2]) == (0, ["derivation 1 of 1", 'expression  "1-2-3"'])
    assert run("sum", "tree", "--all", "--format", "svg", "1")[0] == 2


def test_split_by_rules_of_ones_own() -> None:
    options = ("--components", "year=date-fullyear", "--components", "offset=time-offset")
    status, out, _ = run("timestamp", "split", *options, RIGHT["timestamp"])
    assert (status, out) == (0, "year       1985\noffset     Z\n")
    status, out, _ = run("timestamp", "split", *options, "--format", "json", RIGHT["timestamp"])
    assert json.loads(out) == {"year": "1985", "offset": "Z"}
    status, _, error = run("timestamp", "split", "--components", "hour=time-hour", RIGHT["timestamp"])
    assert (status, "time-hour can be in a string of date-time more than once" in error) == (2, True)
    assert run("timestamp", "split", "--components", "hour", "x")[0] == 2
