// Recursive rules: a program in which a reference to one is built when it is first met, and the automaton of its states.
//
// The states of the automaton are the sets of nodes that read next, made as texts lead to them, so that it has the
// methods of a table. What a text has met is a program without recursion, for which parser and positions are as usual.

import { lowered } from "./lower.js";
import { reachedFrom } from "./naming.js";
import { FINAL, builderOf } from "./program.js";
import { Table } from "./table.js";

const DEAD_FORM = { choice: [] };

/** Return the length of the shortest string of each rule, Infinity for a rule without strings. */
function shortest(rules, find) {
  const lengths = new Map(rules.map((rule) => [rule, Infinity]));
  const length = ([kind, first, low]) => {
    if (kind === "s") return [...first].length;
    if (kind === "r") return 1;
    if (kind === "n") return low ? low * length(first) : 0;
    if (kind === "c") return first.reduce((sum, item) => sum + length(item), 0);
    if (kind === "a") return Math.min(...first.map(length));
    return lengths.get(find(first)) ?? Infinity;
  };
  for (let changes = true; changes;) {
    changes = false;
    for (const rule of rules) {
      const now = length(rule.expr);
      changes ||= now < lengths.get(rule);
      lengths.set(rule, now);
    }
  }
  return lengths;
}

/** Return a form without the alternatives that no string matches. */
function pruned(item) {
  const isDead = (one) => one === DEAD_FORM;
  if (item.seq) {
    const seq = item.seq.map(pruned);
    return seq.some(isDead) ? DEAD_FORM : { seq };
  }
  if (item.choice) {
    const choice = item.choice.map(pruned).filter((one) => !isDead(one));
    return choice.length ? { choice } : DEAD_FORM;
  }
  const inner = item.loop ?? item.item;
  if (!inner) return item;
  const made = pruned(inner);
  if (isDead(made)) return item.low === 0 ? { seq: [] } : DEAD_FORM;
  return item.loop ? { ...item, loop: made } : { ...item, item: made };
}

/** The program of a recursive rule, as far as texts have met it, and its automaton. */
export class Unfolding {
  constructor(grammar, rule) {
    const find = (name) => grammar.rule(name);
    const rules = reachedFrom(grammar, rule);
    const recursive = rules.filter(({ name }) => grammar.entry.recursive.includes(name));
    const lengths = shortest(rules, find);
    const called = (name) => {
      const target = find(name);
      if (!target || lengths.get(target) === Infinity) return DEAD_FORM;
      const length = lengths.get(target);
      return recursive.includes(target) ? { call: target, length, empty: length === 0 } : target;
    };
    this.forms = new Map([rule, ...recursive].map((one) => [one, pruned(lowered(one, called))]));
    this.builder = builderOf(this.forms.get(rule), [...this.forms.values()]);
    this.builder.program.classes.letters = grammar.entry.letters[rule.name];
    this.measured = [];
    this.table = new LazyTable(this);
  }

  get size() {
    return this.builder.program.reads.length;
  }

  /** Return the program as it is now. */
  get program() {
    const { program } = this.builder;
    const { reads, leaf, next, event, marks } = program;
    return { ...program, reads: [...reads], leaf: [...leaf], next: [...next], event: [...event], marks: [...marks] };
  }

  /** Return the nodes after a node that reads nothing, those of a rule that is met for the first time too. */
  after(node) {
    const { builder } = this;
    const met = builder.calls.get(node);
    if (met) {
      builder.calls.delete(node);
      builder.program.next[node] = [builder.mark(this.forms.get(met.call), met.after)];
    }
    return builder.program.next[node];
  }

  /** Return for every node how many characters it needs at least to come to the end; what is built later changes none. */
  get distances() {
    const { measured } = this;
    const { reads, next } = this.builder.program;
    const from = measured.length;
    while (measured.length < reads.length) measured.push(measured.length === FINAL ? 0 : Infinity);
    for (let changes = from < reads.length; changes;) {
      changes = false;
      for (let node = from; node < reads.length; node += 1) {
        const now = Math.min(measured[node], ...next[node].map((one) => measured[one] + (reads[node] ? 1 : 0)));
        changes ||= now < measured[node];
        measured[node] = now;
      }
    }
    return measured;
  }
}

class LazyTable extends Table {
  constructor(unfolding) {
    const { classes, start } = unfolding.builder.program;
    super(classes, { start: 1, accepting: [], states: 0, steps: "" });
    this.unfolding = unfolding;
    this.sets = [[]]; // of each state, the nodes that read next, and the end
    this.rows = [[]];
    this.far = [];
    this.numbers = new Map([["", 0]]);
    this.start = this.state([start]);
  }

  state(nodes) {
    const { reads } = this.unfolding.builder.program;
    const seen = new Set(nodes);
    const found = [];
    for (const node of seen) {
      if (reads[node] || node === FINAL) found.push(node);
      else for (const after of this.unfolding.after(node)) seen.add(after); // which grows as it is read
    }
    const key = found.sort((one, other) => one - other).join();
    if (!this.numbers.has(key)) {
      const number = this.sets.push(found) - 1;
      this.numbers.set(key, number);
      this.rows.push([]);
      if (found[0] === FINAL) this.accepting.add(number);
    }
    return this.numbers.get(key);
  }

  next(state, point) {
    const number = this.classes.of(point);
    const { reads, next } = this.unfolding.builder.program;
    const read = (node) => node !== FINAL && reads[node][number];
    return (this.rows[state][number] ??= this.state(this.sets[state].filter(read).map((node) => next[node][0])));
  }

  walk(points, from = this.start) {
    let state = from;
    for (let at = 0; at < points.length; at += 1) {
      const after = this.next(state, points[at]);
      if (!after) return { state, at };
      state = after;
    }
    return { state, at: points.length };
  }

  /** Return how many characters a state needs at least to come to the end. */
  distance(state) {
    const { distances } = this.unfolding;
    return (this.far[state] ??= Math.min(...this.sets[state].map((node) => distances[node])));
  }
}
