"""Vocabularies of data formats: SBOMs, interfaces, manifests."""

from __future__ import annotations

from pathlib import PurePath

from document_items import check, identifiers, items
from rows import in_one_test

from irigrammar._generated.documents import VOCABULARIES
from irigrammar.scan.formats.items import Candidate, Malformed
from irigrammar.scan.formats.registry import Options, type_of
from irigrammar.scan.formats.vocabularies import _READINGS, keywords_by_name, vocabulary
from irigrammar.scan.policies import matcher_of

CYCLONEDX = '"bomFormat": "CycloneDX", "specVersion": "1.6"'
SPDX = '"spdxVersion": "SPDX-2.3"'
NAME = "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79"
SHORT = "git@github.com:a/b.git"


@in_one_test(
    ("text", "expected"),
    [
        (f'{{{CYCLONEDX}, "serialNumber": "{NAME}"}}', [("serialNumber", "IRI", True)]),
        (f'{{{CYCLONEDX}, "serialNumber": "3e67 1687"}}', [("serialNumber", "IRI", False)]),
        (
            f'{{{CYCLONEDX}, "components": [{{"bom-ref": "a b", "purl": "pkg:pypi/a b@1"}}]}}',
            [("components.purl", "URI", False)],
        ),
        (
            f'{{{CYCLONEDX}, "externalReferences": [{{"type": "vcs", "url": "{SHORT}"}}, {{"url": "docs/a"}}]}}',
            [("externalReferences.url", "IRI-reference", False), ("externalReferences.url", "IRI-reference", True)],
        ),
        (f'{{{CYCLONEDX}, "licenses": [{{"license": {{"url": "a b"}}}}]}}', [("license.url", "IRI-reference", False)]),
        (f'{{{CYCLONEDX}, "supplier": {{"url": ["a b"]}}}}', [("supplier.url", "IRI-reference", False)]),
        (f'{{"services": [{{"endpoints": ["a b"]}}], {CYCLONEDX}}}', [("services.endpoints", "IRI-reference", False)]),
        (f'{{{SPDX}, "documentNamespace": "http://e.org/a#b"}}', [("documentNamespace", "absolute-URI", False)]),
        (f'{{{SPDX}, "homepage": "NONE", "downloadLocation": "NOASSERTION"}}', []),
        (
            f'{{{SPDX}, "packages": [{{"downloadLocation": "git+https://e.org/a.git@v1.0#src/b"}}]}}',
            [("packages.downloadLocation", "URI", True)],
        ),
        (f'{{{SPDX}, "packages": [{{"downloadLocation": "{SHORT}"}}]}}', [("packages.downloadLocation", "URI", False)]),
        (f'{{{SPDX}, "packages": [{{"downloadLocation": "git+{SHORT}"}}]}}', []),
        (f'{{{SPDX}, "seeAlsos": ["e.org/a"]}}', [("seeAlsos", "URI", False)]),
        (f'{{{SPDX}, "crossRefs": [{{"url": "www.e.org"}}]}}', [("crossRefs.url", "URI", False)]),
        (
            f'{{{SPDX}, "externalDocumentRefs": [{{"spdxDocument": "http://e.org/a b"}}]}}',
            [("externalDocumentRefs.spdxDocument", "absolute-URI", False)],
        ),
        (
            f'{{{SPDX}, "externalRefs": [{{"referenceLocator": "pkg:npm/a"}}, {{"referenceLocator": "cpe:2.3:a:x"}}]}}',
            [("externalRefs.referenceLocator", "URI-reference", True)],
        ),
    ],
)
def test_members(text: str, expected: list[tuple[str, str, bool]]) -> None:
    name = "CycloneDX" if CYCLONEDX in text else "SPDX"
    wanted = [(f"{member} of {name}", rule, is_valid) for member, rule, is_valid in expected]
    for kind in ("json", "json-lines", "yaml"):
        candidates = [item for item in items(kind, text) if isinstance(item, Candidate)]
        assert [
            (item.label, item.production.rule, matcher_of(item.production).matches(item.text))
            for item in candidates
            if item.production is not None
        ] == wanted, kind
        check(kind, text)


