// Reads a text per line, in hexadecimal UTF-8; writes what `new URL` and `url.parse` read: host:port in hexadecimal, or -.
const { parse } = require("url");
const hex = (text) => Buffer.from(text).toString("hex") || "-";
const row = (read) => {
  try {
    const { hostname, port } = read();
    return hostname ? hex(`${hostname}:${port || ""}`) : "-";
  } catch {
    return "-";
  }
};
process.removeAllListeners("warning");
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const text = Buffer.from(line, "hex").toString();
    console.log(row(() => new URL(text)), row(() => parse(text)));
  });
