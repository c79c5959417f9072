// The page: read the field and the address, ask the library, and have the views show its answers.
//
// An answer belongs to the question that was asked: one that comes late is dropped, and what is shown of an older one is
// stale (greyed, and its buttons do nothing) until its successor comes.

import { Client } from "./ask.js";
import { button, element, refill } from "./dom.js";
import { Links } from "./links.js";
import { hashOf, stateOf } from "./state.js";
import { Theme } from "./theme.js";
import { findingsView, showFault } from "./view_answer.js";
import { showConversions } from "./view_conversions.js";
import { showChips, showExamples, showOwn } from "./view_examples.js";
import { showOrder } from "./view_order.js";
import { showParts, showVerdicts } from "./view_parts.js";
import { QuizView } from "./view_quiz.js";
import { showRule } from "./view_rule.js";
import { StepsView } from "./view_steps.js";
import { StringView } from "./view_string.js";
import { nodesOf, showTree } from "./view_tree.js";

const LONG = 100_000; // characters; what would take long for more is shown on request

const byId = (id) => document.getElementById(id);
const setup = JSON.parse(byId("setup").textContent);
const client = new Client(setup, (words) => {
  byId("status").hidden = !words;
  byId("status").textContent = words;
});
const first = { ...setup.first, escapes: true, show: null, place: null };
let state = stateOf(location.hash, first);
let answered = null; // the verdict that is shown, with the question that it answers
let asking = 0; // the number of the last question about a string
let painting = 0;
let working = 0; // how many promises the page waits for
let rules = null; // of the grammar whose rules the control has

const string = new StringView(byId("string"));
const links = new Links(document.querySelector("main"), string);
const steps = new StepsView(byId("steps"), (place) => {
  change({ place });
  busily(askPanel("steps")).then((isShown) => isShown && links.markAt(place));
});
const link = {
  read: (rule) => hashOf({ ...state, show: rule }),
  check: (rule) => hashOf({ ...state, rule, show: null }),
  text: (text) => address({ text }),
};
const address = (changes) => hashOf({ ...state, escapes: true, show: null, place: null, ...changes });
const exampleLink = ({ grammar, rule, text }) => address({ grammar, rule, text });

/** Return a question about the string, and what more it asks. */
function question(kind, more = {}) {
  const { grammar, rule, text, escapes } = state;
  return { kind, grammar, rule, text, escapes, ...more };
}

// The panels: whether and with what each is asked for, and the function that shows its answer.
const PANELS = {
  fixes: {
    id: "answer",
    isAsked: ({ valid }) => !valid,
    show: (answer) => showFault(byId("answer"), answer, applying()),
  },
  advice: { id: "advice", isAsked: ({ valid, reference }) => valid && reference, show: showAdvice },
  rule: { id: "rule-view", more: () => ({ show: state.show ?? "" }), show: showRulePanel },
  steps: { id: "steps", more: () => (state.place === null ? {} : { place: state.place }), show: showSteps },
  tree: { id: "tree", isAsked: ({ valid }) => valid, isLarge: true, show: showTreePanel },
  conversions: { id: "conversions", isAsked: ({ reference }) => reference, isLarge: true, show: showConversionsPanel },
  order: { id: "order", show: showOrderPanel },
};

/** Mark the page as busy until a promise is kept, and return its value; the focus stays in its section. */
async function busily(promise) {
  working += 1;
  document.documentElement.dataset.busy = "true";
  const held = document.activeElement?.closest("section");
  const value = await promise;
  if (held && document.activeElement === document.body) held.querySelector("h2[tabindex]")?.focus();
  working -= 1;
  if (!working && !painting) delete document.documentElement.dataset.busy;
  return value;
}

/** Ask for the verdict on the string, and then for the panels. */
async function ask() {
  painting = 0;
  const number = ++asking;
  client.drop();
  setStale(document.querySelectorAll("#answer-panel, .panels section:not(#quiz-panel, #own-panel)"), true);
  const asked = question("verdict");
  const answer = await client.ask(asked, true);
  if (!answer || number !== asking) return;
  answered = { ...answer, asked };
  setStale([byId("answer-panel")], false);
  if (answer.error) showError(answer.error);
  else await showVerdict(answer);
}

