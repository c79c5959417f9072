// The questions of `iri quiz`: does a string match? By topic and difficulty, with hints, and the reason at the end.

import { button, element, refill, shownText } from "./dom.js";

const ALL = "all";

export class QuizView {
  /** `explain` gives a promise of what is wrong with a text, "" for nothing; `link` the address of a text. */
  constructor(holder, { rule, questions }, { explain, link, follow }) {
    Object.assign(this, { rule, questions, explain, link, follow });
    this.score = { right: 0, answered: 0 };
    const [topic, topicView] = this.select("topic", "Topic");
    const [difficulty, difficultyView] = this.select("difficulty", "Difficulty");
    Object.assign(this, { topic, difficulty });
    this.place = element("div", { "aria-live": "polite" });
    refill(holder, element("div", { class: "controls" }, topicView, difficultyView), this.place);
    this.start();
  }

  select(name, label) {
    const values = [ALL, ...new Set(this.questions.map((question) => question[name]).filter(Boolean))];
    const options = values.map((value) => element("option", { value }, value));
    const control = element("select", { "aria-label": label, onchange: () => this.start() }, options);
    return [control, element("span", { class: "choice" }, `${label} `, control)];
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
    const hint = element("p", { class: "aside", hidden: true }, question.hint);
    const buttons = [
      button("Yes", () => this.answer(question, true)),
      button("No", () => this.answer(question, false)),
      button("Hint", () => (hint.hidden = false)),
    ];
    refill(
      this.place,
      element("p", {}, "Does this match ", element("code", {}, this.rule), "?"),
      element("p", { class: "asked" }, shownText(question.shown)),
      element("p", { class: "buttons" }, buttons),
      hint,
      this.scoreView(),
    );
    if (isFocused) buttons[0].focus();
  }

  async answer(question, said) {
    const why = await this.explain(question.field);
    this.score.answered += 1;
    if (said === question.valid) this.score.right += 1;
    const next = button("Next", () => this.ask(true));
    this.at += 1;
    refill(
      this.place,
      element("p", { class: "asked" }, shownText(question.shown)),
      element(
        "p",
        { class: said === question.valid ? "valid" : "invalid" },
        said === question.valid ? "Right: " : "Wrong: ",
        why || `it matches ${this.rule}`,
        ".",
      ),
      element(
        "p",
        { class: "buttons" },
        next,
        element("a", { href: this.link(question.field), onclick: this.follow }, "Look at it"),
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
