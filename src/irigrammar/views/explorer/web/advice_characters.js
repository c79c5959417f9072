// Advice on characters: those that nobody sees or that look like others, forms that are equivalent, words.

import { holds, union } from "./ranges.js";
import { codePoint, pointsOf, textOf } from "./text.js";
import { inMarks } from "./words.js";

const LONGEST_CLUSTER = 32; // characters that are normalized together
const BYTE_OR_WORD = /%..|[\p{L}\p{N}]+/gu; // percent-encoded bytes are passed over
const [MARK, SYMBOL, OTHER_LETTER, PUNCTUATION, DECIMAL] = [/\p{M}/u, /\p{S}/u, /\p{Lo}/u, /\p{P}/u, /\p{Nd}/u];
const NO_WORDS = new Set(["scheme", "host", "port"]);
const [KEYCAP, FLAG] = [0x20e3, 0x1f3f4];

/** Return what is to be said of the characters of a subject: [code, start, end, words]. */
export function* adviceOnCharacters(subject) {
  yield* groups(subject);
  const { whole } = subject;
  yield* words(subject);
  if (!whole.points.some((point) => point > 0x7f)) return;
  yield* controls(subject);
  yield* clusters(subject, whole);
  yield* kinds(subject, whole);
  yield* unseen(subject, whole);
  yield* lookAlikes(subject, whole);
}

/** Return the text with percent-encoded characters beyond ASCII decoded: its `points`, their `offsets` in the original,
 * and the other way round their `places`. */
export function decodedText(subject) {
  const points = [];
  const offsets = [];
  let done = 0;
  const copy = (end) => {
    for (; done < end; done += 1) {
      points.push(subject.points[done]);
      offsets.push(done);
    }
  };
  for (const { start, end, char } of subject.encoded()) {
    if (!char || char.codePointAt(0) < 0x80) continue;
    copy(start);
    points.push(char.codePointAt(0));
    offsets.push(start);
    done = end;
  }
  copy(subject.points.length);
  offsets.push(done);
  return { points: Uint32Array.from(points), offsets, places: new Map(offsets.map((offset, at) => [offset, at])) };
}

/** Yield the places of the runs of code points for which something is true: offsets in `points`. */
function* stretchesOf(points, is) {
  const known = new Map();
  const isKnown = (point) => {
    if (!known.has(point)) known.set(point, is(point));
    return known.get(point);
  };
  for (let start = 0; start < points.length; start += 1) {
    if (!isKnown(points[start])) continue;
    let end = start + 1;
    while (end < points.length && isKnown(points[end])) end += 1;
    yield { start, end };
    start = end;
  }
}

/** The groups of characters that no IRI has (draft-ietf-iri-3987bis-04, 7.3). */
function* groups(subject) {
  const { data, points } = subject;
  const known = new Map();
  const groupOf = (point) => {
    if (!known.has(point)) known.set(point, data.groups.find(({ ranges }) => holds(ranges, point))?.name);
    return known.get(point);
  };
  for (const [name, code] of Object.entries(data.advice.groups)) {
    const { says } = data.groups.find((group) => group.name === name);
    for (const { start, end } of stretchesOf(points, (point) => groupOf(point) === name))
      yield [code, start, end, `${subject.named(points[start])}: ${says}`];
  }
}

function* controls(subject) {
  for (const { start, end } of stretchesOf(
    subject.points,
    (point) => point > 0x7f && subject.isIn("bidi-control", point),
  )) {
    const name = subject.named(subject.points[start]);
    yield ["C005", start, end, `${name} is a bidi control: it changes the order in which text is shown`];
  }
}

/** Normalization Form C, of each character with what may join it. */
function* clusters(subject, { points, offsets }) {
  const isJoining = (point) =>
    point > 0x7f && (MARK.test(String.fromCodePoint(point)) || subject.isIn("hangul-part", point));
  for (const run of stretchesOf(points, (point) => point > 0x7f)) {
    let start = run.start && isJoining(points[run.start]) ? run.start - 1 : run.start;
    for (let at = start + 1; at <= run.end; at += 1) {
      if (at < run.end && isJoining(points[at]) && at - start < LONGEST_CLUSTER) continue;
      const text = textOf(points, start, at);
      const composed = text.normalize("NFC");
      if (composed !== text) {
        const listed = (some) => Array.from(pointsOf(some), codePoint).join(" ");
        const says = `${listed(text)} is not in Normalization Form C; ${listed(composed)} is`;
        yield ["C010", offsets[start], offsets[at], says];
      }
      start = at;
    }
  }
}

const SAYS = {
  "full-width": ["C012", (name, plain) => `${name} looks like ${plain}`],
  "half-width": ["C013", (name) => `${name} is usually written in full width`],
  ligature: ["C014", (name, plain) => `${name} looks like ${plain}`],
  other: ["C011", (name, plain) => `${name} is ${plain} in Normalization Form KC`],
  space: ["C015", (name) => `${name} looks like a space`],
};

/** Characters that others stand for, kind by kind. */
function* kinds(subject, { points, offsets }) {
  for (const [kind, [code, says]] of Object.entries(SAYS)) {
    for (const { start, end } of stretchesOf(points, (point) => point > 0x7f && subject.isIn(kind, point))) {
      if (kind === "ligature" && subject.fieldAt(offsets[start]) === "query") continue; // where it may be looked for
      const plain = inMarks(String.fromCodePoint(points[start]).normalize("NFKC"));
      yield [code, offsets[start], offsets[end], says(subject.named(points[start]), plain)];
    }
  }
}

