// Which boxes of a rule's diagram may come next: the diagram as a program of its own, with a mark around each box.

import { lowered } from "./lower.js";
import { reachedFrom } from "./naming.js";
import { Positions } from "./positions.js";
import { compileProgram } from "./program.js";

const CODE_POINT = /U\+(\p{AHex}{4,6})/gu;
const QUOTED = /^(%[is])?"([^"]*)"$/;
const QUOTED_ENDS = /"(.)" to "(.)"/;

/** Return the boxes (items of the rule's diagram) that may come at an offset; none where that is not known. */
export function boxesAt(explainer, points, offset, rule) {
  const { grammar } = explainer.production;
  const { positions } = explainer;
  const replay = explainer.replay(points, offset);
  const places = replay
    .first()
    .flatMap((position) => replay.reading(position).open.map((place) => ({ position, ...place })))
    .filter(({ scope }) => positions.rules[scope] === rule.name);
  const isIncomplete = ({ position, scope }) => offset === points.length && !positions.mayLeave(position, scope);
  const inside = places.find(isIncomplete) ?? places[0];
  const isRecursive = ({ name }) => grammar.entry.recursive.includes(name);
  if (!inside) return new Set();
  if (reachedFrom(grammar, rule).some(isRecursive)) return onlyBoxes(positions, replay, inside.scope, rule);
  const { program, boxes } = drawnProgram(grammar, rule);
  const within = new Positions(program);
  let state = within.start;
  for (const number of program.classes.encode(points.subarray(inside.start, offset))) {
    state = within.step(state, number)?.state;
    if (!state) return new Set();
  }
  const scopes = state.live.flatMap((position) => within.follow(position).map(({ node }) => within.scopes[node]));
  const boxOf = (scope) => {
    const [mark] = within.around(scope).slice(-2); // the last is the rule's
    return boxes[within.rules[mark]];
  };
  return new Set(scopes.map(boxOf));
}

/** Return the boxes of a rule that is recursive, or leads to such, which may come next and are like no other of them. */
function onlyBoxes(positions, replay, scope, rule) {
  const { program, rules, scopes } = positions;
  const drawn = [...boxesIn(rule.diagram)];
  const marked = new Set();
  const mark = (isIt) => {
    const [box, ...others] = drawn.filter(isIt);
    if (box && !others.length) marked.add(box);
  };
  for (const position of replay.first()) {
    for (const { node } of positions.follow(position)) {
      const chain = positions.around(scopes[node]);
      const at = chain.indexOf(scope);
      if (at > 0) mark(([kind, name]) => kind === "rule" && name === rules[chain[at - 1]]);
      else if (program.leaf[node])
        mark(([kind, label]) => kind === "sign" && program.reads[node][program.classes.of(firstOf(label))]);
    }
  }
  return marked;
}

function* boxesIn(item) {
  const [kind, first, second] = item;
  if (kind === "rule" || kind === "sign") yield item;
  else if (kind === "track" || kind === "choice") for (const one of first) yield* boxesIn(one);
  else for (const one of [first, second]) if (Array.isArray(one)) yield* boxesIn(one);
}

/** Return the program of a rule as it is drawn, and the boxes whose numbers are the names of its marks. */
export function drawnProgram(grammar, rule) {
  const boxes = [];
  const item = formOf(rule.diagram, boxes, (name) => grammar.rule(name));
  return { program: compileProgram({ mark: rule.name, item }), boxes };
}

/** Return the form of a part of a diagram; each box gets a number, which is the name of its mark. */
function formOf(item, boxes, find) {
  const [kind, first, second, , low, high] = item;
  const form = (one) => formOf(one, boxes, find);
  switch (kind) {
    case "sign":
    case "rule": {
      const inner = kind === "rule" ? lowered(find(first), find) : lowered({ name: "", expr: leaf(first) }).item;
      return { mark: String(boxes.push(item) - 1), item: inner };
    }
    case "words":
      return first.startsWith("<") ? { choice: [] } : { seq: [] }; // prose, or "nothing"
    case "track":
      return { seq: first.map(form) };
    case "choice":
      return { choice: first.map(form) };
    case "option":
      return { loop: form(first), low: 0, high: 1 };
  }
  const [one, between] = [form(first), second && form(second)];
  if (!between) return { loop: one, low, high };
  return { seq: [one, { loop: { seq: [between, one] }, low: low - 1, high: high && high - 1 }] };
}

/** Return the expression that the label of a sign stands for. */
function leaf(label) {
  const [, flag, text] = label.match(QUOTED) ?? [];
  if (text !== undefined) return ["s", text, flag === "%s"];
  const [, ...ends] = label.match(QUOTED_ENDS) ?? [];
  if (ends.length) return ["r", ...ends.map((char) => char.codePointAt(0))];
  const points = [...label.matchAll(CODE_POINT)].map(([, digits]) => parseInt(digits, 16));
  return label.includes(" to ") ? ["r", ...points] : ["s", String.fromCodePoint(...points), true];
}

/** Return a code point with which what a sign stands for may begin. */
function firstOf(label) {
  const [, first] = leaf(label);
  return typeof first === "string" ? first.codePointAt(0) : first;
}
