#!/bin/sh
# Two classes for URLs read http://[2001:db8::1]/ and write something else: purl cuts the host at its first colon, urlpy leaves out the brackets, so
# that the address has a port of its own. purl also writes mailto: and urn: without their schemes.
# Guess: unchanged. Seen: purl 1.6, urlpy 0.5, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q purl==1.6 urlpy==0.5 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
import purl, urlpy
EXPECTED = {
    "http://[2001:db8::1]/": ("http://[2001/", "http://2001:db8::1/"),
    "mailto:a@example.org": ("a@example.org", "mailto:a@example.org"),
    "urn:isbn:0": ("isbn:0", "urn:isbn:0"),
}
seen = {text: (str(purl.URL(text)), str(urlpy.parse(text))) for text in EXPECTED}
for text, results in seen.items():
    print(text, "->", *results)
sys.exit(seen != EXPECTED)
PYTHON
