"""The comparison ladder (RFC 3987, 5), rung by rung."""

from __future__ import annotations

import pickle
import re
from typing import Any, get_args

import pytest
from rows import in_one_test
from tables import conversions

from irigrammar import ConversionError, NoMatch, normalize
from irigrammar.convert import canonical_key
from irigrammar.processing.choices import RungName
from irigrammar.processing.compare import RUNGS, Comparison, Rung, compare
from irigrammar.processing.trace import Step, call_recording

HTTP = ["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"]
USERS = ["http://example.org/~user", "http://example.org/%7euser", "http://example.org/%7Euser"]


@in_one_test(*conversions("compare.compare"))
def test_compare(left: str, right: str, rung: str) -> None:
    comparison = compare(left, right)
    assert comparison.rung == rung
    assert (comparison.first, comparison.second) == (left, right)
    assert bool(comparison) == (rung != "different")
    assert (canonical_key(left) == canonical_key(right)) is bool(comparison)
    back = compare(right, left)
    assert (back.rung, [step.name for step in back.steps]) == (rung, [step.name for step in comparison.steps])


def test_the_steps_are_the_rungs_that_were_tried() -> None:
    left, right = "HTTP://EXAMPLE.com:80", "http://example.com/"
    assert compare(left, right) == Comparison(
        "scheme",
        (
            Rung("identical", "RFC 3987, 5.3.1", left, right),
            Rung("syntax", "RFC 3987, 5.3.2", "http://example.com:80", right),
            Rung("scheme", "RFC 3987, 5.3.3", right, right),
        ),
        left,
        right,
    )
    assert [step.equal for step in compare(left, right).steps] == [False, False, True]
    assert compare("a", "a").steps == (Rung("identical", "RFC 3987, 5.3.1", "a", "a"),)
    assert [step.equal for step in compare("a:", "b:").steps] == [False] * 3
    assert [step.name for step in compare("a:", "b:", redirects={}).steps] == list(RUNGS[:-1])
    assert compare("a:", "b:", redirects={}).rung == RUNGS[-1]


def test_comparisons_are_values() -> None:
    comparison = compare("http://h", "http://h/")
    assert comparison == compare("http://h", "http://h/") != compare("http://h/", "http://h")
    assert pickle.loads(pickle.dumps(comparison)) == comparison
    assert hash(comparison) == hash(compare("http://h", "http://h/"))


def test_equal_relative_references_are_identical_without_a_base() -> None:
    for text in ("", "a", "../a", "//h/", "?q", "#f"):
        assert compare(text, text).rung == "identical"


@pytest.mark.parametrize(("left", "right"), [("a", "./a"), ("a", "http://h/a"), ("http://h/a", "a"), ("//H", "//h")])
def test_other_relative_references_need_a_base(left: str, right: str) -> None:
    with pytest.raises(ConversionError) as caught:
        compare(left, right)
    relative = left if not left.startswith("http:") else right
    assert str(caught.value) == (f'"{relative}" is relative: to compare its target, give a base (RFC 3987, 5.1)')
    assert compare(left, right, base="http://h/b")


def test_with_a_base_the_targets_are_compared() -> None:
    comparison = compare("a", "./x/../a", base="http://h/b")
    assert comparison.rung == "identical"
    assert comparison.steps == (Rung("identical", "RFC 3987, 5.3.1", "http://h/a", "http://h/a"),)
    assert (comparison.first, comparison.second) == ("a", "./x/../a")
    assert compare("A:", "//h:80", base="http://h/b").rung == "different"
    assert compare("/", "//h:80", base="http://h/b").rung == "scheme"
    assert compare("%61", "a", base="http://h/b").rung == "syntax"


@pytest.mark.parametrize(
    ("first", "other", "rungs"),
    [
        ("a:b", "a:b", {"identical", "syntax", "scheme", "protocol"}),
        ("HTTP://h/", "http://h/", {"syntax", "scheme", "protocol"}),
        ("http://h:80/", "http://h/", {"scheme", "protocol"}),
        ("http://h/a", "http://h/b", {"protocol"}),
        ("http://h/a", "http://h/c", set()),
    ],
)
def test_a_rung_asks_one_question(first: str, other: str, rungs: set[RungName]) -> None:
    """RFC 3987, 5.1: who compares selects a practice, and 5.3.1 is simple string comparison."""
    names: tuple[RungName, ...] = get_args(RungName)
    for place, rung in enumerate(names, 1):
        result = compare(first, other, rung=rung, redirects={"http://h/a": "http://h/b"})
        assert result.equivalent is bool(result) is (rung in rungs)
        assert len(result.steps) <= place
    assert compare(first, other).equivalent == ("scheme" in rungs)


def test_a_rung_that_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="the rung 'protocol' needs redirects"):
        compare("a:", "a:", rung="protocol")
    with pytest.raises(
        ValueError, match="unknown rung 'different'; choose 'identical', 'syntax', 'scheme' or 'protocol'"
    ):
        compare("a:", "a:", rung="different")  # type: ignore[arg-type]  # on purpose


