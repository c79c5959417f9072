"""Unknown options, texts that do not match, and custom schemes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rows import in_one_test

import irigrammar
from irigrammar import ConversionError, NoMatch, UnknownGrammar, UnknownRule
from irigrammar.processing.compare import compare
from irigrammar.processing.conversions import (
    iri_to_uri,
    leiri_to_iri,
    normalize,
    resolve,
    uri_to_iri,
    web_address_to_iri,
)
from irigrammar.processing.host import host_policy, host_to_ascii, host_to_unicode
from irigrammar.processing.labels import to_ascii_label, to_unicode_label
from irigrammar.processing.liberal import split_liberal
from irigrammar.processing.prepare import prepare
from irigrammar.processing.resolve import relativize
from irigrammar.processing.rewrite import rewrite
from irigrammar.processing.schemes import Scheme, schemes
from irigrammar.processing.support.build import encode

IRI = irigrammar.grammar("rfc3987").start
POLICY = "unknown host policy 'x'; choose 'idna', 'idna2008', 'idna2003'"


@in_one_test(
    ("function", "option", "error", "message"),
    [
        *(
            (function, {"policy": "x"}, ValueError, POLICY)
            for function in (host_to_ascii, host_to_unicode, host_policy)
        ),
        *((function, {"policy": "x"}, ValueError, POLICY) for function in (to_ascii_label, to_unicode_label)),
        *((function, {"host": "x"}, ValueError, POLICY) for function in (iri_to_uri, split_liberal)),
        (uri_to_iri, {"host": "ascii"}, ValueError, "host form"),
        (split_liberal, {"form": "url"}, ValueError, r"unknown form 'url'; did you mean 'uri'\?"),
        (normalize, {"level": "protocol"}, ValueError, "unknown level 'protocol'; choose 'syntax' or 'scheme'"),
        (prepare, {"spaces": "keep"}, ValueError, "unknown treatment of spaces 'keep'; choose 'encode' or 'remove'"),
        (prepare, {"references": "xml"}, ValueError, "unknown kind of references 'xml'; choose 'none', 'numeric' or"),
        (web_address_to_iri, {"authority": "host"}, ValueError, "unknown authority 'host'; choose 'refuse', 'browser'"),
        *(
            (function, {"errors": "ignore"}, ValueError, "unknown errors 'ignore'; choose 'strict' or 'reference'")
            for function in (web_address_to_iri, iri_to_uri)
        ),
        *(
            (function, {"charset": charset}, ConversionError, "charset")
            for charset in ("nothing", "utf-7", "hz", "rot13")
            for function in (
                split_liberal,
                lambda text, charset: web_address_to_iri(f"http://h/?{text}é", charset=charset),
            )
        ),
        (encode, {"rule": "segmnt"}, UnknownRule, "segmnt"),
        (encode, {"rule": "segment", "grammar": "rfc3978"}, UnknownGrammar, "rfc3978"),
        (lambda text, grammar: resolve("a:", text, grammar=grammar), {"grammar": "rfc3988"}, UnknownGrammar, "rfc3988"),
    ],
)
def test_unknown_options(function: Callable[..., Any], option: dict[str, str], error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        function("a", **option)


TEXTS = ["1:", "a b", "//[", "%", "%4", "\ud800", "a##"]
NOT_ABSOLUTE = ["", "a", "//h/a", "/a", "?q", "#f", "1a:b", "http://[", "http://h/ ", "http://h/\ud800"]
# The function of the text, the texts, the grammar and the rule that they do not match.
ROWS: list[tuple[Callable[[str], Any], list[str], str, str]] = [
    *(
        (lambda text, level=level: normalize(text, level=level), TEXTS, "rfc3987", "IRI-reference")
        for level in ("syntax", "scheme")
    ),
    (lambda text: normalize(text, grammar="iri-bis"), ["a://%aa"], "iri-bis", "IRI-reference"),
    (lambda text: resolve("http://h/", text), TEXTS, "rfc3987", "IRI-reference"),
    *((lambda text, ask=ask: ask(text, "http://h/"), NOT_ABSOLUTE, "rfc3987", "IRI") for ask in (resolve, relativize)),
    (lambda text: relativize("http://h/", text), NOT_ABSOLUTE, "rfc3987", "IRI"),
    (lambda text: resolve(text, "", grammar="rfc3986"), ["http://h/é"], "rfc3986", "URI"),
    (lambda text: resolve("a:b", text, grammar="leiri"), ["\ud800"], "leiri", "LEIRI-reference"),
    (lambda text: relativize("a:b", text, grammar="leiri"), ["c"], "leiri", "LEIRI"),
    *(
        (lambda text, more=more: compare(text, "a:", **more), ["a b", "\ud800"], "rfc3987", "IRI-reference")
        for more in ({}, {"ignore_fragment": True}, {"base": "http://h/"})
    ),
    (lambda text: compare("a:", text), ["a b"], "rfc3987", "IRI-reference"),
    (lambda text: compare(text, text), ["a b"], "rfc3987", "IRI-reference"),
    (lambda text: compare("a", "a", base=text), ["//h"], "rfc3987", "IRI"),
    (uri_to_iri, [*TEXTS, "/%zz", "\ue000", "/é\ufffe", "a<b"], "rfc3987", "IRI-reference"),
    (iri_to_uri, [*TEXTS, "é:é", "http://é/ a"], "rfc3987", "IRI-reference"),
    (lambda text: iri_to_uri(text, grammar="rfc3986"), ["é"], "rfc3986", "URI-reference"),
    (lambda text: iri_to_uri(text, grammar="leiri"), ["\ud800"], "leiri", "LEIRI-reference"),
    (lambda text: iri_to_uri(text, grammar="iri-bis"), ["http://%41é/"], "iri-bis", "IRI-reference"),
    *(
        (
            lambda text, name=name: leiri_to_iri(text, grammar=name),
            [" a:b", "a b:c", "//a:b c", "//[", "%", "%4", "%zz", "\ud800", "\uffff", "a\ufffe", "//a]"],
            name,
            rule,
        )
        for name, rule in (("leiri", "LEIRI-reference"), ("leiri-bis", "IRI-reference"))
    ),
    (
        lambda text: web_address_to_iri(f" {text}\n"),
        ["http://a%20b/ c", "//a%", "//[", "//h:x", ":", "\ud800", "\ufffe", "//a@b@c", "//a]"],
        "web-address",
        "IRI-reference",
    ),
    (lambda text: rewrite(IRI, text, {"ihost": str}), ["http://b c/", "\ud800", "%"], "rfc3987", "IRI-reference"),
]


@in_one_test(("function", "texts", "grammar", "rule"), ROWS)
def test_texts_that_do_not_match(function: Callable[[str], Any], texts: list[str], grammar: str, rule: str) -> None:
    for text in texts:
        with pytest.raises(NoMatch) as caught:
            function(text)
        error = caught.value
        assert (error.text, error.grammar, error.rule) == (text, grammar, rule)
        assert error.fault == irigrammar.grammar(grammar)[rule].check(text).fault


FOO = Scheme("foo", domain_name=True, default_port=7, sections={"default_port": "here"})


@pytest.mark.parametrize(
    ("function", "text", "without", "result"),
    [
        (
            lambda text, **more: str(split_liberal(text, form="uri", **more)),
            "foo://é/",
            "foo://%C3%A9/",
            "foo://xn--9ca/",
        ),
        (lambda text, **more: normalize(text, level="scheme", **more), "foo://É:7/", "foo://É:7/", "foo://é/"),
        (normalize, "foo://%C3%89:7/", "foo://É:7/", "foo://%C3%89:7/"),
        (lambda text, **more: compare(text, "foo://xn--9ca/", **more).rung, "foo://é:7/", "different", "scheme"),
    ],
)
def test_schemes_of_the_caller(function: Callable[..., str], text: str, without: str, result: str) -> None:
    assert function(text) == without
    assert function(text, schemes=schemes().with_scheme(FOO)) == result
