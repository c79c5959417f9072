// The names of productions in messages, and which productions are too small to be named.

const ONE = [1, 1];

const isOne = ([low, high]) => low === 1 && high === 1;

/** The names of what a production is made of; lengths without a bound are Infinity. */
export class Naming {
  constructor(grammar, rule) {
    this.grammar = grammar;
    this.entry = grammar.entry;
    this.lengths = new Map();
    this.reached = reachedFrom(grammar, rule);
    this.kinds = new Set(this.entry.kinds);
    this.rows = this.findRows();
    this.characters = new Set(this.reached.filter((one) => this.standsForOne(one)).map(({ name }) => name));
  }

  /** Return whether a rule stands for one character, perhaps written as a row of fixed length (`pchar`). */
  isCharacter(name) {
    return this.characters.has(name);
  }

  /** Return whether a rule stands for one character written as a row of fixed length (`pct-encoded`). */
  isRow(name) {
    return this.rows.has(name);
  }

  /** Return the name of a production in messages, "" for one that only groups others. */
  words(name) {
    if (this.kinds.has(name)) return "";
    if (Object.hasOwn(this.entry.words, name)) return this.entry.words[name];
    return this.grammar.rule(name)?.section ? "" : name; // a user's own rule is called by its name
  }

  /** Return how one more character of a production is called, "" where the catalog does not say so. */
  further(name) {
    return Object.hasOwn(this.entry.further, name) ? this.entry.further[name] : "";
  }

  /** Return the component that a production is, "" for none. */
  field(name) {
    return Object.hasOwn(this.entry.fields, name) ? this.entry.fields[name] : "";
  }

  findRows() {
    const names = new Set();
    for (const rule of this.reached) {
      for (const [kind, items] of expressions(rule.expr)) {
        if (kind !== "a" || !items.some((item) => isOne(this.measure(item)))) continue;
        for (const item of items) {
          if (item[0] === "f" && this.isFixed(item) && !isOne(this.measure(item)))
            names.add(this.grammar.rule(item[1]).name);
        }
      }
    }
    for (const name of names) {
      const { expr } = this.grammar.rule(name);
      if (expr[0] === "f") names.add(this.grammar.rule(expr[1]).name); // another name of a row; grows as it is read
    }
    return names;
  }

  standsForOne({ name, expr }) {
    if (isOne(this.measure(["f", name]))) return true;
    if (expr[0] !== "a") return false;
    const [, items] = expr;
    const fits = (item) =>
      isOne(this.measure(item)) || (item[0] === "f" && (this.isFixed(item) || this.nests(this.grammar.rule(item[1]))));
    return items.some((item) => isOne(this.measure(item))) && items.every(fits);
  }

  nests(rule) {
    return !this.entry.recursive.includes(rule.name) && this.standsForOne(rule);
  }

  isFixed(expr) {
    const [low, high] = this.measure(expr);
    return low > 0 && low === high;
  }

  /** Return the lengths of the shortest and the longest string in code points. */
  measure([kind, first, second, third]) {
    switch (kind) {
      case "s":
        return [[...first].length, [...first].length];
      case "r":
        return ONE;
      case "c": {
        const rows = first.map((item) => this.measure(item));
        return [rows.reduce((sum, [low]) => sum + low, 0), rows.reduce((sum, [, high]) => sum + high, 0)];
      }
      case "a": {
        const rows = first.map((item) => this.measure(item));
        return [Math.min(...rows.map(([low]) => low)), Math.max(...rows.map(([, high]) => high))];
      }
      case "n": {
        const [few, many] = this.measure(first);
        return [few * second, third === 0 || many === 0 ? 0 : third === null ? Infinity : many * third];
      }
      default: {
        const rule = this.grammar.rule(first);
        if (this.entry.recursive.includes(rule.name)) return [0, Infinity];
        if (!this.lengths.has(rule.name)) this.lengths.set(rule.name, this.measure(rule.expr));
        return this.lengths.get(rule.name);
      }
    }
  }
}

/** Yield an expression and those inside of it. */
export function* expressions(expr) {
  yield expr;
  const [kind, first] = expr;
  if (kind === "c" || kind === "a") for (const item of first) yield* expressions(item);
  else if (kind === "n") yield* expressions(first);
}

/** Return a rule and those that it leads to. */
export function reachedFrom(grammar, rule) {
  const reached = new Set([rule]);
  for (const one of reached) {
    for (const [kind, name] of expressions(one.expr)) {
      const target = kind === "f" || kind === "p" ? grammar.rule(name) : null;
      if (target) reached.add(target); // grows as it is read
    }
  }
  return [...reached];
}
