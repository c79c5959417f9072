// Advice on hosts that are addresses for browsers, or have a special purpose; and on the ends of references.

import { decoded } from "./browser.js";
import { hostToAscii } from "./host_names.js";
import { textOf } from "./text.js";
import { inMarks } from "./words.js";

const BYTE = 256;
const MOST_PARTS = 4;
const MOST_DIGITS = 16; // without leading zeros: any number so long is too large
const GROUPS = 8;
const SEEN_BEFORE = 64; // characters before a full stop that are looked at
const BEFORE_STOP = /(?:[/=&?#][a-z-]*|\.[a-z]{2,}|[^\p{L}\p{N}_]|_) *$/u;
const ENCODED_CLOSING = /%(?:22|3e|e2%80%9d)$/i;
const [STOP, APOSTROPHE] = [".", "'"];

/** Return what is to be said of addresses and of the end of a subject: [code, start, end, words]. */
export function* adviceOnHosts(subject) {
  const part = subject.part("host");
  if (part?.text) yield* ofAddress(subject, part);
  yield* ofEnd(subject);
}

function* ofAddress(subject, { start, end }) {
  const host = textOf(subject.points, start, end);
  const isAddress = subject.is("IPv4address", host) || host.startsWith("[");
  const ascii = subject.isDomain && !isAddress ? asciiHost(subject, host) : null;
  const reading = ascii === null ? null : readIpv4(subject, ascii);
  if (reading?.address) {
    yield ["H005", start, end, `browsers read this host as the IPv4 address ${reading.address}`];
  } else if (reading) {
    yield ["H005", start, end, `browsers refuse this host as an IPv4 address: ${reading.reason}`];
  }
  const address = isAddress ? host.replace(/^\[|\]$/g, "") : reading?.address;
  const block = address && blockOf(subject, address);
  if (!block) return;
  const [name, use, section] = block;
  const read = isAddress ? "" : `, which is ${address},`;
  yield ["H008", start, end, `the host ${inMarks(host)}${read} is in ${name}: ${use} (${section})`];
}

/** Return a host decoded and in ASCII; null where it has no such form. */
function asciiHost(subject, host) {
  try {
    return hostToAscii(decodeURIComponent(host), subject, "", []);
  } catch {
    return null; // bytes that are not UTF-8, or what IDNA refuses
  }
}

/** Return how browsers read a host that ends in a number: {address} or {reason}; null for another host. */
function readIpv4(subject, host) {
  const parts = host.split(".");
  if (parts.at(-1) === "" && parts.length > 1) parts.pop();
  const isDigits = (part) => part !== "" && subject.is("port", part);
  if (!isDigits(parts.at(-1)) && numberOf(subject, parts.at(-1)) === null) return null;
  if (parts.length > MOST_PARTS) return { reason: "it has more than four parts" };
  const numbers = parts.map((part) => numberOf(subject, part));
  const bad = parts[numbers.indexOf(null)];
  if (bad !== undefined) return { reason: `${inMarks(bad)} is not ${isDigits(bad) ? "an octal" : "a"} number` };
  const rest = numbers.pop();
  const large = numbers.findIndex((number) => number >= BYTE);
  if (large >= 0) return { reason: `${inMarks(parts[large])} is greater than 255` };
  if (rest >= BYTE ** (MOST_PARTS + 1 - parts.length)) return { reason: `${inMarks(parts.at(-1))} is too large` };
  const value = numbers.reduce((sum, byte, at) => sum + byte * BYTE ** (MOST_PARTS - 1 - at), rest);
  return { address: [3, 2, 1, 0].map((at) => Math.floor(value / BYTE ** at) % BYTE).join(".") };
}

/** Return the value of a part, null where it is not a number. */
function numberOf(subject, part) {
  const isHexadecimal = part.slice(0, 2).toLowerCase() === "0x";
  const base = isHexadecimal ? 16 : part.length > 1 && part.startsWith("0") ? 8 : 10;
  const digits = part.slice({ 16: 2, 8: 1, 10: 0 }[base]);
  if (isHexadecimal && !digits) return 0;
  const rule = isHexadecimal ? "HEXDIG" : "DIGIT";
  if (!digits || ![...digits].every((char) => subject.is(rule, char))) return null;
  const kept = digits.replace(/^0+/, "").slice(0, MOST_DIGITS) || "0";
  if ([...kept].some((char) => parseInt(char, 16) >= base)) return null;
  return parseInt(kept, base);
}

/** Return the block of an address, the smallest: [name, use, section]; undefined for a public one. */
function blockOf(subject, address) {
  const { blocks, holders } = subject.data.advice;
  const bits = bitsOf(subject, address);
  if (!bits) return undefined;
  const within = ([prefix]) => {
    const [base, length] = prefix.split("/");
    const of = bitsOf(subject, base);
    return of.length === bits.length && bits.startsWith(of.slice(0, Number(length)));
  };
  const found = blocks.filter(within).sort((one, other) => one[0].split("/")[1] - other[0].split("/")[1]);
  if (found.length || bits.length === 32) return found.at(-1);
  const holder = holders.find(within);
  const inner =
    holder && blockOf(subject, [0, 8, 16, 24].map((at) => parseInt(bits.slice(96 + at, 104 + at), 2)).join("."));
  return inner && [inner[0], `${inner[1]}, ${holder[1]}`, inner[2]];
}

/** Return an IP address as a row of bits, null for what is none. */
function bitsOf(subject, address) {
  const binary = (number, length) => number.toString(2).padStart(length, "0");
  if (subject.is("IPv4address", address))
    return address
      .split(".")
      .map((byte) => binary(Number(byte), 8))
      .join("");
  if (!subject.is("IPv6address", address)) return null;
  const groups = (text) =>
    text.split(":").flatMap((group) => {
      if (!group.includes(".")) return group ? [binary(parseInt(group, 16), 16)] : [];
      const bits = bitsOf(subject, group);
      return [bits.slice(0, 16), bits.slice(16)];
    });
  const [before, after] = address.split("::");
  if (after === undefined) return groups(before).join("");
  const [first, last] = [groups(before), groups(after)];
  return [...first, ...Array(GROUPS - first.length - last.length).fill(binary(0, 16)), ...last].join("");
}

/** Punctuation at the end that is probably of the text around. */
function* ofEnd(subject) {
  const { points, parts } = subject;
  const [path, host] = [subject.part("path"), subject.part("host")];
  const { scheme } = subject;
  if (!path || (!host && scheme !== undefined && scheme !== "mailto")) return;
  const isLiteral = host?.text.endsWith("]");
  let first = isLiteral ? host.end : path.start;
  if (host?.text && !parts.some(({ field }) => field === "port") && !isLiteral) first = host.start;
  const text = textOf(points);
  const chars = Array.from(points, (point) => String.fromCodePoint(point));
  let start = Math.max(closingStart(subject, chars), first);
  const [encoded] = text.match(ENCODED_CLOSING) ?? [];
  if (encoded && isUnpaired(subject, encoded, text)) start = Math.max(chars.length - encoded.length, first);
  const rest = chars.slice(start).join("");
  const isSegment = rest === STOP && (!start || chars[start - 1] === "/");
  if (!rest || (isSegment && scheme === undefined)) return;
  const names = [...decoded(rest)].map((char) => subject.data.advice.closing[char][0]);
  const what = [...new Set(names)].join(" and ");
  const says = `${inMarks(rest)} (${what}) at the end is probably punctuation of the text around it`;
  yield ["R021", start, chars.length, says];
}

function isUnpaired(subject, closing, text) {
  const [, opening] = subject.data.advice.closing[decoded(closing)];
  const count = (part) => text.toUpperCase().split(part.toUpperCase()).length - 1;
  return opening ? count(encodeURIComponent(opening)) < count(closing) : (text.split(closing).length - 1) % 2 === 1;
}

/** Return where the closing punctuation at the end begins that is unlikely to be part of the text. */
function closingStart(subject, chars) {
  const { closing } = subject.data.advice;
  const counts = new Map();
  for (const char of chars) counts.set(char, (counts.get(char) ?? 0) + 1);
  const count = (char) => counts.get(char) ?? 0;
  let end = chars.length;
  while (end && Object.hasOwn(closing, chars[end - 1])) {
    const char = chars[end - 1];
    const [, opening] = closing[char];
    if (opening && count(char) <= count(opening)) break;
    if (char === APOSTROPHE && count(char) % 2 === 0) break;
    const before = chars.slice(Math.max(end - SEEN_BEFORE, 0), end - 1).join("");
    if (char === STOP && (chars[end - 2] === STOP || !BEFORE_STOP.test(before))) break;
    counts.set(char, count(char) - 1);
    end -= 1;
  }
  return end;
}
