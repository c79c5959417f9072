// A debugger of readings: a slider over the string, and the live readings as lanes that begin, run and are ruled out.

import { derivationOf } from "./derivation.js";
import { element, refill, shownText } from "./dom.js";
import { completed } from "./edits.js";
import { remembered } from "./remembered.js";
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
    const lanes = new Map(); // by the rule
    for (const run of lanesOf(explainer, points, from, to)) lanes.set(run.rule, [...(lanes.get(run.rule) ?? []), run]);
    const share = (length) => `${(100 * length) / Math.max(1, to - from)}%`;
    const spanOf = ({ start, end: last }) => ({ "data-start": start, "data-end": Math.max(last, start + 1) });
    const barOf = (run) => {
      const { start, end: last, ended, isOut } = run;
      const bar = element("span", { class: `bar${isOut ? " out" : ended ? " complete" : ""}`, ...spanOf(run) });
      bar.style.left = share(start - from);
      bar.style.width = share(Math.max(last - start, 0.4));
      return bar;
    };
    refill(
      this.lanes,
      element(
        "ol",
        {},
        [...lanes.values()].slice(0, LANES).map((runs) => {
          const { rule, words, start, ended, known, ...run } = runs.findLast((one) => one.start <= place) ?? runs[0];
          const cursor = element("span", { class: "now" });
          cursor.style.left = share(place - from);
          return element(
            "li",
            { ...spanOf({ start, ...run }), tabindex: 0, class: start > place ? "later" : null },
            element("span", { class: "lane-name" }, words || rule),
            element("span", { class: "track" }, runs.map(barOf), cursor),
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

/** Return each time that a rule could go on: {rule, words, start, end, ended, isOut, known}, `ended` the reason why it
 * no longer could (it was complete, or `isOut`: ruled out), which is known when `known` characters were read. */
function lanesOf(explainer, points, from, to) {
  const { positions, named, naming } = explainer;
  const replay = explainer.replay(points, to);
  const rulesOf = (scopes) => new Set(scopes.map((scope) => positions.rules[scope]));
  const openOf = remembered((state) =>
    rulesOf(state.live.flatMap((position) => positions.open(position)).filter((scope) => named.has(scope))),
  );
  const insideOf = remembered((state) =>
    // of which rules the character before is a part
    rulesOf(state.live.flatMap((position) => positions.around(positions.scope(position)))),
  );
  const running = new Map();
  const runs = [];
  for (let at = from; at <= to; at += 1) {
    const state = replay.states[at];
    const [open, inside] = [openOf(state), insideOf(state)];
    const before = at > from ? replay.states[at - 1] : null;
    const isAnew = (rule) => insideOf(before).has(rule) && !isSame(positions, before, state, rule);
    for (const [rule, run] of running) {
      const begins = open.has(rule);
      if (begins && !isAnew(rule)) continue;
      running.delete(rule);
      const isComplete = !begins && inside.has(rule);
      const isOut = !isComplete && isRuledOut(positions, before, points[at - 1], rule);
      const how = isComplete ? "complete with" : isOut ? "ruled out by" : "ended by";
      const ended = `${how} “${String.fromCodePoint(points[at - 1])}”`;
      Object.assign(run, { end: isComplete ? at : at - 1, ended, isOut, known: at });
    }
    for (const rule of [...open].reverse()) {
      if (running.has(rule)) continue;
      const start = inside.has(rule) && before ? at - 1 : at;
      const run = { rule, words: naming.words(rule), start, end: to, ended: "", isOut: false, known: to };
      running.set(rule, run);
      runs.push(run);
    }
  }
  const isTelling = ({ rule, words }) => words || naming.field(rule);
  return runs.filter(isTelling);
}

/** Return whether some reading is, after a character, still in the same place where a rule is used as before it. */
function isSame(positions, before, state, rule) {
  return state.live.some((position) => {
    const scopes = positions.around(positions.scope(position)).filter((scope) => positions.rules[scope] === rule);
    return scopes.some((scope) => !positions.origin(before, position).began.has(scope));
  });
}

/** Return whether a rule cannot go on with a character, nor be complete before it, in any reading. */
function isRuledOut(positions, state, point, rule) {
  const number = positions.program.classes.of(point);
  const isIn = (position) => positions.open(position).some((scope) => positions.rules[scope] === rule);
  return !state.live.some((position) => isIn(position) && positions.reads(position, number));
}
