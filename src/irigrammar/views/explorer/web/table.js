// The minimal automaton of a production, as the package compiled it: verdict, and where a text leaves the language.
//
// Packed: `starts` and `ids` of the classes, the start state, the accepting states, and a character for each step, class
// by class: how far its state is from the one that it leaves (see `steps` in packing.py). From state 0 nothing matches.

import { summed, union } from "./ranges.js";

export const DEAD = 0;

const FIRST_STEP = "0".codePointAt(0);
const SURROGATES = 0x800; // which steps leave out

function stateAfter(state, point) {
  const number = point - FIRST_STEP - (point >>> 11 > 0x1b ? SURROGATES : 0);
  if (number === 0) return DEAD;
  return state + (number % 2 ? (number - 1) / 2 : -number / 2);
}

export class Table {
  constructor(classes, { start, accepting, states, steps }) {
    this.classes = classes;
    this.start = start;
    this.accepting = new Set(summed(accepting));
    this.states = states;
    this.cells = new Uint32Array(states * classes.count);
    let at = 0;
    for (const char of steps) {
      const state = at % states;
      this.cells[state * classes.count + Math.floor(at / states)] = stateAfter(state, char.codePointAt(0));
      at += 1;
    }
  }

  /** Return the state after a code point. */
  next(state, point) {
    return this.cells[state * this.classes.count + this.classes.of(point)];
  }

  /** Return the state that some code points lead to, and how many of them were read before the dead one. */
  walk(points, state = this.start) {
    const { cells, classes } = this;
    let at = 0;
    while (state !== DEAD && at < points.length) {
      const after = cells[state * classes.count + classes.of(points[at])];
      if (after === DEAD) return { state, at };
      state = after;
      at += 1;
    }
    return { state, at };
  }

  /** Return the end of the longest viable prefix of a text that is not in the language, null for one that is. */
  faultOffset(points) {
    const { state, at } = this.walk(points);
    return at === points.length && this.accepting.has(state) ? null : at;
  }

  matches(points) {
    return this.faultOffset(points) === null;
  }

  /** Return the end of the longest match that begins at an offset, -1 where none does. */
  longest(points, from) {
    return this.ends(points, from).at(-1) ?? -1;
  }

  /** Return the ends of the matches that begin at an offset, the shortest first. */
  ends(points, from) {
    const ends = [];
    let state = this.start;
    for (let at = from; state !== DEAD; at += 1) {
      if (this.accepting.has(state)) ends.push(at);
      if (at >= points.length) break;
      state = this.next(state, points[at]);
    }
    return ends;
  }

  /** Return the code points with which a state can go on. */
  following(state) {
    const { classes, cells } = this;
    const sets = [];
    for (let number = 0; number < classes.count; number += 1) {
      if (cells[state * classes.count + number] !== DEAD) sets.push(classes.ranges(number));
    }
    return union(...sets);
  }

  /** Return the code points that occur in the strings of the language. */
  alphabet() {
    return union(...Array.from({ length: this.states }, (_, state) => this.following(state)));
  }
}
