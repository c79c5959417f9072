"""Commands, examples and links of README and docs are true."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from documentation import PAGES, page, programs, rows
from places import ROOT

import irigrammar
from irigrammar.advice.registry import rules
from tools import pages as site

SESSIONS = [path for path in PAGES if ">>> " in path.read_text("utf-8")]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("row", rows("explanation/surprising"), ids=lambda row: f"{row[0]} {row[1]}")
def test_surprising_verdicts_are_as_the_table_says(row: list[str]) -> None:
    text, (grammar, rule) = row[0].strip("`"), row[1].split()
    assert row[2] in ("valid", "invalid")
    assert irigrammar.grammar(grammar)[rule].matches(text) is (row[2] == "valid")


def test_pairs_of_names_are_compared_as_the_table_says() -> None:
    table = [row for row in rows("explanation/names") if len(row) == 5]
    assert len(table) > 10
    for row in table:
        first, second = re.findall(r"`(.*?)`", row[1])
        assert (irigrammar.compare(first, second).rung or "different") == row[3], row


@pytest.mark.external
def test_other_libraries_join_as_the_table_says() -> None:
    httpx, rdflib, yarl = (pytest.importorskip(name) for name in ("httpx", "rdflib", "yarl"))
    functions: list[Callable[[str, str], object]] = [
        irigrammar.resolve,
        urljoin,
        lambda base, reference: rdflib.URIRef(reference, base),
        lambda base, reference: yarl.URL(base).join(yarl.URL(reference)),
        lambda base, reference: httpx.URL(base).join(reference),
    ]
    for row in rows("how-to/coming-from"):
        base, reference, *results = ("" if cell == "empty" else cell.strip("`") for cell in row)
        assert [str(function(base, reference)) for function in functions] == results, row


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_sessions_of_python_run(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False).failed == 0


# Packages that the extra "test" does not bring.
OUTSIDE = {"attrs", "cattrs", "great_expectations", "marshmallow", "msgspec", "pandera", "pyshacl"}


def blocks() -> Iterator[Any]:
    """Yield the programs of the tutorial on processing together, and each job of other libraries by itself."""
    for tutorial in ("attach-processing", "evaluate"):
        yield pytest.param("".join(programs(page(f"tutorials/{tutorial}"))), id=tutorial)
    for number, program in enumerate(programs(page("how-to/coming-from")), 1):
        yield pytest.param(program, id=f"job {number}", marks=() if number <= 5 else pytest.mark.external)
    first, *recipes = programs(page("how-to/classes"))
    for program in (first, *(first + recipe for recipe in recipes), *programs(page("how-to/data-quality"))):
        packages = [name for name in re.findall(r"^(?:import|from) (\w+)", program, re.MULTILINE) if name in OUTSIDE]
        yield pytest.param(program, id="recipe " + "-".join(packages), marks=pytest.mark.external if packages else ())


@pytest.mark.parametrize("program", list(blocks()))
def test_programs_run(program: str) -> None:
    for package in re.findall(r"^(?:import|from) (\w+)", program, re.MULTILINE):
        pytest.importorskip(package, reason=f"{package} is not installed")
    exec(compile(program, "<documentation>", "exec", dont_inherit=True), {"__name__": __name__})


def test_readme_is_short_and_shows_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 150
    assert len(re.findall(r"^\$ iri", text, re.MULTILINE)) >= 5


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_lead_to_files_and_their_headings(path: Path) -> None:
    text = re.sub(r"^( *)(`{3,}).*?^\1\2$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        file, _, fragment = target.partition("#")
        place = (path.parent / file).resolve() if file else path
        name = str(place.relative_to(ROOT / "docs")) if place.is_relative_to(ROOT / "docs") else ""
        known = name in generated()
        assert place.exists() or known, target
        if fragment and not known:
            headings = re.findall(r"^#+ (.*)$", place.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert fragment in slugs, target


@cache
def generated() -> dict[str, str]:
    return dict(site.generated())


def test_each_code_grammar_scheme_and_command_has_a_page() -> None:
    names = {*generated()}
    assert {f"reference/grammars/{name}.md" for name in irigrammar.catalog()} <= names
    assert {f"reference/schemes-table/{scheme.name}.md" for scheme in irigrammar.schemes.schemes()} <= names
    assert {f"reference/codes/{rule.code}.md" for rule in rules()} <= names
    assert {f"reference/commands/{name}.rst" for name in ("check", "scan", "grammar")} <= names


def test_a_page_of_a_code_says_what_iri_rule_says() -> None:
    text = generated()["reference/codes/F061.md"]
    assert text.startswith("<!-- Written by")
    assert "# F061 port" in text
    assert "`http://h:8a/`" in text


def test_a_page_of_a_grammar_has_a_diagram_and_the_abnf_of_each_rule() -> None:
    text = generated()["reference/grammars/rfc3987.md"]
    own = list(irigrammar.grammar("rfc3987").rules.own.values())
    assert text.count('<svg class="railroad"') == text.count("```abnf") == len(own)
    assert 'href="rfc3986.html#scheme"' in text  # an inherited rule is on the page of its own grammar


def test_the_reference_has_each_public_name_once() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "docs/reference/api").glob("*.md"))
    listed = Counter(re.findall(r"^\.\. auto(?:function|class|exception|data):: (\w+)$", text, re.MULTILINE))
    whole = re.findall(r"^\.\. automodule:: irigrammar\.(\w+)$", text, re.MULTILINE)
    assert sorted(whole) == sorted(irigrammar._MODULES)
    aliases = re.search(r":exclude-members: (.*)", page("reference/api/types"))
    assert aliases is not None
    assert listed == Counter([*irigrammar.__all__, *aliases[1].split(", ")])


def test_the_citation_is_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {irigrammar.__version__}\n" in text