@in_one_test(*conversions("compare.the_policy_of_the_scheme_rung"))
def test_the_policy_of_the_scheme_rung(first: str, other: str, options: dict[str, Any], rung: str) -> None:
    assert compare(first, other, **options).rung == rung
    with pytest.raises(ValueError, match="std3 and allow_unassigned go with"):
        compare(first, other, std3=True)


@in_one_test("base", [None, "http://x/", "urn:x", "http://y/z/?q#f"])
@in_one_test(
    ("first", "other", "rung"),
    [
        ("urn:a/./b", "urn:a/b", "different"),
        ("data:,a/../b", "data:/b", "different"),
        ("http://e/a/../b", "http://e/b", "syntax"),
        ("ws:%2e", "ws:.", "syntax"),
        ("http:g", "http://x/g", "different"),
    ],
)
def test_absolute_references_are_compared_without_base(first: str, other: str, rung: str, base: str | None) -> None:
    """RFC 3987, 5.1 and 5.3.1: only relative references are made absolute."""
    assert compare(first, other, base=base).rung == rung


def test_browsers_read_a_web_address_with_the_scheme_of_the_base_against_it() -> None:
    pair = "http:g", "http://h/g"
    with pytest.raises(ConversionError, match="has two targets"):
        compare(*pair, base="http://h/", grammar="web-address")
    assert compare(*pair, base="http://h/", grammar="web-address", authority="browser").rung == "identical"
    assert compare(*pair, base="http://h/", grammar="web-address", authority="grammar").rung == "different"
    assert compare("urn:a/./b", "urn:a/b", base="http://h/", grammar="web-address").rung == "different"


def test_fragments_are_left_out_where_that_is_asked_for() -> None:
    """RFC 3987, 5.1: when IRIs are compared to select a network action."""
    assert compare("http://h/#a", "http://h/#b").rung == "different"
    assert compare("http://h/#a", "http://h/#b", ignore_fragment=True).rung == "identical"
    assert compare("http://h/#a", "http://h/", ignore_fragment=True).rung == "identical"
    assert compare("http://h/#a", "HTTP://h/#b", ignore_fragment=True).rung == "syntax"
    assert compare("http://h/#a", "http://h:80/#b", ignore_fragment=True).rung == "scheme"
    assert compare("a#a", "a#b", ignore_fragment=True).rung == "identical"
    assert compare("a:##", "a:#", ignore_fragment=True, grammar="iri-bis").rung == "identical"
    assert compare("#a", "b", base="http://h/b#c", ignore_fragment=True).rung == "identical"
    comparison = compare("http://h/#a", "http://h/#b", ignore_fragment=True)
    assert (comparison.first, comparison.second) == ("http://h/#a", "http://h/#b")


DATA = "http://example.com/data"


@in_one_test(*conversions("compare.redirects_are_the_evidence_of_the_protocol_rung"))
def test_redirects_are_the_evidence_of_the_protocol_rung(
    left: str, right: str, redirects: dict[str, str], rung: str
) -> None:
    comparison = compare(left, right, redirects=redirects)
    assert comparison.rung == rung
    assert comparison.steps[-1].name == "protocol"
    assert comparison.steps[-1].equal == (rung == "protocol")
    assert compare(right, left, redirects=redirects).rung == rung


def test_the_last_step_shows_where_the_redirects_lead() -> None:
    comparison = compare("http://h/a", "http://h/x", redirects={"http://h/a": "b", "http://h/b": "c"})
    assert comparison.steps[-1] == Rung("protocol", "RFC 3987, 5.3.4", "http://h/c", "http://h/x")
    comparison = compare("http://h/a", "http://h/b", redirects={"http://h/a": "b", "http://h/b": "c"})
    assert comparison.steps[-1] == Rung("protocol", "RFC 3987, 5.3.4", "http://h/b", "http://h/b")


def test_fragments_of_redirects_are_left_out_too_where_that_is_asked_for() -> None:
    redirects = {"http://h/a#x": "http://h/b#y"}
    assert compare("http://h/a", "http://h/b", redirects=redirects).rung == "different"
    assert compare("http://h/a", "http://h/b", redirects=redirects, ignore_fragment=True).rung == "protocol"


def test_no_form_is_made_twice() -> None:
    trace: list[Step] = []
    ways = {"http://h/é": "ö", "http://h/ö": "ü", "http://h/ü": "http://h/é"}
    assert call_recording(trace, compare, "http://h/é", "http://h/x", redirects=ways).rung == "different"
    assert compare("http://h/é", "http://h/ü", redirects=ways).rung == "protocol"
    mapped = [step.before for step in trace if step.section == "RFC 3987, 3.1"]
    assert sorted(mapped) == ["http://h/x", "http://h/é", "http://h/ö", "http://h/ü"]


def test_redirects_of_relative_references_need_a_base() -> None:
    with pytest.raises(ConversionError, match='"a" is relative'):
        compare("http://h/a", "http://h/b", redirects={"a": "b"})
    assert compare("a", "b", base="http://h/", redirects={"a": "b"}).rung == "protocol"
    with pytest.raises(NoMatch):
        compare("http://h/a", "http://h/b", redirects={"http://h/a": "a b"})
    with pytest.raises(NoMatch):
        compare("http://h/a", "http://h/b", redirects={"http://h/ ": "a"})


