"""Identifiers in running text and in source code."""

from __future__ import annotations

import re

import pytest
from document_items import any_text, check, comments, identifiers, items
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.advice.likeness import is_misspelled
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.formats.text import beginning
from irigrammar.scan.formats.text.finder import candidates
from irigrammar.shipped.registries import registered_schemes


@in_one_test(
    ("text", "expected"),
    [
        # Prose.
        ("See http://example.org/a_(b).", ["http://example.org/a_(b)"]),
        ("(see http://example.org/a_(b)).", ["http://example.org/a_(b)"]),
        ("http://e/x, http://e/y; http://e/z!", ["http://e/x", "http://e/y", "http://e/z"]),
        ("Is it http://e/x? No: http://e/y...", ["http://e/x", "http://e/y"]),
        ("http://e/a?b=c&d=e#f.", ["http://e/a?b=c&d=e#f"]),
        ("http://e/x,\\nif http://e/y:\\tthe http://e/z\\nice", ["http://e/x", "http://e/y", "http://e/z\\nice"]),
        ("deny http://user@... and http://u@\u2026/", []),
        ("HTTP://E/X", ["HTTP://E/X"]),
        ("http://schemas.../main https://../x http://.../y http://www…org/ http://e/a../b", ["http://e/a../b"]),
        ("http://e/it's-here 'http://e/x' and 'http://e/y',z", ["http://e/it's-here", "http://e/x", "http://e/y"]),
        ("'http://e/x'y http://e/x'y", ["http://e/x", "http://e/x'y"]),
        ("[http://e/x] {http://e/y} <http://e/z>", ["http://e/x", "http://e/y", "http://e/z"]),
        ("(+http://e/bot.html) 1.http://e/y", ["http://e/bot.html", "http://e/y"]),
        ("http://a/,http://b/|http://c/", ["http://a/", "http://b/", "http://c/"]),
        ("http://e/x[1]. (http://e/y[note])", ["http://e/x", "http://e/y"]),
        (
            "http://e/?q=1[1]. http://e/?q[1] http://e/?q=1[a] (http://e/?q=1[23])",
            ["http://e/?q=1", "http://e/?q[1]", "http://e/?q=1[a]", "http://e/?q=1"],
        ),
        ("link:http://e/x[the label] http://e/y[].", ["http://e/x", "http://e/y"]),
        ("http://e/?a[]=1&b[0]=2 http://e/?c[key]=d", ["http://e/?a[]=1&b[0]=2", "http://e/?c[key]=d"]),
        ("http://e/[a label] <http://e/\\n y>", ["http://e/", "http://e/"]),
        ("http://e/[x] http://e/x| |http://e/y|", ["http://e/[x]", "http://e/x|", "http://e/y"]),
        ("http://e/x?u=http://f/y", ["http://e/x?u=http://f/y"]),
        ("`http://e.org/a <reference.feed>` http://e.org/<b>", ["http://e.org/a", "http://e.org/"]),
        ("'http://e.org/1000 (response)' 'http://e.org/a (b c)'", ["http://e.org/1000", "http://e.org/a"]),
        ("ssh://git@e.org:user/x http://localhost:abc/", ["ssh://git@e.org:user/x", "http://localhost:abc/"]),
        (
            '<a href="http://e.org/?a=1&amp;b=2"> x="http://e.org/?a&amp;b"',
            ["http://e.org/?a=1&b=2", "http://e.org/?a&amp;b"],
        ),
        # Beyond ASCII.
        ("http://example.org/rosé http://例え.jp/路径", ["http://example.org/rosé", "http://例え.jp/路径"]),
        ("参照http://例え.jp/路径。然后", ["http://例え.jp/路径"]),
        ("「http://e/あ」、（http://e/い）“http://e/う”", ["http://e/あ", "http://e/い", "http://e/う"]),
        ("http://ja.example.org/wiki/名探偵（アニメ）です", ["http://ja.example.org/wiki/名探偵（アニメ）です"]),
        # Punctuation of sentences in other scripts: Arabic, Urdu, Devanagari, Armenian, Ethiopic, Burmese.
        (
            "http://e/\u0627\u0628\u060c http://e/\u0627\u061b http://e/\u0628\u061f",
            ["http://e/\u0627\u0628", "http://e/\u0627", "http://e/\u0628"],
        ),
        ("http://e/\u0627\u0628\u06d4 http://e/\u0915\u0964", ["http://e/\u0627\u0628", "http://e/\u0915"]),
        ("http://e/a\u0589 http://e/a\u1362 http://e/a\u104b", ["http://e/a"] * 3),
        (
            "http://e/\u0627\u060c\u0628 http://e/a\xb7b http://e/\u0915\u093f http://e/100\uff05",
            ["http://e/\u0627\u060c\u0628", "http://e/a\xb7b", "http://e/\u0915\u093f", "http://e/100\uff05"],
        ),
        ("http://e/a\u200bb http://e/\u202ex", ["http://e/a\u200bb", "http://e/\u202ex"]),
        ("http://e/x\u00a0y http://e/z\u3000w", ["http://e/x", "http://e/z"]),
        # Delimiters of RFC 3986, appendix C.
        ("<URL:http://e/a> <http://e/\n   b>", ["http://e/a", "http://e/b"]),
        ("`Title <http://e/a\\\n  b>`_", ["http://e/ab"]),
        ("<http://e/a b>", ["http://e/a b"]),
        # Markup and source code.
        ("**http://e/x** *http://e/y* _http://e/z_ ~~http://e/w~~", [f"http://e/{char}" for char in "xyzw"]),
        ("`http://e/x`_ ``http://e/y`` |http://e/z|", ["http://e/x", "http://e/y", "http://e/z"]),
        ("\\url{http://e/x} \\href{http://e/y}{z}", ["http://e/x", "http://e/y"]),
        ("a = \"http://e/x\\n\" + 'http://e/y\\t'", ["http://e/x", "http://e/y"]),
        ("{'a': 'http://e/x', \"b\": \"http://e/y\"}", ["http://e/x", "http://e/y"]),
        ("f(\"http://e/x\"), g('http://e/y')", ["http://e/x", "http://e/y"]),
        ("url(http://e/x.png) url('http://e/y.png');", ["http://e/x.png", "http://e/y.png"]),
        ("&quot;http://e/x&quot; &lt;http://e/y?a=b&amp;c&gt;", ["http://e/x", "http://e/y?a=b&amp;c"]),
        ("<a>http://e/x</a>", ["http://e/x"]),
        ("/* http://e/x */ // http://e/y", ["http://e/x", "http://e/y"]),
        ("http://e/?$filter=a&$top=2", ["http://e/?$filter=a&$top=2"]),
        ("%s http://e/a%20b%2Fc.pdf", ["http://e/a%20b%2Fc.pdf"]),
        ("https://e/wiki/Alon%E2%80%93Boppana", ["https://e/wiki/Alon%E2%80%93Boppana"]),
        # What is wrong is found, too.
        ("http://e/100%", ["http://e/100%"]),
        ("http://e/%zz/", ["http://e/%zz/"]),
        ("http://h:8a/ http://[::1/x http://a@b@c/", ["http://h:8a/", "http://[::1/x", "http://a@b@c/"]),
        ("http://e/a|b http://e/a^b http://e/#a#b", ["http://e/a|b", "http://e/a^b", "http://e/#a#b"]),
        # Schemes without an authority.
        ("mailto:a@example.org, tel:+1-201-555-0123;", ["mailto:a@example.org", "tel:+1-201-555-0123"]),
        ("urn:isbn:0-395-36341-1. doi:10.1000/182)", ["urn:isbn:0-395-36341-1", "doi:10.1000/182"]),
        ("tag:yaml.org,2002:str data:text/plain,x", ["tag:yaml.org,2002:str", "data:text/plain,x"]),
        (
            "file:///etc/hosts file:/etc/hosts geo:37.78,-122.39",
            ["file:///etc/hosts", "file:/etc/hosts", "geo:37.78,-122.39"],
        ),
    ],
)
def test_identifiers_in_prose(text: str, expected: list[str]) -> None:
    """3987bis-04, 8.3."""
    assert identifiers("text", text) == expected


