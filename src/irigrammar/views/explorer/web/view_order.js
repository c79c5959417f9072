// Right-to-left text: the characters as they are stored, and as this browser displays them.

import { element, refill } from "./dom.js";

/** Show both orders of characters, and findings as a list that is ready. */
export function showOrder(holder, { characters, more }, findings) {
  const line = element("bdi", { dir: "ltr" }, characters.map(({ text }) => text).join(""));
  const displayed = element("ol", { class: "points", "aria-label": "As displayed, from left to right" });
  refill(
    holder,
    element(
      "p",
      {},
      "Some characters are written from right to left, so the text looks different from how it is stored.",
    ),
    findings,
    element("h3", {}, "As displayed"),
    element("p", { class: "visual" }, line),
    displayed,
    element("h3", {}, "As stored"),
    element("ol", { class: "points", "aria-label": "As stored" }, characters.map(pointView)),
    more ? element("p", { class: "aside" }, `The first ${characters.length} characters are shown.`) : null,
  );
  refill(
    displayed,
    visual(line.firstChild, characters).map((offset) => pointView(characters[offset], offset)),
  );
}

/** Return the offsets of characters in the order in which a text node shows them. */
function visual(node, characters) {
  let units = 0;
  const boxes = characters.map(({ text }, offset) => {
    const range = document.createRange();
    range.setStart(node, units);
    units += text.length;
    range.setEnd(node, units);
    const { top, left } = range.getBoundingClientRect();
    return { offset, top: Math.round(top / 8), left };
  });
  return boxes.sort((one, other) => one.top - other.top || one.left - other.left).map(({ offset }) => offset);
}

function pointView({ shown, field, title }, offset) {
  return element(
    "li",
    { "data-start": offset, "data-end": offset + 1, class: field ? `is-${field}` : null, title },
    element("bdi", { class: "glyph" }, shown),
    element("span", { class: "code" }, offset),
  );
}
