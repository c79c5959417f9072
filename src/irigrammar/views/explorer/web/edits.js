// A text with one character after another put in, taken out or replaced, as far as an automaton goes.

import { DEAD } from "./table.js";
import { pointsOf, textOf } from "./text.js";
import { quoted } from "./words.js";

const WORK = 400_000; // characters that are read for all of the attempts together
const INSERTED = 6; // characters that are put in
const STATES = 200; // states from which that is tried

/** Return a text of the language that begins with a viable prefix: the prefix and its shortest end. */
export function completed(table, prefix) {
  const edits = new Edits(table, prefix);
  return pointsOf(edits.text + edits.completion(prefix));
}

/** Edits of a text; `work` is how many characters may still be read. */
export class Edits {
  constructor(table, points) {
    this.table = table;
    this.points = points;
    this.text = textOf(points);
    this.work = WORK + 4 * points.length;
  }

  fault(points) {
    this.work -= points.length;
    return this.table.faultOffset(points);
  }

  /** Return the text with what is between two offsets replaced. */
  put(start, end, instead) {
    return textOf(this.points, 0, start) + instead + textOf(this.points, end);
  }

  part(start, end) {
    return textOf(this.points, start, end);
  }

  /** Yield a text with the character at an offset edited, and those at the faults that come up further on. */
  *again(start, from, edit, { verb, times, same, mayEditColon }) {
    let points = start;
    let offset = from;
    const first = textOf(points, offset, offset + 1);
    const edited = new Map();
    for (let edits = 1; edits <= times; edits += 1) {
      const char = textOf(points, offset, offset + 1);
      if (!char || (same && char !== first) || this.work < 0) return;
      const put = edit(char);
      if (put === null || (char === ":" && put && !mayEditColon)) return;
      edited.set(char, put);
      const text = textOf(points, 0, offset) + put + textOf(points, offset + 1);
      points = pointsOf(text);
      const fault = this.fault(points);
      if (fault === null) {
        yield { text, how: described(verb, edited), edits };
        return;
      }
      if (fault < offset + [...put].length) return;
      offset = fault;
    }
  }

  /** Return the shortest end that makes a viable prefix complete, the most readable one. */
  completion(points) {
    const { table } = this;
    let level = new Map([[table.walk(points).state, ""]]);
    const seen = new Set(level.keys());
    while (level.size) {
      const further = new Map();
      for (const [state, added] of level) {
        if (table.accepting.has(state)) return added;
        for (const { char, after } of this.letters(state, table.classes.letters)) {
          if (seen.has(after) || table.distance?.(after) >= table.distance?.(state)) continue;
          seen.add(after);
          further.set(after, added + char);
        }
      }
      level = further;
    }
    return "";
  }

  /** Yield the text with one or two characters put in at an offset, after which what is found there can come. */
  *insertions(offset, count) {
    const { table, points } = this;
    if (offset >= points.length) return;
    const { state, at } = table.walk(points.subarray(0, offset));
    if (at < offset) return;
    const letters = this.letters(state);
    const fits = (after) => table.next(after, points[offset]) !== DEAD;
    const inserted = (chars) => ({ text: this.put(offset, offset, chars), how: `insert ${quoted(chars)}` });
    for (const { char, after } of letters) {
      if (!fits(after)) continue;
      yield inserted(char);
      if (count()) return;
    }
    for (const first of letters) {
      for (const { char, after } of this.letters(first.after)) {
        if (!fits(after)) continue;
        yield inserted(first.char + char);
        if (count()) return;
      }
    }
  }

  /** Yield the text with the fewest characters put in at an offset after which what is found there can come. */
  *longInsertions(offset, count) {
    const { table, points } = this;
    if (offset >= points.length) return;
    const { state, at } = table.walk(points.subarray(0, offset));
    if (at < offset) return;
    let level = [{ chars: "", before: state }];
    const seen = new Set([state]);
    let tried = 0;
    for (let size = 1; size <= INSERTED; size += 1) {
      const further = [];
      for (const { chars, before } of level) {
        tried += 1;
        if (tried > STATES || this.work < 0) return;
        for (const { char, after } of this.letters(before)) {
          if (seen.has(after)) continue;
          seen.add(after);
          const put = chars + char;
          further.push({ chars: put, before: after });
          if (table.next(after, points[offset]) === DEAD) continue;
          yield { text: this.put(offset, offset, put), how: `insert ${quoted(put)}` };
          if (count()) return;
        }
      }
      level = further;
    }
  }

  /** Return the text with another character in place of the one at an offset. */
  substitutions(offset) {
    if (offset >= this.points.length) return [];
    const char = this.part(offset, offset + 1);
    const { state } = this.table.walk(this.points.subarray(0, offset));
    return this.letters(state).map((letter) => ({
      text: this.put(offset, offset + 1, letter.char),
      how: `write ${quoted(letter.char)} instead of ${quoted(char)}`,
    }));
  }

  /** Return a character for each class that a state reads, with the state after it; delimiters come first. */
  letters(state, order = this.table.classes.delimitersFirst()) {
    const letters = order.map((point) => ({ char: String.fromCodePoint(point), after: this.table.next(state, point) }));
    return letters.filter(({ after }) => after !== DEAD);
  }
}

/** Return what was done, given what was put in place of which characters. */
function described(verb, edited) {
  const listed = [...edited.keys()].map(quoted);
  const chars = listed.length > 1 ? `${listed.slice(0, -1).join(", ")} and ${listed.at(-1)}` : listed[0];
  if (verb !== "write") return `${verb} ${chars}`;
  const puts = [...new Set(edited.values())];
  return puts.some(Boolean) ? `write ${puts.map(quoted).join(" and ")} instead of ${chars}` : `remove ${chars}`;
}

/** Return the components; of a text with a fault those before it, as the shortest completion of what was meant has them. */
export function componentsOf(production, points, said) {
  if (!said) return production.components(points);
  const { turn, turned } = said;
  const all = production.components(completed(production.table, points.subarray(0, turn))) ?? [];
  const parts = all.filter(({ start }) => start < turn).map((part) => ({ ...part, end: Math.min(part.end, turn) }));
  const last = parts.at(-1);
  return turned && last?.end === turn ? [...parts.slice(0, -1), { ...last, field: turned }] : parts;
}
