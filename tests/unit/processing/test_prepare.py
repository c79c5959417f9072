"""Text before parsing: charsets, white space, character references."""

from __future__ import annotations

import html
import re
import sys
import unicodedata
from html.entities import html5

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

from irigrammar import ConversionError, convert
from irigrammar.processing.choices import References
from irigrammar.processing.prepare import prepare, prepare_list
from irigrammar.processing.trace import Step, call_recording
from irigrammar.processing.ucs import charset_codec, is_unicode, to_ucs
from irigrammar.text.normal_forms import nfc
from irigrammar.unicode import has_newer

WEBER = "draft-weber-iri-guidelines-00, 4"
EXAMPLE = (  # of the draft's step 4, without its line breaks
    "htt&#x0070;://www.example.com/&#x0066;&#x006f;&#x006f;bar&#x002f;foo&#x003f;bar"
)


@in_one_test(*conversions("prepare.weber_4_step_1_takes_ascii_white_space_from_the_ends_alone"))
def test_weber_4_step_1_strips_ascii_white_space_at_the_ends(text: str, stripped: str) -> None:
    assert prepare(text) == stripped


def test_prepare_list_is_public() -> None:
    assert convert.prepare_list is prepare_list


@in_one_test(*conversions("prepare.weber_4_step_2_spaces"))
def test_weber_4_step_2_spaces(text: str, encoded: str, removed: str, parts: list[str]) -> None:
    assert prepare(text) == prepare(text, spaces="encode") == encoded
    assert prepare(text, spaces="remove") == removed
    assert prepare_list(text) == parts


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("&#x20;http://e/", "http://e/"),
        ("&#32;&#9; http://e/a&#x20;b&#10;&Tab;", "http://e/a%20b"),
        ("&#xA0;a", "\xa0a"),
        ("&amp;#x20;a", "&#x20;a"),
    ],
)
def test_bis_5_2_the_escapes_of_the_format_are_undone_first(text: str, result: str) -> None:
    assert prepare(text, references="html") == result
    assert prepare_list("&#10;a&#x20;b&#9;", references="html") == ["a", "b"]


@pytest.mark.parametrize("kind", ["numeric", "html"])
def test_weber_4_step_4_the_example(kind: References) -> None:
    prepared = prepare(EXAMPLE, references=kind)
    assert prepared == "http://www.example.com/foobar/foo?bar"
    assert prepare(EXAMPLE) == EXAMPLE


@in_one_test(*conversions("prepare.bis_5_2_references_end_in_a_semicolon"))
def test_bis_5_2_references_end_in_a_semicolon(text: str, numeric: str, named: str) -> None:
    assert prepare(text, references="numeric") == numeric
    assert prepare(text, references="html") == named
    assert prepare(text, references="none") == text.replace(" ", "%20")


@in_one_test("kind", ["numeric", "html"])
@in_one_test(
    ("reference", "why"),
    [
        ("&#0;", "U+0000"),
        ("&#x000;", "U+0000"),
        ("&#xD800;", "surrogate"),
        ("&#57343;", "surrogate"),
        ("&#x110000;", "beyond"),
        ("&#1114112;", "beyond"),
        ("&#x" + "F" * 5_000 + ";", "beyond"),
        ("&#" + "9" * 5_000 + ";", "beyond"),
    ],
)
def test_a_reference_to_no_character_stays_and_is_traced(kind: References, reference: str, why: str) -> None:
    steps: list[Step] = []
    assert call_recording(steps, prepare, f"a{reference}{reference}b", references=kind) == f"a{reference}{reference}b"
    (step,) = [step for step in steps if step.before == reference]
    assert step.after == reference
    assert step.note.startswith("stays: ")
    assert why in step.note


def test_leading_zeros_do_not_limit() -> None:
    assert prepare(f"&#{'0' * 10_000}65;&#x{'0' * 10_000}41;", references="numeric") == "AA"


