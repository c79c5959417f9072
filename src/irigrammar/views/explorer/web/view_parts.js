// The components as a table, and the verdicts of several grammars and of this browser as chips.

import { element, refill, shownText } from "./dom.js";

/** Show the components; `read` gives the address at which a rule is shown. */
export function showParts(holder, components, read) {
  const rows = components.map(({ field, rule, start, end, shown }) =>
    element(
      "tr",
      { "data-start": start, "data-end": end, tabindex: 0 },
      element("th", { scope: "row", class: `is-${field}` }, field),
      element("td", {}, shownText(shown)),
      element("td", {}, element("a", { href: read(rule), "data-rule": rule }, rule)),
    ),
  );
  const head = ["component", "text", "rule"].map((name) => element("th", { scope: "col" }, name));
  refill(holder, element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
}

/** Offer the code points of a string; `ask` gives a promise of them. */
export function showPoints(holder, length, ask) {
  const rows = element("div", {});
  const row = ([offset, cell, name, bytes]) =>
    element(
      "tr",
      { "data-start": offset, "data-end": offset + 1 },
      [offset, cell, name, bytes].map((text) => element("td", {}, element("span", { class: "text" }, text))),
    );
  const ontoggle = async () => {
    if (!view.open || rows.firstChild) return;
    const { points, more } = (await ask()) ?? { points: [] };
    const head = ["offset", "character", "code point", "UTF-8"].map((name) => element("th", { scope: "col" }, name));
    refill(
      rows,
      element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, points.map(row))),
      more ? element("p", { class: "aside" }, `${more.toLocaleString("en")} more characters`) : null,
    );
  };
  const view = element("details", { class: "more", ontoggle }, element("summary", {}, "Code points"), rows);
  refill(holder, length ? view : null);
}

/** Show verdicts side by side; `link` gives the address of a grammar and rule, `text` is what the browser reads. */
export function showVerdicts(holder, verdicts, text, base, link) {
  const chips = verdicts.map(({ title, grammar, rule, offset, current }) =>
    element(
      "li",
      {},
      element(
        "a",
        {
          href: link({ grammar, rule }),
          class: offset === null ? "valid" : "invalid",
          "aria-current": current ? "true" : null,
        },
        element("strong", {}, title),
        offset === null ? " ✓" : " ✕",
        element("span", { class: "unseen" }, offset === null ? " valid" : ` not valid, fault at offset ${offset}`),
      ),
    ),
  );
  refill(holder, chips, verdicts.length ? element("li", {}, browserChip(text, base)) : null);
}

function browserChip(text, base) {
  const url = parsed(text) ?? parsed(text, base);
  const shown = url?.href.startsWith(base) ? url.href.slice(base.length - 1) : url?.href;
  const cut = shown?.length > 60 ? `${shown.slice(0, 59)}…` : shown;
  return element(
    "span",
    { class: url ? "valid" : "invalid", title: "what new URL() of this browser makes of it" },
    element("strong", {}, "This browser"),
    url ? " ✓ " : " ✕",
    element("span", { class: "unseen" }, url ? "accepts it" : " refuses it"),
    url && shown !== text ? element("small", {}, "reads ", shownText(cut)) : null,
  );
}

function parsed(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
