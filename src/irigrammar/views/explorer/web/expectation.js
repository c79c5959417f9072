// What could come at a fault, in words: more of what is open, what begins next and by which sign, the end.

import { sizeOf, union } from "./ranges.js";
import { quoted } from "./words.js";

// Sets of no more characters than this are listed.
const FEW_RANGES = 3;
const FEW_CHARACTERS = 16;
const LISTED = 3; // of a range, one by one

/** Says what could come after positions of one production. */
export class Expectation {
  constructor(positions, naming) {
    this.positions = positions;
    this.naming = naming;
    this.rules = positions.rules;
  }

  /** Return what could come after positions, in their order, each phrase once; "the end" last, unless the text is there. */
  phrases(readings, atEnd) {
    const texts = new Map();
    const sets = new Map(); // what may go on in a production that has begun, over all positions
    const whole = new Map(); // of a phrase that is about the first character of a production, its words
    let ends = false;
    const furtherOf = (rule) => `${rule}\n`;
    for (const position of readings) {
      const groups = this.merged(position, this.groups(position));
      const begun = new Set(
        groups
          .filter((group) => !this.sign(group))
          .map((group) => this.words(this.begins(position, group)))
          .filter(Boolean),
      );
      const around = this.aroundOf(position);
      for (const group of groups) {
        const sign = this.sign(group);
        const rule = this.rules[group.home];
        const isInside = around.has(group.home);
        if (isInside && !group.rows && (!sign || this.isWithin(group))) {
          sets.set(rule, union(sets.get(rule) ?? [], ...group.nodes.map((node) => this.ranges(node))));
          texts.set(furtherOf(rule), this.further(group.home, sets.get(rule), true));
        } else if (!sign) {
          const phrase = this.byKind(position, group);
          texts.set(isInside ? furtherOf(rule) : phrase, phrase);
          if (!isInside) whole.set(phrase, this.words(group.home));
        } else if (!begun.has(this.words(this.begins(position, group))) && !begun.has(this.ahead(position, group))) {
          const phrase = this.bySign(position, group, sign);
          if (!texts.has(sign) || (phrase.includes(" for ") && !texts.get(sign).includes(" for ")))
            texts.set(sign, phrase);
        }
      }
      ends ||= this.positions.ends(position);
    }
    const known = new Set(texts.values());
    const phrases = [...known].filter((phrase) => {
      const words = whole.has(phrase) ? whole.get(phrase) : phrase;
      return words === phrase || !known.has(words);
    });
    return ends && !atEnd ? [...phrases, "the end"] : phrases;
  }

  aroundOf(position) {
    return new Set(this.positions.around(this.positions.scope(position)));
  }

  /** Return whether a literal is the last character of one that is under way. */
  isWithin(group) {
    return !this.positions.program.leaf[group.nodes[0]] && this.last(group) === group.nodes[0];
  }

  /** Return the groups, those made one that begin the same production, unless all of them are literals. */
  merged(position, groups) {
    const around = this.aroundOf(position);
    const beginning = new Map();
    for (const group of groups) {
      if (!around.has(group.home) && group.entered.includes(group.home))
        beginning.set(group.home, [...(beginning.get(group.home) ?? []), group]);
    }
    const merged = [];
    for (const group of groups) {
      const alike = beginning.get(group.home) ?? [];
      if (!alike.includes(group) || alike.every((one) => this.sign(one))) merged.push(group);
      else if (group === alike[0])
        merged.push({
          ...group,
          nodes: alike.flatMap(({ nodes }) => nodes),
          rows: alike.some(({ rows }) => rows),
        });
    }
    return merged;
  }

