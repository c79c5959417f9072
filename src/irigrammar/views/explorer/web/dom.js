// Elements, made without markup in strings.

const TOGETHER = 300; // items of a list that are shown, and how many more a button shows
const SVG = "http://www.w3.org/2000/svg";

/** Return an element with attributes ("on..." are listeners) and children (nodes, texts, arrays; null is nothing). */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** Return an element of SVG. */
export function drawing(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** Put children in place of what an element holds. */
export function refill(holder, ...children) {
  holder.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

/** Show some of many items in a list, and a button for more of them. */
export function showInParts(list, items, show, from = 0) {
  const next = from + TOGETHER;
  list.append(...items.slice(from, next).map(show));
  if (next >= items.length) return;
  const ask = () => {
    more.remove();
    showInParts(list, items, show, next);
    const added = [...list.children].slice(next).flatMap((item) => [item, ...item.querySelectorAll("a, button")]);
    added.find(({ tabIndex }) => tabIndex >= 0)?.focus();
  };
  const words = `Show more of ${(items.length - next).toLocaleString("en")} others`;
  const more = element("li", { class: "leaf" }, button(words, ask, { class: "small" }));
  list.append(more);
}

export const byId = (id) => document.getElementById(id);

/** Return options of a control, one for each value. */
export function options(values) {
  return values.map((value) => element("option", { value }, value));
}

/** Return a button. */
export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

/** Return an isolated piece of a string. */
export function shownText(text) {
  return element("bdi", { dir: "ltr", class: "text" }, text || element("i", {}, "empty"));
}

const CITED = /RFC (\d+), (section|appendix) ([\w.]+)/g;
const EDITOR = "https://www.rfc-editor.org/rfc/rfc";

/** Return a text with links to the sections of RFCs that it cites; nothing is loaded until one is followed. */
export function withSections(text) {
  const pieces = [];
  let done = 0;
  for (const match of text.matchAll(CITED)) {
    const [cited, number, kind, section] = match;
    const href = `${EDITOR}${number}#${kind}-${kind === "appendix" ? section.toUpperCase() : section.replace(/\.$/, "")}`;
    pieces.push(text.slice(done, match.index), element("a", { href, rel: "noreferrer", target: "_blank" }, cited));
    done = match.index + cited.length;
  }
  return [...pieces, text.slice(done)];
}
