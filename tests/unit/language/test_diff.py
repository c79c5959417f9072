"""Grammars compared production by production."""

from __future__ import annotations

import irigrammar
from irigrammar.language.diff import compare, paired, unpaired


def relations(left: str, right: str) -> dict[str, str]:
    a, b = irigrammar.grammar(left), irigrammar.grammar(right)
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
    result = relations("rfc3987", "iri-bis")
    assert result["IRI"] == "incomparable"
    assert result["ireg-name"] == "wider"
    assert result["ifragment"] == result["iprivate"] == "narrower"
    assert result["isegment"] == result["scheme"] == "equal"


def test_relations_turn_round() -> None:
    turned = {"wider": "narrower", "narrower": "wider"}
    there, back = relations("rfc3987", "iri-bis"), relations("iri-bis", "rfc3987")
    assert {rule: turned.get(relation, relation) for rule, relation in there.items()} == back


def test_a_witness_shows_each_difference() -> None:
    bis, web = irigrammar.grammar("leiri-bis"), irigrammar.grammar("web-address")
    for mine, theirs in paired(bis, web):
        result = compare(mine, theirs)
        assert (result.only_b is not None) is (result.relation == "narrower")
        if result.only_b is not None:
            assert theirs.matches(result.only_b)
            assert not mine.matches(result.only_b)


def test_disjoint_productions() -> None:
    uri = irigrammar.grammar("rfc3986")
    assert compare(uri["IP-literal"], uri["reg-name"]).relation == "disjoint"


def test_productions_without_a_counterpart() -> None:
    assert unpaired(irigrammar.grammar("rfc3987"), irigrammar.grammar("rfc3986")) == [
        "iunreserved",
        "ucschar",
        "iprivate",
    ]
