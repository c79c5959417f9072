// The workbench: a grammar that is edited, its examples with ticks, two rules compared, exports.

import { button, byId, element, options, refill, shownText } from "./dom.js";
import { Editor } from "./editor.js";
import { save } from "./save.js";

const KEPT = "kept";

export class Workbench {
  /** `ask` gives a promise of an answer about the grammar; `tools` are the page's own functions. */
  constructor(setup, ask, tools) {
    Object.assign(this, { setup, ask, tools, document: null, ticks: [], answer: null });
    this.editor = new Editor(byId("editor"), {
      nonce: setup.nonce,
      label: "Grammar in ABNF",
      changed: (source) => this.change({ source }),
    });
    byId("import").addEventListener("change", ({ target }) => this.addImport(target));
    byId("export").addEventListener("change", ({ target }) => this.export(target));
    byId("keep").addEventListener("click", () => this.change({ kept: this.document.source }));
    byId("save-files").hidden = !setup.saves;
    byId("save-files").addEventListener("click", () => this.saveFiles());
    byId("add-valid").addEventListener("click", () => this.addExample(true));
    byId("add-invalid").addEventListener("click", () => this.addExample(false));
    for (const id of ["compare-rule", "compare-with"])
      byId(id).addEventListener("change", () => {
        this.change({ compare: [byId("compare-rule").value, byId("compare-with").value] });
      });
  }

  /** Show a document, null to close. */
  open(document) {
    this.document = document;
    byId("workbench").hidden = !document;
    byId("main").classList.toggle("editing", document !== null);
    if (!document) return;
    this.editor.set(document.source);
    this.showImports();
    this.showExamples();
  }

  change(changes) {
    this.document = { ...this.document, ...changes };
    if (changes.examples) this.showExamples();
    if (changes.imports) this.showImports();
    this.tools.changed(this.document);
  }

  /** Ask for what is shown of the grammar, and show it as long as it is of that grammar. */
  async refresh() {
    const asked = this.document;
    if (!asked) return;
    const isNow = () => asked === this.document;
    const show = async (question, shown) => {
      const answer = await this.ask(question);
      if (answer && isNow()) shown(answer);
    };
    const { examples } = asked;
    await Promise.all([
      show({ kind: "ticks", examples }, ({ ticks = [], error }) => this.showTicks(ticks, error)),
      show({ kind: "source", rule: this.tools.rule() }, (answer) => this.showSource(answer)),
    ]);
    if (!isNow() || this.answer?.error) return;
    await show({ kind: "ambiguity", rule: this.tools.rule() }, (answer) => this.showAmbiguity(answer));
    await show(this.comparison(), (answer) => this.showComparison(answer));
  }

  showSource(answer) {
    this.answer = answer;
    const { tokens = [], findings = [], rules = [], error, engine, repaired } = answer;
    const apply = ({ edits }) => this.editor.edit(edits);
    this.editor.show(tokens, findings, apply);
    byId("grammar-error").hidden = !error;
    byId("grammar-error").textContent = error ? `The grammar cannot be read: ${error}` : "";
    const count = `${rules.length} rule${rules.length === 1 ? "" : "s"}`;
    byId("grammar-note").textContent = [count, engine].filter(Boolean).join(" · ");
    const go = ({ start, end }) => this.editor.select(start, end);
    const row = (finding) =>
      element(
        "li",
        { class: finding.severity },
        button(`Line ${finding.line}`, () => go(finding), { class: "small" }),
        element("span", {}, " ", finding.message),
        finding.edits.length ? button("Apply", () => apply(finding), { class: "small" }) : null,
      );
    refill(
      byId("lint"),
      findings.map(row),
      repaired && findings.filter(({ edits }) => edits.length).length > 1
        ? element(
            "li",
            {},
            button("Apply all", () => this.editor.edit([[0, this.editor.text.length, repaired]])),
          )
        : null,
    );
    this.showRules(rules);
  }

  showAmbiguity({ text, rule, error }) {
    const holder = byId("ambiguity");
    holder.hidden = Boolean(error);
    if (error) return;
    const none = `No string of ${rule} with two trees among the shortest ones.`;
    refill(
      holder,
      text === null
        ? element("span", { class: "aside" }, none)
        : [
            element("strong", {}, `${rule} is ambiguous: `),
            "the shortest string with two trees is ",
            element("a", { href: this.tools.link(text), onclick: this.tools.follow }, shownText(text)),
            ".",
          ],
    );
    holder.classList.toggle("doubt", text !== null);
  }

  showImports() {
    const { imports } = this.document;
    const remove = (name) => this.change({ imports: imports.filter((one) => one !== name) });
    refill(
      byId("imports"),
      imports.map((name) =>
        element(
          "li",
          {},
          name,
          " ",
          button("✕", () => remove(name), { class: "small", "aria-label": `Do not import ${name}` }),
        ),
      ),
    );
  }

  addImport(select) {
    const { imports } = this.document;
    if (select.value && !imports.includes(select.value)) this.change({ imports: [...imports, select.value] });
    select.value = "";
  }

