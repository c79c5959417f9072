#!/bin/sh
# The RabbitMQ URI Specification percent-decodes the user, the password and the virtual host of an AMQP URI. amqplib sends the user "é" (%C3%A9) to
# the server as "Ã©"; pika and kombu end the virtual host "a;b" at the semicolon, and open "a". With "%3B" they keep it.
# Guess: all read the same. Seen: pika 1.4.4, kombu 5.7.0 (CPython 3.11), amqplib 2.3.1 (Node.js 20), 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" && "$folder/venv/bin/pip" install -q pika==1.4.4 kombu==5.7.0 2>/dev/null || exit 2
npm install --silent --no-audit --no-fund --prefix "$folder" amqplib@2.3.1 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.py" <<'PYTHON'
import kombu, pika
for uri in ("amqp://%C3%A9:p@h/a;b", "amqp://%C3%A9:p@h/a%3Bb"):
    of_pika, of_kombu = pika.URLParameters(uri), kombu.Connection(uri)
    print(uri, "pika", of_pika.credentials.username, of_pika.virtual_host, "kombu", of_kombu.userid, of_kombu.virtual_host)
PYTHON
cat > "$folder/ask.cjs" <<'NODE'
// A server that begins the handshake of AMQP 0-9-1, and prints the user of the answer.
const long = (text) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
const start = Buffer.concat([Buffer.from([0, 10, 0, 10, 0, 9, 0, 0, 0, 0]), long("PLAIN"), long("en_US")]);
const frame = Buffer.concat([Buffer.from([1, 0, 0, 0, 0, 0, start.length]), start, Buffer.from([0xce])]);
const server = require("node:net").createServer((socket) => {
  socket.once("data", () => {
    socket.write(frame);
    socket.once("data", (data) => {
      console.log("amqplib", /PLAIN[^]{4}\0([^\0]*)\0/.exec(data.toString())[1]);
      process.exit(0);
    });
  });
});
server.listen(0, "127.0.0.1", () => require("amqplib").connect(`amqp://%C3%A9:p@127.0.0.1:${server.address().port}/v`).catch(() => {}));
NODE
{ PYTHONIOENCODING=utf-8 "$folder/venv/bin/python" "$folder/ask.py" && node "$folder/ask.cjs"; } > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = "amqp://%C3%A9:p@h/a;b pika é a kombu é a
amqp://%C3%A9:p@h/a%3Bb pika é a;b kombu é a;b
amqplib Ã©" ]
