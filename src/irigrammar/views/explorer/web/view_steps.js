// A debugger of readings: a slider over the string, and the live readings as lanes that begin, run and are ruled out.

import { derivationOf } from "./derivation.js";
import { element, refill, shownText } from "./dom.js";
import { completed } from "./edits.js";
import { codePoint, textOf } from "./text.js";

const WINDOW = 160; // code points that the lanes show around the place
const LANES = 14;
const DERIVED = 2000; // code points at the most whose derivation is shown
const SYMBOLS = 12; // of what is still to be derived

/** Shows the readings of a prefix; `move` is called with a new place. */
export class StepsView {
  constructor(holder, move) {
    this.holder = holder;
    this.slider = element("input", {
      type: "range",
      min: 0,
      "aria-label": "Characters read",
      oninput: () => move(this.place),
    });
    this.lanes = element("div", { class: "lanes", tabindex: 0, role: "region", "aria-label": "Readings" });
    this.words = element("div", { class: "place" });
    const step = (by) => () => move(Math.min(Math.max(this.place + by, 0), Number(this.slider.max)));
    refill(
      holder,
      element(
        "div",
        { class: "slide" },
        element("button", { type: "button", onclick: step(-1), "aria-label": "One character back" }, "‹"),
        this.slider,
        element("button", { type: "button", onclick: step(1), "aria-label": "One character on" }, "›"),
      ),
      this.words,
      this.lanes,
    );
  }

  get place() {
    return Number(this.slider.value);
  }

  /** Show the readings of code points up to `end`, the fault or the end, with `place` of them read. */
  show(explainer, points, end, place, link) {
    const { positions, production } = explainer;
    this.slider.max = end;
    this.slider.value = place;
    this.slider.setAttribute("aria-valuetext", `${place} of ${points.length} characters read`);
    const replay = explainer.replay(points, place);
    const first = replay.first();
    const [best] = replay.order();
    const { state } = production.table.walk(points.subarray(0, place));
    const expected = explainer.expectation.phrases(first, false);
    const all = explainer.expectation.phrases(replay.order(), false).filter((phrase) => !expected.includes(phrase));
    const reading = replay.reading(best);
    const open = reading.open.filter(({ scope }) => explainer.named.has(scope)).reverse();
    const rest = completed(production.table, points.subarray(0, place)).length - place;
    const next = place < points.length ? textOf(points, place, place + 1) : "";
    const fails = place === end && production.table.faultOffset(points) !== null;
    refill(
      this.words,
      element(
        "p",
        { class: "read" },
        place
          ? element("span", { class: "done" }, shownText(textOf(points, Math.max(0, place - 40), place), 80))
          : null,
        next
          ? element("span", { class: fails ? "primary" : "cursor", title: codePoint(points[place]) }, shownText(next))
          : element("span", { class: fails ? "primary" : "cursor" }, "end"),
        place + 1 < points.length
          ? element("span", { class: "aside" }, shownText(textOf(points, place + 1, place + 41), 80))
          : null,
      ),
      listed("What may come", expected),
      all.length ? listed("In other readings", all) : null,
      element(
        "p",
        {},
        element("strong", {}, "Inside of "),
        open.length
          ? open.map(({ scope, start }, at) => [
              at ? " › " : "",
              element(
                "a",
                {
                  href: link.read(positions.rules[scope]),
                  "data-start": start,
                  "data-end": Math.max(place, start + 1),
                },
                positions.rules[scope],
              ),
            ])
          : "nothing: all rules are complete",
      ),
      points.length <= DERIVED ? derived(production, points, place, link) : null,
      element(
        "p",
        { class: "aside" },
        production.table.states ? `State ${state} of ${production.table.states - 1}; ` : "",
        rest ? `at least ${rest} more ${rest === 1 ? "character" : "characters"} needed` : "the string may end here",
        `; ${replay.state.live.length} live ${replay.state.live.length === 1 ? "reading" : "readings"}.`,
      ),
    );
    this.showLanes(explainer, points, end, place);
  }

