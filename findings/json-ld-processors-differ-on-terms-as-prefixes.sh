#!/bin/sh
# JSON-LD 1.1 API, 4.2.2 (step 14.2.5): a term is a prefix if its definition is a string that ends in a delimiter, or says "@prefix": true. One
# whose definition is an object without @prefix is none, so that "ex:a" stays as it is. PyLD and jsonld.js read it so, pyoxigraph and rdflib
# expand it: one document has two graphs.
# Guess: all four follow the step. Seen: PyLD 3.3.0, jsonld.js 9.0.0, pyoxigraph 0.5.13, rdflib 7.6.0, CPython 3.11, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env" || exit 2
"$folder/env/bin/pip" install -q PyLD==3.3.0 pyoxigraph==0.5.13 rdflib==7.6.0 2>/dev/null || exit 2
npm install --silent --no-audit --no-fund --prefix "$folder" jsonld@9.0.0 >/dev/null 2>&1 || exit 2
cat >"$folder/a.jsonld" <<'JSON'
{"@context": {"ex": {"@id": "http://e.example/v#"}}, "@id": "http://e.example/s", "http://e.example/p": {"@id": "ex:a"}}
JSON
cat >"$folder/a.js" <<'JS'
const text = require("node:fs").readFileSync(process.argv[2], "utf8");
require("jsonld").expand(JSON.parse(text)).then((nodes) => console.log(nodes[0]["http://e.example/p"][0]["@id"]));
JS
"$folder/env/bin/python" - "$folder" <<'PYTHON'
import json, subprocess, sys
from pathlib import Path
import pyoxigraph, rdflib
from pyld import jsonld
folder = Path(sys.argv[1])
text = (folder / "a.jsonld").read_text()
(node,) = jsonld.expand(json.loads(text))
(row,) = pyoxigraph.parse(text, format=pyoxigraph.RdfFormat.JSON_LD)
(value,) = rdflib.Graph().parse(data=text, format="json-ld").objects()
seen = {
    "PyLD": node["http://e.example/p"][0]["@id"],
    "jsonld.js": subprocess.run(["node", folder / "a.js", folder / "a.jsonld"], capture_output=True, text=True, check=True).stdout.strip(),
    "pyoxigraph": row.object.value,
    "rdflib": str(value),
}
print(*(f"{name}: {iri}" for name, iri in seen.items()), sep="\n")
whole = "http://e.example/v#a"
sys.exit(seen != {"PyLD": "ex:a", "jsonld.js": "ex:a", "pyoxigraph": whole, "rdflib": whole})
PYTHON
