"""`iri suite run`: right and wrong implementations, files, exit codes."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from rows import in_one_test
from trial_drivers import program

import irigrammar
from irigrammar.cli import main
from irigrammar.cli.suite import run_command as command
from irigrammar.language.suite import guarantee, suite
from irigrammar.trial.implementation import CannotStart

PORT = ["-g", "rfc3986", "-r", "port"]
CASES = list(suite(irigrammar.grammar("rfc3986")["port"]))
ALL = len(CASES)
VALID = sum(case.valid for case in CASES)
# Where the program `wrong` is: it accepts digits of all scripts, and rejects the empty string.
ACCEPTS = sum(not case.valid and case.text.isdigit() for case in CASES)
WRONG = ACCEPTS + 1


def run(*arguments: str | list[str], stdin: bytes | None = None) -> Result:
    flat = [part for argument in arguments for part in ([argument] if isinstance(argument, str) else argument)]
    return CliRunner().invoke(command, flat, input=stdin)


def execute(directory: Path, name: str, *options: str) -> list[str]:
    """Return `--exec` with one of the programs."""
    return ["--exec", shlex.join(program(directory, name, *options))]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write a module into the current directory and return its name."""
    code = """
        def valid(text):
            return text.isascii() and (text == "" or text.isdigit())

        def strict(text):
            if not valid(text):
                raise ValueError(text)

        def crashing(text):
            return 1 / len(text) and valid(text)

        def wrong(text):
            print("noise")
            return text == "" or text.isdigit()
    """
    (tmp_path / "an_implementation.py").write_text(dedent(code))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "an_implementation", raising=False)
    return "an_implementation"


