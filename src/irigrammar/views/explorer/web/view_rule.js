// A rule: its ABNF and diagram with the place that the reader is at, who uses it, and a way to check the string with it.

import { diagramOf } from "./diagram.js";
import { button, element, refill, withSections } from "./dom.js";
import { save, svgText } from "./save.js";

const MARGIN = 4;

/** Show a rule; `link.read` and `link.check` give addresses. */
export function showRule(holder, rule, link) {
  const room = holder.clientWidth - MARGIN;
  const drawn = diagramOf(rule, link.read, room);
  refill(
    holder,
    element("p", { class: "aside" }, withSections(rule.section), rule.inherited),
    rule.comment ? element("p", {}, rule.comment) : null,
    element(
      "pre",
      { class: "abnf", tabindex: 0, role: "region", "aria-label": `ABNF of ${rule.name}` },
      rule.abnf.map(([kind, text]) => tokenView(kind, text, link)),
    ),
    element("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Diagram" }, drawn),
    rule.marked ? element("p", { class: "aside" }, "Highlighted: allowed next.") : null,
    rule.taken ? element("p", { class: "aside" }, "Highlighted: the way that the string takes.") : null,
    rule.users.length
      ? element(
          "p",
          {},
          "Used by ",
          rule.users.map((name, at) => [at ? ", " : "", linkTo(name, link)]),
          ".",
        )
      : null,
    element(
      "p",
      { class: "buttons" },
      rule.checked ? null : element("a", { href: link.check(rule.name) }, "Check the string against this rule"),
      button("Save the diagram", () => save(`${rule.name}.svg`, "image/svg+xml", svgText(drawn)), { class: "small" }),
    ),
  );
}

function linkTo(name, link) {
  return element("a", { href: link.read(name), "data-rule": name }, name);
}

function tokenView(kind, text, link) {
  if (kind === "rule") return linkTo(text, link);
  if (kind === "name") return element("strong", {}, text);
  return kind ? element("span", { class: kind }, text) : text;
}
