"""HTML: tags, attributes that hold URLs, references, bases, charsets."""

from __future__ import annotations

import random

import pytest
from document_items import any_text, check, identifiers, items, problems
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

from irigrammar.scan.formats.html_markup import Tag, attributes_of, tokens
from irigrammar.scan.formats.html_values import QUOTED, UNQUOTED
from irigrammar.scan.formats.items import Candidate, Production
from irigrammar.scan.formats.registry import Options
from irigrammar.scan.formats.types.html import declared_charset

ATTRIBUTES = [
    ("a", "href"),
    ("a", "ping"),
    ("area", "href"),
    ("area", "ping"),
    ("audio", "src"),
    ("base", "href"),
    ("blockquote", "cite"),
    ("body", "background"),
    ("button", "formaction"),
    ("del", "cite"),
    ("embed", "src"),
    ("form", "action"),
    ("frame", "src"),
    ("head", "profile"),
    ("html", "manifest"),
    ("iframe", "src"),
    ("img", "longdesc"),
    ("img", "src"),
    ("img", "srcset"),
    ("input", "formaction"),
    ("input", "src"),
    ("ins", "cite"),
    ("link", "href"),
    ("link", "imagesrcset"),
    ("object", "archive"),
    ("object", "classid"),
    ("object", "codebase"),
    ("object", "data"),
    ("q", "cite"),
    ("script", "src"),
    ("source", "src"),
    ("source", "srcset"),
    ("table", "background"),
    ("td", "background"),
    ("track", "src"),
    ("video", "poster"),
    ("video", "src"),
    ("div", "itemid"),
    ("div", "itemtype"),
]


@in_one_test(("element", "attribute"), ATTRIBUTES)
def test_each_attribute_that_takes_a_url(element: str, attribute: str) -> None:
    (candidate,) = (
        item for item in check("html", f"<{element} {attribute}='http://e/x'>") if isinstance(item, Candidate)
    )
    assert (candidate.text, candidate.label) == ("http://e/x", f"{attribute} of {element}")


RDF = Production("rfc3987", "IRI-reference")


@in_one_test(
    ("tag", "expected"),
    [
        ("<p about='http://e/x'>", ["http://e/x"]),
        ("<p resource=' ../x y ' vocab=' a'>", [" ../x y ", " a"]),
        ("<p about='dbr:a b'>", ["dbr:a b"]),  # a prefix may be a scheme
        ("<p about='a:b_c:d' resource='b_c/d:e'>", ["a:b_c:d", "b_c/d:e"]),
        ("<p about='' resource='[a:b c]'><p about='_:b c'><p about=':a b'>", []),
        ("<p about='a_b:c'><p about='-_:x' xmlns:A_b=c>", ["-_:x"]),
        ("<p about='a_b:c'><p about='-_:x'>", ["a_b:c", "-_:x"]),
        ("<p about='a_b:c'><p prefix='c: d A_B: e'>", ["d", "e"]),
        ("<p vocab='http://e/ x#'>", ["http://e/ x#"]),
        ("<p prefix='a: http://e/  _b:\thttp://f/ : c http://g/'>", ["http://e/", "http://f/", "c"]),
        ("<p prefix='og'><p prefix='a:http://e/'>", []),
        ("<p typeof='Person a:b http://e/T' property='og:url' datatype='http://e/d http://e/|'>", ["http://e/T"]),
        ("<x-p about='a b' prefix='a: b' vocab=c>", []),
        ("<svg about='a b'>", []),
    ],
)
def test_rdfa_names_iris(tag: str, expected: list[str]) -> None:
    read = [item for item in check("html", tag) if isinstance(item, Candidate)]
    assert [item.text for item in read if not item.label.startswith("datatype")] == expected
    assert {(item.production, item.fixes) for item in read} <= {(RDF, "none")}


LINKED = "<script type=application/ld+json>"


def test_json_ld_in_a_script_is_checked_against_what_a_file_of_it_is() -> None:
    base, linked = [
        item
        for item in check("html", f'<base href="http://b/">{LINKED}{{"@id": "x", "y": "http://e/"}}</script>')
        if isinstance(item, Candidate) and item.text != "http://e/"
    ]
    assert (base.production, linked.production, linked.base, linked.fixes) == (None, RDF, "http://b/", "none")
    assert linked.text == "x"


