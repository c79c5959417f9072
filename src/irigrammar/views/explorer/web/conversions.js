// The conversions of the documents, with their steps.

import { toUri } from "./to_uri.js";
import { toIri } from "./to_iri.js";
import { fromLeiri } from "./from_leiri.js";
import { fromWebAddress } from "./from_web_address.js";
import { Bytes, allowedIn } from "./encoding.js";
import { Refused } from "./steps.js";
import { pointsOf, textOf } from "./text.js";

/** The conversions: what each is called, and what does it. */
export const CONVERSIONS = {
  toUri: { title: "IRI to URI", convert: toUri },
  toIri: { title: "URI to IRI", convert: toIri },
  fromLeiri: { title: "LEIRI to IRI", convert: fromLeiri },
  fromWebAddress: { title: "Web Address to IRI", convert: fromWebAddress },
};

/**
 * Return a conversion: a function of a text that returns {result, steps, error}.
 *
 * `steps` are {section, before, after, note}; `result` is null where there is an `error`.
 */
export function conversion(catalog, name) {
  const tools = new Tools(catalog);
  return (text) => {
    const steps = [];
    const outcome = { result: null, error: null };
    try {
      outcome.result = CONVERSIONS[name].convert(text, tools, steps);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      outcome.error = problem.message;
    }
    return { ...outcome, steps };
  };
}

/** What conversions share: the grammars, and the finder of triplets. */
class Tools {
  constructor(catalog) {
    this.catalog = catalog;
    this.data = catalog.data;
    this.bytes = new Bytes(catalog);
    this.labels = catalog.labels;
    this.allowed = allowedIn(catalog.start("rfc3987").grammar); // what RFC 3987 allows in each component
  }

  /** Return the first of some productions that a text matches; raise `Refused` where it matches none. */
  reading(text, ...productions) {
    const points = pointsOf(text);
    const found = productions.find(({ table }) => table.matches(points));
    if (found) return found;
    const [{ rule, grammar, table }] = productions;
    throw new Refused(`no ${rule.name} of ${grammar.name}: at fault at offset ${table.faultOffset(points)}`);
  }

  /** Return the components of a text that matches, by field; absent ones are not there. */
  split(production, text) {
    const points = pointsOf(text);
    const { splits, fields: all } = production.grammar.entry;
    const fields = new Map(Object.entries(splits ? all : {}).map(([name, field]) => [name.toLowerCase(), field]));
    const made = {};
    for (const part of production.parts(points, (rule) => fields.has(rule.toLowerCase()))) {
      const field = fields.get(part.rule.toLowerCase());
      if (!(field in made)) made[field] = field === "host_kind" ? part.rule : textOf(points, part.start, part.end);
    }
    return made;
  }

  /** Return the components and the punctuation between them, in order: [field or null, text]. */
  pieces(production, text) {
    const points = pointsOf(text);
    const made = [];
    let done = 0;
    for (const { field, start, end } of production.components(points)) {
      made.push([null, textOf(points, done, start)], [field, textOf(points, start, end)]);
      done = end;
    }
    return [...made, [null, textOf(points, done)]];
  }

  /** Return whether hosts are domain names in references of a scheme; in those without a scheme they are. */
  hasDomain(scheme) {
    return scheme === undefined || Boolean(this.data.schemes[scheme.toLowerCase()]?.domainName);
  }
}