@in_one_test(
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


@in_one_test(
    ("text", "expected"),
    [
        ('{"spdxVersion" : "SPDX-2.2"}', "SPDX"),
        ("spdxVersion: 'SPDX-2.3'", "SPDX"),
        ('{"bomFormat":"CycloneDX"}', "CycloneDX"),
        ('{"spdxVersion": "SPDX-3.0"}', None),
        ('{"text": "{\\"bomFormat\\": \\"CycloneDX\\"}"}', None),
        ('{"keys": ["bomFormat", "spdxVersion"]}', None),
        ('{"a": {"bomFormat": "CycloneDX"}}', None),
        ('{"a": {"b": 1}, "bomFormat": "CycloneDX"}', "CycloneDX"),
        ("data:\n  openapi: 3.1.0\n", None),
        ("# x\nopenapi: 3.1.0\n", "OpenAPI"),
        ('"openapi": "3.0.3"\n', "OpenAPI"),
        ("openapi: 2\n", None),
        ("swagger: '2.0'", "Swagger"),
        ('{"asyncapi": "3.0.0"}', "AsyncAPI"),
        ("cff-version: 1.2.0", "CITATION.cff"),
        ('{"$schema": "https://json-schema.org/draft/2020-12/schema"}', "JSON Schema"),
        ('{"$schema": "https://json-schema.org/draft/2019-09/schema"}', "JSON Schema"),
        ('{"$schema": "http://json-schema.org/draft-07/schema#"}', "JSON Schema to draft-07"),
        ('{"$schema": "http://json-schema.org/draft-04/schema#"}', "JSON Schema to draft-04"),
        ('{"$schema": "http://json-schema.org/schema#"}', "JSON Schema to draft-07"),
        ('{"$schema": "https://json-schema.org/v1"}', None),  # which has IRIs
        ('{"$schema": "https://json.schemastore.org/package"}', None),
    ],
)
def test_vocabularies_are_recognised_by_their_member(text: str, expected: str | None) -> None:
    keywords = vocabulary(text, 0, len(text))
    assert (keywords and keywords.vocabulary) == expected


def test_nulls_are_not_identifiers() -> None:
    assert identifiers("yaml", "spdxVersion: SPDX-2.3\nhomepage:\ndownloadLocation: ~\n") == []


@in_one_test(
    ("path", "expected"),
    [
        ("a/pyproject.toml", "pyproject.toml"),
        ("a\\Cargo.toml", "Cargo.toml"),
        ("x/.github/workflows/ci.yml", "GitHub workflow"),
        (".github/workflows/ci.yml", "GitHub workflow"),
        ("workflows/ci.yml", None),
        ("docker-compose.override.yml", "Compose"),
        ("my-pyproject.toml", None),
        ("", None),
    ],
)
def test_vocabularies_are_recognised_by_the_name_of_the_file(path: str, expected: str | None) -> None:
    keywords = keywords_by_name(path)
    assert (keywords and keywords.vocabulary) == expected


OPENAPI = "openapi: 3.1.0\n"
SCHEMA = '"$schema": "https://json-schema.org/draft/2020-12/schema"'
DRAFT_07 = '"$schema": "http://json-schema.org/draft-07/schema#"'
DRAFT_04 = '"$schema": "http://json-schema.org/draft-04/schema#"'
CFF = "cff-version: 1.2.0\n"


@in_one_test(
    ("path", "text", "expected"),
    [
        ("a.yaml", f"{OPENAPI}info: {{termsOfService: a b, license: {{url: c d}}, title: e f}}", ["a b", "c d"]),
        ("a.yaml", f"{OPENAPI}x: {{info: {{termsOfService: a b}}}}", []),
        ("a.yaml", f"{OPENAPI}externalDocs: {{url: a b}}\ntags: [{{externalDocs: {{url: c d}}}}]", ["a b", "c d"]),
        (
            "a.yaml",
            f"{OPENAPI}servers: [{{url: /a b}}, {{url: '{{x}}/a'}}, {{url: '//h:{{p}}/a b'}}]",
            ["/a b", "//h:1/a b"],
        ),
        (
            "a.yaml",
            f"{OPENAPI}servers: [{{url: 'http://{{h}}:{{p}}/{{v}}'}}, {{url: '{{s}}://h'}}, {{url: '{{b}}'}}]",
            [],
        ),
        (
            "a.yaml",
            f"{OPENAPI}servers: [{{url: 'http://{{h}}:{{p}}x/'}}, {{url: 'http://{{h/'}}]",
            ["http://a:1x/", "http://{h/"],
        ),
        (
            "a.yaml",
            f"{OPENAPI}servers: [{{url: '//{{h}}', variables: {{h: {{default: a b, enum: ['[::1]:8', x/y?z, é]}}}}}}]",
            ["a b", "é"],
        ),
        (
            "a.yaml",
            f"{OPENAPI}components: {{securitySchemes: {{o: {{flows: {{implicit: {{tokenUrl: a b}}}}}}}}}}",
            ["a b"],
        ),
        ("a.yaml", "swagger: '2.0'\ninfo: {termsOfService: a b, contact: {url: c d}}", ["c d"]),
        ("a.yaml", "asyncapi: 3.0.0\nid: a b\ninfo: {termsOfService: /x}", ["a b", "/x"]),
        ("CITATION.cff", f"{CFF}url: a b\nreferences: [{{license-url: c}}]", ["a b", "c"]),
        (
            "CITATION.cff",
            f"{CFF}identifiers:\n- {{type: url, value: 'http://e.org/a b'}}\n- {{type: other, value: a b}}",
            ["http://e.org/a b"],
        ),
        ("pyproject.toml", "[project.urls]\nA = 'a b'\n[tool.x.urls]\nA = 'a b'", ["a b"]),
        (
            "pyproject.toml",
            "[project]\ndependencies = ['a @ http://e.org/a b ; x', 'c[d]@http://e.org/e[f]', 'h @ http://{e}/ f']\n"
            "[dependency-groups]\ni = [{include-group = 'j'}, 'k @ http://e.org/l m']\n",
            ["http://e.org/a b", "http://e.org/e[f]", "http://e.org/l m"],
        ),
        ("composer.json", '{"support": {"irc": "a b", "email": "c d", "issues": ""}, "homepage": "e"}', ["a b", "e"]),
        (
            "package.json",
            '{"dependencies": {"a": "http://e.org/a b", "c": "^1.0"}, "name": "http://e.org/a b"}',
            ["http://e.org/a b", "http://e.org/a"],
        ),
        ("a.webmanifest", '{"start_url": "a b", "icons": [{"src": "c|d"}], "name": "e f"}', ["a b", "c|d"]),
        ("a.json", '{"a": {"$ref": "a b.json#/x"}, "b": [{"$ref": "a b"}, {"$ref": "1"}]}', ["a b.json#/x", "a b"]),
        ("a.json", '{"$ref": "http://e.org/\\u00e9", "a": {"$ref": "\u00e9.json"}}', ["http://e.org/é", "é.json"]),
        ("a.json", '{"a": {"$ref": "#/a~2b"}, "b": {"$ref": "#/a~0~1%7E1"}, "c": {"$ref": "#a~b"}}', ["#/a~2b"]),
        ("a.json", '{"a": {"$ref": "${self:x}"}, "b": {"$ref": "{{ x }}"}, "c": {"$ref": ""}}', []),
        ("a.yaml", "a: {$ref: a b.json}\nb: {$ref: '#/a~'}\nc: {$ref: '#/%7E2'}", ["a b.json", "#/a~", "#/%7E2"]),
        ("a.json", '{"$schema": "http://e.org/\u00e9"}', ["http://e.org/é"]),
        ("a.json", '{"$schema": "./a.json", "$id": "1"}', []),
        (
            "a.json",
            f'{{{SCHEMA}, "$id": "http://e.org/x#y", "$defs": {{"a": {{"$id": "#b"}}}}}}',
            ["http://e.org/x#y", "#b"],
        ),
        ("a.json", f'{{{SCHEMA}, "$id": "http://e.org/x#", "$defs": {{"a": {{"$ref": "#b"}}}}}}', []),
        (
            "a.json",
            f'{{{SCHEMA}, "$defs": {{"a": {{"$id": "a", "$schema": "b/c"}}, "b": {{"$ref": "#/~"}}}}}}',
            ["b/c", "#/~"],
        ),
        ("a.json", f'{{{DRAFT_07}, "definitions": {{"a": {{"$id": "#b"}}, "b": {{"$id": "\u00e9"}}}}}}', ["é"]),
        ("a.json", f'{{{DRAFT_04}, "definitions": {{"a": {{"id": "#b"}}, "b": {{"id": "c d"}}}}}}', ["c d"]),
        ("a.json", f'{{{DRAFT_04}, "id": "a b", "default": {{"id": "a b"}}}}', ["a b"]),
        ("a.yaml", f"{OPENAPI}a: {{$ref: '#/a~b'}}\nb: {{$id: 'x#y'}}\nc: {{$schema: d}}", ["#/a~b", "x#y", "d"]),
        ("a.yaml", "asyncapi: 3.0.0\nchannels: {a: {$ref: '#/a~2b'}}", ["#/a~2b"]),
        ("a.yaml", "swagger: '2.0'\nx: {$ref: '#/a~2b'}", ["#/a~2b"]),
        (
            ".github/workflows/a.yml",
            "jobs: {a: {steps: [{uses: 'docker://e.org/a b'}, {uses: a/b@v1}]}}",
            ["docker://e.org/a b"],
        ),
        ("compose.yml", "services: {a: {build: 'https://e.org/a.git b', image: x}}", ["https://e.org/a.git b"]),
        (
            "Chart.yaml",
            "home: https://e.org/a b\nsources: ['https://e.org/c d']",
            ["https://e.org/a b", "https://e.org/c d"],
        ),
        (
            "a.yaml",
            "$schema: https://json-schema.org/draft/2020-12/schema\n$defs: {a: {$ref: '#/$defs/a b'}}",
            ["#/$defs/a b"],
        ),
    ],
)
def test_places_in_files(path: str, text: str, expected: list[str]) -> None:
    kind = type_of(PurePath(path))
    assert kind is not None
    wrong = []
    for item in items(kind.name, text, Options(path=path)):
        assert isinstance(item, Candidate)
        if item.text == "http://e.org/a" or not matcher_of(item.production or kind.production).matches(item.text):
            wrong.append(item.text)
    assert wrong == expected


@in_one_test("kind", ["json", "yaml"])
def test_data_in_schemas_is_text(kind: str) -> None:
    dialect = "http://json-schema.org/draft-07/schema#"
    data = '"enum": [{"$ref": "b c"}], "default": {"$id": "d e", "f": "see http://e.org/ g"}'
    text = f'{{"$schema": "{dialect}", {data}, "properties": {{"default": {{"$ref": "h i"}}}}}}'
    assert identifiers(kind, text) == [dialect, "http://e.org/", "h i"]


def test_every_place_of_the_table_is_read() -> None:
    for name, row in VOCABULARIES.items():
        assert row.keys() <= {*_READINGS} | {"files", "member", "value", "others", "beginnings", "fixes"}, name
        assert "files" in row or "member" in row or name == "a script", name


SSH = "git+ssh://git@host.example"
SCP = f"{SSH}:a/b.git"


@in_one_test(
    ("dependency", "is_documented"),
    [
        ("git+ssh://git@github.com:npm/cli.git#v1.0.27", True),  # npm, "package.json", "Git URLs as Dependencies"
        ("git+ssh://git@github.com:npm/cli#semver:^5.0", True),
        (SCP, True),
        (f"{SSH}:~/a.git", True),
        (f"{SSH}:/a.git", False),
        (f"{SSH}:22:a/b.git", True),
        ("git+ssh://host.example:a/b", True),
        ("git+ssh://git@[::1]:a/b.git", True),
        (f"{SCP}#feature|x^", True),
        (f"{SCP}#semver:>= 1.2 <2 || ~v3.0.x || 1 - 2", True),
        (f"{SSH}/a.git#semver:^5", True),
        ("git+https://host.example/a.git#semver:>=1 <2.0.0-beta.1+b || *", True),
        ("git+https://host.example/a.git#v1^", True),
        ("git://host.example/a.git#semver:^1::path:a", True),
        ("file:../a b", True),
        ("file:///a/[x]", True),
        ("https://host.example/a.tgz?a b", False),
        (f"{SSH}:a b/c.git", False),
        (f"{SCP}#semver:^latest ", False),
        ("git+https://host.example:a/b.git", False),  # npm-package-arg 14.0.0: "Invalid URL"
        ("ssh://git@host.example:a/b.git", False),
        (f"{SSH}:222222222222/a/b.git", False),
    ],
)
def test_what_npm_documents_is_advice_in_its_dependencies(dependency: str, is_documented: bool) -> None:
    for member in ("dependencies", "overrides"):
        text = f'{{"{member}": {{"a": "{dependency}"}}}}'
        (item, *more) = items("json", text, Options(path="x/package.json"))
        assert not more
        assert (isinstance(item, Malformed) and item.code == "S010") is is_documented
        assert text[item.start : item.end] == dependency
    others = items("json", f'{{"repository": "{dependency}"}}', Options(path="x/package.json"))
    assert not any(isinstance(item, Malformed) for item in others)


def test_the_advice_on_npm_says_what_the_uri_is() -> None:
    (item,) = items("json", f'{{"dependencies": {{"a": "{SCP}"}}}}', Options(path="package.json"))
    assert isinstance(item, Malformed)
    assert f"{SSH}/~/a/b.git" in item.message
