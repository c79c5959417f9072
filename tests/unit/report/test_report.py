"""Records as JSON and XML text, and artifacts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.report.formats import JsonArray, well_formed
from irigrammar.report.pages import names
from irigrammar.report.pages import page as page_of
from irigrammar.report.record import Artifacts, section_of
from irigrammar.report.xml import document, opening, piece
from irigrammar.shipped.place import citation, place_of

REFERENCE = irigrammar.grammar("rfc3986")["URI-reference"]
THERE = Artifacts("/src/p", "/src/p/docs", windows=False)
WINDOWS = Artifacts("C:\\src\\p", "C:\\src\\p\\docs", windows=True)


@in_one_test(
    ("artifacts", "path", "said", "reference"),
    [
        (THERE, "a.html", "docs/a.html", "docs/a.html"),
        (THERE, "./b/../a b.html", "docs/a b.html", "docs/a%20b.html"),
        (THERE, "../x:y", "x:y", "x%3Ay"),
        (THERE, "/src/p/x/y:z", "x/y:z", "x/y:z"),
        (THERE, "../../q/a", "/src/q/a", "file:///src/q/a"),
        (THERE, "/src/pp/é", "/src/pp/é", "file:///src/pp/%C3%A9"),
        (THERE, "100%, [1]#?;=&.md", "docs/100%, [1]#?;=&.md", "docs/100%25,%20%5B1%5D%23%3F;=&.md"),
        (THERE, "a\\b", "docs/a\\b", "docs/a%5Cb"),
        (THERE, "\udcff\udcc3\udca9", "docs/\udcff\udcc3\udca9", "docs/%FF%C3%A9"),
        (THERE, "-", "-", "-"),
        (WINDOWS, "a b\\c.html", "docs/a b/c.html", "docs/a%20b/c.html"),
        (WINDOWS, "c:\\SRC\\P\\x.md", "x.md", "x.md"),
        (WINDOWS, "D:/other/é.md", "D:/other/é.md", "file:///D:/other/%C3%A9.md"),
        (WINDOWS, "\\\\server\\share\\a b", "//server/share/a b", "file://server/share/a%20b"),
        (Artifacts(windows=False), "./a/b", "a/b", "a/b"),
        (Artifacts(windows=False), "../a", "../a", "../a"),
        (Artifacts(windows=False), "a:b", "a:b", "a%3Ab"),
        (Artifacts(windows=True), "a\\b", "a/b", "a/b"),
    ],
)
def test_paths_have_slashes_and_are_references(artifacts: Artifacts, path: str, said: str, reference: str) -> None:
    assert artifacts.path(path) == said
    assert artifacts.reference(path) == reference
    assert REFERENCE.matches(reference)


@given(st.binary(min_size=1, max_size=30).map(lambda name: name.replace(b"\0", b"_")))
def test_any_name_of_a_file_comes_back_from_its_reference(name: bytes) -> None:
    path = os.fsdecode(name)
    said = Artifacts(windows=False).path(path)
    reference = Artifacts(windows=False).reference(path)
    assert REFERENCE.matches(reference)
    parts = urlsplit(reference)
    assert (parts.scheme, parts.netloc) in (("", ""), ("file", ""))
    assert unquote_to_bytes(parts.path).lstrip(b"/") == os.fsencode(said).lstrip(b"/")


def test_the_source_tree_is_the_workspace_or_has_a_git_folder(tmp_path: Path) -> None:
    here = tmp_path / "p" / "docs"
    here.mkdir(parents=True)
    (tmp_path / "p" / ".git").mkdir()
    assert Artifacts.around(here, {}) == Artifacts(str(tmp_path / "p"), str(here))
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        assert Artifacts.around(here, {name: str(tmp_path)}).root == str(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    assert Artifacts.around(here, {"CI_PROJECT_DIR": str(tmp_path / "link")}).root == str(tmp_path)
    # A workspace that the folder is not in is another one.
    assert Artifacts.around(here, {"CI_PROJECT_DIR": str(tmp_path / "q")}).root == str(tmp_path / "p")
    assert Artifacts.around(here, {"CI_PROJECT_DIR": ""}).root == str(tmp_path / "p")


@pytest.mark.parametrize("items", [[], [{}], [{"a": "é\ud800"}, 1, None]])
def test_an_array_is_what_was_added(items: list[object]) -> None:
    parts: list[str] = []
    array = JsonArray(parts.append, '{"x": ')
    for item in items:
        array.add(item)
    before = len(parts)
    array.close(', "y": 1}')
    text = "".join(parts)
    assert text.isascii()
    assert json.loads(text) == {"x": items, "y": 1}
    assert before == len(items)  # each as it comes
    assert text.count("\n") == (len(items) + 1 if items else 0)


def test_surrogates_are_replaced_one_by_one() -> None:
    assert well_formed("a\ud83d\ude00é\udcff") == "a\ufffd\ufffdé\ufffd"


def tree() -> ET.Element:
    root = ET.Element("a", {"b": '<&">\n é'})
    child = ET.SubElement(root, "c")
    child.text = "]]> 日"
    ET.SubElement(root, "d")
    return root


def test_a_document_and_its_pieces_are_the_same() -> None:
    root = tree()
    whole = document(tree())
    assert whole.isascii()
    assert ET.fromstring(whole).attrib == root.attrib
    children = "".join(piece(child, 1) for child in root)
    start = opening(ET.Element(root.tag, root.attrib))
    assert f"<?xml version='1.0' encoding='us-ascii'?>\n{start}{children}</a>\n" == whole


@in_one_test("name", irigrammar.catalog())
def test_the_section_of_a_start_rule_is_that_of_its_place(name: str) -> None:
    grammar = irigrammar.grammar(name)
    for rule in grammar.entry.start:
        place = place_of(grammar.rules, grammar.rules[rule])
        assert section_of(grammar[rule]) == citation(place.document or "", place.section)


@in_one_test("code", [name for name in names() if len(name) == 4 and name[1:].isdigit()])
def test_pages_are_worth_finding(code: str) -> None:
    page = page_of(code)
    assert 40 <= len(page.what.split()) <= 120
    assert bool(page.right) == bool(page.wrong)
