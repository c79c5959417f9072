"""Identifiers in carriers and links, profiles, what stays unchanged."""

from __future__ import annotations

import re
from encodings.aliases import aliases
from functools import partial
from random import Random
from xml.parsers import expat

import html5lib
import pytest
from any_references import references
from hypothesis import assume, given
from hypothesis import strategies as st
from rows import in_one_test
from tables import conversions

import irigrammar
from irigrammar import ConversionError, NoMatch, iri_to_uri
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.convert import for_charset, interpret, link_target, prepare, to_ucs
from irigrammar.engines import walk
from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.processing.choices import CharsetEscape, Level
from irigrammar.processing.conversions import normalize
from irigrammar.processing.document_charset import Interpretation
from irigrammar.processing.percent import unescape
from irigrammar.processing.support.rewriters import SHIPPED, STAYING
from irigrammar.processing.trace import call_recording
from irigrammar.processing.ucs import charset_name, encode_in_charset
from irigrammar.text.normal_forms import equivalents, nfc

IRI = "http://www.example.org/r\xe9sum\xe9.html"


@in_one_test(*conversions("document_charset.bis_6_3_into_a_document_of_a_charset"))
def test_bis_6_3_into_a_document_of_a_charset(iri: str, charset: str, escape: CharsetEscape, result: str) -> None:
    assert for_charset(iri, charset, escape=escape) == result


def test_errors_of_for_charset() -> None:
    with pytest.raises(NoMatch):
        for_charset("a b", "latin1")
    with pytest.raises(ConversionError, match="unknown charset"):
        for_charset("a", "nothing")
    with pytest.raises(ConversionError, match="host label"):
        for_charset("http://\u2603\xe9/", "us-ascii", escape="percent")
    with pytest.raises(ValueError, match="unknown escape 'x'; choose 'reference' or 'percent'"):
        for_charset("a", "latin1", escape="x")  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("charset", ["us-ascii", "windows-1252", "koi8-r", "shift_jis", "utf-8"])
@given(data=st.data())
def test_the_reader_of_the_document_finds_the_same(charset: str, data: st.DataObject) -> None:
    iri = data.draw(references("rfc3987"))
    written = for_charset(iri, charset)
    if charset != "utf-8":
        written.encode("cp932" if charset == "shift_jis" else charset, "strict")  # the Encoding Standard's, with more
    again = prepare(written, references="html")
    assert iri_same(again, iri)


# Readers of documents that are not ours: html5lib of HTML, expat of XML; in text, and in attributes with either quotes.
CARRIER = "<p a=\"{0}\" b='{0}'>{0}</p>"


def read_as_html(written: str, charset: str) -> set[str]:
    page = f"<!DOCTYPE html><body>{CARRIER.format(written)}".encode(charset)
    (element,) = html5lib.parse(page, transport_encoding=charset, namespaceHTMLElements=False).iter("p")
    return {element.get("a"), element.get("b"), element.text or ""}


def read_as_xml(written: str, charset: str) -> set[str]:
    document = CARRIER.format(written).encode(charset).decode(charset)  # expat knows few charsets
    found: list[str] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda _, attributes: found.extend(attributes.values())
    text: list[str] = []
    parser.CharacterDataHandler = text.append
    parser.Parse(document, True)
    return {*found, "".join(text)}


@in_one_test(
    "iri",
    [
        "http://e/?a&copy",
        "?a&lt",
        "?a&amp",
        "?a&amp;b",
        "?a&not-b",
        "?a&sect/x",
        "?a&para=1&times",
        "http://e/?a=b&c=d",
        "?a&#233;",
        "#xE9;&amp",
        "/it's&apos;",
        "/\xe9&eacute",
        "/a#b&c",
        "",
    ],
)
@in_one_test("charset", ["us-ascii", "utf-8"])
def test_readers_of_html_and_xml(iri: str, charset: str) -> None:
    written = for_charset(iri, charset)
    assert read_as_html(written, charset) == read_as_xml(written, charset) == {iri}


@pytest.mark.parametrize("grammar", ["rfc3987", "leiri"])
@given(data=st.data())
def test_readers_of_any_reference(grammar: str, data: st.DataObject) -> None:
    iri = data.draw(references(grammar))
    for charset in ("utf-8", "us-ascii"):
        try:
            written = for_charset(iri, charset, grammar=grammar)
        except ConversionError:
            has_controls = re.search(r"[\x00-\x1f\x80-\x9f]", iri)
            assert (grammar, bool(has_controls)) == ("leiri", True)
            continue
        (read,) = read_as_html(written, charset) | read_as_xml(written, charset)
        assert prepare(written, references="html") == prepare(read)  # which trims and encodes spaces
        assert read == iri or charset == "us-ascii"


