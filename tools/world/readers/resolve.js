// Reads [operation, base, reference] lines of JSON; writes for each the IRI that a parser makes of the reference, or null.
// For [package, base, Markdown] it is the HTML that the package makes.
// Modules: n3, jsonld, rdfxml-streaming-parser, commonmark, marked, micromark, in the folder of the first argument.
const path = require("node:path");
const need = (name) => require(path.join(process.argv[2], "node_modules", name));
const quad = "http://s.example/s";

const readers = {
  Turtle: async (base, reference) => {
    const { Parser } = need("n3");
    return new Parser().parse(`@base <${base}> .\n<${quad}> <http://p.example/p> <${reference}> .`)[0].object.value;
  },
  "JSON-LD": async (base, reference) => {
    const jsonld = need("jsonld");
    const document = { "@context": { "@base": base }, "@id": quad, "http://p.example/p": { "@id": reference } };
    const quads = await jsonld.toRDF(document);
    return quads.length ? quads[0].object.value : null;
  },
  "term in JSON-LD": async (base, reference) => {
    const document = { "@context": { ex: { "@id": base } }, "@id": quad, "http://p.example/p": { "@id": reference } };
    return (await need("jsonld").toRDF(document))[0].object.value;
  },
  "RDF/XML": (base, reference) =>
    new Promise((resolve) => {
      const { RdfXmlParser } = need("rdfxml-streaming-parser");
      const parser = new RdfXmlParser();
      let value = null;
      parser.on("data", (row) => (value = row.object.value));
      parser.on("error", () => resolve(null));
      parser.on("end", () => resolve(value));
      const escaped = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
      parser.write(
        `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="http://p.example/" xml:base="${escaped(base)}">` +
          `<rdf:Description rdf:about="${quad}"><p:p rdf:resource="${escaped(reference)}"/></rdf:Description></rdf:RDF>`,
      );
      parser.end();
    }),
  commonmark: (base, text) => {
    const { HtmlRenderer, Parser } = need("commonmark");
    return new HtmlRenderer().render(new Parser().parse(text));
  },
  marked: (base, text) => need("marked").parse(text),
  micromark: async (base, text) => (await import(path.join(process.argv[2], "node_modules/micromark/index.js"))).micromark(text, { allowDangerousProtocol: true }),
};

(async () => {
  for (const line of require("node:fs").readFileSync(0, "utf8").split("\n").filter(Boolean)) {
    const [operation, base, reference] = JSON.parse(line);
    let value = null;
    try {
      value = await readers[operation](base, reference);
    } catch {}
    console.log(JSON.stringify(value));
  }
})();
