"""Productions of divergence: the component at the fault."""

from __future__ import annotations

import pytest
from examples import some
from rows import in_one_test

import irigrammar
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.trial.divergence import Divergence

IRI = Divergence(irigrammar.grammar("rfc3987")["IRI"])


@in_one_test(
    ("text", "production", "offset"),
    [
        ("", "scheme", 0),
        ("1:", "scheme", 0),
        ("a", "scheme", 1),
        ("a: ", "ipath-empty", 2),
        ("a:b ", "ipath-rootless", 3),
        ("a:/ ", "ipath-absolute", 3),
        ("a:/%a", "ipath-absolute", 5),
        ("a:// ", "ireg-name", 4),
        ("a://b\n", "ireg-name", 5),
        ("a://b/\n", "ipath-abempty", 6),
        ("a://u@[", "IPv6address", 7),
        ("a://u@]", "ireg-name", 6),
        ("a://[x", "IPv6address", 5),
        ("a://[v1.]", "IPvFuture", 8),
        ("a://[::1.2.3.256]", "IPv4address", 15),
        ("a://[::]x", "ihost", 8),
        ("a://b:8]", "port", 7),
        ("a://b:8x", "iuserinfo", 8),
        ("a:?\n", "iquery", 3),
        ("a:#\ue000", "ifragment", 3),
    ],
)
def test_a_false_accept_belongs_to_the_innermost_component_at_the_fault(
    text: str, production: str, offset: int
) -> None:
    assert IRI.of_accepted(text) == (production, offset)


ACCEPTED = ("a:", "b://c", "a:/b", "a:b", "a://u@b:1/c/d?e", "a:?", "a://[::1]/", "a://[v0.a]")


@in_one_test(
    ("text", "production"),
    [
        ("a:#", "ifragment"),
        ("a:/b#c", "ifragment"),
        ("a://b:/", "port"),
        ("a://@b", "iuserinfo"),
        ("a:é", "ipath-rootless"),
        ("a:/é", "ipath-absolute"),
        ("a://é", "ireg-name"),
        ("a://u@b/é", "ipath-abempty"),
        ("a:?\ue000", "iquery"),
        ("a://[::1.2.3.4]", "IPv4address"),
        ("a1:", "scheme"),
        ("a://[V0.a]", "IPvFuture"),  # what is known, but not with that letter
        ("a:", "IRI"),  # nothing in it is new
    ],
)
def test_a_false_reject_belongs_to_the_first_component_that_is_used_as_in_no_accepted_string(
    text: str, production: str
) -> None:
    assert IRI.of_rejected(text, IRI.accepted_steps(ACCEPTED)) == production


def test_first_component_is_at_fault_if_nothing_is_accepted() -> None:
    none = IRI.accepted_steps([])
    assert IRI.of_rejected("a://b", none) == "scheme"
    reference = Divergence(irigrammar.grammar("rfc3986")["URI-reference"])
    assert [reference.of_rejected(text, reference.accepted_steps([])) for text in ("", "//", "/", "?", "x")] == [
        "path-empty",
        "authority",
        "path-absolute",
        "path-empty",
        "path-noscheme",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("grammar", some(generic_names(), 2))
def test_every_string_of_a_suite_has_a_production(grammar: str) -> None:
    """One of those that are announced; the offset is the suite's."""
    matcher = irigrammar.grammar(grammar).start
    divergence = Divergence(matcher)
    none = divergence.accepted_steps([])
    for number, case in enumerate(suite(matcher, each="class")):
        if case.valid:
            assert divergence.of_rejected(case.text, none) in divergence.productions
        elif number % 10 == 0:
            production, offset = divergence.of_accepted(case.text)
            assert production in divergence.productions
            assert offset == case.offset


def test_the_productions_are_the_components_in_the_catalog_s_order() -> None:
    uri = Divergence(irigrammar.grammar("rfc3986")["URI"])
    assert uri.productions[:5] == ("URI", "scheme", "authority", "userinfo", "host")
    assert "path-noscheme" not in uri.productions
    assert Divergence(irigrammar.grammar("rfc3986")["IPv6address"]).productions == ("IPv6address", "IPv4address")


def test_the_preferred_rule_takes_part_in_parsing_and_is_not_a_component() -> None:
    web = Divergence(irigrammar.grammar("web-address")["IRI-reference"])
    assert "href-path-sep" not in web.productions
    assert web.of_accepted("//h\\a:b@c [") == ("ipath-abempty", 10)


def test_without_components_it_is_the_production_itself() -> None:
    divergence = Divergence(Grammar.from_text('r = 1*s\ns = "a" / "b"\n')["r"])
    assert divergence.productions == ("r",)
    assert divergence.of_accepted("ac") == ("r", 1)
    assert divergence.of_rejected("ab", divergence.accepted_steps(["a"])) == "r"


def test_components_of_a_users_own_are_found_in_any_case() -> None:
    grammar = Grammar.from_text(
        'r = Left "-" Right\nLeft = *"l"\nRight = *"r"\n', components={"left": "host", "RIGHT": "path"}
    )
    divergence = Divergence(grammar["r"])
    assert divergence.productions == ("r", "Left", "Right")
    assert [divergence.of_accepted(text)[0] for text in ("x", "lx", "l-x")] == ["Left", "Left", "Right"]
