@HEAD@

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fault, matches } from "./@FILE@";

// @CASES_COMMENT@
const cases/*: [string, number][]*/ = [
@CASES
  [@TEXT@, @OFFSET@],
@END
];

if (process.argv[2] === "--suite") {
  // @SUITE_COMMENT@
  const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
  console.log(lines.map((line) => matches(JSON.parse(line))).join("\n"));
} else {
  test("small suite", () => {
    for (const [text, offset] of cases) {
      const bytes = new TextEncoder().encode(text);
      assert.equal(fault(text), offset, JSON.stringify(text));
      assert.equal(matches(bytes), offset < 0, JSON.stringify(text));
    }
  });
}
