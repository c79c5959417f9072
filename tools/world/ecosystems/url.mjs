// URL of the URL Standard, in Node.js, Deno or Bun, asked as measure.py says.
import { readFileSync, writeFileSync } from "node:fs";

const answer = (operation, text, second) => {
  try {
    return operation === "resolve" ? `=${new URL(second, text)}` : `=${new URL(text)}`;
  } catch {
    return "!";
  }
};

const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
writeFileSync(1, lines.map((line) => `${answer(...line.split("\t"))}\n`).join(""));
