// What the decisions of the parser mean: nodes with their rules, and the parts of a text that some rules match.

import { FOLLOWS } from "./lower.js";

/** Return the tree: {rule, start, end, children}, a leaf's rule "". */
export function treeOf(picks, marks) {
  const root = { rule: "", start: 0, end: picks.length - 1, children: [] };
  const open = [root];
  let leaf = null;
  const close = (offset) => {
    if (leaf) leaf.end = offset;
    leaf = null;
  };
  picks.forEach(({ events, leaf: begins }, offset) => {
    for (const event of events) {
      close(offset);
      if (event > 0) {
        const node = { rule: marks[event], start: offset, end: offset, children: [] };
        open.at(-1).children.push(node);
        open.push(node);
      } else {
        open.pop().end = offset;
      }
    }
    if (begins) {
      close(offset);
      leaf = { rule: "", start: offset, end: offset + 1, children: [] };
      open.at(-1).children.push(leaf);
    }
  });
  return marks.includes(FOLLOWS) ? nested(root.children[0]) : root.children[0];
}

/** Make each rule that begins with itself, of what it was unrolled to, the first child of itself again. */
function nested(tree) {
  for (const node of allOf(tree)) {
    const { rule, start } = node;
    const count = node.children.findIndex((child) => child.rule === FOLLOWS);
    if (count < 0) continue;
    const [base, following] = [node.children.slice(0, count), node.children.slice(count)];
    node.children = following.reduce((before, { children }, at) => {
      const end = following[at].start;
      return [{ rule, start, end, children: before }, ...children];
    }, base);
  }
  return tree;
}

/** Return a program without the marks of what was unrolled, which are no rules. */
export function withoutFollowing(program) {
  const number = program.marks.indexOf(FOLLOWS);
  const event = number < 0 ? program.event : program.event.map((one) => (Math.abs(one) === number ? 0 : one));
  return { ...program, event };
}

/** Return the parts that match rules of which `wanted` says so, outer before inner: {rule, start, end}. */
export function partsOf(picks, marks, wanted) {
  const found = [];
  const open = [];
  const isWanted = marks.map(wanted);
  picks.forEach(({ events }, offset) => {
    for (const event of events) {
      if (!isWanted[Math.abs(event)]) continue;
      if (event > 0) {
        const part = { rule: marks[event], start: offset, end: offset };
        open.push(part);
        found.push(part);
      } else {
        open.pop().end = offset;
      }
    }
  });
  return found;
}

/** Return the nodes of a tree that have a rule, outer before inner. */
export function nodesOf(tree) {
  return allOf(tree).filter(({ rule }) => rule);
}

function allOf(tree) {
  const nodes = [tree];
  for (const { children } of nodes) for (const child of children) nodes.push(child); // grows as it is read
  return nodes;
}
