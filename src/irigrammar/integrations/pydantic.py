"""Annotated `str` types for pydantic 2.

They validate by a production and change nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from irigrammar.dataclass import dataclass
from irigrammar.errors import ExportError, GrammarError
from irigrammar.exports.dialects import portable
from irigrammar.hosts import FetchVerdict, check_fetch
from irigrammar.integrations._formats import format_of
from irigrammar.integrations._wanted import find
from irigrammar.masking import secrets
from irigrammar.matching.grammar import Grammar
from irigrammar.matching.matcher import Matcher
from irigrammar.text.names import character

if TYPE_CHECKING:
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

__all__ = [
    "ERROR_TYPE",
    "IRI",
    "NO_CONSENSUS",
    "URI",
    "Consensual",
    "ConsensualURI",
    "IRIReference",
    "Matching",
    "URIReference",
    "core_schema",
    "json_schema",
    "matching",
]

ERROR_TYPE = "irigrammar_no_match"
NO_CONSENSUS = "irigrammar_no_consensus"


@dataclass(frozen=True)
class Matching:
    """The metadata of an annotated `str`: `matcher` is the production that it must match as a whole.

    Made by `matching`. For pydantic it is a distinct type, too.
    """

    matcher: Matcher

    # Readers of annotations unpack what is grouped: so pydantic finds what it validates by, and hypothesis a strategy.
    __is_annotated_types_grouped_metadata__ = True

    def __iter__(self) -> Iterator[object]:
        """Yield the metadata that this stands for: the strategy, where hypothesis is loaded, and the validator of
        pydantic.
        """
        if "hypothesis" in sys.modules:
            from irigrammar.integrations.hypothesis import deferred_strings

            yield deferred_strings(self.matcher)
        yield _Single(self.matcher)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return the core schema of pydantic: an unchanged string, then the production."""
        inner = None if isinstance(source, Matching) else _inner_schema(source, handler)
        return core_schema(self.matcher, inner, handler.resolve_ref_schema)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """Return the JSON Schema of the annotated type, with a `format` or `pattern` where one fits."""
        return json_schema(self.matcher, handler(schema))


class _Single(Matching):
    """The same, not grouped."""

    __is_annotated_types_grouped_metadata__ = False


def matching(grammar: str | Grammar, rule: str | None = None) -> Matching:
    """Return the annotation of a production: of a grammar, a catalog name or an ABNF file, and of its rule (by default
    the grammar's first start rule).

    Raises `UnknownGrammar`, `UnknownRule` and `GrammarError` as `irigrammar.grammar` and `Grammar` do.

    >>> Port = Annotated[str, matching("rfc3986", "port")]
    """
    return Matching(find(grammar, rule))


