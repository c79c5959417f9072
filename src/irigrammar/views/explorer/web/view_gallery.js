// The gallery: strings worth a look, as links.

import { element, refill, shownText } from "./dom.js";

/** Show the gallery; `address` gives the link of a state. */
export function showGallery(holder, entries, address) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  const row = ({ text, grammar, rule, valid, says, cite }) =>
    element(
      "li",
      {},
      element("a", { href: address({ grammar, rule, text, escapes: true }) }, shownText(text)),
      element(
        "span",
        { class: "aside" },
        ` ${grammar} ${rule}: `,
        element("span", { class: valid ? "valid" : "invalid" }, valid ? "valid" : "invalid"),
      ),
      element("div", { class: "says" }, says, cite ? ` (${cite})` : ""),
    );
  refill(
    holder,
    [...groups].map(([name, rows]) =>
      element("details", {}, element("summary", {}, name), element("ul", {}, rows.map(row))),
    ),
  );
}
