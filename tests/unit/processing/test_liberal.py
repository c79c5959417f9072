"""Components out of any string (draft-weber-iri-guidelines-00, 5)."""

from __future__ import annotations

from typing import Any

import pytest
from examples import examples
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from near import members, near
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import Components, ConversionError
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.processing.characters import characters
from irigrammar.processing.choices import Form
from irigrammar.processing.liberal import Change, Liberal, split_liberal
from irigrammar.processing.trace import Step, Trace, call_recording

WEBER = "draft-weber-iri-guidelines-00"
FORMS: dict[Form, irigrammar.Matcher] = {
    "iri": irigrammar.grammar("rfc3987")["IRI-reference"],
    "uri": irigrammar.grammar("rfc3986")["URI-reference"],
}
IRI = FORMS["iri"]
FIELDS = list(COMPONENT_FIELDS)


def what_was_done(result: Liberal) -> list[tuple[str, int, str]]:
    return [(change.component, change.offset, change.what) for change in result.changes]


def what_of(component: str, char: str, shown: str) -> str:
    if component == "port":
        return f'"{shown}" removed: a port has only digits'
    lost = "\ud800" <= char <= "\udfff"
    return f'"{shown}" percent-encoded{" as U+FFFD" if lost else ""}'


@in_one_test(
    ("text", "expected"),
    [
        (
            "http://u:p@h:80/p/q?r=s/?#t/?",
            Components(scheme="http", userinfo="u:p", host="h", port="80", path="/p/q", query="r=s/?", fragment="t/?"),
        ),
        ("mailto:a@b", Components(scheme="mailto", path="a@b")),
        ("a/b:c", Components(path="a/b:c")),
        ("", Components(path="")),
        ("?", Components(path="", query="")),
        ("#", Components(path="", fragment="")),
        ("a:", Components(scheme="a", path="")),
        ("//", Components(host="", path="")),
        ("//@:", Components(userinfo="", host="", port="", path="")),
        ("//h/p", Components(host="h", path="/p")),
        ("//1.2.3.4:", Components(host="1.2.3.4", port="", path="")),
        ("//[::1]", Components(host="[::1]", path="")),
        ("//[v1.a:b]:8", Components(host="[v1.a:b]", port="8", path="")),
        ("g+.-1:x", Components(scheme="g+.-1", path="x")),
    ],
)
def test_weber_5_a_reference_has_the_components_that_split_gives(text: str, expected: Components) -> None:
    for form, matcher in FORMS.items():
        liberal = split_liberal(text, form=form)
        assert liberal == Liberal(expected)
        assert liberal.components.as_dict() == matcher.split(text).as_dict()


