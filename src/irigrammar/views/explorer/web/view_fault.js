// Why a string does not match: what was found, what could have come, and what would match.

import { element, refill, shownText } from "./dom.js";
import { Expectation } from "./expectation.js";
import { repairsOf } from "./repairs.js";
import { codePoint, textOf } from "./text.js";

const made = new WeakMap();

function expectationOf(production) {
  if (!made.has(production)) made.set(production, new Expectation(production));
  return made.get(production);
}

/** Show the fault of code points; `link` gives the address of a rule, or of another text. */
export function showFault(holder, production, points, fault, link) {
  const expectation = expectationOf(production);
  const prefix = points.subarray(0, fault);
  const { groups, ends } = expectation.groups(prefix);
  const repairs = repairsOf(production.table, points, expectation.rowStart(prefix));
  const ended = fault === points.length;
  const what = ended ? "Unexpected end of string" : `${codePoint(points[fault])} is not allowed here`;
  const bytes = new TextEncoder().encode(textOf(prefix)).length;
  const likely = groups.filter((one) => one.first);
  const first = likely.length ? likely : groups;
  const others = groups.filter((one) => !first.includes(one));
  refill(
    holder,
    element("p", {}, element("strong", {}, what), ` (offset ${fault} in characters, ${bytes} in bytes of UTF-8).`),
    element("h3", {}, "What is allowed here"),
    element(
      "ul",
      {},
      first.map((group) => groupRow(group, link)),
      ends && !ended ? element("li", {}, "the end") : null,
    ),
    others.length
      ? element(
          "details",
          {},
          element("summary", {}, "If it is parsed another way"),
          element(
            "ul",
            {},
            others.map((group) => groupRow(group, link)),
          ),
        )
      : null,
    element("h3", {}, "Possible fixes"),
    repairs.length
      ? element(
          "ul",
          {},
          repairs.map(({ text, how }) =>
            element(
              "li",
              {},
              element("a", { href: link.text(text) }, shownText(text, 120)),
              element("span", { class: "aside" }, ` ${how}`),
            ),
          ),
        )
      : element("p", {}, "No single-character fix was found."),
  );
}

function groupRow({ rule, words, begins, items }, link) {
  const listed = items.map((item) =>
    item.rule ? element("a", { href: link.rule(item.rule) }, item.rule) : signOf(item),
  );
  const name = element("a", { href: link.rule(rule) }, words);
  return element(
    "li",
    {},
    begins ? "" : "more of ",
    name,
    ": ",
    listed.map((one, at) => [at ? ", " : "", one]),
  );
}

function signOf({ sign, ahead }) {
  const shown =
    typeof sign === "string"
      ? `"${sign}"`
      : sign
          .map(([low, high]) =>
            low === high ? `"${String.fromCodePoint(low)}"` : `${spelledPoint(low)} to ${spelledPoint(high)}`,
          )
          .join(" or ");
  return element("span", {}, element("code", {}, shown), ahead ? ` for ${ahead}` : "");
}

function spelledPoint(point) {
  return point > 0x20 && point < 0x7f ? `"${String.fromCodePoint(point)}"` : codePoint(point);
}
