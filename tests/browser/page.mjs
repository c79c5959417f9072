// Uses the explorer as a reader does, in headless Chromium: node page.mjs MODULES CHROMIUM ADDRESSES SHOTS.
//
// MODULES is a folder with playwright-core and axe-core in node_modules, ADDRESSES an object in JSON: pages by a local
// server (`server`, about a user's grammars `own` and `recursive`), one file (`one`) and a folder that is served
// (`folder`), which run Python in the browser. SHOTS is the folder of the committed screenshots; with a further argument
// these alone are compared ("looks") or written ("write"). Each check is reported by a line of JSON.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [modules, executablePath, addresses, shots, mode] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const { server: ADDRESS, own: OWN, recursive: RECURSIVE, one: ONE, folder: FOLDER } = JSON.parse(addresses);
const MEGABYTE = 1 << 20;
const DIFFERENT = 48; // of 255: what counts as another colour
const FONTS = 0.06; // the share of pixels that may differ, for fonts do

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const troubles = []; // what the console says, and what is requested

async function opened(hash = "", settings = {}, address = ADDRESS) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...settings });
  const tab = await context.newPage();
  tab.setDefaultTimeout(30_000); // a busy machine takes long for a megabyte
  tab.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
  tab.on("pageerror", (error) => troubles.push(error.stack));
  const home = new URL(address);
  const isOwn = ({ protocol, host }) => /^(file|data|blob):/.test(protocol) || host === home.host;
  tab.on("request", (request) => isOwn(new URL(request.url())) || troubles.push(`request of ${request.url()}`));
  await tab.goto(address + hash);
  await tab.waitForSelector("html[data-ready]");
  if (address.startsWith("http") && address !== FOLDER) await settled(tab);
  return tab;
}

const hashFor = (values) => `#${new URLSearchParams(values)}`;
const settled = async (tab) => {
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await tab.waitForSelector("html:not([data-busy])");
};

/** Do what leads to another address of the page, and wait until the page is of it. */
async function followed(tab, act) {
  await tab.evaluate(() => {
    globalThis.followed = false;
    addEventListener("hashchange", () => (globalThis.followed = true), { once: true });
  });
  await act();
  await tab.waitForFunction(() => globalThis.followed);
  await settled(tab);
}

async function typed(tab, text) {
  await tab.click("#text");
  await tab.keyboard.press("Control+A");
  await tab.keyboard.type(text);
  await settled(tab);
}

const verdictOf = (tab) => tab.textContent("#verdict");

function equal(found, wanted) {
  const [one, other] = [found, wanted].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

function truth(value, words) {
  if (!value) throw new Error(words);
}

async function faultless(tab) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate(() => globalThis.axe.run(document));
  equal(
    violations.map(({ id, nodes }) => [id, nodes[0].html]),
    [],
  );
}

