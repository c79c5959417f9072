"""What is said of other checks, and that jsonschema's own checkers are those that it ships."""

from __future__ import annotations

import sys

import pytest

from tools.bench import instead
from tools.bench.contestants import formats
from tools.bench.contestants.jobs import JOBS
from tools.bench.timing import Missing
from tools.extras import examples, extras


def test_wrong_verdicts_are_counted_with_the_shortest_string() -> None:
    texts = ["bb", "a", "cc", "\n", "é"]
    assert instead.judged([True, True, False, False, True], [True, False, True, False, False], texts) == (
        '2 of 3 (66.7%), such as "a"',
        '1 of 2 (50.0%), such as "cc"',
    )
    assert instead.judged([True], [True], ["a"]) == ("none", "none")
    assert instead.judged([False] * 2, [True] * 2, ["x y", "\n"])[1] == '2 of 2 (100.0%), such as "\\u{A}"'
    many = ["a"] * 2000
    assert instead.judged([True] * 1999 + [False], [True] * 2000, many)[1] == '1 of 2,000 (<0.1%), such as "a"'


def test_irigrammar_comes_first_and_is_right() -> None:
    ours = instead.OTHERS[0]
    assert ours is instead.OURS
    assert ours.make().answers(["http://[::1]/", "a b"]) == [True, False]


def test_a_licence_is_what_the_distribution_tells() -> None:
    assert instead.licence(None) == "yours"
    assert instead.licence("irigrammar") == "Apache-2.0"


@pytest.mark.parametrize("name", JOBS["format"])
def test_checkers_of_the_format(name: str) -> None:
    pytest.importorskip("jsonschema")
    before = {module: sys.modules.get(module) for module in formats.CHECKS}
    try:
        checker = formats.MAKERS[name]()
    except Missing as missing:
        pytest.skip(str(missing))
    assert checker.answers(["http://example.org/a", "no scheme"]) == [True, False]
    after = {module: sys.modules.get(module) for module in formats.CHECKS}
    assert {module for module in after if before[module] is not None and after[module] is not before[module]} == set()
    assert all(value is None or value.__name__ == module for module, value in after.items())


def test_each_extra_for_users_is_tried_and_all_come_last() -> None:
    assert extras()[-1] == "all"
    assert {"jsonschema", "pydantic", "attrs", "click", "hypothesis", "rdflib"} <= {*extras()} & {*examples()}
