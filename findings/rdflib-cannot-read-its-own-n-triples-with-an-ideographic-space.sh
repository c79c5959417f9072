#!/bin/sh
# An IRI may have an ideographic space (U+3000, a ucschar of RFC 3987), and N-Triples writes it as it is. rdflib writes such a line and cannot read
# it: its reader takes every white space of Unicode as the end of an IRI. Its Turtle, and oxigraph with the same line, read it.
# Guess: what is written can be read. Seen: rdflib 7.6.0, pyoxigraph 0.5.13, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q rdflib==7.6.0 pyoxigraph==0.5.13 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
import pyoxigraph
from rdflib import Graph, URIRef
from rdflib.plugins.parsers.ntriples import ParseError
TEXT = "http://example.org/\u6771\u4eac\u3000\u30bf\u30ef\u30fc"
graph = Graph().add((URIRef(TEXT), URIRef("http://example.org/p"), URIRef("http://example.org/o")))
lines = graph.serialize(format="nt")
print("written:", lines.strip())
print("oxigraph:", next(pyoxigraph.parse(lines, format=pyoxigraph.RdfFormat.N_TRIPLES)).subject)
turtle = set(Graph().parse(data=graph.serialize(format="turtle"), format="turtle")) == set(graph)
print("rdflib, as Turtle:", turtle)
try:
    Graph().parse(data=lines, format="nt")
except ParseError as error:
    print("rdflib, as N-Triples:", error)
    sys.exit(not turtle)
sys.exit(1)
PYTHON
