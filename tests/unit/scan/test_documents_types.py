"""Identifiers in files of small types."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

import pytest
from document_items import (
    PIECES,
    any_text,
    check,
    comments,
    edited,
    identifiers,
    items,
    malformed,
    problems,
    read_with_places,
)
from examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.advice.registry import choose_rules
from irigrammar.scan.checking import Checker
from irigrammar.scan.config import parse
from irigrammar.scan.correcting import correct, edits
from irigrammar.scan.document import Document
from irigrammar.scan.files import targets
from irigrammar.scan.formats.items import Candidate, Item, Production, span
from irigrammar.scan.formats.keys import holds_identifiers
from irigrammar.scan.formats.records import QUOTED, bare_escapes, cut_records, records, sniff
from irigrammar.scan.formats.registry import Options, document_type, type_of
from irigrammar.scan.formats.selection import JSON_LD
from irigrammar.scan.formats.types.po import MESSAGE
from irigrammar.scan.formats.vocabularies import keywords_of
from irigrammar.scan.policies import matcher_of
from irigrammar.scan.run import scan
from irigrammar.scan.settings import Rules, Settings


@in_one_test(
    ("text", "expected"),
    [
        ("[metadata]\nurl = http://e.org/a b\n", ["http://e.org/a b"]),
        ("url=http://e.org/a b ; http://e.org/c\n", ["http://e.org/a b", "http://e.org/c"]),
        ("export HOME_URL=http://e.org/a b # why\r\nx", ["http://e.org/a b"]),
        ('APP_URL="http://e.org/a b"\nNAME=http://e.org/a b\n', ["http://e.org/a b", "http://e.org/a"]),
        ("app.url=http\\://e.org\\:8a/\n", ["http://e.org:8a/"]),
        ("x=http\\://e.org/a|b\n", ["http://e.org/a|b"]),
        ("links = http://a.org/ http://b.org/\n", ["http://a.org/", "http://b.org/"]),
        ("url =\n    http://e.org/a b\n# http://e.org/c\n", ["http://e.org/a", "http://e.org/c"]),
        ("url = %(base)s/x y\nurl: ${A} b\n", []),
    ],
)
def test_values(text: str, expected: list[str]) -> None:
    assert identifiers("settings", text) == expected


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("settings", "url = http://e.org/a b # iri: ignore\n", [("# iri: ignore", "iri: ignore")]),
        ("po", '# iri: ignore[F093]\nmsgid "http://e.org/a|b"\n', [("# iri: ignore[F093]", "iri: ignore[F093]")]),
        ("man", '.\\" iri: ignore[F093]\nhttp://e/', [('\\" iri: ignore[F093]', "iri: ignore[F093]")]),
        (
            "requirements",
            "# iri: ignore[S001]\n# no\nfoo @ https://e/#x  # iri: ignore\n",
            [("# iri: ignore[S001]", " iri: ignore[S001]"), ("# iri: ignore", " iri: ignore")],
        ),
        (
            "html",
            "<!-- iri: ignore[S001] --><p title='iri: ignore'><!-- x -->",
            [("<!-- iri: ignore[S001] -->", "iri: ignore[S001]")],
        ),
        (
            "json",
            '{\n// iri: ignore[S001]\n"a": 1, /* iri: ignore */ "b": "// iri: ignore" // other\n}',
            [("// iri: ignore[S001]", "iri: ignore[S001]"), ("/* iri: ignore */", "iri: ignore")],
        ),
        (
            "toml",
            "# iri: ignore[S001]\na = '# iri: b' # iri: ignore\n# other\nb = [ # iri: c\n]",
            [("# iri: ignore[S001]", "iri: ignore[S001]"), ("# iri: ignore", "iri: ignore"), ("# iri: c", "iri: c")],
        ),
    ],
)
def test_comments(kind: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert comments(kind, text) == expected


@in_one_test(
    ("key", "text", "in_array", "asked"),
    [
        ("@id", "a b", False, True),
        ("@id", "", False, True),
        ("@id", "schema:name", False, True),
        ("@id", "a/b:c", False, True),
        ("@id", "@type", False, False),
        ("@id", "@ type", False, True),
        ("@id", "https://{{ host }}/", False, False),
        ("@id", "a", True, False),
        ("@context", "https://schema.org/", True, True),
        ("@base", "x", False, True),
        ("@type", "Some Thing", False, False),
        ("@vocab", "x", False, False),
    ],
)
def test_json_ld(key: str, text: str, in_array: bool, asked: bool) -> None:
    reading = JSON_LD.reading(("", "a", key), text, in_array)
    assert (reading and reading.production) == (Production("rfc3987", "IRI-reference") if asked else None)


def test_json_schema() -> None:
    keywords = keywords_of("JSON Schema")
    for path, rule in (
        (("", "$ref"), "schema-ref"),
        (("", "a", "$id"), "schema-id"),
        (("", "$schema"), "dialect"),
        (("", "a", "$schema"), "dialect"),
        (("", "$comment"), None),
    ):
        reading = keywords.reading(path, "#/a b", False)
        assert (reading and reading.production and reading.production.rule) == rule


@in_one_test(
    ("text", "expected"),
    [
        ('msgid "see http://e.org/a."\nmsgstr ""\n', ["http://e.org/a"]),
        ('msgid ""\n"see http://www.e-"\n"f.org/a|b, "\n"and"\n', ["http://www.e-f.org/a|b"]),
        ('msgid ""\r\n"http://e.org/"\r\n"a"\r\n', ["http://e.org/a"]),
        ('msgid "http://e.org/a\\n"\n"http://e.org/b\\n"\n', ["http://e.org/a", "http://e.org/b"]),
        ('msgstr[1] "\\"http://e.org/a b\\""\n', ["http://e.org/a b"]),
        ('#~ msgid "http://e.org/"\n#~ "a"\n#| msgid "http://e.org/"\n#| "b"\n', ["http://e.org/a", "http://e.org/b"]),
        ('#. http://e.org/a\n#: x.py:1\nmsgctxt "http://e.org/b"\n', ["http://e.org/a", "http://e.org/b"]),
        ('msgid "http://%s/ http://{host}/ {0}"\n', []),
        ('msgid "http://e.org/a\n"b"\n', []),  # it is not closed
    ],
)
def test_messages(text: str, expected: list[str]) -> None:
    assert identifiers("po", text) == expected


def test_places_over_lines() -> None:
    read_with_places(MESSAGE, 'a\\"b"\n"c', 'a"bc', [0, 1, 3, 7, 8])


def test_places_of_host_lists_in_comments() -> None:
    check("po", 'msgid "a"\n\n# mongodb://a|x:1,b:2/x\n')


def test_blocks_end_at_blank_lines() -> None:
    cut = document_type("po").cut
    assert cut is not None
    assert cut('msgid "a"\n"b"\n') == 0
    assert cut('msgid "a"\r\n\r\nmsgid "b"\r\n') == len('msgid "a"\r\n\r\n')


ON = Options(switches=frozenset({"handlers", "literals"}))


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("html", "<a onclick=\"go('http://e.org/a|b')\">", ["http://e.org/a|b"]),
        ("html", "<a onclick=go(&quot;http://e.org/a|b&quot;)>", ["http://e.org/a|b"]),
        ("n-triples", '<a:b> <a:b> "see http://e.org/a|b." .\n', ["a:b", "a:b", "http://e.org/a|b"]),
        ("turtle", "<a> <b> 'http://e.org/\\u007C' .", ["a", "b", "http://e.org/|"]),
        ("turtle", '<a> <b> """\nsee "http://e.org/a b"\n""" .', ["a", "b", "http://e.org/a b"]),
        ("turtle", '<a> <b> "", "a b"^^xsd:anyURI .', ["a", "b", "a b"]),
        ("trig", '<a> <b> "www a" .', ["a", "b"]),
    ],
)
def test_on_request(kind: str, text: str, expected: list[str]) -> None:
    found_items = [item for item in document_type(kind).open(ON)(text) if isinstance(item, Candidate)]
    assert [item.text for item in found_items] == expected
    for item in found_items:
        written = text[item.start : item.end]
        assert (item.escapes.read(written).text if item.escapes else written) == item.text
    usual = [text for text in expected if text in ("a:b", "a", "b")]
    assert identifiers(kind, text) == usual
    check(kind, text)


@pytest.mark.parametrize(("table", "expected"), [({}, 0), ({"literals": True}, 1), ({"literals": False}, 0)])
def test_it_is_configured(table: dict[str, bool], expected: int) -> None:
    settings = parse({"types": {"n-triples": table}}, Path("irigrammar.toml"))
    rules = settings.file_rules(PurePosixPath("a.nt"), document_type("n-triples"))
    document = Document("a.nt", BytesIO(b'<a:b> <a:b> "http://e.org/a|b" .\n'), rules, limit=1 << 20)
    assert sum(len(block.findings) for block in document.blocks()) == expected


@given(any_text("<a>", '"', "'", '"""', "\\", "\\u007c", "http://e.org/", " ", "\n", "^^xsd:anyURI"))
def test_switches_any_text_at_all(text: str) -> None:
    for kind in ("n-triples", "turtle"):
        for item in document_type(kind).open(ON)(text):
            assert 0 <= item.start <= item.end <= len(text)


