"""Those who do a job: irigrammar, and what one would use instead, each loaded when it is wanted."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable
from typing import Any

from tools.bench.loops import accepts, attempt, attempts, each
from tools.bench.timing import Answer, Local, Missing

__all__ = ["MAKERS", "load", "local"]

GRAMMAR, RULE = "rfc3987", "IRI"


def load(module: str) -> Any:
    """Return a module, or say that it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise Missing(f"not installed ({error})") from None


def local(name: str) -> Local:
    """Return the contestant of that name in `MAKERS`, in this process; `Missing` where it cannot take part."""
    return MAKERS[name]()


def matcher() -> Any:
    """Return the production that all rows are about."""
    return load("irigrammar").grammar(GRAMMAR)[RULE]


def matches() -> Local:
    """One call for each text."""
    call = matcher().matches
    return Local("irigrammar matches", each(call), call)


def matches_many() -> Local:
    """One call for all texts."""
    call = matcher().matches_many
    return Local("irigrammar matches_many", call, lambda text: bool(call([text])[0]))


def jsonschema_rs() -> Local:
    """A validator of the format and of nothing else."""
    call = load("jsonschema_rs").validator_for({"format": "iri"}, validate_formats=True).is_valid
    return Local("jsonschema_rs", each(call), call, "is_valid, format iri")


def pyoxigraph() -> Local:
    """A node, for which the library checks the IRI."""
    call = load("pyoxigraph").NamedNode
    return Local("pyoxigraph", attempts(call, ValueError), accepts(call, ValueError), "NamedNode, which is made, too")


def rfc3987_pattern() -> Local:
    """The pattern as its documentation has it for validation, kept by the user."""
    call = load("rfc3987").get_compiled_pattern("^%(IRI)s$").match
    return Local("rfc3987 pattern", each(call), lambda text: call(text) is not None, "match of the compiled pattern")


def rfc3987_match() -> Local:
    """The function for the same, which looks the pattern up."""
    match = load("rfc3987").match

    def call(text: str) -> object:
        return match(text, "IRI")

    return Local("rfc3987 match", each(call), lambda text: call(text) is not None, "match(text, 'IRI')")


def abnf_rule(backend: str) -> tuple[Any, type[Exception]]:
    """Return the package's own rule IRI and its error, if the wanted back end is the one of this process."""
    module = load("abnf")
    here = "python" if type(load("abnf.parser").Literal("a")).__module__.startswith("abnf.") else "rust"
    if here != backend:
        raise Missing("abnf-rust is not in use" if backend == "rust" else "abnf-rust is in use")
    return load("abnf.grammars.rfc3987").Rule("IRI"), module.ParseError


def abnf_match(backend: str) -> Local:
    """A verdict, by its parser: it has no other way."""
    rule, error = abnf_rule(backend)
    return Local(
        f"abnf ({backend})",
        attempts(rule.parse_all, error),
        accepts(rule.parse_all, error),
        "parse_all, which makes the tree",
    )


def split() -> Local:
    """Components, or an error with the fault."""
    call = matcher().split

    def result(found: Any) -> Answer:
        return five(found.scheme, found.authority, found.path, found.query, found.fragment)

    return Local("irigrammar split", attempts(call, ValueError), attempt(call, ValueError, result))


def five(scheme: str | None, *others: str | None) -> str:
    """Return the five components in a form that is the same for all: some lower the scheme, some have no None."""
    return json.dumps([(scheme or "").lower(), *(other or "" for other in others)], ensure_ascii=False)


def rfc3987_parse() -> Local:
    """Match, then split by the pattern of RFC 3986, appendix B."""
    parse = load("rfc3987").parse

    def call(text: str) -> Any:
        return parse(text, "IRI")

    def result(found: dict[str, str | None]) -> Answer:
        return five(*(found[field] for field in ("scheme", "authority", "path", "query", "fragment")))

    return Local("rfc3987 parse", attempts(call, ValueError), attempt(call, ValueError, result), "parse(text, 'IRI')")


def urlsplit() -> Local:
    """Components without validation."""
    call = load("urllib.parse").urlsplit
    remark = "another job, for it does not validate (and its cache does not help here: no string comes back soon)"
    return Local(
        "urllib.parse urlsplit",
        attempts(call, ValueError),
        attempt(call, ValueError, lambda found: five(*found)),
        remark,
    )


def parse() -> Local:
    """A tree, whose nodes are made when they are read."""
    call = matcher().parse
    return Local(
        "irigrammar parse", attempts(call, ValueError), attempt(call, ValueError, lambda tree: rules(tree.walk()))
    )


def rules(nodes: Iterable[Any]) -> str:
    """Return the rules of a tree with what they matched, its outermost first, in a form that is the same for all."""
    return json.dumps([[node.rule, node.value] for node in nodes if node.rule], ensure_ascii=False)


def parse_all_nodes() -> Local:
    """A tree that is read to its leaves."""
    call = matcher().parse

    def read(text: str) -> None:
        for node in call(text).walk():
            node.rule  # noqa: B018  # reading is the job

    return Local("irigrammar parse, all nodes", attempts(read, ValueError), accepts(read, ValueError))


def abnf_walk(tree: Any) -> Iterable[Any]:
    """Yield the nodes of a tree of the package, each before its children."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def abnf_parse(backend: str) -> Local:
    """A tree of the package."""
    rule, error = abnf_rule(backend)

    def result(tree: Any) -> Answer:
        named = [[node.name, node.value] for node in abnf_walk(tree) if node.name != "literal"]
        return json.dumps(named, ensure_ascii=False)

    return Local(f"abnf ({backend})", attempts(rule.parse_all, error), attempt(rule.parse_all, error, result))


def abnf_all_nodes(backend: str) -> Local:
    """A tree of the package that is read to its leaves."""
    rule, error = abnf_rule(backend)

    def read(text: str) -> None:
        for node in abnf_walk(rule.parse_all(text)):
            node.name  # noqa: B018  # reading is the job

    return Local(f"abnf ({backend})", attempts(read, error), accepts(read, error))


MAKERS: dict[str, Callable[[], Local]] = {
    "matches": matches,
    "matches_many": matches_many,
    "jsonschema_rs": jsonschema_rs,
    "pyoxigraph": pyoxigraph,
    "rfc3987 pattern": rfc3987_pattern,
    "rfc3987 match": rfc3987_match,
    "abnf rust match": lambda: abnf_match("rust"),
    "abnf python match": lambda: abnf_match("python"),
    "split": split,
    "rfc3987 parse": rfc3987_parse,
    "urlsplit": urlsplit,
    "parse": parse,
    "parse all nodes": parse_all_nodes,
    "abnf rust parse": lambda: abnf_parse("rust"),
    "abnf python parse": lambda: abnf_parse("python"),
    "abnf rust all nodes": lambda: abnf_all_nodes("rust"),
    "abnf python all nodes": lambda: abnf_all_nodes("python"),
}
