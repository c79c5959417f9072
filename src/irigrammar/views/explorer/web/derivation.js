// The leftmost derivation of a prefix, as `iri derive` has it for a whole string.

import { completed } from "./edits.js";
import { textOf } from "./text.js";

/** Return what derives the first characters of a text: {steps, rest}, how many rules are expanded, and the symbols that
 * are not: {rule, text}, the text of characters. The tree is the text's own, or, where it does not match, that of the
 * shortest text that begins so; null without one. */
export function derivationOf(production, points, place) {
  const isValid = production.table.matches(points);
  const whole = isValid ? points : completed(production.table, points.subarray(0, place));
  const tree = production.parse(whole);
  if (!tree) return null;
  const rest = [];
  let steps = 0;
  const todo = [tree];
  while (todo.length) {
    const node = todo.pop();
    const { rule, start, end } = node;
    if (start >= place || (!rule && end > place)) {
      rest.push({ rule, text: rule ? "" : textOf(whole, Math.max(start, place), end) });
    } else {
      steps += rule ? 1 : 0;
      todo.push(...node.children.toReversed());
    }
  }
  return { steps, rest };
}
