// What IRIs refuse, percent-encoded in its place: the common part of the conversions of LEIRIs and of Web Addresses.

import { difference, holds } from "./ranges.js";
import { BIS, Refused, grouped, record } from "./steps.js";
import { eachMapped, percentEncoded, pointsOf } from "./text.js";

/** Return the production by which a text is read: the given one, or IRI-reference for what matches that one alone. */
export function sourceOf(production, text, section, tools, steps) {
  const target = tools.catalog.start("rfc3987");
  const found = tools.reading(text, production, target);
  if (found !== production) {
    record(
      steps,
      section,
      text,
      text,
      `deviation: not in ${production.grammar.name}, but an IRI-reference of RFC 3987: read as one`,
    );
  }
  return found;
}

/** Return a component with each character encoded that RFC 3987 does not allow there or forbids in its section 4.1. */
export function encodeRefused(text, field, section, tools, steps) {
  const { sets, groups } = tools.data;
  const stay = difference(tools.allowed.get(field), sets["bidi-formatting"]);
  const groupOf = (char) => groups.find(({ ranges }) => holds(ranges, char.codePointAt(0)));
  const afterOf = (char) => (holds(stay, char.codePointAt(0)) ? char : percentEncoded(char));
  const counts = new Map(); // how often there is each character of which the steps tell
  const made = eachMapped(text, (char) => {
    const after = afterOf(char);
    if (after !== char || groupOf(char)) counts.set(char, 0);
    return after;
  });
  if (counts.size) for (const char of text) if (counts.has(char)) counts.set(char, counts.get(char) + 1);
  const reasons = new Map();
  for (const char of counts.keys()) {
    const reason = reasonOf(char, groupOf(char), afterOf(char) !== char, section, sets);
    reasons.set(reason, [...(reasons.get(reason) ?? []), char]);
  }
  for (const [reason, chars] of reasons) {
    const times = chars.reduce((sum, char) => sum + counts.get(char), 0);
    const often = `${times === 1 ? "once" : `${grouped(times)} times`} in the ${field}`;
    record(steps, section, chars.join(""), chars.map(afterOf).join(""), `${reason}; ${often}`);
  }
  return made;
}

function reasonOf(char, group, changed, section, sets) {
  if (!group) return "deviation: no step encodes it, although RFC 3987, 2.2, does not allow it there";
  if (!changed) {
    const note = `${group.name}: stays where RFC 3987, 2.2, allows it`;
    return section.startsWith(BIS) ? `deviation: ${note}` : note;
  }
  const reason = `${group.name}: ${group.says} (${group.section})`;
  const formats = holds(sets["bidi-formatting"], char.codePointAt(0));
  return formats ? `deviation: the rule leaves it, although RFC 3987, 4.1, forbids it; ${reason}` : reason;
}

/** Return a result that is an IRI reference; raise `Refused` for another. */
export function checkedIri(result, tools) {
  if (!tools.catalog.start("rfc3987").table.matches(pointsOf(result))) throw new Refused("it has no IRI-reference");
  return result;
}
