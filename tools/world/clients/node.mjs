// What clients of schemes in JavaScript read from a URI. It runs in the folder of the packages, reads a list of pairs of a
// client and a URI in JSON, and writes the versions of the clients that are installed, and the parts of each pair: null
// where the client throws. A part that is null or undefined is absent.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { Duplex } from "node:stream";
import { text } from "node:stream/consumers";

const require = createRequire(join(process.cwd(), "x.js"));

/** The path of a file of a package that does not export it. */
const file = (path) => join(process.cwd(), "node_modules", path);

/** The first value of some options. */
const first = (options) => Object.values(options ?? {})[0];

/** A default that is not taken from the system. */
const NOBODY = "none-in-particular";

const CLIENTS = {
  "pg-connection-string": ["pg-connection-string", (uri) => {
    const { host, port, user, password, database, ...more } = require("pg-connection-string").parse(uri);
    return { host, port, user, password, database, option: first(more) };
  }],
  "Postgres.js": ["postgres", (uri) => {
    Object.assign(process.env, { PGUSER: NOBODY, PGDATABASE: NOBODY, PGAPPNAME: NOBODY });
    const { host, port, user, pass: password, database, connection } = require("postgres")(uri).options;
    const { application_name: name, ...more } = connection;
    const read = { user, password, database, option: first(more) ?? name };
    const own = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== NOBODY));
    return { host: host.join(","), port: port.join(","), ...own };
  }],
  "mongodb (npm)": ["mongodb", (uri) => {
    const { hosts, credentials, dbName, appName } = new (require("mongodb").MongoClient)(uri).options;
    const { username: user, password } = credentials ?? {};
    const host = hosts.map((one) => one.host ?? one.socketPath).join(",");
    const { pathname } = new (require("mongodb-connection-string-url").ConnectionString)(uri);
    const database = pathname.length > 1 ? dbName : undefined; // and not its default
    return { host, port: hosts[0].port, user, password, database, option: appName };
  }],
  mysql2: ["mysql2", (uri) => {
    const { host, port, user, password, database, ...more } = require(file("mysql2/lib/connection_config.js")).parseUrl(uri);
    return { host, port, user, password, database, option: first(more) };
  }],
  "mysql (npm)": ["mysql", (uri) => {
    const { host, port, user, password, database, ...more } = require("mysql/lib/ConnectionConfig").parseUrl(uri);
    return { host, port, user, password, database, option: first(more) };
  }],
  ioredis: ["ioredis", (uri) => {
    const { host, port, username: user, password, db: database } = new (require("ioredis"))(uri, { lazyConnect: true }).options;
    return { host, port, user, password, database };
  }],
  "@redis/client": ["@redis/client", (uri) => {
    const { socket, username: user, password, database } = require("@redis/client").createClient({ url: uri }).options;
    return { ...socket, user, password, database };
  }],
  amqplib: ["amqplib", async (uri) => {
    const [net, { Connection }] = [require("node:net"), require(file("amqplib/lib/connection.js"))];
    return new Promise((resolve, reject) => {
      net.connect = ({ host, port }, ready) => {
        Connection.prototype.open = ({ virtualHost, response }) => {
          const [, user, password] = response.toString().split("\0");
          resolve({ host, port, user, password, "virtual host": virtualHost });
        };
        setImmediate(ready);
        return Object.assign(new Duplex({ read() {}, write() {} }), { setNoDelay() {}, setKeepAlive() {} });
      };
      require("node:tls").connect = net.connect;
      require(file("amqplib/lib/connect.js")).connect(uri, {}, reject);
    });
  }],
  ldapjs: ["ldapjs", (uri) => {
    const { hostname: host, port, DN: name, attributes, scope, filter } = require("ldapjs").parseURL(uri);
    return { host, port, name, attributes, scope, filter };
  }],
  JsSIP: ["jssip", (uri) => {
    const read = require("jssip").URI.parse(uri);
    return { ...parsed(read), "canonical form": read.toString() };
  }],
  "SIP.js": ["sip.js", async (uri) => {
    const { Grammar } = await import("sip.js/lib/grammar/index.js");
    const read = Grammar.URIParse(uri);
    return { ...parsed(read), "canonical form": read.toString() };
  }],
  "libphonenumber-js": ["libphonenumber-js", (uri) => {
    const read = require("libphonenumber-js/max").parsePhoneNumberWithError(uri);
    return { number: read.number, extension: read.ext, "canonical form": read.getURI() };
  }],
  "google-libphonenumber": ["google-libphonenumber", (uri) => {
    const { PhoneNumberUtil, PhoneNumberFormat } = require("google-libphonenumber");
    const util = PhoneNumberUtil.getInstance();
    const read = util.parse(uri);
    const [number, form] = ["E164", "RFC3966"].map((name) => util.format(read, PhoneNumberFormat[name]));
    return { number, extension: read.getExtension(), "canonical form": form };
  }],
  "did-resolver": ["did-resolver", async (uri) => {
    const { did, path, query, fragment } = (await import("did-resolver")).parse(uri);
    return { did, path, option: query?.split("=")[1], fragment };
  }],
  "@atproto/syntax": ["@atproto/syntax", async (uri) => {
    const read = new (await import("@atproto/syntax")).AtUri(uri);
    return { host: read.host, name: read.rkey, "canonical form": read.toString() };
  }],
  "packageurl-js": ["packageurl-js", (uri) => {
    const read = require("packageurl-js").PackageURL.fromString(uri);
    return { ...read, option: first(read.qualifiers), "canonical form": read.toString() };
  }],
  "magnet-uri": ["magnet-uri", async (uri) => {
    const { dn, infoHash, announce } = (await import("magnet-uri")).default(uri);
    return { name: dn, hash: infoHash, tracker: announce[0] };
  }],
  "otpauth (npm)": ["otpauth", (uri) => {
    const { label, issuer, counter } = require("otpauth").URI.parse(uri);
    return { name: label, issuer: issuer === "" ? undefined : issuer, counter };
  }],
  "bip21 (npm)": ["bip21", async (uri) => {
    const bip21 = await import("bip21");
    const { address, options } = (bip21.decode ?? bip21.default.decode)(uri);
    return { address, amount: options.amount, label: options.label };
  }],
  "nostr-tools": ["nostr-tools", async (uri) => ({ value: (await import("nostr-tools/nip21")).parse(uri).value })],
  "git-url-parse": ["git-url-parse", (uri) => {
    const { resource: host, port, user, pathname: path } = require("git-url-parse")(uri);
    return { host, port, user, path };
  }],
  "npm-package-arg": ["npm-package-arg", (uri) => {
    const { type, fetchSpec, gitCommittish, gitRange } = require("npm-package-arg")(uri);
    return type === "git" ? { repository: fetchSpec, revision: gitCommittish ?? gitRange } : {};
  }],
  "amazon-s3-uri": ["amazon-s3-uri", (uri) => {
    const { bucket, key } = require("amazon-s3-uri")(uri);
    return { bucket, key: key ?? "" };
  }],
  "coap (npm)": ["coap", (uri) => {
    const { url, _packet: { options } } = require("coap").request(uri);
    const values = (name) => options.filter((option) => option.name === name).map(({ value }) => value.toString());
    return { host: url.hostname, port: url.port, path: values("Uri-Path"), query: values("Uri-Query") };
  }],
};

/** The parts of a URI of SIP, as JsSIP and SIP.js have them. */
const parsed = ({ user, host, port }) => ({ user, host, port });

const version = (name) => {
  const path = join(process.cwd(), "node_modules", name, "package.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).version : null;
};
const versions = Object.fromEntries(Object.entries(CLIENTS).map(([client, [name]]) => [client, version(name)]));
const answers = [];
for (const [client, uri] of JSON.parse(await text(process.stdin))) {
  try {
    answers.push(await CLIENTS[client][1](uri));
  } catch {
    answers.push(null);
  }
}
process.stdout.write(JSON.stringify({ versions, answers }, (_, value) => (Number.isNaN(value) ? "NaN" : value)), () => process.exit());
