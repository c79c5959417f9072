// Web Addresses to IRIs (draft-ietf-iri-3987bis-04, 7.2), for documents in UTF-8.

import { hasOpaquePath, readAuthority, readsOtherwise } from "./browser.js";
import { holds } from "./ranges.js";
import { checkedIri, encodeRefused, sourceOf } from "./refused.js";
import { BIS, Refused, inQuotes, record } from "./steps.js";
import { pointsOf, textOf } from "./text.js";

const HREF = `${BIS}, 7.2`;

/** Return the IRI reference of a Web Address; refuse one in which the browser reads another authority. */
export function fromWebAddress(text, tools, steps) {
  const stripped = strippedOf(text, tools, steps);
  const made = convertedOf(stripped, tools, steps);
  if (made === text) return made;
  const reading = tools.reading(stripped, tools.catalog.start("web-address"), tools.catalog.start("rfc3987"));
  const { host } = readAuthority(text) ?? { host: "" };
  if (host && !tools.split(reading, stripped).authority) {
    throw new Refused(`browsers read the host ${inQuotes(host)} in ${inQuotes(text)}, but the grammar reads a path`);
  }
  if (readsOtherwise(text, made)) {
    throw new Refused(
      `browsers would read another host, port or user from ${inQuotes(made)} than from ${inQuotes(text)}`,
    );
  }
  return made;
}

/** Return the IRI reference of a Web Address by the draft, after the steps 1 and 2. */
function convertedOf(text, tools, steps) {
  const stripped = text;
  const pieces = piecesOf(stripped, tools, steps);
  const joined = (rows) => rows.map(([, part]) => part).join("");
  const mapped = (rows, make) => rows.map(([field, part]) => [field, field ? make(part, field) : part]);
  const encoded = mapped(pieces, (part, field) => encodeRefused(part, field, `${HREF}, step 3`, tools, steps));
  record(steps, `${HREF}, step 3`, joined(pieces), joined(encoded), "percent-encode what IRIs do not allow there");
  const whole = mapped(encoded, (part) => tools.bytes.strays(part));
  record(
    steps,
    `${HREF}, step 4`,
    joined(encoded),
    joined(whole),
    'turn each "%" without two hexadecimal digits into "%25"',
  );
  const made = checkedIri(joined(whole), tools);
  const split = tools.split(tools.catalog.start("rfc3987"), made);
  const wanted = Object.fromEntries(whole.filter(([field]) => field));
  const { grammar } = tools.catalog.start("web-address");
  if ([...grammar.places.values()].some((field) => split[field] !== wanted[field])) {
    throw new Refused(`${inQuotes(made)} would have different components from ${inQuotes(text)}`);
  }
  return made;
}

/** Return what steps 1 and 2 leave. */
function strippedOf(text, tools, steps) {
  const { trimmed, stripped } = tools.data.sets;
  const points = pointsOf(text);
  let start = 0;
  let end = points.length;
  while (start < end && holds(trimmed, points[start])) start += 1;
  while (end > start && holds(trimmed, points[end - 1])) end -= 1;
  const within = textOf(points, start, end);
  record(
    steps,
    `${HREF}, step 1`,
    text,
    within,
    "trim spaces, tabs and line breaks (the draft swaps the code points of CR and LF)",
  );
  const made = textOf(points.subarray(start, end).filter((point) => !holds(stripped, point)));
  const note = "deviation: remove TAB, LF and CR anywhere (our reading: the draft leaves href-strip undefined)";
  return record(steps, `${HREF}, step 2`, within, made, note + changedOf(within, made, tools));
}

/** Return words on how stripping changed the scheme or the host. */
function changedOf(before, after, tools) {
  if (before === after) return "";
  const start = tools.catalog.start("web-address");
  const [one, other] = [before, after].map((text) =>
    start.table.matches(pointsOf(text)) ? tools.split(start, text) : {},
  );
  const fields = ["scheme", "host"].filter((field) => one[field] !== other[field]);
  return fields.map((field) => `; the ${field} was ${inQuotes(one[field])} and is ${inQuotes(other[field])}`).join("");
}

/** Return the components and the punctuation between them, after the step that makes backslashes slashes. */
function piecesOf(text, tools, steps) {
  const reading = sourceOf(tools.catalog.start("web-address"), text, HREF, tools, steps);
  const { entry, places } = tools.catalog.start("web-address").grammar;
  const home = reading.grammar;
  const authorities = new Set(
    Object.entries(entry.fields)
      .filter(([, field]) => field === "authority")
      .map(([name]) => name.toLowerCase()),
  );
  const points = pointsOf(text);
  const wanted = (rule) =>
    home.places.has(rule.toLowerCase()) || rule === entry.prefer || authorities.has(rule.toLowerCase());
  const parts = reading.parts(points, wanted);
  const made = points.slice();
  const opaque = hasOpaquePath(tools.split(reading, text));
  if (opaque && text.includes("\\")) {
    record(
      steps,
      `${BIS}, 3.2`,
      text,
      text,
      'deviation: the path is opaque (the scheme is not special, and no "/" follows it): ' +
        "its backslashes and dots are data",
    );
  }
  for (const { rule, start } of parts) if (rule === entry.prefer && !opaque) made[start] = "/".codePointAt(0);
  record(
    steps,
    `${HREF}, step 5`,
    text,
    textOf(made),
    "deviation: turn backslashes into slashes (before step 3, which would encode the backslashes)",
  );
  const pieces = [];
  let done = 0;
  for (const { rule, start, end } of parts) {
    const name = rule.toLowerCase();
    const at = authorities.has(name) ? made.subarray(start, end).indexOf("\\".codePointAt(0)) : -1;
    if (at >= 0) {
      throw new Refused(
        `the backslash at offset ${start + at} of ${inQuotes(text)} is inside the authority, which browsers end there`,
      );
    }
    const field = home.places.get(name) ?? places.get(name);
    if (!field) continue;
    pieces.push([null, textOf(made, done, start)], [field, textOf(made, start, end)]);
    done = end;
  }
  return [...pieces, [null, textOf(made, done)]];
}
