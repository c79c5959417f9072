// Examples: a few as chips with plain names, all of them in groups, each with its verdict.

import { element, refill, shownText, withSections } from "./dom.js";
import { save } from "./save.js";

/** Show the examples that have a plain name; `address` gives the link of a state, `follow` is called on a click. */
export function showChips(holder, entries, address, follow) {
  refill(
    holder,
    entries
      .filter(({ chip }) => chip)
      .map(({ text, grammar, rule, chip }) =>
        element("li", {}, element("a", { href: address({ grammar, rule, text }), onclick: follow }, chip)),
      ),
  );
}

/** Show all examples. */
export function showExamples(holder, entries, address, follow) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  const row = ({ text, grammar, rule, valid, says, cite }) =>
    element(
      "li",
      {},
      element(
        "span",
        { class: valid ? "valid" : "invalid" },
        valid ? "✓ " : "✕ ",
        element("span", { class: "unseen" }, valid ? "valid " : "not valid "),
      ),
      element("a", { href: address({ grammar, rule, text }), onclick: follow }, shownText(text)),
      element("div", { class: "aside" }, says, cite ? withSections(` (${cite})`) : "", ` · ${grammar}, ${rule}`),
    );
  refill(
    holder,
    [...groups].map(([name, rows]) =>
      element("details", {}, element("summary", {}, name), element("ul", { class: "rows" }, rows.map(row))),
    ),
  );
}

/** Show a user's own examples, each with what is expected of it and whether it is so; `check` gives the verdict. */
export function showOwn(holder, entries, check, address, follow) {
  const rows = entries.map((entry) => ({ ...entry, isValid: check(entry) }));
  const right = rows.filter(({ valid, isValid }) => valid === isValid).length;
  const lines = () => {
    let rule = "";
    return rows.map((row) => {
      const head = row.rule === rule ? "" : `rule ${row.rule}\n`;
      rule = row.rule;
      return `${head}${row.isValid ? "valid" : "invalid"}${row.text && ` ${row.text}`}\n`;
    });
  };
  const words = (valid) => (valid ? "match" : "not match");
  refill(
    holder,
    element("p", { class: right === rows.length ? "valid" : "invalid" }, `${right} of ${rows.length} as expected`),
    element(
      "ul",
      { class: "rows" },
      rows.map(({ text, grammar, rule, valid, isValid }) =>
        element(
          "li",
          {},
          element("span", { class: valid === isValid ? "valid" : "invalid" }, valid === isValid ? "✓ " : "✕ "),
          element("a", { href: address({ grammar, rule, text }), onclick: follow }, shownText(text)),
          element(
            "span",
            { class: "aside" },
            ` ${rule} should ${words(valid)}${valid === isValid ? "" : `, and does${isValid ? "" : " not"}`}`,
          ),
        ),
      ),
    ),
    element(
      "button",
      { type: "button", class: "small", onclick: () => save("examples.txt", "text/plain", lines().join("")) },
      "Save with these verdicts",
    ),
  );
}
