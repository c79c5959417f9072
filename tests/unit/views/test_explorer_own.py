"""The explorer with a user's own grammars: their examples, what the page knows of them, and the command."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from own_grammars import FOLDER, NAMES, examples_of, own_grammar

from irigrammar import Grammar
from irigrammar.cli.main import cli
from irigrammar.cli.options import unescape
from irigrammar.errors import GrammarError
from irigrammar.views.explorer.build import page
from irigrammar.views.explorer.own import Example, read_examples

GREETING = Grammar.from_text('greeting = "hello" SP name ; a greeting\nname = 1*ALPHA\n', name="dir/greeting.abnf")


def data_of(text: str) -> dict[str, Any]:
    match = re.search(r'id="data">([^<]*)<', text)
    assert match
    data: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(match[1])))[0]
    return data


def test_examples_say_for_which_rule_they_are() -> None:
    text = "# of the start rule\nvalid hello you\n\ninvalid\nrule NAME\nvalid you"
    assert read_examples(text, [GREETING]) == (
        Example("hello you", GREETING.name, "greeting", True),
        Example("", GREETING.name, "greeting", False),
        Example("you", GREETING.name, "name", True),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [("valid x\nmaybe y", "line 2: expected"), ("rule nobody", "line 1: unknown rule 'nobody'"), ("rule", "line 1")],
)
def test_other_lines_are_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_examples(text, [GREETING])


@pytest.mark.parametrize("name", NAMES)
def test_examples_of_ten_grammars_are_as_expected(name: str) -> None:
    grammar = own_grammar(name)
    rows = examples_of(name)
    assert len(rows) >= 2
    assert [grammar[row.rule].matches(row.text) for row in rows] == [row.valid for row in rows]


def test_the_page_knows_rules_comments_and_patterns() -> None:
    examples = read_examples("valid hello you", [GREETING])
    text = page("1", (GREETING,), examples)
    assert "<title>Grammar explorer: greeting</title>" in text
    data = data_of(text)
    assert [grammar["name"] for grammar in data["grammars"]][:2] == ["dir/greeting.abnf", "rfc5234"]
    (rule,) = [rule for rule in data["rules"] if rule["name"] == "greeting"]
    assert (rule["section"], rule["comment"]) == ("", "a greeting")
    assert rule["abnf"].startswith("greeting =")
    assert data["own"]["first"] == {"grammar": "dir/greeting.abnf", "rule": "greeting", "text": "hello you"}
    assert re.fullmatch(data["own"]["patterns"]["dir/greeting.abnf"]["name"]["pattern"], "You")


@pytest.mark.parametrize(
    "source", ['version = 1*DIGIT "." 1*DIGIT\n', 'a = "x" / "(" a ")"\n', 'sum = DIGIT / sum "+" DIGIT\n']
)
def test_without_examples_there_are_some_made_of_the_grammar(source: str) -> None:
    grammar = Grammar.from_text(source)
    own = data_of(page("1", (grammar,)))["own"]
    rows = [(unescape(row["text"]), row["valid"]) for row in own["examples"]]
    assert {valid for _, valid in rows} == {True, False}
    assert [grammar.start.matches(text) for text, _ in rows] == [valid for _, valid in rows]
    assert own["first"]["text"] == own["examples"][0]["text"] != ""


def test_a_recursive_rule_has_no_automaton_and_is_checked() -> None:
    recursive = Grammar.from_text('a = "x" / "(" a ")"\n', name="nested")
    (entry, *_) = data_of(page("1", (recursive,)))["grammars"]
    assert (entry["start"], entry["tables"]["a"], entry["recursive"]) == (["a"], None, ["a"])
    assert entry["letters"]["a"] == [ord(char) for char in "x()"]


def test_a_start_rule_that_begins_with_itself_by_another_is_refused() -> None:
    recursive = Grammar.from_text('sum = number / plus number\nplus = sum "+"\nnumber = 1*DIGIT\n')
    with pytest.raises(GrammarError, match=r"sum begins with itself .*iri check"):
        page("1", (recursive,))


def test_examples_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "examples.txt"
    path.write_bytes(b"valid \xff\n")
    arguments = ["-g", str(FOLDER / "date.abnf"), "--examples", str(path), "-o", str(tmp_path / "page.html")]
    done = CliRunner().invoke(cli, ["explorer", *arguments])
    assert done.exit_code == 2
    assert f"{path}: byte 0xFF is not UTF-8" in done.output


def test_the_command_takes_grammars_and_examples(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    files = [str(FOLDER / name) for name in ("semver.abnf", "date.abnf", "semver.txt")]
    arguments = ["-g", files[0], "-g", files[1], "--examples", files[2]]
    done = CliRunner().invoke(cli, ["explorer", *arguments, "-o", str(out)])
    assert (done.exit_code, done.output) == (0, "")
    assert len(data_of(out.read_text(encoding="utf-8"))["own"]["examples"]) == 7


def test_wrong_usage(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("perhaps x\n", encoding="utf-8")
    semver = str(FOLDER / "semver.abnf")
    for arguments, message in (
        (["--examples", str(wrong)], "--examples and --extends need -g"),
        (["-g", "rfc3986"], "rfc3986 is in every page"),
        (["-g", semver, "--examples", str(wrong)], "line 1: expected"),
    ):
        done = CliRunner().invoke(cli, ["explorer", *arguments, "-o", "-"])
        assert done.exit_code == 2
        assert message in done.output
