// The live parses at a fault: what each is inside of, where that began, and what was ruled out on the way.

import { BEFORE } from "./positions.js";

const ENTRIES = 4; // of the places where something began, the last ones are kept

/** A viable prefix run through the position automaton; the text may go on. `named` are the scopes that messages name. */
export class Replay {
  constructor(positions, points, offset, named) {
    this.positions = positions;
    this.points = points;
    this.offset = offset;
    this.named = named;
    this.states = [positions.start];
    this.lost = new Map(); // the last loss of each scope: {scope, position, offset}
    let state = positions.start;
    const numbers = positions.program.classes.encode(points.subarray(0, offset));
    for (let at = 0; at < offset; at += 1) {
      const { state: after, lost } = positions.step(state, numbers[at]);
      this.states.push(after);
      state = after;
      for (const { scope, position } of lost) this.lost.set(scope, { scope, position, offset: at });
    }
    this.state = state;
  }

  /** Return the live positions: what needs least to be complete first, then the first match. */
  order() {
    const { positions } = this;
    return [...this.state.live].sort((one, other) => positions.completion(one) - positions.completion(other));
  }

  /** Return the first of the live positions, those as near to the end, and those within the same production. */
  first() {
    const { positions } = this;
    const order = this.order();
    const path = (position) => this.path(position);
    const least = positions.completion(order[0]);
    const first = path(order[0]);
    return order.filter((position) => positions.completion(position) === least || startsWith(path(position), first));
  }

  /** Return the rules that are open after a position, outermost first. */
  path(position) {
    const { positions, named } = this;
    return [...positions.open(position)]
      .reverse()
      .filter((scope) => named.has(scope))
      .map((scope) => positions.rules[scope]);
  }

  /** Return what there is to know of a live position: what is open, innermost first, and where something began. */
  reading(position) {
    const { positions, offset: end, named } = this;
    const starts = new Map(positions.open(position).map((scope) => [scope, end]));
    const inside = new Set(positions.around(positions.scope(position)));
    const pending = new Set([...starts.keys()].filter((scope) => inside.has(scope))); // the others begin here
    const entries = pending.size < starts.size ? [end] : [];
    let here = position;
    let offset = end;
    while (offset && (pending.size || entries.length < ENTRIES) && here !== BEFORE) {
      offset -= 1;
      const { before, began } = positions.origin(this.states[offset], here);
      for (const scope of began) if (pending.delete(scope)) starts.set(scope, offset);
      if (entries.length < ENTRIES && [...began].some((scope) => named.has(scope))) entries.push(offset);
      here = before;
    }
    return { position, open: [...starts].map(([scope, start]) => ({ scope, start })), entries };
  }

  /** Return what was given up at the last offset that matters to a reading, each without what is around it. */
  givenUp(reading) {
    const { positions, named } = this;
    const start = reading.open.find(({ scope }) => named.has(scope))?.start ?? this.offset;
    let losses = [...this.lost.values()].filter(
      (loss) =>
        named.has(loss.scope) &&
        loss.offset >= start &&
        this.goesOn(loss.position) &&
        this.takesItsPlace(reading, loss),
    );
    if (!losses.length) losses = this.atStart(start);
    const last = Math.max(0, ...losses.map(({ offset }) => offset));
    losses = losses.filter(({ offset }) => offset === last);
    const outer = new Set(losses.flatMap(({ scope }) => positions.around(positions.parents[scope])));
    const byRule = new Map();
    for (const loss of losses) if (!outer.has(loss.scope)) byRule.set(positions.rules[loss.scope], loss);
    return [...byRule.values()];
  }

  /** Return start and end of the characters, before the fault, that a production was given up for. */
  ruledOut({ position, offset }) {
    let end = offset + 1;
    while (end < this.offset && !this.readsAt(position, end)) end += 1;
    return [offset, end];
  }

  /** Return whether what a reading was in when a scope was given up is still open at the fault. */
  takesItsPlace(reading, loss) {
    const { positions } = this;
    let here = reading.position;
    for (let offset = this.offset; offset > loss.offset; offset -= 1)
      here = positions.origin(this.states[offset - 1], here).before;
    const open = new Set(reading.open.map(({ scope }) => scope));
    return positions
      .around(positions.scope(here))
      .filter((scope) => this.named.has(scope))
      .every((scope) => open.has(scope));
  }

  /** Return whether what is at the fault can come after a position. */
  goesOn(position) {
    return this.offset >= this.points.length ? this.positions.ends(position) : this.readsAt(position, this.offset);
  }

  readsAt(position, offset) {
    return this.positions.reads(position, this.positions.program.classes.of(this.points[offset]));
  }

  /** Return what the first character ruled out: without it the text would have gone on beyond the fault. */
  atStart(start) {
    const { positions, points, offset: end, named } = this;
    if (start || !end) return [];
    const scopesOf = (state) => new Set(state.live.flatMap((one) => positions.around(positions.scope(one))));
    const numbers = positions.program.classes.encode(points.subarray(0, end + 1));
    const first = positions.step(positions.start, numbers[0]);
    const began = first ? scopesOf(first.state) : new Set();
    let state = positions.start;
    let opened = [];
    for (let at = 1; at < numbers.length; at += 1) {
      const moved = positions.step(state, numbers[at]);
      if (!moved) return [];
      state = moved.state;
      if (at === 1) opened = [...new Set(state.live.flatMap((position) => positions.open(position)))];
    }
    if (end >= points.length && !state.live.some((position) => positions.ends(position))) return [];
    const alive = scopesOf(state);
    return opened
      .filter((scope) => named.has(scope))
      .filter((scope) => alive.has(positions.parents[scope]) && !began.has(positions.parents[scope]))
      .map((scope) => ({ scope, position: BEFORE, offset: 0 }));
  }
}

function startsWith(path, first) {
  return first.every((rule, at) => path[at] === rule);
}