@in_one_test(
    ("text", "expected"),
    [
        ("see http://e/a&amp;b=c.<p>http://e/x</b>, (http://e/y)", ["http://e/a&b=c", "http://e/x", "http://e/y"]),
        ("http://e/?a&copy=1", ["http://e/?a\xa9=1"]),
        ("<title>of http://e/&#x41;</title>", ["http://e/A"]),
        ("<code>http://e/</code> http://f/ <pre><kbd>x</kbd>http://g/</pre><tt>http://h/", ["http://f/"]),
        ("<textarea>http://e/</textarea><script>'http://f/'</script><!-- http://g/ -->", ["http://g/"]),
        ("http://{host}/ {{ x }} a:b mailto:a@b.c", ["mailto:a@b.c"]),
        ("</code>http://e/", ["http://e/"]),
        ("http://e/a<b>b</b>", ["http://e/a"]),
    ],
)
def test_text(text: str, expected: list[str]) -> None:
    read = [item for item in check("html", text) if isinstance(item, Candidate)]
    assert [item.text for item in read] == expected
    assert {item.production for item in read} <= {Production("rfc3987", "IRI")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<meta property=og:url content='http://e/ x'>", ["http://e/ x"]),
        ("<meta property='og:image og:image:url' content=' a '>", ["a"]),
        ("<meta name=Twitter:Image content=a>", ["a"]),
        ("<meta itemprop=sameAs content=a><meta itemprop=name content=b>", ["a"]),
        ("<meta property=og:title content='a:b'><meta name=og content=x><meta content=y>", []),
        ("<meta http-equiv=refresh name=url content='5;url=x'>", ["x"]),
    ],
)
def test_names_of_metas(text: str, expected: list[str]) -> None:
    assert [item.text for item in check("html", text) if isinstance(item, Candidate)] == expected


@in_one_test(
    ("text", "expected"),
    [
        ("<style>a { b: url(x y) url( 'x y' ) URL(\"z\"), url(w) }</style>", ["x y", "x y", "z", "w"]),
        ("<style>@import 'a';@IMPORT \"b\" print; @import url(c);</style>", ["a", "b", "c"]),
        ("<style>/* url(a) */ a::b { content: 'url(b)' \"url(c)\" } /* url(d)</style>", []),
        ("<style>a { content: 'not closed\n; b: url(c) }</style>", ["c"]),
        ("<style>url('a\\27 b') url(c\\)d) url(e\\\nf) url('g\\\nh')</style>", ["a'b", "c)d", "gh"]),
        ("<style>url({{ x }}) url('{% y %}') xurl(z) url() url('')</style>", []),
        ("<p style='background: url(&quot;a&amp;b&quot;)'>", ["a&b"]),
        ("<p style=b:url(a)><svg style='fill: url(#g)'>", ["a", "#g"]),
        ("<p style='a:b'><b style>", []),
    ],
)
def test_style_sheets(text: str, expected: list[str]) -> None:
    read = [item for item in check("html", text) if isinstance(item, Candidate)]
    assert [item.text for item in read if item.text] == expected
    assert {item.label for item in read} <= {"url() of style"}


def test_escape_of_a_style_sheet_without_character() -> None:
    assert problems("html", "<style>url(a\\110000 )</style>") == [("S006", "\\110000")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<iframe srcdoc='<a href=x y>'>", ["x"]),
        ("<iframe srcdoc='&lt;a href=&quot;x&amp;amp;y z&quot;&gt;http://e/' src=w>", ["x&y z", "http://e/", "w"]),
        ("<iframe srcdoc=\"<p style='a:url(b)'>\">", ["b"]),
        ("<iframe srcdoc='<iframe src=a srcdoc=&quot;<a href=b>&quot;>'>", ["a"]),
        ("<iframe srcdoc='<!-- not closed <a href=x>'>", []),
    ],
)
def test_the_document_of_a_srcdoc(text: str, expected: list[str]) -> None:
    assert [item.text for item in check("html", text) if isinstance(item, Candidate)] == expected


