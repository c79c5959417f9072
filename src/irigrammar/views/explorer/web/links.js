// Mark in all views what a reader points at in one: spans of the string, and rules.
//
// Elements say what they are about by data-start and data-end (offsets in code points) and data-rule. Pointing at one,
// or focusing it, marks its span in the string and what else is about it; pointing into the string does the reverse.

const ABOUT = "[data-start], [data-rule]";
const LINKED = "linked";

export class Links {
  /** `string` marks spans (`mark`) and knows the offset under a pointer (`offsetAt`); `root` has the other views. */
  constructor(root, string) {
    this.root = root;
    this.string = string;
    this.nodes = [];
    for (const kind of ["pointerover", "focusin"]) root.addEventListener(kind, (event) => this.from(event));
    for (const kind of ["pointerout", "focusout"]) root.addEventListener(kind, () => this.clear());
    string.holder.addEventListener("pointermove", (event) => this.fromString(event));
    string.holder.addEventListener("pointerleave", () => this.clear());
  }

  /** Take the nodes that a text is made of, each with rule, start and end, outer before inner. */
  take(nodes) {
    this.nodes = nodes;
    this.clear();
  }

  from(event) {
    const about = event.target.closest?.(ABOUT);
    if (!about) return;
    const { start, end, rule } = about.dataset;
    if (start !== undefined) this.mark([[Number(start), Number(end)]], []);
    else this.mark(this.spansOf(rule), [rule]);
  }

  fromString(event) {
    const offset = this.string.offsetAt(event);
    if (offset === null) this.clear();
    else this.markAt(offset);
  }

  /** Mark what is about the character at an offset: the innermost span of each view, and the rules around it. */
  markAt(offset) {
    const around = this.nodes.filter(({ start, end }) => start <= offset && offset < end);
    this.mark([[offset, offset + 1]], [...new Set(around.map(({ rule }) => rule))], offset);
  }

  mark(spans, rules, offset = null) {
    this.clear();
    this.string.mark(spans);
    const all = [...this.root.querySelectorAll("[data-start]")].filter((one) => !this.string.holder.contains(one));
    if (offset === null) {
      for (const one of all) {
        const { start, end } = one.dataset;
        if (spans.some((span) => span[0] === Number(start) && span[1] === Number(end))) one.classList.add(LINKED);
      }
    } else {
      for (const one of innermost(all, offset)) one.classList.add(LINKED);
    }
    for (const one of this.root.querySelectorAll("[data-rule]"))
      if (rules.includes(one.dataset.rule)) one.classList.add(LINKED);
  }

  spansOf(rule) {
    return this.nodes
      .filter((node) => node.rule === rule && node.end > node.start)
      .map(({ start, end }) => [start, end]);
  }

  clear() {
    this.string.mark([]);
    for (const one of this.root.querySelectorAll(`.${LINKED}`)) one.classList.remove(LINKED);
  }
}

/** Return of each section's elements that are about an offset the smallest. */
function innermost(elements, offset) {
  const best = new Map();
  for (const one of elements) {
    const [start, end] = [Number(one.dataset.start), Number(one.dataset.end)];
    if (offset < start || offset >= end) continue;
    const section = one.closest("section");
    if (!best.has(section) || end - start <= best.get(section).size) best.set(section, { one, size: end - start });
  }
  return [...best.values()].map(({ one }) => one);
}
