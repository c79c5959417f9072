"""What Python said about a host is remembered in the kernel; what it could not write, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernels import NEEDS_KERNEL

from irigrammar.matching.components import shipped_splitter
from irigrammar.processing.support.rewriters import native, rewriter
from irigrammar.shipped.loader import value

pytestmark = NEEDS_KERNEL


def test_a_host_is_asked_about_once() -> None:
    """Also one that Python leaves. Without a scheme, and with one, it is another question."""
    questions: list[str] = []

    def asked(_: str) -> Callable[[str], str | None]:
        def host_of(host: str) -> str | None:
            questions.append(host)
            return None if host == "\xfc" else host.encode("punycode").decode()

        return host_of

    rows = value("rfc3987", "plan iri_to_uri")
    rewrites: Any = native(shipped_splitter("rfc3987", "IRI-reference").spans, rows, asked)
    texts = ["http://\xe9/", "http://\xfc/", "http://\xe9/a", "//\xe9/"]
    for _ in range(3):
        assert [rewrites.text(text) for text in texts] == ["http://9ca/", NotImplemented, "http://9ca/a", "//9ca/"]
    assert questions == ["\xe9", "\xfc", "\xe9"]


def test_more_hosts_than_are_remembered() -> None:
    rewrites: Any = rewriter("iri_to_uri", "rfc3987")
    texts = [f"http://\xe9{number}.org/" for number in range(20_000)]
    mapped = [rewrites.text(text) for text in texts]
    assert mapped[:2] == ["http://xn--0-9fa.org/", "http://xn--1-9fa.org/"]
    assert [rewrites.text(text) for text in texts] == mapped
