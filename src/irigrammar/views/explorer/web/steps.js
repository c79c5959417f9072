// What conversions report: their steps, and why they have no result.

const ENDS = 30;

/** Record a step, and return the text after it. */
export function record(steps, section, before, after, note) {
  steps.push({ section, before, after, note });
  return after;
}

/** Raised where the documents have no result. */
export class Refused extends Error {}

/** Return a text in quotation marks; of a very long one the two ends and the length. */
export function inQuotes(text) {
  if (text === undefined) return "none";
  const chars = [...text];
  if (chars.length <= 2 * ENDS) return `"${text}"`;
  return `"${chars.slice(0, ENDS).join("")}"..."${chars.slice(-ENDS).join("")}" (${grouped(chars.length)} characters)`;
}

/** Return a number with commas between the thousands. */
export function grouped(number) {
  return number.toLocaleString("en");
}

export const BIS = "draft-ietf-iri-3987bis-04";
