"""What the kernel, or without it the pure engines, answer to one plain array of Arrow, as arrays of Arrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from irigrammar.engines.kernel import kernel
from irigrammar.engines.recognizer import Pure, decoded_text
from irigrammar.errors import ConversionError, MissingExtra
from irigrammar.faults.fault import NoMatch
from irigrammar.grammars import COMPONENT_FIELDS
from irigrammar.matching.bulk import NO_TEXTS
from irigrammar.matching.grammar import grammar_of
from irigrammar.matching.matcher import Matcher
from irigrammar.matching.parts import Components
from irigrammar.processing.consensus import ConsensusProfile, consensus
from irigrammar.processing.labels import ACE_PREFIX, HostPolicy
from irigrammar.processing.normalize import normalize
from irigrammar.processing.to_iri import uri_to_iri
from irigrammar.processing.to_uri import iri_to_uri

if TYPE_CHECKING:
    from irigrammar.engines._kernel import Table

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

    It is string for string and binary, large_string for the others.

    >>> text_type(pyarrow.large_binary()), text_type(pyarrow.string())
    (DataType(large_string), DataType(string))
    """
    name = _TEXTS.get(str(kind))
    if name is None:
        raise TypeError(NO_TEXTS.format(kind))
    return getattr(pyarrow, name)()


def bytes_of(array: Any) -> list[bytes | None]:
    """Return the texts of an array as Python's bytes, since its strings may hold what is not UTF-8."""
    values: list[bytes | None] = array.cast(pyarrow.large_binary()).to_pylist()
    return values


def verdicts(matcher: Matcher, array: Any) -> Any:
    """Return whether each text matches, null for a null.

    >>> import irigrammar
    >>> verdicts(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [True, False, None]
    """
    text_type(array.type)
    return matcher.matches_many(array)


def faults(matcher: Matcher, array: Any) -> Any:
    """Return where each text leaves the language, in code points from 0; null for a text that matches and for a null.

    >>> import irigrammar
    >>> faults(irigrammar.grammar("rfc3986")["port"], pyarrow.array(["80", "8a", None])).to_pylist()
    [None, 1, None]
    """
    text_type(array.type)
    recognizer: Any = matcher.grammar._production(matcher.rule).recognizer
    if isinstance(recognizer, Pure):
        return pyarrow.array([_offset(matcher, value) for value in bytes_of(array)], pyarrow.int64())
    length, nulls, valid, offsets = recognizer.fault_arrow_array(*array.__arrow_c_array__())
    return _array(pyarrow.int64(), length, nulls, valid, offsets)


def _offset(matcher: Matcher, value: bytes | None) -> int | None:
    fault = None if value is None else matcher.check(value).fault
    return None if fault is None else fault.offset


def messages(matcher: Matcher, array: Any) -> Any:
    """Return why each text does not match, with the code; null for a text that matches and for a null.

    Only texts that do not match become Python objects.
    """
    rights = faults(matcher, array).is_null().to_pylist()
    said = (
        None if right else _message(matcher, array[row].as_buffer().to_pybytes()) for row, right in enumerate(rights)
    )
    return pyarrow.array(said, text_type(array.type))


def _message(matcher: Matcher, value: bytes) -> str | None:
    fault = matcher.check(value).fault
    return None if fault is None else f"{fault.code} {fault.message}"


def agreements(array: Any, profile: ConsensusProfile) -> Any:
    """Return whether all conventions read the same host from each text, null for a null; what is not UTF-8 is refused.

    >>> agreements(pyarrow.array(["http://h/", "http://a@b@c/", None]), "strict").to_pylist()
    [True, False, None]
    """
    text_type(array.type)  # it refuses what are no texts
    texts = array.cast(pyarrow.large_binary()).to_pylist()
    answers = {data: _agrees(data, profile) for data in set(texts) - {None}}
    return pyarrow.array([answers.get(data) for data in texts], pyarrow.bool_())


def _agrees(data: bytes, profile: ConsensusProfile) -> bool:
    try:
        return consensus(data.decode(), profile=profile)
    except UnicodeDecodeError:
        return False


