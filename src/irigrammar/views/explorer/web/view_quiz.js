// The questions of `iri quiz`: does a string match? By topic and difficulty, with hints, and the reason at the end.

import { element, refill, shownText } from "./dom.js";
import { unescaped } from "./text.js";

const ALL = "all";

export class QuizView {
  /** `explain` returns what is wrong with a text, "" for nothing; `address` gives the link of a text. */
  constructor(holder, questions, { explain, address, follow }) {
    Object.assign(this, { questions, explain, address, follow });
    this.score = { right: 0, answered: 0 };
    const select = (name, label) => {
      const values = [ALL, ...new Set(questions.map((question) => question[name]).filter(Boolean))];
      const options = values.map((value) => element("option", { value }, value));
      const control = element("select", { "aria-label": label, onchange: () => this.start() }, options);
      return [control, element("span", { class: "choice" }, `${label} `, control)];
    };
    const [[topic, topicView], [difficulty, difficultyView]] = [
      select("topic", "Topic"),
      select("difficulty", "Difficulty"),
    ];
    Object.assign(this, { topic, difficulty });
    this.place = element("div", { "aria-live": "polite" });
    refill(holder, element("div", { class: "controls" }, topicView, difficultyView), this.place);
    this.start();
  }

  start() {
    const fits = (value, wanted) => wanted === ALL || value === wanted;
    const asked = this.questions.filter(
      (question) => fits(question.topic, this.topic.value) && fits(question.difficulty, this.difficulty.value),
    );
    this.asked = shuffled(asked);
    this.at = 0;
    this.ask();
  }

  ask(isFocused = false) {
    const question = this.asked[this.at % Math.max(1, this.asked.length)];
    if (!question) {
      refill(this.place, element("p", {}, "No such question."));
      return;
    }
    const answer = (valid) =>
      element("button", { type: "button", onclick: () => this.answer(question, valid) }, valid ? "Yes" : "No");
    const hint = element("p", { class: "aside", hidden: true }, question.hint);
    const buttons = [
      answer(true),
      answer(false),
      element("button", { type: "button", onclick: () => (hint.hidden = false) }, "Hint"),
    ];
    refill(
      this.place,
      element("p", {}, "Is this an IRI reference?"),
      element("p", { class: "asked" }, shownText(unescaped(question.text))),
      element("p", { class: "buttons" }, buttons),
      hint,
      this.scoreView(),
    );
    if (isFocused) buttons[0].focus();
  }

  answer({ text, valid }, said) {
    this.score.answered += 1;
    if (said === valid) this.score.right += 1;
    const why = this.explain(unescaped(text));
    const next = element("button", { type: "button", onclick: () => this.ask(true) }, "Next");
    this.at += 1;
    refill(
      this.place,
      element("p", { class: "asked" }, shownText(unescaped(text))),
      element(
        "p",
        { class: said === valid ? "valid" : "invalid" },
        said === valid ? "Right: " : "Wrong: ",
        why || "it is an IRI reference",
        ".",
      ),
      element(
        "p",
        { class: "buttons" },
        next,
        element("a", { href: this.address(text), onclick: this.follow }, "Look at it"),
      ),
      this.scoreView(),
    );
    next.focus();
  }

  scoreView() {
    const { right, answered } = this.score;
    return answered ? element("p", { class: "aside" }, `${right} of ${answered} right`) : null;
  }
}

/** Return items in another order. */
function shuffled(items) {
  const rows = [...items];
  for (let last = rows.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [rows[last], rows[other]] = [rows[other], rows[last]];
  }
  return rows;
}
