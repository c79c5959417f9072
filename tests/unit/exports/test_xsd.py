"""XML Schema: counts are written out, because a processor mixes up counters."""

from __future__ import annotations

import re
from typing import Any

import pytest

import irigrammar
from irigrammar.matching.grammar import Grammar
from tools.proofs import drivers


def pattern(elements: str) -> str:
    schema = irigrammar.exports.export(Grammar.from_text(f"r = {elements}\n").start, to="xsd")
    match = re.search(r"<xs:pattern value=(\".*\"|'.*')/>", schema)
    assert match
    return match[1][1:-1]


@pytest.mark.parametrize(
    ("elements", "written"),
    [
        ("*DIGIT", "[0-9]*"),
        ("1*DIGIT", "[0-9]+"),
        ("[DIGIT]", "[0-9]?"),
        ("3DIGIT", "[0-9][0-9][0-9]"),
        ("2*DIGIT", "[0-9][0-9][0-9]*"),
        ("1*4DIGIT", "[0-9]([0-9]([0-9][0-9]?)?)?"),
        ('*2( "-" "-" )', "(\\-\\-(\\-\\-)?)?"),
        ("*65DIGIT", "[0-9]{0,65}"),
        ('"$" "." %x9 %xA "<&" %x22', '$\\.\\t\\n&lt;&amp;"'),
        ("%xE9 / %x1F600", "[&#233;&#128512;]"),
    ],
)
def test_counts_and_escapes(elements: str, written: str) -> None:
    assert pattern(elements) == written


def validator(schema: str) -> Any:
    etree = pytest.importorskip("lxml.etree", reason="the extra proofs has lxml")
    validator = etree.XMLSchema(etree.fromstring(schema.encode()))

    def valid(text: str) -> bool:
        element = etree.Element("text")
        element.text = text
        return bool(validator.validate(element))

    return valid


@pytest.mark.external
def test_libxml2_counts_what_is_written_out() -> None:
    """A group of an IPv6 address has four digits: with counters libxml2 2.14 takes five."""
    matcher = irigrammar.grammar("rfc3986")["IPv6address"]
    valid = validator(drivers.with_element(irigrammar.exports.export(matcher, to="xsd")))
    for text in (
        "00000::",
        "0000::",
        "1:00000::",
        "::1.2.3.256",
        "::1.2.3.255",
        "1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:8:9",
    ):
        assert valid(text) is matcher.matches(text)


def test_a_name_that_is_not_xml_does_no_harm() -> None:
    grammar = Grammar.from_text('r = "a"\n', name="<a> & \x01 --> é")
    schema = irigrammar.exports.export(grammar.start, to="xsd")
    assert schema.isascii()
    valid = validator(drivers.with_element(schema))
    assert valid("A")
    assert not valid("b")
