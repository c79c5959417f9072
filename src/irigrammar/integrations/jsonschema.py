"""JSON Schema's formats of URIs and IRIs, exactly: a format checker for the package jsonschema."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations.formats import FORMATS
from irigrammar.integrations.wanted import find, package

if TYPE_CHECKING:
    from jsonschema import FormatChecker

    from irigrammar.matching.matcher import Matcher

__all__ = ["format_checker"]


def format_checker(base: FormatChecker | None = None, *, consensus: bool = False) -> FormatChecker:
    """Return a format checker that checks uri, uri-reference, iri, iri-reference, uri-template, ipv4 and ipv6 by the
    RFCs' grammars, and every other format as `base` does (by default the checker of draft 2020-12). With `consensus`
    also consensual-uri: a string of which all conventions read the same host, or none (see `irigrammar.consensus`).

    `base` is not changed. The `cause` of a `ValidationError` by one of these formats is a `NoMatch`, whose `fault` says
    where the string leaves the production and why. Values that are not strings have no format (JSON Schema 2020-12,
    Validation, 7.1). Raises `MissingExtra` where jsonschema is not installed.

    >>> import jsonschema
    >>> validator = jsonschema.Draft202012Validator({"format": "iri"}, format_checker=format_checker())
    >>> validator.is_valid("http://résumé.example.org/")
    True
    >>> (error,) = validator.iter_errors("http://b c/")
    >>> error.cause.fault.offset, str(error.cause)
    (8, 'not IRI (RFC 3987), offset 8: a space is not allowed in a host name')
    """
    jsonschema = package("jsonschema", "jsonschema", "a format checker")
    known = jsonschema.Draft202012Validator.FORMAT_CHECKER if base is None else base
    checker: FormatChecker = jsonschema.FormatChecker(formats=())
    checker.checkers = dict(known.checkers)
    for name, production in FORMATS.items():
        checker.checks(name, raises=NoMatch)(_check(find(*production)))
    if consensus:
        checker.checks("consensual-uri", raises=ConversionError)(_check_consensus)
    return checker


def _check_consensus(instance: object) -> bool:
    from irigrammar.processing.consensus import why

    reason = why(instance) if isinstance(instance, str) else None
    if reason is not None:
        raise ConversionError(reason)
    return True


def _check(matcher: Matcher) -> Callable[[object], bool]:
    def check(instance: object) -> bool:
        # The matcher is asked here and not before, so that only formats that are used are loaded.
        if not isinstance(instance, str) or matcher.matches(instance):
            return True
        raise matcher._no_match(instance)

    return check
