"""docs/reference/limits.md: a case for each row."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from examples import some
from places import ROOT

from irigrammar.errors import GrammarError, ParseLimit, RegexError
from irigrammar.grammars.limits import GrammarLimits
from irigrammar.language import from_regex
from irigrammar.matching.grammar import Grammar

TABLE = ROOT / "docs" / "reference" / "limits.md"


def rows() -> dict[str, list[str]]:
    """Return the cells behind the first one of each row."""
    lines = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {first: rest for first, *rest in cells[1:]}


def iri(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from irigrammar.cli.main import main; main()", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def refused(text: str, why: str, limits: GrammarLimits | None = None) -> None:
    with pytest.raises(GrammarError, match=why):
        Grammar.from_text(text).start.matches("a")
    if limits is not None:
        Grammar.from_text(text, limits=limits).start.matches("a")


def size_of_a_grammar(folder: Path) -> None:
    text = 'a = "x"\n' + ";" * 1_000_000 + "\n"
    refused(text, "1,000,000 are the limit", GrammarLimits(size=2_000_000))
    (folder / "large.abnf").write_text(text)
    command = ("check", "-g", "large.abnf", "x")
    assert "more than 1,000,000 bytes" in iri(folder, *command).stderr
    assert iri(folder, *command, "--max-grammar-size", "2000000").returncode == 0


def nesting_in_a_grammar(_: Path) -> None:
    refused(f'a = {"(" * 101}"x"{")" * 101}\n', "more than 100 deep", GrammarLimits(nesting=101))


def recursive_work(_: Path) -> None:
    matcher = Grammar.from_text('a = a a a / "x" / "xx"\n').start
    assert matcher.matches("x" * 50)
    with pytest.raises(ParseLimit):
        matcher.matches("x" * 2_000)


def document_with_a_grammar(folder: Path) -> None:
    path = folder / "draft.txt"
    limits = GrammarLimits(size=100)
    prose = "Internet-Draft\n\n1.  Syntax\n\n" + "   Prose without an end.\n" * 40
    path.write_text(f'{prose}\n   a = "x"\n')
    assert list(Grammar.from_file(path, limits=limits)) == ["a"]
    path.write_text(f'{prose * 2}\n   a = "x"\n')
    with pytest.raises(GrammarError, match="size"):
        Grammar.from_file(path, limits=limits)


def toml(text: str, folder: Path) -> None:
    (folder / "a.toml").write_text(text)
    result = iri(folder, "scan", "--isolated", "--format", "concise", "a.toml")
    assert "S005" in result.stdout
    (folder / "irigrammar.toml").write_text(text)
    result = iri(folder, "scan", ".")
    assert (result.returncode, "which" in result.stderr, "Traceback" in result.stderr) == (2, True, False)


def arrow(_: Path) -> None:
    from arrow_memory import Memory

    from irigrammar.engines.kernel import engine

    if engine() != "kernel":
        pytest.skip("no kernel")
    matcher = Grammar.from_text('a = "x"\n').start
    recognizer: Any = matcher.grammar._production("a").recognizer
    with pytest.raises(MemoryError):
        recognizer.match_arrow_array(*Memory("n", 2**63 - 1).__arrow_c_array__())


def document_size(folder: Path) -> None:
    (folder / "a.json").write_text('["http://e/"]')
    command = ("scan", "--isolated", "a.json", "--max-size")
    assert "larger than 5 " in iri(folder, *command, "5").stdout
    assert iri(folder, *command, "13").returncode == 0


def baseline_size(folder: Path) -> None:
    (folder / "known.json").write_text(f'{{"version": 2, "findings": []{" " * 100}}}')
    (folder / "a.md").write_text("")
    command = ("scan", "--isolated", "--baseline", "known.json", "a.md", "--max-size")
    result = iri(folder, *command, "50")
    assert (result.returncode, "larger than 50 bytes" in result.stderr) == (2, True)
    assert iri(folder, *command, "200").returncode == 0


def refused_file(name: str, size: int, command: tuple[str, ...], folder: Path) -> None:
    (folder / name).write_text(" " * size)
    result = iri(folder, *command)
    assert (result.returncode, f"larger than {size - 1:,} bytes" in result.stderr) == (2, True)


def ignore_size(folder: Path) -> None:
    (folder / ".gitignore").write_text("#" * 1_000_001)
    result = iri(folder, "scan", "--isolated", ".")
    assert (result.returncode, "S003" in result.stdout) == (1, True)
    assert iri(folder, "scan", "--isolated", "--no-gitignore", ".").returncode == 0


def line_length(folder: Path) -> None:
    (folder / "a").write_text("a:b\na:bc\n")
    command = ("check", "--file", "a", "--max-line")
    result = iri(folder, *command, "4")
    assert (result.returncode, "line 2 has more than 4 bytes" in result.stderr) == (2, True)
    assert iri(folder, *command, "5").returncode == 0


def searched_line_length(folder: Path) -> None:
    (folder / "a").write_text("1\n" + "2" * 1_100_000 + "\n")
    command = ("grep", "-r", "port", "-c", "a", "--max-line")
    result = iri(folder, *command, "1099999")
    assert (result.returncode, result.stdout) == (2, "1\n")
    assert "a line has more than 1,099,999 bytes" in result.stderr
    assert iri(folder, *command, "1100000").returncode == 0


def input_length(_: Path) -> None:
    from irigrammar.cli.converting import lines

    with pytest.raises(OSError, match="line 1 has more than 64,000,000 bytes"):
        list(lines(BytesIO(b"a" * 64_000_001), "utf-8", "standard input"))


def size_of_a_rule(_: Path) -> None:
    """By a repetition, and by alternatives: the message says no more than what is so of both."""
    refused('a = 20001"x"\n', "has 20,001 terminals, and 20,000 is the limit")
    refused(
        "a = " + " / ".join(f'"{number:05d}"' for number in range(4_001)) + "\n", "has 20,005 terminals, and 20,000"
    )


def without_an_automaton(text: str, size: int) -> None:
    matcher = Grammar.from_text(text).start
    assert matcher.matches("a" * size)
    with pytest.raises(GrammarError, match="its automaton is too large: it would take more than"):
        matcher.automaton  # noqa: B018  # it is compiled when it is read


def work_of_configurations(folder: Path) -> None:
    rows = []
    for number in range(3):
        (folder / f"g{number}.abnf").write_text(f's = *100( *{90 + number}( [ "a" ] ) ) "x"\n')
        rows.append(f'[[namespaces]]\nprefix = "http://e{number}/"\ngrammar = "g{number}.abnf"\n')
    (folder / "irigrammar.toml").write_text("".join(rows))
    result = iri(folder, "scan", "--jobs", "1", ".")
    assert result.returncode == 2
    assert "more work than the limit of 5,000,000 steps" in result.stderr


def work_of_audit(folder: Path) -> None:
    (folder / "g.abnf").write_text(f"s = {' / '.join(f'{chr(34)}w{number}{chr(34)}' for number in range(1_200))}\n")
    result = iri(folder, "grammar", "audit", "-g", "./g.abnf")
    assert result.returncode == 2
    assert "it took more than 10,000,000 steps" in result.stderr


def stack_states(_: Path) -> None:
    matcher = Grammar.from_text('a = 200( "x" [ "(" a ")" ] ) / "y"\n').start
    assert matcher._production.nested == "its automaton with a stack would have too many states"
    assert matcher.matches("x" * 200)
    assert matcher.matches("x" * 199 + "x(y)")


def states_of_a_regex(_: Path) -> None:
    with pytest.raises(RegexError, match="too large") as caught:
        from_regex("[ab]*a[ab]{16}", dialect="python", anchored=True)
    assert caught.value.limit


CASES: dict[str, Callable[[Path], None]] = {
    "Size of a grammar": size_of_a_grammar,
    "Size of a document that contains a grammar": document_with_a_grammar,
    "Nesting of groups in a grammar": nesting_in_a_grammar,
    "One string, name or number in a grammar": lambda _: refused(
        f'a = "{"x" * 1_000}"\n', "more than 1,000 characters"
    ),
    "Digits of a repetition in a grammar": lambda _: refused(f'a = {"1" * 19}"x"\n', "more than 18 digits"),
    "Nesting of groups and rules that are compiled": lambda _: refused(
        f'a = {"( %x62 / %x63 ( " * 50}"a"{" ) )" * 50}\n', "nested .* 100 is the limit"
    ),
    "Size of a rule with what it refers to, repetitions written out": size_of_a_rule,
    "States of an automaton": lambda _: without_an_automaton('a = *( "a" / "b" ) "a" 16( "a" / "b" )\n', 17),
    "Work to make an automaton": lambda _: without_an_automaton('a = *70( *70( [ "a" ] ) )\n', 1),
    "States of the automaton of a regular expression": states_of_a_regex,
    "States of an automaton with a stack": stack_states,
    "Work to read and compile all files of ABNF that the configurations of a scan name": work_of_configurations,
    "Work of `iri grammar audit`": work_of_audit,
    "Work on a string with a recursive rule, to match, explain or trace it": recursive_work,
    "Parts of a TOML key": partial(toml, ".".join("a" * 101) + ' = "x"\n'),
    "Nesting of arrays and inline tables in TOML": partial(toml, f"a = {'[' * 101}{']' * 101}\n"),
    "Size of a document that is read as a whole": document_size,
    "Size of a baseline": baseline_size,
    "Size of a configuration file": partial(refused_file, "irigrammar.toml", 1_000_001, ("scan", ".")),
    "Size of a `.gitignore` file": ignore_size,
    "Length of a line in a file of `iri check`": line_length,
    "Length of a line in a file of `iri grep`": searched_line_length,
    "Length of a line of a file or standard input that is converted": input_length,
    "Length of an Arrow array": arrow,
}


def test_every_row_has_a_case() -> None:
    """A row that another part of the project adds is exercised there: tests name it in `CASES`."""
    assert list(rows()) == list(CASES)
    assert all(len(cells) == 3 and all(cells) for cells in rows().values())


@pytest.mark.parametrize("row", some(CASES, 3))
def test_each_limit(row: str, tmp_path: Path) -> None:
    CASES[row](tmp_path)
