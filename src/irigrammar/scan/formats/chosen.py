"""The strings of a value that a JSON Schema takes for identifiers: where its `format` is uri, iri, or a reference.

The schema is read by the library jsonschema; what it would check of the rest of the document decides between
alternatives only, and is not reported.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from irigrammar.errors import MissingExtra
from irigrammar.scan.formats.items import Production
from irigrammar.scan.formats.linear_search import UnsupportedPattern, is_cheap, searcher

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

SCHEMA_NESTING = 100

# JSON Schema Validation (2020-12), 7.3.5.
FORMATS: Mapping[str, Production] = {
    "uri": Production("rfc3986", "URI"),
    "uri-reference": Production("rfc3986", "URI-reference"),
    "iri": Production("rfc3987", "IRI"),
    "iri-reference": Production("rfc3987", "IRI-reference"),
}
# What each asks for: a scheme, and ASCII.
_ASKS = {"uri": 3, "uri-reference": 2, "iri": 1, "iri-reference": 0}
_BY_ASKING = {asked: name for name, asked in _ASKS.items()}
_ALTERNATIVES = ("anyOf", "oneOf")
_DATA = frozenset({"const", "default", "enum", "examples"})


class Text(str):
    """A string of a value, told from equal ones by being another object; `place` is whatever its maker put there."""

    __slots__ = ("place",)
    place: Any


# Takes a value made of what `json.loads` gives, with Text for strings, and gives those of its strings that are chosen.
Chooser = Callable[[Any], list[tuple[Text, Production]]]


def chooser(schema: Mapping[str, Any] | bool) -> Chooser:
    """Return what chooses the strings of a value by a schema.

    Raises `ValueError` where the schema is none, or a reference in it leads nowhere in the schema itself (nothing is
    fetched), and `MissingExtra` without the package jsonschema. What is returned raises `RecursionError` where schema
    and value nest too deeply.

    >>> choose = chooser({"properties": {"id": {"format": "uri"}}})
    >>> choose({"id": Text("http://example.org/"), "name": Text("b")})
    [('http://example.org/', Production(grammar='rfc3986', rule='URI'))]
    """
    if is_deep(schema, SCHEMA_NESTING):
        raise ValueError(f"the schema is nested more than {SCHEMA_NESTING} deep, which is the limit")
    try:
        return _chooser(json.dumps(schema if isinstance(schema, bool) else dict(schema)))
    except TypeError as error:
        raise ValueError(f"the schema is not JSON: {error}") from None


@lru_cache(8)
def _chooser(written: str) -> Chooser:
    try:
        from jsonschema import FormatChecker, SchemaError, validators
    except ImportError as error:
        raise MissingExtra("choosing by a JSON Schema", "scan", "jsonschema") from error
    read = json.loads(written)
    schema = _plain(read)
    known = validators.validator_for(read, default=validators.Draft202012Validator)
    try:
        known.check_schema(schema)
    except SchemaError as error:
        raise ValueError(
            f"the schema is not a JSON Schema: {error.message} (at {_pointer(error.absolute_path)})"
        ) from None
    _check_patterns(schema)
    _resolved(schema, _dialect(known.META_SCHEMA))
    marks = FormatChecker(())
    for name in FORMATS:
        # Every string that is checked against one of them "fails", so that an error has its place.
        marks.checks(name)(lambda value: not isinstance(value, Text))
    extend: Any = validators.extend  # which has no types
    validator = extend(known, _keywords(known.VALIDATORS))(schema, format_checker=marks, registry=_nothing_remote())

    def choose(value: Any) -> list[tuple[Text, Production]]:
        return [(text, FORMATS[_BY_ASKING[asked]]) for text, asked in _marked(validator.iter_errors(value)).values()]

    return choose


def _marked(errors: Iterable[ValidationError]) -> dict[int, tuple[Text, int]]:
    """Return the strings that marks are of, by identity; several at one string must all hold."""
    marked: dict[int, tuple[Text, int]] = {}
    for error in errors:
        if error.validator == "format":
            text: Any = error.instance
            asked = _ASKS[str(error.validator_value)]
            marked[id(text)] = (text, asked | (marked[id(text)][1] if id(text) in marked else 0))
    return marked


def _keywords(known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keywords for which a mark must not count as a failure."""
    from jsonschema import FormatChecker

    def silent(validator: Any) -> Any:
        return validator.evolve(format_checker=None)

    def alternatives(validator: Any, schemas: list[Any], instance: Any, _: Any) -> Iterator[ValidationError]:
        # A string is chosen where all alternatives that hold, or all if none does, ask for a format: the widest.
        quiet = silent(validator)
        holding = [schema for schema in schemas if next(quiet.descend(instance, schema), None) is None]
        marked = [_marked(validator.descend(instance, schema)) for schema in holding or schemas]
        for key, (text, _) in marked[0].items() if marked else ():
            if all(key in mapping for mapping in marked):
                yield _mark(text, reduce(and_, (mapping[key][1] for mapping in marked)))

    def condition(validator: Any, schema: Any, instance: Any, parent: Any) -> Iterator[ValidationError]:
        branch = "then" if next(silent(validator).descend(instance, schema), None) is None else "else"
        if branch in parent:
            yield from validator.descend(instance, parent[branch])

    def unevaluated(keyword: str) -> Any:
        def properties(validator: Any, schema: Any, instance: Any, parent: Any) -> Iterator[ValidationError]:
            if not isinstance(instance, dict):
                return
            # The library tells which they are only by what it asks of them.
            asked: set[int] = set()
            probe = FormatChecker(())

            def note(value: object) -> bool:
                asked.add(id(value))
                return True

            probe.checks("irigrammar-probe")(note)
            probing = validator.evolve(format_checker=probe)
            others = {key: value for key, value in parent.items() if key != keyword}
            for _ in known[keyword](probing, {"format": "irigrammar-probe"}, instance, others):
                pass
            for value in instance.values():
                if id(value) in asked:
                    yield from validator.descend(value, schema)

        return properties

    def silently(keyword: str) -> Any:
        def nothing_marked(validator: Any, schema: Any, instance: Any, parent: Any) -> Iterator[ValidationError]:
            yield from known[keyword](silent(validator), schema, instance, parent)

        return nothing_marked

    def pattern(_: Any, wanted: str, instance: Any, __: Any) -> Iterator[ValidationError]:
        from jsonschema.exceptions import ValidationError

        if isinstance(instance, str) and not searcher(wanted)(instance):
            yield ValidationError("it does not match a pattern")

    def pattern_properties(validator: Any, schemas: Any, instance: Any, _: Any) -> Iterator[ValidationError]:
        for wanted, schema in schemas.items() if isinstance(instance, dict) else ():
            for key, value in instance.items():
                if searcher(wanted)(key):
                    yield from validator.descend(value, schema)

    def additional_properties(validator: Any, schema: Any, instance: Any, parent: Any) -> Iterator[ValidationError]:
        if not isinstance(instance, dict):
            return
        patterns = [searcher(wanted) for wanted in parent.get("patternProperties", ())]
        for key, value in instance.items():
            if key not in parent.get("properties", ()) and not any(search(key) for search in patterns):
                yield from validator.descend(value, schema)

    changed: dict[str, Any] = {name: alternatives for name in _ALTERNATIVES if name in known}
    own = {"pattern": pattern, "patternProperties": pattern_properties, "additionalProperties": additional_properties}
    changed |= {name: function for name, function in own.items() if name in known}
    if "if" in known:
        changed["if"] = condition
    if "unevaluatedProperties" in known:
        changed["unevaluatedProperties"] = unevaluated("unevaluatedProperties")
    for name in ("contains", "disallow", "not", "propertyNames", "type", "unevaluatedItems"):
        if name in known:
            changed[name] = silently(name)
    return changed