@in_one_test(
    ("text", "expected"),
    [
        ("foo @ https://e/foo.whl ; python_version < '3.12'", ["https://e/foo.whl"]),
        ("foo[bar,baz]@https://e/foo.whl#sha256=0a", ["https://e/foo.whl#sha256=0a"]),
        ("-e git+https://e/r.git@v1#egg=foo  # why", ["git+https://e/r.git@v1#egg=foo"]),
        ("--editable=git+ssh://git@e/r.git", ["git+ssh://git@e/r.git"]),
        ("https://e/x.tar.gz\n  http://e/y.zip", ["https://e/x.tar.gz", "http://e/y.zip"]),
        ("-i https://e/simple\r\n--index-url=https://f/simple\n", ["https://e/simple", "https://f/simple"]),
        ("--extra-index-url 'https://e/simple' \\\n  --hash=sha256:0a", ["https://e/simple"]),
        ("--find-links https://e/links\\\n -f file:///srv/wheels", ["https://e/links", "file:///srv/wheels"]),
        (
            "-f file:///srv/wheels\n-r http://e/base.txt\n-c https://e/c.txt",
            ["file:///srv/wheels", "http://e/base.txt", "https://e/c.txt"],
        ),
        ("foo @ https://e/a|b.whl", ["https://e/a|b.whl"]),
        ("foo @ https://e/a b.whl ; os_name == 'nt'", ["https://e/a b.whl"]),
        ("foo @ https://e/a b[c].whl;x --hash=sha256:0a", ["https://e/a b[c].whl;x"]),
        ("foo[x] @ https://e/a b  # why\n-e git+https://e/c d\\\n", ["https://e/a b", "git+https://e/c d"]),
        ("https://e/a b.whl \\\n  --hash=sha256:0a", ["https://e/a b.whl"]),
        ("-i https://e/a b", ["https://e/a"]),
        ("# https://e/x\nfoo==1  # see https://e/y\n", []),
        ("-r base.txt\n-c ../c.txt\n-f ./wheels\n./foo.whl\nfoo>=1; extra == 'http://x'\n--trusted-host e:80", []),
        ("foo @ https://${TOKEN}@e/x.whl\n-i ${INDEX}", []),
        ("foo==1 --hash=sha256:0a\n-f C:\\wheels", []),
    ],
)
def test_urls(text: str, expected: list[str]) -> None:
    assert identifiers("requirements", text) == expected


