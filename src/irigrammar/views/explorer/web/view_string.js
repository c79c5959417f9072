// The string in large type, coloured by component, with the labels of a fault below it.

import { element, refill } from "./dom.js";

/** Shows the runs of a string in a holder. */
export class StringView {
  constructor(holder) {
    this.holder = holder;
    this.line = element("p", { class: "line" });
    this.labels = element("div", { class: "labels" });
    this.runs = [];
    this.said = [];
    this.highlight = globalThis.Highlight ? new Highlight() : null;
    globalThis.CSS?.highlights?.set("pointed", this.highlight);
    refill(holder, this.line, this.labels);
    new ResizeObserver(() => this.place()).observe(holder);
  }

  /** Show the runs and labels of a verdict. */
  show({ line, before, after, length, labels }) {
    this.length = length;
    this.runs = line.map((run) => {
      const node = document.createTextNode(run.text);
      const names = ["run", run.field && `is-${run.field}`, run.role, run.special && node.length > 1 && "named"];
      const view = element("span", { class: names.filter(Boolean).join(" "), title: run.title || null }, node);
      return { ...run, node, view };
    });
    const atEnd = labels.find((label) => label.start === length);
    refill(
      this.line,
      before ? "… " : null,
      this.runs.map(({ view }) => view),
      atEnd ? element("span", { class: `run end ${atEnd.role}`, title: "the string ends here" }, "end") : null,
      after ? " …" : null,
    );
    this.said = labels.filter(({ text }) => text);
    this.place();
  }

  /** Place the labels: each below its character where the string is one line, else as a list. */
  place() {
    const rows = [...this.said].sort((one, other) => other.start - one.start);
    const frame = this.labels.getBoundingClientRect();
    const lineHeight = parseFloat(getComputedStyle(this.line).lineHeight);
    const isOneLine = this.line.getBoundingClientRect().height < 1.6 * lineHeight;
    const views = rows.map((label) => {
      const place = isOneLine ? this.boxOf(label) : null;
      const shown = place ? label.text : `${label.quoted} : ${label.text}`;
      const row = element("p", { class: `label ${label.role}` }, element("span", { class: "label-text" }, shown));
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
      if (stem) Object.assign(stem.style, { top: `${-row.offsetTop}px`, height: `${row.offsetTop + 14}px` });
    }
  }

  boxOf({ start, end }) {
    if (start >= this.length) return this.line.querySelector(".end")?.getBoundingClientRect() ?? null;
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
    const inside = this.runs.filter((run) => run.start < end && start < run.end);
    if (!inside.length) return null;
    const range = document.createRange();
    const [first, last] = [inside[0], inside.at(-1)];
    range.setStart(first.node, start <= first.start || first.special ? 0 : unitsOf(first, start));
    range.setEnd(last.node, end >= last.end || last.special ? last.node.length : unitsOf(last, end));
    return range;
  }

  /** Return the offset of the character under a pointer, null where there is none. */
  offsetAt({ clientX, clientY }) {
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const range = caret ? null : document.caretRangeFromPoint?.(clientX, clientY);
    const node = caret?.offsetNode ?? range?.startContainer;
    const run = this.runs.find((one) => one.node === node);
    if (!run) return null;
    if (run.special) return run.start;
    const read = [...node.data.slice(0, caret?.offset ?? range.startOffset)].length;
    const offset = Math.min(run.start + read, run.end - 1);
    const box = read ? this.rangeOf(run.start + read - 1, run.start + read).getBoundingClientRect() : null;
    return box && clientX < box.right ? run.start + read - 1 : offset;
  }
}

/** Return how many UTF-16 units of a run are before an offset in code points. */
function unitsOf({ node, start }, offset) {
  return [...node.data].slice(0, offset - start).join("").length;
}
