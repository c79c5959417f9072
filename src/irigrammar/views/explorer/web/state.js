// What the address carries, so that a link shows the same to somebody else: #g=GRAMMAR&r=RULE&t=TEXT, s=RULE for the rule
// that is read, p=NUMBER for the place of the debugger, and e=0 where \u{HEX} is to be read as it is written.

import { portable } from "./text.js";

const LONGEST = 8000; // characters of a text that an address still carries

export const FIRST_STATE = {
  grammar: "rfc3987",
  rule: "IRI-reference",
  text: "http://example.org/rosé?q#é",
  escapes: true,
  shown: null,
  place: null,
};

/** Return the hash of a state; of a text that is too long for one nothing but the production. */
export function hashOf({ grammar, rule, text, escapes, shown, place }) {
  const values = new URLSearchParams({ g: grammar, r: rule });
  if (text.length <= LONGEST) values.set("t", portable(text));
  if (!escapes) values.set("e", "0");
  if (shown) values.set("s", shown);
  if (place !== null) values.set("p", place);
  return `#${values}`;
}

/** Return the state that a hash carries; `catalog` says which productions there are. */
export function stateOf(hash, catalog, before) {
  if (hash.length < 2) return { ...before };
  const values = new URLSearchParams(hash.slice(1));
  const named = catalog.grammars.get(values.get("g") ?? before.grammar) ?? catalog.grammars.get(before.grammar);
  const known = (name) => (name && named.has(name) ? named.rule(name).name : null);
  const place = /^\d{1,7}$/.test(values.get("p") ?? "") ? Number(values.get("p")) : null;
  return {
    grammar: named.name,
    rule: known(values.get("r")) ?? named.entry.start[0],
    text: values.get("t") ?? before.text,
    escapes: values.get("e") !== "0",
    shown: known(values.get("s")),
    place,
  };
}