@in_one_test(
    "tag",
    [
        *["<p href=x>", "<a src=x>", "<img alt='http://e/'>", "<map usemap='#x'>", "<input value='http://e/'>"],
        *["</a href=x>", "<meta content='5;url=x'>", "<meta http-equiv=x content='5;url=x'>", "<div data='x'>"],
        *["<a xlink:href=x>", "<a data-href='x' hrefs='y'>"],
        *["<p srcdoc='<a href=x>'>", "<meta name=description content='a:b'>"],
    ],
)
def test_other_attributes_take_none(tag: str) -> None:
    assert identifiers("html", tag) == []


@in_one_test(
    ("text", "expected"),
    [
        ("<A HREF = 'x' Href=y>", ["x"]),
        ("<a href=http://e/?a=b&c=d>", ["http://e/?a=b&c=d"]),
        ("<a href=x/>", ["x/"]),
        ("<a/href=x/title=y>", ["x/title=y"]),
        ("<a title='>' href=\"x>y\">", ["x>y"]),
        ("<a href='  x \n'>", ["x"]),
        ("<a href='\u00a0x'>", ["\u00a0x"]),
        ("<a href='a\nb'>", ["a\nb"]),
        ("<a href='' ><a href=><a href>", []),
        ("<a href='#'><a href='?'>", ["#", "?"]),
        ("<a href='JavaScript:void(0)'><a href=' javascript:x'>", []),
        ("<a href='{$a|b}'><a href='[% a b %]/x'><a href='/[[c d]]'><a href='@Url.Action(1, 2)'>", []),
        ("<a href=\"' + b + '\"><a href='[a b]'><a href=%q>", []),
        ("<a href='%s'><a href='%(a)s'><a href='%PUBLIC_URL%/x'><a href='*|A|*'><a href=\"<c:url value='/x'/>\">", []),
        ("<a href='/a|{b}'><a href='/%zz'><a href='/a[b'>", ["/a|{b}", "/%zz", "/a[b"]),
        ("<a href='{{ url }}/x'><a href='{% url \"x\" %}'><a href='<%= x %>'>", []),
        ("<a href='${x}'><a href=<?php echo 1 ?>>", []),
        ('<a href="{% url "a" b %}">', []),
        ("<a href={url}>", []),
        ("<a href='http://e/{id}'>", ["http://e/{id}"]),
        # References.
        ("<a href='?a&amp;b&lt;'>", ["?a&b<"]),
        ("<a href='?a=1&copy=2&copy;=3&not;x&notit;&copy&x'>", ["?a=1&copy=2©=3¬x&notit;©&x"]),
        ("<a href='&#97;&#x62;&#X63&#100'>", ["abcd"]),
        ("<a href='&#150;'>", ["–"]),
        # Lists and images.
        ("<a ping=' http://e/a\thttp://e/b '>", ["http://e/a", "http://e/b"]),
        ("<img srcset='a.png 1x, b.png 2x,c.png'>", ["a.png", "b.png", "c.png"]),
        ("<img srcset=', a,b.png 100w , c (1, 2) x, d,,'>", ["a,b.png", "c", "d"]),
        ("<img srcset='a&#32;1x,&#32;b&amp;c 2x'>", ["a", "b&c"]),
        ("<img srcset='data:,x 1x, y'>", ["data:,x", "y"]),
        # Refresh.
        ("<meta http-equiv=Refresh content='5; url=http://e/x'>", ["http://e/x"]),
        ("<meta content=\" 0;URL = 'http://e/x'; y\" http-equiv=refresh>", ["http://e/x"]),
        ("<meta http-equiv=refresh content='0.5,http://e/x '>", ["http://e/x"]),
        ("<meta http-equiv=refresh content='1 x'>", ["x"]),
        ("<meta http-equiv=refresh content='5'><meta http-equiv=refresh content='x'>", []),
        # What is not a tag, and raw text.
        ("<!-- <a href=x> --><![CDATA[<a href=y>]]><? <b> ?><!DOCTYPE html><a href=z>", ["z"]),
        ("<!--><a href=x><!---><a href=y>--><!-- --!><a href=z>", ["x", "y", "z"]),
        ("a < b <3 </> <a href=x>", ["x"]),
        ("<script><a href=x></script ><style><a href=y></style><textarea><a href=z></TEXTAREA>", []),
        ("<title><a href=x></title><a href=y>", ["y"]),
        ("<script>'<!-- <script> </script> ' --></script><a href=x>", ["x"]),
        ("<script>'<!-- <script>' </script><a href=x></script><a href=y>", ["y"]),
        ("<script><!--><script></script><a href=x>", ["x"]),
        ("<noscript><a href=x></noscript><template><a href=y></template>", ["x", "y"]),
        ("<plaintext><a href=x>", []),
        # SVG and MathML.
        ("<svg><use xlink:href='#a'/><use href='#b'/></svg>", ["#a", "#b"]),
        ("<svg><title><b></title><script href=x /><a href=y></svg><title><a href=z></title>", ["x", "y"]),
        ("<svg><![CDATA[<a href=x>]]><style><a href=y></style></svg>", ["y"]),
        ("<svg><desc><title><a href=x></title></desc></svg>", []),
        ("<svg><p><title><a href=x></title>", []),
        ("<math href='x'><mi href='y'/></math>", ["x", "y"]),
    ],
)
def test_urls_of_browsers(text: str, expected: list[str]) -> None:
    assert identifiers("html", text) == expected


