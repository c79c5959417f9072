// Everything there is to say of a fault: the same code, words, labels and fixes as the library's, from the same data.

import { Readers } from "./authority.js";
import { Expectation } from "./expectation.js";
import { Filters } from "./filters.js";
import { fixesOf } from "./fixes.js";
import { Hinting } from "./hinting.js";
import { Naming } from "./naming.js";
import { Positions } from "./positions.js";
import { Replay } from "./readings.js";
import { pointsOf, textOf } from "./text.js";
import { withoutFollowing } from "./tree.js";
import { Names } from "./words.js";

const OTHER = "F000"; // the code of the reasons that no row has

/** What all explainers of a catalog share. */
class Shared {
  constructor(catalog) {
    this.names = new Names(catalog.data.words);
    this.readers = new Readers(catalog);
    this.filters = new Filters(catalog, this.readers);
    this.encoded = JSON.stringify(catalog.production("rfc3986", "pct-encoded").rule.expr);
    this.explainers = new Map();
  }
}

const shared = new WeakMap();

/** Return what explains the faults of a production of a catalog. */
export function explainerOf(catalog, production) {
  if (!shared.has(catalog)) shared.set(catalog, new Shared(catalog));
  const { explainers } = shared.get(catalog);
  const { parser } = production; // of a recursive rule another one when texts have met more of it
  if (explainers.get(production)?.parser !== parser)
    explainers.set(production, new Explainer(catalog, production, parser));
  return explainers.get(production);
}

class Explainer {
  constructor(catalog, production, parser) {
    const { grammar, rule } = production;
    Object.assign(this, { catalog, production, parser });
    this.shared = shared.get(catalog);
    this.positions = new Positions(withoutFollowing(parser.program));
    this.naming = new Naming(grammar, rule);
    this.expectation = new Expectation(this.positions, this.naming);
    this.hinting = new Hinting(catalog.data.hints, grammar, (row, field) => grammar.condition(row, field));
    this.isReference = Object.keys(grammar.entry.fields).length > 0 && grammar.entry.start.includes(rule.name);
    this.mayEncode = this.naming.reached.some(({ expr }) => JSON.stringify(expr) === this.shared.encoded);
    const { rules, parents } = this.positions;
    this.named = new Set(
      rules
        .map((_, scope) => scope)
        .filter((scope) => scope && (!parents[scope] || !this.naming.isCharacter(rules[scope]))),
    );
  }

  /** Return the replay of a viable prefix of code points. */
  replay(points, offset) {
    return new Replay(this.positions, points, offset, this.named);
  }

  /** Return the explanation of the fault at an offset of code points. */
  explain(points, offset) {
    return new Explanation(this, points, offset);
  }
}

class Explanation {
  constructor(explainer, points, offset) {
    const { positions, naming, named } = explainer;
    Object.assign(this, { explainer, naming, points, offset });
    this.rule = explainer.production.rule.name;
    this.char = textOf(points, offset, offset + 1);
    this.replay = explainer.replay(points, offset);
    const reading = this.replay.reading(this.replay.order()[0]);
    const givenUp = this.replay.givenUp(reading);
    this.open = reading.open
      .filter(({ scope }) => named.has(scope))
      .map(({ scope, start }) => ({
        rule: positions.rules[scope],
        start,
        complete: positions.mayLeave(reading.position, scope),
      }));
    this.ruledOut = givenUp.map(({ scope, offset: at }) => ({
      rule: positions.rules[scope],
      offset: at,
      found: textOf(points, at, at + 1),
    }));
    this.lost = givenUp.length ? this.replay.ruledOut(givenUp[0]) : null;
    this.known = explainer.hinting.ofFault(this.caseOf(reading));
    this.span = this.findSpan();
  }

  caseOf(reading) {
    const { naming, points, offset, char } = this;
    const rules = [this.rule, ...this.open.map(({ rule }) => rule)];
    const lost = new Map();
    for (const { rule, found } of this.ruledOut) {
      lost.set(rule, found);
      if (naming.field(rule)) lost.set(naming.field(rule), found);
    }
    const { positions } = this.explainer;
    return {
      points,
      text: textOf(points),
      offset,
      char,
      lost,
      open: new Set([...rules, ...rules.map((rule) => naming.field(rule)).filter(Boolean)]),
      starts: [...new Set([...this.open.map(({ start }) => start), ...reading.entries, 0])],
      complete: this.replay.state.live.some((position) => positions.ends(position)),
    };
  }

  /** Return where the primary label is. */
  findSpan() {
    const { known, points, ruledOut } = this;
    const anchor = known ? (known.row.at ?? (known.row.lost ? "loss" : "fault")) : "fault";
    if (anchor === "part") return [known.start, known.end];
    if (anchor === "start") return [known.start, known.start + 1];
    const start = anchor === "loss" && ruledOut.length ? ruledOut[0].offset : this.offset;
    return [start, Math.min(start + 1, Math.max(points.length, start))];
  }

  /** Where the reading that was meant goes wrong: at what ruled it out if the message is about that, else at the fault. */
  get turn() {
    const [lost] = this.ruledOut;
    return lost && lost.offset === this.span[0] ? lost.offset : this.offset;
  }

