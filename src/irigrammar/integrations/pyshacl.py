"""Ill-formed IRIs in the report of pySHACL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irigrammar.integrations.rdflib import ill_formed
from irigrammar.integrations.wanted import package, refusal

if TYPE_CHECKING:
    from rdflib import Graph

__all__ = ["validate"]


def validate(data_graph: Graph, **options: Any) -> tuple[bool, Graph, str]:
    """Return what `pyshacl.validate` returns (whether the graph conforms, the report as a graph and as text), with a
    result for each place of an IRI that does not match RFC 3987's `IRI` (RDF 1.1 Concepts, 3.2).

    Keywords are those of `pyshacl.validate`. The focus node is the subject of the triple, if there is one; the value is
    the IRI as a literal, since it is not one. Raises `MissingExtra` where pySHACL is not installed, and `TypeError` for
    what is not a graph of rdflib.

    >>> import rdflib
    >>> graph = rdflib.Graph().parse(data='<http://a/x> <http://a/p> <http://a/%zz> .', format="turtle")
    >>> conforms, _, text = validate(graph, shacl_graph=rdflib.Graph())
    >>> conforms, "two hexadecimal digits" in text
    (False, True)
    """
    pyshacl = package("pyshacl", "pyshacl", "a validation by SHACL")
    rdflib = package("rdflib", "pyshacl", "a validation by SHACL")
    found = ill_formed(data_graph)
    conforms, report, text = pyshacl.validate(data_graph, **options)
    if not found:
        return conforms, report, text
    shacl = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    kind = rdflib.RDF.type
    (head,) = report.subjects(kind, shacl.ValidationReport)
    report.set((head, shacl.conforms, rdflib.Literal(False)))
    lines = []
    for bad in found:
        for place in bad.places:
            result = rdflib.BNode()
            report.add((head, shacl.result, result))
            report.add((result, kind, shacl.ValidationResult))
            report.add((result, shacl.resultSeverity, shacl.Violation))
            report.add((result, shacl.sourceConstraintComponent, rdflib.URIRef("urn:irigrammar:rfc3987:IRI")))
            report.add((result, shacl.value, rdflib.Literal(bad.iri)))
            report.add((result, shacl.resultMessage, rdflib.Literal(refusal(bad.iri, bad.error))))
            if place.triple:
                report.add((result, shacl.focusNode, place.triple[0]))
            lines.append(f"{refusal(bad.iri, bad.error)}\n  {place}\n")
    added = f"Ill-formed IRIs ({len(lines)}):\n{''.join(lines)}"
    return False, report, text.replace("Conforms: True", "Conforms: False") + added
