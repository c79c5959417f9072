#!/bin/sh
# A reference that begins with "//" has a host of its own, and nothing of the base but the scheme (RFC 3986, section 5.2.2). boltons' URL.navigate
# takes the path and the query of the base along to the other host, and makes of a reference with another scheme one with "//" and the base's path.
# Guess: the examples of section 5.4. Seen: boltons 26.2.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q boltons==26.2.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
from urllib.parse import urljoin
from boltons.urlutils import URL
BASE = "http://a/b/c/d;p?q"
EXPECTED = {"//g": "http://g/b/c/d;p?q", "g:h": "g://a/b/c/h", "../g": "http://a/b/g"}
seen = {text: URL(BASE).navigate(text).to_text() for text in EXPECTED}
for text, result in seen.items():
    print(text, "->", result, "instead of", urljoin(BASE, text))
sys.exit(seen != EXPECTED)
PYTHON
