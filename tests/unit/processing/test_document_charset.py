"""IRIs in documents of other charsets (3987bis-04, 6.3), and readings of received references (8.7)."""

from __future__ import annotations

import pytest
from any_references import references
from hypothesis import given
from hypothesis import strategies as st

from irigrammar import ConversionError, NoMatch, iri_to_uri
from irigrammar.convert import for_charset, interpret, link_target, prepare
from irigrammar.processing.conversions import normalize
from irigrammar.processing.document_charset import CharsetEscape, Interpretation

IRI = "http://www.example.org/r\xe9sum\xe9.html"


@pytest.mark.parametrize(
    ("iri", "charset", "escape", "result"),
    [
        (IRI, "us-ascii", "reference", "http://www.example.org/r&#xE9;sum&#xE9;.html"),
        (IRI, "us-ascii", "percent", "http://www.example.org/r%C3%A9sum%C3%A9.html"),
        (IRI, "latin1", "reference", IRI),
        (IRI, "utf-16", "reference", IRI),
        ("/\u20ac", "iso-8859-1", "reference", "/\u20ac"),  # windows-1252, by its label
        ("/\u20ac\u0416", "iso-8859-1", "percent", "/\u20ac%D0%96"),
        ("http://\xe9.org/\u0416", "koi8-r", "percent", "http://xn--9ca.org/\u0416"),
        ("http://\xe9.org/\u0416", "koi8-r", "reference", "http://&#xE9;.org/\u0416"),
        ("foo://\xe9/", "koi8-r", "percent", "foo://%C3%A9/"),
        # a query would be encoded in the charset of the document (3.5)
        ("http://e/\xe9?\xe9#\xe9", "latin1", "reference", "http://e/\xe9?%C3%A9#\xe9"),
        ("http://e/\xe9?\xe9#\xe9", "utf-8", "reference", "http://e/\xe9?\xe9#\xe9"),
        ("ftp://e/\xe9?\xe9", "latin1", "reference", "ftp://e/\xe9?\xe9"),
        # what would be read as a reference
        ("/a&copy;&b=1&#233;", "latin1", "reference", "/a&amp;copy;&b=1&amp;#233;"),
        ("/a&copy;", "latin1", "percent", "/a&copy;"),
    ],
)
def test_bis_6_3_into_a_document_of_a_charset(iri: str, charset: str, escape: CharsetEscape, result: str) -> None:
    assert for_charset(iri, charset, escape=escape) == result


def test_what_cannot_be_written() -> None:
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


@pytest.mark.parametrize(
    ("text", "ignore", "names"),
    [
        ("r%C3%A9sum%C3%A9", [], ["r\xe9sum\xe9"]),
        ("re%CC%81sume%CC%81", [], ["r\xe9sum\xe9"]),
        ("r%E9sum%E9", [], ["r\xe9sum\xe9"]),
        ("R%C3%89SUM%C3%89", [], []),
        ("R%C3%89SUM%C3%89", ["case"], ["r\xe9sum\xe9"]),
        ("RESUME", ["case", "accents"], ["resume", "r\xe9sum\xe9"]),
        ("resume", ["accents"], ["resume", "r\xe9sum\xe9"]),
        ("\uff46\uff49le", ["compatibility"], ["file"]),
        ("\ufb01le", ["compatibility"], ["file"]),
        ("nothing", ["compatibility", "case", "accents"], []),
    ],
)
def test_bis_8_7_names_of_local_resources(text: str, ignore: list[str], names: list[str]) -> None:
    local = ["r\xe9sum\xe9", "resume", "file"]
    interpretations = interpret(text, ["latin1"], names=local, ignore=ignore)  # type: ignore[arg-type]  # choices by name
    assert [item.name for item in interpretations] == names


def test_what_can_be_ignored() -> None:
    with pytest.raises(ValueError, match="unknown difference to ignore 'x'"):
        interpret("a", ignore=["x"])  # type: ignore[list-item]  # on purpose
