// A nondeterministic automaton with ordered choices and marks, made of a form.
//
// A node reads one code point (of the classes in `reads`), or it reads nothing and leads on to its successors, the
// preferred one first. Node 0 is the end. `event` is k where the mark `marks[k]` opens and -k where it closes.

import { nullable } from "./lower.js";
import { partition } from "./ranges.js";

export const FINAL = 0;

/** Return the program of a form; reading nodes inside the rule `prefer` are the preferred ones. */
export function compileProgram(regular, prefer = null) {
  return builderOf(regular, [], prefer).program;
}

/** Return what has built the program of a form, and can build on; `others` are forms that it will have to build. */
export function builderOf(regular, others, prefer = null) {
  const sets = new Map();
  const seen = new Set();
  for (const item of [regular, ...others]) collectSets(item, sets, seen);
  const builder = new Builder(partition([...sets.values()]), prefer);
  builder.program.start = builder.build(regular, FINAL);
  return builder;
}

function collectSets(item, sets, seen) {
  if (seen.has(item)) return;
  seen.add(item);
  if (item.set) sets.set(item.set.join(), item.set);
  for (const one of item.seq ?? item.choice ?? [item.loop ?? item.item]) if (one) collectSets(one, sets, seen);
}

class Builder {
  constructor(classes, prefer) {
    this.program = {
      classes,
      start: FINAL,
      reads: [null],
      leaf: [false],
      next: [[]],
      event: [0],
      marks: [""],
      preferred: new Set(),
    };
    this.prefer = prefer;
    this.calls = new Map(); // of nodes, the rule that they call and what comes after it
    this.inside = 0;
    this.masks = new Map();
    this.numbers = new Map();
  }

  node(after, event = 0) {
    const { program } = this;
    program.reads.push(null);
    program.leaf.push(false);
    program.next.push(after);
    program.event.push(event);
    return program.reads.length - 1;
  }

  /** Build an item with the node that comes after it, from the end to the start. */
  build(item, after) {
    if (item.set) return this.read(item, after);
    if (item.seq) return item.seq.reduceRight((then, one) => this.build(one, then), after);
    if (item.choice) return this.node(item.choice.map((one) => this.build(one, after)));
    if (item.loop) return this.repeat(item, after);
    if (item.call) return this.call(item, [after]);
    return this.mark(item, [after]);
  }

  read({ set, leaf }, after) {
    const key = set.join();
    if (!this.masks.has(key)) this.masks.set(key, this.program.classes.within(set));
    const node = this.node([after]);
    this.program.reads[node] = this.masks.get(key);
    this.program.leaf[node] = leaf;
    if (this.inside) this.program.preferred.add(node);
    return node;
  }

  repeat({ loop, low, high }, after) {
    let entry = after;
    let first = low;
    if (high !== null) {
      for (let count = low; count < high; count += 1) entry = this.node([this.build(loop, entry), after]);
    } else if (low && !nullable(loop)) {
      const again = this.node([]); // one pass through the body and then the choice
      entry = this.build(loop, again);
      this.program.next[again] = [entry, after];
      first -= 1;
    } else {
      entry = this.anyNumber(loop, after);
    }
    for (let count = 0; count < first; count += 1) entry = this.build(loop, entry);
    return entry;
  }

  anyNumber(loop, after) {
    const again = this.node([]);
    const body = nullable(loop) ? this.reading(loop, this.node([]), again) : this.build(loop, again);
    this.program.next[again] = [body, after];
    return again;
  }

  /** Build an item twice over, to go on at `empty` when it has read nothing and at `read` when it has. */
  reading(item, empty, read) {
    if (item.set) return this.read(item, read);
    if (item.seq) {
      for (const one of [...item.seq].reverse()) {
        empty = this.reading(one, empty, read);
        read = this.build(one, read);
      }
      return empty;
    }
    if (item.choice) return this.node(item.choice.map((one) => this.reading(one, empty, read)));
    if (item.loop) return this.readingLoop(item, empty, read);
    if (item.call) return this.call(item, [empty, read]);
    return this.mark(item, [empty, read]);
  }

  readingLoop({ loop, low, high }, empty, read) {
    let first = empty;
    let then = read;
    if (high === null) {
      then = this.anyNumber(loop, read);
      first = this.node([this.reading(loop, this.node([]), then), empty]);
    } else {
      for (let count = low; count < high; count += 1) {
        first = this.node([this.reading(loop, first, then), empty]);
        then = this.node([this.build(loop, then), read]);
      }
    }
    for (let count = 0; count < low; count += 1) {
      first = this.reading(loop, first, then);
      then = this.build(loop, then);
    }
    return first;
  }

  /** Build the place of a rule that is built when it is first met; till then it is as long as its shortest match. */
  call({ call, length }, after) {
    const { program } = this;
    let stub = after[length ? after.length - 1 : 0];
    for (let count = 0; count < length; count += 1) {
      stub = this.node([stub]);
      program.reads[stub] = this.nothing ??= new Uint8Array(program.classes.count);
    }
    const node = this.node([stub]);
    this.calls.set(node, { call, after });
    return node;
  }

  mark({ mark, item }, after) {
    const { program } = this;
    if (!this.numbers.has(mark)) {
      this.numbers.set(mark, program.marks.length);
      program.marks.push(mark);
    }
    const number = this.numbers.get(mark);
    const preferred = mark === this.prefer ? 1 : 0;
    this.inside += preferred;
    const closes = after.map((one) => this.node([one], -number));
    const body = closes.length === 1 ? this.build(item, closes[0]) : this.reading(item, ...closes);
    this.inside -= preferred;
    return this.node([body], number);
  }
}

/** Return for every node how many characters it needs at least to come to the end. */
export function distancesOf({ reads, next }) {
  const distances = new Array(reads.length).fill(Infinity);
  const before = next.map(() => []);
  next.forEach((after, node) => after.forEach((one) => before[one].push(node)));
  distances[FINAL] = 0;
  for (let level = [FINAL]; level.length;) {
    const further = [];
    for (const node of level) {
      for (const one of before[node]) {
        const cost = distances[node] + (reads[one] ? 1 : 0);
        if (cost >= distances[one]) continue;
        distances[one] = cost;
        (reads[one] ? further : level).push(one);
      }
    }
    level = further;
  }
  return distances;
}
