"""Measure how readers of documents read identifiers.

They fill the rows of `grammar/world/readers.toml`. Each operation is a kind of document with one reference in it, and a
base: Turtle, JSON-LD and RDF/XML give the IRI that the reader makes of it; for XInclude, entities, names of namespaces
and URIs of files the result says whether it reads, for Markdown which link it makes. Readers: rdflib, pyoxigraph, PyLD,
lxml and data engines of this Python, `rapper`, `serdi`, `xmllint` and `cmark-gfm`, and the npm packages n3, jsonld and
rdfxml-streaming-parser in the folder that IRIGRAMMAR_READERS names; one that is not there is named.
"""

from __future__ import annotations

import datetime
import html
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote
from xml.sax.saxutils import quoteattr

from tools.world.rows import Row

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "explanation" / "readers.md"
_FILES = "file URI"
_MARKDOWN = "link in Markdown"
_RST = "reStructuredText"
REFUSED, READ = "refused", "read"
_SUBJECT, _PROPERTY = "http://s.example/s", "http://p.example/p"
_STREAMING = "rdfxml-streaming-parser"
_FORMS = {"Turtle": "turtle", "JSON-LD": "json-ld", "RDF/XML": "xml"}

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
        case "RDF/XML":
            names = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://p.example/"'
            inner = f"<p:p rdf:resource={quoteattr(reference)}/>"
            about = f'<rdf:Description rdf:about="{_SUBJECT}">{inner}</rdf:Description>'
            return f"<rdf:RDF {names} xml:base={quoteattr(base)}>{about}</rdf:RDF>"
        case "XInclude":
            return f'<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href={quoteattr(reference)}/></a>'
        case "external entity":
            return f"<!DOCTYPE a [<!ENTITY b SYSTEM {quoteattr(reference)}>]><a>&b;</a>"
        case "namespace name, XML 1.1":
            return f'<?xml version="1.1"?><a xmlns={quoteattr(reference)}/>'
    raise ValueError(operation)


def _of_lines(lines: str) -> str | None:
    match = re.search(r"> <([^<>]*)> \.", lines)
    return None if match is None else re.sub(r"\\u([0-9A-F]{4})", lambda code: chr(int(code[1], 16)), match[1])


def _rdflib(operation: str, base: str, reference: str) -> str | None:
    graph = import_module("rdflib").Graph().parse(data=document(operation, base, reference), format=_FORMS[operation])
    return next((str(value) for value in graph.objects()), None)


def _pyoxigraph(operation: str, base: str, reference: str) -> str | None:
    pyoxigraph = import_module("pyoxigraph")
    form = getattr(pyoxigraph.RdfFormat, re.sub(r"\W", "_", operation.upper()))
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


def _node(folder: str, operation: str, base: str, reference: str) -> str | None:
    script = Path(__file__).with_name("readers") / "resolve.js"
    line = json.dumps([operation, base, reference])
    done = subprocess.run(["node", script, folder], input=line, capture_output=True, text=True, check=True)
    value: str | None = json.loads(done.stdout)
    return value


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


def _lxml(path: Path, operation: str) -> bool:
    etree = import_module("lxml.etree")
    tree = etree.parse(path, etree.XMLParser(resolve_entities=True, load_dtd=True, no_network=True))
    if operation == "XInclude":
        tree.xinclude()
    return operation.startswith("namespace") or b"there" in etree.tostring(tree)


def _engine(name: str, _operation: str, _base: str, reference: str) -> str | None:
    """Return whether a data engine reads the file that a URI names, whose folder `/d` stands for another one."""
    with tempfile.TemporaryDirectory() as folder:
        uri = reference.replace("/d/", f"{folder}/", 1)
        path = Path(folder) / unquote(reference.rpartition("/")[2])
        path.write_text("x\n1\n", encoding="utf-8")
        module = import_module(name)
        match name:
            case "duckdb":
                rows = module.sql(f"SELECT * FROM read_csv('{uri}')").fetchall()
            case "pyarrow":
                files, where = import_module("pyarrow.fs").FileSystem.from_uri(uri)
                rows = import_module("pyarrow.csv").read_csv(files.open_input_stream(where)).to_pylist()
            case "fsspec":
                with module.open(uri, "rt") as stream:
                    rows = stream.readlines()
            case _:
                rows = list(module.read_csv(uri)["x"])
        return READ if rows else None


