"""Generated files equal what the grammar files compile to now."""

from __future__ import annotations

import importlib
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from examples import some
from places import ROOT

import irigrammar
from irigrammar._generated.catalog import MARKED, USUAL
from irigrammar.automata.naming import character_rules
from irigrammar.grammars.expr import KINDS
from irigrammar.language import includes
from irigrammar.matching.grammar import Grammar, open_grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.support.rewriters import NAMES, STAYING
from irigrammar.shipped import loader as catalog
from irigrammar.shipped import package
from irigrammar.shipped.loader import MEMBERS, generic_names, grammar_directory
from irigrammar.shipped.package import package_names, package_text
from irigrammar.shipped.place import Place, citation, defining, entry_of, place_of
from irigrammar.shipped.values import dump, from_json, load, to_json

INCLUSIONS = catalog.value("inclusions", "inclusions")
TOOL = ROOT / "tools" / "compile_grammars.py"


def run(tool: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_stale_module_is_found_and_named(tmp_path: Path) -> None:
    """In a copy of the checkout with the core rules alone."""
    for folder in ("tools", "src", "grammar"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    table = tmp_path / "grammar" / "catalog.toml"
    text = table.read_text(encoding="utf-8")
    table.write_text(text[: text.index("[rfc3986]")], encoding="utf-8")
    (tmp_path / "grammar" / "schemes" / "catalog.toml").write_text("")
    generated = Path("src") / "irigrammar" / "_generated"
    done = run(tmp_path / "tools" / TOOL.name)
    assert done.returncode == 1
    named = set(done.stdout.splitlines()[:-1])
    assert {str(generated / name) for name in ("inclusions.z", "catalog.py", "rfc3986.z")} <= named
    assert str(generated / "rfc5234.z") not in named
    with (tmp_path / "grammar" / "rfc5234.abnf").open("a", encoding="utf-8") as file:
        file.write("XP = %x20\n")
    done = run(tmp_path / "tools" / TOOL.name)
    assert done.returncode == 1
    assert str(generated / "rfc5234.z") in done.stdout


def test_each_grammar_has_its_data() -> None:
    folder = Path(irigrammar.__file__).resolve().parent / "_generated"
    tables = tomllib.loads((grammar_directory() / "documents.toml").read_text(encoding="utf-8"))["tokens"]
    others = {"properties", "unicode", "charsets", "hints", "advice", "quiet", "inclusions", "regex", "atlas"}
    others |= {f"tokens-{name}" for name in tables}
    assert {path.stem for path in folder.glob("*.z")} == {*irigrammar.catalog(), *others}
    for name in irigrammar.catalog():
        wanted = {"entry", "rules", "automata"}
        if name in USUAL:
            of_rule = ("split", "program", "turned", "layout", "naming")
            wanted |= {STAYING, *(f"{part} {rule}" for part in of_rule for rule in USUAL[name])}
            wanted |= {f"plan {plan}" for plan in NAMES}
        wanted |= {f"marks {rule}" for rule in MARKED.get(name, ())} | ({MEMBERS} if name in generic_names() else set())
        assert {*dict(catalog.parts((folder / f"{name}.z").read_bytes()))} == wanted


def test_characters_of_rules_are_those_of_the_grammar() -> None:
    for name in generic_names():
        rules = catalog.load(name)
        members = character_rules(rules, rules.names())
        assert catalog.value(name, MEMBERS) == {rule: row for rule, row in members.items() if rules.home(rule) is rules}


def test_a_value_reads_back_as_what_was_written() -> None:
    texts: tuple[object, ...] = ("\\n\n\r\x85\ud800", b"\n", {})
    row: dict[object, object] = {"": (None, True, False, -1), 1: ((), (1, -2), (1, True)), (1,): texts}
    assert load(dump(row)) == row
    rules = catalog.load("rfc3987").own
    assert load(dump(rules), KINDS) == from_json(to_json(rules), KINDS) == rules


@pytest.mark.parametrize("data", [b"", b"(\x02\x00\x00\x00N", b"?", dump((None, "Rule", "a")), dump((None, "Else"))])
def test_other_data_is_an_error(data: bytes) -> None:
    with pytest.raises((ValueError, LookupError, TypeError)):
        load(data, KINDS)


def first(number: int) -> Matcher:
    grammar, rule = INCLUSIONS[number][0][0]
    return irigrammar.grammar(grammar)[rule]


def reached(number: int) -> set[int]:
    """Return the languages to which the diagram leads from one."""
    reached: set[int] = set()
    todo = list(INCLUSIONS[number][1])
    while todo:
        current = todo.pop()
        if current not in reached:
            reached.add(current)
            todo += INCLUSIONS[current][1]
    return reached


def test_every_production_is_in_one_language_in_the_catalogs_order() -> None:
    expected = [
        (name, rule)
        for name in generic_names()
        for rule in irigrammar.grammar(name).rules.names()
        if irigrammar.grammar(name).rules.home(rule) is irigrammar.grammar(name).rules
    ]
    expected.remove(("web-address", "href-strip"))  # prose
    productions = [production for names, _ in INCLUSIONS for production in names]
    assert sorted(productions) == sorted(expected)
    places = [[expected.index(production) for production in names] for names, _ in INCLUSIONS]
    assert all(row == sorted(row) for row in places)
    assert [row[0] for row in places] == sorted(row[0] for row in places)


def test_productions_are_together_just_when_their_automata_are_equal() -> None:
    automata = [{irigrammar.grammar(name)[rule].automaton for name, rule in names} for names, _ in INCLUSIONS]
    assert all(len(group) == 1 for group in automata)
    assert len(set.union(*automata)) == len(INCLUSIONS)


def test_the_diagram_has_no_cycle_and_no_link_that_follows_from_others() -> None:
    for number, (_, covers) in enumerate(INCLUSIONS):
        assert number not in reached(number)
        for cover in covers:
            assert not any(cover in reached(other) for other in covers)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_the_diagram_leads_just_to_what_includes(part: int) -> None:
    """Every pair of an eighth of the languages, by the search for a witness."""
    numbers = range(part, len(INCLUSIONS), 8)
    for number in numbers:
        expected = {other for other in numbers if other != number and includes(first(other), first(number))}
        assert reached(number) & set(numbers) == expected


# The grammars of the abnf package by name: each is whole, and says what the package says


TEXTS = [
    ("abnf:rfc3339", "date-time", "1985-04-12T23:20:50.52Z"),
    ("abnf:rfc5646", "Language-Tag", "de-CH-1996"),
    ("abnf:rfc5322", "addr-spec", "a.b@example.org"),
    ("abnf:rfc9110", "Host", "example.org:80"),
    ("abnf:rfc9110", "uri-host", "[::1]"),
    ("abnf:rfc9110", "Via", "1.0 fred, 1.1 p.example.net (proxy)"),
    ("abnf:rfc7231", "Referer", "http://h/"),
    ("abnf:rfc8288", "Link", '</b>; rel="previous"'),
    ("abnf:rfc9651", "sf-list", "sugar, tea, (rum milk);a=1"),
]


@pytest.mark.slow
def test_names_of_the_package_are_those_of_modules_with_text() -> None:
    assert package_names() == tuple(package.PREFIX + name for name in package._module_names() if package._text(name))


@pytest.mark.parametrize("name", some(package_names(), 8))
def test_every_rule_leads_to_rules_that_are_there(name: str) -> None:
    grammar = open_grammar(name)
    assert all(grammar.rules.reach(rule) for rule in grammar)


@pytest.mark.parametrize(("name", "rule", "text"), some(TEXTS, 3))
def test_verdicts_are_those_of_the_package(name: str, rule: str, text: str) -> None:
    from abnf.parser import ParseError

    matcher = open_grammar(name)[rule]
    parser = importlib.import_module(f"abnf.grammars.{name.removeprefix('abnf:')}").Rule(rule)
    assert matcher.matches(text)
    drawn = random.Random(text)
    for _ in range(8):
        place = drawn.randrange(len(text))
        corrupt = text[:place] + drawn.choice(["", *'(),;:"a1 -/']) + text[place + 1 :]
        try:
            parser.parse_all(corrupt)
            expected = True
        except ParseError:
            expected = False
        assert matcher.matches(corrupt) is expected, corrupt


def test_a_name_that_is_taken_has_that_of_its_grammar_before_it() -> None:
    text = package_text("abnf:rfc9110")
    assert "uri-host = rfc3986-host\n" in text
    assert 'Host = rfc3986-host [ ":" port ]\n' in text


def test_an_unknown_name_has_near_ones() -> None:
    with pytest.raises(irigrammar.UnknownGrammar, match="abnf:rfc5322"):
        open_grammar("abnf:rfc532")


# Where rules stand


@pytest.mark.parametrize(
    ("grammar", "rule", "home", "expected"),
    [
        ("rfc3986", "IPv6address", "rfc3986", "RFC 3986, section 3.2.2 (grammar/rfc3986.abnf:32)"),
        ("rfc3987", "port", "rfc3986", "RFC 3986, section 3.2.3 (grammar/rfc3986.abnf:26)"),
        ("rfc3987", "isegment", "rfc3987", "RFC 3987, section 2.2 (grammar/rfc3987.abnf:41)"),
        ("leiri", "ALPHA", "rfc5234", "RFC 5234, appendix B.1 (grammar/rfc5234.abnf:3)"),
        ("leiri", "ucschar", "leiri", "W3C Note NOTE-leiri-20081103, section 3 (grammar/leiri.abnf:11)"),
        (
            "web-address",
            "path-sep",
            "web-address",
            "draft-ietf-iri-3987bis-04, section 7.2 (grammar/web-address.abnf:8)",
        ),
    ],
)
def test_the_grammar_that_defines_a_rule_gives_its_place(grammar: str, rule: str, home: str, expected: str) -> None:
    opened = irigrammar.grammar(grammar)
    place = place_of(opened.rules, opened.rules[rule])
    assert str(place) == expected
    assert place.grammar == home


def test_a_users_grammar_has_no_document_whatever_it_is_called() -> None:
    text = (grammar_directory() / "rfc3986.abnf").read_text(encoding="utf-8")
    for name in ("mine.abnf", "grammar/rfc3986.abnf", "rfc3986"):
        own = Grammar.from_text(text, name=name)
        assert entry_of(own.rules) is None
        assert place_of(own.rules, own.rules["URI"]) == Place(name, None, None, name, 3)
        assert str(place_of(own.rules, own.rules["URI"])) == f"{name}:3"
        assert place_of(own.rules, own.rules["DIGIT"]).document == "RFC 5234"


def test_every_rule_is_in_the_file_and_line_that_define_it() -> None:
    for name in generic_names():
        grammar = irigrammar.grammar(name)
        for rule in map(grammar.rules.__getitem__, grammar.rules.names()):
            home = defining(grammar.rules, rule)
            assert home.own[rule.name.lower()] is rule
            place = place_of(grammar.rules, rule)
            lines = (grammar_directory() / place.source.removeprefix("grammar/")).read_text("utf-8").splitlines()
            assert lines[place.line - 1].split()[0] == rule.name


def test_sections_and_appendices() -> None:
    assert citation("RFC 3986", "B.1") == "RFC 3986, appendix B.1"
    assert citation("RFC 3986", "3.2.2") == "RFC 3986, section 3.2.2"
    assert citation("RFC 3986", "") == citation("RFC 3986", None) == "RFC 3986"
