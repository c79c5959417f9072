// The page: read the field and the address, ask the library, and have the views show its answers.
//
// An answer belongs to the question that was asked: one that comes late is dropped, and what is shown of an older one is
// stale (greyed, and its buttons do nothing) until its successor comes.

import { Client, saved } from "./ask.js";
import { button, byId, element, options, refill } from "./dom.js";
import { Links } from "./links.js";
import { packed, unpacked } from "./packing.js";
import { hashOf, stateOf } from "./state.js";
import { Theme } from "./theme.js";
import { findingsView, showFault } from "./view_answer.js";
import { showConversions } from "./view_conversions.js";
import { CourseView } from "./view_course.js";
import { showChips, showExamples } from "./view_examples.js";
import { showOrder } from "./view_order.js";
import { showParts, showPoints, showVerdicts } from "./view_parts.js";
import { QuizView } from "./view_quiz.js";
import { showRule } from "./view_rule.js";
import { StepsView } from "./view_steps.js";
import { StringView } from "./view_string.js";
import { nodesOf, showTree } from "./view_tree.js";
import { Workbench } from "./workbench.js";

const LONG = 100_000; // characters; what would take long for more is shown on request

const setup = JSON.parse(byId("setup").textContent);
// The token in the address is for this browser only, and not for links that are copied.
if (setup.host.kind === "server") history.replaceState(null, "", location.pathname + location.hash);
const client = new Client(setup, (words) => {
  byId("status").hidden = !words;
  byId("status").textContent = words;
});
const first = {
  ...setup.first,
  escapes: true,
  show: null,
  place: null,
  zipped: "",
  exercise: null,
  document: setup.documents[0] ?? null,
};
let state = { ...first };
let answered = null; // the verdict that is shown, with the question that it answers
let asking = 0; // the number of the last question about a string
let painting = 0;
let working = 0; // how many promises the page waits for
let chosen = []; // parameters of conversions: title, name, value
let rules = null; // of the grammar whose rules the control has

const string = new StringView(byId("string"));
const links = new Links(document.querySelector("main"), string);
const steps = new StepsView(byId("steps"), (place) => {
  change({ place });
  busily(askPanel("steps")).then((isShown) => isShown && links.markAt(place));
});
const here = () => (state.document ? { ...state, grammar: null, zipped: "" } : state);
const link = {
  read: (rule) => hashOf({ ...here(), show: rule }),
  check: (rule) => hashOf({ ...here(), rule, show: null }),
  text: (text) => address({ text }),
};
const workbench = new Workbench(setup, (asked) => busily(client.ask(about(asked))), {
  changed,
  rule: () => state.rule,
  string: () => ({ text: state.text }),
  link: (text, rule = state.rule) => address({ text, rule }),
  follow: () => toAnswer(),
  save: (document) => saved(setup.host, document),
});
const address = (changes) => hashOf({ ...here(), escapes: true, show: null, place: null, ...changes });
const exampleLink = ({ grammar, rule, text }) => address({ grammar, rule, text, zipped: "" });

/** Return a question as one about the grammar of the page: the one that is edited, or the one of a name. */
function about(asked) {
  const { document, grammar } = state;
  if (!document) return { grammar, ...asked };
  const { source, imports, base } = document;
  const isAsItWas = setup.documents.some((one) => one.base === base && one.source === source) && !imports.length;
  if (isAsItWas) return { grammar: base, ...asked };
  return { source, ...(imports.length ? { imports } : {}), ...(base ? { base } : {}), ...asked };
}

/** Return a question about the string, and what more it asks. */
function question(kind, more = {}) {
  const { rule, text, escapes } = state;
  return about({ kind, rule, text, escapes, ...more });
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
  conversions: {
    id: "conversions",
    isAsked: ({ reference }) => reference,
    isLarge: true,
    more: () => (chosen.length ? { chosen } : {}),
    show: showConversionsPanel,
  },
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
  setStale(document.querySelectorAll("#answer-panel, .panels section:not(#quiz-panel, #course-panel)"), true);
  const asked = question("verdict");
  busily(workbench.refresh());
  const answer = await client.ask(asked, true);
  if (!answer || number !== asking) return;
  answered = { ...answer, asked };
  setStale([byId("answer-panel")], false);
  if (answer.error) showError(answer.error);
  else await showVerdict(answer);
}

