"""Time generated validators beside what each language has.

    python tools/bench/languages.py FOLDER     FOLDER has node_modules with fast-uri and ajv-formats

Every way is asked for each text, in turn, in 40 rounds of one process; the first ten are not counted. A language that
is not installed is reported as missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

sys.path[0] = str(Path(__file__).resolve().parents[2])

import irigrammar  # noqa: E402
from irigrammar.exports import export  # noqa: E402
from irigrammar.exports.validators import FORMS, generate  # noqa: E402
from tools.bench.texts import mixed  # noqa: E402

CARGO = {  # crates are Debian's librust-regex-dev and librust-url-dev
    "Cargo.toml": '[package]\nname = "bench"\nversion = "0.0.0"\n[dependencies]\nregex = "*"\nurl = "*"\n',
    ".cargo/config.toml": '[source]\ncrates-io.replace-with = "d"\nd.directory = "/usr/share/cargo/registry"\n',
}


class Bench(NamedTuple):
    """A language: its files (validators, a program), the dialect of a peer's pattern, what times a way, the ways."""

    files: tuple[str, str, str]
    dialect: str
    commands: tuple[str, ...]
    way: str
    ways: dict[str, str]
    program: str


BENCHES = {
    "c": Bench(
        ("tables.h", "code.h", "main.c"), "re2", ("gcc -O2 -w -o main main.c -luriparser", "./main"),
        'began = now(); for (size_t i = 0; i < count; i++) sum += CALL;'
        'printf("NAME\\t%f\\n", (now() - began) / count);',
        {"tables": "tables_matches(texts[i], sizes[i])", "code": "code_matches(texts[i], sizes[i])",
         "uriparser": "peer(texts[i], sizes[i])"},
        """#include <stdio.h>
#include <time.h>
#include <uriparser/Uri.h>
#include "tables.h"
#include "code.h"
#include <string.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec * 1e9 + t.tv_nsec; }
static int peer(const char *s, size_t n) { UriUriA uri; if (uriParseSingleUriExA(&uri, s, s + n, NULL)) return 0;
  uriFreeUriMembersA(&uri); return 1; }
int main(void) { static char *texts[100000], line[1 << 16]; size_t count = 0, sizes[100000]; long sum = 0;
  FILE *file = fopen("texts", "r"); double began;
  while (fgets(line, sizeof line, file)) { sizes[count] = strlen(line) - 1; texts[count++] = strdup(line); }
  for (int round = 0; round < 40; round++) { WAYS } return sum < 0; }"""),
    "rust": Bench(
        ("src/tables.rs", "src/code.rs", "src/main.rs"), "rust",
        ("cargo build --release --offline -q", "target/release/bench"),
        'let began = std::time::Instant::now(); for text in &texts { sum += (CALL) as usize; } '
        'println!("NAME\\t{}", began.elapsed().as_nanos() as f64 / texts.len() as f64);',
        {"tables": "tables::matches(text)", "code": "code::matches(text)", "regex": "pattern.is_match(text)",
         "url": "options.parse(text).is_ok()"},
        """mod tables; mod code;
fn main() { let file = std::fs::read_to_string("texts").unwrap(); let texts: Vec<&str> = file.lines().collect();
  let pattern = regex::Regex::new(std::fs::read_to_string("pattern").unwrap().as_str()).unwrap();
  let base = url::Url::parse("http://h/").unwrap(); let options = url::Url::options().base_url(Some(&base));
  let mut sum = 0usize; for _ in 0..40 { WAYS } assert!(sum > 0); }"""),
    "go": Bench(
        ("tables.go", "code.go", "main.go"), "re2", ("go build -o main main.go tables.go code.go", "./main"),
        '{began := time.Now(); for _, text := range texts { if CALL { sum++ } }; '
        'fmt.Printf("NAME\\t%f\\n", float64(time.Since(began)) / float64(len(texts)))}\n',
        {"tables": "TablesMatches(text)", "code": "CodeMatches(text)", "regexp": "pattern.MatchString(text)",
         "net/url": "parses(text)"},
        """package main
import ("fmt"; "net/url"; "os"; "regexp"; "strings"; "time")
func main() { file, _ := os.ReadFile("texts"); texts := strings.Split(strings.TrimSpace(string(file)), "\\n")
  source, _ := os.ReadFile("pattern"); pattern := regexp.MustCompile(string(source)); sum := 0
  parses := func(text string) bool { _, err := url.Parse(text); return err == nil }
  for round := 0; round < 40; round++ { WAYS }; if sum == 0 { os.Exit(1) } }"""),
    "java": Bench(
        ("TablesValidator.java", "CodeValidator.java", "Main.java"), "java",
        ("javac -nowarn Main.java TablesValidator.java CodeValidator.java", "java -cp . Main"),
        '{ long began = System.nanoTime(); for (String text : texts) if (CALL) sum++; '
        'System.out.println("NAME\\t" + (System.nanoTime() - began) / (double) texts.size()); }\n',
        {"tables": "TablesValidator.matches(text)", "code": "CodeValidator.matches(text)",
         "java.util.regex": "pattern.matcher(text).matches()", "java.net.URI": "parses(text)"},
        """import java.net.*; import java.nio.file.*; import java.util.*; import java.util.regex.*;
class Main { static boolean parses(String text) {
    try { new URI(text); return true; } catch (URISyntaxException e) { return false; } }
  public static void main(String[] arguments) throws Exception { long sum = 0;
    List<String> texts = Files.readAllLines(Path.of("texts"));
    Pattern pattern = Pattern.compile(Files.readString(Path.of("pattern")));
    for (int round = 0; round < 40; round++) { WAYS } if (sum == 0) System.exit(1); } }"""),
    "javascript": Bench(
        ("tables.mjs", "code.mjs", "main.mjs"), "ecmascript", ("node main.mjs",),
        '{ const began = process.hrtime.bigint(); for (const text of texts) if (CALL) sum++; '
        'console.log("NAME\\t" + Number(process.hrtime.bigint() - began) / texts.length); }\n',
        {"tables": "tables.matches(text)", "code": "code.matches(text)", "RegExp": "pattern.test(text)",
         "ajv-formats": "ajv(text)", "fast-uri": "!fast.parse(text).error", "new URL": "parses(text)"},
        """import { readFileSync } from "node:fs"; import { createRequire } from "node:module";
import * as tables from "./tables.mjs"; import * as code from "./code.mjs";
const require = createRequire(process.env.MODULES + "/x.js"), fast = require("fast-uri");
const format = require("ajv-formats/dist/formats").fullFormats["uri-reference"]; let sum = 0;
const ajv = (text) => format.test(text), pattern = new RegExp(readFileSync("pattern", "utf8"), "u");
const texts = readFileSync("texts", "utf8").split("\\n").slice(0, -1);
const parses = (text) => { try { return new URL(text, "http://h/") && true; } catch { return false; } };
for (let round = 0; round < 40; round++) { WAYS }"""),
}  # fmt: skip


