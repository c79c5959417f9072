"""Tests of generated validators, for each language's usual runner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from shlex import quote

from irigrammar.dataclass import dataclass
from irigrammar.exports.validators import LANGUAGES, fill_template, heading_lines, names, with_types
from irigrammar.lazy import regex
from irigrammar.matching.matcher import Matcher

_CASES = "The small suite: each text, and the offset of its fault."
_SUITE = "Answers `iri suite run`: reads a JSON string per line, writes true or false for each."
_PLAIN = regex(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_VISIBLE = range(0x20, 0x7F)
_BYTE = 0x100


@dataclass(frozen=True, slots=True)
class Runner:
    """The test of a language: its template, the name of its file, its escapes of code units, and its commands.

    `file` and commands have `{stem}` and `{suffix}` of the validator's file and `{test}`, the stem of the test's.
    `escape` is for units below 256, `wide` for others. `suite` is the command for `iri suite run`.
    """

    template: str
    file: str
    escape: str
    run: str
    suite: str
    wide: str = "\\u{:04x}"


_NODE = "\\u{:04x}", "node --test {test}.mjs", "node {test}.mjs --suite"
RUNNERS: dict[str, Runner] = {
    "c": Runner("c_test.c", "{stem}_test.c", "\\{:03o}", "cc -o {test} {test}.c && ./{test}", "./{test} --suite"),
    "javascript": Runner("ecmascript_test.js", "{stem}.test{suffix}", *_NODE),
    "typescript": Runner("ecmascript_test.js", "{stem}.test{suffix}", _NODE[0], f"tsc && {_NODE[1]}", _NODE[2]),
    "go": Runner(
        "go_test.go", "{stem}_test.go", "\\x{:02x}", "go test && go test -c -o {test}",
        "./{test} -test.run {pascal}Suite suite",
    ),
    "rust": Runner(
        "rust_test.rs", "{stem}_test.rs", "\\x{:02x}",
        "rustc --test -o {test} {test}.rs && ./{test} && rustc -O -o {stem}_suite {test}.rs", "./{stem}_suite",
    ),
    "java": Runner(
        "java_test.java", "{stem}Test.java", "\\{:03o}", "a runner of JUnit 5", "java -cp CLASSES {test}"
    ),
}  # fmt: skip


def small_test(
    matcher: Matcher, to: str, file: str, texts: Iterable[str], *, prefix: str | None = None
) -> tuple[str, str, list[str]]:
    """Return the name and the source of a test for a validator in a file, and the lines that say how it is run.

    The test has the texts, which are those of the small suite (`irigrammar.language.cover`). It also answers `iri suite
    run`, which proves the validator complete; a recursive rule has no complete suite. Raises `ValueError` for a file
    whose name has other characters than letters, digits, ".", "_" and "-": it is in commands and in source code. Raises
    `KeyError` for an unknown language, and `ValueError` for a `prefix` that is not a name.
    """
    language, runner, path = LANGUAGES[to], RUNNERS[to], PurePath(file)
    if not _PLAIN.fullmatch(path.name):
        raise ValueError(f"{path.name!r}: with a test, letters, digits, '.', '_' and '-' make the name of a file")
    name = runner.file.format(stem=path.stem, suffix=path.suffix)
    words = names(matcher, prefix)
    fields = {"stem": path.stem, "test": PurePath(name).stem, "pascal": words["PASCAL"]}
    lines = [f"test:  {runner.run.format(**fields)}"]
    if matcher._production.is_regular:
        suite = f"iri suite run -g {quote(matcher.grammar.name)} -r {matcher.rule} --batch 100000"
        lines.append(f"prove: {suite} --exec '{runner.suite.format(**fields)}'")
    text = fill_template(
        language,
        runner.template,
        {"CASES": [*_cases(matcher, to, runner, texts)]},
        {
            **words,
            "HEAD": heading_lines(matcher, *lines),
            "FILE": path.name if to != "typescript" else path.stem + path.suffix.replace("ts", "js"),
            "CASES_COMMENT": _CASES,
            "SUITE_COMMENT": _SUITE,
        },
        {},
    )
    return name, with_types(text, to), lines


def _cases(matcher: Matcher, to: str, runner: Runner, texts: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield the values of a test for each text: its literal in the language, and in units of its encoding the length
    and the offset of the fault, which is -1, or None in Rust, where it matches.
    """
    codec, size = ("utf-8", 1) if LANGUAGES[to].texts[0][1] == "bytes" else ("utf-16-be", 2)
    for text in texts:
        offset = matcher._production.recognizer.fault_offset(text)
        encoded = text.encode(codec)
        units = [int.from_bytes(encoded[place : place + size], "big") for place in range(0, len(encoded), size)]
        literal = "".join(
            chr(unit) if unit in _VISIBLE and chr(unit) not in '"\\?' else
            (runner.escape if unit < _BYTE else runner.wide).format(unit)
            for unit in units
        )  # fmt: skip
        end = "-1" if offset is None else str(len(text[:offset].encode(codec)) // size)
        if to == "rust":
            end = "None" if offset is None else f"Some({end})"
        yield {"TEXT": f'"{literal}"', "LENGTH": str(len(units)), "OFFSET": end}
