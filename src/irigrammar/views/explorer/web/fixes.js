// Strings of the language that are near to one that is not, the most natural first, each proved by the automaton.

import { Edits } from "./edits.js";
import { holds } from "./ranges.js";
import { decodedBytes, percentEncoded, pointsOf, textOf } from "./text.js";
import { quoted, shortened } from "./words.js";

const MOST = 4; // fixes that are offered
const AGAIN = 16; // how often the same edit is made further on
const RUN = 16; // how long a run is that is taken out
const CHECK = 2000; // what it takes to check where a fix leads, in characters
const TO_ASCII = "NFKC";
const DIGITS = 10;
const NOT_ASCII = /\P{ASCII}/u;

/**
 * Return fixes of a text with a fault: {text, how, applicability}.
 *
 * What is broken has `points`, `offset`, `char` ("" at the end), `known` (the row that applies, or null), `row` (where an
 * unfinished row of characters began, or null), `lost` (start and end of what ruled out what the text seems to be, or
 * null), `isReference` and `mayEncode`; `tools` has `table`, `filters`, `digits`, `wide` and, for references, `readers`.
 */
export function fixesOf(broken, tools) {
  return new Workshop(broken, tools).collect();
}

class Workshop extends Edits {
  constructor(broken, tools) {
    super(tools.table, broken.points);
    Object.assign(this, { broken, tools });
  }

  collect() {
    const fixes = new Map();
    const { known } = this.broken;
    const own = known?.row.applicability ? [...this.fromKnown()].length : 0;
    let number = 0;
    for (const { text, how } of this.attempts(() => fixes.size)) {
      if (fixes.size === MOST || this.work < 0) break;
      const isNew = !fixes.has(text) && text !== this.text;
      if (isNew && this.fault(pointsOf(text)) === null && this.mayBeOffered(text)) {
        const byBytes = decodedBytes(text) === decodedBytes(this.text) ? "safe" : "unsafe";
        fixes.set(text, { text, how, applicability: number < own ? known.row.applicability : byBytes });
      }
      number += 1;
    }
    return [...fixes.values()];
  }

  mayBeOffered(text) {
    if (!this.broken.isReference) return true;
    this.work -= CHECK + 4 * text.length;
    return this.tools.readers.keep(this.text, text);
  }

  *attempts(count) {
    const { offset, char, known, lost, row, isReference } = this.broken;
    const { points, text } = this;
    const start = lost ? lost[0] : offset;
    yield* this.fromKnown();
    if (known?.row.only && !known.row.fixes) yield* this.inAscii(start);
    if (known && (known.row.only || (known.row.fixes && count()))) return;
    if (isReference) {
      yield* this.inAscii(start);
      yield* this.edits(points, row ?? offset, this.encode, "percent-encode", AGAIN);
      return;
    }
    yield* this.inAscii(start);
    if (swapped(char) !== char) {
      yield* this.edits(points, offset, swapped, "write", AGAIN);
      if (count()) return;
    }
    if (lost) {
      yield { text: this.put(...lost, ""), how: `remove ${quoted(this.part(...lost))}` };
      if (!count()) yield { text: this.put(start, offset, ""), how: `remove ${quoted(this.part(start, offset))}` };
    }
    if (count() && (lost || known?.row.tests.includes("cut"))) return; // what was meant is clear
    if (row !== null) {
      yield* this.edits(points, row, this.encode, "percent-encode", AGAIN);
      yield* this.edits(points, row, nothing, "remove", 2);
      if (count() && char) return;
    }
    if (!char) {
      const missing = this.completion(points);
      if (missing) yield { text: text + missing, how: `add ${quoted(missing)}` };
    } else {
      yield* this.editedThere();
    }
    yield* this.nearby(count);
  }

  /** Yield the text with the character at the fault encoded or removed, there and further on. */
  *editedThere() {
    const { points } = this;
    const { offset } = this.broken;
    const escaped = [...this.edits(points, offset, this.encode, "percent-encode", AGAIN)];
    const removed = [...this.edits(points, offset, nothing, "remove", 2)];
    // Where it takes more characters to encode than to remove, what is encoded is no longer what was meant.
    if (!removed.length || (escaped.length && escaped[0].edits <= removed[0].edits)) yield* escaped;
    yield* removed;
  }

  /** Yield the text with a run taken out, with characters put in, with another character at the fault. */
  *nearby(count) {
    const { points } = this;
    const { offset, char, lost } = this.broken;
    for (let size = 2; size <= Math.min(RUN, points.length - offset - 1); size += 1) {
      if (count()) return;
      const end = offset + size;
      yield { text: this.put(offset, end, ""), how: `remove ${quoted(this.part(offset, end))}` };
    }
    for (const where of [offset, ...(lost ? [lost[0]] : [])]) if (!count()) yield* this.insertions(where, count);
    if (count()) return;
    const tries = [
      { text: this.put(offset, offset + 1, ""), how: `remove ${quoted(char)}` },
      ...this.substitutions(offset),
    ];
    for (const { text, how } of tries) {
      if (count() || this.work < 0) return;
      yield { text, how };
    }
    yield* this.longInsertions(offset, count);
    for (const { text, how } of tries) {
      if (count() || this.work < 0) return;
      const points = pointsOf(text);
      if (this.fault(points) !== points.length) continue;
      const missing = this.completion(points);
      yield { text: text + missing, how: `${how}, and add ${quoted(missing)}` };
    }
  }