async function showVerdict(answer) {
  const { grammar, rule, valid, message, checked, length, reference, verdicts, components, notice = "" } = answer;
  if ((!state.document && grammar !== state.grammar) || rule !== state.rule) change({ grammar, rule });
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
  const asked = question("points");
  showPoints(byId("points"), length, () => client.ask(asked));
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

function showAdvice({ findings, summary, note }) {
  const read = (code) => client.ask({ kind: "page", code });
  const [urgent, others] = [findings.filter(isUrgent), findings.filter((one) => !isUrgent(one))];
  byId("answer-panel").classList.toggle("doubtful", urgent.length > 0);
  byId("verdict").textContent = [answered.message, summary].filter(Boolean).join(", ");
  refill(
    byId("advice"),
    note ? element("p", { class: "aside" }, note) : null,
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
  const asked = question("derivation");
  steps.show(answer, state.rule, link.read, answered.valid ? () => client.ask(asked) : null);
  if (!answered.valid) links.take(answer.open.map(({ rule, start }) => ({ rule, start, end: answer.place })));
}

function showTreePanel({ nodes, second }) {
  showSection("tree", true);
  const all = nodesOf(nodes);
  links.take(all.filter(({ rule }) => rule));
  const asked = question("tree");
  const more = async (path) => {
    const answer = await client.ask({ ...asked, path });
    return answer?.nodes ? nodesOf(answer.nodes, path)[0].children : [];
  };
  showTree(byId("tree"), all[0], second && nodesOf(second)[0], {
    read: link.read,
    more,
    asBoxes: state.document !== null,
  });
  if (!second) return;
  byId("answer-panel").classList.add("doubtful");
  byId("verdict").textContent = `${answered.message}, and it has two trees`;
}

function showConversionsPanel({ conversions }) {
  showSection("conversions", conversions.length);
  showConversions(byId("conversions"), conversions, link.text, (title, name, value) => {
    chosen = [...chosen.filter((row) => row[0] !== title || row[1] !== name), [title, name, value]];
    busily(askPanel("conversions"));
  });
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
  const named = (rows) => rows.map(({ name, title }) => element("option", { value: name }, title));
  const groups = () =>
    [...Map.groupBy(setup.grammars, ({ group }) => group)].map(([label, rows]) =>
      element("optgroup", { label }, named(rows)),
    );
  refill(byId("grammar"), element("option", { value: "", hidden: true }, "the one in the editor"), groups());
  refill(byId("import"), element("option", { value: "" }, "Import …"), groups());
  refill(byId("export"), element("option", { value: "" }, "Export …"), options(setup.exports));
}

/** Bring the controls to the state; the rules of a grammar are asked for when it is chosen. */
function fillControls() {
  byId("grammar").value = state.document ? state.document.base : state.grammar;
  for (const id of ["edit", "new"]) byId(id).hidden = state.document !== null;
  if (byId("text").value !== state.text) byId("text").value = state.text;
  byId("escapes").checked = state.escapes;
  const asked = JSON.stringify(about({ kind: "grammar" }));
  if (rules === asked) {
    byId("rule").value = state.rule;
    return;
  }
  rules = asked;
  refill(byId("rule"), options([state.rule]));
  busily(client.ask(JSON.parse(asked))).then((answer) => {
    if (!answer?.start || asked !== rules) return;
    const groups = [
      ["Start rules", answer.start],
      ["All other rules", answer.others],
    ];
    refill(
      byId("rule"),
      groups.map(([label, names]) => (names.length ? element("optgroup", { label }, options(names)) : null)),
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

const edited = new Map(setup.documents.map((document) => [document.base, document])); // as they are now

const course = new CourseView(byId("course"), setup.exercises, {
  check: (number, isGrammar) => {
    const answer = isGrammar ? { source: state.document?.source ?? "" } : { text: state.text };
    return busily(client.ask({ kind: "exercise", number, ...answer }));
  },
  choose: (exercise) => {
    change({ exercise });
    course.show(exercise);
  },
  edit: () => state.document ?? edit({ ...setup.sample, source: "", examples: [] }),
});

/** Take a changed document: ask at once, and bring the address up to date when it is packed. */
function changed(document) {
  const isGrammar = ["source", "imports"].some((name) => state.document?.[name] !== document[name]);
  state = { ...state, document, place: null, show: isGrammar ? null : state.show };
  if (document.base) edited.set(document.base, document);
  const isNow = () => state.document === document;
  packed(document).then((zipped) => isNow() && change({ zipped }));
  if (isGrammar) changeAsked({});
  else busily(workbench.refresh());
}

/** Edit a grammar, as a step that Back takes back. */
async function edit(document) {
  state = { ...state, document, zipped: await packed(document), show: null, place: null };
  history.pushState(null, "", hashOf(state));
  workbench.open(document);
  await busily(ask());
  byId("grammar-title").focus();
}

/** Return a promise of the grammar of the page as a document to edit, with the examples that there are of it. */
async function documentOfPage() {
  const { grammar, rule } = state;
  const { text = "" } = await busily(client.ask({ kind: "text", grammar }));
  const rows = setup.gallery.filter((entry) => entry.grammar === grammar && entry.rule === rule);
  const examples = rows.map((entry) => [entry.text, entry.rule, entry.valid]);
  return { source: text, imports: [], base: "", examples, kept: null, compare: [] };
}

async function restore() {
  const before = state;
  let next = stateOf(location.hash, state);
  byId("broken-link")?.remove();
  if (!next.zipped && next.grammar !== before.grammar) next = { ...next, document: edited.get(next.grammar) ?? null };
  else if (next.zipped && next.zipped !== state.zipped) {
    try {
      next.document = await unpacked(next.zipped);
    } catch (error) {
      next = { ...next, document: null, zipped: "" };
      byId("main").prepend(element("p", { class: "invalid", role: "alert", id: "broken-link" }, error.message));
    }
  }
  state = next;
  const { document } = state;
  if (document && !state.zipped) packed(document).then((zipped) => state.document === document && change({ zipped }));
  else if (document) history.replaceState(null, "", hashOf(state));
  if (state.exercise !== null) course.show(state.exercise);
  if (state.document !== workbench.document) workbench.open(state.document);
  fillControls();
  byId("escapes").checked = state.escapes;
  if (byId("text").value !== state.text) byId("text").value = state.text;
  const isReading = ["grammar", "rule", "text", "escapes", "document"].every((name) => before[name] === state[name]);
  if (!isReading || !answered) busily(ask());
  else busily(Promise.all(["rule", "steps"].map(askPanel)));
}

byId("text").addEventListener("input", () => changeAsked({ text: byId("text").value, place: null, show: null }));
byId("escapes").addEventListener("change", () => changeAsked({ escapes: byId("escapes").checked }));
byId("rule").addEventListener("change", () => changeAsked({ rule: byId("rule").value, show: null, place: null }));
byId("grammar").addEventListener("change", () => {
  const grammar = byId("grammar").value;
  if (state.document) location.hash = address({ grammar, rule: "", zipped: "" });
  else changeAsked({ grammar, rule: "", show: null, place: null });
});
byId("edit").addEventListener("click", async () => edit(await documentOfPage()));
byId("new").addEventListener("click", () => {
  const [text, rule] = setup.sample.examples.at(0);
  state = { ...state, text, rule, escapes: true };
  edit(setup.sample);
});
byId("copy-link").addEventListener("click", async () => {
  await navigator.clipboard.writeText(location.href);
  byId("copy-link").textContent = "Copied";
});
addEventListener("hashchange", restore);

function startQuiz() {
  const quiz = { ...(state.document ? about({ rule: state.rule }) : setup.quiz), kind: "quiz" };
  refill(byId("quiz"), element("p", { class: "aside" }, "Making questions …"));
  busily(client.ask(quiz)).then((answer) => {
    if (!answer || answer.error) {
      refill(byId("quiz"), element("p", { class: "aside" }, answer?.error ?? "Try again."));
      return;
    }
    const look = (kind, text, more) => client.ask({ ...quiz, ...more, kind, text, escapes: true });
    const { source, grammar, rule } = quiz;
    const of = source === undefined ? { grammar, rule, zipped: "" } : { rule };
    const tools = { look, link: (text) => address({ ...of, text }), follow: toAnswer };
    new QuizView(byId("quiz"), answer, tools);
    byId("quiz-title").focus();
  });
}

new Theme(byId("theme"));
fillGrammars();
byId("course-panel").hidden = !setup.exercises.length;
byId("examples-panel").hidden = !setup.gallery.length;
showChips(byId("chips"), setup.gallery, exampleLink, toAnswer);
showExamples(byId("examples"), setup.gallery, exampleLink, toAnswer);
refill(byId("quiz"), button("Start the quiz", startQuiz));
restore().then(() => (document.documentElement.dataset.ready = "true"));