@in_one_test(
    ("text", "expected"),
    [
        # Brackets and braces without a partner, backslashes, backticks, dots, bars.
        ("http://e_x[a.org/y http://e/a[b\n\nhttp://e/a]b.", ["http://e_x[a.org/y", "http://e/a[b", "http://e/a]b"]),
        ("http://e/a{b\nhttp://e/a}b, http://e/a|b", ["http://e/a{b", "http://e/a}b", "http://e/a|b"]),
        ("{http://e/a}b [see http://e/a]b (see http://e/a)b", ["http://e/a"] * 3),
        ("http://e/a`b http://e/c", ["http://e/a`b", "http://e/c"]),
        ("`http://e/a`b `see http://e/a`; (`http://e/a`) `a` http://e/a`b `c`", ["http://e/a"] * 4),
        ("http://e/a\\b\nhttp://e/old\\new, which isn't it", ["http://e/a\\b", "http://e/old\\new"]),
        (
            "x = 'http://e/a\\c'; http://e/a\\nNext http://e/\\cite{b} http://e/\\_",
            ["http://e/a", "http://e/a", "http://e/", "http://e/"],
        ),
        ("http://e..org/ http://e_x..org, http://e..", ["http://e..org/", "http://e_x..org", "http://e"]),
        # White space in quotation marks, or in what should be a link of Markdown; but not in a sentence.
        (
            "\"http://e/a b\" 'http://e/c d.html' `http://e/?e=f g`",
            ["http://e/a b", "http://e/c d.html", "http://e/?e=f g"],
        ),
        ('"http://e my.org/" "http://e/a\tb"', ["http://e my.org/", "http://e/a\tb"]),
        ('{\\"a\\": \\"http://e/a b\\"}', ["http://e/a b"]),
        ('"http://e/a is the home page of it" "http://e/ http://e/b"', ["http://e/a", "http://e/", "http://e/b"]),
        ('"http://e/a " + b + "c" \'http://e/a \'', ["http://e/a", "http://e/a"]),
        (
            "[a](http://e/a b c) [d](http://e/e) f) ![g](http://e/h 'title') [i](http://e/j \"k\")",
            ["http://e/a b c", "http://e/e", "http://e/h 'title'", "http://e/j"],
        ),
        (
            'echo "See http://e/a \\\\n"; echo "http://e/b \\n" "http://e/c d\\n"',
            ["http://e/a", "http://e/b", "http://e/c d\\n"],
        ),
        # A bar before the text of a link; lists.
        (
            "{@link http://e/a|b} [[http://e/c|d]] [http://e/f|g] {@linkcode http://e/h|}",
            [f"http://e/{c}" for c in "acfh"],
        ),
        ("redis://a:1;redis://b:2 http://c/,ftp://d/", ["redis://a:1", "redis://b:2", "http://c/", "ftp://d/"]),
        # Broken beginnings.
        ("htp://e/ htttps://e ttps://e xhttp://e", ["htp://e/", "htttps://e", "ttps://e", "xhttp://e"]),
        ("http:/e.org/ http:://e.org https:/www.e.org.", ["http:/e.org/", "http:://e.org", "https:/www.e.org"]),
        ("http//e.org/a, https;//e.org; http\uff1a//e.org", ["http//e.org/a", "https;//e.org", "http\uff1a//e.org"]),
        ("http:// e.org/a b, http: //e.org", ["http:// e.org/a", "http: //e.org"]),
        ("http:\\\\www.e.org\\a", ["http:\\\\www.e.org\\a"]),
        ("https://https://e/ https:https://e/", ["https://https://e/", "https:https://e/"]),
        ("\\nhttp://e/ %2Chttp://e/ \\bhttp://e/", ["http://e/"] * 3),
    ],
)
def test_a_fault_does_not_end_an_identifier(text: str, expected: list[str]) -> None:
    assert identifiers("text", text) == expected


