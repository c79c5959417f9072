// Which host, port and user four readers find in a text, and whether a fix leads there too: RFC 3986, RFC 3987 and Web
// Address by their grammars, the URL Standard by the browser itself.

import { decoded } from "./browser.js";
import { holds } from "./ranges.js";
import { decodedBytes, pointsOf, textOf } from "./text.js";

const BASE_HOST = "base.invalid"; // what references are read with; it counts as no host
const DEFAULT_SCHEME = "http";
const PREFIX = "xn--"; // RFC 3490, section 5
const INVISIBLE_FORMAT = /\p{Cf}/u;
const ASCII_ONLY = /^\p{ASCII}*$/u;
const NO_HOST = { host: "", port: "", user: "", password: "" };

/** Reads with the grammars of a catalog and with the browser. */
export class Readers {
  constructor(catalog) {
    this.catalog = catalog;
    this.url = catalog.data.url;
    this.known = new Map();
  }

  /** Return whether a fix leads to the host, port and user that readers find in a text with a fault. */
  keep(text, fix) {
    const before = this.readings(text);
    const after = this.readings(fix);
    const file = this.byBrowser(text);
    if (file?.scheme === "file" && !file.host) return after.every((one) => !one?.host);
    const was = keysOf(before);
    const now = keysOf(after);
    if (was.size > 1 || now.size > 1) return false;
    if (!was.size) return this.isNotMisreadPassword(text, after);
    const kept = before.every((one, at) => !one?.host || after[at] === null || keyOf(after[at]) === keyOf(one));
    return kept && now.size === 1 && now.has([...was][0]);
  }

  /** Return a reference with its host in ASCII, null where that cannot be, and where characters would be lost. */
  withAsciiHost(text) {
    const points = pointsOf(text);
    const host = this.catalog
      .start("rfc3987")
      .components(points)
      ?.find(({ field }) => field === "host");
    const written = host ? textOf(points, host.start, host.end) : "";
    if (ASCII_ONLY.test(written) || INVISIBLE_FORMAT.test(written)) return null;
    const read = this.hostOf(written);
    return read?.includes(PREFIX) ? textOf(points, 0, host.start) + read + textOf(points, host.end) : null;
  }

  readings(text) {
    if (!this.known.has(text)) {
      if (this.known.size > 8) this.known.clear();
      const scheme = this.schemeOf(text) ?? DEFAULT_SCHEME;
      this.known.set(text, [
        ...["rfc3986", "rfc3987", "web-address"].map((name) => this.byGrammar(name, text)),
        this.byBrowser(text),
        this.byBrowser(text, `${scheme}://${BASE_HOST}/`),
      ]);
    }
    return this.known.get(text);
  }

  byGrammar(name, text) {
    const production = this.catalog.start(name);
    const points = pointsOf(production.grammar.entry.prefer ? this.withoutWhiteSpace(text) : text);
    const parts = production.components(points);
    if (!parts) return null;
    const values = Object.fromEntries(parts.map(({ field, start, end }) => [field, textOf(points, start, end)]));
    const scheme = (values.scheme ?? "").toLowerCase();
    const [user, ...password] = (values.userinfo ?? "").split(":");
    const digits = (values.port ?? "").replace(/^0+/, "") || (values.port ? "0" : "");
    const port = digits === String(this.url.special[scheme || DEFAULT_SCHEME] ?? "") ? "" : digits;
    return {
      host: this.comparable(scheme, values.host),
      port,
      user: decodedBytes(user),
      password: decodedBytes(password.join(":")),
    };
  }

  /** Return what the browser reads, with the scheme; null where it refuses. */
  byBrowser(text, base) {
    let url;
    try {
      url = new URL(text, base);
    } catch {
      return null;
    }
    const scheme = url.protocol.slice(0, -1);
    if (url.hostname === BASE_HOST) return { ...NO_HOST, scheme };
    return {
      scheme,
      host: this.comparable(scheme, url.hostname),
      port: url.port,
      user: decodedBytes(url.username),
      password: decodedBytes(url.password),
    };
  }

  /** Return the scheme of what the URL Standard parses, in lower case; null for none. */
  schemeOf(text) {
    const points = pointsOf(this.stripped(text));
    const end = this.catalog.production("rfc3986", "scheme").table.longest(points, 0);
    return end > 0 && textOf(points, end, end + 1) === ":" ? textOf(points, 0, end).toLowerCase() : null;
  }

