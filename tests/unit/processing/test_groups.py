"""The groups of characters that Legacy Extended IRIs and Web Addresses have and IRIs have not."""

from __future__ import annotations

from itertools import combinations

import pytest

import irigrammar
from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.errors import GrammarError
from irigrammar.processing.characters import Group, alphabet, characters, group_of, groups
from tools.sources import parse_characters

GROUPS = {group.name: group for group in groups()}
BIDI = "bidi formatting"


def ranges(grammar: str, rule: str) -> Ranges:
    return alphabet(irigrammar.grammar(grammar)[rule]).ranges


@pytest.mark.parametrize(
    ("wide", "wide_rule", "narrow"),
    [
        ("leiri", "ucschar", "rfc3987"),
        ("leiri-bis", "leiri-ucschar", "iri-bis"),
        ("web-address", "href-ucschar", "iri-bis"),
    ],
)
def test_the_groups_are_the_difference_between_the_grammars(wide: str, wide_rule: str, narrow: str) -> None:
    """All but the bidi formatting characters, which both ucschar have, and which RFC 3987, 4.1, forbids."""
    outside = union(*(group.characters.ranges for group in groups() if group.name != BIDI))
    assert outside == difference(ranges(wide, wide_rule), ranges(narrow, "ucschar"))
    assert difference(ranges(narrow, "ucschar"), ranges(wide, wide_rule)) == ()
    bidi = GROUPS[BIDI].characters.ranges
    assert intersection(bidi, ranges(narrow, "ucschar")) == bidi == intersection(bidi, ranges(wide, wide_rule))


@pytest.mark.parametrize(("left", "right"), list(combinations(groups(), 2)), ids=lambda group: group.name)
def test_no_character_is_in_two_groups(left: Group, right: Group) -> None:
    assert intersection(left.characters.ranges, right.characters.ranges) == ()


@pytest.mark.slow
def test_group_of_is_exact() -> None:
    for point in (*range(0x11000), *range(0x1FF00, 0x20100), *range(0xDFF00, 0xE1100), *range(0xEFF00, MAX + 1, 7)):
        char = chr(point)
        assert group_of(char) == next((group for group in groups() if char in group.characters), None)


# draft-ietf-iri-3987bis-04, 7.3: the first and the last of each range, and their neighbours.
@pytest.mark.parametrize(
    ("points", "name"),
    [
        ("20", "space"),
        ("3C 3E 22", "delimiter"),
        ("5C 5E 60 7B 7C 7D", "unwise"),
        ("0 9 A D 1F 7F 80 9F", "control"),
        ("200E 200F 202A 202B 202C 202D 202E", BIDI),
        ("FFF0 FFF9 FFFD", "special"),
        ("E000 F8FF F0000 FFFFD 100000 10FFFD", "private use"),
        ("E0000 E0001 E0041 E007F E0FFF", "tag"),
        ("FDD0 FDEF 1FFFE 1FFFF 9FFFE AFFFE BFFFF CFFFE DFFFE EFFFE FFFFE 10FFFE 10FFFF", "noncharacter"),
        ("21 23 25 5B 5D 5F 61 7A 7E A0 AD E9 200D 2029 202F 61C 2066 2069 D7FF F900 FDCF FDF0 FFEF", None),
        ("10000 1FFFD 20000 DFFFD E1000 EFFFD", None),
        ("D800 DFFF FFFE FFFF", None),  # not even allowed in Legacy Extended IRIs
    ],
)
def test_the_documents_list(points: str, name: str | None) -> None:
    for point in points.split():
        group = group_of(chr(int(point, 16)))
        assert (group.name if group else None) == name, point


def test_private_use_and_tags_are_what_the_grammars_have_in_queries() -> None:
    assert GROUPS["private use"].characters.ranges == ranges("rfc3987", "iprivate")
    both = GROUPS["private use"].characters | GROUPS["tag"].characters
    assert both.ranges == ranges("iri-bis", "iprivate")


def test_bidi_formatting_is_the_set_of_the_same_name() -> None:
    assert GROUPS[BIDI].characters == characters("bidi-formatting")


@pytest.mark.parametrize("group", groups(), ids=lambda group: group.name)
def test_each_group_has_its_reason(group: Group) -> None:
    assert len(group.says) > 40
    assert not group.says.endswith(".")
    assert group.section.endswith("draft-ietf-iri-3987bis-04, section 7.3")


ROW = """
unicode = "17.0.0"
rules = '''
some = "a"
'''
[[group]]
name = "a b"
characters = 'some / %x62'
says = "why"
section = "where"
"""


def test_a_table_is_read() -> None:
    table = parse_characters(ROW)
    assert (table.unicode, list(table.rules), table.groups[0].rule) == ("17.0.0", ["some", "group-a-b"], "group-a-b")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ROW + 'reason = "x"\n', "other fields"),
        (ROW.replace('says = "why"\n', ""), "other fields"),
        (ROW + ROW[ROW.index("[[") :], "two groups"),
        (ROW.replace("'some / %x62'", "'some /'"), "expected"),
    ],
)
def test_a_table_with_a_mistake_is_refused(text: str, reason: str) -> None:
    with pytest.raises(GrammarError, match=reason):
        parse_characters(text)
