"""The ABNF files are the only place where the syntax is written: no character set and no rule is typed in Python.

Looked for in every module that is not generated: literals that list delimiters, alphabets, code points as numbers or as
characters, and names of the catalog's rules. What else such a literal is for stands in `ALLOWED`, with the reason.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from typed_sets import DELIMITERS, EDGES, RULE_NAMES

import irigrammar

SOURCE = Path(irigrammar.__file__).resolve().parent
MODULES = sorted(
    str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py") if "_generated" not in path.relative_to(SOURCE).parts
)


class Allowed(NamedTuple):
    modules: str
    kind: str
    texts: set[str]
    reason: str


ANY = {"*"}

ALLOWED = [
    Allowed("__init__.py", "rule name", {"Scheme"}, "the name of a class"),
    Allowed("views/steps.py", "code point", {"0xE000"}, "stands for a space while a table is made"),
    Allowed(
        "bidi/components.py",
        "rule name",
        {"scheme", "userinfo", "host", "path", "query"},
        "the fields of Components",
    ),
    Allowed("bidi/notation.py", "rule name", {"ALPHA"}, "whose upper case letters stand for others"),
    Allowed(
        "bidi/symbols.py",
        "rule name",
        {"ALPHA", "DIGIT", "gen-delims", "pct-encoded", "sub-delims", "unreserved"},
        "what the table of the guidelines, appendix A, tells apart",
    ),
    Allowed(
        "advice/*",
        "rule name",
        {"authority", "host", "path", "port", "query", "scheme", "userinfo"},
        "fields of Components, and the port's digits",
    ),
    Allowed("advice/compatibility.py", "rule name", {"iunreserved"}, "what ends no component"),
    Allowed("advice/ipv4.py", "rule name", {"DIGIT", "HEXDIG"}, "what the numbers of the URL standard are made of"),
    Allowed("advice/rules/digit_look_alike.py", "alphabet", {"isdecimal"}, "words as readers see them"),
    Allowed("advice/rules/*.py", "rule name", {"unreserved"}, "what is no delimiter"),
    Allowed("automata/charset.py", "code point", {"0x10FFFF"}, "the last code point of Unicode"),
    Allowed("automata/regular.py", "alphabet", {"ascii_letters"}, "RFC 5234, 2.3: in ASCII either case matches"),
    Allowed("automata/readable.py", "alphabet", {"ord", "isalnum"}, "what a reader likes to see in an example"),
    Allowed("automata/readable.py", "delimiters", {"ord"}, "likewise"),
    Allowed("masking.py", "delimiters", ANY, "what ends a password in any text, exact or not: in doubt it is masked"),
    Allowed("masking.py", "alphabet", ANY, "likewise"),
    Allowed("cli/main.py", "rule name", {"iri"}, "the name of the command"),
    Allowed("cli/options.py", "alphabet", {r"\\u(?:\{([0-9A-Fa-f]{1,6})\}|(\{[^}]*\}?))"}, "the escape of --escaped"),
    Allowed("cli/options.py", "code point", {"0x10FFFF"}, "the last code point of Unicode"),
    Allowed("cli/main.py", "rule name", {"char"}, "the name of a command"),
    Allowed("cli/char.py", "rule name", {"char"}, "the name of the command"),
    Allowed("learn/placing.py", "rule name", {"userinfo", "host", "path", "query", "fragment"}, "fields of Components"),
    Allowed("learn/placing.py", "rule name", {"authority"}, "a field of Components, which holds others"),
    Allowed("views/quiz.py", "delimiters", {r"([\\`*_\[\]<>#|&])"}, "what Markdown takes for markup"),
    Allowed("cli/*.py", "rule name", {"path"}, "the role of a file's name, which has a colour, and of a component"),
    Allowed(
        "processing/rewrite.py",
        "rule name",
        {"scheme", "userinfo", "host", "port", "path", "query", "fragment"},
        "fields of Components",
    ),
    Allowed("trial/divergence.py", "rule name", {"authority", "host"}, "fields of Components"),
    Allowed("scan/formats/types/*.py", "rule name", ANY, "productions that documents of a type are held against"),
    Allowed("scan/formats/xml/*.py", "rule name", ANY, "productions that vocabularies of XML ask for"),
    Allowed("scan/formats/html/attributes.py", "rule name", {"prefix"}, "an attribute of RDFa"),
    Allowed("scan/formats/*.py", "alphabet", ANY, "the syntax of other formats"),
    Allowed("scan/formats/*.py", "delimiters", ANY, "the syntax of other formats"),
    Allowed("scan/formats/*.py", "code point", ANY, "the escapes of other formats"),
    Allowed("scan/formats/chosen.py", "rule name", ANY, "productions that formats of JSON Schema are"),
    Allowed("scan/formats/keywords.py", "rule name", ANY, "productions that JSON-LD and JSON Schema ask for"),
    Allowed("scan/document.py", "delimiters", {'"[^"]+"'}, "what a message quotes"),
    Allowed("scan/patterns.py", "delimiters", ANY, "the syntax of gitignore"),
    Allowed("scan/patterns.py", "rule name", ANY, "classes of POSIX, and a group of an expression"),
    Allowed("views/explorer/serve.py", "rule name", {"Host"}, "a field of HTTP"),
    Allowed("scan/ignores.py", "alphabet", ANY, "comments of ours, and whether words stand beside them"),
    Allowed("scan/mending.py", "code point", {"0xD800", "0xDFFF"}, "the surrogates, which have no octets"),
    Allowed("scan/mending.py", "rule name", {"CTL", "pchar", "href-path-sep"}, "what is not mended"),
    Allowed("report/text.py", "rule name", {"path"}, "the role of a file's name, which has a colour"),
    Allowed("learn/derivation.py", "rule name", {"path"}, "the role of a file's name, which has a colour"),
    Allowed("scan/reporters/*.py", "rule name", {"path"}, "the role of a file's name, which has a colour"),
    Allowed(
        "report/artifacts.py",
        "rule name",
        {"segment", "segment-nz-nc"},
        "what names of files become in a URI reference",
    ),
    Allowed("report/json_text.py", "code point", {"0xFFFD"}, "what stands for a surrogate in JSON"),
    Allowed("scan/reporters/sarif.py", "rule name", {"uri"}, "a property of SARIF"),
    Allowed("engines/pattern.py", "code point", {"0xFFFF"}, "how long an escape of the re module is"),
    Allowed("engines/pattern.py", "delimiters", {r".^$*+?{}[]\|()", r"\]^-[&~|"}, "what the re module wants escaped"),
    *(
        Allowed(f"exports/{module}.py", "delimiters", texts, "what an engine wants escaped")
        for module, texts in {
            "backtracking": {r".^$*+?{}[]\|()", r"\]^-[", r"\]^-[&"},
            "ebnf": {r"#-[\]^"},
            "ecmascript": {r".^$*+?{}[]\|()/", r"\]^-[(){}/|"},
            "lark": {r".^$*+?{}[]\|()", r"\]^-[&~|"},
            "linear_time": {r".^$*+?{}[]\|()", r"\]^-[", r"\]^-[&~"},
            "xsd": {r".^?*+{}[]\|()-", r"\]^-["},
        }.items()
    ),
    Allowed("exports/notation.py", "delimiters", {")))(?:\\"}, "the ends of groups"),
    Allowed("exports/ecmascript.py", "code point", {"0xFFFF"}, "the last code unit"),
    Allowed("exports/sizes.py", "code point", {"0xFFFF", "0x10FFFF"}, "where UTF-8 changes its length"),
    Allowed(
        "exports/xsd.py",
        "code point",
        {"0xD7FF", "0xE000", "0xFFFD", "0x10000", "0x10FFFF"},
        "the characters of XML 1.0, which is what its engine can hold",
    ),
    Allowed(
        "grammars/diagnose.py", "rule name", {"bit", "digit", "dquote", "hexdig", "wsp"}, "ABNF's grammar of itself"
    ),
    Allowed(
        "grammars/entry.py",
        "rule name",
        {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"},
        "the fields of Components",
    ),
    Allowed(
        "grammars/reader.py", "code point", {"0xD800", "0xDFFF", "0x10FFFF", "0x110000"}, "what is no character at all"
    ),
    Allowed("grammars/reader.py", "alphabet", ANY, "patterns of ABNF's own tokens"),
    Allowed("grammars/reader.py", "delimiters", ANY, "patterns of ABNF's own tokens"),
    Allowed("processing/percent.py", "rule name", {"pct-encoded"}, "what the module is about"),
    Allowed(
        "integrations/annotation.py",
        "rule name",
        {"URI", "URI-reference", "IRI", "IRI-reference"},
        "the productions of the types of these names",
    ),
    Allowed("integrations/dataclasses.py", "rule name", {"URI", "IRI"}, "exported names of types"),
    Allowed(
        "integrations/formats.py",
        "rule name",
        {"URI", "URI-reference", "URI-Template", "IRI", "IRI-reference", "IPv4address", "IPv6address"}
        | {"uri", "uri-reference", "uri-template", "iri", "iri-reference"},
        "JSON Schema's formats, and their productions",
    ),
    Allowed("integrations/pydantic.py", "rule name", {"URI", "IRI"}, "exported names of types"),
    Allowed("integrations/rdflib.py", "rule name", {"IRI"}, "what RDF 1.1, Concepts, section 3.2, asks for"),
    Allowed("language/letters.py", "code point", {"0xD800", "0xE000"}, "the surrogates"),
    Allowed("language/letters.py", "code point", {"0xFFFF", "0x10000"}, "where encodings change their length"),
    Allowed("views/*.py", "rule name", {"path"}, "the role of a file's name, which has a colour"),
    Allowed("integrations/conversions.py", "rule name", {"scheme", "host"}, "fields of Components"),
    Allowed("integrations/duckdb.py", "rule name", {"VARCHAR"}, "a type of SQL"),
    Allowed("integrations/pandas.py", "rule name", {"iri"}, "the name of the accessor"),
    Allowed("integrations/polars.py", "rule name", {"iri"}, "the name of the namespace"),
    Allowed("integrations/spark.py", "rule name", {"host", "path"}, "a parameter, and a field of Components"),
    Allowed("grammars/sources.py", "rule name", {"scheme"}, "a table of url-standard.toml"),
    Allowed(
        "matching/authority.py", "rule name", {"Authority", "port"}, "an exported name, and what a password is not"
    ),
    Allowed("matching/authority.py", "delimiters", ANY, "what a pattern of sets is put together with"),
    Allowed("matching/browser.py", "code point", {"0xD800", "0xDFFF", "0xFFFD"}, "surrogates, and what they count as"),
    Allowed("matching/browser.py", "rule name", {"IPv6address"}, "what the URL Standard writes in code"),
    Allowed("matching/components.py", "rule name", {"path"}, "a field of Components"),
    Allowed("processing/browser.py", "rule name", {"Authority"}, "an exported name"),
    Allowed("processing/build.py", "rule name", {"pct-encoded"}, "what is passed over, as in percent.py"),
    Allowed("processing/liberal.py", "code point", {"0xFFFD"}, "what stands for a surrogate, which has no octets"),
    Allowed(
        "processing/liberal.py",
        "rule name",
        {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"},
        "the fields of Components",
    ),
    Allowed("processing/liberal.py", "rule name", {"iri", "uri"}, "what the parameter form takes"),
    Allowed("processing/prepare.py", "alphabet", ANY, "the character references of HTML and XML"),
    Allowed("processing/host.py", "rule name", {"IPv4address", "unreserved"}, "RFC 3987, 3.1 and 3.2"),
    Allowed("processing/labels.py", "rule name", {"reg-name"}, "what a label in ASCII is a part of"),
    Allowed(
        "processing/schemes.py",
        "rule name",
        {"Scheme", "scheme", "port", "host", "path"},
        "what a scheme's row consists of",
    ),
    Allowed("processing/to_uri.py", "rule name", {"IP-literal"}, "what no other host may become"),
    Allowed("processing/to_uri.py", "rule name", {"scheme", "host", "query"}, "fields of Components"),
    Allowed("cli/from_leiri.py", "rule name", {"leiri"}, "the name of a grammar"),
    Allowed("cli/normalize.py", "rule name", {"scheme"}, "a level of normalization"),
    Allowed("processing/leiri.py", "rule name", {"leiri"}, "the name of a grammar"),
    Allowed("processing/leiri.py", "rule name", {"path", "query", "fragment"}, "fields of Components"),
    Allowed("processing/places.py", "rule name", {"authority"}, "a field of Components"),
    Allowed("processing/to_iri.py", "rule name", {"host"}, "a field of Components"),
    Allowed("processing/to_iri.py", "rule name", {"unreserved"}, "RFC 3987, 3.2: what is always decoded"),
    Allowed("processing/web_address.py", "rule name", {"scheme", "authority", "host", "query"}, "fields of Components"),
    Allowed("views/comparison.py", "rule name", {"scheme"}, "a rung of the ladder"),
    Allowed("processing/compare.py", "rule name", {"scheme"}, "a rung of the ladder"),
    Allowed("processing/normalize.py", "rule name", {"host", "scheme"}, "a field of Components, and a level"),
]


ALPHABETS = {name for name in vars(string) if name.islower() and isinstance(getattr(string, name), str)}
CHARACTER_TESTS = {"isalnum", "isalpha", "isdigit", "isdecimal", "isnumeric", "isidentifier"}
IN_A_ROW = re.compile("|".join(["a-z", "A-Z", "0-9", "a-f", "A-F", r"\\d", r"\\w"]))


def findings(text: str) -> Iterator[tuple[str, str]]:
    """Yield what looks like a typed set or rule: its kind, and the literal or the name."""
    tree = ast.parse(text)
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(str(value)) if id(node) not in documentation:
                yield from _in_string(value)
            case ast.Constant(bool()):
                pass
            case ast.Constant(int(number)) if number in EDGES and _in_hexadecimal(text, node):
                yield "code point", f"0x{number:X}"
            case ast.Tuple(items) | ast.List(items) | ast.Set(items):
                chars = {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)}
                if len(chars & DELIMITERS) >= 5:
                    yield "delimiters", "".join(sorted(chars & DELIMITERS))
                if len({char for char in chars if len(char) == 1 and char.isalnum()}) >= 6:
                    yield "alphabet", "".join(sorted(chars))
            case ast.Attribute(ast.Name("string"), name) if name in ALPHABETS:
                yield "alphabet", name
            case ast.ImportFrom("string", names):
                yield from (("alphabet", alias.name) for alias in names if alias.name in {*ALPHABETS, "*"})
            case ast.Call(ast.Name("ord"), [ast.Constant(str(char))]):
                yield ("alphabet" if char.isalnum() else "delimiters"), "ord"
            case ast.Attribute(_, name) if name in CHARACTER_TESTS:
                yield "alphabet", name


def _in_string(value: str) -> Iterator[tuple[str, str]]:
    if len(set(value) & DELIMITERS) >= 5 and not re.search(r"[A-Za-z0-9\s]", value):
        yield "delimiters", value
    row = longest = 0
    for before, after in pairwise(value):
        row = row + 1 if ord(after) == ord(before) + 1 and after.isalnum() else 0
        longest = max(longest, row)
    if longest >= 5 or (IN_A_ROW.search(value) and "[" in value):
        yield "alphabet", value
    for char in value:
        if ord(char) in EDGES:
            yield "code point", f"0x{ord(char):X}"
    if value.lower() in RULE_NAMES:
        yield "rule name", value


def _in_hexadecimal(text: str, node: ast.Constant) -> bool:
    return (ast.get_source_segment(text, node) or "").lower().startswith("0x")


def is_allowed(module: str, kind: str, found: str) -> bool:
    rows = [row for row in ALLOWED if fnmatch(module, row.modules) and row.kind == kind]
    return any(row.texts is ANY or found in row.texts for row in rows)


@pytest.mark.parametrize("module", MODULES)
def test_no_character_set_and_no_rule_is_typed(module: str) -> None:
    found = set(findings((SOURCE / module).read_text(encoding="utf-8")))
    assert {(kind, text) for kind, text in found if not is_allowed(module, kind, text)} == set()


@pytest.mark.parametrize("row", ALLOWED, ids=lambda row: f"{row.modules}-{row.kind}")
def test_each_exception_is_needed(row: Allowed) -> None:
    modules = [module for module in MODULES if fnmatch(module, row.modules)]
    found = {one for module in modules for one in findings((SOURCE / module).read_text(encoding="utf-8"))}
    texts = {text for kind, text in found if kind == row.kind}
    assert texts if row.texts is ANY else row.texts <= texts
    assert row.reason


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('SUB_DELIMS = "!$&\'()*+,;="', "delimiters"),
        ("GEN = set(':/?#[]@')", "delimiters"),
        ('GEN = {":", "/", "?", "#", "["}', "delimiters"),
        ('f(x, (":", "/", "?", "#", "["))', "delimiters"),
        ('P = re.compile("[-._~%:@!$&]")', "delimiters"),
        ('safe = f"{x}-._~:@"', "delimiters"),
        ("UNRESERVED = string.ascii_letters + string.digits", "alphabet"),
        ("from string import hexdigits", "alphabet"),
        ('HEX = "0123456789ABCDEF"', "alphabet"),
        ('HEX = ["a", "b", "c", "d", "e", "f"]', "alphabet"),
        ('P = re.compile("%[0-9A-Fa-f]{2}")', "alphabet"),
        ('P = re.compile(r"%[0-9][0-9]")', "alphabet"),
        ("if char.isalnum():\n    pass", "alphabet"),
        ("if ord('a') <= point <= ord('z'):\n    pass", "alphabet"),
        ("if 0xA0 <= point <= 0xD7FF:\n    pass", "code point"),
        ("if point > 0xEFFFD:\n    pass", "code point"),
        ("if point < 0xF900:\n    pass", "code point"),
        ('if "\\ue000" <= char <= "\\uf8ff":\n    pass', "code point"),
        ("LAST = 0x10FFFF", "code point"),
        ('g["IRI-reference"]', "rule name"),
        ("if node.rule == 'ireg-name':\n    pass", "rule name"),
        ("match node.rule:\n    case 'PCT-ENCODED':\n        pass", "rule name"),
        ('TABLE = {"iuserinfo": f}', "rule name"),
    ],
)
def test_the_check_finds_what_is_planted(text: str, kind: str) -> None:
    assert kind in {found for found, _ in findings(text)}


@pytest.mark.parametrize(
    "text",
    [
        '"""A module about "!$&\'()*+,;=" and 0xA0-D7FF."""',
        'print("a string: with (some) punctuation, and more; see [1]!")',
        "size = 65536 * 1_000",
        "mask = 0xFF",
        'label = "the IRI-reference"',
        'for name in ("a", "b"):\n    pass',
        'text.startswith("//")',
        'open(path, encoding="utf-8")',
    ],
)
def test_the_check_lets_pass_what_is_no_syntax(text: str) -> None:
    assert list(findings(text)) == []


def test_the_check_knows_the_grammars() -> None:
    assert not {"iri-reference", "ucschar", "href-path-sep", "alpha", "h16"} - RULE_NAMES
    assert not {0xA0, 0xD7FF, 0xE000, 0xF8FF, 0xFDF0, 0x1FFFD, 0x10FFFF, 0xE1000} - EDGES
    assert not set(":/?#[]@!$&'()*+,;=-._~%") - DELIMITERS
