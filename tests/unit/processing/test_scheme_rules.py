"""Rules, grammars and equivalent forms of schemes."""

from __future__ import annotations

import json

import pytest
from command import run
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, Grammar, compare, iri_to_uri, normalize
from irigrammar.processing.scheme_rules.uri import SchemeUri
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.schemes import check_scheme

# The identifier, and the code, the place, the section and the fix of what is said of it.
SAID = [
    ("urn:swrl#e", ("X002", 8, 9, "RFC 8141, section 2", None)),
    ("urn:a", ("X002", 5, 5, "RFC 8141, section 2", None)),
    ("mailto:me@x@y", ("X002", 11, 12, "RFC 6068, section 2", None)),
    ("https://tel:12345", ("X021", 8, 17, "RFC 3966, section 3", "tel:12345")),
    ("tel:\u00e9", ("X002", 4, 5, "RFC 3966, section 3", None)),
    ("http:///x", ("X003", 7, 7, "RFC 9110, section 4.2.1", None)),
    ("file://h:1/\u00e9", ("X002", 8, 9, "RFC 8089, section 2", None)),
    ("tel:+49 30 1", ("X001", 7, 8, "RFC 3966, section 3", "tel:+49301")),
    ("geo:+", ("X002", 4, 5, "RFC 5870, section 3.3", None)),
    ("file:/?x", ("X002", 6, 7, "RFC 3986, section 2.2", "file:/%3Fx")),
    ("ldap:::", ("X002", 5, 6, "RFC 3986, section 3.2.2", "ldap://[::]")),
    ("mailto:a/b@c", ("X010", 7, 12, "RFC 6068, 2", "mailto:a%2Fb@c")),
    ("imap://h/INBOX;UID=1", ("X002", 14, 20, "RFC 5092, section 11", "imap://h/INBOX/;UID=1")),
    (
        "imap://h/INBOX;UID=1/;SECTION=TEXT",
        ("X002", 14, 20, "RFC 5092, section 11", "imap://h/INBOX/;UID=1/;SECTION=TEXT"),
    ),
    ("imap://h/INBOX;MAILINDEX=1", ("X002", 14, 26, "RFC 5092, section 11", None)),
    ("imap://h/a/;MAILINDEX=1/;SECTION=1", ("X002", 11, 34, "RFC 5092, section 11", None)),
    ("geo:0,0?q=a", ("X002", 7, 8, "RFC 5870, section 3.3; Android, Google Maps intents", None)),
    ("geo:1,2,3;u=4?z=5", ("X002", 13, 14, "RFC 5870, section 3.3; Android, Google Maps intents", None)),
    ("at://e.example/", ("X002", 15, 15, "AT Protocol, AT URI Scheme", "at://e.example")),
    ("at://e.example/a.b.c/", ("X002", 21, 21, "AT Protocol, AT URI Scheme", "at://e.example/a.b.c")),
    ("at://did:plc:a/a.b.c/x", ("X001", 9, 10, "RFC 3986, section 3.2.2; AT Protocol, AT URI Scheme", None)),
    ("data:text/html,<p>", ("X001", 15, 16, "RFC 3986, section 2 and appendix C", "data:text/html,%3Cp%3E")),
]


@in_one_test(("text", "said"), SAID)
def test_the_first_finding_its_section_and_its_fix(text: str, said: tuple[object, ...]) -> None:
    checked = check_scheme(text)
    first = checked.errors[0]
    fix = first.fix or next((fix.text for fix in first.fixes), None)
    assert (first.code, first.start, first.end, first.section, fix) == said
    assert not checked


def test_no_verdict_follows_from_another() -> None:
    only_generic, only_scheme, only_prose = map(check_scheme, ("urn:a", "tel:+0;a=[", "geo:91,0"))
    assert (only_generic.generic, only_generic.syntax is None, only_generic.prose) == (None, False, ())
    assert (only_scheme.generic is None, only_scheme.syntax, only_scheme.prose) == (False, None, ())
    assert (only_prose.generic, only_prose.syntax, [finding.code for finding in only_prose.prose]) == (
        None,
        None,
        ["X014"],
    )


