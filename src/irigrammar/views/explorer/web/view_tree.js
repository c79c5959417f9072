// The tree, foldable, or as boxes within boxes. What is inside of a node is made when it is opened for the first time.

import { button, element, refill, showInParts, shownText } from "./dom.js";

const BOXES = 300; // nodes that are drawn as boxes
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

/** Show a tree, and a second one beside it, if there is one; `read` gives the address of a rule, `more` a promise of the
 * nodes of a tree from a node on, `asBoxes` says what is shown first. */
export function showTree(holder, root, second, { read, more, asBoxes }) {
  const boxes = holder.dataset.boxes ? holder.dataset.boxes === "true" : asBoxes;
  const turn = (isBoxes) => () => {
    holder.dataset.boxes = isBoxes;
    showTree(holder, root, second, { read, more, asBoxes });
    holder.querySelector(".pressed").focus();
  };
  const kinds = ["Boxes", "Tree"].map((words, at) =>
    button(words, turn(!at), { "aria-pressed": String(boxes === !at), class: boxes === !at ? "pressed" : null }),
  );
  const pictures = element("div", { class: "trees" });
  refill(holder, element("p", { class: "buttons" }, kinds), pictures);
  for (const [tree, name] of second
    ? [
        [root, "First tree"],
        [second, "Second tree"],
      ]
    : [[root, null]]) {
    const place = element("div", {}, name ? element("h3", {}, name) : null);
    pictures.append(place);
    if (boxes) place.append(boxesOf(tree, read));
    else place.append(...foldable(tree, read, second ? async () => [] : more));
  }
}

/** Return a tree as boxes within boxes; what only names characters is one leaf. */
function boxesOf(root, read) {
  let left = BOXES;
  const box = (node) => {
    left -= 1;
    const span = { "data-start": node.start, "data-end": node.end };
    const isLeaf = !node.children.length || node.children.every(({ small }) => small);
    if (!node.rule) return element("span", { class: "leaf", ...span }, shownText(node.shown));
    const name = element("a", { href: read(node.rule) }, node.rule);
    const inside =
      isLeaf || left < 0 ? element("span", { class: "leaf" }, shownText(node.shown)) : node.children.map(box);
    return element("div", { class: "box", ...span }, name, element("div", { class: "row" }, inside));
  };
  return element("div", { class: "boxes scrolls", tabindex: 0, role: "region", "aria-label": "Boxes" }, box(root));
}

function foldable(root, read, more) {
  let left = OPENED;
  const tools = {
    read,
    more,
    isOpen: (node) => node === root || (!node.children.every(({ small }) => small) && left-- > 0),
  };
  const view = nodeView(root, tools);
  return [
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
  ];
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
