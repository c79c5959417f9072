"""Fixes in documents: what is safe, and that every other byte stays."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterable
from difflib import unified_diff
from io import BytesIO
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.advice.registry import choose_rules
from irigrammar.matching.authority import fix_adds_host
from irigrammar.scan.baseline import known
from irigrammar.scan.checking import Checker
from irigrammar.scan.correcting import correct, edits
from irigrammar.scan.document import Document
from irigrammar.scan.fixing import Unwritable, difference
from irigrammar.scan.fixing import apply_fixes as fixed_content
from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.formats.registry import DocumentType, document_type
from irigrammar.scan.found import Found, Summary
from irigrammar.scan.policies import matcher_of
from irigrammar.scan.reporters.formats import FORMATS, scan_reporter
from irigrammar.scan.settings import FileRules, Rules, Settings
from irigrammar.text.splice import splice

REFERENCE = matcher_of(Production("rfc3987", "IRI-reference"))
CHECKER = Checker(REFERENCE, choose_rules("publish"))


@in_one_test(
    ("text", "better"),
    [
        ("http://e/a^b", "http://e/a%5Eb"),
        ('http://e/a"b?c^d#e"f', "http://e/a%22b?c%5Ed#e%22f"),
        ("http://e/100%", "http://e/100%25"),
        ("http://e/?q=50%&r", "http://e/?q=50%25&r"),
        ("http://e/a[x][0]", "http://e/a%5Bx%5D%5B0%5D"),
        ("http://e/?tags[]=a", "http://e/?tags%5B%5D=a"),
        ("http://e/a_(b)^", "http://e/a_(b)%5E"),
        ("HTTP://EXAMPLE.org/%7euser/%c3%a9", "http://example.org/~user/%C3%A9"),
        ("http://E.org/", "http://e.org/"),
        ("//[2001:DB8::1]/", "//[2001:db8::1]/"),
        ("http://e/a/./b/../c", "http://e/a/c"),
        ("http://e/%7e^", "http://e/~%5E"),
        ("foo:a^b", "foo:a%5Eb"),
        ("a^b", "a%5Eb"),
        ("?q=a^b", "?q=a%5Eb"),
        ("http://u@e/a^b", "http://u@e/a%5Eb"),
    ],
)
def test_safe_fixes_are_written(text: str, better: str) -> None:
    assert correct(Candidate(0, len(text), text), CHECKER) == better
    assert correct(Candidate(0, len(better), better), CHECKER) is None


@in_one_test(
    ("text", "better"),
    [
        ("my file.html", "my%20file.html"),
        ("http://e/a b?c d#e f", "http://e/a%20b?c%20d#e%20f"),
        ("a b", "a%20b"),
        # Most likely not one identifier, or its scheme has no spaces.
        ("a  b", None),
        ("a - b", None),
        ("a, b", None),
        ("a. b", None),
        (" a b", None),
        ("a b ", None),
        ("a\tb", None),
        ("http://a/x and http://b/y", None),
        ("cats and dogs.html", None),
        ("http://e/a http://e/b", None),
        ("tel:+49 800", None),
        ("geo:48.2, 16.3", None),
        ("mailto:john doe@e.org", None),
        ("urn:isbn 0451450523", None),
    ],
)
def test_spaces_are_encoded_where_an_attribute_holds_one_url(text: str, better: str | None) -> None:
    assert correct(Candidate(0, len(text), text, fixes="spaced"), CHECKER) == better
    assert correct(Candidate(0, len(text), text), CHECKER) is None


# What is most likely not one identifier, or not an identifier at all.
SEVERAL = [
    *("http://e/a|b", "http://e/?family=A|B", "DOI:a|DOI:b", "urn:isbn:1|urn:isbn:2", "http://e/y|title=T"),
    *("urn:x^,urn:y", "http://a/x^;http://b/y", "http://a/x,http://b/y^", "http://e/a;b^", "x^,y"),
    *("http://e/#a#b", "#docs/async#%E5%BC%82", "http://e/v#ValidSchemahttp://f/vocab#Offer"),
    *("http://e/a^http://f/", "http://e/^//f/", "http://e/?u=http://f/^", "http://e/DOI:^", "a^b//c"),
    *('http://e/a^"', '"http://e/a^', "http://e/a^'", "http://e/a^)", "(http://e/a^", "http://e/a^]", "http://e/a^`"),
    *("http://e/a^\u201d", "\u00ab/a^", "http://e/a^>", "http://e/a^\u300d"),
    *("http://e/a b", "http://e/a\u00a0^b", "http://e/a\u3000b^", "exactly 0 ?Y^", "creating- a-pull-request"),
    *("http://e/%zz", "http://e/%4", "http://e/caf%C3%A", "http://e/caf%C3%", "http://e/%s", "http://e/%02i"),
    *("http://e/%(a)s", "http://e/${x}", "http://e/{x}", "http://e/<x>", "http://e/a\\b", "C:\\x", "\\\\h\\x"),
    *("tel:+49^800", "urn:a^b", "geo:1^2", "http:///a^b", "https:a^b", "http://e/\\u00e9"),
]


@in_one_test("text", SEVERAL)
def test_text_that_may_be_several_identifiers_is_not_fixed(text: str) -> None:
    assert correct(Candidate(0, len(text), text), CHECKER) is None
    fault = REFERENCE.check(text).fault
    assert not any(fix.applicability == "safe" for fix in (fault.fixes if fault else ()))


@pytest.mark.parametrize(
    "text", ["foo:/\\evil.com:80/x", "a+b:\\\\good.com:65535#x", "1http:/evil.com", "/\\a@b+@", "http//e.org"]
)
def test_unsafe_fixes_give_no_reader_a_host_that_found_none(text: str) -> None:
    better = correct(Candidate(0, len(text), text), CHECKER, unsafe=True)
    assert better is None or not fix_adds_host(text, better)


@pytest.mark.parametrize(
    ("text", "better"), [("http://e/%zz", "http://e/%25zz"), ("http://e/a|b", "http://e/a%7Cb"), ("a b", "a%20b")]
)
def test_fixes_that_are_likely_are_made_on_request(text: str, better: str) -> None:
    assert correct(Candidate(0, len(text), text), CHECKER, unsafe=True) == better


@in_one_test(
    "text",
    [
        "http://a b/",  # the host would be another
        "http://u ser@h/",
        "ht tp://h/",
        "a b:c",  # the colon would have to be encoded
        "http://e/{id}/a b",  # a template (RFC 6570)
        "http://e/a\\b",  # browsers read "/"
        "http://e/a\tb",  # browsers strip it
        *["http://e/\x00", " http://e/", "http://e/ ", "http://e/\ud800", "http://h:8a/", "http://[::1"],
        "http://e/<id>/a b",  # likewise a place to fill in
        "http://e/</a>",  # markup
        "http://e/a^b\nc",
        "http://e:80/",  # equivalent by scheme, not by syntax
        "http://e/a" + " a" * 101,
        "http://e/[x]",  # places to fill in
        "https://e/?id=[id]&a",
        "http://HOST/",
        "http://XX.XX.XX:80",
        "http://webServer/",  # the name of a container
        "http://e/caf\ufffd",  # lost, invisible or without a meaning
        "http://e/\ufdd0",
        "http://e/\ue000",
        "http://e/a\u200eb",
        "http://e/\u202egpj.exe",
        "http://e/../../a",  # likely an example, or with another base in mind
        "http://e/a/%2E%2E/b",
        "DOI:10.1000/a",  # a prefix of a vocabulary, or a drive
        "C://a/b",
    ],
)
def test_unsafe_fixes_are_not_written(text: str) -> None:
    assert correct(Candidate(0, len(text), text), CHECKER) is None


def test_characters_of_a_host_are_not_percent_encoded() -> None:
    checker = Checker(matcher_of(Production("leiri", "LEIRI-reference")), choose_rules("all"))
    assert correct(Candidate(0, 17, 'http://e.org"foo:'), checker) is None


@pytest.mark.parametrize(
    ("text", "base", "is_corrected"),
    [
        ("http://e/?q=\u00e9", None, False),
        ("?q=\u00e9", None, False),  # it may be http
        ("?q=\u00e9", "http://e/", False),
        ("?q=\u00e9", "ftp://e/", True),
        ("ftp://e/?q=\u00e9", None, True),
        ("http://e/\u00e9", None, True),
        ("http://e/?q=a^b#\u00e9", None, True),
    ],
)
def test_queries_that_go_by_another_charset(text: str, base: str | None, is_corrected: bool) -> None:
    candidate = Candidate(0, len(text), text, charset="windows-1252", base=base)
    checker = Checker(matcher_of(Production("rfc3986", "URI-reference")), choose_rules("publish"))
    assert (correct(candidate, checker) is not None) is is_corrected


def test_no_fix_makes_a_placeholder() -> None:
    checker = Checker(matcher_of(Production("web-address", "IRI-reference")), choose_rules("publish"))
    assert correct(Candidate(0, 3, "<^a"), checker) is None
    assert correct(Candidate(0, 8, "/{id}/^a"), checker) is None
    assert correct(Candidate(0, 5, "/%7e^", fixes="all"), checker) == "/~%5E"


@given(st.text("ab%7e /", max_size=30), st.text("ab%7e /", max_size=30))
def test_edits_make_one_text_of_another(old: str, new: str) -> None:
    block = f"<<{old}>>"
    result = edits(Candidate(2, 2 + len(old), old), new)
    assert splice(block, sorted(result)) == f"<<{new}>>"
    assert not any(edit.start == edit.end and not edit.new_text for edit in result)


def test_edits_of_long_texts_take_no_long_time() -> None:
    old = "a" * 100_000
    assert splice(old, edits(Candidate(0, len(old), old), "b" * 100_000)) == "b" * 100_000


def rules(kind: str | DocumentType = "text", **options: object) -> FileRules:
    settings = Settings(override=Rules(level="advice", **options))  # type: ignore[arg-type]  # as they come
    return settings.file_rules(PurePosixPath("x"), kind if isinstance(kind, DocumentType) else document_type(kind))


def fixed(data: bytes, rules: FileRules) -> bytes:
    with fixed_content(BytesIO(data), rules, limit=1 << 20) as done:
        done.content.seek(0)
        return done.content.read()


WORDS = (
    b"plain words \xc3\xa9 <http://e.org/a^b>\r\n",
    b"HTTP://e.org/%7e\n",
    b"\r lone returns \x0b and others\xe2\x80\xa8\n",
    b"http://e.org/c^d http://b|c/",
)


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_every_other_byte_stays(codec: str) -> None:
    text = b"".join(WORDS).decode()
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-32-le": codecs.BOM_UTF32_LE}
    data = mark.get(codec, b"") + text.encode(codec)
    wanted = text.replace("/a^b", "/a%5Eb").replace("HTTP://e.org/%7e", "http://e.org/~").replace("c^d", "c%5Ed")
    assert fixed(data, rules()) == mark.get(codec, b"") + wanted.encode(codec)


@pytest.mark.parametrize("codec", ["latin-1", "koi8-r", "shift_jis", "gb18030", "iso2022_jp", "euc-kr"])
def test_charsets_that_are_given(codec: str) -> None:
    words = {"latin-1": "é ÿ", "koi8-r": "Привет", "shift_jis": "日本語", "gb18030": "中文", "iso2022_jp": "日本語 x"}
    text = f"{words.get(codec, '한국어')} <http://e.org/a^b> {words.get(codec, '한국어')}\n"
    assert fixed(text.encode(codec), rules(encoding=codec)) == text.replace("^", "%5E").encode(codec)


@pytest.mark.parametrize(
    ("data", "options", "reason"),
    [
        (b"http://e.org/a^b \xff", {"encoding": "utf-8"}, "cannot be decoded as utf-8"),
        # Two ways to begin the same state.
        (b"\x1b(J\x1b(Bhttp://e.org/a^b", {"encoding": "iso2022_jp"}, "in another way"),
    ],
)
def test_unwritable_fixes_are_not_written(data: bytes, options: dict[str, str], reason: str) -> None:
    with pytest.raises(Unwritable, match=reason):
        fixed(data, rules(**options))


def test_text_other_than_utf_8_is_read_and_written_as_windows_1252() -> None:
    assert fixed(b"\x93r\xe9sum\xe9\x94 http://e.org/a^b", rules()) == b"\x93r\xe9sum\xe9\x94 http://e.org/a%5Eb"


def test_a_document_without_faults_is_its_own_fix() -> None:
    content = BytesIO(b"http://e.org/")
    with fixed_content(content, rules(), limit=1 << 20) as done:
        assert (done.content, done.fix_count) == (content, 0)


def test_ignored_findings_are_not_fixed() -> None:
    data = b"http://e.org/a^b # iri: ignore[S001]\nhttp://e.org/a^b\n"
    assert fixed(data, rules()) == b"http://e.org/a^b # iri: ignore[S001]\nhttp://e.org/a%5Eb\n"


@in_one_test("kind", ["text", "markdown", "html", "turtle", "xml"])
@in_one_test("end", ["\n", "\r\n", "\r"])
def test_identifiers_of_several_lines_are_not_fixed(kind: str, end: str) -> None:
    shape = {"html": '<a href="{}">', "xml": '<svg xmlns="http://www.w3.org/2000/svg"><a href="{}"/></svg>'}
    text = shape.get(kind, "x <{}> y").format(f"http://e.org/a^{end}  b") + "\n"
    assert fixed(text.encode(), rules(kind)) == text.encode()
    assert safe(found(kind, text)) == set()


def test_spelling_of_strings_in_programs_is_kept() -> None:
    text = "get('hTTp://E.org/%7e'), get(\"http://e.org/a^b\") # HTTP://e.org/%7e\n"
    assert safe(found("text", text)) == {"http://e.org/a%5Eb", "http://e.org/~"}
    assert fixed(text.encode(), rules()).decode() == text.replace("^", "%5E").replace(
        "HTTP://e.org/%7e", "http://e.org/~"
    )


def test_passwords_are_written_only_where_they_are_shown() -> None:
    text = '{"url": "amqp://u:secret@e.org/%2f"}\n'
    assert safe(found("json", text)) == set()
    assert fixed(text.encode(), rules("json")) == text.encode()
    with fixed_content(BytesIO(text.encode()), rules("json"), limit=1 << 20, show_secrets=True) as done:
        assert (done.fix_count, done.secret_lines) == (1, None)


@pytest.mark.parametrize("between", [1, 6, 7, 8])
def test_parts_of_a_diff_have_three_lines_around_changes(between: int) -> None:
    old, new = (["x", *map(str, range(between)), "x", *"abcd"], ["y", *map(str, range(between)), "z", *"abcd"])
    contents = [BytesIO("".join(f"{line}\n" for line in rows).encode()) for rows in (old, new)]
    diff = difference(contents[0], contents[1], "f", "utf-8")
    assert diff.text.splitlines() == list(unified_diff(old, new, "f", "f", lineterm=""))


def test_lines_of_a_diff_end_at_lf_and_passwords_are_found_by_any_line_end() -> None:
    old, new = BytesIO(b"a\rb\n\x0b\xc2\x85c^\n\n\n\nd^\n"), BytesIO(b"a\rb\n\x0b\xc2\x85c\n\n\n\nd\n")
    assert difference(old, new, "f", "utf-8").text.count("@@ -1,6 +1,6 @@") == 1
    assert difference(old, new, "f", "utf-8", frozenset({2})) == ("", 1)
    assert difference(old, new, "f", "utf-8", None).hidden_count == 0


def test_the_difference_is_a_diff() -> None:
    diff = difference(BytesIO(b"a\nb\n"), BytesIO(b"a\nc"), "x.txt", "utf-8")
    rows = ["--- x.txt", "+++ x.txt", "@@ -1,2 +1,2 @@", " a", "-b", "+c", "\\ No newline at end of file"]
    assert diff.text.splitlines() == rows


ENTITIES = b"""<!DOCTYPE r [<!ENTITY a "urn:a http://e.org/a^b"><!ENTITY b "c^d urn:e"><!ENTITY f "f^g">]>
<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="&a; urn:h &b; &f;"/>
"""


def test_text_that_ends_within_an_entity_is_reported_and_not_fixed() -> None:
    kind = rules("xml")
    document = Document("x", BytesIO(ENTITIES), kind, limit=1 << 20)
    records = [
        finding.record for piece in document.blocks() for finding in piece.findings if finding.record.code == "C003"
    ]
    line = ENTITIES.splitlines()[1].decode()
    reported = [(record.text, line[(record.column or 0) - 1 : (record.end_column or 0) - 1]) for record in records]
    assert reported == [("http://e.org/a^b", "&a;"), ("c^d", "&b;"), ("f^g", "&f;")]
    assert fixed(ENTITIES, kind) == ENTITIES.replace(b'&f;"', b'f%5Eg"')


@pytest.mark.parametrize(
    ("text", "safe", "unsafe"),
    [
        ("http://[::1/x", None, "http://[::1]/x"),  # likely
        ("http://h\\a", None, "http://h/a"),
        ("http://h/a^b", "http://h/a%5Eb", "http://h/a%5Eb"),
        ("127.0.0.1:80", None, None),  # the scheme would be a guess
        ("http://a b/", None, None),  # and no fix at all
    ],
)
def test_unsafe_fixes_are_those_that_are_likely(text: str, safe: str | None, unsafe: str | None) -> None:
    candidate = Candidate(0, len(text), text)
    assert correct(candidate, CHECKER) == safe
    assert correct(candidate, CHECKER, unsafe=True) == unsafe


def found(kind: str, text: str) -> list[Found]:
    document = Document("x", BytesIO(text.encode()), rules(kind), limit=1 << 20)
    return [finding for piece in document.blocks() for finding in piece.findings]


def safe(findings: Iterable[Found]) -> set[str]:
    return {fix.text for finding in findings for fix in finding.record.fixes if fix.applicability == "safe"}


def test_reports_of_ours_are_never_rewritten() -> None:
    html = '<a href="http://e/a^b">x</a>\n'
    assert fixed(html.encode(), rules("html")) != html.encode()
    for form in FORMATS:
        parts: list[str] = []
        reporter = scan_reporter(form, parts.append)
        reporter.start()
        for finding in found("html", html):
            reporter.add(finding)
        reporter.finish(Summary())
        report = "".join(parts)
        for kind in ("text", "json", "xml") if "a^b" in report else ():
            assert fixed(report.encode(), rules(kind)) == report.encode(), form
            assert (found(kind, report) == []) is (form == "sarif")
    rows = [known(finding, "x.html") for finding in found("html", html)]
    baseline = json.dumps({"version": 2, "findings": [row._asdict() for row in rows]}, indent=1)
    assert fixed(baseline.encode(), rules("json")) == baseline.encode()
    assert found("json", baseline) == []
    for mark in ('"irigrammarFinding/v1"', '"fingerprint": "3c8e220779e8a0192420376f00000001", "code"'):
        assert found("json", f'{{"a": 1, {mark}: "x", "url": "http://e/a^b"}}') != [], (
            "what only names a record is no record"
        )
    assert found("markdown", f"{html}```json\n{baseline}\n```\n") != []
