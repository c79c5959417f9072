#!/bin/sh
# The path of a redis URI is the number of one database (IANA, prov/redis). Of other paths clients do not report an error: redis-py removes the slashes
# of "/1/2" and selects database 12, ioredis selects 1; of "/abc" redis-py takes the default database and ioredis NaN, which it sends as "select NaN".
# node-redis refuses both.
# Guess: an error. Seen: redis 8.1.0 (CPython 3.11), ioredis 6.0.0, @redis/client 6.3.1 (Node.js 20), 2026-11-29.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" && "$folder/venv/bin/pip" install -q redis==8.1.0 2>/dev/null || exit 2
npm install --silent --no-audit --no-fund --prefix "$folder" ioredis@6.0.0 @redis/client@6.3.1 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.py" <<'PYTHON'
import redis
for uri in ("redis://h/1/2", "redis://h/abc"):
    print(uri, "redis-py", redis.Redis.from_url(uri).connection_pool.connection_kwargs.get("db"))
PYTHON
cat > "$folder/ask.cjs" <<'NODE'
const Redis = require("ioredis");
const { createClient } = require("@redis/client");
const refused = (read) => { try { return read(); } catch { return "refused"; } };
for (const uri of ["redis://h/1/2", "redis://h/abc"])
  console.log(uri, "ioredis", new Redis(uri, { lazyConnect: true }).options.db, "@redis/client", refused(() => createClient({ url: uri }).options.database));
// What ioredis sends to a server that says OK to everything.
const server = require("node:net").createServer((socket) => socket.on("data", (data) => {
  const select = /select\r\n\$\d+\r\n(\S+)/i.exec(data.toString());
  if (select) { console.log("ioredis sends select", select[1]); process.exit(0); }
  socket.write("+OK\r\n".repeat(data.toString().split("*").length - 1));
}));
server.listen(0, "127.0.0.1", () => new Redis(`redis://127.0.0.1:${server.address().port}/abc`, { enableReadyCheck: false }).on("error", () => {}));
setTimeout(() => { console.log("ioredis sends no select"); process.exit(0); }, 5000);
NODE
{ "$folder/venv/bin/python" "$folder/ask.py" && node "$folder/ask.cjs"; } > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = "redis://h/1/2 redis-py 12
redis://h/abc redis-py None
redis://h/1/2 ioredis 1 @redis/client refused
redis://h/abc ioredis NaN @redis/client refused
ioredis sends select NaN" ]
