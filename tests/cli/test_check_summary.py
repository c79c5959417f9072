"""`iri check --column` and `--summary`: cells, counts and examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import iri

TABLE = (
    'id,Link,note\n1,http://example.org/,x\n2,http://example.org/a b,\n3,//h/,\n4,,\n5,"http://e/""a",\n6\n7,"",\n'
    '8,"a:b\nc",\n9,a:^,\n'
)
COUNTS = "1 valid, 5 invalid (RFC 3987 IRI)\n"
FINDINGS = (
    "t.csv:3:23: F094 a reference cannot contain a space: http://example.org/a b\n"
    "t.csv:4:3: F066 the scheme before // is missing: //h/\n"
    't.csv:6:13: F092 a quotation mark delimits references in text, so it cannot be inside one: http://e/"a\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.csv").write_text(TABLE, encoding="utf-8", newline="")
    return tmp_path


@pytest.mark.parametrize("column", ["Link", " link", "2"])
def test_cells_of_a_column(folder: Path, column: str) -> None:
    status, out, err = iri("check", "-r", "IRI", "--column", column, "--file", "t.csv", cwd=folder)
    assert (status, err) == (1, "")
    assert out.startswith(FINDINGS)
    assert out.endswith(COUNTS)
    assert "\nt.csv:9:7: F" in out  # in a cell of two lines, at the end of the first
    assert iri("check", "-r", "IRI", "--column", column, "--files", "t.csv", cwd=folder)[1] == out
    piped = iri("check", "-r", "IRI", "--column", column, stdin=TABLE.encode())[1]
    assert piped == out.replace("t.csv", "<stdin>")
    assert iri("check", "-r", "IRI", "--column", column, "-", stdin=TABLE.encode())[1] == piped


def test_places_of_cells_in_records(folder: Path) -> None:
    _, out, _ = iri(
        "check", "-r", "IRI", "--column", "link", "--all", "--format", "jsonl", "--file", "t.csv", cwd=folder
    )
    rows = [json.loads(line) for line in out.splitlines()]
    places = [[row[name] for name in ("line", "column", "end_line", "end_column", "offset")] for row in rows[:4]]
    assert places == [[2, 3, 2, 22, None], [3, 23, 3, 24, 20], [4, 3, 4, 4, 0], [6, 13, 6, 15, 9]]
    assert [row["text"] for row in rows] == [
        *("http://example.org/", "http://example.org/a b", "//h/", 'http://e/"a', "a:b\nc", "a:^")
    ]


@pytest.mark.parametrize(
    ("name", "table", "column", "expected"),
    [
        ("t.tsv", "id\turl\n1\ta,b c\n", "url", [(2, 6)]),
        ("t.csv", "id;url\n1;a,b c\n", "url", [(2, 6)]),
        ("t.txt", "sep=|\nid|url\n1|a b\n", "url", [(3, 4)]),
        ("t.csv", "http://example.org/,a b\nhttp://example.org/,c d\n", "2", [(1, 22), (2, 22)]),
        ("t.csv", "url\na b\n\nc d\n", "URL", [(2, 2), (4, 2)]),
        ("t.csv", "\ufeffurl,x\r\né b,\r\n", "url", [(2, 2)]),
        ("t.csv", "url,url\na b,c d\n", "url", [(2, 2)]),
        ("t.csv", "url,x\n  ,1\n", "url", []),
        ("t.csv", 'url,x\n"  ",1\n', "url", [(2, 2)]),
        ("t.csv", 'db,x\n"mongodb://a:1,b:2/",1\n', "db", [(2, 12)]),
        ("t.csv", "", "url", []),
    ],
)
def test_tables(tmp_path: Path, name: str, table: str, column: str, expected: list[tuple[int, int]]) -> None:
    (tmp_path / name).write_text(table, encoding="utf-8", newline="")
    status, out, _ = iri("check", "--column", column, "--format", "json", "--file", name, cwd=tmp_path)
    assert [(row["line"], row["column"]) for row in json.loads(out)["findings"]] == expected
    assert status == bool(expected)


def test_cells_that_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"id,url\n1,http://h/\xe9\n2,b\xff\n")
    _, out, _ = iri("check", "--column", "url", "--file", "t.csv", cwd=tmp_path)
    assert out.startswith("t.csv:2:12: F001 byte 0xE9 is not UTF-8 (byte offset 9): http://h/\\xe9\nt.csv:3:4: F001 ")
    status, out, _ = iri("check", "--column", "url", "--encoding", "latin-1", "--file", "t.csv", cwd=tmp_path)
    assert (status, out) == (0, "2 valid, 0 invalid (RFC 3987 IRI-reference)\n")


@pytest.mark.parametrize("column", ["url", "4", "0", ""])
def test_unknown_columns(folder: Path, column: str) -> None:
    status, out, err = iri("check", "--column", column, "--file", "t.csv", cwd=folder)
    assert (status, out) == (2, "")
    assert f"t.csv: no column is named '{column}'; the columns are id, Link, note\n" in err


def test_columns_need_files(folder: Path) -> None:
    for arguments in (("a",), ("--whole", "t.csv")):
        status, _, err = iri("check", "--column", "link", *arguments, cwd=folder)
        assert status == 2
        assert "--column needs files" in err


def test_malformed_fields_are_noted(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text('id,url\n1,"a"b\n2,c,d\n')
    status, _, err = iri("check", "--column", "url", "--file", "t.csv", cwd=tmp_path)
    assert (status, err) == (
        0,
        "iri: t.csv:2:4: there is text between a closing quote and the delimiter\n"
        "iri: t.csv:3:5: there are more fields than in the header\n",
    )
    assert iri("check", "--quiet", "--column", "url", "--file", "t.csv", cwd=tmp_path) == (0, "", "")


def test_long_lines_of_tables_are_refused(folder: Path) -> None:
    status, _, err = iri("check", "--column", "link", "--max-line", "9", "--file", "t.csv", cwd=folder)
    assert status == 2
    assert "t.csv: cannot be read (" in err


def test_schemes_of_cells(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,url\n1,urn:x\n2,urn:isbn:1\n")
    _, out, _ = iri("check", "--scheme", "--column", "url", "--summary", "--file", "t.csv", cwd=tmp_path)
    assert out.endswith("    urn:x\n1 valid, 1 invalid (RFC 3987 IRI-reference)\n")


def test_summary_of_a_column(folder: Path) -> None:
    arguments = ("check", "-r", "IRI", "--column", "link", "--summary")
    status, out, err = iri(*arguments, "--file", "t.csv", "--file", "t.csv", cwd=folder)
    assert (status, err) == (1, "")
    lines = out.splitlines()
    title = "F086 a control character is not allowed"
    assert f"  {title}\n   the first fix repairs 100 % (0 % safely)\n     a:b\\u{{A}}c\n" in out
    assert '2  F066 a URI has a scheme before "//"\n   no first fix repairs any\n     //h/\n' in out
    assert lines[-3:] == [
        *(
            "of all 10, the first fix repairs 80 % (40 % safely)",
            "6 empty cells",
            COUNTS[:-1].replace("1 v", "2 v").replace("5", "10", 1),
        )
    ]
    piped = iri(*arguments, stdin=TABLE.encode())[1]
    assert piped.splitlines()[-3:] == [
        "of all 5, the first fix repairs 80 % (40 % safely)",
        "3 empty cells",
        COUNTS[:-1],
    ]


def test_summary_in_json(folder: Path) -> None:
    arguments = ("check", "-r", "IRI", "--column", "link", "--summary", "--file", "t.csv", "--format")
    summary = json.loads(iri(*arguments, "json", cwd=folder)[1])
    codes = summary.pop("codes")
    assert summary == {"findings": [], "valid": 1, "invalid": 5, "unit": "RFC 3987 IRI", "empty": 3}
    assert codes[0] == {
        "code": "F066",
        "name": "authority-without-scheme",
        "title": 'a URI has a scheme before "//"',
        "count": 1,
        "examples": ["//h/"],
        "first_fix": {"safe": 0, "unsafe": 0, "display": 1, "none": 0},
        "repaired": 0.0,
    }
    assert sum(row["count"] for row in codes) == 5
    assert [json.loads(line) for line in iri(*arguments, "jsonl", cwd=folder)[1].splitlines()] == codes


def test_summary_of_lines(tmp_path: Path) -> None:
    lines = ["http://h/", *(f"http://h/{number % 7} b" for number in range(100)), "http://u:sesam@h/ b", "http://h:8a/"]
    (tmp_path / "urls.txt").write_text("\n".join((*lines, "x" * 10_000 + "|", "\u202e b")))
    status, out, _ = iri("check", "--summary", "--all", "--explain", "--file", "urls.txt", cwd=tmp_path)
    assert (status, out.count("F094")) == (1, 1)
    assert out.startswith(
        "102  F094 a reference cannot contain a space\n     the first fix repairs 100 % (0 % safely)\n"
    )
    assert [line.strip() for line in out.splitlines()[2:5]] == ["http://h/0 b", "http://h/1 b", "http://h/2 b"]
    assert "sesam" not in out
    assert f"{'x' * 60}…{'x' * 59}| (10,001 characters)" in out
    assert "\u202e" not in out
    assert out.endswith("1 valid, 104 invalid (RFC 3987 IRI-reference)\n")


def test_summary_of_valid_lines_is_the_counts(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("a\nb\n")
    counts = "2 valid, 0 invalid (RFC 3987 IRI-reference)\n"
    assert iri("check", "--summary", "--file", "urls.txt", cwd=tmp_path) == (0, counts, "")


def test_texts_that_are_not_utf_8_have_no_fix() -> None:
    record = json.loads(iri("check", "--format", "jsonl", "--file", "-", stdin=b"b c\xff\n")[1])
    assert (record["code"], record["text"], record["fixes"]) == ("F094", "b c\\xff", [])


def test_secrets_have_fixes_in_the_summary() -> None:
    _, out, _ = iri("check", "--summary", "--file", "-", stdin=b"http://u:sesam@h/ b\n")
    assert "the first fix repairs 100 %" in out
    assert "     http://u:***@h/ b\n" in out or "  http://u:***@h/ b\n" in out
    assert "sesam" not in out
