// The restrictions on bidirectional IRIs (RFC 3987, 4.1 and 4.2): the same findings as the library's, by its classes.

import { holds } from "./ranges.js";
import { codePoint, pointsOf, textOf } from "./text.js";

const VALUE = "="; // the first one of a query's part ends the name
const ENCODED = /%\p{AHex}{2}/gu;

/** Return the findings on a text, {code, severity, start, end, message}, in order; [] where it is not a reference. */
export function bidiFindings(catalog, grammar, points) {
  const start = grammar.production(grammar.entry.start[0]);
  const checked = new Checked(catalog, start, points);
  const components = checked.components();
  if (!components) return [];
  const { severities } = catalog.data.bidi;
  return [...checked.formatting(), ...checked.structure(components)]
    .sort((one, other) => one.start - other.start || one.code.localeCompare(other.code, "en"))
    .map((finding) => ({ ...finding, severity: severities[finding.code] }));
}

class Checked {
  constructor(catalog, production, points) {
    Object.assign(this, { catalog, production, points });
    this.bidi = catalog.data.bidi;
    this.sets = catalog.data.sets;
  }

  /** Return the class of a code point: R, M (a mark), N (a number), O (another neutral), L. */
  classOf(point) {
    const known = Object.entries(this.bidi.classes).find(([, ranges]) => holds(ranges, point));
    return known ? known[0] : "L";
  }

  isControl(point) {
    return holds(this.sets["bidi-control"], point);
  }

  nameOf(offset) {
    const point = this.points[offset];
    const name = this.catalog.data.words.unseen[point] ?? this.bidi.names[point];
    return name ? `${codePoint(point)} ${name}` : codePoint(point);
  }

  /** Return the components for the purpose of bidi behaviour: {words, start, end}; null for what does not match. */
  components() {
    const { grammar } = this.production;
    const fields = new Map(Object.entries(grammar.entry.bidiFields));
    const parts = this.production.parts(this.points, (rule) => fields.has(rule.toLowerCase()));
    if (!parts) return null;
    const divided = [];
    let done = 0;
    let scheme;
    for (const { rule, start, end } of parts) {
      const field = fields.get(rule.toLowerCase());
      if (field === "scheme") scheme = textOf(this.points, start, end).toLowerCase();
      else if (start < end && start >= done) {
        divided.push(this.divided({ rule, field, start, end }, scheme));
        done = end;
      }
    }
    return divided.flat();
  }

  divided({ rule, field, start, end }, scheme) {
    const separator = this.bidi.separators[field];
    const isDomain = scheme === undefined || this.catalog.data.schemes[scheme]?.domainName;
    const isAscii = () => this.production.grammar.production(rule).table.alphabet().at(-1)?.[1] < 0x80;
    if (!separator || (field === "host" && (isAscii() || !isDomain))) return [{ words: rule, start, end }];
    const isSeparator = new RegExp(separator, "u");
    const divided = [];
    let [from, isName] = [start, field === "query"];
    const cut = (to) => {
      const words = to - from === end - start ? rule : `a ${field === "host" ? "label" : "part"} of ${rule}`;
      if (from < to) divided.push({ words, start: from, end: to });
      from = to + 1;
    };
    for (let at = start; at < end; at += 1) {
      const char = textOf(this.points, at, at + 1);
      if (isSeparator.test(char)) {
        cut(at);
        isName = field === "query";
      } else if (isName && char === VALUE) {
        cut(at);
        isName = false;
      }
    }
    cut(end);
    return divided;
  }

  /** Return the formatting characters. */
  formatting() {
    const offsets = Array.from(this.points, (_, offset) => offset).filter((at) => this.isControl(this.points[at]));
    return offsets.map((start) =>
      holds(this.sets["bidi-formatting"], this.points[start])
        ? {
            code: "B001",
            start,
            end: start + 1,
            message: `${this.nameOf(start)} is a formatting character, not allowed in IRIs`,
          }
        : {
            code: "B002",
            start,
            end: start + 1,
            message: `${this.nameOf(start)} changes the display order, like a formatting character`,
          },
    );
  }

  /** Return where percent-encoded bytes begin. */
  encoded() {
    const text = textOf(this.points);
    let [units, offset] = [0, 0];
    const begins = ({ index }) => {
      offset += pointsOf(text.slice(units, index)).length;
      units = index;
      return offset;
    };
    return new Set(Array.from(text.matchAll(ENCODED), begins));
  }

  /** Yield where a component breaks a restriction, and the numbers that are shown before what they come after. */
  *structure(components) {
    const encoded = this.encoded();
    let rtlBefore = false;
    let done = 0;
    for (const { words, start, end } of components) {
      rtlBefore = this.endsRtl(done, start, rtlBefore);
      done = start;
      const places = Array.from({ length: end - start }, (_, at) => start + at).filter(
        (at) => !this.isControl(this.points[at]),
      );
      const kinds = places.map((at) => this.classOf(this.points[at]));
      if (!kinds.includes("R")) {
        if (rtlBefore) yield* number(words, start, end, kinds);
        continue;
      }
      const what = `${words} has right-to-left`;
      if (kinds.includes("L")) yield { code: "B003", start, end, message: `${what} and left-to-right characters` };
      const edge = (from, to) => (to - from === 1 ? this.nameOf(from) : "a percent-encoded byte");
      if (!isStrong(kinds[0])) {
        const to = places[0] + (encoded.has(places[0]) ? 3 : 1);
        yield {
          code: "B004",
          start: places[0],
          end: to,
          message: `${what} characters and begins with ${edge(places[0], to)}`,
        };
      }
      let last = kinds.length - 1;
      while (kinds[last] === "M") last -= 1;
      const to = places[last] + 1;
      const from = encoded.has(to - 3) ? to - 3 : to - 1;
      if (!isStrong(kinds[last]) || from < places[last])
        yield { code: "B005", start: from, end: to, message: `${what} characters and ends with ${edge(from, to)}` };
    }
  }

  /** Return whether the last letter of a part of the text is a right-to-left one. */
  endsRtl(start, end, otherwise) {
    for (let at = end - 1; at >= start; at -= 1) {
      const kind = this.classOf(this.points[at]);
      if (isStrong(kind)) return kind === "R";
    }
    return otherwise;
  }
}

function isStrong(kind) {
  return kind === "R" || kind === "L";
}

/** Yield a component that begins with a number and follows right-to-left characters. */
function* number(words, start, end, kinds) {
  if (kinds.find((kind) => isStrong(kind) || kind === "N") !== "N") return;
  const said = "after right-to-left characters, and its digits are shown before them";
  if (kinds.includes("L")) yield { code: "B007", start, end, message: `${words} begins with digits ${said}` };
  else yield { code: "B006", start, end, message: `${words} is a number ${said}` };
}
