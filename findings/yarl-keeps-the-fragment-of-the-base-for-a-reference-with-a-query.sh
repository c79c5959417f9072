#!/bin/sh
# The result of resolving has the fragment of the reference, and never that of the base (RFC 3986, section 5.2.2). yarl's URL.join keeps the fragment of
# the base for a reference that has a query and no path; httpx, hyperlink, rfc3986 and urljoin do not, and for a path yarl does not, either.
# Guess: only an empty reference keeps it, as in urljoin. Seen: yarl 1.25.1, httpx 0.28.1, hyperlink 21.0.0, rfc3986 2.0.0, CPython 3.11, 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q yarl==1.25.1 httpx==0.28.1 hyperlink==21.0.0 rfc3986==2.0.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
from urllib.parse import urljoin

import httpx
import hyperlink
import rfc3986
import yarl

BASE, REFERENCE = "http://example.org/a#f", "?b"
seen = {
    "yarl": str(yarl.URL(BASE).join(yarl.URL(REFERENCE))),
    "yarl, a path": str(yarl.URL(BASE).join(yarl.URL("c"))),
    "httpx": str(httpx.URL(BASE).join(REFERENCE)),
    "hyperlink": hyperlink.URL.from_text(BASE).click(REFERENCE).to_text(),
    "rfc3986": rfc3986.uri_reference(REFERENCE).resolve_with(BASE).unsplit(),
    "urljoin": urljoin(BASE, REFERENCE),
}
for name, result in seen.items():
    print(f"{name}: {result}")
right = "http://example.org/a?b"
expected = dict.fromkeys(seen, right) | {"yarl": f"{right}#f", "yarl, a path": "http://example.org/c"}
sys.exit(seen != expected)
PYTHON
