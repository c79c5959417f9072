"""The plugin of pytest: documents as tests, the fixture, imports."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from documentation import INTEGRATIONS
from places import ROOT

pytest.importorskip("pyromark")  # the extra scan

import irigrammar

pytest_plugins = "pytester"

PLUGIN = "irigrammar.integrations.pytest_plugin"
# An installation may be older than the entry point.
LOADED = [] if any(entry_point.value == PLUGIN for entry_point in entry_points(group="pytest11")) else ["-p", PLUGIN]

WRONG = "see http://a b/ and http://b c\nand <http://b%zz/>\n"
RIGHT = "see http://résumé.example.org/\n"


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with a test, a document that is right and one that is not."""
    pytester.makepyprojecttoml("[tool.irigrammar]\n")
    pytester.makepyfile(test_own="def test_own():\n    pass\n")
    write(pytester, "docs/wrong.txt", WRONG)
    write(pytester, "docs/right.txt", RIGHT)
    return pytester


def write(pytester: pytest.Pytester, path: str, text: str | bytes) -> None:
    place = pytester.path / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text if isinstance(text, bytes) else text.encode())


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run pytest in this process."""
    return pytester.runpytest_inprocess(*LOADED, "-p", "no:cacheprovider", "-p", "no:hypothesispytest", *arguments)


def ids(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    """Return the ids of the tests that are collected."""
    done = run(pytester, "--collect-only", "-q", *arguments)
    return [line for line in done.outlines if "::" in line]


def test_each_document_is_a_test(project: pytest.Pytester) -> None:
    done = run(project, "--iri-scan", "docs", "-v")
    done.assert_outcomes(passed=2, failed=1)
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    done.stdout.fnmatch_lines(
        [
            "iri scan: docs (pyproject.toml)",
            "test_own.py::test_own PASSED*",
            "docs/right.txt::iri-scan PASSED*",
            "docs/wrong.txt::iri-scan FAILED*",
            "*_ iri scan docs/wrong.txt _*",
            "docs/wrong.txt:2:15: error F063 percent-encoding is not finished*",
            "FAILED docs/wrong.txt::iri-scan - F063 percent-encoding*",
        ]
    )
    assert "Traceback" not in done.stdout.str()
    assert "pytest_documents" not in done.stdout.str()


def test_without_the_option_nothing_is_scanned(project: pytest.Pytester) -> None:
    assert ids(project) == ["test_own.py::test_own"]
    assert "iri scan" not in run(project).stdout.str()


def test_an_option_for_each_path_and_one_test_for_each_document(project: pytest.Pytester) -> None:
    write(project, "notes.txt", RIGHT)
    arguments = ("--iri-scan", "docs", "--iri-scan", "notes.txt", "--iri-scan", "docs/right.txt")
    assert ids(project, *arguments) == [
        "test_own.py::test_own",
        "docs/right.txt::iri-scan",
        "docs/wrong.txt::iri-scan",
        "notes.txt::iri-scan",
    ]


def test_collecting_scans_nothing(project: pytest.Pytester) -> None:
    write(project, "docs/other.txt", b"\0\1binary")
    done = run(project, "--iri-scan", "docs", "--collect-only")
    assert done.ret == 0
    done.stdout.fnmatch_lines(["*<Document docs/other.txt>", "*<DocumentItem iri-scan>"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "argument", ["docs/right.txt", "docs/right.txt::iri-scan", "./docs/../docs/right.txt"], ids=["path", "id", "dots"]
)
def test_an_argument_that_is_a_document_selects_it(project: pytest.Pytester, argument: str) -> None:
    assert ids(project, "--iri-scan", "docs", argument) == ["docs/right.txt::iri-scan"]
    both = ids(project, "--iri-scan", "docs", "test_own.py", argument)
    assert both == ["test_own.py::test_own", "docs/right.txt::iri-scan"]


@pytest.mark.slow
def test_documents_are_selected_by_name_and_by_mark(project: pytest.Pytester) -> None:
    scan = ("--iri-scan", "docs", "--strict-markers")
    assert ids(project, *scan, "-k", "right") == ["docs/right.txt::iri-scan"]
    assert ids(project, *scan, "-k", "docs and not right") == ["docs/wrong.txt::iri-scan"]
    assert ids(project, *scan, "-m", "iri_scan") == ["docs/right.txt::iri-scan", "docs/wrong.txt::iri-scan"]
    assert ids(project, *scan, "-m", "not iri_scan") == ["test_own.py::test_own"]
    assert ids(project, *scan, "--deselect", "docs/wrong.txt") == ["test_own.py::test_own", "docs/right.txt::iri-scan"]


def test_the_first_failure_ends_the_run_with_x(project: pytest.Pytester) -> None:
    for number in range(3):
        write(project, f"docs/z{number}.txt", WRONG)
    run(project, "--iri-scan", "docs", "-x").assert_outcomes(passed=2, failed=1)


@pytest.mark.slow
def test_last_failed_runs_again(project: pytest.Pytester) -> None:
    arguments = [*LOADED, "--iri-scan", "docs"]
    project.runpytest_inprocess(*arguments).assert_outcomes(passed=2, failed=1)
    project.runpytest_inprocess(*arguments, "--lf").assert_outcomes(failed=1)
    write(project, "docs/wrong.txt", RIGHT)
    project.runpytest_inprocess(*arguments, "--lf").assert_outcomes(passed=1)


@pytest.mark.slow
def test_documents_are_spread_over_processes(project: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    done = run(project, "--iri-scan", "docs", "-n", "2", "-p", "xdist")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["docs/wrong.txt:2:15: error F063*", "FAILED docs/wrong.txt::iri-scan - F063 *"])


@pytest.mark.slow
def test_the_setting_is_for_runs_whose_arguments_lead_there(project: pytest.Pytester) -> None:
    project.makepyprojecttoml('[tool.pytest.ini_options]\niri_scan_paths = ["docs", "notes"]\n')
    write(project, "notes/a.txt", RIGHT)
    assert ids(project) == [
        "test_own.py::test_own",
        "docs/right.txt::iri-scan",
        "docs/wrong.txt::iri-scan",
        "notes/a.txt::iri-scan",
    ]
    assert ids(project, "test_own.py") == ["test_own.py::test_own"]
    assert ids(project, "docs") == ["docs/right.txt::iri-scan", "docs/wrong.txt::iri-scan"]
    assert ids(project, "docs/wrong.txt", "test_own.py") == ["docs/wrong.txt::iri-scan", "test_own.py::test_own"]
    assert ids(project, "--iri-scan", "notes", "test_own.py") == ["test_own.py::test_own", "notes/a.txt::iri-scan"]


@pytest.mark.slow
def test_the_setting_holds_with_testpaths_and_from_a_folder_below(project: pytest.Pytester) -> None:
    write(project, "tests/test_more.py", "def test_more():\n    pass\n")
    project.makepyprojecttoml('[tool.pytest.ini_options]\ntestpaths = ["tests"]\niri_scan_paths = ["docs"]\n')
    more = "tests/test_more.py::test_more"
    assert ids(project) == [more, "docs/right.txt::iri-scan", "docs/wrong.txt::iri-scan"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(project.path / "tests")
        assert ids(project) == [more]
        assert ids(project, "--iri-scan=../docs/right.txt", ".") == [more, "docs/right.txt::iri-scan"]
        patch.chdir(project.path / "docs")
        assert ids(project) == ["docs/right.txt::iri-scan", "docs/wrong.txt::iri-scan"]


@pytest.mark.slow
def test_the_configuration_of_the_scan_holds(project: pytest.Pytester) -> None:
    project.makepyprojecttoml('[tool.irigrammar]\nexclude = ["wrong.*"]\n')
    assert ids(project, "--iri-scan", "docs") == ["test_own.py::test_own", "docs/right.txt::iri-scan"]
    project.makepyprojecttoml('[tool.irigrammar]\nignore = ["S001"]\n')
    run(project, "--iri-scan", "docs").assert_outcomes(passed=3)


def test_findings_below_fail_on_are_reported_for_tests_that_pass(project: pytest.Pytester) -> None:
    project.makepyprojecttoml('[tool.irigrammar]\nfail-on = "never"\n')
    done = run(project, "--iri-scan", "docs", "-rP")
    done.assert_outcomes(passed=3)
    done.stdout.fnmatch_lines(["*- Captured iri scan call -*", "docs/wrong.txt:2:15: error F063*"])


def test_an_old_name_in_a_comment_is_noted(project: pytest.Pytester) -> None:
    write(project, "old.md", "<http://e/%zz> <!-- iri: ignore[S001] -->\n")
    result = run(project, "--iri-scan", "old.md", "old.md")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["iri scan: S001 is the old name of all F codes; *(in 1 comment)"])


@pytest.mark.slow
def test_findings_of_the_baseline_do_not_fail(project: pytest.Pytester) -> None:
    project.makepyprojecttoml('[tool.irigrammar]\nbaseline = "known.json"\n')
    write(project, "docs/deep/more.txt", WRONG)
    command = [sys.executable, "-c", "from irigrammar.cli.main import main; main()", "scan", "docs"]
    subprocess.run([*command, "--write-baseline", "--baseline", "known.json"], cwd=project.path, check=True)
    run(project, "--iri-scan", "docs").assert_outcomes(passed=4)
    write(project, "docs/right.txt", "http://b%yy/\n")
    run(project, "--iri-scan", "docs").assert_outcomes(passed=3, failed=1)


def test_unreadable_documents_are_errors_with_the_reason(project: pytest.Pytester) -> None:
    write(project, "docs/binary.txt", b"\0" * 100)
    (project.path / "docs/loop.txt").symlink_to("loop.txt")
    (project.path / "docs/gone.txt").symlink_to("nowhere.txt")
    done = run(project, "--iri-scan", "docs")
    done.assert_outcomes(passed=3, failed=1, errors=2)
    shown = done.stdout.str()
    assert "docs/loop.txt: cannot be read: it leads to itself through symbolic links" in shown
    assert "docs/gone.txt: cannot be read: No such file or directory" in shown
    assert "Traceback" not in shown


def test_bytes_that_cannot_be_decoded_are_no_failure(project: pytest.Pytester) -> None:
    write(project, "docs/wrong.txt", b"r\xe9sum\xe9 http://a/\n")
    done = run(project, "--iri-scan", "docs")
    done.assert_outcomes(passed=3)  # it is a warning


@pytest.mark.slow
def test_documents_outside_of_the_root_have_distinct_ids(project: pytest.Pytester) -> None:
    for name in ("a", "b"):
        write(project, f"../{project.path.name}-{name}/same.txt", WRONG)
    outside = [f"../{project.path.name}-{name}" for name in ("a", "b")]
    # With a space instead of "=" pytest takes the folder for an argument where it looks for its root.
    result = ids(project, f"--iri-scan={outside[0]}", f"--iri-scan={outside[1]}")
    assert result[1:] == [f"{place}/same.txt::iri-scan" for place in outside]
    run(project, f"--iri-scan={outside[0]}", "test_own.py").assert_outcomes(passed=1, failed=1)


@pytest.mark.slow
def test_only_this_many_findings_of_a_document_are_shown(project: pytest.Pytester) -> None:
    write(project, "docs/wrong.txt", "http://b%zz/\n" * 1_000)
    done = run(project, "--iri-scan", "docs")
    done.stdout.fnmatch_lines(["and 900 more; run iri scan to see them", "FAILED * - 1,000 findings: F063 *"])
    assert done.stdout.str().count("docs/wrong.txt:") < 110


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "table", "said"),
    [
        (["--iri-scan", "nowhere"], "", "no such file or folder: nowhere"),
        (["--iri-scan", "-"], "", "standard input cannot be a test"),
        (["--iri-scan", "docs"], 'grammar = "rfc9999"', "rfc9999"),
        (["--iri-scan", "docs"], "exclud = []", "did you mean 'exclude'?"),
        (["--iri-scan", "docs"], 'baseline = "none.json"', "none.json: cannot be read"),
    ],
)
def test_usage_errors_are_one_line(project: pytest.Pytester, arguments: list[str], table: str, said: str) -> None:
    project.makepyprojecttoml(f"[tool.irigrammar]\n{table}\n")
    done = run(project, *arguments)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in done.errlines if line.startswith("ERROR: ")]
    assert line.startswith("ERROR: iri scan: ")
    assert said in line


def test_the_fixture_gives_matchers(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import irigrammar

        def test_matchers(iri_matcher):
            assert iri_matcher() == irigrammar.grammar("rfc3987")["IRI-reference"]
            assert iri_matcher("IRI").matches("http://é/")
            assert not iri_matcher("URI", grammar="rfc3986").matches("http://é/")
            assert iri_matcher("port", grammar=irigrammar.grammar("rfc3986")).matches("80")
        """
    )
    run(pytester).assert_outcomes(passed=1)
    run(pytester, "-p", "no:irigrammar").assert_outcomes(errors=0 if LOADED else 1, passed=1 if LOADED else 0)


