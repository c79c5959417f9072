"""XML and sitemaps: identifiers by namespace, with exact places."""

from __future__ import annotations

from xml.parsers import expat

import pytest
from documents import hold, items, shown
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.scan.formats.items import Candidate, Malformed
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.types.xml import declared_encoding
from irigrammar.scan.formats.xml.escapes import UNKNOWN, Entities, attribute_escapes, content_escapes
from irigrammar.scan.formats.xml.places import GLOBAL, PLACES

XLINK = 'xmlns:x="http://www.w3.org/1999/xlink"'
RDF = 'xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
NAMESPACES = {
    *("http://www.w3.org/1999/xlink", "http://www.w3.org/2005/Atom", "http://www.w3.org/1999/02/22-rdf-syntax-ns#")
}


def texts(text: str, name: str = "xml") -> list[str]:
    """Return the identifiers of a document but for the names of the namespaces that tests declare."""
    rows = [item for item in items(name, text) if isinstance(item, Candidate)]
    return [item.text for item in rows if item.text not in NAMESPACES]


CATALOG = "urn:oasis:names:tc:entity:xmlns:xml:catalog"


@in_one_test(
    ("element", "expected"),
    [
        ("delegateSystem systemIdStartString='a' catalog='b'", ["a", "b"]),
        ("delegateURI uriStartString='a' catalog='b'", ["a", "b"]),
        ("rewriteSystem systemIdStartString='a' rewritePrefix='b'", ["a", "b"]),
        ("rewriteURI uriStartString='a' rewritePrefix='b'", ["a", "b"]),
        ("system systemId='a' uri='b'", ["a", "b"]),
        ("uri name='a' uri='b'", ["a", "b"]),
        ("public publicId='a' uri='b'", ["b"]),
        ("delegatePublic publicIdStartString='a' catalog='b'", ["b"]),
        ("nextCatalog catalog='b'", ["b"]),
    ],
)
def test_catalogs_of_xml(element: str, expected: list[str]) -> None:
    assert texts(f"<{element} xmlns='{CATALOG}'/>") == [*expected, CATALOG]


def in_type(text: str, name: str = "xml") -> dict[str, tuple[str, str] | None]:
    rows = [item for item in items(name, text) if isinstance(item, Candidate)]
    return {item.text: item.production and item.production[:2] for item in rows}


URL, IRI = ("url-standard", "valid-URL"), ("rfc3987", "IRI-reference")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<package xmlns='http://www.idpf.org/2007/opf'><item href='a b'/></package>", {"a b": URL}),
        ("<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/'><content src='a b'/></ncx>", {"a b": URL}),
        ("<c xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfile full-path='a b'/></c>", {"a b": URL}),
        ("<TEI xmlns='http://www.tei-c.org/ns/1.0'><ptr target='#a b|c'/></TEI>", {"#a": IRI, "b|c": IRI}),
        ("<TEI xmlns='http://www.tei-c.org/ns/1.0'><graphic url='a b' facs='c'/></TEI>", {"a b": IRI, "c": IRI}),
    ],
)
def test_references_of_books_are_urls(text: str, expected: dict[str, tuple[str, str]]) -> None:
    found = in_type(text)
    assert {name: found.get(name) for name in expected} == expected