def core_schema(
    matcher: Matcher, inner: CoreSchema | None = None, resolve: Callable[[Any], Any] | None = None
) -> CoreSchema:
    """Return pydantic's schema of the strings of a production: `inner` (of any `str` by default), then the production.

    `inner` is of strings, and of None if you like, which passes; `TypeError` for one of anything else. `resolve` is
    pydantic's function that finds the schema of a reference in `inner`.

    An error has the type `ERROR_TYPE`, a message that names the fault, and as context `grammar`, `rule`, `document`,
    `offset` and `byte_offset` (from 0, in code points and in bytes of UTF-8), `found` (None at the end), `expected`
    and `fixes` (lists of strings) and `reason`.

    >>> from pydantic import BaseModel, ValidationError
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

    def validate(value: str) -> None:
        if not matches(value):
            raise PydanticCustomError(
                ERROR_TYPE, "not {rule} ({document}), offset {offset}: {reason}", dict(_context(matcher, value))
            )

    return _with_check(schemas.str_schema() if inner is None else inner, validate, resolve)


def _inner_schema(source: Any, handler: Any) -> CoreSchema:
    """Return pydantic's schema of the type that a rule annotates: for a type variable of a generic model, which stands
    for anything, that of a `str`.
    """
    from pydantic_core import core_schema as schemas

    schema: CoreSchema = handler(source)
    return schemas.str_schema() if isinstance(source, TypeVar) and schema["type"] == "any" else schema


def _with_check(
    inner: CoreSchema, validate: Callable[[str], None], resolve: Callable[[Any], Any] | None = None
) -> CoreSchema:
    """Return a schema that validates by `inner` and then calls `validate` with each string.

    Raises `TypeError` for a schema of other values than strings and None.
    """
    from pydantic_core import PydanticKnownError
    from pydantic_core import core_schema as schemas

    kinds = _kinds(inner, resolve)
    others = kinds - {"str", "none"} if "str" in kinds else kinds
    if others:
        raise TypeError(
            f"a rule checks a str, or a str that may be None, not what pydantic reads as {', '.join(sorted(others))}: "
            "annotate the str inside, as in list[Annotated[str, ...]]"
        )

    def check(value: Any) -> Any:
        """Return a value that is a valid string, or None if allowed. Raises a "string_type" error for other values,
        and the errors of `validate`.
        """
        if value is None and "none" in kinds:
            return None
        if not isinstance(value, str):  # another validator has made something else of the string
            raise PydanticKnownError("string_type")
        validate(str.__str__(value))
        return value

    return schemas.no_info_after_validator_function(check, inner)


def _kinds(schema: Any, resolve: Callable[[Any], Any] | None) -> set[str]:
    """Return the kinds of values of a schema: "str", "none", or the names of other types of schemas."""
    match schema["type"]:
        case "nullable":
            return {"none", *_kinds(schema["schema"], resolve)}
        case "union":
            choices = (choice[0] if isinstance(choice, tuple) else choice for choice in schema["choices"])
            return {kind for choice in choices for kind in _kinds(choice, resolve)}
        case "literal":
            return {
                "str" if isinstance(value, str) else "none" if value is None else "literal"
                for value in schema["expected"]
            }
        case "enum" if schema.get("sub_type") == "str":
            return {"str"}
        case "json-or-python":
            return _kinds(schema["json_schema"], resolve) | _kinds(schema["python_schema"], resolve)
        case "lax-or-strict":
            return _kinds(schema["lax_schema"], resolve) | _kinds(schema["strict_schema"], resolve)
        case "chain":
            return _kinds(schema["steps"][-1], resolve)
        case "definition-ref" if resolve is not None:
            return _kinds(resolve(schema), resolve)
        case "function-after" | "function-before" | "function-wrap" | "default" | "custom-error" | "definitions":
            return _kinds(schema["schema"], resolve)
        case kind:
            return {kind}


def _context(matcher: Matcher, value: str | bytes) -> Mapping[str, Any]:
    """Return the context of the error about a value that does not match, as `core_schema` describes it; fixes with
    secrets are left out.
    """
    fault = matcher.check(value).fault
    assert fault is not None
    found_character = fault.found
    if found_character is not None:
        found_character = (
            character(found_character) if isinstance(found_character, str) else f"0x{found_character.hex().upper()}"
        )
    return {
        "rule": matcher.rule,
        "document": matcher.grammar.entry.document,
        "offset": fault.offset,
        "reason": fault.message,
        "grammar": matcher.grammar.name,
        "byte_offset": fault.byte_offset,
        "found": found_character,
        "expected": list(fault.expected),
        "fixes": [fix.text for fix in fault.fixes if not secrets(fix.text, whole=True)],
    }


def json_schema(matcher: Matcher, schema: JsonSchemaValue) -> JsonSchemaValue:
    """Return a JSON Schema with the `format` whose language is the production's, or else with a `pattern`, where one
    says the same in ECMAScript; or else as it was.

    >>> json_schema(matching("rfc3986", "URI").matcher, {"type": "string"})
    {'type': 'string', 'format': 'uri'}
    >>> json_schema(matching("rfc3986", "h16").matcher, {"type": "string"})
    {'type': 'string', 'pattern': '^[0-9A-Fa-f]{1,4}$(?![\\\\s\\\\S])'}
    """
    name = format_of(matcher)
    if name is not None:
        return _of_strings(schema, "format", name)
    try:
        return _of_strings(schema, "pattern", portable(matcher, "json-schema"))
    except (ExportError, GrammarError):
        return schema


def _of_strings(schema: JsonSchemaValue, keyword: str, value: str) -> JsonSchemaValue:
    """Return a JSON Schema with a keyword for strings: in each branch but null, in `allOf` beside
    another value of it.
    """
    if "anyOf" in schema:
        branches = schema["anyOf"]
        return {
            **schema,
            "anyOf": [
                branch if branch.get("type") == "null" else _of_strings(branch, keyword, value) for branch in branches
            ],
        }
    if schema.get(keyword, value) != value:  # of another rule
        return {**schema, "allOf": [*schema.get("allOf", ()), {keyword: value}]}
    return {**schema, keyword: value}


@dataclass(frozen=True)
class Consensual:
    """The annotation of a `str` with a URL that a server may fetch (`irigrammar.hosts.check_fetch`): all programs read
    the same host from it, and that is public.

    The fields are the parameters of `check_fetch`. An error has the type `NO_CONSENSUS`, and as context the `code` and
    the `reason`. In JSON Schema it is the format `consensual-uri`, which
    `irigrammar.integrations.jsonschema.format_checker(consensus=True)` checks. The string is not changed: hand the
    client what `require_fetch` returns.

    >>> from typing import Annotated
    >>> from pydantic import BaseModel, ValidationError
    >>> class Webhook(BaseModel):
    ...     target: Annotated[str, Consensual()]
    >>> try:
    ...     Webhook(target="http://127.0.0.1/")
    ... except ValidationError as error:
    ...     print(error.errors()[0]["msg"])
    not to be fetched: the host "127.0.0.1" is not public: loopback (RFC 1122, 3.2.1.3)
    """

    schemes: tuple[str, ...] = ("https", "http")
    ports: tuple[int | str, ...] | int | str | None = None
    public: bool = True
    userinfo: bool = False
    deny: tuple[str, ...] = ()

    def verdict(self, text: str) -> FetchVerdict:
        """Return the verdict on whether a server may fetch a string, by these options."""
        return check_fetch(
            text, schemes=self.schemes, ports=self.ports, public=self.public, userinfo=self.userinfo, deny=self.deny
        )

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        """Return the schema that pydantic validates by: a string, then `check_fetch`."""
        from pydantic_core import PydanticCustomError

        def validate(value: str) -> None:
            """Raise the error `NO_CONSENSUS` for a URL that the verdict refuses."""
            reason = self.verdict(value).reason
            if reason is not None:
                context = {"code": reason.code, "reason": reason.message}
                raise PydanticCustomError(NO_CONSENSUS, "not to be fetched: {reason}", context)

        return _with_check(_inner_schema(source, handler), validate, handler.resolve_ref_schema)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> JsonSchemaValue:
        """Return the JSON Schema of the annotated type, with the format "consensual-uri"."""
        return _of_strings(handler(schema), "format", "consensual-uri")


URI: TypeAlias = Annotated[str, matching("rfc3986", "URI")]
URIReference: TypeAlias = Annotated[str, matching("rfc3986", "URI-reference")]
IRI: TypeAlias = Annotated[str, matching("rfc3987", "IRI")]
IRIReference: TypeAlias = Annotated[str, matching("rfc3987", "IRI-reference")]
ConsensualURI: TypeAlias = Annotated[str, Consensual()]
