// Characters and texts as messages name them.

import { codePoint } from "./text.js";

const LONGEST_SHOWN = 40; // characters of a text that a message has
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

/** Return a text as it is known: no longer than a few words. */
export function shortened(text) {
  const chars = [...text];
  return chars.length <= LONGEST_SHOWN ? text : `${chars.slice(0, LONGEST_SHOWN - 1).join("")}…`;
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
    const [, kind] = KINDS.find(([pattern]) => pattern.test(char)) ?? [];
    const name = this.unseen[point] ?? kind;
    return name ? `${codePoint(point)} ${name}` : codePoint(point);
  }

  /** Return a message with the character and the reason that it has places for. */
  filled(message, char, why) {
    const made = message.replaceAll("{why}", () => why);
    return made.includes("{char}") ? made.replaceAll("{char}", () => this.of(char)) : made;
  }
}
