"""Generated validators, compiled and run on many strings."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from examples import FULL
from places import TESTS

import irigrammar
from irigrammar.automata.stacked import Configuration
from irigrammar.exports.machine import FIELDS, Machine, machine
from irigrammar.exports.validators import Form, generate
from irigrammar.language.cover import cover
from irigrammar.language.suite import letters, suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components

OWN = 'r = *( %xE9 / %x1F600-1F64F / %xD7FF / %xE000 / 2"ab" / %x0 ) [ "." ]\n'
REFERENCE = 'r = [ scheme ":" ] [ "//" authority ] path-abempty [ "?" query ]\n'
REFERENCE += 'authority = [ userinfo "@" ] host [ ":" port ]\nhost = *( ALPHA / %x1F600 )\n'
MANY_CLASSES = "r = " + " / ".join(f'%x{0x100 + i:X} *{i % 5}"{chr(97 + i % 26)}"' for i in range(70)) + "\n"
JSON = (TESTS / "data" / "lectures" / "json.abnf").read_text(encoding="utf-8")

# Each reads lines of hexadecimal digits, the code units of a text, and prints the offset of the fault; where the text
# matches, and the rule is a reference, then the start and end of each component.
DRIVERS = {
    "c": """\
#include <stdio.h>
#include <stdlib.h>
#include "v.h"
int main(void) {
    static char line[1 << 16], text[1 << 15];
    while (fgets(line, sizeof line, stdin)) {
        size_t length = 0;
        unsigned byte;
        while (sscanf(line + 2 * length, "%2x", &byte) == 1) text[length++] = (char)byte;
        char *exact = malloc(length ? length : 1);
        for (size_t i = 0; i < length; i++) exact[i] = text[i];
        ptrdiff_t fault = v_fault(exact, length);
        if (v_matches(exact, length) != (fault == -1)) return 1;
        printf("%td", fault);
#ifdef SPLIT
        v_components of;
        if (v_split(exact, length, &of) != (fault == -1)) return 1;
        if (fault == -1) {
            v_span all[] = {of.scheme, of.authority, of.userinfo, of.host, of.port, of.path, of.query, of.fragment};
            for (int i = 0; i < 8; i++) printf(" %td %td", all[i].start, all[i].end);
        }
#endif
        puts("");
        free(exact);
    }
}
""",
    "javascript": """\
import { readFileSync } from "node:fs";
import * as v from "./v.mjs";
const { fault, matches, split } = v;
const out = [];
const bytes = process.argv[2] === "bytes";
for (const line of readFileSync(0, "latin1").split("\\n").slice(0, -1)) {
  const units = (line.match(bytes ? /../g : /..../g) ?? []).map((unit) => parseInt(unit, 16));
  const text = bytes ? Uint8Array.from(units) : units.map((unit) => String.fromCharCode(unit)).join("");
  if (matches(text) !== (fault(text) === -1)) process.exit(1);
  const components = split?.(text);
  if (split && (components !== null) !== matches(text)) process.exit(1);
  out.push([fault(text), ...Object.values(components ?? {}).flatMap((span) => span ?? [-1, -1])].join(" "));
}
console.log(out.join("\\n"));
""",
    "java": """\
import java.io.*;
class Main {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "ISO-8859-1"));
        StringBuilder out = new StringBuilder();
        for (String line; (line = in.readLine()) != null; ) {
            TEXT
            for (int i = 0; i < line.length(); i += SIZE)
                ADD Integer.parseInt(line.substring(i, i + SIZE), 16));
            TYPE text = MADE;
            int fault = VValidator.fault(text);
            if (VValidator.matches(text) != (fault == -1)) System.exit(1);
            out.append(fault);
            /* SPLIT
            if ((VValidator.split(text) != null) != (fault == -1)) System.exit(1);
            if (fault == -1)
                for (VValidator.Component component : VValidator.Component.values()) {
                    int[] span = VValidator.split(text).getOrDefault(component, new int[] {-1, -1});
                    out.append(" " + span[0] + " " + span[1]);
                }
            SPLIT */
            out.append('\\n');
        }
        System.out.print(out);
    }
}
""",
    "rust": """\
mod v;
use std::io::Read;
fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    for line in input.lines() {
        let byte = |i| u8::from_str_radix(&line[i..i + 2], 16).unwrap();
        let text: Vec<u8> = (0..line.len()).step_by(2).map(byte).collect();
        assert_eq!(v::matches(&text), v::fault(&text).is_none());
        print!("{}", v::fault(&text).map_or(-1, |offset| offset as i64));
        /* SPLIT
        assert_eq!(v::matches(&text), v::split(&text).is_some());
        if let Some(of) = v::split(&text) {
            for span in [of.scheme, of.authority, of.userinfo, of.host, of.port, of.path, of.query, of.fragment] {
                match span {
                    Some(span) => print!(" {} {}", span.start, span.end),
                    None => print!(" -1 -1"),
                }
            }
        }
        SPLIT */
        println!();
    }
}
""",
    "go": """\
