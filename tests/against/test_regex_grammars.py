"""Grammars of regular expressions against the engines that have them."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from xml.sax.saxutils import quoteattr

import pytest
from examples import FULL

from irigrammar.errors import RegexError
from irigrammar.language import sample
from irigrammar.language.regex.reading import read
from irigrammar.language.regex.tables import Tables
from irigrammar.matching.grammar import open_grammar

pytestmark = pytest.mark.external

SEED = 9485
PATTERNS = 2_000 if FULL else 200  # of each kind
CONSTRUCTS = {
    "ecmascript": (
        r"a b \ [ ] ^ - & && -- ( ) (?: (?= (?<= (?<n> (?<m> | * + ? { } {2} {1,2} {2,1} {,2} . $ \d \W "
        r"\b \B \1 \0 \c \cA \x4 \x41 \u \u0041 \u{41} \k<n> \k \p{L} \q{a|bc} \- / ! !! ~ \uD83D \uDE00 "
        r","
    ),
    "re2": (
        r"a b \ [ ] ^ - [:alpha:] [:^digit:] [:x:] [: :] ( ) (?: (?i) (?i: (?-s) (?) (?U-i) (?P<n> (?<m> "
        r"| * + ? { } {2} {1,2} {2,1} {01} {,2} {1001} . $ \d \W \b \1 \12 \0 \08 \x4 \x41 \x{41} \pL "
        r"\p{Lu} \p{^L} \pX \Q \E \A \z \Z \_ \é é \u"
    ),
    "rust": (
        r"a b \ [ ] ^ - & && -- ~ ~~ [:alpha:] [:^digit:] [:x:] [a] ( ) (?: (?i) (?i: (?-s) (?) (?U-i) "
        r"(?x) (?-x: (?P<n> (?<m> | * + ? { } {2} {1,2} {2,1} {01} {,2} . $ \d \W \b \1 \b{start} "
        r"\b{start-half} \< \x4 \x41 \x{41} \u{41} \pL \p{Lu} \p{sc=Greek} \p{sc!=Greek} \pX \A \z \Z \_ "
        r"\é é # (?i-i) (?ii) (?u) \%"
    ),
    "xsd": (r"a b [ ] ^ - -[ ( ) | * + ? {2} {1,2} . $ \d \W \i \C \- \^ \p{L} \p{Lu} \P{IsGreek} \n é"),
}
SOME = ((0x30, 0x39),)
NAMES = re.compile("L|Lu|Greek|IsGreek|[LMNPZSC][a-z]?|\\\\[ic]")
TABLES = Tables(
    SOME, SOME, SOME, SOME, lambda ranges: ranges, lambda name, value: SOME if NAMES.fullmatch(value or name) else None
)
# What is refused here though engines have it, by words of the reason.
REFUSED = ("backreference", "matches a byte")


def patterns(name: str, start: str) -> Iterator[str]:
    """Yield patterns that the grammar has, and constructs one after the other and in brackets."""
    grammar = open_grammar(f"notations/{name}")
    yield from sample(grammar[start], PATTERNS // 4, SEED, max_length=12)
    drawn = random.Random(SEED)
    pieces = CONSTRUCTS[name].split(" ")
    for number in range(PATTERNS):
        text = "".join(drawn.choices(pieces, k=drawn.randint(1, 6)))
        yield f"[{text}]" if number % 3 == 0 else text


def reason(pattern: str, dialect: str, flags: str = "") -> str:
    """Return why a pattern is refused, "" where it is not."""
    try:
        read(pattern, dialect, flags, TABLES)
    except RegexError as error:
        return error.reason
    return ""


def disagreements(
    rows: dict[str, bool], dialect: str, flags: str, known: Callable[[str], bool] = lambda _: False
) -> list[tuple[str, str]]:
    """Return patterns on which an engine disagrees, with our reason, except those of a kind that is known."""
    reasons = {pattern: reason(pattern, dialect, flags) for pattern in rows}
    return [
        (pattern, ours)
        for pattern, ours in reasons.items()
        if (ours == "") is not rows[pattern] and not any(words in ours for words in REFUSED) and not known(pattern)
    ]


@pytest.mark.parametrize(("start", "flags"), [("pattern", ""), ("pattern-u", "u"), ("pattern-v", "v")])
def test_node(start: str, flags: str) -> None:
    node = shutil.which("node") or pytest.skip("no Node.js")
    texts = sorted({*patterns("ecmascript", start)})
    program = (
        "const rows = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const isRight = t => { try { new RegExp(t, process.argv[1]); return true } catch { return false } };"
        "console.log(JSON.stringify(rows.map(isRight)))"
    )
    answers = subprocess.run(
        [node, "-e", program, "--", flags], input=json.dumps(texts), capture_output=True, text=True, check=True
    ).stdout
    rows = dict(zip(texts, json.loads(answers), strict=True))
    # Node.js 20 has no modifiers, and no two groups with one name.
    newer = re.compile(r"\(\?[ims-]|\(\?<(\w+)>.*\(\?<\1>", re.DOTALL)
    assert disagreements(rows, "ecmascript", flags, lambda text: newer.search(text) is not None) == []


def test_re2() -> None:
    engine = pytest.importorskip("re2")
    options = engine.Options()
    options.log_errors = False

    def is_right(text: str) -> bool:
        try:
            engine.compile(text, options)
        except engine.error:
            return False
        return True

    rows = {text: is_right(text) for text in patterns("re2", "pattern")}
    # A quantifier after flags, which repeats what is before them; an empty quotation, too.
    hidden = re.compile(r"(\(\?[imsU-]*\)|\\Q\\E)+[*+?{]")
    assert disagreements(rows, "re2", "", lambda text: hidden.search(text) is not None) == []


def test_polars() -> None:
    polars = pytest.importorskip("polars")

    def is_right(text: str) -> bool:
        try:
            polars.Series(["a"]).str.contains(text, strict=True)
        except polars.exceptions.ComputeError:
            return False
        return True

    rows = {text: is_right(text) for text in patterns("rust", "pattern")}
    # Names of properties that are not in the table here.
    assert disagreements(rows, "rust", "", lambda text: re.search(r"\\[pP]", text) is not None) == []


def test_libxml2() -> None:
    etree = pytest.importorskip("lxml.etree")

    def is_right(text: str) -> bool:
        schema = (
            '<schema xmlns="http://www.w3.org/2001/XMLSchema"><simpleType name="a"><restriction base="string">'
            f"<pattern value={quoteattr(text)}/></restriction></simpleType></schema>"
        )
        try:
            etree.XMLSchema(etree.fromstring(schema))
        except (etree.XMLSchemaParseError, etree.XMLSyntaxError):
            return False
        return True

    rows = {text: is_right(text) for text in patterns("xsd", "regExp")}
    # libxml2 2.14 reads XSD 1.0, and more: hyphens, empty brackets, "{" as a character.
    odd = re.compile(r"\[.*-|\[\^?\]|[{}]|\\\$|[^\x20-\x7Eé]", re.DOTALL)
    assert disagreements(rows, "xsd", "", lambda text: odd.search(text) is not None) == []