/** Compare two PNG in a tab: the share of pixels that differ, 1 where the sizes do. */
async function difference(tab, one, other) {
  return tab.evaluate(
    async ([images, least]) => {
      const [first, second] = await Promise.all(
        images.map(async (data) => {
          const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (first.width !== second.width || first.height !== second.height) return 1;
      let different = 0;
      for (let at = 0; at < first.data.length; at += 4) {
        if ([0, 1, 2].some((channel) => Math.abs(first.data[at + channel] - second.data[at + channel]) > least))
          different += 1;
      }
      return (4 * different) / first.data.length;
    },
    [[one, other].map((png) => png.toString("base64")), DIFFERENT],
  );
}

async function pictured(tab, name) {
  const path = join(shots, `${name}.png`);
  const png = await tab.screenshot({ animations: "disabled", caret: "hide" });
  if (mode === "write") {
    writeFileSync(path, png);
    return;
  }
  truth(existsSync(path), `${name}.png is not there`);
  const blank = await tab.context().newPage();
  const share = await difference(blank, readFileSync(path), png);
  truth(share <= FONTS, `${(100 * share).toFixed(1)} % of the pixels of ${name}.png are others`);
}

const PHONE = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true };
const TABLET = { viewport: { width: 820, height: 1000 } };
const DESK = { viewport: { width: 1440, height: 900 } };
const FAULTS = {
  bracket: "http://[::1/",
  space: "http://example.com/a b",
  scheme: "my_app://x",
  zone: "http://[fe80::1%eth0]/",
  port: "http://h:8a/",
};
const reference = (text) => hashFor({ g: "rfc3987", r: "IRI-reference", t: text });
const LOOKS = {
  readme: [reference(FAULTS.bracket), { viewport: { width: 1000, height: 860 } }],
  valid: [reference("http://u@example.org:80/rosé?q#é"), DESK],
  rtl: [reference("http://example.org/\\u{5E9}\\u{5DC}\\u{5D5}\\u{5DD}/123"), TABLET],
  dark: [reference(FAULTS.bracket), { ...DESK, colorScheme: "dark" }],
  forced: [reference(FAULTS.bracket), { ...DESK, forcedColors: "active" }],
  playground: ["#new", { ...DESK, viewport: { width: 1440, height: 1000 } }],
  phone: [reference(FAULTS.bracket), PHONE],
  tablet: [reference(FAULTS.zone), TABLET],
};
const VIEWS = Object.keys(LOOKS);

/** Return the text that is marked in the string. */
const marked = (tab) => tab.evaluate(() => [...CSS.highlights.get("pointed")].map(String));
const linked = (tab, within) => tab.locator(`${within} .linked`).allTextContents();

const checks = {
  async "typing shows what is wrong, and that nothing is"() {
    const tab = await opened();
    await typed(tab, "http://example.org/a b");
    equal(await verdictOf(tab), "A reference cannot contain a space");
    equal(await tab.locator("#string .primary").first().getAttribute("title"), "U+0020");
    await typed(tab, "http://example.org/ab");
    equal(await verdictOf(tab), "Valid absolute-IRI");
    equal(await tab.locator("#string .primary").count(), 0);
  },
  async "the labels are below their characters"() {
    const tab = await opened(reference(FAULTS.bracket));
    equal(await tab.locator("#string .label-text").allTextContents(), [
      '"]" expected before this',
      "the IP address starts here",
    ]);
    for (const role of ["primary", "opened"]) {
      const [cell, stem] = await Promise.all(
        [`#string .line .${role}`, `#string .label.${role} .stem`].map((path) => tab.locator(path).boundingBox()),
      );
      truth(Math.abs(cell.x + cell.width / 2 - stem.x) < 3, `the label ${role} is elsewhere`);
    }
  },
  async "a fix is one click, and Back takes it back"() {
    const tab = await opened(reference(FAULTS.bracket));
    await followed(tab, () => tab.getByRole("button", { name: "Apply" }).first().click());
    equal(
      [await tab.inputValue("#text"), await verdictOf(tab)],
      ["http://[::1]/", "Valid absolute-IRI, with 1 warning"],
    );
    equal(await tab.evaluate(() => document.activeElement.id), "verdict");
    await followed(tab, () => tab.goBack());
    equal(await verdictOf(tab), 'The "[" is never closed');
  },
  async "five strings that a beginner understands"() {
    const tab = await opened();
    const said = {};
    for (const [name, text] of Object.entries(FAULTS)) {
      await typed(tab, text);
      said[name] = [await verdictOf(tab), (await tab.locator(".fix").allTextContents())[0] ?? ""];
    }
    equal(said.bracket, ['The "[" is never closed', "http://[::1]/"]);
    equal(said.space, ["A reference cannot contain a space", "http://example.com/a%20b"]);
    truth(said.scheme[0].includes('"_"') && said.scheme[0].includes("scheme"), said.scheme[0]);
    truth(said.zone[0].includes("zone"), said.zone[0]);
    truth(said.port[0].includes("port") && said.port[1] === "", said.port.join());
  },
  async "verdicts side by side, with this browser's"() {
    const tab = await opened(hashFor({ t: "http://h/a b\\u{5C}c%zz" }));
    const said = await tab.locator("#verdicts li").allTextContents();
    equal(
      said.slice(0, 4).map((words) => words.includes("not valid")),
      [true, true, true, false],
    );
    truth(said[4].includes("accepts it") && said[4].includes("http://h/a%20b/c%zz"), said[4]);
    await followed(tab, () => tab.locator("#verdicts a").nth(3).click());
    equal([await tab.inputValue("#grammar"), await tab.inputValue("#rule")], ["web-address", "IRI-reference"]);
  },
  async "examples are chips with names, and a click leads to the answer"() {
    const tab = await opened();
    await followed(tab, () => tab.getByRole("link", { name: "[ not closed" }).click());
    equal(
      [await verdictOf(tab), await tab.evaluate(() => document.activeElement.id)],
      ['The "[" is never closed', "verdict"],
    );
    truth((await tab.locator("#chips li").count()) > 9, "there are few");
  },
  async "panels appear when they have something to say"() {
    const tab = await opened(reference("http://example.org/a"));
    equal(await tab.isVisible("#order-panel"), false);
    equal(await tab.isVisible("#conversions-panel"), false);
    const other = await opened(reference("http://example.org/\\u{5D0}b"));
    equal([await other.isVisible("#order-panel"), await other.isVisible("#conversions-panel")], [true, true]);
  },
  async "colours and a table show the components"() {
    const tab = await opened(LOOKS.valid[0]);
    const rows = await tab
      .locator("#parts tbody tr")
      .evaluateAll((all) => all.map((row) => [row.cells[0].textContent, row.cells[1].textContent]));
    equal(rows, [
      ["scheme", "http"],
      ["userinfo", "u"],
      ["host", "example.org"],
      ["port", "80"],
      ["path", "/rosé"],
      ["query", "q"],
      ["fragment", "é"],
    ]);
    equal(await tab.locator("#string .is-host").textContent(), "example.org");
  },
  async "what is pointed at is marked in the string, and the other way round"() {
    const tab = await opened(reference("http://u@example.org:80/a?q"));
    await tab.locator("#parts tr", { hasText: "example.org" }).hover();
    equal(await marked(tab), ["example.org"]);
    await tab.locator("#parts tr", { hasText: "port" }).focus();
    equal(await marked(tab), ["80"]);
    await tab.locator("#tree .node", { hasText: "iquery" }).last().hover();
    equal(await marked(tab), ["q"]);
    await tab.locator("#string .is-host").hover({ position: { x: 5, y: 20 } });
    equal(await marked(tab), ["e"]);
    truth(
      (await linked(tab, "#parts")).some((text) => text.includes("example.org")),
      "the component is not marked",
    );
    truth((await linked(tab, "#tree")).length > 0, "the tree is not marked");
    await followed(tab, () => tab.locator("#rule-view svg a", { hasText: "IRI" }).first().click());
    await followed(tab, () => tab.locator("#rule-view svg a", { hasText: "ihier-part" }).first().click());
    await tab.locator("#rule-view svg a", { hasText: "iauthority" }).first().hover();
    equal(await marked(tab), ["u@example.org:80"]);
  },
  async "reading a rule leaves the question, and checking is another action"() {
    const tab = await opened(hashFor({ g: "rfc3987", r: "IRI", t: "http://example.org/rosé" }));
    await followed(tab, () => tab.locator("#rule-view pre a", { hasText: "ihier-part" }).click());
    equal(
      [await tab.textContent("#rule-name"), await tab.inputValue("#rule"), await verdictOf(tab)],
      ["ihier-part", "IRI", "Valid absolute-IRI"],
    );
    truth(await tab.evaluate(() => document.activeElement.closest("#rule-panel") !== null), "the focus is lost");
    truth((await tab.textContent("#rule-view")).includes("Used by IRI"), "it is not said who uses it");
    await followed(tab, () => tab.getByRole("link", { name: "Check the string against this rule" }).click());
    equal(await tab.inputValue("#rule"), "ihier-part");
    await followed(tab, () => tab.goBack());
    await followed(tab, () => tab.goBack());
    equal([await tab.inputValue("#rule"), await tab.textContent("#rule-name")], ["IRI", "IRI"]);
  },
  async "the rule where it went wrong has its place marked"() {
    const tab = await opened(reference(FAULTS.bracket));
    equal(await tab.textContent("#rule-name"), "IP-literal");
    equal(await tab.locator("#rule-view svg .next text").allTextContents(), ["IPv6address", '"]"']);
    const zone = await opened(reference(FAULTS.zone));
    const boxes = await zone.locator("#rule-view svg .next text").allTextContents();
    equal(boxes.sort(), [...Array(4).fill('":"'), ...Array(5).fill("h16"), "ls32"]);
  },
  async "a debugger of readings"() {
    const tab = await opened(reference("http://h:8a/"));
    const slider = tab.locator("#steps input");
    equal(await slider.getAttribute("max"), "11");
    await slider.focus();
    await tab.keyboard.press("Home");
    for (let count = 0; count < 4; count += 1) await tab.keyboard.press("ArrowRight");
    await settled(tab);
    truth((await tab.textContent("#steps .place")).includes('":"'), await tab.textContent("#steps .place"));
    equal(await marked(tab), [":"]);
    await tab.getByRole("button", { name: "One character on" }).click();
    await settled(tab);
    truth((await tab.textContent("#steps .lanes")).includes("ended by “:”"), "no reading has come to its end");
    await tab.locator("#steps .lanes li", { hasText: "the scheme" }).hover();
    equal(await marked(tab), ["http"]);
    truth(
      (await tab.textContent("#steps .derived")).includes("http: ihier-part"),
      await tab.textContent("#steps .derived"),
    );
    equal(new URL(tab.url()).hash.includes("p=5"), true);
    const other = await opened(new URL(tab.url()).hash);
    equal(await other.locator("#steps input").inputValue(), "5");
    await tab.locator("#steps input").focus();
    await tab.keyboard.press("End");
    await settled(tab);
    truth(
      (await tab.textContent("#steps .lanes")).includes("ruled out by “a”"),
      await tab.textContent("#steps .lanes"),
    );
    await typed(tab, "http://u@h/a/b");
    const bars = (words) => tab.locator("#steps .lanes li", { hasText: words }).locator(".bar");
    const kinds = (words) => bars(words).evaluateAll((all) => all.map((one) => one.className));
    equal(await kinds("the host"), ["bar out", "bar complete"]); // "u" is not the host, since "@" comes
    equal(await kinds("the segment"), ["bar complete", "bar"]);
    await bars("the segment").first().hover();
    equal(await marked(tab), ["a"]);
  },
  async "escapes are read, unless they are not to be"() {
    const tab = await opened();
    await typed(tab, "/\\u{E9}\\u{1F600}\\u{110000}");
    truth((await tab.textContent("#string .line")).includes("é😀\\u{110000}"), await tab.textContent("#string .line"));
    truth((await verdictOf(tab)).includes("backslash"), await verdictOf(tab));
    await typed(tab, "/\\u{D800}");
    truth((await verdictOf(tab)).includes("surrogate"), await verdictOf(tab));
    await tab.click("#escapes");
    await settled(tab);
    truth((await verdictOf(tab)).includes("backslash"), await verdictOf(tab));
  },
  async pasting() {
    const tab = await opened(hashFor({ t: "//a/b" }));
    await tab.click("#text");
    for (const key of ["Control+A", "Control+C", "End", "Control+V"]) await tab.keyboard.press(key);
    await settled(tab);
    equal([await tab.inputValue("#text"), await tab.textContent("#length")], ["//a/b//a/b", "10 characters"]);
  },
  async "a long string has all that a short one has"() {
    const tab = await opened();
    await tab.fill("#text", `http://example.org/${"a/b%20é".repeat(2000)}#end`);
    await settled(tab);
    truth((await tab.textContent("#parts")).includes("end"), await tab.textContent("#parts"));
    equal(await tab.getAttribute('#steps input[type="range"]', "max"), "14023");
    truth((await tab.textContent("#conversions")).includes("b%20%C3%A9"), await tab.textContent("#conversions"));
    truth((await tab.locator("#tree *").count()) > 10, "no tree");
    await tab.fill("#text", `http://h/${"a".repeat(MEGABYTE)}`);
    await settled(tab);
    equal(await tab.textContent("#length"), "1,048,585 characters");
    await tab.fill("#text", `http://h/${"a".repeat(200_000)}`);
    await settled(tab);
    await tab.click("#tree button");
    await settled(tab);
    truth((await tab.locator("#tree .node").count()) > 3, await tab.textContent("#tree"));
    equal(await tab.evaluate(() => document.activeElement.id), "tree-title");
  },
  async "a fix is not applied to another string"() {
    const tab = await opened(reference(FAULTS.bracket));
    await tab.evaluate(() => {
      const fix = document.querySelector("#answer button");
      document.getElementById("text").value = "http://example.com/typed";
      document.getElementById("text").dispatchEvent(new Event("input"));
      fix.click();
    });
    await settled(tab);
    equal([await tab.inputValue("#text"), await verdictOf(tab)], ["http://example.com/typed", "Valid absolute-IRI"]);
  },
  async "what takes too long is stopped, and the next string is answered"() {
    const tab = await opened("", {}, RECURSIVE);
    await tab.selectOption("#grammar", { label: "sum.abnf" });
    await tab.fill("#text", "(".repeat(60_000));
    await settled(tab);
    truth((await tab.textContent("main")).includes("took longer than 2 s"), await tab.textContent("main"));
    await typed(tab, "y");
    truth((await verdictOf(tab)).includes('"y" is not allowed'), await verdictOf(tab));
  },
  async "one file runs Python in the browser, from a file and without a request"() {
    const tab = await opened("", {}, ONE);
    await tab.waitForFunction(() => document.getElementById("verdict").textContent === "Valid IRI"); // prepared
    await tab.getByRole("link", { name: "a lone %" }).click();
    await tab.waitForFunction(() => document.querySelector("#answer-panel.bad"));
    truth((await tab.textContent("#status")).length > 5, "it is not said that Python is loading");
    await tab.fill("#text", "http://[::1/x"); // before it is ready
    await tab.waitForFunction(() => document.getElementById("verdict").textContent.includes("never closed"));
    await settled(tab);
    equal([await tab.isVisible("#status"), (await tab.locator("#rule-view svg .next").count()) > 0], [false, true]);
    await tab.getByRole("button", { name: "Apply" }).first().click();
    await tab.waitForFunction(() => document.getElementById("text").value === "http://[::1]/x");
    await tab.getByRole("button", { name: "Start the quiz" }).click();
    await tab.getByRole("button", { name: "Hint" }).click();
    await settled(tab);
    await tab.getByRole("button", { name: "New grammar" }).click();
    await settled(tab);
    equal(await tab.textContent("#own-note"), "5 of 6 as expected");
    equal(await tab.locator("#ambiguity a").textContent(), "0+0+0");
    await faultless(tab);
  },
  async "a folder runs Python in the browser, with requests to its server alone"() {
    const tab = await opened(reference("http://h:8a/b"), {}, FOLDER);
    await tab.waitForFunction(() => document.getElementById("verdict").textContent.includes("is not a digit"));
    await settled(tab);
    truth((await tab.textContent("#steps")).includes("ruled out by “a”"), await tab.textContent("#steps"));
  },
  async "the address carries the state"() {
    const tab = await opened(hashFor({ g: "leiri", r: "LEIRI", t: "a:b c\\u{E000}", s: "iauthority" }));
    equal(
      [
        await tab.inputValue("#grammar"),
        await tab.inputValue("#rule"),
        await tab.inputValue("#text"),
        await tab.textContent("#rule-name"),
      ],
      ["leiri", "LEIRI", "a:b c\\u{E000}", "iauthority"],
    );
    await typed(tab, "x:é&#%20+ y");
    const other = await opened(new URL(tab.url()).hash);
    equal(
      [await other.inputValue("#text"), await other.inputValue("#rule"), await verdictOf(other)],
      ["x:é&#%20+ y", "LEIRI", await verdictOf(tab)],
    );
    const unknown = await opened("#g=nothing&r=nobody");
    truth((await unknown.textContent("#notice")).includes('no grammar "nothing"'), "it is not said that it is unknown");
    for (const hash of [
      "#g=nothing&r=nobody",
      "#%",
      "#t=%ZZ",
      "#g=rfc3986&r=href-strip",
      "#r=__proto__",
      "#p=x&s=__proto__",
    ]) {
      const astray = await opened(hash);
      truth((await verdictOf(astray)).length > 5, `${hash} shows nothing`);
    }
  },
  async "switching grammar and rule"() {
    const tab = await opened(hashFor({ t: "a:##" }));
    await tab.selectOption("#grammar", "iri-bis");
    await settled(tab);
    equal([await tab.inputValue("#rule"), await verdictOf(tab)], ["IRI-reference", "Valid IRI"]);
    await tab.selectOption("#rule", "ifragment");
    await settled(tab);
    truth((await tab.textContent("#rule-view pre")).startsWith("ifragment"), "the rule is another one");
    truth(new URL(tab.url()).hash.includes("r=ifragment"), "the address does not say so");
  },
  async "the tree folds"() {
    const tab = await opened(hashFor({ g: "rfc3986", r: "URI", t: "http://h/ab" }));
    const shown = () => tab.locator('#tree [aria-expanded="true"]').count();
    const before = await shown();
    await tab.getByRole("button", { name: "URI", exact: true }).focus();
    await tab.keyboard.press("Enter");
    equal([await shown(), await tab.locator("#tree ul ul").first().isVisible()], [before - 1, false]);
    await tab.getByRole("button", { name: "Unfold all" }).click();
    truth((await shown()) > before, "nothing was unfolded");
    equal(await tab.locator("#tree .leaf").allTextContents(), ["h", "t", "t", "p", ":", "//", "h", "/", "a", "b"]);
    await tab.getByRole("button", { name: "Fold all", exact: true }).click();
    equal(await shown(), 0);
  },
  async "every rule is drawn within its frame"() {
    const tab = await opened("", PHONE);
    for (const grammar of await tab
      .locator("#grammar optgroup:first-child option")
      .evaluateAll((all) => all.map(({ value }) => value))) {
      await tab.selectOption("#grammar", grammar);
      await settled(tab);
      for (const rule of await tab.locator("#rule option").evaluateAll((all) => all.map(({ value }) => value))) {
        await tab.selectOption("#rule", rule);
        await settled(tab);
        const { inside, boxes } = await tab.locator("#rule-view svg").evaluate((svg) => {
          const [frame, drawn] = [svg.viewBox.baseVal, svg.getBBox()];
          const fits =
            drawn.x >= 0 &&
            drawn.y >= 0 &&
            drawn.x + drawn.width <= frame.width &&
            drawn.y + drawn.height <= frame.height;
          return { inside: fits, boxes: svg.querySelectorAll("rect").length };
        });
        truth(inside && boxes, `${grammar} ${rule}`);
      }
    }
  },
  async "conversions that change something, with their steps"() {
    const tab = await opened(hashFor({ t: "http://h/\\u{E9}" }));
    const first = tab.locator("#conversions details").first();
    truth((await first.textContent()).includes("http://h/%C3%A9"), "the URI is not there");
    await first.locator("summary").click();
    truth(
      (await first.locator("li").allTextContents()).some((step) => step.includes("each byte of UTF-8 as %HH")),
      "its steps are not there",
    );
    const domain = await opened(hashFor({ t: "http://r\\u{E9}sum\\u{E9}.example.org/" }));
    const shown = await domain.textContent("#conversions");
    truth(shown.includes("http://xn--rsum-bpad.example.org/"), "the host is not in ASCII");
    truth(shown.includes("a label with a character outside ASCII"), "its steps are not there");
  },
  async "right-to-left text as stored and as displayed"() {
    const tab = await opened(hashFor({ t: "http://a.\\u{5D0}\\u{5D1}/" }));
    const places = (name) =>
      tab
        .locator(`#order ol[aria-label^="${name}"] .glyph`)
        .evaluateAll((all) => all.map((one) => one.textContent).join(""));
    truth((await places("As stored")).includes("אב"), await places("As stored"));
    truth((await places("As displayed")).includes("בא"), await places("As displayed"));
  },
  async "characters that nobody sees are warned of"() {
    const tab = await opened(hashFor({ t: "http://a\\u{200B}b.org/" }));
    equal(await verdictOf(tab), "Valid absolute-IRI, with 2 warnings");
    truth((await tab.textContent("#advice")).includes("ZERO WIDTH SPACE is invisible"), "no warning");
    await typed(tab, "http://ab.org/");
    equal(await tab.textContent("#advice"), "");
    await tab.close();
  },
  async "the examples are right"() {
    const tab = await opened();
    const links = tab.locator("#examples li");
    truth((await links.count()) > 40, "they are few");
    for (let at = 0; at < (await links.count()); at += 1) {
      const said = await links.nth(at).locator(".valid, .invalid").textContent();
      await links
        .nth(at)
        .locator("a")
        .first()
        .evaluate((link) => link.click());
      await settled(tab);
      equal((await tab.locator("#answer-panel.bad").count()) === 0, said.startsWith("✓"));
    }
  },
  async "dark and light, also after a reload"() {
    const back = (tab) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [light, dark] = [await opened("", { colorScheme: "light" }), await opened("", { colorScheme: "dark" })];
    const [one, other] = [await back(light), await back(dark)];
    truth(one !== other, "the system's choice changes nothing");
    await light.getByRole("button", { name: "Dark theme" }).click();
    equal(await back(light), other);
    await light.reload();
    await light.waitForSelector("html[data-ready]");
    equal(await back(light), other);
  },
  async "all by keyboard"() {
    const tab = await opened(hashFor({ g: "rfc3986", r: "URI", t: "http://h" }));
    const reached = [];
    for (let count = 0; count < 75; count += 1) {
      await tab.keyboard.press("Tab");
      reached.push(await tab.evaluate(() => document.activeElement.id || document.activeElement.closest("[id]")?.id));
    }
    for (const id of [
      "theme",
      "chips",
      "text",
      "escapes",
      "grammar",
      "rule",
      "verdicts",
      "parts",
      "rule-view",
      "steps",
      "tree",
    ])
      truth(reached.includes(id), `${id} is not among ${reached}`);
  },
  async "nothing is too wide at 320 pixels"() {
    for (const name of VIEWS) {
      const tab = await opened(LOOKS[name][0], {
        viewport: { width: 320, height: 700 },
        isMobile: true,
        hasTouch: true,
      });
      equal([name, await tab.evaluate(() => document.documentElement.scrollWidth)], [name, 320]);
    }
  },
  async "no fault of accessibility"() {
    for (const name of VIEWS) {
      const tab = await opened(...LOOKS[name]);
      for (const summary of await tab.locator("summary").all()) if (await summary.isVisible()) await summary.click();
      await faultless(tab);
    }
  },
  async "ten grammars of one's own, with their examples"() {
    const tab = await opened("", {}, OWN);
    const own = await tab
      .locator('#grammar optgroup[label="Your grammars"] option')
      .evaluateAll((all) => all.map(({ value }) => value));
    equal(own.length, 10);
    equal(
      [await tab.isVisible("#verdicts"), await tab.isVisible("#chips"), await tab.isVisible("#conversions-panel")],
      [false, false, false],
    );
    for (const value of own) {
      await tab.selectOption("#grammar", value);
      await typed(tab, "\\u{1F600}");
      truth(/not allowed|only|is missing/.test(await verdictOf(tab)), `${value}: ${await verdictOf(tab)}`);
      equal(await tab.locator("#rule-view svg").count(), 1);
      truth(/^(\d+) of \1 as expected/.test(await tab.textContent("#own-note")), await tab.textContent("#own-note"));
    }
    await tab.selectOption("#grammar", { label: "date.abnf" });
    await settled(tab);
    const wrong = tab.locator("#own a", { hasText: "2026-13-01" });
    await followed(tab, () => wrong.click());
    equal([await tab.textContent("#rule-name"), await tab.isVisible("#tree-panel")], ["date-month", false]);
    truth((await tab.textContent("#answer")).includes("01-12"), "the comment of the rule is not the help");
    const link = new URL(tab.url()).hash;
    equal(await verdictOf(await opened(link, {}, OWN)), await verdictOf(tab));
    const [download] = await Promise.all([
      tab.waitForEvent("download"),
      tab.getByRole("button", { name: "Save the diagram" }).click(),
    ]);
    equal(download.suggestedFilename(), "date-month.svg");
    const svg = readFileSync(await download.path(), "utf8");
    truth(svg.startsWith("<svg") && svg.includes("<rect"), svg.slice(0, 80));
    await faultless(tab);
  },
  async "a grammar of one's own that begins with itself"() {
    const tab = await opened("", {}, RECURSIVE);
    await tab.selectOption("#grammar", { label: "sum.abnf" });
    await typed(tab, "1-2-3");
    equal(await verdictOf(tab), "Valid expression");
    await tab.getByRole("button", { name: "Tree", exact: true }).click();
    equal(await tab.locator("#tree li li .text").first().textContent(), "1-2"); // it is read from the left
    const marked = () => tab.locator("#rule-view svg .next text").allTextContents();
    for (const [text, boxes] of [
      ["1+(2*)", ["number", '"("']],
      ["1+(2*3", ["expression", '")"']],
    ]) {
      await typed(tab, text);
      equal(await marked(), boxes);
    }
    await tab.locator("#answer button").first().click();
    await settled(tab);
    equal([await tab.inputValue("#text"), await verdictOf(tab)], ["1+(2*3)", "Valid expression"]);
  },
  async "a quiz by topic, with hints and reasons"() {
    const tab = await opened();
    await tab.getByRole("button", { name: "Start the quiz" }).click();
    await settled(tab);
    await tab.getByLabel("Question").selectOption("match");
    await tab.getByLabel("Topic").selectOption("port");
    await tab.getByRole("button", { name: "Hint" }).click();
    truth((await tab.textContent("#quiz")).includes("Look at the port: "), await tab.textContent("#quiz"));
    await tab.getByRole("button", { name: "No", exact: true }).click();
    await tab.getByRole("button", { name: "Next" }).waitFor();
    const said = await tab.locator("#quiz .valid, #quiz .invalid").textContent();
    truth(/^(Right: |Wrong: it matches IRI-reference)/.test(said), said);
    equal(await tab.evaluate(() => document.activeElement.textContent), "Next");
    await followed(tab, () => tab.getByRole("link", { name: "Look at it" }).click());
    equal((await verdictOf(tab)).startsWith("Valid"), said.includes("it matches IRI-reference"));
  },
  async "a lecturer writes a grammar, fixes it, proves it and shares it"() {
    const tab = await opened(reference("http://h"));
    await tab.getByRole("button", { name: "Edit the grammar" }).click();
    await settled(tab);
    truth((await tab.textContent("#editor")).includes("IRI-reference"), "the editor has another grammar");
    const written = async (text) => {
      await tab.locator("#editor .cm-content").click();
      await tab.keyboard.press("Control+A");
      await tab.keyboard.insertText(text);
      await settled(tab);
    };
    await written('sum = sum "+" sum / DIGIT\n'); // 1: arithmetic
    await typed(tab, "1+2+3");
    equal([await tab.inputValue("#rule"), await verdictOf(tab)], ["sum", "Valid sum, and it has two trees"]);
    equal(await tab.locator(".trees h3").allTextContents(), ["First tree", "Second tree"]); // 2: both trees
    equal(await tab.locator("#ambiguity a").textContent(), "0+0+0"); // 3: the shortest ambiguous string
    await tab.locator("#keep").click();
    await written('sum = DIGIT *( "+" DIGIT )\n'); // 4: fixed by levels
    equal([await verdictOf(tab), (await tab.textContent("#ambiguity")).slice(0, 9)], ["Valid sum", "No string"]);
    await tab.selectOption("#compare-with", { label: "sum as it was" }); // 5: proved equal to what it was
    await settled(tab);
    truth((await tab.textContent("#comparison")).startsWith("equal, proved"), await tab.textContent("#comparison"));
    await written('sum = term *( "+" term )\nterm = DIGIT / "(" sum ")"\nother = term [ "+" other ]\n'); // 6: brackets
    truth((await tab.textContent("#comparison")).startsWith("wider, proved"), await tab.textContent("#comparison"));
    equal(await tab.locator("#comparison a").textContent(), "(0)");
    await tab.selectOption("#compare-with", "other");
    await settled(tab);
    truth((await tab.textContent("#comparison")).startsWith("equal, proved"), await tab.textContent("#comparison"));
    await typed(tab, "1-2"); // 7: an example that fails
    await tab.locator("#add-valid").click();
    await settled(tab);
    truth((await tab.textContent("#own")).includes('"-" is not allowed'), await tab.textContent("#own"));
    await written('sum = term *( ( "+" / "-" ) term )\nterm = DIGIT / "(" sum ")"\n'); // 8: its tick turns
    truth((await tab.textContent("#own li:last-child .tick")).startsWith("✓"), await tab.textContent("#own"));
    await tab.getByRole("button", { name: "Start the quiz" }).click(); // 9: the quiz
    await settled(tab);
    truth((await tab.textContent("#quiz")).includes("sum"), await tab.textContent("#quiz"));
    for (const kind of ["where", "rule", "fix"]) {
      await tab.getByLabel("Question").selectOption(kind);
      await tab.locator("#quiz .buttons button").first().click();
      await tab.getByRole("button", { name: "Next" }).click();
    }
    await typed(tab, "(1+2)-3");
    await settled(tab);
    const other = await opened(new URL(tab.url()).hash); // 10: the link, in another profile
    const seen = (page) =>
      page.evaluate(() =>
        ["#editor .cm-content", "#verdict", "#own", "#own-note", "#tree"].map(
          (path) => document.querySelector(path).innerText,
        ),
      );
    equal(await seen(other), await seen(tab));
    equal(await other.inputValue("#text"), "(1+2)-3");
  },
  async "exercises of the course are checked, by proof too"() {
    const tab = await opened("#x=5");
    truth((await tab.textContent("#course")).includes("bank.example"), await tab.textContent("#course"));
    const checked = async () => {
      await tab.getByRole("button", { name: "Check", exact: true }).click();
      await settled(tab);
      return (await tab.locator("#course [role=status] p").allTextContents()).join(" ");
    };
    await typed(tab, "http://bank.example/");
    equal(await checked(), 'The host is "bank.example", not "evil.example".');
    await typed(tab, "http://bank.example@evil.example/");
    equal(await checked(), "Right.");
    await tab.getByLabel("Exercise").selectOption({ index: 23 });
    await tab.getByRole("button", { name: "Write it in the editor" }).click();
    await settled(tab);
    await tab.locator("#editor .cm-content").click();
    await tab.keyboard.insertText("octet = 1*3DIGIT\n");
    await settled(tab);
    equal(await checked(), 'It matches "00", a shortest string that it should not.');
    await faultless(tab);
  },
  async "findings in the grammar have quick fixes, and can be undone"() {
    const tab = await opened("", {}, OWN);
    await tab.locator("#editor .cm-content").click();
    await tab.keyboard.press("Control+A");
    await tab.keyboard.insertText("a ::= b | 'x'\nb = c+\nc = %x30-39\n");
    await settled(tab);
    truth((await tab.textContent("#grammar-error")).includes("line 1"), await tab.textContent("#grammar-error"));
    await tab.getByRole("button", { name: "Apply all" }).click();
    await settled(tab);
    truth((await tab.textContent("#editor .cm-content")).includes('a = b / %s"x"'), "it is not fixed");
    equal([await tab.isVisible("#grammar-error"), await tab.locator("#lint .error").count()], [false, 0]);
    equal(await tab.locator("#editor .t-def").allTextContents(), ["a", "b", "c"]);
    await tab.keyboard.press("Control+Z");
    await settled(tab);
    truth((await tab.textContent("#editor .cm-content")).includes("::="), "it is not undone");
  },
  async "a grammar of the catalog is edited with its examples, imports and exports"() {
    const tab = await opened(reference("http://[::1/"));
    await tab.getByRole("button", { name: "Edit the grammar" }).click();
    await settled(tab);
    equal(await verdictOf(tab), 'The "[" is never closed');
    truth(/^(\d+) of \1 as expected/.test(await tab.textContent("#own-note")), await tab.textContent("#own-note"));
    const [download] = await Promise.all([tab.waitForEvent("download"), tab.selectOption("#export", "re2")]);
    equal(download.suggestedFilename(), "IRI-reference.re2.txt");
    await tab.locator("#editor .cm-content").click();
    await tab.keyboard.press("Control+A");
    await tab.keyboard.insertText("mine = addr-spec\n");
    await settled(tab);
    truth((await verdictOf(tab)).includes("addr-spec, which no rule defines"), await verdictOf(tab));
    await tab.selectOption("#import", "abnf:rfc5322");
    await settled(tab);
    await typed(tab, "a@b.example");
    truth((await verdictOf(tab)).startsWith("Valid mine"), await verdictOf(tab));
    await followed(tab, () => tab.goBack());
    equal([await tab.isVisible("#workbench"), await tab.inputValue("#grammar")], [false, "rfc3987"]);
  },
  async "hostile links are refused in a sentence"() {
    const deflated = (tab, text) =>
      tab.evaluate(async (value) => {
        const stream = new Blob([value]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        const data = new Uint8Array(await new Response(stream).arrayBuffer());
        const letters = Array.from(data, (byte) => String.fromCharCode(byte)).join("");
        return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      }, text);
    const tab = await opened();
    const source = 'a = "x" ; </script><img src=x onerror=alert(1)>\n';
    const links = [
      ["z!", "damaged"],
      ["AAAA", "damaged"],
      [await deflated(tab, "[]"), "has no grammar"],
      [await deflated(tab, "nothing"), "has no grammar"],
      [await deflated(tab, JSON.stringify({ source: " ".repeat(3_000_000) })), "too large"],
    ];
    for (const [zipped, words] of links) {
      const page = await opened(`#z=${zipped}&t=x`);
      truth((await page.textContent("#broken-link")).includes(words), `${words}: ${await page.textContent("#main")}`);
      equal(await page.inputValue("#grammar"), "rfc3987");
    }
    const keys = `{"source":${JSON.stringify(source)},"__proto__":{"imports":["x"]},"constructor":1,"examples":[[1],["x","a",true]],"imports":[{}]}`;
    const page = await opened(`#z=${await deflated(tab, keys)}&t=x`);
    equal([await verdictOf(page), await page.locator("#own li").count()], ["Valid a", 1]);
    equal(await page.evaluate(() => ({}).imports ?? document.querySelectorAll("#main img").length), 0);
  },
  async "the playground by keyboard, at every width and in every colour"() {
    const settings = [PHONE, TABLET, DESK, { ...DESK, colorScheme: "dark" }, { ...DESK, forcedColors: "active" }];
    for (const each of settings) {
      const tab = await opened("", each, RECURSIVE);
      await faultless(tab);
      equal(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    }
    const tab = await opened("", {}, RECURSIVE);
    const reached = new Set();
    for (let count = 0; count < 40; count += 1) {
      await tab.keyboard.press("Tab"); // the editor does not keep it
      reached.add(await tab.evaluate(() => document.activeElement.closest("[id]")?.id));
    }
    for (const id of ["editor", "import", "export", "own", "add-valid", "compare-rule", "text"])
      truth(reached.has(id), `${id} is not among ${[...reached]}`);
  },
  async "the policy lets nothing out"() {
    const tab = await opened();
    const known = troubles.length;
    const finished = [];
    tab.on("requestfinished", (request) => finished.push(request.url()));
    const tried = await tab.evaluate(async () => {
      const blocked = [];
      document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
      const image = new Image();
      image.src = "http://192.0.2.1/x.png";
      const answer = await fetch("http://192.0.2.1/").then(String, () => "refused");
      await new Promise((done) => setTimeout(done, 50));
      return [answer, ...blocked.sort()];
    });
    equal(tried, ["refused", "connect-src", "img-src"]);
    troubles.splice(known); // the console tells what was refused
    equal(finished, []);
  },
};
for (const [name, [hash, settings]] of Object.entries(LOOKS)) {
  checks[`it looks as it did: ${name}`] = async () => {
    const tab = await opened(hash === "#new" ? "" : hash, settings);
    if (hash === "#new") await tab.locator("#new").click();
    await settled(tab);
    await pictured(tab, name);
  };
}
checks["no word on the console, and no request"] = async () => equal(troubles, []);

for (const [name, check] of Object.entries(checks)) {
  if (mode && !name.startsWith("it looks")) continue;
  let problem = null;
  const began = performance.now();
  try {
    await check();
  } catch (error) {
    problem = error.message;
  }
  console.log(JSON.stringify({ name, problem, seconds: Math.round((performance.now() - began) / 100) / 10 }));
  await Promise.all(browser.contexts().map((context) => context.close()));
}
await browser.close();
