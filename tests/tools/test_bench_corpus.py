"""The bench's strings: valid or faulty as they are said to be, distinct, the same each time, new objects."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from places import ROOT

import irigrammar
from tools.bench.bars import bars
from tools.bench.contestants.columns import scattered
from tools.bench.contestants.strings import joined, pairs
from tools.bench.corpus import FAULTS, REAL, describe, fresh, made, messy, parts, real, related, shaped, sized, uniform
from tools.bench.shapes import SHAPES, UNITS

IRI = irigrammar.grammar("rfc3987")["IRI"]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_gives_distinct_valid_iris(shape: str) -> None:
    texts = shaped(shape, 150)
    assert len(set(texts)) == 150
    assert [text for text in texts if not IRI.matches(text)] == []
    assert texts == shaped(shape, 150)


def test_the_shapes_are_what_they_are_called() -> None:
    assert all(not text.isascii() for text in shaped("IRIs in a script", 50))
    assert all(text.split("/")[2].isascii() and not text.isascii() for text in shaped("titles in a script", 50))
    hosts = {IRI.split(text).host_kind for text in shaped("IP addresses", 200)}
    assert hosts == {"IPv4address", "IPv6address", "IPvFuture"}
    assert all(text.count("%") * 3 > len(text) / 3 for text in shaped("percent-heavy", 50))
    assert max(map(len, shaped("short URLs", 100))) < min(map(len, shaped("long URLs", 100)))


@pytest.mark.parametrize("title", FAULTS)
def test_what_is_said_to_have_a_fault_has_one_where_it_is_said(title: str) -> None:
    texts = parts(300, ROOT)[title]
    assert [text for text in texts if IRI.matches(text)] == []
    faults = [IRI.check(text).fault for text in texts]
    shares = [fault.offset / len(text) for fault, text in zip(faults, texts, strict=True) if fault]
    assert (sum(shares) / len(shares) < 0.3) is (title == "faults early")


def test_a_tenth_of_the_mixture_is_refused() -> None:
    texts = made(2000)
    assert len(set(texts)) == 2000
    assert 0.07 < sum(not IRI.matches(text) for text in texts) / 2000 < 0.13
    assert max(map(len, made(200, longest=60))) <= 60


def test_the_corpus_of_the_bars_is_the_one_that_is_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "dbpedia_links_iris.txt").write_text("http://a/\nhttp://b/é\nhttp://c/\n", encoding="utf-8")
    monkeypatch.setenv("IRIGRAMMAR_DATA", str(tmp_path))
    assert tuple(parts(5, ROOT)) == bars()[1]
    assert sorted(real(9, ROOT) or []) == ["http://a/", "http://b/é", "http://c/"]


def test_without_real_iris_there_are_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("IRIGRAMMAR_DATA", raising=False)
    assert real(9, tmp_path / "checkout") is None
    assert REAL not in parts(5, tmp_path / "checkout")


def test_no_real_iri_lies_in_the_repository() -> None:
    assert [path for path in (ROOT / "tools" / "bench").rglob("*") if path.suffix in (".txt", ".gz", ".csv")] == []


@pytest.mark.parametrize("length", [20, 66, 600])
def test_urls_of_a_length_have_it(length: int) -> None:
    texts = sized(length, 40)
    assert {len(text) for text in texts} == {length}
    assert all(IRI.matches(text) for text in texts)


@pytest.mark.parametrize("kind", UNITS)
def test_long_strings_of_one_kind_are_valid_and_as_long(kind: str) -> None:
    assert all(IRI.matches(text) and 1000 <= len(text) < 1020 for text in uniform(kind, 1000, 5))


def test_what_is_not_normal_has_another_normal_form() -> None:
    assert all(irigrammar.normalize(text) != text for text in messy(60))
    assert sum(irigrammar.normalize(text) == text for text in shaped("pages", 60)) > 55


def test_references_resolve_and_come_back_from_one_text() -> None:
    rows = related(60)
    assert pairs([joined(*row) for row in rows]) == rows
    assert all(IRI.matches(irigrammar.resolve(*row)) for row in rows)
    assert sum(":" not in ref.split("/")[0] for _, ref in rows) > 40


@pytest.mark.parametrize("again", [fresh, scattered])
def test_copies_are_equal_and_new(again: object) -> None:
    assert callable(again)
    texts = made(300)
    copies = again(texts)
    assert copies == texts
    assert not {id(text) for text in texts} & {id(text) for text in copies}


def test_scattered_strings_do_not_lie_in_the_order_of_the_list() -> None:
    texts = [f"{Random(0).random()}{number:06}" for number in range(4000)]
    places = list(map(id, scattered(texts)))
    assert sum(abs(one - other) < 1000 for one, other in pairwise(places)) < 1000


def test_texts_are_described() -> None:
    assert describe(["ab", "cd"]) == "2 strings of 2 characters"
    assert describe(["a", "bcé", "cd"]) == "3 strings of 1 to 3 characters (median 2), 33% of them not ASCII"
