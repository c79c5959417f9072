"""Conversions by the kernel's tables: the same as the steps, or nothing."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from examples import some
from kernels import NEEDS_KERNEL
from rows import in_one_test

import irigrammar
from irigrammar.engines import rewriter as tables
from irigrammar.engines.rewriter import Characters, Plan, rows
from irigrammar.processing.support.rewriters import native, rewriter
from tools.kernel.conversions import (
    CONVERSIONS,
    Conversion,
    column_difference,
    differences,
    random_references,
    target_differences,
)

pytestmark = NEEDS_KERNEL

SPANS = irigrammar.grammar("rfc3987").start._splitter.spans
LETTERS = ((0x41, 0x5A), (0x61, 0x7A))


def made(plan: Plan, ask: Any = str, **more: Any) -> Any:
    asking = plan._replace(ask="")
    return native(SPANS, rows(asking, asking, {}, **more), lambda _: ask)


@pytest.mark.parametrize("conversion", some(CONVERSIONS, 10), ids=lambda each: f"{each.name}, {each.grammar}")
def test_the_kernel_agrees_with_the_steps(conversion: Conversion) -> None:
    texts = [*random_references(400, Random(1)), "", "//", "?", "#", "a:", "file://\u212a:", "file://K:/x", "x" * 3000]
    counts: Counter[str] = Counter()
    assert [*differences(conversion, texts, counts)] == []
    assert counts["by the kernel"] > counts["converted"] / 10


@pytest.mark.parametrize("conversion", CONVERSIONS[::5], ids=lambda each: f"{each.name}, {each.grammar}")
def test_columns_and_lines_agree_with_single_texts(conversion: Conversion) -> None:
    pytest.importorskip("pyarrow")
    texts = [text for text in random_references(300, Random(2)) if text.isprintable()]
    assert column_difference(conversion, texts) == ""


def test_targets_agree_with_the_steps() -> None:
    assert [*target_differences(200, Random(3))] == []


def test_a_text_that_stays_is_the_same_object() -> None:
    kernel: Any = rewriter("iri_to_uri", "rfc3987")
    for text in ("http://example.org/", "".join(["//h/", "a" * 2000])):
        assert kernel.text(text) is text


@pytest.mark.parametrize("value", [b"a:b", None, 5, type("Text", (str,), {})("a:b"), "\ud800"])
def test_other_values_are_left(value: Any) -> None:
    kernel: Any = rewriter("iri_to_uri", "rfc3987")
    assert kernel.text(value) is NotImplemented
    assert kernel.target("a:b", value) is NotImplemented


def test_answers_about_long_hosts_are_not_remembered() -> None:
    """Else many of them would fill the memory."""
    asked: list[str] = []

    def ask(host: str) -> str:
        asked.append(host)
        return host

    kernel = made(Plan({}, tables.ASK_BEYOND_ASCII), ask)
    assert kernel.text("//" + "\xe9" * 512) == "//" + "\xe9" * 512
    assert kernel.text("//" + "\xe9" * 513) is NotImplemented
    assert len(asked) == 1


def test_long_texts() -> None:
    path = "\xe9%41./" * 50_000
    assert irigrammar.iri_to_uri(f"//h/{path}") == f"//h/{path}".replace("\xe9", "%C3%A9")
    assert irigrammar.normalize(f"//h/{path}") == f"//h/{path}".replace("%41", "A")
    assert irigrammar.resolve("a://b/", "./" * 50_000 + "c") == "a://b/c"


@in_one_test(
    ("plan", "text", "result"),
    [
        (Plan({"path": Characters(encode=LETTERS)}), "//h/aB1", "//h/%61%421"),
        (Plan({"path": Characters(leave=LETTERS)}), "//h/1", "//h/1"),
        (Plan({"path": Characters(leave=LETTERS)}), "//h/a", NotImplemented),
        (Plan({"query": Characters(write=LETTERS, encoded=tables.DECODED)}), "?%61%2f%c3", "?a%2f%C3"),
        (Plan({"query": Characters(encoded=tables.DECODED_UPPER)}), "?%6a%2f", "?%6A%2F"),
        (Plan({"query": Characters(leave_encoded=LETTERS, encoded=tables.DECODED)}), "?%61", NotImplemented),
        (Plan({}, tables.LOWER), "A://H\xc9/B", "a://H\xc9/B"),
        (Plan({}, tables.LEAVE_ALL), "", NotImplemented),
        (Plan({}, tables.LEAVE_ENCODED_HOST), "//%41", NotImplemented),
        (Plan({}, tables.LEAVE_WITHOUT_AUTHORITY), "a", NotImplemented),
        (Plan({}, tables.LEAVE_WITHOUT_HOST), "///a", NotImplemented),
        (Plan({}, tables.DROP_PORT, "80"), "//h:0080", "//h"),
        (Plan({}, tables.DROP_PORT, "80"), "//h:81", "//h:81"),
        (Plan({}, tables.DROP_PORT, "80"), "//h:0081", "//h:81"),
        (Plan({}, tables.DROP_PORT), "//h:000", "//h:0"),
        (Plan({}), "//h:08", "//h:08"),
        (Plan({}, tables.DROP_PORT), "//h:", "//h"),
        (Plan({}, path="/"), "//h?", "//h/?"),
        (Plan({"path": Characters(encode=LETTERS)}, tables.LEAVE_CHANGED), "//h/a", NotImplemented),
        (Plan({"path": Characters(encode=LETTERS)}, tables.LEAVE_CHANGED_WITHOUT_HOST), "a", NotImplemented),
        (Plan({}, tables.ASK_ACE), "//a.xN--b", "//A.XN--B"),
        (Plan({}, tables.ASK_BEYOND_ASCII), "//\xe9", "//\xc9"),
        (Plan({}, tables.ASK_BEYOND_ASCII), "//-\xe9", NotImplemented),
    ],
)  # fmt: skip
def test_plans(plan: Plan, text: str, result: object) -> None:
    assert made(plan, lambda host: None if host.startswith("-") else host.upper()).text(text) == result


def test_exceptions_of_the_callback_are_raised() -> None:
    def ask(host: str) -> str:
        raise LookupError(host)

    with pytest.raises(LookupError, match="\xe9"):
        made(Plan({}, tables.ASK_BEYOND_ASCII), ask).text("//\xe9")


def test_texts_that_begin_or_end_with_a_character() -> None:
    kernel = made(Plan({}), ends="a")
    assert [kernel.text(text) for text in ("", "ba", "ab", "bab")] == ["", NotImplemented, NotImplemented, "bab"]


@in_one_test(
    ("values", "message"),
    [
        ({"tables": ((b"", 0),)}, "a table has a byte for each class"),
        ({"tables": ((b"\0", 3),)}, "a table has a byte for each class"),
        ({"tables": (5,)}, "a table has a byte for each class"),
        ({"plans": ()}, "there are plans for no scheme and for any"),
        ({"plans": ((), ())}, "takes exactly 5 arguments"),
        ({"plans": (5, 5)}, "a plan is the numbers of tables"),
        ({"plans": (((1,) * 8, 0, "", "", str),)}, "a plan names a table that there is not"),
        ({"plans": (((0, *(-1,) * 7), 0, "", "", str),)}, "or one for the scheme"),
        ({"names": {"a" * 32: 0}}, "a scheme is a name of at most 31 characters"),
        ({"names": {"a": 2}}, "a scheme is a name of at most 31 characters"),
        ({"names": {1: 0}}, "a scheme is a name of at most 31 characters"),
        ({"ends": b"\x80"}, "the characters at the ends are ASCII"),
    ],
)
def test_wrong_plans_are_refused(values: dict[str, Any], message: str) -> None:
    plan = ((-1,) * 8, 0, "", "", str)
    right = {"tables": ((b"\0", 0),), "plans": (plan, plan), "names": {"a": 1}, "ends": b"", "refuses": True}
    kind = type(rewriter("iri_to_uri", "rfc3987"))
    kind(SPANS.native, (0,), (0,), *right.values())  # type: ignore[arg-type, misc]
    with pytest.raises((ValueError, TypeError), match=message):
        kind(SPANS.native, (0,), (0,), *{**right, **values}.values())  # type: ignore[arg-type, misc]