@in_one_test(
    "text",
    [
        "'data:image/png;base64,' + x 'tag:yaml.org,2002:' about://React/ http://h:proxyport/ http://(a|b).org/",
        "data: tag: info: file: urn: mailto: tel: a ternary ? data:x",
        'f"{data:>10}" {tag:x} lambda info:info dict(file:1)',
        "self.data:int, tag:str, urn:x, geo:here, doi:soon, info:src/main.py news:today",
        "std::string http::x about: x:y C:\\x label://comment // http:",
        "foo.http://x foo://x/y jdbc: x mysql://address=(host=a),b/ nats://u@a,v@b",
        "http:// http://... https://, 'http://'",
        'f"http://{host}/x" "http://e/{}/".format(x) f"http://e/{x["a"]}"',
        '"http://%s/x" % h "http://%(host)s/" "http://e/%d" "http://e:%d/" "http://e/pep-%04d/"',
        "http://$hostname/a/$b https://pr--<PR-NUMBER>.e.org/ http://e.org/<your-name>/x",
        "file:/^Dockerfile$/ urn:uuid:... gs://BUCKET[/PATH]/x",
        "ssh://user@host:poort/x http://сървър:порт/ http://unix:/run/x.sock",
        "http://$HOST/ http://${host}/ http://$(hostname)/ http://%HOST%/ http://@HOST@/ http://e/$1",
        r"^http://[^/]+/ http://.*\.org https?://(www\.)? http://www\.w3\.org http://(?:a|b)/ http://e/\d+",
        "http://user:password@host:port/ http://[host]/ http://localhost:PORT http://e/[id]/?t=[token]",
        '\'http://e/%\' + code "http://e/a%2"\n "0b"',
        "http://<host>/ https://<your-domain>.example.org/",
        "the http:// prefix, http:/x, http//, a http//b, return http;// the client, /http//e.org, http:// README.md",
        "https://*.example.org http://*/ file://`pwd`/x http://e/|version|/x http://e/#TICKET# http://e/^^5f",
        "'data:image/png;base64,iVBO' + 'Rw0K' \"data:text/plain;base64,aGk\"\n    \"aGk=\" svn+ssh://e.org/tags/a-#.#",
        "sed -e 's,http://e.org,http://f.org,g' -e s#http://e.org/a#b#",
        "nhttp:/x \\u003ahttpx://e \x1b[36mhttp//e.org",
    ],
)
def test_text_without_identifiers(text: str) -> None:
    assert identifiers("text", text) == []


