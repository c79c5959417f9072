#!/bin/sh
# Turtle, JSON-LD and RDF/XML resolve relative references by RFC 3986, section 5.2. rdflib has a resolver for each: of the examples of section
# 5.4, with the base http://a/b/c/d;p?q, Turtle's leaves dots in paths and drops "d;p" before a query, JSON-LD's adds "/." to a reference that
# begins with "//", and RDF/XML's reads all of these as the section says. One graph in three formats has other subjects.
# Guess: one resolver. Seen: rdflib 7.6.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q rdflib==7.6.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import json, sys
from rdflib import Graph
BASE = "http://a/b/c/d;p?q"
HEAD = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="x:">'
FORMATS = {
    "turtle": lambda text: f"<{text}> <x:p> 1 .",
    "json-ld": lambda text: json.dumps({"@context": {"@base": BASE}, "@id": text, "x:p": 1}),
    "xml": lambda text: f'{HEAD}<rdf:Description rdf:about="{text}"><e:p>1</e:p></rdf:Description></rdf:RDF>',
}
EXPECTED = {
    "?y": ["http://a/b/c/?y", "http://a/b/c/d;p?y", "http://a/b/c/d;p?y"],
    "//g": ["http://g", "http://g/.", "http://g"],
    "/../g": ["http://a/../g", "http://a/g", "http://a/g"],
    "g/../h": ["http://a/b/c/g/../h", "http://a/b/c/h", "http://a/b/c/h"],
}
seen = {
    text: [str(next(Graph().parse(data=write(text), format=kind, publicID=BASE).subjects())) for kind, write in FORMATS.items()]
    for text in EXPECTED
}
for text, results in seen.items():
    print(text, "->", *(f"{kind} {result}" for kind, result in zip(FORMATS, results)))
sys.exit(seen != EXPECTED)
PYTHON