@in_one_test(
    ("text", "expected"),
    [
        (f"<a {XLINK} x:href='b c' y='d' x:title='e'/>", ["b c"]),
        (f"<a {XLINK}><b x:href='c'><d xmlns:x='urn:x' x:href='e'/><f x:href='g'/></b></a>", ["c", "urn:x", "g"]),
        (f"<a {XLINK}><x:b href='c'/></a>", []),
        ("<a xml:base='b'/>", ["b"]),
        ("<a xlink:href='not bound'/>", []),
        ("<a xmlns='b'><c xmlns='' xmlns:d='e'/></a>", ["b", "", "e"]),
        ("<?xml-stylesheet type='text/xsl' href='a&amp;b'?><?other href='c'?><d/>", ["a&b"]),
        ("<?xml-model href='a'?><b/>", ["a"]),
        ('<!DOCTYPE a SYSTEM "b"><a/>', ["b"]),
        ("<!DOCTYPE a PUBLIC '-//b//c' 'd'><a/>", ["d"]),
        (
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'><!ENTITY % d PUBLIC 'e' 'f'><!NOTATION g SYSTEM 'h'><!NOTATION i"
            " PUBLIC 'j'><!ENTITY k ''><!ELEMENT a ANY><!ATTLIST a b CDATA 'c>'>"
            "<!-- <!ENTITY m SYSTEM 'n'> --><?o ]>?>]><a/>",
            ["c", "f", "h"],
        ),
        (f"<link {ATOM} href='a'><b/></link>", ["a"]),
        (f"<id {ATOM}> \n a&amp;b\t</id>", [" \n a&b\t"]),
        (f"<id {ATOM}> <![CDATA[a&amp;b]]></id>", [" a&amp;b"]),
        (f"<id {ATOM}><![CDATA[ a&amp;b]]></id>", [" a&amp;b"]),
        ("<rss><link> \n a&amp;b\t</link><docs> <![CDATA[ a&amp;b ]]> </docs></rss>", ["a&b", "a&amp;b"]),
        ("<!DOCTYPE c SYSTEM ' d '><a xmlns=' b'/>", [" d ", " b"]),
        (f"<r:RDF {RDF} xml:base=' b '><r:a r:about=' c '/></r:RDF>", [" b ", " c "]),
        (f"<a {XLINK} x:href=' b ' xml:base=' c '/>", ["b", "c"]),
        (f"<id {ATOM}>a<!-- b -->c<?d?>e<![CDATA[<f>]]></id>", ["ace<f>"]),
        (f"<id {ATOM}><![CDATA[a]]>b<![CDATA[c]]></id>", ["abc"]),
        (f"<id {ATOM}>a<b/></id>", []),
        (f"<id {ATOM}/>", []),
        (f"<id {ATOM}></id>", [""]),
        ("<rss><link>a</link><x xmlns='urn:x'><link>b</link></x><guid>c</guid><y z='d'/></rss>", ["a", "urn:x", "c"]),
        ("<rss><guid isPermaLink='false'>a</guid><guid isPermaLink='true'>b</guid></rss>", ["b"]),
        ("<other><link>a</link></other>", []),
        (
            "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema' targetNamespace='a'><s:import namespace='b' "
            "schemaLocation='c'/><s:any namespace='##other'/><s:any namespace='##local d  e'/></s:schema>",
            ["http://www.w3.org/2001/XMLSchema", "a", "b", "c", "d", "e"],
        ),
        (
            "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation=' b\n\tc d ' "
            "i:noNamespaceSchemaLocation='e f' i:type='g'/>",
            ["http://www.w3.org/2001/XMLSchema-instance", "b", "c", "d", "e f"],
        ),
        (
            "<t:stylesheet xmlns:t='http://www.w3.org/1999/XSL/Transform' xmlns:h='http://www.w3.org/1999/xhtml'>"
            "<t:import href='a'/><h:a href='{b}/c'/><h:a href='d'/></t:stylesheet>",
            ["http://www.w3.org/1999/XSL/Transform", "http://www.w3.org/1999/xhtml", "a", "d"],
        ),
        (f"<a {XLINK} x:href='{{{{ b }}}}'/>", []),
        (f"<a {XLINK} x:href='${{b}}'/>", []),
        (f"<a {XLINK} x:href='{{% b %}}'/>", []),
        *((f"<a {XLINK} x:href='{value}'/>", []) for value in ("{b}", "[[c]]", "%(d)s")),
        (f"<a {XLINK} x:href='a{{b}}'/>", ["a{b}"]),
    ],
)
def test_identifiers_by_namespace(text: str, expected: list[str]) -> None:
    assert texts(text) == expected
    hold("xml", text)
    expat.ParserCreate().Parse(text, True)  # the document of this test is well-formed
    assert not any(isinstance(item, Malformed) for item in items("xml", text))


@in_one_test(
    ("text", "expected"),
    [
        ("<plist><dict><key>a</key><string>see http://e/a&amp;b, http://f/</string></dict></plist>", 2),
        ("<root><data name='x'><value>http://e/ <b/>http://f/</value></data></root>", 2),
        ("<a><![CDATA[http://e/]]><!-- http://f/ --></a><!-- http://g/ -->", 3),
        ("<a href='http://e/ x' title='x http://f/'/>", 2),
        ("<a><programlisting>http://e/<b>http://f/</b></programlisting>http://g/</a>", 1),
        ("<svg><style>http://e/</style><text>http://f/</text></svg>", 1),
        (f"<id {ATOM}>http://e/<!-- x --></id>", 1),
        ("<a pattern='http://e/' test='http://f/'/>", 0),
        ("<a>http://{b}/ ${c} a:b c: d</a>", 0),
        ("<a>&lt;a href='b c?d&amp;amp;e'&gt; http://e/?a&amp;amp;b &lt;code>http://f/&lt;/code></a>", 2),
        ("<a><![CDATA[<img src=x> http://e/]]></a>", 2),
    ],
)
def test_text_comments_and_attributes_of_any_vocabulary(text: str, expected: int) -> None:
    assert len(texts(text)) == expected


