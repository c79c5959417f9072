"""No character set and no rule of the ABNF is typed in Python.

In the packages that read, match and process identifiers, literals are found that list delimiters, alphabets, code
points as numbers or as characters, and names of the catalog's rules, except those of the fields of `Components`. What
else such a literal is for is said in its module: `# typed: LITERAL OR KIND, ...: REASON`.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from rows import in_one_test
from typed_sets import DELIMITERS, EDGES, RULE_NAMES

import irigrammar
from irigrammar.grammars import COMPONENT_FIELDS

SOURCE = Path(irigrammar.__file__).resolve().parent
PACKAGES = ("grammars", "shipped", "automata", "engines", "faults", "matching", "language", "processing", "bidi")
# Of scans, what says where identifiers begin in text, and the readers of documents that have a grammar.
OTHERS = (
    *("scan/formats/text/beginning.py", "scan/formats/text/patterns.py"),
    *("scan/formats/lexical.py", "scan/formats/turtle_strings.py", "scan/formats/tokens.py"),
    *("scan/formats/types/lexical.py", "scan/formats/types/json.py", "scan/formats/types/csv.py"),
    *("scan/formats/records.py", "scan/formats/toml_values.py", "scan/formats/toml_tables.py"),
    *("scan/formats/types/toml.py", "scan/formats/types/xml.py", "scan/formats/types/html.py"),
    *(
        "scan/formats/types/content.py",
        "scan/formats/types/po.py",
        "scan/formats/types/requirements.py",
        "scan/formats/html_markup.py",
        "scan/formats/xml/markup.py",
    ),
)
MODULES = sorted(
    [str(path.relative_to(SOURCE).as_posix()) for package in PACKAGES for path in (SOURCE / package).rglob("*.py")]
    + [*OTHERS]
)


# In a module: the literals or the kinds of literals that are allowed there, and why.
TYPED = re.compile("^# typed: ([^:]+): .", re.MULTILINE)
KINDS = {"alphabet": "alphabets", "delimiters": "delimiters"}

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
    if value.lower() in RULE_NAMES and value.lower() not in COMPONENT_FIELDS:
        yield "rule name", value


def _in_hexadecimal(text: str, node: ast.Constant) -> bool:
    return (ast.get_source_segment(text, node) or "").lower().startswith("0x")


def allowed_in(module: str) -> set[str]:
    names = TYPED.findall((SOURCE / module).read_text(encoding="utf-8"))
    return {name for row in names for name in row.split(", ")}


@pytest.mark.parametrize("module", MODULES)
def test_no_character_set_and_no_rule_is_typed(module: str) -> None:
    found = findings_in(module)
    allowed = allowed_in(module)
    assert [row for row in found if not {row[1], KINDS.get(row[0])} & allowed] == []
    assert not allowed - {name for kind, text in found for name in (text, KINDS.get(kind))}, "not needed"


def test_every_package_is_there() -> None:
    assert {module.partition("/")[0] for module in MODULES} == {*PACKAGES, "scan"}


@in_one_test(
    ("text", "kind"),
    [
        ('SUB_DELIMS = "!$&\'()*+,;="', "delimiters"),
        ("GEN = set(':/?#[]@')", "delimiters"),
        ('GEN = {":", "/", "?", "#", "["}', "delimiters"),
        ('f(x, (":", "/", "?", "#", "["))', "delimiters"),
        ('P = re.compile("[-._~%:@!$&]")', "delimiters"),
        ('safe = f"{x}-._~:@"', "delimiters"),
        (r'ADDRESS = r"[^\s@<>\"]+@[\w.]"', "alphabet"),
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