def components(matcher: Matcher, array: Any) -> Any:
    """Return the components of each text as a struct with the fields of `Components`, null for a text that does not
    match and for a null.

    Fields are of the type that `text_type` says. Raises `GrammarError` for a production that is not a reference.

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
    rows = [None if value is None else _split(matcher, value) for value in bytes_of(array)]
    # As they were read: a kind of host that the grammar does not name is none.
    values = [None if row is None else dict(zip(COMPONENT_FIELDS, row, strict=True)) for row in rows]
    return pyarrow.array(values, kind)


def _split(matcher: Matcher, value: bytes) -> Components | None:
    text = decoded_text(value)
    return None if text is None else matcher._splitter.split(text)


def split_type(texts: Any) -> Any:
    """Return the type of `components` for texts of a type."""
    return pyarrow.struct([(name, text_type(texts)) for name in COMPONENT_FIELDS])


def _struct(kind: Any, table: Table, names: tuple[str, ...]) -> Any:
    length, nulls, valid, _, fields = table
    inner = kind.field(0).type
    arrays = [_array(inner, length, gone, there, ends, texts) for gone, there, ends, texts in fields[:-1]]
    gone, there, _, numbers = fields[-1]
    keys = _array(pyarrow.uint8(), length, gone, there, numbers)
    arrays.append(pyarrow.array(names, inner).take(keys))
    map_of_valid = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [map_of_valid], nulls, children=arrays)


def _array(kind: Any, length: int, nulls: int, valid: bytes, *buffers: bytes) -> Any:
    maps = pyarrow.py_buffer(valid) if nulls else None
    return pyarrow.Array.from_buffers(kind, length, [maps, *map(pyarrow.py_buffer, buffers)], nulls)


# The types that pyarrow's functions take, and the bytes that lie as they do.
_PLAIN = {
    "string": pyarrow.binary,
    "binary": pyarrow.binary,
    "large_string": pyarrow.large_binary,
    "large_binary": pyarrow.large_binary,
}


@dataclass(frozen=True, slots=True)
class Conversion:
    """A function of one text that returns another.

    `stays` says which texts of an array are known to be mapped to themselves (False or null: unknown);
    `reference` is what a text must match at least.
    """

    convert: Callable[[str], str]
    stays: Callable[[Any], Any]
    reference: Matcher

    def of(self, data: bytes) -> str:
        """Return what bytes in UTF-8 are mapped to; raise what `convert` raises, `NoMatch` for what is not UTF-8."""
        try:
            return self.convert(data.decode())
        except UnicodeDecodeError:
            pass
        try:  # pandas' objects, too, come as bytes
            text = data.decode(errors="surrogatepass")
        except UnicodeDecodeError:
            raise self.reference._no_match(data) from None
        return self.convert(text)

    def apply(self, array: Any) -> Any:
        """Return an array of strings; null for a null, and for a text that is not converted."""
        kind = text_type(array.type)
        if len(array) == array.null_count:
            return pyarrow.nulls(len(array), kind)
        if str(array.type) not in _PLAIN:  # pyarrow's functions do not take views
            array = array.cast(pyarrow.large_binary())
        pending = pc.and_(array.is_valid(), pc.invert(pc.fill_null(self.stays(array), False)))
        texts = bytes_of(array.filter(pending))
        if not texts and array.type == kind:
            return array
        results = dict.fromkeys(texts)
        for text in results:
            assert text is not None
            results[text] = self._or_none(text)
        return _replaced(array, pending, [results[text] for text in texts], kind)

    def _or_none(self, data: bytes) -> bytes | None:
        try:
            return self.of(data).encode()
        except (NoMatch, ConversionError):
            return None


def _replaced(array: Any, pending: Any, values: list[bytes | None], kind: Any) -> Any:
    """Return an array of strings with other values where they are due; all that is in it is UTF-8 then."""
    plain = _PLAIN[str(array.type)]
    replaced = pc.replace_with_mask(array.cast(plain()), pending, pyarrow.array(values, plain()))
    return replaced.view(kind)


@cache
def to_uris(host: HostPolicy, query_charset: str, grammar: str) -> Conversion:
    """Return `iri_to_uri`, to which URI references are known to stay."""
    iri_to_uri("", host=host, query_charset=query_charset, grammar=grammar)  # what is wrong with them is said now
    convert = partial(iri_to_uri, host=host, query_charset=query_charset, grammar=grammar)
    return Conversion(convert, partial(verdicts, grammar_of("rfc3986").start), grammar_of(grammar).start)


@cache
def to_iris(host: Any, grammar: str) -> Conversion:
    """Return `uri_to_iri`, to which references without "%" and without A-labels are known to stay."""
    uri_to_iri("", host=host, grammar=grammar)
    matcher = grammar_of(grammar).start

    def stays(array: Any) -> Any:
        texts = _strings(array)
        plain = pc.invert(pc.or_(_holds(texts, "%"), _holds(pc.ascii_lower(texts), ACE_PREFIX)))
        return pc.and_(verdicts(matcher, array), plain)

    return Conversion(partial(uri_to_iri, host=host, grammar=grammar), stays, matcher)


@cache
def to_normal_forms(level: Any, grammar: str) -> Conversion:
    """Return `normalize`, to which references are known to stay, at the level of syntax, that have no "%", no "/." and
    no capital letter in the scheme and in the host.
    """
    normalize("", level=level, grammar=grammar)
    matcher = grammar_of(grammar).start
    knows = level == "syntax" and matcher.grammar.entry.prefer is None and kernel() is not None

    def stays(array: Any) -> Any:
        if not knows:
            return pyarrow.array([False] * len(array))
        texts = _strings(array)
        plain = pc.invert(pc.or_(_holds(texts, "%"), _holds(texts, "/.")))
        parts = components(matcher, array)
        for name in ("scheme", "host"):
            part = parts.field(name)
            plain = pc.and_(plain, pc.fill_null(pc.equal(part, pc.ascii_lower(part)), True))
        return pc.and_(parts.is_valid(), plain)

    return Conversion(partial(normalize, level=level, grammar=grammar), stays, matcher)


def _strings(array: Any) -> Any:
    """Return an array as strings, which it may be none of: what is asked of them does not decode them."""
    return array.view(text_type(array.type))


def _holds(texts: Any, part: str) -> Any:
    return pc.match_substring(texts, part)
