// Advice on strings that match: what the library's rules find, in its words. Those of single schemes are left to
// `iri advise`.

import { adviceOnBytes } from "./advice_bytes.js";
import { adviceOnCharacters, decodedText } from "./advice_characters.js";
import { adviceOnHosts } from "./advice_hosts.js";
import { adviceOnLabels } from "./advice_labels.js";
import { adviceOnMistakes } from "./advice_mistakes.js";
import { adviceOnParts } from "./advice_parts.js";
import { adviceByScheme } from "./advice_scheme_rules.js";
import { adviceOnSchemes } from "./advice_schemes.js";
import { lazily } from "./catalog.js";
import { Bytes } from "./encoding.js";
import { holds } from "./ranges.js";
import { eachMapped, pointsOf, textOf } from "./text.js";
import { quotedText } from "./words.js";

const BY_GRAMMAR = "X002"; // which is silent where others say what was probably meant
const ONE_LETTER = /^\p{L}$/u;
const WORD = /[\p{L}\p{N}]/u;
const [WORD_SIGN, OTHER_SIGN] = ["\u3400", "\ufffd"]; // for characters of two units, so that offsets are code points

/** Return the findings on a reference, {code, severity, start, end, message}, in order: of each rule the first in a
 * component, and how many more there are. `parts` are the components. */
export function adviceOn(catalog, production, points, parts) {
  const subject = new Subject(catalog, production, points, parts);
  const { rules, sayMore } = catalog.data.advice;
  const rows = new Map();
  for (const [code, start, end, says] of [
    ...adviceOnCharacters(subject),
    ...adviceOnParts(subject),
    ...adviceOnMistakes(subject),
    ...adviceOnHosts(subject),
    ...adviceOnBytes(subject),
    ...adviceOnSchemes(subject),
    ...adviceOnLabels(subject),
    ...adviceByScheme(subject),
  ]) {
    if (!Object.hasOwn(rules, code)) continue; // the page was made without its data
    const field = subject.fieldAt(start);
    const key = `${code} ${field}`;
    const row = rows.get(key) ?? { code, severity: rules[code], start, end, field, says, more: -1 };
    rows.set(key, { ...row, more: row.more + 1 });
  }
  const found = [...rows.values()];
  const isSilent = found.some(({ code }) => sayMore.includes(code));
  return found
    .filter(({ code }) => code !== BY_GRAMMAR || !isSilent)
    .map(({ says, more, field, ...row }) => {
      return { ...row, message: more ? `${says}; ${more.toLocaleString("en")} more in the ${field}` : says };
    })
    .sort((one, other) => one.start - other.start || (one.code < other.code ? -1 : 1));
}

/** A reference that matches: its components, and its text with one unit for each code point. */
class Subject {
  constructor(catalog, production, points, parts) {
    Object.assign(this, { catalog, production, points, parts });
    this.data = catalog.data;
    const unit = (char) => (char.length === 1 ? char : WORD.test(char) ? WORD_SIGN : OTHER_SIGN);
    this.text = eachMapped(textOf(points), unit);
    this.bytes = new Bytes(catalog);
    this.makeWhole = lazily(() => decodedText(this));
    this.runs = this.text.includes("%") ? [...this.bytes.runs(points)] : [];
  }

  get labels() {
    return this.catalog.labels;
  }

  /** The text with percent-encoded characters beyond ASCII decoded. */
  get whole() {
    return this.makeWhole();
  }

  /** Return a component, with its text; undefined where it is absent. */
  part(field) {
    const part = this.parts.find((one) => one.field === field);
    return part && { ...part, text: this.text.slice(part.start, part.end) };
  }

  /** Return the name of the rule that the host matches. */
  get hostKind() {
    const { fields } = this.production.grammar.entry;
    const kinds = Object.keys(fields).filter((name) => fields[name] === "host_kind");
    const names = new Set(kinds.map((name) => name.toLowerCase()));
    return this.production.parts(this.points, (rule) => names.has(rule.toLowerCase()))[0]?.rule ?? "";
  }

  /** Return whether there is a host that is not empty and is a domain name. */
  get isDomain() {
    const isName = ["name", "domain"].some((kind) => this.hostKind.endsWith(kind));
    const { scheme } = this;
    return (
      Boolean(this.part("host")?.text) &&
      isName &&
      (scheme === undefined || Boolean(this.data.schemes[scheme]?.domainName))
    );
  }

  /** Return whether a text matches a rule of RFC 3986. */
  is(rule, text) {
    return this.catalog.production("rfc3986", rule).table.matches(pointsOf(text));
  }

  /** Return whether the letter of a drive is where a host is: with an empty port, of file or without a scheme. */
  get hasDriveAsHost() {
    const { scheme } = this;
    const isOfFiles = scheme === undefined ? this.part("path")?.text.startsWith("/") : scheme === "file";
    return isOfFiles && this.part("port")?.text === "" && ONE_LETTER.test(this.part("host")?.text ?? "");
  }

  get scheme() {
    return this.part("scheme")?.text.toLowerCase();
  }

  /** Return the field of the component at an offset, or before it. */
  fieldAt(offset) {
    return this.parts.findLast(({ start }) => start <= offset)?.field ?? "reference";
  }

  isIn(name, point) {
    return holds(this.data.advice.sets[name] ?? this.data.sets[name], point);
  }

  /** Return the places of the percent-encoded bytes of a part, each {start, end, written}. */
  *triplets({ start: from, end: to } = { start: 0, end: this.points.length }) {
    for (const { start, end } of this.runs)
      for (let at = start; at < end; at += 3)
        if (at >= from && at + 3 <= to) yield { start: at, end: at + 3, written: this.text.slice(at, at + 3) };
  }

  /** Return the percent-encoded characters, {start, end, char}, char "" for a byte that is part of none. */
  *encoded() {
    for (const { start, end } of this.runs) {
      let at = start;
      for (const { written, char } of this.bytes.characters(this.text.slice(start, end))) {
        yield { start: at, end: at + written.length, char };
        at += written.length;
      }
    }
  }

  /** Return a stretch of the text in quotation marks; of a long one the two ends. */
  quoted(start, end) {
    return quotedText(this.points.subarray(start, end));
  }

  /** Return the code point of a character, and its name where the page has it. */
  named(point) {
    return this.catalog.named(point);
  }
}
