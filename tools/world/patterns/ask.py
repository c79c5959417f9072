"""Answer questions about an engine of Python: lines in, lines out.

python tools/world/patterns/ask.py ENGINE    ENGINE: CPython, RE2, polars, lxml
"""

from __future__ import annotations

import ctypes
import platform
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import Any

# From a pattern with flags to a function from texts to whether it matches somewhere in each; None for one refused.
Compile = Callable[[str, str], Callable[[Sequence[str]], Iterable[bool]] | None]


def _python(pattern: str, flags: str) -> Callable[[Sequence[str]], Iterable[bool]] | None:
    try:
        search = re.compile(f"(?{flags}){pattern}" if flags else pattern).search
    except re.error:
        return None
    return lambda texts: (search(text) is not None for text in texts)


def _re2(pattern: str, flags: str) -> Callable[[Sequence[str]], Iterable[bool]] | None:
    import re2  # type: ignore[import-untyped,import-not-found,unused-ignore]  # it has no types, and may not be installed

    options = re2.Options()
    options.log_errors = False
    try:
        compiled = re2.compile(f"(?{flags}){pattern}".encode() if flags else pattern.encode(), options)
    except re2.error:
        return None

    def matches(texts: Sequence[str]) -> Iterable[bool]:
        if len(texts[0]) > 1:
            return (compiled.search(text.encode()) is not None for text in texts)
        found = {*b"".join(compiled.findall("".join(texts).encode())).decode()}  # a call for each text is slow
        return map(found.__contains__, texts)

    return matches


def _polars(pattern: str, flags: str) -> Callable[[Sequence[str]], Iterable[bool]] | None:
    import polars

    full = f"(?{flags}){pattern}" if flags else pattern
    try:
        polars.Series([""]).str.contains(full)
    except polars.exceptions.ComputeError:
        return None
    texts_of: dict[int, Any] = {}

    def matches(texts: Sequence[str]) -> Iterable[bool]:
        series = texts_of.setdefault(id(texts), polars.Series(texts, dtype=polars.String))
        return list(series.str.contains(full))

    return matches


def _lxml() -> Compile:
    from lxml import etree  # type: ignore[import-untyped,unused-ignore]  # it has no types

    library = ctypes.CDLL(etree.__file__)
    library.xmlRegexpCompile.restype = ctypes.c_void_p
    library.xmlRegexpExec.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
    library.xmlRegFreeRegexp.argtypes = (ctypes.c_void_p,)

    def compiled(pattern: str, _flags: str) -> Callable[[Sequence[str]], Iterable[bool]] | None:
        expression = library.xmlRegexpCompile(pattern.encode())
        match = library.xmlRegexpExec
        return expression and (lambda texts: (match(expression, text.encode()) == 1 for text in texts))

    return compiled


ENGINES: dict[str, tuple[Callable[[], Compile], Callable[[], str]]] = {
    "CPython": (lambda: _python, platform.python_version),
    "RE2": (lambda: _re2, lambda: version("google-re2")),
    "polars": (lambda: _polars, lambda: version("polars")),
    "lxml": (_lxml, lambda: version("lxml")),
}


def main() -> None:
    compiler, number = ENGINES[sys.argv[1]]
    compiled = compiler()
    domains: dict[tuple[str, ...], tuple[list[int], list[str]]] = {}
    print(number())
    for line in filter(str.strip, sys.stdin):
        pattern, flags, *rest = line.rstrip("\n").split("\t")
        key = tuple(rest)
        if key not in domains:
            if len(domains) > 1:  # that of all characters stays
                domains.popitem()
            points = [point for low, high in ranges_of(rest[2]) for point in range(low, high + 1)]
            points = [point for point in points if not 0xD800 <= point <= 0xDFFF]
            before, after = ("".join(chr(int(point, 16)) for point in side.split()) for side in rest[:2])
            domains[key] = points, [f"{before}{chr(point)}{after}" for point in points]
        points, texts = domains[key]
        matches = compiled(pattern, flags)
        if matches is None:
            print("refused")
        else:
            print(written(point for point, is_match in zip(points, matches(texts), strict=True) if is_match))


def ranges_of(text: str) -> list[tuple[int, int]]:
    """Return the ranges that a text names: "41-5A 61"."""
    ends = (token.split("-") for token in text.split())
    return [(int(pair[0], 16), int(pair[-1], 16)) for pair in ends]


def written(points: Iterable[int]) -> str:
    """Return the text of ranges of code points."""
    ranges: list[list[int]] = []
    for point in points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return " ".join(f"{low:X}" if low == high else f"{low:X}-{high:X}" for low, high in ranges)


if __name__ == "__main__":
    main()
