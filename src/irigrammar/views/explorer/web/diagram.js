// Railroad diagrams, drawn from the library's: ["sign", label, title, state], ["rule", name, title, state],
// ["words", text, title], ["track", items], ["choice", items], ["option", item], ["loop", item, separator, bounds].
//
// A part is {width, up, down, draw}: how far it goes from its line, and what draws it at a place into a list.

import { drawing } from "./dom.js";

const GLYPH = /(U\+\p{AHex}{4,6}) \S(?= |$)/gu; // of which many fonts have only a box
const WIDE = /[^\p{ASCII}\u2026]/u;
const LETTER = 7.9; // of the font of the labels
const HALF = 13; // of the height of a box
const GAP = 10; // between parts of a row, and between rows
const TURN = 9; // radius of a turn

/** Return the diagram of a rule; `read` gives the address of a rule's name. Rows wrap at `room` pixels. */
export function diagramOf(rule, read, room = Infinity) {
  const part = partOfDiagram(rule.diagram, read, room - 4 * GAP);
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

function partOfDiagram(item, read, room) {
  const [kind, first, second, third] = item;
  const part = (one) => partOfDiagram(one, read, room - 4 * TURN);
  const mark = third || "";
  switch (kind) {
    case "sign":
      return box(first, "literal", { title: second, mark });
    case "rule":
      return box(first, "rule", { title: second, href: second ? null : read(first), rule: first, mark });
    case "words":
      return box(first.replace(GLYPH, "$1"), "prose", { title: second });
    case "track":
      return wrapped(first.map(part), room);
    case "choice":
      return stack(first.map(part));
    case "option":
      return optionOf(part(first));
    default:
      return loopOf(part(first), second && part(second), third);
  }
}

function box(label, kind, { href = null, title = null, rule = null, mark = "" }) {
  const letters = [...label].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0);
  const width = Math.max(letters * LETTER + 18, 2 * HALF);
  const draw = (marks, x, y) => {
    const shape = drawing("rect", {
      class: `${kind} ${mark}`.trim(),
      x,
      y: y - HALF,
      width,
      height: 2 * HALF,
      rx: kind === "literal" ? HALF : 3,
    });
    const text = drawing("text", { x: x + width / 2, y: y + 4.5, textLength: letters * LETTER }, label);
    const tip = title ? drawing("title", {}, title) : null;
    const about = { class: mark, "data-rule": rule };
    marks.push(href ? drawing("a", { ...about, href }, shape, text) : drawing("g", about, tip, shape, text));
    if (mark === "next") path(marks, `M${x - 9} ${y - 6}l9 6l-9 6z`, `pointer ${mark}`);
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

/** Return parts one after the other, in as many rows as they need; the way back up is at the right. */
function wrapped(parts, room) {
  const rows = [[]];
  let used = 0;
  for (const part of parts) {
    if (used && used + GAP + part.width > room) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1).push(part);
    used += part.width + (used ? GAP : 0);
  }
  if (rows.length === 1) return row(parts);
  const lines = rows.map(row);
  const inner = Math.max(...lines.map(({ width }) => width));
  const offsets = [0];
  for (let at = 1; at < lines.length; at += 1)
    offsets.push(offsets[at - 1] + lines[at - 1].down + 2 * TURN + 2 + lines[at].up);
  const draw = (marks, x, y) => {
    const left = x + TURN;
    lines.forEach((one, number) => {
      const here = y + offsets[number];
      line(marks, number ? left : x, here, left, here);
      one.draw(marks, left, here);
      const right = left + one.width;
      if (number === lines.length - 1) {
        const edge = x + inner + 2 * TURN;
        path(marks, `M${right} ${here}H${edge}q${TURN} 0 ${TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`);
        return;
      }
      const between = here + one.down + TURN;
      const down = `M${right} ${here}q${TURN} 0 ${TURN} ${TURN}V${between - TURN}q0 ${TURN} ${-TURN} ${TURN}`;
      const next = y + offsets[number + 1];
      path(marks, `${down}H${left}q${-TURN} 0 ${-TURN} ${TURN}V${next - TURN}q0 ${TURN} ${TURN} ${TURN}`);
    });
  };
  return { width: inner + 4 * TURN, up: lines[0].up, down: offsets.at(-1) + lines.at(-1).down, draw };
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

/** Draw the way past a part above it. */
function optionOf(part) {
  const past = part.up + GAP;
  const draw = (marks, x, y) => {
    const [left, right] = [x + 2 * TURN, x + 2 * TURN + part.width];
    line(marks, x, y, left, y);
    part.draw(marks, left, y);
    line(marks, right, y, right + 2 * TURN, y);
    const up = `M${x} ${y}q${TURN} 0 ${TURN} ${-TURN}V${y - past + TURN}q0 ${-TURN} ${TURN} ${-TURN}`;
    const down = `H${right}q${TURN} 0 ${TURN} ${TURN}V${y - TURN}q0 ${TURN} ${TURN} ${TURN}`;
    path(marks, up + down);
  };
  return { width: part.width + 4 * TURN, up: past + 2, down: part.down, draw };
}

/** Draw the way back below a part, with what is between two passes on it, and the bounds below that. */
function loopOf(part, separator, bounds) {
  const inner = Math.max(part.width, separator?.width ?? 0, bounds.length * LETTER + 2 * TURN);
  const back = part.down + GAP + (separator?.up ?? 0);
  const below = (separator?.down ?? 2) + (bounds ? 18 : 0);
  const draw = (marks, x, y) => {
    const [left, right] = [x + 2 * TURN, x + 2 * TURN + inner];
    const start = left + (inner - part.width) / 2;
    line(marks, x, y, start, y);
    part.draw(marks, start, y);
    line(marks, start + part.width, y, right + 2 * TURN, y);
    const under = y + back;
    path(marks, `M${right} ${y}q${TURN} 0 ${TURN} ${TURN}V${under - TURN}q0 ${TURN} ${-TURN} ${TURN}`);
    path(marks, `M${left} ${under}q${-TURN} 0 ${-TURN} ${-TURN}V${y + TURN}q0 ${-TURN} ${TURN} ${-TURN}`);
    const middle = left + (inner - (separator?.width ?? 0)) / 2;
    line(marks, left, under, middle, under);
    line(marks, middle + (separator?.width ?? 0), under, right, under);
    if (separator) separator.draw(marks, middle, under);
    else path(marks, `M${middle + 4} ${under - 4}l-6 4l6 4`);
    if (bounds) {
      const place = { class: "bounds", x: left + inner / 2, y: under + (separator?.down ?? 0) + 14 };
      marks.push(drawing("text", place, bounds));
    }
  };
  return { width: inner + 4 * TURN, up: part.up, down: back + below, draw };
}

function line(marks, x, y, toX, toY) {
  if (x !== toX || y !== toY) path(marks, `M${x} ${y}L${toX} ${toY}`);
}

function path(marks, d, kind = null) {
  marks.push(drawing("path", { d, class: kind }));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