@in_one_test(
    ("text", "code"),
    [
        ("postgresql://h1:1,h2:2/db", "F197"),
        ("postgresql://u:p@h1:1,h2,h3:3?a=b", "F197"),
        ("postgres://[::1]:5432,[::2]:5432/db", "F197"),
        ("postgresql://[::1],h2/db", "F197"),
        ("postgresql://:1,:2/", "F197"),
        ("mongodb://mongo_1:27017,mongo_2:27017/?replicaSet=r", "F197"),
        ("kafka://a:9092,b:9092", "F197"),
        ("http://a,b:x/", "F061"),
        ("http://a:x/b,c:1", "F061"),
        ("at://did:plc:a", "F196"),
        ("AT://did:web:e.example/a.b.c", "F196"),
        ("at://dida:plc:a", "F061"),
        ("did://plc:a", "F061"),
    ],
)
def test_what_looks_like_a_port_is_named(text: str, code: str) -> None:
    fault = irigrammar.check(text).fault
    assert fault is not None
    assert fault.code == code


@in_one_test(
    ("text", "codes", "matches"),
    [
        ("at://did:plc:a/a.b.c/x", ["X001"], True),
        ("at://did:web:e.example", ["X001"], True),
        ("at://did:plc:a/a.b.c/..", ["X001", "X023"], True),
        ("at://did:plc:a/", ["X001", "X002"], False),
        ("at://did:plc:a/a.b.c/x/y", ["X001", "X002"], False),
        ("tel:+0;a=[", ["X001"], True),
        ("tel:+0;a= ", ["X001"], False),
        ("http://e/a b", ["X001"], False),
        ("doi: 10.1000/182", ["X001"], False),
        ("mysqlx://u@h1:1,h2:2/db", ["X001"], False),
        ("redis://h/ 1/2", ["X001"], False),
        ("redis:/a?b c", ["X001", "X002"], False),
    ],
)
def test_a_finding_of_the_generic_grammar_says_whether_the_schemes_own_matches(
    text: str, codes: list[str], matches: bool
) -> None:
    checked = check_scheme(text)
    assert [finding.code for finding in checked.findings] == codes
    assert checked.generic is not None
    assert checked.generic.message.endswith(f"; it matches {checked.rule}") is checked.only_scheme is matches
    assert (f"it matches {checked.rule} (column" in run("check", "--scheme", text).out) is matches


@pytest.mark.parametrize(
    ("text", "scheme", "rule"),
    [
        ("HTTP://h/#a", "http", "http-URI (RFC 9110, section 4.2.1)"),
        ("urn:example:a#b", "urn", "namestring (RFC 8141, section 2)"),
        ("foo:bar", "foo", None),
        ("a/b", None, None),
    ],
)
def test_scheme_and_rule_of_a_check(text: str, scheme: str | None, rule: str | None) -> None:
    checked = check_scheme(text)
    assert checked
    assert (checked.scheme, checked.rule, checked.findings) == (scheme, rule, ())


def test_severities_are_chosen_by_code() -> None:
    assert check_scheme("urn:x-a:b")
    assert not check_scheme("urn:x-a:b", severities={"X008": "error"})
    assert check_scheme("urn:a", severities={"X": "warning"})
    assert not check_scheme("urn:a", severities={"X": "warning", "X002": "error"})


def test_custom_schemes_have_their_syntax() -> None:
    own = Grammar.from_text('ticket = "ticket:" 1*DIGIT\n')["ticket"]
    mine = schemes().with_scheme(Scheme("ticket", syntax=own))
    assert check_scheme("ticket:12", schemes=mine)
    assert [finding.code for finding in check_scheme("ticket:a", schemes=mine).findings] == ["X002"]


def test_places_are_those_of_the_text() -> None:
    uri = SchemeUri("http://\u00e9.example:99999/\u00e9")
    assert uri.uri == "http://xn--9ca.example:99999/%C3%A9"
    (finding,) = check_scheme(uri.text).findings
    assert uri.text[finding.start : finding.end] == "99999"


