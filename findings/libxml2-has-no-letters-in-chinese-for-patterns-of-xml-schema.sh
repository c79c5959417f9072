#!/bin/sh
# XML Schema part 2, appendix G: in patterns \p{L} is each character of the category Letter, and \d one of Nd, by a version of Unicode that the
# processor says. libxml2 takes no Chinese character for a letter (\P{L} and \w have it, and Hangul and Hiragana are letters), has three
# Ethiopic signs of the category No as digits, and not the Tamil zero of Unicode 4.1. xmlschema, in Python, takes them as Unicode has them.
# Guess: both know the characters of some recent Unicode. Seen: lxml 6.1.3 with libxml2 2.14.6, xmlschema 4.3.2, CPython 3.11, 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env" && "$folder/env/bin/pip" install -q lxml==6.1.3 xmlschema==4.3.2 2>/dev/null || exit 2
"$folder/env/bin/python" - <<'PYTHON'
import sys
from xml.sax.saxutils import quoteattr
import xmlschema
from lxml import etree
SCHEMA = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="t"><xs:simpleType><xs:restriction base="xs:string">
<xs:pattern value=%s/></xs:restriction></xs:simpleType></xs:element></xs:schema>"""
def verdicts(pattern, char):
    text = SCHEMA % quoteattr(pattern)
    element = etree.Element("t")
    element.text = char
    return etree.XMLSchema(etree.fromstring(text)).validate(element), xmlschema.XMLSchema(text).is_valid(f"<t>{char}</t>")
ROWS = [("\\p{L}", "\u65e5"), ("\\P{L}", "\u65e5"), ("\\p{L}", "\uac00"), ("\\d", "\u1369"), ("\\d", "\u0be6"), ("\\d", "\u0be7")]
seen = [verdicts(*row) for row in ROWS]
for (pattern, char), (libxml2, python) in zip(ROWS, seen):
    print(f"{pattern:6} U+{ord(char):04X}  libxml2 {libxml2}, xmlschema {python}")
expected = [(False, True), (True, False), (True, True), (True, False), (False, True), (True, True)]
sys.exit(seen != expected)
PYTHON