@in_one_test(
    ("text", "expected"),
    [
        ("mongodb://a.org:1,b.org:2/db?x=y,z", ["mongodb://b.org:2/db?x=y,z", "mongodb://a.org:1"]),
        ("mongodb://u:p@a.org,b.org,c.org/", ["mongodb://u:p@c.org/", "mongodb://a.org", "mongodb://b.org"]),
        ("kafka://a.org:1;b.org:2", ["kafka://b.org:2", "kafka://a.org:1"]),
        ("postgresql+psycopg://a.org,b.org/x", ["postgresql+psycopg://b.org/x", "postgresql+psycopg://a.org"]),
        ("redis://[::1]:1,[::2]:2", ["redis://[::2]:2", "redis://[::1]:1"]),
        ("see mongodb://a.org, and", ["mongodb://a.org"]),
        ("nats://a.org:1,nats://b.org:2", ["nats://a.org:1", "nats://b.org:2"]),
        ("http://a.org,b.org/", ["http://a.org,b.org/"]),
        ("mongodb://{a},b.org mongodb://$A,b.org", []),
    ],
)
def test_hosts(text: str, expected: list[str]) -> None:
    assert identifiers("text", text) == expected


def faults(kind: str, text: str) -> list[tuple[str, str]]:
    """Return the codes of what is wrong, each with what is written there."""
    checker = Checker(matcher_of(Production("rfc3987", "IRI")), choose_rules("publish"), local=True)
    rows = []
    for item in items(kind, text):
        assert isinstance(item, Candidate)
        for finding in checker.findings(item.text):
            start, end = span(item, finding.start, finding.end)
            rows.append((finding.code, text[start:end]))
    return rows


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mongodb://a.org:1,b.org:2a,c.org/db", [("F061", "a")]),
        ("mongodb://a.org:1x,b.org:2/db", [("F061", "x")]),
        ("mongodb://a.org:1,b|c:2/db", [("F081", "|")]),
        ("mongodb://a.org:1,b.org:99999/db", [("X004", "99999")]),
        ("mongodb://a.org:1,[::1:2/db", [("F047", "/")]),
        ("mongodb://a.org:1,b.org:2/d|b", [("F093", "|")]),
        ("mongodb://a.org:1,b.org:2/db", []),
    ],
)
def test_a_finding_is_where_its_host_is(text: str, expected: list[tuple[str, str]]) -> None:
    for kind, document in (("text", f"x = '{text}'"), ("json", json.dumps({"url": text}))):
        assert faults(kind, document) == expected
        check(kind, document)