def test_an_assertion_points_at_the_line_of_the_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from irigrammar.integrations.pytest import assert_matches

        def test_iri():
            assert_matches("http://example.org/", "IRI")
            assert_matches("http://b/c d", "IRI")
        """
    )
    done = run(pytester)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            '>       assert_matches("http://b/c d", "IRI")',
            "E       AssertionError: error[[]F094[]]: a reference cannot contain a space",
            "E         http://b/c d",
            "E                   ^ a space",
            'E *fix        http://b/c%20d   percent-encode " "',
            "*test_an_assertion_points_at_the_line_of_the_test.py:5: AssertionError",
        ]
    )
    assert "__tracebackhide__" not in done.stdout.str()


def modules(*arguments: str, cwd: Path) -> set[str]:
    """Return what is loaded after a run of pytest in a new interpreter."""
    program = f"import pytest, sys\npytest.main({['-q', '-p', 'no:hypothesispytest', *arguments]})\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=cwd, capture_output=True, text=True, check=True)
    assert "1 passed" in done.stdout
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.slow
def test_a_run_that_asks_for_nothing_loads_three_modules(project: pytest.Pytester) -> None:
    loaded = modules(*LOADED, cwd=project.path)
    assert {name for name in loaded if name.partition(".")[0] == "irigrammar"} == {
        "irigrammar",
        "irigrammar.integrations",
        PLUGIN,
    }
    if not LOADED:
        assert loaded - modules("-p", "no:irigrammar", cwd=project.path) == {
            "irigrammar",
            "irigrammar.integrations",
            PLUGIN,
        }


def test_the_entry_point_is_that_of_the_package() -> None:
    import tomllib

    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert tomllib.loads(text)["project"]["entry-points"]["pytest11"] == {"irigrammar": PLUGIN}


def test_an_error_of_the_grammar_is_its_own() -> None:
    from irigrammar.integrations.pytest import assert_matches

    with pytest.raises(irigrammar.UnknownRule, match="did you mean"):
        assert_matches("a", "IRl")
    with pytest.raises(irigrammar.UnknownGrammar):
        assert_matches("a", grammar="rfc398")


def test_bytes_are_asserted_too() -> None:
    from irigrammar.integrations.pytest import assert_matches

    assert_matches("http://é/".encode(), "IRI")
    with pytest.raises(AssertionError, match="is not UTF-8"):
        assert_matches(b"http://\xe9/", "IRI")


def test_the_assertion_needs_no_pytest() -> None:
    program = (
        "import sys\nsys.modules['pytest'] = None\nimport irigrammar.integrations.pytest as it\nit.assert_matches('a:')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_example_of_the_documentation(pytester: pytest.Pytester) -> None:
    write(pytester, "test_example_of_the_documentation.py", INTEGRATIONS["pytest"])
    run(pytester).assert_outcomes(passed=1)
