// Reads connection URIs with packages of npm: a list in JSON in, a list of parts out. NODE_PATH names their folder.
const { readFileSync } = require("node:fs");
const { ConnectionString } = require("mongodb-connection-string-url");
const { parse } = require("pg-connection-string");

/** Return host, port, user, password and database of a URI, null where it is refused. */
function parts(uri) {
  try {
    if (!uri.startsWith("mongodb")) {
      const { host, port, user, password, database } = parse(uri);
      return [host, port, user, password, database];
    }
    const { hosts, username, password, pathname } = new ConnectionString(uri);
    const [, host, port] = /^(\[.*\]|[^:]*):?(.*)$/.exec(hosts.join(","));
    return [host, port, ...[username, password, pathname.slice(1)].map(decodeURIComponent)];
  } catch {
    return null;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(parts)));
