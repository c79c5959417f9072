"""Which findings are reported: codes of the scan and of advice."""

from __future__ import annotations

from typing import Any

import pytest

from irigrammar.scan.choice import CODES, Choice, choose, fails

FAULTS = [code for code in CODES if code.startswith("F")]


def codes(choice: Choice) -> dict[str, str]:
    return {**choice.own, **{rule.code: severity for rule, severity in choice.advice}}


def test_by_default_what_is_a_warning_or_worse() -> None:
    result = codes(choose("publish"))
    assert {"F000", "F022", "S004", "C001", "H005"} <= set(result)
    assert not {"P003", "R005"} & set(result)  # advice
    assert "P005" not in result  # of another profile
    assert set(result.values()) == {"error", "warning"}


def test_the_level_is_of_severities_as_they_are_given() -> None:
    result = codes(choose("publish", severities={"P003": "error", "C": "advice", "C001": "warning"}))
    assert result["P003"] == "error"
    assert result["C001"] == "warning"
    assert "C002" not in result


def test_no_profile_means_no_advice() -> None:
    assert choose(None).advice == ()


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        ({"select": ["F022"]}, {"F022", "S003"}),
        ({"select": ["F"]}, {*FAULTS, "S003"}),
        ({"select": ["S001"]}, {*FAULTS, "S003"}),  # the old name of all codes of faults
        ({"select": ["P003", "s00"]}, {"P003", *FAULTS, "S002", "S003", "S004", "S005", "S006", "S007"}),
        ({"select": ["F", "S003"], "ignore": ["S001"]}, {"S003"}),
        (
            {"select": ["P00"], "ignore": ["P001", "P002", "P004", "P005", "P006", "P007", "P008", "P009"]},
            {"P003", "S003"},
        ),
        ({"select": ["F001"], "extend_select": ["R004"]}, {"F001", "S003", "R004"}),
        ({"select": ["S003"], "ignore": ["S"]}, set()),
    ],
)
def test_selected_codes(options: dict[str, Any], reported: set[str]) -> None:
    assert set(codes(choose("publish", **options))) == reported


def test_advice_in_addition_to_the_profile() -> None:
    result = codes(choose("publish", extend_select=["P003"]))
    assert {"P003", "C001", "F001"} <= set(result)


@pytest.mark.parametrize(
    "options",
    [{"select": ["Z"]}, {"ignore": ["C999"]}, {"extend_select": [""]}, {"severities": {"S1": "error"}}],
)
def test_a_name_that_there_is_not(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="unknown rule"):
        choose("publish", **options)


def test_a_severity_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="'fatal'"):
        choose("publish", severities={"S001": "fatal"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("severity", "fail_on", "fail"),
    [("error", "error", True), ("warning", "error", False), ("advice", "advice", True), ("error", "never", False)],
)
def test_what_fails(severity: str, fail_on: str, fail: bool) -> None:
    assert fails(severity, fail_on) is fail