@in_one_test(
    ("text", "iri", "changes"),
    [
        # 5.1: what is not a scheme is the first segment of a path
        ("1http://h/", "1http%3A//h/", [("path", 5, ":")]),
        (":a", "%3Aa", [("path", 0, ":")]),
        (":", "%3A", [("path", 0, ":")]),
        ("é:b/c:d", "é%3Ab/c:d", [("path", 1, ":")]),
        ("a b:c:d?e:f", "a%20b%3Ac%3Ad?e:f", [("path", 1, " "), ("path", 3, ":"), ("path", 5, ":")]),
        ("\u212aelvin:x", "\u212aelvin%3Ax", [("path", 6, ":")]),
        # 5.2.1: userinfo ends at the first at sign
        ("http://a@b@c/", "http://a@b%40c/", [("host", 10, "@")]),
        ("//@@", "//@%40", [("host", 3, "@")]),
        ("//a[b@c", "//a%5Bb@c", [("userinfo", 3, "[")]),
        # 5.2.2: the host
        ("http://h\\a/b", "http://h%5Ca/b", [("host", 8, "\\")]),
        ("//a b", "//a%20b", [("host", 3, " ")]),
        ("//a:b:80", "//a%3Ab:80", [("host", 3, ":")]),
        ("//[zz]:1", "//%5Bzz%5D:1", [("host", 2, "["), ("host", 5, "]")]),
        ("//[::1]x:80", "//%5B%3A%3A1%5Dx:80", [("host", 2, "[::"), ("host", 6, "]")]),
        ("//[::1]x", "//%5B%3A%3A1%5Dx", [("host", 2, "[::"), ("host", 6, "]")]),
        ("//x[::1]", "//x%5B%3A", [("host", 3, "[:"), ("port", 6, "1]")]),
        (
            "//[fe80::1%en0]/",
            "//%5Bfe80%3A%3A1%25en0%5D/",
            [("host", 2, "["), ("host", 7, "::"), ("host", 10, "%"), ("host", 14, "]")],
        ),
        ("//[::1/", "//%5B%3A:1/", [("host", 2, "[:")]),
        ("//256.1.1.1", "//256.1.1.1", []),
        # 5.2.3: a port that is not digits
        ("http://[::1]:80x/", "http://[::1]/", [("port", 13, "80x")]),
        ("//u@h:a?q", "//u@h?q", [("port", 6, "a")]),
        ("//h:\uff18\uff10", "//h", [("port", 4, "８０")]),
        ("//h:-1", "//h", [("port", 4, "-1")]),
        ("//a:b:c", "//a%3Ab", [("host", 3, ":"), ("port", 6, "c")]),
        # 5.3 to 5.5
        ("/a b|c", "/a%20b%7Cc", [("path", 2, " "), ("path", 4, "|")]),
        ("http:\\\\h\\p", "http:%5C%5Ch%5Cp", [("path", 5, "\\\\"), ("path", 8, "\\")]),
        ("\\\\h\\p", "%5C%5Ch%5Cp", [("path", 0, "\\\\"), ("path", 3, "\\")]),
        ("a[b]", "a%5Bb%5D", [("path", 1, "["), ("path", 3, "]")]),
        ("?a[b]", "?a%5Bb%5D", [("query", 2, "["), ("query", 4, "]")]),
        ("#a#b##c", "#a%23b%23%23c", [("fragment", 2, "#"), ("fragment", 4, "##")]),
        ("%zz%41%4", "%25zz%41%254", [("path", 0, "%"), ("path", 6, "%")]),
        ("a %%41%% b", "a%20%25%41%25%25%20b", [("path", 1, " %"), ("path", 6, "%% ")]),
        ("a%4?1#%", "a%254?1#%25", [("path", 1, "%"), ("fragment", 6, "%")]),
        ("\ue000?\ue000#\ue000", "%EE%80%80?\ue000#%EE%80%80", [("path", 0, "\ue000"), ("fragment", 4, "\ue000")]),
        ("a\n\tb", "a%0A%09b", [("path", 1, "\n\t")]),
        # what is not a character
        ("\ud800", "%EF%BF%BD", [("path", 0, "\ud800")]),
        (
            "//\udfffh?\ud83d\ude00",
            "//%EF%BF%BDh?%EF%BF%BD%EF%BF%BD",
            [("host", 2, "\udfff"), ("query", 5, "\ud83d\ude00")],
        ),
        ("/\ufffd", "/%EF%BF%BD", [("path", 1, "\ufffd")]),
        (" \ud800 ", "%20%EF%BF%BD%20", [("path", 0, " "), ("path", 1, "\ud800"), ("path", 2, " ")]),
        # RFC 3987, 4.1: no bidi formatting characters
        (
            "//h\u200e/\u202e?\u200f",
            "//h%E2%80%8E/%E2%80%AE?%E2%80%8F",
            [("host", 3, "\u200e"), ("path", 5, "\u202e"), ("query", 7, "\u200f")],
        ),
    ],
)
def test_weber_5_what_cannot_stay_is_repaired_and_reported(
    text: str, iri: str, changes: list[tuple[str, int, str]]
) -> None:
    liberal = split_liberal(text)
    assert str(liberal) == str(liberal.components) == iri
    assert what_was_done(liberal) == [
        (field, offset, what_of(field, text[offset], shown)) for field, offset, shown in changes
    ]
    assert liberal.components == IRI.split(iri)
    assert [change.component for change in split_liberal(text, form="uri").changes] == [row[0] for row in changes]


