// Hosts to ASCII and back, label by label (RFC 3987, 3.1; draft-ietf-iri-3987bis-04, 3.7).

import { isAscii } from "./encoding.js";
import { LONGEST_LABEL } from "./idna.js";
import { holds } from "./ranges.js";
import { Refused, inQuotes, record } from "./steps.js";
import { pointsOf } from "./text.js";

const LONGEST_HOST = 253; // bytes, a dot at the end not counted (RFC 1035, 3.1)
const MAPPED = "deviation: UTS 46 mapping and IDNA2008 for ToASCII of RFC 3490";
const DECODED = "deviation: percent-encoded UTF-8 of characters outside ASCII and of unreserved is decoded first";
const IS_ADDRESS = "the host was a registered name and is now an IPv4 address";

/** Return a host in ASCII; throw `Refused` where it has no such form. */
export function hostToAscii(host, tools, section, steps) {
  if (isAscii(host)) return host;
  const decoded = decodedHost(host, tools);
  if (decoded !== host) record(steps, section, host, decoded, DECODED);
  const labels = decoded.split(new RegExp(tools.data.bidi.separators.host));
  const root = labels.at(-1) === "" ? [labels.pop()] : [];
  const plain = labels.filter(isAscii).reduce((sum, label) => sum + label.length, labels.length - 1);
  if (plain > LONGEST_HOST) throw tooLong(decoded);
  const made = labels.map((label) => {
    const ascii = labelToAscii(label, tools);
    if (ascii !== label) record(steps, section, label, ascii, "a label with a character outside ASCII");
    return ascii;
  });
  if (made.join(".").length > LONGEST_HOST) throw tooLong(decoded);
  const result = [...made, ...root].join(".");
  record(steps, section, decoded, result, MAPPED);
  if (tools.catalog.production("rfc3986", "IPv4address").table.matches(pointsOf(result)))
    record(steps, section, decoded, result, IS_ADDRESS);
  return result;
}

/** Return a host with its A-labels as U-labels; unchanged where it would not map back. */
export function hostToUnicode(host, tools) {
  if (host.length > LONGEST_HOST + 1) return host;
  const made = host
    .split(".")
    .map((label) => tools.labels.toUnicode(label))
    .join(".");
  if (made === host) return host;
  try {
    const [one, other] = [made, host].map((text) => hostToAscii(text, tools, "", []));
    return one === other ? made : host;
  } catch (problem) {
    if (problem instanceof Refused) return host;
    throw problem;
  }
}

function decodedHost(host, tools) {
  const unreserved = tools.catalog.production("rfc3986", "unreserved").table.alphabet();
  const isRead = (char) => char && (!isAscii(char) || holds(unreserved, char.codePointAt(0)));
  const read = ({ written, char }) => (isRead(char) ? char : char ? written : written.toUpperCase());
  return tools.bytes.mapped(host, String, (run) => tools.bytes.characters(run).map(read).join(""));
}

function labelToAscii(label, tools) {
  if (label.includes("%")) {
    throw new Refused(
      `the host label ${inQuotes(label)} has percent-encoded bytes, so the host cannot be converted as a domain name`,
    );
  }
  if (!label) throw new Refused("the host has an empty label; remove the extra dot");
  if (isAscii(label) && label.length > LONGEST_LABEL)
    throw new Refused(`the host label ${inQuotes(label)} has more than ${LONGEST_LABEL} bytes`);
  const { ascii, reason } = tools.labels.toAscii(label);
  if (reason === null) return ascii;
  const mapped = ascii && ascii !== label ? ` (mapped to ${inQuotes(ascii)})` : "";
  throw new Refused(`the host label ${inQuotes(label)}${mapped} has no form in ASCII by idna: ${reason}`);
}

function tooLong(host) {
  return new Refused(`the host ${inQuotes(host)} would have more than ${LONGEST_HOST} bytes`);
}
