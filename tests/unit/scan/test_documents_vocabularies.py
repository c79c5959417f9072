"""Vocabularies of data formats: SBOMs of CycloneDX and SPDX."""

from __future__ import annotations

import pytest
from document_items import check, identifiers, items

from irigrammar.scan.checking import matcher_of
from irigrammar.scan.formats.items import Candidate
from irigrammar.scan.formats.vocabularies import vocabulary

CYCLONEDX = '"bomFormat": "CycloneDX", "specVersion": "1.6"'
SPDX = '"spdxVersion": "SPDX-2.3"'
NAME = "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79"
SCP = "git@github.com:a/b.git"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'{{{CYCLONEDX}, "serialNumber": "{NAME}"}}', [("serialNumber", "IRI", True)]),
        (f'{{{CYCLONEDX}, "serialNumber": "3e67 1687"}}', [("serialNumber", "IRI", False)]),
        (
            f'{{{CYCLONEDX}, "components": [{{"bom-ref": "a b", "purl": "pkg:pypi/a b@1"}}]}}',
            [("components.purl", "URI", False)],
        ),
        (
            f'{{{CYCLONEDX}, "externalReferences": [{{"type": "vcs", "url": "{SCP}"}}, {{"url": "docs/a"}}]}}',
            [
                ("externalReferences.url", "IRI-reference", False),
                ("externalReferences.url", "IRI-reference", True),
            ],
        ),
        (
            f'{{{CYCLONEDX}, "licenses": [{{"license": {{"url": "a b"}}}}]}}',
            [("license.url", "IRI-reference", False)],
        ),
        (f'{{{CYCLONEDX}, "supplier": {{"url": ["a b"]}}}}', [("url", "IRI-reference", False)]),
        (f'{{"services": [{{"endpoints": ["a b"]}}], {CYCLONEDX}}}', [("endpoints", "IRI-reference", False)]),
        (f'{{{SPDX}, "documentNamespace": "http://e.org/a#b"}}', [("documentNamespace", "absolute-URI", False)]),
        (f'{{{SPDX}, "homepage": "NONE", "downloadLocation": "NOASSERTION"}}', []),
        (
            f'{{{SPDX}, "packages": [{{"downloadLocation": "git+https://e.org/a.git@v1.0#src/b"}}]}}',
            [("packages.downloadLocation", "URI", True)],
        ),
        (
            f'{{{SPDX}, "packages": [{{"downloadLocation": "{SCP}"}}]}}',
            [("packages.downloadLocation", "URI", False)],
        ),
        (f'{{{SPDX}, "packages": [{{"downloadLocation": "git+{SCP}"}}]}}', []),
        (f'{{{SPDX}, "seeAlsos": ["e.org/a"]}}', [("seeAlsos", "URI", False)]),
        (f'{{{SPDX}, "crossRefs": [{{"url": "www.e.org"}}]}}', [("crossRefs.url", "URI", False)]),
        (
            f'{{{SPDX}, "externalDocumentRefs": [{{"spdxDocument": "http://e.org/a b"}}]}}',
            [("externalDocumentRefs.spdxDocument", "absolute-URI", False)],
        ),
    ],
)
def test_members(text: str, expected: list[tuple[str, str, bool]]) -> None:
    name = "CycloneDX" if CYCLONEDX in text else "SPDX"
    wanted = [(f"{member} of {name}", rule, is_valid) for member, rule, is_valid in expected]
    for kind in ("json", "json-lines", "yaml"):
        candidates = [item for item in items(kind, text) if isinstance(item, Candidate)]
        assert [
            (item.what, item.production.rule, matcher_of(item.production).matches(item.text))
            for item in candidates
            if item.production is not None
        ] == wanted, kind
        check(kind, text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("PackageDownloadLocation: e.org/a", ["e.org/a"]),
        ("PackageDownloadLocation: git+https://e.org/a b@v1#c", ["git+https://e.org/a b@v1#c"]),
        ("PackageDownloadLocation: NOASSERTION", []),
        ("PackageHomePage: NONE", []),
        ("DocumentNamespace: http://e.org/a b", ["http://e.org/a b"]),
        ("LicenseCrossReference: http://e.org/a b", ["http://e.org/a b"]),
        ("ExternalDocumentRef: DocumentRef-a http://e.org/a|b SHA1: d6a7", ["http://e.org/a|b"]),
        ("PackageComment: <text>see http://e.org/a.\nb http://e.org/c</text>", ["http://e.org/a", "http://e.org/c"]),
    ],
)
def test_tags(line: str, expected: list[str]) -> None:
    assert identifiers("spdx", f"SPDXVersion: SPDX-2.3\n{line}\n") == expected
    check("spdx", line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"spdxVersion" : "SPDX-2.2"}', "SPDX"),
        ("spdxVersion: 'SPDX-2.3'", "SPDX"),
        ('{"bomFormat":"CycloneDX"}', "CycloneDX"),
        ('{"spdxVersion": "SPDX-3.0"}', None),
        ('{"text": "{\\"bomFormat\\": \\"CycloneDX\\"}"}', None),
        ('{"keys": ["bomFormat", "spdxVersion"]}', None),
    ],
)
def test_vocabularies_are_recognised_by_their_member(text: str, expected: str | None) -> None:
    keywords = vocabulary(text, 0, len(text))
    assert (keywords and keywords.vocabulary) == expected


def test_nulls_are_not_identifiers() -> None:
    assert identifiers("yaml", "spdxVersion: SPDX-2.3\nhomepage:\ndownloadLocation: ~\n") == []
