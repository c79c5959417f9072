// Advice on components: what is written otherwise, what hides in percent-encoding, and what is probably a mistake.

import { isAscii } from "./encoding.js";
import { holds } from "./ranges.js";
import { inMarks } from "./words.js";

const MOST_TAKEN = 2000; // characters that all software is said to take
const FORM_CHARACTERS = "\t\n\r"; // which text of several lines has in a query
const BYTE_OR_NAME = /%..|[\p{L}\p{N}_]+/gu;
const SPACES = / +|(?:%20)+/g;
const DOUBLED = /\/\/+/g;
const REFERENCE = "&amp;";

/** Return what is to be said of the parts of a subject: [code, start, end, words]. */
export function* adviceOnParts(subject) {
  yield* bytes(subject);
  yield* pathOf(subject);
  yield* authority(subject);
  yield* nameOf(subject);
  const scheme = subject.part("scheme");
  if (scheme && scheme.text !== subject.scheme)
    yield ["R005", 0, scheme.end, `the scheme is written ${inMarks(scheme.text)}; lower case is the usual form`];
  const count = subject.points.length;
  if (count > MOST_TAKEN && subject.scheme !== "data") {
    const [has, limit] = [count, MOST_TAKEN].map((number) => number.toLocaleString("en"));
    yield ["R009", MOST_TAKEN, count, `it has ${has} characters; some software has a limit of ${limit}`];
  }
  for (const field of ["path", "query", "fragment"]) {
    const part = subject.part(field);
    const at = part ? part.text.indexOf(REFERENCE) : -1;
    if (at < 0) continue;
    const says = `"${REFERENCE}" is how HTML and XML write "&"; write the latter`;
    yield ["R025", part.start + at, part.start + at + REFERENCE.length, says];
  }
}

/** Percent-encoded bytes. */
function* bytes(subject) {
  const hidden = segmentsOf(subject).filter(({ text }) => text.includes("%") && dotsOf(text));
  for (const { start, end, text } of hidden)
    yield ["P006", start, end, `${inMarks(text)} is the dot segment ${inMarks(dotsOf(text))}`];
  const dots = new Set(hidden.flatMap(({ start, text }) => Array.from(text, (_, at) => start + at)));
  for (const { start, end, written } of subject.triplets()) {
    if (written !== written.toUpperCase())
      yield ["P003", start, end, `${inMarks(written)} has a hexadecimal digit in lower case`];
    const char = charOf(written);
    if (dots.has(start) || !subject.is("unreserved", char)) continue;
    yield ["P004", start, end, `${inMarks(written)} need not be percent-encoded: ${inMarks(char)} means the same`];
  }
  const inPath = subject.part("path");
  for (const { start, end, written } of inPath ? subject.triplets(inPath) : []) {
    const char = charOf(written);
    if (!["/", "\\"].includes(char)) continue;
    const says = `${inMarks(written)} is ${inMarks(char)}, which some programs decode before they separate segments`;
    yield ["P005", start, end, says];
  }
  const control = subject.data.groups.find(({ name }) => name === "control").ranges;
  for (const { start, end, char } of subject.encoded()) {
    const point = char.codePointAt(0);
    if (!char || !(holds(control, point) || subject.isIn("bidi-control", point))) continue;
    if (FORM_CHARACTERS.includes(char) && subject.fieldAt(start) === "query") continue;
    yield ["P007", start, end, `${subject.quoted(start, end)} is ${subject.named(point)}`];
  }
}

function charOf(written) {
  return String.fromCharCode(parseInt(written.slice(1), 16));
}

/** Return the segments of the path, without "/": {start, end, text}. */
export function segmentsOf(subject) {
  const part = subject.part("path");
  if (!part) return [];
  let at = part.start;
  const segments = part.text.split("/").map((text) => {
    const segment = { start: at, end: at + text.length, text };
    at = segment.end + 1;
    return segment;
  });
  return part.text.startsWith("/") ? segments.slice(1) : segments;
}

/** Return the dot segment that a segment is, with dots percent-encoded or not; "" where it is none. */
function dotsOf(segment) {
  const meant = segment.length > 6 ? "" : segment.replace(/%2e/gi, ".");
  return [".", ".."].includes(meant) ? meant : "";
}

