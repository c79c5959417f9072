"""Grammars compared production by production."""

from __future__ import annotations

import irigrammar
from irigrammar.language.diff import compare, paired, unpaired


def relations(one: str, other: str) -> dict[str, str]:
    a, b = irigrammar.grammar(one), irigrammar.grammar(other)
    return {mine.rule: compare(mine, theirs).relation for mine, theirs in paired(a, b)}


def test_productions_are_paired_by_the_catalog_and_inherited_ones_outside_the_document_are_not_seen() -> None:
    pairs = {(a.rule, b.rule) for a, b in paired(irigrammar.grammar("rfc3986"), irigrammar.grammar("rfc3987"))}
    assert {("URI", "IRI"), ("host", "ihost"), ("pchar", "ipchar"), ("IPv6address", "IPv6address")} <= pairs
    assert not any(b in ("URI", "pchar", "query") for _, b in pairs)
    leiri = {(a.rule, b.rule) for a, b in paired(irigrammar.grammar("leiri"), irigrammar.grammar("rfc3986"))}
    assert ("LEIRI", "URI") in leiri


def test_every_uri_production_is_narrower_than_or_equal_to_its_iri_production() -> None:
    assert set(relations("rfc3986", "rfc3987").values()) == {"equal", "narrower"}


def test_what_the_revision_changed() -> None:
    found = relations("rfc3987", "iri-bis")
    assert found["IRI"] == "incomparable"
    assert found["ireg-name"] == "wider"
    assert found["ifragment"] == found["iprivate"] == "narrower"
    assert found["isegment"] == found["scheme"] == "equal"


def test_relations_turn_round() -> None:
    turned = {"wider": "narrower", "narrower": "wider"}
    there, back = relations("rfc3987", "iri-bis"), relations("iri-bis", "rfc3987")
    assert {rule: turned.get(relation, relation) for rule, relation in there.items()} == back


def test_a_witness_shows_each_difference() -> None:
    bis, web = irigrammar.grammar("leiri-bis"), irigrammar.grammar("web-address")
    for mine, theirs in paired(bis, web):
        found = compare(mine, theirs)
        assert (found.only_b is not None) is (found.relation == "narrower")
        if found.only_b is not None:
            assert theirs.matches(found.only_b)
            assert not mine.matches(found.only_b)


def test_disjoint_productions() -> None:
    uri = irigrammar.grammar("rfc3986")
    assert compare(uri["IP-literal"], uri["reg-name"]).relation == "disjoint"


def test_productions_without_a_counterpart() -> None:
    assert unpaired(irigrammar.grammar("rfc3987"), irigrammar.grammar("rfc3986")) == [
        "iunreserved",
        "ucschar",
        "iprivate",
    ]