def test_fixes_leave_the_other_hosts() -> None:
    text = "mongodb://a.org:1,b.org:2/d^b"
    item = next(item for item in items("text", text) if isinstance(item, Candidate))
    better = correct(item, Checker(matcher_of(Production("rfc3987", "IRI")), choose_rules("publish")))
    assert better == "mongodb://b.org:2/d%5Eb"
    ((start, end, written),) = edits(item, better)
    assert text[:start] + written + text[end:] == "mongodb://a.org:1,b.org:2/d%5Eb"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".UR http://e/a\\-b\n.UE", ["http://e/a-b"]),
        ("\\fBhttp://e/\\fP, http://f/\\:x \\f[B]http://g/\\f[]", ["http://e/", "http://f/x", "http://g/"]),
        ("\\(lqhttp://e/\\(ti\\(rq a:b \\", ["http://e/~"]),
        ("\\fI\\%http://e/\\fR", ["http://e/"]),
    ],
)
def test_manual_pages(text: str, expected: list[str]) -> None:
    assert identifiers("man", text) == expected


def test_manual_pages_may_name_the_machine_itself() -> None:
    assert document_type("man").local


@in_one_test(
    ("text", "expected"),
    [
        ("URL:http://e/a b\r\n", ["http://e/a b"]),
        ("URL:http://e\r\n /a\r\n\tb\r\n", ["http://e/ab"]),
        ("DESCRIPTION:see http://e/a\\, or http://f\n /x\\nhttp://g/\n", ["http://e/a", "http://f/x", "http://g/"]),
        ('ATTACH;VALUE=URI;X="a:b":a b\n', ["a b"]),
        ("ATTACH;VALUE=BINARY;ENCODING=BASE64:URL:http://e/\n", []),
        ("ATTENDEE;CN=x:mailto:a@b\n", ["mailto:a@b"]),
        ("item1.URL:a b\nPHOTO;VALUE=uri:c\nTEL;VALUE=text:1\nTEL;VALUE=uri:tel:+1\n", ["a b", "c", "tel:+1"]),
        ("URL;VALUE=TEXT:see http://e/\nURL:\n", ["http://e/"]),
        ("http://e/", []),
    ],
)
def test_properties(text: str, expected: list[str]) -> None:
    assert identifiers("icalendar", text) == expected


def test_values_are_uris() -> None:
    (item,) = check("icalendar", "URL:a\n b\n")
    assert isinstance(item, Candidate)
    assert (item.production, item.label, item.start, item.end) == (Production("rfc3986", "URI"), "URL", 4, 8)


@in_one_test(
    ("name", "kind"),
    [
        *((name, "requirements") for name in ("a/requirements-dev.txt", "dev-requirements.in", "constraints.txt")),
        *((name, "text") for name in ("README", "Makefile.am", "a.lua")),
        *(("x.PY", "python"), ("a/b/main.rs", "rust"), ("a.sql", "sql"), ("a.H", "c"), ("a.TSX", "javascript")),
        *((name, "dockerfile") for name in ("Dockerfile", "a/dockerfile.dev", "x.Dockerfile", "Containerfile")),
        *((name, "xml") for name in ("a.xml", "a.rdf", "a.svg")),
        *(("sitemap.xml", "sitemap"), ("Sitemap-1.XML", "sitemap"), ("requirements.txt", "requirements")),
        *((name, "settings") for name in (".gitmodules", ".npmrc")),
        *((name, "text") for name in ("go.mod", "a.graphql", "a.j2", "a.html.jinja", "a.wiki")),
        *((name, "text") for name in ("a.mediawiki", "a.texi", "a.pod")),
        *((name, "xml") for name in ("a.opml", "a.docbook", "a.fodt", "a.targets")),
        *((name, "man") for name in ("ls.1", "a.3pm", "a.8")),
        *(("a.ics", "icalendar"), ("a.vcf", "icalendar"), ("a.n3", "n3"), ("a.shex", "shex")),
    ],
)
def test_names(name: str, kind: str) -> None:
    known = type_of(PurePath(name))
    assert known is not None
    assert known.name == kind


