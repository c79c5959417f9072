"""Tables: columns that are chosen, columns that say so, text in the others, and what is wrong with a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from data_formats import PIECES, edited, items, problems, texts
from hypothesis import given
from hypothesis import strategies as st

from irigrammar.scan.formats.items import Candidate, Item
from irigrammar.scan.formats.keys import holds_identifiers
from irigrammar.scan.formats.registry import Options, document_type

CHOSEN = Options(columns=("Home",))


def test_columns_are_chosen_by_name_or_number() -> None:
    table = 'id;home;more\n1; a b ;http://x.example/\n2;;y\n3;"c""d";\n'
    assert texts("csv", table, CHOSEN) == ["a b", 'c"d']
    assert texts("csv", table, Options(columns=("2",))) == ["a b", 'c"d']
    assert texts("csv", table, Options(columns=("more", "1"))) == ["1", "http://x.example/", "2", "y", "3"]
    assert texts("csv", table, Options(columns=("more", "none"))) == ["http://x.example/", "y"]


def test_a_name_that_is_a_number_is_a_name() -> None:
    assert texts("csv", "2,1\na,b\n", Options(columns=("2",))) == ["a"]


def test_a_column_that_is_not_there_is_reported() -> None:
    table = "id,home\n1,a\n"
    why = "no column is named 'url' or '7x'; the columns are id, home"
    assert problems("csv", table, Options(columns=("url", "7x"))) == [(0, 7, "S005", why)]


def test_a_table_without_a_header_is_read_from_its_first_record() -> None:
    table = "1,http://a.example/\n2,http://b.example/ x\n"
    assert texts("csv", table) == ["http://a.example/", "http://b.example/"]
    assert texts("csv", table, Options(columns=("2",))) == ["http://a.example/", "http://b.example/ x"]
    assert {item.what for item in items("csv", table) if isinstance(item, Candidate)} == {"column 2"}


def test_a_field_that_is_broken_is_read_as_text() -> None:
    table = 'id,home\n1,"http://e.example/ x\n2,"http://f.example/"y\n'
    assert texts("csv", table, CHOSEN) == ["http://e.example/"]
    assert texts("csv", 'id,home\n1,"http://e.example/ x', CHOSEN) == ["http://e.example/"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("url", True),
        ("URL", True),
        ("homepageURL", True),
        ("image_url_large", True),
        ("Link", True),
        ("dc:uri", True),
        ("curling", False),
        ("linkage", False),
        ("notes", False),
        ("", False),
    ],
)
def test_names_of_columns_say_what_they_hold(name: str, says: bool) -> None:
    assert holds_identifiers(name) is says


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("http://e.example/a b", ["http://e.example/a b"]),
        ("http://e.example/a http://e.example/b", ["http://e.example/a", "http://e.example/b"]),
        ("see http://e.example/a b", ["http://e.example/a"]),
        ("n/a", []),
        ("www.example.org", ["www.example.org"]),
        ("foo://a b", ["foo://a b"]),
        ("{{ url }}/x http://e.org/", ["http://e.org/"]),
        ("", []),
    ],
)
def test_a_column_that_says_so_holds_one_identifier_or_text(value: str, expected: list[str]) -> None:
    assert texts("csv", f"id,url\n1,{value}\n2,x\n") == expected


def test_text_in_other_columns_is_read_as_text() -> None:
    assert texts("csv", 'id,note\n1,"see <http://e.example/>, ""x"""\n') == ["http://e.example/"]


def test_lines_in_quotes_and_tabs() -> None:
    table = 'id\turl\n1\t"http://e.example/\na"\n2\thttp://f.example/,x\n'
    assert texts("tsv", table) == ["http://e.example/\na", "http://f.example/,x"]


def test_results_of_sparql_have_literals_with_tags() -> None:
    table = '?x\t?label\n<http://e.example/a|b>\t"a"@en\n<http://e.example/>\t"1"^^<http://e.example/c>\n'
    assert problems("tsv", table) == []
    assert texts("tsv", table)[0] == "http://e.example/a|b"


def test_what_is_written_keeps_the_quotes() -> None:
    table = 'id,url\n1,"http://e.example/""a"""\n2,http://e.example/b\n'
    assert edited("csv", table, str.upper) == 'id,url\n1,"HTTP://E.EXAMPLE/""A"""\n2,HTTP://E.EXAMPLE/B\n'


def test_what_is_wrong_is_reported_three_times_at_most() -> None:
    table = "id,url\n" + '"a"b,c\n' * 5
    assert [problem[:3] for problem in problems("csv", table)] == [(8, 9, "S005"), (15, 16, "S005"), (22, 23, "S005")]
    table = "id,url\n1,a,b\n2,c,\n"
    assert problems("csv", table, Options(columns=("url",))) == [
        (11, 12, "S005", "there are more fields than in the header")
    ]
    assert problems("csv", table) == []


def test_a_table_comes_in_blocks() -> None:
    kind = document_type("csv")
    find = kind.open(Options(columns=("home",)))

    def items_in(blocks: list[str]) -> Iterator[Item]:
        for block in blocks:
            yield from find(block)

    table = ["id|home\n1|a\n", '2|"b\n', 'c"\n']
    assert kind.cut is not None
    assert kind.cut(table[1]) == 0
    assert [item.text for item in items_in([table[0], table[1] + table[2]]) if isinstance(item, Candidate)] == [
        "a",
        "b\nc",
    ]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
    for name in ("csv", "tsv"):
        for options in (Options(), Options(columns=("url", "1"))):
            items(name, text, options)
            items(name, f"id,url\n1,{text}", options)
