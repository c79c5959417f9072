#!/bin/sh
# XML Schema part 2, appendix G: \w is each character but punctuation, separators and others, so that "$" and "+" are in it and "_" is not; \s
# is space, tab, line feed and carriage return. elementpath, which xmlschema asks, has for both what Python's re has: no symbols, the
# underscore, and no-break spaces. libxml2 is as the document says there.
# Guess: a translation of patterns changes these two, as it changes \i and \c. Seen: elementpath 5.1.4, xmlschema 4.3.2, lxml 6.1.3 with
# libxml2 2.14.6, CPython 3.11, 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env" && "$folder/env/bin/pip" install -q elementpath==5.1.4 xmlschema==4.3.2 lxml==6.1.3 2>/dev/null || exit 2
"$folder/env/bin/python" - <<'PYTHON'
import sys
import xmlschema
from lxml import etree
SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="t"><xs:simpleType><xs:restriction base="xs:string">
<xs:pattern value="%s"/></xs:restriction></xs:simpleType></xs:element></xs:schema>"""
def verdicts(pattern, char):
    text, element = SCHEMA % pattern, etree.Element("t")
    element.text = char
    return xmlschema.XMLSchema(text).is_valid(element), etree.XMLSchema(etree.fromstring(text)).validate(element)
ROWS = [("\\w", "$"), ("\\w", "+"), ("\\w", "_"), ("\\s", "\u00a0"), ("\\s", "\u2003"), ("\\s", " ")]
seen = [verdicts(*row) for row in ROWS]
for (pattern, char), (python, libxml2) in zip(ROWS, seen):
    print(f"{pattern} U+{ord(char):04X}  xmlschema {python}, libxml2 {libxml2}")
sys.exit(seen != [(False, True), (False, True), (True, False), (True, False), (True, False), (True, True)])
PYTHON