PARTS = {
    "po": ('"', "\\", "\n", "msgid ", "http://", "e.org/a", "#~ ", "# ", " ", "\\n", "\\x41", "\\101"),
    "requirements": (
        *("foo", " @ ", "https://e/", "-e ", "git+", "-i ", "--index-url=", "#", " #", "\\\n", "\n", "[", "]"),
        *("'", "iri:"),
    ),
    "man": ("http://e/", "\\", "\n", ":", "\\f", "\\(", "iri: ignore[F093]"),
    "icalendar": ("URL:", "http://e/", "\\", "\r\n ", "\n", ";VALUE=uri", ":", "iri: ignore[F093]"),
    "notebook": (
        *('{"cells":', "[", "]", "{", "}", ",", '"', '"source":', '"outputs":', '"data":', '"text/html":', "\\n"),
        *('"cell_type":"markdown"', '"[x](b|c)"', "<a href=", "http://e/", "\\u0061", "'"),
    ),
    "json-ld": ('{"@context":', '{"a":', '"http://e.org/#"', '"@id":', '"a:b"', "}", "[", "]", ",", '"', "\\u0061"),
    "settings": ("url", "=", ":", " ", "\\:", "http://", "e.org/a", "\n", "# ", ";", '"'),
}


@given(st.data(), st.sampled_from(sorted(PARTS)))
@settings(max_examples=examples(400))
def test_any_text_holds_to_the_contract(data: st.DataObject, kind: str) -> None:
    check(kind, data.draw(any_text(*PARTS[kind], "mongodb://a|b,c/")))


SMALL = st.text(st.sampled_from('a,;"\n\r \t|'), max_size=40)


def read(text: str, delimiter: str) -> list[list[str]]:
    return [
        [field.escapes.read(text[field.start : field.end]).text for field in row] for row in records(text, delimiter)
    ]


@given(st.lists(st.lists(st.text(st.sampled_from('ab ,;"\n\r\t|é'), max_size=6), min_size=1, max_size=4), max_size=5))
def test_what_the_csv_module_writes_is_read(rows: list[list[str]]) -> None:
    for delimiter in ",;\t|":
        stream = StringIO()
        csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows(rows)
        assert read(stream.getvalue(), delimiter) == rows


@given(SMALL)
@example('"a"b,c')
@example('"a')
def test_every_text_is_read_in_order(text: str) -> None:
    done = 0
    for row in records(text, ","):
        for field in row:
            assert done <= field.start <= field.end <= len(text)
            done = field.end


@given(SMALL, SMALL)
def test_no_record_is_cut(first: str, second: str) -> None:
    text = first + second
    cut = cut_records(first)
    assert 0 <= cut <= len(first)
    if any(field.fault for row in records(text, ",") for field in row) or ";" in text or "\t" in text or "|" in text:
        return  # where one cannot tell what is quoted
    whole = [row for row in read(text, ",") if any(row)]
    assert [row for row in read(text[:cut], ",") + read(text[cut:], ",") if any(row)] == whole


@in_one_test(
    ("text", "cut"),
    [
        ("", 0),
        ("a,b", 0),
        ("a,b\nc", 4),
        ("a\r", 0),
        ("a\r\nb", 3),
        ('a,"b\nc', 0),
        ('x\na,"b\nc', 2),
        ('x\na, "b\nc', 2),
        ('a,"b\nc"\nd', 8),
        ('a,"b""\nc""d"\n"', 13),
        ('5" disk\n6" disk\nx', 16),
        ('"a\n' + "b\n" * (1 << 20), 3 + (2 << 20)),
    ],
)
def test_a_text_is_cut_behind_a_record(text: str, cut: int) -> None:
    assert cut_records(text) == cut


@in_one_test(
    ("text", "expected"),
    [
        ("", (",", 0)),
        ("a\nb\n", (",", 0)),
        ("a,b\nc,d\n", (",", 0)),
        ("a;b\n1,5;2,5\n3,0;4,0\n", (";", 0)),
        ("a\tb, c\n1\t2\n", ("\t", 0)),
        ('a|b\n"x|y"|z\n', ("|", 0)),
        ("sep=;\r\na,b;c\r\n", (";", 7)),
        ("name,note\nx,a;b\ny,c;d\nz,e;f\n", (",", 0)),
    ],
)
def test_the_delimiter_is_reported(text: str, expected: tuple[str, int]) -> None:
    assert sniff(text) == expected


