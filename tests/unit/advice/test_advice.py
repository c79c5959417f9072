"""Advice: findings of rules, pages, choice of rules, time.

The rules are tiny, so they have one file of fixtures (data/advice/fixtures.toml) and this file; what they share is in
test_advice_context.py.
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from growth import LIMIT, growth
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test
from tables import DIRECTORY

import irigrammar
from irigrammar import Finding, NoMatch, UnknownGrammar, advise
from irigrammar.advice.registry import choose_rules, rule, rules
from irigrammar.advice.rule import PROFILES, SEVERITIES, Profile, Rule
from irigrammar.shipped.loader import generic_names

FIXTURES: dict[str, Any] = tomllib.loads((DIRECTORY / "advice" / "fixtures.toml").read_text(encoding="utf-8"))
ARTICLES: dict[str, Any] = tomllib.loads((DIRECTORY / "advice" / "articles.toml").read_text(encoding="utf-8"))
RULES = rules()
FAMILIES = "BCHPRUX"
MEANT = {"B005"}  # RFC 3987, 4.2, asks that no right-to-left component ends with a digit

pytestmark = pytest.mark.filterwarnings("ignore:.*irigrammar.advice:RuntimeWarning")


def expand(text: str) -> str:
    """Return a text with `{x*9}` made nine times "x"."""
    return re.sub(r"\{(.)\*(\d+)\}", lambda match: match[1] * int(match[2]), text)


def by(code: str, text: str, grammar: str = "rfc3987") -> list[Finding]:
    return advise(text, select=[code], grammar=grammar)


FINDS = [(code, *row, table.get("grammar", "rfc3987")) for code, table in FIXTURES.items() for row in table["finds"]]
PASSES = [(code, text, table.get("grammar", "rfc3987")) for code, table in FIXTURES.items() for text in table["passes"]]


@in_one_test(("code", "text", "start", "end", "fix", "grammar"), FINDS)
def test_a_rule_finds(code: str, text: str, start: int, end: int, fix: str, grammar: str) -> None:
    chosen_rule = rule(code)
    result = by(code, expand(text), grammar)
    first = result[0]
    severity = "advice" if text in FIXTURES[code].get("advice", ()) else chosen_rule.severity
    assert (first.code, first.name, first.severity) == (code, chosen_rule.name, severity)
    assert first.section == chosen_rule.section or code.startswith("X")  # those of schemes cite the scheme's document
    assert (first.start, first.end, first.fix or "") == (start, end, fix)
    assert first.message
    assert {other.fix for other in result} == {first.fix}
    if first.fix is not None:
        assert irigrammar.grammar(grammar).start.matches(first.fix)
        assert by(code, first.fix, grammar) == []


def test_bis_6_1_what_is_warned_of_is_valid() -> None:
    """Generic software does not check components for what is not recommended: grammars and conversions allow it."""
    for _, text, *_, grammar in FINDS:
        assert irigrammar.matches(expand(text), grammar=grammar)
    for char in ("\uff21", "\uff76", "\u3000", "\u2215", "\u200b", "\ufb01", "\u202e"):
        assert irigrammar.matches(f"http://e/{char}?{char}#{char}")
        assert irigrammar.iri_to_uri(f"http://e/{char}").isascii()


@in_one_test(("code", "text", "grammar"), PASSES)
def test_a_rule_passes(code: str, text: str, grammar: str) -> None:
    assert by(code, expand(text), grammar) == []


def test_every_rule_has_both_kinds_of_fixture() -> None:
    assert sorted(FIXTURES) == sorted(rule.code for rule in RULES)
    for code, table in FIXTURES.items():
        assert table["name"] == rule(code).name
        assert table["finds"]
        assert table["passes"]


@in_one_test("rule", RULES)
def test_the_examples_of_a_page_hold(rule: Rule) -> None:
    page = rule.page
    for shown in page.examples:
        assert by(rule.code, shown, page.grammar), shown
    for instead in page.instead:
        assert by(rule.code, instead, page.grammar) == [], instead


@in_one_test("rule", RULES)
def test_a_rule_is_named_and_described(rule: Rule) -> None:
    assert re.fullmatch(rf"[{FAMILIES}]\d\d\d", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name)
    assert rule.severity in SEVERITIES
    assert set(rule.profiles) <= {"publish", "accept"}
    assert bool(rule.profiles) is not rule.opt_in
    documents = r"RFC \d+|draft-ietf-iri-(3987bis-04|bidi-guidelines-03)|U(TS|AX) #\d+|URL Standard"
    documents += r"|DID Core 1.0|SWHID 1.2|ECMA-427"
    in_words = "Key URI Format|AT Protocol|DOI Handbook|PostgreSQL Documentation 17"
    assert re.match(rf"({documents}), (\d|appendix [A-Z])|({in_words}), [A-Z]", rule.section)
    page = rule.page
    document = rule.section.rpartition(", ")[0]
    assert any(document in reference for reference in page.see), "the references name what the rule cites"
    assert page.title.endswith(".")


def test_codes_and_names_are_unique_and_every_module_has_a_rule() -> None:
    assert len({rule.code for rule in RULES}) == len(RULES) == len({rule.name for rule in RULES})
    folder = Path(irigrammar.__file__).parent / "advice" / "rules"
    modules = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
    for module in modules:
        held = vars(importlib.import_module(f"irigrammar.advice.rules.{module}")).values()
        assert any(isinstance(value, Rule) for value in held), module


def test_without_docstrings_a_page_is_there() -> None:
    program = (
        "from irigrammar.advice.registry import rule; print(rule('R003').page.title)\n"
        "from irigrammar.views.advice import rule_lines; print(*rule_lines(['R003']), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-OO", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.count("An empty port") == 2
    assert done.stdout.endswith("R003  empty-port  warning  publish accept  An empty port\n")


# Plain identifiers.


def codes(text: str) -> set[str]:
    return {finding.code for finding in advise(text)}


def test_plain_url_has_no_advice() -> None:
    for text in (
        *("https://example.org/", "http://example.org", "", "a/b", "mailto:a@example.org", "urn:isbn:0451450523"),
    ):
        assert advise(text) == []


@in_one_test("script", ARTICLES["names"])
def test_plain_names_in_many_scripts_have_nothing(script: str) -> None:
    names = ARTICLES["names"][script]
    assert len(names) >= 2
    for name in names:
        for text in (f"https://example.org/wiki/{name}", f"https://example.org/?title={name}#{name}"):
            assert codes(text) <= MEANT, text
            assert codes(irigrammar.iri_to_uri(text)) <= MEANT, text


def test_plain_hosts_in_many_scripts_have_nothing() -> None:
    assert len(ARTICLES["names"]) >= 10
    for host in ARTICLES["hosts"]:
        assert advise(f"https://{host}/") == [], host
        assert advise(irigrammar.iri_to_uri(f"https://{host}/")) == [], host


# Choosing.


def test_profiles() -> None:
    text = "http://e/%2F/br0ken"
    assert [finding.code for finding in advise(text)] == ["P005", "C016"]
    assert [finding.code for finding in advise(text, profile="publish")] == ["C016"]
    assert [finding.code for finding in advise(text, profile="accept")] == ["P005"]
    assert [rule for rule, _ in choose_rules("all")] == [rule for rule in RULES if not rule.opt_in]
    for profile in PROFILES[:2]:
        assert 20 < len(choose_rules(profile)) < len(RULES)


def test_select_takes_codes_and_beginnings_whatever_the_profile() -> None:
    assert [rule.code for rule, _ in choose_rules("publish", ["P005", "r00"])][:2] == ["P005", "R001"]
    assert [rule.code for rule, _ in choose_rules(select="C01", ignore=["C010"])] == [
        f"C01{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9)
    ]
    assert choose_rules(select=[]) == ()
    assert choose_rules(select=["ALL"]) == choose_rules("all")
    assert not any(rule.opt_in for rule, _ in choose_rules(select=["R", "R0"]))
    assert [rule.code for rule, _ in choose_rules(select=["R029", "R030"])] == ["R029", "R030"]
    assert advise("http://e:/", ignore="R") == []


def test_severities_are_overridden_by_the_longest_name() -> None:
    severities = dict(choose_rules(severities={"C": "error", "C01": "advice", "c018": "warning"}))
    assert [severities[rule(code)] for code in ("C001", "C010", "C018", "R009")] == [
        "error",
        "advice",
        "warning",
        "warning",
    ]
    assert advise("http://e:/", severities={"R003": "error"})[0].severity == "error"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"profile": "both"}, "unknown profile 'both'; choose 'publish', 'accept', 'rdf' or 'all'"),
        ({"select": ["Z"]}, "unknown code 'Z'"),
        ({"select": [""]}, "unknown code ''"),
        ({"ignore": ["not-nfc"]}, "unknown code 'not-nfc'; did you mean C010?"),
        ({"severities": {"C": "bad"}}, "unknown severity 'bad'; choose 'error', 'warning' or 'advice'"),
        ({"severities": {"C0171": "error"}}, "unknown code 'C0171'; did you mean C017?"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        advise("a", **options)


@pytest.mark.parametrize("profile", PROFILES)
def test_capitals_are_reported_on_request_only(profile: Profile) -> None:
    text = "https://example.org/Popular?Page"
    assert advise(text, profile=profile) == advise(text, select=["C"]) == []
    assert [finding.code for finding in advise(text, profile=profile, select=["C017"])] == ["C017", "C017"]


def test_a_shortcut_hides_no_advice() -> None:
    """The automaton of texts without advice knows of words that C016 finds."""
    for text in ("https://example.org/br0ken", "https://example.org/a/1ame", "https://example.org/?year=2O26"):
        assert [finding.code for finding in advise(text)] == ["C016"], text
    assert [finding.code for finding in advise("http://a.AI/")] == ["H001"]


def test_a_string_that_does_not_match_has_no_advice() -> None:
    with pytest.raises(NoMatch):
        advise("a b")
    with pytest.raises(UnknownGrammar):
        advise("a", grammar="rfc9999")
    assert [finding.code for finding in advise("a b", grammar="leiri", select="C001")] == ["C001"]


@pytest.mark.parametrize("grammar", [name for name in generic_names() if name not in ("rfc5234", "rfc6570")])
def test_every_grammar_of_references_has_advice(grammar: str) -> None:
    assert [finding.code for finding in advise("http://e:80/a/../b", grammar=grammar)] == ["R004", "R001"]


# What is shared by all findings.


def test_a_rule_has_one_finding_in_a_component_and_its_fix_covers_all() -> None:
    result = by("P003", "/%aa%aa/%aa?%aa#%AA")
    fix = "/%AA%AA/%AA?%AA#%AA"
    assert [(finding.start, finding.end, finding.fix) for finding in result] == [(1, 4, fix), (12, 15, fix)]
    assert result[0].message.endswith("lower case; 2 more in the path")
    assert result[1].message.endswith("lower case")


def test_findings_are_in_the_order_of_offsets_and_codes() -> None:
    findings = advise("HTTP://Example.org:80/%7e%c3")
    assert [(finding.start, finding.code) for finding in findings] == sorted(
        (finding.start, finding.code) for finding in findings
    )


def test_a_fix_that_would_not_match_is_none() -> None:
    """Signs that would end a component, or no longer would, stay; so does what has no place for percent-encoding."""
    assert by("C012", "a：b")[0].fix is None
    assert by("C010", "?a=\u0338b")[0].fix is None
    assert by("C005", "//a\u200eb")[0].fix == "//a%E2%80%8Eb"
    assert by("C005", "//a\u200eb", "iri-bis")[0].fix is None  # which has no percent-encoding in hosts


PIECES = [
    *"/:?#@.aA01%-~é\u0301\u0430\u202e\ufb01\uff21\u3000\ue000\uff76漢",
    *("//", "..", "%2E", "%2f", "%C3%A9", "%fc", "%C0%AF", "xn--", "http:", "//u:p@", ":80", "0x7f", "\u1112\u1161"),
]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%C0%AF", "%C0%AF is an overlong form of U+002F SOLIDUS, not valid UTF-8"),
        ("x%C1%81", "%C1%81 is an overlong form of U+0041 LATIN CAPITAL LETTER A, not valid UTF-8"),
        ("%E0%9F%80", "%E0%9F%80 is an overlong form of U+07C0 NKO DIGIT ZERO, not valid UTF-8"),
        ("%F0%82%82%AC", "%F0%82%82%AC is an overlong form of U+20AC EURO SIGN, not valid UTF-8"),
        ("%F8%80%80%80%AE", "%F8%80%80%80%AE is an overlong form of U+002E FULL STOP, not valid UTF-8"),
    ],
)
def test_an_overlong_form_is_reported_by_what_it_would_be(text: str, message: str) -> None:
    assert [finding.message for finding in by("P002", text)] == [message]


@given(st.lists(st.binary(min_size=1, max_size=6).filter(lambda data: b"\xef\xbf\xbd" not in data), max_size=3))
def test_bytes_are_reported_just_where_they_are_not_utf8(data: list[bytes]) -> None:
    text = "/".join("".join(f"%{byte:02X}" for byte in run) for run in data)
    codes = {finding.code for finding in advise(text, select=["P001", "P002"])}
    assert bool(codes) == any("\ufffd" in run.decode(errors="replace") for run in data)


@pytest.mark.parametrize("data", ["%FB%BF%BF%BF%BF", "%F8%87%BF%BF%BF", "%FF%FE", "%ED%A0%80", "%F4%90%80%80"])
def test_bytes_beyond_utf8_are_not_overlong_forms(data: str) -> None:
    assert [finding.code for finding in advise(data, select="P")] == ["P001"]


HOSTILE = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@pytest.mark.slow
@given(HOSTILE | st.text(max_size=12))
def test_findings_lie_in_the_text_and_fixes_match(text: str) -> None:
    for grammar in ("rfc3987", "leiri"):
        matcher = irigrammar.grammar(grammar).start
        try:
            findings = advise(text, grammar=grammar)
        except NoMatch:
            assert not matcher.matches(text)
            continue
        for finding in findings:
            assert 0 <= finding.start <= finding.end <= len(text)
            if finding.fix is not None:
                assert finding.fix != text
                assert matcher.matches(finding.fix)
                after = {other.code for other in advise(finding.fix, grammar=grammar, select=[finding.code])}
                assert after == set() or finding.code in {"P004", "C010"}, finding


@given(HOSTILE)
@example("HTTP://Example.org:80/%7euser/../a")
def test_fixes_of_form_are_equal_by_syntax_or_scheme(text: str) -> None:
    """Fixes that keep the meaning keep it by the ladder of RFC 3987, 5."""
    if not irigrammar.grammar("rfc3987")["IRI"].matches(text):
        return
    for finding in advise(text, select=["H001", "P003", "P004", "R001", "R003", "R004", "R005"]):
        if finding.fix is not None:
            assert irigrammar.compare(text, finding.fix).rung in ("identical", "syntax", "scheme"), finding


# Time.

LONG = {
    "capitals and hexadecimal digits": "/" + "Aa%c3%a9/%7e//",
    "marks": "a\u0316\u0301",
    "marks alone": "\u0301\u0316",
    "full-width": "ａ％",
    "mixed words": "p\u0430-",
    "dot segments": "/./%2e/..",
    "data": "%fc%e0%80%80/",
    "one run of bytes": "%ff",
    "hangul": "\u1112\u1161",
    "labels": "//a_.",
    "digits": "//1",
    "equals": "?a=%fc&",
    "br0ken": "br0ken/",
    "private": "?\ue000a",
}


def long(kind: str, size: int) -> str:
    part = LONG[kind]
    lead = part[: len(part) - len(part.lstrip("/?"))] if part.startswith(("//", "?")) else ""
    part = part.removeprefix(lead)
    return lead + part * (size // len(part))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["capitals and hexadecimal digits", "marks alone", "data", "labels", "mixed words"])
def test_advice_on_a_long_text(kind: str) -> None:
    findings = advise(long(kind, 300_000))
    assert {finding.code for finding in findings} >= {"R009"}
    assert len(findings) < 60
    assert sum(len(finding.message) for finding in findings) < 20_000


@pytest.mark.growth
@pytest.mark.parametrize("kind", LONG)
def test_twice_the_length_takes_about_twice_the_time(kind: str) -> None:
    short, twice = long(kind, 50_000), long(kind, 100_000)
    assert growth(advise, short, twice) < LIMIT


def test_findings_are_plain_values() -> None:
    finding = advise("http://e:/")[0]
    assert hash(finding) == hash(advise("http://e:/")[0])
    assert json.dumps(finding.message)
    with pytest.raises(AttributeError):
        finding.code = "X"  # type: ignore[misc]


# Suspicious strings: what a message says beside its place.


@in_one_test(
    ("code", "text", "words"),
    [
        ("R013", "http://example.com@evil.example/", 'the host that is contacted is "evil.example"'),
        ("R014", "user@example.com", 'write "mailto:user@example.com"'),
        ("R014", "127.0.0.1/a", 'write "http://127.0.0.1/a"'),
        ("R016", "http//example.com", 'write "http://example.com"'),
        ("R017", "http:/example.com", 'a slash is missing after "http:"; write "http://example.com"'),
        ("R018", "http://https//example.com/", 'write "https://example.com/"'),
        ("R019", "hhttp://h/", "has a letter too many"),
        ("R019", "htp://h/", "lacks a letter"),
        ("R019", "httpa://h/", "has a letter too many"),
        ("R019", "fpt://h/", "has two letters in the wrong order"),
        ("R020", "C:/a", 'write "file:///C:/a"'),
        ("R022", "http://a,http://b", 'the second begins at "http://b"'),
        ("H008", "http://0x7f.1/", "which is 127.0.0.1, is in 127.0.0.0/8: loopback"),
        ("P008", "http%253A%252F%252Fa", 'decode it: "http://a"'),
        ("C005", "a\u202e", "bidi"),
    ],
)
def test_a_message_says_what_is_meant(code: str, text: str, words: str) -> None:
    assert words in by(code, text)[0].message


def test_the_text_of_an_encoded_identifier_is_cut() -> None:
    (finding,) = by("P008", "http%3A%2F%2F" + "a" * 2_000)
    assert len(finding.message) < 200


# RDF 1.2 Concepts, 3.3.1: what each point advises against, the rule, and the IRI to mint.
RDF_POINTS = [
    ("lower-case scheme", "HTTP://e/", "R005", "http://e/"),
    ("needless percent-encoding", "http://e/%7Ea", "P004", "http://e/~a"),
    ("needless percent-encoding beyond ASCII", "http://e/%C3%A9", "P010", "http://e/é"),
    ("default port of http", "http://e:80/", "R004", "http://e/"),
    ("default port of https", "https://e:443/", "R004", "https://e/"),
    ("upper-case hexadecimal digits", "http://e/%3f", "P003", "http://e/%3F"),
    ("empty path", "http://e", "R032", "http://e/"),
    ("empty path before a query", "http://e?q", "R032", "http://e/?q"),
    ("dot segments", "http://e/a/./b/../c", "R001", "http://e/a/c"),
    ("dot segments above the root", "http://e/../c", "R026", "http://e/c"),
    ("percent-encoded dot segments", "http://e/a/%2E%2E/c", "P006", "http://e/c"),
    ("lower-case host", "http://Example.org/", "H001", "http://example.org/"),
    ("A-label", "http://xn--9ca.org/", "H013", "http://é.org/"),
    ("Normalization Form C", "http://e/e\u0301", "C010", "http://e/é"),
    ("relative reference", "a/b", "R033", None),
    ("network-path reference", "//e/a", "R033", None),
    ("no host", "http:abcd", "R017", None),
    ("empty host", "http:///abcd", "X003", None),
    ("scheme's syntax", "urn:a", "X002", None),
]


@in_one_test(("point", "text", "code", "fix"), RDF_POINTS)
def test_rdf_1_2_reference_iris(point: str, text: str, code: str, fix: str | None) -> None:
    (finding,) = (row for row in advise(text, profile="rdf") if row.code == code)
    if fix is not None:
        assert finding.fix == fix, point
        assert advise(fix, profile="rdf") == []
    assert "RDF 1.2 Concepts, 3.3.1" in "; ".join(rule(code).page.see) or code.startswith("X")


def test_profiles_that_name_rules() -> None:
    for text, code in (("http://e", "R032"), ("http://xn--9ca.org/", "H013")):
        assert [row.code for row in advise(text, profile="publish")] == [code]
        assert advise(text) == advise(text, profile="accept") == []
    assert advise("http://xn--9ca.org/", profile="publish", grammar="rfc3986") == []  # what URIs have
    assert [row.code for row in advise("http://example.org", profile="publish")] == ["R032"]
    assert advise("http://example.org/", profile="publish") == []
