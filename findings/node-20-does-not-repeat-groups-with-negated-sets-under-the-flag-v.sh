#!/bin/sh
# ECMA-262, 22.2.2: "(?:b[^a])+" matches "b0" with and without the flags u and v. In Node.js 20 it does not with v, which is the flag of the
# attribute `pattern` in HTML: no group that is repeated matches where a negated set is after something else in it. Node.js 24 is right.
# Guess: v changes what sets can hold, and not what groups do. Seen: Node.js 20.19.4 and 24.4.1, of the npm package `node`, 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 2
cat > ask.mjs <<'JAVASCRIPT'
const rows = ["^(?:b[^a])+$", "^(?:b[^a]){2}$", "^(?:b[^a])(?:b[^a])$", "^(?:b[0-9])+$"];
console.log(rows.map((row) => [..."uv"].map((flag) => Number(new RegExp(row, flag).test("b0b0"))).join("")).join(" "));
JAVASCRIPT
mkdir old new && npm install --silent --prefix old node@20.19.4 >/dev/null 2>&1 || exit 2
npm install --silent --prefix new node@24.4.1 >/dev/null 2>&1 || exit 2
old=$(old/node_modules/.bin/node ask.mjs) && new=$(new/node_modules/.bin/node ask.mjs) || exit 2
echo "with u and v: Node.js 20.19.4 $old; Node.js 24.4.1 $new"
[ "$old" = "10 10 11 11" ] && [ "$new" = "11 11 11 11" ]
