"""Bad items, pipes and limits of work, in every front end."""

from __future__ import annotations

import json
import os
import signal
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command import Result, process, run
from examples import slow
from file_options import call_with, file_options

from irigrammar.scan.reporters.formats import FORMATS
from irigrammar.views.explorer.answers import Explorer

# A recursive grammar that reads some strings in so many ways that the limit of work is reached.
AMBIGUOUS = 's = "http://" p\np = ["a" / "b"] / "a" p "a" / "b" p "b" / p p\n'
LIMIT = f"http://{'ab' * 200}"
TEXTS = (LIMIT, "http://aa", "http://c")
SLOW = 's = *9( 1*9( s / "a" ) )\n'  # of which a fault takes long to explain


class Waits(BaseException):
    """A command that waits for something, which no handler of errors catches."""


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Raise `Waits` for what takes so long."""

    def end(*_: object) -> None:
        raise Waits

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(autouse=True)
def small_limit(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A lower limit of work: the real one takes seconds, and is left to the slow tests."""
    if "slow" not in request.keywords:
        for module in ("earley", "derivations"):
            monkeypatch.setattr(f"irigrammar.engines.{module}.BASE_LIMIT", 20_000)
            monkeypatch.setattr(f"irigrammar.engines.{module}.CHARACTER_LIMIT", 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "g.abnf").write_text(AMBIGUOUS)
    (tmp_path / "slow.abnf").write_text(SLOW)
    (tmp_path / "x.urls").write_text("".join(f"{text}\n" for text in TEXTS))
    (tmp_path / "z.html").write_text('<a href="http://e/a b">x</a>\n')
    (tmp_path / "irigrammar.toml").write_text('[[paths]]\nmatch = ["*.urls"]\ngrammar = "g.abnf"\n')
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
@pytest.mark.parametrize(("command", "option"), file_options())
def test_pipes_in_place_of_files(command: str, option: str, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    words = call_with(command, option, "./pipe")
    with alarm(20):
        result = run(*words, cwd=folder)
    assert result.status == 2, result
    assert "Traceback" not in result.err
    assert (folder / "pipe").is_fifo()


def parsed(form: str, text: str) -> object:
    """Read a report as a program does."""
    if form in ("json", "sarif", "gitlab"):
        return json.loads(text)
    if form == "junit":
        return ElementTree.fromstring(text)
    if form == "jsonl":
        return [json.loads(line) for line in text.splitlines()]
    return text


@pytest.mark.parametrize(
    ("form", "jobs"),
    [*((form, "1") for form in sorted(set(FORMATS) - {"auto"})), *(slow((form, "2")) for form in ("json", "text"))],
)
def test_scans_go_on_after_a_string_at_the_limit_of_work(form: str, jobs: str, folder: Path) -> None:
    result = (process if jobs == "2" else run)("scan", "--jobs", jobs, "--format", form, ".", cwd=folder)
    assert result.status == 1, result.err
    assert parsed(form, result.out)
    for part in ("S008", "the limit was reached at offset ", "x.urls", "F000", "z.html", "F094"):
        assert part in result.out, part


@pytest.mark.parametrize("form", sorted(set(FORMATS) - {"auto"}))
def test_reports_are_complete_beside_a_broken_configuration(form: str, folder: Path) -> None:
    for name, text in (("a", "nothing = 1\n"), ("m", "broken [")):
        (folder / name).mkdir()
        (folder / name / "irigrammar.toml").write_text(text)
        (folder / name / "b.html").write_text('<a href="http://e/a b">x</a>\n')
    (folder / "x.urls").unlink()
    result = run("scan", "--jobs", "1", "--format", form, ".", cwd=folder)
    assert result.status == 2
    assert parsed(form, result.out)
    assert {"unknown key 'nothing'" in result.out, "not TOML" in result.out, "z.html" in result.out} == {True}


def test_grammars_that_do_not_compile_are_findings(folder: Path) -> None:
    (folder / "g.abnf").write_text('s = "http://" missing\n')
    result = run("scan", "--jobs", "1", "--format", "concise", ".", cwd=folder)
    assert result.status == 1, result.err
    assert "S008" in result.out
    assert "missing" in result.out
    assert "z.html" in result.out


def test_a_fix_of_one_file_does_not_depend_on_another(folder: Path) -> None:
    run("scan", "--jobs", "1", "--fix", ".", cwd=folder)
    assert (folder / "z.html").read_text() == '<a href="http://e/a%20b">x</a>\n'


COMMANDS = {
    "check": ["check", "-g", "g.abnf", *TEXTS],
    "check --file": ["check", "-g", "g.abnf", "--file", "x.urls"],
    "check --json": ["check", "-g", "g.abnf", "--format", "json", "--file", "x.urls"],
    "check --explain": ["check", "-g", "g.abnf", "--explain", "--file", "x.urls"],
    "check --whole": ["check", "-g", "g.abnf", "--whole", "x.one"],
    "explain": ["explain", "-g", "g.abnf", *TEXTS],
    "explain --json": ["explain", "-g", "g.abnf", "--format", "json", *TEXTS],
    "tree": ["tree", "-g", "g.abnf", LIMIT],
    "tree --json": ["tree", "-g", "g.abnf", "--format", "json", LIMIT],
    "tree --all": ["tree", "-g", "g.abnf", "--all", LIMIT],
    "derive": ["derive", "-g", "g.abnf", LIMIT],
    "trace": ["trace", "-g", "g.abnf", LIMIT],
    "trace --json": ["trace", "-g", "g.abnf", "--format", "json", LIMIT],
    "split": ["split", "-g", "g.abnf", "--components", "x=s", *TEXTS],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_string_at_the_limit_of_work_ends_no_command(name: str, folder: Path) -> None:
    (folder / "x.one").write_text(LIMIT)
    result = run(*COMMANDS[name], cwd=folder)
    assert result.status == 1, result
    assert "too much work" in result.out + result.err
    if "json" in name:
        assert parsed("jsonl" if name.startswith(("tree", "trace")) else "json", result.out)
    if {*TEXTS, "x.urls"} & {COMMANDS[name][-1]} - {LIMIT}:
        assert "http://c" in result.out, "what comes after it"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["explain", "check --explain", "trace", "explain --format json", "grammar audit"])
def test_explanations_have_the_limit_of_work(command: str, folder: Path) -> None:
    texts = [] if command == "grammar audit" else ["abaababab"]
    with alarm(100):
        assert run(*command.split(), "-g", "slow.abnf", *texts, cwd=folder).status == 1


def test_answers_of_the_explorer_have_the_limit_of_work() -> None:
    examples = [[LIMIT, "s", True], ["http://aa", "s", True], ["http://c", "s", False]]
    answer = Explorer().answer({"kind": "ticks", "source": AMBIGUOUS, "examples": examples})
    assert [tick[0] for tick in answer["ticks"]] == [None, True, False]
    reply = json.loads(Explorer().reply(json.dumps({"kind": "verdict", "source": AMBIGUOUS, "text": LIMIT})))
    assert "too much work" in json.dumps(reply)


@pytest.mark.slow
def test_documents_as_tests_have_the_guarantees_of_scans(folder: Path) -> None:
    program = "import pytest, sys; sys.exit(pytest.main(sys.argv[1:]))"
    result = process("-q", "-p", "no:cacheprovider", "--iri-scan", ".", cwd=folder, program=program)
    assert result.status == 1, result.err
    assert "S008" in result.out
    assert "F094" in result.out


@pytest.mark.parametrize("command", [["scan", "-"], ["explain", "--whole", "-"], ["check", "--whole", "-"]])
def test_endless_input_is_refused(command: list[str]) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no /dev/zero")
    with Path("/dev/zero").open("rb") as endless, alarm(100):
        import subprocess

        done = subprocess.run(
            [sys.executable, "-m", "irigrammar", *command], stdin=endless, capture_output=True, check=False
        )
    assert done.returncode == 2, done.stderr


def test_results_are_the_same_whatever_the_name_of_the_configuration(folder: Path) -> None:
    rows = tomllib.loads((folder / "irigrammar.toml").read_text())
    (folder / "pyproject.toml").write_text('[[tool.irigrammar.paths]]\nmatch = ["*.urls"]\ngrammar = "g.abnf"\n')
    with_own: Result = run("scan", "--jobs", "1", "--format", "concise", "x.urls", cwd=folder)
    (folder / "irigrammar.toml").unlink()
    assert rows
    assert run("scan", "--jobs", "1", "--format", "concise", "x.urls", cwd=folder).out == with_own.out
