// Advice on labels of domain names, and on words and segments in several scripts.

import { wordsOf } from "./advice_characters.js";
import { segmentsOf } from "./advice_parts.js";
import { isAscii } from "./encoding.js";
import { LONGEST_LABEL } from "./idna.js";
import { textOf } from "./text.js";
import { inMarks } from "./words.js";

const LONGEST_DOMAIN = 253; // bytes (RFC 1035, 3.1)
const LONGEST_WORD = 60; // characters that are shown
const SPACE = / |%20/;
const BY_BROWSERS = "domain"; // the rule of a host that is read as browsers do

/** Return what is to be said of names and of scripts in a subject: [code, start, end, words]. */
export function* adviceOnLabels(subject) {
  const all = labelsOf(subject);
  const { scripts } = subject.catalog;
  if (subject.hostKind !== BY_BROWSERS) yield* byIdna(subject, all);
  for (const { start, end, text } of all) {
    if (isAscii(text) || scripts.isHighlyRestrictive(text)) continue;
    const shown = inMarks([...text].slice(0, LONGEST_LABEL).join(""));
    yield ["U001", start, end, `the label ${shown} mixes the scripts ${scripts.listed(text).join(" and ")}`];
  }
  yield* confusable(subject, all, scripts);
  yield* likeATopLevelDomain(subject, all);
  if (subject.whole.points.some((point) => point > 0x7f)) yield* mixed(subject, scripts);
}

/** Return the labels of a host that is a domain name: {start, end, written, text}, the text in Unicode. */
function labelsOf(subject) {
  const part = subject.isDomain ? subject.part("host") : undefined;
  if (!part) return [];
  const { bytes, labels } = subject;
  const read = ({ written, char }) => (isAscii(char) ? written : char);
  const written = textOf(subject.points, part.start, part.end).split(".");
  if (written.at(-1) === "") written.pop();
  let at = part.start;
  return written.map((label) => {
    const text = bytes.mapped(label, String, (run) => bytes.characters(run).map(read).join(""));
    const start = at;
    const end = start + [...label].length;
    at = end + 1;
    return { start, end, written: label, text: isAscii(text) ? labels.toUnicode(text.toLowerCase()) : text };
  });
}

function* byIdna(subject, all) {
  const { labels } = subject;
  let isRefused = false;
  for (const { start, end, written, text } of all) {
    if (labels.isALabel(written)) {
      const reason = labels.fault(written.toLowerCase());
      if (!reason) continue;
      isRefused = true;
      yield ["H003", start, end, `${inMarks(written)} is not a valid A-label: ${reason}`];
    } else if (written && !SPACE.test(written)) {
      const small = smallOf(text);
      const reason = whyNotAscii(small) ?? labels.fault(small);
      if (!reason) continue;
      isRefused = true;
      yield ["H002", start, end, `the host label ${inMarks(small)} is not allowed by IDNA2008: ${reason}`];
    }
  }
  const part = subject.part("host");
  if (!all.length || isRefused || SPACE.test(part.text) || !all.every(({ written }) => written)) return;
  const ascii = all.map(({ written, text }) => (isAscii(written) ? written : labels.byIdna2008(smallOf(text)).ascii));
  if (ascii.join(".").length > LONGEST_DOMAIN)
    yield ["H002", part.start, part.end, `the host has more than ${LONGEST_DOMAIN} bytes as a domain name`];
}

/** Return a text with its capitals of ASCII in lower case. */
function smallOf(text) {
  return Array.from(text, (char) => (isAscii(char) ? char.toLowerCase() : char)).join("");
}

function whyNotAscii(label) {
  if (label.includes("%")) return "it has percent-encoded bytes";
  return isAscii(label) && label.includes("_") ? "names of hosts have no underscore (RFC 1123, 2.1)" : null;
}

/** Labels of another script all of whose letters look like letters of ASCII. */
function* confusable(subject, all, scripts) {
  const { looks } = subject.data.advice;
  const last = all.length > 1 ? (scripts.shared(all.at(-1).text) ?? []) : [];
  for (const { start, end, text } of all.slice(0, Math.max(all.length - 1, 1))) {
    const own = isAscii(text) || [...text].length > LONGEST_LABEL ? null : scripts.shared(text);
    if (!own?.length || own.includes("Latn") || own.some((code) => last.includes(code))) continue;
    const shown = lookOf(text, looks);
    if (!isAscii(shown)) continue;
    yield ["U004", start, end, `all of the label ${inMarks(text)} looks like ASCII: ${inMarks(shown)}`];
  }
}

/** Return what a text looks like (UTS #39, 4). */
function lookOf(text, looks) {
  return Array.from(text.normalize("NFKD"), (char) => looks[char] ?? char).join("");
}

function* likeATopLevelDomain({ data }, all) {
  const { looks, mistakes } = data.advice;
  const { start, end, text } = all.at(-1) ?? {};
  if (all.length < 2 || !text || text.length > LONGEST_LABEL || mistakes.domains.includes(text.toLowerCase())) return;
  const look = lookOf(text.toLowerCase(), looks).toLowerCase();
  const meant = mistakes.domains.find((domain) => lookOf(domain, looks).toLowerCase() === look);
  if (meant) yield ["H004", start, end, `${inMarks(text)} is not a top-level domain, but looks like ${inMarks(meant)}`];
}

/** Words and segments outside of the host in scripts that do not mix. */
function* mixed(subject, scripts) {
  const isMixed = (text) => !isAscii(text) && !scripts.isHighlyRestrictive(text);
  const { points, places } = subject.whole;
  const starts = [];
  for (const { start, end, word } of wordsOf(subject)) {
    if (!isMixed(word)) continue;
    starts.push(start);
    const shown = inMarks([...word].slice(0, LONGEST_WORD).join(""));
    yield ["U002", start, end, `the word ${shown} mixes the scripts ${scripts.listed(word).join(" and ")}`];
  }
  for (const { start, end } of segmentsOf(subject)) {
    if (starts.some((at) => at >= start && at < end)) continue;
    const text = textOf(points, places.get(start), places.get(end));
    if (isMixed(text)) yield ["U003", start, end, `the segment mixes ${scripts.listed(text).join(" and ")}`];
  }
}
