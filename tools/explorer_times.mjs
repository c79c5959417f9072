// How fast the explorer is in Chromium: a line of JSON for each page and string, medians in milliseconds.
//
// node explorer_times.mjs MODULES CHROMIUM ADDRESSES; `python tools/explorer.py --times` runs it.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, executablePath, addresses] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), "package.json"))("playwright-core");
const KEYS = 15;
const OPENED = 5;
const LENGTHS = [30, 2000, 10_000];
const ends = { valid: "", "a space at the end": " x" };

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const middle = (numbers) => Math.round(numbers.sort((one, other) => one - other)[numbers.length >> 1]);
const say = (page, what, numbers) => console.log(JSON.stringify({ page, what, median: middle(numbers) }));
const all = JSON.parse(addresses);

async function opened(address) {
  const tab = await (await browser.newContext()).newPage();
  const began = performance.now();
  await tab.goto(address, { waitUntil: "commit" });
  const isThere = () => (document.getElementById("verdict")?.textContent ?? "…") !== "…";
  await tab.waitForFunction(isThere, null, { polling: "raf" });
  const first = performance.now() - began;
  await tab.fill("#text", "http://[::1/x");
  const said = () => document.getElementById("verdict").textContent.includes("never closed");
  await tab.waitForFunction(said, null, { polling: "raf", timeout: 60_000 });
  return { tab, first, live: performance.now() - began };
}

for (const page of ["server", "one", "folder"]) {
  const times = [];
  for (let count = 0; count < OPENED; count += 1) {
    const { tab, first, live } = await opened(all[page]);
    times.push([first, live]);
    await tab.context().close();
  }
  const column = (at) => times.map((row) => row[at]);
  say(page, "opening to a first answer", column(0));
  say(page, "opening to a live answer", column(1));
}
for (const page of ["server", "one"]) {
  const { tab } = await opened(all[page]);
  await tab.waitForTimeout(page === "one" ? 15_000 : 2000); // both workers are there
  for (const length of LENGTHS) {
    for (const [name, end] of Object.entries(ends)) {
      const text = `http://example.org/${"abcdé/".repeat(length)}`.slice(0, length - end.length) + end;
      await tab.fill("#text", text);
      await tab.waitForSelector("html:not([data-busy])");
      const rows = [];
      for (let key = 0; key < KEYS; key += 1) rows.push(await tab.evaluate(timesOfKey));
      const what = `${length.toLocaleString("en")} characters, ${name}`;
      say(
        page,
        `${what}: verdict`,
        rows.map(([verdict]) => verdict),
      );
      say(
        page,
        `${what}: panels`,
        rows.map(([, panels]) => panels),
      );
    }
  }
  await tab.context().close();
}
await browser.close();

/** Change the string by a key, and return when its verdict and all panels are painted. */
async function timesOfKey() {
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const field = document.getElementById("text");
  const shown = document.getElementById("length");
  const before = shown.textContent;
  const began = performance.now();
  field.setRangeText("x", field.value.length, field.value.length, "end");
  field.dispatchEvent(new Event("input"));
  while (shown.textContent === before) await new Promise((done) => setTimeout(done));
  await painted();
  const verdict = performance.now() - began;
  while (document.documentElement.dataset.busy) await new Promise((done) => setTimeout(done));
  await painted();
  return [verdict, performance.now() - began];
}
