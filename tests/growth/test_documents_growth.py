"""Linear time of documents of each type, and of patterns of file names."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from document_items import growth

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
        """http://|http://a)|http://a[|http://[|<http://a\n|http://a?[|:|data:|http://a'|mailto:a|a:b·|http://a{b|http://a}b"""
        """|http://a[b|http://a\\b|http://a`b|a}b|"http://a·|'http://a·|[x](http://a·|http//a.b|http:/a.|https://http:"""
        """|htp://a|:://·"""
    ),
    "po": """"|"\n"|"a\\|msgid "http://e.org/"\n"a"\n|#~·|\n \n""",
    "settings": "url=|url=http://e.org/a b\n|a·|a=b·|url=http\\:|export·",
    "man": "\\f[|\\-|http://e/\\-|\\(",
    "icalendar": """URL:http://e/\n·|URL;|A;"|A;B=\n·|a.|URL:a\n|X:http://e/\n\\""",
    "shex": "/a|/\\|a/|<a",
    "dockerfile": """ADD http://e/a b\n|\nENV a=b:c|\nADD --a·|ADD \\\n|a:·|"a:|'a:|http://e/a\\\n|\nENV \\\n#""",
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
    assert growth(kind, repeated, SIZES.get(kind, 20_000), before) < 24


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
    def seconds(count: int) -> float:
        text = document(count)
        start = time.process_time()
        list(find(text, type="json-ld"))
        return time.process_time() - start

    assert min(seconds(8_000) for _ in range(3)) < 24 * min(seconds(1_000) for _ in range(3))


@pytest.mark.parametrize("tag", ["loc", "a xmlns:b{0}='c'", "link", "a"])
def test_elements_within_elements(tag: str) -> None:
    """Well-formed documents: each element is in the one before."""

    def seconds(count: int) -> float:
        tags = "".join(f"<{tag.format(number)}>" for number in range(count))
        closing = f"</{tag.split(maxsplit=1)[0]}>" * count
        text = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{tags}{closing}</urlset>"
        start = time.process_time()
        list(find(text, type="xml"))
        return time.process_time() - start

    assert min(seconds(8_000) for _ in range(3)) < 24 * min(seconds(1_000) for _ in range(3))


@pytest.mark.parametrize("stars", [6, 12, 40])
@pytest.mark.parametrize("between", ["*", "?*", "**/"])
def test_patterns(stars: int, between: str) -> None:
    pattern = spec((f"{between}a" * stars + f"{between}b",))
    joint = "/" if between == "**/" else ""
    short, long = (joint.join("a" * size) + ".md" for size in (4_000, 32_000))
    assert not pattern.match_file(long)

    def seconds(name: str) -> float:
        started = time.perf_counter()
        for _ in range(3):
            pattern.match_file(name)
        return time.perf_counter() - started

    assert min(seconds(long) for _ in range(3)) < 4 * 8 * max(min(seconds(short) for _ in range(3)), 1e-4)
