"""What is compiled beforehand is what the grammar files compile to now."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

import irigrammar
from irigrammar._generated.catalog import MARKED, USUAL
from irigrammar.grammars.expr import KINDS
from irigrammar.language import includes
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.support.rewriters import NAMES, STAYING
from irigrammar.shipped import loader as catalog
from irigrammar.shipped.loader import generic_names
from irigrammar.shipped.values import dump, load

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
    others = {"unicode", "charsets", "hints", "advice", "quiet", "inclusions"}
    assert {path.stem for path in folder.glob("*.z")} == {*irigrammar.catalog(), *others}
    for name in irigrammar.catalog():
        wanted = {"entry", "rules", "automata"}
        if name in USUAL:
            wanted |= {STAYING, *(f"{part} {rule}" for part in ("split", "program", "layout") for rule in USUAL[name])}
            wanted |= {f"plan {plan}" for plan in NAMES}
        wanted |= {f"marks {rule}" for rule in MARKED.get(name, ())}
        assert {*dict(catalog.parts((folder / f"{name}.z").read_bytes()))} == wanted


def test_a_value_reads_back_as_what_was_written() -> None:
    texts: tuple[object, ...] = ("\\n\n\r\x85\ud800", b"\n", {})
    row: dict[object, object] = {"": (None, True, False, -1), 1: ((), (1, -2), (1, True)), (1,): texts}
    assert load(dump(row)) == row
    rules = catalog.load("rfc3987").own
    assert load(dump(rules), KINDS) == rules


@pytest.mark.parametrize("text", ["", "(2\n-", "?", "#x", "@Rule 1\n'a", "'\\x"])
def test_other_text_is_an_error(text: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        load(text)


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
@pytest.mark.parametrize("part", range(4))
def test_the_diagram_leads_just_to_what_includes(part: int) -> None:
    """Every pair of a quarter of the languages, by the search for a witness."""
    numbers = range(part, len(INCLUSIONS), 4)
    for number in numbers:
        expected = {other for other in numbers if other != number and includes(first(other), first(number))}
        assert reached(number) & set(numbers) == expected


@pytest.mark.slow
def test_the_covers_of_a_language_are_the_least_of_those_that_include_it() -> None:
    """A few languages against all others, covers proved by themselves."""
    for number in range(0, len(INCLUSIONS), 45):
        larger = [
            index for index in range(len(INCLUSIONS)) if index != number and includes(first(index), first(number))
        ]
        least = {
            index
            for index in larger
            if not any(other != index and includes(first(index), first(other)) for other in larger)
        }
        assert set(INCLUSIONS[number][1]) == least
