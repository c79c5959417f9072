"""The plain validator: that for argparse."""

from __future__ import annotations

import argparse
from typing import Any

import pytest
from lying import Lying
from rows import in_one_test

from irigrammar import UnknownRule
from irigrammar.integrations.argparse import matching


def test_argparse(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser(prog="visit")
    parser.add_argument("target", type=matching("rfc3987", "IRI"))
    assert parser.parse_args(["HTTP://É/"]).target == "HTTP://É/"
    with pytest.raises(SystemExit) as caught:
        parser.parse_args(["http://b c/%s"])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert 'argument target: "http://b c/%s": not IRI (RFC 3987), offset 8: a placeholder was not filled in' in said
    assert matching("rfc3987") == matching("rfc3987", "IRI-reference")


@in_one_test("value", [None, b"a:", bytearray(b"a:"), 5, True, ["a:"], {}, "a:\ud800", Lying("a b")])
def test_values_that_are_not_plain_strings(value: Any) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="not IRI" if isinstance(value, str) else "a str is needed"):
        matching("rfc3987", "IRI")(value)
    matching("rfc3987", "IRI")(Lying("a:"))


def test_secrets_are_masked_and_controls_escaped() -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=r"u:\*\*\*@h/") as caught:
        matching("rfc3987", "IRI")("http://u:secret@h/a\x1b[2J")
    assert "secret" not in str(caught.value)
    assert "\\u{1B}" in str(caught.value)


def test_an_unknown_rule_is_an_error_at_once() -> None:
    with pytest.raises(UnknownRule):
        matching("rfc3987", "nothing")
