#!/bin/sh
# AsciiDoc makes a dash of "--" between letters, and a right quotation mark of an apostrophe. Asciidoctor does so before it looks for addresses, so
# that a bare one leads elsewhere: the link of http://e.example/a--b has U+2014 (written as a reference) in the place of the hyphens, with a zero
# width space after it. The same address as the target of a macro keeps them.
# Guess: addresses are left as they are written. Seen: @asciidoctor/core 4.1.0, Node.js, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @asciidoctor/core@4.1.0 >/dev/null 2>&1 || exit 2
cat >"$folder/a.mjs" <<'JS'
import * as asciidoctor from "@asciidoctor/core";
const convert = asciidoctor.convert ?? asciidoctor.default().convert.bind(asciidoctor.default());
for (const text of ["see http://e.example/a--b here", "see http://e.example/a'b here", "link:++http://e.example/a--b++[c]"]) {
  console.log(/href="([^"]*)"/.exec(await convert(text))[1]);
}
JS
seen=$(cd "$folder" && node a.mjs) || exit 2
printf '%s\n' "$seen"
expected='http://e.example/a&#8212;&#8203;b
http://e.example/a&#8217;b
http://e.example/a--b'
[ "$seen" = "$expected" ]
