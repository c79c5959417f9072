// A rule: its ABNF and diagram with the place that the reader is at, who uses it, and a way to check the string with it.

import { diagramOf } from "./diagram.js";
import { element, refill, withSections } from "./dom.js";
import { expressions } from "./naming.js";
import { save, svgText } from "./save.js";

// The tokens of ABNF (RFC 5234, 4; RFC 7405): comment, strings, numbers, prose, names, anything else.
const TOKEN = /(;[^\n]*)|(%[is]"[^"\n]*"|"[^"\n]*"|%[bdx][^\s;)\]]*|<[^>\n]*>)|([a-z][a-z0-9-]*)|[^]/gi;
const MARGIN = 4;
const PADDING = 14;
const LETTER_WIDTH = 9; // of the font of ABNF
const NOWHERE = { rules: new Set(), ranges: [] };

/** Show a rule; `place` says what may come, null for no place, `link.read` and `link.check` give addresses. */
export function showRule(holder, { grammar, rule, isChecked, pattern }, place, link) {
  const users = Object.keys(grammar.entry.tables)
    .map((name) => grammar.rule(name))
    .filter((one) => one !== rule && [...expressions(one.expr)].some((expr) => reads(expr, rule, grammar)));
  const here = grammar.name === rule.grammar ? "" : `, as ${grammar.name} reads it`;
  const named = (name) => ({ name: grammar.rule(name).name, href: grammar.has(name) ? link.read(name) : null });
  const drawn = diagramOf(rule, named, holder.clientWidth - MARGIN, place ?? NOWHERE);
  refill(
    holder,
    element("p", { class: "aside" }, withSections(rule.section || rule.place), here),
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

/** Return what may come next in a rule's diagram, by the live readings that are inside of it: {rules, ranges}. */
export function placeIn(explainer, replay, rule) {
  const { positions, expectation } = explainer;
  const place = { rules: new Set(), ranges: [] };
  for (const position of replay.first()) {
    for (const { node } of positions.follow(position)) {
      const chain = positions.around(positions.scopes[node]);
      const at = chain.findIndex((scope) => positions.rules[scope] === rule.name);
      if (at < 0 || !positions.open(position).includes(chain[at])) continue;
      if (at) place.rules.add(positions.rules[chain[at - 1]]);
      else place.ranges.push(...expectation.ranges(node));
    }
  }
  return place;
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
