// The string, coloured by component, with the fault under its character; and the components as a table.

import { element, refill, shownCharacter, shownText } from "./dom.js";
import { codePoint, textOf } from "./text.js";

const AROUND = 300; // code points that are shown before and after the fault

/** Show a string: `parts` are its components, as far as they are known; `fault` is an offset or null. */
export function showString(holder, points, parts, fault) {
  const start = Math.max(0, Math.min(fault ?? 0, points.length) - AROUND);
  const end = Math.min(points.length, (fault ?? 0) + AROUND);
  const fields = new Array(end - start).fill(null);
  for (const { field, start: from, end: to } of parts)
    fields.fill(field, Math.max(0, from - start), Math.max(0, to - start));
  const cells = fields.map((field, at) => cellOf(points[start + at], start + at, field, fault));
  if (fault === points.length) cells.push(element("span", { class: "cell fault", title: "the string ends here" }, "⏎"));
  refill(
    holder,
    element(
      "p",
      { class: "cells", role: "img", "aria-label": described(points, fault) },
      start ? "… " : null,
      cells,
      end < points.length ? " …" : null,
    ),
    fault === null ? componentTable(points, parts) : null,
  );
}

function described(points, fault) {
  const where =
    fault === null
      ? "no fault"
      : fault === points.length
        ? "it ends too early"
        : `fault at offset ${fault}, ${codePoint(points[fault])}`;
  return `The string, ${points.length.toLocaleString("en")} characters: ${where}`;
}

function cellOf(point, offset, field, fault) {
  const shown = shownCharacter(point);
  const names = [
    "cell",
    field ? `is-${field}` : null,
    offset === fault ? "fault" : null,
    fault !== null && offset > fault ? "after" : null,
    shown.length > 2 ? "named" : null,
  ];
  const title = `offset ${offset}: ${codePoint(point)}${field ? `, ${field}` : ""}`;
  return element("span", { class: names.filter(Boolean).join(" "), title }, shown);
}

function componentTable(points, parts) {
  if (!parts.length) return null;
  const rows = parts.map(({ field, rule, start, end }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", class: `is-${field}` }, field),
      element("td", {}, shownText(textOf(points, start, end))),
      element("td", { class: "aside" }, rule),
    ),
  );
  const head = ["component", "part", "production"].map((name) => element("th", { scope: "col" }, name));
  return element(
    "div",
    { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Components" },
    element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)),
  );
}
