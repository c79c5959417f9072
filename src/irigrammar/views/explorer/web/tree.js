// What the decisions of the parser mean: nodes with their rules, and the parts of a text that some rules match.

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
  return root.children[0];
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
  const nodes = [tree];
  for (const node of nodes) nodes.push(...node.children); // grows as it is read
  return nodes.filter(({ rule }) => rule);
}
