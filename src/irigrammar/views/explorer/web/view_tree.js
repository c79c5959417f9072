// The tree, foldable. What is inside of a node is made when the node is opened for the first time.

import { element, refill, shownText } from "./dom.js";
import { textOf } from "./text.js";

const OPENED = 120; // nodes that are open at first
const UNFOLDED = 3000; // nodes that "unfold all" makes

/** Show a tree over code points; nodes of nothing but characters, by `isSmall`, are folded at first. */
export function showTree(holder, tree, points, isSmall, link) {
  const budget = { left: OPENED };
  const isCharacter = ({ rule }) => !rule || isSmall(rule);
  const root = nodeView(
    tree,
    points,
    link,
    (node) => node === tree || (!node.children.every(isCharacter) && budget.left-- > 0),
  );
  const all = (open) => () => foldAll(root, open);
  refill(
    holder,
    element(
      "p",
      { class: "buttons" },
      element("button", { type: "button", onclick: all(true) }, "Unfold all"),
      element("button", { type: "button", onclick: all(false) }, "Fold all"),
    ),
    element(
      "div",
      { class: "tree scrolls", tabindex: 0, role: "region", "aria-label": "Nodes" },
      element("ul", {}, root),
    ),
  );
}

function nodeView(node, points, link, isOpen) {
  const value = shownText(textOf(points, node.start, node.end), 80);
  const span = { "data-start": node.start, "data-end": node.end };
  if (!node.rule) return element("li", { class: "leaf" }, element("span", { ...span, class: "node" }, value));
  const name = element("a", { href: link.read(node.rule) }, node.rule);
  const rule = element("span", { ...span, class: "node" }, name, " ", value);
  if (!node.children.length) return element("li", { class: "leaf" }, rule);
  const button = element("button", {
    type: "button",
    class: "fold",
    "aria-label": node.rule,
    "aria-expanded": "false",
    onclick: () => view.unfold(inside.hidden),
  });
  const inside = element("ul", { hidden: true });
  const view = element("li", {}, button, rule, inside);
  view.unfold = (open) => {
    if (open && !inside.firstChild)
      inside.append(...node.children.map((child) => nodeView(child, points, link, isOpen)));
    inside.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  if (isOpen(node)) view.unfold(true);
  return view;
}

function foldAll(root, open) {
  const views = [root];
  for (let at = 0; at < views.length && at < UNFOLDED; at += 1) {
    if (!views[at].unfold) continue; // a leaf
    views[at].unfold(open);
    views.push(...views[at].querySelectorAll(":scope > ul > li"));
  }
}
