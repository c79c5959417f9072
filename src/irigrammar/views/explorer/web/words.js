// Characters and texts as messages name them.

import { codePoint, pointsOf, textOf } from "./text.js";

const LONGEST_SHOWN = 40; // characters of a text that a message has
const LONGEST_QUOTED = 60; // characters of a text that advice quotes whole
const UNSEEN = /[\p{C}\p{Z}\p{M}]/u;
const KINDS = [
  [/\p{Cc}/u, "(control character)"],
  [/\p{Cs}/u, "(lone surrogate)"],
  [/\p{Co}/u, "(private use character)"],
  [/\p{Cn}/u, "(no assigned character)"],
];

/** Return a literal as ABNF would show it. */
export function quoted(text) {
  return text === '"' ? "a quotation mark" : `"${text}"`;
}

/** Return the text of code points in quotation marks; of a long one the two ends. */
export function quotedText(points) {
  if (points.length <= LONGEST_QUOTED) return `"${textOf(points)}"`;
  const half = LONGEST_QUOTED / 2;
  const ends = [textOf(points, 0, half), textOf(points, points.length - half)];
  return `"${ends.join('"..."')}" (${points.length.toLocaleString("en")} characters)`;
}

/** Return a text in quotation marks, as `quotedText` does. */
export function inMarks(text) {
  return quotedText(pointsOf(text));
}

/** Return a text as it is known: no longer than a few words. */
export function shortened(text) {
  const chars = [...text];
  return chars.length <= LONGEST_SHOWN ? text : `${chars.slice(0, LONGEST_SHOWN - 1).join("")}…`;
}

/** Return the last part of a path, which is how a file of one's own is called. */
export function fileOf(path) {
  return path.split(/[/\\]/).at(-1);
}

/** Return what a character without a name is, in parentheses; undefined for one that has a name. */
export function kindOf(char) {
  return KINDS.find(([pattern]) => pattern.test(char))?.[1];
}

/** How characters are called: `names` and `spaces` by the character, `unseen` those that are not seen by code point. */
export class Names {
  constructor({ names, spaces, unseen }) {
    this.names = names;
    this.spaces = spaces;
    this.unseen = unseen;
  }

  /** Return how a message names a character, "" being the end: itself first, else by code point and name. */
  of(char) {
    if (char === "") return "the end";
    if (Object.hasOwn(this.spaces, char)) return this.spaces[char];
    const point = char.codePointAt(0);
    if (UNSEEN.test(char) || Object.hasOwn(this.unseen, point)) return this.byNumber(char, point);
    const name = Object.hasOwn(this.names, char) ? this.names[char] : point > 0x7f ? codePoint(point) : "";
    return name ? `"${char}" (${name})` : `"${char}"`;
  }

  byNumber(char, point) {
    const name = this.unseen[point] ?? kindOf(char);
    return name ? `${codePoint(point)} ${name}` : codePoint(point);
  }

  /** Return a message with the character and the reason that it has places for. */
  filled(message, char, why) {
    const made = message.replaceAll("{why}", () => why);
    return made.includes("{char}") ? made.replaceAll("{char}", () => this.of(char)) : made;
  }
}
