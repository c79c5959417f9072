// The tree, foldable. What is inside of a node is made when the node is opened for the first time.

import { element, refill, shownText } from "./dom.js";
import { textOf } from "./text.js";

const OPENED = 120; // nodes that are open at first
const UNFOLDED = 3000; // nodes that "unfold all" makes

/** Show a tree over code points; nodes of nothing but characters, by the rules in `small`, are folded at first. */
export function showTree(holder, tree, points, small, link) {
  const budget = { left: OPENED };
  const isCharacter = ({ rule }) => !rule || small.has(rule);
  const root = nodeView(tree, points, link, (node) => node === tree || (!node.children.every(isCharacter) && budget.left-- > 0));
  const all = (open) => () => foldAll(root, open);
  refill(
    holder,
    element("p", { class: "buttons" }, element("button", { type: "button", onclick: all(true) }, "Unfold all"), element("button", { type: "button", onclick: all(false) }, "Fold all")),
    element("div", { class: "tree scrolls", tabindex: 0, role: "region", "aria-label": "Parse tree" }, root),
  );
}

function nodeView(node, points, link, isOpen) {
  const value = shownText(textOf(points, node.start, node.end), 80);
  if (!node.rule) return element("div", { class: "leaf" }, value);
  const rule = element("a", { href: link.rule(node.rule) }, node.rule);
  if (!node.children.length) return element("div", { class: "leaf" }, rule, " ", value);
  const view = element("details", {}, element("summary", {}, rule, " ", value));
  view.fill = () => {
    view.fill = () => {};
    view.append(element("div", { class: "inside" }, node.children.map((child) => nodeView(child, points, link, isOpen))));
  };
  view.addEventListener("toggle", () => view.open && view.fill());
  if (isOpen(node)) {
    view.fill();
    view.open = true;
  }
  return view;
}

function foldAll(root, open) {
  const views = [root];
  for (let at = 0; at < views.length && at < UNFOLDED; at += 1) {
    const view = views[at];
    if (view.tagName !== "DETAILS") continue;
    if (open) view.fill();
    view.open = open;
    views.push(...view.querySelectorAll(":scope > .inside > details"));
  }
}
