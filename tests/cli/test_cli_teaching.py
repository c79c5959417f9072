"""`iri derive`, `trace`, `char` and `quiz` as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import iri
from examples import some
from places import TESTS

import irigrammar


def test_derive() -> None:
    assert iri("derive", "-r", "port", "80") == (
        0,
        '          port\n  1 port  2DIGIT\n  2 DIGIT "8" DIGIT\n  3 DIGIT "80"\n3 steps\n',
        "",
    )
    status, out, _ = iri("derive", "--only", "ihost,PORT", "--only", "isegment", "http://h:8/é")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()] == ["ihost", "port", "isegment", "of"]
    row = json.loads(iri("derive", "--format", "json", "-g", "rfc3986", "-r", "port", "8")[1])
    assert (row["grammar"], row["rule"], len(row["steps"])) == ("rfc3986", "port", 2)
    assert iri("derive", "--escaped", r"\u{e9}")[1].splitlines()[-2].endswith('"é"')


def test_derive_refuses() -> None:
    assert iri("derive", "a b")[:2] == (1, "a b: F094 a reference cannot contain a space (column 2)\n")
    assert json.loads(iri("derive", "--format", "json", b"a\xff")[1])["code"] == "F001"
    status, _, error = iri("derive", "--only", "isegmet", "a")
    assert status == 2
    assert "isegment" in error


def test_trace() -> None:
    status, out, error = iri("trace", "-r", "port", "8a")
    assert (status, error) == (1, "")
    assert out.splitlines()[-1] == 'not port: "a" is not a digit, and a port can contain only digits (column 2)'
    assert iri("trace", "a:b")[0] == 0
    assert json.loads(iri("trace", "--format", "json", "--from", "1", "--to", "2", "abc")[1])["moves"][0]["offset"] == 1
    assert iri("trace", b"a\xff")[:2][1].endswith("byte 0xFF is not UTF-8 (column 2, byte 1)\n")
    assert len(iri("trace", "--each", "a" * 50)[1].splitlines()) > len(iri("trace", "a" * 50)[1].splitlines()) + 40


def test_trace_refuses() -> None:
    assert iri("trace", "--from", "3", "--to", "3", "abcd")[0] == 2
    assert iri("trace", "--from", "-1", "abcd")[0] == 2


def test_char() -> None:
    status, out, error = iri("char", "é", "U+41-42")
    assert (status, error) == (0, "")
    heads = [block.splitlines()[0] for block in out.split("\n\n")]
    assert heads == [
        "U+00E9 LATIN SMALL LETTER E WITH ACUTE",
        "U+0041 LATIN CAPITAL LETTER A",
        "U+0042 LATIN CAPITAL LETTER B",
    ]
    assert json.loads(iri("char", "--format", "json", "U+D800")[1])["utf8"] is None
    assert [row["code_point"] for row in json.loads(iri("char", "--format", "json", "U+D7FF-D801")[1])] == [
        "U+D7FF",
        "U+D800",
        "U+D801",
    ]
    lines = iri("char", "--format", "jsonl", "--escaped", r"\u{20}x")[1].splitlines()
    assert [json.loads(line)["character"] for line in lines] == [" ", "x"]


@pytest.mark.parametrize("wrong", ["U+", "U+G1", "U+110000", "U+2-1", "", b"\xff"])
def test_char_refuses(wrong: str | bytes) -> None:
    status, out, error = iri("char", wrong)
    if wrong == "U+":  # two characters
        assert (status, error) == (0, "")
        return
    assert (status, out) == (2, "")
    assert "Error: " in error


def answers(seed: int, count: int) -> list[str]:
    rows = json.loads(
        iri("quiz", "-g", "rfc3986", "-r", "port", "-n", str(count), "--seed", str(seed), "--format", "json")[1]
    )["questions"]
    return ["y" if row["valid"] else "n" for row in rows]


def quiz(*typed: str, count: int = 4) -> tuple[int, str]:
    encoded = "".join(f"{line}\n" for line in typed).encode(errors="surrogateescape")
    status, out, error = iri("quiz", "-g", "rfc3986", "-r", "port", "-n", str(count), stdin=encoded)
    assert error == ""
    return status, out


def test_a_quiz_with_right_answers() -> None:
    status, out = quiz(*answers(0, 4))
    assert status == 0
    assert out.endswith("4 of 4 right\n")
    assert out.count("\nright\n") == 4


def test_quiz_explains_wrong_answers_and_asks_again_for_none() -> None:
    right = answers(0, 4)
    wrong = ["n" if verdict == "y" else "y" for verdict in right]
    status, out = quiz("what?", "", "\udcff", *wrong)
    assert status == 1
    assert out.endswith("0 of 4 right\n")
    assert out.count("matches port? [y/n]") == 7
    assert out.count("\nwrong\n") == 4
    assert out.count("  it matches port") == right.count("y")
    assert out.count("\nerror[F") == right.count("n")


@pytest.mark.parametrize("end", [["q"], []])
def test_a_quiz_may_end_early(end: list[str]) -> None:
    status, out = quiz(answers(0, 4)[0].upper(), *end)
    assert status == 1
    assert out.endswith("1 of 4 right, 3 not answered\n")


def test_a_sheet(tmp_path: Path) -> None:
    command = ("quiz", "-r", "port", "-n", "3", "--format", "md")
    status, out, _ = iri(*command)
    assert (status, out.splitlines()[0]) == (0, "# Quiz: port")
    assert iri(*command, "--output", str(tmp_path / "sheet.md")) == (0, "", "")
    assert (tmp_path / "sheet.md").read_text(encoding="utf-8") == out
    assert iri("quiz", "-o", str(tmp_path / "x"))[0] == 2
    status, _, error = iri(*command, "-o", str(tmp_path / "none" / "x"))
    assert status == 2
    assert "cannot be written" in error


def test_custom_grammar(tmp_path: Path) -> None:
    (tmp_path / "my.abnf").write_text('tag = "<" 1*ALPHA ">"\n')
    assert iri("derive", "-g", "./my.abnf", "<b>", cwd=tmp_path)[1].splitlines()[-2:] == ['  2 ALPHA "<b>"', "2 steps"]
    out = iri("trace", "-g", "./my.abnf", "<1>", cwd=tmp_path)[1]
    assert out.splitlines()[-1] == 'not tag: "1" is not allowed in tag (column 2)'
    rows = json.loads(iri("quiz", "-g", "./my.abnf", "-n", "4", "--format", "json", cwd=tmp_path)[1])["questions"]
    own = irigrammar.Grammar.from_text('tag = "<" 1*ALPHA ">"\n')["tag"]
    assert [row["valid"] for row in rows] == [own.matches(row["text"]) for row in rows]
    (tmp_path / "deep.abnf").write_text('a = "x" [ a ]\n')
    assert iri("derive", "-g", "./deep.abnf", "xx", cwd=tmp_path)[1].splitlines()[-1] == "2 steps"
    assert iri("trace", "-g", "./deep.abnf", "xx", cwd=tmp_path)[0] == 0


# A lecturer's five grammars through the commands, as a student reads them


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


@pytest.mark.parametrize("name", some(RIGHT, 2))
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


def test_split_by_custom_rules() -> None:
    options = ("--components", "year=date-fullyear", "--components", "offset=time-offset")
    status, out, _ = run("timestamp", "split", *options, RIGHT["timestamp"])
    assert (status, out) == (0, "year       1985\noffset     Z\n")
    status, out, _ = run("timestamp", "split", *options, "--format", "json", RIGHT["timestamp"])
    assert json.loads(out) == {"year": "1985", "offset": "Z"}
    status, _, error = run("timestamp", "split", "--components", "hour=time-hour", RIGHT["timestamp"])
    assert (status, "time-hour can be in a string of date-time more than once" in error) == (2, True)
    assert run("timestamp", "split", "--components", "hour", "x")[0] == 2
