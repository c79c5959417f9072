"""The page of a grammar: every link has its target, and nothing is fetched."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from examples import some

import irigrammar
from irigrammar.errors import UnknownRule
from irigrammar.matching.grammar import Grammar
from irigrammar.shipped.loader import generic_names
from irigrammar.views.railroad import page, shown_rules

VOID = {"meta"}


class Reader(HTMLParser):
    """Collects ids and links, and holds that every element is closed where it must be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.names: set[str] = set()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.names |= {tag, *attributes}
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", some(generic_names(), 2))
def test_each_link_has_its_target(name: str) -> None:
    grammar = irigrammar.grammar(name)
    text = page(grammar)
    reader = Reader(text)
    assert len(reader.ids) == len(set(reader.ids))
    assert {link.removeprefix("#") for link in reader.links} <= set(reader.ids)
    assert {*grammar, *(grammar[name].rule for name in grammar.entry.start)} <= set(reader.ids)
    assert not {"script", "img", "link", "iframe", "src", "onclick"} & reader.names
    assert "url(" not in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_a_page_of_some_rules_has_what_they_use() -> None:
    grammar = irigrammar.grammar("rfc3986")
    assert [rule.name for rule in shown_rules(grammar, ["LS32"])] == [
        "h16",
        "ls32",
        "IPv4address",
        "dec-octet",
        "DIGIT",
        "HEXDIG",
    ]
    with pytest.raises(UnknownRule, match="did you mean port"):
        page(grammar, ["prt"])


def test_recursion_prose_undefined_rules_and_markup_in_comments(tmp_path: Path) -> None:
    file = tmp_path / "<b>.abnf"
    file.write_text('a = "(" [ a ] ")" / missing / <x & y> ; <script>\x07\n', encoding="utf-8")
    text = page(Grammar.from_file(file))
    reader = Reader(text)
    assert reader.links == ["#a", "#a", "#a"]
    assert "script" not in reader.names
    assert "\x07" not in text
    assert re.search(r"&lt;script&gt;\\u\{7\}", text)
