#!/bin/sh
# Alternatives of ABNF have no order (RFC 5234, section 3.2), so that RFC 3986's `host` has the name "1.2.3.4.example" as it has the address
# "1.2.3.4". apg-js, a generator of parsers for ABNF, takes the first alternative that matches a beginning and never another one: with the RFC's
# rules as they are the name is no host; with the alternatives exchanged it is one.
# Guess: the name is a host. Seen: apg-js 4.4.0, Node.js 20, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" apg-js@4.4.0 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.cjs" <<'NODE'
const { apgApi, apgLib } = require("apg-js");
// RFC 3986, section 3.2.2, and RFC 5234, appendix B.1.
const rules = (host) => `host = ${host}
IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet = DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35
reg-name = *( unreserved / sub-delims )
unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
`;
for (const host of ["IPv4address / reg-name", "reg-name / IPv4address"]) {
  const api = new apgApi(rules(host).replaceAll("\n", "\r\n"));
  api.generate();
  if (api.errors.length) process.exit(2);
  const grammar = api.toObject();
  for (const text of ["1.2.3.4", "1.2.3.4.example", "example"])
    console.log(host, text, new apgLib.parser().parse(grammar, "host", apgLib.utils.stringToChars(text)).success);
}
NODE
node "$folder/ask.cjs" > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = "IPv4address / reg-name 1.2.3.4 true
IPv4address / reg-name 1.2.3.4.example false
IPv4address / reg-name example true
reg-name / IPv4address 1.2.3.4 true
reg-name / IPv4address 1.2.3.4.example true
reg-name / IPv4address example true" ]
