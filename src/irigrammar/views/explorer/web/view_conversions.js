// The conversions of the documents, each with its steps.

import { CONVERSIONS, conversion } from "./conversions.js";
import { element, refill, shownText } from "./dom.js";

/** Return what shows all conversions of a text in a holder. */
export function conversionsView(catalog, link) {
  const rows = Object.entries(CONVERSIONS).map(([name, { title, command }]) => ({
    title,
    command,
    convert: conversion(catalog, name),
  }));
  const views = rows.map(() => element("details", { class: "conversion" }));
  return (holder, text) => {
    rows.forEach(({ title, command, convert }, at) =>
      refill(views[at], ...conversionView(title, command, convert(text), link)),
    );
    refill(holder, views);
  };
}

function conversionView(title, command, { result, error, refer, steps }, link) {
  const outcome = refer
    ? element("span", {}, "run ", element("code", {}, `iri ${command}`))
    : error
      ? element("span", { class: "aside" }, "none")
      : shownText(result, 160);
  const why = refer ? `${refer[0].toUpperCase()}${refer.slice(1)}.` : error ? `No conversion: ${error}.` : null;
  return [
    element("summary", {}, element("strong", {}, title), " ", outcome),
    why ? element("p", {}, why) : element("p", {}, element("a", { href: link.text(result) }, "Try the result")),
    steps.length ? element("ol", { class: "steps" }, steps.map(stepView)) : null,
  ];
}

function stepView({ section, before, after, note }) {
  const change = before === after ? shownText(after, 160) : [shownText(before, 160), " → ", shownText(after, 160)];
  return element(
    "li",
    {},
    element("span", { class: "aside" }, section),
    element("div", {}, change),
    element("div", {}, note),
  );
}
