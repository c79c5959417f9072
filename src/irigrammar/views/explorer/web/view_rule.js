// A rule: its ABNF as the file has it, with links; where it stands, who uses it; its diagram.

import { diagramOf } from "./diagram.js";
import { element, refill } from "./dom.js";

// The tokens of ABNF (RFC 5234, 4; RFC 7405): comment, strings, numbers, prose, names, anything else.
const TOKEN = /(;[^\n]*)|(%[is]"[^"\n]*"|"[^"\n]*"|%[bdx][^\s;)\]]*|<[^>\n]*>)|([a-z][a-z0-9-]*)|[^]/gi;

/** Show the rule of a production; `link.rule` gives the address of another one. */
export function showRule(holder, { grammar, rule }, link) {
  const users = Object.keys(grammar.entry.tables)
    .map((name) => grammar.rule(name))
    .filter((one) => one !== rule && refersTo(one.expr, rule, grammar));
  const here = grammar.name === rule.grammar ? "" : `, as ${grammar.name} reads it`;
  refill(
    holder,
    element("p", { class: "aside" }, [rule.section, rule.place].filter(Boolean).join("; "), here),
    element(
      "pre",
      { class: "abnf scrolls", tabindex: 0, role: "region", "aria-label": `ABNF of ${rule.name}` },
      highlighted(rule, grammar, link),
    ),
    element(
      "div",
      { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Diagram" },
      diagramOf(rule, (name) => ({ name: grammar.rule(name).name, href: grammar.has(name) ? link.rule(name) : null })),
    ),
    users.length
      ? element(
          "p",
          {},
          "Used by ",
          users.map((one, at) => [at ? ", " : "", element("a", { href: link.rule(one.name) }, one.name)]),
          ".",
        )
      : null,
  );
}

function highlighted(rule, grammar, link) {
  return [...rule.abnf.matchAll(TOKEN)].map(([token, comment, value, name]) => {
    if (comment) return element("span", { class: "comment" }, comment);
    if (value) return element("span", { class: "value" }, value);
    if (name?.toLowerCase() === rule.name.toLowerCase()) return element("strong", {}, name);
    if (name && grammar.has(name)) return element("a", { href: link.rule(name) }, name);
    return token;
  });
}

function refersTo([kind, first], rule, grammar) {
  if (kind === "f") return grammar.has(first) && grammar.rule(first) === rule;
  if (kind === "c" || kind === "a") return first.some((item) => refersTo(item, rule, grammar));
  return kind === "n" && refersTo(first, rule, grammar);
}
