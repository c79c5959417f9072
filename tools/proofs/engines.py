"""The engines, each with the dialect that is exported for it."""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import irigrammar
from irigrammar.language.suite import Case, suite
from irigrammar.matching.matcher import Matcher
from tools.proofs import drivers, pcre2

__all__ = ["ENGINES", "PRODUCTIONS", "Engine", "cases", "package", "wrong"]

PRODUCTIONS = (("rfc3986", "URI-reference"), ("rfc3987", "IRI-reference"))

SEED = 3987

Ask = Callable[[str, Sequence[str]], Sequence[bool]]


@dataclass(frozen=True)
class Engine:
    """An engine: what it is, the dialect exported for it, its version (None: not installed), and what asks it.

    `each` is whether the suite is over each interval of code points, or each class, where all would take too long;
    `sample` is how many strings of it a test takes, for the same reason.
    """

    name: str
    dialect: str
    version: Callable[[], str | None]
    ask: Ask
    install: str
    each: str = "interval"
    sample: int | None = None


def package(name: str) -> str | None:
    """Return the version of a package of Python, None where it is not installed."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _module(name: str) -> Any:
    """Return a module of which nothing is known here but that it is installed."""
    return importlib.import_module(name)


def _compiled(module: str, export: str, texts: Sequence[str]) -> list[bool]:
    match = _module(module).compile(export).match
    return [match(text) is not None for text in texts]


def _polars(export: str, texts: Sequence[str]) -> list[bool]:
    verdicts: list[bool] = _module("polars").Series(texts).str.contains(export).to_list()
    return verdicts


def _duckdb(export: str, texts: Sequence[str]) -> list[bool]:
    table = _module("pyarrow").table({"number": range(len(texts)), "text": list(texts)})
    connection = _module("duckdb").connect()
    connection.register("texts", table)
    query = "SELECT regexp_full_match(text, ?) FROM texts ORDER BY number"
    return [bool(row[0]) for row in connection.execute(query, [export]).fetchall()]


def _pcre2(export: str, texts: Sequence[str], *, jit: bool) -> list[bool]:
    matches = pcre2.matcher(export, jit=jit)
    return [matches(text) for text in texts]


def _xsd(export: str, texts: Sequence[str]) -> list[bool]:
    return drivers.answers("java", "xsd", drivers.with_element(export), texts)


def _documents(texts: Sequence[str], validates: Callable[[Any], bool]) -> list[bool]:
    """Return of each text whether a document that holds it is valid; where none can, it is not."""
    etree = _module("lxml.etree")

    def valid(text: str) -> bool:
        element = etree.Element("text")
        try:
            element.text = text
        except ValueError:  # no document of XML can hold it
            return False
        return validates(element)

    return [valid(text) for text in texts]


def _libxml2(export: str, texts: Sequence[str]) -> list[bool]:
    etree = _module("lxml.etree")
    return _documents(texts, etree.XMLSchema(etree.fromstring(drivers.with_element(export).encode())).validate)


def _xmlschema(export: str, texts: Sequence[str]) -> list[bool]:
    return _documents(texts, _module("xmlschema").XMLSchema(drivers.with_element(export)).is_valid)


def _jsonschema(module: str, validator: str, export: str, texts: Sequence[str]) -> list[bool]:
    is_valid = getattr(_module(module), validator)(json.loads(export)).is_valid
    return [is_valid(text) for text in texts]


def _lark(export: str, texts: Sequence[str]) -> list[bool]:
    lark = _module("lark")
    start = re.search(r'start="([^"]*)"', export)
    assert start
    parser = lark.Lark(export, start=start[1], parser="earley", lexer="dynamic", keep_all_tokens=True)

    def parses(text: str) -> bool:
        try:
            parser.parse(text)
        except lark.exceptions.LarkError:
            return False
        return True

    return [parses(text) for text in texts]


_DRIVER = """
#include <stdio.h>
int main(void) { static char text[65536]; unsigned length;
  while (fread(&length, 4, 1, stdin) == 1 && fread(text, 1, length, stdin) == length) {
    text[length] = 0; putchar(48 + %s(text, length)); } return 0; }
