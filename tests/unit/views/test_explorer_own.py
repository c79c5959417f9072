"""The explorer with a user's grammars."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from own_grammars import FOLDER, NAMES, examples_of, own_grammar
from rows import in_one_test

from irigrammar import Grammar
from irigrammar.cli.main import cli
from irigrammar.views.explorer.own import Example, read_examples, written_examples
from irigrammar.views.explorer.page import documents, page
from irigrammar.views.explorer.playground import ticks_answer

GREETING = Grammar.from_text('greeting = "hello" SP name ; a greeting\nname = 1*ALPHA\n', name="dir/greeting.abnf")


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


def assert_as_expected(grammar: Grammar, examples: Sequence[Example]) -> None:
    """Assert that examples, or those made of the grammar, are of both kinds and have the verdicts that they say."""
    (document,) = documents((grammar,), examples)
    rows = document["examples"]
    assert {valid for *_, valid in rows} == {True, False}
    assert [tick[0] for tick in ticks_answer(grammar, rows)["ticks"]] == [valid for *_, valid in rows]


@pytest.mark.parametrize("as_lines", [True, False])
def test_written_grammars_are_read_back(as_lines: bool) -> None:
    text = 'valid hello you\ninvalid  a \nrule name\ninvalid \n{"text": "b", "valid": true}\n'
    rows = read_examples(text, [GREETING])
    rows += (Example("a\nb\u2028", GREETING.name, "name", False),)
    again = read_examples(written_examples(rows, as_lines=as_lines), [GREETING])
    assert again == (*rows[:-1], rows[-1]._replace(text="a\\u{A}b\\u{2028}"))


@pytest.mark.parametrize(
    "line",
    ["{", '{"text": 1}', '{"text": "a", "valid": 1}', '{"text": "a", "valid": true, "rule": 1}', '{"text": ' * 100_000],
    ids=len,
)
def test_objects_that_are_no_examples(line: str) -> None:
    with pytest.raises(ValueError, match="line 1: expected"):
        read_examples(line, [GREETING])


@in_one_test("name", NAMES)
def test_examples_of_ten_grammars_are_as_expected(name: str) -> None:
    assert_as_expected(own_grammar(name), examples_of(name))


def test_the_page_is_about_the_grammar() -> None:
    text = page({"kind": "server"}, {}, (GREETING,), read_examples("valid hello you", [GREETING]))
    assert "<title>Grammar explorer: greeting</title>" in text
    assert '"first":{"grammar":"dir/greeting.abnf","rule":"greeting","text":"hello you"}' in text
    assert '"gallery":[]' in text


def test_a_hostile_grammar_cannot_add_elements() -> None:
    script = "</script><script>alert(1)</script>"
    own = (Grammar.from_text(f'a = "x" ; {script}\n', name=f"{script}.abnf"),)
    text = page({"kind": "server"}, {}, own, (Example(script, own[0].name, "a", False),))
    assert "<script>alert" not in text


def test_a_rule_of_prose_has_a_page_without_examples() -> None:
    text = page({"kind": "server"}, {}, (Grammar.from_text("a = <a letter>\n", name="prose.abnf"),))
    assert '"first":{"grammar":"prose.abnf","rule":"a","text":""}' in text
    assert '"examples":[]' in text


@pytest.mark.parametrize(
    "source",
    [
        'version = 1*DIGIT "." 1*DIGIT\n',
        'a = "x" / "(" a ")"\n',
        'sum = DIGIT / sum "+" DIGIT\n',
        'sum = number / plus number\nplus = sum "+"\nnumber = 1*DIGIT\n',
    ],
)
def test_examples_are_generated_if_missing(source: str) -> None:
    assert_as_expected(Grammar.from_text(source), ())


def test_examples_that_are_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "examples.txt"
    path.write_bytes(b"valid \xff\n")
    done = CliRunner().invoke(cli, ["explorer", "-g", str(FOLDER / "date.abnf"), "--examples", str(path)])
    assert done.exit_code == 2
    assert f"{path}: byte 0xFF is not UTF-8" in done.output


def test_wrong_usage(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("perhaps x\n", encoding="utf-8")
    semver = str(FOLDER / "semver.abnf")
    for arguments, message in (
        (["--examples", str(wrong)], "--examples, --extends, --import, --define and --write need -g"),
        (["-g", "rfc3986"], "rfc3986 is in every page"),
        (["-g", semver, "--examples", str(wrong)], "line 1: expected"),
    ):
        done = CliRunner().invoke(cli, ["explorer", *arguments])
        assert done.exit_code == 2
        assert message in done.output
