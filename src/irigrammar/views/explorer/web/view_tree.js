// The tree, foldable. What is inside of a node is made when the node is opened for the first time.

import { element, refill, showInParts, shownText } from "./dom.js";
import { textOf } from "./text.js";

const OPENED = 120; // nodes that are open at first
const NODE_TEXT = 80; // characters of a node, of which a long one shows the two ends
const UNFOLDED = 3000; // nodes that "unfold all" makes
const DEEPEST = 200; // levels that it unfolds: browsers do not draw elements within thousands of others

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
  const { start, end } = node;
  const middle = Math.max(start + NODE_TEXT, end - NODE_TEXT); // what is left out of a long text is not made one
  const value = shownText(
    textOf(points, start, Math.min(end, start + NODE_TEXT)) + textOf(points, middle, end),
    NODE_TEXT,
  );
  const span = { "data-start": start, "data-end": end };
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
      showInParts(inside, node.children, (child) => nodeView(child, points, link, isOpen));
    inside.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  if (isOpen(node)) view.unfold(true);
  return view;
}

function foldAll(root, open) {
  let level = [root];
  for (let depth = 0, left = UNFOLDED; level.length && left > 0 && depth < DEEPEST; depth += 1) {
    const views = level.slice(0, left).filter((view) => view.unfold); // the others are leaves
    left -= level.length;
    for (const view of views) view.unfold(open);
    level = views.flatMap((view) => [...view.querySelectorAll(":scope > ul > li")]);
  }
}