@in_one_test(
    ("text", "expected"),
    [
        ("<opml><body><outline text='t' xmlUrl='a b' htmlUrl='c'/></body></opml>", ["a b", "c"]),
        ("<article><ulink url='a b'>x</ulink></article>", ["a b"]),
        ("<topic><body><xref href='a b'/></body></topic>", ["a b"]),
        ("<Project><PropertyGroup><RepositoryUrl>a b</RepositoryUrl></PropertyGroup></Project>", ["a b"]),
        ("<package><metadata><projectUrl>a b</projectUrl><repository url='c d'/></metadata></package>", ["a b", "c d"]),
        ("<component><url type='homepage'>a b</url></component>", ["a b"]),
        (
            "<bom xmlns='http://cyclonedx.org/schema/bom/1.5'><reference><url>git@h:a/b.git</url></reference></bom>",
            ["http://cyclonedx.org/schema/bom/1.5", "git@h:a/b.git"],
        ),
        ("<other><RepositoryUrl>a b</RepositoryUrl></other>", []),
    ],
)
def test_vocabularies_without_a_namespace_go_by_the_root(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("data", "expected"), [("iVBO\n Rw0=", 0), ("iVBORw0=", 1), ("iVBO|\n Rw0=", 1), ("iVBO Rw0= x", 1)]
)
def test_white_space_in_wrapped_data_is_not_reported(data: str, expected: int) -> None:
    assert len(texts(f"<a {XLINK} x:href='data:image/png;base64,{data}'/>")) == expected


def test_every_place_of_the_tables_is_found() -> None:
    # Each row is written into a document of its own; a name is not a row of another namespace.
    for (namespace, name), place in GLOBAL.items():
        prefix = "xml" if name == "base" else "p"
        text = f"<a xmlns:p='{namespace}' {prefix}:{name}='urn:1 urn:2'/>"
        assert [text for text in texts(text) if text != namespace] == (
            ["urn:1", "urn:2"] if place.shape == "pairs" else ["urn:1 urn:2"]
        )
        assert texts(text.replace(namespace, "urn:other")) == (["urn:other"] + ["urn:1 urn:2"] * (name == "base"))
    for namespace, rows in PLACES.items():
        for element, row in rows.items():
            for name in row:
                tag = "any" if element == "*" else element
                text = f"<{tag} {name}='urn:1'/>" if name else f"<{tag}>urn:1</{tag}>"
                text = f"<rss>{text}</rss>" if namespace == "rss" else f"<r xmlns='{namespace}'>{text}</r>"
                assert "urn:1" in texts(text), (namespace, element, name)
                assert "urn:1" not in texts(text.replace(namespace, "urn:other")), (namespace, element, name)


@pytest.mark.parametrize(
    ("written", "text", "offsets"),
    [
        ("a&#233;&#xE9;&lt;", "aéé<", [0, 1, 7, 13, 17]),
        ("a\tb\r\nc\nd", "a b c d", [0, 1, 2, 3, 5, 6, 7, 8]),
        ("&#9;&#10;a&#13;", "\t\na\r", [0, 4, 9, 10, 15]),
        ("&e;x", "http://e/x", [*([0] * 9), 3, 4]),
        ("&f;", "<http://e/>", [*([0] * 11), 3]),
        ("&amp;amp;", "&amp;", [0, 5, 6, 7, 8, 9]),
    ],
)
def test_values_are_read_with_their_places(written: str, text: str, offsets: list[int]) -> None:
    entities = Entities({"e": "http&#58;//e&#x2F;", "f": "&#60;&e;&#38;gt;"})
    entities.sources["f"] = "&lt;&e;&gt;"
    read = attribute_escapes(entities).read(written)
    if "<" in text and "&f;" in written:
        assert read.bad == ((0, 3, UNKNOWN),)
        return
    assert (read.text, list(read.offsets or ())) == (text, offsets)


