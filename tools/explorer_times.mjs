// How long the explorer takes to answer a key in Chromium: a line of JSON for each text, times in milliseconds.
//
// node explorer_times.mjs MODULES CHROMIUM PAGE; `python tools/explorer.py --times` runs it.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath, page] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), "package.json"))("playwright-core");
const KEYS = 15;
const TEXTS = {
  "a valid IRI": `http://example.org/${"abcd\u00e9/".repeat(330)}`,
  "a space at its start": `http://exa mple.org/${"abcd/".repeat(396)}`,
  "a space at its end": `http://example.org/${"abcd/".repeat(396)} `,
  "right-to-left letters": `http://example.org/${"\u05d0\u05d1\u05d2\u05d3/".repeat(396)}`,
};

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
for (const [name, text] of Object.entries(TEXTS)) {
  const tab = await browser.newPage();
  await tab.goto(pathToFileURL(resolve(page)).href);
  await tab.waitForSelector("html[data-ready]");
  await tab.fill("#text", text);
  await tab.waitForSelector("html:not([data-busy])");
  const rows = [];
  for (let key = 0; key < KEYS; key += 1) rows.push(await tab.evaluate(timesOfKey));
  const median = (at) => rows.map((row) => row[at]).sort((one, other) => one - other)[KEYS >> 1];
  console.log(JSON.stringify({ name, characters: [...text].length, answer: median(0), panels: median(1) }));
  await tab.close();
}
await browser.close();

/** Add a character, and return when the answer is painted, and when all panels have followed. */
async function timesOfKey() {
  const field = document.getElementById("text");
  const began = performance.now();
  field.value += "a";
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const answer = performance.now() - began;
  while (document.documentElement.dataset.busy !== undefined) await new Promise((done) => setTimeout(done, 1));
  return [answer, performance.now() - began];
}
