"""Faults seeded into documents of many types: at least 95 % are reported, and what is right is not."""

from __future__ import annotations

from functools import cache
from pathlib import PurePath

import pytest

pytest.importorskip("pyromark")
pytest.importorskip("yaml")

from irigrammar.advice.registry import chosen
from irigrammar.scan.checking import Checker, matcher_of
from irigrammar.scan.formats.items import Candidate, Malformed, Production
from irigrammar.scan.formats.registry import DocumentType, Options, type_of

# What is seeded, by kind.
FAULTS = {
    "bracket in host": "http://ex[ample.org/",
    "bracket in path": "http://example.org/a[b",
    "closing bracket": "http://example.org/a]b",
    "footnote": "http://example.org/a[1/b",
    "brace": "http://example.org/a{b",
    "closing brace": "http://example.org/a}b",
    "bar": "http://example.org/a|b",
    "caret": "http://example.org/a^b",
    "backtick": "http://example.org/a`b",
    "percent": "http://example.org/%zz",
    "percent in query": "http://example.org/?q=100%&b",
    "port": "http://example.org:80a/",
    "high port": "http://example.org:99999/",
    "dots in host": "http://example..org/",
    "dot first": "http://.example.org/",
    "underscore": "http://ex_ample.org/",
    "second number sign": "http://example.org/#a#b",
    "second at sign": "http://a@b@example.org/",
    "open literal": "http://[2001:db8::1/a",
    "wrong literal": "http://[2001:db8::g]/a",
    "invisible in host": "http://exam\u200bple.org/",
    "hyphen in host": "http://exam\u00adple.org/",
    "misspelled": "htp://example.org/",
    "letter too many": "htttps://example.org/",
    "letter too few": "ttps://example.org/",
    "one slash": "http:/example.org/",
    "no colon": "http//example.org/",
    "two colons": "http:://example.org/",
    "semicolon": "https;//example.org/",
    "wide colon": "http\uff1a//example.org/",
    "doubled": "https://https://example.org/",
    "doubled without colon": "https://http//example.org/",
    "package": "git+https://example.org:80a/",
    "bucket": "s3://bucket/a|b",
    "database": "postgres://example.org:80a/db",
    "driver": "jdbc:postgresql://example.org/a|b",
    "mail": "mailto:a@b@example.org",
    "name": "urn:a:b",
    "port in a list": "mongodb://example.org:1,example.com:2a/db",
    "host in a list": "mongodb://example.org:1,exa|mple.com:2/db",
    "literal in a list": "mongodb://example.org:1,[2001:db8::1:2/db",
}
# Those that only what is around can show.
SPACED = {
    "space in path": "http://example.org/a b",
    "space in file": "http://example.org/my file.pdf",
    "space in host": "http://exam ple.org/",
    "space in query": "http://example.org/?q=a b&c=d",
    "space after slashes": "http:// example.org/",
}
BACKSLASH = {"backslash": "http://example.org\\a", "backslashes": "http:\\\\example.org\\a"}
RIGHT = (
    "http://example.org/a_(b)?c=d#e",
    "https://example.org/%C3%A9/~x",
    "mailto:a@example.org",
    "git+ssh://git@example.org/a",
)
RIGHT_IN_CODE = ("mongodb://example.org:27017,example.com:27018/a?b=c",)

