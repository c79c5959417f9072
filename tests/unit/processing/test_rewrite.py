"""Rewriting, decoding, groups of characters."""

from __future__ import annotations

import pytest
from examples import some
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar.automata.charset import MAX, Ranges, difference, intersection, union
from irigrammar.errors import GrammarError
from irigrammar.language import sample
from irigrammar.processing.characters import Group, alphabet, group_of, groups
from irigrammar.processing.percent import Encoded, decode, encode_bytes, encoded, stages
from irigrammar.processing.rewrite import parts, rewrite
from irigrammar.shipped.loader import generic_names
from tools.sources import parse_characters

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]


WEB = irigrammar.grammar("web-address")["IRI-reference"]


FIELDS = IRI.grammar.entry.components


@pytest.mark.parametrize("grammar", some([name for name in generic_names() if name not in ("rfc5234", "rfc6570")], 2))
@given(seed=st.integers(0, 10_000))
def test_changing_nothing_changes_nothing(grammar: str, seed: int) -> None:
    matcher = irigrammar.grammar(grammar).start
    (text,) = sample(matcher, 1, seed)
    assert rewrite(matcher, text, dict.fromkeys(("scheme", "ihost", "host", "isegment", "segment"), str)) == text


@given(seed=st.integers(0, 10_000))
def test_parts_are_where_split_and_parse_see_them(seed: int) -> None:
    (text,) = sample(IRI, 1, seed)
    components = IRI.split(text)
    tree = IRI.parse(text)
    for rule in ("ihost", "iquery", "ifragment", "scheme", "port", "isegment"):
        texts = [text[start:end] for _, start, end in parts(IRI, text, frozenset({rule}))]
        assert texts == [node.value for node in tree.find_all(rule)]
        field = FIELDS.get(rule)
        if field:
            assert texts == [value for value in [components.as_dict()[field]] if value is not None]


def test_outer_parts_come_before_inner_ones() -> None:
    result = parts(IRI, "http://u@h:1/", frozenset({"IAUTHORITY", "ihost", "port"}))
    assert result == [("iauthority", 7, 12), ("ihost", 9, 10), ("port", 11, 12)]


def test_every_part_is_given_to_its_function() -> None:
    assert rewrite(IRI, "a://b/c/d?e#f", {"isegment": str.upper, "ifragment": lambda _: "g"}) == "a://b/C/D?e#g"


def test_the_preferred_rule_decides() -> None:
    """A backslash that can separate segments does, so that the host ends before it."""
    assert rewrite(WEB, "http://h\\a:b@c/d", {"ihost": lambda _: "x"}) == "http://x\\a:b@c/d"
    assert [text for _, start, end in parts(WEB, "a\\b", frozenset({"isegment"})) for text in ["a\\b"[start:end]]] == [
        "b"
    ]


def anything(_: str) -> bool:
    return True


def nothing(_: str) -> bool:
    return False


@in_one_test(*conversions("rewrite.bytes_are_strict_utf_8"))
def test_bytes_are_strict_utf_8(text: str, want: str) -> None:
    assert decode(text, anything) == want


@pytest.mark.parametrize(
    ("text", "want"),
    [("%2f%2F%c3%bc%fc", "%2f%2F%C3%BC%FC"), ("%7e%e2%80%ae~", "%7e%E2%80%AE~"), ("%0a%c2%a0", "%0a%C2%A0")],
)
def test_kept_ascii_keeps_its_case(text: str, want: str) -> None:
    assert decode(text, nothing) == want


def test_single_characters_are_asked_for() -> None:
    asked: list[str] = []

    def ask(char: str) -> bool:
        asked.append(char)
        return char in "ü\U00010300"

    assert decode("x%41%C3%BC%FC%F0%90%8C%80", ask) == "x%41ü%FC\U00010300"
    assert asked == ["A", "ü", "\U00010300"]


def test_parts_are_distinguished() -> None:
    assert [unit for unit in encoded("a%2f%C3%bc%FCb%41") if unit] == [
        "a", Encoded("%2f", "/"), Encoded("%C3%bc", "ü"), Encoded("%FC", ""), "b", Encoded("%41", "A"),
    ]  # fmt: skip


BYTES = st.binary(max_size=12)


TEXTS = st.lists(
    st.one_of(BYTES.map(encode_bytes), BYTES.map(lambda written: encode_bytes(written).lower()), st.text())
).map("".join)


@given(BYTES)
def test_valid_characters_are_those_of_python(data: bytes) -> None:
    assert decode(encode_bytes(data), anything) == "".join(
        char if char < "\udc80" or char > "\udcff" else f"%{ord(char) - 0xDC00:02X}"
        for char in data.decode(errors="surrogateescape")
    )


@given(TEXTS, st.sampled_from([anything, nothing, str.isascii, str.isalpha]))
def test_the_last_stage_is_the_result(text: str, is_allowed: object) -> None:
    assert callable(is_allowed)
    assert stages(text, is_allowed)[3] == decode(text, is_allowed)


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


@pytest.mark.slow
def test_group_of_is_exact() -> None:
    for point in (*range(0x11000), *range(0x1FF00, 0x20100), *range(0xDFF00, 0xE1100), *range(0xEFF00, MAX + 1, 7)):
        char = chr(point)
        assert group_of(char) == next((group for group in groups() if char in group.characters), None)


# draft-ietf-iri-3987bis-04, 7.3: the first and the last of each range, and their neighbours.
@in_one_test(
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


@in_one_test("group", groups())
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
