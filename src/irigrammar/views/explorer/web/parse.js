// Greedy parsing in linear time (Frisch and Cardelli, 2004): right to left, which nodes can still finish; left to
// right, at each choice the first alternative that can. With a preferred rule there is one more pass between the two.

import { FINAL } from "./program.js";

const CACHE_LIMIT = 4096;

/** Parses with one program; what it keeps are caches. */
export class Parser {
  constructor(program) {
    this.program = program;
    this.before = program.next.map(() => []);
    this.readers = program.next.map(() => []);
    program.next.forEach((after, node) => {
      for (const one of after) (program.reads[node] ? this.readers : this.before)[one].push(node);
    });
    this.suffixes = new Map();
    this.sets = new Map();
  }

  /** Return the decision at each offset of a text, and at its end; null without a parse. */
  picks(points) {
    const { program } = this;
    const classes = program.classes.encode(points);
    let states = new Array(classes.length + 1);
    let state = (states[classes.length] = this.suffix([FINAL]));
    for (let at = classes.length - 1; at >= 0; at -= 1) {
      state = states[at] = state.moves.get(classes[at]) ?? this.left(state, classes[at]);
    }
    let node = program.start;
    if (!state.live.has(node)) return null;
    if (program.preferred.size) states = this.narrowed(states);
    return states.map((suffix) => {
      const pick = suffix.picks.get(node) ?? this.pick(node, suffix);
      node = pick.after;
      return pick;
    });
  }

  /** Return the state one character further left. */
  left(state, number) {
    const { reads } = this.program;
    const found = [];
    for (const node of state.live) {
      for (const reader of this.readers[node]) if (reads[reader][number]) found.push(reader);
    }
    const moved = this.suffix(found);
    state.moves.set(number, moved);
    return moved;
  }

  /** Return the state of some nodes and of all that lead to them without reading. */
  suffix(nodes) {
    const live = new Set(nodes);
    for (const node of live) for (const one of this.before[node]) live.add(one); // grows as it is read
    const key = [...live].sort((one, other) => one - other).join();
    let found = this.suffixes.get(key);
    if (!found) {
      if (this.suffixes.size >= CACHE_LIMIT) this.suffixes.clear();
      found = { live, moves: new Map(), picks: new Map() };
      this.suffixes.set(key, found);
    }
    return found;
  }

  /** Return what to do at a node: the events up to the first reading node (or the end) that can finish. */
  pick(node, state) {
    const { reads, event, next, leaf } = this.program;
    const events = [];
    let here = node;
    while (!reads[here] && here !== FINAL) {
      if (event[here]) events.push(event[here]);
      here = next[here].find((one) => state.live.has(one));
    }
    const found = { events, after: here === FINAL ? FINAL : next[here][0], leaf: leaf[here] };
    state.picks.set(node, found);
    return found;
  }

  /** Return the states of the parses in which the preferred rule reads a character whenever it can, from the left. */
  narrowed(states) {
    const { next, start } = this.program;
    const allowed = [];
    let here = this.preferredOf([start], states[0]);
    for (const state of states.slice(1)) {
      allowed.push(here);
      if (!here.moves.has(state))
        here.moves.set(
          state,
          this.preferredOf(
            [...here.nodes].map((node) => next[node][0]),
            state,
          ),
        );
      here = here.moves.get(state);
    }
    let left = states.at(-1);
    const found = [left];
    for (const set of allowed.reverse()) {
      if (!left.moves.has(set)) {
        const { live } = left;
        left.moves.set(set, this.suffix([...set.nodes].filter((reader) => live.has(next[reader][0]))));
      }
      left = left.moves.get(set);
      found.push(left);
    }
    return found.reverse();
  }

  preferredOf(nodes, state) {
    const live = this.reach(nodes).filter((node) => state.live.has(node));
    const preferred = live.filter((node) => this.program.preferred.has(node));
    const chosen = (preferred.length ? preferred : live).sort((one, other) => one - other);
    const key = chosen.join();
    if (!this.sets.has(key)) this.sets.set(key, { nodes: chosen, moves: new Map() });
    return this.sets.get(key);
  }

  /** Return the reading nodes, and the end, that come from some nodes without reading. */
  reach(nodes) {
    const seen = new Set(nodes);
    const found = [];
    for (const node of seen) {
      if (this.program.reads[node] || node === FINAL) found.push(node);
      else for (const after of this.program.next[node]) seen.add(after);
    }
    return found;
  }
}
