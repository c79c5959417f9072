// The answer: what is wrong in one sentence, what to do, and fixes to apply; or that the string is valid.

import { element, refill, shownText, withSections } from "./dom.js";

/** Show the diagnostic of a fault; `apply` takes a fix's text. */
export function showFault(holder, said, row, apply) {
  const { help, section, fixes, code } = said;
  refill(
    holder,
    help ? element("p", { class: "help" }, `${help[0].toUpperCase()}${help.slice(1)}.`) : null,
    fixes.length ? fixesView(said, fixes, apply) : null,
    element(
      "details",
      { class: "more" },
      element(
        "summary",
        {},
        "Why? ",
        element("code", {}, code),
        row ? ` ${row.name.replaceAll("-", " ")}` : " another reason",
      ),
      row?.why ? element("p", {}, row.why) : null,
      section ? element("p", { class: "aside" }, withSections(section)) : null,
      element(
        "p",
        { class: "aside" },
        `The fault is at offset ${said.offset}; `,
        element("code", {}, `iri rule ${code}`),
        " shows this page in a terminal.",
      ),
    ),
  );
}

function fixesView({ text }, fixes, apply) {
  const rows = fixes.map((fix, at) =>
    element(
      "li",
      {},
      element("span", { class: "fix" }, changeView(text, fix.text)),
      element(
        "button",
        { type: "button", class: at ? null : "first", "data-fix": at, onclick: () => apply(fix.text) },
        "Apply",
        element("span", { class: "unseen" }, ` fix: ${fix.how}`),
      ),
      element("span", { class: "aside" }, fix.how, fix.applicability === "display" ? " (a guess)" : ""),
    ),
  );
  return element("ul", { class: "fixes", "aria-label": "Fixes" }, rows);
}

/** Return a fixed text with what is new marked; what is only left out has a mark, too. */
function changeView(before, after) {
  const [was, now] = [[...before], [...after]];
  let start = 0;
  while (start < was.length && start < now.length && was[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(was.length, now.length) - start;
  while (end < most && was[was.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const piece = (from, to) => (from < to ? shownText(now.slice(from, to).join(""), 80) : null);
  const added = piece(start, now.length - end);
  return [
    piece(0, start),
    added ? element("ins", {}, added) : element("del", {}, shownText(was.slice(start, was.length - end).join(""), 40)),
    piece(now.length - end, now.length),
  ];
}
