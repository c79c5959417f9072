"""Check and convert plain Arrow arrays, as Arrow arrays.

By the kernel; without it, by the pure engines.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from types import NotImplementedType
from typing import TYPE_CHECKING, Any

from irigrammar.dataclass import dataclass
from irigrammar.engines.kernel import kernel
from irigrammar.engines.recognizer import Pure, decoded_text
from irigrammar.errors import ConversionError, MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.hosts import ConsensusProfile, consensus
from irigrammar.matching.bulk import NO_TEXTS
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.processing.compare import beyond_kernel, key_rewriter
from irigrammar.processing.support.bulk import rewriter_of

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Rewriter, Table
    from irigrammar.faults.fault import Fault
    from irigrammar.matching.grammar import Grammar

try:
    import pyarrow
    import pyarrow.compute as pc
except ImportError as error:
    raise MissingExtra("a column of texts", "pyarrow", "pyarrow") from error


# The types of texts, and of strings that are made of them: views become what more of pyarrow's functions take.
_TEXTS = {
    "string": "string",
    "binary": "string",
    "null": "string",
    "large_string": "large_string",
    "large_binary": "large_string",
    "string_view": "large_string",
    "binary_view": "large_string",
}


def text_type(kind: Any) -> Any:
    """Return the type of the strings that are made of texts of a type; `TypeError` for a type of other things.

    It is string for string, binary and null, large_string for the others.

    >>> text_type(pyarrow.large_binary()), text_type(pyarrow.string())
    (DataType(large_string), DataType(string))
    """
    name = _TEXTS.get(str(kind))
    if name is None:
        raise TypeError(NO_TEXTS.format(kind))
    return getattr(pyarrow, name)()


def bytes_of(array: Any) -> list[bytes | None]:
    """Return the texts of an array as Python's bytes, since its strings may hold bytes that are not UTF-8."""
    values: list[bytes | None] = array.cast(pyarrow.large_binary()).to_pylist()
    return values


def verdicts(matcher: Matcher, array: Any) -> Any:
    """Return whether each text matches, null for a null.

    Raises `TypeError` for an array of other things.

    >>> import irigrammar
    >>> verdicts(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [True, False, None]
    """
    text_type(array.type)
    return matcher.matches_many(array)


def faults(matcher: Matcher, array: Any) -> Any:
    """Return where each text leaves the language, in code points from 0; null for a text that matches and for a null.

    Raises `TypeError` for an array of other things.

    >>> import irigrammar
    >>> faults(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [None, 1, None]
    """
    text_type(array.type)
    recognizer: Any = matcher.grammar._production(matcher.rule).recognizer
    if isinstance(recognizer, Pure):
        faults_by_row = (None if value is None else matcher.check(value).fault for value in bytes_of(array))
        return pyarrow.array([fault and fault.offset for fault in faults_by_row], pyarrow.int64())
    length, nulls, valid, offsets = recognizer.fault_arrow_array(*array.__arrow_c_array__())
    return _array(pyarrow.int64(), length, nulls, valid, offsets)


def messages(matcher: Matcher, array: Any) -> Any:
    """Return why each text does not match, with the code; null for a text that matches and for a null.

    Raises `TypeError` for an array of other things. Only texts that do not match become Python objects.
    """
    return _of_faults(matcher, array, lambda fault: f"{fault.code} {fault.message}", text_type(array.type))


def explanations(matcher: Matcher, array: Any) -> Any:
    """Return the code, message, place and first fix of each text that does not match, as structs; null for a text that
    matches and for a null.

    Raises `TypeError` for an array of other things. Only texts that do not match become Python objects.
    """

    def row_of(fault: Fault) -> dict[str, Any]:
        """Return the values of the fields for a fault."""
        place, fix = fault.labels[0], next(iter(fault.fixes), None)
        return {
            "code": fault.code,
            "message": fault.message,
            "start": place.start,
            "end": place.end,
            "fix": fix and fix.text,
            "applicability": fix and fix.applicability,
        }

    return _of_faults(matcher, array, row_of, explanation_type(array.type))


def explanation_type(texts: Any) -> Any:
    """Return the type of `explanations` for texts of a type."""
    kind, number = text_type(texts), pyarrow.int64()
    fields = {"code": kind, "message": kind, "start": number, "end": number, "fix": kind, "applicability": kind}
    return pyarrow.struct(fields.items())


