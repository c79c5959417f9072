"""`iri grammar railroad`, and the drawn forms of `iri tree`."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import click
import command
import pytest
from click.testing import CliRunner, Result

import irigrammar
from irigrammar.cli.main import cli
from irigrammar.errors import UnknownRule


def run(name: str, *arguments: str) -> Result:
    return CliRunner().invoke(cli, [*name.split(), *arguments])


def test_text_is_the_default_and_shows_the_own_rules() -> None:
    done = run("grammar railroad", "-g", "web-address")
    assert done.exit_code == 0
    assert re.findall(r"^([\w-]+)  ", done.stdout, re.MULTILINE) == list(irigrammar.grammar("web-address"))
    assert run("grammar railroad", "-g", "rfc3986", "-r", "h16", "-r", "LS32", "-r", "h16").stdout == (
        "h16  RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:42)\n"
        "●─┬─ HEXDIG ─────────┬─●\n"
        "  └◀ (1 to 4 times) ─┘\n"
        "\n"
        "ls32  RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:43)\n"
        '●─┬─ h16 ── ":" ── h16 ─┬─●\n'
        "  └─ IPv4address ───────┘\n"
    )


def test_ascii_alone() -> None:
    done = run("grammar railroad", "-r", "ucschar", "-r", "port", "--ascii")
    assert done.stdout.isascii()
    assert "o-+- U+00A0 to U+D7FF" in done.stdout


def test_files_have_the_form_of_their_suffix(tmp_path: Path) -> None:
    for suffix, begins in ((".svg", "<svg "), (".html", "<!DOCTYPE html>"), (".htm", "<!DOCTYPE"), (".txt", "port  ")):
        file = tmp_path / f"a{suffix}"
        done = run("grammar railroad", "-r", "port", "--output", str(file))
        assert (done.exit_code, done.output) == (0, "")
        assert file.read_text(encoding="utf-8").startswith(begins)
    file = tmp_path / "b.svg"
    run("grammar railroad", "-r", "port", "--output", str(file), "--format", "text")
    assert file.read_text(encoding="utf-8").startswith("port  ")


def test_markup_on_standard_output_has_references_for_what_it_lacks() -> None:
    escaped = ["tree", "--format", "svg", "--escaped", r"\u{E9}"]
    for arguments in (["grammar", "railroad", "-r", "ucschar", "--format", "svg"], escaped):
        out = command.run(*arguments, encoding="ascii").out
        assert "&#" in out
        ET.fromstring(out)


def test_a_user_s_own_grammar_recursive_with_prose(tmp_path: Path) -> None:
    file = tmp_path / "own.abnf"
    file.write_text('a = "(" [ a ] ")" / missing / <words> ; said\n', encoding="utf-8")
    assert run("grammar railroad", "-g", str(file)).stdout == (
        f"a  {file}:1\n"
        "; said\n"
        '●─┬─ "(" ──┬─────┬── ")" ─┬─●\n'
        "  │        └─ a ─┘        │\n"
        "  ├─ missing? ────────────┤\n"
        "  └─ <words> ─────────────┘\n"
    )


def test_what_there_is_not_is_said(tmp_path: Path) -> None:
    done = run("grammar railroad", "-r", "prt")
    assert isinstance(done.exception, UnknownRule)
    done = run("grammar railroad", "-r", "port", "--output", str(tmp_path / "none" / "a.txt"))
    assert done.exit_code == 2
    assert "cannot be written" in done.output


def test_a_tree_in_each_form(tmp_path: Path) -> None:
    assert (
        run("tree", "-r", "port", "80", "--format", "boxes").stdout == "┌─── port ───┐\n┌DIGIT┐┌DIGIT┐\n   8      0\n"
    )
    assert run("tree", "-r", "port", "80", "--format", "boxes", "--ascii", "--depth", "0").stdout == "[port]\n  80\n"
    file = tmp_path / "tree.svg"
    assert run("tree", "-r", "port", "80", "--format", "svg", "--output", str(file)).output == ""
    assert ET.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
    bad = run("tree", "-r", "port", "8x", "--format", "boxes")
    assert (bad.exit_code, bad.stdout.startswith('8x: F061 "x"')) == (1, True)


@pytest.mark.parametrize(("depth", "lines"), [("0", 1), ("1", 3), ("2", 5), ("99", 5), ("full", 5), ("components", 1)])
def test_depth(depth: str, lines: int) -> None:
    assert len(run("tree", "-r", "port", "80", "--depth", depth).stdout.splitlines()) == lines
    assert run("tree", "-r", "port", "80", "--depth", depth, "--format", "dot").stdout.count("label=") == lines
    assert run("tree", "-r", "port", "80", "--depth", depth, "--format", "json").stdout.count('"rule"') == lines


def test_by_default_the_depth_is_that_of_the_components_where_there_are_some() -> None:
    assert run("tree", "http://h:8/").stdout == run("tree", "http://h:8/", "--depth", "components").stdout
    assert run("tree", "-r", "port", "80").stdout == run("tree", "-r", "port", "80", "--depth", "full").stdout


def test_a_tree_in_colour_is_the_tree() -> None:
    coloured = run("tree", "http://h:8/é", "--color", "always").stdout
    assert coloured != (plain := run("tree", "http://h:8/é").stdout)
    assert click.unstyle(coloured) == plain


@pytest.mark.parametrize("depth", ["-1", "two", "", "1.5", "²"])
def test_a_depth_that_is_none(depth: str) -> None:
    done = run("tree", "-r", "port", "80", f"--depth={depth}")
    assert done.exit_code == 2
    assert "not full, components or a number of levels" in done.output


def test_a_tree_in_ascii_has_guides_of_ascii() -> None:
    out = command.run("tree", "-r", "port", "80", encoding="ascii").out
    assert out.splitlines()[:3] == ['port  "80"', '|-- DIGIT  "8"', '|   `-- "8"']
