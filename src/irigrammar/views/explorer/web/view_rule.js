// A rule: its ABNF and diagram with the place that the reader is at, who uses it, and a way to check the string with it.

import { diagramOf } from "./diagram.js";
import { element, refill, withSections } from "./dom.js";
import { expressions } from "./naming.js";
import { save, svgText } from "./save.js";
import { fileOf } from "./words.js";

// The tokens of ABNF (RFC 5234, 4; RFC 7405): comment, strings, numbers, prose, names, anything else.
const TOKEN = /(;[^\n]*)|(%[is]"[^"\n]*"|"[^"\n]*"|%[bdx][^\s;)\]]*|<[^>\n]*>)|([a-z][a-z0-9-]*)|[^]/gi;
const MARGIN = 4;
const PADDING = 14;
const LETTER_WIDTH = 9; // of the font of ABNF

/** Show a rule; `next` are the boxes of its diagram that may come next, `link.read` and `link.check` give addresses. */
export function showRule(holder, { grammar, rule, isChecked, pattern }, next, link) {
  const users = Object.keys(grammar.entry.tables)
    .map((name) => grammar.rule(name))
    .filter((one) => one !== rule && [...expressions(one.expr)].some((expr) => reads(expr, rule, grammar)));
  const here = grammar.name === rule.grammar ? "" : `, as ${grammar.name} reads it`;
  const named = (name) => ({ name: grammar.rule(name).name, href: grammar.has(name) ? link.read(name) : null });
  const drawn = diagramOf(rule, named, holder.clientWidth - MARGIN, next);
  refill(
    holder,
    element("p", { class: "aside" }, withSections(rule.section || fileOf(rule.place)), here),
    rule.comment ? element("p", {}, rule.comment) : null,
    element(
      "pre",
      { class: "abnf", tabindex: 0, role: "region", "aria-label": `ABNF of ${rule.name}` },
      highlighted(fitted(rule.abnf, (holder.clientWidth - 2 * PADDING) / LETTER_WIDTH), rule, grammar, link),
    ),
    element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Diagram" }, drawn),
    drawn.querySelector(".next") ? element("p", { class: "aside" }, "Marked: what may come at this place.") : null,
    users.length
      ? element(
          "p",
          {},
          "Used by ",
          users.map((one, at) => [at ? ", " : "", linkTo(one.name, link)]),
          ".",
        )
      : null,
    pattern
      ? element(
          "details",
          {},
          element("summary", {}, `Regular expression (${pattern.dialect})`),
          element("pre", { class: "abnf", tabindex: 0 }, pattern.pattern),
        )
      : null,
    element(
      "p",
      {},
      isChecked
        ? element("span", { class: "aside" }, "The string is checked against this rule.")
        : grammar.has(rule.name)
          ? element("a", { href: link.check(rule.name) }, "Check the string against this rule")
          : null,
    ),
    element(
      "button",
      { type: "button", class: "small", onclick: () => save(`${rule.name}.svg`, "image/svg+xml", svgText(drawn)) },
      "Save the diagram",
    ),
  );
}

function linkTo(name, link) {
  return element("a", { href: link.read(name), "data-rule": name }, name);
}

/** Return ABNF as it is written, or without the spaces that align it where it is wider than a number of characters. */
function fitted(abnf, most) {
  const lines = abnf.split("\n");
  if (lines.every((line) => line.length <= most)) return abnf;
  return lines.map((line) => line.replace(/(\S) {2,}/g, "$1 ").replace(/^ {2,}/, "  ")).join("\n");
}

function highlighted(abnf, rule, grammar, link) {
  return [...abnf.matchAll(TOKEN)].map(([token, comment, value, name]) => {
    if (comment) return element("span", { class: "comment" }, comment);
    if (value) return element("span", { class: "value" }, value);
    if (name?.toLowerCase() === rule.name.toLowerCase()) return element("strong", {}, name);
    if (name && grammar.has(name))
      return element("a", { href: link.read(name), "data-rule": grammar.rule(name).name }, name);
    return token;
  });
}

function reads([kind, name], rule, grammar) {
  return kind === "f" && grammar.has(name) && grammar.rule(name) === rule;
}
