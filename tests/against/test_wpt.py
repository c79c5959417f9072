"""What the WHATWG's parser does otherwise is counted by its cause."""

from __future__ import annotations

import pytest

from tools import wpt

CASES = [
    ("http://e/", None, "http://e/", (wpt.SAME, "")),
    ("http://e:x/", None, None, (wpt.BOTH_REFUSE, "")),
    (":", "http://e/a", "http://e/:", (wpt.WE_REFUSE, "a first segment with a colon, and no scheme")),
    ("http://e/\uffff", None, "http://e/%EF%BF%BF", (wpt.WE_REFUSE, "noncharacters, which no grammar has")),
    ("http://a@b@c/", None, "http://a%40b@c/", (wpt.WE_REFUSE, "a second “@” in the authority")),
    ("a", None, None, (wpt.THEY_REFUSE, "relative, and no base: we keep it")),
    ("http://e:65536/", None, None, (wpt.THEY_REFUSE, "a port over 65535")),
    (
        "http://1.2.3.256/",
        None,
        None,
        (wpt.THEY_REFUSE, "a host whose last label is a number, and that is not an IPv4 address"),
    ),
    ("http://a b/", None, None, (wpt.THEY_REFUSE, "forbidden characters in a host, or percent-encoded there")),
    ("file://e:1/", None, None, (wpt.THEY_REFUSE, "a port in a URL of file")),
    ("http:a", "http://e/", "http://e/a", (wpt.OTHERWISE, "a special scheme without two slashes")),
    ("http:////e/", None, "http://e/", (wpt.OTHERWISE, "more slashes, or backslashes, before a host")),
    ("/C|/a", "file:///", "file:///C:/a", (wpt.OTHERWISE, "a drive letter, which stays the first segment of a file")),
    ("http://0x7f.1/", None, "http://127.0.0.1/", (wpt.OTHERWISE, "an IPv4 address in another form")),
    ("http://e/%1", None, "http://e/%1", (wpt.OTHERWISE, "a “%” that begins no triplet, which stays")),
    ("http://e/%7e%2f", None, "http://e/~%2f", (wpt.OTHERWISE, "the case of hexadecimal digits")),
    ("http://e/?'", None, "http://e/?%27", (wpt.OTHERWISE, "characters that are encoded by one alone")),
    ("http://e/a", None, "http://e/b", (wpt.OTHERWISE, wpt.OTHER)),
]


@pytest.mark.parametrize(("text", "base", "theirs", "expected"), CASES)
def test_each_case_has_its_cause(text: str, base: str | None, theirs: str | None, expected: tuple[str, str]) -> None:
    assert wpt.cause(wpt.Case(text, base, theirs, wpt.ours(text, base))) == expected


def test_counts_and_their_table() -> None:
    table = [wpt.Case(text, base, theirs, wpt.ours(text, base)) for text, base, theirs, _ in CASES]
    assert dict(wpt.counts(table)) == {expected: 1 for *_, expected in CASES}
    lines = wpt.markdown(table).splitlines()
    assert lines[0] == "18 cases."
    assert "| they refuse | a port over 65535 | 1 | `http://e:65536/` | – | `http://e:65536/` |" in lines
    drive = "| another result | a drive letter, which stays the first segment of a file | 1 |"
    assert rf"{drive} `/C\|/a` by `file:///` | `file:///C:/a` | `file:///C%7C/a` |" in lines


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        (" HTTP://E:80\\a b", None, "http://e/a%20b"),
        ("../é", "http://e/a/b", "http://e/%C3%A9"),
        ("http://[", None, None),
        ("a", "b", None),
    ],
)
def test_what_we_make_of_an_address(text: str, base: str | None, expected: str | None) -> None:
    assert wpt.ours(text, base) == expected


@pytest.mark.external
def test_every_case_of_web_platform_tests_has_a_cause_and_every_cause_a_case() -> None:
    path = wpt.data_file()
    if not path.is_file():
        pytest.skip(f"{path.name} is neither beside the checkout nor in the folder IRIGRAMMAR_DATA")
    table = wpt.cases(path)
    counts = wpt.counts(table)
    assert sum(counts.values()) == len(table) > 900
    assert not [key for key in counts if key[1] == wpt.OTHER]
    assert {(kind, words) for kind, causes in wpt.CAUSES.items() for words, _ in causes} <= set(counts)
    block = wpt.BLOCK.search(wpt.PAGE.read_text(encoding="utf-8"))
    assert block is not None
    assert block[0] == wpt.markdown(table)
