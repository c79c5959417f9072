"""Functions of Arrow columns.

For polars, pandas, pyarrow, DuckDB and Spark. A column is a pyarrow `Array` or `ChunkedArray` of strings, of binary
data in UTF-8, or of a dictionary of those. Nulls and chunks are kept; the values of a dictionary are handled once each,
and what comes out is not a dictionary. The kernel reads Arrow's memory as it lies, and conversions write it; they make
Python objects only of values that the kernel leaves to Python.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast, get_args

from irigrammar.engines.recognizer import decoded_text
from irigrammar.errors import ConversionError, IrigrammarError, MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.hosts import ConsensusProfile
from irigrammar.integrations._arrow import (
    Conversion,
    Keys,
    agreements,
    components,
    conversion,
    explanation_type,
    explanations,
    faults,
    messages,
    split_type,
    text_type,
    verdicts,
)
from irigrammar.matching.grammar import Grammar, grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.choices import Errors, HostForm, HostPolicy, Level
from irigrammar.processing.compare import canonical_text
from irigrammar.processing.conversions import iri_to_uri as one_iri_to_uri
from irigrammar.processing.conversions import normalize as one_normalize
from irigrammar.processing.conversions import resolve as one_resolve
from irigrammar.processing.conversions import uri_to_iri as one_uri_to_iri
from irigrammar.text.choices import check_choice

# The functions of columns. Modules of libraries have each of them for their columns.
__all__ = [
    "consensus",
    "explain",
    "fault_message",
    "fault_offset",
    "iri_to_uri",
    "key",
    "matches",
    "normalize",
    "resolve",
    "split",
    "uri_to_iri",
]

try:
    import pyarrow
    import pyarrow.compute as pc
except ImportError as error:
    raise MissingExtra("a column of texts", "pyarrow", "pyarrow") from error


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


def matcher_of(rule: str | Matcher | None, grammar: str | Grammar = "rfc3987") -> Matcher:
    """Return the matcher of a rule of a grammar, or a matcher itself; None is the grammar's first start rule.

    Raises `UnknownGrammar` and `UnknownRule`.

    >>> matcher_of("uri", "rfc3986"), matcher_of(None)
    (<Matcher rfc3986 URI>, <Matcher rfc3987 IRI-reference>)
    """
    if isinstance(rule, Matcher):
        return rule
    known = grammar_of(grammar) if isinstance(grammar, str) else grammar
    return known.start if rule is None else known[rule]


def matches(column: Any, rule: str | Matcher, grammar: str | Grammar = "rfc3987") -> Any:
    """Return whether each text of a column matches a rule, as bool; null for a null.

    `rule` is a rule of `grammar` (a name of the catalog, by default RFC 3987, or a `Grammar`), or a `Matcher`; it has
    no default, because any word is an `IRI-reference`. A column in which all values are missing may be of any type.
    Raises `UnknownGrammar`, `UnknownRule`, and `TypeError` for a column that has no texts.

    >>> matches(pyarrow.array(["http://résumé.example.org/", "http://b c/", None]), "IRI").to_pylist()
    [True, False, None]
    """
    matcher = matcher_of(rule, grammar)
    return _map(column, lambda array: verdicts(matcher, array), lambda _: pyarrow.bool_())


def fault_offset(column: Any, rule: str | Matcher, grammar: str | Grammar = "rfc3987") -> Any:
    """Return where each text of a column leaves a rule, in code points from 0, as int64.

    It is null for a text that matches, and for a null. The parameters and errors are those of `matches`.

    >>> fault_offset(pyarrow.array(["http://résumé.example.org/", "http://b c/", None]), "IRI").to_pylist()
    [None, 8, None]
    """
    matcher = matcher_of(rule, grammar)
    return _map(column, lambda array: faults(matcher, array), lambda _: pyarrow.int64())


def fault_message(column: Any, rule: str | Matcher, grammar: str | Grammar = "rfc3987") -> Any:
    """Return for each text of a column why it does not match, as strings: the code of the fault, a space and its
    message.

    It is null for a text that matches, and for a null. The parameters and errors are those of `matches`.

    >>> fault_message(pyarrow.array(["http://résumé.example.org/", "http://b c/", None]), "IRI").to_pylist()
    [None, 'F081 a space is not allowed in a host name', None]
    """
    matcher = matcher_of(rule, grammar)
    return _map(column, lambda array: messages(matcher, array), text_type)


def explain(column: Any, rule: str | Matcher, grammar: str | Grammar = "rfc3987") -> Any:
    """Return for each text of a column why it does not match, and how it could, as a struct of strings and offsets.

    The fields are `code` and `message` of the fault, `start` and `end` (exclusive) of the part that it is about, in
    code points from 0, `fix`, the first text that would match, and its `applicability` ("safe", "unsafe" or "display");
    the last two are null where there is none. It is null for a text that matches, and for a null. The parameters and
    errors are those of `matches`. Only texts that do not match take Python's time, each distinct one once.

    >>> explain(pyarrow.array(["a:b", "http://e/b c"]), "IRI").to_pylist()[1]["fix"]
    'http://e/b%20c'
    """
    matcher = matcher_of(rule, grammar)
    return _map(column, lambda array: explanations(matcher, array), explanation_type)


def split(
    column: Any, rule: str | Matcher | None = None, grammar: str | Grammar = "rfc3987", *, errors: Errors = "raise"
) -> Any:
    """Return the components of each text of a column (`Matcher.split`), as a struct of strings; null for a null.

    The fields are those of `irigrammar.Components`: scheme, authority, userinfo, host, port, path, query, fragment,
    host_kind; null when absent. A text that does not match is a `ColumnError` (`errors="raise"`, the default), or null
    (`errors="null"`). The other parameters and errors are those of `matches`, but the default rule is the grammar's
    first start rule; `GrammarError` for a rule that is not a reference. Unlike `matches` and `fault_offset` it lets no
    other Python thread run meanwhile.

    >>> split(pyarrow.array(["http://h:80/?q"])).field("port").to_pylist()
    ['80']
    """
    check_choice("errors", errors, get_args(Errors))
    matcher, column = matcher_of(rule, grammar), _as_texts(column)
    parts = _map(column, lambda array: components(matcher, array), split_type)
    return _strict(column, parts, matcher.split) if errors == "raise" else parts


def iri_to_uri(
    column: Any,
    *,
    host: HostPolicy = "idna",
    query_charset: str = "utf-8",
    grammar: str | Grammar = "rfc3987",
    errors: Errors = "raise",
) -> Any:
    """Return the URI reference that each IRI reference of a column is mapped to (RFC 3987, 3.1), as strings.

    `host`, `query_charset` and `grammar` are those of `irigrammar.iri_to_uri`. A text that is not a reference, or has
    no URI, is a `ColumnError` (`errors="raise"`, the default), or null (`errors="null"`).

    >>> iri_to_uri(pyarrow.array(["http://résumé.example.org/", None])).to_pylist()
    ['http://xn--rsum-bpad.example.org/', None]
    """
    one_conversion = conversion(one_iri_to_uri, grammar=grammar, host=host, query_charset=query_charset)
    return _convert(column, one_conversion, errors)


def uri_to_iri(
    column: Any, *, host: HostForm = "unicode", grammar: str | Grammar = "rfc3987", errors: Errors = "raise"
) -> Any:
    """Return the IRI reference of each URI reference of a column (RFC 3987, 3.2), as strings.

    `host` and `grammar` are those of `irigrammar.uri_to_iri`; `errors` is that of `iri_to_uri`.

    >>> uri_to_iri(pyarrow.array(["http://example.org/D%C3%BCrst"])).to_pylist()
    ['http://example.org/Dürst']
    """
    return _convert(column, conversion(one_uri_to_iri, grammar=grammar, host=host), errors)


def normalize(
    column: Any, *, level: Level = "syntax", grammar: str | Grammar = "rfc3987", errors: Errors = "raise"
) -> Any:
    """Return the normal form of each reference of a column (RFC 3987, 5.3.2 and 5.3.3), as strings.

    `level` and `grammar` are those of `irigrammar.normalize`; `errors` is that of `iri_to_uri`.

    >>> normalize(pyarrow.array(["HTTP://h/a/../%c3%a9"])).to_pylist()
    ['http://h/é']
    """
    return _convert(column, conversion(one_normalize, grammar=grammar, level=level), errors)


def key(column: Any, *, level: Level = "scheme", grammar: str | Grammar = "rfc3987", errors: Errors = "raise") -> Any:
    """Return the canonical key of each reference of a column, as strings: those that are equivalent have the same.

    Its UTF-8 is `irigrammar.convert.canonical_key`. `level` is that of `irigrammar.normalize`, by default what is known
    of schemes; `grammar` and `errors` are those of `iri_to_uri`.

    >>> key(pyarrow.array(["HTTP://h:80", "http://h/", "http://H/."])).unique().to_pylist()
    ['http://h/']
    """
    one_conversion = conversion(canonical_text, grammar=grammar, level=level)
    return _convert(column, Keys(one_conversion.convert, one_conversion.reference), errors)


def resolve(column: Any, base: str, *, grammar: str | Grammar = "rfc3987", errors: Errors = "raise") -> Any:
    """Return the target of each reference of a column by one base (RFC 3986, 5.2), as strings.

    `base` and `grammar` are those of `irigrammar.resolve`; `errors` is that of `iri_to_uri`. Raises `NoMatch` for a
    base without a scheme.

    >>> resolve(pyarrow.array(["../c", "//e/", None]), "http://h/a/b").to_pylist()
    ['http://h/c', 'http://e/', None]
    """
    return _convert(column, conversion(one_resolve, base, grammar=grammar), errors)


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
    "explain": "iri_explain",
    "split": "iri_split",
    "iri_to_uri": "iri_to_uri",
    "uri_to_iri": "uri_to_iri",
    "normalize": "iri_normalize",
    "key": "iri_key",
    "resolve": "iri_resolve",
    "consensus": "iri_consensus",
}


FUNCTIONS: dict[str, Callable[..., Any]] = {name: globals()[name] for name in __all__}
BY_RULE = ("matches", "fault_offset", "fault_message", "explain", "split")


def strictness(name: str, errors: Errors) -> dict[str, Any]:
    """Return {"errors": errors} for a function that has this parameter, {} for others.

    Raises `ValueError` for an unknown value.

    >>> strictness("matches", "null"), strictness("key", "null")
    ({}, {'errors': 'null'})
    """
    check_choice("errors", errors, get_args(Errors))
    return {"errors": errors} if "errors" in inspect.signature(FUNCTIONS[name]).parameters else {}


def result_type(name: str, texts: Any) -> Any:
    """Return the type of the results of the function `name` for texts of a type; raise `TypeError` for a type of other
    things than text.

    >>> result_type("key", pyarrow.binary()), result_type("matches", pyarrow.binary())
    (DataType(string), DataType(bool))
    """
    kind = text_type(texts)
    structs = {"split": split_type, "explain": explanation_type}
    if name in structs:
        return structs[name](texts)
    return {"matches": pyarrow.bool_(), "consensus": pyarrow.bool_(), "fault_offset": pyarrow.int64()}.get(name, kind)


def called_by_rows(name: str, parameters: Callable[..., dict[str, Any]], column: Any, *beside: Any) -> Any:
    """Return a function's results for texts with the parameters from columns beside them; null for a null.

    Texts with the same parameters are handled together. Raises what the function raises; the row of a `ColumnError` is
    that of the column.

    >>> texts, rules = pyarrow.array(["80", "80", "x:"]), pyarrow.array(["port", "IRI", None])
    >>> called_by_rows("matches", lambda rule: {"rule": rule}, texts, rules).to_pylist()
    [True, False, None]
    """
    kind = result_type(name, _value_type(_as_texts(column)))

    def answer(texts: Any, *values: Any) -> Any:
        """Return the column of results; all null if a parameter is None, or is a wrong base with errors="null".

        Raises `NoMatch` for a wrong base otherwise.
        """
        arguments = {} if None in values else parameters(*values)
        try:
            return pyarrow.nulls(len(texts), kind) if None in values else FUNCTIONS[name](texts, **arguments)
        except NoMatch:  # a base
            if arguments.get("errors") != "null":
                raise
            return pyarrow.nulls(len(texts), kind)

    if all(len(values.unique()) == 1 for values in beside):
        return answer(column, *(values[0].as_py() for values in beside))
    rows: dict[tuple[Any, ...], list[int]] = {}
    for row, values in enumerate(zip(*(values.to_pylist() for values in beside), strict=True)):
        rows.setdefault(values, []).append(row)
    parts = [pyarrow.array([], kind)]
    for values, places in rows.items():
        try:
            part = answer(column.take(pyarrow.array(places)), *values)
        except ColumnError as error:
            row = places[error.row or 0]
            raise ColumnError(f"row {row}: {error.__cause__}", row=row, text=error.text) from error.__cause__
        parts += part.chunks if isinstance(part, pyarrow.ChunkedArray) else [part]
    order = pyarrow.array([row for places in rows.values() for row in places], pyarrow.int64())
    return pyarrow.concat_arrays(parts).take(pc.sort_indices(order))


def _convert(column: Any, conversion: Conversion, errors: Errors) -> Any:
    """Return the converted column, null where there is no conversion; with errors="raise", `ColumnError` for the first
    such text.

    Raises `ValueError` for an unknown `errors`.
    """
    check_choice("errors", errors, get_args(Errors))
    column = _as_texts(column)
    result = _map(column, conversion.apply, lambda kind: kind)
    return _strict(column, result, conversion.of) if errors == "raise" else result


def _as_texts(column: Any) -> Any:
    """Return a column; for one of numbers or times that are all missing (null or NaN) one of nulls."""
    if not isinstance(column, pyarrow.Array | pyarrow.ChunkedArray) or not pyarrow.types.is_primitive(column.type):
        return column
    missing = len(column) and pc.all(column.is_null(nan_is_null=True)).as_py()
    return pyarrow.nulls(len(column)) if missing else column


def _value_type(column: Any) -> Any:
    return column.type.value_type if pyarrow.types.is_dictionary(column.type) else column.type


def _map(column: Any, function: Callable[[Any], Any], result: Callable[[Any], Any]) -> Any:
    """Return a function's results for the plain arrays of a column, of a dictionary's values once each.

    `result` maps the type of the texts to theirs. Raises `TypeError` for another kind of column.
    """
    column = _as_texts(column)
    if isinstance(column, pyarrow.ChunkedArray):
        kind = result(text_type(_value_type(column)))
        return pyarrow.chunked_array([_map(chunk, function, result) for chunk in column.chunks], kind)
    if not isinstance(column, pyarrow.Array):
        raise TypeError(f"a column is a pyarrow Array or ChunkedArray, not {type(column).__name__}")
    if pyarrow.types.is_dictionary(column.type):
        return function(column.dictionary).take(column.indices)
    return function(column)


def _strict(column: Any, results: Any, again: Callable[[bytes], object]) -> Any:
    """Return the results for a column if no text lacks one. Raises `ColumnError` for the first that does, with its row
    from 0.

    `again` converts the text's bytes once more, for its error.
    """
    row = pc.index(pc.and_(_is_text(column), pc.is_null(results)), True).as_py() if results.null_count else -1
    if row < 0:
        return results
    scalar = column[row]
    value = (scalar.value if pyarrow.types.is_dictionary(column.type) else scalar).as_buffer().to_pybytes()
    try:
        again(value)
    except (NoMatch, ConversionError) as error:
        text = decoded_text(value)
        raise ColumnError(f"row {row}: {error}", row=row, text=value if text is None else text) from error
    raise AssertionError(value)


def _is_text(column: Any) -> Any:
    """Return an array of whether each value of a column is not null, nor a dictionary's key of a null."""
    if isinstance(column, pyarrow.ChunkedArray):
        return pyarrow.chunked_array(map(_is_text, column.chunks), pyarrow.bool_())
    if pyarrow.types.is_dictionary(column.type):
        return pc.fill_null(column.dictionary.is_valid().take(column.indices), False)
    return column.is_valid()


