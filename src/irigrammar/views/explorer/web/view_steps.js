// A debugger of readings: a slider over the string, and the readings as lanes that begin, run and are ruled out.

import { button, element, refill, shownText } from "./dom.js";

/** Shows the readings of a prefix; `move` is called with a new place. */
export class StepsView {
  constructor(holder, move) {
    this.slider = element("input", {
      type: "range",
      min: 0,
      "aria-label": "Characters read",
      oninput: () => move(this.place),
    });
    this.lanes = element("div", { class: "lanes", tabindex: 0, role: "region", "aria-label": "Readings" });
    this.words = element("div", { class: "place" });
    const step = (by) => () => move(Math.min(Math.max(this.place + by, 0), Number(this.slider.max)));
    this.views = [
      element(
        "div",
        { class: "slide" },
        button("‹", step(-1), { "aria-label": "One character back" }),
        this.slider,
        button("›", step(1), { "aria-label": "One character on" }),
      ),
      this.words,
      this.lanes,
    ];
    this.holder = holder;
  }

  get place() {
    return Number(this.slider.value);
  }

  /** Show an answer; `read` gives the address at which a rule is shown, `derive` a promise of the whole derivation. */
  show(answer, rule, read, derive) {
    if (!this.words.isConnected) refill(this.holder, this.views);
    const { place, end, before, next, after, fails, expected, others, open, rest, derived } = answer;
    this.slider.max = end;
    this.slider.value = place;
    this.slider.setAttribute("aria-valuetext", `${place} of ${end} characters read`);
    refill(
      this.words,
      element(
        "p",
        { class: "read" },
        before ? element("span", { class: "done" }, shownText(before)) : null,
        element("span", { class: fails ? "primary" : "cursor" }, shownText(next)),
        after ? element("span", { class: "aside" }, shownText(after)) : null,
      ),
      listed("Allowed next", expected),
      others.length ? listed("If read another way", others) : null,
      element(
        "p",
        {},
        element("strong", {}, "Inside "),
        open.length
          ? open.map((one, at) => [
              at ? " › " : "",
              element("a", { href: read(one.rule), ...spanOf(one.start, place) }, one.rule),
            ])
          : "nothing: all rules are complete",
      ),
      derived ? derivedView(derived, rule, before, read) : null,
      derive ? wholeDerivation(derive) : null,
      element(
        "p",
        { class: "aside" },
        rest ? `At least ${rest} more ${rest === 1 ? "character" : "characters"} needed.` : "The string may end here.",
      ),
    );
    this.showLanes(answer);
  }

  showLanes({ from, to, place, lanes }) {
    const share = (length) => `${(100 * length) / Math.max(1, to - from)}%`;
    const barOf = ({ start, end, outcome }) => {
      const kind = outcome === "ruled out" ? " out" : outcome === "open" ? "" : " complete";
      const bar = element("span", { class: `bar${kind}`, ...spanOf(start, end) });
      bar.style.left = share(start - from);
      bar.style.width = share(Math.max(end - start, 0.4));
      return bar;
    };
    const rows = lanes.map(({ words, said, later, runs }) => {
      const cursor = element("span", { class: "now" });
      cursor.style.left = share(place - from);
      const { start, end } = runs.at(-1);
      return element(
        "li",
        { ...spanOf(start, end), tabindex: 0, class: later ? "later" : null },
        element("span", { class: "lane-name" }, words),
        element("span", { class: "track" }, runs.map(barOf), cursor),
        element("span", { class: "aside" }, said),
      );
    });
    const legend = ["open", "complete", "ruled out"].map((name) =>
      element("li", {}, element("span", { class: `bar ${name === "ruled out" ? "out" : name}` }), name),
    );
    refill(
      this.lanes,
      element("ul", { class: "legend", "aria-label": "Colours of the lanes" }, legend),
      element("ol", {}, rows),
    );
  }
}

function spanOf(start, end) {
  return { "data-start": start, "data-end": Math.max(end, start + 1) };
}

/** Return the leftmost derivation so far: the rule, what was read, and the symbols that are still to be expanded. */
function derivedView({ steps, rest, more }, rule, before, read) {
  const symbol = ({ rule: name, text }) =>
    name ? element("a", { href: read(name) }, name) : element("code", {}, '"', shownText(text), '"');
  return element(
    "p",
    { class: "derived" },
    element("strong", {}, "Derived so far "),
    rule,
    steps
      ? [" ⇒ … ⇒ ", element("code", { class: "done" }, shownText(before)), rest.map((one) => [" ", symbol(one)])]
      : null,
    more ? " …" : "",
    element("span", { class: "aside" }, ` in ${steps} ${steps === 1 ? "step" : "steps"}`),
  );
}

function wholeDerivation(derive) {
  const holder = element("div", {});
  const open = async () => {
    if (!view.open || holder.firstChild) return;
    const { lines, more, error } = (await derive()) ?? {};
    const text = lines ? [...lines, more ? "…" : ""].join("\n") : error;
    refill(holder, element("pre", { class: "abnf", tabindex: 0, role: "region", "aria-label": "Derivation" }, text));
  };
  const view = element("details", { ontoggle: open }, element("summary", {}, "The whole derivation"), holder);
  return view;
}

function listed(title, phrases) {
  return element("p", {}, element("strong", {}, `${title} `), phrases.join("; ") || "nothing");
}
