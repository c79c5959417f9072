// What the address carries, so that a link shows the same to somebody else: #g=GRAMMAR&r=RULE&t=TEXT, and e=0 where
// \u{HEX} is to be read as it is written. The text is the one in the field.

import { portable } from "./text.js";

const LONGEST = 8000; // characters of a text that an address still carries

export const FIRST_STATE = {
  grammar: "rfc3987",
  rule: "IRI-reference",
  text: "http://example.org/rosé?q#é",
  escapes: true,
};

/** Return the hash of a state; of a text that is too long for one nothing but the production. */
export function hashOf({ grammar, rule, text, escapes }) {
  const values = new URLSearchParams({ g: grammar, r: rule });
  if (text.length <= LONGEST) values.set("t", portable(text));
  if (!escapes) values.set("e", "0");
  return `#${values}`;
}

/** Return the state that a hash carries; `catalog` says which productions there are. */
export function stateOf(hash, catalog, before = FIRST_STATE) {
  if (hash.length < 2) return { ...before };
  const values = new URLSearchParams(hash.slice(1));
  const named = catalog.grammars.get(values.get("g") ?? before.grammar) ?? catalog.grammars.get(FIRST_STATE.grammar);
  const wanted = values.get("r");
  const rule = wanted && named.has(wanted) ? named.rule(wanted).name : named.entry.start[0];
  return { grammar: named.name, rule, text: values.get("t") ?? before.text, escapes: values.get("e") !== "0" };
}