def _of_faults(matcher: Matcher, array: Any, value: Callable[[Fault], Any], kind: Any) -> Any:
    """Return an array of a function's values for the faults of texts, each distinct text asked once; null where there
    is no fault.
    """
    values: list[Any] = [None] * len(array)
    known: dict[bytes, Any] = {}
    for row in pc.indices_nonzero(faults(matcher, array).is_valid()).to_pylist():
        data = array[row].as_buffer().to_pybytes()
        if data not in known:
            fault = matcher.check(data).fault
            known[data] = fault and value(fault)
        values[row] = known[data]
    return pyarrow.array(values, kind)


def agreements(array: Any, profile: ConsensusProfile) -> Any:
    """Return whether all conventions read the same host from each text, null for a null, false for bytes that are not
    UTF-8.

    Raises `TypeError` for an array of other things.

    >>> agreements(pyarrow.array(["http://h/", "http://a@b@c/", None]), "strict").to_pylist()
    [True, False, None]
    """
    text_type(array.type)  # it refuses other types than texts
    texts = array.cast(pyarrow.large_binary()).to_pylist()
    known = {data: decoded_text(data) for data in set(texts) - {None}}
    answers = {data: text is not None and consensus(text, profile=profile) for data, text in known.items()}
    return pyarrow.array([answers.get(data) for data in texts], pyarrow.bool_())


def components(matcher: Matcher, array: Any) -> Any:
    """Return the components of each text as a struct with the fields of `Components`, null for a text that does not
    match and for a null.

    Fields are of the type that `text_type` says. Raises `TypeError` for an array of other things, and `GrammarError`
    for a production that is not a reference.

    >>> import irigrammar
    >>> columns = components(irigrammar.grammar("rfc3987")["IRI"], pyarrow.array(["http://h/?q", "h"]))
    >>> columns.field("host").to_pylist(), columns.field("query").to_pylist(), columns.is_valid().to_pylist()
    (['h', None], ['q', None], [True, False])
    """
    kind = split_type(array.type)
    spans = matcher._splitter.spans
    table = spans.find_arrow(*array.__arrow_c_array__())
    if table is not None:
        return _struct(kind, table, spans.names)
    texts = (None if value is None else decoded_text(value) for value in bytes_of(array))
    rows = [None if text is None else matcher._splitter.split(text) for text in texts]
    # As they were read: a kind of host that the grammar does not name is none.
    values = [None if row is None else dict(zip(COMPONENT_FIELDS, row, strict=True)) for row in rows]
    return pyarrow.array(values, kind)


def split_type(texts: Any) -> Any:
    """Return the type of `components` for texts of a type."""
    return pyarrow.struct([(name, text_type(texts)) for name in COMPONENT_FIELDS])


def _struct(kind: Any, table: Table, names: tuple[str, ...]) -> Any:
    """Return the struct array of a table: text fields, and last a field of small numbers, each of which stands for a
    name.
    """
    length, nulls, valid, _, fields = table
    inner = kind.field(0).type
    arrays = [_array(inner, length, gone, validity, ends, texts) for gone, validity, ends, texts in fields[:-1]]
    gone, validity, _, numbers = fields[-1]
    keys = _array(pyarrow.uint8(), length, gone, validity, numbers)
    arrays.append(pyarrow.array(names, inner).take(keys))
    map_of_valid = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [map_of_valid], nulls, children=arrays)


def _array(kind: Any, length: int, nulls: int, valid: bytes, *buffers: bytes) -> Any:
    maps = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [maps, *map(pyarrow.py_buffer, buffers)], nulls)


