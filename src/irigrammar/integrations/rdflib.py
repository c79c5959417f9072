"""Find ill-formed IRIs in rdflib graphs, with their triples.

rdflib warns of ten characters and takes the rest; RDF 1.1 (Concepts, section 3.2) says that an IRI is absolute and
conforms to RFC 3987.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import dataclass
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations._wanted import find, package, refusal
from irigrammar.masking import redact
from irigrammar.text.names import quoted, visible

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

    from irigrammar.faults.fault import Fault
    from irigrammar.matching.grammar import Grammar

__all__ = ["IllFormed", "Place", "ill_formed", "report"]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an IRI: as the `role` "subject", "predicate", "object", "datatype" (of the object, a literal),
    "graph" (the name of the graph) or "namespace" (the IRI of a prefix).

    `triple` is the triple, None for a namespace and for the name of an empty graph; `graph` the name of the graph in a
    dataset, None in the default graph, and in a single graph that no IRI names; `prefix` that of a namespace, else
    None.
    """

    role: str
    triple: tuple[Node, Node, Node] | None = None
    graph: Node | None = None
    prefix: str | None = None

    def __str__(self) -> str:
        """Return the place in words: role, triple and graph in N-Triples, or the prefix of a namespace."""
        if self.prefix is not None:
            return f"namespace of the prefix {visible(self.prefix)}:"
        name = f" in the graph {_n3(self.graph)}" if self.graph is not None and self.role != "graph" else ""
        triple = f" of {' '.join(map(_n3, self.triple))} ." if self.triple else ""
        return f"{'name of the graph' if self.role == 'graph' else self.role}{triple}{name}"


@dataclass(frozen=True, slots=True)
class IllFormed:
    """An IRI that is none: its text, the error with the fault, and every place where it stands."""

    iri: str
    error: NoMatch
    places: tuple[Place, ...]

    @property
    def fault(self) -> Fault:
        """The fault of the text: where and why it does not match."""
        return self.error.fault


def ill_formed(graph: Graph, *, grammar: str | Grammar = "rfc3987", rule: str = "IRI") -> tuple[IllFormed, ...]:
    """Return the ill-formed IRIs of a graph or dataset, in code point order, each with its places in the graph's order.

    Looked at are subjects, predicates, objects, the datatypes of literals, quoted graphs' triples, the names of graphs
    and the namespaces that prefixes are bound to. `rule` of `grammar` (a catalog name, an ABNF file or a grammar; RFC
    3987's `IRI` by default) is what they must match: relative references are ill-formed there. The empty namespace is
    taken, since nothing is bound to it. The graph is not changed. Raises `TypeError` for what is no graph of rdflib,
    `MissingExtra` where rdflib is not installed, and `UnknownGrammar`, `UnknownRule` and `GrammarError` as
    `irigrammar.grammar` and `Grammar` do.

    >>> import rdflib
    >>> graph = rdflib.Graph()
    >>> _ = graph.parse(data='<http://a/x> <http://a/p> "1"^^<http://a/%zz> .', format="turtle")
    >>> (term,) = ill_formed(graph)
    >>> term.iri, term.fault.offset, term.places[0].role
    ('http://a/%zz', 10, 'datatype')
    """
    rdflib = package("rdflib", "rdflib", "a report on a graph")
    if not isinstance(graph, rdflib.Graph):
        raise TypeError(f"a graph of rdflib is needed, not {type(graph).__name__}")
    matcher = find(grammar, rule)
    errors: dict[str, NoMatch | None] = {}
    places: dict[str, list[Place]] = {}
    for term, place in _terms(graph, rdflib):
        text = str.__str__(term)
        if text not in errors:
            errors[text] = None if matcher.matches(text) else matcher._no_match(text)
        if errors[text]:
            places.setdefault(text, []).append(place)
    rows = sorted(places.items())
    return tuple(IllFormed(text, error, tuple(dict.fromkeys(where))) for text, where in rows if (error := errors[text]))


def report(rows: Iterable[IllFormed], *, most: int = 5) -> str:
    """Return ill-formed IRIs as text: each with its fault, and below it at most `most` of its places; last how many
    IRIs there are.

    >>> import rdflib
    >>> graph = rdflib.Graph()
    >>> _ = graph.parse(data='<http://a/x> <http://a/p> <http://a/%zz> .', format="turtle")
    >>> print(report(ill_formed(graph)))  # doctest: +NORMALIZE_WHITESPACE
    "http://a/%zz": not IRI (RFC 3987), offset 10: "%" must be followed by two
    hexadecimal digits; try http://a/%25zz
      object of <http://a/x> <http://a/p> <http://a/%zz> .
    1 ill-formed IRI
    """
    lines: list[str] = []
    count = 0
    for row in rows:
        count += 1
        lines.append(refusal(row.iri, row.error))
        lines += [f"  {place}" for place in row.places[:most]]
        if len(row.places) > most:
            lines.append(f"  and in {len(row.places) - most:,} more places")
    return "\n".join([*lines, f"{count:,} ill-formed IRI{'s' * (count != 1)}"])


def _terms(graph: Graph, rdflib: Any) -> Iterator[tuple[str, Place]]:
    """Yield each IRI of a graph or dataset with its place: in triples, as names of graphs, and as namespaces of
    prefixes. An IRI comes as often as it occurs, the name of a graph with each triple, or once for an empty graph.
    """
    default = rdflib.graph.DATASET_DEFAULT_GRAPH_ID
    contexts: Iterable[Any] = [graph]
    if isinstance(graph, rdflib.ConjunctiveGraph):  # a dataset is one, too
        contexts = graph.graphs() if hasattr(graph, "graphs") else graph.contexts()
    for context in contexts:
        known: Any = None if context.identifier == default else context.identifier
        is_iri = isinstance(known, rdflib.URIRef)
        name = known if is_iri or graph is not context else None
        empty = True
        for triple in context:
            empty = False
            yield from _of_triple(triple, name, rdflib)
            if is_iri:
                yield known, Place("graph", triple, known)
        if is_iri and empty:
            yield known, Place("graph", None, known)
    for prefix, namespace in graph.namespaces():
        if str(namespace):
            yield namespace, Place("namespace", prefix=prefix)


def _of_triple(triple: tuple[Any, Any, Any], name: Any, rdflib: Any) -> Iterator[tuple[str, Place]]:
    """Yield the IRIs of a triple with their places, literals' datatypes and nested formulas included."""
    for role, term in zip(("subject", "predicate", "object"), triple, strict=True):
        if isinstance(term, rdflib.URIRef):
            yield term, Place(role, triple, name)
        elif isinstance(term, rdflib.Literal) and term.datatype is not None:
            yield term.datatype, Place("datatype", triple, name)
        elif isinstance(term, rdflib.Graph):  # a formula of N3
            for inner in term:
                yield from _of_triple(inner, name, rdflib)


def _n3(term: Node) -> str:
    """Return a term in N-Triples for display, with secrets masked; "{...}" for a graph."""
    import rdflib

    if isinstance(term, rdflib.URIRef):
        return f"<{visible(redact(str(term), whole=True).text)}>"
    if isinstance(term, rdflib.Literal):
        suffix = f"@{term.language}" if term.language else f"^^<{visible(term.datatype)}>" if term.datatype else ""
        return f"{quoted(redact(str(term)).text, visible)}{suffix}"
    return "{...}" if isinstance(term, rdflib.Graph) else visible(str(term.n3()))
