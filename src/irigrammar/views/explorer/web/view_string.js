// The string in large type, coloured by component, with the labels of a fault below it.

import { element, isInvisible, refill, shownCharacter } from "./dom.js";
import { codePoint, textOf } from "./text.js";

const AROUND = 300; // code points that are shown before and after the fault of a long string

/** Shows strings in a holder: runs of characters of one kind are one element, so that long strings are drawn at once. */
export class StringView {
  constructor(holder) {
    this.holder = holder;
    this.line = element("p", { class: "line" });
    this.labels = element("div", { class: "labels" });
    this.pieces = [];
    this.shownLabels = [];
    this.highlight = globalThis.Highlight ? new Highlight() : null;
    globalThis.CSS?.highlights?.set("pointed", this.highlight);
    refill(holder, this.line, this.labels);
    new ResizeObserver(() => this.place()).observe(holder);
  }

  /** Show code points: `parts` are the components, as far as known, `labels` those of the fault, [] for none. */
  show(points, parts, labels) {
    const focus = labels[0]?.start ?? 0;
    const long = points.length > 10 * AROUND;
    const start = long ? Math.max(0, Math.min(focus, points.length) - AROUND) : 0;
    const end = long ? Math.min(points.length, focus + AROUND) : points.length;
    this.points = points;
    this.pieces = runsOf(points, start, end, parts, labels).map((run) => pieceOf(points, run));
    const atEnd = labels.find((label) => label.start === points.length);
    refill(
      this.line,
      start ? "… " : null,
      this.pieces.map(({ view }) => view),
      atEnd ? element("span", { class: `run end ${atEnd.role}`, title: "the string ends here" }, "end") : null,
      end < points.length ? " …" : null,
    );
    this.line.setAttribute("aria-label", descriptionOf(points, labels[0]));
    this.shownLabels = labels.map((label, at) => ({ ...label, text: label.text || (at ? "" : "here") }));
    this.place();
  }

  /** Place the labels: each below its character where the string is one line, else as a list. */
  place() {
    const rows = [...this.shownLabels].sort((one, other) => other.start - one.start);
    const frame = this.labels.getBoundingClientRect();
    const lineHeight = parseFloat(getComputedStyle(this.line).lineHeight);
    const isOneLine = this.line.getBoundingClientRect().height < 1.6 * lineHeight;
    const views = rows.map((label) => {
      const place = isOneLine ? this.boxOf(label) : null;
      const shown = place ? label.text : `${this.quotedAt(label)}${label.text}`;
      const text = element("span", { class: "label-text" }, shown);
      const row = element("p", { class: `label ${label.role}` }, text);
      if (place) {
        const x = place.left + place.width / 2 - frame.left;
        const stem = element("span", { class: "stem", "aria-hidden": "true" });
        stem.style.left = `${x}px`;
        row.prepend(stem);
        if (x < frame.width / 2) row.style.paddingLeft = `${x + 12}px`;
        else {
          row.classList.add("leftwards");
          Object.assign(row.style, { paddingRight: `${frame.width - x + 12}px`, textAlign: "right" });
        }
      }
      return row;
    });
    refill(this.labels, views);
    this.labels.classList.toggle("listed", !isOneLine);
    for (const row of views) {
      const stem = row.querySelector(".stem");
      if (stem) stem.style.cssText += `;top:${-row.offsetTop}px;height:${row.offsetTop + 14}px`;
    }
  }

  quotedAt({ start, end }) {
    return start === this.points.length ? "end: " : `${textOf(this.points, start, Math.min(end, start + 8))} : `;
  }

  boxOf({ start, end }) {
    if (start >= this.points.length) return this.line.querySelector(".end")?.getBoundingClientRect() ?? null;
    return this.rangeOf(start, Math.min(end, start + 1))?.getBoundingClientRect() ?? null;
  }

  /** Mark spans, each [start, end]. */
  mark(spans) {
    if (!this.highlight) return;
    this.highlight.clear();
    for (const [start, end] of spans) {
      const range = this.rangeOf(start, end);
      if (range) this.highlight.add(range);
    }
  }

  rangeOf(start, end) {
    const inside = this.pieces.filter((piece) => piece.start < end && start < piece.end);
    if (!inside.length) return null;
    const range = document.createRange();
    const place = (piece, offset) => (piece.special ? null : unitsOf(this.points, piece.start, offset));
    const [first, last] = [inside[0], inside.at(-1)];
    range.setStart(first.node, start <= first.start ? 0 : (place(first, start) ?? 0));
    range.setEnd(last.node, end >= last.end ? last.node.length : (place(last, end) ?? last.node.length));
    return range;
  }

  /** Return the offset of the character under a pointer, null where there is none. */
  offsetAt({ clientX, clientY }) {
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const range = caret ? null : document.caretRangeFromPoint?.(clientX, clientY);
    const node = caret?.offsetNode ?? range?.startContainer;
    const piece = this.pieces.find((one) => one.node === node);
    if (!piece) return null;
    if (piece.special) return piece.start;
    let offset = piece.start;
    for (let left = caret?.offset ?? range.startOffset; left > 0 && offset < piece.end; offset += 1)
      left -= this.points[offset] > 0xffff ? 2 : 1;
    const box = offset > piece.start ? this.rangeOf(offset - 1, offset).getBoundingClientRect() : null;
    return box && clientX < box.right ? offset - 1 : Math.min(offset, piece.end - 1);
  }
}

/** Return how many UTF-16 units there are from one offset to another. */
function unitsOf(points, from, to) {
  let units = 0;
  for (let at = from; at < to; at += 1) units += points[at] > 0xffff ? 2 : 1;
  return units;
}

/** Return the runs of characters of the same component and label: {start, end, field, role, special, after}. */
function runsOf(points, start, end, parts, labels) {
  const fields = new Array(end - start).fill("");
  for (const { field, start: from, end: to } of parts)
    fields.fill(field, Math.max(0, from - start), Math.max(0, to - start));
  const roleAt = (offset) => labels.find((label) => label.start <= offset && offset < label.end)?.role ?? "";
  const firstLabel = Math.min(...labels.map((label) => label.start));
  const lastLabel = Math.max(...labels.map((label) => label.end));
  const runs = [];
  for (let offset = start; offset < end; offset += 1) {
    const special = isInvisible(points[offset]);
    const labelled = offset >= firstLabel && offset < lastLabel;
    const run = {
      start: offset,
      end: offset + 1,
      field: fields[offset - start],
      role: labelled ? roleAt(offset) : "",
      special,
    };
    const before = runs.at(-1);
    if (before && !special && !before.special && before.field === run.field && before.role === run.role)
      before.end = offset + 1;
    else runs.push(run);
  }
  return runs;
}

/** Return a run with its element and text node. */
function pieceOf(points, run) {
  const { start, end, field, role, special } = run;
  const node = document.createTextNode(special ? shownCharacter(points[start]) : textOf(points, start, end));
  const names = ["run", field && `is-${field}`, role, special && node.length > 1 && "named"].filter(Boolean);
  const title = special ? codePoint(points[start]) : field || null;
  return { ...run, node, view: element("span", { class: names.join(" "), title }, node) };
}

function descriptionOf(points, primary) {
  const where = !primary
    ? "no fault"
    : primary.start === points.length
      ? "it ends too early"
      : `fault at offset ${primary.start}, ${codePoint(points[primary.start])}`;
  return `The string, ${points.length.toLocaleString("en")} characters: ${where}`;
}
