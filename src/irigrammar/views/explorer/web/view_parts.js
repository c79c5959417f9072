// The components as a table.

import { element, refill, shownText } from "./dom.js";
import { textOf } from "./text.js";

/** Show the components; `link.read` gives the address at which a rule is shown. */
export function showParts(holder, points, parts, link) {
  const rows = parts.map(({ field, rule, start, end }) =>
    element(
      "tr",
      { "data-start": start, "data-end": end, tabindex: 0 },
      element("th", { scope: "row", class: `is-${field}` }, field),
      element("td", {}, shownText(textOf(points, start, end), 160)),
      element("td", {}, element("a", { href: link.read(rule), "data-rule": rule }, rule)),
    ),
  );
  const head = ["component", "text", "rule"].map((name) => element("th", { scope: "col" }, name));
  refill(holder, element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
}
