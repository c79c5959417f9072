"""The small suite and the coverage of a corpus."""

from __future__ import annotations

import pytest

import irigrammar
from irigrammar.language import cover, coverage
from irigrammar.language.audit import audit
from irigrammar.matching.matcher import Matcher

MATCHERS = [pytest.param(irigrammar.grammar(name).start, id=name) for name in ("rfc3986", "rfc3987", "web-address")]


@pytest.mark.slow
@pytest.mark.parametrize("matcher", MATCHERS)
def test_every_place_that_a_string_can_touch_is_touched(matcher: Matcher) -> None:
    result = coverage(matcher, (case.text for case in cover(matcher) if case.valid))
    never = {(site.rule, site.label) for site, times in result.sites.items() if not times}
    hidden = {rule for rule, times in result.rules.items() if not times}
    unreachable = {
        ambiguity.second for ambiguity in audit(matcher.grammar) if ambiguity.decides.endswith("never matches")
    }
    assert hidden <= unreachable
    assert all(rule in hidden or any(name in label for name in hidden) for rule, label in never)


RECURSIVE = """e = t *( "+" t )
t = "n" / "(" e ")"
"""


def test_a_recursive_rule_is_covered_within_and_after_its_calls() -> None:
    cases = [(case.text, case.valid) for case in cover(irigrammar.Grammar.from_text(RECURSIVE)["e"])]
    near = [("", False), ("nn", False), ("a", False), ("n)", False)]
    assert cases == [("n", True), near[0], ("n+n", True), *near[1:3], ("(n)", True), near[3]]


@pytest.mark.parametrize(
    "text",
    [
        RECURSIVE,
        'a = "x" / "(" *2a ")" [ "!" ]\n',
        'a = b [ "," a ]\nb = "x" / "[" [ a ] "]"\n',
        'a = "<" *( %x61 / a / "-" 1*2"+" ) ">"\n',
    ],
)
def test_every_site_of_a_recursive_rule_is_touched(text: str) -> None:
    matcher = irigrammar.Grammar.from_text(text).start
    sites = coverage(matcher, (case.text for case in cover(matcher) if case.valid)).sites
    assert [site.label for site, times in sites.items() if not times] == []


@pytest.mark.slow
@pytest.mark.parametrize("matcher", MATCHERS)
def test_verdicts_and_offsets_are_the_matchers(matcher: Matcher) -> None:
    cases = list(cover(matcher))
    assert len({case.text for case in cases}) == len(cases)
    assert any(not case.valid for case in cases)
    for case in cases:
        fault = matcher.check(case.text).fault
        assert case.valid is (fault is None)
        assert case.offset == (fault.offset if fault else None)


def test_the_bounds_of_h16() -> None:
    h16 = irigrammar.grammar("rfc3986")["h16"]
    texts = {case.text: case.valid for case in cover(h16)}
    assert texts["a"] is texts["aaaa"] is True
    assert texts[""] is texts["aaaaa"] is False


def test_a_near_miss_is_near() -> None:
    date = irigrammar.Grammar.from_text('date = 4DIGIT "-" 2DIGIT [ "+" ]\n')["date"]
    texts = {case.text: case.valid for case in cover(date)}
    assert {"0000-00", "0000-00+"} <= {text for text, valid in texts.items() if valid}
    assert {"00000-00", "000-00", "0000-0"} & {text for text, valid in texts.items() if not valid}


def test_coverage_counts_what_parse_derives() -> None:
    host = irigrammar.grammar("rfc3986")["host"]
    result = coverage(host, ["a.example", "127.0.0.1", "[::1]", "[x"])
    assert (result.matched, result.unmatched) == (3, 1)
    assert (result.rules["reg-name"], result.rules["IPv4address"], result.rules["IP-literal"]) == (1, 1, 1)
    labels = {site.label: times for site, times in result.sites.items() if site.rule == "IP-literal"}
    assert labels == {"alternative 1: IPv6address": 1, "alternative 2: IPvFuture": 0}


def test_bounds_are_counted_for_each_repetition() -> None:
    matcher = irigrammar.Grammar.from_text('a = *2( "x" *"y" )\n')["a"]
    result = coverage(matcher, ["", "xyy", "xx"])
    times = {site.label: times for site, times in result.sites.items()}
    assert times == {
        '0 times: *2( "x" *"y" )': 1,
        '2 times: *2( "x" *"y" )': 1,
        '0 times: *"y"': 2,
        '1 or more times: *"y"': 1,
    }