@dataclass(frozen=True, slots=True)
class Conversion:
    """A function of one text that returns another; `reference` is the matcher that a text must match at least."""

    convert: Callable[[str], str]
    reference: Matcher

    def of(self, data: bytes) -> str:
        """Return the result for bytes in UTF-8; raise the errors of `convert`, and `NoMatch` for other bytes."""
        try:
            return self.convert(data.decode())
        except UnicodeDecodeError:
            pass
        try:  # pandas' objects, too, come as bytes
            text = data.decode(errors="surrogatepass")
        except UnicodeDecodeError:
            self.reference.require(data)  # it is not UTF-8
            raise
        return self.convert(text)

    def apply(self, array: Any) -> Any:
        """Return an array of strings; null for a null, and for a text that is not converted.

        Raises `TypeError` for an array of other things. The kernel makes no Python object of what it converts, and it
        converts each text by itself.
        """
        text_type(array.type)
        rewrites = rewriter_of(self.convert)
        result = None if rewrites is None else _rewritten(array, rewrites, self._or_none)
        return self._each(array, self._or_none) if result is None else result

    def _each(self, array: Any, function: Callable[[bytes], bytes | None]) -> Any:
        """Return an array of a function's results; it is called once for each distinct text. None is a null, and nulls
        stay nulls.
        """
        kind, texts = text_type(array.type), bytes_of(array)
        results = {data: function(data) for data in set(texts) if data is not None}
        values = [None if data is None else results[data] for data in texts]
        return pyarrow.array(values, _BYTES[str(kind)]()).view(kind)

    def _or_none(self, data: bytes) -> bytes | None:
        """Return the result for a text, in UTF-8 as the text is; None where it cannot be converted."""
        try:
            return self.of(data).encode()
        except (NoMatch, ConversionError):
            return None


class Keys(Conversion):
    """The conversion to canonical keys, whose steps are the kernel's, though there is no rewriter of them all."""

    def apply(self, array: Any) -> Any:
        """Return an array of keys; null for a null, and for a text that has none.

        The kernel makes those of texts in ASCII.
        """
        if kernel() is None:
            return Conversion.apply(self, array)
        level, grammar = (self.convert.keywords[name] for name in ("level", "grammar"))  # type: ignore[attr-defined]
        rewrites = key_rewriter(level, grammar, many=True) if str(array.type) in _BYTES else None
        if rewrites is None:
            return self._each(array, self._key)
        is_beyond = pc.match_substring_regex(array, beyond_kernel(grammar))
        others = pc.or_(pc.invert(pc.string_is_ascii(array)), is_beyond).fill_null(False)
        key = lru_cache(_KEPT)(self._key)  # what the kernel does not know are often the same addresses
        if not others.true_count:
            result = _rewritten(array, rewrites, key)
        else:
            result = _rewritten(pc.if_else(others, None, array), rewrites, key)
            if result is not None:
                result = pc.replace_with_mask(result, others, self._each(array.filter(others), self._key))
        return self._each(array, self._key) if result is None else result

    def _key(self, data: bytes) -> bytes | None:
        """Return the converted text in UTF-8, None if it has no conversion; bytes that are not UTF-8 are left to
        `_or_none`.
        """
        try:
            return self.convert(data.decode()).encode()
        except UnicodeDecodeError:
            return self._or_none(data)
        except (NoMatch, ConversionError):
            return None


def _rewritten(array: Any, rewrites: Rewriter, other: Callable[[bytes], bytes | None]) -> Any:
    """Return an array of the results of the kernel, and of a function for texts of which it has none; None where it
    cannot read the array.
    """
    schemas, arrays = array.__arrow_c_array__()
    result = rewrites.rewrite_arrow_array(schemas, arrays, other)
    if isinstance(result, NotImplementedType):
        return None
    length, _, (nulls, valid, *buffers) = result
    return _array(text_type(array.type), length, nulls, valid, *buffers)


_KEPT = 4_096  # keys

# The bytes that lie as strings do.
_BYTES = {"string": pyarrow.binary, "large_string": pyarrow.large_binary}


@lru_cache(maxsize=256)
def conversion(function: Callable[..., str], *first: str, grammar: str | Grammar, **parameters: Any) -> Conversion:
    """Return the conversion of texts of a grammar by a function, `first` being its arguments before the text, and
    `parameters` its keywords.

    Raises what the function raises for wrong parameters.

    >>> import irigrammar
    >>> conversion(irigrammar.iri_to_uri, grammar="rfc3987").of("/\xe9".encode())
    '/%C3%A9'
    """
    convert = partial(function, *first, grammar=grammar, **parameters)
    try:
        convert("")
    except NoMatch as error:  # of a grammar in which the empty string is not a reference
        if error.text != "":
            raise
    return Conversion(convert, grammar_of(grammar).start)
