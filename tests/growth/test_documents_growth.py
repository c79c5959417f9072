"""Linear time of documents of each type, and of patterns of file names."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from document_items import items
from growth import growth

from irigrammar import find
from irigrammar.scan.patterns import spec

pytestmark = pytest.mark.growth

XLINK, ATOM = 'xmlns:x="http://www.w3.org/1999/xlink"', 'xmlns="http://www.w3.org/2005/Atom"'
_RDF = """<http://e/a>·|<a|<|"|'|'''|\\|# a\n|"a\n|base·|a:%|a\\~|prefix a:|<a\\u0041>|<<|"\\|<\n"""
_XML = (
    """<a>|</a>|<a b='c'·|<|&|<!--|<![CDATA[|<?|'|<a x:y='|<a xml:base='b'>|<a/>|<a xmlns='b' xmlns:c='d'>|<id ATOM>"""
    """|<id><!-- -->|<!DOCTYPE a [|<!ENTITY a 'b|]]>|&a;|<a><b></a>|<a =|a=''|<!ENTITY a '&a;'>|%a;|<!A '"""
    """|<a xml:base="&e;"/>|<a <a|http://e/·|a:|<a>x:<b/>|<code>http://e/|<a b='data:;base64,a a'/>|<!-- http://e/"""
    """|<a b='c>|<!DOCTYPE a [<!A '|<!DOCTYPE a []>|<a b"""
).replace("ATOM", ATOM)

# For each type the parts to repeat, with "·" for a space at an end, and the size of the smaller document.
PARTS = {
    "html": (
        """<div>|<a href=x>|<svg>|</math>|<a·|<!--|<|<img srcset='a (,'>|<svg><title>|x=y·|<style>url("""
        """|<p style="url('|<code>a:b|&amp;:|<style>"\\"|<style>/*|<iframe srcdoc=<iframe"""
        """|<p about=a_b:c prefix='a: b:'>|<script type=application/ld+json><![CDATA[ ]]> a|<p prefix='a:b::·"""
        """|<a b='c>|<svg><p>|<svg></svg>|<script><!--<script>|</|<!-|<a <b·"""
    ),
    "json-ld": (
        """{"@context":|"@context":{"a":"b:/",|{"@context":{"a":"b:#"},"@id":"a:b"},|{"@context":"","a":"""
        """|{"@context":{"a":{"@context":|{"@context":{"@vocab":"#"},"a":|{"@context":{"@base":"a:/b"},"@id":"c","a":"""
        """|{"@context":[null,|{"@context":{"a":{"@id":"b:c","@context":{"a":"d:#"}}},"@type":"a","a":"""
    ),
    "json": """"bomFormat"|bomFormat:··|{"bomFormat":·|{"bomFormat":"CycloneDX","url":"a b"},|{"openapi":"3.1","a":""",
    "notebook": """{"cells":[{"source":["|{"cells":[{"source":["a",|",\"""",
    "yaml": """{"@context":·|"@context": {a: "b:#"}\n|{openapi: 3.1,·""",
    "toml": """a = ["b @ http://c·|[a.b]\n""",
    "spdx": "SPDXVersion:·|PackageHomePage: a b\n|A: http://e/\n",
    "markdown": "[|](|[a](b)·|![a](|`a|>·|- a\n|[a]: b\n\n|<a·|<!--|¦a|*a **|<div>\n\n",
    "n-triples": _RDF,
    "turtle": _RDF,
    "requirements": "-e·|a [|#·|a @ http://|http://| \\\n|a @ b:c·|a·",
    "text": (
        """http://a/[[a|://:a|http://a%a|http://a.[b|"""
        """http://|http://a)|http://a[|http://[|<http://a\n|http://a?[|:|data:|http://a'|mailto:a|a:b·|http://a{b|http://a}b"""
        """|http://a[b|http://a\\b|http://a`b|a}b|"http://a·|'http://a·|[x](http://a·|http//a.b|http:/a.|https://http:"""
        """|htp://a|:://·"""
    ),
    "po": """"|"\n"|"a\\|msgid "http://e.org/"\n"a"\n|#~·|\n \n""",
    "settings": "url=|url=http://e.org/a b\n|a·|a=b·|url=http\\:|export·",
    "man": "'\\f|\\f[|\\-|http://e/\\-|\\(",
    "icalendar": """URL:http://e/\n·|URL;|A;"|A;B=\n·|a.|URL:a\n|X:http://e/\n\\""",
    "shex": "/a|/\\|a/|<a",
    "dockerfile": """ADD http://e/a b\n|\nENV a=b:c|\nADD --a·|ADD \\\n|a:·|"a:|'a:|http://e/a\\\n|\nENV \\\n#""",
    "rst": (
        "`|``|<|`a <|`a <b:c·|`a <http://e/>`_·|.. _|.. _a:|.. _a: b:c·|.. |b| image::·|``a:|<a\n|`<http://e/a\n"
        "|\n.. __: http://e/a\n·|\n:target: a:b\n"
    ),
    "asciidoc": 'http://e/[|http://e/·|link:a:b|link:++a+|link:pass:[a|link=a:b |link="a:b|image::a:|\\a:|mailto:a[|a://',
    "tex": "\\url{|\\url{a:|\\url{http://e/a·|\\url[|\\url{a:{b|%|\\verb|\\verb+|\\_|{\\_}|\\url{a:b}|\\url{a:b%\n|http://e/\\_·",
    "bibtex": 'url={|url=|url="a:b|url = {http://e/a·|a|url={a:b}|%',
    "org": "[[|[[a:b|[[a:b]|[[a:b][c]]|[[a:b\n|=|=a|=a·|\\[|[[http://e/a\\",
    "shell": """'http://e/|"http://e/ |a:$(|a:\\|# http://e/ |"\\|$(|`a:|'a|"a\n|<<E\n|<<A <<B\na:b\nA\nB\n|<<A\n""",
    "powershell": """<# http://e/ |<#|"http://e/``|''|`|a:$(|@"\n|"a""|a:`""",
    "batch": """rem http://e/ |\n:: a:|^|%%|"a:%1|a:^|%""",
    "css": """url( a |url("a|url(|/* http://e/ |/*|@import |@import "a|"\\|\\|url("a" |url(a"""
    """|image-set("a"·|image-set(|type(""",
    "c": '"http://e/\\xc3"·|\\u|"http:\\/\\/e|\\"|\'\\|/*',
    "javascript": "'http://e/\\u00e9'·|(/[|`\\/|'\\",
    "python": 'b\'\\x|"""\\"|"http://e/\\xff',
    "sql": """'http://e''|$$ http://e/|E'""",
    "n3": "=>|<=|<-·|<a>",
    "xml": _XML,
}
SIZES = {"markdown": 2_000, "xml": 8_000}
CASES = [(kind, "", part) for kind, row in PARTS.items() for part in row.split("|")] + [
    ("xml", before, part)
    for before in (f"<r {XLINK} {ATOM} x:href='", "<!DOCTYPE r [<!ENTITY e '12345'>")
    for part in _XML.split("|")
]


