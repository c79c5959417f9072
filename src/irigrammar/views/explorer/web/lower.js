// Rules as an analysable form: references inlined, code points as sets, a mark around each rule.
//
// Expressions come as arrays: ["s", text, sensitive], ["r", low, high], ["c", items], ["a", items],
// ["n", item, low, high or null], ["f", rule], ["p", prose]. Forms are objects: {set, leaf}, {seq}, {choice},
// {loop, low, high}, {mark, item} and, of recursive rules, {call, empty}. A rule that begins with itself comes with what
// it is `unrolled` to: what it is at first, and what follows the rule, any number of which follow one another.

import { union } from "./ranges.js";

const EMPTY = { seq: [] };
export const FOLLOWS = "'follows"; // the mark of what follows a rule that begins with itself; no rule is called so

/** Return the form of a rule; `find` gives the rule that a name refers to, or a form for what is not inlined. */
export function lowered(rule, find) {
  const done = new Map();
  return formOfRule(rule, find, done);
}

function formOfRule(rule, find, done) {
  if (!rule.expr) return rule;
  if (!done.has(rule)) {
    const item = rule.unrolled ? unrolledForm(rule.unrolled, find, done) : form(rule.expr, find, done);
    done.set(rule, { mark: rule.name, item });
  }
  return done.get(rule);
}

function unrolledForm(parts, find, done) {
  const [base, step] = parts.map((part) => form(part, find, done));
  return sequence([base, repeated({ mark: FOLLOWS, item: step }, 0, null)]);
}

function form(expr, find, done) {
  const [kind, first, second, third] = expr;
  switch (kind) {
    case "s":
      return sequence([...first].map((char, at) => ({ set: eitherCase(char, second), leaf: at === 0 })));
    case "r":
      return { set: [[first, second]], leaf: true };
    case "c":
      return sequence(first.map((item) => form(item, find, done)));
    case "a":
      return choice(first.map((item) => form(item, find, done)));
    case "n":
      return repeated(form(first, find, done), second, third);
    default: // "f", and "p" where the prose is a rule's name
      return formOfRule(find(first), find, done);
  }
}

/** RFC 5234, 2.3: a quoted string matches in either case, in ASCII. */
function eitherCase(char, sensitive) {
  const forms = sensitive || char.codePointAt(0) > 0x7f ? [char] : [char.toLowerCase(), char.toUpperCase()];
  return union(forms.map((one) => [one.codePointAt(0), one.codePointAt(0)]));
}

function sequence(items) {
  const flat = items.flatMap((item) => item.seq ?? [item]);
  return flat.length === 1 ? flat[0] : { seq: flat };
}

/** Neighbouring sets are made one: which of two sets read a character shows nowhere. */
function choice(items) {
  const flat = [];
  for (const one of items.flatMap((item) => item.choice ?? [item])) {
    const before = flat.at(-1);
    if (one.set && before?.set) flat[flat.length - 1] = { set: union(before.set, one.set), leaf: one.leaf };
    else flat.push(one);
  }
  return flat.length === 1 ? flat[0] : { choice: flat };
}

function repeated(item, low, high) {
  if (high === 0 || item.seq?.length === 0) return EMPTY;
  return low === 1 && high === 1 ? item : { loop: item, low, high };
}

/** Return whether the empty string matches a form. */
export function nullable(item) {
  if (item.set) return false;
  if (item.call) return item.empty;
  if (item.seq) return item.seq.every(nullable);
  if (item.choice) return item.choice.some(nullable);
  if (item.loop) return item.low === 0 || nullable(item.loop);
  return nullable(item.item);
}
