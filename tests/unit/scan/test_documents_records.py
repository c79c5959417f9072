"""Records of tables: fields as the csv module of the standard library reads them, and cuts between records."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from irigrammar.scan.formats.records import QUOTED, cut_records, records, sniffed, unquoted

SMALL = st.text(st.sampled_from('a,;"\n\r \t|'), max_size=40)


def read(text: str, delimiter: str) -> list[list[str]]:
    return [
        [field.escapes.read(text[field.start : field.end]).text for field in row] for row in records(text, delimiter)
    ]


@given(st.lists(st.lists(st.text(st.sampled_from('ab ,;"\n\r\t|é'), max_size=6), min_size=1, max_size=4), max_size=5))
def test_what_the_csv_module_writes_is_read(rows: list[list[str]]) -> None:
    for delimiter in ",;\t|":
        stream = StringIO()
        csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
        assert read(stream.getvalue(), delimiter) == rows


@given(SMALL)
@example('"a"b,c')
@example('"a')
def test_every_text_is_read_in_order(text: str) -> None:
    done = 0
    for row in records(text, ","):
        for field in row:
            assert done <= field.start <= field.end <= len(text)
            done = field.end


@given(SMALL, SMALL)
def test_no_record_is_cut(first: str, second: str) -> None:
    text = first + second
    cut = cut_records(first)
    assert 0 <= cut <= len(first)
    if any(field.fault for row in records(text, ",") for field in row) or ";" in text or "\t" in text or "|" in text:
        return  # where one cannot tell what is quoted
    whole = [row for row in read(text, ",") if any(row)]
    assert [row for row in read(text[:cut], ",") + read(text[cut:], ",") if any(row)] == whole


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", 0),
        ("a,b", 0),
        ("a,b\nc", 4),
        ("a\r", 0),
        ("a\r\nb", 3),
        ('a,"b\nc', 0),
        ('x\na,"b\nc', 2),
        ('x\na, "b\nc', 2),
        ('a,"b\nc"\nd', 8),
        ('a,"b""\nc""d"\n"', 13),
        ('5" disk\n6" disk\nx', 16),
        ('"a\n' + "b\n" * (1 << 20), 3 + (2 << 20)),
    ],
)
def test_a_text_is_cut_behind_a_record(text: str, cut: int) -> None:
    assert cut_records(text) == cut


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (",", 0)),
        ("a\nb\n", (",", 0)),
        ("a,b\nc,d\n", (",", 0)),
        ("a;b\n1,5;2,5\n3,0;4,0\n", (";", 0)),
        ("a\tb, c\n1\t2\n", ("\t", 0)),
        ('a|b\n"x|y"|z\n', ("|", 0)),
        ("sep=;\r\na,b;c\r\n", (";", 7)),
        ("name,note\nx,a;b\ny,c;d\nz,e;f\n", (",", 0)),
    ],
)
def test_the_delimiter_is_reported(text: str, expected: tuple[str, int]) -> None:
    assert sniffed(text) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('a,"b"c,d', "there is text between a closing quote and the delimiter"),
        ('a,"b\nc,d', "the quote is not closed"),
    ],
)
def test_what_is_wrong_with_a_field_is_reported(text: str, fault: str) -> None:
    assert [field.fault for row in records(text, ",") for field in row if field.fault] == [fault]


def test_fields_are_written_as_they_stand() -> None:
    assert QUOTED.write('a"b,c') == 'a""b,c'
    assert unquoted(";").write("a,b") == "a,b"
    for text in ("a;b", 'a"b', "a b", "a\nb"):
        with pytest.raises(ValueError, match="cannot be written"):
            unquoted(";").write(text)


@pytest.mark.slow
def test_long_runs_of_anything_take_linear_time() -> None:
    for piece in (" ", '"', '" ', '""', ", ", "\t", "a ", '",'):
        text = piece * 200_000
        sum(map(len, records(text, ",")))
        cut_records(text)
