// The driver for Node, run as `node proof.mjs ENGINE`: the first line has the export as a JSON string, each further one
// a JSON string to match. Prints `1` or `0` for each, in one line, and with `--version` the version. Engines:
// u and v (those flags), utf16 (no flag), "flags " and any others, ajv (the export is a JSON Schema).

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const withFlags = (flags) => (source) => {
  const regex = new RegExp(source, flags);
  return (text) => regex.test(text);
};
const ENGINES = {
  u: withFlags("u"),
  v: withFlags("v"),
  utf16: withFlags(""),
  ajv: (source) => {
    const Ajv = createRequire(import.meta.url)("ajv/dist/2020");
    return new Ajv().compile(JSON.parse(source));
  },
};

if (process.argv[2] === "--version") {
  const require = createRequire(import.meta.url);
  try {
    const ajv = process.argv[3] === "ajv" ? `ajv ${require("ajv/package.json").version}, Node ` : "";
    console.log(ajv + process.versions.node);
  } catch {
    process.exit(3);
  }
} else {
  const [first, ...lines] = readFileSync(0, "utf8").split("\n");
  const check = (ENGINES[process.argv[2]] ?? withFlags(process.argv[2].replace("flags ", "")))(JSON.parse(first));
  lines.pop();
  const answers = lines.map((line) => {
    const text = JSON.parse(line);
    const start = process.hrtime.bigint();
    const answer = check(text);
    if (process.argv[3] === "--time") console.log(Number(process.hrtime.bigint() - start) / 1000);
    return answer ? "1" : "0";
  });
  console.log(answers.join(""));
}
