"""The context of advice rules: parts, clusters, scripts, registries."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT
from rows import in_one_test

import irigrammar
from irigrammar.advice.advise import advise
from irigrammar.advice.characters import clusters, kind_of, plain, runs
from irigrammar.advice.context import Context, decoded
from irigrammar.advice.rules.hosts import read_ipv4
from irigrammar.advice.undecodable import OVERLONG, readings, units
from irigrammar.matching.idna_labels import is_a_label
from irigrammar.processing.characters import characters
from irigrammar.processing.labels import label_fault, to_ascii_label
from irigrammar.shipped.registries import historical_schemes, registered_schemes, schemes_as_of, top_level_domains
from tools import registries

IRI = irigrammar.grammar("rfc3987").start
REFERENCES = st.sampled_from(
    [
        *["http://u:p@h.x:80/a/b?q=1#f", "//h", "//@:", "a", "", "?", "#", "a:", "//[::1]:1/"],
        *["x://é%C3%A9/%2F?%FF#漢", "/a//"],
    ]
)


def context(text: str) -> Context:
    return Context(text, IRI)


@given(REFERENCES)
def test_parts_stand_where_they_are(text: str) -> None:
    result = context(text)
    rest = list(text)
    for part in result.parts:
        assert text[part.start : part.end] == part.text == getattr(result.components, part.field)
        rest[part.start : part.end] = ["\0"] * len(part.text)
        assert result.part(part.field) == part
    assert not set(rest) - set(":/@?#\0")
    for segment in result.segments:
        assert text[segment.start : segment.end] == segment.text
    assert "/".join(segment.text for segment in result.segments) == (result.components.path or "").removeprefix("/")
    for label in result.labels:
        assert text[label.start : label.end] == label.spelling


def test_a_place_is_named_by_its_component() -> None:
    result = context("http://u@h:1/p?q#f")
    assert [result.field_at(index) for index in (0, 7, 9, 11, 12, 15, 17)] == [
        *("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    ]
    assert context("//h").field_at(0) == "reference"


def test_labels_are_in_unicode_and_only_domain_names_have_them() -> None:
    labels = [label.text for label in context("http://WWW.XN--RSUM-BPAD.r%C3%A9.org./").labels]
    assert labels == ["www", "résumé", "ré", "org"]
    assert context("foo://a.b/").labels == ()
    assert context("http://127.0.0.1/").labels == ()
    assert context("http:///").labels == ()
    assert [label.spelling for label in context("//a..").labels] == ["a", ""]
    assert [label.spelling for label in context("//a.").labels] == ["a"]


def test_words_are_outside_scheme_host_and_port_and_are_not_bytes() -> None:
    result = context("http://us%20er@host:80/ab_%C3%A9c%2Fd?x-1#%FFé")
    assert [(word.field, word.text) for word in result.words] == [
        ("userinfo", "us"),
        ("userinfo", "er"),
        ("path", "ab"),
        ("path", "éc"),
        ("path", "d"),
        ("query", "x"),
        ("query", "1"),
        ("fragment", "é"),
    ]
    assert [result.text[word.start : word.end] for word in result.words][3] == "%C3%A9c"
    assert result.alphabet == {"é"}


@given(st.lists(st.sampled_from(["a", "é", "%C3%A9", "%41", "%FF", "%E2%82%AC", "/"]), max_size=9).map("".join))
def test_what_is_decoded_knows_its_place(text: str) -> None:
    result = decoded(text)
    slices = [text[slice(*result.span(index, index + 1))] for index in range(len(result.text))]
    assert "".join(slices) == text
    for char, written in zip(result.text, slices, strict=True):
        assert written in (char, irigrammar.iri_to_uri(char) if not char.isascii() else char)


def test_clusters_are_normalized_by_themselves() -> None:
    text = "ae\u0301x\u0323\u0307\u1112\u1161\u11abz漢\u0915\u093c"
    pieces = [text[start:end] for start, end in clusters(text)]
    assert pieces == ["e\u0301", "x\u0323\u0307", "\u1112\u1161\u11ab", "漢", "\u0915\u093c"]
    long = "a" + "\u0301\u0316" * 100
    assert max(end - start for start, end in clusters(long)) == 32
    assert "".join(long[start:end] for start, end in clusters(long)) == long


@given(st.text(st.sampled_from("ae\u0301\u0323\u1112\u1161\u11abé漢\u09c7\u09be"), max_size=12))
def test_what_is_normalized_piece_by_piece_is_normalized(text: str) -> None:
    done, result = 0, ""
    for start, end in clusters(text):
        assert done <= start < end
        result += text[done:start] + unicodedata.normalize("NFC", text[start:end])
        done = end
    assert result + text[done:] == unicodedata.normalize("NFC", text)


def test_runs() -> None:
    assert list(runs("a^]-b", "]^-")) == [(1, 4)]
    assert list(runs("abc", "")) == []


# Every character of the look-alikes of space is one that shows nothing, or changes into a space.
def test_spaces_and_plain_letters() -> None:
    spaces = characters("space-look-alike")
    assert {
        char for char in characters("white-space") if not char.isascii() and unicodedata.category(char) != "Cc"
    } <= {*spaces}
    assert [kind_of(char) for char in spaces] == ["space"] * len(spaces)
    assert all(unicodedata.normalize("NFKC", char) != char for char in characters("plain-letter"))
    assert [kind_of(char) for char in characters("plain-letter")] == [None] * 3
    assert plain("ﬁ／") is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("D%FCrst", [("D%FCrst", "%FC")]),
        ("a/%C3/%C3%A9/b%FF%FE", [("%C3", "%C3"), ("b%FF%FE", "%FF%FE")]),
        ("?a=%FF&%C3%A9=%E9%C3%A9%E9", [("%FF", "%FF"), ("%E9%C3%A9%E9", "%E9%C3%A9%E9")]),
        ("%41", []),
        ("é", []),
    ],
)
def test_units_with_bytes_that_are_not_utf8(text: str, shown: list[tuple[str, str]]) -> None:
    rows = list(units(context(text)))
    assert [(text[unit.start : unit.end], text[unit.bad_start : unit.bad_end]) for unit in rows] == shown


@in_one_test(
    ("text", "charset"),
    [
        ("Dürst", "windows-1252"),
        ("Łódź", "windows-1250"),
        ("Москва", "windows-1251"),
        ("Москва", "koi8-r"),
        ("Αθήνα", "windows-1253"),
        ("テスト", "shift_jis"),
        ("日本語", "euc_jp"),
        ("北京", "gb18030"),
        ("臺灣", "big5"),
        ("서울", "euc_kr"),
        ("ירושלים", "windows-1255"),
    ],
)
def test_a_legacy_charset_is_among_the_readings(text: str, charset: str) -> None:
    encodings = dict(readings(text.encode(charset)))
    assert charset in encodings.get(text, ()), encodings
    assert len(encodings) <= 5


def test_readings_of_bytes_other_than_text() -> None:
    assert readings(b"\x80\xff" * 1000)
    assert all(len(text) <= 300 for text, _ in readings(b"\xfc" * 10_000))


def test_overlong_forms_are_those_that_decoders_refuse() -> None:
    """For each length, what a decoder without checks would read from characters that need fewer bytes."""
    for data in (b"\xc0\x80", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xf0\x8f\xbf\xbf", b"\xf8\x83\xbf\xbf\xbf"):
        assert OVERLONG.search(data)
        with pytest.raises(UnicodeDecodeError):
            data.decode()
    for text in ("\x80", "\u07ff", "\u0800", "\uffff", "\U00010000", "\U0010ffff"):
        assert not OVERLONG.search(text.encode())


# URL Standard, 3.5: the algorithm's own steps, and what web-platform-tests have of it.
@in_one_test(
    ("host", "address"),
    [
        ("0", "0.0.0.0"),
        ("0x", "0.0.0.0"),
        ("0X.0x", "0.0.0.0"),
        ("1.2", "1.0.0.2"),
        ("1.2.3", "1.2.0.3"),
        ("192.0x00A80001", "192.168.0.1"),
        ("00.0x0.01", "0.0.0.1"),
        ("4294967295", "255.255.255.255"),
        ("1.16777215", "1.255.255.255"),
        ("1.2.65535.", "1.2.255.255"),
        ("0000000000000000000000000000000000000000300", "0.0.0.192"),
    ],
)
def test_addresses(host: str, address: str) -> None:
    reading = read_ipv4(host)
    assert reading is not None
    assert reading == (address, "")


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("http://0x7f.1/", "H005", "browsers read this host as the IPv4 address 127.0.0.1"),
        ("http://0x/", "H005", "the URL Standard reads this host as the IPv4 address 0.0.0.0"),
        ("http://127.0X/", "H005", "the URL Standard reads this host as the IPv4 address 127.0.0.0"),
        ("http://xn--4db.0a/", "H012", "displayed torn apart, and browsers differ on it"),
        ("http://\u0627.1x/", "H012", "and browsers refuse it; it is"),
        ("http://\u1e9e.example/", "H011", "UTS 46 reads"),
    ],
)
def test_messages_say_on_what_browsers_differ(text: str, code: str, words: str) -> None:
    (message,) = (finding.message for finding in advise(text) if finding.code == code)
    assert words in message


@in_one_test(
    ("host", "reason"),
    [
        ("4294967296", "is too large"),
        ("9" * 5000, "is too large"),
        ("0x" + "f" * 5000 + ".1", "is greater than 255"),
        ("1.16777216", "is too large"),
        ("256.1", '"256" is greater than 255'),
        ("1.2.3.256", '"256" is too large'),
        ("1.2.3.4.5", "more than four parts"),
        ("1.2.3.08", '"08" is not an octal number'),
        ("a.1", '"a" is not a number'),
        ("1..2", '"" is not a number'),
    ],
)
def test_hosts_that_end_in_a_number_and_are_refused(host: str, reason: str) -> None:
    reading = read_ipv4(host)
    assert reading is not None
    assert reading.address is None
    assert reason in reading.reason
    assert len(reading.reason) < 140


@in_one_test("host", ["a", "1.a", "1a", "0xg", "1.2.3.4..", "", ".", "xn--1", "-1", "+1", "1_0", "\u0661", "1.0x1g"])
def test_hosts_that_end_in_no_number(host: str) -> None:
    assert read_ipv4(host) is None


def test_labels_by_idna2008() -> None:
    assert is_a_label("xn--")
    assert not is_a_label("xn-")
    for label in ("a", "1", "a-b", "résumé", "xn--rsum-bpad", "日本", "ü", "fußball"):
        assert label_fault(label) is None, label
        assert to_ascii_label(label, "idna2008")
    for label in ("", "-a", "a-", "ab--c", "a_b", "a" * 64, "é" * 2000, "xn--", "xn--n3h", "É", "☃", "a.b", "\u0301a"):
        assert label_fault(label), label


# Scripts.


class TestScripts:
    # UTS #39, 5.2, the examples of the levels that a text may have here, and those of mixed scripts in 5.1.
    @in_one_test(
        ("text", "is_restrictive"),
        [
            ("circle", True),
            ("сігсӏе", True),
            ("Сirсlе", False),
            ("Circ1e", True),
            ("C𝗂𝗋𝖼𝗅𝖾", True),
            ("𝖢𝗂𝗋𝖼𝗅𝖾", True),
            ("〆切", True),
            ("ねガ", True),
            ("Toys-Я-Us", False),
            ("漢字かなカナ", True),
            ("abc漢字かなカナ", True),
            ("abcㄅㄆ漢", True),
            ("abc한글漢", True),
            ("한かな", False),
            ("ㄅか", False),
            ("abcไทย", False),
            ("123", True),
            ("", True),
        ],
    )
    def test_levels(self, text: str, is_restrictive: bool) -> None:
        from irigrammar.advice.scripts import is_highly_restrictive

        assert is_highly_restrictive(text) is is_restrictive

    def test_names_of_scripts(self) -> None:
        from irigrammar.advice.scripts import script_names

        assert script_names("aж-ゐ\u1a20") == ("Latin", "Cyrillic", "Hiragana", "Tai Tham")

    @in_one_test(
        ("left", "right", "alike"),
        [
            ("paypal", "р\u0430ур\u0430ӏ", True),
            ("scope", "ѕсоре", True),
            ("modern", "rnodern", True),
            ("O0", "00", True),
            ("l1I|", "llll", True),
            ("é", "e\u0301", True),
            ("paypal", "paypa", False),
            ("a", "b", False),
        ],
    )
    def test_skeletons(self, left: str, right: str, alike: bool) -> None:
        from irigrammar.advice.scripts import skeleton

        assert (skeleton(left) == skeleton(right)) is alike
        assert skeleton(skeleton(left)) == skeleton(left)


# Registries.


def test_the_lists_are_those_of_the_file() -> None:
    table = tomllib.loads((ROOT / "grammar" / "registries.toml").read_text(encoding="utf-8"))
    assert registered_schemes() == set(table["schemes"]["names"].split())
    assert historical_schemes() == set(table["historical-schemes"]["names"].split())
    assert top_level_domains() == set(table["top-level-domains"]["names"].split())
    assert schemes_as_of() == table["schemes"]["as_of"]
    assert not registered_schemes() & historical_schemes()
    assert {"http", "https", "ftp", "file", "mailto", "data", "urn", "ws", "wss"} <= registered_schemes()
    scheme = irigrammar.grammar("rfc3986")["scheme"]
    assert all(map(scheme.matches, registered_schemes() | historical_schemes()))
    assert all(label_fault(name) is None for name in top_level_domains())


def packages(folder: Path, version: str = "") -> None:
    """Write packages as the tool reads them."""
    for _, package, wanted, _, file, _ in registries.SOURCES:
        path = folder / package / file
        path.parent.mkdir(parents=True)
        names = [{"scheme": "FAX"}] if package == "schemes" else ["b-c", "a", "moz-extension"]
        path.write_text(json.dumps(names), encoding="utf-8")
        (folder / package / "package.json").write_text(json.dumps({"version": version or wanted}), encoding="utf-8")


def test_the_tool_writes_names_sources_and_dates(tmp_path: Path) -> None:
    packages(tmp_path)
    table = tomllib.loads(registries.written(tmp_path))
    assert [table[name]["names"].split() for name in table] == [["a", "b-c"], ["fax"], ["a", "b-c"]]
    for name, package, version, day, file, what in registries.SOURCES:
        assert table[name]["source"] == f"npm package {package} {version}, {file}"
        assert (table[name]["as_of"], table[name]["what"]) == (day, what)
    tool = [sys.executable, str(ROOT / "tools" / "registries.py"), str(tmp_path), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'http'" in done.stdout


def test_the_tool_refuses_another_version_and_what_is_not_a_name(tmp_path: Path) -> None:
    packages(tmp_path / "a", version="9.9")
    with pytest.raises(ValueError, match=r"url-sanitizer is of version 9\.9; SOURCES has the date of 5\.0\.1"):
        registries.written(tmp_path / "a")
    packages(tmp_path / "b")
    (tmp_path / "b" / "tlds" / "index.json").write_text('["a b"]', encoding="utf-8")
    with pytest.raises(ValueError, match="tlds: 'a b' is not a name"):
        registries.written(tmp_path / "b")


@in_one_test(
    ("text", "charset"),
    [
        ("usb转串口", "gb18030"),
        ("北京大学", "gb18030"),
        ("你好世界", "gb18030"),
        ("香港", "big5"),
        ("ニュース", "euc_jp"),
        ("日本語", "shift_jis"),
        ("한국어", "euc_kr"),
        ("привет", "koi8-r"),
        ("новости", "windows-1251"),
        ("ไทย", "tis-620"),
    ],
)
def test_the_likely_charset_comes_first(text: str, charset: str) -> None:
    assert readings(text.encode(charset))[0][0] == text


def test_bytes_of_another_charset_are_no_scripts() -> None:
    codes = [finding.code for finding in advise("http://e.org/?q=usb%D7%AA%B4%AE%BF%DA")]
    assert codes == ["P001"]


def test_palochka_looks_like_l() -> None:
    (finding,) = advise("http://\u0430\u0440\u0440\u04cf\u0435.com/")
    assert (finding.code, '"apple"' in finding.message) == ("U004", True)