package main
import ("bufio"; "encoding/hex"; "fmt"; "os")
func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		if VMatches(string(text)) != (VFault(string(text)) == -1) { os.Exit(1) }
		if VMatches(text) != VMatches(string(text)) || VFault(text) != VFault(string(text)) { os.Exit(1) }
		fmt.Print(VFault(string(text)))
		/* SPLIT
		of, ok := VSplit(string(text))
		if VMatches(string(text)) != ok { os.Exit(1) }
		if ok {
			all := []VSpan{of.Scheme, of.Authority, of.Userinfo, of.Host, of.Port, of.Path, of.Query, of.Fragment}
			for _, span := range all {
				fmt.Print(" ", span.Start, " ", span.End)
			}
		}
		SPLIT */
		fmt.Println()
	}
}
""",
}
DRIVERS["typescript"] = DRIVERS["javascript"]

_SAMPLE = 10_000  # strings of a grammar, unless all examples are asked for

Run = Callable[[str], list[str]]
UTF16 = ("javascript", "typescript", "java")


def tool(*names: str) -> None:
    """Skip the test where a program is missing."""
    for name in names:
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")


def call(folder: Path, *command: str, data: str = "") -> str:
    """Return the output of a command in a folder; its failure is the test's."""
    environment = os.environ | {"GO111MODULE": "off", "GOCACHE": str(folder / "cache")}
    done = subprocess.run(command, cwd=folder, input=data, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def runner(matcher: Matcher, to: str, folder: Path, form: Form = "tables", *, as_bytes: bool = False) -> Run:
    """Compile a validator and return a function that runs it: lines of code units in hexadecimal digits, answers.

    With `as_bytes` a language whose strings are UTF-16 is given arrays of bytes.
    """
    source = generate(matcher, to, prefix="v", form=form)

    def file(name: str, text: str) -> None:
        if automaton(matcher).depth:
            text = text.replace("#ifdef SPLIT", "#if 1").replace("/* SPLIT", "").replace("SPLIT */", "")
        (folder / name).write_text(text, encoding="utf-8", newline="\n")

    arguments = ["bytes"] * as_bytes
    match to:
        case "c":
            tool("gcc")
            file("v.h", source)
            file("main.c", DRIVERS[to])
            strict = "-Wall -Wextra -Wpedantic -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover"
            call(folder, "gcc", "-std=c99", "-O1", *strict.split(), "-o", "main", "main.c")
            command = ["./main"]
        case "javascript" | "typescript":
            tool("node", *["tsc"] * (to == "typescript"))
            file("main.mjs", DRIVERS[to])
            if to == "typescript":
                file("v.mts", source)
                strict = "--strict --noUncheckedIndexedAccess --noUnusedLocals --target es2020 --module es2020"
                call(folder, "tsc", *strict.split(), "v.mts")
            else:
                file("v.mjs", source)
            command = ["node", "main.mjs"]
        case "java":
            tool("javac", "java")
            file("VValidator.java", source)
            made = ("byte[] bytes = new byte[line.length() / 2];", "2", "bytes[i / 2] = (byte) (", "byte[]", "bytes")
            if not as_bytes:
                made = ("StringBuilder builder = new StringBuilder();", "4", "builder.append((char) ", "String", "")
                made = (*made[:4], "builder.toString()")
            program = DRIVERS[to]
            for name, text in zip(("TEXT", "SIZE", "ADD", "TYPE", "MADE"), made, strict=True):
                program = program.replace(name, text)
            file("Main.java", program)
            call(folder, "javac", "-Xlint:all", "-Werror", "Main.java", "VValidator.java")
            command = ["java", "-cp", ".", "Main"]
        case "rust":
            tool("rustc")
            file("v.rs", source)
            file("main.rs", DRIVERS[to])
            call(folder, "rustc", "-O", "-D", "warnings", "main.rs")
            command = ["./main"]
        case _:
            tool("go")
            file("v.go", source.replace("package validators", "package main"))
            file("main.go", DRIVERS[to])
            call(folder, "go", "build", "-o", "main", "main.go", "v.go")
            command = ["./main"]
    return lambda lines: call(folder, *command, *arguments, data=lines).splitlines()


@cache
def automaton(matcher: Matcher) -> Machine:
    """Return the automaton of a validator."""
    made = machine(matcher, split=True)
    assert isinstance(made, Machine)
    return made


@cache
def matcher_of(grammar: str) -> Matcher:
    """Return the rule that a name and a rule, or the text of a grammar, is of."""
    if "=" in grammar:
        return Grammar.from_text(grammar, extends="rfc3986").start
    name, _, rule = grammar.partition(" ")
    return irigrammar.grammar(name)[rule]


def nested_suite(matcher: Matcher) -> Iterator[str]:
    """Yield strings through each transition of each state under each top of the stack, of a nested rule.

    Each is followed by nothing and by the ends of the valid strings of the small suite.
    """
    parser = matcher._production.nested
    assert not isinstance(parser, str)
    small = [*cover(matcher)]
    yield from (case.text for case in small)
    tails = sorted({case.text[-size:] for case in small if case.valid for size in range(1, 5)}, key=len)[:16]
    alphabet = letters(parser.automaton.dfa, each="class")
    start: Configuration = (parser.automaton.dfa.start, None)
    seen = {(start[0], 0)}
    todo: deque[tuple[str, Configuration]] = deque([("", start)])
    while todo:
        text, configuration = todo.popleft()
        for number, letter in enumerate(alphabet):
            yield from (text + letter + tail for tail in ("", *tails))
            after = parser.automaton.step(configuration, number)
            if after and (key := (after[0], after[1][0] + 1 if after[1] else 0)) not in seen:
                seen.add(key)
                todo.append((text + letter, after))
    dfa = parser.automaton.dfa
    yield from (text + letter for text in ("", "[", '"', '{"') for letter in letters(dfa))


@cache
def offsets(grammar: str) -> dict[str, int]:
    """Return the fault's offset of strings of the complete suite and of 2,000 mutated ones, -1 for none."""
    matcher = matcher_of(grammar)
    if automaton(matcher).frames:
        texts = [*dict.fromkeys(nested_suite(matcher))]
        known = {}
    else:
        known = {text: -1 if offset is None else offset for text, _, offset in suite(matcher)}
        texts = [*known]
    draw = random.Random(51)
    characters = sorted(set("".join(texts)))
    sources = sorted(texts)
    for _ in range(2000):
        text = draw.choice(sources)
        at, cut = draw.randint(0, len(text)), draw.randint(0, 2)
        text = text[:at] + draw.choice(characters) * draw.randint(0, 2) + draw.choice(sources)[:3] + text[at + cut :]
        texts.append(text)
    find = matcher._production.recognizer.fault_offset
    for text in texts[len(known) :]:
        offset = find(text)
        known[text] = -1 if offset is None else offset
    # Two lone surrogates next to each other are a character in UTF-16.
    pairs = [(text, n) for text, n in known.items() if sum("\ud800" <= char <= "\udfff" for char in text) < 2]
    return dict(pairs if FULL else draw.sample(pairs, min(len(pairs), _SAMPLE)))


@cache
def expected(grammar: str, codec: str) -> tuple[str, list[str]]:
    """Return the input of a driver and the answers that are right: the fault's offset, or the spans."""
    matcher = matcher_of(grammar)
    size = 2 if codec == "utf-16-be" else 1
    splits = automaton(matcher).depth > 0
    lines, answers = [], []
    for text, offset in offsets(grammar).items():
        lines.append(text.encode(codec, "surrogatepass").hex())
        numbers = [offset, *(spans(matcher.split(text)) if splits and offset < 0 else ())]
        ends = [n if n < 0 or text.isascii() else len(text[:n].encode(codec, "surrogatepass")) // size for n in numbers]
        answers.append(" ".join(map(str, ends)))
    return "".join(f"{line}\n" for line in lines), answers


def spans(parts: Components) -> list[int]:
    """Return the start and end of each component, by where it is put when a reference is composed."""
    places: dict[str, tuple[int, int]] = {}
    offset = 0

    def put(name: str, before: int, after: int = 0) -> None:
        nonlocal offset
        part = getattr(parts, name)
        if part is not None:
            places[name] = (offset + before, offset + before + len(part))
            offset += before + len(part) + after

    put("scheme", 0, 1)
    if parts.authority is not None:
        places["authority"] = (offset + 2, offset + 2 + len(parts.authority))
        offset += 2
    for name, before, after in (("userinfo", 0, 1), ("host", 0, 0), ("port", 1, 0), ("path", 0, 0)):
        put(name, before, after)
    put("query", 1)
    put("fragment", 1)
    return [number for name in FIELDS for number in places.get(name, (-1, -1))]
