// The verdicts of several grammars, and of this browser, as chips.

import { BASE_URL } from "./browser.js";
import { element, refill, shownText } from "./dom.js";

const SIDE_BY_SIDE = [
  ["URI", "rfc3986"],
  ["IRI", "rfc3987"],
  ["LEIRI", "leiri"],
  ["Web Address", "web-address"],
];

/** Show the verdicts on a text; `current` is the production that it is checked against, `address` gives links. */
export function showVerdicts(holder, catalog, text, points, current, address) {
  const chips = SIDE_BY_SIDE.map(([title, name]) => {
    const start = catalog.start(name);
    const offset = start.table.faultOffset(points);
    const href = address({ grammar: name, rule: start.rule.name });
    return element(
      "li",
      {},
      element(
        "a",
        { href, class: offset === null ? "valid" : "invalid", "aria-current": current === start ? "true" : null },
        element("strong", {}, title),
        offset === null ? " ✓" : " ✕",
        element("span", { class: "unseen" }, offset === null ? " valid" : ` not valid, fault at offset ${offset}`),
      ),
    );
  });
  refill(holder, chips, element("li", {}, browserChip(text)));
}

function browserChip(text) {
  const url = read(text) ?? read(text, BASE_URL);
  const shown = url && (url.origin === new URL(BASE_URL).origin ? url.href.slice(BASE_URL.length - 1) : url.href);
  return element(
    "span",
    { class: url ? "valid" : "invalid", title: "what new URL() of this browser makes of it" },
    element("strong", {}, "This browser"),
    url ? " ✓ " : " ✕",
    element("span", { class: "unseen" }, url ? "accepts it" : " refuses it"),
    url && shown !== text ? element("small", {}, "reads ", shownText(shown, 60)) : null,
  );
}

function read(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
