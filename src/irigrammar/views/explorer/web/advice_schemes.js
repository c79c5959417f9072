// Advice on schemes that are not registered, and on hosts that browsers read where the grammar reads none or another.

import { Readers } from "./authority.js";
import { pointsOf, textOf } from "./text.js";
import { inMarks } from "./words.js";

const LONGEST_NAME_SHOWN = 40; // characters that are shown, and compared with others
const CLOSE = 0.7; // how alike two names must be, of 1
const BASE_OF_REFERENCES = "http://base.invalid/"; // what references are read with; its host counts as none
const AUTHORITY = /^[/\\]*([^/\\?#]*)/;

/** Return what is to be said of scheme and authority: [code, start, end, words]. */
export function* adviceOnSchemes(subject) {
  yield* unknown(subject);
  yield* hidden(subject);
}

function* unknown({ scheme, data }) {
  const { registered, historical, common, asOf } = data.advice.mistakes;
  if (scheme === undefined || registered.includes(scheme)) return;
  const name = scheme.slice(0, LONGEST_NAME_SHOWN);
  const end = scheme.length;
  if (historical.includes(name)) {
    yield ["R006", 0, end, `the scheme ${inMarks(name)} is historical in IANA's registry`];
    return;
  }
  const [near] = common
    .map((one) => [likeness(one, name), one])
    .filter(([share]) => share >= CLOSE)
    .sort((one, other) => other[0] - one[0] || (one[1] < other[1] ? 1 : -1));
  const question = near ? `; did you mean ${inMarks(near[1])}?` : "";
  yield ["R006", 0, end, `the scheme ${inMarks(name)} is not registered with IANA (list of ${asOf})${question}`];
}

/** Return how alike two texts are: twice the characters in matching blocks, longest first, among those of both. */
function likeness(one, other) {
  return (2 * matching(one, other)) / (one.length + other.length);
}

function matching(one, other) {
  let best = [0, 0, 0];
  for (let i = 0; i < one.length; i += 1) {
    for (let j = 0; j < other.length; j += 1) {
      let size = 0;
      while (i + size < one.length && one[i + size] === other[j + size]) size += 1;
      if (size > best[0]) best = [size, i, j];
    }
  }
  const [size, i, j] = best;
  if (!size) return 0;
  return size + matching(one.slice(0, i), other.slice(0, j)) + matching(one.slice(i + size), other.slice(j + size));
}

/** A host that browsers read, where the grammar reads another one or a path. */
function* hidden(subject) {
  const { catalog, points, production } = subject;
  const readers = new Readers(catalog);
  const text = textOf(points);
  const scheme = readers.schemeOf(text);
  const browsers = readers.byBrowser(text, scheme === null ? BASE_OF_REFERENCES : undefined);
  const own = readers.byGrammar(production.grammar.name, text);
  if (!browsers?.host || !own || browsers.host === own.host) return;
  const stripped = readers.stripped(text);
  const [, authority] = stripped.slice(scheme === null ? 0 : scheme.length + 1).match(AUTHORITY);
  const at = text.indexOf(authority);
  const start = at < 0 ? 0 : pointsOf(text.slice(0, at)).length;
  const end = at < 0 ? points.length : start + pointsOf(authority).length;
  const other = own.host ? `another than the grammar, ${inMarks(own.host)}` : "and the grammar none";
  yield ["R010", start, end, `browsers read the host ${inMarks(browsers.host)} here, ${other}`];
}