def measured(to: str, texts: list[str]) -> dict[str, float]:
    """Return the time of each way; raise `OSError` or `CalledProcessError` where something is missing."""
    bench, matcher = BENCHES[to], irigrammar.grammar("rfc3986")["URI-reference"]
    files = CARGO | {"texts": "".join(f"{text}\n" for text in texts), "pattern": export(matcher, bench.dialect)}
    for form, name in zip(FORMS, bench.files, strict=False):
        files[name] = generate(matcher, to, prefix=form, form=form).replace("package validators", "package main")
    ways = (bench.way.replace("NAME", name).replace("CALL", call) for name, call in bench.ways.items())
    files[bench.files[2]] = bench.program.replace("WAYS", "".join(ways))
    with tempfile.TemporaryDirectory() as folder:
        for path, text in ((Path(folder, name), text) for name, text in files.items()):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        env = {**os.environ, "GO111MODULE": "off", "MODULES": str(Path(*sys.argv[1:2]).resolve())}
        for line in bench.commands:
            done = subprocess.run(line.split(), cwd=folder, env=env, capture_output=True, text=True, check=True)
    times: dict[str, list[float]] = {name: [] for name in bench.ways}
    for line in done.stdout.splitlines():
        times[line.partition("\t")[0]].append(float(line.partition("\t")[2]))
    return {name: sorted(taken[10:])[15] for name, taken in times.items()}  # the medians


if __name__ == "__main__":
    strings = [text for text in mixed(0.1) if text.isascii() and text.isprintable()]
    print("| language | `code` | `tables` | peers |\n|---|---:|---:|---|")
    for language in BENCHES:
        try:
            row = measured(language, strings)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"| {language} | | | missing: {error} |")
            continue
        print(f"| {language} | {row.pop('code'):,.0f} | {row.pop('tables'):,.0f} |", end=" ")
        print(", ".join(f"{name} {time:,.0f}" for name, time in sorted(row.items(), key=lambda r: r[1])), "|")
