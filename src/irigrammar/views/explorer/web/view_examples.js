// Examples: a few as chips with plain names, all of them in groups, each with its verdict.

import { element, refill, shownText, withSections } from "./dom.js";

/** Show the examples that have a plain name; `link` gives the address of an example, `follow` is called on a click. */
export function showChips(holder, entries, link, follow) {
  const chips = entries.filter(({ chip }) => chip);
  refill(
    holder,
    chips.map((entry) => element("li", {}, element("a", { href: link(entry), onclick: follow }, entry.chip))),
  );
}

/** Show all examples. */
export function showExamples(holder, entries, link, follow) {
  const groups = Map.groupBy(entries, ({ group }) => group);
  const row = (entry) =>
    element(
      "li",
      {},
      verdictMark(entry.valid, entry.valid ? "valid " : "not valid "),
      element("a", { href: link(entry), onclick: follow }, shownText(entry.shown)),
      element(
        "div",
        { class: "aside" },
        entry.says,
        entry.cite ? withSections(` (${entry.cite})`) : "",
        ` · ${entry.grammar}, ${entry.rule}`,
      ),
    );
  refill(
    holder,
    [...groups].map(([name, rows]) =>
      element("details", {}, element("summary", {}, name), element("ul", { class: "rows" }, rows.map(row))),
    ),
  );
}

function verdictMark(isRight, words) {
  return element(
    "span",
    { class: isRight ? "valid" : "invalid" },
    isRight ? "✓ " : "✕ ",
    element("span", { class: "unseen" }, words),
  );
}