@in_one_test(*conversions("compare.other_grammars"))
def test_other_grammars(grammar: str, left: str, right: str, rung: str) -> None:
    assert compare(left, right, grammar=grammar, authority="grammar").rung == rung


def test_an_authority_that_only_browsers_read_is_refused_or_chosen() -> None:
    pair = "http:\\\\h\\p", "http://h/p"
    with pytest.raises(ConversionError, match="browsers read the authority"):
        compare(*pair, grammar="web-address")
    assert compare(*pair, grammar="web-address", authority="browser").rung == "syntax"
    assert compare(*pair, grammar="web-address", authority="grammar").rung == "different"


def test_references_without_uri_cannot_be_compared() -> None:
    with pytest.raises(ConversionError):
        compare("http://u:p\\@e/", "http://e/", grammar="web-address")
    assert compare("http://u:p\\@e/", "http://u:p\\@e/", grammar="web-address").rung == "identical"


@pytest.mark.parametrize(
    ("a", "b", "field", "first", "second", "why"),
    [
        ("http://e/%40", "http://e/@", "path", "%40", "@", "a reserved character"),
        ("http://e/?a%26", "http://e/?a&", "query", "%26", "&", "a reserved character"),
        ("http://e/\xe9", "http://e/e\u0301", "path", "%C3%A9", "e", "normalization forms"),
        ("http://e/A", "http://e/a", "path", "A", "a", "case of letters"),
        ("a:b", "a:b#", "fragment", "", "#", "^$"),
        ("foo://a/", "foo://b/", "authority", "a", "b", "^$"),
        ("urn:example:A", "URN:EXAMPLE:a", "path", "A", "a", "rules of the namespace urn:example are not known"),
        ("urn:nbn:de:1", "urn:nbn:de:2", "path", "1", "2", "rules of the namespace urn:nbn are not known"),
        ("info:lccn/n78-1", "info:lccn/n781", "path", "-", "1", "rules of the namespace info:lccn are not known"),
        ("urn:isbn:0451450523", "urn:isbn:0451450524", "path", "3", "4", "^$"),
        ("urn:example:a", "urn:other:a", "path", "e", "o", "^$"),
    ],
)
def test_the_first_difference(a: str, b: str, field: str, first: str, second: str, why: str) -> None:
    difference = compare(a, b).difference
    assert difference is not None
    assert difference[:3] == (field, first, second)
    assert re.search(why, difference.why)
    assert compare(a, a).difference is None


@in_one_test(
    ("first", "second", "rung"),
    [
        ("urn:ietf:rfc:2648", "urn:ietf:RFC:2648", "scheme"),
        ("urn:ietf:params:xml:ns:x", "URN:IETF:Params:XML:ns:x", "scheme"),
        ("urn:ietf:rfc:2648", "urn:ietf:rfc:2649", "different"),
        ("urn:isbn:0451450523", "urn:isbn:0-451-45052-3", "scheme"),
        ("urn:isbn:080442957X", "urn:ISBN:0-8044-2957-x?=q#f", "scheme"),
        ("urn:isbn:0451450523", "urn:isbn:9780451450524", "different"),
        ("urn:issn:0259-000X", "urn:issn:0259000x", "scheme"),
        ("urn:issn:0259-000X", "urn:issn:0259%2D000X", "syntax"),
        ("urn:issn:0259-000X", "urn:isbn:0259-000X", "different"),
        ("urn:oid:1.2", "urn:oid:1.2", "identical"),
        ("urn:oid:1.2", "urn:oid:12", "different"),
        ("urn:example:0-1", "urn:example:01", "different"),
    ],
)
def test_urns_are_compared_as_their_namespace_compares_them(first: str, second: str, rung: str) -> None:
    assert compare(first, second).rung == rung
    assert (canonical_key(first) == canonical_key(second)) is (rung != "different")
    assert normalize(second, level="scheme").lower().count("-") == second.replace("%2D", "-").count("-")


@in_one_test(
    ("first", "second", "deviates"),
    [
        ("urn:example:%61", "urn:example:a", True),
        ("urn:ietf:rf%63:1", "urn:ietf:RFC:1", True),
        ("urn:example:%61a", "urn:example:a%61", True),
        ("urn:ietf:rfc:%C3%A9", "urn:ietf:RFC:%c3%a9", False),
        ("urn:isbn:0-1%C3%A9", "urn:isbn:01%c3%a9", False),
        ("urn:example:%c3%a9", "urn:example:%C3%A9", False),
        ("urn:example:a?=%61", "urn:example:a", False),
        ("urn:example:%61", "urn:example:b", False),
        ("http://e/%61", "http://e/a", False),
    ],
)
def test_urns_that_are_equivalent_only_when_decoded(first: str, second: str, deviates: bool) -> None:
    assert bool(compare(first, second).deviation) is deviates
