"""Ends of links by UTS #58, and where scans of running text follow it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rows import in_one_test

import irigrammar
from irigrammar.scan.find import Detection
from irigrammar.text.links import breaks, partners, rest_end


def marked(text: str, detect: Detection) -> str:
    """Return a text with each identifier that is found between the marks of the Standard's test file."""
    pieces, done = [], 0
    for row in irigrammar.find(text, detect=detect):
        pieces += [text[done : row.start], f"⸠{row.text}⸡"]
        done = row.end
    return "".join([*pieces, text[done:]])


def plain(line: str) -> str:
    return line.replace("⸠", "").replace("⸡", "")


@in_one_test(
    "line",
    [
        # Soft: left out at the end, kept before more of the link.
        "See ⸠http://example.com/a.b,c⸡, or",
        "⸠http://e.org/wiki/教育、科学⸡、 ⸠http://e.org/wiki/’Afirita⸡’ ⸠http://e.org/«አ»c⸡»",
        '⸠http://e.org/wiki/נאט"ו⸡" ⸠http://e.org/a?b!c⸡!? ⸠http://e.org/አፈ፡ታሪክ⸡፡',
        # Hard.
        "⸠http://e.org/a⸡\u00a0b ⸠http://e.org/a⸡\u2028b ⸠http://e.org/a⸡\ue000b ⸠http://e.org/a⸡\u0001",
        # Brackets pair in a segment, a parameter or a text directive.
        "(⸠http://e.org/a(b)⸡) [⸠http://e.org/a[(b)]c⸡] ⸠http://e.org/a(b/c⸡)d",
        "⸠http://e.org/?a(=⸡)b ⸠http://e.org/?a=(b)&c=(d⸡]) ⸠http://e.org/#a(b:~:text=c⸡)d",
        "⸠http://e.org/a<b>c⸡> ⸠http://e.org/「あ」い⸡」 ⸠http://e.org/a(b?c⸡)",
        "⸠http://e.org/a(b⸡ ⸠http://e.org/{a}⸡",
        # Hosts.
        "⸠http://普遍适用测试。我爱你/x⸡ ⸠http://e.org⸡. ⸠http://e.org./a⸡ ⸠http://e.org:80⸡: ⸠http://[::1]:80/⸡",
        "⸠http://e.org?a⸡ ⸠http://e.org#a⸡ ⸠http://e.org⸡, ⸠http://e.org⸡!",
        # Mailboxes.
        "⸠mailto:α.β@e.org⸡/x ⸠mailto:a@e.org⸡:80 ⸠mailto:a@e.org?subject=b⸡. ⸠mailto:a@e.org⸡.",
        # Other schemes.
        "⸠urn:isbn:0-395-36341-1⸡. ⸠tel:+1-201-555-0123⸡;",
        # Deviations: a faulty host is found, and a wide full stop ends the sentence.
        "⸠http://-e.org/⸡ ⸠http://e..org/a⸡ ⸠http://u@e.org/⸡ ⸠http://e.org/路径⸡。然后 ⸠http://e.org/a⸡｡b",
    ],
)
def test_links_end_where_the_standard_says(line: str) -> None:
    assert marked(plain(line), "uts58") == line


@in_one_test(
    "line",
    [
        # Dots of hosts.
        "⸠http://普遍适用测试。我爱你/x⸡ ⸠http://例え。jp⸡。次 ⸠http://例え.jp⸡。次に ⸠http://例え.jp。com/x⸡",
        # Soft characters before more of the link.
        "⸠https://zh.example.org/wiki/联合国教育、科学及文化组织⸡ ⸠https://e.org/路径？次⸡ ⸠https://e.org/路径，次⸡，",
        '⸠https://e.org/a‘b⸡ ⸠https://e.org/wiki/«አ»c⸡ ⸠https://e.org/נאט"ו⸡ and',
        "⸠http://e.org/α[(β)]γ⸡ ⸠http://e.org/?a=[(b)]&c⸡ ⸠https://e.org/wiki/’Afirita⸡",
        # What ends the text around it stays outside.
        "“⸠http://e.org/路径⸡”然后 «voir ⸠http://e.org/a⸡»c don’t see ⸠http://e.org/a⸡’b",
        '"⸠http://e.org/a⸡"b ⸠http://e.org/a⸡"b"',
        '⸠http://e.org/50%25⸡"b ⸠http://e.org/%5E⸡"b ⸠http://e.org/a⸡"⸠http://e.org/⸡ ⸠http://e.org/^⸡、次 ⸠http://e.org/%5E⸡、次',
        "见⸠http://e.org/a⸡，然后 ⸠http://e.org/路径⸡。次 ⸠http://e.org/あ⸡、⸠http://e.org/い⸡ ⸠http://e.org/a⸡、⸠http://e.org/b⸡",
    ],
)
def test_identifiers_of_scans_go_on_after_soft_characters(line: str) -> None:
    assert marked(plain(line), "faults") == line


