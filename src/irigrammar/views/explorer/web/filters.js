// What the rows of `hints.toml` compute: filters of the text that they propose, and reasons.

import { decoded } from "./browser.js";
import { percentEncoded, pointsOf } from "./text.js";

const TEMPLATE = /\{(\w+)((?:\|[\w-]+)*)\}/g;
const ESCAPES = /(?:%u\w{4})+/g;
const LONE = /\p{Cs}/u; // half of a pair
const NO_COLONS = ";,\uff1a"; // which are typed in its place
const BOUNDS = { groups: 8, digits: 4, numbers: 4, byte: 255 };

/** Fills templates; `readers` knows hosts, and `is` says whether a text matches a rule of a catalog. */
export class Filters {
  constructor(catalog, readers) {
    this.readers = readers;
    this.is = (rule, text) => catalog.production("rfc3986", rule).table.matches(pointsOf(text));
  }

  /** Return a template with its values, each passed through its filters, and how many characters come first; or null. */
  fill(template, values, hasAsciiHost) {
    let failed = false;
    const text = template.replace(TEMPLATE, (_, name, filters) => {
      let value = values[name];
      for (const filter of filters.split("|").slice(1)) {
        if (value === null) break;
        if (filter !== "ascii-host") value = FILTERS[filter](value);
        else value = hasAsciiHost ? this.readers.withAsciiHost(value) : null;
      }
      failed ||= value === null;
      return value ?? "";
    });
    return failed ? null : { text, lead: [...template.split("{")[0]].length };
  }

  /** Return why a text is not what it begins to be, null where that is not known. */
  reason(kind, text) {
    return kind === "ipv4" ? this.ofIpv4(text.split(/[\]/?#:]/)[0]) : this.ofIpv6(text);
  }

  ofIpv6(text) {
    const address = text.split(/[\]/?#]/)[0].split("%")[0];
    const groups = address.split(":");
    if (groups.at(-1).includes(".")) {
      const reason = this.ofIpv4(groups.at(-1));
      if (reason !== null) return reason;
      groups.splice(-1, 1, "0", "0");
    }
    for (const group of groups) {
      const wrong = [...group].find((char) => !this.is("HEXDIG", char));
      if (wrong !== undefined) return (names) => `${names.of(wrong)} is not a hexadecimal digit`;
      if (group.length > BOUNDS.digits)
        return `"${group}" has ${group.length} digits; a group has at most ${BOUNDS.digits}`;
    }
    const filled = groups.filter(Boolean);
    const double = address.split("::").length - 1;
    if (double > 1 || address.includes(":::")) return '"::" is allowed once in an IPv6 address';
    if (double) return `${filled.length} groups and "::"; an IPv6 address has ${BOUNDS.groups} groups`;
    if (filled.length < groups.length) return "a single colon begins or ends the IPv6 address";
    const count = groups.length === 1 ? "1 group" : `${groups.length} groups`;
    return `${count}; an IPv6 address has ${BOUNDS.groups}`;
  }

  ofIpv4(text) {
    const numbers = text.split(".");
    for (const number of numbers) {
      if (!number || ![...number].every((char) => this.is("DIGIT", char)))
        return number ? `"${number}" is not a decimal number` : "a number is missing in the IPv4 address";
      if (number.length > 1 && number.startsWith("0")) return `"${number}" has a leading zero`;
      if (Number(number.slice(0, 9)) > BOUNDS.byte) return `${number.slice(0, 40)} is above ${BOUNDS.byte}`;
    }
    return numbers.length === BOUNDS.numbers
      ? null
      : `${numbers.length} numbers; an IPv4 address has ${BOUNDS.numbers}`;
  }
}

/** Return what comes before and after the first mark in a text, and whether it is there. */
function parted(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, "", false] : [text.slice(0, at), text.slice(at + mark.length), true];
}

function scpPath(text) {
  const [host, path] = parted(text, ":");
  return `${host}/${path.replace(/^\//, "")}`;
}

/** Return a text with the escapes of JavaScript's `escape` as percent-encoded UTF-8, null for half of a pair. */
function utf8Escapes(text) {
  let failed = false;
  const made = text.replace(ESCAPES, (escapes) => {
    const units = escapes
      .split("%u")
      .slice(1)
      .map((unit) => Number(`0x${unit}`));
    const decoded = units.map((unit) => String.fromCharCode(unit)).join("");
    failed ||= units.some(Number.isNaN) || LONE.test(decoded);
    return percentEncoded(decoded);
  });
  return failed ? null : made;
}

function colon(text) {
  const [scheme, rest] = parted(text, "//");
  let end = scheme.length;
  while (end && NO_COLONS.includes(scheme[end - 1])) end -= 1;
  return `${scheme.slice(0, end)}://${rest}`;
}

/** Return a text with its scheme, up to the first colon, changed. */
function withScheme(text, change) {
  const [scheme, rest, has] = parted(text, ":");
  return change(scheme) + (has ? ":" : "") + rest;
}

function onePort(text) {
  const [host, port, ...others] = text.split(":");
  return port !== undefined && others.length && others.every((other) => other === port) ? `${host}:${port}` : null;
}

const slashes = (text) => text.replaceAll("\\", "/");
const scpColon = (text) => {
  const [scheme, rest] = parted(text, "://");
  return `${scheme}://${scpPath(rest)}`;
};
const fileUri = (text) =>
  `file:///${slashes(text)
    .replace(/^file:/, "")
    .replace(/^[/?]+/, "")}`;
const fromUrl = (text) => {
  const rest = text.replace(/^:+/, "");
  return rest.includes("://") ? rest : null;
};

const FILTERS = {
  colon,
  "decoded-scheme": (text) => withScheme(text, decoded),
  "file-uri": fileUri,
  "first-at": (text) => text.replace("@", percentEncoded),
  "from-url": fromUrl,
  "if-slashes": (text) => (text.startsWith("://") ? text : null),
  "one-port": onePort,
  "scheme-hyphens": (text) => withScheme(text, (scheme) => scheme.replaceAll("_", "-")),
  "scp-colon": scpColon,
  "scp-path": scpPath,
  slashes,
  strip: (text) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""),
  "utf8-escapes": utf8Escapes,
  "without-mark": (text) => [...text].slice(1).join(""),
  "without-breaks": (text) => text.replace(/[\r\n]+[ \t]*/g, ""),
  "without-spaces": (text) => text.replace(/\s+/g, ""),
};