@pytest.mark.parametrize(("char", "charset"), [("\x00", "utf-8"), ("\x0b", "utf-8"), ("\x85", "us-ascii")])
def test_controls_that_no_document_has(char: str, charset: str) -> None:
    with pytest.raises(ConversionError, match="no character reference that HTML and XML read alike"):
        for_charset(f"a{char}", charset, grammar="leiri")


CHARSETS = ["iso-8859-1", "iso-8859-9", "tis-620", "shift_jis", "big5", "gb2312", "us-ascii", "windows-1252"]


@in_one_test("charset", CHARSETS)
def test_labels_of_iana(charset: str) -> None:
    """What stays is in the charset of that name; Python's codecs have IANA's tables."""
    chars = "".join(map(chr, [*range(0xA0, 0x3000, 7), 0x20AC, 0x2460, 0xFF5E, 0x2116, *range(0x4E00, 0x9FFF, 97)]))
    iri = f"/{''.join(char for char in chars if irigrammar.matches(char, 'ipchar'))}"
    written = for_charset(iri, charset, labels="iana")
    assert to_ucs(written.encode(charset), charset, labels="iana") == nfc(written)
    assert prepare(written, references="html") == iri


def test_labels() -> None:
    assert for_charset("/\u20ac", "iso-8859-1") == "/\u20ac"
    assert for_charset("/\u20ac", "iso-8859-1", labels="iana") == "/&#x20AC;"
    assert for_charset("/\u20ac", "iso-8859-1", escape="percent", labels="iana") == "/%E2%82%AC"
    assert to_ucs(b"\x93", "iso-8859-1") == "\u201c"
    assert to_ucs(b"\x93", "iso-8859-1", labels="iana") == "\x93"
    assert [row.name for row in interpret("%80", ["iso-8859-1"])] == ["\u20ac"]
    assert [row.name for row in interpret("%80", ["iso-8859-1"], labels="iana")] == ["\x80"]
    for function in (partial(for_charset, "a"), partial(to_ucs, b"a")):
        with pytest.raises(ValueError, match="unknown labels 'x'; choose 'encoding-standard' or 'iana'"):
            function("latin1", labels="x")
    with pytest.raises(TypeError, match="only for bytes"):
        to_ucs("a", labels="iana")  # type: ignore[call-overload]  # on purpose


def iri_same(item: str, other: str) -> bool:
    """Return whether two IRIs are the same, except that a query may be percent-encoded."""
    if item == other:
        return True
    first, second = (normalize(iri_to_uri(text, host="percent")) for text in (item, other))
    return first == second


def test_a_link_to_what_was_written_leads_there() -> None:
    iri = "http://\xe9.example/\u0416?q=\u0416\xe9&x#\u0416"
    for charset in ("koi8-r", "windows-1252", "utf-8"):
        written = prepare(for_charset(iri, charset), references="html")
        assert link_target("http://e/", written, charset) == iri_to_uri(iri)


def test_bis_8_7_readings() -> None:
    shown = "\u8868"
    assert interpret("%E8%A1%A8") == [Interpretation(shown, "utf-8")]
    assert [item.name for item in interpret("%95%5C", ["shift_jis", "euc-jp"])] == [shown]
    assert [item.charset for item in interpret("%E9", ["latin1", "windows-1252", "koi8-r"])] == ["latin1", "koi8-r"]
    assert interpret("%FF") == []
    assert interpret("a\xe9%41%E9", ["latin1"]) == [Interpretation("a\xe9A\xe9", "latin1")]
    assert interpret("Vi%EA%F2t", ["windows-1258"]) == [Interpretation("Vi\u1ec7t", "windows-1258")]
    with pytest.raises(ConversionError, match="unknown charset"):
        interpret("a", ["x"])


@in_one_test(*conversions("document_charset.bis_8_7_names_of_local_resources"))
def test_bis_8_7_names_of_local_resources(text: str, ignore: list[str], names: list[str]) -> None:
    local = ["r\xe9sum\xe9", "resume", "file"]
    interpretations = interpret(text, ["latin1"], names=local, ignore=ignore)  # type: ignore[arg-type]  # choices by name
    assert [item.name for item in interpretations] == names


def test_unknown_difference_to_ignore() -> None:
    with pytest.raises(ValueError, match="unknown difference to ignore 'x'"):
        interpret("a", ignore=["x"])  # type: ignore[list-item]  # on purpose


BASE = "http://h/a/b?c#d"


@in_one_test(*conversions("document_charset.links"))
def test_links(text: str, base: str, charset: str, uri: str) -> None:
    assert link_target(base, text, charset) == uri


