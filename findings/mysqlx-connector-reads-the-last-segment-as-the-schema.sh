#!/bin/sh
# The MySQL manual has one schema after the slash of a connection string, percent-encoded where it has to be. Of "/a/b" the X DevAPI connector of MySQL
# itself takes the schema "b" and drops "a" without a word; a "%62" it does not decode.
# Guess: an error, and "ab" for "a%62". Seen: mysqlx-connector-python 26.10.0, CPython 3.11, 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q mysqlx-connector-python==26.10.0 2>/dev/null || exit 2
"$folder/bin/python" - > "$folder/seen" <<'PYTHON' || exit 2
from mysqlx.connection import _parse_connection_uri
for uri in ("mysqlx://u:p@h/a", "mysqlx://u:p@h/a/b", "mysqlx://u:p@h/a%62"):
    print(uri, _parse_connection_uri(uri)["schema"])
PYTHON
cat "$folder/seen"
[ "$(cat "$folder/seen")" = "mysqlx://u:p@h/a a
mysqlx://u:p@h/a/b b
mysqlx://u:p@h/a%62 a%62" ]