  addExample(valid) {
    const { text } = this.tools.string();
    const rest = this.document.examples.filter(([one, rule]) => one !== text || rule !== this.tools.rule());
    this.change({ examples: [...rest, [text, this.tools.rule(), valid]] });
  }

  showExamples() {
    const { examples } = this.document;
    const without = (at) => examples.filter((_, number) => number !== at);
    const turned = (at) => examples.map((row, number) => (number === at ? [row[0], row[1], !row[2]] : row));
    this.rows = examples.map(([text, rule, valid], at) => {
      const tick = element("span", { class: "tick" }, "·");
      const reason = element("span", { class: "aside reason" });
      const words = valid ? "should match" : "should not match";
      const link = element("a", { href: this.tools.link(text, rule), onclick: this.tools.follow }, shownText(text));
      const view = element(
        "li",
        {},
        tick,
        link,
        button(words, () => this.change({ examples: turned(at) }), {
          class: "small",
          title: `${rule}: turn what is expected`,
        }),
        button("✕", () => this.change({ examples: without(at) }), {
          class: "small",
          "aria-label": "Remove this example",
        }),
        reason,
      );
      return { view, tick, link, reason, valid, rule };
    });
    refill(
      byId("own"),
      this.rows.map(({ view }) => view),
    );
    this.showTicks(this.ticks.length === this.rows.length ? this.ticks : []);
  }

  showTicks(ticks, error = "") {
    this.ticks = ticks;
    let right = 0;
    this.rows.forEach(({ tick, link, reason, valid, rule, view }, at) => {
      const [matches, message, shown] = ticks[at] ?? [null, error];
      if (shown !== undefined) refill(link, shownText(shown));
      const isKnown = ticks.length > at;
      const isRight = isKnown && matches === valid;
      right += isRight;
      refill(
        tick,
        isRight ? "✓" : isKnown ? "✕" : "·",
        element("span", { class: "unseen" }, isRight ? "as expected: " : isKnown ? "not as expected: " : ""),
      );
      tick.className = `tick ${isRight ? "valid" : isKnown ? "invalid" : ""}`;
      view.classList.toggle("wrong", isKnown && !isRight);
      const other = rule && rule !== this.tools.rule() ? `${rule}. ` : "";
      reason.textContent = other + (isKnown && !isRight ? message || "it matches" : "");
    });
    const words = ticks.length ? `${right} of ${this.rows.length} as expected` : "";
    byId("own-note").textContent = words;
    byId("own-note").className = right === this.rows.length ? "valid" : "invalid";
  }

  showRules(rules) {
    const { kept, compare } = this.document;
    const values = rules.length ? rules : compare;
    refill(byId("compare-rule"), options(values));
    const others = this.setup.grammars.map(({ name }) => name);
    refill(
      byId("compare-with"),
      element("option", { value: "" }, "choose"),
      element("optgroup", { label: "Rules of this grammar" }, options(values)),
      kept === null
        ? null
        : element(
            "optgroup",
            { label: "The version that was kept" },
            values.map((name) => element("option", { value: `${KEPT} ${name}` }, `${name} as it was`)),
          ),
      element(
        "optgroup",
        { label: "Start rules of others" },
        others.map((name) => element("option", { value: ` ${name}` }, name)),
      ),
    );
    byId("compare-rule").value = values.includes(compare[0]) ? compare[0] : (values[0] ?? "");
    byId("compare-with").value = compare[1] ?? "";
    if (byId("compare-with").selectedIndex < 0) byId("compare-with").value = "";
  }

  /** Return the question about the two rules that are chosen. */
  comparison() {
    const [rule, other] = [byId("compare-rule").value, byId("compare-with").value];
    const question = { kind: "compare", rule };
    if (other.startsWith(`${KEPT} `))
      return { ...question, against: this.document.kept, with: other.slice(KEPT.length + 1) };
    if (other.startsWith(" ")) return { ...question, other: other.slice(1) };
    return { ...question, with: other };
  }

  showComparison({ error, words, relation, proved, only_a: first, only_b: second }) {
    const holder = byId("comparison");
    if (!byId("compare-with").value) {
      refill(holder);
      return;
    }
    const witness = (only, said) =>
      only
        ? element(
            "li",
            {},
            said,
            " ",
            element("a", { href: this.tools.link(only.field), onclick: this.tools.follow }, shownText(only.shown)),
          )
        : null;
    refill(
      holder,
      element(
        "p",
        { class: error ? "invalid" : relation === "equal" ? (proved ? "valid" : "doubt") : "doubt" },
        error ?? words,
      ),
      element(
        "ul",
        { class: "rows" },
        witness(first, "Shortest that only the first matches:"),
        witness(second, "Shortest that only the second matches:"),
      ),
    );
  }

  async export(select) {
    const to = select.value;
    select.value = "";
    const answer = await this.ask({ kind: "export", to, rule: this.tools.rule(), examples: this.document.examples });
    if (answer?.text !== undefined) save(answer.name, "text/plain", answer.text);
    byId("export-error").textContent = answer?.error ?? "";
  }

  async saveFiles() {
    const { source, base, examples } = this.document;
    const answer = await this.tools.save({ source, base, examples });
    byId("export-error").textContent = answer.error ?? answer.saved;
  }
}
