// The exercises of the course: the string in the field, or the grammar in the editor, is the answer.

import { button, element, refill } from "./dom.js";

export class CourseView {
  /** `check` gives a promise of what is said of an answer to an exercise, `choose` takes its number. */
  constructor(holder, exercises, { check, choose, edit }) {
    Object.assign(this, { exercises, check, edit });
    this.control = element(
      "select",
      { "aria-label": "Exercise", onchange: () => choose(this.control.selectedIndex) },
      [...Map.groupBy(exercises, ({ lesson, title }) => `${lesson}. ${title}`)].map(([label, rows]) =>
        element(
          "optgroup",
          { label },
          rows.map(({ ask }) => element("option", {}, ask)),
        ),
      ),
    );
    this.task = element("p", { class: "asked" });
    this.said = element("div", { role: "status" });
    this.buttons = element("p", { class: "buttons" });
    refill(holder, this.control, this.task, this.buttons, this.said);
    this.show(0);
  }

  /** Show an exercise by its number. */
  show(number) {
    const at = Math.min(Math.max(number, 0), this.exercises.length - 1);
    if (this.at === at || at < 0) return;
    this.at = at;
    const { ask, isGrammar } = this.exercises[at];
    this.control.selectedIndex = at;
    this.task.textContent = ask;
    refill(
      this.buttons,
      isGrammar
        ? button("Write it in the editor", this.edit)
        : element("span", { class: "aside" }, "Write it in the field. "),
      button("Check", () => this.answer()),
    );
    refill(this.said);
  }

  async answer() {
    const number = this.at;
    const { right, said = [], error } = (await this.check(number, this.exercises[number].isGrammar)) ?? {};
    if (number !== this.at) return;
    refill(
      this.said,
      right ? element("p", { class: "valid" }, "Right.") : null,
      [...said, error].filter(Boolean).map((words) => element("p", { class: "invalid" }, words)),
    );
  }
}
