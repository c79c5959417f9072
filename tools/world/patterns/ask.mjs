// Node.js answers questions of tools/world/patterns/measure.py, lines in, lines out.
import { readFileSync } from "node:fs";

const SURROGATES = [0xd800, 0xdfff];

/** Return the ranges of code points as text: "41-5A 61". */
function written(points) {
  const ranges = [];
  for (const point of points) {
    const last = ranges.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  const hex = (point) => point.toString(16).toUpperCase();
  return ranges.map(([low, high]) => (low === high ? hex(low) : `${hex(low)}-${hex(high)}`)).join(" ");
}

/** Return the text of code points in hexadecimal digits. */
const text = (points) => String.fromCodePoint(...points.split(" ").filter(Boolean).map((point) => parseInt(point, 16)));

function answer(pattern, flags, before, after, domain) {
  let expression;
  try {
    expression = new RegExp(pattern, flags);
  } catch {
    return "refused";
  }
  const found = [];
  for (const range of domain.split(" ")) {
    const [low, high = low] = range.split("-").map((end) => parseInt(end, 16));
    for (let point = low; point <= high; point++) {
      if (point >= SURROGATES[0] && point <= SURROGATES[1]) continue;
      if (expression.test(before + String.fromCodePoint(point) + after)) found.push(point);
    }
  }
  return written(found);
}

const answers = [];
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const [pattern, flags, before, after, domain] = line.split("\t");
  answers.push(answer(pattern, flags, text(before), text(after), domain));
}
process.stdout.write(`${process.version.slice(1)}\n${answers.join("\n")}\n`);
