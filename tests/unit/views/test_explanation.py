"""Explanations of strings, valid or not, as lines and as JSON values."""

from __future__ import annotations

import json

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import irigrammar
from irigrammar.matching.grammar import Grammar
from irigrammar.text.sheet import Sheet
from irigrammar.views.explanation import as_dict, as_lines

IRI = irigrammar.grammar("rfc3987")["IRI-reference"]
HEAD = ["text", "grammar", "rule", "section", "valid"]
FAULT = ["offset", "byte_offset", "found", "code", "message", "url", "labels"]
FAULT += ["open", "ruled_out", "expected", "help", "fixes", "scheme"]
VALID = ["kind", "components", "scheme", "notes"]


def test_a_fault_as_json_has_it() -> None:
    result = as_dict(IRI, "http://h:8a/")
    assert list(result) == HEAD + FAULT
    assert {key: result[key] for key in (*HEAD, "offset", "byte_offset", "found")} == {
        "text": "http://h:8a/",
        "grammar": "rfc3987",
        "rule": "IRI-reference",
        "section": "RFC 3986, section 3.2.3",
        "valid": False,
        "offset": 11,
        "byte_offset": 11,
        "found": "/",
    }
    assert result["open"][0] == {
        "rule": "iuserinfo",
        "start": 7,
        "complete": True,
        "grammar": "rfc3987",
        "document": "RFC 3987",
        "section": "2.2",
        "source": "grammar/rfc3987.abnf",
        "line": 24,
    }
    assert result["ruled_out"] == [
        {
            "rule": "port",
            "offset": 10,
            "found": "a",
            "grammar": "rfc3986",
            "document": "RFC 3986",
            "section": "3.2.3",
            "source": "grammar/rfc3986.abnf",
            "line": 26,
        }
    ]
    assert result["expected"] == ["more of the user information", '"@" for the host']
    assert (result["code"], result["help"], result["url"]) == ("F061", None, None)
    assert result["labels"] == [{"start": 10, "end": 11, "text": "not a digit", "role": "primary"}]
    assert result["fixes"] == []
    assert as_dict(IRI, "/a b")["fixes"] == [
        {
            "text": "/a%20b",
            "how": 'percent-encode " "',
            "applicability": "unsafe",
            "edits": [{"start": 2, "end": 3, "text": "%20"}],
        }
    ]
    assert json.loads(json.dumps(result)) == result


def test_a_valid_string_as_json_has_it() -> None:
    result = as_dict(IRI, "http://256.1.1.1:99999999/")
    assert list(result) == HEAD + VALID
    assert (result["valid"], result["kind"]) == (True, "absolute-IRI")
    assert result["components"] == {
        "scheme": "http",
        "authority": "256.1.1.1:99999999",
        "userinfo": None,
        "host": "256.1.1.1",
        "port": "99999999",
        "path": "/",
        "query": None,
        "fragment": None,
        "host_kind": "ireg-name",
    }
    assert [note["code"] for note in result["notes"]] == ["H005", "X004"]
    result = as_dict(IRI, "http://256.1.1.1:99999999/", all_matches=True)
    assert list(result) == [*HEAD, *VALID, "matches"]
    assert result["matches"][0] == {
        "productions": [{"grammar": "rfc3986", "rule": "absolute-URI"}],
        "start": True,
        "within": result["matches"][0]["within"],
    }
    assert {"grammar": "rfc3986", "rule": "URI"} in result["matches"][0]["within"]
    names = [(name["grammar"], name["rule"]) for kind in result["matches"] for name in kind["productions"]]
    assert ("rfc3987", "IRI-reference") in names
    assert ("rfc3986", "IPv4address") not in names
    assert all(irigrammar.grammar(grammar)[rule].matches("http://256.1.1.1:99999999/") for grammar, rule in names)
    assert json.loads(json.dumps(result)) == result


def test_a_production_without_a_path_has_no_components() -> None:
    result = as_dict(irigrammar.grammar("rfc3986")["port"], "80")
    assert (result["kind"], result["components"], result["notes"]) == ("port", None, [])


@pytest.mark.parametrize(
    ("data", "text", "byte"), [(b"http://\xff/", "http://\\xff/", "0xFF"), ("é".encode()[:1], "\\xc3", "0xC3")]
)
def test_bytes_that_are_not_utf_8(data: bytes, text: str, byte: str) -> None:
    result = as_dict(IRI, data)
    assert (result["text"], result["found"]) == (text, byte)
    assert result["message"].endswith("is not UTF-8")
    assert (result["help"], result["fixes"]) == (None, [])
    assert list(as_lines(IRI, data))[:2] == [f"error[F001]: {result['message']}", ""]


def test_a_valid_string_in_bytes() -> None:
    assert as_dict(IRI, "é".encode()) == as_dict(IRI, "é")
    assert list(as_lines(IRI, "é".encode())) == list(as_lines(IRI, "é"))


def test_a_users_grammar_is_among_what_is_matched() -> None:
    grammar = Grammar.from_text("word = 1*ALPHA\nnumber = 1*DIGIT\n", name="own")
    result = as_dict(grammar["word"], "ab", all_matches=True)
    names = [(name["grammar"], name["rule"]) for kind in result["matches"] for name in kind["productions"]]
    assert ("own", "word") in names
    assert ("own", "number") not in names
    assert result["section"] == "own"
    assert any("word (own)" in line for line in as_lines(grammar["word"], "ab", all_matches=True))
    assert result["notes"] == []


def test_lines_of_a_valid_string() -> None:
    lines = list(as_lines(IRI, "//u@[2600::1]:?q", all_matches=True))
    assert lines[:12] == [
        "valid relative reference (RFC 3987, section 2.2), but the colon has no port after it (R003; RFC 3986, 3.2.3)",
        "  fix        //u@[2600::1]?q",
        "",
        "  //u@[2600::1]:?q",
        "",
        "  authority  u@[2600::1]:",
        "  userinfo   u",
        "  host       [2600::1]",
        "  port       (empty)",
        "  path       (empty)",
        "  query      q",
        "  host kind  IPv6address",
    ]
    listed = lines[lines.index("  It also matches these rules, most specific first:") :]
    assert "  *          URI-reference (rfc3986)" in listed
    assert "             irelative-ref (leiri)" in listed
    assert listed[-1] == "  * a start rule of its grammar"


@given(text=st.text("http:/[]@é \ud800%4"), width=st.integers(40, 120))
@settings(max_examples=examples(30))
def test_lines_and_values_agree(text: str, width: int) -> None:
    result = as_dict(IRI, text)
    lines = list(as_lines(IRI, text, Sheet(width=width)))
    assert lines[0].startswith("valid ") == result["valid"] == IRI.matches(text)
    fault = IRI.check(text).fault
    if fault is not None:
        assert (result["offset"], result["message"]) == (fault.offset, fault.message)
    json.dumps(result)
