// Railroad diagrams, drawn from the expression of a rule.
//
// A part is {width, up, down, draw}: how far it goes from its line, and what draws it at a place into a list.

import { drawing } from "./dom.js";

const LETTER = 7.9; // of the font of the labels
const HALF = 13; // of the height of a box
const GAP = 10; // between parts of a row, and between rows
const TURN = 9; // radius of a turn

/** Return the diagram of a rule; `address` gives the link of a rule's name. */
export function diagramOf(rule, address) {
  const part = partOfExpr(rule.expr, address);
  const marks = [];
  const width = part.width + 4 * GAP;
  const y = part.up + GAP;
  line(marks, GAP, y, 2 * GAP, y);
  part.draw(marks, 2 * GAP, y);
  line(marks, 2 * GAP + part.width, y, 3 * GAP + part.width, y);
  for (const x of [GAP, 3 * GAP + part.width]) marks.push(drawing("circle", { class: "end", cx: x, cy: y, r: 4 }));
  const height = y + part.down + GAP;
  return drawing(
    "svg",
    {
      class: "diagram",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "group",
      "aria-label": `Railroad diagram of ${rule.name}`,
    },
    marks,
  );
}

function partOfExpr(expr, address) {
  const [kind, first, second, third] = expr;
  switch (kind) {
    case "s":
      return box(first ? literalLabel(first, second) : "nothing", "literal");
    case "r":
      return box(`${pointLabel(first)} to ${pointLabel(second)}`, "literal");
    case "c":
      return row(first.map((item) => partOfExpr(item, address)));
    case "a":
      return stack(first.map((item) => partOfExpr(item, address)));
    case "n":
      return loopOf(partOfExpr(first, address), second, third);
    case "f":
      return box(first, "rule", address(first));
    default:
      return box(`<${first}>`, "prose");
  }
}

function literalLabel(text, sensitive) {
  if (!/^[!-~]+$/.test(text)) return [...text].map((char) => pointLabel(char.codePointAt(0))).join(" ");
  return `${sensitive && text.toLowerCase() !== text.toUpperCase() ? "%s" : ""}"${text}"`;
}

function pointLabel(point) {
  return point > 0x20 && point < 0x7f
    ? String.fromCodePoint(point)
    : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

function box(label, kind, href = null) {
  const width = Math.max(label.length * LETTER + 18, 2 * HALF);
  const draw = (marks, x, y) => {
    const shape = drawing("rect", {
      class: kind,
      x,
      y: y - HALF,
      width,
      height: 2 * HALF,
      rx: kind === "literal" ? HALF : 3,
    });
    const text = drawing("text", { x: x + width / 2, y: y + 4.5, textLength: label.length * LETTER }, label);
    marks.push(href ? drawing("a", { href }, shape, text) : drawing("g", {}, shape, text));
  };
  return { width, up: HALF, down: HALF, draw };
}

function row(parts) {
  if (!parts.length) return { width: GAP, up: HALF, down: HALF, draw: (marks, x, y) => line(marks, x, y, x + GAP, y) };
  const draw = (marks, x, y) => {
    let at = x;
    parts.forEach((part, number) => {
      if (number) line(marks, at, y, (at += GAP), y);
      part.draw(marks, at, y);
      at += part.width;
    });
  };
  return {
    width: sum(parts.map((part) => part.width)) + GAP * (parts.length - 1),
    up: Math.max(...parts.map((part) => part.up)),
    down: Math.max(...parts.map((part) => part.down)),
    draw,
  };
}

function stack(parts) {
  const inner = Math.max(...parts.map((part) => part.width));
  const offsets = [0];
  for (let at = 1; at < parts.length; at += 1) offsets.push(offsets[at - 1] + parts[at - 1].down + GAP + parts[at].up);
  const draw = (marks, x, y) => {
    const [left, right] = [x + 2 * TURN, x + 2 * TURN + inner];
    parts.forEach((part, number) => {
      const here = y + offsets[number];
      if (number) {
        path(marks, `M${x} ${y}q${TURN} 0 ${TURN} ${TURN}V${here - TURN}q0 ${TURN} ${TURN} ${TURN}`);
        path(marks, `M${right} ${here}q${TURN} 0 ${TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`);
      } else {
        line(marks, x, y, left, y);
        line(marks, right, y, right + 2 * TURN, y);
      }
      part.draw(marks, left, here);
      line(marks, left + part.width, here, right, here);
    });
  };
  return { width: inner + 4 * TURN, up: parts[0].up, down: offsets.at(-1) + parts.at(-1).down, draw };
}

/** Draw a repetition: the way back below the item with its bounds, the way past it above. */
function loopOf(part, low, high) {
  const again = high === null || high > 1;
  const label =
    high === null
      ? low > 1
        ? `${low} or more`
        : ""
      : high === low
        ? `${high} times`
        : high > 1
          ? `${low || "up to"}${low ? " to" : ""} ${high} times`
          : "";
  const inner = Math.max(part.width, again ? label.length * LETTER + 2 * TURN : 0);
  const back = part.down + GAP;
  const past = part.up + GAP;
  const draw = (marks, x, y) => {
    const [left, right] = [x + 2 * TURN, x + 2 * TURN + inner];
    const start = left + (inner - part.width) / 2;
    line(marks, x, y, start, y);
    part.draw(marks, start, y);
    line(marks, start + part.width, y, right + 2 * TURN, y);
    if (again) {
      path(
        marks,
        `M${right} ${y}q${TURN} 0 ${TURN} ${TURN}V${y + back - TURN}q0 ${TURN} ${-TURN} ${TURN}H${left}q${-TURN} 0 ${-TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`,
      );
      path(marks, `M${left + inner / 2 + 4} ${y + back - 4}l-6 4l6 4`);
      if (label) marks.push(drawing("text", { class: "bounds", x: left + inner / 2, y: y + back + 15 }, label));
    }
    if (low === 0) {
      path(
        marks,
        `M${x} ${y}q${TURN} 0 ${TURN} ${-TURN}V${y - past + TURN}q0 ${-TURN} ${TURN} ${-TURN}H${right}q${TURN} 0 ${TURN} ${TURN}V${y - TURN}q0 ${TURN} ${TURN} ${TURN}`,
      );
    }
  };
  return {
    width: inner + 4 * TURN,
    up: low === 0 ? past + 2 : part.up,
    down: again ? back + (label ? 20 : 2) : part.down,
    draw,
  };
}

function line(marks, x, y, toX, toY) {
  if (x !== toX || y !== toY) path(marks, `M${x} ${y}L${toX} ${toY}`);
}

function path(marks, d) {
  marks.push(drawing("path", { d }));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
