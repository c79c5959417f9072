// Opens the built site as a reader does, in headless Chromium: node site.mjs MODULES CHROMIUM SITE.
//
// MODULES is a folder with playwright-core in node_modules, SITE the folder of the site. Each page is opened once, and
// those of a few kinds at the width of a phone, too. Each trouble is a line on the standard output.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [modules, executablePath, folder] = process.argv.slice(2);
const { chromium } = createRequire(join(resolve(modules), "package.json"))("playwright-core");
const site = resolve(folder);
const say = (text) => console.log(text);

const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
const anchors = new Map(); // the targets in each page
const targets = (path) => {
  if (!anchors.has(path))
    anchors.set(path, new Set([...readFileSync(path, "utf8").matchAll(/ id="([^"]+)"/g)].map((match) => match[1])));
  return anchors.get(path);
};

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

async function opened(width, height) {
  const tab = await (await browser.newContext({ viewport: { width, height } })).newPage();
  tab.on("console", (message) => say(`${tab.url()}: ${message.type()} ${message.text()}`));
  tab.on("pageerror", (error) => say(`${tab.url()}: ${error.message}`));
  tab.on(
    "request",
    (request) => /^(file|data|blob):/.test(request.url()) || say(`${tab.url()}: request of ${request.url()}`),
  );
  return tab;
}

const desktop = await opened(1280, 900);
for (const name of pages) {
  await desktop.goto(pathToFileURL(join(site, name)).href);
  if (name === "iri-explorer.html") continue; // it has tests of its own
  const links = await desktop.evaluate(() =>
    [...document.querySelectorAll("a[href], img[src], iframe[src]")].map((node) =>
      node instanceof SVGElement ? new URL(node.getAttribute("href"), location.href).href : node.href || node.src,
    ),
  );
  for (const link of new Set(links)) {
    const url = new URL(link);
    if (url.protocol !== "file:") continue;
    const path = fileURLToPath(new URL(url.pathname, "file:///"));
    const fragment = decodeURIComponent(url.hash.slice(1));
    if (!existsSync(path)) say(`${name}: nothing is at ${relative(site, path)}`);
    else if (fragment && path.endsWith(".html") && !path.endsWith("iri-explorer.html") && !targets(path).has(fragment))
      say(`${name}: ${relative(site, path)} has no ${fragment}`);
  }
}

const phone = await opened(390, 844);
for (const name of [
  "index",
  "tutorials/first-check",
  "reference/grammars/rfc3986",
  "reference/commands/scan",
  "reference/api/irigrammar",
  "reference/sections",
  "evidence",
]) {
  await phone.goto(pathToFileURL(join(site, `${name}.html`)).href);
  if (await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    say(`${name} is wider than a phone`);
}

await desktop.goto(pathToFileURL(join(site, "explorer.html")).href);
await desktop
  .frameLocator("iframe.explorer")
  .locator("html[data-ready]")
  .waitFor({ timeout: 20000 })
  .catch(() => say("the page of the explorer does not show it"));

await desktop.goto(`${pathToFileURL(join(site, "search.html")).href}?q=backslash`);
await desktop.waitForSelector("#search-results li a", { timeout: 20000 }).catch(() => say("the search finds nothing"));
await browser.close();
say(`${pages.length} pages`);