# Where it is seeded: "@" is the identifier. After a name: what else is a fault there.
QUOTED = {
    "a.py": 'URL = "@"\n',
    "b.py": "get('@', 1)\n",
    "a.js": "fetch('@');\n",
    "a.ts": 'const url: string = "@";\n',
    "a.java": 'String s = "@";\n',
    "a.go": 's := "@"\n',
    "a.rs": 'let s = "@";\n',
    "a.c": 'char *s = "@";\n',
    "a.cs": 'var s = "@";\n',
    "a.kt": 'val s = "@"\n',
    "a.rb": "s = '@'\n",
    "a.php": "$s = '@';\n",
    "a.swift": 'let s = "@"\n',
    "a.vue": '<script>\nconst s = "@"\n</script>\n',
    "a.proto": 'option x = "@";\n',
    "a.r": 's <- "@"\n',
    "a.sh": 'curl "@"\n',
    "a.ps1": 'iwr "@"\n',
    "a.bat": 'start "@"\n',
    "a.tf": 'source = "@"\n',
    "a.sql": "INSERT INTO t VALUES (1, '@');\n",
    "a.css": 'a { background: url("@") }\n',
    "Makefile": 'x:\n\tcurl "@"\n',
    "Dockerfile": 'RUN curl "@"\n',
    "a.po": 'msgid "\\"@\\""\n',
    "b.ipynb": '{"cells": [{"cell_type": "code", "source": ["import x\\n", "get(\'@\')\\n"]}]}\n',
}
KEYED = {
    "package.json": '{"name": "x", "homepage": "@"}\n',
    "b/package.json": '{"repository": {"type": "git", "url": "@"}}\n',
    "openapi.json": '{"openapi": "3.1.0", "servers": [{"url": "@"}]}\n',
    "bom.json": '{"bomFormat": "CycloneDX", "components": [{"externalReferences": [{"url": "@"}]}]}\n',
    "a.spdx.json": '{"spdxVersion": "SPDX-2.3", "packages": [{"downloadLocation": "@"}]}\n',
    "a.spdx.yaml": "spdxVersion: SPDX-2.3\npackages:\n- homepage: '@'\n",
    "a.spdx": "SPDXVersion: SPDX-2.3\nPackageDownloadLocation: @\n",
    "composer.json": '{"support": {"issues": "@"}}\n',
    "c/package.json": '{"funding": "@", "publishConfig": {"registry": "@"}}\n',
    "b/Cargo.toml": "[dependencies]\na = {git = '@'}\n",
    "a.jsonl": '{"url": "@"}\n',
    "a.geojson": '{"properties": {"link": "@"}}\n',
    "openapi.yaml": "openapi: 3.1.0\ninfo:\n  termsOfService: '@'\n",
    "compose.yml": 'environment:\n  SERVICE_URL: "@"\n',
    "CITATION.cff": "cff-version: 1.2.0\nrepository-code: '@'\n",
    "pyproject.toml": "[project.urls]\nHomepage = '@'\n",
    "b/pyproject.toml": "[project]\ndependencies = ['a \x00 @ ; x']\n",
    "requirements.txt": "a[b] \x00 @ ; x\n",
    "e.py": "# /// script\n# dependencies = ['a \x00 @ ; x']\n# ///\n",
    "Cargo.toml": "[package]\nhomepage = '@'\n",
    "b.toml": "[tool.poetry]\ndocumentation = '@'\n",
    "a.csv": 'id,url\n1,"@"\n',
    "a.tsv": "id\thomepage\n1\t@\n",
    ".env": "APP_URL=@\n",
    "setup.cfg": "[metadata]\nurl = @\n",
    "a.properties": "app.url = @\n",
}
PLAIN = {
    "a.txt": "See @ for more.\n",
    "b.txt": "See (@), or not.\n",
    "c.txt": "@\n",
    "a.rst": "See @, and `more <https://example.org/>`_.\n",
    "b.rst": ".. _x: @\n",
    "c.rst": ".. image:: @\n   :alt: x\n",
    "a.adoc": "See @ there.\n",
    "a.org": "See [[@][more]].\n",
    "a.tex": "\\url{@}\n",
    "a.bib": "@misc{x,\n  url = {@},\n}\n".replace("@misc", "\x00misc"),
    "a.md": "See @ there.\n",
    "b.md": "[x](<@>)\n",
    "c.md": "[x]: <@>\n\n[x]\n",
    "d.md": "---\nurl: @\n---\n# x\n",
    "c.ipynb": '{"cells": [{"cell_type": "markdown", "source": ["# x\\n", "[x](<@>)\\n"]}]}\n',
    "a.ipynb": '{"cells": [{"source": ["see @ there\\n"]}]}\n',
    "a.yaml": "note: see @ there\n",
    "a.json": '{"note": "see @ there"}\n',
    "a.toml": 'note = "see @ there"\n',
    "b.csv": "id,note\n1,see @ there\n",
    "a.ini": "# see @ there\n",
    "b.po": '#. see @ there\nmsgid ""\n"see "\n"@ there"\n',
    "c.py": "# see @ there\n",
    "c.js": "/* see @ there */\n",
    "d.py": '# /// script\n# dependencies = [\n#   "a \x00 @",\n# ]\n# ///\n',
}


def seeded(around: str, identifier: str) -> str:
    return around.replace("@", identifier).replace("\x00", "@")


@cache
def checker(production: Production, kind: DocumentType) -> Checker:
    return Checker(matcher_of(production), chosen(kind.profile) if kind.profile else (), local=kind.local)


def reported(name: str, text: str) -> list[str]:
    """Return the codes that are reported of a document, from warnings on."""
    kind = type_of(PurePath(name))
    assert kind is not None, name
    codes = []
    for item in kind.open(Options(path=name))(text):
        if isinstance(item, Malformed):
            codes.append(item.code)
        elif isinstance(item, Candidate):
            findings = checker(item.production or kind.production, kind).findings(item.text)
            codes += [finding.code for finding in findings if finding.severity != "advice"]
    return codes


def escaped(name: str, text: str) -> str:
    """Return an identifier as a document has it: backslashes are escaped where they escape."""
    doubled = name.endswith((".json", ".jsonl", ".geojson", ".po", ".ipynb")) or name == "compose.yml"
    return text.replace("\\", "\\\\") if doubled else text


CASES = [
    (name, kind, seeded(around, escaped(name, text)))
    for names, kinds in (
        (QUOTED, FAULTS | SPACED),
        (KEYED, FAULTS | SPACED | BACKSLASH),
        (PLAIN, FAULTS | {"space after slashes": SPACED["space after slashes"]} | BACKSLASH),
    )
    for name, around in names.items()
    for kind, text in kinds.items()
]


def test_at_least_95_percent_are_reported() -> None:
    missed = [(name, kind) for name, kind, text in CASES if not reported(name, text)]
    assert len(missed) <= 0.05 * len(CASES), missed


@pytest.mark.parametrize("name", [*QUOTED, *KEYED, *PLAIN])
def test_nothing_is_reported_of_what_is_right(name: str) -> None:
    around = {**QUOTED, **KEYED, **PLAIN}[name]
    for text in (*RIGHT, *(RIGHT_IN_CODE if name in QUOTED else ())):
        assert reported(name, seeded(around, text)) == []
