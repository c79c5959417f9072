// Right-to-left text: the characters as they are stored, and as this browser displays them.

import { element, isInvisible, refill, showInParts } from "./dom.js";
import { codePoint, textOf } from "./text.js";

const MOST_SHOWN = 120; // characters that are shown

/** Show both orders of code points, with findings; `parts` are the components, whose colours the characters have. */
export function showOrder(holder, points, parts, findings) {
  const shown = points.subarray(0, MOST_SHOWN);
  const line = element("bdi", { dir: "ltr" }, textOf(shown));
  const displayed = element("ol", { class: "points", "aria-label": "As displayed, from left to right" });
  refill(
    holder,
    element(
      "p",
      {},
      "Some characters are written from right to left, so the text looks different from how it is stored.",
    ),
    findings.length ? findingsView(findings) : null,
    element("h3", {}, "As displayed"),
    element("p", { class: "visual" }, line),
    displayed,
    element("h3", {}, "As stored"),
    element("ol", { class: "points", "aria-label": "As stored" }, orderOf(shown, stored(shown), parts)),
    points.length > MOST_SHOWN
      ? element("p", { class: "aside" }, `The first ${MOST_SHOWN} characters are shown.`)
      : null,
  );
  refill(displayed, orderOf(shown, visual(line.firstChild, shown), parts));
}

/** Return findings as a list, each linked to its place. */
export function findingsView(findings) {
  const list = element("ul", { class: "findings", "aria-label": "Findings" });
  showInParts(list, findings, ({ code, severity, start, end, message }) =>
    element(
      "li",
      { "data-start": start, "data-end": end, tabindex: 0, class: severity },
      element("strong", {}, severity),
      ` ${message} `,
      element("code", { class: "aside" }, code),
    ),
  );
  return list;
}

function stored(points) {
  return Array.from(points, (_, offset) => offset);
}

/** Return the offsets of characters in the order in which a text node shows them. */
function visual(node, points) {
  let units = 0;
  const boxes = Array.from(points, (point, offset) => {
    const range = document.createRange();
    range.setStart(node, units);
    units += point > 0xffff ? 2 : 1;
    range.setEnd(node, units);
    const { top, left } = range.getBoundingClientRect();
    return { offset, top: Math.round(top / 8), left };
  });
  return boxes.sort((one, other) => one.top - other.top || one.left - other.left).map(({ offset }) => offset);
}

function orderOf(points, offsets, parts) {
  return offsets.map((offset) => {
    const field = parts.find(({ start, end }) => start <= offset && offset < end)?.field;
    return element(
      "li",
      {
        "data-start": offset,
        "data-end": offset + 1,
        class: field ? `is-${field}` : null,
        title: codePoint(points[offset]),
      },
      element("bdi", { class: "glyph" }, isInvisible(points[offset]) ? "□" : String.fromCodePoint(points[offset])),
      element("span", { class: "code" }, offset),
    );
  });
}