def _mark(text: Text, asked: int) -> ValidationError:
    from jsonschema.exceptions import ValidationError

    name = _BY_ASKING[asked]
    return ValidationError(name, validator="format", validator_value=name, instance=text)


@cache
def _nothing_remote() -> Any:
    """Return a registry of nothing but the schemas of JSON Schema itself, which leave our keywords in force."""
    from jsonschema_specifications import REGISTRY as SPECIFICATIONS
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012, specification_with

    # The library lays it over its own.
    return Registry().with_resources(
        (uri, specification_with(_dialect(known), default=DRAFT202012).create_resource(_plain(known)))
        for uri, known in ((uri, SPECIFICATIONS.contents(uri)) for uri in SPECIFICATIONS)
    )


def _dialect(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$schema", ""))


def _plain(schema: Any, *, data: bool = False) -> Any:
    """Return a schema without what takes its parts to other validators or to patterns that Python does not know."""
    if isinstance(schema, list):
        return [_plain(item, data=data) for item in schema]
    if not isinstance(schema, dict) or data:
        return schema
    return {
        key: _plain(value, data=key in _DATA)
        for key, value in schema.items()
        if not (isinstance(value, str) and (key == "$schema" or (key == "pattern" and not _compiles(value))))
    }


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def is_deep(value: Any, limit: int) -> bool:
    """Return whether lists and objects are nested more than `limit` deep in a value, without recursion.

    >>> is_deep([[1]], 2), is_deep([[1]], 1)
    (False, True)
    """
    level = [value]
    for _ in range(limit + 1):
        level = list({id(value): value for value in level if isinstance(value, dict | list)}.values())
        if not level:
            return False
        level = [inner for value in level for inner in (value.values() if isinstance(value, dict) else value)]
    return True


def _check_patterns(schema: Any) -> None:
    """Raise `ValueError` for a regular expression that is not searched for in linear time."""
    keys: set[str] = set()
    patterns: set[str] = set()
    todo = [schema]
    while todo:
        part = todo.pop()
        if isinstance(part, list):
            todo += part
        elif isinstance(part, dict):
            values = part.get("patternProperties")
            patterns |= set(values) if isinstance(values, dict) else set()
            patterns |= {part["pattern"]} if isinstance(part.get("pattern"), str) else set()
            keys |= part.keys()
            todo += (value for key, value in part.items() if key not in _DATA)
    for pattern in sorted(patterns):
        try:
            searcher(pattern)
            # The library searches for these by itself.
            if "unevaluatedProperties" in keys and not is_cheap(pattern):
                raise UnsupportedPattern("beside unevaluatedProperties, one repetition behind ^ is the most")
        except UnsupportedPattern as error:
            raise ValueError(f"the pattern {pattern!r} of the schema is not supported: {error}") from None


def _resolved(schema: Any, dialect: str) -> None:
    """Raise `ValueError` for a reference that leads nowhere in the schema itself or the schemas of JSON Schema."""
    from jsonschema_specifications import REGISTRY as SPECIFICATIONS
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012, specification_with

    specification = specification_with(dialect, default=DRAFT202012)
    root = specification.create_resource(schema)
    todo = [(root, SPECIFICATIONS.resolver_with_root(root))]
    seen: set[int] = set()
    while todo:
        part, resolver = todo.pop()
        if id(part.contents) in seen or not isinstance(part.contents, dict):
            continue
        seen.add(id(part.contents))
        for key in ("$ref", "$dynamicRef", "$recursiveRef"):
            reference = part.contents.get(key)
            if isinstance(reference, str):
                try:
                    there = resolver.lookup(reference)
                except Unresolvable:
                    raise ValueError(
                        f"{key} {reference!r} leads nowhere in the schema; nothing is fetched: "
                        "put what it refers to into $defs"
                    ) from None
                todo.append((specification.create_resource(there.contents), there.resolver))
        todo += [(resource, resolver.in_subresource(resource)) for resource in part.subresources()]


def _pointer(path: Iterable[str | int]) -> str:
    tokens = (str(token).replace("~", "~0").replace("/", "~1") for token in path)
    return "".join(f"/{token}" for token in tokens) or "the root"
