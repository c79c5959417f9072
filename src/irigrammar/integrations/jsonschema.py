"""JSON Schema's formats of URIs and IRIs, checked exactly.

A format checker for the package jsonschema, and classes of validators for its command and for check-jsonschema
(`Draft202012Validator` and the other names of jsonschema's).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.integrations._formats import FORMATS, HOST_FORMATS
from irigrammar.integrations._wanted import find, package
from irigrammar.masking import redact
from irigrammar.processing.host import require_host_name

if TYPE_CHECKING:
    from jsonschema import FormatChecker

__all__ = ["format_checker", "validator_class"]


def format_checker(base: FormatChecker | None = None, *, consensus: bool = False) -> FormatChecker:
    """Return a format checker that checks uri, uri-reference, iri, iri-reference, uri-template, json-pointer,
    relative-json-pointer, ipv4 and ipv6 by the RFCs' grammars, hostname and idn-hostname by RFC 1123 and IDNA2008, and
    every other format as `base` does (by default the checker of draft 2020-12). With `consensus` also consensual-uri: a
    URL that a server may fetch (see `irigrammar.hosts.check_fetch`).

    `base` is not changed. The `cause` of a `ValidationError` by one of these formats is a `NoMatch`, whose `fault` says
    where the string leaves the production and why; for names of hosts it is a `ConversionError`. Values that are not
    strings have no format (JSON Schema 2020-12, Validation, 7.1). Raises `MissingExtra` where jsonschema is not
    installed.

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
    for name in (*FORMATS, *HOST_FORMATS):
        checker.checks(name, raises=(NoMatch, ConversionError))(partial(_check, name))
    if consensus:
        checker.checks("consensual-uri", raises=ValueError)(_check_fetch)
    return checker


@cache
def validator_class(name: str = "Draft202012Validator") -> Any:
    """Return a class of validators as jsonschema's of that name, which always checks the formats of `format_checker`,
    and whose message has the reason.

    The module has the same classes as attributes: `check-jsonschema --validator-class
    irigrammar.integrations.jsonschema:Draft7Validator`. Other formats are checked as the validator's own format checker
    says. Raises `AttributeError` for a name that is not a validator of jsonschema, and `MissingExtra`.

    >>> (error,) = validator_class()({"format": "iri"}).iter_errors("http://b c/")
    >>> error.message
    "'http://b c/' is not a 'iri': not IRI (RFC 3987), offset 8: a space is not allowed in a host name"
    """
    jsonschema = package("jsonschema", "jsonschema", "a class of validators")
    base = getattr(jsonschema, name)
    known = base.VALIDATORS["format"]

    def check(validator: Any, format_: Any, instance: Any, schema: Any) -> Iterator[Any]:
        """Yield a validation error if a string is not of the format; other formats by the class's own check."""
        if not isinstance(format_, str) or format_ not in {**FORMATS, **HOST_FORMATS}:
            yield from known(validator, format_, instance, schema)
            return
        try:
            _check(format_, instance)
        except (NoMatch, ConversionError) as cause:
            shown = redact(str.__repr__(instance)).text
            reason = cause.sentence if isinstance(cause, NoMatch) else str(cause)
            yield jsonschema.ValidationError(f"{shown} is not a {format_!r}: {reason}", cause=cause)

    return jsonschema.validators.extend(base, {"format": check})


def __getattr__(name: str) -> Any:
    if name.startswith("Draft") and name.endswith("Validator"):
        return validator_class(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _check_fetch(instance: object) -> bool:
    from irigrammar.hosts import require_fetch

    return not isinstance(instance, str) or bool(require_fetch(str.__str__(instance)))


def _check(format_: str, instance: object) -> bool:
    """Return true for a value of a format, and any that is no string. Raises `NoMatch` or `ConversionError`."""
    if isinstance(instance, str):
        if format_ in HOST_FORMATS:
            require_host_name(str.__str__(instance), international=HOST_FORMATS[format_])
        else:
            find(*FORMATS[format_]).require(instance)
    return True
