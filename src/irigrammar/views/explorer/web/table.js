// The minimal automaton of a production, as the package compiled it: verdict, and where a text leaves the language.
//
// Packed: `starts` and `ids` of the classes, the start state, the accepting states, and a character for each step, class
// by class: how far its state is from the one that it leaves (see `steps` in packing.py), with the states in an order
// of its own. Here they are numbered breadth first, as in the package. From state 0 nothing matches.

import { summed, union } from "./ranges.js";

export const DEAD = 0;

const FIRST_STEP = "0".codePointAt(0);
const SURROGATES = 0x800; // which steps leave out

function stateAfter(state, point) {
  const number = point - FIRST_STEP - (point >>> 11 > 0x1b ? SURROGATES : 0);
  if (number === 0) return DEAD;
  return state + (number % 2 ? (number - 1) / 2 : -number / 2);
}

/** Return the next states, `count` for each state. */
function stepsOf(text, states, count) {
  const cells = new Uint32Array(states * count);
  let at = 0;
  for (const char of text) {
    const state = at % states;
    cells[state * count + Math.floor(at / states)] = stateAfter(state, char.codePointAt(0));
    at += 1;
  }
  return cells;
}

/** Return the same steps with the states numbered breadth first from the first one that is not dead. */
function breadthFirst(cells, states, count) {
  const stepsFrom = (state) => cells.subarray(state * count, (state + 1) * count);
  const order = new Set(states > 1 ? [DEAD, DEAD + 1] : [DEAD]);
  for (const state of order) for (const next of stepsFrom(state)) order.add(next); // which grows as it is read
  const numbers = new Map([...order].map((state, number) => [state, number]));
  return Uint32Array.from([...order].flatMap((state) => Array.from(stepsFrom(state), (next) => numbers.get(next))));
}

export class Table {
  constructor(classes, { start, accepting, states, steps }) {
    this.classes = classes;
    this.start = start;
    this.accepting = new Set(summed(accepting));
    this.states = states;
    this.cells = breadthFirst(stepsOf(steps, states, classes.count), states, classes.count);
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
    const { classes, cells } = this;
    const read = new Set();
    cells.forEach((next, at) => next !== DEAD && read.add(at % classes.count));
    return union(...Array.from(read, (number) => classes.ranges(number)));
  }
}