  /** Return the continuations of a position, in order, alternatives of one character together. */
  groups(position) {
    const { positions } = this;
    const open = this.aroundOf(position);
    const groups = new Map();
    for (const step of positions.follow(position)) {
      const chain = positions.around(positions.scopes[step.node]);
      const isEntered = (scope) => positions.depths[scope] > positions.depths[step.floor];
      let unit = 0; // the outermost row of characters that is entered
      let home = 0;
      for (const scope of chain) {
        if (!home && !this.isSmall(scope, open.has(scope) && !isEntered(scope))) home = scope;
        else if (!home && isEntered(scope)) unit = scope;
      }
      const exit = unit ? positions.exits.get(unit) : positions.after(step.node);
      const key = `${home} ${this.settled(exit, home)}`;
      if (!groups.has(key))
        groups.set(key, {
          home,
          entered: chain.filter(isEntered),
          nodes: [],
          rows: unit > 0 && this.naming.isRow(this.rules[unit]),
        });
      groups.get(key).nodes.push(step.node);
    }
    return [...groups.values()];
  }

  /** Return whether a scope is a character's; a row of characters that is under way is not, nor the outermost. */
  isSmall(scope, isOpen) {
    const rule = this.rules[scope];
    if (!this.positions.parents[scope]) return false;
    return this.naming.isRow(rule) ? !isOpen : this.naming.isCharacter(rule);
  }

  /** Return the node after those that close what is inside of a scope. */
  settled(node, home) {
    const { program, scopes, depths } = this.positions;
    let here = node;
    while (program.event[here] < 0 && depths[scopes[here]] >= depths[home]) [here] = program.next[here];
    return here;
  }

  /** Return the literal that a group is, "" for one that is a set of characters. */
  sign(group) {
    if (group.nodes.length !== 1 || group.rows) return "";
    const { program } = this.positions;
    let text = "";
    for (let node = group.nodes[0]; ;) {
      const char = this.single(node);
      if (!char) return "";
      text += char;
      [node] = program.next[node];
      if (!program.reads[node] || program.leaf[node]) return text;
    }
  }

  /** Return the one character that a node reads, either case of a letter being one; "" where there are more. */
  single(node) {
    const ranges = this.ranges(node);
    if (ranges.length > 2 || ranges.some(([low, high]) => low !== high)) return "";
    const [one, other] = ranges.map(([low]) => String.fromCodePoint(low));
    return other === undefined ? one : one.toLowerCase() === other ? other : "";
  }

  ranges(node) {
    const { classes, reads } = this.positions.program;
    return union(...Array.from(reads[node]).flatMap((is, number) => (is ? [classes.ranges(number)] : [])));
  }

  /** Return the words of the first of some scopes that has any. */
  namedOf(scopes) {
    for (const scope of scopes) if (this.words(scope)) return this.words(scope);
    return "";
  }

  words(scope) {
    const rule = this.rules[scope];
    return !scope || this.naming.isCharacter(rule) ? "" : this.naming.words(rule);
  }

  /** Return the outermost production with a name that begins with a group, 0 where none does. */
  begins(position, group) {
    const open = this.positions.open(position);
    const begun = group.entered.filter(
      (scope) => !open.includes(scope) && this.words(scope) && !this.naming.isRow(this.rules[scope]),
    );
    return begun.at(-1) ?? 0;
  }

  /** Return the phrase of a literal, with what begins or ends with it. */
  bySign(position, group, sign) {
    const { positions } = this;
    const shown = quoted(sign);
    if (!positions.program.leaf[group.nodes[0]]) return `${shown} to go on`;
    const begun = this.begins(position, group);
    if (begun) return `${shown} that begins ${this.words(begun)}`;
    const ahead = this.ahead(position, group);
    if (ahead) return `${shown} for ${ahead}`;
    const last = this.last(group);
    if (this.words(group.home) && !positions.open(last).includes(group.home))
      return `${shown} that ends ${this.words(group.home)}`;
    const around = new Set(positions.around(positions.scopes[last]));
    const left = positions.around(positions.scope(position)).filter((scope) => !around.has(scope));
    const ended = this.namedOf(left.reverse());
    return ended ? `${shown} after ${ended}` : shown;
  }

