"""The effect of a character in each component of a reference.

Shows the results of the conversions there, and the advice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from irigrammar.advice.quiet import is_ordinary
from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NoMatch
from irigrammar.finding import Finding, Severity
from irigrammar.matching.grammar import grammar
from irigrammar.processing.conversions import iri_to_uri, leiri_to_iri, uri_to_iri, web_address_to_iri
from irigrammar.processing.percent import encode_bytes

# A reference for each component with a place for the character, and what is before and after it in that component:
# not at the end of the reference, where white space is trimmed, and not beside a letter, which has a script.
PLACES: Mapping[str, tuple[str, str, str]] = {
    "userinfo": ("http://{}@example.org/", "", ""),
    "host": ("http://{}/", "", ""),
    "path": ("http://example.org/{}-", "/", "-"),
    "query": ("http://example.org/?{}-", "", "-"),
    "fragment": ("http://example.org/#{}-", "", "-"),
}
_NEUTRAL = "x"  # a character that every conversion keeps everywhere

_CONVERSIONS: Mapping[str, tuple[Callable[[str], str], bool]] = {
    "IRI to URI": (iri_to_uri, False),
    "URI to IRI": (uri_to_iri, True),
    "LEIRI to IRI": (leiri_to_iri, False),
    "Web Address to IRI": (partial(web_address_to_iri, authority="grammar"), False),
}


class Advised(NamedTuple):
    """A rule of advice that reports a character, in which components, and whether percent-encoded or literal."""

    code: str
    name: str
    severity: Severity
    encoded: bool
    fields: tuple[str, ...]


def conversions(char: str) -> list[dict[str, Any]]:
    """Return the results of each conversion of a character in each component, for JSON: of the character itself, and
    for URI to IRI of its percent-encoding, which a surrogate does not have.

    Where there is no `result`, the `reason` is "delimiter" where the character ends the component, "not allowed" where
    the grammar that the conversion starts from refuses it there, else what the conversion says.

    >>> conversions("é")[0]["components"]["host"]
    {'result': 'xn--9ca', 'reason': None}
    >>> conversions("/")[0]["components"]["host"]
    {'result': None, 'reason': 'delimiter'}
    """
    return [
        {"name": name, "given": source, "components": {field: _outcome(name, field, source) for field in PLACES}}
        for name, (_, encoded) in _CONVERSIONS.items()
        if (source := _encoded(char) if encoded else char) is not None
    ]


def advice_on(char: str) -> tuple[Advised, ...]:
    """Return the rules of advice that find something in a reference with a character, as it is or percent-encoded, in
    some component, and nothing without it; in the order of their codes.

    >>> [(note.code, note.name, note.encoded) for note in advice_on(" ")]
    [('H006', 'space-in-host', True)]
    """
    rows: dict[tuple[str, str, Severity, bool], list[str]] = {}
    for encoded in (False, True):
        text = _encoded(char) if encoded else char
        for field in PLACES if text is not None else ():
            usual = {(finding.code, finding.message) for finding in _findings(field, _NEUTRAL)}
            for finding in _findings(field, text or ""):
                if (finding.code, finding.message) not in usual:
                    fields = rows.setdefault((finding.code, finding.name, finding.severity, encoded), [])
                    if field not in fields:
                        fields.append(field)
    return tuple(Advised(*key, tuple(fields)) for key, fields in sorted(rows.items()))


def _findings(field: str, content: str) -> list[Finding]:
    """Return the findings of advice in an IRI reference with some content in a field; none where it is invalid."""
    text = PLACES[field][0].format(content)
    matcher = grammar("rfc3987").start
    if not matcher.matches(text) or is_ordinary(matcher, text, advice=True):
        return []
    from irigrammar.advice.advise import advise  # of most characters nothing is said

    return advise(text)


def _encoded(char: str) -> str | None:
    try:
        return encode_bytes(char.encode())
    except UnicodeEncodeError:
        return None


def _outcome(name: str, field: str, content: str) -> dict[str, str | None]:
    """Return the content of a component after a conversion as "result", or None and the "reason" why there is none.

    The reason "delimiter" means that the content ends or changes a component.
    """
    pattern, before, after = PLACES[field]
    try:
        components = grammar("rfc3987").start.split(_CONVERSIONS[name][0](pattern.format(content))).as_dict()
    except NoMatch:
        return {"result": None, "reason": "not allowed"}
    except ConversionError as error:
        return {"result": None, "reason": error.reason}
    usual = _usual(name, field)
    whole = components[field] or ""
    around = whole.startswith(before) and whole.endswith(after) and len(whole) >= len(before + after)
    if not around or any(components[other_field] != value for other_field, value in usual.items()):
        return {"result": None, "reason": "delimiter"}
    return {"result": whole.removeprefix(before).removesuffix(after), "reason": None}


@cache
def _usual(name: str, field: str) -> dict[str, str | None]:
    """Return the components, other than `field`, of what a conversion makes of a reference with an ordinary letter in
    that field; a delimiter there changes them.
    """
    result = _CONVERSIONS[name][0](PLACES[field][0].format(_NEUTRAL))
    components = grammar("rfc3987").start.split(result).as_dict()
    around = {field, "authority", "host_kind"}
    return {other_field: value for other_field, value in components.items() if other_field not in around}