def test_content_is_read_with_its_places() -> None:
    read = content_escapes(Entities()).read("a<!--&b;-->&lt;<![CDATA[&\r\nc]]>\r\nd")
    assert (read.text, list(read.offsets or ())) == ("a<&\nc\nd", [0, 11, 24, 25, 27, 31, 33, 34])


@in_one_test(
    ("written", "bad", "reason"),
    [
        ("a?b&c=d", "&", "begins no reference"),
        ("a & b", "&", "begins no reference"),
        ("&lt", "&", "begins no reference"),
        ("&#xD800;", "&#xD800;", "U+D800 is a surrogate"),
        ("&#1114112;", "&#1114112;", "beyond the last code point"),
        (f"&#{'9' * 5000};", f"&#{'9' * 5000};", "beyond the last code point"),
        ("&#0;", "&#0;", "XML has no U+0000"),
        ("&#x1F;", "&#x1F;", "XML has no U+001F"),
        ("&#xFFFF;", "&#xFFFF;", "XML has no U+FFFF"),
        ("&nbsp;", "&nbsp;", "declares no entity nbsp"),
    ],
)
def test_bad_references_are_reported_where_they_are_and_once(written: str, bad: str, reason: str) -> None:
    text = f"<a {XLINK} x:href='{written}'/>"
    problems = [item for item in items("xml", text) if isinstance(item, Malformed)]
    assert [(item.code, text[item.start : item.end]) for item in problems] == [("S006", bad)]
    assert reason in problems[0].message


@in_one_test(
    ("subset", "value", "expected"),
    [
        ("<!ENTITY a 'http://b/'>", "&a;c", ["http://b/c"]),
        ("<!ENTITY a 'b'><!ENTITY a 'c'>", "&a;", ["b"]),
        ("<!ENTITY a '&b;&b;'><!ENTITY b 'c'>", "&a;", ["cc"]),
        ("<!ENTITY a '&a;'>", "&a;", "S006"),
        ("<!ENTITY a SYSTEM 'b'>", "&a;", ["b"]),
        ("<!ENTITY a '&#60;b/>'>", "&a;", []),
        ("<!ENTITY % a 'b'> %a;", "&c;", []),
        ("<!ENTITY a 'x'>", "&b;", "S006"),
        ("<!ENTITY % a 'b'>", "&a;", "S006"),
        (f"<!ENTITY a '{'x' * 2000}'>", "&a;", "S006"),
    ],
)
def test_entities_of_the_document_are_read(subset: str, value: str, expected: list[str] | str) -> None:
    text = f"<!DOCTYPE a [{subset}]><a {XLINK} x:href='{value}'/>"
    if isinstance(expected, str):
        assert expected in [item.code for item in items("xml", text) if isinstance(item, Malformed)]
    else:
        assert texts(text) == expected


@pytest.mark.parametrize("declared", ["SYSTEM 'b'", "SYSTEM 'b' [<!ENTITY d 'e'>]", "[<!ENTITY % b 'c'> %b;]"])
def test_entities_that_other_files_may_declare_are_kept(declared: str) -> None:
    text = f"<!DOCTYPE a {declared}><a {XLINK} x:href='&c;'/>"
    assert texts(text) == ["b"] * declared.startswith("SYSTEM")
    assert not any(isinstance(item, Malformed) for item in items("xml", text))


def test_a_bomb_of_entities_is_harmless() -> None:
    rows = "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(30))
    text = f"<!DOCTYPE a [<!ENTITY a0 'lol'>{rows}]><a {XLINK} x:href='&a30;'>&a30;</a>"
    result = hold("xml", text)  # and this comes to an end
    assert "S006" in [item.code for item in result if isinstance(item, Malformed)]
    in_content = text.replace("x:href='&a30;'", "x:href='b'")
    assert texts(in_content) == ["b"]
    assert not any(isinstance(item, Malformed) for item in items("xml", in_content))


def test_declarations_come_before_the_elements() -> None:
    text = f"<a {XLINK}><!DOCTYPE a [<!ENTITY b 'c'>]><d x:href='&b;'/></a>"
    assert [item.code for item in items("xml", text) if isinstance(item, Malformed)] == ["S005", "S006"]


def test_text_without_its_own_end_is_not_an_identifier() -> None:
    assert texts(f"<a {ATOM}><id>b</a>") == []
    assert texts(f"<a {ATOM}><id>b</c></id></a>") == []


