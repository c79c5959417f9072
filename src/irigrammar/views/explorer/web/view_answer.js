// The answer: what to do, fixes to apply, why; and advice on a string that is valid.

import { button, element, refill, shownText, showInParts, withSections } from "./dom.js";

/** Show what to do about a fault, and its fixes; `apply` takes a fix's field. */
export function showFault(holder, { help, fixes, code, name, why, section }, apply) {
  refill(
    holder,
    help ? element("p", { class: "help" }, help) : null,
    fixes.length ? fixesView(fixes, apply) : null,
    why
      ? element(
          "details",
          { class: "more" },
          element("summary", {}, "Why? ", element("code", {}, code), ` ${name}`),
          element("p", {}, why),
          section ? element("p", { class: "aside" }, withSections(section)) : null,
        )
      : null,
  );
}

function fixesView(fixes, apply) {
  const rows = fixes.map((fix, at) =>
    element(
      "li",
      {},
      piecesView(fix.pieces),
      applyButton(fix, apply, at ? {} : { class: "first" }),
      element("span", { class: "aside" }, fix.how, fix.guess ? " (a guess)" : ""),
    ),
  );
  return element("ul", { class: "fixes", "aria-label": "Fixes" }, rows);
}

function applyButton({ field, how }, apply, attributes = {}) {
  return button(["Apply", element("span", { class: "unseen" }, ` fix: ${how}`)], () => apply(field), attributes);
}

const ELEMENTS = { new: "ins", gone: "del" };

/** Return a changed text with what is new marked; what is only left out has a mark, too. */
function piecesView(pieces) {
  return element(
    "span",
    { class: "fix" },
    pieces.map(([kind, text]) => (ELEMENTS[kind] ? element(ELEMENTS[kind], {}, shownText(text)) : shownText(text))),
  );
}

/** Return findings as a list, each linked to its place; `read` gives a promise of the page of a code. */
export function findingsView(findings, apply, read) {
  const list = element("ul", { class: "findings", "aria-label": "Findings" });
  showInParts(list, findings, ({ code, severity, start, end, message, fix }) => {
    const more = element("div", { class: "aside" });
    const why = element(
      "details",
      { ontoggle: () => why.open && !more.firstChild && showPage(more, read(code)) },
      element("summary", {}, "Why? ", element("code", {}, code)),
      more,
    );
    return element(
      "li",
      { class: severity, "data-start": start, "data-end": end, tabindex: 0 },
      element("p", {}, element("strong", {}, severity), ` ${message}`),
      fix
        ? element("p", { class: "offer" }, piecesView(fix.pieces), applyButton({ ...fix, how: message }, apply))
        : null,
      why,
    );
  });
  return list;
}

async function showPage(holder, promise) {
  const page = await promise;
  if (!page || page.error) {
    refill(holder, page?.error ?? "");
    return;
  }
  const row = (words, texts) =>
    texts.length
      ? element(
          "p",
          {},
          words,
          " ",
          texts.map((text, at) => [at ? ", " : "", shownText(text)]),
        )
      : null;
  refill(
    holder,
    element("p", {}, page.what),
    row("Wrong:", page.wrong),
    row("Right:", page.right),
    element("p", {}, withSections(page.references.join("; "))),
  );
}