@pytest.mark.parametrize(
    ("raw", "iri", "changes"),
    [
        ("http://é/é".encode(), "http://é/é", []),
        (b"a\xff", "a%FF", [("path", 1, "a byte percent-encoded (not UTF-8): 0xFF")]),
        (
            b"/\xc3\xa9 \xc0\xaf\xed\xa0\x80?\xe9",
            "/é%20%C0%AF%ED%A0%80?%E9",
            [
                ("path", 2, '" " percent-encoded'),
                ("path", 3, "5 bytes percent-encoded (not UTF-8): 0xC0 0xAF 0xED 0xA0 …"),
                ("query", 9, "a byte percent-encoded (not UTF-8): 0xE9"),
            ],
        ),
        (b"//h\xe9:8\xff", "//h%E9", [
            ("host", 3, "a byte percent-encoded (not UTF-8): 0xE9"),
            ("port", 5, r'"8\xff" removed: a port has only digits'),
        ]),
    ],
)  # fmt: skip
def test_bytes_other_than_utf_8_are_percent_encoded(raw: bytes, iri: str, changes: list[tuple[str, int, str]]) -> None:
    steps: list[Step] = []
    liberal = call_recording(steps, split_liberal, raw)
    assert (str(liberal), what_was_done(liberal)) == (iri, changes)
    assert liberal.components == IRI.split(iri)
    assert all(part.encode() for step in steps for part in step[:4] if part)
    assert "%C3%A9" in str(split_liberal("/é ".encode() + raw, form="uri"))


@given(raw=st.binary(), form=st.sampled_from(["iri", "uri"]))
def test_any_bytes_have_components_that_come_back(raw: bytes, form: Form) -> None:
    liberal = split_liberal(raw, form=form)
    assert liberal.components == FORMS[form].split(str(liberal))
    try:
        assert liberal == split_liberal(raw.decode(), form=form)
    except UnicodeDecodeError:
        assert any("byte" in change.what for change in liberal.changes)


def test_a_change_names_the_section() -> None:
    liberal = split_liberal("//a[@b\\:x/ ? #`")
    assert [(change.component, change.section) for change in liberal.changes] == [
        ("userinfo", f"{WEBER}, 5.2.1"),
        ("host", f"{WEBER}, 5.2.2"),
        ("port", f"{WEBER}, 5.2.3"),
        ("path", f"{WEBER}, 5.3"),
        ("query", f"{WEBER}, 5.4"),
        ("fragment", f"{WEBER}, 5.5"),
    ]
    assert liberal.changes[0] == Change("userinfo", 3, '"[" percent-encoded', f"{WEBER}, 5.2.1")


def test_traces_of_steps_are_brief() -> None:
    long = split_liberal("//h:" + "x" * 1_000).changes[0].what
    assert long == f'"{"x" * 30}"..."{"x" * 30}" (1,000 characters) removed: a port has only digits'


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("/é?é#é", "/%C3%A9?%C3%A9#%C3%A9"),
        ("//é@h", "//%C3%A9@h"),
        ("?\ue000", "?%EE%80%80"),
        ("é:b", "%C3%A9%3Ab"),
        ("http://h/𐌀", "http://h/%F0%90%8C%80"),
    ],
)
def test_weber_5_3_to_5_5_the_uri_form_encodes_all_of_ucschar(text: str, uri: str) -> None:
    """That is the conversion, and no change."""
    liberal = split_liberal(text, form="uri")
    assert str(liberal) == uri
    assert liberal.changes == split_liberal(text).changes


