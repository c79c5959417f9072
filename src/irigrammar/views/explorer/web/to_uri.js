// IRIs to URIs (RFC 3987, 3.1), with the host in ASCII.

import { isAscii } from "./encoding.js";
import { hostToAscii } from "./host_names.js";
import { BIS, Refused, record } from "./steps.js";
import { eachMapped, percentEncoded, pointsOf } from "./text.js";

const WHOLE = "RFC 3987, 3.1";
const GENERAL = "RFC 3987, 3.1, step 2";
const [MAIL, MAIL_SECTION] = ["mailto", "RFC 6068, 2"];
const AS_BYTES = "each byte of UTF-8 as %HH";

/** Return the URI reference of an IRI reference. */
export function toUri(text, tools, steps) {
  const uri = tools.catalog.start("rfc3986");
  const iri = tools.catalog.start("rfc3987");
  if (uri.table.matches(pointsOf(text))) return record(steps, WHOLE, text, text, "already a URI reference");
  tools.reading(text, iri);
  const { scheme } = tools.split(iri, text);
  const hosts = [];
  const others = [];
  const result = tools
    .pieces(iri, text)
    .map(([field, part]) => {
      if (field === "host") return hostOf(part, scheme, tools, hosts);
      const isMail = field === "path" && scheme?.toLowerCase() === MAIL;
      return field ? encodedPart(isMail ? mailOf(part, tools, hosts) : part, field, tools, others) : part;
    })
    .join("");
  if (!uri.table.matches(pointsOf(result))) throw new Refused("it has no URI reference");
  record(steps, "RFC 3987, 3.1, step 1", text, text, "already Unicode, so it is not normalized");
  steps.push(...hosts, ...others);
  return record(steps, WHOLE, text, result, "put the components back together");
}

function encodedPart(text, field, tools, steps) {
  const made = encodedFor(text, field, tools);
  if (made !== text) record(steps, GENERAL, text, made, `${field}: ${AS_BYTES}`);
  return made;
}

/** Return the path of a mailto URI with each domain in ASCII that has such a form (RFC 6068, 2). */
function mailOf(path, tools, steps) {
  const mapped = path.split(",").map((address) => {
    const at = address.lastIndexOf("@") + 1;
    const domain = address.slice(at);
    if (!at || domain.startsWith("[")) return address;
    const made = [];
    try {
      const ascii = hostToAscii(domain, tools, MAIL_SECTION, made);
      steps.push(...made);
      return address.slice(0, at) + ascii;
    } catch (problem) {
      if (problem instanceof Refused) return address;
      throw problem;
    }
  });
  return mapped.join(",");
}

function hostOf(text, scheme, tools, steps) {
  if (isAscii(text)) return text;
  if (tools.hasDomain(scheme)) return hostToAscii(text, tools, WHOLE, steps);
  const why = `hosts of ${scheme} are not known to be domain names`;
  const made = encodedFor(text, "host", tools);
  record(steps, GENERAL, text, made, `host: each byte of UTF-8 as %HH, since ${why}; ${BIS}, 3.4, would convert`);
  return made;
}

/** Return a component with the characters encoded that no production of it has in URIs; triplets stay. */
function encodedFor(text, field, tools) {
  const { grammar } = tools.catalog.start("rfc3986");
  const tables = [...grammar.places].filter(([, one]) => one === field).map(([name]) => grammar.production(name).table);
  const may = (part) => tables.some((table) => table.matches(pointsOf(part)));
  const encoded = (part) => eachMapped(part, (char) => (may(char) ? char : percentEncoded(char)));
  return may(text) ? text : tools.bytes.mapped(text, encoded);
}
