"""Identifiers in carriers and links, profiles, what stays unchanged."""

from __future__ import annotations

from random import Random

import pytest
from any_references import references
from hypothesis import given
from hypothesis import strategies as st

import irigrammar
from irigrammar import ConversionError, NoMatch, iri_to_uri
from irigrammar.automata.dfa import DEAD, Dfa
from irigrammar.convert import for_charset, interpret, link_target, prepare
from irigrammar.engines import walk
from irigrammar.engines.compiled import compiled_rules
from irigrammar.engines.packing import unpack
from irigrammar.matching.browser import read_url
from irigrammar.processing.browser import resolved_change
from irigrammar.processing.choices import CharsetEscape, Level
from irigrammar.processing.conversions import normalize
from irigrammar.processing.document_charset import Interpretation
from irigrammar.processing.support.rewriters import SHIPPED, STAYING
from irigrammar.processing.trace import Step, recorded
from tools.browser_differential import strings

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


BASE = "http://h/a/b?c#d"


@pytest.mark.parametrize(
    ("text", "base", "charset", "uri"),
    [
        ("é", BASE, "utf-8", "http://h/a/%C3%A9"),
        ("?q=é", BASE, "latin1", "http://h/a/b?q=%E9"),
        ("?q=Vi\u1ec7t", BASE, "windows-1258", "http://h/a/b?q=Vi%EA%F2t"),
        ("?q=\u4e2d", BASE, "windows-1252", "http://h/a/b?q=%26%2320013%3B"),
        ("?q=\ufffd\xe9", BASE, "latin1", "http://h/a/b?q=%EF%BF%BD%E9"),
        ("ftp://h/?é", BASE, "latin1", "ftp://h/?%C3%A9"),
        ("//é.example\\x y", "https://h/", "utf-8", "https://xn--9ca.example/x%20y"),
        (" /\t/evil.com/x", "http://a/b", "utf-8", "http://evil.com/x"),
        ("\\\\evil.com\\x", "http://a/b", "utf-8", "http://evil.com/x"),
        ("http:c", BASE, "utf-8", "http://h/a/c"),
        ("data:,a/../b", BASE, "utf-8", "data:,a/../b"),
        ('javascript:alert("a\\n")', BASE, "utf-8", "javascript:alert(%22a%5Cn%22)"),
        ("#f g", "mailto:a@b", "utf-8", "mailto:a@b#f%20g"),
        ("", BASE, "utf-8", "http://h/a/b?c"),
        ("http://☃.net/", BASE, "utf-8", "http://xn--n3h.net/"),
        ("http://ab--é.com/", BASE, "utf-8", "http://xn--ab---epa.com/"),
        ("?tags[]=a|b", BASE, "utf-8", "http://h/a/b?tags%5B%5D=a%7Cb"),
        ("a[0]#b#c", BASE, "utf-8", "http://h/a/a%5B0%5D#b%23c"),
        ("a:b c", "http://h/x[y]/", "utf-8", "a:b%20c"),
        ("./a:b", "http://h/x[y]/%2e%2E/z", "utf-8", "http://h/a:b"),
        ("http://0x7f.1/%2e%2e", BASE, "utf-8", "http://127.0.0.1/"),
        ("/x", "file:///C|/a", "utf-8", "file:///C:/x"),
        ("//h|/x", "file:///C:/a", "utf-8", "file:///h:/x"),
        ("../../x", "file:///C:/a", "utf-8", "file:///C:/x"),
        ("foo:/..//x", BASE, "utf-8", "foo:/.//x"),
        ("foo://é{}/\\", BASE, "utf-8", "foo://%C3%A9%7B%7D/%5C"),
        ("?q=①表", BASE, "shift_jis", "http://h/a/b?q=%87@%95%5C"),
        ("?q=①～", BASE, "euc-jp", "http://h/a/b?q=%AD%A1%A1%C1"),
        ("?q=€", BASE, "gbk", "http://h/a/b?q=%80"),
        ("?q=€", BASE, "big5", "http://h/a/b?q=%A3%E1"),
        ("?q=表a丂%41", BASE, "iso-2022-jp", "http://h/a/b?q=%1B$BI=%1B(Ba%26%2319970%3B%41"),
        ("?ア", BASE, "iso-2022-jp", "http://h/a/b?%1B$B%25%22%1B(B"),
    ],
)
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
def test_what_is_refused(text: str, base: str, options: dict[str, str], words: str) -> None:
    charset = options.pop("charset", "utf-8")
    with pytest.raises(ConversionError, match=words):
        link_target(base, text, charset, **options)  # type: ignore[arg-type]  # choices by name


def test_a_base_has_a_scheme() -> None:
    with pytest.raises((NoMatch, ConversionError)):
        link_target("//h", "a")


def test_the_trace_has_the_steps_of_all() -> None:
    steps: list[Step] = []
    recorded(steps, link_target, BASE, " ?é", "latin1")
    sections = " ".join(step.section for step in steps)
    for section in ("RFC 3986, 5.2.2", "3987bis-04, 7.2", "3987bis-04, 3.5", "RFC 3987, 3.1"):
        assert section in sections


@given(st.integers(0, 2**32), st.sampled_from([BASE, "https://u@h:8080/", "file:///a", "foo://h/a", "mailto:a"]))
def test_the_authority_is_that_of_browsers(seed: int, base: str) -> None:
    text = next(strings(str(seed)))
    try:
        uri = link_target(base, text)
    except (ConversionError, NoMatch):
        return
    was, now = read_url(text, read_url(base)), read_url(uri)
    assert (was.scheme, was.port) == (now.scheme, now.port)
    if "%" not in (was.host or ""):  # in other schemes, browsers do not convert domain names
        assert was.host == now.host
    assert resolved_change(base, text, uri) is None


LEVELS: tuple[Level, ...] = ("syntax", "scheme")


# As they ship; that they are what is made of the grammars now, `python tools/plans.py --check` says.
AUTOMATA = {(name, level): unpack(compiled_rules(name, STAYING)[level].packed) for name in SHIPPED for level in LEVELS}


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
def test_the_steps_leave_them_as_they_are(grammar: str, level: Level) -> None:
    for text in staying_strings(AUTOMATA[grammar, level], 400, Random(7)):
        assert recorded([], irigrammar.normalize, text, level=level, grammar=grammar) == text


@pytest.mark.parametrize(
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
def test_which_they_are(text: str, levels: list[Level]) -> None:
    assert [level for level in LEVELS if walk.matches(AUTOMATA["rfc3987", level], text)] == [*levels]
