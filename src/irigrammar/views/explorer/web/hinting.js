// Which of the known cases a fault is: the rows of `hints.toml`, tried in order.

import { DEAD } from "./table.js";
import { textOf } from "./text.js";

const LONGEST_AROUND = 2000; // characters of a text in which an identifier is looked for

/** Finds the rows that apply to strings of one grammar; `condition` returns the automaton of a row's field, or null. */
export class Hinting {
  constructor(rows, grammar, condition) {
    const { fields, names } = grammar.entry;
    const concerns = ({ references, lacks }) =>
      !(references && !Object.keys(fields).length) && !(lacks && Object.hasOwn(names, lacks.toLowerCase()));
    this.rows = rows.filter(concerns);
    this.condition = condition;
  }

  /**
   * Return the first row that applies, {row, start, end, middle}, null where none does.
   *
   * A case has the `text` and its `points`, the `offset`, the `char` there ("" at the end), the names that are `open`, those `lost` with
   * the character that ended each, where something began (`starts`), and whether what comes before is `complete`.
   */
  ofFault(known) {
    for (const row of this.rows) {
      if (!fits(row, known) || !this.mayApply(row, known)) continue;
      const matched = this.apply(row, known);
      if (matched) return { row, ...matched };
    }
    return null;
  }

  mayApply(row, known) {
    const { points, lost, char } = known;
    const first = points.length ? textOf(points, 0, 1) : "";
    const about = lost.get(lostName(row, known)) ?? char;
    return (
      !(row.tests.includes("found") && !this.mayBegin(row, "found", about)) &&
      !(row.tests.includes("before") && !this.mayBegin(row, "before", first)) &&
      !(row.whole && row.tests.includes("part") && !this.mayBegin(row, "part", first))
    );
  }

  /** Return whether what a condition describes may be empty or begin with a character. */
  mayBegin(row, field, char) {
    const table = this.condition(row, field);
    if (!table) return false;
    return table.accepting.has(table.start) || (char !== "" && table.next(table.start, char.codePointAt(0)) !== DEAD);
  }

  /** Return whether what comes after an identifier may be empty or end with a character. */
  mayEnd(row, point) {
    const table = this.condition(row, "after");
    if (!table || table.accepting.has(table.start) || point === undefined)
      return table !== null && table.accepting.has(table.start);
    for (let state = 0; state < table.states; state += 1)
      if (table.accepting.has(table.next(state, point))) return true;
    return false;
  }

  apply(row, known) {
    const { points, offset, char, starts } = known;
    if (
      (row.has && !known.text.includes(row.has)) ||
      (row.category && !hasCategory(row, known)) ||
      (row.tests.includes("rest") && !this.matches(row, "rest", points.subarray(offset)))
    )
      return null;
    if (row.tests.includes("before")) return this.around(row, points);
    if (row.tests.includes("cut")) {
      const end = this.longest(row, "cut", points, offset);
      return end > 0 ? { start: offset, end } : null;
    }
    if (!row.tests.includes("part")) return { start: offset, end: offset + (char !== "") };
    for (const start of row.whole ? [0] : starts) {
      const end = this.longest(row, "part", points, start);
      if (end < offset || end < 0 || (row.has && !textOf(points, start, end).includes(row.has))) continue;
      if (!row.tests.includes("then") || this.matches(row, "then", points.subarray(end))) return { start, end };
    }
    return null;
  }

  /** Return what a row surrounds: the longest beginning, then the shortest identifier. */
  around(row, points) {
    if (points.length > LONGEST_AROUND || !this.mayEnd(row, points.at(-1))) return null;
    let starts = this.ends(row, "before", points, 0);
    if (starts.length > 1) starts = this.begins(row, "following", points, starts, Math.max);
    if (!starts.length) return null;
    const ends = this.begins(row, "after", points, this.ends(row, "middle", points, starts[0]), Math.min);
    return ends.length ? { start: 0, end: points.length, middle: [starts[0], ends[0]] } : null;
  }

  /** Return the first or the last of some offsets from which a condition matches the rest of a text, [] for none. */
  begins(row, field, points, starts, pick) {
    const table = this.condition(row, field);
    if (!table || !starts.length) return [];
    const coming = new Set(starts);
    let live = new Map();
    for (let at = 0; at <= points.length; at += 1) {
      if (coming.has(at)) live.set(table.start, pick(live.get(table.start) ?? at, at));
      if (at === points.length) break;
      const moved = new Map();
      for (const [state, begin] of live) {
        const to = table.next(state, points[at]);
        if (to !== DEAD) moved.set(to, pick(moved.get(to) ?? begin, begin));
      }
      live = moved;
    }
    const begins = [...live].filter(([state]) => table.accepting.has(state)).map(([, begin]) => begin);
    return begins.length ? [pick(...begins)] : [];
  }

  /** Return the ends of what a condition matches from an offset on, the shortest first. */
  ends(row, field, points, start) {
    const table = this.condition(row, field);
    return table ? table.ends(points, start) : [];
  }

  matches(row, field, points) {
    const table = this.condition(row, field);
    return table !== null && table.matches(points);
  }

  /** Return the end of the longest match that begins at an offset, -1 for none. */
  longest(row, field, points, start) {
    return this.condition(row, field)?.longest(points, start) ?? -1;
  }
}

/** Return which of the names that a row looks for was ruled out or is open, "" for none. */
function lostName({ lost: names }, { lost, open }) {
  return names?.find((name) => lost.has(name) || open.has(name)) ?? "";
}

function hasCategory(row, known) {
  const char = known.lost.get(lostName(row, known)) ?? known.char;
  return new RegExp(`\\p{${row.category}}`, "u").test(char);
}

/** Return whether a row may apply, by what is open, was ruled out and comes to an end. */
function fits(row, known) {
  const isOpen = (name) => known.open.has(name);
  return !(
    (row.lost && !lostName(row, known)) ||
    (row.early && known.char !== "") ||
    (row.complete && !known.complete) ||
    (row.open && !row.open.some(isOpen)) ||
    row.outside?.some(isOpen)
  );
}
