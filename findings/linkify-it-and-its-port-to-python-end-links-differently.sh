#!/bin/sh
# linkify-it (which markdown-it makes links with) and linkify-it-py (markdown-it-py) are one algorithm in two languages. Of Wikipedia's
# titles in Chinese, Tahitian and Amharic the original links a part, which is another page, and the port the whole, as UTS #58 has it. Guess: the same links. Seen: linkify-it 6.1.0, linkify-it-py 2.2.0, 2026-11-27.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q linkify-it-py==2.2.0 2>/dev/null || exit 2
npm install --silent --prefix "$folder" linkify-it@6.1.0 >/dev/null 2>&1 || exit 2
cat > "$folder/rows.txt" <<'ROWS'
see https://zh.wikipedia.org/wiki/联合国教育、科学及文化组织 on
see https://ty.wikipedia.org/wiki/’Afirita on
see https://am.wikipedia.org/wiki/አፈ፡ታሪክ on
ROWS
cat > "$folder/ask.cjs" <<'NODE'
const { readFileSync } = require("node:fs");
const { LinkifyIt } = require("linkify-it");
const linkify = new LinkifyIt();
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) console.log(linkify.match(line)[0].url);
NODE
node "$folder/ask.cjs" "$folder/rows.txt" > "$folder/original" || exit 2
"$folder/bin/python" -c '
import sys
from linkify_it import LinkifyIt
for line in open(sys.argv[1], encoding="utf-8"):
    print(LinkifyIt().match(line)[0].url)' "$folder/rows.txt" > "$folder/port" || exit 2
paste "$folder/original" "$folder/port"
[ "$(cat "$folder/original")" = "https://zh.wikipedia.org/wiki/联合国教育
https://ty.wikipedia.org/wiki/
https://am.wikipedia.org/wiki/አፈ" ] && [ "$(cut -d' ' -f2 "$folder/rows.txt")" = "$(cat "$folder/port")" ]