  /** The component that the reading that was meant is in where it goes wrong, "" for none. */
  get turned() {
    const [lost] = this.ruledOut;
    return lost && lost.offset === this.turn ? this.naming.field(lost.rule) : "";
  }

  get code() {
    return this.known?.row.code ?? OTHER;
  }

  get section() {
    return this.known?.row.section ?? null;
  }

  /** What is wrong, in one line. */
  get message() {
    const { known } = this;
    const { names, filters } = this.explainer.shared;
    if (!known) return this.plainMessage();
    const { message, reason } = known.row;
    let why = reason ? filters.reason(reason, this.textOfReason(known.row)) : "";
    if (why === null) return this.plainMessage();
    if (typeof why === "function") why = why(names);
    const [start, end] = this.span;
    return names.filled(message, textOf(this.points, start, Math.min(start + 1, end)), why);
  }

  /** What to do, for the reasons that are known; else what the comments beside the rule say. */
  get help() {
    if (this.known) return this.known.row.help ?? null;
    const rule = this.shownRule;
    return rule ? this.explainer.production.grammar.rule(rule).comment || null : null;
  }

  /** The parts of the text that the message is about, the primary one first: {start, end, text, role}. */
  get labels() {
    const { known, ruledOut } = this;
    const [start, end] = this.span;
    const others = [];
    const began = known?.row.opened && this.open.find(({ rule }) => known.row.open?.includes(rule))?.start;
    if (typeof began === "number" && began < start)
      others.push({ start: began, end: began + 1, text: known.row.opened, role: "opened" });
    if (ruledOut.length && !known?.row.only && ruledOut[0].offset < start) {
      const { rule, offset } = ruledOut[0];
      const words = this.words(rule).replace("the ", "a ");
      others.push({ start: offset, end: offset + 1, text: `not ${words} because of this`, role: "ruled-out" });
    }
    others.sort((one, other) => one.start - other.start);
    return [{ start, end, text: known?.row.label ?? "", role: "primary" }, ...others];
  }

  /** The rule that the primary label is about; null where the reason lies outside of all rules. */
  get shownRule() {
    const { row } = this.known ?? {};
    if (row && (row.tests.includes("before") || row.complete || ["start", "part"].includes(row.at))) return null;
    const isAbout = ({ rule }) => row?.open && (row.open.includes(rule) || row.open.includes(this.naming.field(rule)));
    const lost = this.ruledOut.filter(({ offset }) => offset === this.span[0]);
    // At the end of the string what is incomplete is at fault, not what may go on.
    const incomplete = this.offset < this.points.length ? [] : this.open.filter(({ complete }) => !complete);
    return [...this.open.filter(isAbout), ...lost, ...incomplete, ...this.open][0]?.rule ?? null;
  }

  /** What the first readings could take in place of the fault, in words. */
  get expected() {
    return this.explainer.expectation.phrases(this.replay.first(), this.char === "");
  }

  get fixes() {
    const { points, offset, char, known, lost, naming } = this;
    const { catalog, production, shared: tools, isReference, mayEncode } = this.explainer;
    const row = this.open.length && naming.isRow(this.open[0].rule) ? this.open[0].start : null;
    const { digits, wide } = catalog.data.words;
    return fixesOf(
      { points, offset, char, known, row, lost, isReference, mayEncode },
      { table: production.table, filters: tools.filters, readers: tools.readers, digits, wide },
    );
  }

  textOfReason(row) {
    const open = this.open.find(({ rule }) => row.open?.includes(rule));
    return textOf(this.points, open ? open.start : this.lostStart()).replace(/^\[+/, "");
  }

  /** Return where the text of a rule that was ruled out began: after the last delimiter of an authority. */
  lostStart() {
    const offset = this.ruledOut.length ? this.ruledOut[0].offset : this.offset;
    const before = this.points.subarray(0, offset);
    return Math.max(...[..."/@["].map((mark) => before.lastIndexOf(mark.codePointAt(0)))) + 1;
  }

  words(rule) {
    return this.naming.words(rule) || rule;
  }

  /** What is wrong, in the words of the catalog. */
  plainMessage() {
    const [lost] = this.ruledOut;
    if (!this.char) {
      const unfinished = this.open.find(({ complete }) => !complete);
      return `unexpected end of string${unfinished ? `: ${this.words(unfinished.rule)} is incomplete` : ""}`;
    }
    const what = this.explainer.shared.names.of(lost ? lost.found : this.char);
    if (lost) return `${what} is not allowed in ${this.words(lost.rule)}`;
    const { positions } = this.explainer;
    if (!this.open.length && !this.replay.state.live.some((position) => positions.follow(position).length))
      return `extra characters after a complete ${this.rule}`;
    const rule = this.open[0]?.rule ?? this.rule;
    return `${what} is not allowed ${this.offset ? "in" : "at the start of"} ${this.words(rule)}`;
  }
}

/** Return the diagnostic of a text by a production as data, null for one that matches. */
export function diagnosticOf(catalog, production, text) {
  const points = pointsOf(text);
  const offset = production.table.faultOffset(points);
  if (offset === null) return null;
  const said = explainerOf(catalog, production).explain(points, offset);
  const { code, message, help, labels, fixes, expected, shownRule, open, ruledOut, section } = said;
  return { offset, code, message, help, labels, fixes, expected, shownRule, open, ruledOut, section };
}
