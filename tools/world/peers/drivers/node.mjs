// The driver for JavaScript: `node node.mjs PEER RULE` reads one JSON string a line and prints `true` or `false` for
// each; what a peer throws without documenting it is printed as `error` with its name. `node node.mjs --version PEER`
// prints the version, or exits 3 where the peer is not installed.

import { existsSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);


const PEERS = {
  control: [null, () => (text) => [...text].reduce((sum, char) => sum + char.codePointAt(0), 0) % 2 === 0],
  "ajv-formats": ["ajv-formats", () => require("ajv-formats/dist/formats").fullFormats.uri],
  "ajv-formats-fast": ["ajv-formats", () => {
    const pattern = require("ajv-formats/dist/formats").fastFormats.uri;
    return (text) => pattern.test(text);
  }],
  "ajv-formats-draft2019": ["ajv-formats-draft2019", () => require("ajv-formats-draft2019/formats").iri],
  "validate-iri": ["validate-iri", () => {
    const { validateIri, IriValidationStrategy } = require("validate-iri");
    return (text) => validateIri(text, IriValidationStrategy.Strict) === undefined;
  }],
  "@hyperjump/uri": ["@hyperjump/uri", async (rule) => {
    const { isUri, isIri } = await import("@hyperjump/uri");
    return rule === "URI" ? isUri : isIri;
  }],
  "uri-js": ["uri-js", (rule) => {
    const { parse } = require("uri-js");
    return (text) => {
      const parts = parse(text, { iri: rule === "IRI" });
      return parts.error === undefined && parts.scheme !== undefined;
    };
  }],
  "fast-uri": ["fast-uri", () => {
    const { parse } = require("fast-uri");
    return (text) => {
      const parts = parse(text);
      return parts.error === undefined && parts.scheme !== undefined;
    };
  }],
  "@cfworker/json-schema": ["@cfworker/json-schema", async () => (await import("@cfworker/json-schema")).format.uri],
  "@exodus/schemasafe": ["@exodus/schemasafe", () => {
    const { validator } = require("@exodus/schemasafe");
    return validator({ type: "string", format: "uri" });
  }],
  "jsonschema (npm)": ["jsonschema", (rule) => {
    const { Validator } = require("jsonschema");
    const validator = new Validator();
    const schema = { type: "string", format: rule.toLowerCase() };
    return (text) => validator.validate(text, schema).valid;
  }],
  "valid-url": ["valid-url", () => require("valid-url").isUri],
  "is-uri": ["is-uri", () => require("is-uri")],
  validator: ["validator", () => require("validator").isURL],
};

function version(peer) {
  const name = PEERS[peer][0];
  if (name === null) {
    console.log(process.versions.node);
    return;
  }
  const path = fileURLToPath(new URL(`node_modules/${name}/package.json`, import.meta.url));
  if (!existsSync(path)) {
    process.exit(3);
  }
  console.log(JSON.parse(readFileSync(path, "utf8")).version);
}

async function serve(peer, rule) {
  const check = await PEERS[peer][1](rule);
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      let answer;
      try {
        answer = check(JSON.parse(line)) ? "true" : "false";
      } catch (error) {
        answer = `error ${error.constructor.name}`;
      }
      writeSync(1, `${answer}\n`);
    }
  }
}

const [first, second] = process.argv.slice(2);
if (first === "--version") {
  version(second);
} else {
  await serve(first, second);
}