def test_xhtml_knows_empty_elements_and_sections() -> None:
    assert identifiers("xhtml", "<script src='x'/><title/><a href='y'/><![CDATA[<a href='z'>]]>") == ["x", "y"]
    assert identifiers("html", "<script src='x'/><a href='y'></script>") == ["x"]


def test_the_first_base_is_that_of_what_comes_after_it() -> None:
    text = "<a href=a><base href=' http://e/ '><a href=b><base href=http://f/><a href=c>"
    rows = [(item.text, item.base) for item in items("html", text) if isinstance(item, Candidate)]
    assert rows == [
        ("a", None),
        ("http://e/", None),
        ("b", "http://e/"),
        ("http://f/", "http://e/"),
        ("c", "http://e/"),
    ]


@pytest.mark.parametrize(
    ("encoding", "charset"),
    [("utf-8", None), ("utf-16", None), ("cp1252", "cp1252"), ("shift_jis", "shift_jis"), ("iso2022_jp", "iso2022_jp")],
)
def test_queries_are_in_the_documents_charset(encoding: str, charset: str | None) -> None:
    (item,) = items("html", "<a href=x>", Options(encoding=encoding))
    assert isinstance(item, Candidate)
    assert item.charset == charset


@in_one_test(
    ("text", "expected"),
    [
        ("<a href='&#0;'>", [("S006", "&#0;")]),
        ('<a href="x&#xD800;y&#x110000;">', [("S006", "&#xD800;"), ("S006", "&#x110000;")]),
        ("<p title='&#0;'>", []),
        ("<a href='x", [("S005", "<a href='x")]),
        ("<p><script>x", [("S005", "<script>x")]),
        ("<p><!-- x", [("S005", "<!-- x")]),
        ("<p></div></p><br></br><b><i></b></i>&foo;<td>", []),
        ("<a", [("S005", "<a")]),
        ("<plaintext>", []),
    ],
)
def test_problems_are_what_a_browser_loses(text: str, expected: list[tuple[str, str]]) -> None:
    assert problems("html", text) == expected