@pytest.mark.parametrize(
    ("text", "fault"),
    [('a,"b"c,d', "there is text between a closing quote and the delimiter"), ('a,"b\nc,d', "the quote is not closed")],
)
def test_faults_of_fields_are_reported(text: str, fault: str) -> None:
    assert [field.fault for row in records(text, ",") for field in row if field.fault] == [fault]


def test_fields_are_written_as_they_stand() -> None:
    assert QUOTED.write('a"b,c') == 'a""b,c'
    assert bare_escapes(";").write("a,b") == "a,b"
    for text in ("a;b", 'a"b', "a b", "a\nb"):
        with pytest.raises(ValueError, match="cannot be written"):
            bare_escapes(";").write(text)


@pytest.mark.slow
def test_long_runs_of_anything_take_linear_time() -> None:
    for piece in (" ", '"', '" ', '""', ", ", "\t", "a ", '",'):
        text = piece * 200_000
        sum(map(len, records(text, ",")))
        cut_records(text)


def notebook(*cells: dict[str, Any], **members: Any) -> str:
    return json.dumps({"cells": list(cells), "metadata": {}, **members}, indent=1, ensure_ascii=False)


def markdown(*lines: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(lines)}


def code(*lines: str, **data: Any) -> dict[str, Any]:
    outputs = [{"output_type": "display_data", "data": data}] if data else []
    return {"cell_type": "code", "metadata": {}, "outputs": outputs, "source": list(lines)}


@in_one_test(
    ("cell", "expected"),
    [
        (markdown("[x](b|c)"), ["b|c"]),
        (markdown("# é\n", "[x](b|c) `[y](b|d)`\n", "\n", "[z]: e|f"), ["b|c", "e|f"]),
        (markdown('<a href="b c">x</a>\n', "[x](<d e>)"), ["b c", "d e"]),
        (markdown("```\n", "http://e.org/a\n", "```\n", "http://e.org/b"), ["http://e.org/b"]),
        ({"cell_type": "markdown", "source": "[x](b|c)\n\n[y](d\\*e)"}, ["b|c", "d*e"]),
        (
            code("# [x](b|c)\n", "get('http://e.org/a b')\n", 's = "http://e.org/\\n"'),
            ["http://e.org/a b", "http://e.org/"],
        ),
        (code("%%html\n", '<a href="b c">x</a>'), ["b c"]),
        (code("%%markdown\n", "[x](b|c)"), ["b|c"]),
        (code("%%bash\n", "curl http://e.org/a|b"), ["http://e.org/a|b"]),
        ({"cell_type": "raw", "source": ["[x](b|c) http://e.org/"]}, ["http://e.org/"]),
        ({"source": "see http://e.org/"}, ["http://e.org/"]),
        ({"cell_type": "code", "source": [1, "http://e.org/"]}, ["http://e.org/"]),
        (code("1", **{"text/html": ['<a href="b c">\n', "x</a>"]}), ["b c"]),
        (code("1", **{"text/markdown": "[x](b|c)"}), ["b|c"]),
        (code("1", **{"text/plain": ["http://e.org/a|b"], "image/png": "http://e.org/"}), []),
        ({"cell_type": "code", "source": "1", "outputs": [{"name": "stdout", "text": ["http://e.org/|\n"]}]}, []),
        ({"cell_type": "markdown", "source": [], "metadata": {"url": "http://e.org/a b"}}, ["http://e.org/a b"]),
    ],
)
def test_cells(cell: dict[str, Any], expected: list[str]) -> None:
    for text in (notebook(cell), json.dumps({"cells": [markdown("x"), cell]}), notebook(cell, code("2"))):
        assert identifiers("notebook", text) == expected
        check("notebook", text)


def test_rules_of_each_field() -> None:
    text = notebook(markdown("[x](b)"), code("http://e.org/", **{"text/html": '<a href="c">'}))
    rules = [item.production for item in items("notebook", text) if isinstance(item, Candidate)]
    assert [rule and rule.rule for rule in rules] == ["IRI-reference", "valid-URL", "IRI"]


def test_code_is_read_as_files_of_its_language() -> None:
    cell = code("@prefix : <a b> .")
    for ending, expected in ((".ttl", ["a b"]), (".py", []), (".ipynb", []), (1, [])):
        text = notebook(cell, metadata={"language_info": {"file_extension": ending}})
        assert identifiers("notebook", text) == expected


