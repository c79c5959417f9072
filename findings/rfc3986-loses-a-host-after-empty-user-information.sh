#!/bin/sh
# userinfo of RFC 3986 may be empty: http://@example.org/ is a URI whose host is example.org. rfc3986.normalize_uri, which says that it follows
# section 6.2.2, writes it without its host, and is_valid_uri says that it is none; an empty authority (file:///etc) goes, too.
# Guess: unchanged, or without "@". Seen: rfc3986 2.0.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q rfc3986==2.0.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys, warnings
warnings.simplefilter("ignore")
import rfc3986
EXPECTED = {
    "http://@example.org/": (False, "http:/"),
    "http://a@example.org/": (True, "http://a@example.org/"),
    "file:///etc": (True, "file:/etc"),
}
seen = {text: (rfc3986.is_valid_uri(text), rfc3986.normalize_uri(text)) for text in EXPECTED}
for text, (valid, result) in seen.items():
    print(text, "valid" if valid else "invalid", "->", result)
sys.exit(seen != EXPECTED)
PYTHON
