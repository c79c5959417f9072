"""IRIs to URIs: examples of the documents, decisions, laws."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from typing import Any

import pytest
from examples import some
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test
from steps import note
from tables import conversions

import irigrammar
from irigrammar import ConversionError, Grammar, GrammarError, NoMatch, UnknownGrammar
from irigrammar.language import sample
from irigrammar.processing import to_uri
from irigrammar.processing.choices import HostPolicy
from irigrammar.processing.conversions import iri_to_uri
from irigrammar.processing.host import POLICIES
from irigrammar.processing.percent import unescape
from irigrammar.processing.schemes import Scheme, Schemes
from irigrammar.processing.trace import Step, call_recording

URI = irigrammar.grammar("rfc3986").start
GRAMMARS = ["rfc3987", "iri-bis", "leiri", "leiri-bis"]
BIS = "draft-ietf-iri-3987bis-04"

# The documents' examples, by section; both conversions of a host have their policy.
EXAMPLES = [
    ("3987 3.1", "http://résumé.example.org", "idna", "http://xn--rsum-bpad.example.org"),
    ("3987 3.1", "http://résumé.example.org", "idna2003", "http://xn--rsum-bpad.example.org"),
    ("3987 3.1", "http://résumé.example.org", "idna2008", "http://xn--rsum-bpad.example.org"),
    ("3987 3.1", "http://résumé.example.org", "percent", "http://r%C3%A9sum%C3%A9.example.org"),
    ("3987 3.1 note", "http://www.example.org/red%09rosé#red", "idna", "http://www.example.org/red%09ros%C3%A9#red"),
    (
        "3987 3.1 note, validator",
        "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
        "idna",
        "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
    ),
    (
        "3987 3.1 note, Old Italic",
        "http://example.com/\U00010300\U00010301\U00010302",
        "idna",
        "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
    ),
    ("3987 3.2.1 back", "http://www.example.org/Dürst", "idna", "http://www.example.org/D%C3%BCrst"),
    ("3987 3.2.1 back", "http://納豆.example.org/%E2%80%AE", "idna", "http://xn--99zt52a.example.org/%E2%80%AE"),
    ("bis 6.4", "http://www.example.org/résumé.html", "idna", "http://www.example.org/r%C3%A9sum%C3%A9.html"),
    ("bis 6.4", "http://www.example.org/r%E9sum%E9.xml#résumé", "idna", "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9"),
    ("3987 3.1 step 2, not normalized", "http://e/Vi\u00ea\u0323t", "idna", "http://e/Vi%C3%AA%CC%A3t"),
    ("3987 3.1 step 2, every component", "é://u:é@h/é?é\ue000#é", "idna", None),
    ("3987 3.1 step 2, every component", "foo://u:é@h/é?é\ue000#é", "idna", "foo://u:%C3%A9@h/%C3%A9?%C3%A9%EE%80%80#%C3%A9"),
    ("3987 3.1 step 2, relative", "é:é", "idna", None),
    ("3987 3.1 step 2, relative", "./é:é", "idna", "./%C3%A9:%C3%A9"),
    ("3987 3.1 step 2, relative", "é", "idna", "%C3%A9"),
    ("3987 3.1 step 2, triplets keep their case", "%c3%A9é", "idna", "%c3%A9%C3%A9"),
]  # fmt: skip

# What was decided, and the results given there.
DECIDED = [
    ("my_host", "http://my_host.résumé.org/", "idna", "http://my_host.xn--rsum-bpad.org/"),
    ("hyphens", "http://r3---sn.é.org/", "idna", "http://r3---sn.xn--9ca.org/"),
    ("case of ASCII labels", "http://My_Host.É.ORG/", "idna", "http://My_Host.xn--9ca.ORG/"),
    ("dots", "http://é。x．y｡z/", "idna", "http://xn--9ca.x.y.z/"),
    ("address", "http://１２７.0.0.1/", "idna", "http://127.0.0.1/"),
    ("address with dots", "http://127。0．0｡1/", "idna", "http://127.0.0.1/"),
    ("address under idna2008", "http://１２７.0.0.1/", "idna2008", None),
    ("authority ℀", "http://a℀b.com/", "idna", None),
    ("authority ℀", "http://a℀b.com/", "idna2003", None),
    ("authority ＠", "http://ａ＠b.com/", "idna", None),
    ("authority ＠", "http://ａ＠b.com/", "idna2003", None),
    ("authority ／", "http://é／evil.com/", "idna", None),
    ("authority ／", "http://é／evil.com/", "idna2003", None),
    ("slash ends the authority", "http://é/evil.com/", "idna", "http://xn--9ca/evil.com/"),
    ("snowman", "http://☃.com/", "idna", None),
    ("snowman", "http://☃.com/", "idna2008", None),
    ("snowman", "http://☃.com/", "idna2003", "http://xn--n3h.com/"),
    ("snowman", "http://☃.com/", "percent", "http://%E2%98%83.com/"),
    ("percent beside", "http://é.a%2Fb/", "idna", None),
    ("percent decoded", "http://r%C3%A9sum%C3%A9.é%2Da/", "idna", "http://xn--rsum-bpad.xn---a-9ia/"),
    ("ASCII host alone", "http://r%C3%A9sum%C3%A9.org/é", "idna", "http://r%C3%A9sum%C3%A9.org/%C3%A9"),
    ("unknown scheme", "foo://é/", "idna", "foo://%C3%A9/"),
    ("unknown scheme", "foo://é。/", "idna2003", "foo://%C3%A9%E3%80%82/"),
    ("scheme without domain names", "mailto://é/", "idna", "mailto://%C3%A9/"),
    ("no scheme", "//é/", "idna", "//xn--9ca/"),
    ("ws", "WS://é/", "idna", "WS://xn--9ca/"),
    ("port and userinfo", "http://é@é:80/", "idna", "http://%C3%A9@xn--9ca:80/"),
]


@in_one_test("grammar", GRAMMARS)
@in_one_test(("s", "host", "uri"), [pytest.param(*row, id=f"{name}, {row[1]}") for name, *row in (*EXAMPLES, *DECIDED)])
def test_examples_by_section(grammar: str, s: str, host: HostPolicy, uri: str | None) -> None:
    """The ABNF of 3987bis has no percent-encoding in hosts, which the examples that have it show."""
    if uri is None or not irigrammar.grammar(grammar).start.matches(s):
        with pytest.raises((ConversionError, NoMatch)):
            iri_to_uri(s, host=host, grammar=grammar)
    else:
        assert iri_to_uri(s, host=host, grammar=grammar) == uri


@in_one_test(*conversions("to_uri.other_grammars_like_that_of_iris"))
def test_other_grammars_like_that_of_iris(s: str, grammar: str, uri: str | None) -> None:
    if uri is None:
        with pytest.raises((NoMatch, ConversionError)):
            iri_to_uri(s, grammar=grammar)
    else:
        assert iri_to_uri(s, grammar=grammar) == uri


@pytest.mark.parametrize(
    ("grammar", "error", "text"),
    [
        ("web-address", GrammarError, "web-address has separators of its own"),
        ("rfc5234", GrammarError, "references of the grammar rfc5234 cannot be mapped"),
        ("nothing", UnknownGrammar, "unknown grammar 'nothing'"),
    ],
)
def test_other_grammars_are_refused_whatever_the_string(grammar: str, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        iri_to_uri("a:b", grammar=grammar)


# Query charsets (3987bis-04, 3.5)


@in_one_test("grammar", GRAMMARS)
@in_one_test(*conversions("to_uri.a_query_in_the_documents_charset"))
def test_a_query_in_the_documents_charset(grammar: str, s: str, charset: str, uri: str | None) -> None:
    if uri is None:
        with pytest.raises(ConversionError):
            iri_to_uri(s, query_charset=charset, grammar=grammar)
    else:
        assert iri_to_uri(s, query_charset=charset, grammar=grammar) == uri


# Schemes of one's own, and their syntax

TAG = Grammar.from_text(
    'tag-uri = "tag:" name ":" path-rootless\nname = 1*( ALPHA / "." ) "," 4DIGIT\n', extends="rfc3986"
)
MINE = Schemes().with_scheme(Scheme("tag", syntax=TAG["tag-uri"])).with_scheme(Scheme("foo", domain_name=True))


def test_custom_schemes_are_used() -> None:
    assert iri_to_uri("foo://é/", schemes=MINE) == "foo://xn--9ca/"
    assert iri_to_uri("http://é/?é", schemes=MINE, query_charset="latin-1") == "http://%C3%A9/?%C3%A9"


def test_syntax_of_a_scheme_is_used_if_known() -> None:
    steps: list[Step] = []
    assert call_recording(steps, iri_to_uri, "tag:a.b,2005:é", schemes=MINE, scheme_rules=True) == "tag:a.b,2005:%C3%A9"
    assert steps[-1][0] == "RFC 3987, 3.1"
    assert steps[-1].note == "matches tag-uri (<text>:1) of the scheme tag"
    assert iri_to_uri("tag:a.b,05:é", schemes=MINE) == "tag:a.b,05:%C3%A9"
    for s in ("tag:a.b,05:é", "tag:a.b,05:x"):
        with pytest.raises(ConversionError, match="is not allowed in") as caught:
            iri_to_uri(s, schemes=MINE, scheme_rules=True)
        assert [(finding.code, finding.start) for finding in caught.value.findings] == [("X002", 10)]


@pytest.mark.parametrize(
    ("s", "grammar", "section", "whose"),
    [
        ("foo://h/", "rfc3987", "RFC 3987, 3.1", "the scheme foo"),
        ("javascript:é", "rfc3987", "RFC 3987, 3.1", "the scheme javascript"),
        ("foo:é", "iri-bis", f"{BIS}, 6.4", "the scheme foo"),
        ("é", "iri-bis", f"{BIS}, 6.4", "a reference without a scheme"),
    ],
)
def test_trace_names_unknown_syntax(s: str, grammar: str, section: str, whose: str) -> None:
    steps: list[Step] = []
    uri = call_recording(steps, iri_to_uri, s, grammar=grammar, scheme_rules=True)
    assert steps[-1] == Step(section, uri, uri, f"not checked: no known syntax for {whose}")
    assert uri == iri_to_uri(s, grammar=grammar)


# RFC 3987, 3.1 ("Syntaxical") and bis 6.4: "a valid URI under ... any narrower restrictions".
@in_one_test(("grammar", "section"), [("leiri", "RFC 3987, 3.1"), ("leiri-bis", f"{BIS}, 6.4")])
@in_one_test(*conversions("to_uri.bis_6_4_the_uri_is_valid_under_the_restrictions_of_its_scheme"))
def test_bis_6_4_the_uri_is_valid_under_the_restrictions_of_its_scheme(
    s: str, rule: str | None, grammar: str, section: str
) -> None:
    uri = iri_to_uri(s, grammar=grammar)
    if rule is None:
        with pytest.raises(ConversionError, match=r"\(X00\d; (RFC|DID Core) \d+"):
            iri_to_uri(s, grammar=grammar, scheme_rules=True)
        return
    steps: list[Step] = []
    assert call_recording(steps, iri_to_uri, s, grammar=grammar, scheme_rules=True) == uri
    assert steps[-1].section == section
    assert re.fullmatch(rf"matches {rule} \(.*\) of the scheme {uri.partition(':')[0]}", steps[-1].note)


def test_bis_3_4_note_domain_names_elsewhere_are_converted_as_their_scheme_says() -> None:
    """RFC 6068, 2, item 4: producers should provide them in the encoding of IDNA."""
    steps: list[Step] = []
    uri = call_recording(steps, iri_to_uri, "mailto:a@résumé.com,é@x", grammar="iri-bis", scheme_rules=True)
    assert uri == "mailto:a@xn--rsum-bpad.com,%C3%A9@x"
    assert steps[-1].note == "matches mailtoURI (RFC 6068, section 2) of the scheme mailto"
    assert iri_to_uri("mailto:a@résumé.com", host="percent") == "mailto:a@r%C3%A9sum%C3%A9.com"
    assert iri_to_uri("mailto:a@é.com?é@é") == "mailto:a@xn--9ca.com?%C3%A9@%C3%A9"
    assert iri_to_uri("mailto:a@é_.com") == "mailto:a@%C3%A9_.com"  # which IDNA refuses


# The trace


UNKNOWN = "each byte of UTF-8 as %HH, since hosts of foo are not known to be domain names"
NOT_KNOWN = f"{UNKNOWN}; {BIS}, 3.4, would convert"


@in_one_test(
    ("s", "options", "after", "why"),
    [
        ("foo://é/", {}, "%C3%A9", f"host: {NOT_KNOWN}"),
        ("foo://é/", {"grammar": "iri-bis"}, "%C3%A9", f"deviation: host: {NOT_KNOWN}"),
        ("http://é/", {"host": "percent"}, "%C3%A9", "host: each byte of UTF-8 as %HH"),
        ("http://é/", {"host": "percent", "grammar": "iri-bis"}, "%C3%A9",
         f"deviation: host: each byte of UTF-8 as %HH; {BIS}, 3.4, forbids that and converts"),
        ("http://h/?é", {"query_charset": "latin-1"}, "%E9",
         "deviation: query: each byte of latin-1 as %HH; RFC 3987 has UTF-8"),
        ("?é", {"query_charset": "latin-1"}, "é", "no scheme, so in UTF-8; resolve the reference first"),
        ("ws:?é", {"query_charset": "latin-1"}, "é", "queries of ws are always in UTF-8"),
        ("http://１.0.0.1/", {}, "1.0.0.1", "the host was a registered name and is now an IPv4 address"),
        ("a:##", {"grammar": "iri-bis"}, "%23",
         'deviation: fragment: each byte of UTF-8 as %HH, "#" too, which only iri-bis allows within a fragment'),
        ("http://h o/é", {"grammar": "leiri"}, "h%20o", "host: each byte of UTF-8 as %HH for what no IRI has there"),
        ("a:b", {}, "a:b", "already a URI reference"),
        ("a://%aa", {"grammar": "iri-bis"}, "a://%aa",
         "deviation: already a URI reference, although iri-bis does not allow it"),
    ],
)  # fmt: skip
def test_words_of_the_trace(s: str, options: dict[str, str], after: str, why: str) -> None:
    steps: list[Step] = []
    uri = call_recording(steps, iri_to_uri, s, **options)
    assert (after, why) in [(step.after, note(step)) for step in steps]
    assert uri == iri_to_uri(s, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("s", "host", "grammar", "section"),
    [
        ("foo://é/", "idna", "rfc3987", "RFC 3987, 3.1, step 2"),
        ("http://é/", "percent", "rfc3987", "RFC 3987, 3.1, step 2"),
        ("foo://é/", "idna", "iri-bis", f"{BIS}, 3.4"),
        ("http://é/", "percent", "leiri-bis", f"{BIS}, 3.4"),
        ("foo://é/", "idna", "leiri", "RFC 3987, 3.1, step 2"),
    ],
)
def test_a_percent_encoded_host_is_of_the_section_that_has_it(
    s: str, host: HostPolicy, grammar: str, section: str
) -> None:
    """In RFC 3987 it is a component like any other."""
    steps: list[Step] = []
    call_recording(steps, iri_to_uri, s, host=host, grammar=grammar)
    assert [step.section for step in steps if step.before == "é"] == [section]


# What holds for every string


@cache
def samples(grammar: str) -> list[str]:
    matcher = irigrammar.grammar(grammar).start
    return sample(matcher, 600, 11) + sample(matcher, 60, 12, max_length=300)


AUTHORITIES = st.tuples(
    st.sampled_from(["http:", "foo:", "", "urn:", "WSS:"]),
    st.sampled_from(["", "u@", "é:%41@"]),
    st.lists(st.sampled_from(["a", "é", "É", "１２７", "0", "xn--9ca", "%41", "%C3%A9", "℀", "☃", "אב"]), max_size=4),
    st.sampled_from([".", "。", "．"]),
    st.sampled_from(["", ":", ":80"]),
    st.sampled_from(["", "/", "//é", "/a:b"]),
    st.sampled_from(["", "?", "?é/?"]),
    st.sampled_from(["", "#", "#é/?"]),
).map(lambda row: f"{row[0]}//{row[1]}{row[3].join(row[2])}{''.join(row[4:])}")


def check_result(s: str, grammar: str, host: HostPolicy) -> None:
    reason = uri = ""
    try:
        uri = iri_to_uri(s, grammar=grammar, host=host)
    except ConversionError as error:
        reason = str(error)
    if reason:
        # Only a host has no form in a URI: any other refusal of a valid reference is a fault of ours.
        assert reason.startswith(("the host label", "the host has an empty label")) or "253 bytes" in reason
        assert host != "percent"
        assert not (irigrammar.grammar(grammar).start.split(s).host or "").isascii()
        return
    assert URI.matches(uri)
    assert iri_to_uri(uri, host=host) == uri
    if URI.matches(s):
        assert uri == s
        return
    before, after = irigrammar.grammar(grammar).start.split(s), URI.split(uri)
    for field in ("scheme", "userinfo", "port", "path", "query", "fragment"):
        was, now = getattr(before, field), getattr(after, field)
        assert (was is None) == (now is None)
        if was is not None:
            assert unescape(was) == unescape(now), field
    assert (before.host is None) == (after.host is None)
    if before.host is not None and (host == "percent" or before.host.isascii()):
        assert unescape(before.host) == unescape(after.host or "")
    if before.host_kind not in (None, "ireg-name"):
        assert (after.host, after.host_kind) == (before.host, before.host_kind)


@pytest.mark.parametrize(("grammar", "host"), some(product(GRAMMARS, POLICIES), 5))
def test_the_result_is_a_uri_of_the_same_components_mapped_to_itself(grammar: str, host: HostPolicy) -> None:
    for s in samples(grammar):
        check_result(s, grammar, host)


@pytest.mark.parametrize("converted", ["%5B%3A%3A1%5D", "h"])
def test_an_address_never_becomes_a_name(converted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_uri, "host_to_ascii", lambda *_, **__: converted)
    with pytest.raises(ConversionError, match=r'the host "\[::1\]" would become .*, another kind of host'):
        call_recording([], iri_to_uri, "http://[::1]/é")


@pytest.mark.parametrize("host", POLICIES)
@given(s=AUTHORITIES)
@example("//[::1]/é")
def test_likewise_for_authorities_of_all_sorts(host: HostPolicy, s: str) -> None:
    check_result(s, "rfc3987", host)


@pytest.mark.parametrize("grammar", [*GRAMMARS, "rfc3986"])
def test_uris_come_back_unchanged(grammar: str) -> None:
    for s in samples("rfc3986"):
        assert iri_to_uri(s, grammar=grammar, query_charset="shift_jis") == s


@given(s=st.text(st.sampled_from("aé:/?#[]@%1.\\ \ud800\ue000\u202e℀。"), max_size=12) | st.text(max_size=12))
@example("//℀")
def test_any_text_gets_a_uri_or_the_documented_error(s: str) -> None:
    for grammar in GRAMMARS:
        try:
            uri = iri_to_uri(s, grammar=grammar)
        except NoMatch:
            assert not irigrammar.grammar(grammar).start.matches(s)
        except ConversionError:
            assert irigrammar.grammar(grammar).start.matches(s)
        else:
            assert URI.matches(uri)


@pytest.mark.parametrize("wrong", ["evil.com/", "a@evil", "x:80", "[::1]", "a#b", "é", "%"])
def test_a_host_that_would_change_the_components_is_found(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a policy gave such a thing, which none does."""
    monkeypatch.setattr(to_uri, "host_to_ascii", lambda *_, **__: wrong)
    with pytest.raises(ConversionError, match=r"would have a different|another kind of host|it has no URI reference"):
        call_recording([], iri_to_uri, "http://é/")