@pytest.mark.parametrize(
    "text", ["urn:a", "mailto:a@b@c", "file://h:1/a", "did:A:b", "data:,<", "tel:+1 2", "geo:1,2;u=a"]
)
def test_fixes_have_no_errors(text: str) -> None:
    for finding in check_scheme(text).findings:
        for fix in (*(fix.text for fix in finding.fixes), *filter(None, [finding.fix])):
            assert irigrammar.matches(fix, "IRI")
            assert finding.code not in [other.code for other in check_scheme(fix).errors]


def test_a_conversion_has_the_findings() -> None:
    with pytest.raises(ConversionError) as caught:
        iri_to_uri("urn:a", scheme_rules=True)
    assert [finding.code for finding in caught.value.findings] == ["X002"]
    assert iri_to_uri("urn:x-a:b", scheme_rules=True) == "urn:x-a:b"


def test_check_on_the_command_line() -> None:
    result = run("check", "--scheme", "urn:a", "urn:x-a:b", "foo:a", "http://h/")
    assert result.status == 1
    assert result.out.splitlines() == [
        "urn:a: X002 the URN has no namespace-specific string (NSS); write urn:NID:NSS (column 6)",
        "urn:x-a:b: valid absolute-IRI; matches namestring (RFC 8141, section 2), "
        'but namespace identifiers such as "x-a" were experimental; none is registered (X008)',
        "foo:a: valid absolute-IRI; its scheme is not known",
        "http://h/: valid absolute-IRI; matches http-URI (RFC 9110, section 4.2.1)",
        "3 valid, 1 invalid (RFC 3987 IRI-reference)",
    ]
    assert run("check", "--scheme", "--severity", "X002=warning", "urn:a").status == 0
    assert run("check", "--severity", "X002=warning", "urn:a").status == 2
    for wrong, said in (("X002=bad", "unknown severity 'bad'"), ("X999=error", "unknown code 'X999'")):
        result = run("check", "--scheme", "--severity", wrong, "urn:a")
        assert result.status == 2
        assert said in result.err


def test_explain_says_what_the_scheme_says() -> None:
    assert "by scheme  matches telephone-uri (RFC 3966, section 3)" in run("explain", "tel:+0;a=[").out
    row = json.loads(run("explain", "--format", "json", "urn:a").out)["scheme"]
    assert (row["name"], row["matches"], [finding["code"] for finding in row["findings"]]) == ("urn", False, ["X002"])


@pytest.mark.parametrize(("former", "code"), [("R008", "X003"), ("R011", "X004"), ("r023", "X002"), ("R024", "X002")])
def test_codes_that_were_merged_still_mean_what_they_meant(former: str, code: str) -> None:
    assert run("rule", former).out.startswith(f"{code} ")
    text = {"X003": "http:///a", "X004": "http://h:99999/", "X002": "urn:a"}[code]
    assert [finding.code for finding in irigrammar.advise(text, select=[former])] == [code]
    assert code not in [finding.code for finding in irigrammar.advise(text, ignore=[former])]


# Normal forms and comparisons that the documents of schemes define


@in_one_test(*conversions("scheme_rules.the_form_of_a_scheme"))
def test_the_form_of_a_scheme(text: str, form: str) -> None:
    """A reference, and its normal form by scheme."""
    assert normalize(text, level="scheme") == form
    assert normalize(form, level="scheme") == form
    assert compare(text, form).rung in ("identical", "syntax", "scheme")


@in_one_test(*conversions("scheme_rules.comparing_by_the_document_of_a_scheme"))
def test_comparing_by_the_document_of_a_scheme(first: str, second: str, same: bool) -> None:
    """Whether their scheme's document calls two references equivalent; most are examples of the documents."""
    assert compare(first, second, rung="scheme").equivalent is same
    assert compare(second, first, rung="scheme").equivalent is same


def test_parts_ignored_in_comparisons_stay_in_the_normal_form() -> None:
    assert normalize("urn:example:a?+b?=c#d", level="scheme") == "urn:example:a?+b?=c#d"


def test_without_idna_domains_of_addresses_stay() -> None:
    assert normalize("mailto:a@XN--9ca.org", level="scheme", host="percent") == "mailto:a@XN--9ca.org"


@pytest.mark.parametrize("text", ["mailto:@%40tel:a", "mailto:@:%40"])
def test_text_after_the_sign_of_an_address_may_be_no_host(text: str) -> None:
    assert normalize(text, level="scheme") == text