def test_sheets_of_notebooks_before_version_4() -> None:
    text = json.dumps(
        {"worksheets": [{"cells": [markdown("[x](b|c)"), {"cell_type": "code", "input": "http://e.org/"}]}]}
    )
    assert identifiers("notebook", text) == ["b|c", "http://e.org/"]


def test_places_and_fixes_are_those_of_the_file() -> None:
    text = notebook(markdown("# \t\n", 'é "[x](b^é)"\n'))
    item = next(item for item in check("notebook", text) if isinstance(item, Candidate))
    assert text[item.start : item.end] == "b^é"
    assert item.production
    checker = Checker(matcher_of(item.production), choose_rules("publish"))
    better = correct(item, checker)
    assert better == "b%5Eé"
    ((start, end, written),) = edits(item, better)
    assert json.loads(text[:start] + written + text[end:])["cells"][0]["source"][1] == 'é "[x](b%5Eé)"\n'


def test_an_identifier_over_two_strings() -> None:
    text = '{"cells": [{"source": ["http://e.org/a" ,\n  "|b"]}]}'
    assert identifiers("notebook", text) == ["http://e.org/a|b"]
    check("notebook", text)


def test_comments_and_problems() -> None:
    text = notebook(markdown("[x](b|c) <!-- iri: ignore -->\n", "[y](http://e.org/\n"), code("x  # iri: ignore[F093]"))
    assert [comment for _, comment in comments("notebook", text)] == ["iri: ignore", "iri: ignore[F093]"]
    assert problems("notebook", text) == [("S005", "(http://e.org/")]
    assert problems("notebook", '{"cells": [{"source": "x"}') == [("S005", "[")]
    assert problems("notebook", notebook(code("1", **{"text/html": "<a href='b"}))) == []


@pytest.mark.parametrize(
    "text", ['["http://e.org/"]', '{"a": "http://e.org/"}', '{"cells": {"source": "http://e.org/"}}']
)
def test_json_other_than_notebooks(text: str) -> None:
    assert identifiers("notebook", text) == ["http://e.org/"]


def test_pointers_choose_as_in_json() -> None:
    text = notebook(markdown("[x](b|c)"), metadata={"a": "b c"})
    pointed = items("notebook", text, Options(pointers=("/metadata/a",)))
    assert [item.text for item in pointed if isinstance(item, Candidate)] == ["b c"]


CHOSEN = Options(columns=("Home",))


def test_columns_are_chosen_by_name_or_number() -> None:
    table = 'id;home;more\n1; a b ;http://x.example/\n2;;y\n3;"c""d";\n'
    assert identifiers("csv", table, CHOSEN) == ["a b", 'c"d']
    assert identifiers("csv", table, Options(columns=("2",))) == ["a b", 'c"d']
    assert identifiers("csv", table, Options(columns=("more", "1"))) == ["1", "http://x.example/", "2", "y", "3"]
    assert identifiers("csv", table, Options(columns=("more", "none"))) == ["http://x.example/", "y"]


def test_a_name_that_is_a_number_is_a_name() -> None:
    assert identifiers("csv", "2,1\na,b\n", Options(columns=("2",))) == ["a"]


def test_missing_columns_are_reported() -> None:
    table = "id,home\n1,a\n"
    why = "no column is named 'url' or '7x'; the columns are id, home"
    assert malformed("csv", table, Options(columns=("url", "7x"))) == [(0, 7, "S005", why)]


def test_a_table_without_a_header_is_read_from_its_first_record() -> None:
    table = "1,http://a.example/\n2,http://b.example/ x\n"
    assert identifiers("csv", table) == ["http://a.example/", "http://b.example/"]
    assert identifiers("csv", table, Options(columns=("2",))) == ["http://a.example/", "http://b.example/ x"]
    assert {item.label for item in check("csv", table) if isinstance(item, Candidate)} == {"column 2"}


def test_a_field_that_is_broken_is_read_as_text() -> None:
    table = 'id,home\n1,"http://e.example/ x\n2,"http://f.example/"y\n'
    assert identifiers("csv", table, CHOSEN) == ["http://e.example/"]
    assert identifiers("csv", 'id,home\n1,"http://e.example/ x', CHOSEN) == ["http://e.example/"]


@in_one_test(
    ("name", "says"),
    [
        ("url", True),
        ("URL", True),
        ("homepageURL", True),
        ("image_url_large", True),
        ("Link", True),
        ("dc:uri", True),
        ("curling", False),
        ("linkage", False),
        ("notes", False),
        ("", False),
    ],
)
def test_names_of_columns_say_what_they_hold(name: str, says: bool) -> None:
    assert holds_identifiers(name) is says