@pytest.mark.parametrize(
    ("text", "comment", "inner"),
    [
        ("x = 'a b'  # iri: ignore[S001]", "# iri: ignore[S001]", "iri: ignore[S001]"),
        ("// iri: ignore\nx", "// iri: ignore", "iri: ignore"),
        (" * iri: ignore-file[C] why\r\nx", "* iri: ignore-file[C] why", "iri: ignore-file[C] why"),
        ("<!-- iri: ignore[S001] -->", "<!-- iri: ignore[S001] -->", "iri: ignore[S001] -->"),
        ("-- iri: ignore", "-- iri: ignore", "iri: ignore"),
        ("' iri: ignore", "' iri: ignore", "iri: ignore"),
        ("REM iri:ignore", "REM iri:ignore", "iri:ignore"),
    ],
)
def test_ignores_are_in_any_comment(text: str, comment: str, inner: str) -> None:
    assert comments("text", text) == [(comment, inner)]


@pytest.mark.parametrize(
    "text",
    [
        'comment = "# iri: ignore[CODE]"',
        "say `iri: ignore` or 'iri: ignore'",
        '"iri: ignore"',
        "iri: ignored, no",
        "iri:x",
    ],
)
def test_reports_of_ours_have_no_identifiers(text: str) -> None:
    assert comments("text", text) in (
        [],
        [("iri: ignored, no", "iri: ignored, no")],
    )  # of the latter nobody takes notice


def test_comments_and_identifiers_come_in_their_order() -> None:
    text = "http://a/ # iri: ignore[X]\nhttp://b/ # iri: ignore[Y] http://c/\n"
    texts = [text[item.start : item.end] for item in items("text", text)]
    assert texts == ["http://a/", "# iri: ignore[X]", "http://b/", "# iri: ignore[Y] http://c/", "http://c/"]


def test_an_identifier_that_is_broken_over_lines_has_its_places() -> None:
    (item,) = items("text", "<http://e/\r\n  a>")
    assert isinstance(item, Candidate)
    assert item.text == "http://e/a"
    assert item.offsets is not None
    assert list(item.offsets[8:]) == [9, 14, 15]


