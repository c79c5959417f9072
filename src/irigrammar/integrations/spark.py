"""IRIs in Spark: functions of columns, which run on each worker over batches of Arrow, and reports of what is invalid.

Each of `matches`, `fault_offset`, `split`, `iri_to_uri`, `uri_to_iri` and `normalize` takes a column or its name and
returns a column: a UDF of Arrow where Spark has these (4.1), else of pandas. `add_columns` gives the same by
`mapInArrow`, in one pass, and `findings` a record for each text that does not match. `register` names them in SQL, and
`java_pattern` is what `rlike` takes. The workers need irigrammar, pyarrow and (for UDFs of pandas) pandas.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, get_args

from irigrammar.errors import MissingExtra
from irigrammar.report.record import Record, fault_record
from irigrammar.text.choices import check_choice

try:
    from pyspark.sql import functions as spark_functions
    from pyspark.sql import types
except ImportError as error:
    raise MissingExtra("irigrammar.integrations.spark", "spark", "pyspark") from error

import pyarrow
import pyarrow.compute as pc

from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.integrations import columns
from irigrammar.integrations.columns import SQL_NAMES, Errors, Production, adapted, called, configured, matcher_of
from irigrammar.matching.matcher import Matcher

__all__ = [
    "RECORD",
    "add_columns",
    "consensus",
    "fault_message",
    "fault_offset",
    "findings",
    "iri_to_uri",
    "java_pattern",
    "matches",
    "normalize",
    "register",
    "split",
    "uri_to_iri",
]

By = Literal["arrow", "pandas"]

_UDFS: Any = spark_functions  # what makes UDFs is not among what its types declare

_STRUCT = types.StructType([types.StructField(name, types.StringType()) for name in COMPONENT_FIELDS])
_TYPES: dict[str, Any] = {
    "matches": types.BooleanType(),
    "consensus": types.BooleanType(),
    "fault_offset": types.LongType(),
    "split": _STRUCT,
}

_NUMBERS = ("line", "column", "end_line", "end_column", "offset")

# The fields of a record (`iri check --format jsonl`) as Spark has them, without labels, fixes and notes.
_SCALARS = tuple(name for name in Record.__dataclass_fields__ if name not in ("labels", "fixes", "notes"))
RECORD = types.StructType(
    [types.StructField(name, types.LongType() if name in _NUMBERS else types.StringType()) for name in _SCALARS]
)


def _apply(texts: Any, name: str, parameters: dict[str, Any]) -> Any:
    by = parameters.pop("by")
    column = _udf(name, parameters, by)(texts)
    if name == "split" and _kind(by) == "pandas":  # a row of a DataFrame is not null, its values are
        return spark_functions.when(column["path"].isNotNull(), column)
    return column


def _of_spark(function: Callable[..., Any]) -> Callable[..., Any]:
    by = inspect.Parameter("by", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=By | None)
    note = '`by` is the kind of UDF, "arrow" or "pandas" (default: "arrow" where Spark has it). A text that is not\n'
    note += "converted ends the job; rows count in the batch."
    return adapted(function, _apply, _KINDS, (by,), note)


_KINDS = {
    "bool": "as a column of booleans",
    "int64": "as a column of longs",
    "a struct of strings": "as a column of structs of strings",
    "strings": "as a column of strings",
}
matches = _of_spark(columns.matches)
fault_offset = _of_spark(columns.fault_offset)
fault_message = _of_spark(columns.fault_message)
split = _of_spark(columns.split)
iri_to_uri = _of_spark(columns.iri_to_uri)
uri_to_iri = _of_spark(columns.uri_to_iri)
normalize = _of_spark(columns.normalize)
consensus = _of_spark(columns.consensus)


def register(
    session: Any,
    *,
    grammar: Production = "rfc3987",
    rule: str | None = None,
    errors: Errors = "raise",
    by: By | None = None,
) -> tuple[str, ...]:
    """Make functions of SQL of one text in a session, and return their names: iri_matches, iri_fault_offset,
    iri_fault_message, iri_split, iri_to_uri, uri_to_iri, iri_normalize, iri_consensus.

    `grammar` and `rule` are those of `matches` and hold for the first four; the others go by RFC 3987. `errors` is
    that of `split`. With `by="pandas"` iri_split gives a struct of nulls for a null, for pandas has no other.
    """
    for name, parameters in configured(matcher_of(grammar, rule), errors).items():
        session.udf.register(SQL_NAMES[name], _udf(name, parameters, by))
    return tuple(SQL_NAMES.values())


def add_columns(
    frame: Any,
    texts: str,
    names: Sequence[str] = ("matches", "fault_offset"),
    *,
    grammar: Production = "rfc3987",
    rule: str | None = None,
    errors: Errors = "raise",
) -> Any:
    """Return a DataFrame with columns added that functions give for one of its columns, by `mapInArrow`.

    `names` are names of functions of this module; the columns have those of `register`. The other parameters are those
    of `register`. Raises `ValueError` for an unknown name.
    """
    matcher = matcher_of(grammar, rule)
    for name in names:
        check_choice("function", name, SQL_NAMES)
    schema = types.StructType(
        [*frame.schema.fields, *(types.StructField(SQL_NAMES[name], _type(name)) for name in names)]
    )
    return frame.mapInArrow(partial(_added, texts, tuple(names), matcher, errors), schema)


def findings(
    frame: Any,
    texts: str,
    grammar: Production = "rfc3987",
    rule: str | None = None,
    *,
    keep: Sequence[str] = (),
    path: str | None = None,
    line: str | None = None,
) -> Any:
    """Return a DataFrame with a record (`RECORD`) for each text of a column that does not match, by `mapInArrow`.

    The records are those of `iri check --format jsonl`. `keep` names columns that are put before each record as they
    are, such as a key; `path` and `line` name the columns (of strings, and of whole numbers) that the record's own are
    taken from, which else are null. `grammar` and `rule` are those of `matches`.
    """
    kept = [frame.schema[name] for name in keep]
    wanted = dict.fromkeys([texts, *keep, *(name for name in (path, line) if name)])
    function = partial(_invalid_rows, texts, matcher_of(grammar, rule), tuple(keep), path, line)
    return frame.select(*wanted).mapInArrow(function, types.StructType([*kept, *RECORD.fields]))


def java_pattern(grammar: Production = "rfc3987", rule: str | None = None) -> str:
    """Return the pattern of a production for Java (`irigrammar.exports.export`), which a column's `rlike` takes.

    It is what needs no Python on the workers: texts are matched as a whole by Java. It is for columns of strings; the
    parameters and errors are those of `matches`.
    """
    package: Any = importlib.import_module(__name__.partition(".")[0])
    pattern: str = package.export(matcher_of(grammar, rule), to="java")
    return pattern


def _type(name: str) -> Any:
    return _TYPES.get(name, types.StringType())


def _udf(name: str, parameters: Mapping[str, Any], by: By | None) -> Any:
    called(name, parameters, pyarrow.array([], pyarrow.string()))  # what is wrong is so before a job runs
    if _kind(by) == "pandas":
        return _pandas_udf(name, parameters)

    def of_arrow(texts: Any) -> Any:
        return called(name, parameters, texts)

    of_arrow.__name__ = SQL_NAMES[name]
    of_arrow.__annotations__ = {"texts": pyarrow.Array, "return": pyarrow.Array}  # they say which kind of UDF it is
    return _UDFS.arrow_udf(of_arrow, _type(name))


def _kind(by: By | None) -> By:
    """Return the kind of UDF to make; `ValueError` for one that this Spark lacks."""
    known = [kind for kind in get_args(By) if hasattr(_UDFS, f"{kind}_udf")]
    if by is not None:
        check_choice("kind of UDF", by, known)
    return known[0] if by is None else by


def _pandas_udf(name: str, parameters: Mapping[str, Any]) -> Any:
    import pandas

    from irigrammar.integrations import pandas as functions

    def of_pandas(texts: Any) -> Any:
        return getattr(functions, name)(texts, **parameters)

    result = pandas.DataFrame if name == "split" else pandas.Series
    of_pandas.__name__ = SQL_NAMES[name]
    of_pandas.__annotations__ = {"texts": pandas.Series, "return": result}
    return _UDFS.pandas_udf(of_pandas, _type(name))


def _added(texts: str, names: Sequence[str], matcher: Matcher, errors: Errors, batches: Iterable[Any]) -> Iterator[Any]:
    parameters = configured(matcher, errors)
    for batch in batches:
        added = [called(name, parameters[name], batch.column(texts)) for name in names]
        labels = [*batch.schema.names, *(SQL_NAMES[name] for name in names)]
        yield pyarrow.RecordBatch.from_arrays([*batch.columns, *added], labels)


def _invalid_rows(
    texts: str, matcher: Matcher, keep: Sequence[str], path: str | None, line: str | None, batches: Iterable[Any]
) -> Iterator[Any]:
    kinds = {name: pyarrow.int64() if name in _NUMBERS else pyarrow.string() for name in RECORD.names}
    for batch in batches:
        wrong = batch.filter(pc.invert(columns.matches(batch.column(texts), matcher)))
        if not wrong.num_rows:
            continue
        values = wrong.column(texts).cast(pyarrow.binary()).to_pylist()
        paths, lines = (wrong.column(name).to_pylist() if name else [None] * len(values) for name in (path, line))
        records = list(map(partial(_record, matcher), values, paths, lines))
        arrays = [pyarrow.array([record[name] for record in records], kind) for name, kind in kinds.items()]
        yield pyarrow.RecordBatch.from_arrays([*(wrong.column(name) for name in keep), *arrays], [*keep, *kinds])


def _record(matcher: Matcher, data: bytes, path: str | None, line: int | None) -> dict[str, str | int | None]:
    fault = matcher.check(data).fault
    assert fault is not None
    return fault_record(matcher, data, fault, path, line).as_dict()
