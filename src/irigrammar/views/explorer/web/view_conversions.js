// The conversions of the documents, each with its steps and parameters.

import { element, refill, shownText, withSections } from "./dom.js";

/** Show the conversions that change a text; `link` gives the address of a text, `choose` takes a title, a parameter and
 * its value. */
export function showConversions(holder, conversions, link, choose) {
  const open = new Set([...holder.querySelectorAll("details[open]")].map(({ dataset }) => dataset.title));
  refill(
    holder,
    conversions.map(({ title, field, shown, steps = [], more, parameters, error }) =>
      element(
        "details",
        { class: "conversion", "data-title": title, open: open.has(title) },
        element("summary", {}, element("strong", {}, title), " ", error ? "" : shownText(shown)),
        element(
          "div",
          { class: "controls" },
          parameters.map((one) => parameterView(title, one, choose)),
        ),
        error
          ? element("p", { class: "invalid" }, error)
          : element("p", {}, element("a", { href: link(field) }, "Try the result")),
        steps.length ? element("ol", { class: "steps" }, steps.map(stepView)) : null,
        more ? element("p", { class: "aside" }, `${more.toLocaleString("en")} more steps`) : null,
      ),
    ),
  );
}

function parameterView(title, { name, choices, value }, choose) {
  const words = { null: "as the document says", true: "yes", false: "no" };
  const onchange = () => choose(title, name, choices[control.selectedIndex]);
  const shown = choices.map((each) => element("option", { selected: each === value }, words[each] ?? each));
  const control = element("select", { "aria-label": `${title}: ${name}`, onchange }, shown);
  return element("span", { class: "choice" }, element("code", {}, name), control);
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