/** Return a path that begins with "/" without its dot segments (RFC 3986, 5.2.4). */
function undotted(segments, hasAuthority) {
  const kept = [];
  segments.forEach(({ text }, at) => {
    const dots = dotsOf(text);
    if (dots === "..") kept.pop();
    if (!dots) kept.push(text);
    else if (at === segments.length - 1) kept.push("");
  });
  const made = `/${kept.join("/")}`;
  return !hasAuthority && made.startsWith("//") ? `/.${made}` : made;
}

function* pathOf(subject) {
  const part = subject.part("path");
  if (!part?.text.startsWith("/")) return;
  const segments = segmentsOf(subject);
  const isOther = undotted(segments, Boolean(subject.part("host"))) !== part.text;
  let depth = 0;
  for (const { start, end, text } of segments) {
    const dots = dotsOf(text);
    if (isOther && dots === text && dots)
      yield ["R001", start, end, `${inMarks(text)} is a dot segment, which resolving removes`];
    depth += dots === ".." ? -1 : dots ? 0 : 1;
    if (depth >= 0) continue;
    const says = `${inMarks(text)} is a dot segment at the root, above which there is nothing to remove`;
    yield ["R026", start, end, says];
    depth = 0;
  }
  for (const { 0: slashes, index } of part.text.matchAll(DOUBLED)) {
    if (index && part.text[index - 1] === ":") continue;
    const what = slashes.length === 2 ? "an empty segment" : "empty ones";
    const start = part.start + index;
    yield ["R002", start, start + slashes.length, `${inMarks(slashes)} makes ${what}`];
  }
}

function* authority(subject) {
  const { scheme } = subject;
  const port = subject.part("port");
  const known = subject.data.advice.ports[scheme ?? ""];
  if (port && known !== undefined && port.text.replace(/^0+/, "") === String(known))
    yield ["R004", port.start - 1, port.end, `${port.text} is the default port of ${scheme}`];
  if (port?.text && !port.text.replaceAll("0", ""))
    yield ["R012", port.start, port.end, "port 0 is reserved; nothing can be reached there"];
  if (port?.text === "" && !subject.part("path")?.text.startsWith("//") && !subject.hasDriveAsHost)
    yield ["R003", port.start - 1, port.end, "the colon has no port after it"];
  const user = subject.part("userinfo");
  const colon = user ? user.text.indexOf(":") : -1;
  if (colon >= 0 && colon + 1 < user.text.length)
    yield ["R007", user.start + colon, user.end, "the user information has a password, which is deprecated"];
}

function hasCapital(text) {
  return [...text].some((char) => isAscii(char) && char !== char.toLowerCase());
}

function* nameOf(subject) {
  const part = subject.part("host");
  if (!part) return;
  for (const { 0: written, index } of part.text.matchAll(BYTE_OR_NAME)) {
    if (written.startsWith("%") || !hasCapital(written)) continue;
    const [start, end] = [part.start + index, part.start + index + written.length];
    yield [
      "H001",
      start,
      end,
      `${subject.quoted(start, end)} is in upper case; lower case is the usual form, and means the same`,
    ];
  }
  for (const { 0: space, index } of part.text.matchAll(SPACES)) {
    const what = space.startsWith("%") ? "%20 is a space, which" : "a space";
    const start = part.start + index;
    yield ["H006", start, start + space.length, `${what} is not allowed in a host name`];
  }
  if (!subject.isDomain) return;
  const labels = part.text.split(".");
  if (labels.at(-1) === "") labels.pop();
  let at = part.start;
  labels.forEach((label, number) => {
    const where = number ? "between two dots" : "before the first dot";
    if (!label) labels[number] = ["H007", at, at, `the host has an empty label ${where}`];
    at += label.length + 1;
  });
  yield* labels.filter(Array.isArray);
  yield* specialDomain(subject, part);
}

function* specialDomain(subject, { start, end, text }) {
  if (subject.scheme === "file") return;
  const { domains } = subject.data.advice;
  const labels = text.toLowerCase().replace(/\.$/, "").split(".");
  const name = [1, 2].map((count) => labels.slice(-count).join(".")).find((one) => Object.hasOwn(domains, one));
  if (name === undefined) return;
  const [use, section] = domains[name];
  yield ["H009", start, end, `${inMarks(name)} is a special-use domain (${section}): ${use}`];
}
