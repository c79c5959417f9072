// Asks the explorer's modules: node engine.mjs WEB DATA REQUEST, where WEB is the folder of the modules, DATA the page's
// data (page, schemes) and REQUEST {ask, grammar, rule, ...}. Lines of JSON come, a text or [rule, text] each, and answers go as lines of
// JSON.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [web, dataPath, requestText] = process.argv.slice(2);
const load = (name) => import(new URL(name, pathToFileURL(`${web}/`)));
const data = JSON.parse(readFileSync(dataPath, "utf8"));
const request = JSON.parse(requestText);
const { Catalog } = await load("catalog.js");
const { pointsOf } = await load("text.js");
const catalog = new Catalog(data.page, data.schemes);

function flat(node, rows = []) {
  rows.push(node.rule, node.start, node.end);
  for (const child of node.children) flat(child, rows);
  return rows;
}

const asks = {
  offset: async () => (text, rule) => catalog.production(request.grammar, rule).table.faultOffset(pointsOf(text)),
  tree: async () => (text, rule) => {
    const tree = catalog.production(request.grammar, rule).parse(pointsOf(text));
    return tree && flat(tree);
  },
  // The derivation of each prefix of a text.
  derivation: async () => {
    const { derivationOf } = await load("derivation.js");
    return (text, rule) => {
      const points = pointsOf(text);
      const production = catalog.production(request.grammar, rule);
      return Array.from({ length: points.length + 1 }, (_, place) => derivationOf(production, points, place));
    };
  },
  // Texts come with the rules of a grammar, the first of which is the start rule.
  rules: async () => {
    const [{ lowered }, { compileProgram }, { Parser }, { treeOf }] = await Promise.all(
      ["lower.js", "program.js", "parse.js", "tree.js"].map(load),
    );
    return (text, rules) => {
      const find = (name) => rules.find((rule) => rule.name.toLowerCase() === name.toLowerCase());
      const parser = new Parser(compileProgram(lowered(rules[0], find)));
      const picks = parser.picks(pointsOf(text));
      return picks && flat(treeOf(picks, parser.program.marks));
    };
  },
  // Whether a text matches a rule as its diagram has it.
  drawn: async () => {
    const [{ drawnProgram }, { Parser }] = await Promise.all(["placing.js", "parse.js"].map(load));
    const grammar = catalog.grammars.get(request.grammar);
    const parsers = new Map();
    return (text, name) => {
      if (!parsers.has(name)) parsers.set(name, new Parser(drawnProgram(grammar, grammar.rule(name)).program));
      return parsers.get(name).picks(pointsOf(text)) !== null;
    };
  },
  diagnostic: async () => {
    const { diagnosticOf } = await load("explain.js");
    return (text, rule) => diagnosticOf(catalog, catalog.production(request.grammar, rule), text);
  },
  bidi: async () => {
    const { bidiFindings } = await load("bidi.js");
    return (text) => bidiFindings(catalog, catalog.grammars.get(request.grammar), pointsOf(text));
  },
  advice: async () => {
    const { adviceOn } = await load("advice.js");
    const start = catalog.start(request.grammar);
    return (text) => adviceOn(catalog, start, pointsOf(text), start.components(pointsOf(text)));
  },
  convert: async () => {
    const conversions = await load("conversions.js");
    const convert = conversions.conversion(catalog, request.conversion);
    return (text) => convert(text);
  },
};

const answer = await asks[request.ask]();
const lines = [];
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const [rule, text] = Array.isArray(asked) ? asked : [request.rule, asked];
  lines.push(JSON.stringify(answer(text, rule)));
  if (lines.length === 5000) process.stdout.write(`${lines.splice(0).join("\n")}\n`);
}
if (lines.length) process.stdout.write(`${lines.join("\n")}\n`);
