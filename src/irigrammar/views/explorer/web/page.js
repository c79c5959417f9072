// The page: it reads the field and the address, and has the views show what follows.

import { adviceOn } from "./advice.js";
import { bidiFindings } from "./bidi.js";
import { Catalog, unpacked } from "./catalog.js";
import { element, refill } from "./dom.js";
import { diagnosticOf, explainerOf } from "./explain.js";
import { componentsOf } from "./edits.js";
import { Links } from "./links.js";
import { holds } from "./ranges.js";
import { boxesAt } from "./placing.js";
import { FIRST_STATE, hashOf, stateOf } from "./state.js";
import { Theme } from "./theme.js";
import { escapeOf, pointsOf, unescaped } from "./text.js";
import { nodesOf } from "./tree.js";
import { showFault } from "./view_answer.js";
import { conversionsView } from "./view_conversions.js";
import { showChips, showExamples, showOwn } from "./view_examples.js";
import { findingsView, showOrder } from "./view_order.js";
import { showParts } from "./view_parts.js";
import { QuizView } from "./view_quiz.js";
import { showRule } from "./view_rule.js";
import { StepsView } from "./view_steps.js";
import { StringView } from "./view_string.js";
import { showTree } from "./view_tree.js";
import { showVerdicts } from "./view_verdicts.js";
import { fileOf } from "./words.js";

const LONG = 10_000; // code points; what would take long for more is shown on request
const PAUSE = 120; // milliseconds after the last key until the panels follow

const SENTENCE = /^\p{Ll}/u; // which a capital letter begins; what begins with a quotation mark stays

const byId = (id) => document.getElementById(id);
const catalog = new Catalog(...(await unpacked(byId("data").textContent)));
const { own } = catalog.data;
const first = own ? { ...FIRST_STATE, ...own.first } : FIRST_STATE;
let state = stateOf(location.hash, catalog, first);
let now = null; // what is shown: text, points, production, fault, said
let painting = 0;
let waiting = 0;

const string = new StringView(byId("string"));
const links = new Links(document.querySelector("main"), string);
const steps = new StepsView(byId("steps"), (place) => {
  change({ place });
  showSteps();
  links.markAt(place);
});
const link = {
  read: (rule) => hashOf({ ...state, shown: catalog.grammars.get(state.grammar).rule(rule).name }),
  check: (rule) => hashOf({ ...state, rule: catalog.grammars.get(state.grammar).rule(rule).name, shown: null }),
  text: (text) => hashOf(forText(text)),
};
const showConversions = conversionsView(catalog, link);
const address = (changes) => hashOf({ ...state, escapes: true, shown: null, place: null, ...changes });

function forText(text) {
  return { ...state, text: writtenFor(text), escapes: true, shown: null, place: null };
}

/** Return the field's content for a text: a backslash that would begin an escape is escaped itself. */
function writtenFor(text) {
  return unescaped(text) === text ? text : text.replaceAll("\\", escapeOf("\\".codePointAt(0)));
}

/** Show the answer at once; the panels follow when nothing more is typed, or at once where they are asked for. */
function show(isTyped = false) {
  painting = 0;
  const text = state.escapes ? unescaped(state.text) : state.text;
  const points = pointsOf(text);
  const production = catalog.production(state.grammar, state.rule);
  const fault = production.table.faultOffset(points);
  const explainer = fault === null ? null : explainerOf(catalog, production);
  const said = fault === null ? null : explainer.explain(points, fault);
  now = { text, points, production, fault, said };
  byId("length").textContent = `${points.length.toLocaleString("en")} character${points.length === 1 ? "" : "s"}`;
  byId("answer-panel").classList.toggle("bad", fault !== null);
  byId("verdict").textContent = said ? said.message : validWords(production, text);
  byId("verdict").classList.toggle("sentence", SENTENCE.test(byId("verdict").textContent));
  const { title, document: source } = production.grammar.entry;
  byId("checked").textContent =
    `${fault === null ? "Matches" : "Checked against"} ${[...new Set([state.rule, fileOf(title), fileOf(source)])].filter(Boolean).join(", ")}`;
  now.parts = componentsOf(production, points, said);
  string.show(points, now.parts, said?.labels ?? []);
  clearTimeout(waiting);
  document.documentElement.dataset.busy = "true";
  if (isTyped) waiting = setTimeout(showPanels, PAUSE);
  else showPanels();
}