def test_the_order_is_references_strip_spaces() -> None:
    """A space that a reference stands for goes from the end, and is one for what happens to spaces."""
    text = " a&#32;&#x20;b&#32; "
    assert prepare(text, references="numeric") == "a%20%20b"
    assert prepare(text, references="numeric", spaces="remove") == "ab"
    assert prepare_list(text, references="numeric") == ["a", "b"]
    assert prepare("a&Tab;b&NewLine;", references="html", spaces="remove") == "ab"


def test_a_trace_has_each_step_of_the_draft() -> None:
    steps: list[Step] = []
    call_recording(steps, prepare, " a&#233; b ", references="numeric")
    assert [(step.section, step.before, step.after) for step in steps] == [
        (WEBER, " a&#233; b ", " aé b "),
        (WEBER, " aé b ", "aé b"),
        (WEBER, "aé b", "aé%20b"),
    ]
    assert [step.deviation is not None for step in steps] == [True, False, False]
    steps.clear()
    assert call_recording(steps, prepare_list, " a   b ") == ["a", "b"]
    assert steps[1] == Step(WEBER, "a   b", "a b", "split on spaces into 2")


def test_every_named_reference_of_html_that_ends_in_a_semicolon() -> None:
    names = [name for name in html5 if name.endswith(";")]
    assert len(names) > 2_000
    for name in names:
        assert prepare(f"x&{name}x", references="html", spaces="remove") == re.sub("[ \t\r\n]", "", f"x{html5[name]}x")
        assert prepare(f"x&{name[:-1]}=x", references="html") == f"x&{name[:-1]}=x"


def test_html_agrees_on_numeric_references_to_characters() -> None:
    """The standard library drops some control characters and noncharacters, which HTML keeps."""
    for point in [
        *range(1, 0x3000),
        *range(0xD7F0, 0xE010),
        *range(0xFFF0, 0x10010),
        *range(sys.maxunicode - 9, 0x110004),
    ]:
        reference = f"&#{point};"
        expected = html.unescape(reference)
        if expected in ("", "\ufffd") and point != 0xFFFD:
            expected = reference if 0xD800 <= point <= 0xDFFF or point > sys.maxunicode else chr(point)
        elif expected in "\r\n\t ":
            expected = {" ": "%20"}.get(expected, expected)
        assert prepare(f"x{reference}x", references="html") == f"x{expected}x"


@given(st.text() | st.text(st.sampled_from(" \t\r\n&#x;0123456789aéDF%")))
def test_any_text_is_made_ready(text: str) -> None:
    kinds: tuple[References, ...] = ("none", "numeric", "html")
    for kind in kinds:
        assert " " not in prepare(text, references=kind)
        removed = prepare(text, spaces="remove", references=kind)
        assert not set(removed) & set(" \t\r\n")
        parts = prepare_list(text, references=kind)
        assert all(part and " " not in part for part in parts)
        assert re.sub("[\t\r\n]", "", "".join(parts)) == removed
    assert prepare(prepare(text)) == prepare(text)


# Into Unicode: legacy bytes and typed text are normalized, what is Unicode already is not (bis 3.1, 5.3.2.2)


BIS = "draft-ietf-iri-3987bis-04, 3.1"
DIRECT, NORMAL = "Vi\xea\u0323t Nam", "Vi\u1ec7t Nam"
DECOMPOSED = "http://www.example.org/re\u0301sume\u0301.html"
COMPOSED = "http://www.example.org/r\xe9sum\xe9.html"


@pytest.mark.parametrize("charset", ["cp1258", "windows-1258", "WINDOWS-1258"])
def test_bis_5_3_2_2_the_vietnamese_is_normalized(charset: str) -> None:
    assert b"Vi\xea\xf2t Nam".decode(charset) == DIRECT
    assert to_ucs(b"Vi\xea\xf2t Nam", charset) == NORMAL


