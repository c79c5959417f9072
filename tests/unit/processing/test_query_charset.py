"""Query charsets (draft-ietf-iri-3987bis-04, 3.5)."""

from __future__ import annotations

from encodings.aliases import aliases

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from irigrammar import ConversionError
from irigrammar.processing.percent import unescape
from irigrammar.processing.ucs import charset_name, encode_in_charset
from irigrammar.text.normal_forms import equivalents


@pytest.mark.parametrize(
    ("text", "charset", "expected"),
    [
        ("q=表", "shift_jis", "q=%95%5C"),
        ("表a\\", "Shift_JIS", "%95%5Ca\\"),
        ("é", "iso-8859-1", "%E9"),
        ("é", "windows-1252", "%E9"),
        ("€", "windows-1252", "%80"),
        ("ж", "koi8-r", "%D6"),
        ("中文", "gbk", "%D6%D0%CE%C4"),
        ("中", "big5", "%A4%A4"),
        ("\u20ac\U00010300", "gb18030", "%A2%E3%90%30%CD%38"),
        ("あ", "euc-jp", "%A4%A2"),
        ("한", "euc-kr", "%C7%D1"),
        ("Vi\u1ec7t", "cp1258", "Vi%EA%F2t"),
        ("Vie\u0323\u0302t", "cp1258", "Vi%EA%F2t"),
        ("Vie\u0302\u0323t", "windows-1258", "Vi%EA%F2t"),
        ("\u1ea1\u1e05\u012d", "cp1258", None),
        ("re\u0301sume\u0301", "latin-1", "r%E9sum%E9"),
        ("%4e\u0301", "cp1258", "%4e%EC"),
        ("a\u0308\u0301", "latin-1", None),
        ("\u2126\u212b", "mac-roman", "%BD%81"),
        ("\xc5", "shift_jis", "%81%F0"),
        ("\u1112\u1161\u11ab", "euc-kr", "%C7%D1"),
        ("Vi\u00ea\u0323t", "cp1258", "Vi%EA%F2t"),
        ("a=b&c#%41/é", "latin-1", "a=b&c#%41/%E9"),
        ("\u00ca\u0304", "big5hkscs", "%88%62"),
        ("", "latin-1", ""),
    ],
)
def test_every_byte_of_a_character_is_encoded(text: str, charset: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(ConversionError, match="lacks U\\+"):
            encode_in_charset(text, charset)
    else:
        assert encode_in_charset(text, charset) == expected


@pytest.mark.parametrize(
    "charset",
    [
        "utf-8",
        "UTF8",
        "utf-8-sig",
        "utf-16",
        "UTF-16LE",
        "utf_16_be",
        "utf-32",
        "UTF-32BE",
        "UCS-2",
        "ucs2",
        "ISO-10646-UCS-2",
        "UCS-4",
        "csUnicode",
        "UCS-2LE",
    ],
)
def test_the_forms_of_unicode_count_as_utf_8(charset: str) -> None:
    assert charset_name(charset) == "utf-8"
    assert encode_in_charset("é\U00010300", charset) == "%C3%A9%F0%90%8C%80"


@pytest.mark.parametrize("charset", ["utf-7", "hz", "cp037", "cp500", "cp864", "shift_jis_2004", "mac-arabic"])
def test_charsets_that_do_not_carry_ascii_are_refused(charset: str) -> None:
    with pytest.raises(ConversionError, match="does not carry ASCII as itself"):
        encode_in_charset("é", charset)


@pytest.mark.parametrize("charset", [name for name in sorted(set(aliases.values())) if name.startswith("iso2022")])
def test_stateful_charsets_are_refused(charset: str) -> None:
    with pytest.raises(ConversionError, match="begins U\\+3042 HIRAGANA LETTER A with an ASCII byte"):
        encode_in_charset("あ", charset)


def test_there_are_stateful_charsets() -> None:
    assert {"iso2022_jp", "iso2022_kr"} <= set(aliases.values())


@pytest.mark.parametrize(("char", "charset"), [("¥", "shift_jis"), ("‾", "shift_jis"), ("¥", "euc_jp")])
def test_a_character_is_never_given_as_one_of_ascii(char: str, charset: str) -> None:
    """U+00A5 would become %5C, which is a backslash to who reads it."""
    for text in (char, f"あ{char}", f"{char}あ"):
        with pytest.raises(ConversionError, match="with an ASCII byte"):
            encode_in_charset(text, charset)


@pytest.mark.parametrize("charset", ["iso-2022-jp", "utf-7", "hz", "cp037", "latin-1"])
def test_what_is_ascii_needs_no_charset(charset: str) -> None:
    assert encode_in_charset("a=b%C3%A9\\~+", charset) == "a=b%C3%A9\\~+"


@pytest.mark.parametrize(
    "name",
    ["", "nothing", "rot13", "idna", "base64", "zlib", "undefined", "a\x00b", "\ud800", "é", "../utf-8", "x" * 10_000],
)
def test_what_is_not_a_charset_is_said_to_be_unknown(name: str) -> None:
    with pytest.raises(ConversionError, match='unknown charset "'):
        charset_name(name)
    with pytest.raises(ConversionError, match="unknown charset"):
        encode_in_charset("a", name)


@pytest.mark.parametrize("charset", ["utf-8", "latin-1", "shift_jis", "gb18030"])
def test_a_surrogate_has_no_bytes(charset: str) -> None:
    with pytest.raises(ConversionError, match="lacks U\\+D800"):
        encode_in_charset("a\ud800", charset)


ACCEPTED = ["utf-8", "latin-1", "shift_jis", "gb18030", "big5hkscs", "euc_jis_2004", "johab", "koi8-r", "cp932"]


@pytest.mark.parametrize("charset", ACCEPTED)
@given(text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="%"), max_size=8))
def test_the_bytes_are_those_of_the_charset(charset: str, text: str) -> None:
    """All of them, so that ASCII in the result is ASCII in the text; and a reader of the charset finds the text.

    Characters that have other spellings are left to the tests of these.
    """
    assume(all(len([*equivalents(char)]) == 1 for char in text))
    lacked = any(not has(char, charset) for char in text) and not has(text, charset)
    as_ascii = any(has(char, charset) and char.encode(charset)[0] < 128 for char in text if not char.isascii())
    if lacked or as_ascii:
        allowed = [word for word, holds in (("lacks", lacked), ("begins", as_ascii)) if holds]
        with pytest.raises(ConversionError, match="|".join(allowed)):
            encode_in_charset(text, charset)
        assert charset == "shift_jis" or not as_ascii
        return
    encoded = encode_in_charset(text, charset)
    assert encoded.isascii()
    assert unescape(encoded) == text.encode(charset)
    assert [char for char in encoded if char in "/?#&="] == [char for char in text if char in "/?#&="]


def has(text: str, charset: str) -> bool:
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True


def test_every_codec_of_python_has_an_answer() -> None:
    for name in {*aliases, *aliases.values()}:
        try:
            encoded = encode_in_charset("é", name)
        except ConversionError:
            continue
        assert encoded.isascii()
        assert encoded.startswith("%")