def adapt(
    function: Callable[Concatenate[Any, P], Any],
    of: Callable[[Any, str, dict[str, Any]], Any],
    kinds: Mapping[str, str],
) -> Callable[Concatenate[Any, P], Any]:
    """Return one of these functions for the columns of a library, with its parameters and description.

    `of` makes the result, of texts, the function's name and its parameters, of which `rule` is a matcher. `kinds` says
    how the library calls what is made of texts here.

    >>> doubled = adapt(matches, lambda texts, name, parameters: FUNCTIONS[name](texts * 2, **parameters), {})
    >>> doubled([], "IRI")
    Traceback (most recent call last):
    TypeError: a column is a pyarrow Array or ChunkedArray, not list
    """
    name, signature = function.__name__, _signature(function, "texts")

    def adapter(*positional: Any, **keywords: Any) -> Any:
        """Call `of` with the bound texts, the function's name and the other parameters; `rule` and `grammar` become a
        matcher.
        """
        bound = signature.bind(*positional, **keywords)
        bound.apply_defaults()
        parameters = bound.arguments
        if "rule" in parameters:
            parameters["rule"] = matcher_of(parameters["rule"], parameters.pop("grammar"))
        return of(parameters.pop("texts"), name, parameters)

    description = (inspect.getdoc(function) or "").partition("\n\n>>>")[0]
    for ours, theirs in kinds.items():
        description = description.replace(f"as {ours}", theirs)
    return _with_signature(function, adapter, of.__module__, description, signature)


