// The page: it reads the field and the address, and has the views show what follows.

import { Catalog, unpacked } from "./catalog.js";
import { element, refill } from "./dom.js";
import { completed } from "./repairs.js";
import { hashOf, stateOf } from "./state.js";
import { escapeOf, pointsOf, unescaped } from "./text.js";
import { conversionsView } from "./view_conversions.js";
import { showFault } from "./view_fault.js";
import { showGallery } from "./view_gallery.js";
import { showOrder } from "./view_order.js";
import { showRule } from "./view_rule.js";
import { showString } from "./view_string.js";
import { showTree } from "./view_tree.js";

const LONG = 10000; // code points; of a longer text the page shows verdict and fault alone
const SIDE_BY_SIDE = [
  ["URI", "rfc3986"],
  ["IRI", "rfc3987"],
  ["LEIRI", "leiri"],
  ["Web Address", "web-address"],
];

const at = (id) => document.getElementById(id);
const catalog = new Catalog(JSON.parse(at("data").textContent), await unpacked(at("schemes").textContent));
let state = stateOf(location.hash, catalog);
let pending = 0;

const link = {
  rule: (rule) => hashOf({ ...state, rule: catalog.grammars.get(state.grammar).rule(rule).name }),
  text: (text) => hashOf({ ...state, text: writtenFor(text), escapes: true }),
};
const showConversions = conversionsView(catalog, link);

/** Return the field's content for a text: a backslash that would begin an escape is escaped itself. */
function writtenFor(text) {
  return unescaped(text) === text ? text : text.replaceAll("\\", escapeOf("\\".codePointAt(0)));
}

function show() {
  pending = 0;
  const text = state.escapes ? unescaped(state.text) : state.text;
  const points = pointsOf(text);
  const production = catalog.production(state.grammar, state.rule);
  const fault = production.table.faultOffset(points);
  const isLong = points.length > LONG;
  showVerdicts(production, fault, points);
  showString(at("string"), points, isLong ? [] : componentsOf(production, points, fault), fault);
  at("length").textContent = `${points.length.toLocaleString("en")} characters`;
  at("long").hidden = !isLong;
  at("fault-panel").hidden = fault === null || isLong;
  at("tree-panel").hidden = fault !== null || isLong;
  at("conversions-panel").hidden = isLong;
  at("order-panel").hidden = isLong;
  if (!isLong) {
    const { characters, rows } = production.grammar.entry;
    if (fault === null) showTree(at("tree"), production.parse(points), points, new Set([...characters, ...rows]), link);
    else showFault(at("fault"), production, points, fault, link);
    showConversions(at("conversions"), text);
    showOrder(at("order"), points, text, catalog.data.sets["right-to-left"]);
  }
  at("rule-name").textContent = production.rule.name;
  showRule(at("rule-view"), production, link);
}

/** Return the components; of a text with a fault those before it, as its shortest completion has them. */
function componentsOf(production, points, fault) {
  if (fault === null) return production.components(points);
  const found = production.components(completed(production.table, points.subarray(0, fault)));
  return found.filter(({ start }) => start < fault).map((part) => ({ ...part, end: Math.min(part.end, fault) }));
}

function showVerdicts(production, fault, points) {
  const { title, document } = production.grammar.entry;
  const chosen = `${production.rule.name} (${title}, ${document})`;
  refill(at("verdict"), fault === null ? `valid ${chosen}` : `not ${chosen}: fault at offset ${fault}`);
  at("verdict").className = fault === null ? "valid" : "invalid";
  const cards = SIDE_BY_SIDE.map(([title, name]) => {
    const start = catalog.start(name);
    const offset = start.table.faultOffset(points);
    const current = production === start;
    const words = offset === null ? "valid" : `invalid at ${offset}`;
    const href = hashOf({ ...state, grammar: name, rule: start.rule.name });
    return element(
      "li",
      {},
      element(
        "a",
        { href, class: offset === null ? "valid" : "invalid", "aria-current": current ? "true" : null },
        element("strong", {}, title),
        " ",
        words,
      ),
    );
  });
  refill(at("verdicts"), cards);
}

function fillControls() {
  const grammars = [...catalog.grammars.values()];
  const group = (label, scheme) =>
    element(
      "optgroup",
      { label },
      grammars
        .filter(({ entry }) => entry.scheme === scheme)
        .map(({ name, entry }) =>
          element(
            "option",
            { value: name, selected: name === state.grammar },
            scheme ? name : `${name}: ${entry.title}`, // names of schemes say enough, and keep the control narrow
          ),
        ),
    );
  refill(at("grammar"), group("Identifiers", false), group("Schemes and others", true));
  const { entry } = catalog.grammars.get(state.grammar);
  const all = [...new Set(Object.keys(entry.tables))].sort((one, other) => one.localeCompare(other, "en"));
  const option = (name) => element("option", { value: name, selected: name === state.rule }, name);
  const others = all.filter((name) => !entry.start.includes(name));
  refill(
    at("rule"),
    element("optgroup", { label: "Start rules" }, entry.start.map(option)),
    others.length ? element("optgroup", { label: "All other rules" }, others.map(option)) : null,
  );
  if (at("text").value !== state.text) at("text").value = state.text;
  at("escapes").checked = state.escapes;
}

/** Change the state from the controls; the address follows without a new entry in the history. */
function change(changes) {
  state = { ...state, ...changes };
  history.replaceState(null, "", hashOf(state));
  if (!pending) pending = requestAnimationFrame(show);
}

function restore() {
  state = stateOf(location.hash, catalog, state);
  fillControls();
  show();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  at("theme").setAttribute("aria-pressed", String(theme === "dark"));
}

at("text").addEventListener("input", () => change({ text: at("text").value }));
at("escapes").addEventListener("change", () => change({ escapes: at("escapes").checked }));
at("rule").addEventListener("change", () => change({ rule: at("rule").value }));
at("grammar").addEventListener("change", () => {
  const chosen = catalog.grammars.get(at("grammar").value);
  change({ grammar: chosen.name, rule: chosen.entry.start[0] });
  fillControls();
});
at("theme").addEventListener("click", () =>
  setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
);
window.addEventListener("hashchange", restore);

setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
showGallery(at("gallery"), catalog.data.gallery, hashOf);
restore();
document.documentElement.dataset.ready = "true";