@in_one_test(
    ("value", "expected"),
    [
        ("http://e.example/a b", ["http://e.example/a b"]),
        ("http://e.example/a http://e.example/b", ["http://e.example/a", "http://e.example/b"]),
        ("see http://e.example/a b", ["http://e.example/a"]),
        ("n/a", []),
        ("www.example.org", ["www.example.org"]),
        ("foo://a b", ["foo://a b"]),
        ("{{ url }}/x http://e.org/", ["http://e.org/"]),
        ("", []),
    ],
)
def test_url_columns_are_detected_by_header(value: str, expected: list[str]) -> None:
    assert identifiers("csv", f"id,url\n1,{value}\n2,x\n") == expected


def test_text_in_other_columns_is_read_as_text() -> None:
    assert identifiers("csv", 'id,note\n1,"see <http://e.example/>, ""x"""\n') == ["http://e.example/"]


def test_lines_in_quotes_and_tabs() -> None:
    table = 'id\turl\n1\t"http://e.example/\na"\n2\thttp://f.example/,x\n'
    assert identifiers("tsv", table) == ["http://e.example/\na", "http://f.example/,x"]


def test_results_of_sparql_have_literals_with_tags() -> None:
    table = '?x\t?label\n<http://e.example/a|b>\t"a"@en\n<http://e.example/>\t"1"^^<http://e.example/c>\n'
    assert malformed("tsv", table) == []
    assert identifiers("tsv", table)[0] == "http://e.example/a|b"


def test_written_values_keep_the_quotes() -> None:
    table = 'id,url\n1,"http://e.example/""a"""\n2,http://e.example/b\n'
    assert edited("csv", table, str.upper) == 'id,url\n1,"HTTP://E.EXAMPLE/""A"""\n2,HTTP://E.EXAMPLE/B\n'


def test_at_most_three_faults_are_reported() -> None:
    table = "id,url\n" + '"a"b,c\n' * 5
    assert [problem[:3] for problem in malformed("csv", table)] == [(8, 9, "S005"), (15, 16, "S005"), (22, 23, "S005")]
    table = "id,url\n1,a,b\n2,c,\n"
    assert malformed("csv", table, Options(columns=("url",))) == [
        (11, 12, "S005", "there are more fields than in the header")
    ]
    assert malformed("csv", table) == []


def test_a_table_comes_in_blocks() -> None:
    kind = document_type("csv")
    find = kind.open(Options(columns=("home",)))

    def items_in(blocks: list[str]) -> Iterator[Item]:
        for block in blocks:
            yield from find(block)

    table = ["id|home\n1|a\n", '2|"b\n', 'c"\n']
    assert kind.cut is not None
    assert kind.cut(table[1]) == 0
    assert [item.text for item in items_in([table[0], table[1] + table[2]]) if isinstance(item, Candidate)] == [
        "a",
        "b\nc",
    ]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_every_text_is_survived(text: str) -> None:
    for name in ("csv", "tsv"):
        for options in (Options(), Options(columns=("url", "1"))):
            check(name, text, options)
            check(name, f"id,url\n1,{text}", options)


BROKEN, GOOD = "http://e.org/a|b", "foo://e.org/a|b http://e.org/a http://e.org:80/"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", f"# {BROKEN}\n# {GOOD}\na: b"),
        ("a.toml", f"a = 1 # {BROKEN}\n# {GOOD}"),
        ("a.json", f'// {BROKEN}\n{{"a": 1 /* {GOOD} */}}'),
        ("a.html", f"<!-- {BROKEN}\n{GOOD} --><p>"),
        ("a.xml", f"<!-- {BROKEN}\n{GOOD} --><a/>"),
        ("a.md", f"<!-- {BROKEN}\n{GOOD} -->\n"),
        ("a.ttl", f"# {BROKEN}\n# {GOOD}\n<http://e.org/> a <http://e.org/> .\n"),
        ("a.nt", f"# {BROKEN}\n# {GOOD}\n<http://e.org/> <http://e.org/> <http://e.org/> .\n"),
    ],
)
def test_comments_have_faults_and_no_safe_fix(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")

    def found(rules: Rules) -> list[tuple[str | None, str | None, bool]]:
        settings = Settings(root=str(tmp_path), rules=rules)
        pieces = scan(targets([str(path)], settings), settings, standard_input=BytesIO())
        rows = [finding for piece in pieces for finding in piece.findings]
        return [(row.record.code, row.record.text, bool(row.edits)) for row in rows]

    assert found(Rules(level="advice")) == [("F093", BROKEN, False)]
    assert found(Rules(level="advice", comments=False)) == []
