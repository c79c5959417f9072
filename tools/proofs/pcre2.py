"""PCRE2 by its C library.

The packages for Python read patterns in a different way.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from functools import cache

__all__ = ["compiled_size", "matcher", "version"]

_NO_MATCH = -1
_JIT_COMPLETE = 1
_CONFIG_VERSION = 11
_INFO_SIZE = 22


@cache
def _library() -> ctypes.CDLL | None:
    name = ctypes.util.find_library("pcre2-8")
    if name is None:
        return None
    library = ctypes.CDLL(name)
    pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    library.pcre2_compile_8.restype = pointer
    library.pcre2_compile_8.argtypes = [ctypes.c_char_p, size, ctypes.c_uint32, pointer, pointer, pointer]
    library.pcre2_match_data_create_from_pattern_8.restype = pointer
    library.pcre2_match_data_create_from_pattern_8.argtypes = [pointer, pointer]
    library.pcre2_match_8.restype = number
    library.pcre2_match_8.argtypes = [pointer, ctypes.c_char_p, size, size, ctypes.c_uint32, pointer, pointer]
    library.pcre2_jit_compile_8.restype = number
    library.pcre2_jit_compile_8.argtypes = [pointer, ctypes.c_uint32]
    library.pcre2_pattern_info_8.argtypes = [pointer, ctypes.c_uint32, pointer]
    library.pcre2_config_8.argtypes = [ctypes.c_uint32, pointer]
    return library


def version() -> str | None:
    """Return the library's version, None where it is not there."""
    library = _library()
    if library is None:
        return None
    text = ctypes.create_string_buffer(64)
    library.pcre2_config_8(_CONFIG_VERSION, text)
    return text.value.decode().split(" ")[0]


def compiled_size(pattern: str) -> int:
    """Return how many bytes a pattern takes compiled; raise `ValueError` for one that PCRE2 refuses."""
    size = ctypes.c_size_t()
    library = _library()
    assert library is not None
    library.pcre2_pattern_info_8(_compiled(library, pattern), _INFO_SIZE, ctypes.byref(size))
    return size.value


def matcher(pattern: str, *, jit: bool) -> Callable[[str], bool]:
    """Return what searches for a pattern, interpreted or compiled; raise `ValueError` for one that PCRE2 refuses."""
    library = _library()
    assert library is not None
    code = _compiled(library, pattern)
    if jit and library.pcre2_jit_compile_8(code, _JIT_COMPLETE):
        raise ValueError("it cannot be compiled")
    match_data = library.pcre2_match_data_create_from_pattern_8(code, None)

    def matches(text: str) -> bool:
        data = text.encode()
        result: int = library.pcre2_match_8(code, data, len(data), 0, 0, match_data, None)
        if result < _NO_MATCH:
            raise ValueError(f"error {result}")
        return result >= 0

    return matches


def _compiled(library: ctypes.CDLL, pattern: str) -> int:
    source = pattern.encode()
    error, offset = ctypes.c_int(), ctypes.c_size_t()
    code: int | None = library.pcre2_compile_8(source, len(source), 0, ctypes.byref(error), ctypes.byref(offset), None)
    if not code:
        raise ValueError(f"error {error.value} at {offset.value}")
    return code
