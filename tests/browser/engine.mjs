// Asks the explorer's modules: node engine.mjs WEB DATA REQUEST, where WEB is the folder of the modules, DATA the page's
// data and REQUEST {ask, grammar, rule, ...}. Lines of JSON come, a text or [rule, text] each, and answers go as lines of
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
const catalog = new Catalog(data);

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
  wide: async () => {
    const { Table } = await load("table.js");
    const { classes, start, accepting, cells } = catalog.production(request.grammar, request.rule).table;
    const rows = btoa(String.fromCharCode(...[...cells].flatMap((cell) => [cell >> 8, cell & 255])));
    const table = new Table(classes, { start, accepting: [...accepting], wide: true, rows });
    return (text) => table.faultOffset(pointsOf(text));
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
  expected: async () => {
    const { Expectation } = await load("expectation.js");
    const expectation = new Expectation(catalog.production(request.grammar, request.rule));
    return (text) => {
      const points = pointsOf(text);
      return expectation.groups(points.subarray(0, expectation.production.table.faultOffset(points) ?? points.length));
    };
  },
  repairs: async () => {
    const { repairsOf } = await load("repairs.js");
    const { Expectation } = await load("expectation.js");
    const production = catalog.production(request.grammar, request.rule);
    const expectation = new Expectation(production);
    return (text) => {
      const points = pointsOf(text);
      return repairsOf(
        production.table,
        points,
        expectation.rowStart(points.subarray(0, production.table.faultOffset(points))),
      );
    };
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