def test_a_trace_shows_the_direct_transcoding_first() -> None:
    steps: list[Step] = []
    call_recording(steps, to_ucs, b"Vi\xea\xf2t Nam", "windows-1258")
    assert steps == [
        Step(BIS, "Vi\\xea\\xf2t Nam", DIRECT, "decoded from windows-1258"),
        Step(BIS, DIRECT, NORMAL, "windows-1258 is a legacy charset: normalized to NFC"),
    ]
    steps.clear()
    call_recording(steps, to_ucs, "e\u0301", source="typed")
    call_recording(steps, to_ucs, "e\u0301")
    assert [(step.before, step.after) for step in steps] == [("e\u0301", "\xe9"), ("e\u0301", "e\u0301")]
    assert "NFC" in steps[0].note
    assert "not normalized" in steps[1].note


@in_one_test("charset", ["utf-8", "UTF-8", "utf-16", "utf-16-le", "UTF-16BE", "utf-32", "utf-32-be", "utf-7"])
def test_rfc3987_3_1_step_1c_unicode_encodings_are_never_normalized(charset: str) -> None:
    for text in (DECOMPOSED, COMPOSED, DIRECT):
        assert to_ucs(text.encode(charset), charset) == text


def test_rfc3987_3_1_step_1a_typed_text_is_normalized_and_unicode_is_not() -> None:
    assert to_ucs(DECOMPOSED, source="typed") == COMPOSED
    assert to_ucs(DECOMPOSED) == to_ucs(DECOMPOSED, source="unicode") == DECOMPOSED
    assert to_ucs(DECOMPOSED.encode()) == DECOMPOSED  # UTF-8 is the default


def test_rfc3987_3_1_step_1b_a_legacy_charset_with_all_of_unicode_is_normalized_too() -> None:
    assert to_ucs(DECOMPOSED.encode("gb18030"), "gb18030") == COMPOSED


@pytest.mark.parametrize("size", [2, 4])
def test_without_a_byte_order_mark_the_big_end_comes_first(size: int) -> None:
    charset = f"utf-{size * 8}"
    for order in ("be", "le"):
        assert to_ucs("\ufeffaé".encode(f"{charset}-{order}"), charset) == "aé"
    steps: list[Step] = []
    assert call_recording(steps, to_ucs, "aé".encode(f"{charset}-be"), charset) == "aé"
    assert "big-endian" in steps[0].note


def test_a_signature_is_a_character_unless_the_charset_says_otherwise() -> None:
    data = b"\xef\xbb\xbfa"
    assert to_ucs(data, "utf-8") == "\ufeffa"
    assert to_ucs(data, "utf-8-sig") == "a"


@in_one_test(
    ("data", "charset", "message"),
    [
        (b"r\xe9sum\xe9", "utf-8", "byte 0xE9 at offset 1 is not utf-8"),
        (b"ab\xc0\xaf", "utf-8", "byte 0xC0 at offset 2 is not utf-8"),
        (b"a\xed\xa0\x80", "utf-8", "byte 0xED at offset 1 is not utf-8"),
        (b"\xef\xbb\xbfab\xff", "utf-8-sig", "byte 0xFF at offset 5 is not utf-8-sig"),
        (b"ab\xd2", "windows-1253", "byte 0xD2 at offset 2 is not windows-1253"),
        (b"a\x81", "Shift_JIS", "byte 0x81 at offset 1 is not Shift_JIS"),
        (b"\xff\xfea\x00\x00\xd8", "utf-16", "byte 0x00 at offset 4 is not utf-16"),
        (b"\x00a\xd8\x00", "utf-16", "byte 0xD8 at offset 2 is not utf-16"),
        (b"\x00a\x00", "utf-16", "byte 0x00 at offset 2 is not utf-16"),
        (b"caf\xe9", "us-ascii", "byte 0xE9 at offset 3 is not us-ascii"),
        (b"a+2AA-", "utf-7", r"character 1 of the text decoded from utf-7 is U\+D800 \(lone surrogate\)"),
    ],
)
def test_bytes_that_the_charset_lacks_are_reported_with_their_offset(data: bytes, charset: str, message: str) -> None:
    with pytest.raises(ConversionError, match=f"^{message}$"):
        to_ucs(data, charset)


