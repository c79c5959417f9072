"""Fixes of documents that are drawn: what is listed is written, stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple

import pytest
from examples import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st

from irigrammar.hosts import readings
from irigrammar.scan.document import Document
from irigrammar.scan.fixing import apply_fixes
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.registry import Options, document_type
from irigrammar.scan.found import Edit, Found
from irigrammar.scan.settings import FileRules, Rules, Settings
from irigrammar.text.splice import splice

# What an identifier is drawn of: what is fixed, and what shows that it is not one identifier or not what it seems.
PIECES = st.sampled_from(
    [
        *["http://e.org", "HTTP://E.org:80", "https://u:p@h.example", "//h.example", "tel:+49"],
        *["urn:x:", "mailto:a@e.org"],
        *["foo:", "DOI:", "file:///", "http:/", "http:\\\\", "/", "//", "\\", "?", "#", "#a", "?q=", "/a"],
        *["b", "/../c"],
        *["|", ",", ";", " and ", " ", "\u00a0", "\t", '"', "'", "`", "(", ")", "[", "]", "<", ">", "\u201d", "\u00bb"],
        *["^", "%", "%7e", "%zz", "%4", "%C3%A9", "%20", "{x}", "${x}", "&amp;", "&", "\\u005e", "\u00e9"],
        *["\ufffe", "\ufffd", "[a]", "@"],
        *["[0]", "50%", "a^b", "_(a)", ".", "-", "&p[]=", "\u200b"],
    ]
)
HEADS = st.sampled_from(["", "http://e.org/", "https://e.org/a", "/", "a", "http://e.org/?q=", "tel:+4", "x:"])
IDENTIFIERS = st.builds(lambda head, pieces: head + "".join(pieces), HEADS, st.lists(PIECES, min_size=1, max_size=5))


class Kind(NamedTuple):
    """A type of document: its rows, with {} for an identifier and {key} for a key or term, and its escapes."""

    rows: tuple[str, ...]
    write: Callable[[str], str]
    start: str = ""
    end: str = ""


def json_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def term(text: str) -> str:
    return re.sub(r'[\x00-\x20<>"{}|^`\\]', lambda char: f"\\u{ord(char[0]):04X}", text)


KINDS = {
    "html": Kind(
        (
            '<a href="{}">x {}</a>',
            "<img src='{}'>",
            '<p about="{key}" id="{key}">',
            '<!-- {} --><svg><image href="{}"/></svg>',
        ),
        lambda text: escape(text, quote=True),
    ),
    "markdown": Kind(
        ("[x](<{}>) and {}", "![x]({})", "~~~\n{key}\n~~~", "[x]: <{}>"), lambda text: text.replace("\n", " ")
    ),
    "json": Kind(('{{"url": "{}", "{key}": 1}}', '{{"a": ["{}", {{"{key}": "{}"}}]}}'), json_text, "[", "]"),
    "yaml": Kind(('- url: "{}"', '- "{key}": "{}"', "- # {}"), json_text),
    "text": Kind(("see {} there", "<{}>", '"{}", ({})'), str),
    "turtle": Kind(("<{key}> <{key}> <{key}> .", '<{key}> a "{}" .', "# {}"), term, "@prefix a: <http://e/A^> .\n"),
    "xml": Kind(
        (
            '<r xmlns="{key}"/>',
            '<a xmlns="http://www.w3.org/2000/svg" href="{}">{}</a>',
            '<r xmlns:x="http://www.w3.org/1999/xlink" x:href="{}"/>',
            '<d xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" r:about="{key}" r:resource="{key}"/>',
        ),
        lambda text: escape(text, quote=True),
        "<r>",
        "</r>",
    ),
}


@cache
def rules(kind: str, *, unsafe: bool = False) -> FileRules:
    every = Settings(override=Rules(level="advice"), unsafe_fixes=unsafe)
    return every.file_rules(PurePosixPath("x"), document_type(kind))


@st.composite
def documents(draw: st.DrawFn, kind: str) -> tuple[str, frozenset[str]]:
    """Draw a document, and what its keys and terms are as written."""
    form = KINDS[kind]
    keys: set[str] = set()

    def identifier(match: re.Match[str]) -> str:
        if match[0] in ("{{", "}}"):
            return match[0][0]
        written = form.write(draw(IDENTIFIERS))
        if match[0] == "{key}":
            written = form.write(f"http://e.org/key{len(keys)}") + written
            keys.add(written)
        return written

    rows = draw(st.lists(st.sampled_from(form.rows), min_size=1, max_size=4))
    between = ",\n" if kind == "json" else "\n"
    body = between.join(re.sub(r"\{\{|\}\}|\{(?:key)?\}", identifier, row) for row in rows)
    return f"{form.start}{body}{form.end}\n", frozenset(keys)


def findings(kind: str, text: str) -> list[Found]:
    document = Document("x", BytesIO(text.encode()), rules(kind), limit=1 << 20)
    return [finding for part in document.blocks() for finding in part.findings]


def edits_of(kind: str, text: str, *, unsafe: bool = False) -> list[Edit]:
    document = Document("x", BytesIO(text.encode()), rules(kind, unsafe=unsafe), limit=1 << 20, fix=True)
    return sorted(edit for part in document.blocks() for edit in part.edits)


def listed_as_safe(found: list[Found]) -> set[str]:
    return {fix.text for row in found for fix in row.record.fixes if fix.applicability == "safe"}


def identifiers(kind: str, text: str) -> list[Candidate]:
    items = document_type(kind).open(Options())(text)
    return sorted((item for item in items if isinstance(item, Candidate)), key=lambda item: item.start)


def changes(kind: str, before: str, edits: list[Edit]) -> Iterator[tuple[Candidate, str]]:
    """Yield the identifiers that edits change, with what they are afterwards."""
    news = {item.start: item.text for item in identifiers(kind, splice(before, sorted(edits)))}
    for old in identifiers(kind, before):
        mine = [edit for edit in edits if old.start <= edit.start and edit.end <= old.end]
        if mine:
            start = old.start + sum(len(edit.new_text) - (edit.end - edit.start) for edit in edits if edit < mine[0])
            better = splice(before[: old.end], sorted(mine))[old.start :]
            # One with nothing to check is not found again.
            yield old, better if old.offsets is None else news.get(start, better)


def written(content: str, rules: FileRules) -> str:
    with apply_fixes(BytesIO(content.encode()), rules, limit=1 << 20) as done:
        done.content.seek(0)
        return done.content.read().decode()


@pytest.mark.parametrize("kind", some(KINDS, 2))
def test_fixes_listed_as_safe_are_those_written(kind: str) -> None:
    @settings(max_examples=examples(500), deadline=None)
    @given(documents(kind))
    def holds(drawn: tuple[str, frozenset[str]]) -> None:
        text, keys = drawn
        found, edits = findings(kind, text), edits_of(kind, text)
        rewritten = list(changes(kind, text, edits))
        assert listed_as_safe(found) == {better for _, better in rewritten}
        after = splice(text, sorted(edits))
        assert written(text, rules(kind)) == after  # one round is enough, and nothing else changes
        left = findings(kind, after)
        assert listed_as_safe(left) == set()
        errors = {row.record.text for row in left if row.record.severity == "error"}
        assert errors.isdisjoint(better for _, better in rewritten)
        for key in keys:
            assert after.count(key) == text.count(key)
        for old, better in rewritten:
            for was, now in zip(readings(old.text), readings(better), strict=True):
                assert now.authority == was.authority or was.verdict == "refused"

    holds()


@pytest.mark.parametrize("kind", some(KINDS, 3))
def test_unsafe_fixes_give_no_reader_a_host_that_found_none(kind: str) -> None:
    @settings(max_examples=examples(500), deadline=None)
    @given(documents(kind))
    def holds(drawn: tuple[str, frozenset[str]]) -> None:
        text, keys = drawn
        edits = edits_of(kind, text, unsafe=True)
        after = splice(text, sorted(edits))
        for key in keys:
            assert after.count(key) == text.count(key)
        for old, better in changes(kind, text, edits):
            for was, now in zip(readings(old.text), readings(better), strict=True):
                assert was.verdict != "none" or now.host is None

    holds()
