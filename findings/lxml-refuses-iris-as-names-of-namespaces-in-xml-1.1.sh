#!/bin/sh
# Namespaces in XML 1.1, section 2.1, makes the name of a namespace an IRI. lxml does not parse a document of XML 1.1 with such a name: it says
# that the name is not a valid URI. Its parser with recover=True takes the name as it is, and CPython's ElementTree even in XML 1.0, where the
# document asks for a URI reference.
# Guess: version 1.1 is heard. Seen: lxml 6.1.3 with libxml2 2.14.6, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env" && "$folder/env/bin/pip" install -q lxml==6.1.3 2>/dev/null || exit 2
"$folder/env/bin/python" - <<'PYTHON'
import sys
from xml.etree import ElementTree
from lxml import etree
def parsed(version, name, **options):
    text = f"<?xml version='{version}' encoding='utf-8'?><a xmlns='{name}'/>".encode()
    try:
        return etree.fromstring(text, etree.XMLParser(**options)).tag
    except etree.XMLSyntaxError as error:
        return str(error).partition(",")[0]
IRI = "http://example.org/caf\u00e9"
seen = [parsed("1.1", IRI), parsed("1.0", IRI), parsed("1.1", IRI, recover=True), parsed("1.1", "http://example.org/caf%C3%A9")]
print(*seen, sep="\n")
python = ElementTree.fromstring(f"<a xmlns='{IRI}'/>").tag
print("ElementTree", python)
refusal = f"xmlns: '{IRI}' is not a valid URI"
sys.exit(seen != [refusal, refusal, f"{{{IRI}}}a", "{http://example.org/caf%C3%A9}a"] or python != f"{{{IRI}}}a")
PYTHON
