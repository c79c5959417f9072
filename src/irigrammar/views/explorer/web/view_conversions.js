// The conversions of the documents, each with its steps.

import { CONVERSIONS, conversion } from "./conversions.js";
import { element, refill, shownText } from "./dom.js";

/** Return what shows the conversions of a text that change it in a holder; it returns whether there are any. */
export function conversionsView(catalog, link) {
  const rows = Object.entries(CONVERSIONS).map(([name, { title }]) => {
    return { title, convert: conversion(catalog, name), view: element("details", { class: "conversion" }) };
  });
  return (holder, text) => {
    const shown = rows.filter(({ title, convert, view }) => {
      const outcome = convert(text);
      if (outcome.error || outcome.result === text) return false;
      refill(view, ...conversionView(title, outcome, link));
      return true;
    });
    refill(
      holder,
      shown.map(({ view }) => view),
    );
    return shown.length > 0;
  };
}

function conversionView(title, { result, steps }, link) {
  const changes = steps.filter(({ before, after }) => before !== after);
  return [
    element("summary", {}, element("strong", {}, title), " ", shownText(result, 160)),
    element("p", {}, element("a", { href: link.text(result) }, "Try the result")),
    changes.length ? element("ol", { class: "steps" }, changes.map(stepView)) : null,
  ];
}

function stepView({ section, before, after, note }) {
  return element(
    "li",
    {},
    element("span", { class: "aside" }, section),
    element("div", {}, shownText(before, 160), " → ", shownText(after, 160)),
    element("div", {}, note),
  );
}
