"""`iri grammar extract`, and documents where other commands take files of ABNF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run

TEXT = """\
Internet-Draft              Greetings                      January 2020

3.  Syntax

   greeting = hello "," name
   hello = "hello" / 'hi'
   name = 1*ALPHA
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "draft-greetings-00.txt"
    path.write_text(TEXT.replace(" / 'hi'", ""), encoding="utf-8")
    return path


def test_the_rules_with_their_places(path: Path) -> None:
    done = run("grammar", "extract", str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out == ('; section 3, lines 5 to 7\ngreeting = hello "," name\nhello = "hello"\nname = 1*ALPHA\n')
    assert run("grammar", "extract", "--no-line-numbers", str(path)).out == done.out.partition("\n")[2]


def test_json(path: Path) -> None:
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    assert rows[1] == {"rule": "hello", "line": 6, "end_line": 6, "section": "3", "abnf": 'hello = "hello"'}


def test_what_cannot_be_read_is_reported(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    done = run("grammar", "extract", str(path))
    assert done.status == 1
    assert done.err == f"iri: {path}:6:22: 'hi' is not ABNF: a string is written in double quotation marks\n"
    assert "hello = " not in done.out


def test_json_has_what_is_left_out(path: Path) -> None:
    path.write_text(TEXT, encoding="utf-8")
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    reason = "'hi' is not ABNF: a string is written in double quotation marks"
    assert [row["rule"] for row in rows] == ["greeting", "name", None]
    assert rows[2] == {"rule": None, "line": 6, "end_line": 6, "section": "3", "abnf": None, "problem": reason}


def test_comments_between_rules_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text('~~~ abnf\n; one\na = "b"\n\n; two\nc = "d"\n; three\n~~~\n')
    done = run("grammar", "extract", "--no-line-numbers", str(path))
    assert (done.status, done.out) == (0, '; one\na = "b"\n; two\nc = "d"\n  ; three\n')


def test_rules_that_are_there_again(path: Path) -> None:
    path.write_text(f"{path.read_text(encoding='utf-8')}\n4. Collected\n\n   name = 1*ALPHA\n", encoding="utf-8")
    done = run("grammar", "extract", str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("name = 1*ALPHA\n\n; the same again: section 4, lines 11 to 11\n")
    assert "again" not in run("grammar", "extract", "--no-line-numbers", str(path)).out
    rows = json.loads(run("grammar", "extract", "--format", "json", str(path)).out)
    assert rows[3] == {"rule": None, "line": 11, "end_line": 11, "section": "4", "abnf": None, "repeats": "name"}


def test_nothing_to_take(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("nothing\n")
    done = run("grammar", "extract", str(path))
    assert (done.status, done.out) == (2, "")
    assert run("grammar", "extract", str(tmp_path / "missing")).status == 2
    assert run("grammar", "extract", "-", stdin=TEXT.encode()).status == 1


def test_a_document_is_a_grammar(path: Path) -> None:
    done = run("check", "-g", str(path), "hello,World")
    assert (done.status, done.out.splitlines()[0]) == (0, "hello,World: valid greeting")
    done = run("explain", "-g", str(path), "hello;World")
    assert f"{path}:5" in done.out


def test_lint_reports_lines_and_columns_of_the_document(path: Path) -> None:
    path.write_text(TEXT.replace(" / 'hi'", " / hi"), encoding="utf-8")
    done = run("grammar", "lint", "--format", "concise", str(path))
    assert done.status == 1
    assert done.out.splitlines()[0] == f"{path}:6:22: L002 hello refers to hi, which no rule defines"