  /** Return `again` with the limits of references: an encoded colon would begin no scheme. */
  edits(points, from, edit, verb, times, same = false) {
    return this.again(points, from, edit, { verb, times, same, mayEditColon: !this.broken.isReference });
  }

  /** Return a character percent-encoded, null where the grammar does not give that a meaning. */
  encode = (char) => {
    const encoded = percentEncoded(char);
    return this.broken.mayEncode && encoded !== char ? encoded : null;
  };

  /** Yield the text with the digits of other scripts and the wide forms from an offset on made ASCII. */
  *inAscii(start) {
    let converted = "";
    let end = start;
    for (; end < this.points.length; end += 1) {
      const char = asciiOf(this.points[end], this.tools);
      if (!char) break;
      converted += char;
    }
    if (!converted) return;
    const how = `write ${quoted(converted)} instead of ${quoted(this.part(start, end))}`;
    yield* this.onward(this.put(start, end, converted), how, end);
  }

  /** Yield what the known case suggests. */
  *fromKnown() {
    const { known, offset } = this.broken;
    if (!known) return;
    const { row, start, end, middle } = known;
    const part = this.part(start, end);
    const removed = { text: this.put(start, end, ""), how: `remove ${quoted(shortened(part))}` };
    if (row.before) yield* this.encodedBefore();
    if (row.instead !== undefined && !row.fixes)
      yield* this.edits(this.points, offset, () => row.instead, "write", AGAIN, true);
    if (row.tests.includes("cut")) yield removed;
    const char = this.part(offset, offset + 1);
    const changed = row.instead === undefined ? part : part.replaceAll(char, () => row.instead);
    const values = {
      part: changed,
      inside: [...changed].slice(1, -1).join(""),
      middle: this.part(...(middle ?? [start, end])),
      after: this.part(end),
    };
    for (const template of row.fixes ?? []) {
      const filled = this.tools.filters.fill(template, values, this.broken.isReference);
      if (filled === null) continue;
      if (filled.text === "") yield removed;
      else
        yield* this.onward(
          this.put(start, end, filled.text),
          row.how ?? this.howOf(template, filled.text, middle ?? [start, end]),
          start + filled.lead,
        );
    }
  }

  howOf(template, text, [start, end]) {
    if (template !== "{middle}") return `write ${quoted(shortened(text))}`;
    const pieces = [this.part(0, start), this.part(end)].filter(Boolean);
    return `remove ${pieces.map((piece) => quoted(shortened(piece))).join(" and ")}`;
  }

  /** Yield an edited text; where something after the edit is at fault, with that percent-encoded. */
  *onward(text, how, after) {
    yield { text, how };
    const points = pointsOf(text);
    const fault = this.fault(points);
    if (fault === null || fault < after) return;
    for (const edit of this.edits(points, fault, this.encode, "percent-encode", AGAIN))
      yield { text: edit.text, how: `${how}, and ${edit.how}` };
  }

  /** Yield the text with all of those percent-encoded that come before a character that may come but once. */
  *encodedBefore() {
    let { points } = this;
    const { offset, char } = this.broken;
    const point = points[offset];
    let fault = offset;
    for (let edits = 0; edits < AGAIN; edits += 1) {
      if (fault === null) {
        yield { text: textOf(points), how: `percent-encode the first ${quoted(char)}` };
        return;
      }
      const at = fault ? points.lastIndexOf(point, fault - 1) : -1;
      if (at < 0 || points[fault] !== point) return;
      points = pointsOf(textOf(points, 0, at) + percentEncoded(char) + textOf(points, at + 1));
      fault = this.fault(points);
    }
  }
}

/** Return what is left of a character that is removed. */
function nothing() {
  return "";
}

/** Return a character in the other case, or as it is where it has none. */
function swapped(char) {
  return char.toUpperCase() === char ? char.toLowerCase() : char.toUpperCase();
}

/** Return the ASCII character that a digit of another script, or a wide form, stands for; "" where it does not. */
function asciiOf(point, { digits, wide }) {
  const char = String.fromCodePoint(point);
  if (!NOT_ASCII.test(char)) return "";
  const zero = digits.find((start) => start <= point && point < start + DIGITS);
  if (zero !== undefined) return String(point - zero);
  const plain = char.normalize(TO_ASCII);
  return holds(wide, point) && !NOT_ASCII.test(plain) ? plain : "";
}
