#!/bin/sh
# RFC 7252, section 6.4, decodes each segment of the path of a coap URI into an option Uri-Path, and keeps empty ones. coap (npm) does neither: the
# server gets "a%62" and not "ab", "caf%C3%A9" and not "café", and no empty segment of "/a/". aiocoap
# sends what the RFC says.
# Guess: both do as the RFC says. Seen: coap 1.5.0 (Node.js 20), aiocoap 0.4.17 (CPython 3.11), 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" && "$folder/venv/bin/pip" install -q aiocoap==0.4.17 2>/dev/null || exit 2
npm install --silent --no-audit --no-fund --prefix "$folder" coap@1.5.0 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.py" <<'PYTHON'
import json
import aiocoap
for path in ("/a%62", "/caf%C3%A9", "/a/"):
    message = aiocoap.Message(code=aiocoap.GET)
    message.set_request_uri(f"coap://h{path}")
    print(path, "aiocoap", json.dumps(message.opt.uri_path, ensure_ascii=False, separators=(",", ":")))
PYTHON
cat > "$folder/ask.cjs" <<'NODE'
const coap = require("coap");
const server = coap.createServer((request, response) => {
  const segments = request.options.filter(({ name }) => name === "Uri-Path").map(({ value }) => value.toString());
  response.end(JSON.stringify(segments));
});
const ask = (paths) => {
  if (!paths.length) process.exit(0);
  coap.request(`coap://127.0.0.1:${server._sock.address().port}${paths[0]}`).on("response", (response) => {
    console.log(paths[0], "coap (npm)", response.payload.toString());
    setTimeout(ask, 50, paths.slice(1)); // its socket closes before
  }).end();
};
server.listen(() => ask(["/a%62", "/caf%C3%A9", "/a/"]));
NODE
{ PYTHONIOENCODING=utf-8 "$folder/venv/bin/python" "$folder/ask.py" && node "$folder/ask.cjs"; } > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = '/a%62 aiocoap ["ab"]
/caf%C3%A9 aiocoap ["café"]
/a/ aiocoap ["a",""]
/a%62 coap (npm) ["a%62"]
/caf%C3%A9 coap (npm) ["caf%C3%A9"]
/a/ coap (npm) ["a"]' ]
