"""Generated validators, compiled and run: the library's verdicts and offsets on complete suites and mutations."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import irigrammar
from irigrammar.errors import ExportError, GrammarError, UnknownDialect
from irigrammar.exports import generate, validators
from irigrammar.exports.machine import FIELDS, machine
from irigrammar.language.suite import suite
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.shipped.loader import generic_names

OWN = 'r = *( %xE9 / %x1F600-1F64F / %xD7FF / %xE000 / 2"ab" / %x0 ) [ "." ]\n'
REFERENCE = 'r = [ scheme ":" ] [ "//" authority ] path-abempty [ "?" query ]\n'
REFERENCE += 'authority = [ userinfo "@" ] host [ ":" port ]\nhost = *( ALPHA / %x1F600 )\n'
MANY_CLASSES = "r = " + " / ".join(f'%x{0x100 + i:X} *{i % 5}"{chr(97 + i % 26)}"' for i in range(70)) + "\n"

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
for (const line of readFileSync(0, "latin1").split("\\n").slice(0, -1)) {
  const units = (line.match(/..../g) ?? []).map((unit) => parseInt(unit, 16));
  const text = units.map((unit) => String.fromCharCode(unit)).join("");
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
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.length(); i += 4)
                text.append((char) Integer.parseInt(line.substring(i, i + 4), 16));
            int fault = VValidator.fault(text);
            if (VValidator.matches(text.toString()) != (fault == -1)) System.exit(1);
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

Run = Callable[[list[bytes]], list[list[int]]]


def tool(*names: str) -> None:
    for name in names:
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not installed")


def runner(matcher: Matcher, to: str, folder: Path) -> Run:
    """Compile a validator and return a function that runs it on code units."""
    source = generate(matcher, to, prefix="v")
    split = machine(matcher, split=True).depth > 0

    def call(*command: str, data: str = "") -> str:
        environment = os.environ | {"GO111MODULE": "off", "GOCACHE": str(folder / "cache")}
        done = subprocess.run(
            command, cwd=folder, input=data, capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def file(name: str, text: str) -> None:
        if split:
            text = text.replace("#ifdef SPLIT", "#if 1").replace("/* SPLIT", "").replace("SPLIT */", "")
        (folder / name).write_text(text, encoding="utf-8", newline="\n")

    match to:
        case "c":
            tool("gcc")
            file("v.h", source)
            file("main.c", DRIVERS[to])
            strict = "-Wall -Wextra -Wpedantic -Wconversion -Werror -fsanitize=address,undefined -fno-sanitize-recover"
            call("gcc", "-std=c99", "-O1", *strict.split(), "-o", "main", "main.c")
            command = ["./main"]
        case "javascript" | "typescript":
            tool("node", *["tsc"] * (to == "typescript"))
            file("main.mjs", DRIVERS[to])
            if to == "typescript":
                file("v.mts", source)
                strict = "--strict --noUncheckedIndexedAccess --noUnusedLocals --target es2020 --module es2020"
                call("tsc", *strict.split(), "v.mts")
            else:
                file("v.mjs", source)
            command = ["node", "main.mjs"]
        case "java":
            tool("javac", "java")
            file("VValidator.java", source)
            file("Main.java", DRIVERS[to])
            call("javac", "-Xlint:all", "-Werror", "Main.java", "VValidator.java")
            command = ["java", "-cp", ".", "Main"]
        case "rust":
            tool("rustc")
            file("v.rs", source)
            file("main.rs", DRIVERS[to])
            call("rustc", "-O", "-D", "warnings", "main.rs")
            command = ["./main"]
        case _:
            tool("go")
            file("v.go", source.replace("package validators", "package main"))
            file("main.go", DRIVERS[to])
            call("go", "build", "-o", "main", "main.go", "v.go")
            command = ["./main"]
    return lambda texts: [
        [int(number) for number in line.split()]
        for line in call(*command, data="".join(text.hex() + "\n" for text in texts)).splitlines()
    ]


@cache
def cases(grammar: str) -> tuple[Matcher, dict[str, int]]:
    """Return a rule, and for the strings of its complete suite and 2,000 mutated ones the offset in characters."""
    if "=" in grammar:
        matcher = Grammar.from_text(grammar, extends="rfc3986").start
    else:
        name, _, rule = grammar.partition(" ")
        matcher = irigrammar.grammar(name)[rule]
    offsets = {text: -1 if offset is None else offset for text, _, offset in suite(matcher)}
    draw = random.Random(51)
    texts = sorted(offsets)
    letters = sorted(set("".join(texts)))
    while len(texts) < len(offsets) + 2000:
        text = draw.choice(texts)
        at = draw.randint(0, len(text))
        cut = draw.randint(0, 2)
        text = text[:at] + draw.choice(letters) * draw.randint(0, 2) + draw.choice(texts)[:3] + text[at + cut :]
        texts.append(text)
    for text in texts[len(offsets) :]:
        fault = matcher.check(text).fault
        offsets[text] = -1 if fault is None else fault.offset
    # Two lone surrogates next to each other are a character in UTF-16.
    return matcher, {
        text: offset for text, offset in offsets.items() if sum("\ud800" <= char <= "\udfff" for char in text) < 2
    }


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


GRAMMARS = [
    pytest.param("rfc3986 URI-reference", id="uri", marks=pytest.mark.slow),
    pytest.param("rfc3987 IRI-reference", id="iri", marks=pytest.mark.slow),
    pytest.param("rfc3986 IPv6address", id="ipv6"),
    pytest.param(REFERENCE, id="reference"),
    pytest.param(OWN, id="own"),
    pytest.param(MANY_CLASSES, id="classes"),
]


@pytest.mark.parametrize("grammar", GRAMMARS)
@pytest.mark.parametrize("to", validators.LANGUAGES)
def test_verdicts_and_offsets_are_the_library_s(to: str, grammar: str, tmp_path: Path) -> None:
    matcher, offsets = cases(grammar)
    codec, size = ("utf-16-be", 2) if to in ("javascript", "typescript", "java") else ("utf-8", 1)
    run = runner(matcher, to, tmp_path)
    encoded = [text.encode(codec, "surrogatepass") for text in offsets]
    splits = machine(matcher, split=True).depth > 0
    expected = []
    for text, offset in offsets.items():
        numbers = [offset, *(spans(matcher.split(text)) if splits and offset < 0 else ())]
        expected.append([n if n < 0 else len(text[:n].encode(codec, "surrogatepass")) // size for n in numbers])
    assert len(expected) > 2000
    assert max(map(len, expected)) == (17 if splits else 1)
    assert -1 in offsets.values()
    different = [case for case in zip(offsets, expected, run(encoded), strict=True) if case[1] != case[2]]
    assert different == []


@pytest.mark.parametrize("name", generic_names())
def test_an_automaton_that_splits_refuses_where_the_minimal_one_does(name: str) -> None:
    grammar = irigrammar.grammar(name)
    for matcher in [
        grammar.start,
        *(grammar[rule] for rule in ("URI", "relative-ref", "hier-part") if rule in grammar),
    ]:
        splitting = machine(matcher, split=True)
        if not splitting.depth:
            continue
        dfa = matcher.automaton
        starts = sorted({*dfa.classes.starts, *(point for point, _ in splitting.points)})
        points = [number for _, number in splitting.points]
        alphabet = {(dfa.classes.of(p), points[bisect_right(splitting.points, (p, 99)) - 1]) for p in starts}
        reached = {(dfa.start, splitting.start)}
        todo = list(reached)
        for left, right in todo:
            assert bool(left) == bool(right)
            assert bool(dfa.accepting[left]) == (splitting.ends[right] is not None)
            after = {(dfa.rows[left][mine], splitting.rows[right][other][0]) for mine, other in alphabet} - reached
            reached |= after
            todo.extend(after)


@pytest.mark.parametrize("to", ["c", "rust", "go"])
def test_bytes_that_are_not_utf_8_are_a_fault_at_their_offset(to: str, tmp_path: Path) -> None:
    run = runner(Grammar.from_text("r = *%x0-10FFFF\n").start, to, tmp_path)
    heads = (b"", b"a", "é€😀".encode())
    broken = (b"\x80", b"\xc1\xbf", b"\xc3", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80")
    cut = (b"\xff", b"\xe2\x82", b"\xf0\x9f\x98", b"\xf8\x88\x80\x80\x80", b"\xc3a")
    texts = {head + tail + after: len(head) for head in heads for tail in broken + cut for after in (b"", b"z")}
    texts |= {text.encode(): -1 for text in ("", "\0", "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff")}
    assert run([*texts]) == [[offset] for offset in texts.values()]


@pytest.mark.parametrize("to", validators.LANGUAGES)
def test_an_iri_reference_fits_in_13_kilobytes(to: str) -> None:
    source = generate(irigrammar.grammar("rfc3987")["IRI-reference"], to, split=False)
    assert len(source.encode()) <= 13_000
    assert source.isascii()


def test_rules_that_match_little_have_no_empty_tables(tmp_path: Path) -> None:
    run = runner(Grammar.from_text('r = ""\n').start, "c", tmp_path)
    assert run([b"", b"a"]) == [[-1], [0]]


def test_what_cannot_be_generated_is_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    port = irigrammar.grammar("rfc3986")["port"]
    with pytest.raises(UnknownDialect, match="'cobol'"):
        generate(port, "cobol")
    with pytest.raises(ValueError, match="'1 x' is not a prefix"):
        generate(port, "c", prefix="1 x")
    with pytest.raises(GrammarError, match="recursive"):
        generate(Grammar.from_text('r = "(" [ r ] ")"\n').start, "c")
    monkeypatch.setattr(validators, "_LIMIT", 1)
    with pytest.raises(ExportError, match="port of rfc3986 cannot be written for c: its automaton has 1 transitions"):
        generate(port, "c")


def test_a_name_of_a_grammar_ends_no_comment() -> None:
    grammar = Grammar.from_text('r = "a"\n', name="x\n*/ \\u000a int y; \\\n")
    for to in validators.LANGUAGES:
        head = generate(grammar.start, to).splitlines()[:4]
        assert [line[:3] for line in head[:3]] == ["// "] * 3
        assert "\\" not in "".join(head)


def test_declarations_are_those_of_the_module() -> None:
    declared = validators.declarations(irigrammar.grammar("rfc3986")["port"])
    assert "export declare function fault(text: string): number;\n" in declared
    assert "export declare function matches(text: string): boolean;\n" in declared
    assert "split" not in declared
    declared = validators.declarations(irigrammar.grammar("rfc3986").start)
    assert "export declare function split(text: string): Components | null;\n" in declared
    assert "  scheme: [number, number] | null;\n" in declared