  /** Return the node that reads the last character of a literal. */
  last(group) {
    const { program } = this.positions;
    for (let [node] = group.nodes; ;) {
      const [after] = program.next[node];
      if (!program.reads[after] || program.leaf[after]) return node;
      node = after;
    }
  }

  /** Return the words for what every way on from a literal goes into, "" if there is none. */
  ahead(position, group) {
    const { positions } = this;
    const last = this.last(group);
    const around = new Set(positions.around(positions.scopes[last]));
    const words = this.namedOf([...positions.open(last)].reverse().filter((scope) => !around.has(scope)));
    if (!words) return "";
    const before = [...positions.around(positions.scope(position)), ...positions.open(position)];
    const lastWords = new Set(before.map((scope) => this.words(scope).split(" ").at(-1)));
    return lastWords.has(words.split(" ").at(-1)) ? `the next ${words.replace(/^the /, "")}` : words;
  }

  /** Return the phrase of a set of characters. */
  byKind(position, group) {
    const begun = this.begins(position, group);
    if (begun) return this.words(begun);
    const ranges = union(...group.nodes.map((node) => this.ranges(node)));
    return this.further(group.home, group.rows ? [] : ranges, this.aroundOf(position).has(group.home));
  }

  /** Return the phrase of one more character of a production; `ranges` [] says that it may be written as a row. */
  further(home, ranges, begun) {
    const rule = this.rules[home];
    const words = this.namedOf(this.positions.around(home)) || rule;
    const exact = this.exactly(ranges);
    if (exact && this.naming.isCharacter(rule)) return exact;
    const further = this.naming.further(rule);
    if (further && !(exact && !this.noun(ranges) && begun)) return further;
    if (exact) return begun ? exact : `${exact} that begins ${words}`;
    return begun ? `more of ${words}` : `a character of ${words}`;
  }

  /** Return the noun of a set that a rule with a name describes, or the list of a few characters. */
  exactly(ranges) {
    const noun = this.noun(ranges);
    if (noun || !ranges.length || sizeOf(ranges) > FEW_CHARACTERS) return noun;
    const kept = inOneCase(ranges);
    if (kept.length > FEW_RANGES) return "";
    const shown = (point) => quoted(String.fromCodePoint(point));
    const parts = kept.flatMap(([low, high]) =>
      high - low < LISTED
        ? Array.from({ length: high - low + 1 }, (_, at) => shown(low + at))
        : [`${shown(low)} to ${shown(high)}`],
    );
    return parts.length === 1 ? parts[0] : `one of ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
  }

  noun(ranges) {
    this.nouns ??= this.findNouns();
    return this.nouns.get(ranges.join()) ?? "";
  }

  findNouns() {
    const { program, scopes, parents } = this.positions;
    const sets = new Map();
    program.reads.forEach((reads, node) => {
      if (!reads) return;
      for (const scope of this.positions.around(scopes[node])) {
        if (!this.naming.isCharacter(this.rules[scope]) || this.naming.isRow(this.rules[scope])) break;
        if (!sets.has(scope)) sets.set(scope, []);
        sets.get(scope).push(this.ranges(node));
      }
    });
    const nouns = new Map();
    for (const [scope, parts] of sets) {
      const words = this.naming.words(this.rules[scope]);
      const key = union(...parts).join();
      if (words && (words !== this.rules[scope] || parents[scope]) && !nouns.has(key)) nouns.set(key, words);
    }
    return nouns;
  }
}

/** Return a small set without the capital letters whose small letters are in it too. */
function inOneCase(ranges) {
  const points = ranges.flatMap(([low, high]) => Array.from({ length: high - low + 1 }, (_, at) => low + at));
  const chars = new Set(points.map((point) => String.fromCodePoint(point)));
  const kept = [...chars].filter((char) => char.toLowerCase() === char || !chars.has(char.toLowerCase()));
  return union(kept.map((char) => [char.codePointAt(0), char.codePointAt(0)]));
}
