#!/bin/sh
# Chinese and Japanese have no space before a link. bleach.linkify begins links at a boundary of words, of which there is none between an
# ideograph and "https": it then takes the host for a name without a scheme, and writes a link to http.
# Guess: the https link, or none. Seen: bleach 6.4.0, CPython 3.11, 2026-11-27.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q bleach==6.4.0 2>/dev/null || exit 2
"$folder/bin/python" - <<'PYTHON'
import sys
from bleach.linkifier import Linker
rows = {
    "见 https://example.com/a": 'href="https://example.com/a"',
    "见https://example.com/a": 'href="http://example.com/a"',
    "参照https://例え.jp/a": 'href="http://例え.jp/a"',
}
for text, expected in rows.items():
    seen = Linker(callbacks=[]).linkify(text)
    print(text, "->", seen)
    if expected not in seen:
        sys.exit(1)
PYTHON
