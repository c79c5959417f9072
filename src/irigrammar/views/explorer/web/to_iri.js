// URIs to IRIs (RFC 3987, 3.2), with the labels of the host in Unicode.

import { isAscii, namedPoint } from "./encoding.js";
import { holds } from "./ranges.js";
import { hostToUnicode } from "./host_names.js";
import { BIS, Refused, grouped, record } from "./steps.js";
import { pointsOf } from "./text.js";

const LAST_STEP = `${BIS}, 3.7, step 6`;
const MOST_NAMED = 3;
const NO_LABEL = "no A-label to convert";
const SHOWN = "show each A-label that maps back as a U-label";
const LEFT_NOTE = "deviation: keep labels that do not map back, or that have what stays encoded";
const KEPT = "invisible or private, see RFC 3987, 6.1";
const ANOTHER = "decoded in a domain name, it would lead to another URI";

// What the steps 1 to 5 of RFC 3987, 3.2, do.
const DONE = [
  "the URI reference as given",
  'decode percent-encoding to bytes, except "%", reserved characters and ASCII that URIs do not allow',
  "percent-encode bytes that are not valid UTF-8 again",
  "no other character needs percent-encoding",
  "decode the remaining bytes as UTF-8",
];

/** Return the IRI reference of a URI reference. */
export function toIri(text, tools, steps) {
  const iri = tools.catalog.start("rfc3987");
  const uri = tools.catalog.start("rfc3986");
  const reading = tools.reading(text, iri, uri);
  const split = tools.split(reading, text);
  const places = new Places(tools, tools.hasDomain(split.scheme));
  const made = decodedSteps(text, reading, places, tools, steps);
  if (!iri.table.matches(pointsOf(made))) throw new Refused("it has no IRI reference");
  const now = tools.split(iri, made);
  if (now.host_kind === undefined) return record(steps, LAST_STEP, made, made, "no host");
  if (!tools.hasDomain(now.scheme)) {
    return record(
      steps,
      LAST_STEP,
      made,
      made,
      `the host is not known to be a domain name: the scheme is ${now.scheme}`,
    );
  }
  if (!now.host.toLowerCase().includes(tools.data.acePrefix)) return record(steps, LAST_STEP, made, made, NO_LABEL);
  const host = shownHost(now.host, iri.grammar.production(now.host_kind).table.alphabet(), tools);
  const shown = tools
    .pieces(iri, made)
    .map(([field, part]) => (field === "host" ? host : part))
    .join("");
  const isLeft = host.split(".").some((label) => tools.labels.isALabel(label));
  return record(steps, LAST_STEP, made, shown, isLeft ? LEFT_NOTE : shown === made ? NO_LABEL : SHOWN);
}

/** Return a host with the A-labels as U-labels of which every character is allowed and not kept encoded. */
function shownHost(host, allowed, tools) {
  const isShown = (char) =>
    isAscii(char) || (holds(allowed, char.codePointAt(0)) && !holds(tools.data.sets.kept, char.codePointAt(0)));
  const unicode = hostToUnicode(host, tools).split(".");
  return host
    .split(".")
    .map((label, at) => ([...unicode[at]].every(isShown) ? unicode[at] : label))
    .join(".");
}

/** Which encoded characters are allowed where; `domain` says that the host is a domain name. */
class Places {
  constructor(tools, domain) {
    const { catalog, data } = tools;
    this.unreserved = catalog.production("rfc3986", "unreserved").table.alphabet();
    this.allowed = tools.allowed;
    this.sets = data.sets;
    this.domain = domain;
  }

  /** Return why a character stays encoded in a component, null where it does not. */
  reason(char, field) {
    const point = char.codePointAt(0);
    if (isAscii(char))
      return holds(this.sets.kept, point)
        ? KEPT
        : holds(this.unreserved, point)
          ? null
          : "reserved, or not allowed in URIs";
    if (holds(this.sets["bidi-control"], point)) return "bidi formatting, see RFC 3987, 4.1";
    if (!holds(this.allowed.get(field), point)) return `not allowed in the ${field}, see RFC 3987, 2.2`;
    if (field === "host" && this.domain) return ANOTHER;
    return holds(this.sets.kept, point) ? KEPT : null;
  }
}

/** Record the steps 1 to 5 as the examples of RFC 3987, 3.2.1, write them, and return the text after them. */
function decodedSteps(text, reading, places, tools, steps) {
  const rows = ["", "", "", ""];
  const stay = new Map();
  const add = (columns) => columns.forEach((column, at) => (rows[at] += column));
  for (const [field, part] of tools.pieces(reading, text)) {
    const whole = (between) => {
      add([between, between, between, between]);
      return "";
    };
    if (!field) {
      whole(part);
      continue;
    }
    tools.bytes.mapped(part, whole, (run) => {
      for (const one of tools.bytes.characters(run)) {
        const reason = one.char ? places.reason(one.char, field) : "";
        add(columnsOf(one, reason === null));
        if (one.char && reason && !isAscii(one.char)) stay.set(reason, (stay.get(reason) ?? new Set()).add(one.char));
      }
      return "";
    });
  }
  const reasons = [...stay].map(([reason, chars]) => `${listedPoints([...chars])} stays encoded: ${reason}`).join("; ");
  const notes = ["", "", (stay.has(ANOTHER) ? "deviation: " : "") + reasons, newKind(text, reading, rows[3], tools)];
  const first = isAscii(text)
    ? DONE[0]
    : "deviation: not a URI (it has non-ASCII characters); those are kept as they are";
  let before = record(steps, "RFC 3987, 3.2, step 1", text, text, first);
  rows.forEach((after, at) => {
    before = record(steps, `RFC 3987, 3.2, step ${at + 2}`, before, after, notes[at] || DONE[at + 1]);
  });
  return before;
}

/** Return what the steps 2 to 5 make of what is percent-encoded; bytes are written as in 3.2.1. */
function columnsOf({ written, char }, stands) {
  if (char && isAscii(char)) return new Array(4).fill(stands ? char : written);
  const bytes = written
    .toLowerCase()
    .split("%")
    .slice(1)
    .map((byte) => `<${byte}>`)
    .join("");
  const again = written.toUpperCase();
  return [bytes, char ? bytes : again, stands ? bytes : again, stands ? char : again];
}

function listedPoints(chars) {
  const more = chars.length - MOST_NAMED;
  const named = [...chars.slice(0, MOST_NAMED).map(namedPoint), ...(more > 0 ? [`${grouped(more)} more`] : [])];
  return named.length === 1 ? named[0] : `each of ${named.join(" and ")}`;
}

/** Return a note where the host is matched by another production than before. */
function newKind(before, reading, after, tools) {
  const iri = tools.catalog.start("rfc3987");
  if (!iri.table.matches(pointsOf(after))) return "";
  const { pairs } = iri.grammar.entry;
  const was = tools.split(reading, before).host_kind;
  const now = tools.split(iri, after).host_kind;
  const same = was === undefined || now === undefined || (pairs[was] ?? was) === (pairs[now] ?? now);
  return same ? "" : `the host was read as ${was}, and is read as ${now} now`;
}