"""


def _re2c(export: str, texts: Sequence[str]) -> list[bool]:
    name = re.search(r"^int (\w+)\(", export, re.MULTILINE)
    assert name
    with TemporaryDirectory() as folder:
        path = Path(folder, "match")
        path.with_suffix(".re").write_text(export + _DRIVER % name[1], encoding="utf-8")
        options = ["-8", "--no-debug-info", "--encoding-policy", "fail"]
        subprocess.run(["re2c", *options, path.with_suffix(".re"), "-o", path.with_suffix(".c")], check=True)
        subprocess.run(["cc", "-O1", "-o", path, path.with_suffix(".c")], check=True)
        rows = (text.encode("utf-8", "surrogatepass") for text in texts)
        data = b"".join(len(row).to_bytes(4, sys.byteorder) + row for row in rows)
        done = subprocess.run([path], input=data, capture_output=True, check=True)
    return [answer == ord("1") for answer in done.stdout]


def _re2c_version() -> str | None:
    if not (shutil.which("re2c") and shutil.which("cc")):
        return None
    return subprocess.run(["re2c", "--version"], capture_output=True, text=True, check=True).stdout.strip()


_JAR = next((drivers.FOLDER / "node_modules" / "antlr4ng-cli").glob("*.jar"), None)


def _antlr(export: str, texts: Sequence[str]) -> list[bool]:
    name = re.search(r"^grammar (\w+);", export, re.MULTILINE)
    assert name
    antlr4 = _module("antlr4")
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{name[1]}.g4")
        path.write_text(export, encoding="utf-8")
        subprocess.run(["java", "-jar", str(_JAR), "-Dlanguage=Python3", "-o", folder, path], check=True)
        sys.path.insert(0, folder)
        lexer, parser = (getattr(_module(name[1] + kind), name[1] + kind) for kind in ("Lexer", "Parser"))
        sys.path.remove(folder)

    def parses(text: str) -> bool:
        if any("\ud800" <= char <= "\udfff" for char in text):  # no stream of ANTLR has them
            return False
        parsed = parser(antlr4.CommonTokenStream(lexer(antlr4.InputStream(text))))
        parsed.removeErrorListeners()
        parsed.start_()
        return not parsed.getNumberOfSyntaxErrors()

    return [parses(text) for text in texts]


def _antlr_version() -> str | None:
    return package("antlr4-python3-runtime") if _JAR and shutil.which("java") else None


_JSONSCHEMA = partial(_jsonschema, "jsonschema", "Draft202012Validator")
_JSONSCHEMA_RS = partial(_jsonschema, "jsonschema_rs", "validator_for")


def _of_package(name: str, dialect: str, packages: str, ask: Ask, **more: Any) -> Engine:
    """Return an engine that comes with the first of some packages of Python."""
    return Engine(name, dialect, partial(package, packages.partition(" ")[0]), ask, f"pip install {packages}", **more)


def _of_driver(name: str, dialect: str, program: str, engine: str) -> Engine:
    """Return an engine that a driver in another language asks."""
    ask = partial(drivers.answers, program, engine)
    return Engine(name, dialect, partial(drivers.version, program), ask, {"java": "a JDK", "node": "Node"}[program])


ENGINES = (
    Engine("Python re", "python", lambda: sys.version.split()[0], partial(_compiled, "re"), "Python 3.11"),
    _of_package("google-re2", "re2", "google-re2", partial(_compiled, "re2")),
    _of_package("DuckDB regexp_full_match", "re2", "duckdb pyarrow", _duckdb),
    _of_package("polars str.contains (Rust regex)", "rust", "polars", _polars),
    _of_driver("java.util.regex", "java", "java", "java"),
    Engine("PCRE2", "pcre2", pcre2.version, partial(_pcre2, jit=False), "libpcre2-8"),
    Engine("PCRE2, compiled (JIT)", "pcre2", pcre2.version, partial(_pcre2, jit=True), "libpcre2-8"),
    _of_driver("Node, flag u", "ecmascript", "node", "u"),
    _of_driver("Node, flag v", "ecmascript", "node", "v"),
    _of_driver("Node, no flag", "ecmascript-utf16", "node", "utf16"),
    Engine("Xerces, of the JDK", "xsd", partial(drivers.version, "java"), _xsd, "a JDK"),
    _of_package("libxml2, by lxml", "xsd", "lxml", _libxml2, sample=40_000),
    _of_package("xmlschema", "xsd", "xmlschema lxml", _xmlschema, each="class", sample=4_000),
    _of_package("jsonschema (Python)", "json-schema", "jsonschema", _JSONSCHEMA, sample=40_000),
    _of_package("jsonschema-rs (Rust)", "json-schema", "jsonschema-rs", _JSONSCHEMA_RS),
    Engine(
        "ajv (Node)",
        "json-schema",
        partial(drivers.version, "node", "ajv"),
        partial(drivers.answers, "node", "ajv"),
        "npm install --no-package-lock --prefix tools/proofs/drivers",
    ),
    Engine("re2c", "re2c", _re2c_version, _re2c, "re2c and a C compiler"),
    Engine("ANTLR 4", "antlr", _antlr_version, _antlr, "antlr4ng-cli of npm, antlr4-python3-runtime", "class", 2_000),
    _of_package("Lark, Earley", "lark", "lark", _lark, each="class", sample=2_000),
)


@cache
def cases(grammar: str, rule: str, each: str) -> list[Case]:
    """Return the complete suite of a production."""
    return list(suite(_matcher(grammar, rule), each=each))


def _matcher(grammar: str, rule: str) -> Matcher:
    return irigrammar.grammar(grammar)[rule]


def wrong(engine: Engine, grammar: str, rule: str, sample: int | None = None) -> tuple[int, list[Case]]:
    """Return how many strings an engine was asked, and those on which it differs from the grammar.

    With `sample` it is asked only that number, chosen by a seed, half of them valid.
    """
    chosen = cases(grammar, rule, engine.each)
    if sample is not None:
        draw = random.Random(SEED)
        halves = [[case for case in chosen if case.valid is valid] for valid in (True, False)]
        chosen = [case for half in halves for case in draw.sample(half, min(sample // 2, len(half)))]
    export = irigrammar.exports.export(_matcher(grammar, rule), to=engine.dialect)
    said = engine.ask(export, [case.text for case in chosen])
    pairs = zip(chosen, said, strict=True)
    return len(chosen), [case for case, answer in pairs if answer is not case.valid]
