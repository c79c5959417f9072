// Percent-encoded bytes found, written and read; the shape of a triplet is that of the grammar.

import { codePoint, isSurrogate, percentEncoded, pointsOf, textOf } from "./text.js";
import { union } from "./ranges.js";

const PERCENT = 0x25; // which begins a triplet
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Finds percent-encoded bytes by the rule of RFC 3986, 2.1. */
export class Bytes {
  constructor(catalog) {
    this.rule = catalog.production("rfc3986", "pct-encoded").table;
  }

  /** Yield the places of the runs of triplets, {start, end}. */
  *runs(points) {
    for (let start = 0; start < points.length; start += 1) {
      const end = points[start] === PERCENT ? this.runEnd(points, start) : start;
      if (end > start) yield { start, end };
      start = Math.max(start, end);
    }
  }

  /** Return a text with one function applied to what is between triplets, and another to each run of triplets. */
  mapped(text, between, run = (written) => written) {
    const points = pointsOf(text);
    let made = "";
    let done = 0;
    for (const { start, end } of this.runs(points)) {
      made += between(textOf(points, done, start)) + run(textOf(points, start, end));
      done = end;
    }
    return made + between(textOf(points, done));
  }

  runEnd(points, from) {
    let end = from;
    for (let after = this.rule.longest(points, end); after > end; after = this.rule.longest(points, end)) end = after;
    return end;
  }

  /** Return a text with each "%" that begins no triplet encoded. */
  strays(text) {
    return this.mapped(text, (part) => part.replaceAll("%", percentEncoded));
  }

  has(text) {
    return !this.runs(pointsOf(text)).next().done;
  }

  /** Return what a run of triplets encodes: {written, char}, char "" for a byte that is part of no character. */
  characters(run) {
    const written = run.match(/.{3}/g);
    const bytes = Uint8Array.from(written, (one) => parseInt(one.slice(1), 16));
    const found = [];
    for (let at = 0; at < bytes.length;) {
      const length = sequenceLength(bytes[at]);
      let char = "";
      try {
        char = at + length <= bytes.length ? strict.decode(bytes.subarray(at, at + length)) : "";
      } catch {
        char = "";
      }
      const size = char ? length : 1;
      found.push({ written: written.slice(at, at + size).join(""), char });
      at += size;
    }
    return found;
  }
}

function sequenceLength(byte) {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** Return the code points that occur in each component by a grammar. */
export function allowedIn(grammar) {
  const found = new Map();
  for (const [name, field] of grammar.places) {
    found.set(field, union(found.get(field) ?? [], grammar.production(name).table.alphabet()));
  }
  return found;
}

export function isAscii(text) {
  return !/[^\0-\x7f]/.test(text);
}

/** Return a character as a note names it. */
export function namedPoint(char) {
  const point = char.codePointAt(0);
  return isSurrogate(point) ? `${codePoint(point)} (lone surrogate)` : codePoint(point);
}
