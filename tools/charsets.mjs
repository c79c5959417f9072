// Prints what the legacy charsets of the Encoding Standard make of bytes: node charsets.mjs MODULES [CHROMIUM].
//
// MODULES is a folder with @exodus/bytes, and playwright-core to ask the TextDecoder of a browser, in node_modules. The
// result is JSON: for each name the text of each shortest sequence of bytes that is one character, by its hexadecimal
// digits (`decode`), and, but for a browser, the digits of each code point (`encode`).

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, executablePath] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)));
const MULTIPLE = ["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"];
const SINGLE = "ibm866 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 "
  .concat("iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u macintosh windows-874 windows-1250 ")
  .concat("windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 ")
  .concat("x-mac-cyrillic x-user-defined")
  .split(" ");

function decoded(name, Decoder = globalThis.TextDecoder) {
  const decoder = new Decoder(name, { fatal: true });
  const rows = {};
  const isChar = (...bytes) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      rows[bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")] = text;
      return true;
    } catch {
      return false;
    }
  };
  const every = (low, high, visit) => {
    for (let byte = low; byte <= high; byte += 1) visit(byte);
  };
  every(0, 255, (a) => {
    if (isChar(a) || !/^(big|euc|gb|shift)/.test(name)) return;
    every(0, 255, (b) => {
      if (isChar(a, b)) return;
      if (name === "euc-jp" && a === 0x8f) every(0, 255, (c) => isChar(a, b, c));
      if (name === "gb18030" && b >= 0x30 && b <= 0x39)
        every(0x81, 0xfe, (c) => every(0x30, 0x39, (d) => isChar(a, b, c, d)));
    });
  });
  return rows;
}

const result = {};
if (executablePath) {
  const browser = await require("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  for (const name of [...MULTIPLE, ...SINGLE]) result[name] = { decode: await page.evaluate(decoded, name) };
  await browser.close();
} else {
  const { TextDecoder } = await load("@exodus/bytes/encoding.js");
  const { createMultibyteEncoder } = await load("@exodus/bytes/multi-byte.js");
  const { createSinglebyteEncoder } = await load("@exodus/bytes/single-byte.js");
  for (const name of [...MULTIPLE, ...SINGLE]) {
    const encode = (MULTIPLE.includes(name) ? createMultibyteEncoder : createSinglebyteEncoder)(name);
    const rows = {};
    const end = name === "gb18030" ? 0x110000 : MULTIPLE.includes(name) ? 0x30000 : 0x10000;
    for (let point = 0; point < end; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      try {
        rows[point.toString(16)] = Buffer.from(encode(String.fromCodePoint(point))).toString("hex");
      } catch {
        // the charset lacks it
      }
    }
    result[name] = { decode: decoded(name, TextDecoder), encode: rows };
  }
}
process.stdout.write(JSON.stringify(result));