@in_one_test(
    ("text", "offset", "why"),
    [
        ("<a><b></a>", 8, "mismatched tag"),
        ("<a>é😀<b></a>", 10, "mismatched tag"),
        ("<a", 0, "unclosed token"),
        ("<a>&b</a>", 5, "invalid token"),
        ("<a b=c/>", 5, "invalid token"),
        ("", 0, "no element found"),
        ("<a/><a/>", 4, "junk after document element"),
        ("\udcff<a/>", 0, "invalid token"),
        ("no XML at all", 0, "syntax error"),
    ],
)
def test_ill_formed_documents_are_reported_once(text: str, offset: int, why: str) -> None:
    (problem,) = [item for item in items("xml", text) if isinstance(item, Malformed)]
    assert (problem.start, problem.code) == (offset, "S005")
    assert why in problem.message


@pytest.mark.parametrize(
    "text",
    [
        f"<a {XLINK}><b x:href='c'><d></b><e x:href='f'/>",
        f"<a {XLINK}><b c=d x:href='not read'><e x:href='c'/></b><b x:href='f'></a>",
        f"<a {XLINK}></b></c><b x:href='c'/><d x:href=\"e<d\"/><d x:href='f'/>",
        f"<a {XLINK}><br>&nbsp; & <b x:href='c'/> a < b <d x:href='f'",
    ],
)
def test_broken_documents_are_read_on(text: str) -> None:
    assert texts(text) == ["c", "f"]
    assert [item.code for item in items("xml", text) if isinstance(item, Malformed)] == ["S005"]


@pytest.mark.parametrize(
    ("text", "bases"),
    [
        ("<a xml:base='http://b/c'><d xml:base='e/'><f xml:base='g'/></d></a>", [None, "http://b/c", "http://b/e/"]),
        ("<a xml:base='b'><c xml:base='d'/></a>", [None, None]),
        ("<a xml:base='http://b/'><c xml:base='http://d/'/><e xml:base='f'/></a>", [None, "http://b/", "http://b/"]),
        (f"<link xml:base='http://b/' href='c' {ATOM}/>", [None, "http://b/", None]),
    ],
)
def test_bases_are_those_around(text: str, bases: list[str | None]) -> None:
    assert [item.base for item in items("xml", text) if isinstance(item, Candidate)] == bases


def test_bases_do_not_grow_without_end() -> None:
    text = f"<a xml:base='http://b/'><c xml:base='{'d' * 5000}/'><e xml:base='f'/></c></a>"
    assert [item.base for item in items("xml", text) if isinstance(item, Candidate)] == [None, "http://b/", None]


def test_comments_of_ours_are_there() -> None:
    text = "<!DOCTYPE a [<!-- iri: ignore[S001] -->]><a><!-- no --><![CDATA[<!-- iri: -->]]><!--iri: ignore--></a>"
    assert shown("xml", text) == [
        ("<!-- iri: ignore[S001] -->", "iri: ignore[S001]"),
        ("<!--iri: ignore-->", "iri: ignore"),
    ]


SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:h="http://www.w3.org/1999/xhtml"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc> http://a/?b&amp;c
  </loc><h:link href="d"/><image:image><image:loc>e</image:loc></image:image></url></urlset>"""


def test_sitemaps_are_checked_against_what_their_protocol_asks_for() -> None:
    uri, name, leiri = ("rfc3986", "URI"), ("rfc3986", "URI-reference"), ("leiri", "LEIRI-reference")
    assert in_type(SITEMAP) == {
        "http://www.sitemaps.org/schemas/sitemap/0.9": name,
        "http://www.w3.org/1999/xhtml": name,
        "http://www.google.com/schemas/sitemap-image/1.1": name,
        "http://a/?b&c": uri,
        "d": uri,
        "e": uri,
    }
    there = in_type(SITEMAP, "sitemap")
    assert [there[text] for text in ("http://a/?b&c", "d", "e")] == [None] * 3
    assert there["http://www.w3.org/1999/xhtml"] == name
    assert document_type("sitemap").production[:2] == uri
    assert document_type("xml").production[:2] == leiri


@in_one_test(
    ("data", "name"),
    [
        (b"<?xml version='1.0' encoding='Shift_JIS' standalone='yes'?>", "Shift_JIS"),
        (b'<?xml version="1.0"\n encoding = "iso-8859-1" ?>', "iso-8859-1"),
        (b"<?xml version='1.0'?><a encoding='b'/>", None),
        (b"<a/>", None),
        (b"", None),
        (b"<?xml version='1.0' encoding='utf-16'?>", None),
        (b"<?xml version='1.0' encoding='no-such'?>", "no-such"),
        (b"<?xml version='1.0' encoding='a\0b'?>", "a\0b"),
        ("<?xml version='1.0' encoding='utf-16'?>".encode("utf-16-be"), "utf-16-be"),
        ("<?xml version='1.0' encoding='UTF-8'?>".encode("utf-16-le"), "utf-16-le"),
        ("<?xml version='1.0'?>".encode("utf-32-le"), "utf-32-le"),
        ("<?xml version='1.0' encoding='cp500'?>".encode("cp037"), "cp500"),
    ],
)
def test_the_declared_encoding_is_read(data: bytes, name: str | None) -> None:
    assert declared_encoding(data) == name


@pytest.mark.parametrize(
    ("encoding", "text", "written"),
    [
        ("utf-8", "a&<>\"'é\t", "a&amp;&lt;&gt;&quot;&apos;é&#9;"),
        ("ascii", "é≥😀", "&#xE9;&#x2265;&#x1F600;"),
        ("latin-1", "é≥\udcff", "é&#x2265;\udcff"),
    ],
)
def test_written_values_fit_the_encoding(encoding: str, text: str, written: str) -> None:
    (item,) = document_type("xml").open(Options(encoding=encoding))("<a xml:base='b'/>")
    assert isinstance(item, Candidate)
    assert item.escapes is not None
    assert item.escapes.write(text) == written


PIECES = [
    *("<a>", "</a>", "<b", "/>", ">", "<", "&", ";", "'", '"', " ", "\n", "\r\n", "=", "&amp;", "&#233;", "&#xD800;"),
    *(f"<x {XLINK} x:href='", "<x x:href='", "xml:base='b'", f"<id {ATOM}>", "</id>", "é", "😀", "\udcff", "\ud800"),
    *("<!--", "-->", "<![CDATA[", "]]>", "<?xml-stylesheet href='a'", "?>", "<!DOCTYPE a [", "<!ENTITY e 'f'>", "]>"),
    *("&e;", "iri: ignore", "{{", "<!ENTITY g SYSTEM 'h'>", "%p;"),
    *("xmlns='http://www.w3.org/2005/Atom'", "<link href="),
]


@pytest.mark.parametrize("name", ["xml", "sitemap"])
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text())
def test_any_text_holds_to_the_contract(name: str, text: str) -> None:
    rows = [item for item in hold(name, text) if isinstance(item, Candidate | Malformed)]
    assert all(isinstance(item, Candidate) or item.message for item in rows)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_what_expat_takes_has_no_fault_and_the_same_attributes(text: str) -> None:
    text = f"<r>{text}</r>"
    wanted: list[str] = []
    parser = expat.ParserCreate("utf-8", namespace_separator="\n")
    parser.StartElementHandler = lambda _, attributes: wanted.extend(
        value for name, value in attributes.items() if name == "http://www.w3.org/1999/xlink\nhref"
    )
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except (expat.ExpatError, UnicodeEncodeError):
        return
    rows = [
        item
        for item in items("xml", text)
        if isinstance(item, Candidate) and "href of x" in item.label and "stylesheet" not in item.label
    ]
    assert [item.text for item in rows] == [value.strip(" \t\r\n") for value in wanted if "{{" not in value]


def test_names_are_not_fixed_as_links_are() -> None:
    text = """<r xmlns="urn:r" xmlns:x="http://www.w3.org/1999/xlink" xmlns:f="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:a="http://www.w3.org/2005/Atom" x:href="urn:link"
      f:about="urn:term" i:schemaLocation="urn:name urn:place"><a:id>urn:id</a:id><a:icon>urn:icon</a:icon></r>"""
    rows = {item.text: item.fixes for item in items("xml", text) if isinstance(item, Candidate)}
    assert {text: rows[text] for text in rows if text.startswith("urn:")} == {
        "urn:r": "none",
        "urn:link": "all",
        "urn:term": "none",
        "urn:name": "none",
        "urn:place": "all",
        "urn:id": "none",
        "urn:icon": "all",
    }


@pytest.mark.parametrize("statement", ["{# a < b #}", "{% if a < b %}", "<% b %>"])
def test_a_template_need_not_be_well_formed(statement: str) -> None:
    assert [item.code for item in items("xml", f"{statement}<a/>") if isinstance(item, Malformed)] == []
