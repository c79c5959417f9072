"""Requirements files of pip: URLs of what is installed, and of indexes."""

from __future__ import annotations

from pathlib import PurePath

import pytest
from document_items import any_text, check, comments, identifiers
from hypothesis import given

from irigrammar.scan.formats.registry import type_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo @ https://e/foo.whl ; python_version < '3.12'", ["https://e/foo.whl"]),
        ("foo[bar,baz]@https://e/foo.whl#sha256=0a", ["https://e/foo.whl#sha256=0a"]),
        ("-e git+https://e/r.git@v1#egg=foo  # why", ["git+https://e/r.git@v1#egg=foo"]),
        ("--editable=git+ssh://git@e/r.git", ["git+ssh://git@e/r.git"]),
        ("https://e/x.tar.gz\n  http://e/y.zip", ["https://e/x.tar.gz", "http://e/y.zip"]),
        ("-i https://e/simple\r\n--index-url=https://f/simple\n", ["https://e/simple", "https://f/simple"]),
        ("--extra-index-url 'https://e/simple' \\\n  --hash=sha256:0a", ["https://e/simple"]),
        ("--find-links https://e/links\\\n -f file:///srv/wheels", ["https://e/links", "file:///srv/wheels"]),
        (
            "-f file:///srv/wheels\n-r http://e/base.txt\n-c https://e/c.txt",
            ["file:///srv/wheels", "http://e/base.txt", "https://e/c.txt"],
        ),
        ("foo @ https://e/a|b.whl", ["https://e/a|b.whl"]),
        ("foo @ https://e/a b.whl ; os_name == 'nt'", ["https://e/a b.whl"]),
        ("foo @ https://e/a b[c].whl;x --hash=sha256:0a", ["https://e/a b[c].whl;x"]),
        ("foo[x] @ https://e/a b  # why\n-e git+https://e/c d\\\n", ["https://e/a b", "git+https://e/c d"]),
        ("https://e/a b.whl \\\n  --hash=sha256:0a", ["https://e/a b.whl"]),
        ("-i https://e/a b", ["https://e/a"]),
        ("# https://e/x\nfoo==1  # see https://e/y\n", []),
        ("-r base.txt\n-c ../c.txt\n-f ./wheels\n./foo.whl\nfoo>=1; extra == 'http://x'\n--trusted-host e:80", []),
        ("foo @ https://${TOKEN}@e/x.whl\n-i ${INDEX}", []),
        ("foo==1 --hash=sha256:0a\n-f C:\\wheels", []),
    ],
)
def test_urls(text: str, expected: list[str]) -> None:
    assert identifiers("requirements", text) == expected
    check("requirements", text)


def test_ignores() -> None:
    text = "# iri: ignore[S001]\n# no\nfoo @ https://e/#x  # iri: ignore\n"
    assert comments("requirements", text) == [
        ("# iri: ignore[S001]", " iri: ignore[S001]"),
        ("# iri: ignore", " iri: ignore"),
    ]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "dev-requirements.in", "constraints.txt"])
def test_names(name: str) -> None:
    kind = type_of(PurePath("a", name))
    assert kind is not None
    assert kind.name == "requirements"


@given(
    any_text(
        "foo", " @ ", "https://e/", "-e ", "git+", "-i ", "--index-url=", "#", " #", "\\\n", "\n", "[", "]", "'", "iri:"
    )
)
def test_any_text_at_all(text: str) -> None:
    check("requirements", text)