function validWords({ rule, grammar }, text) {
  if (text === "" && rule.name.endsWith("reference")) return "valid: the empty reference means the document itself";
  return grammar.entry.scheme ? `a valid ${rule.name} of ${grammar.name}` : `a valid ${rule.name}`;
}

function showPanels() {
  const { text, points, production, fault, said, parts } = now;
  const { grammar } = production;
  const held = document.activeElement?.closest("section");
  const isReference = Object.keys(grammar.entry.fields).length > 0;
  byId("verdicts").hidden = !isReference;
  if (!byId("verdicts").hidden) showVerdicts(byId("verdicts"), catalog, text, points, production, address);
  if (said) {
    const row = catalog.data.hints.find((one) => one.code === said.code);
    const { code, help, section, offset } = said;
    const isLong = points.length > 20 * LONG; // so long that fixes take seconds
    const showAnswer = (fixes) => showFault(byId("answer"), { code, help, section, offset, fixes, text }, row, apply);
    const showFixes = () => {
      showAnswer(said.fixes);
      byId("verdict").focus();
    };
    showAnswer(isLong ? [] : said.fixes);
    const asking = { type: "button", onclick: showFixes };
    if (isLong) byId("answer").append(element("button", asking, "Look for fixes in this long string"));
  } else {
    refill(byId("answer"));
    if (isReference) ifLong("answer", "Look for advice on this long string", showAdvice);
  }
  byId("parts-panel").hidden = fault !== null || !parts.length;
  if (!byId("parts-panel").hidden) showParts(byId("parts"), points, parts, link);
  showRulePanel();
  showSteps();
  showTreePanel();
  const { sets } = catalog.data;
  byId("order-panel").hidden = !points.some((point) => holds(sets["right-to-left"], point));
  if (!byId("order-panel").hidden)
    showOrder(byId("order"), points, parts, isReference ? bidiFindings(catalog, grammar, points) : []);
  byId("conversions-panel").hidden = !isReference;
  if (isReference) ifLong("conversions", "Convert this long string", showConversionsPanel);
  if (own) showOwnPanel();
  if (held && document.activeElement === document.body) held.querySelector("h2[tabindex]")?.focus();
  delete document.documentElement.dataset.busy;
}

function showRulePanel() {
  const { production, fault, points, said } = now;
  const { grammar } = production;
  const name = state.shown ?? said?.shownRule ?? state.rule;
  const rule = grammar.rule(name);
  byId("rule-role").textContent = !state.shown && said?.shownRule ? "Where it went wrong:" : "Rule";
  byId("rule-name").textContent = rule.name;
  const explainer = explainerOf(catalog, production);
  const next = fault === null ? new Set() : boxesAt(explainer, points, said.turn, rule);
  showRule(
    byId("rule-view"),
    { grammar, rule, isChecked: rule === production.rule, pattern: own?.patterns[grammar.name]?.[rule.name] },
    next,
    link,
  );
}

function showSteps() {
  const { production, fault, points } = now;
  const end = fault ?? points.length;
  const place = Math.min(state.place ?? end, end);
  steps.show(explainerOf(catalog, production), points, end, place, link);
}

function showTreePanel() {
  const { production, fault, points, said } = now;
  byId("tree-panel").hidden = fault !== null;
  const open = said?.open.map(({ rule, start }) => ({ rule, start, end: said.offset })).reverse();
  links.take(open ?? []);
  if (fault !== null) return;
  ifLong("tree", "Draw the tree of this long string", () => {
    const tree = production.parse(points);
    const { naming } = explainerOf(catalog, production);
    links.take(nodesOf(tree));
    showTree(byId("tree"), tree, points, (rule) => naming.isCharacter(rule) || naming.isRow(rule), link);
  });
}

function showAdvice() {
  const findings = adviceOn(catalog, now.production, now.points, now.parts);
  refill(byId("answer"), findings.length ? findingsView(findings) : null);
}

function showConversionsPanel() {
  byId("conversions-panel").hidden = !showConversions(byId("conversions"), now.text);
}

/** Fill a holder, of a long string when a button is pressed. */
function ifLong(id, label, fill) {
  const section = byId(id).closest("section");
  const fillAsked = () => {
    fill();
    if (!byId(id).hasChildNodes()) refill(byId(id), "Nothing was found.");
    section.hidden = false;
    section.querySelector("h2").focus();
  };
  if (now.points.length <= LONG) fill();
  else refill(byId(id), element("button", { type: "button", onclick: fillAsked }, label));
}

