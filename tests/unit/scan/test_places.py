"""Each declared place of one identifier is read whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import pytest
from document_items import check
from rows import in_one_test

from irigrammar._generated.documents import CONTENT, HTML, XML
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options, document_types, type_of

pytest.importorskip("yaml")

TURTLE = ("ttl", "trig", "n3", "shex")
LISTS = {"names", "iris", "pairs", "urls", "srcset", "terms", "prefixes"}
# Places besides those of tables, by names of files of each type. The value has a space, and is a word in a list.
PLACES = {
    "a.jsonld": [
        *(f'{{"@{name}": "a b"}}' for name in ("id", "type", "context")),
        *(f'{{"@context": {{"@{name}": "a b"}}}}' for name in ("vocab", "base", "import")),
        *(
            f'{{"@context": {{"x": {definition}}}}}'
            for definition in ('"a b"', '{"@id": "a b"}', '{"@reverse": "a b"}')
        ),
        *(
            f'{{"@context": {{"x": {{"@id": "http://e/", "@type": "{kind}"}}}}, "x": "a b"}}'
            for kind in ("@id", "@vocab")
        ),
        *(f'{{"@context": {{"x": {{"@container": "@{kind}"}}}}, "x": {{"a b": {{}}}}}}' for kind in ("id", "type")),
        '{"@context": {"x": {"@type": "a b"}}}',
    ],
    "a.yamlld": ['"@context": {"@version": 1.1}\n"@id": a b\n"@type": a b\n'],
    "a.html": ['<script type="application/ld+json">{"@id": "a b"}</script>', "<meta property=og:url content='a b'>"],
    "a.xhtml": ["<a href='a b'/>"],
    "a.md": ["[x](<a b>)", "![x](<a b>)", "[x]: <a b>\n[x]", "<img src='a b'>"],
    "a.ipynb": ['{"cells": [{"cell_type": "markdown", "source": ["[x](<a b>)"]}]}'],
    "a.xml": [
        '<!DOCTYPE a SYSTEM "a b"><a/>',
        '<a xmlns="a b"/>',
        '<?xml-stylesheet href="a b"?><a/>',
        *(f'<!DOCTYPE a [<!{kind} b SYSTEM "a b">]><a/>' for kind in ("ENTITY", "ENTITY %", "NOTATION")),
    ],
    "sitemap.xml": ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>a b</loc></url></urlset>'],
    **{f"a.{name}": ["<a b> :p <o>.", "@prefix a: <a b> .", "@base <a b> .", "'x'^^<a b>."] for name in TURTLE},
    **{f"a.{name}": ["<a b> <http://e/> <http://e/> .\n"] for name in ("nt", "nq")},
    "a.ics": [f"{name}:a b\r\n" for name in CONTENT["icalendar"]["uris"].split()] + ["ATTACH;VALUE=uri:a b\r\n"],
    "a.url": ["[InternetShortcut]\nURL=a b\n"],
    "a.desktop": ["[Desktop Entry]\nURL=a b\n"],
    "a.css": ["a { b: url(a b) }", "a { b: url( 'a b' ) }", '@import "a b" c;', "@import url(a b);"],
}
# A scheme says where an identifier begins in these, which declare no place, or compare by "<".
BY_SCHEME = {
    "a.rq": ["SELECT * {<http://a b> ?p ?o}", "PREFIX a: <http://a b>", "BASE <http://a b>"],
    "requirements.txt": ["x @ http://a b\n"],
    "Dockerfile": ['ADD ["http://a b", "/c"]\n'],
    **{f"a.{name}": ['x "http://a b"\n'] for name in ("sh", "fish", "ps1", "bat")},
    **{
        f"a.{name}": ['x "http://a b\\n"\n']
        for name in ("c", "go", "java", "kt", "rs", "cs", "js", "dart", "php", "py", "rb", "pl", "el")
    },
    "a.sql": ["'http://a b', 'it''s', E'http://a b\\n'\n"],
    "a.csv": ["url,x\nhttp://a b,y\n"],
    "a.tsv": ["url\tx\nhttp://a b\ty\n"],
    "a.toml": ["url = 'http://a b'\n"],
    "a.json": ['{"url": "http://a b"}'],
    "a.jsonl": ['{"url": "http://a b"}\n'],
    "a.yaml": ["url: http://a b\n"],
    "a.ini": ["url = http://a b\n"],
    "a.spdx": ["PackageHomePage: http://a b\n"],
    "a.adoc": [
        *(f"{name}http://a b[x]" for name in ("link:", "image:", "image::", "video::", "audio::", "include::")),
        *(f"link:{before}http://a b{after}[x]" for before, after in (("++", "++"), ("pass:[", "]"))),
        *(f"image::b.png[x,link={quote}http://a b{quote}]" for quote in ("", '"')),
    ],
    "a.tex": [
        *(rf"\{name}{{http://a b}}" for name in ("url", "nolinkurl", "href", "href[x]", "hyperref", "hyperimage")),
        "\\url {http://a\n  b}",
    ],
    "a.bib": [
        *(
            f"@misc{{x, {name} = {{http://a b}}}}"
            for name in ("url", "URL", "bdsk-url-1", "doi", "ee", "eprint", "howpublished")
        ),
        '@misc{x, link="http://a b"}',
        "@misc{x, note = {\\url{http://a b}}}",
    ],
    "a.org": ["[[http://a b]]", "[[http://a b][x]]", "[[http://a\nb][x]]"],
}
# docutils 0.22.4 removes white space from targets.
WITHOUT_SPACE = [
    "`x <http://a b>`__",
    "`<http://a\n b>`_",
    ".. _x: http://a b",
    ".. _`x: y`: http://a\n   b",
    ".. __: http://a b",
    ".. _x:\n   http://a b",
    "__ http://a b",
    *(f".. {name}:: http://a b\n   :alt: x" for name in ("image", "figure", "|x| image")),
    *(f".. x::\n   :{name}: http://a b\n   :alt: x" for name in ("target", "url")),
]
RUNNING_TEXT = {"man", "po", "text"}


def texts(name: str, document: str) -> set[str]:
    kind = type_of(PurePath(name))
    assert kind is not None
    return {item.text for item in check(kind.name, document, Options(path=name)) if isinstance(item, Candidate)}


def test_every_type_is_here() -> None:
    kinds = {kind.name for name in {**PLACES, **BY_SCHEME, "a.rst": WITHOUT_SPACE} if (kind := type_of(PurePath(name)))}
    assert {kind.name for kind in document_types()} - kinds == RUNNING_TEXT


@in_one_test(("name", "document"), [(name, document) for name, row in PLACES.items() for document in row])
def test_places(name: str, document: str) -> None:
    assert "a b" in texts(name, document)


@in_one_test(("name", "document"), [(name, document) for name, row in BY_SCHEME.items() for document in row])
def test_places_of_what_has_a_scheme(name: str, document: str) -> None:
    assert "http://a b" in texts(name, document)


@in_one_test("document", WITHOUT_SPACE)
def test_places_where_readers_remove_white_space(document: str) -> None:
    assert texts("a.rst", document) == {"http://ab"}


def in_xml() -> Iterator[tuple[str, str]]:
    for row in XML:
        for namespace in row["namespaces"].split():
            root = row.get("roots", "root").split()[0]
            for kind, words in row.items():
                for word in words.split() if kind not in ("namespaces", "roots", "trims") else ():
                    element, _, attribute = word.replace("*", "e").partition("/@")
                    value = "a| b|" if kind in LISTS else "a b"
                    if element == "/":
                        prefix = "xml" if namespace.startswith("http://www.w3.org/XML/") else "p"
                        yield f'<r xmlns:{prefix}="{namespace}" {prefix}:{attribute}="{value}"/>', value
                    else:
                        inner = f'{element} {attribute}="{value}"/' if attribute else f"{element}>{value}</{element}"
                        bound = f' xmlns="{namespace}"' if ":" in namespace else ""
                        around = "root" if bound else root
                        yield f"<{around}{bound}><{inner}></{around}>", value


def in_html() -> Iterator[tuple[str, str]]:
    for kind, words in (item for table in ("html", "rdfa") for item in HTML[table].items()):
        for word in words.split():
            element, _, attribute = word.replace("*", "p").partition("/@")
            value = {"terms": "http://e/| b", "prefixes": "a: a| b: b"}.get(kind, "a| b|" if kind in LISTS else "a b")
            before = "0; url=" * (kind == "refresh")
            yield f'<{element} http-equiv=refresh {attribute}="{before}{value}">', value


@in_one_test(
    ("name", "document", "value"), [*(("a.xml", *row) for row in in_xml()), *(("a.html", *row) for row in in_html())]
)
def test_places_of_tables(name: str, document: str, value: str) -> None:
    found = texts(name, document)
    assert value in found if value == "a b" else not found.isdisjoint(value.split())
