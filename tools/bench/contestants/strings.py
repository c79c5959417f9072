"""Contestants that map, normalize and resolve IRIs.

They map IRIs to URIs and back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from tools.bench.contestants.loading import load, ours, rdflib, rfc3987, yarl
from tools.bench.contestants.verdicts import jsonschema_rs
from tools.bench.corpus import fresh
from tools.bench.loops import outcome
from tools.bench.timing import Local

__all__ = ["NORMALIZE", "OTHER_JOB", "RESOLVE", "TO_IRI", "TO_URI", "UNSEEN", "joined"]

OTHER_JOB = {
    "jsonschema_rs": "only checks",
    "ada-url": "the URL standard of browsers",
    "can-ada": "the URL standard of browsers",
    "idna": "converts hosts, which irigrammar and yarl have from it",
    "urllib.parse unquote": "decodes every triplet",
    "urllib.parse quote": "knows no host",
}
SEPARATOR = " "  # between a base and a reference, neither of which has any
SAFE = "%/:?#[]@!$&'()*+,;=~"  # what urllib.parse.quote is to leave alone

_COUNT = count()

Makers = dict[str, Callable[[], Local]]


def joined(base: str, reference: str) -> str:
    """Return a base and a reference as one text."""
    return f"{base}{SEPARATOR}{reference}"


def pairs(texts: list[str]) -> list[Any]:
    """Return bases and references as new objects."""
    return [tuple(fresh(text.split(SEPARATOR))) for text in texts]


def text(name: str, expression: str, errors: Any = ValueError, remark: str = "", **names: Any) -> Local:
    """Return a contestant that makes text of text."""
    return outcome(name, expression, names, str, errors, remark=remark)


def pair(name: str, expression: str, errors: Any = ValueError, remark: str = "", **names: Any) -> Local:
    """Return a contestant that makes text of a base and a reference."""
    return outcome(name, expression, names, str, errors, target="base, ref", prepare=pairs, remark=remark)


def rfc3986_errors() -> tuple[type[Exception], ...]:
    """Return what the package raises."""
    return (load("rfc3986.exceptions").RFC3986Exception, ValueError)


def unseen(contestant: Local) -> Local:
    """Return a contestant whose texts have a first label each time that nobody has seen; results are not compared."""

    def prepare(texts: list[str]) -> list[str]:
        return fresh([text.replace("//", f"//\u0101{next(_COUNT)}.", 1) for text in texts])

    return replace(contestant, prepare=prepare, answer=None)


def check_only() -> Local:
    """The check of the format, which maps nothing: no result to compare."""
    return replace(jsonschema_rs(), answer=None)


def with_rfc3986(expression: str, wrap: Callable[..., Local], *names: str) -> Local:
    """A contestant by functions of the package."""
    module = load("rfc3986")
    return wrap("rfc3986", expression, rfc3986_errors(), **{name: getattr(module, name) for name in names})


def with_hyperlink(expression: str, wrap: Callable[..., Local]) -> Local:
    """A contestant by its URL, which keeps segments and pairs."""
    return wrap("hyperlink", expression, URL=load("hyperlink").URL)


def with_yarl(expression: str, wrap: Callable[..., Local]) -> Local:
    """A contestant by its URL."""
    return wrap("yarl", expression, remark=f"{expression}, without its caches", URL=yarl())


def with_can_ada(expression: str, wrap: Callable[..., Local]) -> Local:
    """A contestant by the URL standard."""
    return wrap("can-ada", expression, parse=load("can_ada").parse)


def quoting() -> Local:
    """Percent-encoding of what is not ASCII, wherever it stands."""
    return text("urllib.parse quote", "quote(text, safe)", quote=load("urllib.parse").quote, safe=SAFE)


TO_URI: Makers = {
    "irigrammar iri_to_uri": lambda: text("irigrammar iri_to_uri", "iri_to_uri(text)", iri_to_uri=ours("iri_to_uri")),
    "jsonschema_rs": check_only,
    "rfc3986": lambda: with_rfc3986("iri_reference(text).encode().unsplit()", text, "iri_reference"),
    "hyperlink": lambda: with_hyperlink("URL.from_text(text).to_uri().to_text()", text),
    "yarl": lambda: with_yarl("str(URL(text))", text),
    "rdflib": lambda: text("rdflib", "_iri2uri(text)", _iri2uri=rdflib("_iri2uri")),
    "ada-url": lambda: text("ada-url", "normalize_url(text)", normalize_url=load("ada_url").normalize_url),
    "can-ada": lambda: with_can_ada("parse(text).href", text),
    "urllib.parse quote": quoting,
}
UNSEEN: Makers = {
    name: lambda make=TO_URI[name]: unseen(make()) for name in ("irigrammar iri_to_uri", "yarl", "ada-url", "can-ada")
} | {"idna": lambda: unseen(text("idna", 'encode(text.split("/", 3)[2])', encode=load("idna").encode))}
TO_IRI: Makers = {
    "irigrammar uri_to_iri": lambda: text("irigrammar uri_to_iri", "uri_to_iri(text)", uri_to_iri=ours("uri_to_iri")),
    "hyperlink": lambda: with_hyperlink("URL.from_text(text).to_iri().to_text()", text),
    "yarl": lambda: with_yarl("URL(text).human_repr()", text),
    "urllib.parse unquote": lambda: text("urllib.parse unquote", "unquote(text)", unquote=load("urllib.parse").unquote),
}
NORMALIZE: Makers = {
    "irigrammar normalize": lambda: text("irigrammar normalize", "normalize(text)", normalize=ours("normalize")),
    "rfc3986": lambda: with_rfc3986("normalize_uri(text)", text, "normalize_uri"),
    "hyperlink": lambda: with_hyperlink("URL.from_text(text).normalize().to_text()", text),
    "yarl": lambda: with_yarl("str(URL(text))", text),
    "ada-url": lambda: text("ada-url", "normalize_url(text)", normalize_url=load("ada_url").normalize_url),
    "can-ada": lambda: with_can_ada("parse(text).href", text),
}
RESOLVE: Makers = {
    "irigrammar resolve": lambda: pair("irigrammar resolve", "resolve(base, ref)", resolve=ours("resolve")),
    "rfc3987 resolve": lambda: pair("rfc3987 resolve", "resolve(base, ref)", resolve=rfc3987("resolve")),
    "rfc3986": lambda: with_rfc3986("uri_reference(ref).resolve_with(base).unsplit()", pair, "uri_reference"),
    "hyperlink": lambda: with_hyperlink("URL.from_text(base).click(ref).to_text()", pair),
    "yarl": lambda: with_yarl("str(URL(base).join(URL(ref)))", pair),
    "rdflib": lambda: pair("rdflib", "URIRef(ref, base)", URIRef=rdflib("URIRef")),
    "ada-url": lambda: pair("ada-url", "join_url(base, ref)", join_url=load("ada_url").join_url),
    "can-ada": lambda: with_can_ada("(parse(base) + ref).href", pair),
    "urllib.parse urljoin": lambda: pair(
        "urllib.parse urljoin", "urljoin(base, ref)", urljoin=load("urllib.parse").urljoin
    ),
}
