"""Rules of a grammar, inherited and redirected ones too."""

from __future__ import annotations

import pytest
from rows import in_one_test

from irigrammar.errors import GrammarError, UnknownRule
from irigrammar.grammars.expr import Literal, Prose, Ref, Rule, walk
from irigrammar.grammars.reader import read
from irigrammar.grammars.rulelist import Rulelist, bound, name_in
from irigrammar.shipped import loader as catalog

CORE = catalog.load("rfc5234")


def rules(text: str, parent: Rulelist | None = CORE, name: str = "g", **replace: str) -> Rulelist:
    return Rulelist(name, read(text, name), parent, replace)


PARENT = rules('top = Part "." part\npart = mark / DIGIT\nmark = "x"\n', name="parent")


def test_an_unknown_rule_is_named_with_those_that_resemble_it() -> None:
    with pytest.raises(UnknownRule, match="parent has no rule 'prat'; did you mean part") as caught:
        PARENT["prat"]
    assert (caught.value.rule, caught.value.grammar) == ("prat", "parent")
    assert caught.value.near[0] == "part"


def test_rules_are_inherited_and_references_resolved_in_the_grammar_that_inherits() -> None:
    child = rules('mark = "y"\n', PARENT, "child")
    assert child["part"] is PARENT["part"]
    assert child["DIGIT"] is CORE["DIGIT"]
    assert child.reach("top")["mark"] is child["mark"] is not PARENT["mark"]
    assert PARENT.reach("TOP")["mark"] is PARENT["mark"]


def test_replace_redirects_references_and_names_and_is_inherited() -> None:
    child = rules('new-mark = "y"\n', PARENT, "child", mark="new-mark")
    assert child["mark"] is child["new-mark"]
    assert child.names()[:3] == ["new-mark", "top", "part"]
    assert set(child.reach("top")) == {"top", "part", "new-mark", "DIGIT"}
    assert set(PARENT.reach("top")) == {"top", "part", "mark", "DIGIT"}
    assert (child.home("top"), child.home("DIGIT")) == (child, CORE)
    grandchild = rules('other = mark\nnew-mark = "z"\n', child, "grandchild")
    assert grandchild["mark"] is grandchild.reach("top")["new-mark"] is grandchild["new-mark"]


def test_names_are_the_own_ones_in_file_order_then_the_inherited_ones() -> None:
    child = rules('zebra = "z"\nMARK = "y"\n', PARENT, "child")
    names = child.names()
    assert names[:4] == ["zebra", "MARK", "top", "part"]
    assert "mark" not in names
    assert names[4:] == CORE.names()


def test_reach_refuses_an_undefined_rule_where_it_is_referred_to() -> None:
    broken = rules("a = b\nb = nowhere\n")
    with pytest.raises(GrammarError, match="b refers to nowhere, which no rule defines") as caught:
        broken.reach("a")
    assert (caught.value.source, caught.value.line) == ("g", 2)


def test_prose_that_names_a_rule_is_a_reference() -> None:
    result = rules('a = <B> <some words> c\nb = "x"\nc = "y"\n')
    assert [ref.name for ref in result.refs(result["a"])] == ["B", "c"]
    assert set(result.reach("a")) == {"a", "b", "c"}


@in_one_test(
    ("prose", "name"),
    [
        ("host, see [URI], Section 3.2.2", "host"),
        ("SP definition from RFC 5234", "SP"),
        ("URI as per [RFC3986]", "URI"),
        ("token, per RFC 9110", "token"),
        ("date-time specified by RFC 3339", "date-time"),
        ("DIGIT as defined above", "DIGIT"),
        (" URI As Defined in [RFC3986] ", "URI"),
        ("any OCTET", None),
        ("host in lower case", None),
        ("URI specific to RFC 3986", None),
        ("octet per byte", None),
        ("asset of a kind", None),
        ("as per Section 2.2 of [RFC4291]", None),
        ("see RFC 3986", None),
        ("from, see [RFC5322]", "from"),
    ],
)
def test_prose_names_a_rule_and_says_where_it_is(prose: str, name: str | None) -> None:
    assert name_in(prose) == name


def test_a_rule_of_another_document_is_not_one_here_that_differs_in_case() -> None:
    text = 'Host = <host, see [URI]> [ <PORT, see Section 2> ]\nport = <token, see [HTTP]> "1"\ntoken = "t"\n'
    found = bound(read(text, "a"), None)
    assert [part.text for part in walk(found["host"].expr) if isinstance(part, Prose)] == ["host, see [URI]", "PORT"]
    assert [part.text for part in walk(found["port"].expr) if isinstance(part, Prose)] == ["token"]


def test_rules_are_a_mapping() -> None:
    found = rules('b = "x" ; a note\n\nA = b\n', None)
    assert [(name, rule.abnf, rule.comment, rule.line) for name, rule in found.items()] == [
        ("b", '"x"', "a note", 1),
        ("A", "b", "", 3),
    ]
    assert (len(found), "a" in found, "c" in found, [*found.keys()]) == (2, True, False, ["b", "A"])
    assert found.get("a") is found["A"]
    assert found.get("c") is None
    with pytest.raises(TypeError, match="by their names"):
        found[5]  # type: ignore[index]  # as it says


def test_a_production_is_at_home_where_it_first_means_what_it_means() -> None:
    child = rules('mark = "y"\nown = part\n', PARENT, "child")
    assert child.home("DIGIT") is CORE
    assert child.home("mark") is child
    assert child.home("part") is child  # it reads the child's mark
    assert child.home("own") is child
    assert PARENT.home("part") is PARENT
    unchanged = rules('own = "y"\n', PARENT, "unchanged")
    assert unchanged.home("top") is PARENT


@in_one_test(
    ("text", "start", "cycle"),
    [
        ('a = "x"\n', "a", ()),
        ("a = b b\nb = c\nc = DIGIT\n", "a", ()),
        ("a = a\n", "a", ("a", "a")),
        ('a = "x" / b\nb = "(" A ")"\n', "a", ("a", "b", "a")),
        ("a = b\nb = c\nc = [ B ]\n", "a", ("b", "c", "b")),
        ("a = b / c\nb = DIGIT\nc = *c\n", "a", ("c", "c")),
        ("a = <a>\n", "a", ("a", "a")),
        ("a = b\nb = DIGIT\nc = c\n", "a", ()),
        ("a = nowhere\n", "a", ()),
    ],
)
def test_a_recursion_is_named(text: str, start: str, cycle: tuple[str, ...]) -> None:
    assert rules(text).cycle(start) == cycle


def test_rules_that_are_used_often_are_followed_once() -> None:
    """The number of derivations doubles with each rule."""
    text = "".join(f"r{index} = r{index + 1} r{index + 1}\n" for index in range(100)) + 'r100 = "x"\n'
    doubled = rules(text)
    assert doubled.cycle("r0") == ()
    assert len(doubled.reach("r0")) == 101


def test_a_long_chain_is_followed_without_recursion() -> None:
    size = 5_000
    own = {f"r{index}": Rule(f"r{index}", Ref(f"r{index + 1}"), "g", index, index) for index in range(size)}
    chain = Rulelist("g", own | {"r5000": Rule("r5000", Literal("x"), "g", size, size)})
    assert chain.cycle("r0") == ()
    assert len(chain.reach("r0")) == size + 1
