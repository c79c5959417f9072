// The position automaton: which nodes can have read the last character, and inside which rules each of them is.
//
// References are inlined, so that every node of a program is inside a fixed row of scopes, the places where rules are
// used: a node that has read the last character is a live parse. States are the live positions in the order of
// preference, and are made as they are met.

import { FINAL, distancesOf } from "./program.js";

export const BEFORE = -1; // the position before the first character

/** `rules[s]` is the rule of scope s, `parents[s]` the scope around it, `depths[s]` how many there are; 0 is outside. */
export class Positions {
  constructor(program) {
    this.program = program;
    this.rules = [""];
    this.parents = [0];
    this.depths = [0];
    this.opened = new Map(); // the scope that a node opens
    this.closed = new Map(); // the scope that a node closes
    this.exits = new Map(); // the node after a scope
    this.scopes = this.findScopes();
    this.distances = distancesOf(program);
    this.follows = new Map();
    this.certain = new Map();
    this.opens = new Map();
    this.states = new Map();
    this.start = this.state([BEFORE]);
  }

  /** Return the node that a parse is at after a position has read. */
  after(position) {
    return position === BEFORE ? this.program.start : this.program.next[position][0];
  }

  scope(position) {
    return position === BEFORE ? 0 : this.scopes[position];
  }

  /** Return a scope and those around it, innermost first. */
  around(scope) {
    const chain = [];
    for (let here = scope; here; here = this.parents[here]) chain.push(here);
    return chain;
  }

  /** Return how many characters a parse needs at least to come from a position to the end. */
  completion(position) {
    return this.distances[this.after(position)];
  }

  ends(position) {
    return this.completion(position) === 0;
  }

  /** Return what can read the next character, the preferred one first: {node, floor}, the innermost scope not left. */
  follow(position) {
    if (!this.follows.has(position)) this.follows.set(position, this.reach(this.after(position), this.scope(position)));
    return this.follows.get(position);
  }

  /** Return whether a class of characters can come after a position. */
  reads(position, number) {
    return this.follow(position).some(({ node }) => this.program.reads[node][number]);
  }

  /** Return the scopes inside of which another character can be read, innermost first. */
  open(position) {
    if (!this.opens.has(position)) {
      const inside = this.follow(position);
      const byDepth = (one, other) => this.depths[one] - this.depths[other];
      let kept = 0;
      for (const { floor } of inside) if (this.depths[floor] > this.depths[kept]) kept = floor;
      const entered = new Set(inside.flatMap(({ node }) => this.around(this.scopes[node])));
      const certain = [...this.must(this.after(position))].filter((scope) => entered.has(scope)).sort(byDepth);
      this.opens.set(position, [...new Set([...certain.reverse(), ...this.around(kept)])]);
    }
    return this.opens.get(position);
  }

  /** Return whether a scope that is open after a position may end there without another character. */
  mayLeave(position, scope) {
    const { program } = this;
    const todo = [[this.after(position), this.around(this.scope(position)).includes(scope)]];
    const seen = new Set();
    while (todo.length) {
      const [node, inside] = todo.pop();
      if (seen.has(2 * node + inside)) continue;
      seen.add(2 * node + inside);
      if (inside && this.closed.get(node) === scope) return true;
      if (program.reads[node]) continue;
      for (const after of program.next[node]) todo.push([after, inside || this.opened.get(node) === scope]);
    }
    return false;
  }

  /** Return what one more character, given by its class, leads to: {state, lost}; null where no position reads it. */
  step(state, number) {
    if (!state.moves.has(number)) state.moves.set(number, this.stepped(state, number));
    return state.moves.get(number);
  }

  /** Return where a position comes from, given the state before it: {before, began}. */
  origin(state, position) {
    if (!state.origins.has(position)) {
      for (const before of state.live) {
        const step = this.follow(before).find(({ node }) => node === position);
        if (!step) continue;
        const scopes = this.around(this.scope(position));
        const began = new Set(scopes.filter((scope) => this.depths[scope] > this.depths[step.floor]));
        state.origins.set(position, { before, began });
        break;
      }
    }
    return state.origins.get(position);
  }

  stepped(state, number) {
    const moved = new Set();
    const dying = [];
    const alive = new Set();
    for (const position of state.live) {
      const readers = this.follow(position).filter(({ node }) => this.program.reads[node][number]);
      for (const { node } of readers) moved.add(node);
      if (readers.length) for (const scope of this.open(position)) alive.add(this.rules[scope]);
      else dying.push(position);
    }
    if (!moved.size) return null;
    const lost = new Map();
    for (const position of dying.reverse()) {
      for (const scope of this.open(position)) if (!alive.has(this.rules[scope])) lost.set(scope, position);
    }
    return { state: this.state([...moved]), lost: [...lost].map(([scope, position]) => ({ scope, position })) };
  }

  state(live) {
    const key = live.join();
    if (!this.states.has(key)) this.states.set(key, { live, moves: new Map(), origins: new Map() });
    return this.states.get(key);
  }

  findScopes() {
    const { program } = this;
    const scopes = new Array(program.reads.length).fill(0);
    const seen = new Set([program.start]);
    const todo = [[program.start, 0]];
    while (todo.length) {
      const [node, scope] = todo.pop();
      const event = program.event[node];
      let inside = scope;
      if (event > 0) {
        inside = this.rules.length;
        this.opened.set(node, inside);
        this.rules.push(program.marks[event]);
        this.parents.push(scope);
        this.depths.push(this.depths[scope] + 1);
      } else if (event < 0) {
        this.closed.set(node, scope);
        this.exits.set(scope, program.next[node][0]);
        inside = this.parents[scope];
      }
      scopes[node] = event < 0 ? inside : scope;
      for (const after of program.next[node]) {
        if (seen.has(after)) continue;
        seen.add(after);
        todo.push([after, inside]);
      }
    }
    scopes[FINAL] = 0;
    return scopes;
  }

  /** Return the reading nodes from a node on, in the order of preference, each with its best floor. */
  reach(start, scope) {
    const { program, scopes, depths } = this;
    const floors = new Map();
    const order = new Set();
    const todo = [[start, scope]];
    while (todo.length) {
      let [here, floor] = todo.pop();
      if (depths[scopes[here]] < depths[floor]) floor = scopes[here];
      if (floors.has(here) && depths[floors.get(here)] >= depths[floor]) continue;
      floors.set(here, floor);
      if (program.reads[here]) {
        if (this.distances[here] < Infinity) order.add(here);
      } else {
        for (const after of [...program.next[here]].reverse()) todo.push([after, floor]);
      }
    }
    return [...order].map((node) => ({ node, floor: floors.get(node) }));
  }

  /** Return the scopes that every way from a node to the next character, or to the end, goes into. */
  must(start) {
    const { program, certain } = this;
    const todo = [start];
    while (todo.length) {
      const here = todo.at(-1);
      if (certain.has(here) || program.reads[here] || here === FINAL) {
        if (!certain.has(here)) certain.set(here, new Set());
        todo.pop();
        continue;
      }
      const after = program.next[here].filter((one) => this.distances[one] < Infinity);
      const missing = after.filter((one) => !certain.has(one));
      if (missing.length) {
        todo.push(...missing);
        continue;
      }
      const [first, ...others] = after.map((one) => certain.get(one));
      const common = new Set([...(first ?? [])].filter((one) => others.every((other) => other.has(one))));
      if (program.event[here] > 0 && after.length) common.add(this.opened.get(here));
      certain.set(here, common);
    }
    return certain.get(start);
  }
}
