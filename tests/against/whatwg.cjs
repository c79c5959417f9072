// What npm's whatwg-url says of strings: reads a JSON array of [text, base or null, domain or null] from the standard
// input, and writes one of [parsed without failure, with a validation error, whether the domain is valid].
// node whatwg.cjs FOLDER, the one where `npm install whatwg-url` was run.
//
// Of validation errors the package records those of its URL parser, except for code points that are not URL units, which
// are looked for here. Those of hosts it does not record: whether a domain is valid (URL Standard, 3.4) is asked of its
// Unicode ToASCII.

const path = require("node:path");
const modules = path.resolve(process.argv[2], "node_modules");
const { basicURLParse } = require(path.join(modules, "whatwg-url"));
const { toASCII } = require(path.join(modules, "tr46"));

// The parser keeps its state to itself, so errors are counted as they are set.
let errors = 0;
Object.defineProperty(Object.prototype, "parseError", {
  configurable: true,
  get: () => false,
  set: (value) => { errors += value ? 1 : 0; },
});

const STRICT = {
  checkHyphens: true, checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true, verifyDNSLength: true,
  transitionalProcessing: false, ignoreInvalidPunycode: false,
};
const IN_BRACKETS = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/\[[^\]]*\]/;
const NOT_A_UNIT = /[^A-Za-z0-9!$&'()*+,\-./:;=?@_~%\u{A0}-\u{10FFFD}]|\p{Noncharacter_Code_Point}|\p{Surrogate}/u;

function hasOtherUnits(text) {
  return NOT_A_UNIT.test(text.replace(IN_BRACKETS, "").replace("#", ""));
}

function isValidDomain(text) {
  const ascii = toASCII(text, STRICT);
  const url = ascii === null ? null : basicURLParse(`http://${ascii}/`);
  return url !== null && typeof url.host === "string";
}

const bases = new Map([[null, undefined]]);
const rows = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const answers = rows.map(([text, base, domain]) => {
  if (!bases.has(base)) bases.set(base, basicURLParse(base));
  errors = 0;
  const parsed = basicURLParse(text, { baseURL: bases.get(base) }) !== null;
  return [parsed, errors > 0 || hasOtherUnits(text), domain === null ? null : isValidDomain(domain)];
});
process.stdout.write(JSON.stringify(answers));