  /** Return a form of a host by which hosts are compared. */
  comparable(scheme, host) {
    if (!host) return "";
    const read = this.hostOf(host) ?? decoded(host).toLowerCase();
    return scheme === "file" && read === "localhost" ? "" : read;
  }

  /** Return a host as the browser writes it, null where it refuses it. */
  hostOf(host) {
    const { sets } = this.url;
    const isOne = [...host].every(
      (char) => !["special-authority-end", "tab-or-newline"].some((name) => holds(sets[name], char.codePointAt(0))),
    );
    const isPlain = isOne && !host.includes("@") && (host.startsWith("[") || !host.includes(":"));
    try {
      return isPlain ? new URL(`${DEFAULT_SCHEME}://${host}/`).hostname : null;
    } catch {
      return null;
    }
  }

  /** Return what the URL Standard parses: without what it strips at the ends, and without tabs and line breaks. */
  stripped(text) {
    return this.trimmed(text, this.url.sets["c0-control-or-space"], this.url.sets["tab-or-newline"]);
  }

  withoutWhiteSpace(text) {
    const { trimmed, stripped } = this.catalog.data.sets;
    return this.trimmed(text, trimmed, stripped);
  }

  trimmed(text, ends, inside) {
    const points = pointsOf(text);
    let start = 0;
    let end = points.length;
    while (start < end && holds(ends, points[start])) start += 1;
    while (end > start && holds(ends, points[end - 1])) end -= 1;
    return textOf(points.subarray(start, end).filter((point) => !holds(inside, point)));
  }

  /** Return the text that the URL Standard reads as authority, and what follows; null where there is none. */
  rawAuthority(text) {
    const all = this.stripped(text);
    const scheme = this.schemeOf(text);
    const rest = scheme === null ? all : all.slice(scheme.length + 1);
    const special = scheme === null || Object.hasOwn(this.url.special, scheme);
    const isIn = (name, char) => char !== undefined && holds(this.url.sets[name], char.codePointAt(0));
    const slash = special ? "special-slash" : "slash";
    let start = 0;
    while (isIn(slash, rest[start])) start += 1;
    const hasTwo = start > 1;
    if (scheme === "file" || !special) start = Math.min(start, 2);
    if (!hasTwo && (scheme === null || scheme === "file" || !special)) return null;
    const chars = rest.slice(start);
    let end = 0;
    while (end < chars.length && !isIn(special ? "special-authority-end" : "authority-end", chars[end])) end += 1;
    const authority = chars.slice(0, end);
    const isDrive =
      authority.length === 2 && isIn("drive-letter", authority[0]) && isIn("drive-letter-mark", authority[1]);
    return scheme === "file" && isDrive ? null : { authority, rest: chars.slice(end) };
  }

  /** Return whether a fix respects what may be a password: where "p/" of `u:p/@h` is not a port, the host is `u` or `h`. */
  isNotMisreadPassword(text, after) {
    const { authority, rest } = this.rawAuthority(text) ?? { authority: "", rest: "" };
    const [host, ...ports] = authority.slice(authority.lastIndexOf("@") + 1).split(":");
    const port = ports.join(":");
    const isPort = (digits) => this.catalog.production("rfc3986", "port").table.matches(pointsOf(digits));
    const scheme = this.schemeOf(text);
    const read = this.byBrowser(text, scheme === null ? `${DEFAULT_SCHEME}://${BASE_HOST}/` : undefined);
    if (read || !ports.length || host.startsWith("[") || isPort(port) || !rest.includes("@")) return true;
    const [beforeFragment, ...fragment] = rest.split("#");
    const [path, ...query] = beforeFragment.split("?");
    const mayBePassword = (path || query.join("?") || fragment.join("#")).includes("@");
    const hosts = new Set(after.filter((one) => one?.host).map((one) => one.host));
    const hasSameHost = hosts.size === 1 && hosts.has(this.comparable(scheme, host));
    return !(mayBePassword && isPort(port[0])) && hasSameHost !== mayBePassword;
  }
}

function keyOf({ host, port, user, password }) {
  return JSON.stringify([host, port, user, password]);
}

function keysOf(readings) {
  return new Set(readings.filter((one) => one?.host).map(keyOf));
}
