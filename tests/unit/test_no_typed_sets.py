"""The ABNF files are the only place where the syntax is written: no character set and no rule is typed in Python.

In the packages that read, match and process identifiers, literals are found that list delimiters, alphabets, code
points as numbers or as characters, and names of the catalog's rules. What else such a literal is for is in `ALLOWED`,
by package, so that a module can be renamed, split and moved within its package.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from typed_sets import DELIMITERS, EDGES, RULE_NAMES

import irigrammar

SOURCE = Path(irigrammar.__file__).resolve().parent
PACKAGES = ("grammars", "shipped", "automata", "engines", "faults", "matching", "language", "processing", "bidi")
MODULES = sorted(
    str(path.relative_to(SOURCE).as_posix()) for package in PACKAGES for path in (SOURCE / package).rglob("*.py")
)


class Allowed(NamedTuple):
    modules: str
    kind: str
    texts: set[str]
    reason: str


ANY = {"*"}

ALLOWED = [
    Allowed("grammars/*", "rule name", {"bit", "digit", "dquote", "hexdig", "wsp"}, "ABNF's grammar of itself"),
    Allowed(
        "grammars/*",
        "rule name",
        {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"},
        "the fields of Components",
    ),
    Allowed("grammars/*", "code point", {"0xD800", "0xDFFF", "0x10FFFF", "0x110000"}, "what is not a character"),
    Allowed("grammars/authors/foreign.py", "alphabet", ANY, "tokens of EBNF, BNF and regular expressions"),
    Allowed("grammars/authors/documents.py", "alphabet", ANY, "patterns of documents: pages, sections, tags"),
    Allowed("grammars/authors/documents.py", "delimiters", ANY, "likewise"),
    Allowed("grammars/authors/extract.py", "alphabet", ANY, "patterns of ABNF's own tokens"),
    Allowed("grammars/authors/extract.py", "delimiters", ANY, "likewise"),
    Allowed(
        "grammars/authors/documents.py", "code point", {"0xA0"}, "the no-break space that HTML writes between words"
    ),
    Allowed("grammars/imports.py", "alphabet", ANY, "names of grammars and documents, as people write them"),
    Allowed("grammars/imports.py", "delimiters", {r"[/\\:]"}, "what makes a name a path"),
    Allowed("grammars/authors/format.py", "alphabet", {r"%([bdx])([\w.-]+)"}, "a pattern of ABNF's own tokens"),
    Allowed("grammars/authors/slips.py", "alphabet", {"isalpha"}, "RFC 5234, 2.3: in ASCII either case matches"),
    Allowed("grammars/reader.py", "alphabet", ANY, "patterns of ABNF's own tokens"),
    Allowed("grammars/reader.py", "delimiters", ANY, "patterns of ABNF's own tokens"),
    Allowed("grammars/*", "rule name", {"scheme"}, "a table of url-standard.toml"),
    Allowed("language/disagreement.py", "rule name", {"authority", "userinfo", "host"}, "fields of Components"),
    Allowed("automata/*", "code point", {"0x10FFFF"}, "the last code point of Unicode"),
    Allowed("automata/*", "alphabet", {"ascii_letters"}, "RFC 5234, 2.3: in ASCII either case matches"),
    Allowed("automata/*", "alphabet", {"ord", "isalnum"}, "what a reader likes to see in an example"),
    Allowed("automata/*", "delimiters", {"ord"}, "likewise"),
    Allowed("engines/*", "code point", {"0xFFFF"}, "how long an escape of the re module is"),
    Allowed("engines/*", "delimiters", {r".^$*+?{}[]\|()", r"\]^-[&~|"}, "what the re module wants escaped"),
    Allowed("faults/explain.py", "rule name", {"pct-encoded"}, "how a grammar says that it has percent-encoding"),
    Allowed("faults/filters.py", "alphabet", {r"\{(\w+)((?:\|[\w-]+)*)\}"}, "the templates of hints.toml"),
    Allowed("faults/filters.py", "alphabet", {"isalnum", "isdigit"}, "why what did not match is not an IP address"),
    Allowed("faults/filters.py", "delimiters", {r"[\]/?#]", r"[\]/?#:]"}, "likewise"),
    Allowed("matching/*", "rule name", {"port"}, "what a password is not"),
    Allowed("matching/authority.py", "delimiters", ANY, "what a pattern of sets is put together with"),
    Allowed("matching/*", "code point", {"0xD800", "0xDFFF", "0xFFFD"}, "surrogates, and what they count as"),
    Allowed("matching/*", "rule name", {"IPv6address"}, "what the URL Standard writes in code"),
    Allowed("matching/*", "rule name", {"path"}, "a field of Components"),
    Allowed(
        "matching/parts.py",
        "rule name",
        {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"},
        "the fields of Components",
    ),
    Allowed("matching/references.py", "rule name", {"host", "authority", "userinfo", "port"}, "fields of Components"),
    Allowed("language/*", "code point", {"0xD800", "0xE000"}, "the surrogates"),
    Allowed("language/*", "code point", {"0xFFFF", "0x10000"}, "where encodings change their length"),
    Allowed(
        "processing/*",
        "rule name",
        {"scheme", "userinfo", "host", "port", "path", "query", "fragment"},
        "fields of Components",
    ),
    Allowed("processing/*", "rule name", {"pct-encoded"}, "what the module is about"),
    Allowed("processing/*", "rule name", {"pct-encoded"}, "what is passed over, as in percent.py"),
    Allowed("processing/*", "code point", {"0xFFFD"}, "what stands for a surrogate, which has no bytes"),
    Allowed(
        "processing/*",
        "rule name",
        {"scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"},
        "the fields of Components",
    ),
    Allowed("processing/*", "rule name", {"iri", "uri"}, "what the parameter form takes"),
    Allowed("processing/prepare.py", "alphabet", ANY, "the character references of HTML and XML"),
    Allowed("processing/*", "rule name", {"IPv4address", "unreserved"}, "RFC 3987, 3.1 and 3.2"),
    Allowed(
        "processing/scheme_rules/*",
        "rule name",
        {"ALPHA", "authority", "ireg-name", "path-abempty", "reserved", "IRI", "unreserved"},
        "rules that the prose of a scheme is about",
    ),
    Allowed("processing/*", "rule name", {"reg-name"}, "what a label in ASCII is a part of"),
    Allowed(
        "processing/*",
        "rule name",
        {"scheme", "port", "host", "path"},
        "what a scheme's row consists of",
    ),
    Allowed("processing/*", "rule name", {"IP-literal"}, "what no other host may become"),
    Allowed("processing/*", "rule name", {"scheme", "host", "query"}, "fields of Components"),
    Allowed("processing/*", "rule name", {"leiri"}, "the name of a grammar"),
    Allowed("processing/*", "rule name", {"path", "query", "fragment"}, "fields of Components"),
    Allowed("processing/*", "rule name", {"authority"}, "a field of Components"),
    Allowed("processing/*", "rule name", {"host"}, "a field of Components"),
    Allowed("processing/*", "rule name", {"unreserved"}, "RFC 3987, 3.2: what is always decoded"),
    Allowed("processing/*", "rule name", {"scheme", "authority", "host", "query"}, "fields of Components"),
    Allowed("processing/*", "rule name", {"scheme"}, "a rung of the ladder"),
    Allowed("processing/*", "rule name", {"host", "scheme"}, "a field of Components, and a level"),
    Allowed(
        "bidi/*",
        "rule name",
        {"scheme", "userinfo", "host", "path", "query"},
        "the fields of Components",
    ),
    Allowed("bidi/*", "rule name", {"ALPHA"}, "whose upper case letters stand for others"),
    Allowed(
        "bidi/*",
        "rule name",
        {"ALPHA", "DIGIT", "gen-delims", "pct-encoded", "sub-delims", "unreserved"},
        "what the table of the guidelines, appendix A, tells apart",
    ),
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


@cache
def findings_in(module: str) -> list[tuple[str, str]]:
    return list(findings((SOURCE / module).read_text(encoding="utf-8")))


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


def is_allowed(module: str, kind: str, text: str) -> bool:
    rows = [row for row in ALLOWED if fnmatch(module, row.modules) and row.kind == kind]
    return any(row.texts is ANY or text in row.texts for row in rows)


def test_no_character_set_and_no_rule_is_typed() -> None:
    typed = [
        (module, kind, text)
        for module in MODULES
        for kind, text in findings_in(module)
        if not is_allowed(module, kind, text)
    ]
    assert typed == []


def test_every_package_is_there() -> None:
    assert {module.partition("/")[0] for module in MODULES} == set(PACKAGES)


def test_each_exception_is_needed() -> None:
    rows = {module: set(findings_in(module)) for module in MODULES}
    for row in ALLOWED:
        there = set().union(*(rows[module] for module in MODULES if fnmatch(module, row.modules)))
        texts = {text for kind, text in there if kind == row.kind}
        assert texts if row.texts is ANY else row.texts <= texts, row
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
    assert kind in {value for value, _ in findings(text)}


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
def test_the_check_lets_pass_what_is_not_syntax(text: str) -> None:
    assert list(findings(text)) == []


def test_the_check_knows_the_grammars() -> None:
    assert not {"iri-reference", "ucschar", "href-path-sep", "alpha", "h16"} - RULE_NAMES
    assert not {0xA0, 0xD7FF, 0xE000, 0xF8FF, 0xFDF0, 0x1FFFD, 0x10FFFF, 0xE1000} - EDGES
    assert not set(":/?#[]@!$&'()*+,;=-._~%") - DELIMITERS