@pytest.mark.parametrize(("kind", "before", "part"), CASES)
def test_documents(kind: str, before: str, part: str) -> None:
    """Eight times the length; quadratic would be 64."""
    repeated = part.replace("·", " ").replace("¦", "|")
    size = SIZES.get(kind, 20_000)
    short, long = (before + repeated * (length // len(repeated)) for length in (size, 8 * size))
    assert growth(lambda text: items(kind, text), short, long, limit=24) < 24


def in_contexts(count: int) -> str:
    """Return contexts within contexts, each with a term of its own."""
    nodes = (f'{{"@context":{{"a{number}":"b:#"}},"@id":"a{number}:c","d":' for number in range(count))
    return f"{''.join(nodes)}1{'}' * count}"


def of_prefixes(count: int) -> str:
    """Return a prefix that is declared by a prefix, and so on."""
    terms = ",".join(f'"a{number}":"a{number - 1}:/"' for number in range(count, 0, -1))
    return f'{{"@context":{{{terms},"a0":"b:/"}},"@id":"a{count}:c"}}'


def in_scopes(count: int) -> str:
    """Return a property whose context is long, within itself and in many nodes with another context."""
    terms = ",".join(f'"c{number}":"b:#"' for number in range(count))
    nodes = '{"@context":{"e":"f:#"},"a":{}},' * count
    nested = '{"a":' * count + "1" + "}" * count
    return f'{{"@context":{{"a":{{"@id":"b:c","@context":{{{terms}}}}}}},"d":[{nodes}{nested}]}}'


@pytest.mark.parametrize("document", [in_contexts, of_prefixes, in_scopes])
def test_contexts(document: Callable[[int], str]) -> None:
    assert growth(lambda text: list(find(text, type="json-ld")), document(1_000), document(8_000), limit=24) < 24


@pytest.mark.parametrize("tag", ["loc", "a xmlns:b{0}='c'", "link", "a"])
def test_elements_within_elements(tag: str) -> None:
    """Well-formed documents: each element is in the one before."""

    def text(count: int) -> str:
        tags = "".join(f"<{tag.format(number)}>" for number in range(count))
        closing = f"</{tag.split(maxsplit=1)[0]}>" * count
        return f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{tags}{closing}</urlset>"

    assert growth(lambda text: list(find(text, type="xml")), text(1_000), text(8_000), limit=24) < 24


@pytest.mark.parametrize("stars", [6, 12, 40])
@pytest.mark.parametrize("between", ["*", "?*", "**/"])
def test_patterns(stars: int, between: str) -> None:
    pattern = spec((f"{between}a" * stars + f"{between}b",))
    joint = "/" if between == "**/" else ""
    short, long = (joint.join("a" * size) + ".md" for size in (4_000, 32_000))
    assert not pattern.match_file(long)
    assert growth(pattern.match_file, short, long, limit=32) < 32
