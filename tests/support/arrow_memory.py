"""Arrow memory made by hand, to give out what no library would."""

from __future__ import annotations

import ctypes as c
import struct
from collections.abc import Sequence
from typing import Any

_new = c.pythonapi.PyCapsule_New
_new.restype = c.py_object
_new.argtypes = [c.c_void_p, c.c_void_p, c.c_void_p]


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


Released = c.CFUNCTYPE(None, c.c_void_p)
Schema._fields_ = [
    ("format", c.c_char_p),
    ("name", c.c_char_p),
    ("metadata", c.c_char_p),
    ("flags", c.c_int64),
    ("n_children", c.c_int64),
    ("children", c.POINTER(c.POINTER(Schema))),
    ("dictionary", c.POINTER(Schema)),
    ("release", Released),
    ("private_data", c.c_void_p),
]
Array._fields_ = [
    ("length", c.c_int64),
    ("null_count", c.c_int64),
    ("offset", c.c_int64),
    ("n_buffers", c.c_int64),
    ("n_children", c.c_int64),
    ("buffers", c.POINTER(c.c_void_p)),
    ("children", c.POINTER(c.POINTER(Array))),
    ("dictionary", c.POINTER(Array)),
    ("release", Released),
    ("private_data", c.c_void_p),
]
GetSchema = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(Schema))
GetNext = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(Array))
LastError = c.CFUNCTYPE(c.c_void_p, c.c_void_p)
Stream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", LastError),
    ("release", Released),
    ("private_data", c.c_void_p),
]


def offsets(*numbers: int, form: str = "i") -> bytes:
    """Return 32-bit numbers (64-bit with "q") as bytes."""
    return struct.pack(f"<{len(numbers)}{form}", *numbers)


def inline(text: bytes) -> bytes:
    """Return the view of a text of at most 12 bytes."""
    return struct.pack("<i12s", len(text), text)


def elsewhere(size: int, buffer: int, offset: int, first: bytes = b"http") -> bytes:
    """Return the view of a longer text."""
    return struct.pack("<i4sii", size, first, buffer, offset)


class Memory:
    """One array with its schema; what it is made of stays here, and so must this until all is released.

    `released` has a name for each structure that was released, in order.
    """

    def __init__(
        self,
        form: str,
        length: int,
        buffers: Sequence[bytes | None] = (),
        *,
        offset: int = 0,
        nulls: int = -1,
        children: Sequence[Memory] = (),
        dictionary: Memory | None = None,
    ) -> None:
        self.released: list[str] = []
        self._kept: list[Any] = [buffers, children, dictionary]
        self.schema, self.array = Schema(), Array()
        self.schema.format, self.schema.name, self.schema.flags = form.encode(), b"", 2
        self.array.length, self.array.null_count, self.array.offset = length, nulls, offset
        self.array.n_buffers = len(buffers)
        held = (c.c_void_p * max(len(buffers), 1))()
        for index, data in enumerate(buffers):
            if data is not None:
                memory = c.create_string_buffer(data, max(len(data), 1))
                self._kept.append(memory)
                held[index] = c.addressof(memory)
        self.array.buffers = c.cast(held, c.POINTER(c.c_void_p))
        self._kept.append(held)
        schemas, arrays = [child.schema for child in children], [child.array for child in children]
        for structure, kind, inner in ((self.schema, Schema, schemas), (self.array, Array, arrays)):
            structure.n_children = len(children)
            rows: Any = (c.POINTER(kind) * max(len(children), 1))()
            for index, child in enumerate(inner):
                rows[index] = c.pointer(child)
            structure.children = c.cast(rows, c.POINTER(c.POINTER(kind)))
            self._kept.append(rows)
        if dictionary is not None:
            self.schema.dictionary, self.array.dictionary = c.pointer(dictionary.schema), c.pointer(dictionary.array)
        self.schema.release = self._note("schema", Schema)
        self.array.release = self._note("array", Array)

    def _note(self, name: str, kind: type[c.Structure]) -> Any:
        def release(address: int) -> None:
            self.released.append(name)
            kind.from_address(address).release = Released()

        released = Released(release)
        self._kept.append(released)
        return released

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return capsule(self.schema, b"arrow_schema"), capsule(self.array, b"arrow_array")


class Source:
    """A stream of arrays; `fails` is the number of the call of get_next (or -1, of get_schema) that has an error."""

    def __init__(
        self, schema: Memory, arrays: Sequence[Memory], fails: int | None = None, why: bytes | None = None
    ) -> None:
        self.released: list[str] = []
        self.stream = Stream()
        self._why = c.create_string_buffer(why) if why is not None else None
        left = list(enumerate(arrays))

        def get_schema(_: int, out: Any) -> int:
            if fails == -1:
                return 22
            c.memmove(out, c.byref(schema.schema), c.sizeof(Schema))
            return 0

        def get_next(_: int, out: Any) -> int:
            if not left:
                c.memset(out, 0, c.sizeof(Array))
                return 5 if fails == len(arrays) else 0
            offset, result = left.pop(0)
            if offset == fails:
                return 5
            c.memmove(out, c.byref(result.array), c.sizeof(Array))
            return 0

        def last_error(_: int) -> int:
            return c.addressof(self._why) if self._why is not None else 0

        def release(address: int) -> None:
            self.released.append("stream")
            Stream.from_address(address).release = Released()

        self._kept = [
            GetSchema(get_schema),
            GetNext(get_next),
            LastError(last_error),
            Released(release),
            schema,
            arrays,
        ]
        self.stream.get_schema, self.stream.get_next, self.stream.get_last_error, self.stream.release = self._kept[:4]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return capsule(self.stream, b"arrow_array_stream")


def capsule(held: c.Structure, name: bytes) -> object:
    """Return a capsule without a destructor: what is not taken out of it is not released."""
    capsule: object = _new(c.addressof(held), _NAMES.setdefault(name, c.create_string_buffer(name)), None)
    return capsule


_NAMES: dict[bytes, Any] = {}  # a capsule does not copy its name
