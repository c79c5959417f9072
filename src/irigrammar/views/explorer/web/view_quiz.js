// Questions about strings: does it match, where is the fault, which rule, fix it. By topic and difficulty, with hints,
// and the reason at the end.

import { button, element, options, refill, shownText } from "./dom.js";

const ALL = "all";

export class QuizView {
  /** `look` gives a promise of an answer of a kind about a text, `link` the address of a text. */
  constructor(holder, { rule, questions }, { look, link, follow }) {
    Object.assign(this, { rule, questions, look, link, follow });
    this.score = { right: 0, answered: 0 };
    const [topic, topicView] = this.select("topic", "Topic");
    const [difficulty, difficultyView] = this.select("difficulty", "Difficulty");
    const [kind, kindView] = this.select("ask", "Question");
    Object.assign(this, { topic, difficulty, kind });
    this.place = element("div", { "aria-live": "polite" });
    refill(holder, element("div", { class: "controls" }, kindView, topicView, difficultyView), this.place);
    this.start();
  }

  select(name, label) {
    const values = [ALL, ...new Set(this.questions.map((question) => question[name]).filter(Boolean))];
    const control = element("select", { "aria-label": label, onchange: () => this.start() }, options(values));
    return [control, element("span", { class: "choice" }, `${label} `, control)];
  }

  start() {
    const fits = (value, wanted) => wanted === ALL || value === wanted;
    const asked = this.questions.filter(
      ({ topic, difficulty, ask }) =>
        fits(topic, this.topic.value) && fits(difficulty, this.difficulty.value) && fits(ask, this.kind.value),
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
    const { words, controls } = this.forms[question.ask](question);
    refill(
      this.place,
      element("p", {}, words, " ", element("code", {}, this.rule), question.ask === "match" ? "?" : ""),
      element("p", { class: "asked" }, shownText(question.shown)),
      element(
        "div",
        { class: "buttons" },
        controls,
        button("Hint", () => (hint.hidden = false)),
      ),
      hint,
      this.scoreView(),
    );
    if (isFocused) this.place.querySelector("button, input").focus();
  }

  /** The kinds of questions: what is asked, and the controls that answer. */
  forms = {
    match: (question) => ({
      words: "Does this match ",
      controls: [true, false].map((said) =>
        button(said ? "Yes" : "No", () => this.answer(question, said === question.valid)),
      ),
    }),
    where: (question) => ({
      words: "Which is the first character that is not allowed where it is? This does not match",
      controls: element(
        "span",
        { class: "cells" },
        question.cells.map((cell, at) =>
          button(cell, () => this.answer(question, at === question.offset), { class: "small" }),
        ),
      ),
    }),
    rule: (question) => ({
      words: "Which rule does it break? This does not match",
      controls: question.choices.map((name) => button(name, () => this.answer(question, name === question.broken))),
    }),
    fix: (question) => {
      const field = element("input", {
        type: "text",
        value: question.field,
        "aria-label": "The fixed string",
        spellcheck: "false",
      });
      const check = async () => {
        const said = await this.look("fixed", field.value, { before: question.field });
        this.answer(question, said?.right === true);
      };
      return {
        words: "Fix it, with at most three changes. This does not match",
        controls: [field, button("Check", check)],
      };
    },
  };

  async answer(question, isRight) {
    const said = question.valid ? null : await this.look("verdict", question.field);
    const why = said?.valid === false ? said.message : "";
    this.score.answered += 1;
    if (isRight) this.score.right += 1;
    const next = button("Next", () => this.ask(true));
    this.at += 1;
    refill(
      this.place,
      element("p", { class: "asked" }, shownText(question.shown)),
      element(
        "p",
        { class: isRight ? "valid" : "invalid" },
        isRight ? "Right: " : "Wrong: ",
        why || `it matches ${this.rule}`,
        ".",
      ),
      question.ask === "rule" ? element("p", {}, "The rule is ", element("code", {}, question.broken), ".") : null,
      question.ask === "fix" && question.fix ? element("p", {}, "For example ", shownText(question.fix)) : null,
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
