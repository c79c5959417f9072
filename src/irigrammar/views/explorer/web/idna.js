// Labels of domain names in ASCII and in Unicode: UTS 46 mapping, then IDNA2008 (RFC 5891 to 5893).

import { isAscii } from "./encoding.js";
import { decodedPunycode, encodedPunycode } from "./punycode.js";
import { holds, rangesOf } from "./ranges.js";
import { pointsOf, textOf } from "./text.js";

export const LONGEST_LABEL = 63; // bytes (RFC 1035, 2.3.4)
const LONGEST_NAME = 254; // with a dot at the end; a longer label is not read
const FIRST_MARK = /^\p{M}/u;
const HYPHEN = "-";
const [NON_JOINER, JOINER] = [0x200c, 0x200d];

// RFC 5893, 2: what labels of a direction may have, and end with.
const RIGHT = { first: ["R", "AL"], may: ["R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"] };
const LEFT = { first: ["L"], may: ["L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"] };
Object.assign(RIGHT, { last: ["R", "AL", "EN", "AN"], wrong: "bidi_rule_2", end: "bidi_rule_3" });
Object.assign(LEFT, { last: ["L", "EN"], wrong: "bidi_rule_5", end: "bidi_rule_6" });
const TURNING = ["R", "AL", "AN"];
const NUMBERS = ["AN", "EN"];

class Invalid extends Error {}

/** Converts labels, and says in the library's words what is wrong with them. */
export class Labels {
  constructor(catalog) {
    const { idna, acePrefix } = catalog.data;
    const sets = (rows) => Object.entries(rows).map(([name, distances]) => [name, rangesOf(distances)]);
    this.prefix = acePrefix;
    this.catalog = catalog;
    this.reasons = idna.reasons;
    this.mapped = idna.mapped;
    this.context = idna.context;
    const { valid, virama, refused, kept, dropped } = idna;
    Object.assign(this, Object.fromEntries(sets({ valid, virama, refused, kept, dropped })));
    this.joining = Object.fromEntries(sets(idna.joining));
    this.directions = sets(idna.directions);
    this.shifted = sets(idna.shifted);
  }

  isALabel(label) {
    return label.slice(0, this.prefix.length).toLowerCase() === this.prefix;
  }

  /** Return why a label is invalid by IDNA2008; null for one that is valid. */
  fault(label) {
    return label ? this.byIdna2008(label).reason : "it is empty";
  }

  /** Return a label in ASCII, {ascii, reason}, `reason` null where there is one; one in ASCII stays. */
  toAscii(label) {
    if (isAscii(label)) return { ascii: label, reason: null };
    let made;
    try {
      made = this.byIdna2008(this.remapped(label));
    } catch (problem) {
      if (!(problem instanceof Invalid)) throw problem;
      made = { ascii: "", reason: problem.message };
    }
    return { ...made, reason: made.reason ?? this.hostFault(made.ascii) };
  }

  /** Return an A-label as the U-label of which it is exactly the form in ASCII; any other label unchanged. */
  toUnicode(label) {
    if (!isAscii(label) || !label.startsWith(this.prefix) || label.length > LONGEST_LABEL) return label;
    const points = decodedPunycode(label.slice(this.prefix.length));
    const made = points && textOf(points);
    if (!made || isAscii(made)) return label;
    const { ascii, reason } = this.toAscii(made);
    return reason === null && ascii === label ? made : label;
  }

  /** Return what UTS 46 makes of a label (4, step 1). */
  remapped(label) {
    const mapped = Array.from(label, (char) => {
      const point = char.codePointAt(0);
      if (holds(this.refused, point)) throw this.invalid("uts46_disallowed", point);
      if (holds(this.kept, point)) return char;
      if (holds(this.dropped, point)) return "";
      const by = this.shifted.find(([, ranges]) => holds(ranges, point));
      if (by) return String.fromCodePoint(point + Number(by[0]));
      return this.mapped[point] ?? char.normalize("NFKC").toLowerCase().normalize("NFKC");
    });
    return mapped.join("").normalize("NFC");
  }

  byIdna2008(label) {
    try {
      return { ascii: this.checkedALabel(label), reason: null };
    } catch (problem) {
      if (!(problem instanceof Invalid)) throw problem;
      return { ascii: label, reason: problem.message };
    }
  }

  checkedALabel(label) {
    const made = this.aLabel(isAscii(label) ? this.uLabel(label.toLowerCase()) : label);
    if (isAscii(label) && made !== label) throw this.invalid("invalid_alabel");
    return made;
  }

  aLabel(label) {
    this.check(label);
    const made = isAscii(label) ? label : this.prefix + encodedPunycode(pointsOf(label));
    if (made.length > LONGEST_LABEL) throw this.invalid("label_too_long");
    return made;
  }

