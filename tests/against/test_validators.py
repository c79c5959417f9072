"""Generated validators on the complete suites.

These are samples: IRIGRAMMAR_EXAMPLES=full tries all of them, 1,340,000 strings for each language and form.
"""

from __future__ import annotations

import json
import subprocess
from itertools import product
from pathlib import Path

import pytest
from examples import FULL
from generated import JSON, OWN, REFERENCE, UTF16, automaton, call, expected, matcher_of, offsets, runner, tool

from irigrammar.exports.validator_tests import small_test
from irigrammar.exports.validators import FORMS, LANGUAGES, Form, generate
from irigrammar.language.cover import cover
from irigrammar.matching.matcher import Matcher

pytestmark = pytest.mark.external

GRAMMARS = {
    "uri": "rfc3986 URI-reference",
    "iri": "rfc3987 IRI-reference",
    "ipv6": "rfc3986 IPv6address",
    "web": "web-address IRI-reference",
    "json": JSON,
    "reference": REFERENCE,
    "own": OWN,
}

CASES = [*product(LANGUAGES, FORMS, GRAMMARS)]


@pytest.mark.parametrize(("to", "form", "name"), CASES if FULL else CASES[::5])
def test_validators_answer_as_the_library_does(to: str, form: Form, name: str, tmp_path: Path) -> None:
    grammar = GRAMMARS[name]
    matcher = matcher_of(grammar)
    for as_bytes in (False, True) if to in UTF16 else (False,):
        lines, answers = expected(grammar, "utf-16-be" if to in UTF16 and not as_bytes else "utf-8")
        said = runner(matcher, to, tmp_path, form, as_bytes=as_bytes)(lines)
        assert len(answers) > 2000
        assert [row for row in zip(lines.split("\n"), answers, said, strict=False) if row[1] != row[2]] == []
        assert len(said) == len(answers)
        assert any(answer.startswith("-1") for answer in answers)
        assert max(answer.count(" ") for answer in answers) == (16 if automaton(matcher).depth else 0)


def small(matcher: Matcher) -> list[str]:
    return [case.text for case in cover(matcher)]


FILES = {"c": "v.h", "javascript": "v.mjs", "go": "v.go", "rust": "v.rs"}
TESTS = {
    "c": (["gcc", "-Wall", "-Werror", "-o", "v_test", "v_test.c"], ["./v_test"], ["./v_test", "--suite"]),
    "javascript": (["node", "--test", "v.test.mjs"], ["node", "v.test.mjs", "--suite"]),
    "go": (["go", "test"], ["go", "test", "-c", "-o", "v_test"], ["./v_test", "-test.run", "VSuite", "suite"]),
    "rust": (
        ["rustc", "--test", "v_test.rs"],
        ["./v_test"],
        ["rustc", "-D", "warnings", "v_test.rs", "-o", "v_suite"],
        ["./v_suite"],
    ),
}


@pytest.mark.parametrize("to", TESTS)
@pytest.mark.parametrize("name", ["json", "own"])
def test_the_test_of_a_validator_passes_and_answers_the_suite(to: str, name: str, tmp_path: Path) -> None:
    *commands, answers = TESTS[to]
    tool(commands[0][0])
    matcher = matcher_of(GRAMMARS[name])
    (tmp_path / FILES[to]).write_text(generate(matcher, to, prefix="v"), encoding="utf-8")
    file, text, lines = small_test(matcher, to, FILES[to], small(matcher), prefix="v")
    (tmp_path / file).write_text(text, encoding="utf-8")
    assert len(lines) == (1 if name == "json" else 2)
    for command in commands:
        call(tmp_path, *command)
    texts = [*offsets(GRAMMARS[name])][-2000:]
    texts = [text for text in texts if not any("\ud800" <= char <= "\udfff" for char in text)]
    said = call(tmp_path, *answers, data="".join(f"{json.dumps(text)}\n" for text in texts)).split()
    assert said == [str(matcher.matches(text)).lower() for text in texts]


CLANG = "{BasedOnStyle: LLVM, IndentWidth: 4, ColumnLimit: 100, BreakBeforeBraces: Linux, ReflowComments: false, "
CLANG += "AllowShortFunctionsOnASingleLine: None}"
FORMATTERS = {
    "c": ["clang-format", "--dry-run", "--Werror", f"--style={CLANG}"],
    "javascript": ["prettier", "--check"],
    "typescript": ["prettier", "--check"],
    "go": ["gofmt", "-d"],
    "rust": ["rustfmt", "--check"],
    "java": ["google-java-format", "--aosp", "--dry-run", "--set-exit-if-changed"],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("to", FORMATTERS)
def test_layout_is_that_of_the_formatter(to: str, form: Form, tmp_path: Path) -> None:
    tool(FORMATTERS[to][0])
    for name, grammar in GRAMMARS.items():
        matcher, file = matcher_of(grammar), LANGUAGES[to].file.format(PREFIX=f"{name}_v", PASCAL=name.capitalize())
        (tmp_path / file).write_text(generate(matcher, to, prefix=name, form=form), encoding="utf-8")
        if name in ("ipv6", "own"):
            file, text, _ = small_test(matcher, to, file, small(matcher), prefix=name)
            (tmp_path / file).write_text(text, encoding="utf-8")
    files = sorted(path.name for path in tmp_path.iterdir())
    done = subprocess.run([*FORMATTERS[to], *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    if "java.lang.NoClassDefFoundError" in done.stderr + done.stdout:
        pytest.skip("google-java-format needs a newer Java")
    assert (done.returncode, "@@" in done.stdout) == (0, False), done.stdout + done.stderr


def test_a_header_is_cpp_and_a_module_needs_no_std(tmp_path: Path) -> None:
    tool("g++", "rustc")
    for to, file in (("c", "{}.h"), ("rust", "{}.rs")):
        for name in ("json", "reference"):
            source = generate(matcher_of(GRAMMARS[name]), to, prefix=name, form="code")
            (tmp_path / file.format(name)).write_text(source, encoding="utf-8")
    program = 'int main() { reference_components c; return reference_split("/a", 2, &c) != json_matches("1", 1); }\n'
    (tmp_path / "main.cc").write_text(f'#include "json.h"\n#include "reference.h"\n{program}', encoding="utf-8")
    call(tmp_path, *["g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main", "main.cc"])
    call(tmp_path, "./main")
    (tmp_path / "lib.rs").write_text("#![no_std]\npub mod json;\npub mod reference;\n", encoding="utf-8")
    call(tmp_path, *["rustc", "--edition", "2021", "-D", "warnings", "--crate-type", "lib", "lib.rs"])
