"""Many texts at once: lists, and lines."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.convert import convert_many
from irigrammar.engines.kernel import engine
from irigrammar.processing.choices import Level
from irigrammar.processing.prepare import prepare_list
from irigrammar.processing.support.bulk import convert_block, convert_blocks, rewriter_of

TEXTS = ["HTTP://R\xe9.org/a/../%7e", "", "a b", "urn:A:b", "http:/x", "//h/%2E", "\ud800", "file:///./a", "mailto:a@B"]
FUNCTIONS: list[tuple[Any, dict[str, Any]]] = [
    (irigrammar.iri_to_uri, {}),
    (irigrammar.iri_to_uri, {"host": "percent"}),
    (irigrammar.uri_to_iri, {"grammar": "rfc3986"}),
    (irigrammar.normalize, {}),
    (irigrammar.normalize, {"level": "scheme", "schemes": None}),
    (irigrammar.convert.leiri_to_iri, {}),
    (irigrammar.convert.web_address_to_iri, {}),
    (irigrammar.convert.prepare, {}),
]


def one(function: Any, text: str) -> str | None:
    try:
        result: str = function(text)
    except (NoMatch, ConversionError):
        return None
    return result


@in_one_test(("function", "parameters"), FUNCTIONS)
def test_lists_and_lines_are_converted_as_single_texts(function: Any, parameters: dict[str, Any]) -> None:
    right = [one(partial(function, **parameters), text) for text in TEXTS]
    assert convert_many(function, iter(TEXTS), errors="null", **parameters) == right
    texts = [text for text in TEXTS if text.isprintable()]
    data, refused, lines = convert_block(partial(function, **parameters), "\r\n".join(texts).encode())
    kept = [text for text in texts if one(partial(function, **parameters), text) is not None]
    assert data.decode().splitlines() == [one(partial(function, **parameters), text) for text in kept]
    assert [line.text for line in refused] == [text for text in texts if text not in kept]
    assert [texts[line.number - 1] for line in refused] == [line.text for line in refused]
    assert lines == len(texts)


def test_the_first_text_without_a_result_raises() -> None:
    with pytest.raises(NoMatch, match="offset 1"):
        convert_many(irigrammar.normalize, ["a", "a b", "c d"])
    with pytest.raises(ValueError, match="unknown errors 'ignore'"):
        convert_many(irigrammar.normalize, [], errors="ignore")  # type: ignore[arg-type]


def test_parameters_the_kernel_has() -> None:
    known: list[Any] = [
        partial(irigrammar.iri_to_uri, grammar="leiri", host="idna", schemes=None),
        partial(irigrammar.normalize, level="scheme"),
        irigrammar.convert.web_address_to_iri,
    ]
    assert all((rewriter_of(function) is None) == (engine() == "pure") for function in known)
    others: list[Any] = [
        partial(irigrammar.iri_to_uri, host="percent"),
        partial(irigrammar.normalize, schemes=irigrammar.schemes.schemes()),
        partial(irigrammar.resolve, "a:b"),
        str.upper,
    ]
    assert [rewriter_of(function) for function in others] == [None] * 4


def test_lines_other_than_utf_8_have_no_result() -> None:
    data, refused, _ = convert_block(irigrammar.normalize, b"A:b\n\xff\n")
    assert data == b"a:b\n"
    ((number, raw, error),) = refused
    assert (number, raw, str(error)) == (2, b"\xff", "it is not UTF-8: byte 0 is 0xFF")


def test_a_list_is_several_lines_and_a_line_break_is_refused() -> None:
    assert convert_block(prepare_list, b"a b\n").data == b"a\nb\n"
    (refusal,) = convert_block(lambda text: f"{text}\n", b"a").refusals
    assert str(refusal.error) == "the result has a line break"


def test_blocks_are_converted_in_order_by_processes() -> None:
    blocks = [f"A:{number}\na b\n".encode() for number in range(7)]
    converted = [*convert_blocks(irigrammar.normalize, iter(blocks), jobs=2)]
    assert [block.data for block in converted] == [f"a:{number}\n".encode() for number in range(7)]
    assert [block.refusals[0].number for block in converted] == [2] * 7


def test_nothing() -> None:
    assert convert_many(irigrammar.normalize, []) == []
    assert convert_block(irigrammar.normalize, b"") == (b"", [], 0)
    assert [*convert_blocks(irigrammar.normalize, io.BytesIO(b""), 2)] == []


def test_a_canonical_key() -> None:
    key = irigrammar.convert.canonical_key
    assert key("HTTP://XN--R-BGA:80/%7e") == key("http://r\xe9/~") == "http://r\xe9/~".encode()
    assert key("HTTP://h:80", level="syntax") == b"http://h:80"
    assert key("file:///./a") == b"file:///a"
    with pytest.raises(NoMatch):
        key("a b")


@pytest.mark.parametrize(
    ("a", "b", "level"),
    [
        ("http:\xe9", "http:%C3%A9", "syntax"),
        ("urn:\u200f", "urn:%E2%80%8F", "syntax"),
        ("foo:..", "foo:%2e%2E", "syntax"),
        ("urn:AB:b?+r", "urn:ab:b", "scheme"),
        ("mailto:?to=a@b", "mailto:a@B", "scheme"),
        ("http://[2001:DB8::0:1]", "http://[2001:db8::1]/", "scheme"),
    ],
)
def test_keys_are_equal_as_compare_decides(a: str, b: str, level: Level) -> None:
    assert irigrammar.compare(a, b).rung == level
    assert irigrammar.convert.canonical_key(a, level=level) == irigrammar.convert.canonical_key(b, level=level)