@in_one_test(
    "charset",
    [
        *("", "no such", "\0", "\ud800", "é", "x" * 10_000, "../utf_8", "aliases", "encodings.utf_8"),
        *("hex", "base64", "rot13", "zlib", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "charmap"),
        *("undefined", "mbcs", "oem"),
    ],
)
@in_one_test("data", [b"", b"a"])
def test_unknown_charsets_are_reported(charset: str, data: bytes) -> None:
    with pytest.raises(ConversionError, match=r"^unknown charset \""):
        to_ucs(data, charset)


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("UCS-2", "utf-16"),
        ("ISO-10646-UCS-2", "utf-16"),
        ("csUnicode", "utf-16"),
        ("ucs2le", "utf-16-le"),
        ("UCS-2BE", "utf-16-be"),
        ("UCS-4", "utf-32"),
        ("csUCS4", "utf-32"),
    ],
)
def test_the_forms_of_iso_10646_are_read_too(charset: str, codec: str) -> None:
    assert charset_codec(charset).name == codec
    assert is_unicode(charset_codec(charset))
    assert to_ucs("e\u0301".encode(codec), charset) == "e\u0301"
    with pytest.raises(ConversionError, match=f"is not {charset}$"):
        to_ucs(b"\xff", charset)


@in_one_test(
    ("charset", "data", "text"),
    [
        ("windows-31j", b"\x82\xa0\x87\x40", "\u3042\u2460"),
        ("windows-874", b"\xa1\x80", "\u0e01\u20ac"),
        ("ISO-8859-8-I", b"\xe0\xe1", "\u05d0\u05d1"),
        ("csISO88598I", b"\xe0", "\u05d0"),
        ("GB_2312-80", b"\xd6\xd0", "\u4e2d"),
        ("iso-ir-58", b"\xd6\xd0", "\u4e2d"),
        ("KS_C_5601-1987", b"\xc7\xd1", "\ud55c"),
        ("ISO_8859-1:1987", b"\xe9", "\xe9"),
        ("ANSI_X3.4-1968", b"a", "a"),
    ],
)
def test_bis_3_1_charsets_by_their_registered_names(charset: str, data: bytes, text: str) -> None:
    """VISCII is registered, too, and no library of Python has it."""
    assert to_ucs(data, charset) == text
    with pytest.raises(ConversionError, match="unknown charset"):
        to_ucs(data, "VISCII")


def test_text_has_no_charset_and_bytes_no_source() -> None:
    with pytest.raises(TypeError, match="only for bytes"):
        to_ucs("a", "utf-8")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="bytes have a charset"):
        to_ucs(b"a", source="typed")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="unknown source 'spoken'; choose 'unicode' or 'typed'"):
        to_ucs("a", source="spoken")  # type: ignore[call-overload]


@given(st.text() | st.text(st.sampled_from("aeé\u0301\u0323\u0302\u0315\u1100\u1161\u11a8\u0344\u0958\ud800")))
def test_nfc_is_that_of_the_unicode_database(text: str) -> None:
    assert has_newer(text) or nfc(text) == unicodedata.normalize("NFC", text)
    assert to_ucs(text, source="typed") == nfc(text)
    assert nfc(nfc(text)) == nfc(text)
    assert to_ucs(text) == text


@given(st.binary(), st.sampled_from(["utf-8", "utf-16", "utf-7", "cp1258", "shift_jis", "iso2022_jp", "hz", "gb18030"]))
def test_any_bytes_give_text_in_order_or_the_error(data: bytes, charset: str) -> None:
    try:
        text = to_ucs(data, charset)
    except ConversionError as error:
        assert charset in str(error)  # noqa: PT017  # either outcome is right
        return
    assert not any("\ud800" <= char <= "\udfff" for char in text)
    if not is_unicode(charset_codec(charset)):
        assert has_newer(text) or unicodedata.is_normalized("NFC", text)
