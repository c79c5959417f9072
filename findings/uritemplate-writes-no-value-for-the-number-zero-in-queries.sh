#!/bin/sh
# uritemplate (Python) takes numbers and booleans as values. In a query those that are false in Python lose their value: page 0 becomes "?page=",
# and False, which elsewhere is "False", too. In a path, and as a string, 0 stays; uri-template writes "?page=0".
# Guess: "?page=0". Seen: uritemplate 4.2.0, uri-template 1.3.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q uritemplate==4.2.0 uri-template==1.3.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
import uri_template, uritemplate
EXPECTED = [
    ("{?page}", 0, "?page=", "?page=0"),
    ("{?page}", 1, "?page=1", "?page=1"),
    ("{?page}", "0", "?page=0", "?page=0"),
    ("/{page}", 0, "/0", "/0"),
    ("{?page}", False, "?page=", "?page=false"),
    ("/{page}", False, "/False", "/false"),
]
for text, value, *expected in EXPECTED:
    results = [uritemplate.expand(text, page=value), uri_template.expand(text, page=value)]
    print(text, repr(value), "->", *results)
    if results != expected:
        sys.exit(1)
PYTHON
