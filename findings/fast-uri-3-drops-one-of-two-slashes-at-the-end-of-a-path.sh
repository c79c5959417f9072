#!/bin/sh
# fast-uri 3, with which ajv 8 resolves and normalizes, drops the last slash of a path that ends with two: http://example.org/a// becomes
# http://example.org/a/, another URI (RFC 3986, 5.2.4, removes dot segments and nothing else). equal() says that the two are one, and ajv does not
# find a schema by its own $id that ends so. Two slashes elsewhere stay, and fast-uri 4 keeps all.
# Guess: both slashes stay. Seen: fast-uri 3.1.9 and 4.2.4, ajv 8.20.0, Node 20.20.2, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
npm install --silent --no-package-lock ajv@8.20.0 three@npm:fast-uri@3.1.9 four@npm:fast-uri@4.2.4 >/dev/null 2>&1 || exit 2
node -e '
const [three, four, Ajv] = [require("three"), require("four"), require("ajv")];
const base = "http://base.example/", texts = ["http://example.org/a//", "http://example.org//", "http://example.org/a//b", "http://example.org/a/"];
const found = (id) => {
  try {
    const ajv = new Ajv({strict: false});
    ajv.addSchema({$id: id, type: "string"});
    return !ajv.compile({$id: base, $ref: id})(1);
  } catch (error) { return false; }
};
const rows = texts.map((text) => [text, three.normalize(text), three.resolve(base, text), four.normalize(text), found(text)]);
for (const row of rows) console.log(...row);
const equal = three.equal("http://example.org/a//", "http://example.org/a/");
console.log("equal", equal, four.equal("http://example.org/a//", "http://example.org/a/"));
const short = ["http://example.org/a/", "http://example.org/", texts[2], texts[3]];
const expected = texts.map((text, number) => [text, short[number], short[number], text, number > 1]);
process.exit(JSON.stringify(rows) === JSON.stringify(expected) && equal ? 0 : 1);
'
