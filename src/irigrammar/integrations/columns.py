"""Columns of Arrow: what the integrations of polars, pandas, pyarrow, DuckDB and Spark hand their columns to.

A column is a pyarrow `Array` or `ChunkedArray` of strings, of binary data in UTF-8, or of a dictionary of those. Nulls
and chunks are kept; the values of a dictionary are handled once each, and what comes out is not a dictionary. The
kernel reads Arrow's memory as it lies, and conversions write it; they make Python objects only of values that the
kernel leaves to Python.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar, Concatenate, Literal, ParamSpec, TypeVar, cast, get_args

from irigrammar.errors import ConversionError, IrigrammarError, MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.hosts import ConsensusProfile
from irigrammar.integrations.arrow import (
    Conversion,
    agreements,
    components,
    conversion,
    faults,
    messages,
    split_type,
    text_type,
    verdicts,
)
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.conversions import iri_to_uri as one_iri_to_uri
from irigrammar.processing.conversions import normalize as one_normalize
from irigrammar.processing.conversions import uri_to_iri as one_uri_to_iri
from irigrammar.processing.labels import HostPolicy
from irigrammar.processing.normalize import Level
from irigrammar.processing.to_iri import HostForm
from irigrammar.text.choices import check_choice

try:
    import pyarrow
    import pyarrow.compute as pc
except ImportError as error:
    raise MissingExtra("a column of texts", "pyarrow", "pyarrow") from error


Errors = Literal["raise", "null"]
Production = str | Grammar | Matcher
P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


class ColumnError(IrigrammarError, ValueError):
    """A value of a column is not converted, or not split, and `errors` is "raise".

    `row` counts from 0 in the column (where a tool hands over batches, in its batch), `text` is the value, and
    `__cause__` the `NoMatch` or `ConversionError`, with its fault or reason. A tool that raises it anew (polars) keeps
    the message, which names row and fault, alone.
    """

    def __init__(self, message: str, *, row: int | None = None, text: str | bytes | None = None) -> None:
        self.row = row
        self.text = text
        super().__init__(message)


def matcher_of(production: Production = "rfc3987", rule: str | None = None) -> Matcher:
    """Return the matcher of a production: one itself, or by a grammar or its name, and a rule (None: the start rule).

    Raises `UnknownGrammar` and `UnknownRule`.

    >>> matcher_of(), matcher_of("rfc3986", "uri")
    (<Matcher rfc3987 IRI-reference>, <Matcher rfc3986 URI>)
    """
    if isinstance(production, Matcher):
        return production
    grammar = grammar_of(production) if isinstance(production, str) else production
    return grammar.start if rule is None else grammar[rule]


def matches(column: Any, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return whether each text of a column matches a production, as bool; null for a null.

    `grammar` is the catalog's name of one, a `Grammar`, or a `Matcher`; `rule` is one of its productions (default: its
    start rule). Raises `UnknownGrammar`, `UnknownRule`, and `TypeError` for a column that has no texts.

    >>> matches(pyarrow.array(["http://résumé.example.org/", "http://b c/", None])).to_pylist()
    [True, False, None]
    """
    matcher = matcher_of(grammar, rule)
    return _map(column, lambda array: verdicts(matcher, array), lambda _: pyarrow.bool_())


