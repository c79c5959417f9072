"""Into Unicode: legacy bytes and typed text are normalized, what is Unicode already is not (bis 3.1, 5.3.2.2)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irigrammar import ConversionError
from irigrammar.processing.trace import Step, recorded
from irigrammar.processing.ucs import charset_codec, is_unicode, to_ucs
from irigrammar.text.normal_forms import nfc

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
    recorded(steps, to_ucs, b"Vi\xea\xf2t Nam", "windows-1258")
    assert steps == [
        Step(BIS, "Vi\\xea\\xf2t Nam", DIRECT, "decoded from windows-1258"),
        Step(BIS, DIRECT, NORMAL, "windows-1258 is a legacy charset: normalized to NFC"),
    ]
    steps.clear()
    recorded(steps, to_ucs, "e\u0301", source="typed")
    recorded(steps, to_ucs, "e\u0301")
    assert [(step.before, step.after) for step in steps] == [("e\u0301", "\xe9"), ("e\u0301", "e\u0301")]
    assert "NFC" in steps[0].note
    assert "not normalized" in steps[1].note


@pytest.mark.parametrize(
    "charset", ["utf-8", "UTF-8", "utf-16", "utf-16-le", "UTF-16BE", "utf-32", "utf-32-be", "utf-7"]
)
def test_rfc3987_3_1_step_1c_unicode_encodings_are_never_normalized(charset: str) -> None:
    for text in (DECOMPOSED, COMPOSED, DIRECT):
        assert to_ucs(text.encode(charset), charset) == text


def test_rfc3987_3_1_step_1a_typed_text_is_normalized_and_unicode_is_not() -> None:
    assert to_ucs(DECOMPOSED, source="typed") == COMPOSED
    assert to_ucs(DECOMPOSED) == to_ucs(DECOMPOSED, source="unicode") == DECOMPOSED
    assert to_ucs(DECOMPOSED.encode()) == DECOMPOSED  # UTF-8 is the default


def test_rfc3987_3_1_step_1b_a_legacy_charset_with_all_of_unicode_is_normalized_too() -> None:
    assert to_ucs(DECOMPOSED.encode("gb18030"), "gb18030") == COMPOSED


def test_normalization_is_canonical_only() -> None:
    """NFC, not NFKC: the ligature, full-width letters and the Angstrom sign's compatibility cousins."""
    assert to_ucs("\ufb01\uff21\u2460", source="typed") == "\ufb01\uff21\u2460"
    assert to_ucs("\u212b\u2126", source="typed") == "\xc5\u03a9"


@pytest.mark.parametrize("size", [2, 4])
def test_without_a_byte_order_mark_the_big_end_comes_first(size: int) -> None:
    charset = f"utf-{size * 8}"
    for order in ("be", "le"):
        assert to_ucs("\ufeffaé".encode(f"{charset}-{order}"), charset) == "aé"
    steps: list[Step] = []
    assert recorded(steps, to_ucs, "aé".encode(f"{charset}-be"), charset) == "aé"
    assert "big-endian" in steps[0].note


def test_a_signature_is_a_character_unless_the_charset_says_otherwise() -> None:
    data = b"\xef\xbb\xbfa"
    assert to_ucs(data, "utf-8") == "\ufeffa"
    assert to_ucs(data, "utf-8-sig") == "a"


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    "charset",
    [
        *("", "no such", "\0", "\ud800", "é", "x" * 10_000, "../utf_8", "aliases", "encodings.utf_8"),
        *("hex", "base64", "rot13", "zlib", "idna", "punycode", "unicode_escape", "raw_unicode_escape", "charmap"),
        *("undefined", "mbcs", "oem"),
    ],
)
@pytest.mark.parametrize("data", [b"", b"a"])
def test_what_is_not_a_charset_is_reported(charset: str, data: bytes) -> None:
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


@pytest.mark.parametrize(
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


def test_bytes_may_be_any_buffer() -> None:
    assert to_ucs(bytearray(b"\xe9"), "latin-1") == to_ucs(memoryview(b"\xe9"), "latin-1") == "é"


def test_unicode_charsets_are_distinguished_from_legacy_ones() -> None:
    assert all(is_unicode(charset_codec(name)) for name in ("utf8", "U8", "utf_16_le", "utf32", "utf-8-sig"))
    assert not any(is_unicode(charset_codec(name)) for name in ("ascii", "latin1", "gbk", "euc-jp", "cp437"))


@given(st.text() | st.text(st.sampled_from("aeé\u0301\u0323\u0302\u0315\u1100\u1161\u11a8\u0344\u0958\ud800")))
def test_nfc_is_that_of_the_unicode_database(text: str) -> None:
    assert nfc(text) == unicodedata.normalize("NFC", text)
    assert to_ucs(text, source="typed") == nfc(text)
    assert nfc(nfc(text)) == nfc(text)
    assert to_ucs(text) == text


@pytest.mark.slow
def test_nfc_of_every_character_and_of_the_marks_in_pairs() -> None:
    everything = "".join(map(chr, range(0x30000)))
    assert nfc(everything) == unicodedata.normalize("NFC", everything)
    by_class = {unicodedata.combining(char): char for char in everything}
    pairs = "".join(f"a{left}{right}" for left in by_class.values() for right in by_class.values())
    assert nfc(pairs) == unicodedata.normalize("NFC", pairs)


@given(st.binary(), st.sampled_from(["utf-8", "utf-16", "utf-7", "cp1258", "shift_jis", "iso2022_jp", "hz", "gb18030"]))
def test_any_bytes_give_text_in_order_or_the_error(data: bytes, charset: str) -> None:
    try:
        text = to_ucs(data, charset)
    except ConversionError as error:
        assert charset in str(error)  # noqa: PT017  # either outcome is right
        return
    assert not any("\ud800" <= char <= "\udfff" for char in text)
    if not is_unicode(charset_codec(charset)):
        assert unicodedata.is_normalized("NFC", text)
