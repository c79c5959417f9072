#!/bin/sh
# JSON Schema's formats "iri" and "iri-reference" are checked by rfc3987 with jsonschema's extra `format`, and by rfc3987-syntax with its extra
# `format-nongpl`. The second refuses IPv6 addresses with "::", so that one document is valid or not by the licence that its reader prefers;
# "uri" is checked by a third package, which accepts them.
# Guess: all accept them. Seen: jsonschema 4.26.0 with rfc3987 1.3.8, and with rfc3987-syntax 1.1.0; CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cat > "$folder/ask.py" <<'PYTHON'
from jsonschema import FormatChecker
checker = FormatChecker()
for kind in ("iri", "iri-reference", "uri"):
    for text in ("http://[2001:db8::1]/", "http://[2001:db8:0:0:0:0:0:1]/"):
        print(kind, text, checker.conforms(text, kind))
PYTHON
for extra in format format-nongpl; do
  python3 -m venv "$folder/$extra" || exit 2
  "$folder/$extra/bin/pip" install -q "jsonschema[$extra]==4.26.0" rfc3986-validator==0.1.1 2>/dev/null || exit 2
done
"$folder/format/bin/pip" install -q rfc3987==1.3.8 2>/dev/null || exit 2
"$folder/format-nongpl/bin/pip" install -q rfc3987-syntax==1.1.0 2>/dev/null || exit 2
"$folder/format/bin/python" "$folder/ask.py" > "$folder/gpl" || exit 2
"$folder/format-nongpl/bin/python" "$folder/ask.py" > "$folder/nongpl" || exit 2
echo "format:"; cat "$folder/gpl"
echo "format-nongpl:"; cat "$folder/nongpl"
! grep -q False "$folder/gpl" && [ "$(grep False "$folder/nongpl")" = "iri http://[2001:db8::1]/ False
iri-reference http://[2001:db8::1]/ False" ]
