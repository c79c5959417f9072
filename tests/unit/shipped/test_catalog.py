"""The catalog and its grammars: what is printed, changed and proved."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from rows import in_one_test

import irigrammar
from irigrammar.errors import GrammarError, UnknownGrammar
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.grammars.entry import Entry
from irigrammar.grammars.erratum import Erratum
from irigrammar.grammars.reader import read
from irigrammar.shipped import loader as catalog
from tools.sources import parse_catalog, read_rulelist

FOLDER = catalog.grammar_directory()
NAMES = ("rfc5234", "rfc3986", "rfc3987", "iri-bis", "leiri", "leiri-bis", "web-address", "rfc6570")
ERRATA = [(name, erratum) for name in NAMES for erratum in catalog.entry(name).errata]


def text_of(entry: Entry) -> str:
    return "".join((FOLDER / file).read_text(encoding="utf-8") for file in entry.files)


def test_the_catalog_lists_the_grammars_in_order() -> None:
    assert catalog.generic_names() == NAMES
    assert tuple(catalog.entries()) == irigrammar.catalog()
    assert irigrammar.catalog()[: len(NAMES)] == NAMES
    others = {file.stem for file in (FOLDER / "schemes").glob("*.abnf")} | {"url-standard"}
    assert others == {*irigrammar.catalog()} - {*NAMES}


@in_one_test("name", NAMES)
def test_an_entry_is_what_the_catalog_file_says(name: str) -> None:
    row = tomllib.loads((FOLDER / "catalog.toml").read_text(encoding="utf-8"))[name]
    entry = catalog.entry(name)
    assert (entry.name, entry.title, entry.document, entry.section) == (
        name,
        row["title"],
        row["document"],
        row["section"],
    )
    assert entry.start == tuple(row["start"])
    assert entry.extends == (row.get("extends", "rfc5234") if name != "rfc5234" else None)
    assert dict(entry.replace) == row.get("replace", {})
    assert entry.prefer == row.get("prefer")
    assert len(entry.errata) == len(row.get("erratum", []))


@in_one_test("name", NAMES)
def test_every_name_in_an_entry_is_a_rule(name: str) -> None:
    entry, rules = catalog.entry(name), catalog.load(name)
    named = [*entry.start, *entry.components, *entry.kinds, *entry.words, *entry.replace, *entry.replace.values()]
    named += [kind for kinds in entry.kinds.values() for kind in kinds]
    named += [erratum.rule for erratum in entry.errata] + [entry.prefer or entry.start[0]]
    assert {wanted for wanted in named if rules.find(wanted) is None} == set()
    assert set(entry.components.values()) <= set(COMPONENT_FIELDS)


@in_one_test("name", NAMES)
def test_rules_are_those_of_the_abnf_files(name: str) -> None:
    entry = catalog.entry(name)
    assert catalog.load(name).own == {
        key: rule
        for file in entry.files
        for key, rule in read((FOLDER / file).read_text(encoding="utf-8"), f"grammar/{file}").items()
    }


@in_one_test("name", NAMES)
def test_every_rule_is_reached_from_a_start_rule_but_those_recorded(name: str) -> None:
    entry, rules = catalog.entry(name), catalog.load(name)
    reached = {key.lower() for start in entry.start for key in rules.reach(start)}
    assert rules.own.keys() - reached == ({"href-strip"} if name == "web-address" else set())


@pytest.mark.parametrize(("name", "erratum"), ERRATA, ids=[f"{name}-{erratum.rule}" for name, erratum in ERRATA])
def test_the_text_as_used_is_in_its_rule(name: str, erratum: Erratum) -> None:
    """Each change to a document's text is recorded: what was published, what is used, and why."""
    rule = catalog.load(name).own[erratum.rule.lower()]
    file = next(file for file in catalog.entry(name).files if f"grammar/{file}" == rule.source)
    lines = (FOLDER / file).read_text(encoding="utf-8").splitlines()[rule.line - 1 : rule.end_line]
    assert lines[0].split("=")[0].strip() == erratum.rule
    assert erratum.used in "\n".join(lines)
    assert erratum.why
    assert erratum.used == erratum.published or erratum.published not in "\n".join(lines)


def test_the_recorded_changes_are_these() -> None:
    """The traps of the documents' text: prose for a rule, apostrophes as quotation marks, a set left open."""
    assert [(name, erratum.rule, erratum.published) for name, erratum in ERRATA] == [
        ("rfc3986", "path-empty", "0<pchar>"),
        ("rfc3987", "ipath-empty", "0<ipchar>"),
        ("iri-bis", "ipath-empty", "0<ipchar>"),
        ("leiri", "ucschar", "'\"'"),
        ("leiri-bis", "leiri-ucschar", "'\"'"),
        ("web-address", "href-strip", "<to be done>"),
        ("rfc6570", "literals", "%x26 / %x28-3B"),
    ]