async function showVerdict(answer) {
  const { grammar, rule, valid, message, checked, length, reference, verdicts, components, notice = "" } = answer;
  if (grammar !== state.grammar || rule !== state.rule) change({ grammar, rule });
  byId("notice").hidden = !notice;
  byId("notice").textContent = notice;
  byId("length").textContent = `${length.toLocaleString("en")} character${length === 1 ? "" : "s"}`;
  byId("answer-panel").classList.toggle("bad", !valid);
  byId("answer-panel").classList.remove("doubtful");
  byId("verdict").textContent = message;
  byId("checked").textContent = checked;
  string.show(answer);
  showVerdicts(byId("verdicts"), verdicts, answer.text ?? state.text, setup.base, address);
  setStale([byId("answer"), byId("advice")], true);
  showSection("parts", components.length);
  showParts(byId("parts"), components, link.read);
  links.take([]);
  fillControls();
  const kinds = Object.keys(PANELS).filter((kind) => PANELS[kind].isAsked?.(answer) ?? true);
  for (const kind of Object.keys(PANELS)) if (!kinds.includes(kind)) hidePanel(PANELS[kind]);
  await Promise.all(kinds.map((kind) => (length > LONG && PANELS[kind].isLarge ? offer(kind) : askPanel(kind))));
}

/** Ask for a panel, and show it unless the string is another one by then; return whether it was shown. */
async function askPanel(kind) {
  const { id, more, show } = PANELS[kind];
  const number = asking;
  const asked = question(kind, more?.());
  const answer = await client.ask(asked);
  if (!answer || number !== asking) return false;
  if (JSON.stringify(asked) !== JSON.stringify(question(kind, more?.()))) return false;
  const section = byId(id).closest("section");
  setStale([section, byId(id)], false);
  if (answer.error) {
    section.hidden = false;
    refill(byId(id), element("p", { class: "aside" }, answer.error));
  } else show(answer);
  return true;
}

function offer(kind) {
  const { id } = PANELS[kind];
  showSection(id, true);
  setStale([byId(id).closest("section")], false);
  const show = () => busily(askPanel(kind)).then(() => byId(id).closest("section").querySelector("h2").focus());
  refill(byId(id), button("Show for this long string", show));
}

function hidePanel({ id }) {
  refill(byId(id));
  if (byId(id).closest("section").id !== "answer-panel") showSection(id, false);
}

function showSection(id, isShown) {
  const section = byId(id).closest("section");
  section.hidden = !isShown;
  setStale([section], false);
}

function setStale(elements, isStale) {
  for (const one of elements) one.classList.toggle("stale", isStale);
}

function showError(error) {
  byId("answer-panel").classList.add("bad");
  byId("verdict").textContent = error;
  for (const id of ["checked", "answer", "advice", "verdicts"]) refill(byId(id));
  string.show({ line: [], labels: [], length: 0 });
}

function showAdvice({ findings, summary }) {
  const read = (code) => client.ask({ kind: "page", code });
  const [urgent, others] = [findings.filter(isUrgent), findings.filter((one) => !isUrgent(one))];
  byId("answer-panel").classList.toggle("doubtful", urgent.length > 0);
  byId("verdict").textContent = [answered.message, summary].filter(Boolean).join(", ");
  refill(
    byId("advice"),
    urgent.length ? findingsView(urgent, applying(), read) : null,
    others.length
      ? element(
          "details",
          { class: "more", open: !urgent.length && others.length < 4 },
          element("summary", {}, `Advice (${others.length})`),
          findingsView(others, applying(), read),
        )
      : null,
  );
}

const isUrgent = ({ severity }) => severity !== "advice";

function showRulePanel(rule) {
  byId("rule-role").textContent = rule.role;
  byId("rule-name").textContent = rule.name;
  showRule(byId("rule-view"), rule, link);
}

function showSteps(answer) {
  steps.show(answer, state.rule, link.read);
  if (!answered.valid) links.take(answer.open.map(({ rule, start }) => ({ rule, start, end: answer.place })));
}

function showTreePanel({ nodes, ambiguous }) {
  showSection("tree", true);
  const all = nodesOf(nodes);
  links.take(all.filter(({ rule }) => rule));
  const asked = question("tree");
  const more = async (path) => {
    const answer = await client.ask({ ...asked, path });
    return answer?.nodes ? nodesOf(answer.nodes, path)[0].children : [];
  };
  showTree(byId("tree"), all[0], link.read, more);
  const words = "The rule is ambiguous: this string has another tree, too.";
  if (ambiguous) byId("tree").prepend(element("p", { class: "doubt" }, words));
}

function showConversionsPanel({ conversions }) {
  showSection("conversions", conversions.length);
  showConversions(byId("conversions"), conversions, link.text);
}

function showOrderPanel(answer) {
  showSection("order", answer.characters.length);
  if (!answer.characters.length) return;
  const read = (code) => client.ask({ kind: "page", code });
  showOrder(byId("order"), answer, answer.findings.length ? findingsView(answer.findings, applying(), read) : null);
}

