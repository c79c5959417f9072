// What could come after a viable prefix: the live parses of it, and the productions in which each could go on.

import { FINAL } from "./program.js";
import { union } from "./ranges.js";

/** Add an item that is not there; of one literal with and without what follows it the first one tells more. */
function addItem(items, item) {
  const same = (one) => one.rule === item.rule && String(one.sign) === String(item.sign);
  const known = items.find((one) => same(one) && (one.rule || !one.ahead || !item.ahead || one.ahead === item.ahead));
  if (!known) items.push(item);
  else if (!known.rule) known.ahead ||= item.ahead;
}

/** Says what could come after prefixes of one production. */
export class Expectation {
  constructor(production) {
    this.production = production;
    this.program = production.parser.program;
    this.entry = production.grammar.entry;
    this.hidden = new Set([...this.entry.characters, ...this.entry.rows]);
    this.rules = [""]; // of each place where a rule is used, a scope, its name; scope 0 is outside of all
    this.parents = [0];
    this.scopes = this.findScopes();
    this.distances = this.findDistances();
    this.follows = new Map();
    this.steps = new Map();
  }

  /**
   * Return what could come after a prefix, the reading that needs least to be complete first, then the first match.
   *
   * A group is {rule, words, begins, first, items}: the production that goes on, or that begins; whether it belongs to
   * the first readings; and its items: {rule} for a character rule, {sign, ahead} for a literal and what follows it.
   */
  groups(points) {
    const live = this.replay(points).sort((one, other) => this.completion(one) - this.completion(other));
    const least = this.completion(live[0]);
    const found = new Map();
    for (const position of live) {
      const around = new Set(this.around(this.scopeOf(position)));
      for (const node of this.follow(position)) {
        const chain = this.around(this.scopes[node]);
        const home =
          chain.find((scope) => !this.hidden.has(this.rules[scope]) || this.isUnderWay(scope, around)) ?? chain.at(-1);
        const rule = this.rules[home];
        const begins = !around.has(home);
        const key = `${rule} ${begins}`;
        if (!found.has(key))
          found.set(key, {
            rule,
            words: this.wordsOf(rule),
            begins,
            first: this.completion(position) === least,
            items: [],
          });
        const { items } = found.get(key);
        const item = this.item(node, chain[chain.indexOf(home) - 1]);
        addItem(items, item);
      }
    }
    return { groups: [...found.values()], ends: live.some((position) => this.completion(position) === 0) };
  }

  /** Return the name of a production in messages. */
  wordsOf(rule) {
    return this.entry.kinds.includes(rule) ? rule : (this.entry.words[rule] ?? rule);
  }

  /** Return the offset at which a row of characters (a percent-encoded byte) began that is under way, or null. */
  rowStart(points) {
    const [position] = this.replay(points);
    const row = this.around(this.scopeOf(position))
      .map((scope) => this.rules[scope])
      .find((rule) => this.entry.rows.includes(rule));
    if (!row) return null;
    const { table } = this.production.grammar.production(row);
    for (let start = points.length - 1; start >= Math.max(0, points.length - table.states); start -= 1) {
      const { state, at } = table.walk(points.subarray(start));
      if (at === points.length - start && !table.accepting.has(state)) return start;
    }
    return null;
  }

  /** Return the nodes that read the last code point, the first match first; [null] before the first one. */
  replay(points) {
    let state = this.state([null]);
    for (const number of this.program.classes.encode(points)) {
      if (!state.moves.has(number)) {
        const readers = state.live.flatMap((position) =>
          this.follow(position).filter((node) => this.program.reads[node][number]),
        );
        state.moves.set(number, this.state([...new Set(readers)]));
      }
      state = state.moves.get(number);
    }
    return [...state.live];
  }

  state(live) {
    const key = live.join();
    if (!this.steps.has(key)) this.steps.set(key, { live, moves: new Map() });
    return this.steps.get(key);
  }

  isUnderWay(scope, around) {
    return around.has(scope) && this.entry.rows.includes(this.rules[scope]);
  }

  item(node, inner) {
    if (inner && this.rules[inner]) return { rule: this.rules[inner] };
    return { sign: this.sign(node), ahead: this.ahead(node) };
  }

  /** Return the literal that begins with a node, or the set that it reads. */
  sign(node) {
    const { next, reads, leaf } = this.program;
    let text = "";
    for (let here = node; reads[here] && (here === node || !leaf[here]); [here] = next[here]) {
      const ranges = this.ranges(here);
      const [[low, high]] = ranges;
      if (low !== high || ranges.length > 1) return text ? text : ranges;
      text += String.fromCodePoint(low);
    }
    return text;
  }

  /** Return the words of what every way on from a literal goes into. */
  ahead(node) {
    const { next, reads, leaf, event, marks } = this.program;
    let [here] = next[node];
    while (reads[here] && !leaf[here]) [here] = next[here];
    while (!reads[here] && here !== FINAL && next[here].length === 1) {
      const words = event[here] > 0 && this.entry.words[marks[event[here]]];
      if (words) return words;
      [here] = next[here];
    }
    return "";
  }

  ranges(node) {
    const { classes, reads } = this.program;
    return union(...Array.from(reads[node]).flatMap((is, number) => (is ? [classes.ranges(number)] : [])));
  }

  around(scope) {
    const found = [];
    for (let here = scope; here; here = this.parents[here]) found.push(here);
    return found;
  }

  scopeOf(position) {
    return position === null ? 0 : this.scopes[position];
  }

  after(position) {
    return position === null ? this.program.start : this.program.next[position][0];
  }

  completion(position) {
    return this.distances[this.after(position)];
  }

  /** Return what can read after a position, the preferred one first. */
  follow(position) {
    if (!this.follows.has(position)) {
      const found = new Set();
      const seen = new Set();
      const stack = [this.after(position)];
      while (stack.length) {
        const here = stack.pop();
        if (seen.has(here)) continue;
        seen.add(here);
        if (this.program.reads[here]) found.add(here);
        else stack.push(...[...this.program.next[here]].reverse());
      }
      this.follows.set(position, [...found]);
    }
    return this.follows.get(position);
  }

  findScopes() {
    const { program } = this;
    const scopes = new Array(program.reads.length).fill(0);
    const seen = new Set([program.start]);
    const stack = [[program.start, 0]];
    while (stack.length) {
      const [node, scope] = stack.pop();
      const event = program.event[node];
      let inside = scope;
      if (event > 0) {
        inside = this.rules.length;
        this.rules.push(program.marks[event]);
        this.parents.push(scope);
      } else if (event < 0) {
        inside = this.parents[scope];
      }
      scopes[node] = event < 0 ? inside : scope;
      for (const after of program.next[node]) {
        if (seen.has(after)) continue;
        seen.add(after);
        stack.push([after, inside]);
      }
    }
    return scopes;
  }

  /** Return for every node how many characters it needs at least to come to the end. */
  findDistances() {
    const { reads, next } = this.program;
    const found = new Array(reads.length).fill(Infinity);
    const before = next.map(() => []);
    next.forEach((after, node) => after.forEach((one) => before[one].push(node)));
    found[FINAL] = 0;
    for (let level = [FINAL]; level.length;) {
      const further = [];
      for (const node of level) {
        for (const one of before[node]) {
          const cost = found[node] + (reads[one] ? 1 : 0);
          if (cost >= found[one]) continue;
          found[one] = cost;
          (reads[one] ? further : level).push(one);
        }
      }
      level = further;
    }
    return found;
  }
}