def adapted_functions(
    of: Callable[[Any, str, dict[str, Any]], Any], kinds: Mapping[str, str]
) -> dict[str, Callable[..., Any]]:
    """Return all functions for the columns of a library by their names, as `adapt` returns one.

    >>> [*adapted_functions(lambda texts, name, parameters: name, {})] == __all__
    True
    """
    return {name: adapt(function, of, kinds) for name, function in FUNCTIONS.items()}


def _method(function: F) -> F:
    """Return the method of `Methods` that calls the function of the same name with the object's texts."""
    name = function.__name__

    def method(self: Methods, *positional: Any, **keywords: Any) -> Any:
        return getattr(self.functions, name)(self._texts, *positional, **keywords)

    return _with_signature(function, method, __name__, f"See `{name}`.", _signature(function, "self"))


def _signature(function: Callable[..., Any], first: str) -> inspect.Signature:
    """Return the signature of a function with `first` as the name of its first parameter."""
    parameter, *others = inspect.signature(function).parameters.values()
    return inspect.Signature([parameter.replace(name=first), *others], return_annotation=Any)


def _with_signature(function: F, wrapper: Any, module: str, description: str, signature: inspect.Signature) -> F:
    """Return `wrapper` with the name of a function and with this module, description and signature."""
    wrapper.__name__ = wrapper.__qualname__ = function.__name__
    wrapper.__module__, wrapper.__doc__, wrapper.__signature__ = module, description, signature
    return cast(F, wrapper)


class Methods:
    """The base class of a namespace or accessor: `functions`, which it names, is the module whose functions these are.

    They take texts in that library's kind of column, and return such (offsets in code points from 0, nulls kept).

    >>> import irigrammar.integrations.pyarrow as ours
    >>> class Column(Methods):
    ...     functions = ours
    >>> Column(ours.pyarrow.array(["a:b", "a b"])).matches("IRI").to_pylist()
    [True, False]
    """

    functions: ClassVar[ModuleType]

    def __init__(self, texts: Any) -> None:
        self._texts = texts

    matches = _method(matches)
    fault_offset = _method(fault_offset)
    fault_message = _method(fault_message)
    explain = _method(explain)
    split = _method(split)
    iri_to_uri = _method(iri_to_uri)
    uri_to_iri = _method(uri_to_iri)
    normalize = _method(normalize)
    key = _method(key)
    resolve = _method(resolve)
    consensus = _method(consensus)