def fault_offset(column: Any, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return where each text of a column leaves a production, in code points from 0, as int64.

    It is null for a text that matches, and for a null. The parameters and errors are those of `matches`.

    >>> fault_offset(pyarrow.array(["http://résumé.example.org/", "http://b c/", None])).to_pylist()
    [None, 8, None]
    """
    matcher = matcher_of(grammar, rule)
    return _map(column, lambda array: faults(matcher, array), lambda _: pyarrow.int64())


def fault_message(column: Any, grammar: Production = "rfc3987", rule: str | None = None) -> Any:
    """Return for each text of a column why it does not match: code and message, as strings.

    It is null for a text that matches, and for a null. The parameters and errors are those of `matches`.

    >>> fault_message(pyarrow.array(["http://résumé.example.org/", "http://b c/", None])).to_pylist()
    [None, 'F081 a space is not allowed in a host name', None]
    """
    matcher = matcher_of(grammar, rule)
    return _map(column, lambda array: messages(matcher, array), text_type)


def split(column: Any, grammar: Production = "rfc3987", rule: str | None = None, *, errors: Errors = "raise") -> Any:
    """Return the components of each text of a column (`Matcher.split`), as a struct of strings; null for a null.

    The fields are those of `irigrammar.Components`: scheme, authority, userinfo, host, port, path, query, fragment,
    host_kind; null when absent. A text that does not match is a `ColumnError` (`errors="raise"`, the default), or null
    (`errors="null"`). The other parameters and errors are those of `matches`, and `GrammarError` for a production that
    is not a reference. Unlike `matches` and `fault_offset` it lets no other Python thread run meanwhile.

    >>> split(pyarrow.array(["http://h:80/?q"])).field("port").to_pylist()
    ['80']
    """
    _check(errors)
    matcher = matcher_of(grammar, rule)
    parts = _map(column, lambda array: components(matcher, array), split_type)
    return _strict(column, parts, matcher.split) if errors == "raise" else parts


def iri_to_uri(
    column: Any,
    *,
    host: HostPolicy = "idna",
    query_charset: str = "utf-8",
    grammar: str = "rfc3987",
    errors: Errors = "raise",
) -> Any:
    """Return the URI reference that each IRI reference of a column is mapped to (RFC 3987, 3.1), as strings.

    `host`, `query_charset` and `grammar` are those of `irigrammar.iri_to_uri`. A text that is not a reference, or has
    no URI, is a `ColumnError` (`errors="raise"`, the default), or null (`errors="null"`).

    >>> iri_to_uri(pyarrow.array(["http://résumé.example.org/", None])).to_pylist()
    ['http://xn--rsum-bpad.example.org/', None]
    """
    chosen = conversion(one_iri_to_uri, grammar=grammar, host=host, query_charset=query_charset)
    return _convert(column, chosen, errors)


def uri_to_iri(column: Any, *, host: HostForm = "unicode", grammar: str = "rfc3987", errors: Errors = "raise") -> Any:
    """Return the IRI reference of each URI reference of a column (RFC 3987, 3.2), as strings.

    `host` and `grammar` are those of `irigrammar.uri_to_iri`; `errors` is that of `iri_to_uri`.

    >>> uri_to_iri(pyarrow.array(["http://example.org/D%C3%BCrst"])).to_pylist()
    ['http://example.org/Dürst']
    """
    return _convert(column, conversion(one_uri_to_iri, grammar=grammar, host=host), errors)


def normalize(column: Any, *, level: Level = "syntax", grammar: str = "rfc3987", errors: Errors = "raise") -> Any:
    """Return the normal form of each reference of a column (RFC 3987, 5.3.2 and 5.3.3), as strings.

    `level` and `grammar` are those of `irigrammar.normalize`; `errors` is that of `iri_to_uri`.

    >>> normalize(pyarrow.array(["HTTP://h/a/../%c3%a9"])).to_pylist()
    ['http://h/é']
    """
    return _convert(column, conversion(one_normalize, grammar=grammar, level=level), errors)


def consensus(column: Any, *, profile: ConsensusProfile = "strict") -> Any:
    """Return whether all conventions read the same host from each text (`irigrammar.hosts.consensus`), as bool.

    It is null for a null. Raises `ValueError` for an unknown profile, and `TypeError` for a column that has no texts.

    >>> consensus(pyarrow.array(["http://h/", "http://good.example@evil.example@h/", None])).to_pylist()
    [True, False, None]
    """
    check_choice("profile", profile, get_args(ConsensusProfile))
    return _map(column, lambda array: agreements(array, profile), lambda _: pyarrow.bool_())


SQL_NAMES: Mapping[str, str] = {
    "matches": "iri_matches",
    "fault_offset": "iri_fault_offset",
    "fault_message": "iri_fault_message",
    "split": "iri_split",
    "iri_to_uri": "iri_to_uri",
    "uri_to_iri": "uri_to_iri",
    "normalize": "iri_normalize",
    "consensus": "iri_consensus",
}


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (matches, fault_offset, fault_message, split, iri_to_uri, uri_to_iri, normalize, consensus)
}


def configured(matcher: Matcher, errors: Errors) -> dict[str, dict[str, Any]]:
    """Return the parameters of the functions by name: of the first four a matcher, of the others their defaults.

    >>> sorted(configured(matcher_of(), "null")) == sorted(SQL_NAMES)
    True
    """
    _check(errors)
    production, strictness = {"grammar": matcher}, {"errors": errors}
    return {
        "matches": production,
        "fault_offset": production,
        "fault_message": production,
        "split": {**production, **strictness},
        "iri_to_uri": strictness,
        "uri_to_iri": strictness,
        "normalize": strictness,
        "consensus": {},
    }


def called(name: str, parameters: Mapping[str, Any], column: Any) -> Any:
    """Return what the function of a name makes of a column with some parameters.

    >>> called("matches", {"grammar": "rfc3986"}, pyarrow.array(["é"])).to_pylist()
    [False]
    """
    return _FUNCTIONS[name](column, **parameters)


def _convert(column: Any, conversion: Conversion, errors: Errors) -> Any:
    _check(errors)
    converted = _map(column, conversion.apply, lambda kind: kind)
    return _strict(column, converted, conversion.of) if errors == "raise" else converted


def _check(errors: Errors) -> None:
    check_choice("errors", errors, get_args(Errors))


def _map(column: Any, function: Callable[[Any], Any], result: Callable[[Any], Any]) -> Any:
    """Return what a function makes of the plain arrays of a column; `result` says of which type that is."""
    if isinstance(column, pyarrow.ChunkedArray):
        kind = column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type
        return pyarrow.chunked_array(
            [_map(chunk, function, result) for chunk in column.chunks], result(text_type(kind))
        )
    if not isinstance(column, pyarrow.Array):
        raise TypeError(f"a column is a pyarrow Array or ChunkedArray, not {type(column).__name__}")
    if pyarrow.types.is_dictionary(column.type):
        return function(column.dictionary).take(column.indices)
    return function(column)


def _strict(column: Any, converted: Any, again: Callable[[bytes], object]) -> Any:
    """Return what was made of a column where each text was; else raise what is said of the first that was not."""
    row = pc.index(pc.and_(_is_text(column), pc.is_null(converted)), True).as_py() if converted.null_count else -1
    if row < 0:
        return converted
    scalar = column[row]
    value = (scalar.value if pyarrow.types.is_dictionary(column.type) else scalar).as_buffer().to_pybytes()
    try:
        again(value)
    except (NoMatch, ConversionError) as error:
        raise ColumnError(f"row {row}: {error}", row=row, text=_shown(value)) from error
    raise AssertionError(value)


def _is_text(column: Any) -> Any:
    """Return which values of a column are not null, and of a dictionary do not mean a null."""
    if isinstance(column, pyarrow.ChunkedArray):
        return pyarrow.chunked_array(map(_is_text, column.chunks), pyarrow.bool_())
    if pyarrow.types.is_dictionary(column.type):
        return pc.fill_null(column.dictionary.is_valid().take(column.indices), False)
    return column.is_valid()


def _shown(value: bytes) -> str | bytes:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def adapted(
    function: Callable[Concatenate[Any, P], Any],
    of: Callable[[Any, str, dict[str, Any]], Any],
    kinds: Mapping[str, str],
    more: Sequence[inspect.Parameter] = (),
    note: str = "",
) -> Callable[Concatenate[Any, P], Any]:
    """Return one of these functions for the columns of a library, with its parameters and description, and with `more`
    of them, of which a `note` speaks.

    `of` makes the result, of texts, the function's name and its parameters, of which `grammar` and `rule` are a matcher
    where a production is asked for. `kinds` says how the library calls what is made of texts here.

    >>> doubled = adapted(matches, lambda texts, name, parameters: called(name, parameters, texts * 2), {})
    >>> doubled([], rule="port")
    Traceback (most recent call last):
    TypeError: a column is a pyarrow Array or ChunkedArray, not list
    """
    name, signature = function.__name__, _signature(function, "texts", more)

    def adapter(*positional: Any, **named: Any) -> Any:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        parameters = bound.arguments
        if "rule" in parameters:
            parameters["grammar"] = matcher_of(parameters["grammar"], parameters.pop("rule"))
        return of(parameters.pop("texts"), name, parameters)

    description = (inspect.getdoc(function) or "").partition("\n\n>>>")[0]
    for ours, theirs in kinds.items():
        description = description.replace(f"as {ours}", theirs)
    return _like(function, adapter, of.__module__, f"{description}\n\n{note}".rstrip(), signature)


def _method(function: F) -> F:
    """Return the method of `Methods` that asks the library's function of that name."""
    name = function.__name__

    def method(self: Methods, *positional: Any, **named: Any) -> Any:
        return getattr(self.functions, name)(self._texts, *positional, **named)

    return _like(function, method, __name__, f"See `{name}`.", _signature(function, "self"))


def _signature(function: Callable[..., Any], first: str, more: Sequence[inspect.Parameter] = ()) -> inspect.Signature:
    """Return the signature of a function whose first parameter has another name, with more parameters."""
    parameter, *others = inspect.signature(function).parameters.values()
    return inspect.Signature([parameter.replace(name=first), *others, *more], return_annotation=Any)


def _like(function: F, wrapper: Any, module: str, description: str, signature: inspect.Signature) -> F:
    """Return a function of the name of another, described."""
    wrapper.__name__ = wrapper.__qualname__ = function.__name__
    wrapper.__module__, wrapper.__doc__, wrapper.__signature__ = module, description, signature
    return cast(F, wrapper)


class Methods:
    """What a namespace or accessor inherits: `functions`, which it names, is the module whose functions these are.

    They take texts in that library's kind of column, and return such (offsets in code points from 0, nulls kept).

    >>> import irigrammar.integrations.pyarrow as ours
    >>> class Column(Methods):
    ...     functions = ours
    >>> Column(ours.pyarrow.array(["a:b", "a b"])).matches().to_pylist()
    [True, False]
    """

    functions: ClassVar[ModuleType]

    def __init__(self, texts: Any) -> None:
        self._texts = texts

    matches = _method(matches)
    fault_offset = _method(fault_offset)
    fault_message = _method(fault_message)
    split = _method(split)
    iri_to_uri = _method(iri_to_uri)
    uri_to_iri = _method(uri_to_iri)
    normalize = _method(normalize)
    consensus = _method(consensus)