# Lines of the published file of which `find` has another answer: it finds what is faulty.
FAULTY = re.compile(r"//[-.]|\.\.|\.@|:\.|[^⸠/]@")


@pytest.mark.parametrize("version", ["17.0.0", "18.0.0"])
def test_published_lines(version: str) -> None:
    folder = os.environ.get("IRIGRAMMAR_UTS58")
    if folder is None:
        pytest.skip("IRIGRAMMAR_UTS58 names no folder of the Standard's test files")
    path = Path(folder) / version / "LinkDetectionTest.txt"
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("#"):
            continue
        expected = re.sub("⸠(.*?)⸡", lambda link: f"⸠{with_scheme(link[1])}⸡", line)
        if "⸠" in line or not FAULTY.search(line):
            assert marked(plain(expected), "uts58") == expected


def with_scheme(link: str) -> str:
    if re.match(r"https?://|mailto:", link):
        return link
    return f"mailto:{link}" if "@" in re.split("[/?#]", link)[0] else f"https://{link}"


@example("[<)]")
@given(st.text(alphabet="a/?#=&.,()[]<>{}。」「\u00a0:~\"' é", max_size=20))
def test_what_breaks_a_link_is_all_that_does(rest: str) -> None:
    text = f"/{rest}"
    fixed = "".join("x" if offset in breaks(text, 0) else char for offset, char in enumerate(text))
    assert rest_end(fixed, 0) == len(text)
    end = rest_end(text, 0)
    assert end == len(text) or min(breaks(text, 0)) >= end


def test_brackets_have_partners_of_the_standard() -> None:
    pairs = partners()
    assert (len(pairs), pairs["\u298e"], pairs["\u2990"]) == (65, "\u298f", "\u298d")


@in_one_test(
    ("uri", "iri"),
    [
        ("http://e.org/%CE%B1.%CE%B2%2E", "http://e.org/α.β%2E"),
        ("http://e.org/%E3%80%82", "http://e.org/%E3%80%82"),
        ("http://e.org/%E8%B7%AF%E3%80%81%E5%BE%84?a#%E0%A5%A4b%E0%A5%A4", "http://e.org/路、径?a#।b%E0%A5%A4"),
        ("http://e.org/%E3%80%8Da%E3%80%8Cb%E3%80%8D", "http://e.org/%E3%80%8Da「b」"),
        ("http://e.org/%E3%80%8Ca/%E3%80%8D", "http://e.org/「a/%E3%80%8D"),
        ("http://e.org/%CE%B1%20%CE%B2%23", "http://e.org/α%20β%23"),
        ("%CE%B1%E3%80%82", "α%E3%80%82"),
        ("http://xn--e1afmkfd.example./", "http://пример.example./"),
    ],
)
def test_minimal_escaping_is_found_whole_and_maps_back(uri: str, iri: str) -> None:
    assert irigrammar.uri_to_iri(uri, minimal=True) == iri
    assert irigrammar.iri_to_uri(iri) == uri
    if ":" in iri:
        assert [row.text for row in irigrammar.find(f"see {iri}, or", detect="uts58")] == [iri]


@pytest.mark.parametrize("uri", ["http://e.org/a.", "http://e.org/a)", "http://e.org/a?b!", "http://e.org/a'"])
def test_minimal_escaping_changes_no_literal(uri: str) -> None:
    assert irigrammar.uri_to_iri(uri, minimal=True) == uri


def test_detection_is_known_and_of_running_text() -> None:
    with pytest.raises(ValueError, match=r"unknown detection 'uts5'; did you mean 'uts58'\?"):
        irigrammar.find("", detect="uts5")  # type: ignore[arg-type]  # what a user may write
    with pytest.raises(ValueError, match="is for running text"):
        irigrammar.find("", "html", detect="uts58")


def test_letters_of_later_versions_are_letters() -> None:
    newer = "\U000323af"  # of Unicode 15
    assert marked(f"//{newer}.example http//{newer}{newer}.example/x", "faults") == (
        f"//{newer}.example ⸠http//{newer}{newer}.example/x⸡"
    )
    line = f"⸠http://e/{newer}、{newer}⸡ 'http://e/{newer}'"
    assert marked(plain(line), "faults").startswith(line.partition(" ")[0])


def test_minimal_escaping_is_a_step() -> None:
    result, steps = irigrammar.convert.traced(irigrammar.uri_to_iri, "http://e/a%E3%80%82", minimal=True)
    assert (result, steps[-1].section, steps[-1].after) == ("http://e/a%E3%80%82", "UTS #58, minimal escaping", result)
    assert steps[-1].before == "http://e/a。"