  uLabel(label) {
    if (!label.startsWith(this.prefix)) return label;
    const rest = label.slice(this.prefix.length);
    const points = rest && !rest.endsWith(HYPHEN) ? decodedPunycode(rest) : null;
    if (!points || encodedPunycode(points) !== rest) throw this.invalid("invalid_alabel");
    return textOf(points);
  }

  /** Throw what is wrong with a label that is not encoded. */
  check(label) {
    const points = pointsOf(label);
    if (!points.length) throw this.invalid("empty_label");
    if (points.length > LONGEST_NAME) throw this.invalid("label_too_long");
    if (label.normalize("NFC") !== label) throw this.invalid("not_nfc");
    if (textOf(points, 2, 4) === HYPHEN + HYPHEN) throw this.invalid("hyphen_3_4");
    if (label.startsWith(HYPHEN) || label.endsWith(HYPHEN)) throw this.invalid("hyphen_start_end");
    if (FIRST_MARK.test(label)) throw this.invalid("leading_combiner", points[0]);
    points.forEach((point, at) => {
      const problem = holds(this.valid, point) ? null : this.contextFault(points, at);
      if (problem) throw this.invalid(problem, point);
    });
    this.checkDirections(points);
  }

  /** Return what is wrong with a character that is allowed beside others alone; null where it may be there. */
  contextFault(points, at) {
    const point = points[at];
    if ([NON_JOINER, JOINER].includes(point)) return this.mayJoin(points, at) ? null : "contextj";
    const char = String.fromCodePoint(point);
    const [, where, what] = this.context.find(([chars]) => chars.includes(char)) ?? [];
    if (!where) return "disallowed_codepoint";
    const charAt = (index) => (index in points ? String.fromCodePoint(points[index]) : "");
    const isOf = (one) => what.split(" ").some((script) => new RegExp(`^\\p{Script=${script}}$`, "u").test(one));
    const may = {
      between: () => charAt(at - 1) === what && charAt(at + 1) === what,
      before: () => isOf(charAt(at + 1)),
      after: () => isOf(charAt(at - 1)),
      with: () => [...textOf(points)].some((one) => one !== char && isOf(one)),
      without: () => !new RegExp(`[${what}]`).test(textOf(points)),
    };
    return may[where]() ? null : "contexto";
  }

  /** Return whether a joiner has the neighbours that it needs (RFC 5892, A.1 and A.2). */
  mayJoin(points, at) {
    if (at && holds(this.virama, points[at - 1])) return true;
    if (points[at] === JOINER) return false;
    const is = (where, point) => point !== undefined && holds(this.joining[where], point);
    const near = (side) => side.find((point) => !is("through", point) || is("before", point));
    const [before, after] = [near(points.slice(0, at).reverse()), near(points.slice(at + 1))];
    return is("before", before) && is("after", after);
  }

  /** Throw where a label breaks the Bidi rule (RFC 5893, 2). */
  checkDirections(points) {
    const kinds = Array.from(points, (point) => this.directions.find(([, ranges]) => holds(ranges, point))?.[0] ?? "L");
    const fail = (code, at) => this.invalid(code, points[at]);
    if (kinds.includes("")) throw fail("bidi_unknown_direction", kinds.indexOf(""));
    if (!kinds.some((kind) => TURNING.includes(kind))) return;
    const rule = [RIGHT, LEFT].find(({ first }) => first.includes(kinds[0]));
    if (!rule) throw fail("bidi_rule_1", 0);
    const number = kinds.find((kind) => NUMBERS.includes(kind));
    kinds.forEach((kind, at) => {
      if (!rule.may.includes(kind)) throw fail(rule.wrong, at);
      if (rule === RIGHT && NUMBERS.includes(kind) && kind !== number) throw fail("bidi_rule_4", at);
    });
    const last = kinds.findLastIndex((kind) => kind !== "NSM");
    if (!rule.last.includes(kinds[last])) throw fail(rule.end, last);
  }

  /** Return why a label in ASCII cannot replace another one in a host; null where it can. */
  hostFault(label) {
    if (!label) return this.reasons.empty_label;
    if (label.length > LONGEST_LABEL) return this.reasons.label_too_long;
    const { table } = this.catalog.production("rfc3986", "reg-name");
    const other = [...label].find((char) => char === "." || char === "%" || !table.matches(pointsOf(char)));
    return other === undefined ? null : `${this.catalog.named(other.codePointAt(0))} would end the label`;
  }

  invalid(code, point = 0) {
    return new Invalid(this.reasons[code].replace("{char}", () => this.catalog.named(point)));
  }
}
