// The conversions of the documents, each with its steps.

import { element, refill, shownText, withSections } from "./dom.js";

/** Show the conversions that change a text; `link` gives the address of a text. */
export function showConversions(holder, conversions, link) {
  const open = new Set([...holder.querySelectorAll("details[open]")].map(({ dataset }) => dataset.title));
  refill(
    holder,
    conversions.map(({ title, field, shown, steps, more }) =>
      element(
        "details",
        { class: "conversion", "data-title": title, open: open.has(title) },
        element("summary", {}, element("strong", {}, title), " ", shownText(shown)),
        element("p", {}, element("a", { href: link(field) }, "Try the result")),
        steps.length ? element("ol", { class: "steps" }, steps.map(stepView)) : null,
        more ? element("p", { class: "aside" }, `${more.toLocaleString("en")} more steps`) : null,
      ),
    ),
  );
}

function stepView({ section, before, after, note, deviation }) {
  return element(
    "li",
    {},
    element("span", { class: "aside" }, withSections(section), deviation ? " (a deviation)" : ""),
    element("div", {}, shownText(before), " → ", shownText(after)),
    element("div", {}, note),
  );
}
