#!/bin/sh
# A reference that is empty or has a fragment only is about the same document: it keeps the query of the base (RFC 3986, section 5.2.2; the URL
# Standard, too). url-parse keeps the path and drops the query, so that a link within a page leads to another page. Node.js's URL keeps it.
# Guess: as the URL Standard, whose interface it has. Seen: url-parse 1.5.10, Node.js 20, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" url-parse@1.5.10 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.cjs" <<'NODE'
const parse = require("url-parse");
const base = "http://example.org/list?page=2#top";
for (const text of ["#end", ""]) console.log(JSON.stringify(text), new parse(text, base).href, new URL(text, base).href);
NODE
node "$folder/ask.cjs" > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = '"#end" http://example.org/list#end http://example.org/list?page=2#end
"" http://example.org/list http://example.org/list?page=2' ]