def test_ucschar_leaves_out_what_the_documents_leave_out() -> None:
    """Plane 14 begins at U+E1000 in RFC 3987; the last two code points of each plane are out."""
    ucschar = irigrammar.grammar("rfc3987")["ucschar"]
    taken = [0xA0, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFEF, 0x10000, 0x1FFFD, 0xDFFFD, 0xE1000, 0xEFFFD]
    refused = [
        *[0x9F, 0xD800, 0xE000, 0xF8FF, 0xFDD0, 0xFDEF, 0xFFF0, 0xFFFE, 0x1FFFE, 0xE0000, 0xE0FFF],
        *[0xEFFFE, 0xF0000],
    ]
    assert all(ucschar.matches(chr(point)) for point in taken)
    assert not any(ucschar.matches(chr(point)) for point in refused)
    wide = irigrammar.grammar("leiri")["ucschar"]
    assert all(wide.matches(chr(point)) for point in (0, 0x1F, 0x20, 0x7F, 0xE000, 0xFFFD, 0x10000, 0x10FFFF, 0x1FFFE))
    assert not any(wide.matches(chr(point)) for point in (0x21, 0x23, 0x25, 0xFFFE, 0xFFFF, 0xD800))


def test_leiri_of_the_note_reads_its_own_ucschar_in_the_rules_of_rfc_3987() -> None:
    rules = catalog.load("leiri")
    assert rules.reach("LEIRI")["ucschar"] is rules.own["ucschar"]
    assert irigrammar.grammar("leiri")["IRI"].matches("a: ")
    assert not irigrammar.grammar("rfc3987")["IRI"].matches("a: ")


@pytest.mark.parametrize(
    ("name", "replaced"),
    [
        ("leiri-bis", {"ucschar": "leiri-ucschar"}),
        ("web-address", {"ucschar": "href-ucschar", "pct-form": "href-pct-form", "path-sep": "href-path-sep"}),
    ],
)
def test_the_drafts_replace_rules(name: str, replaced: dict[str, str]) -> None:
    rules = catalog.load(name)
    assert dict(catalog.entry(name).replace) == replaced
    reached = rules.reach("IRI-reference")
    assert reached.keys() >= set(replaced.values())
    assert not reached.keys() & replaced.keys()
    for old, new in replaced.items():
        assert rules[old] is rules[new]


@pytest.mark.parametrize(
    ("name", "near"),
    [("rfc3978", "rfc3987"), ("RFC3987", "rfc3987"), ("leiri-bos", "leiri-bis"), ("webaddress", "web-address")],
)
def test_an_unknown_grammar_is_named_with_those_that_resemble_it(name: str, near: str) -> None:
    for get in (irigrammar.grammar, catalog.entry, catalog.load):
        with pytest.raises(UnknownGrammar, match=re.escape(f"unknown grammar {name!r}; did you mean ")) as caught:
            get(name)
        assert caught.value.name == name
        assert near in caught.value.near


ROW = '[{}]\ntitle = "T"\ndocument = "D"\nsection = "1"\nfiles = ["f.abnf"]\nstart = ["a"]\n'


def test_a_catalog_is_read_with_what_is_inherited() -> None:
    text = (
        ROW.format("rfc5234")
        + ROW.format("one")
        + '[one.components]\na = "path"\nb = "query"\n[one.words]\na = "A"\n[one.kinds]\na = ["b"]\n'
        + ROW.format("two")
        + 'extends = "one"\n[two.components]\nb = "host"\n[two.words]\nc = "C"\n'
    )
    entries = parse_catalog(text)
    assert list(entries) == ["rfc5234", "one", "two"]
    assert (entries["rfc5234"].extends, entries["one"].extends, entries["two"].extends) == (None, "rfc5234", "one")
    assert entries["two"].components == {"a": "path", "b": "host"}
    assert entries["two"].words == {"a": "A", "c": "C"}
    assert entries["two"].kinds == {"a": ("b",)}
    assert entries["one"].components == {"a": "path", "b": "query"}


def test_an_unknown_component_is_refused() -> None:
    with pytest.raises(GrammarError, match="one: a is given the component 'pfad'"):
        parse_catalog(ROW.format("rfc5234") + ROW.format("one") + '[one.components]\na = "pfad"\n')


def test_the_files_are_found_and_are_ascii_outside_comments() -> None:
    assert (FOLDER / "catalog.toml").is_file()
    for name in NAMES:
        for line in text_of(catalog.entry(name)).splitlines():
            assert line.split(";")[0].isascii()
            assert "\t" not in line


def test_a_grammar_can_be_read_from_its_files_again() -> None:
    parent = None
    for name in ("rfc5234", "rfc3986", "rfc3987"):
        parent = read_rulelist(catalog.entry(name), Path(FOLDER), parent)
        assert parent.own == catalog.load(name).own
        assert parent.names() == catalog.load(name).names()