# Bad input


@in_one_test(*conversions("to_uri.the_flags_of_to_ascii_are_those_of_the_document"))
def test_the_flags_of_to_ascii_are_those_of_the_document(
    text: str, options: dict[str, Any], result: str | None
) -> None:
    if result is None:
        with pytest.raises(ConversionError, match=r"STD 3 does not allow|hyphen|is not assigned in Unicode 3\.2"):
            iri_to_uri(text, host="idna2003", **options)
    else:
        assert iri_to_uri(text, host="idna2003", **options) == result


def test_the_trace_says_which_flags_deviate() -> None:
    for grammar, std3, deviates in (("rfc3987", None, False), ("rfc3987", False, True), ("iri-bis", True, True)):
        steps: list[Step] = []
        call_recording(steps, iri_to_uri, "http://é/", host="idna2003", std3=std3, grammar=grammar)
        (step,) = (step for step in steps if "UseSTD3ASCIIRules" in step.note)
        assert (step.deviation is not None) is deviates


def test_flags_go_with_one_policy() -> None:
    for text in ("a", "http://é/"):
        with pytest.raises(ValueError, match='std3 and allow_unassigned go with host="idna2003"'):
            iri_to_uri(text, std3=True)


def test_idna_always_takes_every_host_for_a_domain_name() -> None:
    for text in ("foo://é.org/", "http://é.org/", "//é.org/"):
        assert iri_to_uri(text, host="idna-always") == text.replace("é", "xn--9ca")
    assert iri_to_uri("foo://é.org/") == "foo://%C3%A9.org/"
