"""Contestants that parse an IRI to a tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from tools.bench.contestants.loading import abnf_rule, load, matcher
from tools.bench.loops import outcome, verdict
from tools.bench.timing import Answer, Local

__all__ = ["MAKERS", "NODES", "OTHER_JOB", "REMOTE", "SYNTAX"]

OTHER_JOB = {"rfc3987-syntax": "a tree of rules of its own"}
REMOTE = {"abnf (python)": {"ABNF_NO_RUST": "1"}, "irigrammar parse, pure": {"IRIGRAMMAR_PURE": "1"}}


def rules(nodes: Iterable[Any]) -> str:
    """Return the rules of a tree with what they matched, its outermost first, in a form that is the same for all."""
    return json.dumps([[node.rule, node.value] for node in nodes if node.rule], ensure_ascii=False)


def ours(name: str = "irigrammar parse") -> Local:
    """A tree, whose nodes are made when they are read."""
    return outcome(name, "parse(text)", {"parse": matcher().parse}, lambda tree: rules(tree.walk()), ValueError)


def ours_read() -> Local:
    """A tree that is read to its leaves."""
    call = matcher().parse

    def read(text: str) -> None:
        for node in call(text).walk():
            node.rule  # noqa: B018  # reading is the job

    remark = "parse and every node read"
    return verdict(
        "irigrammar parse, all nodes", "read(text)", {"read": read}, ValueError, by_construction=True, remark=remark
    )


def abnf_walk(tree: Any) -> Iterable[Any]:
    """Yield the nodes of a tree of the package, each before its children."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def abnf(backend: str) -> Local:
    """A tree of the package."""
    rule, error = abnf_rule(backend)

    def result(tree: Any) -> Answer:
        named = [[node.name, node.value] for node in abnf_walk(tree) if node.name != "literal"]
        return json.dumps(named, ensure_ascii=False)

    return outcome(f"abnf ({backend})", "parse_all(text)", {"parse_all": rule.parse_all}, result, error)


def abnf_read(backend: str) -> Local:
    """A tree of the package that is read to its leaves."""
    rule, error = abnf_rule(backend)

    def read(text: str) -> None:
        for node in abnf_walk(rule.parse_all(text)):
            node.name  # noqa: B018  # reading is the job

    remark = "parse_all and every node read"
    return verdict(f"abnf ({backend})", "read(text)", {"read": read}, error, by_construction=True, remark=remark)


def rfc3987_syntax() -> Local:
    """A tree of the parser of the package."""
    module = load("rfc3987_syntax")
    error = load("lark").exceptions.LarkError
    return verdict("rfc3987-syntax", "parse('iri', text)", {"parse": module.parse}, error, by_construction=True)


MAKERS: dict[str, Callable[[], Local]] = {
    "irigrammar parse": ours,
    "irigrammar parse, pure": lambda: ours("irigrammar parse, pure"),
    "abnf (rust)": lambda: abnf("rust"),
    "abnf (python)": lambda: abnf("python"),
}
NODES: dict[str, Callable[[], Local]] = {
    "irigrammar parse, all nodes": ours_read,
    "abnf (rust)": lambda: abnf_read("rust"),
    "abnf (python)": lambda: abnf_read("python"),
}
SYNTAX: dict[str, Callable[[], Local]] = {
    "irigrammar parse, all nodes": ours_read,
    "rfc3987-syntax": rfc3987_syntax,
}
