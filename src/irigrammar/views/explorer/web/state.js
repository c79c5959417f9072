// The state in the address, so that a link shows the same to somebody else: #g=GRAMMAR&r=RULE&t=TEXT, s=RULE for the
// rule that is shown, p=NUMBER for the place of the debugger, and e=0 where \u{HEX} is not an escape. A grammar that is
// edited is there instead of its name, as z=PACKED, with its examples; x=NUMBER is an exercise of the course.

const LONGEST = 8000; // characters of a text that an address still carries

/** Return the hash of a state; of a text that is too long for one nothing but the rule, of `grammar` null none. */
export function hashOf({ grammar, rule, text, escapes, show, place, zipped, exercise }) {
  const values = new URLSearchParams({ ...(zipped ? { z: zipped } : grammar === null ? {} : { g: grammar }), r: rule });
  if (text.length <= LONGEST) values.set("t", portable(text));
  if (!escapes) values.set("e", "0");
  if (show) values.set("s", show);
  if (place !== null) values.set("p", place);
  if (exercise !== null) values.set("x", exercise);
  return `#${values}`;
}

/** Return the state that a hash carries; what it lacks is as before. */
export function stateOf(hash, before) {
  if (hash.length < 2) return { ...before };
  const values = new URLSearchParams(hash.slice(1));
  const number = (name) => (/^\d{1,7}$/.test(values.get(name) ?? "") ? Number(values.get(name)) : null);
  return {
    ...before,
    grammar: values.get("g") ?? before.grammar,
    zipped: values.get("z") ?? (values.has("g") ? "" : before.zipped),
    rule: values.get("r") ?? (values.has("g") || values.has("z") ? "" : before.rule),
    text: values.get("t") ?? before.text,
    escapes: values.get("e") !== "0",
    show: values.get("s"),
    place: number("p"),
    exercise: number("x") ?? before.exercise,
  };
}

/** Return a text in which halves of a pair are escapes: what an address can carry. */
function portable(text) {
  return text.replace(/\p{Cs}/gu, (half) => `\\u{${half.charCodeAt(0).toString(16).toUpperCase()}}`);
}