function* unseen(subject, { points, offsets }) {
  const isUnseen = (point) => point > 0x7f && subject.isIn("invisible", point);
  const reported = union(
    ...subject.data.groups.filter(({ name }) => ["tag", "special"].includes(name)).map(({ ranges }) => ranges),
  );
  const hasReported = subject.points.some((point) => holds(reported, point));
  for (const { start, end } of stretchesOf(points, isUnseen)) {
    const isWritten = offsets[end] - offsets[start] === end - start;
    if (hasReported && isWritten) continue;
    if (points.subarray(start, end).every((_, at) => isJoined(subject, points, start + at))) continue;
    yield ["C018", offsets[start], offsets[end], `${subject.named(points[start])} is invisible`];
  }
  for (const { start, end } of stretchesOf(points, (point) => subject.isIn("deprecated", point) && !isUnseen(point)))
    yield ["C020", offsets[start], offsets[end], `${subject.named(points[start])} is deprecated in Unicode`];
}

/** Return whether an invisible character is part of how a word or an emoji is written. */
function isJoined(subject, points, at) {
  if (!at) return false;
  const [point, before, after] = [points[at], points[at - 1], points[at + 1]];
  const is = (name, one) => one !== undefined && subject.isIn(name, one);
  const matches = (pattern, one) => one !== undefined && pattern.test(String.fromCodePoint(one));
  if (is("joiner", point)) {
    if (is("joined", before) || is("joined", after)) return true;
    return (matches(SYMBOL, before) || is("variation-selector", before)) && matches(SYMBOL, after);
  }
  if (is("variation-selector", point)) {
    if (matches(SYMBOL, before) || matches(OTHER_LETTER, before) || (matches(PUNCTUATION, before) && before > 0x7f))
      return true;
    return after === KEYCAP && before < 0x80;
  }
  return is("tag", point) && (is("tag", before) || before === FLAG);
}

/** Characters that look like delimiters, where those would tell the host. */
function* lookAlikes(subject, { points, offsets }) {
  const { signs } = subject.data.advice;
  const signOf = (point) => signs.find(({ ranges }) => holds(ranges, point))?.sign;
  for (const { start, end } of stretchesOf(points, (point) => point > 0x7f && signOf(point) !== undefined)) {
    const sign = signOf(points[start]);
    const isDecimal = (at) => points[at] !== undefined && DECIMAL.test(String.fromCodePoint(points[at]));
    if ((start && isDecimal(start - 1) && isDecimal(end)) || !mayDeceive(subject, offsets[start], sign)) continue;
    yield [
      "C019",
      offsets[start],
      offsets[end],
      `${subject.named(points[start])} looks like "${sign}", and does not separate`,
    ];
  }
}

function mayDeceive(subject, offset, sign) {
  const field = subject.fieldAt(offset);
  if (["userinfo", "host"].includes(field)) return true;
  const isFirst = subject.scheme === undefined && !subject.part("host") && field === "path";
  return isFirst && ["/", ":"].includes(sign) && !subject.text.slice(0, offset).includes("/");
}

/** Yield the words outside of scheme, host and port, {word, start, end}. */
export function* wordsOf(subject) {
  const { points, offsets, places } = subject.whole;
  for (const part of subject.parts) {
    if (NO_WORDS.has(part.field)) continue;
    const from = places.get(part.start);
    const chars = Array.from(points.subarray(from, places.get(part.end)), (point) => String.fromCodePoint(point));
    const units = [0];
    for (const char of chars) units.push(units.at(-1) + char.length);
    const atUnit = new Map(units.map((unit, at) => [unit, from + at]));
    for (const { 0: word, index } of chars.join("").matchAll(BYTE_OR_WORD)) {
      if (word.startsWith("%")) continue;
      yield { word, start: offsets[atUnit.get(index)], end: offsets[atUnit.get(index + word.length)] };
    }
  }
}

/** Words with letters for digits, and capitals. */
function* words(subject) {
  for (const { word, start, end } of wordsOf(subject)) {
    const meant = meantBy(subject, word);
    if (meant) yield ["C016", start, end, `${inMarks(word)} is easily read as ${inMarks(meant)}`];
    const capital = [...word].find((char) => char !== char.toLowerCase());
    if (capital) yield ["C017", start, end, `"${capital}" is in upper case`];
  }
}

const FEWEST = { letters: 3, digits: 2 };
const [OTHER_LETTERS_FOR, DIGITS_FOR] = [
  { 0: "o", 1: "l" },
  { O: "0", l: "1", I: "1" },
];

/** Return a word in ASCII with letters for its digits, or digits for its letters; null where it does not look so. */
function meantBy(subject, word) {
  const chars = [...word];
  if (chars.some((char) => char > "\x7f")) return null;
  const isDigit = (char) => char !== undefined && DECIMAL.test(char);
  const digits = chars.filter(isDigit).length;
  if (!digits || digits === chars.length) return null;
  const letters = chars.length - digits;
  const isRead = (char, at) =>
    !isDigit(char) || (char in OTHER_LETTERS_FOR && at + 1 < chars.length && !isDigit(chars[at + 1]));
  const rest = word.slice(1);
  const isLower = rest === rest.toLowerCase() && rest !== rest.toUpperCase();
  const isHexadecimal = chars.slice(0, FEWEST.letters * 8).every((char) => subject.is("HEXDIG", char));
  if (isLower && letters >= FEWEST.letters && !isHexadecimal && chars.every(isRead))
    return chars.map((char) => OTHER_LETTERS_FOR[char] ?? char).join("");
  const made = chars.map((char) => DIGITS_FOR[char] ?? char);
  const isNumber = digits >= FEWEST.digits && isDigit(chars[0]) && isDigit(chars.at(-1)) && letters === 1;
  return isNumber && made.every(isDigit) ? made.join("") : null;
}