  showLanes(explainer, points, end, place) {
    const from = Math.max(0, Math.min(place - WINDOW / 2, end - WINDOW));
    const to = Math.min(end, from + WINDOW);
    const rows = lanesOf(explainer, points, from, to).slice(0, LANES);
    const span = Math.max(1, to - from);
    refill(
      this.lanes,
      element(
        "ol",
        {},
        rows.map(({ rule, words, start, end: last, ended, isOut, known }) => {
          const bar = element("span", { class: `bar${isOut ? " out" : ended ? " complete" : ""}` });
          bar.style.left = `${(100 * (start - from)) / span}%`;
          bar.style.width = `${(100 * Math.max(last - start, 0.4)) / span}%`;
          const cursor = element("span", { class: "now" });
          cursor.style.left = `${(100 * (place - from)) / span}%`;
          return element(
            "li",
            {
              "data-start": start,
              "data-end": Math.max(last, start + 1),
              tabindex: 0,
              class: start > place ? "later" : null,
            },
            element("span", { class: "lane-name" }, words || rule),
            element("span", { class: "track" }, bar, cursor),
            element("span", { class: "aside" }, ended && known <= place ? ended : ""),
          );
        }),
      ),
    );
  }
}

/** Return the leftmost derivation so far: the rule, what was read, and the symbols that are still to be expanded. */
function derived(production, points, place, link) {
  const made = derivationOf(production, points, place);
  if (!made) return null;
  const { steps, rest } = made;
  const symbol = ({ rule, text }) =>
    rule ? element("a", { href: link.read(rule) }, rule) : element("code", {}, '"', shownText(text, 20), '"');
  return element(
    "p",
    { class: "derived" },
    element("strong", {}, "Derived so far "),
    production.rule.name,
    steps
      ? [" ⇒ … ⇒ ", element("code", { class: "done" }, shownText(textOf(points, Math.max(0, place - 40), place), 80))]
      : null,
    steps ? rest.slice(0, SYMBOLS).map((each) => [" ", symbol(each)]) : null,
    rest.length > SYMBOLS ? " …" : "",
    element("span", { class: "aside" }, ` in ${steps} ${steps === 1 ? "step" : "steps"}`),
  );
}

function listed(title, phrases) {
  return element("p", {}, element("strong", {}, `${title} `), phrases.join("; ") || "nothing");
}

/** Return when each rule could go on: {rule, words, start, end, ended, isOut, known}, `ended` the reason why it no
 * longer could (it was complete, or `isOut`: ruled out), which is known when `known` characters were read. */
function lanesOf(explainer, points, from, to) {
  const { positions, named, naming } = explainer;
  const replay = explainer.replay(points, to);
  const openIn = new Map();
  const openOf = (state) => {
    if (!openIn.has(state)) {
      const scopes = new Set(state.live.flatMap((position) => positions.open(position)));
      openIn.set(
        state,
        new Set([...scopes].filter((scope) => named.has(scope)).map((scope) => positions.rules[scope])),
      );
    }
    return openIn.get(state);
  };
  const insideOf = (state) => {
    const scopes = state.live.flatMap((position) => positions.around(positions.scope(position)));
    return new Set(scopes.map((scope) => positions.rules[scope]));
  };
  const running = new Map();
  const lanes = [];
  for (let at = from; at <= to; at += 1) {
    const state = replay.states[at];
    const open = openOf(state);
    const begun = [...open].filter((rule) => !running.has(rule));
    const over = [...running].filter(([rule]) => !open.has(rule));
    if (!begun.length && !over.length) continue;
    const inside = insideOf(state); // of which rules the character before is a part
    for (const rule of begun) {
      const start = inside.has(rule) && at > from ? at - 1 : at;
      const lane = { rule, words: naming.words(rule), start, end: to, ended: "", isOut: false, known: to };
      running.set(rule, lane);
      lanes.push(lane);
    }
    for (const [rule, lane] of over) {
      running.delete(rule);
      const isComplete = inside.has(rule);
      const isOut = !isComplete && isRuledOut(positions, replay.states[at - 1], points[at - 1], rule);
      const how = isComplete ? "complete with" : isOut ? "ruled out by" : "ended by";
      const ended = `${how} “${String.fromCodePoint(points[at - 1])}”`;
      Object.assign(lane, { end: isComplete ? at : at - 1, ended, isOut, known: at });
    }
  }
  const isTelling = ({ rule, words }) => words || naming.field(rule);
  return lanes.filter(isTelling);
}

/** Return whether a rule, which is not complete, cannot go on with a character in any reading. */
function isRuledOut(positions, state, point, rule) {
  const { lost } = positions.step(state, positions.program.classes.of(point));
  return lost.some(({ scope }) => positions.rules[scope] === rule);
}
