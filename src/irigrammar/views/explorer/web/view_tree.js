// The tree, foldable. What is inside of a node is made when the node is opened for the first time.

import { button, element, refill, showInParts, shownText } from "./dom.js";

const OPENED = 120; // nodes that are open at first
const UNFOLDED = 3000; // nodes that "unfold all" makes
const DEEPEST = 200; // levels that it unfolds: browsers do not draw elements within thousands of others

/** Return the nodes of an answer as objects with their children, the root first; `path` leads to the root. */
export function nodesOf(rows, path = []) {
  const nodes = rows.map(([rule, start, end, shown, parent, count, small]) => ({
    rule,
    start,
    end,
    shown,
    parent,
    count,
    small,
    children: [],
  }));
  for (const node of nodes) {
    const around = nodes[node.parent];
    node.path = around ? [...around.path, around.children.length] : path;
    around?.children.push(node);
  }
  return nodes;
}

/** Show a tree; `read` gives the address of a rule, `more` a promise of the nodes of a tree from a node on. */
export function showTree(holder, root, read, more) {
  let left = OPENED;
  const tools = {
    read,
    more,
    isOpen: (node) => node === root || (!node.children.every(({ small }) => small) && left-- > 0),
  };
  const view = nodeView(root, tools);
  refill(
    holder,
    element(
      "p",
      { class: "buttons" },
      button("Unfold all", () => foldAll(view, true)),
      button("Fold all", () => foldAll(view, false)),
    ),
    element(
      "div",
      { class: "tree scrolls", tabindex: 0, role: "region", "aria-label": "Nodes" },
      element("ul", {}, view),
    ),
  );
}

function nodeView(node, tools) {
  const { rule, start, end, shown, count } = node;
  const span = { "data-start": start, "data-end": end, class: "node" };
  if (!rule) return element("li", { class: "leaf" }, element("span", span, shownText(shown)));
  const words = element("span", span, element("a", { href: tools.read(rule) }, rule), " ", shownText(shown));
  if (!count) return element("li", { class: "leaf" }, words);
  const inside = element("ul", { hidden: true });
  const fold = button("", () => view.unfold(inside.hidden), {
    class: "fold",
    "aria-label": rule,
    "aria-expanded": "false",
  });
  const view = element("li", {}, fold, words, inside);
  view.unfold = async (open) => {
    inside.hidden = !open;
    fold.setAttribute("aria-expanded", String(open));
    if (!open || inside.firstChild) return;
    if (!node.children.length) node.children = (await tools.more(node.path)) ?? [];
    showInParts(inside, node.children, (child) => nodeView(child, tools));
  };
  if (tools.isOpen(node)) view.unfold(true);
  return view;
}

async function foldAll(root, open) {
  let level = [root];
  for (let depth = 0, left = UNFOLDED; level.length && left > 0 && depth < DEEPEST; depth += 1) {
    const views = level.slice(0, left).filter((view) => view.unfold); // the others are leaves
    left -= level.length;
    await Promise.all(views.map((view) => view.unfold(open)));
    level = views.flatMap((view) => [...view.querySelectorAll(":scope > ul > li")]);
  }
}
