"""The format checker for jsonschema, with the official tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from places import SHARED
from rows import in_one_test

from irigrammar import MissingExtra, NoMatch
from irigrammar.integrations._formats import FORMATS, HOST_FORMATS, format_of
from irigrammar.integrations._wanted import find
from irigrammar.integrations.jsonschema import format_checker

jsonschema = pytest.importorskip("jsonschema")

SUITE = "json-schema-test-suite.jsonl"
NO_STRINGS: list[Any] = [12, 13.7, {}, [], False, None]


def official() -> list[tuple[str, str, bool, str]]:
    """Return format, string, verdict and description of each official test, none where the file is not there."""
    if not (SHARED / SUITE).is_file():
        return []
    rows = map(json.loads, (SHARED / SUITE).read_text(encoding="utf-8").splitlines())
    formats = [(Path(row["src"]).stem, row["input"], row["valid"], row["note"]) for row in rows]
    return [row for row in formats if row[0] in {**FORMATS, **HOST_FORMATS}]


@pytest.mark.extra
def test_the_official_tests_pass() -> None:
    rows = official()
    if not rows:
        pytest.skip(f"{SUITE} is neither in the folder IRIGRAMMAR_DATA nor beside the checkout")
    assert {name for name, *_ in rows} == {*FORMATS, *HOST_FORMATS} - {"json-pointer", "relative-json-pointer"}
    assert len(rows) > 320
    checker = format_checker()
    assert [row for row in rows if checker.conforms(row[1], row[0]) is not row[2]] == []


@in_one_test("name", [*FORMATS, *HOST_FORMATS])
@in_one_test("value", NO_STRINGS)
def test_values_other_than_strings_have_no_format(name: str, value: Any) -> None:
    assert format_checker().conforms(value, name)


@in_one_test(
    ("name", "text", "valid"),
    [
        ("uri", "http://[::1]/", True),
        ("uri", "http://h/é", False),
        ("uri", "//h/", False),
        ("uri", "http://h/\n", False),
        ("uri-reference", "//h/", True),
        ("uri-reference", "a b", False),
        ("iri", "http://☃.example/🎉", True),
        ("iri", "http://[::1]/", True),
        ("iri", "é", False),
        ("iri-reference", "é", True),
        ("iri-reference", "\ud800", False),
        ("uri-template", "{+a,b*}'", True),
        ("uri-template", "{a", False),
        ("ipv4", "127.0.0.1", True),
        ("ipv4", "127.0.0.01", False),
        ("ipv6", "::ffff:127.0.0.1", True),
        ("ipv6", "fe80::1%eth0", False),
        ("ipv6", "[::1]", False),
        ("json-pointer", "/a~1b", True),
        ("json-pointer", "/a~2b", False),
        ("relative-json-pointer", "1/a", True),
        ("relative-json-pointer", "/a", False),
        ("hostname", "xn--rsum-bpad.example", True),
        ("hostname", "r\u00e9sum\u00e9.example", False),
        ("hostname", "a..b", False),
        ("hostname", "a." * 126 + "ab", False),
        ("idn-hostname", "r\u00e9sum\u00e9\u3002example", True),
        ("idn-hostname", "\u05d0.0a", False),
    ],
)
def test_each_format(name: str, text: str, valid: bool) -> None:
    assert format_checker().conforms(text, name) is valid


def test_the_fault_is_the_cause_of_the_error() -> None:
    validator = jsonschema.Draft202012Validator(
        {"properties": {"link": {"format": "iri"}}}, format_checker=format_checker()
    )
    (error,) = validator.iter_errors({"link": "http://b c/"})
    assert isinstance(error.cause, NoMatch)
    assert (error.cause.fault.offset, error.cause.fault.open[0].rule) == (8, "ireg-name")
    assert error.cause.fault.code == "F081"
    assert list(error.absolute_path) == ["link"]
    assert error.validator == "format"


def test_other_formats_are_those_of_the_base_which_is_not_changed() -> None:
    base = jsonschema.FormatChecker(formats=())
    base.checks("even")(lambda text: len(text) % 2 == 0)
    checker = format_checker(base)
    assert (checker.conforms("ab", "even"), checker.conforms("a", "even")) == (True, False)
    assert set(checker.checkers) == {"even", *FORMATS, *HOST_FORMATS}
    assert set(base.checkers) == {"even"}
    assert not format_checker().conforms("no date", "date")
    assert set(jsonschema.Draft202012Validator.FORMAT_CHECKER.checkers) <= set(format_checker().checkers)
    draft7 = format_checker(jsonschema.Draft7Validator.FORMAT_CHECKER)
    assert not draft7.conforms("{", "uri-template")


def test_a_checker_is_not_shared() -> None:
    checker = format_checker()
    checker.checks("uri")(lambda _: True)
    assert not format_checker().conforms("no uri", "uri")


def test_without_jsonschema_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jsonschema", None)
    with pytest.raises(MissingExtra, match=r"irigrammar\[jsonschema\]") as caught:
        format_checker()
    assert (caught.value.extra, caught.value.package) == ("jsonschema", "jsonschema")


@pytest.mark.parametrize(
    ("grammar", "rule", "name"),
    [
        ("iri-bis", "IPv4address", "ipv4"),
        ("rfc3987", "IRI-reference", "iri-reference"),
        ("rfc3986", "absolute-URI", None),
        ("iri-bis", "IRI", None),
    ],
)
def test_a_format_is_known_by_its_language(grammar: str, rule: str, name: str | None) -> None:
    assert format_of(find(grammar, rule)) == name