@in_one_test(
    ("raw", "codec"),
    [
        (b"<meta charset=utf-8>", "utf-8"),
        (b"<!-- <meta charset=koi8-r> --><META CharSet=' Latin1 '>", "web-windows-1252"),
        (b"<meta http-equiv=content-type content='text/html; charset=Shift_JIS'>", "web-shift_jis"),
        (b"<meta content='charset=\"euc-kr\"' http-equiv=Content-Type>", "cp949"),
        (b"<meta http-equiv=content-type content='text/html'>", None),
        (b"<meta name=x content='charset=koi8-r'>", None),
        (b"<meta charset=nothing><meta charset=koi8-r>", "koi8-r"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "web-windows-1252"),
        (b"<?xml version='1.0' encoding=\"iso-8859-2\"?><html>", "iso8859-2"),
        (b" " * 1024 + b"<meta charset=utf-8>", None),
        (b"\xff\xfe<", None),
        (b"", None),
    ],
)
def test_declared_charsets(raw: bytes, codec: str | None) -> None:
    assert declared_charset(raw) == codec


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0")).filter(str.strip)


@given(TEXT)
def test_what_is_written_is_read(text: str) -> None:
    for escapes in (QUOTED, UNQUOTED):
        assert escapes.read(escapes.write(text)).text == text
    for before, after, escapes in (("'", "'", QUOTED), ('"', '"', QUOTED), ("", " ", UNQUOTED)):
        source = f"<a href={before}{escapes.write(text)}{after}>"
        (attributes,) = (attributes_of(source, token) for token in tokens(source) if isinstance(token, Tag))
        assert attributes["href"].quote == before
        assert len(attributes) == 1


LINKED_PARTS = (
    *("<script type=application/ld+json>", "</script>", '{"@id": "', '"}', "<p about='", "prefix='a: http://e/"),
)

PARTS = (
    *LINKED_PARTS,
    *("<", ">", "</", "/", "=", '"', "'", " ", "\n", "\r\n", "<a ", "href", "href=", " src='", "<img "),
    *("srcset='", ",", "<script>", "</script>", "<!--", "-->", "--!>", "<!", "<?", "<title>", "</title>", "<svg>"),
    *("</svg>", "<p>", "x", "&amp;", "&copy", "=1", "&#65", "&#x0;", "&", "<![CDATA[", "]]>", "<base href="),
    *("<meta http-equiv=refresh content=5;url=", "{{", "iri:", "<math "),
)


@given(any_text(*PARTS), st.sampled_from(["html", "xhtml"]))
def test_any_text_at_all(text: str, kind: str) -> None:
    check(kind, text)


@pytest.mark.external
def test_html5lib_reads_the_same_tags() -> None:
    html5lib = pytest.importorskip("html5lib", reason="what the tags are checked against")
    from html5lib.constants import tokenTypes

    tokenizer = __import__("html5lib._tokenizer", fromlist=["HTMLTokenizer"]).HTMLTokenizer
    assert html5lib.__version__
    draw = random.Random(8)
    parts = [part for part in PARTS if not part.startswith(("<svg", "<math"))]
    parts += [
        *["<B", "é", "&notit;", "&copy;", "<style>", "</style", "<textarea ", "<xmp>", "<plaintext>", "</a x='"],
        *["\t", "`"],
    ]
    for _ in range(4_000):
        text = "".join(draw.choice(parts) for _ in range(draw.randrange(1, 25)))
        theirs = []
        stream = tokenizer(text)
        for token in stream:
            if token["type"] == tokenTypes["StartTag"]:
                theirs.append((token["name"], list(token["data"].items())))
                states = {"script": "scriptData", "title": "rcdata", "textarea": "rcdata", "plaintext": "plaintext"}
                states |= dict.fromkeys(("style", "xmp"), "rawtext")
                if token["name"] in states:
                    stream.state = getattr(stream, states[token["name"]] + "State")
        ours = [
            (
                tag.name,
                [
                    (name, _html5lib_value(text[attribute.start : attribute.end]))
                    for name, attribute in attributes_of(text, tag).items()
                ],
            )
            for tag in tokens(text)
            if isinstance(tag, Tag)
        ]
        assert ours == [(name, [(key, value.replace("\r", "\n")) for key, value in data]) for name, data in theirs], (
            text
        )


def _html5lib_value(written: str) -> str:
    """Return a value as html5lib reads it, which has U+FFFD for references to no character and LF for CR LF."""
    text = QUOTED.read(written.replace("\r\n", "\n").replace("\r", "\n")).text
    return text.replace("&#x0;", "\ufffd").replace("&#x0", "\ufffd")