/** Return what writes a fix into the field, as a step that Back takes back, if the field still has the same string. */
function applying() {
  const { asked } = answered;
  return (text) => {
    if (asked.text !== byId("text").value || asked.text !== state.text || asked.escapes !== state.escapes) return;
    toAnswer();
    location.hash = address({ text });
  };
}

/** Move to the answer, once it is of the address that is followed. */
function toAnswer() {
  const move = () => {
    byId("verdict").focus();
    byId("answer-panel").scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", move, { once: true });
}

function fillGrammars() {
  const options = (rows) => rows.map(({ name, title }) => element("option", { value: name }, title));
  const groups = [...Map.groupBy(setup.grammars, ({ group }) => group)];
  refill(
    byId("grammar"),
    groups.map(([label, rows]) => element("optgroup", { label }, options(rows))),
  );
}

/** Bring the controls to the state; the rules of a grammar are asked for when it is chosen. */
function fillControls() {
  byId("grammar").value = state.grammar;
  if (byId("text").value !== state.text) byId("text").value = state.text;
  byId("escapes").checked = state.escapes;
  if (rules?.grammar === state.grammar) {
    byId("rule").value = state.rule;
    return;
  }
  rules = { grammar: state.grammar };
  const option = (value) => element("option", { value }, value);
  refill(byId("rule"), option(state.rule));
  busily(client.ask({ kind: "grammar", grammar: state.grammar })).then((answer) => {
    if (!answer?.start || answer.grammar !== state.grammar) return;
    const groups = [
      ["Start rules", answer.start],
      ["All other rules", answer.others],
    ];
    refill(
      byId("rule"),
      groups.map(([label, names]) => (names.length ? element("optgroup", { label }, names.map(option)) : null)),
    );
    byId("rule").value = state.rule;
  });
}

/** Change the state from the controls; the address follows without a new entry in the history. */
function change(changes) {
  state = { ...state, ...changes };
  history.replaceState(null, "", hashOf(state));
}

/** Change the state, and ask with the next frame. */
function changeAsked(changes) {
  change(changes);
  document.documentElement.dataset.busy = "true";
  if (!painting) painting = requestAnimationFrame(() => busily(ask()));
}

function restore() {
  const before = state;
  state = stateOf(location.hash, state);
  byId("escapes").checked = state.escapes;
  if (byId("text").value !== state.text) byId("text").value = state.text;
  const isReading = ["grammar", "rule", "text", "escapes"].every((name) => before[name] === state[name]);
  if (!isReading || !answered) busily(ask());
  else busily(Promise.all(["rule", "steps"].map(askPanel)));
}

byId("text").addEventListener("input", () => changeAsked({ text: byId("text").value, place: null, show: null }));
byId("escapes").addEventListener("change", () => changeAsked({ escapes: byId("escapes").checked }));
byId("rule").addEventListener("change", () => changeAsked({ rule: byId("rule").value, show: null, place: null }));
byId("grammar").addEventListener("change", () => {
  changeAsked({ grammar: byId("grammar").value, show: null, place: null });
});
addEventListener("hashchange", restore);

function startQuiz() {
  const about = { kind: "quiz", grammar: setup.quiz.grammar, rule: setup.quiz.rule };
  refill(byId("quiz"), element("p", { class: "aside" }, "Making questions …"));
  busily(client.ask(about)).then((answer) => {
    if (answer.error) {
      refill(byId("quiz"), element("p", { class: "aside" }, answer.error));
      return;
    }
    const { grammar, rule } = about;
    const explain = async (text) => {
      const said = await client.ask({ kind: "verdict", grammar, rule, text, escapes: true });
      return said?.valid === false ? said.message : "";
    };
    const tools = { explain, link: (text) => address({ grammar, rule, text }), follow: toAnswer };
    new QuizView(byId("quiz"), answer, tools);
    byId("quiz-title").focus();
  });
}

new Theme(byId("theme"));
fillGrammars();
byId("own-panel").hidden = !setup.own.length;
if (setup.own.length) showOwn(byId("own"), setup.own, exampleLink, toAnswer);
byId("examples-panel").hidden = !setup.gallery.length;
showChips(byId("chips"), setup.gallery, exampleLink, toAnswer);
showExamples(byId("examples"), setup.gallery, exampleLink, toAnswer);
refill(byId("quiz"), button("Start the quiz", startQuiz));
restore();
document.documentElement.dataset.ready = "true";
