// Advice on percent-encoded bytes that are not UTF-8, and on what is encoded once too often.

import { isAscii } from "./encoding.js";
import { remembered } from "./remembered.js";
import { decodedBytes, textOf, triplet } from "./text.js";
import { inMarks } from "./words.js";

const SEPARATOR = /[/&=]/; // of segments, and of names and values in a query
const LONGEST_BYTES = 30; // characters that are shown
const LONGEST_READ = 300; // bytes that are read: enough to tell
const LONGEST_WHOLE = 1000; // characters that are decoded for the message
const MOST_READINGS = 5; // and charsets for each
const CONTINUATION = 6; // bits of a character in each byte after the first
const NO_TEXT = /[\p{Co}\x80-\x9f\ufffd]/u; // what browsers make of bytes that a charset has not
const [PERCENT_SIGN, ESCAPED_PERCENT] = ["%", "%25"];

/** Return what is to be said of the encoding of a subject: [code, start, end, words]. */
export function* adviceOnBytes(subject) {
  if (!subject.text.includes(PERCENT_SIGN)) return;
  const { charsets, patterns } = subject.data.advice;
  const guess = remembered((bytes) => guessed(bytes, charsets));
  for (const { bytes, start, end } of undecodable(subject)) {
    const [overlong] = bytes.match(patterns.overlong) ?? [];
    const written = subject.text.slice(start, end);
    const shown = written.length > LONGEST_BYTES ? `${written.slice(0, LONGEST_BYTES)}...` : written;
    yield overlong
      ? ["P002", start, end, `${hexadecimal(overlong)} is an overlong form of ${overlongFormOf(subject, overlong)}`]
      : ["P001", start, end, `${shown} is not UTF-8; ${guess(bytes)}`];
  }
  yield* wholly(subject, new RegExp(`^${patterns.scheme}`));
  yield* twice(subject, new RegExp(patterns.anyScheme));
}

/** Yield the segments, names and values with bytes that are not UTF-8: their bytes, each as a character, and the place
 * of the first that are part of no character. */
function* undecodable(subject) {
  const encoded = [...subject.encoded()];
  let next = 0;
  const upTo = (place) => {
    const before = next;
    while (next < encoded.length && encoded[next].start < place) next += 1;
    return encoded.slice(before, next);
  };
  for (const { field, start: from } of subject.parts) {
    let start = from;
    for (const piece of subject.part(field).text.split(SEPARATOR)) {
      const end = start + piece.length;
      upTo(start);
      const chars = upTo(end);
      const first = chars.findIndex(({ char }) => !char);
      if (first >= 0) {
        let last = first;
        while (chars[last + 1]?.char === "" && chars[last + 1].start === chars[last].end) last += 1;
        const bytes = decodedBytes(textOf(subject.points, start, end));
        yield { bytes, start: chars[first].start, end: chars[last].end };
      }
      start = end + 1;
    }
  }
}

function hexadecimal(bytes) {
  return Array.from(bytes, (byte) => triplet(byte.charCodeAt(0))).join("");
}

/** Return the character that a decoder which does not check would read. */
function overlongFormOf(subject, bytes) {
  const [first, ...others] = Array.from(bytes, (byte) => byte.charCodeAt(0));
  const lead = first & ((1 << (CONTINUATION - others.length)) - 1);
  const mask = (1 << CONTINUATION) - 1;
  return `${subject.named(others.reduce((sum, byte) => (sum << CONTINUATION) | (byte & mask), lead))}, not valid UTF-8`;
}

/** Return what bytes could be in charsets that the Web had before UTF-8, in words. */
function guessed(bytes, charsets) {
  const byText = new Map();
  for (const charset of charsets) {
    const text = readIn(bytes, charset);
    if (text !== null) byText.set(text, [...(byText.get(text) ?? []), charset]);
  }
  const likely = [...byText.keys()].filter(isText).sort((one, other) => oddity(one) - oddity(other));
  const shown = (likely.length ? likely : [...byText.keys()]).slice(0, MOST_READINGS).map((text) => {
    return `${inMarks(text)} (${byText.get(text).slice(0, MOST_READINGS).join(", ")})`;
  });
  return shown.length ? `it may be ${shown.join(" or ")}` : "nor is it text in a common legacy charset";
}

function readIn(bytes, charset) {
  const cut = Uint8Array.from(bytes.slice(0, LONGEST_READ), (byte) => byte.charCodeAt(0));
  const decoder = new TextDecoder(charset.replace("_", "-"), { fatal: true });
  for (let out = 0; out < (bytes.length > LONGEST_READ ? 4 : 1); out += 1) {
    try {
      const text = decoder.decode(cut.subarray(0, cut.length - out));
      if (!NO_TEXT.test(text)) return text;
    } catch {
      continue;
    }
  }
  return null;
}

/** Return whether what is not ASCII are letters and marks, and whether words have letters of one kind alone. */
function isText(text) {
  if (![...text].every((char) => isAscii(char) || /[\p{L}\p{M}]/u.test(char))) return false;
  return (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).every((word) => kindsOf(word).size <= 1);
}

/** Return how little a text looks like words: capitals after small letters, and runs of Latin letters with marks. */
function oddity(text) {
  const capitals = text.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0;
  const runs = text.match(/[^\0-\x7f]{3,}/gu) ?? [];
  return capitals + runs.filter((run) => kindsOf(run).has("Latin")).length;
}

const KINDS_OF_LETTERS = [
  ["East Asian", /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u],
  ["other", /\p{Lm}|(?=\p{Script=Latin})\p{Lo}|\u00b5/u],
  ...["Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Thai", "Hangul"].map((name) => [
    name,
    new RegExp(`\\p{Script=${name}}`, "u"),
  ]),
];

function kindsOf(word) {
  const letters = [...word].filter((char) => /\p{L}/u.test(char));
  return new Set(letters.map((char) => KINDS_OF_LETTERS.find(([, pattern]) => pattern.test(char))?.[0] ?? char));
}

/** An identifier that is percent-encoded with its scheme and delimiters. */
function* wholly(subject, pattern) {
  const path = subject.part("path");
  if (!path || subject.scheme !== undefined || subject.part("host")) return;
  const [, scheme, slashes] = path.text.match(pattern) ?? [];
  const name = scheme?.toLowerCase();
  if (!name || !subject.data.advice.mistakes.registered.includes(name) || !(slashes || name === "mailto")) return;
  let meant = textOf(subject.points, 0, Math.min(subject.points.length, LONGEST_WHOLE));
  const read = ({ written, char }) => (char && isAscii(char) ? char : written.toUpperCase());
  while (pattern.test(meant))
    meant = subject.bytes.mapped(meant, String, (run) => subject.bytes.characters(run).map(read).join(""));
  const shown = subject.points.length <= LONGEST_WHOLE ? inMarks(meant) : "its scheme, delimiters and all";
  yield ["P008", path.start, path.end, `the identifier is percent-encoded as a whole; decode it: ${shown}`];
}

function* twice(subject, anyScheme) {
  for (const part of [subject.part("path"), subject.part("fragment")]) {
    if (!part || anyScheme.test(part.text)) continue; // which has an identifier in it, encoded for a reason
    for (const { start, end, written } of subject.triplets(part)) {
      const once = `${PERCENT_SIGN}${subject.text.slice(end, Math.min(end + 2, part.end))}`;
      if (written !== ESCAPED_PERCENT || !subject.bytes.has(once)) continue;
      const says = `${inMarks(written + once.slice(1))} is percent-encoded twice: it is read as ${inMarks(once)}, in letters`;
      yield ["P009", start, end + 2, says];
    }
  }
}
