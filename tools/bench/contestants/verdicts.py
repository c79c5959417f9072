"""Contestants that validate an IRI."""

from __future__ import annotations

from collections.abc import Callable

from tools.bench.contestants.loading import abnf_rule, load, matcher, rdflib, rfc3987, yarl
from tools.bench.loops import verdict
from tools.bench.regex import language
from tools.bench.timing import Local, Missing

__all__ = ["MAKERS", "OTHER_JOB"]

# What somebody does instead, who is not asked for an IRI as RFC 3987 has it.
OTHER_JOB = {
    "rfc3986": "URIs only",
    "rfc3986-validator": "URIs only",
    "hyperlink": "splits and checks hosts",
    "yarl": "takes what it can fix",
    "ada-url": "the URL standard of browsers",
    "can-ada": "the URL standard of browsers",
    "pydantic": "the URL standard of browsers",
    "rdflib": "looks for ten characters",
}
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def ours() -> Local:
    """The function that users call."""
    return verdict("irigrammar matches", "matches(text)", {"matches": matcher().matches})


def pure() -> Local:
    """The pattern of the production, without the kernel, in the same process."""
    from irigrammar.engines.recognizer import by_pattern

    asked = matcher()
    pattern = asked.grammar._production(asked.rule).pattern
    return verdict("irigrammar pure", "matches(text)", {"matches": by_pattern(pattern)}, remark="the pattern in Python")


def jsonschema_rs() -> Local:
    """A validator of the format and of nothing else."""
    call = load("jsonschema_rs").validator_for({"format": "iri"}, validate_formats=True).is_valid
    return verdict("jsonschema_rs", "is_valid(text)", {"is_valid": call}, remark="is_valid, format iri")


def pyoxigraph() -> Local:
    """A node, for which the library checks the IRI."""
    names = {"NamedNode": load("pyoxigraph").NamedNode}
    return verdict("pyoxigraph", "NamedNode(text)", names, ValueError, by_construction=True)


def rfc3987_pattern() -> Local:
    """The pattern as its documentation has it for validation, kept by the user."""
    match = rfc3987("get_compiled_pattern")("^%(IRI)s$").match
    remark = "match of the compiled pattern"
    return verdict("rfc3987 pattern", "match(text)", {"match": match}, remark=remark)


def rfc3987_match() -> Local:
    """The function for the same, which looks the pattern up."""
    return verdict("rfc3987 match", "match(text, 'IRI')", {"match": rfc3987("match")})


def rfc3987_syntax() -> Local:
    """Its parser, which makes a tree."""
    names = {"is_valid_syntax": load("rfc3987_syntax").is_valid_syntax}
    return verdict("rfc3987-syntax", "is_valid_syntax('iri', text)", names)


def rfc3986() -> Local:
    """Its validator of each component."""
    validator = load("rfc3986.validators").Validator().require_presence_of("scheme").check_validity_of(*PARTS)
    names = {"validate": validator.validate, "uri_reference": load("rfc3986").uri_reference}
    errors = (load("rfc3986.exceptions").RFC3986Exception, ValueError)
    return verdict("rfc3986", "validate(uri_reference(text))", names, errors, by_construction=True)


def rfc3986_validator() -> Local:
    """Its pattern for URIs."""
    names = {"validate_rfc3986": load("rfc3986_validator").validate_rfc3986}
    return verdict("rfc3986-validator", "validate_rfc3986(text, 'URI')", names)


def hyperlink() -> Local:
    """A URL object."""
    return verdict("hyperlink", "URL.from_text(text)", {"URL": load("hyperlink").URL}, ValueError, by_construction=True)


def uncached_yarl() -> Local:
    """A URL object."""
    return verdict(
        "yarl", "URL(text)", {"URL": yarl()}, ValueError, by_construction=True, remark="URL(text), without its caches"
    )


def ada_url() -> Local:
    """Its check."""
    return verdict("ada-url", "URL.can_parse(text)", {"URL": load("ada_url").URL}, ValueError)


def can_ada() -> Local:
    """Its check."""
    return verdict("can-ada", "can_parse(text)", {"can_parse": load("can_ada").can_parse}, ValueError)


def pydantic() -> Local:
    """A field's validation, which makes a URL object."""
    module = load("pydantic")
    names = {"validate_python": module.TypeAdapter(module.AnyUrl).validate_python}
    return verdict(
        "pydantic", "validate_python(text)", names, ValueError, by_construction=True, remark="TypeAdapter(AnyUrl)"
    )


def rdflib_term() -> Local:
    """A term, whose constructor warns of ten characters."""
    rdflib("URIRef")
    return verdict("rdflib", "_is_valid_uri(text)", {"_is_valid_uri": load("rdflib.term")._is_valid_uri})


def jsonschema() -> Local:
    """The check of the format alone."""
    rfc3987("match")  # so that it does not bring another engine of patterns
    conforms = load("jsonschema").Draft202012Validator.FORMAT_CHECKER.conforms
    if conforms("no scheme", "iri"):
        raise Missing("its check of IRIs is not installed")
    return verdict("jsonschema", "conforms(text, 'iri')", {"conforms": conforms}, remark="format iri, by rfc3987")


def re2() -> Local:
    """The same language as a regular expression."""
    match = load("re2").compile(language()).match
    return verdict("google-re2", "match(text)", {"match": match}, remark="a regular expression of the same language")


def abnf(backend: str) -> Local:
    """Its parser: it has no other way."""
    rule, error = abnf_rule(backend)
    names = {"parse_all": rule.parse_all}
    remark = "parse_all, which makes the tree"
    return verdict(f"abnf ({backend})", "parse_all(text)", names, error, by_construction=True, remark=remark)


MAKERS: dict[str, Callable[[], Local]] = {
    "irigrammar matches": ours,
    "irigrammar pure": pure,
    "jsonschema_rs": jsonschema_rs,
    "pyoxigraph": pyoxigraph,
    "google-re2": re2,
    "rfc3987 pattern": rfc3987_pattern,
    "rfc3987 match": rfc3987_match,
    "rfc3986-validator": rfc3986_validator,
    "rfc3986": rfc3986,
    "hyperlink": hyperlink,
    "yarl": uncached_yarl,
    "ada-url": ada_url,
    "can-ada": can_ada,
    "pydantic": pydantic,
    "rdflib": rdflib_term,
    "jsonschema": jsonschema,
    "rfc3987-syntax": rfc3987_syntax,
    "abnf (rust)": lambda: abnf("rust"),
    "abnf (python)": lambda: abnf("python"),
}