def test_blocks_end_before_what_goes_on() -> None:
    cut = document_type("text").cut
    assert cut is not None
    assert cut("a\nb <http://e/\n") == 2
    assert cut("a\nb <http://e/>\n") == 16
    assert cut("<http://e/\n") == 11  # nothing precedes it: it is read as it is
    assert cut("a < b\nc\nd") == 8
    assert cut("no end") == 0


PARTS = (
    *("http://", "e/a", ":", "<", "<URL:", ">", "(", ")", "[", "]", "{", "}", "'", '"', "\\", "\n", "\r\n", " "),
    *("。", "「", "」"),
)
MORE = (
    *("https://例え.jp", "urn:a-b:", "mailto:a@b", "data:text/plain,", "%", "%20", "%s", "$", ",", ".", "*", "_"),
    *("iri: ignore", "# ", "&quot;"),
)


@given(any_text(*PARTS, *MORE))
@example("(see http://e.org/a)")
def test_any_text_at_all(text: str) -> None:
    for item in check("text", text):
        if isinstance(item, Candidate):
            scheme = re.match(r"[A-Za-z][A-Za-z0-9+.-]*", item.text)
            assert scheme
            assert scheme[0].lower() in registered_schemes() or is_misspelled(scheme[0].lower())
            assert re.search(r"\w", item.text[scheme.end() :])


PLAIN = re.compile(r"http://[a-z]\w*(\.[a-z]+)?(:[0-9]+)?(/[\w~-]*\w){0,3}(\?\w+(=\w*\w)?)?", re.ASCII)
FRAMES = ["{}", "({})", '"{}"', "<{}>", "see {}, or", "「{}」", "**{}**"]


@given(st.from_regex(PLAIN, fullmatch=True), st.sampled_from(FRAMES))
def test_what_the_grammar_has_is_found_whole_in_its_delimiters(uri: str, frame: str) -> None:
    assert irigrammar.matches(uri, "URI", grammar="rfc3986")
    assert identifiers("text", frame.format(uri)) == [uri]


def test_schemes_in_use() -> None:
    text = "git+https://e/x svn+ssh://e postgresql+psycopg2://h/d s3://b/k jdbc:h2:mem:x foo://x/y"
    assert identifiers("text", text) == text.split()[:-1]
    own = Options(schemes=("Foo",))
    for kind in ("text", "markdown"):
        assert [item.text for item in items(kind, text, own) if isinstance(item, Candidate)] == text.split()


_PIECES = st.sampled_from(
    [
        *("http", "https", "://", "e.org", "/", "a", "_b", "?", "#", "=", ".", ",", ":", "(", ")", '"', "<", ">", "%s"),
        *("%C3%A9", "http://e.org/a", "http://e.org/b_(c)", "...", "&amp;", "{x}", "|", "*", "'", "\u3001", "$X", "80"),
        *("@", "\u00e9", "//", " ", " ", "\n", "&_", "F.C.", "\\", "`"),
    ]
)


@given(st.lists(_PIECES, max_size=24).map("".join))
def test_identifiers_that_are_seen_at_a_glance_are_those_that_are_looked_at(text: str) -> None:
    quick = list(candidates(text))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(beginning, "_PLAIN", re.compile(r"(?!)"))
        assert list(candidates(text)) == quick


SCRIPT = """#!/usr/bin/env python
# /// script
# dependencies = [
#   "a @ https://e.org/a b ; python_version < '3'",
#
#   'b[x,y]@https://e.org/a[b].whl',
#   "c @ file://{root}/c",  # as http://e.org/c|d
#   "d>=1",
# ]
# ///
x = "http://e.org/z"
"""


def test_requirements_in_scripts() -> None:
    expected = ["https://e.org/a b", "https://e.org/a[b].whl", "http://e.org/c|d", "http://e.org/z"]
    for text in (SCRIPT, SCRIPT.replace("\n", "\r\n")):
        assert identifiers("text", text) == expected
        check("text", text)
    not_closed = SCRIPT.replace("# ///\n", "")
    assert identifiers("text", not_closed)[0] == "https://e.org/a"


def test_comments_in_scripts_are_read_once() -> None:
    assert len(comments("text", SCRIPT.replace("as http", "iri: ignore "))) == 1