function showOwnPanel() {
  byId("own-panel").hidden = !own.examples.length;
  const check = ({ grammar, rule, text }) => catalog.production(grammar, rule).table.matches(pointsOf(unescaped(text)));
  showOwn(byId("own"), own.examples, check, address, toAnswer);
}

/** Write a fix into the field, as a step that the browser's Back takes back. */
function apply(text) {
  location.hash = hashOf(forText(text));
  toAnswer();
}

/** Move to the answer, once it is of the address that is followed. */
function toAnswer() {
  addEventListener(
    "hashchange",
    () => {
      byId("verdict").focus();
      byId("answer-panel").scrollIntoView({ block: "nearest" });
    },
    { once: true },
  );
}

function fillControls() {
  const grammars = [...catalog.grammars.values()];
  const group = (label, members, says) =>
    members.length
      ? element(
          "optgroup",
          { label },
          members.map((one) => element("option", { value: one.name, selected: one.name === state.grammar }, says(one))),
        )
      : null;
  const mine = grammars.filter(({ entry }) => entry.own);
  const generic = grammars.filter(({ entry }) => !entry.own && !entry.scheme);
  const schemes = grammars.filter(({ entry }) => entry.scheme);
  refill(
    byId("grammar"),
    group("Your grammars", mine, ({ name }) => fileOf(name)),
    group("Identifiers", generic, ({ name, entry }) => (entry.title === name ? name : `${name}: ${entry.title}`)),
    group("Schemes and others", schemes, ({ name }) => name), // names of schemes say enough, and keep the control narrow
  );
  const { entry } = catalog.grammars.get(state.grammar);
  const all = Object.keys(entry.tables).sort((one, other) => one.localeCompare(other, "en"));
  const option = (name) => element("option", { value: name, selected: name === state.rule }, name);
  const others = all.filter((name) => !entry.start.includes(name));
  refill(
    byId("rule"),
    element("optgroup", { label: "Start rules" }, entry.start.map(option)),
    others.length ? element("optgroup", { label: "All other rules" }, others.map(option)) : null,
  );
  if (byId("text").value !== state.text) byId("text").value = state.text;
  byId("escapes").checked = state.escapes;
}

/** Change the state from the controls; the address follows without a new entry in the history. */
function change(changes) {
  state = { ...state, ...changes };
  history.replaceState(null, "", hashOf(state));
}

/** Change the state, and show it with the next frame; panels follow later where somebody types. */
function changeShown(changes, isTyped = false) {
  change(changes);
  document.documentElement.dataset.busy = "true";
  if (!painting) painting = requestAnimationFrame(() => show(isTyped));
}

function restore() {
  state = stateOf(location.hash, catalog, state);
  const asked = new URLSearchParams(location.hash.slice(1)).get("g");
  byId("notice").hidden = !asked || catalog.grammars.has(asked);
  byId("notice").textContent =
    `This page has no grammar "${asked}"; the string is checked against ${fileOf(state.grammar)}.`;
  fillControls();
  show();
}

byId("text").addEventListener("input", () => changeShown({ text: byId("text").value, place: null, shown: null }, true));
byId("escapes").addEventListener("change", () => changeShown({ escapes: byId("escapes").checked }));
byId("rule").addEventListener("change", () => changeShown({ rule: byId("rule").value, shown: null, place: null }));
byId("grammar").addEventListener("change", () => {
  const chosen = catalog.grammars.get(byId("grammar").value);
  const same = chosen.entry.start.includes(state.rule) ? state.rule : chosen.entry.start[0];
  changeShown({ grammar: chosen.name, rule: same, shown: null, place: null });
  fillControls();
});
addEventListener("hashchange", restore);

new Theme(byId("theme"));
const { gallery } = catalog.data;
byId("examples-panel").hidden = Boolean(own);
if (!own) showChips(byId("chips"), gallery, address, toAnswer);
byId("quiz-panel").hidden = Boolean(own);
const asked = catalog.start(FIRST_STATE.grammar);
const explain = (text) => diagnosticOf(catalog, asked, text)?.message ?? "";
const quizzed = (text) => address({ grammar: FIRST_STATE.grammar, rule: FIRST_STATE.rule, text });
if (!own) new QuizView(byId("quiz"), catalog.data.quiz, { explain, address: quizzed, follow: toAnswer });
if (!own) showExamples(byId("examples"), gallery, address, toAnswer);
restore();
document.documentElement.dataset.ready = "true";