def _cmark_gfm(_operation: str, _base: str, text: str) -> str | None:
    """Return the text of the link that is made of a bare identifier in Markdown, None where none is made."""
    command = ["cmark-gfm", "-e", "autolink"]
    done = subprocess.run(command, input=f"see {text} x", capture_output=True, text=True, encoding="utf-8", check=True)
    match = re.search(r"<a href=[^>]*>(.*)</a>", done.stdout)
    return match and html.unescape(match[1])


def _docutils(_operation: str, _base: str, text: str) -> str | None:
    """Return the target of the link that is made of a bare identifier in reStructuredText."""
    tree = import_module("docutils.core").publish_doctree(f"see {text} x", settings_overrides={"report_level": 5})
    return next(
        (str(node["refuri"]) for node in tree.findall(lambda node: "refuri" in getattr(node, "attributes", ()))), None
    )


def _package(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _program(*command: str) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"\d+(?:\.(?:\d+|gfm))+|\d{5}", done.stdout + done.stderr)
    return match and match[0]


def readers() -> Iterator[tuple[str, str | None, Reader]]:
    """Yield the readers by name, with their version, None for one that is not there."""
    folder = os.environ.get("IRIGRAMMAR_READERS", "")
    yield "rdflib", _package("rdflib"), _rdflib
    yield "pyoxigraph", _package("pyoxigraph"), _pyoxigraph
    yield "PyLD", _package("PyLD"), _pyld
    yield "raptor", _program("rapper", "--version"), _raptor
    yield "serd", _program("serdi", "-v"), _serd
    for subject, name in (("N3.js", "n3"), ("jsonld.js", "jsonld"), (_STREAMING, _STREAMING)):
        path = Path(folder) / "node_modules" / name / "package.json"
        there = folder and path.is_file() and shutil.which("node")
        yield subject, json.loads(path.read_text())["version"] if there else None, partial(_node, folder)
    lint = _program("xmllint", "--version")  # as 20914
    version = lint and ".".join(str(int(part)) for part in (lint[:-4], lint[-4:-2], lint[-2:]))
    yield "libxml2", version, partial(_in_files, _xmllint)
    yield "cmark-gfm", _program("cmark-gfm", "--version"), _cmark_gfm
    yield "docutils", _package("docutils"), _docutils
    yield "lxml", _package("lxml"), partial(_in_files, _lxml)
    for name in ("polars", "pandas", "pyarrow", "duckdb", "fsspec"):
        yield name, _package(name), partial(_engine, name)


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
        ("references", _references(rows)),
        ("xml", _reading([row for row in rows if row.operation not in (*_FORMS, _FILES, _MARKDOWN, _RST)])),
        ("files", _reading([row for row in rows if row.operation == _FILES])),
    ):
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}{table}{end}{rest.partition(end)[2]}"
    return {PAGE: text}


def _references(rows: Sequence[Row]) -> str:
    """Return a table of the readers of RDF that make another IRI of a reference than its specification."""
    lines = ["| base | reference | IRI | others |\n", "|---|---|---|---|\n"]
    asked: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        if row.operation in _FORMS:
            asked.setdefault((row.example["base"], row.example["input"], row.example["expected"]), []).append(row)
    for question, of_question in asked.items():
        others: dict[str, dict[str, list[str]]] = {}
        for row in of_question:
            if row.example["result"] != row.example["expected"]:
                who = others.setdefault(row.example["result"], {}).setdefault(f"{row.subject} {row.version}", [])
                who.append(row.operation)
        shown = "; ".join(
            f"{_code(result)}: " + ", ".join(f"{name} ({', '.join(kinds)})" for name, kinds in names.items())
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
    return "refused" if text == REFUSED else f"`{text}`" if text else "empty"
