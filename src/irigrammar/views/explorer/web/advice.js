// Advice on valid strings: the characters that nobody sees, by the library's rules and words.

import { holds } from "./ranges.js";
import { codePoint } from "./text.js";

/** Return the findings on characters as they are written, {code, severity, start, end, message}, in order: of each rule
 * the first run of them in a component, and how many more there are. */
export function hiddenCharacters({ data }, points, parts) {
  const fieldAt = (offset) => parts.findLast(({ start }) => start <= offset)?.field ?? "reference";
  const findings = [];
  for (const { code, severity, ranges, says, names } of data.hidden) {
    const rows = new Map();
    for (let start = 0; start < points.length; start += 1) {
      if (!holds(ranges, points[start])) continue;
      let end = start + 1;
      while (end < points.length && holds(ranges, points[end])) end += 1;
      const field = fieldAt(start);
      const name = [codePoint(points[start]), names[points[start]]].filter(Boolean).join(" ");
      const row = rows.get(field) ?? { code, severity, start, end, says: says.replace("{}", name), more: -1 };
      rows.set(field, { ...row, more: row.more + 1 });
      start = end;
    }
    for (const [field, { says: message, more, ...row }] of rows)
      findings.push({
        ...row,
        message: more ? `${message}; ${more.toLocaleString("en")} more in the ${field}` : message,
      });
  }
  return findings.sort((one, other) => one.start - other.start);
}