@pytest.fixture
def _domain_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hosts converted by a table, so that these tests are about what is done with the answer."""

    def host_to_ascii(host: str, policy: str, *, trace: Trace = None) -> str:  # noqa: ARG001
        table = {"résumé.org": "xn--rsum-bpad.org", "１.2.3.4": "1.2.3.4", "wrong.é": "a/b"}
        if policy == "percent":
            return host.replace("é", "%C3%A9")
        if host not in table:
            raise ConversionError(f"no label {host}")
        return table[host]

    monkeypatch.setattr("irigrammar.processing.liberal.host_to_ascii", host_to_ascii)


@pytest.mark.usefixtures("_domain_names")
@pytest.mark.parametrize(
    ("text", "uri", "kind"),
    [
        ("http://u@résumé.org:80/", "http://u@xn--rsum-bpad.org:80/", "reg-name"),
        ("//résumé.org", "//xn--rsum-bpad.org", "reg-name"),
        ("foo://résumé.org", "foo://r%C3%A9sum%C3%A9.org", "reg-name"),
        ("http://１.2.3.4/", "http://1.2.3.4/", "IPv4address"),
        ("http://my_host.org/", "http://my_host.org/", "reg-name"),
        ("http://r%C3%A9.org/", "http://r%C3%A9.org/", "reg-name"),
    ],
)
def test_weber_5_2_2_the_uri_form_converts_the_host(text: str, uri: str, kind: str) -> None:
    liberal = split_liberal(text, form="uri")
    assert (str(liberal), liberal.changes, liberal.components.host_kind) == (uri, (), kind)
    assert liberal.components == FORMS["uri"].split(uri)
    assert str(split_liberal(text)) == text


@pytest.mark.usefixtures("_domain_names")
@pytest.mark.parametrize(
    ("text", "uri", "why"),
    [
        ("http://☃.org/", "http://%E2%98%83.org/", "no label ☃.org"),
        ("http://é b/", "http://%C3%A9%20b/", "no label é%20b"),
        ("http://a@b@é/", "http://a@b%40%C3%A9/", "no label b%40é"),
        ("http://wrong.é/", "http://wrong.%C3%A9/", '"a/b" is not a host of a URI'),
    ],
)
def test_a_host_that_fails_is_a_change_and_no_error(text: str, uri: str, why: str) -> None:
    liberal = split_liberal(text, form="uri")
    assert str(liberal) == uri
    assert what_was_done(liberal)[-1] == (
        "host",
        text.index("@") + 1 if "@" in text else 7,
        f"percent-encoded because IDNA cannot convert it: {why}",
    )


@in_one_test(
    ("text", "form", "deviates"),
    [
        ("http://h:1/a b?c d", "iri", []),
        ("http://h/é?é#é", "uri", []),
        ("//h", "iri", ["5.1"]),
        ("/h", "iri", []),
        ("s://[::1]", "iri", ["5.2.2"]),
        ("s://[::1]:80", "iri", []),
        ("s://a b", "iri", ["5.2.2"]),
        ("s://é@h", "iri", []),
        ("s://é@h", "uri", ["5.2.1"]),
        ("#a#", "uri", ["5.5"]),
        ("#é", "iri", ["5.5"]),
    ],
)
def test_each_deviation_from_the_draft_is_traced(text: str, form: Form, deviates: list[str]) -> None:
    steps: list[Step] = []
    call_recording(steps, split_liberal, text, form=form)
    assert [step.section.rpartition(" ")[2] for step in steps if step.deviation is not None] == deviates


ANYTHING = (
    st.text(st.characters())
    | st.text(st.sampled_from("ab1é\u212a\ue000\ud800:/?#[]@%4A. \\&\u202e\U000e0000"), max_size=20)
    | near(IRI.automaton, 40)
    | st.builds("//{}@{}:{}{}".format, *[st.text(st.sampled_from("a:@[]%1.é /?#"), max_size=5)] * 4)
)


def check(text: str, form: Form) -> Liberal:
    liberal = split_liberal(text, form=form)
    again = str(liberal)
    assert FORMS[form].matches(again)
    assert FORMS[form].split(again) == liberal.components
    assert split_liberal(again, form=form) == Liberal(liberal.components)
    return liberal


@settings(max_examples=examples(400))
@given(ANYTHING)
@example("//[::1]:1:2")
@example("//a@[b@c]:@:")
@example("a:b//c:d")
@example("%:a")
def test_any_string_has_components_that_come_back(text: str) -> None:
    """The reference is of the grammar, by which it has the same components; a second time changes nothing."""
    for form in FORMS:
        result = check(text, form)
        assert bool(result.changes) or form == "uri" or str(result) == text
        order = [FIELDS.index(change.component) for change in result.changes]
        assert order == sorted(order)
        offsets = [change.offset for change in result.changes]
        assert offsets == sorted(offsets) or form == "uri"  # where IDNA fails, the host is reported as a whole
        assert all(0 <= offset <= len(text) for offset in offsets)
    if "host" not in {change.component for change in split_liberal(text, form="uri").changes}:
        assert split_liberal(text, form="uri").changes == split_liberal(text).changes


@settings(max_examples=examples(200))
@given(st.data())
def test_what_is_in_the_grammar_is_not_touched(data: st.DataObject) -> None:
    for form, matcher in FORMS.items():
        text = data.draw(members(matcher.automaton, 40))
        assume(not set(text) & set(characters("bidi-formatting")))
        liberal = split_liberal(text, form=form)
        assert liberal == Liberal(matcher.split(text))
        assert str(liberal) == text


@in_one_test(
    ("text", "options", "recomposed"),
    [
        ("http://fa\xdf.de/", {"form": "uri"}, "http://xn--fa-hia.de/"),
        ("http://fa\xdf.de/", {"form": "uri", "host": "idna2003"}, "http://fass.de/"),
        ("http://fa\xdf.de/", {"form": "uri", "host": "percent"}, "http://fa%C3%9F.de/"),
        ("http://\uff26.\xe9/", {"form": "uri", "host": "idna2008"}, "http://%EF%BC%A6.%C3%A9/"),
        ("foo://\xe9/", {"form": "uri", "host": "idna-always"}, "foo://xn--9ca/"),
        ("http://\xe9/?\xe9#\xe9", {"charset": "latin1"}, "http://\xe9/?%E9#\xe9"),
        ("http://h/?\xe9", {"form": "uri", "charset": "latin1"}, "http://h/?%E9"),
        ("http://h/?\xe9 \u4e2d", {"charset": "latin1"}, "http://h/?%E9%20%26%2320013%3B"),
        ("http://h/?Vi\u1ec7t", {"charset": "windows-1258"}, "http://h/?Vi%EA%F2t"),
        ("http://h/?\xe9", {"form": "uri", "charset": "utf-16"}, "http://h/?%C3%A9"),
        ("ftp://h/?\xe9", {"form": "uri", "charset": "latin1"}, "ftp://h/?%C3%A9"),
        (b"http://h/?\xc3\xa9\xff", {"charset": "latin1"}, "http://h/?%E9%FF"),
    ],
)
def test_weber_5_2_2_and_6_1_hosts_and_charsets(text: str | bytes, options: dict[str, Any], recomposed: str) -> None:
    result = split_liberal(text, **options)
    assert str(result) == recomposed
    assert any("character references" in change.what for change in result.changes) == ("%26%23" in recomposed)


@pytest.mark.parametrize(*conversions("liberal.weber_6_2_to_6_4_schemes_without_an_authority"))
def test_weber_6_2_to_6_4_schemes_without_an_authority(text: str, path: str, query: str | None, uri: str) -> None:
    components = split_liberal(text, charset="latin1").components
    assert (components.authority, components.path, components.query) == (None, path, query)
    assert str(split_liberal(text, form="uri", charset="latin1")) == uri
    if components.scheme != "javascript" and uri.count("@") < 2:
        mapped = irigrammar.iri_to_uri(str(components), scheme_rules=True)
        assert irigrammar.compare(mapped, uri, rung="scheme").equivalent


def test_weber_7_a_backslash_is_percent_encoded_in_every_component() -> None:
    """Or it becomes "/", as a separator of a Web Address does (bis 7.2)."""
    text = "http://h\\a/b\\c?d\\e#f\\g"
    assert str(split_liberal(text)) == "http://h%5Ca/b%5Cc?d%5Ce#f%5Cg"
    assert irigrammar.convert.web_address_to_iri(text) == "http://h/a/b/c?d%5Ce#f%5Cg"