def test_a_right_command_agrees_with_the_proof(tmp_path: Path) -> None:
    result = run(PORT, execute(tmp_path, "right"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1:] == [
        f"right verdicts        100.0000 %  {ALL} of {ALL}",
        f"  on valid strings    100.0000 %  {VALID} of {VALID}",
        f"  on invalid strings  100.0000 %  {ALL - VALID} of {ALL - VALID}",
        "false accepts: 0",
        "false rejects: 0",
        guarantee(irigrammar.grammar("rfc3986")["port"]),
    ]


@pytest.mark.parametrize("letters", ["intervals", "classes"])
@pytest.mark.parametrize("extra", ["0", "1"])
def test_the_proof_is_that_of_the_suite_that_ran(module: str, letters: str, extra: str) -> None:
    result = run(PORT, "--python", f"{module}:valid", "--letters", letters, "--extra-states", extra)
    each = letters[:-1] if letters == "intervals" else "class"
    matcher = irigrammar.grammar("rfc3986")["port"]
    assert result.stdout.splitlines()[-1] == guarantee(matcher, int(extra), each=each)
    assert f"{len(list(suite(matcher, int(extra), each=each))):,} strings" in result.stdout


def test_a_wrong_command_is_reported_where(tmp_path: Path) -> None:
    result = run(PORT, execute(tmp_path, "wrong"), "--show", "1")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[1].endswith(f"  {ALL - WRONG} of {ALL}")
    assert lines[2].endswith(f"  {VALID - 1} of {VALID}")
    assert lines[3].endswith(f"  {ALL - VALID - ACCEPTS} of {ALL - VALID}")
    assert lines[4:] == [
        f"false accepts: {ACCEPTS}",
        f"  port  {ACCEPTS:>7}  \u0660  (offset 0)",
        "false rejects: 1",
        "  port        1  (empty)",
    ]


def test_a_callable_of_the_current_directory(module: str) -> None:
    assert run(PORT, "--python", f"{module}:valid").exit_code == 0
    result = run(PORT, "--python", f"{module}:wrong")
    assert result.exit_code == 1
    assert f"false accepts: {ACCEPTS}" in result.stdout
    assert "noise" not in result.stdout + result.stderr


def test_with_raises_no_exception_means_valid(module: str) -> None:
    assert run(PORT, "--python", f"{module}:strict", "--raises").exit_code == 0
    assert run(PORT, "--python", f"{module}:strict").exit_code == 1


def test_json_and_junit(tmp_path: Path) -> None:
    result = run(PORT, execute(tmp_path, "wrong"), "--format", "json")
    assert result.exit_code == 1
    trial = json.loads(result.stdout)
    assert (trial["strings"], trial["passed"]) == (ALL, False)
    assert (trial["false_accepts"], trial["false_rejects"]) == (ACCEPTS, 1)
    result = run(PORT, execute(tmp_path, "wrong"), "--format", "junit")
    assert result.exit_code == 1
    assert ET.fromstring(result.stdout).get("failures") == "2"
    assert run(PORT, execute(tmp_path, "right"), "--format", "junit").exit_code == 0


def test_first_strings_of_a_suite_prove_nothing(tmp_path: Path) -> None:
    result = run(PORT, execute(tmp_path, "right"), "--limit", "10")
    assert result.exit_code == 0
    assert ": 10 strings given to" in result.stdout
    assert "accepts exactly" not in result.stdout
    assert "accepts exactly" not in run(PORT, execute(tmp_path, "right"), "--limit", "10000").stdout


def test_cases_come_from_a_file_or_standard_input(tmp_path: Path) -> None:
    rows = [{"text": "80", "valid": True, "offset": None}, {"text": "\u0663", "valid": False, "offset": 0}]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    path = tmp_path / "cases.jsonl"
    path.write_bytes(data)
    for result in (
        run(PORT, execute(tmp_path, "wrong"), "--cases", str(path)),
        run(PORT, execute(tmp_path, "wrong"), "--cases", "-", stdin=data),
    ):
        assert result.exit_code == 1
        assert result.stdout.splitlines()[-3:] == [
            "false accepts: 1",
            "  port        1  \u0663  (offset 0)",
            "false rejects: 0",
        ]
    assert "accepts exactly" not in run(PORT, execute(tmp_path, "right"), "--cases", str(path)).stdout


def test_known_differences_are_written_and_accepted_until_something_changes(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    result = run(PORT, execute(tmp_path, "wrong"), "--write-known", str(known))
    assert result.exit_code == 1  # they are accepted when the file is given
    rows = [json.loads(line) for line in known.read_text().splitlines()]
    assert len(rows) == WRONG
    assert {"text": "", "verdict": False} in rows
    result = run(PORT, execute(tmp_path, "wrong"), "--known", str(known))
    assert result.exit_code == 0
    assert result.stdout.endswith(f"known differences: {WRONG} met, 0 fixed, 0 new\n")
    known.write_text("".join(json.dumps(row) + "\n" for row in rows if row["text"]))
    result = run(PORT, execute(tmp_path, "wrong"), "--known", str(known))
    assert result.exit_code == 1
    assert result.stdout.endswith(f"known differences: {ACCEPTS} met, 0 fixed, 1 new\n  new     (empty)\n")
    result = run(PORT, execute(tmp_path, "right"), "--known", str(known), "--show", "1")
    assert result.exit_code == 1
    assert result.stdout.endswith(f"known differences: 0 met, {ACCEPTS} fixed, 0 new\n  fixed   \u0660\n" + _proof())


def _proof() -> str:
    return guarantee(irigrammar.grammar("rfc3986")["port"]) + "\n"


def test_differences_of_a_run_that_stopped_are_not_written(tmp_path: Path) -> None:
    known = tmp_path / "known.jsonl"
    result = run(PORT, execute(tmp_path, "fatal"), "--max-troubles", "1", "--write-known", str(known))
    assert result.exit_code == 1
    assert "not written" in result.stderr
    assert not known.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name the implementation with --exec or --python"),
        (["--exec", "x", "--python", "m:f"], "name the implementation with --exec or --python"),
        (["--exec", "x", "--raises"], "--raises needs --python"),
        (["--python", "m:f", "--jobs", "1"], "--jobs needs --exec"),
        (["--exec", "x", "--cases", "f", "--seed", "1"], "--seed cannot be combined"),
        (["--exec", "x", "--cases", "f", "--letters", "classes"], "--letters cannot be combined"),
        (["--exec", "x", "--cases", "nowhere.jsonl"], "nowhere.jsonl"),
        (["--exec", "x", "--known", "nowhere.jsonl"], "nowhere.jsonl"),
        (["--exec", "'x"], "No closing quotation"),
        (["--exec", " "], "the command is empty"),
        (["--exec", "x", "--batch", "0"], "--batch"),
        (["--exec", "x", "--timeout", "0"], "--timeout"),
    ],
)
def test_usage_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(PORT, arguments)
    assert result.exit_code == (1 if "nowhere.jsonl" in message else 2)  # click's own status, which main makes 2
    assert message in result.stderr


