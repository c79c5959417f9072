"""What pydantic validates an annotated `str` by, and its JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from irigrammar.errors import ExportError, GrammarError
from irigrammar.exports.dialects import portable
from irigrammar.hosts import ConsensusProfile, why
from irigrammar.integrations.formats import format_of
from irigrammar.masking import secrets
from irigrammar.text.names import character

if TYPE_CHECKING:
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

    from irigrammar.matching.matcher import Matcher

__all__ = ["ERROR_TYPE", "NO_CONSENSUS", "Consensual", "core_schema", "json_schema"]

ERROR_TYPE = "irigrammar_no_match"
NO_CONSENSUS = "irigrammar_no_consensus"


def core_schema(matcher: Matcher, inner: CoreSchema | None = None) -> CoreSchema:
    """Return pydantic's schema of the strings of a production: `inner` (of any `str` by default), then the production.

    An error has the type `ERROR_TYPE`, a message that names the fault, and as context `grammar`, `rule`, `document`,
    `offset` and `byte_offset` (from 0, in code points and in bytes of UTF-8), `found` (None at the end), `expected`
    and `fixes` (lists of strings) and `reason`.

    >>> from pydantic import BaseModel, ValidationError
    >>> from irigrammar.integrations.pydantic import IRI
    >>> class Link(BaseModel):
    ...     target: IRI
    >>> Link(target="HTTP://Example.org").target
    'HTTP://Example.org'
    >>> try:
    ...     Link(target="http://b/c d")
    ... except ValidationError as error:
    ...     print(error.errors()[0]["msg"], error.errors()[0]["ctx"]["fixes"])
    not IRI (RFC 3987), offset 10: a reference cannot contain a space ['http://b/c%20d']
    """
    from pydantic_core import PydanticCustomError
    from pydantic_core import core_schema as schemas

    matches = matcher.matches

    def validate(value: str) -> str:
        if matches(value):
            return value
        raise PydanticCustomError(
            ERROR_TYPE, "not {rule} ({document}), offset {offset}: {reason}", dict(_context(matcher, value))
        )

    return schemas.no_info_after_validator_function(validate, schemas.str_schema() if inner is None else inner)


def _context(matcher: Matcher, value: str | bytes) -> Mapping[str, Any]:
    fault = matcher._no_match(value).fault
    unexpected = fault.found
    return {
        "rule": matcher.rule,
        "document": matcher.grammar.entry.document,
        "offset": fault.offset,
        "reason": fault.message,
        "grammar": matcher.grammar.name,
        "byte_offset": fault.byte_offset,
        "found": character(unexpected)
        if isinstance(unexpected, str)
        else None
        if unexpected is None
        else f"0x{unexpected.hex().upper()}",
        "expected": list(fault.expected),
        "fixes": [fix.text for fix in fault.fixes if not secrets(fix.text, whole=True)],
    }


def json_schema(matcher: Matcher, schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return a JSON Schema with the `format` whose language is the production's, or else with a `pattern`, where one
    says the same in ECMAScript; or else as it was.

    >>> from irigrammar.integrations.pydantic import matching
    >>> json_schema(matching("rfc3986", "URI").matcher, {"type": "string"})
    {'type': 'string', 'format': 'uri'}
    >>> json_schema(matching("rfc3986", "h16").matcher, {"type": "string"})
    {'type': 'string', 'pattern': '^[0-9A-Fa-f]{1,4}$'}
    """
    name = format_of(matcher)
    if name is not None:
        return {**schema, "format": name}
    try:
        return {**schema, "pattern": portable(matcher, "json-schema")}
    except (ExportError, GrammarError):
        return schema


@dataclass(frozen=True)
class Consensual:
    """The annotation of a `str` of which all conventions read the same host, or none (`irigrammar.consensus`).

    An error has the type `NO_CONSENSUS`, and as context the `reason` and the `profile`. In JSON Schema it is the format
    `consensual-uri`, which `irigrammar.integrations.jsonschema.format_checker(consensus=True)` checks.

    >>> from typing import Annotated
    >>> from pydantic import BaseModel, ValidationError
    >>> class Webhook(BaseModel):
    ...     target: Annotated[str, Consensual()]
    >>> try:
    ...     Webhook(target="http:/evil.example")
    ... except ValidationError as error:
    ...     print(error.errors()[0]["msg"])
    parsers disagree on the host: url-standard reads the host "evil.example", and rfc3986 reads no host
    """

    profile: ConsensusProfile = "strict"

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        """Return what pydantic validates by: the string as it is, then the readings of it."""
        from pydantic_core import PydanticCustomError
        from pydantic_core import core_schema as schemas

        def validate(value: str) -> str:
            reason = why(value, profile=self.profile)
            if reason is None:
                return value
            context = {"reason": reason, "profile": self.profile}
            raise PydanticCustomError(NO_CONSENSUS, "parsers disagree on the host: {reason}", context)

        return schemas.no_info_after_validator_function(validate, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> JsonSchemaValue:
        """Return the JSON Schema of it."""
        return {**handler(schema), "format": "consensual-uri"}
