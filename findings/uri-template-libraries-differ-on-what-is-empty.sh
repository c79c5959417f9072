#!/bin/sh
# RFC 6570, section 3.2.1: a list without members is undefined, so that "{?list}" is "", and with the operator ";" an exploded member whose value is
# empty has no "=" ("{;map*}" is ";a;b=c"). Of five libraries in two languages none does both.
# Guess: all do both. Seen: uritemplate 4.2.0 and uri-template 1.3.0 (Python), url-template 3.1.1,
# uritemplate 0.3.4 and uri-templates 0.2.0 (npm); CPython 3.11, Node.js 20, 2026-11-28.
# Status 0: it is still so; 1: it is not; 2: a program is missing.
set -u
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" && "$folder/bin/pip" install -q uritemplate==4.2.0 uri-template==1.3.0 2>/dev/null || exit 2
npm install --silent --no-audit --no-fund --prefix "$folder" url-template@3.1.1 uritemplate@0.3.4 uri-templates@0.2.0 >/dev/null 2>&1 || exit 2
cat > "$folder/ask.mjs" <<'NODE'
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const { parseTemplate } = await import("url-template");
const libraries = {
  "url-template (npm)": (text, values) => parseTemplate(text).expand(values),
  "uritemplate (npm)": (text, values) => require("uritemplate").parse(text).expand(values),
  "uri-templates (npm)": (text, values) => require("uri-templates")(text).fill(values),
};
for (const [name, expand] of Object.entries(libraries))
  console.log(`${name}: [${expand("{?list}", { list: [] })}] [${expand("{;map*}", { map: { a: "", b: "c" } })}]`);
NODE
cat > "$folder/ask.py" <<'PYTHON'
import uri_template, uritemplate
for name, expand in (("uritemplate (Python)", uritemplate.expand), ("uri-template (Python)", uri_template.expand)):
    print(f"{name}: [{expand('{?list}', list=[])}] [{expand('{;map*}', map={'a': '', 'b': 'c'})}]")
PYTHON
{ "$folder/bin/python" "$folder/ask.py" && node "$folder/ask.mjs"; } > "$folder/seen" || exit 2
cat "$folder/seen"
[ "$(cat "$folder/seen")" = "uritemplate (Python): [] [;a=;b=c]
uri-template (Python): [] [;a=;b=c]
url-template (npm): [?list=] [;a=;b=c]
uritemplate (npm): [?list=] [;a;b=c]
uri-templates (npm): [] [;a=;b=c]" ]