@pytest.mark.parametrize(
    ("text", "base", "options", "words"),
    [
        ("a", "mailto:a@b", {}, "browsers refuse"),
        ("http://[", BASE, {}, "browsers refuse"),
        ("?\u4e2d", BASE, {"charset": "latin1", "errors": "strict"}, "lacks U\\+4E2D"),
        ("\\\\evil.com\\x", BASE, {"authority": "refuse"}, "has two targets"),
        ("?é", BASE, {"charset": "x"}, "unknown charset"),
    ],
)
def test_refused_charsets(text: str, base: str, options: dict[str, str], words: str) -> None:
    charset = options.pop("charset", "utf-8")
    with pytest.raises(ConversionError, match=words):
        link_target(base, text, charset, **options)  # type: ignore[arg-type]  # choices by name


def test_a_base_has_a_scheme() -> None:
    with pytest.raises((NoMatch, ConversionError)):
        link_target("//h", "a")


LEVELS: tuple[Level, ...] = ("syntax", "scheme")


# As they ship; that they are what is made of the grammars now, `python tools/plans.py --check` says.
AUTOMATA = {(name, level): unpack(compiled_rules(name, STAYING)[level][0]) for name in SHIPPED for level in LEVELS}


def staying_strings(dfa: Dfa, count: int, drawn: Random) -> list[str]:
    """Return strings of an automaton's language, by ways through it that are drawn."""
    texts: list[str] = []
    while len(texts) < count:
        state, text = dfa.start, ""
        while len(text) < 60 and not (dfa.accepting[state] and drawn.random() < 0.1):
            numbers = [number for number, after in enumerate(dfa.rows[state]) if after != DEAD]
            if not numbers:
                break
            number = drawn.choice(numbers)
            first, last = drawn.choice(dfa.classes.ranges(number))
            text += chr(drawn.choice((first, last, drawn.randint(first, last))))
            state = dfa.rows[state][number]
        if dfa.accepting[state]:
            texts.append(text)
    return texts


@pytest.mark.parametrize(("grammar", "level"), AUTOMATA)
def test_steps_keep_stateful_charsets(grammar: str, level: Level) -> None:
    for text in staying_strings(AUTOMATA[grammar, level], 400, Random(7)):
        assert call_recording([], irigrammar.normalize, text, level=level, grammar=grammar) == text


@in_one_test(
    ("text", "levels"),
    [
        ("http://h/a-b/?x=/./%20#A", LEVELS),
        ("https://u@[::1]/\xe9", ["syntax"]),  # an address has a form of its own
        ("../b", LEVELS),
        ("a/../b", []),
        ("//h:/", LEVELS),
        ("http://h", ["syntax"]),  # gets a path
        ("http://h:80/", ["syntax"]),  # loses the port
        ("http://\xe9/", ["syntax"]),  # labels are looked at
        ("urn:a:b", ["syntax"]),  # has a form of its own
        ("HTTP://h/", []),
        ("http://h/%7e", []),
        ("http://h/%2f", []),
        ("http://h/./", []),
        ("http://xn--r-bga/", []),
        ("http:/h", []),  # browsers read a host
    ],
)
def test_texts_in_normal_form_by_level(text: str, levels: list[Level]) -> None:
    assert [level for level in LEVELS if walk.matches(AUTOMATA["rfc3987", level], text)] == [*levels]


# Query charsets (draft-ietf-iri-3987bis-04, 3.5)


@in_one_test(*conversions("document_charset.every_byte_of_a_character_is_encoded"))
def test_every_byte_of_a_character_is_encoded(text: str, charset: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(ConversionError, match="lacks U\\+"):
            encode_in_charset(text, charset)
    else:
        assert encode_in_charset(text, charset) == expected


@in_one_test(
    "charset",
    [
        *["utf-8", "UTF8", "utf-8-sig", "utf-16", "UTF-16LE", "utf_16_be", "utf-32", "UTF-32BE", "UCS-2", "ucs2"],
        *["ISO-10646-UCS-2", "UCS-4", "csUnicode", "UCS-2LE"],
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


def test_stateful_charsets_exist() -> None:
    assert {"iso2022_jp", "iso2022_kr"} <= set(aliases.values())


@pytest.mark.parametrize(("char", "charset"), [("¥", "shift_jis"), ("‾", "shift_jis"), ("¥", "euc_jp")])
def test_a_character_is_never_given_as_one_of_ascii(char: str, charset: str) -> None:
    """U+00A5 would become %5C, which is a backslash to who reads it."""
    for text in (char, f"あ{char}", f"{char}あ"):
        with pytest.raises(ConversionError, match="with an ASCII byte"):
            encode_in_charset(text, charset)


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
