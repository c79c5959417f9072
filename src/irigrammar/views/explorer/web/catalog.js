// The grammars that the page carries, and what is made of their productions when it is first wanted.

import { Labels } from "./idna.js";
import { lowered } from "./lower.js";
import { Parser } from "./parse.js";
import { compileProgram } from "./program.js";
import { Classes, rangesOf, summed } from "./ranges.js";
import { Scripts } from "./scripts.js";
import { Table } from "./table.js";
import { codePoint } from "./text.js";
import { partsOf, treeOf } from "./tree.js";
import { Unfolding } from "./unfolding.js";
import { kindOf } from "./words.js";

// The fields that consist of others, or say what another is.
const OVERLAPPING = new Set(["authority", "host_kind"]);

/** Return the data of a text in base64 that is compressed JSON. */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

export class Catalog {
  /** `more` is further grammars, whose rules, classes and tables are numbered after those of the data. */
  constructor(data, more = {}) {
    for (const key of ["grammars", "rules", "classes", "tables"]) data[key].push(...(more[key] ?? []));
    this.data = data;
    for (const sets of [data.sets, data.url.sets, data.advice.sets, data.bidi.classes])
      for (const [name, distances] of Object.entries(sets)) sets[name] = rangesOf(distances);
    const classes = data.classes.map(([starts, ids, letters]) =>
      lazily(() => new Classes(summed(starts), ids, letters)),
    );
    const tables = data.tables.map((packed) => lazily(() => new Table(classes[packed.classes](), packed)));
    this.grammars = new Map(data.grammars.map((entry) => [entry.name, new Grammar(entry, data, tables)]));
    this.makeLabels = lazily(() => new Labels(this));
    this.makeScripts = lazily(() => new Scripts(data.advice.scripts));
  }

  /** What converts labels of domain names. */
  get labels() {
    return this.makeLabels();
  }

  get scripts() {
    return this.makeScripts();
  }

  /** Return the code point of a character, and its name where the page has it. */
  named(point) {
    const { words, bidi, advice } = this.data;
    const name = words.unseen[point] ?? advice.names[point] ?? bidi.names[point] ?? kindOf(String.fromCodePoint(point));
    return [codePoint(point), name].filter(Boolean).join(" ");
  }

  /** Return a production: of a grammar's name and a rule's. */
  production(grammar, rule) {
    return this.grammars.get(grammar).production(rule);
  }

  /** Return the default production of a grammar. */
  start(grammar) {
    return this.production(grammar, this.grammars.get(grammar).entry.start[0]);
  }
}

class Grammar {
  constructor(entry, { rules, conditions }, tables) {
    this.entry = entry;
    this.name = entry.name;
    this.rules = rules;
    this.tables = tables;
    this.made = new Map();
    this.conditions = new Map(conditions.map((key, at) => [key, entry.conditions[at]]));
    // Which component each production is, by lower-case name; of those within one another only the inner ones.
    const inner = Object.entries(entry.splits ? entry.fields : {}).filter(([, field]) => !OVERLAPPING.has(field));
    this.places = new Map(inner.map(([name, field]) => [name.toLowerCase(), field]));
  }

  /** Return the rule that a reference reads; names are case-insensitive. */
  rule(name) {
    return this.rules[this.entry.names[name.toLowerCase()]];
  }

  /** Return whether there is a rule of a name that an automaton can match: prose has none. */
  has(name) {
    return (
      Object.hasOwn(this.entry.names, name.toLowerCase()) && Object.hasOwn(this.entry.tables, this.rule(name).name)
    );
  }

  /** Return the automaton of a condition of a row, null where it names a rule that the grammar lacks. */
  condition({ code }, field) {
    const number = this.conditions.get(`${code} ${field}`);
    return number === null || number === undefined ? null : this.tables[number]();
  }

  production(name) {
    const rule = this.rule(name);
    if (!this.made.has(rule))
      this.made.set(rule, new Production(this, rule, this.tables[this.entry.tables[rule.name]]));
    return this.made.get(rule);
  }
}

class Production {
  constructor(grammar, rule, table) {
    this.grammar = grammar;
    this.rule = rule;
    const find = (name) => grammar.rule(name);
    this.makeTable = table;
    this.makeParser = lazily(() => new Parser(compileProgram(lowered(rule, find), grammar.entry.prefer)));
    this.unfolding = table ? null : new Unfolding(grammar, rule);
  }

  get table() {
    return this.unfolding ? this.unfolding.table : this.makeTable();
  }

  /** The parser; of a recursive rule the one of what the texts so far have met. */
  get parser() {
    if (!this.unfolding) return this.makeParser();
    if (this.met !== this.unfolding.size) {
      this.met = this.unfolding.size;
      this.unfolded = new Parser(this.unfolding.program);
    }
    return this.unfolded;
  }

  picks(points) {
    if (this.unfolding) this.table.walk(points);
    return this.parser.picks(points);
  }

  /** Return the tree of code points that match, null for others. */
  parse(points) {
    const picks = this.picks(points);
    return picks && treeOf(picks, this.parser.program.marks);
  }

  /** Return the parts that match the rules of which `wanted` says so, null for a text that does not match. */
  parts(points, wanted) {
    const picks = this.picks(points);
    return picks && partsOf(picks, this.parser.program.marks, wanted);
  }

  /** Return the innermost components in order: {field, rule, start, end}; null for a text that does not match. */
  components(points) {
    const { places } = this.grammar;
    const found = this.parts(points, (rule) => places.has(rule.toLowerCase()));
    return found && found.map((part) => ({ ...part, field: places.get(part.rule.toLowerCase()) }));
  }
}

export function lazily(make) {
  let made;
  return () => (made ??= make());
}
