// Logical and visual order: the code points as they are stored, and the line as this browser shows it.

import { element, isInvisible, refill } from "./dom.js";
import { holds } from "./ranges.js";
import { codePoint } from "./text.js";

const MOST_CELLS = 200;

/** Show both orders of code points; `rightToLeft` is the set of those that turn the order. */
export function showOrder(holder, points, text, rightToLeft) {
  const cells = Array.from(points.subarray(0, MOST_CELLS), (point, at) =>
    element(
      "li",
      { title: `offset ${at}` },
      element("bdi", { class: "glyph" }, isInvisible(point) ? "□" : String.fromCodePoint(point)),
      element("span", { class: "code" }, codePoint(point).slice(2)),
    ),
  );
  const more = points.length - MOST_CELLS;
  refill(
    holder,
    element(
      "p",
      {},
      points.some((point) => holds(rightToLeft, point))
        ? "This text has right-to-left characters, so it may be displayed in another order than it is stored in."
        : "This text has no right-to-left characters: it is displayed in the order in which it is stored.",
    ),
    element("h3", {}, "As stored (logical order)"),
    element("ol", { class: "points" }, cells),
    more > 0 ? element("p", {}, `and ${more.toLocaleString("en")} more`) : null,
    element("h3", {}, "As displayed (left-to-right paragraph, RFC 3987, 4.1)"),
    element("p", { class: "visual" }, element("bdi", { dir: "ltr" }, [...text].slice(0, MOST_CELLS).join(""))),
  );
}
