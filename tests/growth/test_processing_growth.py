"""Linear time of each function that processes, its steps included."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args

import pytest
from conversions import NAMES, called, steps_of
from growth import LIMIT, SIZE, growth, once

import irigrammar
from irigrammar import ConversionError, NoMatch
from irigrammar.advice.advise import advise
from irigrammar.hosts import check_fetch, why
from irigrammar.html import hostport, hostspecific
from irigrammar.masking import secrets
from irigrammar.matching.browser import domain_fault, read_url
from irigrammar.processing.choices import Form
from irigrammar.processing.compare import compare
from irigrammar.processing.conversions import (
    iri_to_uri,
    leiri_to_iri,
    normalize,
    resolve,
    uri_to_iri,
    web_address_to_iri,
)
from irigrammar.processing.host import POLICIES, host_to_ascii, host_to_unicode
from irigrammar.processing.liberal import split_liberal
from irigrammar.processing.path import guard, remove_dot_segments
from irigrammar.processing.prepare import prepare
from irigrammar.processing.resolve import relativize
from irigrammar.processing.support.build import encode, map_component
from irigrammar.processing.trace import Trace, call_recording
from irigrammar.processing.ucs import encode_in_charset, to_ucs
from irigrammar.schemes import check_scheme

pytestmark = pytest.mark.growth

URI, IRI = irigrammar.grammar("rfc3986").start, irigrammar.grammar("rfc3987").start

# For each public function: the name, what is before, what is repeated, and what is after.
KINDS: dict[str, tuple[str, str, str]] = {
    "segments": ("http://h/", "é/", ""),
    "dot segments": ("http://a/b/", "x/../", "é?y"),
    "dot segments that are encoded": ("http://a/b/", "%2E%2e/", "?%2"),
    "percent-encodings": ("http://h/?", "%c3%A9%fc", "#%"),
    "what is refused": ("http://h/", " <é>|\\", "?\ue000"),
    "at signs and colons": ("http://", "a@:", "é"),
    "labels": ("http://", "é.", "org/"),
    "character references": ("", "&#233;&eacute;&x ", ""),
    "no tail": ("", "a:", "\ud800"),
}
HEAVY = ("what is refused", "percent-encodings")


def text_of(kind: tuple[str, str, str], size: int) -> str:
    before, part, after = kind
    return before + part * (size // len(part)) + after


def ask(name: str, text: str, *, steps: bool) -> bool:
    """Return whether a function has a result, once its answer is there."""
    trace: Trace = [] if steps else None
    try:
        called(name, text, trace)
    except (NoMatch, ConversionError, UnicodeEncodeError) as error:
        return not str(error)
    return True


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_public_functions(name: str, kind: str) -> None:
    short, long = text_of(KINDS[kind], 10_000), text_of(KINDS[kind], 20_000)
    asked = partial(ask, name, steps=True)
    once(asked, long)
    if once(asked, long) > 1e-3:
        assert growth(asked, short, long) < LIMIT


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", HEAVY)
def test_a_megabyte_gets_the_answer_of_a_short_text(name: str, kind: str) -> None:
    assert ask(name, text_of(KINDS[kind], SIZE), steps=False) == ask(name, text_of(KINDS[kind], 1_000), steps=False)


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_of_a_megabyte_are_as_many_as_those_of_a_short_text(name: str) -> None:
    kind = KINDS["what is refused"]
    assert len(steps_of(name, text_of(kind, SIZE // 10))) == len(steps_of(name, text_of(kind, 1_000)))


BASE = read_url("http://user@base.example:8080/a/b")


def schemes(text: str) -> None:
    check_scheme(text)
    why(text)
    check_fetch(text)
    if "@a@" not in text and "\\" not in text:
        normalize(text, level="scheme")


def built(text: str) -> None:
    map_component(text)
    encode(text, "isegment")
    encode(text, "segment", charset="gb18030")


def lead(text: str) -> object:
    return resolve(f"http://h/{text}", f"x/{text}"), relativize(f"http://h/{text}", f"http://h/y/{text}")


def host(text: str, policy: str) -> object:
    try:
        return host_to_ascii(text, policy)
    finally:
        host_to_unicode(text, policy)


def way(text: str) -> object:
    """Compare the ends of a way of redirects that has as many steps as the text has characters."""
    steps = {f"http://h/{index}": str(index + 1) for index in range(len(text))}
    return compare("http://h/0", f"http://h/{len(text)}", redirects=steps)


# What the texts above do not reach: functions, the size of the shorter text, and texts as (before, part, after).
ROWS: list[tuple[Callable[[str], object], int, list[tuple[str, str, str]]]] = [
    (
        advise,
        20_000,
        [
            ("http://h/", f"{part}/", "")
            for part in ["a", "A", "..", "%2e%2E", "%41", "éa", "p\u0430", "%FF", "a1b", "1.2.3"]
        ]
        + [("http://h/", "a,b/", ""), ("data:application/json;base64,", "aB3_", "")],
    ),
    (
        lambda text: read_url(text, BASE),
        20_000,
        [
            (before, part, "")
            for before in ("http://", "", "foo://", "file:")
            for part in ["a", "/", "\\", "@", ":", "%41", ".", "1.", "\t", "[", "xn--a.", "0"]
        ],
    ),
    (
        domain_fault,
        20_000,
        [("", part, "") for part in ["a", "a.", "\xfc", "xn--a.", "xn--9ca.", "\u05d0", "-", "1.", "\u0308"]],
    ),
    (built, 20_000, [("", part, "") for part in ["%", "%4", "%41", "é", " a", "é%", "a"]]),
    (lambda text: compare(text, text.lower(), redirects={text: text}), 10_000, [("http://H/", "%C3%A9/../", "")]),
    (way, 200, [("", "a", "")]),
    (lead, 20_000, [("", part, "") for part in ["a/", "../", "./", "/", "a/../", "a", "?a", "%C3%A9"]]),
    *(
        (
            partial(split_liberal, form=form),
            20_000,
            [("", part, "") for part in [":", "%", " ", " a", "#", "?", "a\ud800"]]
            + [("//", part, "") for part in [":", "[", "@", "[]", "é."]]
            + [("/", "é /", ""), ("//h:", "1", "")],
        )
        for form in get_args(Form)
    ),
    *(
        (
            partial(host, policy=policy),
            50_000,
            [("é", part, "") for part in ["é", "é.", "é。", "a.", "\u00ad", "%C3%A9", "%2E", "אa", "\u0301", "ﷺ"]]
            + [("é", "xn--9ca.", ""), ("é", "%", "")],
        )
        for policy in POLICIES
    ),
    (partial(encode_in_charset, charset="latin-1"), 500_000, [("", "é", ""), ("", "éa", "")]),
    (remove_dot_segments, 200_000, [("", part, "") for part in ["../", "/a/..", "/a", "/.", "/", "."]]),
    (hostport, 20_000, [("http://u@h:", "0", "80/")]),
    (hostspecific, 20_000, [("http://u@h:", "0", "80/"), ("http://u@h/", "a", "")]),
    (leiri_to_iri, 20_000, [("", part, "") for part in [" ", "a ", "\u202e", "?\ue000", "%20", "é\\"]]),
    (
        secrets,
        100_000,
        [
            ("", part, end)
            for part in ["//a:b", "//a:b@", "//@", "//a:x/", "https:", "//[:x@", "https:a:x ", "@", "//a:1"]
            for end in ("@", " @", "\n@", '"@')
        ],
    ),
    (
        lambda text: normalize(text, level="scheme"),
        20_000,
        [
            *(("http://", part, "") for part in ["É.", "é", "%C3%89", "xn--rsum-bpad."]),
            *(("http://h/", part, "") for part in ["a/../", "%c3%a9"]),
            *[("", "%2E%2e/", ""), ("http://h/?", "%c3", ""), ("http://h:", "0", ""), ("a:", "/./", "")],
            ("http://", "u:", "@h"),
        ],
    ),
    (
        lambda text: call_recording([], prepare, text, references="html"),
        20_000,
        [("", part, "") for part in ["&", "&#", "&#1", "&a", "&#233;", "&eacute;", "&#0;", " ", " a", "&#x0"]],
    ),
    (
        schemes,
        20_000,
        [
            *[("mailto:a/b@c", ",a/b@c", "?s=a"), ("geo:1,2", ";u=3", ""), ("tel:+1", ";a=1", "")],
            *[("urn:a0:a", "b/", "?+x"), ("sip:a@b", ";x=1", "?a=b"), ("data:text/html;base64,", "YWJj", "")],
            *[
                ("http://", "a@", "b/"),
                ("http://h", "\\", ""),
                ("http://h", ".é", "/"),
                ("http://h.example/?", "é", "#é"),
            ],
        ],
    ),
    (
        uri_to_iri,
        20_000,
        [
            *(("/", part, "") for part in ["%C3%A9", "%E2%80%AE", "%FF", "%C3", "%2F", "%41", "/", "a", "é"]),
            *(("http://", part, "/") for part in ["xn--rsum-bpad.", "xn--rsum-bpad", "%C3%A9", "%2E"]),
        ],
    ),
    (
        iri_to_uri,
        20_000,
        [
            *[
                ("http://h/", "é/", ""),
                ("http://h/?", "é&", ""),
                ("#", "é", ""),
                ("http://", "é.", ""),
                ("é", "a", " "),
            ],
            *[("http://é.", "a.", ""), ("http://", "é:", "@h"), ("é", "%C3%A9", ""), ("http://é/", "a", "")],
        ],
    ),
    (
        web_address_to_iri,
        20_000,
        [("", part, "") for part in ["\\", "a\\", "% ", "\t", "%4", "é", "\u202e", "?\\"]] + [("//u:", "p\\", "@e/")],
    ),
]


@pytest.mark.parametrize(("ask", "size", "kind"), [(ask, size, kind) for ask, size, kinds in ROWS for kind in kinds])
def test_other_texts(ask: Callable[[str], object], size: int, kind: tuple[str, str, str]) -> None:
    def asked(text: str) -> object:
        try:
            return ask(text)
        except (ConversionError, NoMatch) as error:
            return str(error)

    assert growth(asked, text_of(kind, size), text_of(kind, 2 * size)) < LIMIT
    asked(text_of(kind, min(SIZE, 10 * size)))


@pytest.mark.parametrize(
    ("convert", "target", "kinds"), [(ask, IRI, kinds) for ask, _, kinds in ROWS if ask in (leiri_to_iri, uri_to_iri)]
)
def test_a_megabyte_is_converted(
    convert: Callable[[str], str], target: irigrammar.Matcher, kinds: list[tuple[str, str, str]]
) -> None:
    for kind in kinds:
        assert target.matches(convert(text_of(kind, SIZE)))


def test_a_megabyte_of_dots_and_of_zeros() -> None:
    for part in ("../", "/a/..", "/a", "/.", "/", "."):
        path = remove_dot_segments(part * (SIZE // len(part)))
        assert len(path) <= SIZE
        assert guard(path)[:3] == guard(remove_dot_segments(part * 40))[:3]
    zeros = "0" * SIZE
    assert hostport(f"http://h:{zeros}80/") == "h"
    assert hostport(f"http://h:{zeros}/") == f"h:{zeros}"
    assert compare(*("http://H/" + f"%{code}/../" * (SIZE // 20) for code in ("C3%A9", "c3%a9"))).rung == "syntax"


@pytest.mark.parametrize("half", ["\u0301", "\u0301\u0323", "ệ", "e\u0302\u0323"])
def test_long_rows_of_marks_are_normalized_in_linear_time(half: str) -> None:
    """With `unicodedata.normalize` alone a row of marks out of order takes four times as long at twice the length."""
    marks = "\u0323"
    short, long = (f"a{half * (size // 2 // len(half))}{marks * (size // 2)}" for size in (20_000, 40_000))
    assert growth(lambda text: to_ucs(text, source="typed"), short, long) < LIMIT