def test_an_empty_file_of_cases_tests_nothing(tmp_path: Path) -> None:
    result = run(PORT, execute(tmp_path, "right"), "--cases", "-", stdin=b"")
    assert result.exit_code == 2
    assert "no cases to test" in result.stderr


def status_of(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> object:
    """Run the command as `iri` does and return its exit status."""
    monkeypatch.setattr(main, "cli", command)
    monkeypatch.setattr(sys, "argv", ["iri", *arguments])
    with pytest.raises(SystemExit) as caught:
        main.main()
    return caught.value.code


@pytest.mark.parametrize("name", ["nowhere", "broken"])
def test_status_2_for_commands_that_cannot_be_started(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = [str(tmp_path / "nowhere")] if name == "nowhere" else program(tmp_path, name)
    assert isinstance(run(PORT, "--exec", shlex.join(line)).exception, CannotStart)
    assert status_of([*PORT, "--exec", shlex.join(line)], monkeypatch) == 2
    assert capsys.readouterr().err.startswith(f"iri: {shlex.join(line)}: ")
    assert status_of([*PORT, "--python", "a_module_that_is_nowhere:x"], monkeypatch) == 2


def test_unreadable_input_is_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"text": "x", "valid": true}\n')
    line = execute(tmp_path, "right")
    assert status_of([*PORT, *line, "--cases", str(path)], monkeypatch) == 2
    assert f"{path}:1: the case is said to be valid" in capsys.readouterr().err
    assert status_of([*PORT, *line, "--cases", str(tmp_path / "nowhere")], monkeypatch) == 2
    assert status_of([*PORT, *line, "--known", str(path)], monkeypatch) == 2
    assert status_of([*PORT, *line, "--write-known", str(tmp_path)], monkeypatch) == 2


def test_operation_of_a_callable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--operation", "resolve", "--python", "urllib.parse:urljoin", "--limit", "60"]
    text = run(options, "--show", "1")
    assert text.exit_code == 1
    assert "treats an empty fragment as absent" not in text.stdout
    data = json.loads(run(options, "--format", "json", "--write-known", "known.jsonl").stdout)
    assert data["cases"] == 60
    assert sum(cause["count"] for cause in data["causes"]) == data["wrong"] > 0
    known = run(options, "--known", "known.jsonl")
    assert (known.exit_code, "known wrong answers" in known.stdout) == (0, True)
    assert ET.fromstring(run(options, "--format", "junit").stdout).get("failures") != "0"


def test_operation_of_a_command(tmp_path: Path) -> None:
    code = "import json, sys\nfor line in sys.stdin: print(json.dumps({'output': json.loads(line)['a'] == 'x:'}))"
    (tmp_path / "compares.py").write_text(code)
    cases = b'{"input": {"a": "x:", "b": "x:"}}\n{"input": {"a": "y:", "b": "y:"}}\n'
    command_line = shlex.join([sys.executable, str(tmp_path / "compares.py")])
    result = run("--operation", "compare", "--exec", command_line, "--cases", "-", stdin=cases)
    assert result.exit_code == 1
    assert "wrong answers: 1, of 1 cause" in result.stdout


@in_one_test(
    ("options", "words"),
    [
        (["--operation", "resolve", "-g", "rfc3986"], "-g does not go with --operation resolve"),
        (["--operation", "compare", "--letters", "classes"], "--letters does not go with --operation compare"),
        (["--operation", "normalize", "--raises"], "an exception is a refusal"),
        (["--operation", "split", "-g", "json-pointer"], "has no components to split into"),
        (["--operation", "join"], "'join' is not one of"),
    ],
)
def test_options_that_do_not_go_with_an_operation(options: list[str], words: str) -> None:
    result = run(options, "--python", "builtins:str")
    assert (result.exit_code, words in result.output) == (2, True)


def test_suites_of_operations_are_generated() -> None:
    for name in ("relativize", "compare"):
        result = CliRunner().invoke(main.cli, ["suite", "generate", "--operation", name])
        first = json.loads(result.stdout.splitlines()[0])
        assert first.keys() >= {"version", "operation", "input", "output", "section", "for"}
    options = ["suite", "generate", "--operation", "split", "-g", "rfc3986", "-r", "port"]
    assert "no unique components" in str(CliRunner().invoke(main.cli, options).exception)
