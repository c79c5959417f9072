// Examples: a few as chips with plain names, all of them in groups, each with its verdict.

import { button, element, refill, shownText, withSections } from "./dom.js";
import { save } from "./save.js";

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

/** Show a user's own examples, each with what is expected of it and whether it is so. */
export function showOwn(holder, entries, link, follow) {
  const right = entries.filter(({ valid, matches }) => valid === matches).length;
  const lines = entries.map((entry, at) => {
    const head = entry.rule === entries[at - 1]?.rule ? "" : `rule ${entry.rule}\n`;
    return `${head}${entry.matches ? "valid" : "invalid"}${entry.text && ` ${entry.text}`}\n`;
  });
  const words = ({ rule, valid, matches }) =>
    ` ${rule} should ${valid ? "match" : "not match"}${valid === matches ? "" : `, and does${matches ? "" : " not"}`}`;
  const row = (entry) =>
    element(
      "li",
      {},
      verdictMark(entry.valid === entry.matches, ""),
      element("a", { href: link(entry), onclick: follow }, shownText(entry.shown)),
      element("span", { class: "aside" }, words(entry)),
    );
  refill(
    holder,
    element(
      "p",
      { class: right === entries.length ? "valid" : "invalid" },
      `${right} of ${entries.length} as expected`,
    ),
    element("ul", { class: "rows" }, entries.map(row)),
    button("Save with these verdicts", () => save("examples.txt", "text/plain", lines.join("")), { class: "small" }),
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
