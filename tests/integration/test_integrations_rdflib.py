"""Ill-formed IRIs in graphs, with their triples."""

from __future__ import annotations

import dataclasses
import logging
from typing import Any

import pytest

from irigrammar import MissingExtra, NoMatch, UnknownRule
from irigrammar.integrations.rdflib import IllFormed, ill_formed, report

rdflib = pytest.importorskip("rdflib")
EX = "http://e/"
# rdflib uses what it has itself deprecated.
pytestmark = [pytest.mark.extra, pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")]


@pytest.fixture(autouse=True)
def _silent() -> Any:
    """Keep rdflib's own warnings of odd URIs away."""
    logger = logging.getLogger("rdflib.term")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    yield
    logger.setLevel(before)


def graph(*triples: tuple[Any, Any, Any]) -> Any:
    data = rdflib.Graph()
    for triple in triples:
        data.add(triple)
    return data


def uri(text: str) -> Any:
    return rdflib.URIRef(text)


def roles(rows: tuple[IllFormed, ...]) -> dict[str, list[str]]:
    return {row.iri: [place.role for place in row.places] for row in rows}


GOOD = (uri("http://é/☃"), uri(f"{EX}p"), rdflib.Literal("no IRI: a b"))


def test_a_graph_without_any() -> None:
    assert ill_formed(graph(GOOD, (rdflib.BNode(), uri(f"{EX}p"), rdflib.Literal("x", lang="en")))) == ()
    assert ill_formed(rdflib.Graph()) == ()
    assert report(()) == "0 ill-formed IRIs"


def test_each_role_of_a_triple() -> None:
    s, p, o, d = (uri(f"{EX}{name} ") for name in "spod")
    first = (s, p, rdflib.Literal("1", datatype=d))
    second = (s, uri(f"{EX}p"), o)
    rows = ill_formed(graph(first, second))
    assert {iri: sorted(where) for iri, where in roles(rows).items()} == {
        str(d): ["datatype"],
        str(o): ["object"],
        str(p): ["predicate"],
        str(s): ["subject", "subject"],
    }
    assert [row.iri for row in rows] == sorted(row.iri for row in rows)
    assert {place.triple for row in rows for place in row.places} == {first, second}
    assert all(isinstance(row.error, NoMatch) and row.fault.found == " " for row in rows)
    assert all(place.graph is None for row in rows for place in row.places)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("relative", 8),
        ("http://e/<", 9),
        ("http://e/%", 10),
        ("http://e/\ue000", 9),
        ("http://[::", 10),
        ("", 0),
        ("é:", 0),
    ],
)
def test_ill_formed_terms(text: str, offset: int) -> None:
    (row,) = ill_formed(graph((uri(text), *GOOD[1:])))
    assert (row.iri, row.fault.offset) == (text, offset)


def test_namespaces_that_are_bound() -> None:
    data = graph(GOOD)
    data.bind("odd", "http://a b/")
    (row,) = ill_formed(data)
    assert (row.iri, row.places[0].prefix, row.places[0].triple) == ("http://a b/", "odd", None)
    assert str(row.places[0]) == "namespace of the prefix odd:"


def test_graphs_of_a_dataset() -> None:
    data = rdflib.Dataset()
    bad, name, empty = uri(f"{EX}a b"), uri(f"{EX}g|"), uri(f"{EX}empty|")
    data.add((bad, GOOD[1], GOOD[2]))
    data.graph(name).add((bad, GOOD[1], GOOD[2]))
    data.graph(empty)
    data.graph(uri(f"{EX}good")).add(GOOD)
    places = {row.iri: row.places for row in ill_formed(data)}
    assert set(places) == {str(bad), str(name), str(empty)}
    assert {place.graph for place in places[str(bad)]} == {None, name}
    assert [(place.role, place.graph, place.triple) for place in places[str(name)]] == [
        ("graph", name, (bad, GOOD[1], GOOD[2]))
    ]
    assert [(place.role, place.triple) for place in places[str(empty)]] == [("graph", None)]


def test_names_of_graphs_and_formulas() -> None:
    data = rdflib.Graph(identifier=uri("bad name"))
    data.parse(data=f"{{ <{EX}s|> <{EX}p> <{EX}o> }} <{EX}says> <{EX}x> .", format="n3")
    assert roles(ill_formed(data)) == {"bad name": ["graph"], f"{EX}s|": ["subject"]}


def test_records_are_frozen_and_equal_places_come_once() -> None:
    bad = uri(f"{EX}a b")
    (row,) = ill_formed(graph((bad, GOOD[1], bad)))
    assert [place.role for place in row.places] == ["subject", "object"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        row.iri = ""  # type: ignore[misc]  # which is the point
    with pytest.raises(dataclasses.FrozenInstanceError):
        row.places[0].role = ""  # type: ignore[misc]


def test_the_report() -> None:
    bad = uri(f"{EX}a b")
    data = rdflib.Dataset()
    data.add((bad, GOOD[1], rdflib.Literal("x\n\u202ey", lang="en")))
    data.graph(uri(f"{EX}g")).add((rdflib.BNode("n"), GOOD[1], rdflib.Literal("1", datatype=uri("int"))))
    assert report(ill_formed(data)).splitlines() == [
        f'"{EX}a b": not IRI (RFC 3987), offset 10: a reference cannot contain a space; try {EX}a%20b',
        f'  subject of <{EX}a b> <{EX}p> "x\\u{{A}}\\u{{202E}}y"@en .',
        '"int": not IRI (RFC 3987), offset 3: this is a relative reference',
        f'  datatype of _:n <{EX}p> "1"^^<int> . in the graph <{EX}g>',
        "2 ill-formed IRIs",
    ]


def test_a_report_of_many_places_is_short() -> None:
    bad = uri(f"{EX}a b")
    data = graph(*((bad, GOOD[1], rdflib.Literal(number)) for number in range(1200)))
    lines = report(ill_formed(data), most=2).splitlines()
    assert len(lines) == 5
    assert lines[3] == "  and in 1,198 more places"


def test_another_grammar() -> None:
    data = graph(GOOD)
    assert roles(ill_formed(data, grammar="rfc3986", rule="URI")) == {"http://é/☃": ["subject"]}
    assert ill_formed(graph((uri("relative"), *GOOD[1:])), rule="IRI-reference") == ()
    with pytest.raises(UnknownRule):
        ill_formed(data, rule="nothing")


def test_values_other_than_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match="a graph of rdflib is needed, not str"):
        ill_formed("a graph")  # type: ignore[arg-type]
    monkeypatch.setitem(__import__("sys").modules, "rdflib", None)
    with pytest.raises(MissingExtra, match=r"irigrammar\[rdflib\]"):
        ill_formed(graph())


def test_a_report_repeats_no_password() -> None:
    data = graph((uri("http://u:secret@h/a b"), uri(f"{EX}p"), uri(f"https://alice:{'secret' * 9}@h/|")))
    assert "secret" not in report(ill_formed(data))
    assert "http://u:***@h/a b" in report(ill_formed(data))
