"""Convert many texts at once.

Lists, lines of files, and the functions that convert columns. The kernel converts them without a Python object for
each, where the parameters are the default ones except the grammar and the level; other parameters, and texts that the
kernel leaves, are converted one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from irigrammar.dataclass import NamedTuple
from irigrammar.errors import ConversionError
from irigrammar.faults.fault import NO_RESULT, NoResult
from irigrammar.processing.choices import Errors
from irigrammar.text.choices import check_choice

if TYPE_CHECKING:
    from concurrent.futures import Future

    from irigrammar.engines._kernel import Rewriter

Function = Callable[..., Any]


class Refused(NamedTuple):
    """A line without a result: its number from 1, the line, and why."""

    number: int
    text: str | bytes
    error: NoResult


class Converted(NamedTuple):
    """Some lines after a conversion: the results in UTF-8, each with a line feed, and the lines that have none."""

    data: bytes
    refusals: list[Refused]
    lines: int


def convert_many(
    function: Function, texts: Iterable[str], /, *, errors: Errors = "raise", **parameters: Any
) -> list[Any]:
    """Return the results of a conversion of some texts, in order.

    `function` is one of this package's conversions, such as `iri_to_uri`, `uri_to_iri`, `normalize`, `leiri_to_iri` and
    `web_address_to_iri`, or any other of one text; `parameters` are its own. With the kernel these five take about as
    long as the kernel needs, if their parameters are the default ones except `grammar` and `level`. A text without a
    result raises what the function raises (`errors="raise"`, the default), or becomes None ("null").

    Raises `ValueError` for an unknown `errors`.

    >>> import irigrammar
    >>> convert_many(irigrammar.iri_to_uri, ["/\\xe9", "a b"], errors="null")
    ['/%C3%A9', None]
    """
    check_choice("errors", errors, get_args(Errors))
    one_by_one: Function = partial(function, **parameters)

    def or_none(text: str) -> Any:
        try:
            return one_by_one(text)
        except NO_RESULT:
            return None

    other = one_by_one if errors == "raise" else or_none
    rewrites = rewriter_of(one_by_one)
    if rewrites is None:
        return [other(text) for text in texts]
    return rewrites.texts(list(texts), other)


def rewriter_of(function: Function) -> Rewriter | None:
    """Return the kernel's rewriter, for many texts, of a conversion, or of a partial one with keywords; None where
    there is none.

    >>> from irigrammar import iri_to_uri
    >>> rewriter_of(partial(iri_to_uri, host="percent")) is None
    True
    """
    whole: partial[Any] = function if isinstance(function, partial) else partial(function)
    in_kernel: Callable[..., Rewriter | None] | None = getattr(whole.func, "in_kernel", None)
    return in_kernel(whole.keywords, many=True) if in_kernel and not whole.args else None


def convert_block(function: Function, data: bytes) -> Converted:
    """Return the lines of some bytes in UTF-8 after a conversion; each LF, or CRLF, ends one.

    A list as a result is several lines.

    >>> import irigrammar
    >>> data, refusals, lines = convert_block(irigrammar.normalize, b"A:b\\r\\na b\\n")
    >>> data, [(line.number, line.text) for line in refusals], lines
    (b'a:b\\n', [(2, 'a b')], 2)
    """
    refusals: list[Refused] = []

    def other(raw: bytes, number: int) -> bytes | None:
        """Return the bytes of a line that the kernel leaves to the function; where that refuses it, or it is not UTF-8,
        append the refusal and return None.
        """
        text: str | bytes = raw
        try:
            text = raw.decode()
            return _in_lines(function(text)).encode()
        except UnicodeDecodeError as error:
            reason = f"it is not UTF-8: byte {error.start} is 0x{raw[error.start]:02X}"
            refusals.append(Refused(number, text, ConversionError(reason)))
        except NO_RESULT as error:
            refusals.append(Refused(number, text, error))
        return None

    lines = data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    rewrites = rewriter_of(function)
    if rewrites is not None:
        return Converted(rewrites.lines(data, other), refusals, lines)
    raws = data.removesuffix(b"\n").split(b"\n") if data else []
    rows = (other(raw.removesuffix(b"\r"), number) for number, raw in enumerate(raws, 1))
    return Converted(b"".join(row + b"\n" for row in rows if row is not None), refusals, lines)


def convert_blocks(function: Function, blocks: Iterable[bytes], jobs: int = 1) -> Iterator[Converted]:
    """Yield the result of `convert_block` for each block, in order; `jobs` processes convert one each.

    A few blocks more are read ahead, so that memory is bounded by their sizes.

    >>> import irigrammar
    >>> [block.data for block in convert_blocks(irigrammar.normalize, [b"A:b\\n", b"C:d"])]
    [b'a:b\\n', b'c:d\\n']
    """
    if jobs == 1:
        for block in blocks:
            yield convert_block(function, block)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        ahead: deque[Future[Converted]] = deque()
        for block in blocks:
            ahead.append(pool.submit(convert_block, function, block))
            if len(ahead) > jobs:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _in_lines(result: object) -> str:
    """Return a result as lines; raise `ConversionError` for a line break in it."""
    texts = [str(text) for text in result] if isinstance(result, list) else [str(result)]
    if any("\n" in text or "\r" in text for text in texts):
        raise ConversionError("the result has a line break")
    return "\n".join(texts)
