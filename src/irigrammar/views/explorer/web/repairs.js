// Strings of the language that are near to one that is not, each checked by the automaton, the most natural first.

import { DEAD } from "./table.js";
import { percentEncoded, pointsOf, textOf } from "./text.js";

const MOST = 4; // repairs that are offered
const AGAIN = 16; // how often the same edit is made further on
const RUN = 16; // how long a run is that is taken out
const BACK = 8; // how far before the fault a character is taken out
const SEARCHED = 512; // code points of a range that are looked at for a readable one

// What a reader likes to see, the best first; the last row is whatever is left.
const READABLE = [/^[a-z]$/, /^[0-9]$/, /^[A-Z]$/, /^[!-~]$/, /^ $/, /^[\p{L}\p{N}]$/u, /^[\p{S}\p{P}]$/u, /^[^]$/u];

/** Return repairs of a text with a fault: {text, how}. `row` is where a row that is not complete began, or null. */
export function repairsOf(table, points, row = null) {
  const workshop = new Workshop(table, points);
  const found = new Map();
  for (const { text, how } of workshop.attempts(row, () => found.size)) {
    const made = pointsOf(text);
    if (!found.has(text) && text !== workshop.text && table.matches(made)) found.set(text, { text, how });
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

/** Return a text of the language that begins with a viable prefix: the prefix and its shortest end. */
export function completed(table, prefix) {
  return pointsOf(textOf(prefix) + new Workshop(table, prefix).completion(prefix));
}

class Workshop {
  constructor(table, points) {
    this.table = table;
    this.points = points;
    this.text = textOf(points);
    this.offset = table.faultOffset(points);
    this.alphabet = alphabetOf(table);
  }

  *attempts(row, count) {
    const { points, offset } = this;
    const ends = offset >= points.length;
    if (row !== null) {
      yield* this.again(row, percentEncoded, "percent-encode", AGAIN);
      yield* this.again(row, () => "", "remove", 2);
      if (count() && !ends) return;
    }
    if (ends) {
      const missing = this.completion(points);
      if (missing) yield { text: this.text + missing, how: `add ${quotedText(missing)}` };
    } else {
      const escaped = [...this.again(offset, percentEncoded, "percent-encode", AGAIN)];
      const removed = [...this.again(offset, () => "", "remove", 2)];
      // Where it takes more characters to encode than to remove, what is encoded is no longer what was meant.
      if (!removed.length || (escaped.length && escaped[0].edits <= removed[0].edits)) yield* escaped;
      yield* removed;
    }
    for (let size = 2; size <= Math.min(RUN, points.length - offset - 1) && !count(); size += 1) {
      yield this.edited(offset, size, "", `remove ${quotedText(textOf(points, offset, offset + size))}`);
    }
    for (let at = offset - 1; at >= Math.max(0, offset - BACK) && !count(); at -= 1) {
      yield this.edited(at, 1, "", `remove ${quotedText(textOf(points, at, at + 1))}`);
    }
    if (!count() && !ends) yield* this.insertions(count);
    if (!count() && !ends) yield* this.substitutions();
  }

  /** Return the text with `size` code points at an offset replaced. */
  edited(at, size, put, how) {
    return { text: textOf(this.points, 0, at) + put + textOf(this.points, at + size), how };
  }

  /** Yield the text with the character at an offset edited, and those at the faults that come up further on. */
  *again(start, edit, verb, times) {
    let points = this.points;
    let at = start;
    const edited = new Set();
    for (let edits = 1; edits <= times && at < points.length; edits += 1) {
      const char = textOf(points, at, at + 1);
      const put = edit(char);
      if (put === char) return;
      edited.add(char);
      points = pointsOf(textOf(points, 0, at) + put + textOf(points, at + 1));
      const fault = this.table.faultOffset(points);
      if (fault === null) {
        yield { text: textOf(points), how: `${verb} ${[...edited].map(quotedText).join(" and ")}`, edits };
        return;
      }
      if (fault < at + put.length) return;
      at = fault;
    }
  }

  /** Return the shortest end that makes a viable prefix complete. */
  completion(points) {
    const { table } = this;
    let level = new Map([[table.walk(points).state, ""]]);
    const seen = new Set(level.keys());
    while (level.size) {
      const further = new Map();
      for (const [state, added] of level) {
        if (table.accepting.has(state)) return added;
        for (const { char, after } of this.letters(state)) {
          if (seen.has(after)) continue;
          seen.add(after);
          further.set(after, added + char);
        }
      }
      level = further;
    }
    return "";
  }

  /** Yield the text with one or two characters put in, after which what is found at the fault can come. */
  *insertions(count) {
    const { table, points, offset } = this;
    const start = table.walk(points.subarray(0, offset)).state;
    for (const { char, after } of this.letters(start)) {
      if (count()) return;
      if (table.next(after, points[offset]) !== DEAD) yield this.edited(offset, 0, char, `insert ${quotedText(char)}`);
    }
    for (const one of this.letters(start)) {
      for (const { char, after } of this.letters(one.after)) {
        if (count()) return;
        if (table.next(after, points[offset]) !== DEAD)
          yield this.edited(offset, 0, one.char + char, `insert ${quotedText(one.char + char)}`);
      }
    }
  }

  /** Yield the text without the character at the fault, or with another one in its place; what is missing then is added. */
  *substitutions() {
    const { table, points, offset } = this;
    const found = quotedText(textOf(points, offset, offset + 1));
    const { state } = table.walk(points.subarray(0, offset));
    const tries = [this.edited(offset, 1, "", `remove ${found}`)];
    for (const { char } of this.letters(state))
      tries.push(this.edited(offset, 1, char, `write ${quotedText(char)} instead of ${found}`));
    for (const one of tries) {
      yield one;
      const made = pointsOf(one.text);
      if (table.faultOffset(made) !== made.length) continue;
      const missing = this.completion(made);
      yield { text: one.text + missing, how: `${one.how}, and add ${quotedText(missing)}` };
    }
  }

  /** Return a character for each class that a state reads, with the state after it; delimiters come first. */
  letters(state) {
    return this.alphabet
      .map((char) => ({ char, after: this.table.next(state, char.codePointAt(0)) }))
      .filter(({ after }) => after !== DEAD);
  }
}

/** Return the most readable character of each class, those of classes of one character first. */
function alphabetOf({ classes }) {
  const rows = [];
  for (let number = 1; number < classes.count; number += 1) {
    const ranges = classes.ranges(number);
    const point = mostReadable(ranges);
    rows.push({ point, single: ranges[0][0] === ranges.at(-1)[1] });
  }
  rows.sort(
    (one, other) =>
      other.single - one.single || readability(one.point) - readability(other.point) || one.point - other.point,
  );
  return rows.map(({ point }) => String.fromCodePoint(point));
}

function mostReadable(ranges) {
  let best = ranges[0][0];
  for (const [low, high] of ranges) {
    for (let point = low; point <= Math.min(high, low + SEARCHED); point += 1) {
      if (readability(point) < readability(best)) best = point;
    }
  }
  return best;
}

function readability(point) {
  return READABLE.findIndex((pattern) => pattern.test(String.fromCodePoint(point)));
}

function quotedText(text) {
  return text === '"' ? "a quotation mark" : `"${text}"`;
}
